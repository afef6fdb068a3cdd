"""What an agent is: a small interface, asked either game by game or for many games at once (docs/agents.md).

Axes: B games, k rows of them, A actions.
"""

import hashlib
import linecache
import operator
import os
import random
import re
import sys
import traceback
from abc import ABC, abstractmethod
from copy import deepcopy
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Protocol, overload, runtime_checkable

import numpy as np

from tabletop.agents.view import View
from tabletop.base.arrays import Int8, Int64, Integers, UInt64
from tabletop.base.arrays import Records as Records
from tabletop.base.errors import one_line
from tabletop.compiled.fingerprints import CORE
from tabletop.game.choices import key_rows
from tabletop.game.definition import GameDefinition, Scenario

Rows = Int64
Masks = Int8
Actions = Int64
Keys = UInt64

WORD = (1 << 64) - 1  # seeds are taken modulo 2^64
FAULT = "fault"  # the ending of a game that an agent has lost by a fault
FAULTS = (Exception, SystemExit)  # what an agent's code may raise: it doesn't end this process
COPY = 70  # exit code of a copy of this process that an agent's code has made by `os.fork`


class AgentError(RuntimeError):
    """An agent's fault: an illegal action, or an exception in its code, including `sys.exit`. One line."""


@runtime_checkable
class Agent(Protocol):
    """A player. Its noise comes only from `reset`'s seed: the same seed and views give the same actions.

    A separate copy of it plays in each game and on each side (`copy.deepcopy`, made after `prepare`), so it may keep
    any state during a game. Large tables that never change can be shared by its own `__deepcopy__`.
    """

    name: str

    def prepare(self, scenario: Scenario) -> None:
        """Read what will be played; ValueError: the reason why the agent can't play it."""

    def reset(self, seed: int) -> None:
        """Begin a game, with this seed for the agent's own noise; called once per game."""

    def act(self, view: Any) -> int:
        """Return the index of a legal action; `view`: the game's own kind of `View`."""


class Bot(ABC):
    """An agent that is asked game by game: derive from it and write `act`.

    Attributes:
      name: of the class, or the name that it was requested by.
      random: the bot's own noise, reseeded in each game.
    """

    def __init__(self) -> None:
        self.name = type(self).__name__
        self.random = random.Random(0)

    def prepare(self, scenario: Scenario) -> None:  # noqa: B027  most bots can play anything
        """Read what will be played; ValueError: the reason why the bot can't play it."""

    def reset(self, seed: int) -> None:
        """Begin a game: reseed `random`."""
        self.random = random.Random(seed)

    @abstractmethod
    def act(self, view: Any) -> int:
        """Return the index of a legal action; `view`: the game's own kind of `View`."""


