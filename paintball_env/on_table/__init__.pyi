# The names of this package are those of `paintball_env`, of its own modules (`tabletop/game/edition.py`).

from paintball_env import *

__version__: str
