"""What holds of a table in every position. The numbers are those of `soundness.first_fault`."""

from typing import Any

from paintball_env.on_table.rules.ground import fits, spot_of, standing, xy
from paintball_env.on_table.rules.steps import no_stand
from paintball_env.rules.moving import is_overfull
from paintball_env.rules.state import NONE, STRIDE, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED


@rule
def is_place(world: World, place: int) -> bool:
    """A figure or Marshal may be there: its middle is on the table."""
    x, y = xy(place)
    return place >= 0 and fits(world, x, y, 0)


@rule
def ground_fault(world: World, game: Game) -> int:
    """The number of the first thing that doesn't hold of the table; 0: there is none."""
    for team in range(2):
        for number in range(game.figure.shape[1]):
            place = game.figure[team, number].hex
            if place == NONE:
                continue
            if place != standing(world, team, spot_of(place)):
                return 13  # the part of works follows from the point
            if is_overfull(world, game, place):
                return 15  # EN4
            if no_stand(world, game, STRIDE * team + number, place) != ALLOWED:
                return 16  # OT3
    return 0 if _are_in_order(game.soft) and _are_in_order(game.hard) and _are_in_order(game.cloud) else 14


@rule
def _are_in_order(points: Any) -> bool:
    """Points are in Red's order, and nothing is behind the last."""
    for i in range(1, len(points)):
        if points[i] != NONE and (points[i - 1] == NONE or points[i - 1] >= points[i]):
            return False
    return True
