"""Octagon ball's environments, games and functions, under the names that every game has (`names.pyi` lists them)."""

from octagon_ball.definition import OCTAGON_BALL
from tabletop.front.game_names import names_of

__getattr__, __dir__ = names_of(OCTAGON_BALL, "Octagon", __name__)
