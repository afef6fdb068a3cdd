"""Octagon ball's engine beside its twin: the same match in both, compared after every decision.

Both roll for themselves, from the same seed.  Compared are each draw with its purpose, subject, classes and result, the
position, and the legal actions.  The record, the names and the numbers are the declared ones, of which the tests of the
rules page say that they are those of the page.
"""

import random
from typing import Any

from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.scenario import Scenario
from tabletop.play.game import Game
from .disagreement import DisagreementError, same, side_by_side
from .octagon_reference import Dice, Match, begin, names_for, step
from .octagon_reference.random_player import choose

__all__ = ["DisagreementError", "compare", "is_symmetric", "legal_indices", "turned", "turned_results", "unknown"]

turned, turned_results = OCTAGON_BALL.turned, OCTAGON_BALL.turned_results


def unknown(scenario: Scenario) -> str:
    """Nothing: the twin plays every scenario."""
    return ""


def is_symmetric(scenario: Scenario) -> bool:
    """Every field is the same turned."""
    return True


def twin_at(scenario: Scenario, dice: Dice, start: str | None = None) -> Match:
    """The twin's match at its first decision, or in a position."""
    games = OCTAGON_BALL.parse_position(scenario, start) if start else OCTAGON_BALL.start_record(scenario).copy()
    twin = Match(scenario, games[0])
    if start:
        dice.new_turn(twin.turn)
    else:
        begin(twin, dice)
    return twin


def numbered(twin: Match) -> list[int]:
    """The numbers of the twin's legal actions, ascending."""
    table = OCTAGON_BALL.action_names(twin.scenario)
    return sorted(table.index(name, twin.decider) for name in names_for(twin)) if twin.decision else []


def legal_indices(scenario: Scenario, position: str) -> list[int]:
    """The twin's legal actions in a position, ascending."""
    return numbered(twin_at(scenario, Dice(), position))


def agree(game: Game[Any], twin: Match, dice: Dice) -> None:
    """AssertionError where the last step of the game and of the twin differ; the dice's log begins anew."""
    same("draws", [tuple(draw) for draw in game.draws], dice.log)
    same("position", game.position(), OCTAGON_BALL.format_position(game.scenario, twin.record))
    names = [game.table.name(index, twin.decider) for index in numbered(twin)]
    same("legal actions", game.legal_actions(), names)
    dice.log.clear()


def follow(game: Game[Any], twin: Match, action: str) -> None:
    """Play the game's last action in the twin, with the game's dice; AssertionError where they differ."""
    dice = Dice(given=[draw.result for draw in game.draws])
    step(twin, action, dice)
    agree(game, twin, dice)


def compare(scenario: Scenario, seed: int, bold: bool = True, limit: int = 100_000, start: str | None = None) -> int:
    """Play one random match in both, from its beginning or a position; the number of decisions.

    Raises:
      DisagreementError: at the first difference.
    """
    rng, game, dice = random.Random(seed), Game(scenario, seed=seed, start=start), Dice(seed)
    return side_by_side(
        game,
        seed,
        lambda: twin_at(scenario, dice, start),
        lambda twin: choose(twin, game.legal_actions(), rng, bold),
        lambda twin, action: step(twin, action, dice),
        lambda twin: agree(game, twin, dice),
        limit,
    )
