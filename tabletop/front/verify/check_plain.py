"""The first look at a game: some decisions in plain Python, where writing outside of an array is an error in words.

Compiled code doesn't look at bounds: what doesn't fit there gives wrong numbers or ends the process. Numba is turned
off for a whole process alone, so this file is one: `python -m tabletop.front.verify.check_plain PLACE PRESET SEED
  DECISIONS`.
"""

import _thread
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tabletop.compiled.compiling import compiled
from tabletop.front.commands.shell import load_game
from tabletop.front.verify.check_odds import halt_fault
from tabletop.front.verify.check_words import Uses, error_words
from tabletop.front.verify.positions import (
    begin_fault,
    draws_fault,
    header_fault,
    mask_fault,
    number_fault,
    observation_fault,
)
from tabletop.game import chance
from tabletop.game.check import encoding_faults, scenario_faults
from tabletop.game.definition import Scenario
from tabletop.game.header import TEAMS, Record
from tabletop.play.game import Game

STUCK = 120.0  # seconds of processor time after which a decision counts as one without end
SEEN = 10  # in one position of so many everything is tried: it takes long


def look(place: str, preset: str, seed: int, decisions: int) -> dict[str, Any]:
    """Play so many decisions at random in a process of its own; as `tabletop.front.verify.work.run`."""
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    process = subprocess.run(
        [sys.executable, "-P", "-m", "tabletop.front.verify.check_plain", place, preset, str(seed), str(decisions)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        report: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        report = {"fault": f"plain Python ended with {process.returncode}: {process.stderr.strip()}"}
    return report


def play_at_random(scenario: Scenario, seed: int, decisions: int) -> dict[str, Any]:
    """Play so many decisions at random, and look at each position; an entry as of `tabletop.front.verify.work.run`."""
    with np.errstate(over="call", call=_overflow):
        return _played(scenario, seed, decisions)


def _played(scenario: Scenario, seed: int, decisions: int) -> dict[str, Any]:
    count, games = 0, 0
    game: Game[Any] | None = None
    entry: dict[str, Any] = {}
    # Now: with chance's own function, not with the one that notes its dice.
    is_legal = import_module(scenario.game.kernels).is_legal
    # A shell's job in the background begins with SIGINT ignored: `_in_time` would end nothing.
    old_handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        entry["fault"] = next(_scenario_faults(scenario), "")
        rng, uses = random.Random(seed), Uses(scenario, seed)
        while count < decisions and not entry["fault"]:
            seen: set[Die] = set()
            with _in_time(), _dice_noted() as dice:
                game = Game(scenario, seed=seed + games)
            with _in_time():
                fault = _repeated(dice, seen) or _fault(game, uses, True, count % SEEN == 0) or begin_fault(game)
            while not fault and not game.over and count < decisions:
                action = rng.choice(game.legal_indices())
                with _in_time():
                    allowed = is_legal(scenario.world[0], game.record, action)
                if not allowed:
                    fault = f"action {action}: the mask says 1, `is_legal` 0"
                    break
                before = game.clone()
                with _in_time(), _dice_noted() as dice:
                    game.step(action)
                count += 1
                with _in_time():
                    fault = _repeated(dice, seen) or _kept(game, dice) or _fault(game, uses, False, count % SEEN == 0)
                with _in_time():
                    if not fault and (words := halt_fault(before, action, game)):
                        fault = f"{words}, from {before.position()}"
            if fault:
                entry["fault"] = f"{fault}: seed {game.seed}, {text_of(game)}"
            games += game.over
    except (Exception, KeyboardInterrupt) as error:
        stuck = f"not done after {STUCK:.0f} s of processor time"
        words = stuck if isinstance(error, KeyboardInterrupt) else error_words(error)
        where = f", {text_of(game)}" if game else ""
        entry["fault"] = f"{words} ({place_of(error)}): seed {seed + games}, after {count} decisions{where}"
    finally:
        signal.signal(signal.SIGINT, old_handler)
    return {"games": games, "decisions": count} | entry


def _overflow(kind: str, _: int) -> None:
    """Raise OverflowError where NumPy's numbers of 16 or 32 bits wrap in silence; compiled code computes with 64."""
    # What is written by these constants is the hash of all dice and choices, which wraps on purpose.
    if "GOLDEN" not in sys._getframe(1).f_globals:
        raise OverflowError(f"{kind} of a number of the record's type: make it whole by `int(…)`, as it is compiled")


@contextmanager
def _in_time() -> Iterator[None]:
    """Raise KeyboardInterrupt where a decision takes too long: rules that go round for ever say nothing."""
    # Processor time: a busy machine isn't a game's fault.
    end, done = time.process_time() + STUCK, threading.Event()

    def watch() -> None:
        while not done.wait(max(0.1, end - time.process_time())):
            if time.process_time() >= end:
                _thread.interrupt_main()
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        done.set()


@contextmanager
def _dice_noted() -> Iterator[list["Die"]]:
    """Note the dice that are rolled; compiled code rolls unnoticed."""
    dice: list[Die] = []
    roll = chance.rolled

    def noted(game: Record, purpose: int, subject: int, number: int, part: int, sides: int) -> int:
        dice.append(Die(int(game.turn), int(subject), int(purpose), int(number), int(part)))
        return int(roll(game, purpose, subject, number, part, sides))

    modules = [] if compiled() else list(sys.modules.values())
    holders = [module for module in modules if getattr(module, "__dict__", {}).get("rolled") is roll]
    for module in holders:
        module.__dict__["rolled"] = noted
    try:
        yield dice
    finally:
        for module in holders:
            module.__dict__["rolled"] = roll


class Die(NamedTuple):
    """What a die of a game is a function of, beside the seed."""

    turn: int
    subject: int
    purpose: int
    number: int
    part: int


def _repeated(dice: list[Die], seen: set[Die]) -> str:
    """Say whether a die has fallen before in this game, in words; empty: it hasn't. They are seen now."""
    for die in dice:
        if die in seen:
            words = f"turn {die.turn}, subject {die.subject}, purpose {die.purpose}, number {die.number}"
            return f"a die falls a second time ({words}): `dice.rolled` was reset too early, or has no such subject"
        seen.add(die)
    return ""


def _kept(game: Game[Any], dice: list[Die]) -> str:
    """Say if a step still has the draws of an earlier one: each draw has rolled a die; compiled dice aren't noted."""
    draws = int(game.notes["used"][0])
    if compiled() or draws <= len(dice):
        return ""
    return f"a step notes {draws} draws and rolls {len(dice)} dice: `step` is to call `rewind` before it draws"


def text_of(game: Game[Any]) -> str:
    """The game's position; in words where it can't be written."""
    try:
        return game.position()
    except Exception as error:  # of a faulty position
        return f"whose position can't be written ({error_words(error)})"


def place_of(error: BaseException) -> str:
    """Where it happened: in the game's own code, if that was under way."""
    core = Path(__file__).parents[2]
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_file()]
    own_frames = [frame for frame in frames if core not in Path(frame.filename).parents] or frames
    return f"`{own_frames[-1].name}`, {Path(own_frames[-1].filename).name}, line {own_frames[-1].lineno}"


def _scenario_faults(scenario: Scenario) -> Iterator[str]:
    game = scenario.game
    yield from scenario_faults(game, scenario)
    for name in game.encodings:
        yield from encoding_faults(game.encoding(scenario, name))
    other = game.from_json(scenario.to_json())
    if other != scenario or other.digest() != scenario.digest() or other.world.tobytes() != scenario.world.tobytes():
        yield "`from_json` makes another scenario of what `to_json` wrote"
    names = game.action_names(scenario)
    for team, action in product(range(TEAMS), range(len(names))):
        if (index := names.index(name := names.name(action, team), team)) != action:
            yield f"`action_names`: action {action} of team {team} is called {name!r}, which is the name of {index}"


def _fault(game: Game[Any], uses: Uses, begins: bool, thorough: bool) -> str:
    """What is wrong in a position, or with the step that led to it, in words; empty: nothing."""
    fault = header_fault(game) or number_fault(game) or draws_fault(game) or uses.tell(game, begins)
    if fault or not (thorough or game.over):
        return fault
    return mask_fault(game) or observation_fault(game) or uses.fault(game)


if __name__ == "__main__":
    _place_of_game, _preset, _seed, _decisions = sys.argv[1:]
    print(json.dumps(play_at_random(load_game(_place_of_game).load(_preset), int(_seed), int(_decisions))))
