"""The agents `program:COMMAND` and `isolated:FILE.py`: the referee's side of the protocol.

docs/bots-as-programs.md describes it.
"""

import base64
import time
from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np

from tabletop.agents.base import FAULT, AgentError, Separate
from tabletop.agents.from_file import ISOLATED, PROGRAM
from tabletop.agents.programs.command import python_command, typed_command
from tabletop.agents.programs.limits import USUAL, Limits
from tabletop.agents.programs.process import OUT_OF_TIME, Command, Process, ProgramError, StrayError
from tabletop.agents.view import View, view_of
from tabletop.base.errors import one_line
from tabletop.compiled.compiling import compiled
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.illegal import illegal_words
from tabletop.play.game import Game
from tabletop.play.odds import outcomes

PROTOCOL = 1
WANTS = ("position", "names", "record")
RESULTS = {1.0: "won", 0.0: "lost", 0.5: "drawn"}
LONGEST_NAME = 60  # letters that are shown of the name that a program gives itself
MOST_ODDS = 5000  # ways for the dice to fall, in an answer to a request for odds


def is_program(text: str) -> bool:
    """Tell whether an agent's name is that of a bot in a separate process."""
    return text.startswith((PROGRAM, ISOLATED))


class Pool:
    """The processes of one bot: each plays several games, one after another."""

    def __init__(self, command: Command, limits: Limits, game: GameDefinition) -> None:
        self.command, self.limits, self.game = command, limits, game
        self.scenario: Scenario | None = None
        self.wants: frozenset[str] = frozenset()
        self.called = ""
        self.idle: list[Process] = []
        self.started = 0

    def prepare(self, scenario: Scenario) -> None:
        """Have a process ready that knows the scenario; ValueError: the bot can't play it; ProgramError: its fault."""
        if self.scenario is not None and self.scenario.digest() == scenario.digest() and self.idle:
            return
        self.clear()
        self.scenario = scenario
        if self.command.ours and compiled():
            game = Game(scenario)
            view_of(scenario, game.games, game.legal_mask()).compile_all()
        self.keep(self._start())

    def keep(self, process: Process) -> None:
        """Keep a process for the next game; until then it is stopped."""
        process.rest()
        self.idle.append(process)

    def take(self) -> Process:
        """Return a process that is ready for a game; ProgramError: there is none, and a new one can't be started."""
        while self.idle:
            process = self.idle.pop()
            if process.quiet:
                return process
            process.close()
        return self.start()

    def start(self) -> Process:
        """Return a new process, for a game of a scenario that was played before; ProgramError: it can't be started."""
        try:
            return self._start()
        except ValueError as error:
            raise ProgramError(f"it refuses what it has played before: {error}") from None

    def clear(self) -> None:
        """End the idle processes."""
        while self.idle:
            self.idle.pop().close()

    def _start(self) -> Process:
        assert self.scenario is not None
        process = Process(self.command, self.limits)
        self.started += 1
        try:
            self.greet(process)
        except BaseException:
            process.close()
            raise
        return process

    def greet(self, process: Process) -> None:
        """Say hello to a process that has begun, and read who it is."""
        limits, scenario = self.limits, self.scenario
        assert scenario is not None
        process.send(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "game": self.game.name,
                "bank": limits.bank,
                "increment": limits.increment,
                "wall": limits.wall,
                "memory": limits.memory,
            }
        )
        greeting = _expect(process.receive()[0], "hello")
        if type(greeting.get("protocol")) is not int or greeting["protocol"] != PROTOCOL:
            raise ProgramError(f"it speaks protocol {one_line(repr(greeting.get('protocol')), 20)}, not {PROTOCOL}")
        wants = greeting.get("wants", ["position", "names"])
        if not isinstance(wants, list) or not all(want in WANTS for want in wants):
            raise ProgramError(f"it wants {one_line(repr(wants), 60)}; there are {', '.join(WANTS)}")
        self.wants = frozenset(wants)
        self.called = "" if self.command.ours else one_line(str(greeting.get("name") or ""), LONGEST_NAME)
        process.send(
            {"type": "scenario", "name": scenario.name, "actions": scenario.actions, "teams": list(self.game.teams)}
            | {"scenario": scenario.to_json()}
        )
        answer = process.receive()[0]
        if answer.get("type") == "refuse":
            raise ValueError(one_line(str(answer.get("why", "it can't play this scenario"))))
        if answer.get("type") == "failed":
            raise ProgramError(one_line(str(answer.get("why", "it failed"))))
        _expect(answer, "ready")


