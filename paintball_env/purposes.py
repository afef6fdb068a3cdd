"""What PaintBall draws for, and whose draw it is, in words (docs/formats.md, "Draws")."""

from collections.abc import Sequence

from paintball_env.actions import TEAMS, figure_name
from paintball_env.rules import dice
from tabletop.game.draws import TABLE

PURPOSES = (
    *("roll-off", "flag-hex", "set-up", "experts", "grenades", "order", "command", "clear", "marshal", "step", "aside"),
    *("spot-in", "spot-through", "hit", "misfire", "goggles", "way", "save", "check", "shoot-out", "scatter", "mark"),
)


def subject_name(number: int, hexes: Sequence[str]) -> str:
    """The name of the subject of a draw: `R3`, `M1`, `red`, `c4` or `table`."""
    if number >= dice.HEX_SUBJECT:
        return hexes[number - dice.HEX_SUBJECT]
    if number == dice.TABLE:
        return TABLE
    if number >= dice.TEAM_SUBJECT:
        return TEAMS[number - dice.TEAM_SUBJECT]
    if number >= dice.MARSHAL_SUBJECT:
        return f"M{number - dice.MARSHAL_SUBJECT + 1}"
    return figure_name(number)
