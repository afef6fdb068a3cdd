"""One unit of `verify`."""

import functools
import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol, cast

import numpy as np

from tabletop.base.arrays import Float32, Records
from tabletop.base.workers.tasks import Note
from tabletop.env.batch.playouts import random_games
from tabletop.front.commands.shell import load_game
from tabletop.front.verify import check_plain
from tabletop.front.verify.check_odds import halt_fault, odds_fault
from tabletop.front.verify.check_words import error_words
from tabletop.front.verify.plan import Unit, twin_name
from tabletop.game.chance import new_chance
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.draws import Draw
from tabletop.game.header import TEAMS
from tabletop.game.modules import module_of_game
from tabletop.play.game import Game
from tabletop.play.records import GameRecord, Recorder, replay
from tabletop.rate.matches.endless_games import LONGEST, EndlessGameError, check_length

COUNTED = 0.25  # share of the sampled positions in which an action's exact odds are looked at
ENDING = 256  # random games that must end before compiled play without a limit begins


class Twin(Protocol):
    """The module that a game's `twin` names: its second engine beside the first, and the board turned by half."""

    DisagreementError: type[Exception]

    def unknown(self, scenario: Scenario) -> str:
        """Return what of the scenario the second engine doesn't know, so can't check, in words; empty: nothing."""
        ...

    def is_symmetric(self, scenario: Scenario) -> bool:
        """Whether the scenario is the same on the board turned by half, with the teams exchanged."""
        ...

    def compare(self, scenario: Scenario, seed: int, bold: bool) -> int:
        """Play one random game in both and return its decisions; DisagreementError at the first difference.

        With `bold`, actions after which much happens are likelier.
        """
        ...

    def legal_indices(self, scenario: Scenario, position: str) -> list[int]:
        """Return the second engine's legal actions in a position, ascending."""
        ...

    def turned(self, scenario: Scenario, games: Records) -> Records | None:
        """Return the record, shape (1,), of a position on the board turned by half, with the teams exchanged.

        None: it isn't known, as it may be while teams are set up.
        """
        ...

    def turned_results(self, draws: Iterable[Draw]) -> Sequence[Any]:
        """Return the results that play the turned game as these draws have played the game itself."""
        ...


def twin_of(game: GameDefinition[Any]) -> Twin | None:
    """Return the game's twin; None: it has none, or the tests that have it aren't there."""
    name = twin_name(game.package, game.twin)
    return cast(Twin, module_of_game(name)) if name else None


@functools.lru_cache(maxsize=8)
def _scenario(place: str, preset: str, variant: int) -> Scenario:
    game = load_game(place)
    return game.with_rules(game.load(preset), game.variants[variant])


@dataclass(frozen=True)
class Work:
    """A task: do a unit (`run`).

    Attributes:
      place: where the game's definition is written.
      unit: what to do.
    """

    place: str
    unit: Unit

    @property
    def words(self) -> str:
        """What it is, in messages."""
        return self.unit.name

    def work(self, note: Note) -> dict[str, Any]:
        """Do it."""
        return run(self.place, self.unit)


def run(place: str, unit: Unit) -> dict[str, Any]:
    """Do it; the entry for the results file, with `fault` where something is wrong.

    Args:
      place: where the game's definition is written (`load_game`).
      unit: what to do.
    """
    entry: dict[str, Any] = {"unit": unit.name, "check": unit.check, "scenario": unit.preset}
    if unit.check == "plain":
        return entry | check_plain.look(place, unit.preset, unit.seed, unit.size)
    scenario = _scenario(place, unit.preset, unit.variant)
    try:
        return entry | _CHECKS[unit.check](scenario, unit)
    except (EndlessGameError, _PlayError) as error:
        return entry | {"fault": str(error)}
    except Exception as error:
        return entry | {"fault": _words(error)}


class _PlayError(Exception):
    """An error of the game's own code, with the seed and the position."""


def _words(error: Exception) -> str:
    return f"{error_words(error)} ({check_plain.place_of(error)})"


@contextmanager
def _in_game(seed: int, game: Game | None = None, told: type[Exception] = EndlessGameError) -> Iterator[None]:
    """Say in which game, and in which position, an error comes up; `told` says so itself."""
    try:
        yield
    except told:
        raise
    except Exception as error:
        position = f", {check_plain.text_of(game)}" if game else ""
        raise _PlayError(f"{_words(error)}: seed {seed}{position}") from error


