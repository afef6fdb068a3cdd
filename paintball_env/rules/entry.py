"""An empty board, on which a scenario places what stands there before the set-up begins."""

from paintball_env.rules.ground import clear_ground
from paintball_env.rules.state import NONE, OVER
from paintball_env.rules.turns import ask, clear_pending
from tabletop.base.arrays import Records
from tabletop.compiled.compiling import rule


@rule
def clear(games: Records) -> None:
    """Make an empty board of a record of zeros: no figure is placed; cover, Marshals and flags are the scenario's.

    Args:
      games: the record, shape (1,): an array, since from Python a record as an argument costs some microseconds.
    """
    game = games[0]
    game.winner = NONE
    ask(game, OVER, NONE)
    clear_pending(game)
    clear_ground(game)
    for team in range(2):
        for number in range(game.figure.shape[1]):
            game.figure[team, number].hex = NONE
