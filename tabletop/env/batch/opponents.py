"""Who plays the other side in a batch of games: the protocol, what callers may pass, and two kinds of opponents.

Callers pass an object with `decide` (`Opponent`), an agent's name with its arguments, an agent, or a function
`f(observations, masks) -> actions`: `read_opponent` makes an `Opponent` of each.
"""

import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from tabletop.base.arrays import Float32, Float64, Int8, Int64, Numbers, Records, UInt64
from tabletop.base.errors import brief
from tabletop.game.choices import choose_rows
from tabletop.game.definition import Encoding, GameDefinition, Scenario
from tabletop.game.illegal import illegal_words

if TYPE_CHECKING:
    from tabletop.env.batch.games import BatchedGames

# For kernels that are to make no observations.
NO_CELLS, NO_OBSERVATIONS = np.zeros((2, 0), np.int16), np.zeros((1, 0), np.float32)
FOREVER = 1 << 62  # no limit on the number of decisions


class Opponent(Protocol):
    """Decides in many games at once.

    It may have a method `begin(rows)`, rows int64 [k], which is called when a game begins in these rows, or replaces
    another one there (`BatchedGames.set_state`). An opponent that keeps state during a game needs it. To be restored
    exactly by `set_state`, an opponent must keep no state: its answers depend only on the arguments.

    It may have a method `close()`, which is called when the environment or the batch is closed: it ends what isn't
    Python's, such as processes. The opponent may be asked again afterwards, and closed again.
    """

    def decide(self, worlds: Records, games: Records, rows: Int64, masks: Int8, actions: Int64, keys: UInt64) -> None:
        """Choose an action in each of these games; the opponent's own team is `games["decider"]`.

        Args:
          worlds: rules and board, shape (1,).
          games: records of all games, shape (B,); read-only.
          rows: int64 [k], the games to decide in.
          masks: int8 [B, A], legal actions; read-only.
          actions: int64 [B]; write those of `rows`.
          keys: uint64 [B], a fresh random number for each of these choices.
        """


class CompiledOpponent(Opponent, Protocol):
    """An opponent that can play on by itself, which saves a call per decision."""

    def play(
        self,
        worlds: Records,
        chances: Records,
        games: Records,
        rows: Int64,
        sides: Int64,
        seeds: UInt64,
        counters: UInt64,
        masks: Int8,
        parallel: bool,
    ) -> None:
        """Play these games on until team `sides[row]` decides or they are over; update their masks.

        The arguments are those of `tabletop.game.arrays`; with `parallel` all cores may be used.
        """


def announce_begun(opponents: Sequence[Opponent | None], rows: Int64) -> None:
    """Call `begin` of those opponents that have it: these games begin, int64 [k]; None in the list is skipped."""
    for opponent in opponents:
        if begin := getattr(opponent, "begin", None):
            begin(rows)


class OpponentError(RuntimeError):
    """A fault of an opponent that was given as a function: an exception, or an invalid answer. One line."""


def read_opponent(opponent: Any, scenario: Scenario, encoding: Encoding) -> Opponent:
    """Return the opponent that a caller gives, as an `Opponent`.

    Args:
      opponent: an object with `decide`; an agent's name, with its arguments after a colon; an agent; or a function
        `f(observations, masks) -> actions`: it takes float32 [k, *shape] in this encoding and int8 [k, A], of the games
        in which it is to decide, each from its own team's side, and returns integers [k].
      scenario: what is played.
      encoding: of the observations.

    Raises:
      ValueError: there is no agent of this name, or it can't play the scenario.
      TypeError: it is none of these, or lacks a method or attribute of agents.
      AgentError: the agent's code failed.
    """
    if not isinstance(opponent, type):
        if isinstance(opponent, str) or callable(getattr(opponent, "act", None)):
            return _agent(opponent, scenario)
        if callable(getattr(opponent, "decide", None)):
            return opponent
        if callable(opponent):
            return FunctionOpponent(opponent, scenario, encoding)
    raise TypeError(
        f"opponent {brief(opponent)}: an agent's name, an agent, an object with `decide`, "
        "or a function f(observations, masks) -> actions"
    )


