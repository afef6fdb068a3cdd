"""Legal actions: loops over the chapters' predicates into the action numbering; no rule of its own."""

from typing import Any

from paintball_env.rules.actions import (
    AIM,
    DONE,
    FIRST_PHASE,
    MOVE,
    RELOAD,
    ROTATE,
    SECOND_PHASE,
    SENTRY,
    SHOT,
    STAND_DOWN,
    TAKE_FLAG,
    TAKE_HARD,
    TAKE_PAINT,
    TAKE_SMOKE,
    TAKE_SOFT,
    action_count,
    block,
    charge_action,
    direction_action,
    figure_action,
    hex_action,
    turned_direction,
    turned_hex,
    word_action,
)
from paintball_env.rules.charges import can_charge_any, can_charge_hex, can_follow, can_step
from paintball_env.rules.figures import can_act, can_take_flag, figure_of
from paintball_env.rules.grenades import can_land, can_throw, can_throw_at
from paintball_env.rules.moving import (
    can_aim,
    can_enter,
    can_go_on_sentry,
    can_move,
    can_reload,
    can_rotate,
    can_stand_down,
    can_walk,
)
from paintball_env.rules.setup import can_cover, can_deploy
from paintball_env.rules.shooting import can_add_shot, can_open_fire, can_pick, can_shoot, can_suppress
from paintball_env.rules.sight import can_be_shot, can_be_suppressed
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
from tabletop.compiling import rule


@rule
def legal_actions(world: World, game: Game, mask: Any) -> int:
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
    if kind == ACT:
        return _act(world, game, mask)
    figures = int(world.rules.figures)
    hexes = int(world.board.hexes)
    team = int(game.decider)
    word = word_action(figures, hexes)
    if kind == VOLLEY or kind == REACT:
        mask[word + DONE] = 1
        if kind == REACT:
            mask[block(figures) * (game.asked % STRIDE) + SHOT + game.actor % STRIDE] = 1
            return 2
        first = block(figures) * (game.actor % STRIDE) + SHOT + (0 if game.kind == SHOOT else figures)
        return 1 + _volley(world, game, team, first, mask)
    if kind == PIECE:
        mask[word + TAKE_SOFT] = game.side[team].soft > 0
        mask[word + TAKE_HARD] = game.side[team].hard > 0
        return int(mask[word + TAKE_SOFT]) + int(mask[word + TAKE_HARD])
    if kind == GRENADE:
        mask[word + TAKE_SMOKE] = 1
        mask[word + TAKE_PAINT] = 1
        return 2
    if kind == FIRST:
        mask[word + FIRST_PHASE] = 1
        mask[word + SECOND_PHASE] = 1
        return 2
    if kind == COVER_FACING or kind == STEP:
        return _directions(world, game, team, direction_action(figures, hexes), mask)
    if kind in (CARRIER, EXPERT, GRENADIER, PICK, CHARGER, CASUALTY):
        number = _figures(world, game, team, figure_action(figures, hexes), mask)
        if kind == CHARGER and game.count > 0:
            mask[word + DONE] = 1
            number += 1
        return number
    return _hexes(world, game, team, hex_action(figures), mask)


@rule
def _volley(world: World, game: Game, team: int, first: int, mask: Any) -> int:
    number = 0
    for enemy in range(world.rules.team_size[1 - team]):
        if can_add_shot(world, game, STRIDE * (1 - team) + enemy):
            mask[first + enemy] = 1
            number += 1
    return number


@rule
def _directions(world: World, game: Game, team: int, first: int, mask: Any) -> int:
    number = 0
    for direction in range(6):
        if game.decision == COVER_FACING or can_step(world, game, direction):
            mask[first + turned_direction(team, direction)] = 1
            number += 1
    return number


@rule
def fits_figure(world: World, game: Game, who: int) -> bool:
    """Whether the open decision, one that names an own figure, may name this one."""
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
    return kind != CASUALTY or figure.hex == game.place


@rule
def _figures(world: World, game: Game, team: int, first: int, mask: Any) -> int:
    found = 0
    for number in range(world.rules.team_size[team]):
        if fits_figure(world, game, STRIDE * team + number):
            mask[first + number] = 1
            found += 1
    return found


@rule
def fits_hex(world: World, game: Game, team: int, place: int) -> bool:
    """Whether the open decision, one that names a hex, may name this one."""
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
def _hexes(world: World, game: Game, team: int, first: int, mask: Any) -> int:
    hexes = int(world.board.hexes)
    number = 0
    for place in range(hexes):
        if fits_hex(world, game, team, place):
            mask[first + turned_hex(team, hexes, place)] = 1
            number += 1
    return number


@rule
def _act(world: World, game: Game, mask: Any) -> int:
    team = int(game.acting)
    figures = int(world.rules.figures)
    mask[word_action(figures, int(world.board.hexes)) + DONE] = 1
    found = 1
    for number in range(world.rules.team_size[team]):
        if can_act(game, STRIDE * team + number):
            found += _orders(world, game, team, number, block(figures) * number, figures, mask)
    if can_charge_any(world, game, team):
        mask[charge_action(figures)] = 1
        found += 1
    return found


