"""SN1, SN2, SN3, TU7: the objectives, each declared once: its name, how many flags it has, who has them first.

Which flag wins for whom, and where, is in `rules/flags.py`. From this table are made: what a scenario file may name,
the tokens of flags in position text, features of an observation, the legend.

Another objective is another row, at the end, with its number.
"""

from typing import Literal, NamedTuple, get_args

Name = Literal["capture", "reverse", "single", "elimination"]  # in scenario files
NAMES = get_args(Name)


class Objective(NamedTuple):
    """One objective.

    Attributes:
      flags: how many flags there are: one for both teams, or each team's.
      carried: each flag is a figure's from the start, and lies in no hex (SN2).
      own_base_closed: no figure may start in or enter its own base, unless a scenario says otherwise (SN2).
    """

    flags: int
    carried: bool = False
    own_base_closed: bool = False


# What wins (SN1, SN2, SN3; ELIMINATION: no flag, TU7 alone).
CAPTURE, REVERSE, SINGLE, ELIMINATION = range(4)
OBJECTIVES = (  # by their numbers, CAPTURE … ELIMINATION
    Objective(2),
    Objective(2, carried=True, own_base_closed=True),
    Objective(1),
    Objective(0),
)
