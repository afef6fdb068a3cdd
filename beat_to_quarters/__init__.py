"""Beat to Quarters, a battle of sailing ships on hexes (docs/beat-to-quarters.md).

Importing it enters the environments' ids in Gymnasium's and PettingZoo's registries. The names below are loaded when
they are first used. They are those of `paintball_env`, except what only PaintBall has.
"""

from beat_to_quarters.registration import register
from tabletop.front.face import face

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = face(globals())  # of the names in `__init__.pyi`

register()
