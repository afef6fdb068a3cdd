"""The game: one action, what it sets going, and on to the next decision (W4, AP4)."""

from octagon_ball.rules.actions import apply as apply
from octagon_ball.rules.actions import is_legal as is_legal
from octagon_ball.rules.actions import legal_actions as legal_actions
from octagon_ball.rules.events import CHOSEN as CHOSEN
from octagon_ball.rules.events import FORCED as FORCED
from octagon_ball.rules.setup import begin_match as start  # noqa: F401  the engine's
from octagon_ball.rules.state import TEAM_SUBJECT as TEAM_SUBJECT
from tabletop.compiled.compiling import instantiate

_engine = instantiate("tabletop.game.templates.engine", __name__)
begin, step, go_on = _engine.begin, _engine.step, _engine.go_on
