"""The compiled functions that the core calls for PaintBall, under the core's names (docs/design.md, "The border")."""

from paintball_env.observation.kernel import observe as observe
from paintball_env.reward import potential as potential
from paintball_env.rules.actions import is_legal as is_legal
from paintball_env.rules.actions import order_of as order_of
from paintball_env.rules.dice import next_contest as own_next
from paintball_env.rules.legal import legal_actions as legal_actions
from paintball_env.rules.play import begin as begin
from paintball_env.rules.play import go_on as go_on
from paintball_env.rules.play import step as step
from paintball_env.rules.turns import own_phase as stage
from paintball_env.soundness import first_fault as sound

__all__ = [
    "begin",
    "go_on",
    "is_legal",
    "legal_actions",
    "observe",
    "order_of",
    "own_next",
    "potential",
    "sound",
    "stage",
    "step",
]
