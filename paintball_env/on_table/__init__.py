"""PaintBall Mini on an open table: PaintBall's modules, but for those below (docs/open-table.md)."""

from tabletop.game.edition import edition

edition(__name__, "paintball_env")