def _agent(agent: Any, scenario: Scenario) -> Opponent:
    """Return an agent, given by name or as an object, as an `Opponent`; errors as in `read_opponent`."""
    # Imported here: environments in which no agent plays do without.
    from tabletop.agents.base import Agent, Bot
    from tabletop.agents.batch_player import batch_player
    from tabletop.agents.registry import make

    if isinstance(agent, str):
        agent = make(agent, scenario.game)
    elif not isinstance(agent, Agent):
        hint = "; a Bot's `__init__` calls `super().__init__()`" if isinstance(agent, Bot) else ""
        needed = "an agent has `name`, `prepare`, `reset` and `act`, as a Bot has them"
        raise TypeError(f"opponent {agent!r}: {needed}{hint}")
    return batch_player(agent, scenario)


def read_opponents(opponents: Any, scenario: Scenario, encoding: Encoding) -> list[Opponent]:
    """Return a list of opponents, each read by `read_opponent`; TypeError: it is not a list."""
    return [read_opponent(opponent, scenario, encoding) for opponent in read_list(opponents)]


def read_list(opponents: Any) -> list[Any]:
    """Return several opponents as a list; TypeError: they can't be read as one."""
    if isinstance(opponents, (str, dict)) or not hasattr(opponents, "__iter__"):
        raise TypeError(f"opponents {brief(opponents)}: a list of them")
    return list(opponents)


def read_alone(opponent: Any, opponents: Any) -> Any:
    """Return one opponent as a list, or several as given, or None if there are none; ValueError: both are given."""
    if opponent is None:
        return opponents
    if opponents is not None:
        raise ValueError("either `opponent` or `opponents`")
    return [opponent]


class DrawnOpponents:
    """Several opponents, one of which is drawn for each game: what all environments that have opponents share.

    A derived class provides `opponents`: one list for the whole life of the object. The numbers of opponents never
    change: to retire an opponent, give it the weight 0.
    """

    scenario: Scenario
    encoding: Encoding
    opponents: Any
    _shares: Float64
    _weights: Float64

    def _read_opponents(self, opponents: Any) -> list[Any]:
        """Return opponents as callers give them; None: one that plays at random; ValueError: an empty list."""
        if opponents is None:
            return [RandomOpponent(self.scenario.game)]
        if not (opponent_list := read_opponents(opponents, self.scenario, self.encoding)):
            raise ValueError("opponents []: one or more; left out, one plays at random")
        return opponent_list

    @property
    def weights(self) -> list[float]:
        """How often each opponent is drawn, as given; assigning to it calls `set_weights`."""
        return [float(share) for share in self._shares]

    @weights.setter
    def weights(self, weights: Sequence[float]) -> None:
        self.set_weights(weights)

    def set_weights(self, weights: Sequence[float] | None) -> None:
        """Set how often each opponent is drawn from the next games on; running games keep their opponents.

        Args:
          weights: a number for each opponent, 0: never; None: equally often.

        Raises:
          ValueError: a wrong number of values, a negative one, or all 0.
        """
        numbers: Any = [1.0] * len(self.opponents) if weights is None else weights
        shares: Float64 = np.empty(0)
        with suppress(TypeError, ValueError):
            if not isinstance(numbers, (str, bytes, bytearray, dict)):  # its letters or keys could be read as numbers
                numbers = list(numbers)
                if not any(isinstance(number, (str, bytes, bool, np.bool_)) for number in numbers):  # nor these
                    shares = np.asarray(numbers, np.float64)
        if shares.shape != (len(self.opponents),) or not np.isfinite(shares).all() or (shares < 0).any():
            raise ValueError(f"weights {brief(numbers)}: {len(self.opponents)} numbers, none negative or infinite")
        if shares.max() <= 0:
            raise ValueError("weights: all 0")
        self._shares = shares
        if shares.max() > np.finfo(np.float64).max / len(shares):  # their sum could overflow
            shares = shares / shares.max()
        self._weights = np.cumsum(shares) / shares.sum()
        self._weights[np.flatnonzero(shares)[-1] :] = 1.0

    def close(self) -> None:
        """Close the opponents: the processes of programs end, and if games go on, or others begin, new ones start.

        If one can't be closed, its exception is raised after the others are closed.
        """
        with ExitStack() as stack:
            for opponent in reversed(self.opponents):
                if callable(close := getattr(opponent, "close", None)):
                    stack.callback(close)

    def add_opponent(self, opponent: Any, weight: float = 1.0) -> int:
        """Add an opponent, which is drawn with this weight from the next games on.

        Args:
          opponent: as `read_opponent` takes it.
          weight: relative to those of the others, which stay as they are.

        Returns:
          Its number.

        Raises:
          ValueError, TypeError: as in `read_opponent` and `set_weights`; nothing has changed then.
        """
        self.opponents.append(self._read_opponents([opponent])[0])
        try:
            self.set_weights([*self.weights, weight])
        except ValueError:
            del self.opponents[-1]
            raise
        return len(self.opponents) - 1


