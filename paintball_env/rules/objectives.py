"""SN1, SN2, SN3, TU7: the objectives, each declared once: its name, how many flags it has, how one wins in words.

Which flag wins for whom, and where, is in `rules/flags.py`. From this table are made: what a scenario file may name,
the tokens of flags in position text, features of an observation, the legend, what a page says.

Another objective is another row, at the end, with its number in `rules/state.py`.
"""

from typing import NamedTuple


class Objective(NamedTuple):
    """One objective.

    Attributes:
      name: in scenario files.
      flags: how many flags there are: one for both teams, or each team's.
      aim: how one wins; `{their}` flag, whose team is `{other}`; the bases `{own}` and `{goal}`, the enemy's.
    """

    name: str
    flags: int
    aim: str


OBJECTIVES = (  # by their numbers, CAPTURE … ELIMINATION
    Objective("capture", 2, "Bring {their} flag into your own base {own}."),
    Objective("reverse", 2, "Bring your own flag into {their} base {goal}."),
    Objective("single", 1, "Bring the flag into {their} base {goal}."),
    Objective("elimination", 0, "Put every figure of {other} out."),
)
NAMES = tuple(objective.name for objective in OBJECTIVES)
