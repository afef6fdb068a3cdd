"""MV10: going to a place of the scenario."""

from state_of_war.rules.bounds import no_end
from state_of_war.rules.figures import figure_of, heading_nearest, pivot_among
from state_of_war.rules.forms import ONE, TWO, form_at, lay_out, no_form_in, steps_of
from state_of_war.rules.ground import ground_of
from state_of_war.rules.moving import begin_move, no_step
from state_of_war.rules.ordered import Ordered, ordered
from state_of_war.rules.reasons import NOBODY_GOES, NOT_HERE
from state_of_war.rules.state import MEN, NONE, QUARTERS, UNITS, Chance, Game, World
from state_of_war.rules.ways import ends_of, offset, quarters_left
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.open_table import distance, within

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
def resolve(world: World, game: Game, known: Ordered, number: int) -> tuple[int, int, int, Int64]:
    """MV10: what `go` to a place comes to by the rules of movement; MO6, AM4 and AM5 look at that.

    Args:
      world: the table.
      game: the position.
      known: the unit, of which at least one figure goes.
      number: of the place.

    Returns:
      ONE, TWO, COMES_TO_MOVE or NONE, nothing; the heading; quarters of a move; where all stand then, int64 [MEN, 2].
    """
    goal = ground_of(world, game).places[number]
    x, y, heading = int(goal.x), int(goal.y), int(goal.heading)
    unit, starts, bits = known.unit, known.starts, known.bits
    if is_reached(known, x, y):
        for ranks in (ONE, TWO):
            ends = lay_out(starts, bits, x, y, heading, ranks, steps_of(known.mounted))
            if no_form_in(world, game, known, ends, heading) == ALLOWED:
                return ranks, heading, 0, ends
    pivot = figure_of(game, pivot_among(world, game, unit, bits))
    heading = heading_nearest(unit // UNITS, x - int(pivot.x), y - int(pivot.y))
    left = quarters_left(world, game, unit, heading)
    best, quarters = distance(pivot.x, pivot.y, x, y), 0
    if known.apart == ALLOWED:
        for gone in range(1, left + 1):
            dx, dy = offset(heading, gone * known.quarter)
            far = distance(int(pivot.x) + dx, int(pivot.y) + dy, x, y)
            if far < best:
                if no_step(world, game, known, heading, gone, left) == ALLOWED:
                    best, quarters = far, gone
    dx, dy = offset(heading, quarters * known.quarter)
    return (COMES_TO_MOVE if quarters > 0 else NONE), heading, quarters, ends_of(starts, bits, dx, dy)


@rule
def no_go(world: World, game: Game, known: Ordered, number: int) -> int:
    """MV10: what forbids a unit that isn't in contact to go to a place, by its number on the table."""
    if known.bits == 0:
        return NOBODY_GOES
    comes_to, heading, _, ends = resolve(world, game, known, number)
    if comes_to == NONE:
        return NOT_HERE
    heading = heading if comes_to == COMES_TO_MOVE else NONE
    return no_end(world, game, known.unit, known.bounds, ends, heading)


@rule
def begin_go(world: World, game: Game, chance: Chance, unit: int, number: int) -> None:
    """MV10: a unit begins to go to a place: it forms there, or makes a block move toward it."""
    known = ordered(world, game, unit)
    comes_to, heading, quarters, _ = resolve(world, game, known, number)
    if comes_to == COMES_TO_MOVE:
        begin_move(world, game, chance, unit, heading, quarters)
    else:
        goal = ground_of(world, game).places[number]
        form_at(world, game, chance, unit, known.bits, int(goal.x), int(goal.y), heading, comes_to)
