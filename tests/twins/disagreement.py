"""What two engines of a game are held to: the same, or an error that shows how to get there."""

from typing import Any


class DisagreementError(AssertionError):
    """Engine and twin differ; the message shows how to get there."""


def same(what: str, engine: Any, twin: Any) -> None:
    """AssertionError where the two are not equal; of lists it names what only one of them has."""
    if engine == twin:
        return
    if isinstance(engine, list):
        only = [name for name in engine if name not in twin], [name for name in twin if name not in engine]
        raise AssertionError(f"{what}: only the engine {only[0]}, only the twin {only[1]}")
    raise AssertionError(f"{what}\n    engine {engine}\n    twin   {twin}")
