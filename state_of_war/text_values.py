"""How sides, units and headings stand in texts."""

from state_of_war.actions import TEAMS, unit_name
from state_of_war.rules.state import HEADINGS, UNITS
from tabletop.game.headings import COMPASS
from tabletop.game.position_text import Name

SIDE = Name(TEAMS)
UNIT = Name({unit: unit_name(unit) for unit in range(2 * UNITS)}, "there is no unit {name}")
COURSE = Name(COMPASS[:HEADINGS])
