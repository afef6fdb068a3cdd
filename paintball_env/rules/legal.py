"""Legal actions: loops over the chapters' predicates into the action numbering; no rule of its own."""

from paintball_env.rules.actions import (
    AIM,
    DONE,
    FIRST_PHASE,
    MOVE,
    ROTATE,
    SECOND_PHASE,
    SHOT,
    TAKE_HARD,
    TAKE_PAINT,
    TAKE_SMOKE,
    TAKE_SOFT,
    WAIT,
    action_count,
    block,
    charge_action,
    direction_action,
    figure_action,
    hex_action,
    throw_order,
    turned_direction,
    turned_hex,
    word_action,
)
from paintball_env.rules.charges import can_charge_any, can_charge_hex, can_follow, can_step
from paintball_env.rules.figures import can_act, figure_of, team_of
from paintball_env.rules.grenades import can_land, can_throw, can_throw_at
from paintball_env.rules.moving import (
    can_enter,
    can_move,
    can_rotate,
    can_single_order,
    can_turn,
    can_walk,
)
from paintball_env.rules.setup import can_cover, can_deploy
from paintball_env.rules.shooting import (
    aim_of_next_die,
    can_add_shot,
    can_be_suppressed,
    can_open_fire,
    can_pick,
    can_shoot,
    can_suppress,
)
from paintball_env.rules.sight import can_be_shot
from paintball_env.rules.state import (
    ACT,
    CARRIER,
    CASUALTY,
    CHARGE,
    CHARGER,
    COVER_FACING,
    COVER_HEX,
    DEPLOY,
    EXPERT,
    FIRST,
    FLAG_HEX,
    GRENADE,
    GRENADIER,
    MARSHAL_HEX,
    NONE,
    OVER,
    PAINT,
    PICK,
    PIECE,
    REACT,
    SCATTER,
    SHOOT,
    SMOKE,
    STEP,
    STRIDE,
    SUPPRESS,
    THROW,
    VOLLEY,
    Game,
    World,
)
from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule


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
    mask[:] = 0
    if kind == OVER:
        return 0
    figures = int(world.rules.figures)
    hexes = int(world.board.hexes)
    team = int(game.decider)
    if kind == ACT or kind == VOLLEY or kind == REACT:
        mask[word_action(figures, hexes) + DONE] = 1  # `fitting_words`, at once: these are the most decisions
        return 1 + (_act(world, game, mask) if kind == ACT else _shots(world, game, mask))
    if kind == COVER_FACING or kind == STEP:
        return _directions(world, game, team, direction_action(figures, hexes), mask)
    if kind in (CARRIER, EXPERT, GRENADIER, PICK, CHARGER, CASUALTY):
        return _words(world, game, mask) + _figures(world, game, team, figure_action(figures, hexes), mask)
    if kind == PIECE or kind == GRENADE or kind == FIRST:
        return _words(world, game, mask)
    return _hexes(world, game, team, hex_action(figures), mask)


@rule
def fitting_words(game: Game) -> int:
    """The words that the open decision may be answered with: bit w is word w (`rules.actions`)."""
    kind = game.decision
    if kind == ACT or kind == VOLLEY or kind == REACT:
        return 1 << DONE
    if kind == CHARGER:
        return 1 << DONE if game.count > 0 else 0
    if kind == FIRST:
        return 1 << FIRST_PHASE | 1 << SECOND_PHASE
    if kind == GRENADE:
        return 1 << TAKE_SMOKE | 1 << TAKE_PAINT
    if kind == PIECE:
        side = game.side[game.decider]
        return (1 << TAKE_SOFT if side.soft > 0 else 0) | (1 << TAKE_HARD if side.hard > 0 else 0)
    return 0


@rule
def _words(world: World, game: Game, mask: Int8) -> int:
    first = word_action(int(world.rules.figures), int(world.board.hexes))
    words, count = fitting_words(game), 0
    for word in range(WAIT):
        count += _mark(mask, first + word, (words >> word) & 1 == 1)
    return count


@rule
def fits_shot(world: World, game: Game, who: int, target: int, kind: int) -> bool:
    """Whether the open decision, in the middle of a volley or a sentry's, may be answered with this shot."""
    if game.decision == VOLLEY:
        return who == game.actor and kind == game.kind and can_add_shot(world, game, target)
    return game.decision == REACT and who == game.asked and kind == SHOOT and target == game.actor


@rule
def _shots(world: World, game: Game, mask: Int8) -> int:
    figures = int(world.rules.figures)
    who = int(game.asked) if game.decision == REACT else int(game.actor)
    kind = SUPPRESS if game.kind == SUPPRESS else SHOOT  # a reaction has no kind
    first = block(figures) * (who % STRIDE) + SHOT + (figures if kind == SUPPRESS else 0)
    count = 0
    for enemy in range(figures):
        count += _mark(mask, first + enemy, fits_shot(world, game, who, STRIDE * (1 - team_of(who)) + enemy, kind))
    return count


@rule
def fits_direction(world: World, game: Game, direction: int) -> bool:
    """Whether the open decision may be answered with this direction."""
    return game.decision == COVER_FACING or (game.decision == STEP and can_step(world, game, direction))


@rule
def _directions(world: World, game: Game, team: int, first: int, mask: Int8) -> int:
    number = 0
    for direction in range(6):
        if fits_direction(world, game, direction):
            mask[first + turned_direction(team, direction)] = 1
            number += 1
    return number


