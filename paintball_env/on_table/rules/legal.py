"""Legal actions: the mask of orders, the most frequent one, by hand; of the rest as the table of actions makes them.

The table makes this one, too, of the same conditions. Here it is asked once whether anything may bar a figure's
moves at all: mostly nothing is near.
"""

from paintball_env.on_table.rules.actions import fill_mask
from paintball_env.on_table.rules.charging import can_charge_any
from paintball_env.on_table.rules.ground import BODY, HEADINGS, HEX, TOGETHER, WORKS, fits, is_near, part_of, xy
from paintball_env.on_table.rules.numbering import LENGTHS, place_named, turned_direction, turned_way
from paintball_env.on_table.rules.picking import has_order, picks
from paintball_env.on_table.rules.shape import MOST_HARD, ORDER
from paintball_env.on_table.rules.steps import end_of_going, end_of_way, no_end
from paintball_env.rules.figures import no_order, no_taking_flag
from paintball_env.rules.grenades import no_throw
from paintball_env.rules.moving import no_aim, no_reloading, no_sentry, no_standing_down, no_step, no_turn
from paintball_env.rules.shooting import aim_of_next_die, no_fire, no_target
from paintball_env.rules.sight import no_shot
from paintball_env.rules.state import ACT, NONE, PAINT, SHOOT, SMOKE, STRIDE, SUPPRESS, Figure, Game, World
from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED

WAYS = LENGTHS * HEADINGS
_TURN = WAYS + 1  # orders of a block, in the order of the table's kinds
_SINGLE = _TURN + HEADINGS
_SHOT = _SINGLE + 5


@rule
def legal_actions(world: World, game: Game, mask: Int8) -> int:
    """Fill the mask of the deciding team.

    Args:
      world: rules and table.
      game: the game.
      mask: int8[A], overwritten: 1 legal, 0 not; all 0 when the game is over.

    Returns:
      The number of legal actions.
    """
    if game.decision != ACT and game.decision != ORDER:
        return fill_mask(world, game, mask)
    mask[:] = 0
    team, figures = int(game.acting), int(world.rules.figures)
    width = _SHOT + 2 * figures + 2
    if game.decision == ORDER:
        return _orders(world, game, int(game.actor), figures, mask[:width])
    count = 1
    mask[mask.shape[0] - 2] = 1  # done, before wait
    first = width * int(world.board.blocks)
    for number in range(world.rules.team_size[team]):
        who = STRIDE * team + number
        if no_order(game, who) == ALLOWED:
            if not picks(world):
                count += _orders(world, game, who, figures, mask[width * number : width * (number + 1)])
            elif has_order(world, game, who):
                mask[first + 1 + number] = 1
                count += 1
    if can_charge_any(world, game, team):
        mask[first] = 1
        count += 1
    return count


@rule
def _orders(world: World, game: Game, who: int, figures: int, mask: Int8) -> int:
    """Mark the orders that a ready figure may be given, in its block; their number."""
    team = who // STRIDE
    figure = game.figure[team, who % STRIDE]
    count = 0
    if no_step(world, game, who) == ALLOWED:  # `no_move`, `no_going`
        count += _moves(world, game, who, figure, mask)
    if no_turn(world, game, who) == ALLOWED:  # `no_rotation`
        for heading in range(HEADINGS):
            mask[_TURN + turned_direction(team, heading)] = int(figure.facing != heading)
            count += int(figure.facing != heading)
    if no_fire(world, game, who) == ALLOWED:  # `no_volley`
        aimed = aim_of_next_die(game, who, SHOOT)
        for number in range(world.rules.team_size[1 - team]):
            enemy = STRIDE * (1 - team) + number
            if no_shot(world, game, who, enemy, aimed) == ALLOWED:
                mask[_SHOT + number] = 1
                count += 1
                if no_target(world, game, who, enemy, SUPPRESS) == ALLOWED:
                    mask[_SHOT + figures + number] = 1
                    count += 1
    mask[_SINGLE] = int(no_aim(world, game, who) == ALLOWED)
    mask[_SINGLE + 1] = int(no_sentry(world, game, who) == ALLOWED)
    mask[_SINGLE + 2] = int(no_standing_down(world, game, who) == ALLOWED)
    mask[_SINGLE + 3] = int(no_reloading(world, game, who) == ALLOWED)
    mask[_SINGLE + 4] = int(no_taking_flag(world, game, who) == ALLOWED)
    mask[_SHOT + 2 * figures] = int(no_throw(world, game, who, SMOKE) == ALLOWED)
    mask[_SHOT + 2 * figures + 1] = int(no_throw(world, game, who, PAINT) == ALLOWED)
    for order in range(5):
        count += int(mask[_SINGLE + order])
    return count + int(mask[_SHOT + 2 * figures]) + int(mask[_SHOT + 2 * figures + 1])


@rule
def _moves(world: World, game: Game, who: int, figure: Figure, mask: Int8) -> int:
    """Mark the moves of a figure that can pay one; their number."""
    team, start = who // STRIDE, int(figure.hex)
    barred = may_be_barred(world, game, who, start)
    count = 0
    for way in range(WAYS):
        if _may_end(world, game, who, end_of_way(start, way), barred):
            mask[turned_way(team, way)] = 1
            count += 1
    for number in range(world.board.places):
        place = place_named(world, game, number)
        if place != NONE and _may_end(world, game, who, end_of_going(start, place), barred):
            mask[WAYS] = 1
            return count + 1
    return count


@rule
def _may_end(world: World, game: Game, who: int, point: int, barred: bool) -> bool:
    """MV1: a figure may move straight to a point; only the table's edge bars it if nothing else may."""
    if barred:
        return no_end(world, game, who, point) == ALLOWED
    x, y = xy(point)
    return fits(world, x, y, BODY) and point != game.figure[who // STRIDE, who % STRIDE].hex  # which is in no works


@rule
def may_be_barred(world: World, game: Game, who: int, start: int) -> bool:
    """OT3, MV2, EN4: whether something is so near to a figure that it may bar one of its moves."""
    if part_of(start) != NONE:
        return True
    for team in range(2):
        reach = HEX + (2 * BODY if team == who // STRIDE else TOGETHER)
        for number in range(game.figure.shape[1]):
            other = game.figure[team, number].hex
            if other != NONE and STRIDE * team + number != who and is_near(start, other, reach):
                return True
    for i in range(MOST_HARD):
        if game.hard[i] == NONE:
            break
        if is_near(start, game.hard[i], HEX + int(world.board.hard_half)):
            return True
    for part in range(world.board.parts):
        if is_near(start, world.board.part[part], HEX + 2 * WORKS):
            return True
    return False
