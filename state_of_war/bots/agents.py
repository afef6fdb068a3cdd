"""The scripted bots as agents (`tabletop.agents.policy`)."""

from state_of_war.bots.temperament import AGGRESSIVE, CAREFUL, REGULAR
from tabletop.agents.policy import policy_bot

Regular = policy_bot(__name__, "regular", REGULAR)
Careful = policy_bot(__name__, "careful", CAREFUL)
Aggressive = policy_bot(__name__, "aggressive", AGGRESSIVE)
