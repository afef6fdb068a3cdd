"""What Python calls in compiled code to play: one game, or many games of one scenario.

All take arrays, never a record (that would cost some 3 µs a call), and do in one call what a step needs. Arguments have
one order and one meaning, for B games, A actions and observations of D numbers:

    worlds        the scenario's rules and board, shape (1,)
    chances       the source of dice, shape (1,); one of play, untraced, is only read and serves any number of games
    games         records of games, shape (B,)
    rows          int64 [k]: the games to touch, each once; or `index`: the one
    starts        the record before the first decision, shape (1,): what a new game is a copy of; many games begin as
                  copies of several, shape (S,), drawn by their seeds
    sides         int64 [B]: the team in question of each game, 0 or 1
    seeds         uint64 [B]: seeds of the games
    counters      uint64 [B]: choices made so far by those who choose at random; 0 at a game's beginning
    actions       int64 [B]
    masks         int8 [B, A]: legal actions of the team that decides, in its own-side numbering; all 0 when it is over
    cells         int16: the encoding of observations, as the game's `Encoding` says
    observations  float32 [B, D]

Functions ending in `_parallel` do the same on all cores and give the same bytes; waking the threads costs some 30 µs.
"""

from typing import Any

import numba
import numpy as np

from tabletop.compiled.compiling import rule
from tabletop.game.choices import choice_key, choose, start_of
from tabletop.game.header import OVER

rules: Any  # the game's own kernels, put in before this file is run

ONE = np.uint64(1)


# One game, for the façade: masks int8 [A] of the team that decides.


@rule
def begin_game(worlds, chances, games, starts, seed, mask):
    """Begin `games[0]` from `seed` (uint64); `starts` may be `games` itself. Returns the number of legal actions."""
    games[0] = starts[0]
    return rules.begin(worlds[0], games[0], chances[0], seed, mask)


@rule
def step_game(worlds, chances, games, action, mask) -> int:
    """Carry out the decider's action in `games[0]`; 0 if it is illegal and nothing has changed."""
    return rules.step(worlds[0], games[0], chances[0], action, mask)


@rule
def legal_game(worlds, games, mask) -> int:
    """Write the legal actions of `games[0]`, and return their number."""
    return rules.legal_actions(worlds[0], games[0], mask)


@rule
def is_legal_game(worlds, games, action) -> bool:
    """Whether the deciding team of `games[0]` may take the action."""
    return rules.is_legal(worlds[0], games[0], action)


# One game and both teams' views: the environments of a single game.


@rule
def _look(world, game, masks, cells, views):
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
def look_one(worlds, games, index, masks, cells, views):
    """Write both teams' masks, int8 [2, A] (never all 0: who doesn't decide may wait), and views, float32 [2, D]."""
    rules.legal_actions(worlds[0], games[index], masks[0])
    _look(worlds[0], games[index], masks, cells, views)


@rule
def begin_one(worlds, chances, games, index, starts, seed, masks, cells, views):
    """Begin game `index` anew from `seed` (uint64), then `look_one`."""
    games[index] = starts[0]
    rules.begin(worlds[0], games[index], chances[0], seed, masks[0])
    _look(worlds[0], games[index], masks, cells, views)


@rule
def step_one(worlds, chances, games, index, action, masks, cells, views) -> int:
    """Carry out the decider's action, then `look_one`; 1 if it was legal, 0 if nothing has changed."""
    if action < 0 or action >= masks.shape[1]:
        return 0
    if rules.step(worlds[0], games[index], chances[0], action, masks[0]) == 0:
        return 0
    _look(worlds[0], games[index], masks, cells, views)
    return 1


@rule
def potential_one(worlds, games, index, team, weights) -> float:
    """The shaping potential of game `index` for `team`; weights float64 [k], the game's own."""
    return rules.potential(worlds[0], games[index], team, weights)


# Many games.


