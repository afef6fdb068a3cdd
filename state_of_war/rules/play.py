"""The battle: one action, what it sets going, and on to the next decision."""

from state_of_war.rules.actions import apply as apply
from state_of_war.rules.actions import is_legal as is_legal
from state_of_war.rules.actions import legal_actions as legal_actions
from state_of_war.rules.events import CHOSEN as CHOSEN
from state_of_war.rules.events import FORCED as FORCED
from state_of_war.rules.setup import start as start
from state_of_war.rules.state import SHOTS as BOUNDARY  # noqa: F401  the engine's
from state_of_war.rules.state import SIDE_SUBJECT as TEAM_SUBJECT  # noqa: F401
from state_of_war.rules.turns import run as run
from tabletop.compiled.compiling import instantiate

BOUNDARIES = 3  # SHOTS, MELEES, MORALE (TU6)
_engine = instantiate("tabletop.game.templates.engine", __name__)
begin, step, take, go_on = _engine.begin, _engine.step, _engine.take, _engine.go_on
