"""Whole games of a game's own policy in one call, decision for decision as if it had been asked each time.

The game's module of planning has `policy` (tabletop/game/templates/planning.py). Arguments as in
`tabletop.game.arrays`; `parameters` are of shape (1,).
"""

from typing import Any

import numba
import numpy as np

from tabletop.compiled.compiling import rule
from tabletop.game.arrays import (
    Actions,
    Chances,
    Counters,
    Deciding,
    Games,
    Keys,
    Masks,
    Numbers,
    Parameters,
    Plain,
    Rows,
    Seeds,
    Sides,
    Worlds,
)
from tabletop.game.choices import choice_key
from tabletop.game.header import OVER

rules: Any  # the game's own kernels with its policy, put in before this file is run

ONE = np.uint64(1)


@rule
def choose_rows(
    worlds: Worlds, games: Games, rows: Rows, masks: Masks, actions: Actions, keys: Keys, parameters: Parameters
) -> None:
    """Write the policy's action for each of these games, by its number in `keys` (uint64 [B])."""
    for i in range(rows.shape[0]):
        row = rows[i]
        actions[row] = rules.policy(worlds[0], games[row], masks[row], parameters[0], keys[row])


@rule
def play_rows(
    worlds: Worlds, chances: Chances, games: Games, rows: Rows, of_deciding: Plain, parameters: Parameters
) -> None:
    """Play these games on by the policy until team `sides[row]` of `of_deciding` decides or they are over."""
    deciding = Deciding(*of_deciding)
    for i in range(rows.shape[0]):
        row = rows[i]
        game, mask, side = games[row], deciding.masks[row], deciding.sides[row]
        while game.decision != OVER and game.decider != side:
            key = choice_key(deciding.seeds[row], deciding.counters[row])
            deciding.counters[row] += ONE
            action = rules.policy(worlds[0], game, mask, parameters[0], key)
            rules.step(worlds[0], game, chances[0], action, mask)


@rule(parallel=True)
def play_rows_parallel(
    worlds: Worlds, chances: Chances, games: Games, rows: Rows, of_deciding: Plain, parameters: Parameters
) -> None:
    """`play_rows` on all cores."""
    for i in numba.prange(rows.shape[0]):
        play_rows(worlds, chances, games, rows[i : i + 1], of_deciding, parameters)


@rule
def duel_rows(
    worlds: Worlds,
    chances: Chances,
    games: Games,
    rows: Rows,
    teams: Sides,
    noise: Seeds,
    counters: Counters,
    masks: Masks,
    parameters: Parameters,
    counts: Numbers,
    lengths: Numbers,
) -> None:
    """Play these games to their end, the policy against itself with other parameters, shape (2,).

    `teams`, int64 [B], are the first player's; `noise`, uint64 [2, B], seeds of the players' noise, and `counters`,
    uint64 [2, B], their choices so far. To `counts`, int64 [2, orders], the players' orders are added
    (tabletop.rate.matches.profile), and to `lengths` each game's decisions.
    """
    for i in range(rows.shape[0]):
        row = rows[i]
        game, mask = games[row], masks[row]
        while game.decision != OVER:
            who = 0 if game.decider == teams[row] else 1
            key = choice_key(noise[who, row], counters[who, row])
            counters[who, row] += ONE
            action = rules.policy(worlds[0], game, mask, parameters[who], key)
            order = rules.order_of(worlds[0], game.decision, action)
            if order >= 0:
                counts[who, order] += 1
            rules.step(worlds[0], game, chances[0], action, mask)
            lengths[row] += 1
