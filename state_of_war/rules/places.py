"""MV10: going to a place of the scenario."""

from state_of_war.rules.bounds import no_end
from state_of_war.rules.figures import figure_of, heading_nearest
from state_of_war.rules.forms import ONE, TWO, form_at, no_form_at
from state_of_war.rules.ground import ground_of
from state_of_war.rules.moving import begin_move, no_step
from state_of_war.rules.ordered import Ordered, ordered
from state_of_war.rules.reasons import NOBODY_GOES, NOT_HERE
from state_of_war.rules.state import MEN, NONE, QUARTERS, UNITS, Chance, Game, World
from state_of_war.rules.ways import left_by, offset, write_ends
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.open_table import is_shorter, squared_distance, within

COMES_TO_MOVE = 2  # what `go` comes to: a form in ONE or TWO ranks, or this: a block move


@rule
def is_reached(known: Ordered, x: int, y: int) -> bool:
    """Whether anybody can be at a place: if nobody can, there is no form with its pivot there."""
    for i in range(MEN):
        if known.bits >> i & 1:
            if within(known.starts[i, 0], known.starts[i, 1], x, y, QUARTERS * known.quarter):
                return True
    return False


@rule
def resolve(world: World, game: Game, known: Ordered, number: int) -> tuple[int, int, int]:
    """MV10: what `go` to a place comes to by the rules of movement; MO6, AM4 and AM5 look at that.

    Args:
      world: the table.
      game: the position.
      known: the unit, of which at least one figure goes; where all stand then is written to its `ends`.
      number: of the place.

    Returns:
      ONE, TWO, COMES_TO_MOVE or NONE, nothing; the heading; quarters of a move.
    """
    goal = ground_of(world, game).places[number]
    x, y, heading = int(goal.x), int(goal.y), int(goal.heading)
    if is_reached(known, x, y):
        for ranks in (ONE, TWO):
            if no_form_at(world, game, known, x, y, heading, ranks) == ALLOWED:
                return ranks, heading, 0
    pivot = figure_of(game, known.pivot)
    heading = heading_nearest(known.unit // UNITS, x - int(pivot.x), y - int(pivot.y))
    left = left_by(world, game, known.unit, known.mounted, heading)
    best, quarters = squared_distance(pivot.x, pivot.y, x, y), 0
    if known.apart == ALLOWED:
        for gone in range(1, left + 1):
            dx, dy = offset(heading, gone * known.quarter)
            far = squared_distance(int(pivot.x) + dx, int(pivot.y) + dy, x, y)
            if is_shorter(far, best):
                if no_step(world, game, known, heading, gone, left) == ALLOWED:
                    best, quarters = far, gone
    dx, dy = offset(heading, quarters * known.quarter)
    write_ends(known.ends, known.starts, known.bits, dx, dy)
    return (COMES_TO_MOVE if quarters > 0 else NONE), heading, quarters


@rule
def no_go(world: World, game: Game, known: Ordered, number: int) -> int:
    """MV10: what forbids a unit that isn't in contact to go to a place, by its number on the table."""
    if known.bits == 0:
        return NOBODY_GOES
    comes_to, heading, _ = resolve(world, game, known, number)
    if comes_to == NONE:
        return NOT_HERE
    heading = heading if comes_to == COMES_TO_MOVE else NONE
    return no_end(world, game, known.unit, known.bounds, known.ends, heading)


@rule
def begin_go(world: World, game: Game, chance: Chance, unit: int, number: int) -> None:
    """MV10: a unit begins to go to a place: it forms there, or makes a block move toward it."""
    known = ordered(world, game, unit)
    comes_to, heading, quarters = resolve(world, game, known, number)
    if comes_to == COMES_TO_MOVE:
        begin_move(world, game, chance, unit, heading, quarters)
    else:
        goal = ground_of(world, game).places[number]
        form_at(world, game, chance, unit, known.bits, int(goal.x), int(goal.y), heading, comes_to)
