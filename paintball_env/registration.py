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
# Elo of agents, `hunter` at 1000 (docs/results.md, "Ratings of the levels").
RATED_BY = "Capture the Flag, set up by lot; Hunter has 1000"
RATINGS = {
    "easy": 694,
    "medium": 950,
    "hard": 1073,
    "champion": 1089,
    "striker": 1014,
    "hunter": 1000,
    "raider": 991,
    "sentinel": 947,
    "random": 189,
}
# Those of the edition on an open table, here so that nothing of it is loaded before it is used.
ON_TABLE = {
    "PaintballTable/CaptureTheFlag-v0": "capture-the-flag-table",
    "PaintballTable/CaptureTheFlagBasic-v0": "capture-the-flag-basic-table",
    "PaintballTable/ReverseFlag-v0": "reverse-flag-table",
    "PaintballTable/SingleFlag-v0": "single-flag-table",
}


def register() -> None:
    """Enter the ids; once is enough."""
    for environments, package in ((ENVIRONMENTS, "paintball_env"), (ON_TABLE, "paintball_env.on_table")):
        registration.register(environments, f"{package}.environments", "PaintballEnv", "PaintballVectorEnv")
