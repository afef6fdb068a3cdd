"""Compiled functions over many games that need no rules: seeds and sides of episodes, who waits, random choices.

Arguments as in `tabletop.game.arrays`.
"""

import numpy as np

from tabletop.base.arrays import Float32
from tabletop.compiled.compiling import rule
from tabletop.game.arrays import (
    Actions,
    Counters,
    Games,
    Key,
    Keys,
    Mask,
    Masks,
    Play,
    Rows,
    Seed,
    Seeds,
    Sides,
    Weights,
)
from tabletop.game.hashing import GOLDEN, mix, unit
from tabletop.game.header import NONE, OVER, result

_U = np.uint64
# Keep these draws apart from each other and from the dice.
_CHOICES, _SLOTS, _SIDES, _STARTS = _U(0x43686F696365), _U(0x536C6F74), _U(0x5369646573), _U(0x537461727473)
ANY_SIDE = 2  # the learner's team by lot
MOST_SKIPPED = 1000  # games in a row that end before anybody has decided anything: after them something must be wrong
_S32, _S63 = _U(32), _U(63)
_RUN = 16  # actions of a mask that are counted at once


@rule
def episode_rows(rows: Rows, play: Play, weights: Weights, side: int, paired: int) -> None:
    """Draw the next episode of these games: nothing but its stream, row and the episode's number decides about it.

    Counts up `play.episodes` and writes seeds, counters, sides (the learner's teams) and slots, the opponents' numbers,
    drawn by the cumulative `weights`, the last 1. With `side` 0 or 1 that is the learner's team in all games; NONE: in
    turn, so half of the games each; ANY_SIDE: by lot. With `paired` 1, two episodes of a row have the same seed and
    opponent, and sides swapped.
    """
    for i in range(rows.shape[0]):
        row = rows[i]
        play.episodes[row] += 1
        number = play.episodes[row] // 2 if paired == 1 else play.episodes[row]
        word = (_U(row) << _S32) + _U(number)
        seed = mix(play.streams[row] + GOLDEN * mix(word + GOLDEN))
        play.seeds[row] = seed
        play.counters[row] = _U(0)
        play.sides[row] = (row + play.episodes[row]) % 2 if side == NONE else side
        if side == ANY_SIDE:
            play.sides[row] = int(mix(seed ^ _SIDES) >> _S63)
        play.slots[row] = slot_of(seed, weights)


@rule
def slot_of(seed: Seed, weights: Weights) -> int:
    """The number of the opponent in a game with this seed, by the cumulative weights, the last 1."""
    share = unit(mix(seed ^ _SLOTS))
    slot = 0
    while slot < weights.shape[0] - 1 and share >= weights[slot]:
        slot += 1
    return slot


@rule
def start_of(seed: Seed, count: int) -> int:
    """Which one of `count` starting positions a game with this seed begins in; each as often."""
    return int((mix(seed ^ _STARTS) >> _S32) * _U(count) >> _S32)


@rule
def waiting_rows(games: Games, sides: Sides, out: Rows) -> int:
    """Write the games that wait for another team than `sides[row]` to `out` (int64 [B]), and return how many."""
    count = 0
    for row in range(games.shape[0]):
        if games[row].decision != OVER and games[row].decider != sides[row]:
            out[count] = row
            count += 1
    return count


@rule
def result_rows(games: Games, rows: Rows, sides: Sides, out: Float32) -> None:
    """Write the result for team `sides[row]`: +1, -1, or 0; out: float32 [B], written for `rows`."""
    for i in range(rows.shape[0]):
        out[rows[i]] = result(games[rows[i]], sides[rows[i]])


@rule(inline=True)
def choice_key(seed: Seed, counter: np.uint64) -> Key:
    """A random number for choice number `counter` of a game, apart from its dice."""
    return mix(mix(seed ^ _CHOICES) + GOLDEN * (counter + _U(1)))


@rule
def key_rows(rows: Rows, seeds: Seeds, counters: Counters, out: Keys) -> None:
    """Write a fresh random number for a choice in each of these games, counting it."""
    for i in range(rows.shape[0]):
        row = rows[i]
        out[row] = choice_key(seeds[row], counters[row])
        counters[row] += _U(1)


@rule
def choose(mask: Mask, key: Key) -> int:
    """One of the legal actions of a mask, not all 0, uniformly at random by `key`."""
    count = 0
    for action in range(mask.shape[0]):
        count += int(mask[action])
    left = np.int64((key >> _S32) * _U(count) >> _S32)  # unsigned, what follows would be floating-point numbers
    start = 0
    while start + _RUN <= mask.shape[0]:  # whole runs are counted many at a time, single ones aren't
        count = 0
        for action in range(start, start + _RUN):
            count += int(mask[action])
        if left < count:
            break
        left -= count
        start += _RUN
    for action in range(start, mask.shape[0]):
        left -= int(mask[action])
        if left < 0:
            return action
    return mask.shape[0] - 1


@rule
def outside_row(rows: Rows, actions: Actions, count: int) -> int:
    """Return the first of these rows whose action isn't a number from 0 to `count` - 1; -1: there is none."""
    for i in range(rows.shape[0]):
        if actions[rows[i]] < 0 or actions[rows[i]] >= count:
            return int(rows[i])
    return -1


@rule
def choose_rows(rows: Rows, masks: Masks, keys: Keys, actions: Actions) -> None:
    """Write a random legal action for each of these games, by its number in `keys`."""
    for i in range(rows.shape[0]):
        actions[rows[i]] = choose(masks[rows[i]], keys[rows[i]])
