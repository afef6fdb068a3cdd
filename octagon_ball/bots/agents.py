"""The scripted bots as agents (`tabletop.agents.policy`)."""

from octagon_ball.bots.temperament import PASSER, RUNNER
from tabletop.agents.policy import policy_bot

Runner = policy_bot(__name__, "runner", RUNNER)
Passer = policy_bot(__name__, "passer", PASSER)
