"""The colours, told apart by every kind of eye (after Okabe and Ito); a shape goes with each, none stands alone."""

INK = "#1b1b1b"
FAINT = "#5d6066"
PAPER = "#fbfaf6"
WHITE = "#ffffff"

TEAM = ("#c8470a", "#0b63a8")  # Red: vermilion, discs; Blue: blue, squares
TEAM_DARK = ("#6e2300", "#04335a")
TEAM_PALE = ("#f6d9c8", "#cfe0f0")
MARSHAL = "#f3e14a"
NO_TEAM = "#ffffff"  # the flag that belongs to both

HEX = "#eeecdf"
HEX_LINE = "#b7b39f"
HEX_NAME = "#77735f"
BUNKER = "#c9c9c6"
BUNKER_LINE = "#6b6b69"
TRENCH = "#cbab84"
TRENCH_LINE = "#6a4a22"
HILL = "#ece0a6"
HILL_LINE = "#a08a34"
LOG = "#b98a58"
LOG_LINE = "#5f4222"

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

ALL = (
    INK,
    FAINT,
    PAPER,
    WHITE,
    *TEAM,
    *TEAM_DARK,
    *TEAM_PALE,
    MARSHAL,
    HEX,
    SMOKE,
    SMOKE_LINE,
    EXPERT,
    PAINT,
    HINT,
    *LEAF,
)
