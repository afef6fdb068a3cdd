"""The encoding `actions`: the `vector`, which actions are legal, and exact facts about each of them.

One array float32 [D + A + A K] of three parts: `vector` [D]; `legal` [A], the action mask, 1 only at `wait` for a team
that doesn't decide; `actions` [A, K], the features of the table's ACTION of each legal action. Rows of other actions
are 0, and so are all of a team that doesn't decide. Row and index of an action are the same.

Chances are `paintball_env.chances`', so the rules' own.  Of a move they are those after it: the mover faces where it
went and is no longer in the way in the hex that it left; Marshals who make room for it (EN5) are taken to stay.
"""

import numpy as np

from paintball_env.cached_chances import (
    KNOWN,
    arrives_leaving,
    best_shot,
    best_turned,
    exposure,
    falls_in,
    know,
    know_figure,
)
from paintball_env.chances import falls, lands, misfires_out, paints_out, pins
from paintball_env.distances import distance, steps
from paintball_env.observation.answers import (
    MOVES,
    NAMES_NEXT,
    ORDERS,
    TOLD_AS,
    WALKS_ON,
    company,
    direction_of_cover,
    end_of_move,
    fights_at,
    in_burst,
    is_behind_hard,
    is_in_soft,
    number_of_place,
    place_of_answer,
)
from paintball_env.observation.directions import COSINE, SINE
from paintball_env.observation.features import ACTION
from paintball_env.rules.actions import (
    ACTIONS,
    AIM,
    ROTATE,
    SHOOT_FIRST,
    SHOOT_MOVER,
    SHOOT_NEXT,
    TAKE_FLAG,
    THROW_PAINT,
    THROW_SMOKE,
    decode,
)
from paintball_env.rules.charges import fights_back
from paintball_env.rules.clouds import is_in_smoke
from paintball_env.rules.figures import figure_of, is_armed
from paintball_env.rules.flags import goal_of, place_of, prize_of
from paintball_env.rules.ground import is_at, works_at
from paintball_env.rules.legal import legal_actions
from paintball_env.rules.moving import single_cost, step_cost
from paintball_env.rules.numbering import turned_direction
from paintball_env.rules.shooting import aim_of_next_die, can_react_in, declared, has_volley, volley_cost
from paintball_env.rules.sight import aim_of_die
from paintball_env.rules.single_orders import AIM as FIRST_SINGLE
from paintball_env.rules.state import (
    CASUALTY,
    CHARGE,
    CHARGER,
    DEPLOY,
    NONE,
    OVER,
    PAINT,
    PICK,
    REACT,
    SCATTER,
    SHOOT,
    STRIDE,
    SUPPRESS,
    THROW,
    VOLLEY,
    Figure,
    Game,
    World,
)
from paintball_env.shoot_out_odds import WINNING
from tabletop.base.arrays import Float32, Int8, Int16, Records
from tabletop.compiled.compiling import rule
from tabletop.game.encodings import row_fields
from tabletop.game.header import Record, check_record, record

NAMES = [feature.name for feature in ACTION]
KIND_FACTS, ROW_FACTS = NAMES.index("who"), len(NAMES)  # so many features are kinds, the first ones, and in all
_MOVE, _TURN, _SHOOT, _SUPPRESS, _AIM, _SMOKE, _HEX, _FIGURE, _DONE = (
    NAMES.index(name) for name in ("move", "turn", "shoot", "suppress", "aim", "smoke", "hex", "figure", "done")
)
_FAR = 1 << 10  # farther than any hex of a board
# The feature of each option that is no order to a figure: of its kind's name, but that of a direction, and of a choice.
KIND_OF = np.array(
    [
        NAMES.index(name if name in NAMES else "choice")
        for name in (TOLD_AS.get(option.kind, option.kind) for option in ACTIONS.options)
    ]
)

# A row of the part `actions`, and what rows are made with.
ROW = record(("kind", "f4", (KIND_FACTS,)), *row_fields(ACTION[KIND_FACTS:]))
check_record(ROW)


