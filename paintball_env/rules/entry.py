"""For Python: rules of single games that take arrays alone, since a record as an argument costs some microseconds."""

from typing import Any

from paintball_env.rules import play
from tabletop.compiling import rule


@rule
def clear_one(games: Any) -> None:
    """`play.clear` on `games[0]`."""
    play.clear(games[0])
