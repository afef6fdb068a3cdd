"""What PaintBall is called, on this ground: its names, and its environments' ids in the registries."""

from tabletop.env import registration

GAME, TITLE = "paintball", "PaintBall Mini"
DEFAULT_SCENARIO = "capture-the-flag"
POLICY = "policy"  # the folder of the shipped network
TWIN = "tests.twins.paintball"
RELATIVES = ("paintball_env.on_table.definition:PAINTBALL",)  # on other grounds
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
    registration.register(ENVIRONMENTS, f"{__package__}.environments", "PaintballEnv", "PaintballVectorEnv")
