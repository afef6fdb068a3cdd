"""The colours, told apart by every kind of eye (after Okabe and Ito); a shape goes with each, none stands alone."""

from paintball_env.rules.terrain import OPEN, TERRAINS

INK = "#1b1b1b"
FAINT = "#5d6066"
WHITE = "#ffffff"

TEAM = ("#c8470a", "#0b63a8")  # Red: vermilion, discs; Blue: blue, squares
TEAM_DARK = ("#6e2300", "#04335a")
TEAM_LIGHT = ("#f08a55", "#4f9fdc")
TEAM_PALE = ("#f6d9c8", "#cfe0f0")
MARSHAL = "#f3e14a"
NOBODY = "#b7b39f"  # a figure of either team
NO_TEAM = "#ffffff"  # the flag that belongs to both

HEX, HEX_LINE = TERRAINS[OPEN].ground, TERRAINS[OPEN].lines  # of the other kinds of terrain: `rules/terrain.py`
GRASS = (HEX, "#b9d38b", "#afca80", "#b5d189")  # from hex to hex
PATCH, BLADE = ("#bdd791", "#abc77d"), ("#86a95c", "#d2e5a9")
FLOWER = "#fbf6d6"
HEX_NAME, HEX_NAME_DUSK = "#27321a", "#d5dfc2"
SIDE = "#7d6640"  # of the board
HOME, HOME_LINE = ("#eab897", "#b3c9e2"), ("#c8602f", "#3f7fbb")  # signs of Red and Blue on the ground
SLOPE, HILLTOP = "#d8da9a", "#ebe7b6"
CONCRETE = "#e2e2dd"
DITCH, PLANK, CLAY = "#ba9562", "#a67e4a", "#a47c4a"
SHADOW_ON_EARTH, SHADOW_ON_CONCRETE = "#ab8654", "#9d9d97"
LOG, LOG_END = "#a97c4b", "#d0a873"

# From the outline to the light.
LEAF = ("#1d4425", "#39703a", "#4f8f47", "#86bb66")
THICKET = ("#a1c37a", "#93b96d", "#accd86")  # between bushes
CRATE = ("#3a2a17", "#a2743f", "#dcb57c")
DRUM = ("#22303a", "#56788c", "#b5cdda")
SACK = ("#5b4a2c", "#bda678", "#dfcea6")
SMOKE = ("#7f868e", "#c3c8ce", "#dfe3e7", "#f6f8f9")

# What is darker at dusk and paler in print: the ground, and what stands on it.
GROUND = (
    *(colour for kind in TERRAINS for colour in (kind.ground, kind.lines)),
    *(*GRASS, *PATCH, *BLADE, FLOWER, SIDE, *HOME, *HOME_LINE, SLOPE, HILLTOP, DITCH, PLANK, CLAY),
    *(SHADOW_ON_EARTH, SHADOW_ON_CONCRETE),
    *THICKET,
)
STANDING = (LOG, LOG_END, CONCRETE, *LEAF, *CRATE, *DRUM, *SACK, *SMOKE)
INKS = {HEX_NAME: (HEX_NAME_DUSK, HEX_NAME)}

EXPERT = "#f0b400"
CAN = "#d3d7dc"
PAINT = "#cc79a7"
HINT = "#e69f00"  # who decides, what is aimed at
WAY = "#6b6f76"  # ways gone
