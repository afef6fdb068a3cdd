"""Positions of battles for tests of pictures and words, and battles played at random."""

import random
from collections.abc import Iterator
from functools import cache

from beat_to_quarters.scenario import Scenario
from tabletop.game.events import LastStep
from tabletop.play.game import Game

HEAD = "turn=1 wind=W first=white chips=1,2,0 acting=white"
SAILS = f"{HEAD} to=white:sail ship=W1 W1=0709E,still B1=0806E"
ROLLED = f"{HEAD} to=white:advance ship=W1 act=sails dice=4-3-3-1 W1=0312NE B1=1406SE"
TURNS = f"{HEAD} to=white:turn ship=W1 act=sails W1=1309E B1=1206SE"
ANSWERS = (
    "turn=1 wind=W first=white chips=1,1,0 acting=black to=white:answer ship=B1 act=sails left=4 W1=0709E B1=0806SE"
)
BOARDS = "turn=3 wind=NW first=white to=white:board ship=W1 W1=1612E,grappled:B1 W2=1217E,burning W3=0920NE "
BOARDS += "B1=1613E,rate:5,masts:1,hung:port,grappled:W1 B2=2219W,steering B3=2510SW,struck"


@cache
def scenario_of(name: str) -> Scenario:
    """A preset, loaded once."""
    return Scenario.load(name)


def game_at(position: str, *steps: tuple[str, list[int]], scenario: str = "duel") -> Game[Scenario]:
    """The battle in a position, after these actions, each with its dice."""
    game = Game(scenario_of(scenario), start=position)
    for action, results in steps:
        game.step(action, results=results)
    return game


def shot(*results: int) -> tuple[Game[Scenario], LastStep]:
    """W1 has fired at B1 from SAILS, with these dice; and the step."""
    game = game_at(SAILS)
    before = game.games.copy()
    game.step("fire at B1", results=[*results])
    return game, LastStep(before, game.events, game.draws)


def battle(name: str, seed: int, most: int) -> Iterator[tuple[Game[Scenario], LastStep | None]]:
    """A battle at random: the game after each step, with the step; it is the same object as it goes on."""
    game, chance = Game(scenario_of(name), seed=seed), random.Random(seed)
    yield game, None
    for _ in range(most):
        if game.over:
            return
        before = game.games.copy()
        game.step(chance.choice([action for action in game.legal_actions() if action != "hold on"]))
        yield game, LastStep(before, game.events, game.draws)
