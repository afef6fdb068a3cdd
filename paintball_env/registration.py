"""The ids of PaintBall's environments in Gymnasium's and PettingZoo's registries."""

from tabletop.env import registration

NAME = "paintball_mini_v0"  # of the PettingZoo environments
# By their ids, the scenarios that they play.
ENVIRONMENTS = {
    "PaintballMini/CaptureTheFlag-v0": "capture-the-flag",
    "PaintballMini/CaptureTheFlagBasic-v0": "capture-the-flag-basic",
    "PaintballMini/ReverseFlag-v0": "reverse-flag",
    "PaintballMini/SingleFlag-v0": "single-flag",
}


def register() -> None:
    """Enter the ids; once is enough."""
    registration.register(ENVIRONMENTS, "paintball_env.environments", "PaintballEnv", "PaintballVectorEnv")
