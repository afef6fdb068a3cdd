"""What PaintBall on an open table is called, and its environments' ids in the registries."""

from tabletop.env import registration

GAME, TITLE = "paintball-table", "PaintBall Mini on a table"
DEFAULT_SCENARIO = "capture-the-flag-table"
POLICY = "policy-on-table"  # the folder of the shipped network
TWIN = "tests.twins.paintball_table"
RELATIVES = ("paintball_env.definition:PAINTBALL",)  # on other grounds
NAME = "paintball_table_v0"  # of the PettingZoo environments
# By their ids, the scenarios that they play.
ENVIRONMENTS = {
    "PaintballTable/CaptureTheFlag-v0": "capture-the-flag-table",
    "PaintballTable/CaptureTheFlagBasic-v0": "capture-the-flag-basic-table",
    "PaintballTable/ReverseFlag-v0": "reverse-flag-table",
    "PaintballTable/SingleFlag-v0": "single-flag-table",
}


def register() -> None:
    """Enter the ids; once is enough."""
    registration.register(ENVIRONMENTS, f"{__package__}.environments", "PaintballEnv", "PaintballVectorEnv")