class Program(Separate):
    """An agent that is a program: it reads and writes lines of JSON.

    Attributes:
      name: the name by which it was requested.
    """

    def __init__(self, name: str, command: Command, game: GameDefinition, limits: Limits = USUAL) -> None:
        """Take a program; no process is started before `prepare`."""
        self.name = name
        self._given = (name, command, game, limits)
        self.pool = Pool(command, limits, game)
        self._process: Process | None = None
        self._seed, self._left = 0, 0.0

    @property
    def limits(self) -> Limits:
        """The resources that it may use."""
        return self.pool.limits

    @property
    def command(self) -> Command:
        """The command that is started."""
        return self.pool.command

    @property
    def walls(self) -> list[str] | None:
        """What isolates its processes from the system, in words; None: none has been started yet."""
        processes = [*([self._process] if self._process else []), *self.pool.idle]
        return processes[0].walls if processes else None

    @property
    def called(self) -> str:
        """The name that it gives itself in its `hello`; empty: none."""
        return self.pool.called

    def __deepcopy__(self, memo: dict[int, Any]) -> "Program":
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._process = None  # the processes are shared, a game isn't
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._given, {"_seed": self._seed, "_left": self._left}

    def prepare(self, scenario: Scenario) -> None:
        """Start it, and tell it what is played; ValueError: it can't play that; AgentError: its fault."""
        try:
            self.pool.prepare(scenario)
        except ProgramError as error:
            raise AgentError(f"{self.name}: {error}") from None
        except ValueError as error:
            raise ValueError(f"{self.name} on {scenario.name}: {error}") from None

    def reset(self, seed: int) -> None:
        """Begin a game with a full bank."""
        self.end()
        self._seed, self._left = seed, self.limits.bank

    def act(self, view: View) -> int:
        """Ask it for an action; AgentError: it has broken a rule of the protocol, or exhausted a limit."""
        bank_before = self._left = self._left if self._process is not None else self.limits.bank
        try:
            action = self._answer(view)
        except ProgramError as error:
            self._drop()
            raise AgentError(f"{self.name}: in turn {int(view.games['turn'][0])}: {error}") from None
        except BaseException:
            self._drop()
            raise
        finally:
            self.last_used = bank_before - self._left
        self._left += self.limits.increment
        return action

    def _answer(self, view: View) -> int:
        if self._process is not None:
            return self._ask(self._process, view)
        self.pool.scenario = self.pool.scenario or view.scenario
        self._process = self.pool.take()
        try:
            return self._begin(self._process, view)
        except StrayError:
            if not self._process.has_played:
                raise
        # What a program does after the end of a game counts for none: it may happen earlier or later.
        self._drop()
        self._left = self.limits.bank
        self._process = self.pool.start()
        return self._begin(self._process, view)

    def _begin(self, process: Process, view: View) -> int:
        process.cpu()  # what it has used so far was before the game; what it still does for the one before is in it
        process.wake()
        process.send({"type": "game", "seed": str(self._seed), "team": view.team})
        return self._ask(process, view)

    def _ask(self, process: Process, view: View) -> int:
        if not process.quiet:
            process.send({})  # raises how it has ended, if it has
            raise StrayError("it wrote though nothing was asked")
        legal = np.flatnonzero(view.mask).tolist()
        process.send(self._question(view, legal))
        deadline = time.monotonic() + self.limits.wall
        while True:
            message, cpu_seconds = process.receive((self._left, deadline - time.monotonic()))
            self._left -= cpu_seconds
            if self._left < 0:
                raise ProgramError(OUT_OF_TIME.format(self.limits))
            kind = message.get("type")
            if kind == "odds":
                start = time.thread_time()
                process.send({"type": "odds", "results": _odds(view, message.get("action"))})
                self._left -= time.thread_time() - start  # the referee computes for the bot, so the time is the bot's
                continue
            if kind == "why":
                process.send({"type": "why", "why": _why_not(view, message.get("action"))})
                continue
            if kind == "failed":
                # Our host says so in answer to this question: the exception belongs to this game.
                failure = ProgramError if self.command.ours else StrayError
                raise failure(one_line(str(message.get("why", "it failed"))))
            action = _expect(message, "action").get("action")
            if isinstance(action, str):
                with suppress(ValueError):
                    return view.table.index(action, view.team)
                raise ProgramError(f"it answered {one_line(repr(action), 60)}, the name of no action")
            if isinstance(action, bool) or not isinstance(action, int):
                raise ProgramError(f"it answered {one_line(repr(action), 60)}: an action's number or name is meant")
            return action

    def _question(self, view: View, legal: list[int]) -> dict[str, Any]:
        """Return the question, including the data that the program has requested."""
        wants = self.pool.wants
        question: dict[str, Any] = {
            "type": "decide",
            "kind": view.decision,
            "turn": int(view.games["turn"][0]),
            "left": round(self._left, 3),
            "legal": legal,
        }
        if "names" in wants:
            names = view.table.names(view.team)
            question["names"] = [names[action] for action in legal]
        if "position" in wants:
            question["position"] = view.position
        if "record" in wants:
            question["record"] = base64.b64encode(view.games.tobytes()).decode()
        return question

    def end(self, score: float | None = None, ending: str = "") -> None:
        """Tell it how the game has ended (its score: 1, 0.5 or 0), if it has; free its process for another game."""
        process, self._process = self._process, None
        if process is None:
            return
        if ending == FAULT and not score:  # its own fault: what it is doing now is unknown
            process.close()
            return
        try:
            process.send({"type": "end", "result": "" if score is None else RESULTS[score], "ending": ending})
        except ProgramError:
            process.close()
        else:
            process.has_played = True
            self.pool.keep(process)

    def close(self) -> None:
        """End its processes."""
        self._drop()
        self.pool.clear()

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def __del__(self) -> None:
        with suppress(Exception):
            self.end()


