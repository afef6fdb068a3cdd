"""SH6, GU8, DT1, SB1, CC1, TS1: the usual tables, which scenarios may change (DT2), and the urns drawn from."""

from collections.abc import Sequence

import numpy as np

from beat_to_quarters.rules import state
from tabletop.base.arrays import Float64
from tabletop.compiled.compiling import jitable
from tabletop.game.urns import Urns, classed, dice, difference

RESULTS = ("N", "+1", "+2", "+3", "MAST", "STEER", "STRIKE", "SINK", "EXPLD", "FIRE")  # by their numbers
CREWS = ("poor", "green", "average", "crack", "elite")  # SH4: -1 to 3
# DT: a line for each number of the D12, columns 0 to 10.
DAMAGE = tuple(
    tuple(line.split())
    for line in """
    N N N MAST MAST MAST STEER STEER STEER SINK SINK
    N N N N N N N N STRIKE MAST EXPLD
    N N N N N N N N MAST +1 +1
    N N N N N N N MAST +1 +1 +2
    N N N N N N N +1 +1 +1 +2
    N N N N N N +1 +1 +1 +2 +2
    N N N N N MAST +1 +1 +2 +2 +2
    N N N N +1 +1 +1 +2 +2 +2 +3
    N N N +1 +1 +1 +2 +2 +2 +3 FIRE
    N N +1 +1 +1 +2 +2 +2 +3 STEER STEER
    N +1 +1 +1 +2 +2 +2 +3 +3 MAST STRIKE
    MAST MAST MAST MAST MAST MAST FIRE FIRE FIRE FIRE EXPLD
    """.strip().splitlines()
)
RANGE = (4, 3, 2, 1, 0, 0, -1, -1, -1, -1, -2, -2, -2)  # GU8: of ranges 1 to 13

URNS = Urns()
DIFFERENCE = URNS.declare("d6 - d6", difference(dice(6), dice(6)))  # GU7
COLUMN = URNS.declare_table(  # GU9: + the column
    "column", [classed(dice(12), [RESULTS.index(line[column]) for line in DAMAGE]) for column in range(len(DAMAGE[0]))]
)
CHIPS = URNS.declare_bag("chips", 3, 3, 1)  # TS1: White's, Black's, the weather's
ROWS = URNS.rows
CHECKS = (111111, 111112, 111122, 111222, 112222, 122222, 222222)  # by the number of faces that pass (CC1)


@jitable
def chips_left(white: int, black: int, weather: int) -> int:
    """The urn of a bag with so many chips (TS1)."""
    return CHIPS + (int(white) * 4 + int(black)) * 2 + int(weather)


RISE, MASTS, RUDDER, OUT, BURNS, FLOATS = range(state.EFFECTS)  # what is expected of a column


def expected(damage: Sequence[Sequence[int]]) -> Float64:
    """What columns of a damage table are expected to do, float64 [MOST_COLUMN + 1, EFFECTS].

    Rates lost (RISE), masts lost, steering damaged, the chance to strike, sink or explode (OUT), to burn (BURNS), and
    to stay afloat. A column over 10 is reckoned by GU9.
    """
    out = np.zeros((state.MOST_COLUMN + 1, state.EFFECTS))
    top, share = state.COLUMNS - 1, 1.0 / state.LINE
    effects = {state.MAST: MASTS, state.STEER: RUDDER, state.FIRE: BURNS}
    effects |= {state.STRIKE: OUT, state.SINK: OUT, state.EXPLODE: OUT}
    for column, row in enumerate(out[: top + 1]):
        row[FLOATS] = 1.0
        for line in damage:
            result = line[column]
            if state.ONE <= result <= state.THREE:
                row[RISE] += result * share
            elif result in effects:
                row[effects[result]] += share
                row[FLOATS] -= share if result in (state.SINK, state.EXPLODE) else 0.0
    last = out[top]
    for column in range(top + 1, state.MOST_COLUMN + 1):
        rest = out[column - top]
        out[column] = last + last[FLOATS] * rest
        out[column, OUT] = 1.0 - (1.0 - last[OUT]) * (1.0 - rest[OUT])
        out[column, FLOATS] = last[FLOATS] * rest[FLOATS]
    return out
