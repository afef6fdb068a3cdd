"""Chance: a tape of draws that were made elsewhere, and dice by the published function (formats page, "Draws")."""

PURPOSES = ["order", "place", "distance", "intercept", "tackle", "resist", "spider", "knock", "jostle"]
WHOLE = 2**64
GOLDEN = 0x9E3779B97F4A7C15


class TapeError(Exception):
    """The tape holds another draw than the one asked for."""


def class_of(face, classes):
    """What a face means, by six digits such as 112222."""
    return int(classes[face - 1])


def span(classes):
    """The least and the greatest result."""
    if classes.startswith("lot "):
        return 1, int(classes[4:])
    return (2, 12) if classes == "2d6" else (1, 6)


class Tape:
    """Draws made elsewhere, read in order; each must be the one that is asked for."""

    def __init__(self, draws=()):
        self.draws = list(draws)
        self.at = 0

    def new_turn(self, turn):
        """The tape doesn't mind."""

    def draw(self, purpose, subject, classes):
        """The next result, if the tape agrees on purpose, subject and classes."""
        asked = (purpose, subject, classes)
        if self.at >= len(self.draws):
            raise TapeError(f"the tape ran out at draw {self.at}: the twin asks for {asked}")
        entry = tuple(self.draws[self.at])
        if entry[:3] != asked:
            raise TapeError(f"draw {self.at}: the tape has {entry}, the twin asks for {asked}")
        low, high = span(classes)
        if not low <= entry[3] <= high:
            raise TapeError(f"draw {self.at}: {entry[3]} is no result of {classes}")
        self.at += 1
        return int(entry[3])

    def finish(self):
        """Complains if draws are left."""
        if self.at < len(self.draws):
            raise TapeError(f"{len(self.draws) - self.at} draws are left, the next is {tuple(self.draws[self.at])}")


def mix(x):
    """The finaliser of splitmix64."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % WHOLE
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % WHOLE
    return x ^ (x >> 31)


def subject_number(subject):
    """White's figures 0 to 7, Black's 8 to 15; 18: none."""
    if subject == "table":
        return 18
    return (0 if subject[0] == "W" else 8) + int(subject[1:]) - 1


def rolled(seed, turn, subject, purpose, number, part, sides):
    """One die: a function of all that tells it from every other one."""
    word = turn * 2**40 + subject * 2**32 + purpose * 2**24 + number * 2**8 + part
    x = mix((seed + GOLDEN * mix((word + GOLDEN) % WHOLE)) % WHOLE)
    return ((x >> 32) * sides >> 32) + 1


class Dice:
    """The dice of a seed, from the beginning of a game on; they keep a log in the form of a tape."""

    def __init__(self, seed):
        self.seed = seed
        self.turn = 0
        self.made = {}
        self.log = []

    def new_turn(self, turn):
        """The counts of draws begin again."""
        self.turn = turn
        self.made = {}

    def draw(self, purpose, subject, classes):
        """One draw, logged."""
        number = self.made.get(subject, 0)
        self.made[subject] = number + 1
        parts = 2 if classes == "2d6" else 1
        sides = int(classes[4:]) if classes.startswith("lot ") else 6
        whom, what = subject_number(subject), PURPOSES.index(purpose) + 1
        result = sum(rolled(self.seed, self.turn, whom, what, number, part, sides) for part in range(parts))
        self.log.append((purpose, subject, classes, result))
        return result


def lot(chance, purpose, subject, candidates):
    """W1: one of the candidates; a lot of one is not drawn."""
    if len(candidates) == 1:
        return candidates[0]
    return candidates[chance.draw(purpose, subject, f"lot {len(candidates)}") - 1]
