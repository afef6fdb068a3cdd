"""MV, EN3-EN5, FL1, BS2, BS3, AI, SE, IM3: what a figure does besides shooting, and how it enters a hex."""

from typing import Any

from paintball_env.rules import events
from paintball_env.rules.actions import (
    AIM,
    MOVE,
    RELOAD,
    ROTATE,
    SENTRY,
    SINGLE,
    STAND_DOWN,
    TAKE_FLAG,
    turned_direction,
)
from paintball_env.rules.figures import (
    can_act,
    can_take_flag,
    carries,
    figure_of,
    full_points,
    is_armed,
    is_impotent,
    may_be_told,
    obeys,
    put_in,
    spend,
    take_flag,
    take_up,
    team_of,
    use,
)
from paintball_env.rules.marshals import make_room
from paintball_env.rules.state import EMPTY, LOADED, NONE, STRIDE, Chance, Figure, Game, World
from paintball_env.rules.terrain import BASE
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.chance import note

_TAKE_ALL = tuple(order for order, single in SINGLE.items() if single.takes_all)


@rule
def room_in(world: World, game: Game, team: int, place: int) -> int:
    """EN4: how many more figures of the team the hex holds; without a limit as many as a team can have."""
    if world.board.works[place] == NONE:
        return STRIDE
    own = game.present[team, place]
    return min(world.rules.works_team - own, world.rules.works_all - own - game.present[1 - team, place])


@rule
def has_room(world: World, game: Game, team: int, place: int) -> bool:
    """EN4: at most 2 figures of one team in a base, bunker or trench hex, and 3 in all."""
    return room_in(world, game, team, place) > 0


@jitable
def is_closed(world: World, team: int, place: int) -> bool:
    """SN2: the hex is the team's own base, and no figure may be in that."""
    return world.rules.own_base_closed == 1 and place == world.board.home[team]


@rule
def is_held(world: World, game: Game, team: int, place: int) -> bool:
    """MV2, EN4: enemies in the hex keep figures of the team from entering it by a move."""
    if game.present[1 - team, place] == 0:
        return False
    return world.board.works[place] == NONE or world.rules.enter_defended == 0


@rule
def can_enter(world: World, game: Game, team: int, place: int) -> bool:
    """MV1, MV2, EN4, SN2: a figure of the team may enter the hex by a move."""
    if place == NONE or not has_room(world, game, team, place):
        return False
    return not is_closed(world, team, place) and not is_held(world, game, team, place)


@jitable
def step_cost(rules: Any) -> int:
    """AP2, CH2: the points that a step of one hex takes, a charger's too."""
    return rules.move_cost


@rule
def can_walk(world: World, game: Game, who: int) -> bool:
    """AP2, AP3, SE1: the figure has a step left."""
    figure = figure_of(game, who)
    return (
        can_act(game, who)
        and may_be_told(figure, MOVE)
        and figure.points >= step_cost(world.rules)
        and figure.moved < world.rules.max_moves
    )


@rule
def can_move(world: World, game: Game, who: int, direction: int) -> bool:
    """MV1: one hex in the direction."""
    if not can_walk(world, game, who):
        return False
    return can_enter(world, game, team_of(who), world.board.neighbour[figure_of(game, who).hex, direction])


@rule
def move(world: World, game: Game, chance: Chance, who: int, direction: int) -> None:
    """MV1, AI2, BS2, EN5, FL1: pay, step, face the way one went; Marshals make room, the flag is taken up."""
    figure = figure_of(game, who)
    spend(world, game, who, step_cost(world.rules))
    figure.moved += 1
    figure.aim = 0
    if world.rules.blind_spots == 1:
        figure.facing = direction
    start = figure.hex
    game.present[team_of(who), start] -= 1
    put_in(game, who, world.board.neighbour[start, direction])
    note(chance, events.MOVED, who=who, start=start, place=figure.hex, value=direction)
    make_room(world, game, chance, figure.hex)
    take_up(world, game, chance, who)


@rule(inline=True)
def may_have_turned(figure: Figure) -> bool:
    """BS3, SE1: whether there may be such a figure that has rotated and spent no point since."""
    return obeys(figure) and may_be_told(figure, ROTATE)


@rule
def can_turn(world: World, game: Game, who: int) -> bool:
    """BS3: the figure may rotate: once, and once more after each time it has spent a point."""
    figure = figure_of(game, who)
    return world.rules.blind_spots == 1 and can_act(game, who) and may_have_turned(figure) and figure.turned == 0


@rule
def can_rotate(world: World, game: Game, who: int, direction: int) -> bool:
    """BS3: only to another facing."""
    return can_turn(world, game, who) and figure_of(game, who).facing != direction


@rule
def rotate(world: World, game: Game, chance: Chance, who: int, direction: int) -> None:
    """BS3, TU2: no point, but a use."""
    use(world, game, who)
    figure = figure_of(game, who)
    figure.facing = direction
    figure.turned = 1
    note(chance, events.TURNED, who=who, value=direction)


