"""An empty board, on which a scenario places what stands there before the set-up begins."""

from typing import Any

from paintball_env.rules.state import NONE, OVER, Game
from paintball_env.rules.turns import ask, clear_pending
from tabletop.compiling import rule


@rule
def clear(game: Game) -> None:
    """Make an empty table of a record of zeros: no figure is placed; cover, Marshals and flags are the scenario's."""
    game.winner = NONE
    ask(game, OVER, NONE)
    clear_pending(game)
    for team in range(2):
        for number in range(game.figure.shape[1]):
            game.figure[team, number].hex = NONE


@rule
def clear_one(games: Any) -> None:
    """`clear` on `games[0]`; for Python, since a record as an argument costs some microseconds."""
    clear(games[0])
