"""The scripted bots as agents (`tabletop.agents.policy`), and the levels for people: `careful`, mistaken at times."""

from dataclasses import replace

from state_of_war.bots.temperament import AGGRESSIVE, CAREFUL, REGULAR
from tabletop.agents.policy import policy_bot

Regular = policy_bot(__name__, "regular", REGULAR)
Careful = policy_bot(__name__, "careful", CAREFUL)
Aggressive = policy_bot(__name__, "aggressive", AGGRESSIVE)
Easy = policy_bot(__name__, "easy", replace(CAREFUL, noise=0.8))
Medium = policy_bot(__name__, "medium", replace(CAREFUL, noise=0.3))
Hard = policy_bot(__name__, "hard", CAREFUL)
