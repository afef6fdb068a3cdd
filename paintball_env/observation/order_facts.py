"""What the encoding `actions` tells of an order to a figure: who, where, at whom, with what chances.

A row of facts for each order; `paintball_env.observation.actions` makes the rows of other actions from the same parts.
Chances are `paintball_env.chances`', so the rules' own.  Of a move they are those after it: the mover faces where it
went and is no longer in the way in the hex that it left; Marshals who make room for it (EN5) are taken to stay.
"""

from paintball_env.cached_chances import arrives_leaving, best_shot, best_turned, exposure, falls_in, know_figure
from paintball_env.chances import misfires_out, pins
from paintball_env.observation.encode import COSINE, SINE
from paintball_env.observation.table import ACTION
from paintball_env.rules.actions import (
    AIM,
    MOVE,
    ROTATE,
    SHOOT_FIRST,
    SHOOT_MOVER,
    SHOOT_NEXT,
    STEP_ON,
    TAKE_FLAG,
    THROW_PAINT,
    THROW_SMOKE,
)
from paintball_env.rules.figures import figure_of, is_armed
from paintball_env.rules.flags import goal_of, place_of, prize_of
from paintball_env.rules.moving import single_cost, step_cost
from paintball_env.rules.numbering import AIM as FIRST_SINGLE
from paintball_env.rules.numbering import turned_direction, turned_hex
from paintball_env.rules.shooting import aim_of_next_die, can_react_in, declared, has_volley, volley_cost
from paintball_env.rules.state import (
    ACT,
    HARD,
    NONE,
    REACT,
    SHOOT,
    SOFT,
    STEP,
    STRIDE,
    SUPPRESS,
    Figure,
    Game,
    World,
)
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record, check_record, record

NAMES = [feature.name for feature in ACTION]
KIND_FACTS = NAMES.index("who")  # so many features, the first ones, are the kinds
_MOVE, TURN, _SHOOT, _SUPPRESS, _AIM = (NAMES.index(name) for name in ("move", "turn", "shoot", "suppress", "aim"))
SMOKE = NAMES.index("smoke")
_FAR = 1 << 10  # farther than any hex of a board

# A row of the part `actions`, and what rows are made with.
ROW = record(("kind", "f4", (KIND_FACTS,)), *((name.replace(" ", "_"), "f4") for name in NAMES[KIND_FACTS:]))
check_record(ROW)


@rule
def about_figure(world: World, game: Game, team: int, number: int, known: Record, row: Record) -> None:
    """Write what is the same for all orders to a figure that stays in its hex."""
    figure = game.figure[team, number]
    about_who(world, figure, number, figure.points, row)
    about_place(world, game, team, STRIDE * team + number, figure.hex, False, row)
    if game.decision == ACT or game.decision == STEP:
        row.exposure = row.exposure_before = exposure(world, game, team, figure.hex, NONE, known)
    if game.decision == ACT and world.rules.blind_spots == 1 and _can_shoot_on(world, figure, 0):
        know_figure(world, game, team, number, aim_of_next_die(game, STRIDE * team + number, SHOOT), known)


@rule(inline=True)
def about_who(world: World, figure: Figure, number: int, points: int, row: Record) -> None:
    """Write about a figure of the own team, with `points` left."""
    row.who = (number + 1) / world.rules.figures
    row.armed = int(is_armed(figure))
    row.points_left = points / max(world.rules.points, world.rules.expert_points)


@rule
def about_order(
    world: World, game: Game, team: int, number: int, option: int, value: int, known: Record, row: Record
) -> None:
    """Write what is an order's own: its kind and points, its target, the hex of a move (`rules.actions.decode`)."""
    rules, kind, figure = world.rules, game.decision, game.figure[team, number]
    cost = 0
    if option in (MOVE, STEP_ON):
        cost = step_cost(rules)
        _about_move(world, game, team, number, value, known, row)
    elif option == ROTATE:
        row.kind[TURN] = 1.0
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
        row.kind[SMOKE + option - THROW_SMOKE] = 1.0
        cost = rules.throw_cost
    else:
        fires = option in (SHOOT_FIRST, SHOOT_NEXT, SHOOT_MOVER)
        row.kind[_SHOOT if fires else _SUPPRESS] = 1.0
        if kind != REACT:
            cost = volley_cost(rules, 1 + declared(game))
        aimed = aim_of_next_die(game, STRIDE * team + number, SHOOT if fires else SUPPRESS)
        about_die(world, game, team, number, value % STRIDE, fires, aimed, known, row)
    row.points_left = (figure.points - cost) / max(rules.points, rules.expert_points)


@rule
def _can_shoot_on(world: World, figure: Figure, cost: int) -> bool:
    """SH5, AP2: the figure has its volley before it, and a point for it once it has paid `cost`."""
    return has_volley(figure) and figure.points - cost >= volley_cost(world.rules, 1)


@rule
def _about_move(world: World, game: Game, team: int, number: int, direction: int, known: Record, row: Record) -> None:
    """Write what a move of a figure leads to."""
    figure, who = game.figure[team, number], STRIDE * team + number
    start, facing = figure.hex, figure.facing
    if world.rules.blind_spots == 1:
        facing = direction
    place = world.board.neighbour[start, direction]
    row.kind[_MOVE] = 1.0
    own = turned_direction(team, direction)
    row.direction_x, row.direction_y = COSINE[own], SINE[own]
    about_place(world, game, team, who, place, True, row)
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
def about_die(
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
    about_target(world, game, team, target, row)
    row.hits = chance = arrives_leaving(world, game, place, goal, aimed, NONE, known)
    if fires:
        row.puts_out = chance * falls_in(world, game, goal, known)
    else:
        row.suppresses = chance * pins(world, game, goal)
    row.goes_out = misfires_out(world, game, STRIDE * team + number, goal)


@rule
def about_target(world: World, game: Game, team: int, target: int, row: Record) -> None:
    """Write about the enemy figure that is shot at."""
    enemy, theirs = game.figure[1 - team, target], prize_of(world, 1 - team)
    row.whom = (target + 1) / world.rules.figures
    row.target_armed, row.target_sentry = int(is_armed(enemy)), enemy.sentry
    row.target_carries = int(theirs != NONE and game.flag[theirs].carrier == STRIDE * (1 - team) + target)


@rule
def about_place(world: World, game: Game, team: int, who: int, place: int, moves: bool, row: Record) -> None:
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
    carries = False
    if prize != NONE:
        prize_place = place_of(game, prize)
        carries = who != NONE and game.flag[prize].carrier == who
        if moves and game.flag[prize].hex == place:
            carries = True
        row.carries = int(carries)
        row.to_prize = 0.0 if carries or prize_place == NONE else min(1.0, scale * board.steps[place, prize_place])
        row.to_goal = min(1.0, scale * board.steps[place, goal_of(world, team)])
    prize_place = place_of(game, theirs)
    if prize_place != NONE:
        comes_along = carries and theirs == prize  # SN3: one flag, which both win by
        row.to_their_prize = 0.0 if comes_along else min(1.0, scale * board.steps[place, prize_place])
