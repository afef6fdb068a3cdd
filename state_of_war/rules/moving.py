"""MV1 to MV5: block moves."""

from state_of_war.rules import events
from state_of_war.rules.bounds import IS_BOUND, no_end
from state_of_war.rules.figures import figure_of, men_of, unit_of
from state_of_war.rules.ground import far_edge
from state_of_war.rules.ordered import Ordered
from state_of_war.rules.reasons import TOO_FAR
from state_of_war.rules.state import MEN, MOVES, NONE, UNIT_SUBJECT, UNITS, Chance, Game, World
from state_of_war.rules.ways import left_by, no_block, offset, quarters_left, write_ends
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note


@jitable
def exit_edge(world: World, game: Game, unit: int) -> int:
    """VI3: the edge over which a unit's moves may lead; NONE."""
    side = unit // UNITS
    return far_edge(game, side) if world.rules.exit == 1 and side == game.attacker else NONE


@rule(inline=True)
def no_move(world: World, game: Game, known: Ordered, heading: int, quarters: int) -> int:
    """MV1 to MV5, TU3, MO6, AM4, AM5: what forbids a unit that isn't in contact a block move.

    Args:
      world: the table.
      game: the position.
      known: the unit.
      heading: of the move.
      quarters: of the rate, 1 to 4. Where turning leaves none, 1 is to face about (MV4).
    """
    left = left_by(world, game, known.unit, known.mounted, heading)
    if left == 0:
        return ALLOWED if quarters == 1 else TOO_FAR
    reason = known.apart if known.apart != ALLOWED else no_step(world, game, known, heading, quarters, left)
    if reason != ALLOWED or known.bounds[IS_BOUND] == 0:
        return reason
    dx, dy = offset(heading, quarters * known.quarter)
    write_ends(known.ends, known.starts, known.bits, dx, dy)
    return no_end(world, game, known.unit, known.bounds, known.ends, heading)


@rule(inline=True)
def no_step(world: World, game: Game, known: Ordered, heading: int, quarters: int, left: int) -> int:
    """MV1, MV3, MV5, TU3: what forbids a block move, but for bounds; turning has left so many quarters."""
    if quarters <= left and known.clear >> heading & 1:
        return ALLOWED
    edge = exit_edge(world, game, known.unit)
    return no_block(
        world,
        game,
        known.scene,
        known.starts,
        known.unit,
        known.bits,
        heading,
        quarters,
        left,
        known.quarter,
        edge,
    )


@rule
def begin_order(game: Game, unit: int) -> None:
    """TU2, AM1: a unit moves, forms, mounts or charges: it has its order, and isn't hidden any more."""
    record = unit_of(game, unit)
    record.given = 1
    record.hidden = 0


@rule
def begin_move(world: World, game: Game, chance: Chance, unit: int, heading: int, quarters: int) -> None:
    """MV2, MV4: a unit begins a block move, or faces about: then `whole` is 0."""
    begin_order(game, unit)
    game.act, game.heading, game.at = MOVES, heading, 0
    game.whole = quarters if quarters_left(world, game, unit, heading) > 0 else 0
    if game.whole == 0:
        note(chance, events.FACED, who=UNIT_SUBJECT + unit, value=heading)


@rule
def set_going(world: World, game: Game, unit: int, bits: int) -> None:
    """AC2: figures of a unit have acted."""
    begin, _ = men_of(world, game, unit)
    for i in range(MEN):
        if bits >> i & 1:
            figure_of(game, begin + i).acted = 1
