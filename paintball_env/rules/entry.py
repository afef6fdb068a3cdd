"""An empty board, on which a scenario places what stands there before the set-up begins."""

from typing import Any

from paintball_env.rules.state import FLAGS, MARSHALS, NONE, OVER, RUNNING, Game
from paintball_env.rules.turns import ask, clear_pending
from tabletop.compiling import rule


@rule
def clear(game: Game) -> None:
    """An empty table: turn 0, nothing placed; the cover on the map and the Marshals of no team stay as they are."""
    game.turn = 0
    game.phase = 0
    game.acting = 0
    game.second = 0
    game.ending = RUNNING
    game.winner = NONE
    ask(game, OVER, NONE)
    clear_pending(game)
    game.dice.rolled[:] = 0
    for team in range(2):
        game.side[team].score = 0
        game.side[team].used = 0
        game.side[team].soft = 0
        game.side[team].hard = 0
        for number in range(game.figure.shape[1]):
            game.figure[team, number].hex = NONE
    for index in range(MARSHALS):
        game.marshal[index].attends = NONE
    for index in range(FLAGS):
        game.flag[index].hex = NONE
        game.flag[index].carrier = NONE


@rule
def clear_one(games: Any) -> None:
    """`clear` on `games[0]`; for Python, since a record as an argument costs some microseconds."""
    clear(games[0])
