"""What two engines of a game are held to: the same, or an error that shows how to get there."""

from collections.abc import Callable
from typing import Any

from tabletop.game.draws import write_draw
from tabletop.play.game import Game


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


def side_by_side(
    game: Game[Any],
    seed: int,
    begin: Callable[[], Any],
    choose: Callable[[Any], str],
    take: Callable[[Any, str], None],
    agree: Callable[[Any], None],
    limit: int,
) -> int:
    """Play a game in both engines, `limit` decisions at most; their number, or DisagreementError at a difference.

    `begin` returns the twin where the game is, `choose` says its next action, `take` takes that which the game has
    taken, and `agree` raises an AssertionError where the two differ.
    """
    before, action, decisions = game.position(), "start", 0
    try:
        twin = begin()
        agree(twin)
        while not game.over and decisions < limit:
            before, action = game.position(), choose(twin)
            game.step(action)
            take(twin, action)
            agree(twin)
            decisions += 1
    except Exception as error:
        draws = " ".join(map(write_draw, game.draws))
        words = f"{before}\n  {action} | {draws}\n  {type(error).__name__}: {error}"
        raise DisagreementError(f"{game.scenario.name} seed {seed}\n  {words}") from error
    return decisions
