"""MV, EN3-EN5, FL1, BS2, BS3, AI, SE, IM3: what a figure does besides shooting, and how it enters a hex."""

from typing import Any

from paintball_env.rules import events
from paintball_env.rules.figure_states import FIELDS
from paintball_env.rules.figures import (
    carries,
    figure_of,
    full_points,
    is_armed,
    is_impotent,
    may_be_told,
    no_order,
    no_taking_flag,
    obeys,
    put_in,
    spend,
    take_up,
    team_of,
    use,
)
from paintball_env.rules.marshals import make_room
from paintball_env.rules.numbering import (
    AIM,
    MOVE,
    RELOAD,
    ROTATE,
    SENTRY,
    SINGLE,
    STAND_DOWN,
    TAKE_FLAG,
)
from paintball_env.rules.reasons import (
    CARRIES_FLAG,
    HAS_TURNED,
    HELD_BY_ENEMIES,
    IS_IMPOTENT,
    IS_SENTRY,
    MOVED_ENOUGH,
    NO_AIM,
    NO_FACINGS,
    NO_HEX,
    NO_ROOM,
    NO_SENTRIES_THERE,
    NOT_EMPTY,
    NOT_READY_TO_STAND_DOWN,
    OWN_BASE,
    SENTRY_ALREADY,
    TOO_FEW_POINTS,
)
from paintball_env.rules.sight import may_be_suppressed
from paintball_env.rules.state import (
    BLUE,
    CASUALTY,
    CHARGER,
    EMPTY,
    LOADED,
    NONE,
    REACT,
    RED,
    STEP,
    STRIDE,
    Chance,
    Figure,
    Game,
    World,
)
from paintball_env.rules.terrain import BASE
from paintball_env.rules.turns import finish_act
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED
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
def is_overfull(world: World, game: Game, place: int) -> bool:
    """EN4: more figures are in the hex than it has room for."""
    return room_in(world, game, RED, place) < 0 or room_in(world, game, BLUE, place) < 0


@rule
def may_meet(world: World, game: Game, place: int) -> bool:
    """MV2, CH1: whether enemies may be in the hex together: in works, or while it is charged."""
    if world.board.works[place] != NONE:
        return True
    decision = game.decision
    is_charged = decision == CHARGER or decision == STEP or decision == CASUALTY or decision == REACT
    return is_charged and place == game.place


@rule
def is_held(world: World, game: Game, team: int, place: int) -> bool:
    """MV2, EN4: enemies in the hex keep figures of the team from entering it by a move."""
    if game.present[1 - team, place] == 0:
        return False
    return world.board.works[place] == NONE or world.rules.enter_defended == 0


@rule
def no_entry(world: World, game: Game, team: int, place: int) -> int:
    """MV1, SN2, EN4, MV2: what forbids a figure of the team to enter the hex by a move."""
    if place == NONE:
        return NO_HEX
    if is_closed(world, team, place):
        return OWN_BASE
    if not has_room(world, game, team, place):
        return NO_ROOM
    return HELD_BY_ENEMIES if is_held(world, game, team, place) else ALLOWED


@jitable
def step_cost(rules: Any) -> int:
    """AP2, CH2: the points that a step of one hex takes, a charger's too."""
    return rules.move_cost


@rule
def no_step(world: World, game: Game, who: int) -> int:
    """SE1, AP2, AP3: what forbids a ready figure every step."""
    figure = figure_of(game, who)
    if not may_be_told(figure, MOVE):
        return IS_SENTRY
    if figure.points < step_cost(world.rules):
        return TOO_FEW_POINTS
    return ALLOWED if figure.moved < world.rules.max_moves else MOVED_ENOUGH


@rule
def can_walk(world: World, game: Game, who: int) -> bool:
    """AP2, AP3, SE1: the figure has a step left."""
    return no_order(game, who) == ALLOWED and no_step(world, game, who) == ALLOWED


@rule
def no_move(world: World, game: Game, who: int, direction: int) -> int:
    """MV1: what forbids a ready figure to move one hex in the direction."""
    reason = no_step(world, game, who)
    if reason != ALLOWED:
        return reason
    return no_entry(world, game, team_of(who), world.board.neighbour[figure_of(game, who).hex, direction])


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
def no_turn(world: World, game: Game, who: int) -> int:
    """SE1, BS3: what forbids a ready figure to rotate: it may once, and once more after each time it has spent a point.

    That it obeys is asked by `may_have_turned`, too.
    """
    figure = figure_of(game, who)
    if not may_have_turned(figure):
        return IS_SENTRY
    if world.rules.blind_spots == 0:
        return NO_FACINGS
    return ALLOWED if figure.turned == 0 else HAS_TURNED


@rule
def no_rotation(world: World, game: Game, who: int, direction: int) -> int:
    """BS3: what forbids a ready figure to rotate to a facing: only another one is."""
    reason = no_turn(world, game, who)
    if reason != ALLOWED:
        return reason
    return ALLOWED if figure_of(game, who).facing != direction else HAS_TURNED


@rule
def rotate(world: World, game: Game, chance: Chance, who: int, direction: int) -> None:
    """BS3, TU2: no point, but a use."""
    use(world, game, who)
    figure = figure_of(game, who)
    figure.facing = direction
    figure.turned = 1
    note(chance, events.TURNED, who=who, value=direction)
    finish_act(world, game, chance)


@rule(inline=True)
def may_hold_aim(world: World, game: Game, who: int) -> bool:
    """AI1, AI2, IM1, SE1: whether the figure may hold aim: not after the volley."""
    figure = figure_of(game, who)
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
def pay(world: World, game: Game, who: int, what: int) -> None:
    """AP2, TU2: the figure is used, and pays for an order of one word."""
    cost = single_cost(world.rules, figure_of(game, who), what)
    if cost > 0:
        spend(world, game, who, cost)
    else:
        use(world, game, who)


