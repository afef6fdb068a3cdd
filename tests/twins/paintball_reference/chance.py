"""Chance (section 6 of the formats): a tape of draws that were made elsewhere."""


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


def lot(chance, purpose, subject, candidates):
    """W1: one of the candidates by lot; of one candidate nothing is drawn."""
    if len(candidates) == 1:
        return candidates[0]
    return candidates[chance.draw(purpose, subject, f"lot {len(candidates)}") - 1]
