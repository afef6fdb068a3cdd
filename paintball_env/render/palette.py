"""The colours, told apart by every kind of eye (after Okabe and Ito); a shape goes with each, none stands alone."""

from paintball_env.rules.terrain import OPEN, TERRAINS

INK = "#1b1b1b"
FAINT = "#5d6066"
WHITE = "#ffffff"

TEAM = ("#c8470a", "#0b63a8")  # Red: vermilion, discs; Blue: blue, squares
TEAM_DARK = ("#6e2300", "#04335a")
TEAM_PALE = ("#f6d9c8", "#cfe0f0")
MARSHAL = "#f3e14a"
NO_TEAM = "#ffffff"  # the flag that belongs to both

HEX, HEX_LINE = TERRAINS[OPEN].ground, TERRAINS[OPEN].lines  # of the other kinds of terrain: `rules/terrain.py`
HEX_NAME = "#454230"
LOG = "#b98a58"

LEAF = ("#3f8f5b", "#2c7346")
LEAF_LINE = "#174a2b"
CRATE = "#8a6a45"
CRATE_LINE = "#3a2a17"
SACK = "#b59f78"
SMOKE = "#d3d7dc"
SMOKE_LINE = "#8b929b"

EXPERT = "#f0b400"
PAINT = "#cc79a7"
HINT = "#e69f00"  # who decides, what is aimed at
WAY = "#6b6f76"  # ways gone
