"""What tests call things of Pig: its actions by number, its kernels; Pig with other numbers, or with a fault."""

from importlib import import_module

from tabletop.game.declared import DeclaredGame
from tests.any_game.pig import PIG

ROLL, ROLL_TWO, HOLD, WAIT = range(4)
KERNELS = import_module(PIG.kernels)
TABLES = {key: value for key, value in vars(PIG).items() if key != "source"}


def pig_of(name, goal, turns):
    """A scenario of Pig with these numbers."""
    return PIG.with_rules(PIG.load("pig"), {"name": name, "goal": goal, "turns": turns})


def variant(kind=DeclaredGame, **attributes):
    """Pig with other attributes, which its tables could not have; a whole game of its own."""
    game = object.__new__(kind)
    vars(game).update(TABLES | attributes)
    game._scenario_type, game._text = game._scenario_class(), game._position_text()
    return game
