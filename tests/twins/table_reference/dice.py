"""A tape that rolls its own dice, for play without an engine beside it."""

import random

from ..paintball_reference.chance import Tape


def rounds_losses(chargers, defenders):
    """CH3: who falls in a round, as numbers: the highest die shoots first, the chargers' on a tie, at the highest."""
    dice = [sorted(chargers), sorted(defenders)]
    losses = [0, 0]
    while any(dice):
        side = 0 if (dice[0][-1:] or [0]) >= (dice[1][-1:] or [0]) else 1
        dice[side].pop()
        if dice[1 - side]:
            dice[1 - side].pop()
            losses[1 - side] += 1
    return tuple(losses)


class Roller(Tape):
    """Rolls each draw that is asked for, and keeps it."""

    def __init__(self, seed):
        super().__init__()
        self.random = random.Random(seed)

    def draw(self, purpose, subject, classes):
        """A result of the draw's weights."""
        if " v " in classes:
            sides = [[self.random.randint(1, 6) for _ in range(int(n))] for n in classes.split(" v ")]
            result = rounds_losses(*sides)
        elif classes.startswith("lot "):
            result = self.random.randint(1, int(classes[4:]))
        elif classes == "2d6":
            result = self.random.randint(1, 6) + self.random.randint(1, 6)
        else:
            result = self.random.randint(1, 6)
        self.draws.append((purpose, subject, classes, result))
        return result
