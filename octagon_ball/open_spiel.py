"""Imported, it enters octagon ball in OpenSpiel's registry, as `python_octagon` (docs/trainers.md)."""

from octagon_ball.definition import OCTAGON_BALL
from tabletop.env.open_spiel import register

NAME = register(OCTAGON_BALL)
