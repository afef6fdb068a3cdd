"""The façade: one game in plain Python, with checks and explained errors (docs/formats.md defines the terms)."""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, Self, TypeVar

import numpy as np

from tabletop.base.arrays import Records
from tabletop.base.errors import brief
from tabletop.compiled.compiling import announce_first_compilation
from tabletop.game.actions import action_number
from tabletop.game.chance import PLAYED, new_chance
from tabletop.game.definition import ActionNames, GameDefinition, Scenario
from tabletop.game.draws import Draw, Result, lay_tape, read_draws
from tabletop.game.events import ActionTaken, Event, plain_events, read_events
from tabletop.game.header import OVER, Record, position_key
from tabletop.game.illegal import illegal_words
from tabletop.play.reset_options import read_scenario, read_seed, required_seed

S = TypeVar("S", bound=Scenario)


class IllegalActionError(ValueError):
    """An action that the rules don't allow now; the message says why."""


class Outcome(NamedTuple):
    """How a game ended.

    Attributes:
      winner: the winning team, 0 or 1; -1 for a draw.
      ending: one of the game's `endings`.
      turn: the turn it ended in.
    """

    winner: int
    ending: str
    turn: int


class Game(Generic[S]):
    """One game of a scenario.

    Args:
      scenario: what is played.
      seed: 0 … 2**64 - 1; the same seed and the same actions give the same game, bit for bit.
      start: a position to begin from instead of a new game.
      results: the results of the draws up to the first decision, in order, instead of dice from the seed.

    Raises:
      ValueError: one line saying what is wrong with the scenario, the position, the seed or the results.

    Attributes:
      definition: the game that the scenario is one of.
      table: all actions and their names.
      games: the record, an array of one.
    """

    def __init__(
        self,
        scenario: S,
        seed: int = 0,
        start: str | None = None,
        results: Iterable[Result] | None = None,
    ) -> None:
        read_scenario(scenario, None)
        self._make_room(scenario, seed)
        definition = self.definition
        if start is not None and not isinstance(start, str):
            raise ValueError(f"start {brief(start)}: a position, one line of text")
        starts = definition.start_record(scenario) if start is None else definition.parse_position(scenario, start)
        begin_game, dice = definition.batch.begin_game, np.uint64(self.seed)
        with self._tape(results):
            begin_game(scenario.world, self._chances, self.games, starts, dice, self._mask)
        if not self.over and not self._mask.any():
            raise ValueError(f"'{self.decision}': no action is legal in this position: it can't come up in play")

    def _make_room(self, scenario: S, seed: int) -> None:
        self.scenario = scenario
        self.seed = required_seed(seed)
        self.definition: GameDefinition[Any] = scenario.game
        self.table: ActionNames = self.definition.action_names(scenario)
        announce_first_compilation(self.definition.package)
        self._mask = np.zeros(scenario.actions, np.int8)
        self._chances = new_chance(traced=True)
        self._taken: ActionTaken | None = None
        self.games = np.zeros(1, scenario.record_type)

    @classmethod
    def of_record(cls, scenario: S, games: Records, seed: int = 0, notes: Records | None = None) -> Self:
        """Make a game in a record's position, shape (1,), such as a bot's view has: for planners, with its own dice.

        Args:
          scenario: of the record.
          games: the record, which is copied; its dice are never used.
          seed: 0 … 2**64 - 1, of the future dice.
          notes: a traced chance record (`tabletop.game.chance.new_chance`), copied: it provides `draws` and `events`.

        Raises:
          ValueError: one line saying what is wrong with the record or the seed.
        """
        read_scenario(scenario, None)
        if getattr(games, "dtype", None) != scenario.record_type or games.shape != (1,):
            raise ValueError(f"games: a record of {scenario.name}, in an array of one")
        game = object.__new__(cls)
        game._make_room(scenario, seed)
        game.games[:] = games
        game.games["dice"]["seed"] = game.seed
        game.definition.batch.legal_game(scenario.world, game.games, game._mask)
        if notes is not None:
            game._chances[:] = notes
        return game

    @contextmanager
    def _tape(self, results: Iterable[Result] | None, before: np.ndarray | None = None) -> Iterator[None]:
        """Play with given results, if any; if they don't fit, nothing changes."""
        if results is None:
            yield
            return
        notes = self._chances.copy()
        lay_tape(self._chances, results, self.definition)
        chance = self._chances[0]
        try:
            yield
        finally:
            chance["mode"] = PLAYED
        used, count = int(chance["used"]), int(chance["length"])
        if chance["short"] or used < count:
            draws = self.draws
            if before is not None:
                self.games[:] = before
                self.definition.batch.legal_game(self.scenario.world, self.games, self._mask)
                self._chances[:] = notes
            draw_texts = ", ".join(f"{d.purpose}:{d.subject} ({d.classes})" for d in draws)
            raise ValueError(f"{count} results don't fit the draws {draw_texts or 'of this action: there are none'}")

    @property
    def record(self) -> Record:
        """The game's record: read it by attribute (`game.record.turn`); the header is in tabletop/game/header.py."""
        return self.games[0]

    @property
    def notes(self) -> np.ndarray:
        """What the rules noted in the last step: a traced chance record, shape (1,), that the next one overwrites."""
        return self._chances

    @property
    def draws(self) -> tuple[Draw, ...]:
        """The draws of the last step; before any step, those of the beginning."""
        return read_draws(self._chances, self.scenario)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the last step, in order; before any step, in the beginning."""
        if self.definition.event_kinds:
            return read_events(self._chances, self.scenario)
        return plain_events(self.definition, self.record, self._taken, int(self._chances["used"][0]))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.record.decision == OVER)

    @property
    def decider(self) -> int:
        """The team that decides, 0 or 1; -1 if the game is over."""
        return int(self.record.decider)

    @property
    def decision(self) -> str:
        """The kind of the open decision, one of the game's `decisions`; `over` if the game has ended."""
        return self.definition.decisions[int(self.record.decision)] or "over"

    @property
    def turn(self) -> int:
        """The turn; 0 in set-up."""
        return int(self.record.turn)

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it runs."""
        if not self.over:
            return None
        return Outcome(int(self.record.winner), self.definition.endings[int(self.record.ending)], self.turn)

    def legal_mask(self) -> np.ndarray:
        """Return int8[A]: 1 for each legal action, numbered from the deciding team's side; a copy."""
        return self._mask.copy()

    def legal_indices(self) -> list[int]:
        """Indices of the legal actions, ascending."""
        return [int(index) for index in np.flatnonzero(self._mask)]

    def legal_actions(self) -> list[str]:
        """Names of the legal actions, by index."""
        return [self.table.name(index, self.decider) for index in self.legal_indices()]

    def step(self, action: int | str, results: Iterable[Result] | None = None) -> None:
        """Take an action; then forced decisions are taken, up to the next choice or the end.

        Args:
          action: its name, or its index, numbered from the deciding team's own side.
          results: the results of the draws that follow, in order, instead of dice from the seed.

        Raises:
          IllegalActionError: the rules don't allow it; the message says why, and nothing has changed.
          ValueError: there is no such action, or the results don't fit the draws.
          TypeError: the action is neither a name nor an integer.
        """
        if self.over:
            raise IllegalActionError("the game is over")
        index = self.table.index(action, self.decider) if isinstance(action, str) else self._number(action)
        name = self.table.name(index, self.decider)
        before = self.games.copy()
        with self._tape(results, before):
            done = self.definition.batch.step_game(self.scenario.world, self._chances, self.games, index, self._mask)
        if not done:
            raise IllegalActionError(illegal_words(self.scenario, self.games, index))
        self._taken = ActionTaken(int(before["decider"][0]), name, int(before["turn"][0]))

    def _number(self, action: Any) -> int:
        try:
            return action_number(action, self.scenario.actions)
        except TypeError:
            words = f"a name, or a whole number, 0 to {self.scenario.actions - 1}"
            raise TypeError(f"action {brief(action)}: {words}") from None

    def position(self) -> str:
        """The position as one line of text."""
        return self.definition.format_position(self.scenario, self.games)

    def key(self) -> bytes:
        """The bytes of the position: everything but the seed and the dice counters."""
        return position_key(self.games)

    def digest(self) -> str:
        """First 16 hex digits of the SHA-256 of the whole record, including the dice."""
        return hashlib.sha256(self.games.tobytes()).hexdigest()[:16]

    def clone(self, seed: int | None = None) -> Self:
        """Return an independent game in the same position; with `seed`, it has other dice, as a planner's copy must.

        ValueError: the seed isn't a whole number 0 … 2^64 - 1.
        """
        seed = read_seed(seed)
        clone = object.__new__(type(self))
        clone.__dict__.update(self.__dict__)
        clone.games = self.games.copy()
        clone._mask = self._mask.copy()
        clone._chances = self._chances.copy()
        if seed is not None:
            clone.seed = seed
            clone.games["dice"]["seed"] = seed
        return clone

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __repr__(self) -> str:
        return f"<Game {self.scenario.name} seed={self.seed} {self.position()}>"