@rule
def no_aim(world: World, game: Game, who: int) -> int:
    """SE1, AP2, IM1, AI1: what forbids a ready figure to take aim: not while holding it either."""
    figure = figure_of(game, who)
    if not may_be_told(figure, AIM):
        return IS_SENTRY
    if figure.points < single_cost(world.rules, figure, AIM):
        return TOO_FEW_POINTS
    if is_impotent(figure):
        return IS_IMPOTENT
    return ALLOWED if figure.aim == 0 and may_hold_aim(world, game, who) else NO_AIM


@rule
def aim(world: World, game: Game, chance: Chance, who: int) -> None:
    """AI1: the first die of this turn's volley will be aimed."""
    pay(world, game, who, AIM)
    figure_of(game, who).aim = 1
    note(chance, events.AIMED, who=who)
    finish_act(world, game, chance)


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


# `may_be_in` in words, in the order in which position text is refused; what else ends a sentry it says before.
EXCLUDED = {
    "aim": "aim is lost with empty, jammed, suppressed, dazed, sentry and fired",
    "dazed": "no figure is dazed and empty or jammed: in smoke its shot wasn't fired (SM2, IM1, MF3)",
    "suppressed": "a jammed figure is never suppressed",
    "sentry": "no sentry carries a flag",
    "turned": "no sentry rotates, nor does a jammed or dazed figure (BS3)",
}
_AIM, _DAZED, _SUPPRESSED, _SENTRY, _TURNED = (FIELDS.index(field) for field in EXCLUDED)


@rule
def may_be_in(world: World, game: Game, who: int, number: int) -> bool:
    """AI1, SM2, SU2, SE3, BS3: whether the figure may be in a state, by its number in the table of states."""
    figure = figure_of(game, who)
    if number == _AIM:
        return may_hold_aim(world, game, who)
    if number == _DAZED:
        return figure.gun == LOADED
    if number == _SUPPRESSED:
        return may_be_suppressed(figure)
    if number == _SENTRY:
        return may_be_sentry(world, game, who)
    return number != _TURNED or may_have_turned(figure)


@rule
def no_sentry(world: World, game: Game, who: int) -> int:
    """SE1, AP2, IM1, SE3, EN3: what forbids a ready figure to go on sentry: not while it is one either."""
    figure = figure_of(game, who)
    if figure.sentry == 1:
        return SENTRY_ALREADY
    if figure.points < single_cost(world.rules, figure, SENTRY):
        return TOO_FEW_POINTS
    if may_be_sentry(world, game, who):
        return ALLOWED
    if is_impotent(figure):
        return IS_IMPOTENT
    return CARRIES_FLAG if carries(game, who) else NO_SENTRIES_THERE


@rule
def go_on_sentry(world: World, game: Game, chance: Chance, who: int) -> None:
    """SE1, AI2: a sentry from now on, over the turns."""
    pay(world, game, who, SENTRY)
    figure = figure_of(game, who)
    figure.sentry = 1
    figure.aim = 0
    note(chance, events.SENTRY_BEGAN, who=who)
    finish_act(world, game, chance)


@rule
def no_standing_down(world: World, game: Game, who: int) -> int:
    """SE4: what forbids a ready figure to stand down: a sentry with all its points may."""
    figure = figure_of(game, who)
    ready = figure.sentry == 1 and figure.points == full_points(world.rules, figure.expert)
    return ALLOWED if ready else NOT_READY_TO_STAND_DOWN


@rule
def stand_down(world: World, game: Game, chance: Chance, who: int) -> None:
    """SE4: a sentry no more."""
    pay(world, game, who, STAND_DOWN)
    figure_of(game, who).sentry = 0
    note(chance, events.STOOD_DOWN, who=who)
    finish_act(world, game, chance)


@rule
def no_reloading(world: World, game: Game, who: int) -> int:
    """SE1, IM2, IM3, AP2: what forbids a ready figure to reload; being suppressed doesn't."""
    figure = figure_of(game, who)
    if not may_be_told(figure, RELOAD):
        return IS_SENTRY
    if figure.gun != EMPTY:
        return NOT_EMPTY
    return ALLOWED if figure.points >= single_cost(world.rules, figure, RELOAD) else TOO_FEW_POINTS


@rule
def reload(world: World, game: Game, chance: Chance, who: int) -> None:
    """IM3: the figure may shoot again; a suppressed one stays suppressed."""
    pay(world, game, who, RELOAD)
    figure_of(game, who).gun = LOADED
    note(chance, events.RELOADED, who=who)
    finish_act(world, game, chance)


@rule
def take_flag(world: World, game: Game, chance: Chance, who: int) -> None:
    """FL1, SE5: take up a flag where one stands; a sentry stops being one."""
    pay(world, game, who, TAKE_FLAG)
    figure_of(game, who).sentry = 0
    take_up(world, game, chance, who)
    finish_act(world, game, chance)


@rule
def single_orders(world: World, game: Game, who: int) -> int:
    """The orders of one word that a ready figure may be given: bit i is order i of its block."""
    return (
        int(no_aim(world, game, who) == ALLOWED) << AIM
        | int(no_sentry(world, game, who) == ALLOWED) << SENTRY
        | int(no_standing_down(world, game, who) == ALLOWED) << STAND_DOWN
        | int(no_reloading(world, game, who) == ALLOWED) << RELOAD
        | int(no_taking_flag(world, game, who) == ALLOWED) << TAKE_FLAG
    )
