"""Random play under scrutiny: every position sound, and, on samples, every action of the numbering tried."""

from typing import Any

import numpy as np

from tabletop.base.arrays import Int64, UInt8
from tabletop.compiled.compiling import rule
from tabletop.game.arrays import Chances, Games, Mask, Seed, Starts, Worlds
from tabletop.game.choices import choose
from tabletop.game.hashing import GOLDEN, mix
from tabletop.game.header import OVER

rules: Any  # the game's own kernels, put in before this file is run

_U = np.uint64
NO_MASK, REFUSED = 100, 101  # faults beside those of the game's kernel `sound`
NO_REWIND, NO_END = 1, 2  # what `step_in_parts` finds
REPORTED = 6  # numbers in a report before those of the endings


@rule
def legal_count(mask: Mask) -> int:
    """Ones in the mask; -1: it holds something else than 0 and 1."""
    count = 0
    for action in range(mask.shape[0]):
        if mask[action] < 0 or mask[action] > 1:
            return -1
        count += int(mask[action])
    return count


@rule
def play_soundly(
    worlds: Worlds,
    starts: Starts,
    games: Games,
    chances: Chances,
    seed: Seed,
    decisions: int,
    mask: Mask,
    report: Int64,
) -> int:
    """Random games from this seed on until so many decisions have been made, each position looked at.

    Args:
      worlds: rules and board, shape (1,).
      starts: the scenario's start record, shape (1,).
      games: a record to play in, shape (1,); holds the faulty position afterwards, if there is one.
      chances: dice.
      seed: uint64: games have the seeds seed, seed + 1, …
      decisions: how many.
      mask: int8[A].
      report: int64[REPORTED + number of endings], added to: decisions, games; won by team 0, by team 1, drawn; turns
        played; and games by their ending, from 1.

    Returns:
      0; the number of the first fault; or NO_MASK (not two legal actions, or some when it is over), REFUSED (a legal
      action was refused).
    """
    key = seed
    count = 0
    while count < decisions:
        games[0] = starts[0]
        rules.begin(worlds[0], games[0], chances[0], seed, mask)
        while games[0].decision != OVER:
            fault = rules.sound(worlds[0], games[0])
            if fault > 0:
                return fault
            if legal_count(mask) < 2:
                return NO_MASK
            key = mix(key + GOLDEN)
            if rules.step(worlds[0], games[0], chances[0], choose(mask, key), mask) == 0:
                return REFUSED
            count += 1
        fault = rules.sound(worlds[0], games[0])
        if fault > 0 or legal_count(mask) != 0:
            return fault if fault > 0 else NO_MASK
        report[1] += 1
        report[2 if games[0].winner == 0 else 3 if games[0].winner == 1 else 4] += 1
        report[5] += games[0].turn
        report[REPORTED + games[0].ending - 1] += 1
        seed += _U(1)
    report[0] += count
    return 0


@rule
def try_every_action(
    worlds: Worlds,
    games: Games,
    trials: Games,
    before: UInt8,
    after: UInt8,
    chances: Chances,
    mask: Mask,
    scratch: Mask,
) -> int:
    """Each action of the numbering, and two beside it: accepted if the mask says so, else not a byte changes.

    Args:
      worlds: rules and board, shape (1,).
      games: the position, shape (1,).
      trials: a record to try in, shape (1,).
      before: the bytes of `games`, uint8, a view.
      after: the bytes of `trials`, uint8, a view.
      chances: dice.
      mask: int8[A] of the position.
      scratch: int8[A].

    Returns:
      -2: all as it should be; else the action that isn't.
    """
    for action in range(-1, mask.shape[0] + 1):
        trials[0] = games[0]
        accepted = rules.step(worlds[0], trials[0], chances[0], action, scratch)
        legal = 0 <= action < mask.shape[0] and mask[action] == 1
        if (accepted == 1) != legal:
            return action
        if not legal:
            for i in range(before.shape[0]):
                if before[i] != after[i]:
                    return action
    return -2


@rule
def step_in_parts(
    worlds: Worlds, games: Games, others: Games, chances: Chances, action: int, halts: Int64, most: int, mask: Mask
) -> int:
    """An action with its dice, which halts wherever it can, and goes on from there.

    Args:
      worlds: rules and board, shape (1,).
      games: the position, shape (1,); holds afterwards where the action has led.
      others: a record to try in, shape (1,).
      chances: dice, a traced chance record, shape (1,).
      action: a legal action.
      halts: int64 [k], the kinds of decision in a record that has halted.
      most: how often it may halt.
      mask: int8[A], overwritten with the next decision's legal actions.

    Returns:
      0; NO_REWIND: `go_on` keeps the draws that were noted before; NO_END: it halts more often.
    """
    chance = chances[0]
    chance.halting = 1
    rules.step(worlds[0], games[0], chance, action, mask)
    count = 0
    while (halts == games[0].decision).any():
        if count == most:
            return NO_END
        count += 1
        others[0] = games[0]
        chance.used = chance.noted = 1
        rules.go_on(worlds[0], others[0], chance, mask)
        used = chance.used
        noted = chance.noted
        chance.used = chance.noted = 0
        rules.go_on(worlds[0], games[0], chance, mask)
        if used != chance.used or noted != chance.noted:
            return NO_REWIND
    return 0
