"""What Python calls in compiled code to play: one game, or many games of one scenario.

All take arrays, never a record (that would cost some 3 µs a call), and do in one call what a step needs. What each
array is, tabletop/game/arrays.py says; one order holds for all functions. `index` is the number of one game.

Functions ending in `_parallel` do the same on all cores and give the same bytes; waking the threads costs some 30 µs.
"""

from typing import Any

import numba
import numpy as np

from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule
from tabletop.game.arrays import (
    Actions,
    Cells,
    Chances,
    Deciding,
    Games,
    Mask,
    Masks,
    Numbers,
    Observations,
    Plain,
    Rows,
    Seed,
    Seeds,
    Sides,
    Starts,
    Values,
    Weights,
    Worlds,
)
from tabletop.game.choices import choice_key, choose, start_of
from tabletop.game.header import OVER, Record

rules: Any  # the game's own kernels, put in before this file is run

ONE = np.uint64(1)
take = getattr(rules, "take", rules.step)  # of an action that is known to be legal


# One game, for the façade: masks int8 [A] of the team that decides.


@rule
def begin_game(worlds: Worlds, chances: Chances, games: Games, starts: Starts, seed: Seed, mask: Mask) -> int:
    """Begin `games[0]` from `seed` (uint64); `starts` may be `games` itself. Returns the number of legal actions."""
    games[0] = starts[0]
    return rules.begin(worlds[0], games[0], chances[0], seed, mask)


@rule
def step_game(worlds: Worlds, chances: Chances, games: Games, action: int, mask: Mask) -> int:
    """Carry out the decider's action in `games[0]`; 0 if it is illegal and nothing has changed."""
    return rules.step(worlds[0], games[0], chances[0], action, mask)


@rule
def legal_game(worlds: Worlds, games: Games, mask: Mask) -> int:
    """Write the legal actions of `games[0]`, and return their number."""
    return rules.legal_actions(worlds[0], games[0], mask)


@rule
def is_legal_game(worlds: Worlds, games: Games, action: int) -> bool:
    """Whether the deciding team of `games[0]` may take the action."""
    return rules.is_legal(worlds[0], games[0], action)


# One game and both teams' views: the environments of a single game.


@rule
def _look(world: Record, game: Record, masks: Masks, cells: Cells, views: Observations) -> None:
    # The decider's mask has been written to row 0. It is copied element by element: for `masks[1] = masks[0]` Numba
    # would compile its shape-mismatch error with string formatting, a seventh of the first compilation.
    wait = masks.shape[1] - 1
    for action in range(masks.shape[1]):
        legal = masks[0, action]
        masks[0, action] = legal if game.decider == 0 else 0
        masks[1, action] = legal if game.decider == 1 else 0
    for team in range(2):
        if game.decider != team:
            masks[team, wait] = 1
    for team in range(2):
        rules.observe(world, game, team, cells, views[team])


@rule
def look_one(worlds: Worlds, games: Games, index: int, masks: Masks, cells: Cells, views: Observations) -> None:
    """Write both teams' masks, int8 [2, A] (never all 0: who doesn't decide may wait), and views, float32 [2, D]."""
    rules.legal_actions(worlds[0], games[index], masks[0])
    _look(worlds[0], games[index], masks, cells, views)


@rule
def begin_one(
    worlds: Worlds,
    chances: Chances,
    games: Games,
    index: int,
    starts: Starts,
    seed: Seed,
    masks: Masks,
    cells: Cells,
    views: Observations,
) -> None:
    """Begin game `index` anew from `seed` (uint64), then `look_one`."""
    games[index] = starts[0]
    rules.begin(worlds[0], games[index], chances[0], seed, masks[0])
    _look(worlds[0], games[index], masks, cells, views)


@rule
def step_one(
    worlds: Worlds,
    chances: Chances,
    games: Games,
    index: int,
    action: int,
    masks: Masks,
    cells: Cells,
    views: Observations,
) -> int:
    """Carry out the decider's action, then `look_one`; 1 if it was legal, 0 if nothing has changed."""
    if action < 0 or action >= masks.shape[1]:
        return 0
    if rules.step(worlds[0], games[index], chances[0], action, masks[0]) == 0:
        return 0
    _look(worlds[0], games[index], masks, cells, views)
    return 1


@rule
def potential_one(worlds: Worlds, games: Games, index: int, team: int, weights: Weights) -> float:
    """The shaping potential of game `index` for `team`; weights float64 [k], the game's own."""
    return rules.potential(worlds[0], games[index], team, weights)


# Many games.


