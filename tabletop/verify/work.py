"""One unit of `paintball verify`."""

import functools
import hashlib
import random
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from paintball_env.notation import format_position, parse_position, position_key
from paintball_env.rules import dice
from paintball_env.scenario import Scenario
from paintball_env.start import start_record
from tabletop.chance import new_chance
from tabletop.game import Game
from tabletop.records import GameRecord, Recorder, replay
from tabletop.verify import kernels
from tabletop.verify.plan import Unit


def tests_are_here() -> bool:
    """Whether the project's tests, and with them the twin, can be imported."""
    try:
        return find_spec("tests.twins") is not None
    except ModuleNotFoundError:
        return False


def engine_digest() -> str:
    """The state of the rules' sources: results of another state don't count."""
    key = hashlib.sha256()
    for path in sorted(Path(dice.__file__).parent.glob("*.py")):
        key.update(path.name.encode() + path.read_bytes())
    return key.hexdigest()[:16]


@functools.lru_cache(maxsize=8)
def _scenario(preset: str, switches: int) -> Scenario:
    return Unit("", preset, switches, 0, 0).scenario()


def run(unit: Unit) -> dict[str, Any]:
    """Do it; the entry for the results file, with `fault` where something is wrong."""
    scenario = _scenario(unit.preset, unit.switches)
    found: dict[str, Any] = {"unit": unit.name, "check": unit.check, "scenario": unit.preset}
    return found | _CHECKS[unit.check](scenario, unit)


def _twin(scenario: Scenario, unit: Unit) -> dict[str, Any]:
    from tests.twins import DisagreementError, compare

    decisions = 0
    for seed in range(unit.seed, unit.seed + unit.size):
        try:
            decisions += compare(scenario, seed, bold=seed % 4 > 0)
        except DisagreementError as error:
            return {"games": seed - unit.seed, "decisions": decisions, "fault": str(error)}
    return {"games": unit.size, "decisions": decisions}


def _sound(scenario: Scenario, unit: Unit) -> dict[str, Any]:
    games = start_record(scenario).copy()
    mask = np.zeros(scenario.actions, np.int8)
    report = np.zeros(9, np.int64)
    fault = kernels.play_soundly(
        scenario.world, start_record(scenario), games, new_chance(), np.uint64(unit.seed), unit.size, mask, report
    )
    names = ("decisions", "games", "Red", "Blue", "drawn", "flag", "eliminated", "turns", "length")
    result: dict[str, Any] = dict(zip(names, map(int, report), strict=True))
    if fault:
        result["fault"] = f"fault {fault} (tabletop/verify/sound.py): {format_position(scenario, games)}"
    return result


def _states(scenario: Scenario, unit: Unit) -> dict[str, Any]:
    """Positions of random games, one in ten: see `_state_fault`."""
    rng = random.Random(unit.seed)
    seen = 0
    seed = unit.seed
    while True:
        game = Game(scenario, seed=seed)
        while not game.over:
            if rng.random() < 0.1:
                fault = _state_fault(scenario, game, rng)
                if fault:
                    return {"decisions": seen, "fault": f"{fault}: {game.position()}"}
                seen += 1
                if seen == unit.size:
                    return {"decisions": seen}
            game.step(rng.choice(game.legal_indices()))
        seed += 1


def _state_fault(scenario: Scenario, game: Game, rng: random.Random) -> str:
    """What is wrong in a position, in words; empty: nothing."""
    from tests import reference
    from tests.symmetry import turned, turned_results
    from tests.twins import twin_of

    legal = game.legal_indices()
    text = game.position()
    again = parse_position(scenario, text)
    if position_key(again) != game.key() or format_position(scenario, again) != text:
        return "the text doesn't round-trip"
    twin = reference.from_position(_twin_scenario(scenario, twin_of), text)
    if list(reference.legal_indices(twin)) != legal:
        return "the twin's legal actions are others"
    mask, scratch = game.legal_mask(), game.legal_mask()
    trials = game.games.copy()
    views = game.games.view(np.uint8).reshape(-1), trials.view(np.uint8).reshape(-1)
    wrong = kernels.try_every_action(scenario.world, game.games, trials, *views, new_chance(), mask, scratch)
    if wrong != -2:
        return f"action {wrong} is taken though illegal, or refused though legal"
    action = rng.choice(legal)
    other = game.clone()
    before = game.games.tobytes()
    other.step(action)
    if game.games.tobytes() != before:
        return "a clone isn't independent"
    mirrored = game.clone()
    mirrored.games = turned(scenario, game.games)
    scenario.game.batch.legal_game(scenario.world, mirrored.games, mirrored._mask)
    if not np.array_equal(mirrored.legal_mask(), mask):
        return "the turned position has another mask"
    mirrored.step(action, results=turned_results(other.draws))
    if mirrored.key() != position_key(turned(scenario, other.games)):
        return f"action {action} leads elsewhere when the board is turned"
    return ""


@functools.lru_cache(maxsize=8)
def _twin_scenario(scenario: Scenario, build: Any) -> Any:
    return build(scenario)


def _text(scenario: Scenario, unit: Unit) -> dict[str, Any]:
    """Every position of random games round-trips as text, and each game's record is played again to the same bytes."""
    decisions = 0
    for seed in range(unit.seed, unit.seed + unit.size):
        rng = random.Random(seed)
        game = Game(scenario, seed=seed)
        recorder = Recorder(game, scenario, seed, "random", "random")
        while True:
            text = game.position()
            again = parse_position(scenario, text)
            if position_key(again) != game.key() or format_position(scenario, again) != text:
                return {"decisions": decisions, "fault": f"the text doesn't round-trip: {text}"}
            if game.over:
                break
            recorder.step(rng.choice(game.legal_indices()))
            decisions += 1
        try:
            for _ in replay(GameRecord.read(recorder.record().write(), scenario.game)):
                pass
        except ValueError as error:
            return {"decisions": decisions, "fault": f"seed {seed}: {error}"}
    return {"games": unit.size, "decisions": decisions}


_CHECKS = {"twin": _twin, "sound": _sound, "states": _states, "text": _text}
