"""Pig with a value of positions that sees the pot: what planners, and luck, need of a game's module of planning."""

import math

from tabletop.game.declared import AgentEntry, DeclaredGame
from tabletop.game.rules import rule
from tests.any_game.pig import PIG, Careful


@rule
def value(world, game, team, weights):
    """The lead, with half of the pot."""
    pot = 0.5 * game.pot if game.decider == team else -0.5 * game.pot
    return math.tanh(2.0 * (game.score[team] - game.score[1 - team] + pot) / world.rules.goal)


class Bold(Careful):
    def __init__(self, at: int = 16) -> None:
        super().__init__(at)


PIG_WORTH = DeclaredGame(
    "pig",
    __name__,
    **PIG.tables
    | {
        "functions": {"value": value},
        "value_title": "the lead and half of the pot",
        "agents": {**PIG.agents, "bold": AgentEntry(f"{__name__}:Bold", "holds at 16 points")},
    },
)
