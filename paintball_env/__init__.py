"""PaintBall Mini, a tabletop skirmish, as an environment for learning agents.

Importing it enters the environments' ids in Gymnasium's and PettingZoo's registries. The names below are loaded when
they are first used, so the import itself compiles nothing and loads neither Numba nor PyTorch.
"""

from paintball_env.registration import register
from tabletop.front.face import face

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = face(globals())  # of the names in `__init__.pyi`

register()
