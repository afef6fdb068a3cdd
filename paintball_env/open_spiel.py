"""Imported, it enters PaintBall in OpenSpiel's registry, as `python_paintball` (docs/trainers.md)."""

from paintball_env.definition import PAINTBALL
from tabletop.env.open_spiel import register

NAME = register(PAINTBALL)
