"""CH3: the exact odds of a shoot-out's round."""

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from math import comb


@lru_cache(maxsize=1024)
def contest_odds(chargers: int, defenders: int) -> dict[tuple[int, int], Fraction]:
    """CH3: the probability of each pair of losses (chargers, defenders) of a shoot-out's round, exactly.

    Face by face from 6 down: a strike takes away the highest unshot die, so what is struck are simply the next dice in
    descending order.
    """
    ways: dict[tuple[int, int], int] = defaultdict(int)
    # Dice not yet looked at, strikes due on either side, losses: in how many ways.
    states = {(chargers, defenders, (0, 0), (0, 0)): 1}
    for face in range(6, -1, -1):
        next_states: dict[tuple[int, int, tuple[int, int], tuple[int, int]], int] = defaultdict(int)
        for (own, other, due, losses), count in states.items():
            if face == 0 or losses[0] == chargers or losses[1] == defenders:
                # Whatever the dice not looked at show makes no difference; below 1 there is nothing to show.
                ways[losses] += count * face ** (own + other)
                continue
            for mine in range(own + 1):
                for theirs in range(other + 1):
                    result, left_due = _exchange(mine, theirs, due, losses, (chargers, defenders))
                    state = (own - mine, other - theirs, left_due, result)
                    next_states[state] += count * comb(own, mine) * comb(other, theirs)
        states = next_states
    total = 6 ** (chargers + defenders)
    return {losses: Fraction(count, total) for losses, count in ways.items() if count}


def _exchange(
    mine: int, theirs: int, due: tuple[int, int], losses: tuple[int, int], sides: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Dice of one face shoot, the chargers' first; `due` counts the strikes that wait for lower dice."""
    struck_mine, struck_theirs = min(mine, due[0]), min(theirs, due[1])
    mine, theirs = mine - struck_mine, theirs - struck_theirs
    due_mine, due_theirs = due[0] - struck_mine, due[1] - struck_theirs
    x, y = losses
    while mine and y < sides[1]:
        mine, y = mine - 1, y + 1
        if theirs:
            theirs -= 1
        else:
            due_theirs += 1
    while theirs and y < sides[1] and x < sides[0]:
        theirs, x = theirs - 1, x + 1
        due_mine += 1
    return (x, y), (due_mine, due_theirs)


# CH3: the chance that the chargers are the side that is left, by their number and the defenders', 0 to 6 each.  It
# follows from `contest_odds` (a test compares them); to compute it here would take a quarter of a second at each start.
WINNING = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (1.0, 0.5833333333333334, 0.0, 0.0, 0.0, 0.0, 0.0),
    (1.0, 1.0, 0.6373456790123457, 0.17066400891632372, 0.0, 0.0, 0.0),
    (1.0, 1.0, 0.9475415809327846, 0.6476980452674898, 0.23995127457704618, 0.0, 0.0),
    (1.0, 1.0, 1.0, 0.9267153920896205, 0.6928497126503694, 0.34103551377464564, 0.08688055853769418),
    (1.0, 1.0, 1.0, 1.0, 0.9187116310435428, 0.7064339470473406, 0.3914765354865536),
    (1.0, 1.0, 1.0, 1.0, 0.9909906759276459, 0.9083704213219793, 0.7250845264038702),
)
