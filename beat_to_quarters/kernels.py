"""The compiled functions that the core calls for Beat to Quarters, under the core's names (docs/definition.md)."""

from beat_to_quarters.facts import ACTION_FACTS as ACTION_FACTS
from beat_to_quarters.facts import KIND_FACTS as KIND_FACTS
from beat_to_quarters.facts import POSITION_FACTS as POSITION_FACTS
from beat_to_quarters.facts import observe_legal as observe_legal
from beat_to_quarters.facts import observe_position as observe_position
from beat_to_quarters.observation import observe as observe
from beat_to_quarters.reward import potential as potential
from beat_to_quarters.rules.actions import is_legal as is_legal
from beat_to_quarters.rules.actions import legal_actions as legal_actions
from beat_to_quarters.rules.actions import order_of as order_of
from beat_to_quarters.rules.play import begin as begin
from beat_to_quarters.rules.play import go_on as go_on
from beat_to_quarters.rules.play import step as step
from beat_to_quarters.rules.tables import URNS as URNS
from beat_to_quarters.soundness import sound as sound
from tabletop.game.chance import no_own_draws

own_next = no_own_draws