class Batched(ABC):
    """An agent that can decide for many games at once.

    One that keeps anything between two decisions of a game overrides `begin`, `kept` and `restore`.

    Attributes:
      name: its name in the registry.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._seed, self._count = np.zeros(1, np.uint64), np.zeros(1, np.uint64)

    def prepare(self, scenario: Scenario) -> None:  # noqa: B027  most agents can play anything
        """Read what will be played; ValueError: the reason why the agent can't play it."""

    def reset(self, seed: int) -> None:
        """Begin a game, with this seed for the agent's own noise; only needed if it is asked game by game."""
        self._seed[0] = seed & WORD
        self._count[0] = 0
        self.begin(np.zeros(1, np.int64))

    def begin(self, rows: Rows) -> None:  # noqa: B027  most agents keep nothing
        """Drop what is kept for these rows, int64 [k]: other games are there now, new ones or ones not seen so far."""

    @property
    def plans(self) -> bool:
        """Whether a decision depends on what it has decided before in the same turn; on earlier turns it never does."""
        return False

    def kept(self) -> bytes:
        """Return what is kept for all running games, as bytes for `restore`."""
        return b""

    def restore(self, kept: bytes) -> None:  # noqa: B027
        """Continue the running games from this result of `kept`; they are in the same rows."""

    def pass_over(self, decisions: int) -> None:
        """Count this many decisions of earlier turns as made: later ones then have the noise they would have had."""
        self._count += np.uint64(decisions)

    def act(self, view: View[Any]) -> int:
        """Return the index of a legal action: `decide` for a single game."""
        row, actions, keys = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1, np.uint64)
        key_rows(row, self._seed, self._count, keys)
        # Our own agents don't write to rules and board, so they need no copy.
        worlds = view.scenario.world if built_in(self, view.scenario.game) else view.worlds
        self.decide(worlds, view.games, row, view.mask[None, :], actions, keys)
        return int(actions[0])

    @abstractmethod
    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill `actions` of the given rows with legal actions.

        Args:
          worlds: rules and board, [1].
          games: the games, [B], read-only; for a bot from a file, a copy of these rows without their seeds.
          rows: int64[k], the games in which this agent decides.
          masks: int8[B, A], 1: legal for the deciding team.
          actions: int64[B]; only the entries of `rows` are written.
          keys: uint64[B], a fresh random number for each of these decisions: the agent's only noise.
        """


class Wrapping(Batched):
    """An agent that decides by another one: what is kept of running games is what that one keeps."""

    @property
    @abstractmethod
    def inner(self) -> Batched:
        """The agent that it decides by."""

    def begin(self, rows: Rows) -> None:
        """Forget what the inner agent has kept of these games (see `Batched.begin`)."""
        self.inner.begin(rows)

    @property
    def plans(self) -> bool:
        """Whether the inner agent plans (see `Batched.plans`)."""
        return self.inner.plans

    def kept(self) -> bytes:
        """Return what the inner agent keeps of the running games (see `Batched.kept`)."""
        return self.inner.kept()

    def restore(self, kept: bytes) -> None:
        """Continue games of which the inner agent had kept this (see `Batched.restore`)."""
        self.inner.restore(kept)


class Separate(ABC):
    """An agent in a separate process (`tabletop.agents.programs`); its games are played one after another.

    Attributes:
      last_used: seconds of CPU time that its last decision took.
    """

    last_used: float = 0.0

    @abstractmethod
    def end(self, score: float | None = None, ending: str = "") -> None:
        """Learn that the game has ended, with its score (1, 0.5 or 0), if known."""

    @abstractmethod
    def close(self) -> None:
        """End its processes."""


def built_in(agent: Agent, game: GameDefinition) -> bool:
    """Tell whether an agent is from the core's code or the game's own bots: these don't use future dice."""
    kind = type(agent)
    # What a class says about itself isn't enough: its module must have this class under its name.
    in_module = getattr(sys.modules.get(kind.__module__), kind.__name__, None) is kind
    if not (in_module and f"{kind.__module__}.".startswith((f"{CORE}.", f"{game.package}.bots."))):
        return False
    # An agent that lets another one decide (tabletop.agents.opening_book) shows it all that it sees.
    return not hasattr(agent, "agent") or built_in(agent.agent, game)


@overload
def noise_seed(seed: Integers, team: Integers | int) -> UInt64: ...


@overload
def noise_seed(seed: int | np.integer, team: int) -> int: ...


def noise_seed(seed: Integers | int | np.integer, team: Integers | int) -> UInt64 | int:
    """Return the seed of an agent's noise in a game with this seed, by its team: integers, or arrays of them.

    A one-way function (BLAKE2b, RFC 7693): an agent can't compute the game's seed, and with it the future dice, from
    its noise. It takes some microseconds per game.
    """
    if isinstance(seed, np.ndarray):
        arrays = np.broadcast_arrays(seed, team)
        return np.array([_hashed(int(s), int(t)) for s, t in zip(*arrays, strict=True)], np.uint64)
    return _hashed(int(seed), int(team))