def _expect(message: dict[str, Any], kind: str) -> dict[str, Any]:
    if message.get("type") != kind:
        raise StrayError(f"it answered {one_line(repr(message), 60)}, where type {kind} is meant")
    return message


def _odds(view: View, action: Any) -> list[dict[str, str]]:
    """Return every result of an action with its exact probability."""
    if isinstance(action, str):
        try:
            action = view.table.index(action, view.team)
        except ValueError as error:
            raise ProgramError(one_line(f"it asked for odds: {error}")) from None
    is_number = isinstance(action, int) and not isinstance(action, bool)
    if not (is_number and 0 <= action < view.mask.size and view.mask[action]):
        raise ProgramError(f"it asked for the odds of {one_line(repr(action), 60)}, which isn't legal")
    try:
        results = outcomes(Game.of_record(view.scenario, view.games), int(action), MOST_ODDS)
    except ValueError:
        return []  # too many ways for the dice to fall
    return [{"probability": _share(result.probability), "position": result.position} for result in results]


def _why_not(view: View, action: Any) -> str:
    """Say why an action can't be taken now; empty: it can."""
    if isinstance(action, str):
        try:
            action = view.table.index(action, view.team)
        except ValueError as error:
            return one_line(str(error))
    if not isinstance(action, int) or isinstance(action, bool):
        return "an action's number or name is meant"
    if 0 <= action < view.mask.size and view.mask[action]:
        return ""
    return one_line(illegal_words(view.scenario, view.games, action))


def _share(probability: Fraction) -> str:
    return f"{probability.numerator}/{probability.denominator}"


def make_program(text: str, game: GameDefinition, limits: Limits = USUAL) -> Program:
    """Make the agent `program:COMMAND` or `isolated:FILE.py:Class,key=value`; no process is started.

    Raises:
      ValueError: no such program or file, in one line.
    """
    if text.startswith(ISOLATED):
        return Program(text, python_command(text.removeprefix(ISOLATED), game), game, limits)
    return Program(text, typed_command(text.removeprefix(PROGRAM)), game, limits)
