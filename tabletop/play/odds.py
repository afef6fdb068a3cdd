"""Exact odds: every distinguishable result of an action with its probability (docs/formats.md, "Draws").

The engine itself is run on tapes: where a tape ends, it says which draw comes next and which results mean the same, and
one tape is tried for each of these classes. So there is no second implementation of the rules that could be wrong.
"""

from collections import defaultdict
from collections.abc import Set
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tabletop.base.arrays import Records
from tabletop.base.errors import brief
from tabletop.game.chance import new_chance
from tabletop.game.definition import GameDefinition
from tabletop.game.draws import is_own
from tabletop.game.header import NONE
from tabletop.play.game import Game
from tabletop.play.reset_options import read_count

LIMIT = 200_000  # maximum number of tapes tried
FIRST_ROOM = 256  # results for which memory is allocated at first
FIRST_LISTED = 4  # draws that are listed, not counted, for which memory is allocated at first
DECISION, BOUNDARY = "decision", "boundary"  # where odds end


class TooManyWaysError(ValueError):
    """There are more ways for the dice of an action to fall than can be counted, or may be; the message says which."""


class Result(NamedTuple):
    """One distinguishable result of an action.

    Attributes:
      probability: exact; those of all results of an action sum to 1.
      position: the position that it leads to, as text; at a boundary it says that the engine is about to go on.
      game: the record, shape (1,), of the scenario's `record_type`; its dice have no meaning.
    """

    probability: Fraction
    position: str
    game: np.ndarray


def outcomes(game: Game[Any], action: int | str | None, limit: int = LIMIT, to: str = DECISION) -> list[Result]:
    """All distinguishable results of an action, the likeliest first.

    Args:
      game: the game; not changed.
      action: a legal action, by name or by index; None: go on from the boundary at which the game has halted.
      limit: maximum number of tapes tried.
      to: `decision`: up to the next decision, or the end; `boundary`: up to the first of the game's boundaries
        (`GameDefinition.boundaries`), if there is one before. `Game.of_record` takes a result's record for the rest.

    Raises:
      IllegalActionError: the action isn't legal now.
      TooManyWaysError: there are more tapes than `limit`, or too many dice on one.
      ValueError: there is no such `to`, or the game hasn't halted where the action is None.
    """
    results = [_result(game, record, probability) for record, probability in records(game, action, limit, to)]
    return sorted(results, key=lambda result: (-result.probability, result.position))


def records(
    game: Game[Any], action: int | str | None, limit: int = LIMIT, to: str = DECISION
) -> list[tuple[bytes, Fraction]]:
    """Return the results that `outcomes` finds as bytes of records, because making their texts takes most of its time.

    Raises:
      IllegalActionError: the action isn't legal now.
      TooManyWaysError: there are more tapes than `limit`, or too many dice on one.
      ValueError: the limit isn't 1 or more, or as with `outcomes`.
    """
    if not isinstance(game, Game):
        raise TypeError(f"game {brief(game)}: a Game")
    limit = read_count("limit", limit)
    if to not in (DECISION, BOUNDARY):
        raise ValueError(f"to {brief(to)}: {DECISION} or {BOUNDARY}")
    definition = game.definition
    if action is None:
        if int(game.record.decision) not in definition.halts:
            raise ValueError(f"no action: the game hasn't halted at a boundary: {game.position()}")
        index = NONE
    else:
        game.clone().step(action)  # raises with an explanation if it isn't legal
        index = game.table.index(action, game.decider) if isinstance(action, str) else int(action)
    tapes = _Tapes(game, limit, {definition.halted} if to == BOUNDARY else {*definition.halts})
    ends: dict[bytes, Fraction] = defaultdict(Fraction)
    # If a game halts in the middle of an action, equal records reached by different dice are continued as one.
    open_ends = {game.games.tobytes(): Fraction(1)}
    action_of_step = index
    while open_ends:
        halted: dict[bytes, Fraction] = defaultdict(Fraction)
        for start, reached in open_ends.items():
            for record, probability in tapes.run(start, action_of_step).items():
                target = halted if tapes.halts(record) else ends
                target[record] += reached * probability
        open_ends, action_of_step = halted, NONE
    return [(record, probability) for record, probability in ends.items() if probability]


def draw_odds(definition: GameDefinition[Any], classes: int) -> dict[int, Fraction]:
    """Every result that a draw of these classes can give, ascending, with its exact probability.

    Each result represents all that mean the same: the first face of a class, a sum, the number of a lot's candidate,
    counted from 1, or the number of one of the game's own kinds.
    """
    template = definition.compiled("tapes")
    odds: dict[int, Fraction] = {}
    value = template.next_result(classes, 0)
    while value:
        odds[value] = Fraction(template.weight(classes, value), template.cases(classes))
        if is_own(classes):
            odds[value] *= definition.own_odds(classes, value)
        value = int(template.next_result(classes, value))
    return {value: probability for value, probability in odds.items() if probability}


