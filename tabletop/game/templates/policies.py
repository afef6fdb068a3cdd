"""Whole games of a game's own policy in one call, decision for decision as if it had been asked each time.

The game's module of planning has `policy` (tabletop/game/templates/planning.py). Arguments as in
`tabletop.game.templates.batch`; `parameters`, shape (1,), is what the policy takes.
"""

from typing import Any

import numba
import numpy as np

from tabletop.compiled.compiling import rule
from tabletop.game.choices import choice_key
from tabletop.game.header import OVER

rules: Any  # the game's own kernels with its policy, put in before this file is run

ONE = np.uint64(1)


@rule
def choose_rows(worlds, games, rows, masks, actions, keys, parameters):
    """Write the policy's action for each of these games, by its number in `keys` (uint64 [B])."""
    for i in range(rows.shape[0]):
        row = rows[i]
        actions[row] = rules.policy(worlds[0], games[row], masks[row], parameters[0], keys[row])


@rule
def _play_row(worlds, chances, games, row, side, seeds, counters, masks, parameters):
    game, mask = games[row], masks[row]
    while game.decision != OVER and game.decider != side:
        key = choice_key(seeds[row], counters[row])
        counters[row] += ONE
        action = rules.policy(worlds[0], game, mask, parameters[0], key)
        rules.step(worlds[0], game, chances[0], action, mask)


@rule
def play_rows(worlds, chances, games, rows, sides, seeds, counters, masks, parameters):
    """Play these games on by the policy until team `sides[row]` decides or they are over."""
    for i in range(rows.shape[0]):
        _play_row(worlds, chances, games, rows[i], sides[rows[i]], seeds, counters, masks, parameters)


@rule(parallel=True)
def play_rows_parallel(worlds, chances, games, rows, sides, seeds, counters, masks, parameters):
    """`play_rows` on all cores."""
    for i in numba.prange(rows.shape[0]):
        _play_row(worlds, chances, games, rows[i], sides[rows[i]], seeds, counters, masks, parameters)


@rule
def duel_rows(worlds, chances, games, rows, teams, noise, counters, masks, parameters, counts, lengths):
    """Play these games to their end, the policy against itself with other parameters.

    Args:
      worlds: see `tabletop.game.templates.batch`.
      chances: the same.
      games: the same.
      rows: the same.
      masks: the same.
      teams: int64 [B], the first player's team.
      noise: uint64 [2, B], seeds of the players' noise.
      counters: uint64 [2, B], their choices so far.
      parameters: what the policy takes of each player, shape (2,).
      counts: int64 [2, orders], to which the players' orders are added (tabletop.rate.matches.profile).
      lengths: int64 [B], to which each game's decisions are added.
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
