"""SN1, SN2, SN3, TU7: the objectives, each declared once: its name, how many flags it has, who has them first.

Which flag wins for whom, and where, is in `rules/flags.py`. From this table are made: what a scenario file may name,
the tokens of flags in position text, features of an observation, the legend.

Another objective is another row, at the end, with its number in `rules/state.py`.
"""

from typing import NamedTuple


class Objective(NamedTuple):
    """One objective.

    Attributes:
      name: in scenario files.
      flags: how many flags there are: one for both teams, or each team's.
      carried: each flag is a figure's from the start, and lies in no hex (SN2).
      own_base_closed: no figure may start in or enter its own base, unless a scenario says otherwise (SN2).
    """

    name: str
    flags: int
    carried: bool = False
    own_base_closed: bool = False


OBJECTIVES = (  # by their numbers, CAPTURE … ELIMINATION
    Objective("capture", 2),
    Objective("reverse", 2, carried=True, own_base_closed=True),
    Objective("single", 1),
    Objective("elimination", 0),
)
NAMES = tuple(objective.name for objective in OBJECTIVES)
