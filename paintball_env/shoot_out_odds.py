"""CH3: the exact odds of a shoot-out's round."""

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from math import comb

from paintball_env.rules.dice import exchange


@lru_cache(maxsize=1024)
def contest_odds(chargers: int, defenders: int) -> dict[tuple[int, int], Fraction]:
    """CH3: the probability of each pair of losses (chargers, defenders) of a shoot-out's round, exactly.

    Face by face from 6 down, as the rules play it (`dice.exchange`): how many dice show a face is all that counts.
    """
    ways: dict[tuple[int, int], int] = defaultdict(int)
    # Dice not yet looked at; losses and due strikes, as `exchange` returns them: in how many ways.
    states = {(chargers, defenders, (0, 0, 0, 0)): 1}
    for face in range(6, -1, -1):
        next_states: dict[tuple[int, int, tuple[int, int, int, int]], int] = defaultdict(int)
        for (own, other, so_far), count in states.items():
            x, y, due_own, due_other = so_far
            if face == 0 or x == chargers or y == defenders:
                # Whatever the dice not looked at show makes no difference; below 1 there is nothing to show.
                ways[x, y] += count * face ** (own + other)
                continue
            for mine in range(own + 1):
                for theirs in range(other + 1):
                    after = exchange(mine, theirs, due_own, due_other, x, y, chargers, defenders)
                    next_states[own - mine, other - theirs, after] += count * comb(own, mine) * comb(other, theirs)
        states = next_states
    total = 6 ** (chargers + defenders)
    return {losses: Fraction(count, total) for losses, count in ways.items() if count}


@lru_cache(maxsize=1024)
def winning(chargers: int, defenders: int) -> float:
    """CH3: the chance that the chargers are the side that is left, by exact odds of each round; 0 if there are none."""
    if not (chargers and defenders):
        return float(chargers > 0)
    odds = contest_odds(chargers, defenders).items()
    return float(sum(share * winning(chargers - x, defenders - y) for (x, y), share in odds))


# The same for 0 to 6 of each, for compiled code; to compute it here would take a quarter of a second at each start.
WINNING = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (1.0, 0.5833333333333334, 0.0, 0.0, 0.0, 0.0, 0.0),
    (1.0, 1.0, 0.6373456790123457, 0.17066400891632372, 0.0, 0.0, 0.0),
    (1.0, 1.0, 0.9475415809327846, 0.6476980452674898, 0.23995127457704618, 0.0, 0.0),
    (1.0, 1.0, 1.0, 0.9267153920896205, 0.6928497126503694, 0.34103551377464564, 0.08688055853769418),
    (1.0, 1.0, 1.0, 1.0, 0.9187116310435428, 0.7064339470473406, 0.3914765354865536),
    (1.0, 1.0, 1.0, 1.0, 0.9909906759276459, 0.9083704213219793, 0.7250845264038702),
)
