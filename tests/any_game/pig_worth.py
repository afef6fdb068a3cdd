"""Pig with a value of positions that sees the pot: what planners, and luck, need of a game's module of planning."""

import math

from tabletop.compiled.compiling import rule
from tabletop.game.definition import AgentEntry
from tests.any_game.pig import *  # noqa: F403  the kernels
from tests.any_game.pig import Pig, PigScenario


@rule
def value(world, game, team, weights):
    """The lead, with half of the pot."""
    pot = 0.5 * game.pot if game.decider == team else -0.5 * game.pot
    return math.tanh(2.0 * (game.score[team] - game.score[1 - team] + pot) / world.goal)


class WorthScenario(PigScenario):
    @property
    def game(self):
        return PIG_WORTH


class PigOfWorth(Pig):
    planning = "tests.any_game.pig_worth"
    value_title = "the lead and half of the pot"
    agents = {**Pig.agents, "bold": AgentEntry("tests.any_game.pig_worth:Bold", "holds at 16 points")}

    def load(self, name):
        plain = super().load(name)
        return WorthScenario(plain.name, plain.goal, plain.turns)

    def from_json(self, text):
        plain = super().from_json(text)
        return WorthScenario(plain.name, plain.goal, plain.turns)


class Bold(Careful):  # noqa: F405
    def __init__(self, at: int = 16) -> None:
        super().__init__(at)


PIG_WORTH = PigOfWorth()
