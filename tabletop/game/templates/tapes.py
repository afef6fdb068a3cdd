"""Every way for the dice of one action to fall: the compiled part of the odds (tabletop/play/odds.py)."""

from typing import Any

from tabletop.base.arrays import Float64, Int64
from tabletop.compiled.compiling import rule
from tabletop.game.arrays import Chances, Games, Mask, Worlds
from tabletop.game.chance import CONTEST, DIE, OWN, TAPED, TWO_DICE, URN, class_of
from tabletop.game.contests import cases_of, class_of_contest, contests_of, weight_of_class
from tabletop.game.header import NONE, Record
from tabletop.game.urns import TOTAL, next_in, urns_of, weight_in

rules: Any  # the game's own kernels, put in before this file is run

TOO_MANY_RESULTS, TOO_MANY_DRAWS, TOO_MANY_LISTED = -1, -2, -3  # what `try_tapes` returns instead of a number
MOST_CASES = 1 << 62
_URNS, _CUTS = urns_of(rules).rows, contests_of(rules).rows


@rule
def weight(classes: int, value: int) -> int:
    """How many equally likely cases a result stands for; 0: not the first of its class, or no result."""
    if classes >= CONTEST:
        return weight_of_class(_CUTS, classes, value)
    if classes >= URN:
        return weight_in(_URNS, classes - URN, value)
    if classes >= DIE:
        if value > 6:
            return 0
        count = 0
        for face in range(1, 7):
            if class_of(classes, face) == class_of(classes, value):
                if face < value:
                    return 0
                count += 1
        return count
    if classes >= OWN:
        return 1  # its probability is looked up afterwards
    if classes == TWO_DICE:
        return max(0, 6 - abs(7 - value))
    return 1 if value <= classes else 0


@rule
def largest(classes: int) -> int:
    """The largest result there can be of a contest, a die, two dice or a lot."""
    if classes >= CONTEST:
        return _CUTS.shape[1]
    if classes >= DIE:
        return 6
    return 12 if classes == TWO_DICE else classes


@rule
def cases(classes: int) -> int:
    """Number of equally likely cases."""
    if classes >= CONTEST:
        return cases_of(classes)
    if classes >= URN:
        return int(_URNS[classes - URN, TOTAL])
    if classes >= DIE:
        return 6
    if classes >= OWN:
        return 1
    return 36 if classes == TWO_DICE else classes


@rule
def likely(classes: int, result: int, own: Int64, odds: Float64) -> float:
    """The probability of a draw's result; below 0: that of one of the game's own kinds isn't known yet.

    own: int64 [j, 2], classes and results of these; odds: float64 [j], their probabilities.
    """
    if OWN <= classes < DIE:
        unknown = -1.0
        for i in range(own.shape[0]):
            if own[i, 0] == classes:
                unknown = 0.0  # a result that isn't listed can't be
                if own[i, 1] == result:
                    return odds[i]
        return unknown
    return weight(classes, result) / cases(classes)


@rule
def next_result(classes: int, value: int) -> int:
    """The first result behind `value` that stands for a class of its own; 0: none."""
    if OWN <= classes < DIE:
        return rules.own_next(classes, value)
    if URN <= classes < CONTEST:
        return next_in(_URNS, classes - URN, value)
    for after in range(value + 1, largest(classes) + 1):
        if weight(classes, after) > 0:
            return after
    return 0


@rule
def same(classes: int, first: int, second: int) -> bool:
    """Whether two results of a draw mean the same."""
    if classes >= CONTEST:
        return class_of_contest(_CUTS, classes, first) == class_of_contest(_CUTS, classes, second)
    if DIE <= classes < URN:
        return class_of(classes, first) == class_of(classes, second)
    return first == second


@rule
def advance(chance: Record, length: int) -> int:
    """Put the next tape in place of one of this length, depth first; its length, 0 behind the last one."""
    while length > 0:
        following = next_result(chance.classes[length - 1], chance.result[length - 1])
        if following != 0:
            chance.result[length - 1] = following
            return length
        length -= 1
    return 0


@rule
def try_tapes(
    worlds: Worlds,
    chances: Chances,
    games: Games,
    action: int,
    mask: Mask,
    trials: Games,
    leaves: Games,
    shares: Int64,
    own: Int64,
) -> int:
    """Run an action on every tape, depth first; where the game halts in the middle of it, that is a result too.

    Args:
      worlds: rules and board, shape (1,).
      chances: a chance record of its own, shape (1,).
      games: the game, shape (1,); not changed.
      action: a legal action; NONE: go on where the game has halted.
      mask: int8 [A], scratch.
      trials: a game record, shape (1,), scratch.
      leaves: game records, shape (L,): the results.
      shares: int64 [L, 2]: cases, out of how many; without those of the draws in `own`.
      own: int64 [L, K, 2]: classes and result of each draw of the game's own kinds, and of draws with which there would
        be more cases than fit 62 bits; 0 behind the last.

    Returns:
      The number of results; TOO_MANY_RESULTS: more than L; TOO_MANY_DRAWS: more than the tape holds; TOO_MANY_LISTED:
      more than K in `own`.
    """
    chance = chances[0]
    chance.mode = TAPED
    chance.halting = 1
    length = 0
    count = 0
    while True:
        chance.length = length
        trials[0] = games[0]
        if action == NONE:
            rules.go_on(worlds[0], trials[0], chance, mask)
        else:
            rules.step(worlds[0], trials[0], chance, action, mask)
        if chance.used > length:
            if length + 1 >= chance.result.shape[0]:
                return TOO_MANY_DRAWS
            chance.result[length] = next_result(chance.classes[length], 0)
            length += 1
            continue
        if count == leaves.shape[0]:
            return TOO_MANY_RESULTS
        part = total = 1
        owned = 0
        own[count, :, :] = 0
        for i in range(length):
            classes = int(chance.classes[i])
            value = int(chance.result[i])
            if OWN <= classes < DIE or total > MOST_CASES // cases(classes):
                if owned == own.shape[1]:
                    return TOO_MANY_LISTED
                own[count, owned, 0] = classes
                own[count, owned, 1] = value
                owned += 1
            else:
                part *= weight(classes, value)
                total *= cases(classes)
        shares[count, 0] = part
        shares[count, 1] = total
        leaves[count] = trials[0]
        count += 1
        length = advance(chance, length)
        if length == 0:
            return count
