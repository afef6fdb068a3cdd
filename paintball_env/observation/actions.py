"""The encoding `actions`: the `vector`, which actions are legal, and exact facts about each of them.

One array float32 [D + A + A K] of three parts: `vector` [D]; `legal` [A], 1 for each action that the team may take now;
`actions` [A, K], the features of the table's ACTION of each legal action.  Rows of other actions are 0, and so are all
of a team that doesn't decide.  Row and index of an action are the same.

Chances are `paintball_env.chances`', so the rules' own.  Of a move they are those after it: the mover faces where it
went and is no longer in the way in the hex that it left; Marshals who make room for it (EN5) are taken to stay.
"""

from typing import Any

import numpy as np

from paintball_env.chances import falls, lands, misfires_out, paints_out, share
from paintball_env.observation.encode import COSINE, SINE, observe, vector_size
from paintball_env.observation.shots import (
    KNOWN,
    arrives_known,
    best_shot,
    best_turned,
    exposure,
    falls_in,
    know,
    know_figure,
)
from paintball_env.observation.table import ACTION
from paintball_env.rules.actions import (
    AIM,
    DONE,
    ROTATE,
    SENTRY,
    SHOT,
    STAND_DOWN,
    TAKE_FLAG,
    TAKE_SMOKE,
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
from paintball_env.rules.charges import fights_back
from paintball_env.rules.dice import SAVED
from paintball_env.rules.figures import figure_of, is_armed
from paintball_env.rules.flags import goal_of, place_of, prize_of
from paintball_env.rules.legal import legal_actions
from paintball_env.rules.shooting import can_react_in, declared
from paintball_env.rules.state import (
    ACT,
    CASUALTY,
    CHARGE,
    CHARGER,
    DEPLOY,
    HARD,
    NONE,
    OVER,
    PAINT,
    PICK,
    REACT,
    SCATTER,
    SHOOT,
    SOFT,
    STEP,
    STRIDE,
    THROW,
    VOLLEY,
    Figure,
    Game,
    World,
)
from paintball_env.shoot_out_odds import WINNING
from tabletop.compiling import rule
from tabletop.header import check_record, record

NAMES = [feature.name for feature in ACTION]
_KINDS = NAMES.index("who")  # the features before it are the kinds
_MOVE, _TURN, _SHOOT, _SUPPRESS, _AIM = (NAMES.index(name) for name in ("move", "turn", "shoot", "suppress", "aim"))
_SMOKE, _CHARGE, _HEX, _FIGURE = (NAMES.index(name) for name in ("smoke", "charge", "hex", "figure"))
_CHOICE, _DONE = NAMES.index("choice"), NAMES.index("done")
_WIDTH = len(ACTION)
_FAR = 1 << 10  # farther than any hex of a board

# A row of the part `actions`, and what rows are made with.
ROW = record(("kind", "f4", (_KINDS,)), *((name.replace(" ", "_"), "f4") for name in NAMES[_KINDS:]))
check_record(ROW)


@rule
def observe_actions(world: World, game: Game, team: int, out: Any) -> None:
    """Write the `actions` of a position as `team` sees it.

    Args:
      world: rules and board.
      game: the position.
      team: who looks, 0 or 1.
      out: float32 [D + A + A K], overwritten.
    """
    figures, hexes = int(world.rules.figures), int(world.board.hexes)
    first = vector_size(figures, hexes)
    count = action_count(figures, hexes)
    legal, rows = out[first : first + count], out[first + count :].view(ROW)
    mask = np.zeros(count, np.int8)
    if game.decision != OVER and game.decider == team:
        legal_actions(world, game, mask)
    observe(world, game, team, out[:first])
    out[first + count :] = 0.0
    for action in range(count):
        legal[action] = mask[action]
    write_rows(world, game, team, mask, rows, np.empty(0, np.int16))


@rule
def write_rows(world: World, game: Game, team: int, mask: Any, rows: Any, listed: Any) -> int:
    """Write the facts about the legal actions of the team that decides; nothing where nothing is legal.

    Args:
      world: rules and board.
      game: the position.
      team: who looks, 0 or 1.
      mask: int8 [A], the legal actions.
      rows: ROW [A], zeros: row and index of an action are the same. With `listed`, ROW [n or more], whatever it holds:
        a row each legal action, in their order.
      listed: int16 [n or more], written: the legal actions; of length 0: rows are not packed.

    Returns:
      n, how many actions are legal.
    """
    figures, hexes = int(world.rules.figures), int(world.board.hexes)
    count, width, orders = action_count(figures, hexes), block(figures), charge_action(figures)
    packed, legal = listed.shape[0] > 0, 0
    # Arrays of one record: a record alone wouldn't keep its memory.
    known, base, nothing = np.empty(1, KNOWN), np.empty(1, ROW), np.zeros(1, ROW)
    for action in range(count):
        legal += mask[action]
    if legal == 0:
        return 0
    know(world, game, known[0])
    n = 0
    for number in range(world.rules.team_size[team]):
        begun = False
        for order in range(width):
            action = number * width + order
            if mask[action] == 1:
                if not begun:
                    begun = True
                    base[0] = nothing[0]
                    _about_figure(world, game, team, number, known[0], base[0])
                at = action
                if packed:
                    at = n
                    listed[n] = action
                rows[at] = base[0]  # what is the same in all its orders
                _about_order(world, game, team, number, order, known[0], rows[at])
                n += 1
    for action in range(orders, count):
        if mask[action] == 1:
            at = action
            if packed:
                at = n
                listed[n] = action
                rows[n] = nothing[0]
            _about_other(world, game, team, action, known[0], rows[at])
            n += 1
    return n


@rule
def _about_figure(world: World, game: Game, team: int, number: int, known: Any, row: Any) -> None:
    """Write what is the same for all orders to a figure that stays in its hex."""
    figure = game.figure[team, number]
    _about_who(world, figure, number, figure.points, row)
    _about_place(world, game, team, STRIDE * team + number, figure.hex, False, row)
    if game.decision == ACT or game.decision == STEP:
        row.exposure = row.exposure_before = exposure(world, game, team, figure.hex, NONE, known)
    if game.decision == ACT and world.rules.blind_spots == 1 and _can_shoot_on(world, figure, 0):
        know_figure(world, game, team, number, figure.aim, known)


@rule(inline=True)
def _about_who(world: World, figure: Figure, number: int, points: int, row: Any) -> None:
    row.who = (number + 1) / world.rules.figures
    row.armed = int(is_armed(figure))
    row.points_left = points / max(world.rules.points, world.rules.expert_points)


@rule
def _about_order(world: World, game: Game, team: int, number: int, order: int, known: Any, row: Any) -> None:
    """Write what is an order's own: its kind and points, its target, the hex of a move."""
    rules, kind, figure = world.rules, game.decision, game.figure[team, number]
    figures = int(rules.figures)
    cost = 0
    if order < ROTATE:
        cost = rules.move_cost
        _about_move(world, game, team, number, order, known, row)
    elif order < AIM:
        row.kind[_TURN] = 1.0
        row.direction_x, row.direction_y = COSINE[order - ROTATE], SINE[order - ROTATE]
        if _can_shoot_on(world, figure, 0):
            row.best_shot = best_turned(world, game, team, number, turned_direction(team, order - ROTATE), known)
    elif order < SHOT:
        row.kind[_AIM + order - AIM] = 1.0
        if order == AIM:
            cost = rules.aim_cost
            if _can_shoot_on(world, figure, cost):
                know_figure(world, game, team, number, 1, known)  # turns come before it in the block
                row.best_shot = best_turned(world, game, team, number, figure.facing, known)
        elif order == TAKE_FLAG:
            row.carries, row.to_prize = 1.0, 0.0
        else:
            cost = int(figure.points) if order == STAND_DOWN else rules.reload_cost
            if order == SENTRY:
                cost = rules.sentry_cost
    elif order < SHOT + 2 * figures:
        fires = order < SHOT + figures
        row.kind[_SHOOT if fires else _SUPPRESS] = 1.0
        if kind != REACT:
            cost = rules.shoot_cost * (1 + declared(game))
        aimed = int(figure.aim) if fires and kind == ACT else 0
        _about_die(world, game, team, number, (order - SHOT) % figures, fires, aimed, known, row)
    else:
        row.kind[_SMOKE + order - SHOT - 2 * figures] = 1.0
        cost = rules.throw_cost
    row.points_left = (figure.points - cost) / max(rules.points, rules.expert_points)


@rule
def _can_shoot_on(world: World, figure: Figure, cost: int) -> bool:
    """SH5, IM1, SE1: the figure has its volley before it, and a point for it once it has paid `cost`."""
    return (
        is_armed(figure) and figure.sentry == 0 and figure.fired == 0 and figure.points - cost >= world.rules.shoot_cost
    )


@rule
def _about_move(world: World, game: Game, team: int, number: int, direction: int, known: Any, row: Any) -> None:
    """Write what a move of a figure leads to; its direction is the own side's."""
    figure, who = game.figure[team, number], STRIDE * team + number
    start, facing = figure.hex, figure.facing
    if world.rules.blind_spots == 1:
        facing = turned_direction(team, direction)
    place = world.board.neighbour[start, turned_direction(team, direction)]
    row.kind[_MOVE] = 1.0
    row.direction_x, row.direction_y = COSINE[direction], SINE[direction]
    _about_place(world, game, team, who, place, True, row)
    row.exposure = exposure(world, game, team, place, start, known)
    if _can_shoot_on(world, figure, world.rules.move_cost):
        row.best_shot = best_shot(world, game, team, place, facing, start, known)
    spared, count = 1.0, 0
    for e in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, e]
        if enemy.sentry == 1 and can_react_in(world, game, STRIDE * (1 - team) + e, who, place):
            fall = falls_in(world, game, place, known)
            spared *= 1.0 - fall * arrives_known(world, game, enemy.hex, place, 0, start, known)
            count += 1
    row.reactions = count / world.rules.figures
    row.goes_out = 1.0 - spared