def _hashed(seed: int, team: int) -> int:
    text = (seed & WORD).to_bytes(8, "little") + bytes([team])
    return int.from_bytes(hashlib.blake2b(text, digest_size=8, person=b"agent noise").digest(), "little")


class ForeignError(Exception):
    """An agent's code raised something that isn't derived from Exception, such as `asyncio.CancelledError`.

    Attributes:
      original: what it raised.
    """

    def __init__(self, original: BaseException) -> None:
        super().__init__()
        self.original = original


class ForeignCode:
    """While an agent's code runs in this process, it can't end the process, nor return to our code in a fork of it.

    This is against accidents: `os._exit` raises SystemExit, and a copy made by `os.fork` ends where it would continue
    with our code. Whatever else the code raises is an Exception or a KeyboardInterrupt.
    """

    def __enter__(self) -> None:
        self._process, self._leave = os.getpid(), os._exit
        os._exit = self._refuse  # type: ignore[assignment]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os._exit = self._leave
        if os.getpid() != self._process:
            os._exit(COPY)
        if error is not None and not isinstance(error, (Exception, SystemExit, KeyboardInterrupt)):
            raise ForeignError(error).with_traceback(trace) from error

    def _refuse(self, code: int) -> NoReturn:
        if os.getpid() != self._process:
            self._leave(code)
        raise SystemExit(code)


def prepare(agent: Agent, scenario: Scenario) -> Scenario:
    """Let an agent prepare itself; return the scenario to show to it: a copy, unless the agent is built in.

    Raises:
      ValueError: it can't play the scenario.
      AgentError: its code failed.
    """
    agent_scenario = scenario if built_in(agent, scenario.game) else scenario.game.from_json(scenario.to_json())
    try:
        with ForeignCode():
            agent.prepare(agent_scenario)
    except AgentError as error:
        raise error if isinstance(agent, Separate) else fault(agent, error) from error
    except ValueError as error:
        if agent_scenario is scenario:
            raise
        if not refuses(agent, error):
            raise fault(agent, error) from error
        raise ValueError(f"{agent.name} on {scenario.name}: {refusal_of(error)}") from error
    except FAULTS as error:
        raise fault(agent, error) from error
    return agent_scenario


def refuses(agent: Agent | type, error: ValueError) -> bool:
    """Tell whether the agent itself raised it: a line `raise …` in its own code says what it can't play.

    Any other error is a mistake, such as looking up a hex that the board doesn't have.
    """
    frames, folders = traceback.extract_tb(error.__traceback__), _own_folders(agent)
    if not frames or not folders:
        return True
    last, raised = frames[-1], Path(frames[-1].filename)
    # Starting at the failing statement: other statements may precede it on its line.
    text = linecache.getline(last.filename, last.lineno or 0).encode()[last.colno or 0 :].lstrip()
    return any(raised.is_relative_to(folder) for folder in folders) and (not text or text.startswith(b"raise"))


def _own_folders(agent: Agent | type) -> set[Path]:
    """Return the folders with the code of an agent's classes, except the core's."""
    cls = agent if isinstance(agent, type) else type(agent)
    functions = [function for kind in cls.__mro__ for function in vars(kind).values()]
    files = {function.__code__.co_filename for function in functions if hasattr(function, "__code__")}
    return {Path(file).parent for file in files} - {Path(__file__).parent}


def begin_game(player: Agent, seed: int) -> None:
    """Reset an agent for a game. A `Bot` gets its noise first: its own `reset` may leave that out."""
    if isinstance(player, Bot):
        player.random = random.Random(seed)
    player.reset(seed)


def copy_for_game(agent: Agent, seed: int, team: int) -> Agent:
    """Return a copy of a prepared agent for one game, reset; AgentError: it can't be copied, or its code failed."""
    try:
        with ForeignCode():
            player = deepcopy(agent)
    except FAULTS as error:
        raise AgentError(f"{agent.name}: {uncopied_words(error)}") from error
    try:
        with ForeignCode():
            begin_game(player, noise_seed(seed, team))
    except FAULTS as error:
        raise fault(agent, error) from error
    return player