@rule
def begin_rows(worlds, chances, games, rows, starts, seeds, masks):
    """Begin these games anew from their seeds, each as a copy of one of `starts`, and write their masks."""
    for i in range(rows.shape[0]):
        row = rows[i]
        games[row] = starts[start_of(seeds[row], starts.shape[0])]
        rules.begin(worlds[0], games[row], chances[0], seeds[row], masks[row])


@rule
def _step_row(worlds, chances, games, row, actions, masks) -> int:
    action = actions[row]
    if action < 0 or action >= masks.shape[1]:
        return 1
    return 1 - rules.step(worlds[0], games[row], chances[0], action, masks[row])


@rule
def step_rows(worlds, chances, games, rows, actions, masks, illegal) -> int:
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
def step_rows_parallel(worlds, chances, games, rows, actions, masks, illegal) -> int:
    """`step_rows` on all cores."""
    wrong = 0
    for i in numba.prange(rows.shape[0]):
        row = rows[i]
        illegal[row] = _step_row(worlds, chances, games, row, actions, masks)
        wrong += illegal[row]
    return wrong


@rule
def observe_rows(worlds, games, rows, sides, cells, observations):
    """Write the view of team `sides[row]` on each game, for `rows`."""
    for i in range(rows.shape[0]):
        row = rows[i]
        rules.observe(worlds[0], games[row], sides[row], cells, observations[row])


@rule(parallel=True)
def observe_rows_parallel(worlds, games, rows, sides, cells, observations):
    """`observe_rows` on all cores."""
    for i in numba.prange(rows.shape[0]):
        row = rows[i]
        rules.observe(worlds[0], games[row], sides[row], cells, observations[row])


@rule
def potential_rows(worlds, games, rows, sides, weights, potentials):
    """Write the shaping potential for team `sides[row]`; potentials float64 [B], written for `rows`."""
    for i in range(rows.shape[0]):
        potentials[rows[i]] = rules.potential(worlds[0], games[rows[i]], sides[rows[i]], weights)


@rule
def count_orders(worlds, games, rows, actions, counts):
    """Add the orders about to be given in these games to `counts`, int64 [number of the game's kinds of order]."""
    for i in range(rows.shape[0]):
        kind = rules.order_of(worlds[0], games[rows[i]].decision, actions[rows[i]])
        if kind >= 0:
            counts[kind] += 1


# Uniform random play.


@rule
def _play_row(worlds, chances, games, row, side, seeds, counters, masks, cells, observations, limit) -> int:
    """Play at random until `side` decides (NONE: nobody stops it), the game is over, or `limit` is reached."""
    world = worlds[0]
    game = games[row]
    chance = chances[0]
    mask = masks[row]
    decisions = 0
    while game.decision != OVER and game.decider != side and decisions < limit:
        if observations.shape[1] > 0:
            rules.observe(world, game, game.decider, cells, observations[row])
        rules.step(world, game, chance, choose(mask, choice_key(seeds[row], counters[row])), mask)
        counters[row] += ONE
        decisions += 1
    return decisions


@rule
def play_rows(worlds, chances, games, rows, sides, seeds, counters, masks, cells, observations, limit, lengths):
    """Play these games on at random until team `sides[row]` decides or they are over.

    Masks must be the games' own, and are renewed. With NONE as the side nobody stops the play. `observations` is
    float32 [B, D], where the decider's view is written at each decision, or [B, 0]: none is made. `limit` is the most
    decisions a game; `lengths`, int64 [B], is written for `rows`: decisions made.
    """
    for i in range(rows.shape[0]):
        row = rows[i]
        lengths[row] = _play_row(
            worlds, chances, games, row, sides[row], seeds, counters, masks, cells, observations, limit
        )


@rule(parallel=True)
def play_rows_parallel(
    worlds, chances, games, rows, sides, seeds, counters, masks, cells, observations, limit, lengths
):
    """`play_rows` on all cores."""
    for i in numba.prange(rows.shape[0]):
        row = rows[i]
        lengths[row] = _play_row(
            worlds, chances, games, row, sides[row], seeds, counters, masks, cells, observations, limit
        )
