"""The engine beside its twin: the same game in both, compared after every decision.

The engine rolls; the twin reads the tape of its draws and checks purpose, subject and classes of each.  Compared are
the position's text and the legal actions, by name and by index.
"""

import functools
import random
from typing import Any

from paintball_env.scenario import Scenario
from tabletop.play.game import Game
from ..paintball.symmetry import is_symmetric, turned, turned_results
from . import paintball_reference as reference
from .disagreement import DisagreementError, same, side_by_side

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

# Numbers of the rules that the twin has from the book: it doesn't play with others.
FROM_THE_BOOK = (
    *("save", "soft_save", "suppress_save", "check", "way", "goggles", "spot_in", "spot_through", "clear", "scatter"),
    *("expert_scatter", "mark", "expert_dice", "grenade_dice"),
)


def unknown(scenario: Any) -> str:
    """What the twin doesn't know of a scenario, in words; empty: nothing."""
    fields = type(scenario.rules).model_fields
    changed = [name for name in FROM_THE_BOOK if getattr(scenario.rules, name) != fields[name].default]
    if scenario.own_base_closed != (scenario.objective == "reverse"):
        changed.append("own_base_closed")
    return ", ".join(changed)


def twin_of(scenario: Scenario) -> reference.Scenario:
    """The same scenario as the twin knows it."""
    names = scenario.board_map.names
    cover = {name: "soft" for name in scenario.cover.soft_at}
    cover |= {piece.split("/")[0]: f"hard/{piece.split('/')[1]}" for piece in scenario.cover.hard_at}
    return reference.Scenario(
        map=scenario.map,
        third_marshals=list(scenario.marshals_at),
        start_areas=tuple([names[i] for i in area] for area in scenario.start_areas),
        near_home=tuple([names[i] for i in area] for area in scenario.near_home),
        flags_at=list(scenario.flag_at or ()),
        cover=cover,
        **rules_of(scenario),
    )


def rules_of(scenario: Any) -> dict[str, Any]:
    """What a scenario says but for its board, as a twin knows it."""
    rules = scenario.rules
    return dict(
        objective=scenario.objective,
        team_sizes=(scenario.red.figures, scenario.blue.figures),
        soft_pieces=scenario.cover.soft,
        hard_pieces=scenario.cover.hard,
        has_marshals=(scenario.red.marshal, scenario.blue.marshal),
        experts=rules.experts,
        grenades=rules.grenades,
        blind_spots=rules.blind_spots,
        activation=rules.activation,
        sentry_in_base=rules.sentry_in_base,
        enter_defended=rules.enter_defended,
        drawn_setup=scenario.setup == "drawn",
        points=rules.points,
        expert_points=rules.expert_points,
        cost_move=rules.move_cost,
        cost_shoot=rules.shoot_cost,
        cost_aim=rules.aim_cost,
        cost_sentry=rules.sentry_cost,
        cost_grenade=rules.throw_cost,
        cost_reload=rules.reload_cost,
        max_moves=rules.max_moves,
        throw_range=rules.throw_range,
        walk=rules.walk,
        call_range=rules.call_range,
        works_team=rules.works_team,
        works_all=rules.works_all,
        max_turns=rules.max_turns,
        command_dice=scenario.command_dice,
        extra_experts=rules.extra_experts,
        extra_grenades=rules.extra_grenades,
        start=scenario.start if scenario.setup == "fixed" else None,
    )


_known = functools.lru_cache(maxsize=8)(twin_of)


def legal_indices(scenario: Scenario, position: str) -> list[int]:
    """The twin's legal actions in a position, ascending."""
    return list(reference.legal_indices(reference.from_position(_known(scenario), position)))


def _results(draws: Any) -> list[tuple[str, str, str, Any]]:
    return [tuple(draw) for draw in draws]


# Uniform play seldom comes to blows; these words make it likelier.
BOLD = {"shoot": 6, "suppress": 6, "charge": 20, "sentry": 3, "throw": 4, "move": 2, "take": 20, "reload": 3}


def weights(names: list[str], bold: bool) -> list[int]:
    """How likely each action is chosen."""
    if not bold:
        return [1] * len(names)
    return [next((weight for word, weight in BOLD.items() if word in name), 1) for name in names]


def compare(scenario: Scenario, seed: int, bold: bool = True, limit: int = 100_000) -> int:
    """Play one random game in both; the number of decisions.

    Raises:
      DisagreementError: at the first difference.
    """
    return play_both(scenario, twin_of(scenario), reference, seed, bold, limit)


def play_both(
    scenario: Any, twin_scenario: Any, reference: Any, seed: int, bold: bool, limit: int, look: Any = lambda game: None
) -> int:
    """Play one random game in the engine and in a twin, as `compare`; `look` is shown the game at each decision."""
    rng, game = random.Random(seed), Game(scenario, seed=seed)

    def begun() -> Any:
        tape = reference.Tape(_results(game.draws))
        twin = reference.new_game(twin_scenario, tape)
        tape.finish()
        return twin

    def choose(twin: Any) -> str:
        names = game.legal_actions()
        return rng.choices(names, weights(names, bold))[0]

    def take(twin: Any, action: str) -> None:
        tape = reference.Tape(_results(game.draws))
        reference.take(twin, action, tape)  # which is legal, as was seen
        tape.finish()

    def agree(twin: Any) -> None:
        same("position", game.position(), reference.position(twin))
        theirs = [] if game.over else reference.legal(twin)
        same("legal actions", game.legal_actions(), theirs)
        same("legal indices", game.legal_indices(), [reference.index_of(twin, twin.to[0], name) for name in theirs])
        look(game)

    return side_by_side(game, seed, begun, choose, take, agree, limit)
