"""The ids of octagon ball's environments in Gymnasium's and PettingZoo's registries."""

from tabletop.env import registration

NAME = "octagon_ball_v1"  # of the PettingZoo environments
ENVIRONMENTS = {
    "OctagonBall/Octagon-v1": "octagon",
    "OctagonBall/Small-v1": "octagon-small",
    "OctagonBall/FirstGoal-v1": "first-goal",
}


def register() -> None:
    """Enter the ids; once is enough."""
    registration.register(ENVIRONMENTS, "octagon_ball.names", "OctagonEnv", "OctagonVectorEnv")
