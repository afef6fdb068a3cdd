"""Chance (section 6 of the formats): a tape of draws that were made elsewhere, and dice that roll by themselves."""


class TapeError(Exception):
    """The tape holds another draw than the one asked for."""


def classes_of(face, classes):
    """What a face means, by six digits such as 122333."""
    return int(classes[int(face) - 1])


def as_result(classes, result):
    """A result as the twin uses it: a pair for a shoot-out, a number for all else."""
    if " v " in classes:
        if isinstance(result, str):
            result = tuple(int(part) for part in result.split("-"))
        result = tuple(result)
        chargers, defenders = (int(part) for part in classes.split(" v "))
        if not (0 <= result[0] <= chargers and 0 <= result[1] <= defenders and any(result)):
            raise TapeError(f"{result} is no result of a shoot-out of {classes}")
        return result
    if isinstance(result, str):
        result = result.split("/")[0]
    result = int(result)
    if classes.startswith("lot "):
        low, high = 1, int(classes[4:])
    elif classes == "2d6":
        low, high = 2, 12
    else:
        low, high = 1, 6
    if not low <= result <= high:
        raise TapeError(f"{result} is no result of {classes}")
    return result


class Tape:
    """Draws made elsewhere, read in order; each must be the one that is asked for."""

    def __init__(self, draws=()):
        self.draws = list(draws)
        self.position = 0

    def extend(self, draws):
        """More draws at the end of the tape."""
        self.draws.extend(draws)

    def draw(self, purpose, subject, classes):
        """The next draw's result, if the tape agrees on its purpose, subject and classes."""
        asked = (purpose, subject, classes)
        if self.position >= len(self.draws):
            raise TapeError(f"the tape ran out at draw {self.position}: the twin asks for {asked}")
        entry = self.draws[self.position]
        if tuple(entry[:3]) != asked:
            raise TapeError(f"draw {self.position}: the tape has {tuple(entry)}, the twin asks for {asked}")
        self.position += 1
        return as_result(classes, entry[3])

    def finish(self):
        """Complains if draws are left."""
        if self.position < len(self.draws):
            rest = len(self.draws) - self.position
            raise TapeError(f"{rest} draws of the tape are left, the next is {tuple(self.draws[self.position])}")


class Dice:
    """Rolls by itself from a random.Random, and keeps a log in the form of a tape."""

    def __init__(self, rng):
        self.rng = rng
        self.log = []

    def draw(self, purpose, subject, classes):
        """One draw, logged."""
        if " v " in classes:
            chargers, defenders = (int(part) for part in classes.split(" v "))
            lost = shoot_out(self.roll(chargers), self.roll(defenders))
            self.log.append((purpose, subject, classes, f"{lost[0]}-{lost[1]}"))
            return lost
        if classes.startswith("lot "):
            result = self.rng.randint(1, int(classes[4:]))
        elif classes == "2d6":
            result = self.rng.randint(1, 6) + self.rng.randint(1, 6)
        else:
            result = self.rng.randint(1, 6)
        self.log.append((purpose, subject, classes, result))
        return result

    def roll(self, number):
        """So many dice."""
        return [self.rng.randint(1, 6) for _ in range(number)]


def shoot_out(attack, defence):
    """CH3: how many fall on each side in a round with these dice.

    The highest die shoots first, ties to the attackers; each shot fells one and strikes the other side's highest die
    that hasn't shot yet, if there is one.
    """
    attack, defence = sorted(attack, reverse=True), sorted(defence, reverse=True)
    standing = [len(attack), len(defence)]
    lost = [0, 0]
    while (attack or defence) and lost[0] < standing[0] and lost[1] < standing[1]:
        if attack and (not defence or attack[0] >= defence[0]):
            attack.pop(0)
            lost[1] += 1
            if defence:
                defence.pop(0)
        else:
            defence.pop(0)
            lost[0] += 1
            if attack:
                attack.pop(0)
    return tuple(lost)