@rule(inline=True)
def may_hold_aim(figure: Figure) -> bool:
    """AI1, AI2, IM1, SE1: whether such a figure may hold aim: not after the volley."""
    return obeys(figure) and figure.fired == 0 and may_be_told(figure, AIM) and not is_impotent(figure)


@rule
def single_cost(rules: Any, figure: Figure, what: int) -> int:
    """AP2, SE4: the points that an order of one word costs the figure; 0: it is free."""
    if what in _TAKE_ALL:
        return figure.points
    if what == AIM:
        return rules.aim_cost
    if what == SENTRY:
        return rules.sentry_cost
    if what == RELOAD:
        return rules.reload_cost
    return 0


@rule
def can_aim(world: World, game: Game, who: int) -> bool:
    """AI1: not while holding aim."""
    figure = figure_of(game, who)
    return (
        can_act(game, who)
        and figure.aim == 0
        and may_hold_aim(figure)
        and figure.points >= single_cost(world.rules, figure, AIM)
    )


@rule
def aim(game: Game, chance: Chance, who: int) -> None:
    """AI1: the first die of this turn's volley will be aimed."""
    figure_of(game, who).aim = 1
    note(chance, events.AIMED, who=who)


@rule
def holds_sentries(world: World, place: int) -> bool:
    """EN3: a sentry may stand in the hex: not in a bunker or trench, nor (but for the switch) in a base."""
    if world.board.works[place] == NONE:
        return True
    return world.rules.sentry_in_base == 1 and world.board.terrain[place] == BASE


@rule
def may_be_sentry(world: World, game: Game, who: int) -> bool:
    """SE3, SE5, EN3: whether the figure may be a sentry: armed, no flag, where a sentry may stand."""
    figure = figure_of(game, who)
    return is_armed(figure) and not carries(game, who) and holds_sentries(world, figure.hex)


@rule
def can_go_on_sentry(world: World, game: Game, who: int) -> bool:
    """SE1: not while it is one."""
    figure = figure_of(game, who)
    if not can_act(game, who) or figure.sentry == 1 or figure.points < single_cost(world.rules, figure, SENTRY):
        return False
    return may_be_sentry(world, game, who)


@rule
def go_on_sentry(game: Game, chance: Chance, who: int) -> None:
    """SE1, AI2: a sentry from now on, over the turns."""
    figure = figure_of(game, who)
    figure.sentry = 1
    figure.aim = 0
    note(chance, events.SENTRY_BEGAN, who=who)


@rule
def can_stand_down(world: World, game: Game, who: int) -> bool:
    """SE4: a sentry with all its points."""
    figure = figure_of(game, who)
    return figure.sentry == 1 and can_act(game, who) and figure.points == full_points(world.rules, figure.expert)


@rule
def stand_down(game: Game, chance: Chance, who: int) -> None:
    """SE4: a sentry no more."""
    figure_of(game, who).sentry = 0
    note(chance, events.STOOD_DOWN, who=who)


@rule
def can_reload(world: World, game: Game, who: int) -> bool:
    """IM2, IM3, AP2: out of ammo, with the points; being suppressed doesn't hinder."""
    figure = figure_of(game, who)
    return (
        figure.gun == EMPTY
        and may_be_told(figure, RELOAD)
        and figure.points >= single_cost(world.rules, figure, RELOAD)
        and can_act(game, who)
    )


@rule
def reload(game: Game, chance: Chance, who: int) -> None:
    """IM3: the figure may shoot again; a suppressed one stays suppressed."""
    figure_of(game, who).gun = LOADED
    note(chance, events.RELOADED, who=who)


@rule
def can_single_order(world: World, game: Game, who: int, what: int) -> bool:
    """Whether the figure may be given this order of one word."""
    if what == AIM:
        return can_aim(world, game, who)
    if what == SENTRY:
        return can_go_on_sentry(world, game, who)
    if what == STAND_DOWN:
        return can_stand_down(world, game, who)
    if what == RELOAD:
        return can_reload(world, game, who)
    return what == TAKE_FLAG and can_take_flag(world, game, who)


@rule
def quiet_order(world: World, game: Game, chance: Chance, who: int, what: int) -> None:
    """AP2, TU2: orders that nobody reacts to: the figure is used and pays, then what each one does."""
    if what < AIM:
        rotate(world, game, chance, who, turned_direction(team_of(who), what - ROTATE))
        return
    cost = single_cost(world.rules, figure_of(game, who), what)
    if cost > 0:
        spend(world, game, who, cost)
    else:
        use(world, game, who)
    if what == AIM:
        aim(game, chance, who)
    elif what == SENTRY:
        go_on_sentry(game, chance, who)
    elif what == STAND_DOWN:
        stand_down(game, chance, who)
    elif what == RELOAD:
        reload(game, chance, who)
    elif what == TAKE_FLAG:
        take_flag(world, game, chance, who)
