"""Octagon ball, a game of two teams and a ball on an octagon of squares (docs/octagon-ball.md)."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from octagon_ball.definition import OCTAGON_BALL
    from octagon_ball.reward import Shaping
    from octagon_ball.scenario import Scenario

__version__ = "0.1.0"

__all__ = ["OCTAGON_BALL", "Scenario", "Shaping"]

_PLACES = {"OCTAGON_BALL": "definition", "Scenario": "scenario", "Shaping": "reward"}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
