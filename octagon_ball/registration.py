"""The ids of octagon ball's environments in Gymnasium's and PettingZoo's registries, and its agents' ratings."""

from tabletop.env import registration

NAME = "octagon_ball_v1"  # of the PettingZoo environments
ENVIRONMENTS = {
    "OctagonBall/Octagon-v1": "octagon",
    "OctagonBall/Small-v1": "octagon-small",
    "OctagonBall/FirstGoal-v1": "first-goal",
}
# Elo of agents, `runner` at 1000 (docs/results.md, "Ratings of the levels").
RATED_BY = "Small octagon; Runner has 1000"
RATINGS = {
    "easy": 518,
    "medium": 813,
    "hard": 1198,
    "striker": 1176,
    "runner": 1000,
    "passer": 963,
    "random": -143,
}


def register() -> None:
    """Enter the ids; once is enough."""
    registration.register(ENVIRONMENTS, "octagon_ball.names", "OctagonEnv", "OctagonVectorEnv")
