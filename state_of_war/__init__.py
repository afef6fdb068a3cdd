"""State of War, a skirmish of the American Civil War on an open table (docs/state-of-war.md).

Importing it enters the environments' ids in Gymnasium's and PettingZoo's registries. The names below are loaded when
they are first used. They are those of `paintball_env`, except what only PaintBall has.
"""

from state_of_war.registration import register
from tabletop.front.face import face

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = face(globals())  # of the names in `__init__.pyi`

register()