@rule
def _about_die(
    world: World,
    game: Game,
    team: int,
    number: int,
    target: int,
    fires: bool,
    aimed: int,
    known: Any,
    row: Any,
) -> None:
    """Write who is shot at, and the chances of one die alone, a shot or suppressive fire."""
    place, goal = game.figure[team, number].hex, game.figure[1 - team, target].hex
    _about_target(world, game, team, target, row)
    row.hits = chance = arrives_known(world, game, place, goal, aimed, NONE, known)
    if fires:
        row.puts_out = chance * falls_in(world, game, goal, known)
    else:
        row.suppresses = chance * (1.0 - share(world.rules.suppress_save, SAVED))
    row.goes_out = misfires_out(world, game, STRIDE * team + number, goal)


@rule
def _about_target(world: World, game: Game, team: int, target: int, row: Any) -> None:
    enemy, theirs = game.figure[1 - team, target], prize_of(world, 1 - team)
    row.whom = (target + 1) / world.rules.figures
    row.target_armed, row.target_sentry = int(is_armed(enemy)), enemy.sentry
    row.target_carries = int(theirs != NONE and game.flag[theirs].carrier == STRIDE * (1 - team) + target)


@rule
def _about_place(world: World, game: Game, team: int, who: int, place: int, moves: bool, row: Any) -> None:
    """Write about a hex: cover, company, how far it is to what counts.

    `who` is the figure in question, which `moves` there, or NONE.
    """
    board = world.board
    figures, hexes = int(world.rules.figures), int(board.hexes)
    scale = 1.0 / max(board.steps[board.home[0], board.home[1]], 1)
    row.place = (turned_hex(team, hexes, place) + 1) / hexes
    row.soft_cover, row.hard_cover = int(game.cover[place] == SOFT), int(game.cover[place] >= HARD)
    row.works, row.in_smoke = int(board.works[place] != NONE), game.smoke[place]
    stays = who != NONE and figure_of(game, who).hex == place
    row.own_there = (game.present[team, place] - int(stays)) / figures
    row.enemies_there = game.present[1 - team, place] / figures
    nearest = _FAR
    for number in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, number].hex
        if enemy != NONE:
            nearest = min(nearest, int(board.distance[place, enemy]))
    row.nearest_enemy = min(1.0, scale * nearest) if nearest != _FAR else 0.0
    prize, theirs = prize_of(world, team), prize_of(world, 1 - team)
    if prize != NONE:
        there = place_of(game, prize)
        carries = who != NONE and game.flag[prize].carrier == who
        if moves and game.flag[prize].hex == place:
            carries = True
        row.carries = int(carries)
        row.to_prize = 0.0 if carries or there == NONE else min(1.0, scale * board.steps[place, there])
        row.to_goal = min(1.0, scale * board.steps[place, goal_of(world, team)])
    there = place_of(game, theirs)
    if there != NONE:
        row.to_their_prize = min(1.0, scale * board.steps[place, there])


