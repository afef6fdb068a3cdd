"""The package of PaintBall's bots: the folder `agents/` of the checkout.

Bots are imported as `paintball_env.bots.…`, never as `agents.…`: that name belongs to whoever has a folder of it, and
many projects have. An installed wheel holds the folder at this module's place, so this file isn't in it.
"""

from pathlib import Path

__path__ = [str(Path(__file__).resolve().parent.parent / "agents")]
