"""Octagon ball's engine beside its twin: the same match in both, compared after every decision.

Both roll for themselves, from the same seed.  Compared are each draw with its purpose, subject, classes and result, the
position's text, and the legal actions, by name and by index.
"""

import functools
import json
import random
from typing import Any

from tabletop.game.draws import write_draw
from tabletop.play.game import Game
from . import octagon_reference as reference
from .disagreement import DisagreementError, same
from .octagon_reference.random_player import choose

__all__ = [
    "DisagreementError",
    "compare",
    "is_symmetric",
    "legal_indices",
    "turned",
    "turned_results",
    "twin_of",
    "unknown",
]

SWITCHES = ("size", "figures", "goal", "points", "turns", "goals", "keeping", "deployment")


@functools.lru_cache(maxsize=8)
def twin_of(scenario: Any) -> reference.Scenario:
    """The same scenario as the twin knows it."""
    keys = json.loads(scenario.to_json())
    return reference.Scenario(**{name: keys[name] for name in SWITCHES}, formation=tuple(keys["formation"]))


def unknown(scenario: Any) -> str:
    """Nothing: the twin plays every scenario."""
    return ""


def is_symmetric(scenario: Any) -> bool:
    """Every field is the same turned."""
    return True


def legal_indices(scenario: Any, position: str) -> list[int]:
    """The twin's legal actions in a position, ascending."""
    return reference.legal_indices(reference.from_position(twin_of(scenario), position))


def turned(scenario: Any, games: Any) -> Any:
    """The turned position, shape (1,), by its text."""
    twin = reference.from_position(twin_of(scenario), scenario.game.format_position(scenario, games))
    return scenario.game.parse_position(scenario, reference.position(reference.turned(twin)))


def turned_results(draws: Any) -> list[Any]:
    """The tape that plays the turned match: the other team kicks off; all else is drawn as its team sees it."""
    return [3 - draw.result if draw.purpose == "order" else draw.result for draw in draws]


def compare(scenario: Any, seed: int, bold: bool = True, limit: int = 100_000, start: str | None = None) -> int:
    """Play one random match in both, from its beginning or a position; the number of decisions.

    Raises:
      DisagreementError: at the first difference.
    """
    rng = random.Random(seed)
    game = Game(scenario, seed=seed, start=start)
    dice = reference.Dice(seed)
    before, action = "a new game", "start"
    try:
        if start is None:
            twin = reference.new_game(twin_of(scenario), dice)
        else:
            twin = reference.from_position(twin_of(scenario), start)
            dice.new_turn(twin.turn)
        decisions = 0
        while True:
            same("draws", [tuple(draw) for draw in game.draws], dice.log)
            same("position", game.position(), reference.position(twin))
            names = reference.legal(twin)
            same("legal actions", game.legal_actions(), names)
            same("legal indices", game.legal_indices(), reference.legal_indices(twin))
            if game.over or decisions >= limit:
                return decisions
            before = game.position()
            action = choose(twin, names, rng, bold)
            game.step(action)
            dice.log.clear()
            reference.step(twin, action, dice)
            decisions += 1
    except Exception as error:
        draws = " ".join(map(write_draw, game.draws))
        raise DisagreementError(
            f"{scenario.name} seed {seed}\n  {before}\n  {action} | {draws}\n  {type(error).__name__}: {error}"
        ) from error
