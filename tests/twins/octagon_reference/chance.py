"""Dice by the published function (formats page, "Draws")."""

PURPOSES = ["order", "place", "distance", "intercept", "tackle", "resist", "spider", "knock", "jostle"]
WHOLE = 2**64
GOLDEN = 0x9E3779B97F4A7C15


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
    """The dice of a seed, from the beginning of a game on, or results that are given; they keep a log."""

    def __init__(self, seed=0, given=None):
        self.seed, self.given = seed, given
        self.turn, self.made, self.log = 0, {}, []

    def new_turn(self, turn):
        """The counts of draws begin again."""
        self.turn, self.made = turn, {}

    def draw(self, purpose, subject, classes):
        """One draw, logged."""
        number = self.made.get(subject, 0)
        self.made[subject] = number + 1
        parts = 2 if classes == "2d6" else 1
        sides = int(classes[4:]) if classes.startswith("lot ") else 6
        whom, what = subject_number(subject), PURPOSES.index(purpose) + 1
        result = sum(rolled(self.seed, self.turn, whom, what, number, part, sides) for part in range(parts))
        if self.given is not None:
            result = self.given.pop(0)
        self.log.append((purpose, subject, classes, result))
        return result

    def meant(self, purpose, subject, classes):
        """TA2, IN3: what a die's face means, by six digits such as 112222."""
        return int(classes[self.draw(purpose, subject, classes) - 1])

    def lot(self, purpose, subject, candidates):
        """W1: one of the candidates; a lot of one is not drawn."""
        if len(candidates) == 1:
            return candidates[0]
        return candidates[self.draw(purpose, subject, f"lot {len(candidates)}") - 1]