@rule
def observe_legal(world: World, game: Game, team: int, count: int, out: Float32) -> None:
    """Write the parts of the `actions` of a position that are about actions, as `team` sees it.

    Args:
      world: rules and board.
      game: the position.
      team: who looks, 0 or 1.
      count: A, the number of actions.
      out: float32 [A + A K], overwritten.
    """
    legal, rows = out[:count], out[count:].view(ROW)
    mask = np.zeros(count, np.int8)
    decides = game.decision != OVER and game.decider == team
    if decides:
        legal_actions(world, game, mask)
    out[count:] = 0.0
    legal[:] = mask
    legal[count - 1] = 0.0 if decides else 1.0
    write_rows(world, game, team, mask, rows, np.empty(0, np.int16))


@rule
def write_rows(world: World, game: Game, team: int, mask: Int8, rows: Records, listed: Int16) -> int:
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
    packed, legal = listed.shape[0] > 0, 0
    # Arrays of one record: a record alone wouldn't keep its memory.
    known, base, zeros = np.empty(1, KNOWN), np.empty(1, ROW), np.zeros(1, ROW)
    for action in range(mask.shape[0]):
        legal += int(mask[action])
    if legal == 0:
        return 0
    know(world, game, known[0])
    n, last = 0, NONE
    for action in range(mask.shape[0]):
        if mask[action] == 1:
            at = action
            if packed:
                at = n
                listed[n] = action
            option, who, value = decode(world, game, action)
            if who == NONE:
                rows[at] = zeros[0]
                _about_other(world, game, team, option, value, known[0], rows[at])
            else:
                if who != last:  # what is the same in all orders to a figure
                    last = who
                    base[0] = zeros[0]
                    _about_figure(world, game, team, who % STRIDE, known[0], base[0])
                rows[at] = base[0]
                _about_order(world, game, team, who % STRIDE, option, value, known[0], rows[at])
            n += 1
    return n


@rule
def _about_other(world: World, game: Game, team: int, option: int, value: int, known: Record, row: Record) -> None:
    """Write about an action that is no order to a figure: a hex, a direction, a figure, a word."""
    kind = game.decision
    place = who = NONE
    if kind == WALKS_ON:
        _about_figure(world, game, team, game.actor % STRIDE, known, row)
        _about_order(world, game, team, game.actor % STRIDE, option, value, known, row)
        return
    action_kind = KIND_OF[option]
    if action_kind == _HEX:
        place = place_of_answer(world, game, option, value)
        if kind in (THROW, DEPLOY):
            who = int(game.actor)
    elif action_kind == _TURN:
        place, own = int(game.place), direction_of_cover(team, value)
        row.direction_x, row.direction_y = COSINE[own], SINE[own]
    elif action_kind == _FIGURE:
        who = value
        place = int(figure_of(game, who).hex)
    elif kind == VOLLEY:
        who = int(game.actor)
        place = int(figure_of(game, who).hex)
        aimed = aim_of_die(figure_of(game, who).aim, game.kind, 0)
        target, fires = game.shot[0] % STRIDE, game.kind == SHOOT
        _about_die(world, game, team, who % STRIDE, target, fires, aimed, known, row)
    elif kind == REACT:
        who = int(game.asked)
        place = int(figure_of(game, who).hex)
        _about_target(world, game, team, game.actor % STRIDE, row)
    row.kind[action_kind] = 1.0
    if who != NONE:
        figure = figure_of(game, who)
        cost = volley_cost(world.rules, declared(game)) if kind == VOLLEY else 0
        _about_who(world, figure, who % STRIDE, figure.points - cost, row)
    if place != NONE:
        _about_place(world, game, team, who, place, False, row)
    _about_end(world, game, team, action_kind, place, row)


@rule
def _about_end(world: World, game: Game, team: int, action_kind: int, place: int, row: Record) -> None:
    """Write what naming a hex or a figure may lead to: falls, grenades, shoot-outs."""
    kind = game.decision
    if kind == PICK and game.kind == SHOOT:
        row.goes_out = falls(world, game, place, place)
    elif kind == PICK:
        row.suppresses = pins(world, game, place)
    elif kind == CASUALTY:
        row.goes_out = 1.0
    elif kind in (THROW, SCATTER):
        chance = lands(world, game, game.actor) if kind == THROW else 1.0
        row.hits = chance
        if game.kind == PAINT:
            chance *= paints_out(world, game, place)
            row.puts_out = chance if in_burst(game, 1 - team, place) > 0 else 0.0
            row.goes_out = chance if in_burst(game, team, place) > 0 else 0.0
    elif kind in (CHARGE, CHARGER):
        goal = place if kind == CHARGE else int(game.place)
        chargers = 0 if action_kind == _DONE else 1
        for number in range(world.rules.team_size[team]):
            chargers += int(fights_at(game, team, number, goal))
        if chargers > 0:
            defenders = 0
            for number in range(world.rules.team_size[1 - team]):
                enemy = game.figure[1 - team, number]
                if fights_at(game, 1 - team, number, goal) and fights_back(enemy):
                    defenders += 1
            chance = WINNING[min(chargers, len(WINNING) - 1)][min(defenders, len(WINNING) - 1)]
            row.puts_out = chance
            row.goes_out = 1.0 - chance