class OpponentsOfBatch:
    """The opponents of an environment around a batch, `self.batch`: they are the batch's."""

    batch: "BatchedGames"

    def add_opponent(self, opponent: Any, weight: float = 1.0) -> int:
        """Add an opponent, drawn from the next games on, and return its number; see `BatchedGames.add_opponent`."""
        return self.batch.add_opponent(opponent, weight)

    def set_weights(self, weights: Sequence[float] | None) -> None:
        """Set how often each opponent is drawn from the next games on; see `BatchedGames.set_weights`."""
        self.batch.set_weights(weights)

    @property
    def weights(self) -> list[float]:
        """How often each opponent is drawn, as given; assigning to it calls `set_weights`."""
        return self.batch.weights

    @weights.setter
    def weights(self, weights: Sequence[float] | None) -> None:
        self.set_weights(weights)


class FunctionOpponent:
    """Lets a function decide, for example your own network.

    Attributes:
      function: as given.
      name: of the function, in messages.
    """

    def __init__(self, function: Callable[[Float32, Int8], Numbers], scenario: Scenario, encoding: Encoding) -> None:
        """Take a function; arguments as in `read_opponent`."""
        self.function, self.scenario = function, scenario
        self.name = getattr(function, "__name__", type(function).__name__)
        self._encoding, self._kernels = encoding, scenario.game.compiled("self_play")

    def close(self) -> None:
        """Close what decides, if it is an object that can be closed."""
        if callable(close := getattr(self.function, "close", None)):
            close()

    def decide(self, worlds: Records, games: Records, rows: Int64, masks: Int8, actions: Int64, keys: UInt64) -> None:
        """See `Opponent`; OpponentError: the function fails, or its answer is invalid."""
        observations = np.zeros((len(rows), self._encoding.size), np.float32)
        self._kernels.observe_deciders(worlds, games, rows, self._encoding.cells, observations)
        try:
            chosen = np.asarray(self.function(observations.reshape(len(rows), *self._encoding.shape), masks[rows]))
        except Exception as error:
            raise OpponentError(f"opponent {self.name}: {_error_text(error)}") from error
        if chosen.shape != (len(rows),) or chosen.dtype.kind not in "iu":
            raise OpponentError(
                f"opponent {self.name}: it answered {chosen.dtype} {chosen.shape}: integers of shape ({len(rows)},)"
            )
        clipped_actions = np.clip(chosen, 0, masks.shape[1] - 1).astype(np.int64)
        wrong = np.flatnonzero((chosen != clipped_actions) | (masks[rows, clipped_actions] == 0))
        if len(wrong):
            row, action = int(rows[wrong[0]]), int(chosen[wrong[0]])
            words = illegal_words(self.scenario, games[row : row + 1], action)
            raise OpponentError(f"opponent {self.name}, game {row}: {words}")
        actions[rows] = clipped_actions


def _error_text(error: BaseException) -> str:
    """Return an exception as one line, with its place; none where the function couldn't even be called."""
    *_, place = traceback.extract_tb(error.__traceback__)
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text if place.filename == __file__ else f"{text} ({Path(place.filename).name}, line {place.lineno})"


class RandomOpponent:
    """Takes any legal action, uniformly at random."""

    def __init__(self, game: GameDefinition[Any]) -> None:
        """Play games of this kind."""
        self._kernels = game.batch

    def decide(self, worlds: Records, games: Records, rows: Int64, masks: Int8, actions: Int64, keys: UInt64) -> None:
        """See `Opponent`."""
        choose_rows(rows, masks, keys, actions)

    def play(
        self,
        worlds: Records,
        chances: Records,
        games: Records,
        rows: Int64,
        sides: Int64,
        seeds: UInt64,
        counters: UInt64,
        masks: Int8,
        parallel: bool,
    ) -> None:
        """See `CompiledOpponent`."""
        play = self._kernels.play_rows_parallel if parallel else self._kernels.play_rows
        deciding, lengths = (sides, seeds, counters, masks), np.empty(len(games), np.int64)
        play(worlds, chances, games, rows, deciding, NO_CELLS, NO_OBSERVATIONS, FOREVER, lengths)
