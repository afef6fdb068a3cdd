"""The scripted bots as agents (`tabletop.agents.policy`)."""

from octagon_ball.bots.temperament import PASSER, RUNNER
from tabletop.agents.policy import policy_bot

Runner = policy_bot("runner", RUNNER)
Passer = policy_bot("passer", PASSER)
