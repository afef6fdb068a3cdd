"""An enemy that stays at its base: what a bot weighs otherwise then, to attack it.

Where both teams sit in cover at home, a bot that likes its cover never leaves it, and the game is drawn. An attack
loses more often than it wins against an enemy who only waits for that; so it is made late, when a draw is near.
"""

import numpy as np
from numpy.typing import NDArray

from paintball_env.distances import steps
from paintball_env.rules.state import NONE, Game, World
from tabletop.compiled.compiling import rule

from .temperament import TEMPER, Temper

AT_HOME = 2  # steps round its base within which an enemy waits


@rule
def waits(world: World, game: Game, team: int) -> bool:
    """Tell whether all figures of a team are near its base."""
    for f in range(world.rules.team_size[team]):
        place = game.figure[team, f].hex
        if place != NONE and steps(world, place, world.board.home[team]) > AT_HOME:
            return False
    return True


@rule
def numbers_now(world: World, game: Game, team: int, temper: Temper) -> NDArray[np.void]:
    """Return the numbers by which a team decides, a record of `TEMPER` in an array [1]; a siege replaces some."""
    now = np.empty(1, TEMPER)  # an array of one record: a record alone wouldn't keep its memory
    now[0] = temper
    if game.turn > temper.siege * world.rules.max_turns and waits(world, game, 1 - team):
        now[0].cover = temper.siege_cover
        now[0].together = temper.siege_together
        now[0].outlook = temper.siege_outlook
        now[0].runner = temper.siege_runner
        now[0].second = temper.siege_second
        now[0].pack = temper.siege_pack
        now[0].caution = temper.siege_caution
        now[0].behind = temper.siege_behind
        now[0].ahead = temper.siege_ahead
    return now
