"""What PaintBall on an open table is called. Its environments' ids are entered with those of the hexes."""

from importlib import import_module

GAME, TITLE = "paintball-table", "PaintBall Mini on a table"
DEFAULT_SCENARIO = "capture-the-flag-table"
POLICY = "policy-on-table"  # the folder of the shipped network
TWIN = "tests.twins.paintball_table"
RELATIVES = ("paintball_env.definition:PAINTBALL",)  # on other grounds
# Elo of agents, `hunter` at 1000 (docs/results.md, "Ratings of the levels").
RATED_BY = "Capture the Flag, set up by lot; Hunter has 1000"
RATINGS = {
    "easy": 476,
    "medium": 910,
    "hard": 1031,
    "champion": 1077,
    "hunter": 1000,
    "raider": 992,
    "striker": 984,
    "sentinel": 872,
    "random": 93,
}
NAME = "paintball_table_v0"  # of the PettingZoo environments
ENVIRONMENTS = import_module("paintball_env.registration").ON_TABLE  # by its name: the hexes' module, not this one