def _twin(scenario: Scenario, unit: Unit) -> dict[str, Any]:
    twin = twin_of(scenario.game)
    decisions = 0
    if twin is None or twin.unknown(scenario):
        return {"games": 0, "decisions": 0}
    for seed in range(unit.seed, unit.seed + unit.size):
        try:
            with _in_game(seed, told=twin.DisagreementError):
                decisions += twin.compare(scenario, seed, bold=seed % 4 > 0)
        except (twin.DisagreementError, _PlayError) as error:
            return {"games": seed - unit.seed, "decisions": decisions, "fault": str(error)}
    return {"games": unit.size, "decisions": decisions}


def _sound(scenario: Scenario, unit: Unit) -> dict[str, Any]:
    game = scenario.game
    trials, lengths = random_games(scenario, ENDING, unit.seed, LONGEST)
    if lengths.max() >= LONGEST:  # `play_soundly` would never come back
        check_length(LONGEST, int(trials["dice"]["seed"][lengths.argmax()]))
    starts = game.start_record(scenario)
    games = starts.copy()
    mask = np.zeros(scenario.actions, np.int8)
    scrutiny = game.compiled("scrutiny")
    # Compiled code adds to the number of any ending, also of one that `endings` lacks.
    report = np.zeros(scrutiny.REPORTED + np.iinfo(np.int16).max, np.int64)
    fault = scrutiny.play_soundly(
        scenario.world, starts, games, new_chance(), np.uint64(unit.seed), unit.size, mask, report
    )
    names = ("decisions", "games", *map(str.capitalize, game.teams), "drawn", "length", *game.endings[1:])
    result: dict[str, Any] = dict(zip(names, map(int, report), strict=False))
    if fault:
        texts = {scrutiny.NO_MASK: "the mask isn't one of two legal actions or more, or of none when the game is over",
                 scrutiny.REFUSED: "a legal action was refused"}  # fmt: skip
        words = texts.get(fault, f"fault {fault} (the kernel `sound`)")
        result["fault"] = f"{words}: {game.format_position(scenario, games)}"
    elif report[len(names) :].any():
        number = int(np.flatnonzero(report[scrutiny.REPORTED :])[-1]) + 1
        result["fault"] = f"a game has ended with {number}: `endings` has the numbers 0 to {len(game.endings) - 1}"
    return result


def _states(scenario: Scenario, unit: Unit) -> dict[str, Any]:
    """Positions of random games, one in ten: see `_state_fault`."""
    rng = random.Random(unit.seed)
    count = 0
    seed = unit.seed
    while True:
        with _in_game(seed):
            game, steps = Game(scenario, seed=seed), 0
        while not game.over:
            check_length(steps, seed)
            with _in_game(seed, game):
                if rng.random() < 0.1:
                    fault = _state_fault(scenario, game, rng)
                    if fault:
                        return {"decisions": count, "fault": f"{fault}: seed {seed}, {game.position()}"}
                    count += 1
                    if count == unit.size:
                        return {"decisions": count}
                game.step(rng.choice(game.legal_indices()))
            steps += 1
        seed += 1


def _state_fault(scenario: Scenario, game: Game, rng: random.Random) -> str:
    """What is wrong in a position, in words; empty: nothing."""
    definition = scenario.game
    if fault := _text_fault(game):
        return fault
    mask, scratch = game.legal_mask(), game.legal_mask()
    trials = game.games.copy()
    views = game.games.view(np.uint8).reshape(-1), trials.view(np.uint8).reshape(-1)
    wrong = definition.compiled("scrutiny").try_every_action(
        scenario.world, game.games, trials, *views, new_chance(), mask, scratch
    )
    if wrong != -2:
        return f"action {wrong} is taken though illegal, refused though legal, or refused but changes the position"
    action = rng.choice(game.legal_indices())
    next_game = game.clone()
    old_bytes = game.games.tobytes()
    next_game.step(action)
    if game.games.tobytes() != old_bytes:
        return "a clone isn't independent"
    if fault := halt_fault(game, action, next_game):
        return fault
    if rng.random() < COUNTED and (fault := odds_fault(game, action, rng.getrandbits(32))):
        return fault
    twin = twin_of(definition)
    if twin is not None and twin.unknown(scenario):
        twin = None
    if twin is not None and twin.legal_indices(scenario, game.position()) != game.legal_indices():
        return "the twin's legal actions are others"
    if definition.turned(scenario, game.games) is not None:
        return _mirror_fault(definition, scenario, game, action, next_game)
    if twin is None or not twin.is_symmetric(scenario) or twin.turned(scenario, game.games) is None:
        return ""
    return _mirror_fault(twin, scenario, game, action, next_game)