@rule
def _about_other(world: World, game: Game, team: int, action: int, known: Any, row: Any) -> None:
    """Write about an action that is no order to a figure: a hex, a direction, a figure, a word."""
    figures, hexes, kind = int(world.rules.figures), int(world.board.hexes), game.decision
    place = who = NONE
    what = _CHARGE
    if action == charge_action(figures):
        pass
    elif action < direction_action(figures, hexes):
        what, place = _HEX, turned_hex(team, hexes, action - hex_action(figures))
        if kind in (THROW, DEPLOY):
            who = int(game.actor)
    elif action < figure_action(figures, hexes):
        direction = action - direction_action(figures, hexes)
        if kind == STEP:
            _about_figure(world, game, team, game.actor % STRIDE, known, row)
            _about_order(world, game, team, game.actor % STRIDE, direction, known, row)
            return
        what, place = _TURN, int(game.place)
        row.direction_x, row.direction_y = COSINE[direction], SINE[direction]
    elif action < word_action(figures, hexes):
        what, who = _FIGURE, STRIDE * team + action - figure_action(figures, hexes)
        place = int(figure_of(game, who).hex)
    else:
        word = action - word_action(figures, hexes)
        what = _CHOICE
        if word == DONE:
            what = _DONE
            if kind == VOLLEY:
                who = int(game.actor)
                place = int(figure_of(game, who).hex)
                fires = game.kind == SHOOT
                aimed = int(figure_of(game, who).aim) if fires else 0
                _about_die(world, game, team, who % STRIDE, game.shot[0] % STRIDE, fires, aimed, known, row)
            elif kind == REACT:
                who = int(game.asked)
                place = int(figure_of(game, who).hex)
                _about_target(world, game, team, game.actor % STRIDE, row)
        elif word >= TAKE_SMOKE:
            what = _SMOKE + word - TAKE_SMOKE
    row.kind[what] = 1.0
    if who != NONE:
        figure = figure_of(game, who)
        cost = world.rules.shoot_cost * declared(game) if kind == VOLLEY else 0
        _about_who(world, figure, who % STRIDE, figure.points - cost, row)
    if place != NONE:
        _about_place(world, game, team, who, place, False, row)
    _about_end(world, game, team, what, place, row)