@rule
def fits_figure(world: World, game: Game, who: int) -> bool:
    """Whether the open decision may be answered with this own figure."""
    kind = game.decision
    if kind == PICK:
        return can_pick(game, who)
    figure = figure_of(game, who)
    if figure.hex == NONE:
        return False
    if kind == EXPERT:
        return figure.expert == 0
    if kind == CHARGER:
        return can_follow(world, game, who)
    if kind == CASUALTY:
        return figure.hex == game.place
    return kind == CARRIER or kind == GRENADIER


@rule
def _figures(world: World, game: Game, team: int, first: int, mask: Int8) -> int:
    count = 0
    for number in range(world.rules.team_size[team]):
        if fits_figure(world, game, STRIDE * team + number):
            mask[first + number] = 1
            count += 1
    return count


@rule
def fits_hex(world: World, game: Game, team: int, place: int) -> bool:
    """Whether the open decision may be answered with this hex."""
    kind = game.decision
    if kind == THROW:
        return can_throw_at(world, game, place)
    if kind == SCATTER:
        return can_land(world, game, place)
    if kind == CHARGE:
        return can_charge_hex(world, game, team, place)
    if kind == DEPLOY:
        return can_deploy(world, game, team, place)
    if kind == COVER_HEX:
        return can_cover(world, game, place)
    return (kind == FLAG_HEX or kind == MARSHAL_HEX) and world.board.near_home[team, place] == 1


@rule
def _hexes(world: World, game: Game, team: int, first: int, mask: Int8) -> int:
    hexes = int(world.board.hexes)
    number = 0
    for place in range(hexes):
        if fits_hex(world, game, team, place):
            mask[first + turned_hex(team, hexes, place)] = 1
            number += 1
    return number


@rule
def _act(world: World, game: Game, mask: Int8) -> int:
    team = int(game.acting)
    figures = int(world.rules.figures)
    width = block(figures)
    count = 0
    for number in range(world.rules.team_size[team]):
        if can_act(game, STRIDE * team + number):
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
    """The orders that a figure that can act may be given: bit i is order i of its block, of 63 at most.

    For speed what all moves, or all shots, need is asked once. And nothing is written meanwhile: the compiler can't
    know that a mask isn't a part of the game, and would let each predicate read the figure anew.
    """
    who = STRIDE * team + number
    figure = game.figure[team, number]
    orders = 0
    if can_walk(world, game, who):  # `can_move`
        for direction in range(6):
            if can_enter(world, game, team, world.board.neighbour[figure.hex, direction]):
                orders |= 1 << (MOVE + turned_direction(team, direction))
    if can_turn(world, game, who):  # `can_rotate`
        for direction in range(6):
            if figure.facing != direction:
                orders |= 1 << (ROTATE + turned_direction(team, direction))
    if can_open_fire(world, game, who):  # `can_shoot`, `can_suppress`
        aimed = aim_of_next_die(game, who, SHOOT)
        for enemy in range(world.rules.team_size[1 - team]):
            target = STRIDE * (1 - team) + enemy
            if can_be_shot(world, game, who, target, aimed):
                orders |= 1 << (SHOT + enemy)
                if can_be_suppressed(world, game, who, target):
                    orders |= 1 << (SHOT + figures + enemy)
    for order in range(AIM, SHOT):
        orders |= int(can_single_order(world, game, who, order)) << order
    orders |= int(can_throw(world, game, who, SMOKE)) << throw_order(figures)
    orders |= int(can_throw(world, game, who, PAINT)) << (throw_order(figures) + 1)
    return orders


@rule(inline=True)
def _mark(mask: Int8, index: int, legal: bool) -> int:
    if legal:
        mask[index] = 1
        return 1
    return 0


@rule
def is_legal(world: World, game: Game, action: int) -> bool:
    """Whether the deciding team may take this action, by its own index; asks the same predicates as the mask."""
    figures = int(world.rules.figures)
    hexes = int(world.board.hexes)
    kind = game.decision
    team = int(game.decider)
    if kind == OVER or action < 0 or action >= action_count(figures, hexes):
        return False
    if action < charge_action(figures):
        return fits_order(world, game, STRIDE * team + action // block(figures), action % block(figures))
    if action == charge_action(figures):
        return kind == ACT and can_charge_any(world, game, team)
    if action < direction_action(figures, hexes):
        return fits_hex(world, game, team, turned_hex(team, hexes, action - hex_action(figures)))
    if action < figure_action(figures, hexes):
        return fits_direction(world, game, turned_direction(team, action - direction_action(figures, hexes)))
    if action < word_action(figures, hexes):
        return fits_figure(world, game, STRIDE * team + action - figure_action(figures, hexes))
    return (fitting_words(game) >> (action - word_action(figures, hexes))) & 1 == 1


@rule
def fits_order(world: World, game: Game, who: int, order: int) -> bool:
    """Whether the open decision may be answered with this order to the figure."""
    figures = int(world.rules.figures)
    if order >= SHOT and order < throw_order(figures):
        target = STRIDE * (1 - team_of(who)) + (order - SHOT) % figures
        if game.decision != ACT:
            return fits_shot(world, game, who, target, SHOOT if order < SHOT + figures else SUPPRESS)
        if order < SHOT + figures:
            return can_shoot(world, game, who, target)
        return can_suppress(world, game, who, target)
    if game.decision != ACT:
        return False
    if order < ROTATE:
        return can_move(world, game, who, turned_direction(team_of(who), order))
    if order < AIM:
        return can_rotate(world, game, who, turned_direction(team_of(who), order - ROTATE))
    if order < SHOT:
        return can_single_order(world, game, who, order)
    return can_throw(world, game, who, SMOKE if order == throw_order(figures) else PAINT)
