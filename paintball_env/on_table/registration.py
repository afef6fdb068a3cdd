"""What PaintBall on an open table is called. Its environments' ids are entered with those of the hexes."""

from importlib import import_module

GAME, TITLE = "paintball-table", "PaintBall Mini on a table"
DEFAULT_SCENARIO = "capture-the-flag-table"
POLICY = "policy-on-table"  # the folder of the shipped network
TWIN = "tests.twins.paintball_table"
RELATIVES = ("paintball_env.definition:PAINTBALL",)  # on other grounds
RATED_BY = ""
RATINGS: dict[str, int] = {}
NAME = "paintball_table_v0"  # of the PettingZoo environments
ENVIRONMENTS = import_module("paintball_env.registration").ON_TABLE  # by its name: the hexes' module, not this one