@rule
def _about_figure(world: World, game: Game, team: int, number: int, known: Record, row: Record) -> None:
    """Write what is the same for all orders to a figure that stays in its hex."""
    figure = game.figure[team, number]
    _about_who(world, figure, number, figure.points, row)
    _about_place(world, game, team, STRIDE * team + number, figure.hex, False, row)
    if game.decision in ORDERS or game.decision == WALKS_ON:
        row.exposure = row.exposure_before = exposure(world, game, team, figure.hex, NONE, known)
    if game.decision in ORDERS and world.rules.blind_spots == 1 and _can_shoot_on(world, figure, 0):
        know_figure(world, game, team, number, aim_of_next_die(game, STRIDE * team + number, SHOOT), known)


@rule(inline=True)
def _about_who(world: World, figure: Figure, number: int, points: int, row: Record) -> None:
    """Write about a figure of the own team, with `points` left."""
    row.who = (number + 1) / world.rules.figures
    row.armed = int(is_armed(figure))
    row.points_left = points / max(world.rules.points, world.rules.expert_points)


@rule
def _about_order(
    world: World, game: Game, team: int, number: int, option: int, value: int, known: Record, row: Record
) -> None:
    """Write what is an order's own: its kind and points, its target, the hex of a move (`rules.actions.decode`)."""
    rules, kind, figure = world.rules, game.decision, game.figure[team, number]
    cost = 0
    if option in MOVES:
        cost = step_cost(rules)
        _about_move(world, game, team, number, option, value, known, row)
    elif option == NAMES_NEXT:
        row.kind[_MOVE] = 1.0
        cost = step_cost(rules)
    elif option == ROTATE:
        row.kind[_TURN] = 1.0
        own = turned_direction(team, value)
        row.direction_x, row.direction_y = COSINE[own], SINE[own]
        if _can_shoot_on(world, figure, 0):
            row.best_shot = best_turned(world, game, team, number, value, known)
    elif AIM <= option <= TAKE_FLAG:
        row.kind[_AIM + option - AIM] = 1.0
        cost = single_cost(rules, figure, FIRST_SINGLE + option - AIM)
        if option == AIM:
            if _can_shoot_on(world, figure, cost):
                know_figure(world, game, team, number, 1, known)  # turns come before it in the block
                row.best_shot = best_turned(world, game, team, number, figure.facing, known)
        elif option == TAKE_FLAG:
            row.carries, row.to_prize = 1.0, 0.0
    elif option in (THROW_SMOKE, THROW_PAINT):
        row.kind[_SMOKE + option - THROW_SMOKE] = 1.0
        cost = rules.throw_cost
    else:
        fires = option in (SHOOT_FIRST, SHOOT_NEXT, SHOOT_MOVER)
        row.kind[_SHOOT if fires else _SUPPRESS] = 1.0
        if kind != REACT:
            cost = volley_cost(rules, 1 + declared(game))
        aimed = aim_of_next_die(game, STRIDE * team + number, SHOOT if fires else SUPPRESS)
        _about_die(world, game, team, number, value % STRIDE, fires, aimed, known, row)
    row.points_left = (figure.points - cost) / max(rules.points, rules.expert_points)


@rule
def _can_shoot_on(world: World, figure: Figure, cost: int) -> bool:
    """SH5, AP2: the figure has its volley before it, and a point for it once it has paid `cost`."""
    return has_volley(figure) and figure.points - cost >= volley_cost(world.rules, 1)