@rule
def _about_end(world: World, game: Game, team: int, what: int, place: int, row: Any) -> None:
    """Write what naming a hex or a figure may lead to: falls, grenades, shoot-outs."""
    kind = game.decision
    if kind == PICK and game.kind == SHOOT:
        row.goes_out = falls(world, game, place)
    elif kind == PICK:
        row.suppresses = 1.0 - share(world.rules.suppress_save, SAVED)
    elif kind == CASUALTY:
        row.goes_out = 1.0
    elif kind in (THROW, SCATTER):
        chance = lands(world, game, game.actor) if kind == THROW else 1.0
        row.hits = chance
        if game.kind == PAINT:
            chance *= paints_out(world, game, place)
            row.puts_out = chance if game.present[1 - team, place] > 0 else 0.0
            row.goes_out = chance if game.present[team, place] > 0 else 0.0
    elif kind in (CHARGE, CHARGER):
        goal = place if kind == CHARGE else int(game.place)
        chargers = game.present[team, goal] + (0 if what == _DONE else 1)
        if chargers > 0:
            defenders = 0
            for number in range(world.rules.team_size[1 - team]):
                enemy = game.figure[1 - team, number]
                if enemy.hex == goal and fights_back(enemy):
                    defenders += 1
            chance = WINNING[min(chargers, len(WINNING) - 1)][min(defenders, len(WINNING) - 1)]
            row.puts_out = chance
            row.goes_out = 1.0 - chance
