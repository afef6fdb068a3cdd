"""The battle: one action, what it sets going, and on to the next decision (W3)."""

from beat_to_quarters.rules.actions import apply as apply
from beat_to_quarters.rules.actions import is_legal as is_legal
from beat_to_quarters.rules.actions import legal_actions as legal_actions
from beat_to_quarters.rules.events import CHOSEN as CHOSEN
from beat_to_quarters.rules.events import FORCED as FORCED
from beat_to_quarters.rules.phases import run as run
from beat_to_quarters.rules.setup import start as start
from beat_to_quarters.rules.state import GOES_ON as HALTED  # noqa: F401  the engine's
from beat_to_quarters.rules.state import NEXT_CHIP as BOUNDARY  # noqa: F401
from beat_to_quarters.rules.state import TEAM_SUBJECT as TEAM_SUBJECT
from tabletop.compiled.compiling import instantiate

_engine = instantiate("tabletop.game.templates.engine", __name__)
begin, step, go_on = _engine.begin, _engine.step, _engine.go_on