@rule
def _orders(world: World, game: Game, team: int, number: int, first: int, figures: int, mask: Any) -> int:
    """The block of a figure that can act."""
    who = STRIDE * team + number
    figure = game.figure[team, number]
    found = 0
    if can_walk(world, game, who):  # `can_move`, its first part asked once for all directions: 8 % of a random game
        for direction in range(6):
            if can_enter(world, game, team, world.board.neighbour[figure.hex, direction]):
                mask[first + MOVE + turned_direction(team, direction)] = 1
                found += 1
    if world.rules.blind_spots == 1:
        for direction in range(6):
            if can_rotate(world, game, who, direction):
                mask[first + ROTATE + turned_direction(team, direction)] = 1
                found += 1
    if can_open_fire(world, game, who):
        for enemy in range(world.rules.team_size[1 - team]):
            target = STRIDE * (1 - team) + enemy
            if can_be_shot(world, game, who, target, figure.aim):
                mask[first + SHOT + enemy] = 1
                found += 1
                if can_be_suppressed(world, game, who, target):
                    mask[first + SHOT + figures + enemy] = 1
                    found += 1
    found += _mark(mask, first + AIM, can_aim(world, game, who))
    found += _mark(mask, first + SENTRY, can_go_on_sentry(world, game, who))
    found += _mark(mask, first + STAND_DOWN, can_stand_down(world, game, who))
    found += _mark(mask, first + RELOAD, can_reload(world, game, who))
    found += _mark(mask, first + TAKE_FLAG, can_take_flag(world, game, who))
    found += _mark(mask, first + SHOT + 2 * figures, can_throw(world, game, who, SMOKE))
    found += _mark(mask, first + SHOT + 2 * figures + 1, can_throw(world, game, who, PAINT))
    return found


@rule(inline=True)
def _mark(mask: Any, index: int, legal: bool) -> int:
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
        number, order = action // block(figures), action % block(figures)
        if number >= world.rules.team_size[team]:
            return False
        return _is_legal_order(world, game, team, number, order, figures)
    if action == charge_action(figures):
        return kind == ACT and can_charge_any(world, game, team)
    if action < direction_action(figures, hexes):
        return fits_hex(world, game, team, turned_hex(team, hexes, action - hex_action(figures)))
    if action < figure_action(figures, hexes):
        direction = turned_direction(team, action - direction_action(figures, hexes))
        return kind == COVER_FACING or (kind == STEP and can_step(world, game, direction))
    if action < word_action(figures, hexes):
        number = action - figure_action(figures, hexes)
        if kind not in (CARRIER, EXPERT, GRENADIER, PICK, CHARGER, CASUALTY) or number >= world.rules.team_size[team]:
            return False
        return fits_figure(world, game, STRIDE * team + number)
    word = action - word_action(figures, hexes)
    if word == FIRST_PHASE or word == SECOND_PHASE:
        return kind == FIRST
    if word == TAKE_SOFT or word == TAKE_HARD:
        left = game.side[team].soft if word == TAKE_SOFT else game.side[team].hard
        return kind == PIECE and left > 0
    if word == TAKE_SMOKE or word == TAKE_PAINT:
        return kind == GRENADE
    return word == DONE and (kind in (ACT, VOLLEY, REACT) or (kind == CHARGER and game.count > 0))


@rule
def _is_legal_order(world: World, game: Game, team: int, number: int, order: int, figures: int) -> bool:
    kind = game.decision
    who = STRIDE * team + number
    if order >= SHOT and order < SHOT + 2 * figures:
        enemy = (order - SHOT) % figures
        suppressing = order >= SHOT + figures
        if enemy >= world.rules.team_size[1 - team]:
            return False
        target = STRIDE * (1 - team) + enemy
        if kind == ACT:
            if suppressing:
                return can_suppress(world, game, who, target)
            return can_shoot(world, game, who, target)
        if kind == VOLLEY:
            same = game.kind == (SUPPRESS if suppressing else SHOOT)
            return same and who == game.actor and can_add_shot(world, game, target)
        return kind == REACT and not suppressing and who == game.asked and target == game.actor
    if kind != ACT:
        return False
    if order < ROTATE:
        return can_move(world, game, who, turned_direction(team, order))
    if order < AIM:
        return can_rotate(world, game, who, turned_direction(team, order - ROTATE))
    if order == AIM:
        return can_aim(world, game, who)
    if order == SENTRY:
        return can_go_on_sentry(world, game, who)
    if order == STAND_DOWN:
        return can_stand_down(world, game, who)
    if order == RELOAD:
        return can_reload(world, game, who)
    if order == TAKE_FLAG:
        return can_take_flag(world, game, who)
    return can_throw(world, game, who, SMOKE if order == SHOT + 2 * figures else PAINT)
