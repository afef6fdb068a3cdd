"""Exact odds: every distinguishable result of an action with its probability (docs/formats.md, "Draws").

The engine itself is run on tapes: where a tape ends, it says which draw comes next and which results mean the same,
and one tape is tried for each of them.  So there is no second set of rules to be wrong.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from .engine import Game
from .notation import format_position
from .odds_tapes import try_tapes
from .rules.dice import CONTEST, new_chance

LIMIT = 200_000  # most tapes tried


class Result(NamedTuple):
    """One distinguishable result of an action.

    Attributes:
      probability: exact; those of all results of an action sum to 1.
      position: the position it leads to, as text.
      game: the record, shape (1,), dtype of the scenario's size class; its dice mean nothing.
    """

    probability: Fraction
    position: str
    game: np.ndarray


@lru_cache(maxsize=1024)
def contest_odds(chargers: int, defenders: int) -> dict[tuple[int, int], Fraction]:
    """CH3: the probability of each pair of losses (chargers, defenders) of a shoot-out's round, exactly.

    Face by face from 6 down: a strike takes away the highest unshot die, so what is struck are simply the next dice in
    descending order.
    """
    ways: dict[tuple[int, int], int] = defaultdict(int)
    # Dice not yet looked at, strikes due on either side, losses: in how many ways.
    states = {(chargers, defenders, (0, 0), (0, 0)): 1}
    for face in range(6, -1, -1):
        after: dict[tuple[int, int, tuple[int, int], tuple[int, int]], int] = defaultdict(int)
        for (own, other, due, lost), count in states.items():
            if face == 0 or lost[0] == chargers or lost[1] == defenders:
                # Whatever the dice not looked at show makes no difference; below 1 there is nothing to show.
                ways[lost] += count * face ** (own + other)
                continue
            for mine in range(own + 1):
                for theirs in range(other + 1):
                    result, left_due = _exchange(mine, theirs, due, lost, (chargers, defenders))
                    state = (own - mine, other - theirs, left_due, result)
                    after[state] += count * comb(own, mine) * comb(other, theirs)
        states = after
    total = 6 ** (chargers + defenders)
    return {lost: Fraction(count, total) for lost, count in ways.items() if count}


def _exchange(
    mine: int, theirs: int, due: tuple[int, int], lost: tuple[int, int], sides: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Dice of one face shoot, the chargers' first; `due` counts the strikes that wait for lower dice."""
    struck_mine, struck_theirs = min(mine, due[0]), min(theirs, due[1])
    mine, theirs = mine - struck_mine, theirs - struck_theirs
    due_mine, due_theirs = due[0] - struck_mine, due[1] - struck_theirs
    x, y = lost
    while mine and y < sides[1]:
        mine, y = mine - 1, y + 1
        if theirs:
            theirs -= 1
        else:
            due_theirs += 1
    while theirs and y < sides[1] and x < sides[0]:
        theirs, x = theirs - 1, x + 1
        due_mine += 1
    return (x, y), (due_mine, due_theirs)


def outcomes(game: Game, action: int | str, limit: int = LIMIT) -> list[Result]:
    """All distinguishable results of an action, the likeliest first.

    Args:
      game: the game; not changed.
      action: a legal action, by name or by index.
      limit: most tapes tried.

    Raises:
      IllegalActionError: the action isn't legal now.
      ValueError: there are more tapes than `limit`.
    """
    index = game.table.index(action, game.decider) if isinstance(action, str) else int(action)
    game.clone().step(index)  # raises in words what can't be done
    weights: dict[bytes, dict[tuple[int, int, int], int]] = defaultdict(lambda: defaultdict(int))
    records: dict[bytes, np.ndarray] = {}
    for record, key, part in _leaves(game, index, limit):
        slot = record.tobytes()
        weights[slot][key] += part
        records.setdefault(slot, record)
    results = []
    for slot, parts in weights.items():
        probability = Fraction(0)
        for (whole, classes, value), part in parts.items():
            odds = Fraction(1)
            if classes:
                sides = divmod(classes - CONTEST, 32)
                odds = contest_odds(*sides).get(divmod(value, 32), Fraction(0))
            probability += Fraction(part, whole) * odds
        if probability:
            results.append(Result(probability, format_position(game.scenario, records[slot]), records[slot]))
    return sorted(results, key=lambda result: (-result.probability, result.position))


def _leaves(game: Game, index: int, limit: int) -> Iterator[tuple[np.ndarray, tuple[int, int, int], int]]:
    """Each result's record without its dice, what its weight is over, and the weight."""
    size = min(1024, limit)
    chances = new_chance()
    mask = np.zeros(game.scenario.actions, np.int8)
    trial = game.games.copy()
    while True:
        leaves = np.zeros(size, game.games.dtype)
        over, contests = np.zeros((size, 2), np.int64), np.zeros((size, 2), np.int64)
        world = game.scenario.world
        found = try_tapes(world, game.games, chances, index, mask, trial, leaves, over, contests)
        if found >= 0:
            break
        if found < -1:
            raise ValueError("the dice of this action are too many to be counted")
        if size >= limit:
            raise ValueError(f"more than {limit} ways for the dice to fall")
        size = min(8 * size, limit)
    leaves["dice"] = np.zeros((), leaves["dice"].dtype)
    for i in range(found):
        key = (int(over[i, 1]), int(contests[i, 0]), int(contests[i, 1]))
        yield leaves[i : i + 1], key, int(over[i, 0])


__all__ = ["Result", "contest_odds", "outcomes"]
