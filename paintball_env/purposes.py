"""What PaintBall draws for, and whose draw it is, in words (docs/formats.md, "Draws")."""

from paintball_env.actions import TEAMS, figure_name
from paintball_env.places import subject_on_ground
from paintball_env.rules import dice
from paintball_env.scenario import Scenario
from tabletop.game.draws import TABLE

PURPOSES = (
    *("roll-off", "flag-hex", "set-up", "experts", "grenades", "order", "command", "clear", "marshal", "step", "aside"),
    *("spot-in", "spot-through", "hit", "misfire", "goggles", "way", "save", "check", "shoot-out", "scatter", "mark"),
)


def subject_name(scenario: Scenario, number: int) -> str:
    """The name of the subject of a draw: `R3`, `M1`, `red`, `table`, or of what lies on the ground."""
    if number >= dice.HEX_SUBJECT:
        return subject_on_ground(scenario, number - dice.HEX_SUBJECT)
    if number == dice.TABLE:
        return TABLE
    if number >= dice.TEAM_SUBJECT:
        return TEAMS[number - dice.TEAM_SUBJECT]
    if number >= dice.MARSHAL_SUBJECT:
        return f"M{number - dice.MARSHAL_SUBJECT + 1}"
    return figure_name(number)
