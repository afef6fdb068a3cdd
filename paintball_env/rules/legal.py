"""Legal actions: the masks of orders and volleys, the most frequent ones, by hand; of the rest as the table makes them.

The table (`rules/actions.py`) makes these, too, of the same conditions: for speed what all moves, or all shots, need is
asked once here.
"""

from paintball_env.rules.actions import fill_mask
from paintball_env.rules.charging import can_charge_any
from paintball_env.rules.figures import no_order, team_of
from paintball_env.rules.grenades import no_throw
from paintball_env.rules.moving import no_step, no_turn, single_orders
from paintball_env.rules.numbering import (
    DONE,
    MOVE,
    ROTATE,
    SHOT,
    block,
    charge_action,
    throw_order,
    turned_direction,
    word_action,
)
from paintball_env.rules.shooting import aim_of_next_die, no_fire, no_further_shot, no_reaction, no_target
from paintball_env.rules.sight import no_shot
from paintball_env.rules.state import ACT, PAINT, REACT, SHOOT, SMOKE, STRIDE, SUPPRESS, VOLLEY, Game, World
from paintball_env.rules.steps import no_entry
from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED


@rule
def legal_actions(world: World, game: Game, mask: Int8) -> int:
    """Fill the mask of the deciding team.

    Args:
      world: rules and board.
      game: the game.
      mask: int8[A], overwritten: 1 legal, 0 not; all 0 when the game is over.

    Returns:
      The number of legal actions.
    """
    kind = game.decision
    if kind != ACT and kind != VOLLEY and kind != REACT:
        return fill_mask(world, game, mask)
    mask[:] = 0
    mask[word_action(int(world.rules.figures), int(world.board.hexes)) + DONE] = 1
    return 1 + (_act(world, game, mask) if kind == ACT else _shots(world, game, mask))


@rule
def _shots(world: World, game: Game, mask: Int8) -> int:
    figures = int(world.rules.figures)
    reacts = game.decision == REACT
    who = int(game.asked) if reacts else int(game.actor)
    kind = SUPPRESS if game.kind == SUPPRESS else SHOOT  # a reaction has no kind
    first = block(figures) * (who % STRIDE) + SHOT + (figures if kind == SUPPRESS else 0)
    count = 0
    for number in range(figures):
        enemy = STRIDE * (1 - team_of(who)) + number
        reason = no_reaction(game, who, enemy) if reacts else no_further_shot(world, game, who, enemy, kind)
        if reason == ALLOWED:
            mask[first + number] = 1
            count += 1
    return count


@rule
def _act(world: World, game: Game, mask: Int8) -> int:
    team = int(game.acting)
    figures = int(world.rules.figures)
    width = block(figures)
    count = 0
    for number in range(world.rules.team_size[team]):
        if no_order(game, STRIDE * team + number) == ALLOWED:
            orders = _orders(world, game, team, number, figures)
            for order in range(width):
                legal = (orders >> order) & 1
                mask[width * number + order] = legal
                count += legal
    if can_charge_any(world, game, team):
        mask[charge_action(figures)] = 1
        count += 1
    return count


@rule
def _orders(world: World, game: Game, team: int, number: int, figures: int) -> int:
    """The orders that a ready figure may be given: bit i is order i of its block, of 63 at most.

    Nothing is written meanwhile: the compiler can't know that a mask isn't a part of the game, and would let each
    condition read the figure anew.
    """
    who = STRIDE * team + number
    figure = game.figure[team, number]
    orders = 0
    if no_step(world, game, who) == ALLOWED:  # `no_move`
        for direction in range(6):
            if no_entry(world, game, team, world.board.neighbour[figure.hex, direction]) == ALLOWED:
                orders |= 1 << (MOVE + turned_direction(team, direction))
    if no_turn(world, game, who) == ALLOWED:  # `no_rotation`
        for direction in range(6):
            if figure.facing != direction:
                orders |= 1 << (ROTATE + turned_direction(team, direction))
    if no_fire(world, game, who) == ALLOWED:  # `no_volley`
        aimed = aim_of_next_die(game, who, SHOOT)
        for number in range(world.rules.team_size[1 - team]):
            enemy = STRIDE * (1 - team) + number
            if no_shot(world, game, who, enemy, aimed) == ALLOWED:
                orders |= 1 << (SHOT + number)
                if no_target(world, game, who, enemy, SUPPRESS) == ALLOWED:
                    orders |= 1 << (SHOT + figures + number)
    orders |= single_orders(world, game, who)
    orders |= int(no_throw(world, game, who, SMOKE) == ALLOWED) << throw_order(figures)
    orders |= int(no_throw(world, game, who, PAINT) == ALLOWED) << (throw_order(figures) + 1)
    return orders