@rule
def _about_move(
    world: World, game: Game, team: int, number: int, option: int, value: int, known: Record, row: Record
) -> None:
    """Write what a move of a figure leads to."""
    figure, who = game.figure[team, number], STRIDE * team + number
    start, facing = figure.hex, figure.facing
    place, direction = end_of_move(world, game, who, option, value)
    if world.rules.blind_spots == 1:
        facing = direction
    row.kind[_MOVE] = 1.0
    own = turned_direction(team, direction)
    row.direction_x, row.direction_y = COSINE[own], SINE[own]
    _about_place(world, game, team, who, place, True, row)
    row.exposure = exposure(world, game, team, place, start, known)
    if _can_shoot_on(world, figure, step_cost(world.rules)):
        row.best_shot = best_shot(world, game, team, place, facing, start, known)
    survival, count = 1.0, 0
    for e in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, e]
        if enemy.sentry == 1 and can_react_in(world, game, STRIDE * (1 - team) + e, who, place):
            fall = falls_in(world, game, place, known)
            survival *= 1.0 - fall * arrives_leaving(world, game, enemy.hex, place, 0, start, known)
            count += 1
    row.reactions = count / world.rules.figures
    row.goes_out = 1.0 - survival


@rule
def _about_die(
    world: World,
    game: Game,
    team: int,
    number: int,
    target: int,
    fires: bool,
    aimed: int,
    known: Record,
    row: Record,
) -> None:
    """Write who is shot at, and the chances of one die alone, a shot or suppressive fire."""
    place, goal = game.figure[team, number].hex, game.figure[1 - team, target].hex
    _about_target(world, game, team, target, row)
    row.hits = chance = arrives_leaving(world, game, place, goal, aimed, NONE, known)
    if fires:
        row.puts_out = chance * falls_in(world, game, goal, known)
    else:
        row.suppresses = chance * pins(world, game, goal)
    row.goes_out = misfires_out(world, game, STRIDE * team + number, goal)


@rule
def _about_target(world: World, game: Game, team: int, target: int, row: Record) -> None:
    """Write about the enemy figure that is shot at."""
    enemy, theirs = game.figure[1 - team, target], prize_of(world, 1 - team)
    row.whom = (target + 1) / world.rules.figures
    row.target_armed, row.target_sentry = int(is_armed(enemy)), enemy.sentry
    row.target_carries = int(theirs != NONE and game.flag[theirs].carrier == STRIDE * (1 - team) + target)


@rule
def _about_place(world: World, game: Game, team: int, who: int, place: int, moves: bool, row: Record) -> None:
    """Write about a place: cover, company, how far it is to what counts.

    `who` is the figure in question, which `moves` there, or NONE.
    """
    home, figures = world.board.home, int(world.rules.figures)
    scale = 1.0 / max(steps(world, home[0], home[1]), 1)
    row.place = number_of_place(world, team, place)
    row.works, row.in_smoke = int(works_at(world, place) != NONE), int(is_in_smoke(game, place))
    stays = who != NONE and figure_of(game, who).hex == place
    row.own_there = (company(game, team, place) - int(stays)) / figures
    row.enemies_there = company(game, 1 - team, place) / figures
    nearest, facing = 1.0 * _FAR, int(home[1 - team])
    for number in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, number].hex
        if enemy != NONE and distance(world, place, enemy) < nearest:
            nearest, facing = distance(world, place, enemy), int(enemy)
    row.nearest_enemy = min(1.0, scale * nearest) if nearest != _FAR else 0.0
    row.soft_cover = int(is_in_soft(world, game, place, facing))
    row.hard_cover = int(is_behind_hard(world, game, place, facing))
    prize, theirs = prize_of(world, team), prize_of(world, 1 - team)
    carries = False
    if prize != NONE:
        prize_place = place_of(game, prize)
        carries = who != NONE and game.flag[prize].carrier == who
        if moves and is_at(place, game.flag[prize].hex):
            carries = True
        row.carries = int(carries)
        row.to_prize = 0.0 if carries or prize_place == NONE else min(1.0, scale * steps(world, place, prize_place))
        row.to_goal = min(1.0, scale * steps(world, place, goal_of(world, team)))
    prize_place = place_of(game, theirs)
    if prize_place != NONE:
        comes_along = carries and theirs == prize  # SN3: one flag, which both win by
        row.to_their_prize = 0.0 if comes_along else min(1.0, scale * steps(world, place, prize_place))