def _mirror_fault(
    turns: GameDefinition[Any] | Twin, scenario: Scenario, game: Game, action: int, next_game: Game
) -> str:
    """What is otherwise on the board turned by half, there and after an action; empty: nothing.

    Args:
      turns: who turns positions, and the results of draws.
      scenario: of the games.
      game: a position.
      action: what is done there.
      next_game: the game after it.
    """
    mirrored = Game.of_record(scenario, _turned(turns, scenario, game.games), game.seed)
    if mirrored.decider != 1 - game.decider or not np.array_equal(mirrored.legal_mask(), game.legal_mask()):
        return "the turned position has another mask, or isn't the other team's to decide"
    back = game.clone()
    back.games = _turned(turns, scenario, mirrored.games)
    if back.key() != game.key():
        return "a position that is turned twice is another one"
    if fault := turned_fault(scenario, game, mirrored):
        return fault
    mirrored.step(action, results=turns.turned_results(next_game.draws))
    wanted = next_game.clone()
    wanted.games = _turned(turns, scenario, next_game.games)
    if mirrored.key() != wanted.key():
        return f"action {action} leads elsewhere when the board is turned"
    return ""


def _turned(turns: GameDefinition[Any] | Twin, scenario: Scenario, games: Records) -> Records:
    turned = turns.turned(scenario, games)
    assert turned is not None, "`turned` knows some positions of a scenario, and others not"
    return turned


def turned_fault(scenario: Scenario, game: Game, mirrored: Game) -> str:
    """Which observation of a team isn't the other team's on the turned board, in words; empty: none."""
    definition, row = scenario.game, np.zeros(1, np.int64)
    for name in definition.encodings:
        encoding = definition.encoding(scenario, name)
        for team in range(TEAMS):
            seen = []
            for games, side in ((game.games, team), (mirrored.games, 1 - team)):
                seen.append(out := np.zeros((1, encoding.size), np.float32))
                definition.batch.observe_rows(scenario.world, games, row, np.array([side]), encoding.cells, out)
            if len(differ := np.flatnonzero(seen[0] != seen[1])):
                return f"encoding {name}: number {differ[0]} of team {team}'s observation is another one when turned"
    rules = import_module(definition.scoring or definition.kernels)
    if not game.over and hasattr(rules, "POSITION_FACTS"):
        facts = [facts_of(scenario, each, rules) for each in (game, mirrored)]
        for kernel, one, other in zip(("observe_position", "observe_legal"), *facts, strict=True):
            if len(differing := np.argwhere(one != other)):
                return f"`{kernel}`: number {differing[0, -1]} of the deciding team is another one when turned"
    return ""


def facts_of(scenario: Scenario, game: Game, rules: ModuleType) -> tuple[Float32, Float32]:
    """Return the facts about a position and about its legal actions, as networks get them."""
    row, mask = np.zeros(1, np.int64), game.legal_mask()[None]
    position = np.zeros((1, rules.POSITION_FACTS), np.float32)
    actions = np.zeros((mask.size, rules.ACTION_FACTS), np.float32)
    listed, starts, asked = np.zeros(mask.size, np.int16), np.zeros(2, np.int64), np.ones(1, np.bool_)
    kernels = scenario.game.scoring_kernels
    kernels.facts_of_rows(scenario.world, game.games, row, asked, mask, position, actions, listed, starts)
    return position, actions


def _text_fault(game: Game) -> str:
    """What is wrong with the position's text, in words; empty: it is a line, says all, and is read as it was."""
    text, copy = game.position(), game.clone()
    if "\n" in text:
        return f"`format_position` writes a line, without a line break, not {text!r}"
    copy.games = game.scenario.game.parse_position(game.scenario, text)
    return "" if copy.key() == game.key() and copy.position() == text else "the text doesn't round-trip"


def _text(scenario: Scenario, unit: Unit) -> dict[str, Any]:
    """Every position of random games round-trips as text, and each game's record is played again to the same bytes."""
    decisions = 0
    for seed in range(unit.seed, unit.seed + unit.size):
        rng = random.Random(seed)
        with _in_game(seed):
            game = Game(scenario, seed=seed)
            recorder = Recorder(game, scenario, seed, "random", "random")
        while True:
            with _in_game(seed, game):
                if fault := _text_fault(game):
                    return {"decisions": decisions, "fault": f"{fault}: seed {seed}, {game.position()}"}
                if game.over:
                    break
                check_length(len(recorder.lines), seed)
                recorder.step(rng.choice(game.legal_indices()))
            decisions += 1
        try:
            with _in_game(seed, told=ValueError):
                for _ in replay(GameRecord.read(recorder.record().write(), scenario.game)):
                    pass
        except ValueError as error:
            return {"decisions": decisions, "fault": f"seed {seed}: {error}"}
    return {"games": unit.size, "decisions": decisions}


_CHECKS = {"twin": _twin, "sound": _sound, "states": _states, "text": _text}