def uncopied_words(error: BaseException) -> str:
    """Say in one line why an agent can't be copied."""
    return f"can't be copied for a game of its own: {one_line_of(error)}"


def ask(agent: Agent, view: View[Any], mask: Masks) -> int:
    """Return an agent's answer to a view.

    Args:
      agent: the agent that decides.
      view: what it is shown; the agent may write to it.
      mask: int8[A], the engine's own mask.

    Raises:
      AgentError: its code failed, or the answer is not a legal action.
    """
    turn, games = int(view.games["turn"][0]), view.games.copy()
    try:
        with ForeignCode():
            answer = agent.act(view)
            action = index_of(answer)
            words = answer_in_words(answer) if action is None or not 0 <= action < mask.size else ""
    except FAULTS as error:
        if isinstance(agent, Separate) and isinstance(error, AgentError):
            raise
        raise fault(agent, error, turn) from error
    if action is None or words:
        raise AgentError(f"{agent.name}: in turn {turn}: {words}")
    if not mask[action]:
        raise illegal(agent, view.scenario, games, action)
    return action


def index_of(answer: Any) -> int | None:
    """Return an agent's answer as an integer; None: it isn't one.

    True and False, perhaps entries of a mask, and arrays aren't, though Python takes them for integers.
    """
    is_array, kind = bool(getattr(answer, "shape", ())), str(getattr(answer, "dtype", ""))
    if isinstance(answer, bool) or is_array or "bool" in kind or "float" in kind or not hasattr(answer, "__index__"):
        return None
    return operator.index(answer)


def answer_in_words(answer: Any) -> str:
    """Say in one line what an agent answered instead of an action's index."""
    return f"it answered {one_line(_placeless(repr(answer)), 100)}, no action's index"


def _placeless(text: str) -> str:
    """Leave out where objects are in memory: so the same fault has the same words in each run."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


def illegal(agent: Agent, scenario: Scenario, games: Records, action: int) -> AgentError:
    """Return the error for an illegal action in a game, [1], in one line: who, what, when."""
    table = scenario.game.action_names(scenario)
    name = table.name(action, int(games["decider"][0])) if 0 <= action < len(table) else "no action"
    return AgentError(f"{agent.name}: action {action} ({name}) is not legal, in turn {int(games['turn'][0])}")


def fault(agent: Agent, error: BaseException, turn: int | None = None) -> AgentError:
    """Return the error for an agent's exception, in one line: who, when, what, and where in its file."""
    when = "" if turn is None else f"in turn {turn}: "
    return AgentError(f"{one_line(agent.name)}: {when}{fault_words(agent, error)}")


def fault_words(agent: Agent, error: BaseException) -> str:
    """Return an agent's exception in one line: what, and where in its file."""
    frames, folders = traceback.extract_tb(error.__traceback__), _own_folders(agent)
    own_frames = [frame for frame in frames if Path(frame.filename).parent in folders]
    trace = own_frames or list(frames)
    place = f" ({Path(trace[-1].filename).name}, line {trace[-1].lineno})" if trace else ""
    return f"{one_line_of(error)}{place}"


def refusal_of(error: ValueError) -> str:
    """Return what an agent itself says that it refuses (`refuses`), as one line."""
    return one_line_of(error).removeprefix("ValueError: ")


def one_line_of(error: BaseException) -> str:
    """Return an exception as one line."""
    if isinstance(error, ForeignError):
        error = error.original
    try:
        text = _placeless(error.msg if isinstance(error, SyntaxError) else str(error))
    except FAULTS:  # the text itself comes from the bot's code
        text = "(its text can't be read)"
    return one_line(f"{type(error).__name__}: {text}")