class OwnOdds:
    """The probabilities of draws of a game's own kinds, as compiled code takes them: those that have come up.

    Attributes:
      own: int64 [j, 2], classes and results.
      odds: float64 [j], their probabilities.
    """

    def __init__(self, definition: GameDefinition[Any]) -> None:
        self._definition = definition
        self.own, self.odds = np.zeros((0, 2), np.int64), np.zeros(0)

    def learn(self, tapes: Records) -> None:
        """Add those that occur on the tapes, a chance record of shape (1,)."""
        codes = tapes["classes"][0, : int(tapes["used"][0])]
        known = set(self.own[:, 0].tolist())
        for classes in sorted({int(code) for code in codes if is_own(int(code))} - known):
            odds = draw_odds(self._definition, classes)
            self.own = np.concatenate([self.own, [[classes, result] for result in odds]])
            self.odds = np.concatenate([self.odds, [float(chance) for chance in odds.values()]])


def _result(game: Game[Any], record: bytes, probability: Fraction) -> Result:
    games = np.frombuffer(bytearray(record), game.games.dtype)
    return Result(probability, game.definition.format_position(game.scenario, games), games)


class _Tapes:
    """The engine on tapes: every result of an action from a record, with its probability."""

    def __init__(self, game: Game[Any], limit: int, passed: Set[int]) -> None:
        self.definition = game.definition
        self.passed = passed  # kinds of decision in a record that has halted and goes on
        self.template = game.definition.compiled("tapes")
        self.world, self.left, self.limit = game.scenario.world, limit, limit
        self.chances = new_chance()
        self.mask = np.zeros(game.scenario.actions, np.int8)
        self.games: Records = game.games.copy()
        self.trials = game.games.copy()
        self._make_room(min(FIRST_ROOM, limit), FIRST_LISTED)
        self.odds = cache(self._odds)

    def _make_room(self, size: int, listed: int) -> None:
        self.leaves: Records = np.zeros(size, self.games.dtype)
        self.shares, self.own = np.zeros((size, 2), np.int64), np.zeros((size, listed, 2), np.int64)

    def halts(self, record: bytes) -> bool:
        """Whether a record has halted where it goes on."""
        return int(np.frombuffer(record, self.games.dtype)["decision"][0]) in self.passed

    def run(self, start: bytes, action: int) -> dict[bytes, Fraction]:
        """Return the probability of each result, by its record with the dice set to 0."""
        self.games[:] = np.frombuffer(start, self.games.dtype)
        while True:
            count = self.template.try_tapes(
                self.world,
                self.chances,
                self.games,
                action,
                self.mask,
                self.trials,
                self.leaves,
                self.shares,
                self.own,
            )
            if count == self.template.TOO_MANY_DRAWS:
                raise TooManyWaysError("the dice of this action are too many to be counted")
            if count == self.template.TOO_MANY_LISTED:
                self._make_room(len(self.leaves), 2 * self.own.shape[1])
                continue
            if count > self.left or (count < 0 and len(self.leaves) >= self.left):
                raise TooManyWaysError(f"more than {self.limit} ways for the dice to fall")
            if count >= 0:
                break
            self._make_room(min(8 * len(self.leaves), self.limit), self.own.shape[1])
        self.left -= count
        self.leaves["dice"][:count] = np.zeros((), self.leaves["dice"].dtype)
        weights: dict[bytes, dict[tuple[int, bytes], int]] = defaultdict(lambda: defaultdict(int))
        for i in range(count):
            weights[self.leaves[i].tobytes()][int(self.shares[i, 1]), self.own[i].tobytes()] += int(self.shares[i, 0])
        return {record: sum(map(self._probability, parts.items()), Fraction(0)) for record, parts in weights.items()}

    def _probability(self, part: tuple[tuple[int, bytes], int]) -> Fraction:
        """The probability of cases: of how many in all, the draws listed with their results, and their number."""
        (total, own), cases = part
        odds = Fraction(cases, total)
        for classes, result in np.frombuffer(own, np.int64).reshape(-1, 2).tolist():
            if classes:
                odds *= self.odds(classes, result)
        return odds

    def _odds(self, classes: int, result: int) -> Fraction:
        """The probability of a result of a draw."""
        if is_own(classes):
            return self.definition.own_odds(classes, result)
        return Fraction(self.template.weight(classes, result), self.template.cases(classes))
