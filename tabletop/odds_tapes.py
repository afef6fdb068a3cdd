"""Every way for the dice of one action to fall: the compiled part of the odds."""

from typing import Any

from paintball_env.rules.dice import CONTEST, TAPED, TWO_DICE
from paintball_env.rules.play import go_on, step
from paintball_env.rules.state import NONE
from tabletop.compiling import rule


@rule
def class_of(classes: int, face: int) -> int:
    """The digit of a d6's classes for a face from 1."""
    for _ in range(6 - face):
        classes //= 10
    return classes % 10


@rule
def weight(classes: int, value: int) -> int:
    """How many equally likely cases a result stands for; 0: not the first of its class, or no result."""
    if classes >= 111111:
        if value > 6:
            return 0
        count = 0
        for face in range(1, 7):
            if class_of(classes, face) == class_of(classes, value):
                if face < value:
                    return 0
                count += 1
        return count
    if classes >= CONTEST:
        chargers, defenders = (classes - CONTEST) // 32, (classes - CONTEST) % 32
        x, y = value // 32, value % 32
        fits = x <= chargers and y <= defenders and x + y > 0 and not (x == chargers and y == defenders)
        return 1 if fits else 0  # its probability is looked up afterwards
    if classes == TWO_DICE:
        return max(0, 6 - abs(7 - value))
    return 1 if value <= classes else 0


@rule
def largest(classes: int) -> int:
    """The largest result there can be."""
    if classes >= 111111:
        return 6
    if classes >= CONTEST:
        return classes - CONTEST
    return 12 if classes == TWO_DICE else classes


@rule
def cases(classes: int) -> int:
    """Number of equally likely cases."""
    if classes >= 111111:
        return 6
    if classes >= CONTEST:
        return 1
    return 36 if classes == TWO_DICE else classes


@rule
def next_result(classes: int, value: int) -> int:
    """The first result behind `value` that stands for a class of its own; 0: none."""
    for after in range(value + 1, largest(classes) + 1):
        if weight(classes, after) > 0:
            return after
    return 0


@rule
def try_tapes(
    worlds: Any, games: Any, chances: Any, action: int, mask: Any, trial: Any, leaves: Any, over: Any, contests: Any
) -> int:
    """Run an action on every tape, depth first; a volley halts after its dice and after each hit.

    Args:
      worlds: rules and board, shape (1,).
      games: the game, shape (1,); not changed.
      chances: a chance record of its own, shape (1,).
      action: a legal action; NONE: go on where the game has halted.
      mask: int8[A], scratch.
      trial: a game record, shape (1,), scratch.
      leaves: game records, shape (L,): the results.
      over: int64[L, 2]: cases, out of how many; without those of a shoot-out's round.
      contests: int64[L, 2]: the classes and the result of the shoot-out's round, 0: none.

    Returns:
      The number of results; -1: more than L; -2: the tape is too short; -3: the cases don't fit 63 bits.
    """
    chance = chances[0]
    chance.mode = TAPED
    chance.halting = 1
    length = 0
    found = 0
    while True:
        chance.length = length
        trial[0] = games[0]
        if action == NONE:
            go_on(worlds[0], trial[0], chance, mask)
        else:
            step(worlds[0], trial[0], chance, action, mask)
        if chance.used > length:
            if length + 1 >= chance.result.shape[0]:
                return -2
            chance.result[length] = next_result(chance.classes[length], 0)
            length += 1
            continue
        if found == leaves.shape[0]:
            return -1
        part = whole = 1
        contests[found, 0] = 0
        for i in range(length):
            classes = int(chance.classes[i])
            value = int(chance.result[i])
            if whole > (1 << 62) // cases(classes):
                return -3
            part *= weight(classes, value)
            whole *= cases(classes)
            if CONTEST <= classes < 111111:
                contests[found, 0] = classes
                contests[found, 1] = value
        over[found, 0] = part
        over[found, 1] = whole
        leaves[found] = trial[0]
        found += 1
        while length > 0:
            value = next_result(chance.classes[length - 1], chance.result[length - 1])
            if value > 0:
                chance.result[length - 1] = value
                break
            length -= 1
        if length == 0:
            return found