@rule
def begin_rows(
    worlds: Worlds, chances: Chances, games: Games, rows: Rows, starts: Starts, seeds: Seeds, masks: Masks
) -> None:
    """Begin these games anew from their seeds, each as a copy of one of `starts`, and write their masks."""
    for i in range(rows.shape[0]):
        row = rows[i]
        games[row] = starts[start_of(seeds[row], starts.shape[0])]
        rules.begin(worlds[0], games[row], chances[0], seeds[row], masks[row])


@rule
def _step_row(worlds: Worlds, chances: Chances, games: Games, row: int, actions: Actions, masks: Masks) -> int:
    action = actions[row]
    if action < 0 or action >= masks.shape[1]:
        return 1
    return 1 - rules.step(worlds[0], games[row], chances[0], action, masks[row])


@rule
def step_rows(
    worlds: Worlds, chances: Chances, games: Games, rows: Rows, actions: Actions, masks: Masks, illegal: Int8
) -> int:
    """Carry out one action a game and renew its mask; count the illegal ones, which change nothing.

    `illegal`, int8 [B], is written for `rows`: 1 where the action was illegal.
    """
    wrong = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        illegal[row] = _step_row(worlds, chances, games, row, actions, masks)
        wrong += illegal[row]
    return wrong


@rule(parallel=True)
def step_rows_parallel(
    worlds: Worlds, chances: Chances, games: Games, rows: Rows, actions: Actions, masks: Masks, illegal: Int8
) -> int:
    """`step_rows` on all cores."""
    wrong = 0
    for i in numba.prange(rows.shape[0]):
        row = rows[i]
        illegal[row] = _step_row(worlds, chances, games, row, actions, masks)
        wrong += illegal[row]
    return wrong


@rule
def observe_rows(
    worlds: Worlds, games: Games, rows: Rows, sides: Sides, cells: Cells, observations: Observations
) -> None:
    """Write the view of team `sides[row]` on each game, for `rows`."""
    for i in range(rows.shape[0]):
        row = rows[i]
        rules.observe(worlds[0], games[row], sides[row], cells, observations[row])


@rule(parallel=True)
def observe_rows_parallel(
    worlds: Worlds, games: Games, rows: Rows, sides: Sides, cells: Cells, observations: Observations
) -> None:
    """`observe_rows` on all cores."""
    for i in numba.prange(rows.shape[0]):
        row = rows[i]
        rules.observe(worlds[0], games[row], sides[row], cells, observations[row])


@rule
def potential_rows(
    worlds: Worlds, games: Games, rows: Rows, sides: Sides, weights: Weights, potentials: Values
) -> None:
    """Write the shaping potential for team `sides[row]`; potentials float64 [B], written for `rows`."""
    for i in range(rows.shape[0]):
        potentials[rows[i]] = rules.potential(worlds[0], games[rows[i]], sides[rows[i]], weights)


@rule
def count_orders(worlds: Worlds, games: Games, rows: Rows, actions: Actions, counts: Numbers) -> None:
    """Add the orders about to be given in these games to `counts`, int64 [number of the game's kinds of order]."""
    for i in range(rows.shape[0]):
        kind = rules.order_of(worlds[0], games[rows[i]].decision, actions[rows[i]])
        if kind >= 0:
            counts[kind] += 1


# Uniform random play.


@rule
def play_rows(
    worlds: Worlds,
    chances: Chances,
    games: Games,
    rows: Rows,
    of_deciding: Plain,
    cells: Cells,
    observations: Observations,
    limit: int,
    lengths: Numbers,
) -> None:
    """Play these games on at random until team `sides[row]` of `of_deciding` decides or they are over.

    `observations` is float32 [B, D], where the decider's view is written at each decision, or [B, 0]: none is made.
    `limit` is the most decisions a game; `lengths`, int64 [B], is written for `rows`: decisions made.
    """
    world, chance = worlds[0], chances[0]
    deciding = Deciding(*of_deciding)
    for i in range(rows.shape[0]):
        row = rows[i]
        game, mask, side = games[row], deciding.masks[row], deciding.sides[row]
        decisions = 0
        while game.decision != OVER and game.decider != side and decisions < limit:
            if observations.shape[1] > 0:
                rules.observe(world, game, game.decider, cells, observations[row])
            key = choice_key(deciding.seeds[row], deciding.counters[row])
            take(world, game, chance, choose(mask, key), mask)
            deciding.counters[row] += ONE
            decisions += 1
        lengths[row] = decisions


@rule(parallel=True)
def play_rows_parallel(
    worlds: Worlds,
    chances: Chances,
    games: Games,
    rows: Rows,
    of_deciding: Plain,
    cells: Cells,
    observations: Observations,
    limit: int,
    lengths: Numbers,
) -> None:
    """`play_rows` on all cores."""
    for i in numba.prange(rows.shape[0]):
        play_rows(worlds, chances, games, rows[i : i + 1], of_deciding, cells, observations, limit, lengths)
