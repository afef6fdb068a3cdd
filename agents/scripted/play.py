"""Whole games of the scripted bots in one call of compiled code, decision for decision as if each had been asked.

Arguments as in `tabletop.templates.batch`; `tempers` are the bots' records (`Temperament.record`).
"""

from typing import Any

import numba
import numpy as np

from paintball_env.orders import NO_ORDER, order_of
from paintball_env.rules.play import step
from paintball_env.rules.state import OVER
from tabletop.choices import choice_key
from tabletop.compiling import rule

from .choice import choose
from .choice import choose_rows as choose_rows

ONE = np.uint64(1)


@rule
def _play_row(
    worlds: Any, chances: Any, games: Any, row: int, side: int, seeds: Any, counters: Any, masks: Any, tempers: Any
) -> None:
    game, mask = games[row], masks[row]
    while game.decision != OVER and game.decider != side:
        key = choice_key(seeds[row], counters[row])
        counters[row] += ONE
        step(worlds[0], game, chances[0], choose(worlds[0], game, mask, tempers[0], key), mask)


@rule
def play_rows(
    worlds: Any, chances: Any, games: Any, rows: Any, sides: Any, seeds: Any, counters: Any, masks: Any, tempers: Any
) -> None:
    """Play these games on with one bot, `tempers` [1], until team `sides[row]` decides or they are over."""
    for i in range(rows.shape[0]):
        _play_row(worlds, chances, games, rows[i], sides[rows[i]], seeds, counters, masks, tempers)


@rule(parallel=True)
def play_rows_parallel(
    worlds: Any, chances: Any, games: Any, rows: Any, sides: Any, seeds: Any, counters: Any, masks: Any, tempers: Any
) -> None:
    """`play_rows` on all cores."""
    for i in numba.prange(rows.shape[0]):
        _play_row(worlds, chances, games, rows[i], sides[rows[i]], seeds, counters, masks, tempers)


@rule
def duel_rows(
    worlds: Any, chances: Any, games: Any, rows: Any, teams: Any, noise: Any, counters: Any, masks: Any, tempers: Any,
    counts: Any, lengths: Any,
) -> None:  # fmt: skip
    """Play these games to their end, bot against bot.

    Args:
      worlds: see `tabletop.templates.batch`.
      chances: the same.
      games: the same.
      rows: the same.
      masks: the same.
      teams: int64[B], the first bot's team.
      noise: uint64[2, B], seeds of the bots' noise.
      counters: uint64[2, B], their choices so far.
      tempers: the two bots' records, [2].
      counts: int64[2, len(ORDERS)], to which the bots' orders are added (tabletop.matches.profile).
      lengths: int64[B], to which each game's decisions are added.
    """
    for i in range(rows.shape[0]):
        row = rows[i]
        game, mask = games[row], masks[row]
        while game.decision != OVER:
            who = 0 if game.decider == teams[row] else 1
            key = choice_key(noise[who, row], counters[who, row])
            counters[who, row] += ONE
            action = choose(worlds[0], game, mask, tempers[who], key)
            order = order_of(worlds[0], game.decision, action)
            if order != NO_ORDER:
                counts[who, order] += 1
            step(worlds[0], game, chances[0], action, mask)
            lengths[row] += 1
