"""The results of actions in many games, each with its probability: what the odds count for one (tabletop/play/odds.py).

Probabilities are floating-point numbers here, since planners weigh values with them. Results that are equal but for
their dice are one. Where a game halts in the middle of an action, equal records go on as one.

Arguments as in `tabletop.game.arrays`, and:

    tapes    a chance record for tapes, shape (1,)
    own      int64 [j, 2], classes and results of the game's own kinds of draw
    odds     float64 [j], their probabilities
    halts    int64 [h], the kinds of decision in a record that has halted in the middle of an action
    limit    most ways for the dice of an action to fall
"""

from typing import Any

import numpy as np

from tabletop.base.arrays import Float64, Int64, UInt64
from tabletop.compiled.compiling import instantiate, rule
from tabletop.game.arrays import Actions, Chances, Games, Plain, ResultRoom, Rows, Worlds
from tabletop.game.chance import TAPED
from tabletop.game.hashing import hash_words

rules: Any  # the game's own kernels, put in before this file is run

tree = instantiate("tabletop.game.templates.tapes", rules.__name__)
likely, next_result, advance = tree.likely, tree.next_result, tree.advance

DONE, MISSING, FULL = 0, 1, 2  # why `results_of` has ended


@rule
def _place(room: Plain, first: int, count: int, key: np.uint64) -> int:
    """Where the position in `trials` is among the results from `first` on; `count`: it is none of them."""
    keys, words, position = room[5], room[4], room[2]
    for i in range(first, count):
        if keys[i] == key:
            alike = True
            for word in range(position.shape[0]):
                if position[word] != words[i, word]:
                    alike = False
                    break
            if alike:
                return i
    return count


@rule
def _halts(decision: int, halts: Int64) -> bool:
    halted = False
    for i in range(halts.shape[0]):
        halted = halted or decision == halts[i]
    return halted


@rule
def results_of(
    worlds: Worlds,
    tapes: Chances,
    games: Games,
    row: int,
    action: int,
    own: Int64,
    odds: Float64,
    halts: Int64,
    limit: int,
    of_room: Plain,
    begun: int,
    state: Int64,
) -> int:
    """Write the results of a legal action in one of these games, which don't change, from place `begun` on.

    of_room: see `ResultRoom`, as a plain tuple; state: int64 [1], written: DONE; MISSING: a draw of the game's own kind
    isn't in `own`, `tapes` says which; FULL. Returns the place behind them; `begun`: there are too many ways.
    """
    room = ResultRoom(*of_room)
    mask, trials, position, pool = room.mask, room.trials, room.position, room.games
    chance, trial = tapes[0], trials[0]
    chance.mode = TAPED
    chance.halting = 1
    state[0] = DONE
    count = begun
    tried = 0
    from_here = begun - 1  # the game itself; then those results that have halted
    while from_here < count:
        reached = 1.0
        if from_here >= begun:
            if not _halts(pool[from_here].decision, halts):
                from_here += 1
                continue
            reached = room.chances[from_here]
            room.keys[from_here] = ~room.keys[from_here]  # not met again: what comes later is another one
        length = 0
        while True:
            chance.length = length
            if from_here < begun:
                trials[0] = games[row]
                rules.step(worlds[0], trial, chance, action, mask)
            else:
                trials[0] = pool[from_here]
                rules.go_on(worlds[0], trial, chance, mask)
            if chance.used > length:
                if length + 1 >= chance.result.shape[0]:
                    return begun
                chance.result[length] = next_result(chance.classes[length], 0)
                length += 1
                continue
            tried += 1
            if tried > limit:
                return begun
            part = reached
            for draw in range(length):
                share = likely(chance.classes[draw], chance.result[draw], own, odds)
                if share < 0.0:
                    state[0] = MISSING
                    return begun
                part *= share
            trial.dice.seed = 0
            trial.dice.rolled[:] = 0
            key = hash_words(position)
            place = _place(of_room, begun, count, key)
            if place == count:
                if count == pool.shape[0]:
                    state[0] = FULL
                    return begun
                pool[count] = trials[0]
                room.keys[count] = key
                room.chances[count] = 0.0
                count += 1
            room.chances[place] += part
            length = advance(chance, length)
            if length == 0:
                break
        if from_here >= begun:
            room.chances[from_here] = 0.0  # it has gone on
        from_here += 1
    kept = begun
    for place in range(begun, count):
        if room.chances[place] > 0.0:
            if kept != place:
                pool[kept] = pool[place]
                room.keys[kept] = room.keys[place]
                room.chances[kept] = room.chances[place]
            kept += 1
    return kept


@rule
def results_of_rows(
    worlds: Worlds,
    tapes: Chances,
    games: Games,
    rows: Rows,
    actions: Actions,
    own: Int64,
    odds: Float64,
    halts: Int64,
    limit: int,
    first: int,
    of_room: Plain,
    starts: Int64,
    state: Int64,
) -> int:
    """Write the results of an action in each of these games, one game behind the other (see `results_of`).

    actions: int64 [k], legal ones; first: the index in `rows` to go on at; starts: int64 [k + 1], where the results of
    each game begin; equal to the next one: there were too many ways. Returns the index in `rows` to go on at.
    """
    for i in range(first, rows.shape[0]):
        starts[i + 1] = results_of(
            worlds, tapes, games, rows[i], actions[i], own, odds, halts, limit, of_room, starts[i], state
        )
        if state[0] != DONE:
            return i
    return rows.shape[0]


@rule
def keys_of_rows(words: UInt64, rows: Rows, out: UInt64) -> None:
    """Write hashes of these games' positions; words: uint64 [B, W], their bytes behind the dice; out: uint64 [k]."""
    for i in range(rows.shape[0]):
        out[i] = hash_words(words[rows[i]])
