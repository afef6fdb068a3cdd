"""From 12 figures a side on the figure is picked first, then its order: else the actions would be too many."""

from paintball_env.on_table.rules.ground import HEADINGS
from paintball_env.on_table.rules.numbering import LENGTHS
from paintball_env.on_table.rules.shape import BLOCKS, ORDER
from paintball_env.on_table.rules.steps import no_going, no_move
from paintball_env.rules.figures import figure_of, no_order, no_taking_flag
from paintball_env.rules.grenades import no_throw
from paintball_env.rules.moving import no_aim, no_reloading, no_sentry, no_standing_down, no_turn
from paintball_env.rules.reasons import OUT_OF_GAME
from paintball_env.rules.shooting import no_volley
from paintball_env.rules.state import ACT, NONE, PAINT, REACT, SHOOT, SMOKE, STRIDE, SUPPRESS, Game, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED, NOT_ASKED


@jitable
def picks(world: World) -> bool:
    """The figure is picked first: there is one block of orders, not one a figure."""
    return world.rules.figures > BLOCKS


@rule
def actor_of_block(world: World, game: Game, team: int, own: int) -> int:
    """The figure whose orders are in a block: the one of that number, or the one that is asked for."""
    if not picks(world):
        return STRIDE * team + own
    return int(game.asked if game.decision == REACT else game.actor)


@rule
def no_order_here(world: World, game: Game, who: int) -> int:
    """What forbids a figure every order: it has to be picked before, or as on hexes."""
    if picks(world) and game.decision == ACT:
        return NOT_ASKED
    return no_order(game, who)


@rule
def has_order(world: World, game: Game, who: int) -> bool:
    """Whether a ready figure may be given any order."""
    for way in range(LENGTHS * HEADINGS):
        if no_move(world, game, who, way) == ALLOWED:
            return True
    enemies = STRIDE * (1 - who // STRIDE)
    for number in range(world.rules.team_size[1 - who // STRIDE]):
        for kind in (SHOOT, SUPPRESS):
            if no_volley(world, game, who, enemies + number, kind) == ALLOWED:
                return True
    return (
        no_turn(world, game, who) == ALLOWED
        or no_aim(world, game, who) == ALLOWED
        or no_sentry(world, game, who) == ALLOWED
        or no_standing_down(world, game, who) == ALLOWED
        or no_reloading(world, game, who) == ALLOWED
        or no_taking_flag(world, game, who) == ALLOWED
        or no_throw(world, game, who, SMOKE) == ALLOWED
        or no_throw(world, game, who, PAINT) == ALLOWED
        or no_going(world, game, who) == ALLOWED
    )


@rule
def no_picking(world: World, game: Game, figure: int) -> int:
    """What forbids to pick a figure: it has no order to be given."""
    if not picks(world):
        return NOT_ASKED
    if figure_of(game, figure).hex == NONE:
        return OUT_OF_GAME
    reason = no_order(game, figure)
    if reason != ALLOWED:
        return reason
    return ALLOWED if has_order(world, game, figure) else NOT_ASKED


@rule
def pick(game: Game, figure: int) -> None:
    """The figure is to act; that isn't a use yet (TU2)."""
    game.actor = figure
    game.decision = ORDER
