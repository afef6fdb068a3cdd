"""The compiled functions that the core calls for octagon ball, under the core's names (docs/definition.md)."""

from octagon_ball.facts import ACTION_FACTS as ACTION_FACTS
from octagon_ball.facts import KIND_FACTS as KIND_FACTS
from octagon_ball.facts import POSITION_FACTS as POSITION_FACTS
from octagon_ball.facts import observe_legal as observe_legal
from octagon_ball.facts import observe_position as observe_position
from octagon_ball.observation import observe as observe
from octagon_ball.reward import potential as potential
from octagon_ball.rules.actions import is_legal as is_legal
from octagon_ball.rules.actions import legal_actions as legal_actions
from octagon_ball.rules.actions import order_of as order_of
from octagon_ball.rules.play import begin as begin
from octagon_ball.rules.play import go_on as go_on
from octagon_ball.rules.play import step as step
from octagon_ball.soundness import sound as sound
from tabletop.game.chance import no_own_draws

own_next = no_own_draws
