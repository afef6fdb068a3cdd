"""The scripted bots as agents (`tabletop.agents.policy`)."""

from beat_to_quarters.bots.temperament import ADMIRAL, BOARDER, GUNNER
from tabletop.agents.policy import policy_bot

Admiral = policy_bot(__name__, "admiral", ADMIRAL)
Gunner = policy_bot(__name__, "gunner", GUNNER)
Boarder = policy_bot(__name__, "boarder", BOARDER)
