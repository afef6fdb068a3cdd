"""PaintBall Mini on an open table (docs/open-table.md): the same game, whose ground is measured in millimetres.

It offers what `paintball_env` does, and is an edition of it: the modules below replace those of the hexes, all others
are the same.
"""

from paintball_env import __version__ as __version__
from tabletop.front.face import face
from tabletop.game.edition import edition

edition(__name__, "paintball_env")
__getattr__, __dir__, __all__ = face(globals(), edition_of="paintball_env")  # of the names in `paintball_env`'s list
