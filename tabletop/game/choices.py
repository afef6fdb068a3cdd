"""Compiled functions over many games that need no rules: seeds and sides of episodes, who waits, random choices.

Arguments as in `tabletop.game.templates.batch`.
"""

import numpy as np

from tabletop.compiled.compiling import rule
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
def episode_rows(streams, rows, episodes, seeds, counters, sides, slots, weights, side, paired):
    """Draw the next episode of these games: nothing but its stream, row and the episode's number decides about it.

    Counts up `episodes` (int64 [B], -1 before the first) and writes `seeds`, `counters`, `sides` (the learner's teams)
    and `slots` (int64 [B], the opponents' numbers, drawn by the cumulative `weights`, float64, the last 1). `streams`,
    uint64 [B], are the seeds of the rows' streams. With `side` 0 or 1 that is the learner's team in all games; NONE: in
    turn, so half of the games each; ANY_SIDE: by lot. With `paired` 1, two episodes of a row have the same seed and
    opponent, and sides swapped.
    """
    for i in range(rows.shape[0]):
        row = rows[i]
        episodes[row] += 1
        number = episodes[row] // 2 if paired == 1 else episodes[row]
        word = (_U(row) << _S32) + _U(number)
        seeds[row] = mix(streams[row] + GOLDEN * mix(word + GOLDEN))
        counters[row] = _U(0)
        sides[row] = (row + episodes[row]) % 2 if side == NONE else side
        if side == ANY_SIDE:
            sides[row] = int(mix(seeds[row] ^ _SIDES) >> _S63)
        slots[row] = slot_of(seeds[row], weights)


@rule
def slot_of(seed, weights) -> int:
    """The number of the opponent in a game with this seed (uint64), by the cumulative weights, float64, the last 1."""
    share = unit(mix(seed ^ _SLOTS))
    slot = 0
    while slot < weights.shape[0] - 1 and share >= weights[slot]:
        slot += 1
    return slot


@rule
def start_of(seed, count):
    """Which one of `count` starting positions a game with this seed (uint64) begins in; each as often."""
    return int((mix(seed ^ _STARTS) >> _S32) * _U(count) >> _S32)


@rule
def waiting_rows(games, sides, out) -> int:
    """Write the games that wait for another team than `sides[row]` to `out` (int64 [B]), and return how many."""
    count = 0
    for row in range(games.shape[0]):
        if games[row].decision != OVER and games[row].decider != sides[row]:
            out[count] = row
            count += 1
    return count


@rule
def result_rows(games, rows, sides, out):
    """Write the result for team `sides[row]`: +1, -1, or 0; out: float32 [B], written for `rows`."""
    for i in range(rows.shape[0]):
        out[rows[i]] = result(games[rows[i]], sides[rows[i]])


@rule(inline=True)
def choice_key(seed, counter):
    """A random uint64 for choice number `counter` of a game, apart from its dice."""
    return mix(mix(seed ^ _CHOICES) + GOLDEN * (counter + _U(1)))


@rule
def key_rows(rows, seeds, counters, out):
    """Write a fresh random number for a choice in each of these games, counting it; out: uint64 [B]."""
    for i in range(rows.shape[0]):
        row = rows[i]
        out[row] = choice_key(seeds[row], counters[row])
        counters[row] += _U(1)


@rule
def choose(mask, key) -> int:
    """One of the legal actions of a mask (int8 [A], not all 0), uniformly at random by `key` (uint64)."""
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
def choose_rows(rows, masks, keys, actions):
    """Write a random legal action for each of these games, by its number in `keys` (uint64 [B])."""
    for i in range(rows.shape[0]):
        actions[rows[i]] = choose(masks[rows[i]], keys[rows[i]])
