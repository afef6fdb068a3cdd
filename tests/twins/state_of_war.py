"""State of War's engine beside its twin: the same battle in both, compared after every decision.

Both roll for themselves, from the same seed. Compared are each draw with its purpose, subject, classes and result, the
text of the position, and the names of the legal actions. Most positions are also read by the twin, which goes on from
them as from its own. The twin shares nothing with the engine but these texts.
"""

import random
from collections.abc import Sequence
from typing import Any

from state_of_war.definition import STATE_OF_WAR
from state_of_war.scenario import Scenario
from state_of_war.symmetry import is_symmetric
from tabletop.game.draws import TABLE, write_draw
from tabletop.play.game import Game
from .disagreement import DisagreementError, same
from .state_of_war_reference import Battle, Dice, World, begin, names_for, read, step, write
from .state_of_war_reference.random_player import choose

__all__ = ["DisagreementError", "compare", "is_symmetric", "legal_indices", "turned", "turned_results", "unknown"]

turned, turned_results = STATE_OF_WAR.turned, STATE_OF_WAR.turned_results
READ = 4  # each so many positions the twin is read from the engine's text


def unknown(scenario: Scenario) -> str:
    """Nothing: the twin plays every scenario."""
    return ""


def world_of(scenario: Scenario) -> World:
    """The scenario as the twin takes it: plain data with the keys of the page."""
    return World(scenario.model_dump(by_alias=True))


def legal_indices(scenario: Scenario, position: str) -> list[int]:
    """The twin's legal actions in a position, ascending."""
    game = Game(scenario, start=position)
    twin = read(world_of(scenario), position)
    return sorted(game.table.index(name, game.decider) for name in names_for(twin))


def agree(game: Game[Any], twin: Battle, dice: Dice) -> None:
    """AssertionError where the last step of the game and of the twin differ; the dice's log begins anew."""
    log = [(purpose, subject or TABLE, classes, result) for purpose, subject, classes, result in dice.log]
    same("draws", [tuple(draw) for draw in game.draws], log)
    same("position", game.position().split(), write(twin).split())
    same("legal actions", [] if game.over else sorted(game.legal_actions()), sorted(names_for(twin)))
    dice.log.clear()


def compare(
    scenario: Scenario,
    seed: int,
    bold: bool = True,
    limit: int = 100_000,
    start: str | None = None,
    actions: Sequence[str] = (),
) -> int:
    """Play one random battle in both; the number of decisions.

    Args:
      scenario: of the battle.
      seed: of the dice and of the random play.
      bold: whether actions by which units meet, shoot and charge are likelier.
      limit: of decisions.
      start: a position to begin in; empty: the battle's beginning.
      actions: the first ones; what follows is random.

    Raises:
      DisagreementError: at the first difference.
    """
    rng, dice, world = random.Random(seed), Dice(seed), world_of(scenario)
    game = Game(scenario, seed=seed, start=start or None)
    before, action, decisions = start or "a new game", "start", 0
    try:
        if start:
            twin = read(world, start)
            dice.new_turn(twin.turn)
        else:
            twin = Battle(world)
            begin(twin, dice)
        agree(game, twin, dice)
        while not game.over and decisions < limit:
            before = game.position()
            if decisions % READ == 0:
                twin = read(world, before)
                same("legal actions of the text", sorted(game.legal_actions()), sorted(names_for(twin)))
            if decisions < len(actions):
                action = actions[decisions]
            else:
                action = choose(twin, game.legal_actions(), rng, bold)
            game.step(action)
            step(twin, action, dice)
            agree(game, twin, dice)
            decisions += 1
    except Exception as error:
        draws = " ".join(map(write_draw, game.draws))
        raise DisagreementError(
            f"{scenario.name} seed {seed}\n  {before}\n  {action} | {draws}\n  {type(error).__name__}: {error}"
        ) from error
    return decisions
