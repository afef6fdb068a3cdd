"""What dice do to a game: what a position is worth after a decision's dice, against what it is worth on average.

The average is exact: over every way for the dice to fall, as in `tabletop.game.templates.tapes`, each weighed with its
probability. Where there are too many ways, it is taken over `rolls` other rolls of the dice. Either way luck has the
mean 0, whatever the value of positions is good for.

Arguments as in `tabletop.game.templates.batch`, and:

    tapes     a chance record for tapes, shape (1,)
    trials    a record to play in, shape (1,)
    position  uint64 [n]: the bytes of `trials` behind those of the dice, seen as words
    kept      uint64 [m, n]: positions whose values are known, each as `position`, …
    known     float64 [m]: … and these values
    filled    int64 [1]: how many have been found; the last m of them are kept
    mask      int8 [A], scratch
    weights   float64 [k], what the game's value of positions takes (tabletop.game.templates.planning)
    own       int64 [n, 2]: classes and results of the game's own kinds of draw
    chances_of_own  float64 [n]: their probabilities
    limit     most ways for the dice to fall that are tried
    rolls     other rolls, where there are more

Values are those of team 0, -1 … 1.
"""

from typing import Any

import numpy as np

from tabletop.compiled.compiling import instantiate, rule
from tabletop.game.chance import DIE, OWN, TAPED, class_of
from tabletop.game.hashing import GOLDEN, mix

rules: Any  # the game's own kernels, with its policy and value if it has them, put in before this file is run

planning, tree = (instantiate(f"tabletop.game.templates.{name}", rules.__name__) for name in ("planning", "tapes"))
value, weight, cases = planning.value, tree.weight, tree.cases
next_result, advance = tree.next_result, tree.advance

BEGIN = -3  # as an action: begin the game, of the record before the first decision
TOO_MANY, MISSING = 0, -1  # what `average` returns instead of a number
_U = np.uint64
_OTHER = _U(0x4C75636B)  # keeps the other rolls apart from a game's own dice


@rule
def _take(world, trial, chance, action, seed, mask):
    """Carry out an action, or begin the game."""
    if action == BEGIN:
        rules.begin(world, trial, chance, seed, mask)
    else:
        rules.step(world, trial, chance, action, mask)


@rule
def _likely(classes, result, own, chances_of_own) -> float:
    """The probability of a draw's result; below 0: that of one of the game's own kinds isn't known yet."""
    if OWN <= classes < DIE:
        unknown = -1.0
        for i in range(own.shape[0]):
            if own[i, 0] == classes:
                unknown = 0.0  # a result that isn't listed can't be
                if own[i, 1] == result:
                    return chances_of_own[i]
        return unknown
    return weight(classes, result) / cases(classes)


@rule
def _same(classes, first, second) -> bool:
    """Whether two results of a draw mean the same."""
    if classes >= DIE:
        return class_of(classes, first) == class_of(classes, second)
    return first == second


@rule
def worth(worlds, trials, position, weights, kept, known, filled) -> float:
    """The value of the position in `trials`: different dice often lead to the same one, which is valued once."""
    for i in range(min(filled[0], kept.shape[0])):
        same = True
        for word in range(position.shape[0]):
            if position[word] != kept[i, word]:
                same = False
                break
        if same:
            return known[i]
    place = filled[0] % kept.shape[0]
    for word in range(position.shape[0]):
        kept[place, word] = position[word]
    known[place] = value(worlds[0], trials[0], 0, weights)
    filled[0] += 1
    return known[place]


@rule
def average(
    worlds, tapes, games, action, mask, trials, position, weights, kept, known, filled, own, chances_of_own, limit,
    drawn, means, masses,
) -> int:  # fmt: skip
    """Work out what an action is worth before its dice are known, and after each of the draws that were made.

    `games` isn't changed; `action` is a legal one, or BEGIN; drawn: int64 [n], the results of the draws that were made;
    means: float64 [n + 1], written: what the position is worth on average after the first 0, 1 … n of these draws;
    masses: float64 [n + 1], scratch.

    Returns:
      The number of ways for the dice to fall; TOO_MANY; MISSING: a draw of the game's own kind isn't in `own`; `tapes`
      says which.
    """
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
        _take(worlds[0], trials[0], chance, action, _U(0), mask)
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
            part = _likely(classes, result, own, chances_of_own)
            if part < 0.0:
                return MISSING
            mass *= part
            if alike == i and i < count and _same(classes, result, drawn[i]):
                alike += 1
        masses[alike] += mass
        means[alike] += mass * worth(worlds, trials, position, weights, kept, known, filled)
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
def sampled(worlds, chances, games, action, mask, trials, position, weights, kept, known, filled, rolls, key) -> float:
    """The mean of what an action leads to with so many other rolls of the dice; `key`, uint64, decides on them."""
    total = 0.0
    for number in range(rolls):
        roll_key = mix(mix(key ^ _OTHER) + GOLDEN * _U(number + 1))
        trials[0] = games[0]
        trials[0].dice.seed = roll_key
        _take(worlds[0], trials[0], chances[0], action, roll_key, mask)
        total += worth(worlds, trials, position, weights, kept, known, filled)
    return total / rolls


@rule
def value_of(worlds, games, weights) -> float:
    """What the position of `games[0]` is worth."""
    return value(worlds[0], games[0], 0, weights)


@rule
def luck_of_rows(
    worlds,
    chances,
    traced,
    tapes,
    games,
    rows,
    actions,
    first,
    mask,
    copies,
    trials,
    position,
    weights,
    kept,
    known,
    filled,
    own,
    chances_of_own,
    limit,
    rolls,
    counters,
    luck,
) -> int:
    """Add to the luck of these games what the dice of their next actions will do for team 0.

    traced: a chance record that notes draws, shape (1,); first: index in `rows` of the game to begin with; copies: a
    record, shape (1,), scratch; counters: int64 [B], of decisions so far: with the game's seed it decides on other
    rolls; luck: float64 [B], added to.

    Returns:
      How many of `rows` are done: all, or up to a draw of the game's own kind that isn't in `own`; `tapes` says which.
    """
    drawn = np.empty(0, np.int64)
    means, masses = np.empty(1), np.empty(1)
    for i in range(first, rows.shape[0]):
        row = rows[i]
        trials[0] = games[row]
        rules.step(worlds[0], trials[0], traced[0], actions[row], mask)
        if traced[0].used == 0:
            continue
        filled[0] = 0  # other weights may have come
        after = worth(worlds, trials, position, weights, kept, known, filled)
        copies[0] = games[row]
        ways = average(
            worlds, tapes, copies, actions[row], mask, trials, position, weights, kept, known, filled, own,
            chances_of_own, limit, drawn, means, masses,
        )  # fmt: skip
        if ways == MISSING:
            return i
        if ways == TOO_MANY:
            key = games[row].dice.seed + GOLDEN * _U(counters[row] + 1)
            means[0] = sampled(
                worlds, chances, copies, actions[row], mask, trials, position, weights, kept, known, filled, rolls, key
            )
        luck[row] += after - means[0]
    return rows.shape[0]
