"""The compiled functions that the core calls for State of War, under the core's names (docs/definition.md)."""

from state_of_war.facts import ACTION_FACTS as ACTION_FACTS
from state_of_war.facts import KIND_FACTS as KIND_FACTS
from state_of_war.facts import POSITION_FACTS as POSITION_FACTS
from state_of_war.facts import observe_legal as observe_legal
from state_of_war.facts import observe_position as observe_position
from state_of_war.observation import observe as observe
from state_of_war.reward import potential as potential
from state_of_war.rules.actions import is_legal as is_legal
from state_of_war.rules.actions import legal_actions as legal_actions
from state_of_war.rules.actions import order_of as order_of
from state_of_war.rules.dice import CONTESTS as CONTESTS
from state_of_war.rules.dice import URNS as URNS
from state_of_war.rules.play import begin as begin
from state_of_war.rules.play import go_on as go_on
from state_of_war.rules.play import step as step
from state_of_war.rules.play import take as take
from state_of_war.soundness import sound as sound
from tabletop.game.chance import no_own_draws

own_next = no_own_draws
