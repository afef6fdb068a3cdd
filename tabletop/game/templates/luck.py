"""What dice do to a game: what a position is worth after a decision's dice, against what it is worth on average.

The average is exact: over every way for the dice to fall, as in `tabletop.game.templates.tapes`, each weighed with its
probability. Where there are too many ways, it is taken over `rolls` other rolls of the dice. Either way luck has the
mean 0, whatever the value of positions is good for.

Arguments as in `tabletop.game.arrays`, and:

    tapes     a chance record for tapes, shape (1,)
    limit     most ways for the dice to fall that are tried
    rolls     other rolls, where there are more
"""

from typing import Any

import numpy as np

from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import instantiate, rule
from tabletop.game.arrays import (
    Actions,
    Chances,
    Games,
    Key,
    Mask,
    Memory,
    Numbers,
    Rows,
    Seed,
    Values,
    Weights,
    Worlds,
)
from tabletop.game.chance import TAPED
from tabletop.game.hashing import GOLDEN, mix
from tabletop.game.header import Record

rules: Any  # the game's own kernels, with its policy and value if it has them, put in before this file is run

planning, tree = (instantiate(f"tabletop.game.templates.{name}", rules.__name__) for name in ("planning", "tapes"))
value, likely = planning.value, tree.likely
next_result, advance, same = tree.next_result, tree.advance, tree.same

BEGIN = -3  # as an action: begin the game, of the record before the first decision
TOO_MANY, MISSING = 0, -1  # what `average` returns instead of a number
_U = np.uint64
_OTHER = _U(0x4C75636B)  # keeps the other rolls apart from a game's own dice


@rule
def _take(world: Record, trial: Record, chance: Record, action: int, seed: Seed, mask: Mask) -> None:
    """Carry out an action, or begin the game."""
    if action == BEGIN:
        rules.begin(world, trial, chance, seed, mask)
    else:
        rules.step(world, trial, chance, action, mask)


@rule
def worth(worlds: Worlds, memory: Memory) -> float:
    """The value of the position in `memory.trials`: different dice often lead to the same one, valued once."""
    position, kept, filled = memory.position, memory.kept, memory.filled
    for i in range(min(filled[0], kept.shape[0])):
        is_known = True
        for word in range(position.shape[0]):
            if position[word] != kept[i, word]:
                is_known = False
                break
        if is_known:
            return memory.known[i]
    place = filled[0] % kept.shape[0]
    for word in range(position.shape[0]):
        kept[place, word] = position[word]
    memory.known[place] = value(worlds[0], memory.trials[0], 0, memory.weights)
    filled[0] += 1
    return memory.known[place]


@rule
def average(
    worlds: Worlds,
    tapes: Chances,
    games: Games,
    action: int,
    memory: Memory,
    limit: int,
    drawn: Int64,
    means: Values,
    masses: Values,
) -> int:
    """Work out what an action is worth before its dice are known, and after each of the draws that were made.

    `games` isn't changed; `action` is a legal one, or BEGIN; drawn: int64 [n], the results of the draws that were made;
    means: float64 [n + 1], written: what the position is worth on average after the first 0, 1 … n of these draws;
    masses: float64 [n + 1], scratch.

    Returns:
      The number of ways for the dice to fall; TOO_MANY; MISSING: a draw of the game's own kind isn't in `memory.own`;
      `tapes` says which.
    """
    trials = memory.trials
    chance = tapes[0]
    chance.mode = TAPED
    chance.halting = 0
    count = drawn.shape[0]
    means[:] = 0.0
    masses[:] = 0.0
    length = 0
    ways = 0
    while True:
        chance.length = length
        trials[0] = games[0]
        _take(worlds[0], trials[0], chance, action, _U(0), memory.mask)
        if chance.used > length:
            if length + 1 >= chance.result.shape[0]:
                return TOO_MANY
            chance.result[length] = next_result(chance.classes[length], 0)
            length += 1
            continue
        if ways == limit:
            return TOO_MANY
        ways += 1
        mass = 1.0
        alike = 0
        for i in range(length):
            classes, result = int(chance.classes[i]), int(chance.result[i])
            part = likely(classes, result, memory.own, memory.odds)
            if part < 0.0:
                return MISSING
            mass *= part
            if alike == i and i < count and same(classes, result, drawn[i]):
                alike += 1
        masses[alike] += mass
        means[alike] += mass * worth(worlds, memory)
        length = advance(chance, length)
        if length == 0:
            break
    # What is alike further is alike so far, too.
    for i in range(count - 1, -1, -1):
        masses[i] += masses[i + 1]
        means[i] += means[i + 1]
    for i in range(count + 1):
        means[i] /= masses[i]
    return ways


@rule
def sampled(worlds: Worlds, chances: Chances, games: Games, action: int, memory: Memory, rolls: int, key: Key) -> float:
    """The mean of what an action leads to with so many other rolls of the dice; `key` decides on them."""
    trials = memory.trials
    total = 0.0
    for number in range(rolls):
        roll_key = mix(mix(key ^ _OTHER) + GOLDEN * _U(number + 1))
        trials[0] = games[0]
        trials[0].dice.seed = roll_key
        _take(worlds[0], trials[0], chances[0], action, roll_key, memory.mask)
        total += worth(worlds, memory)
    return total / rolls


@rule
def value_of(worlds: Worlds, games: Games, weights: Weights) -> float:
    """What the position of `games[0]` is worth."""
    return value(worlds[0], games[0], 0, weights)


@rule
def luck_of_rows(
    worlds: Worlds,
    chances: Chances,
    traced: Chances,
    tapes: Chances,
    games: Games,
    rows: Rows,
    actions: Actions,
    first: int,
    copies: Games,
    memory: Memory,
    limit: int,
    rolls: int,
    counters: Numbers,
    luck: Values,
) -> int:
    """Add to the luck of these games what the dice of their next actions will do for team 0.

    traced: a chance record that notes draws, shape (1,); first: index in `rows` of the game to begin with; copies: a
    record, shape (1,), scratch; counters: int64 [B], of decisions so far: with the game's seed it decides on other
    rolls; luck: float64 [B], added to.

    Returns:
      How many of `rows` are done: all, or up to a draw of the game's own kind that isn't in `memory.own`; `tapes` says
      which.
    """
    trials = memory.trials
    drawn = np.empty(0, np.int64)
    means, masses = np.empty(1), np.empty(1)
    for i in range(first, rows.shape[0]):
        row = rows[i]
        trials[0] = games[row]
        rules.step(worlds[0], trials[0], traced[0], actions[row], memory.mask)
        if traced[0].used == 0:
            continue
        memory.filled[0] = 0  # other weights may have come
        after = worth(worlds, memory)
        copies[0] = games[row]
        ways = average(worlds, tapes, copies, actions[row], memory, limit, drawn, means, masses)
        if ways == MISSING:
            return i
        if ways == TOO_MANY:
            key = games[row].dice.seed + GOLDEN * _U(counters[row] + 1)
            means[0] = sampled(worlds, chances, copies, actions[row], memory, rolls, key)
        luck[row] += after - means[0]
    return rows.shape[0]
