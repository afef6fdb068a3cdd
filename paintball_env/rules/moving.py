"""MV, EN3, EN5, FL1, BS2, BS3, AI, SE, IM3: what a figure does besides shooting, and what all moves have in common."""

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
    spend,
    take_up,
    use,
)
from paintball_env.rules.ground import holds_sentries, leave, put_in, room_in, works_at
from paintball_env.rules.numbering import MOVE, ROTATE
from paintball_env.rules.reasons import (
    CARRIES_FLAG,
    HAS_TURNED,
    IS_IMPOTENT,
    IS_SENTRY,
    MOVED_ENOUGH,
    NO_AIM,
    NO_FACINGS,
    NO_SENTRIES_THERE,
    NOT_EMPTY,
    NOT_READY_TO_STAND_DOWN,
    SENTRY_ALREADY,
    TOO_FEW_POINTS,
)
from paintball_env.rules.sight import may_be_suppressed
from paintball_env.rules.single_orders import AIM, RELOAD, SENTRY, SINGLE, STAND_DOWN, TAKE_FLAG
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
    Chance,
    Figure,
    Game,
    World,
)
from paintball_env.rules.turns import finish_act
from paintball_env.rules.walks import make_room
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note

_TAKE_ALL = tuple(order for order, single in SINGLE.items() if single.takes_all)


@rule
def is_overfull(world: World, game: Game, place: int) -> bool:
    """EN4: more figures are in the place than it has room for."""
    return room_in(world, game, RED, place) < 0 or room_in(world, game, BLUE, place) < 0


@rule
def may_meet(world: World, game: Game, place: int) -> bool:
    """MV2, CH1: whether enemies may be in the place together: in works, or while it is charged."""
    if works_at(world, place) != NONE:
        return True
    decision = game.decision
    is_charged = decision == CHARGER or decision == STEP or decision == CASUALTY or decision == REACT
    return is_charged and place == game.place


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


@rule(inline=True)
def go_to(world: World, game: Game, chance: Chance, who: int, place: int, facing: int) -> None:
    """AP3, AI2, BS2, EN5, FL1: pay, move, face the way one went; Marshals make room, the flag is taken up."""
    figure = figure_of(game, who)
    spend(world, game, who, step_cost(world.rules))
    figure.moved += 1
    figure.aim = 0
    if world.rules.blind_spots == 1:
        figure.facing = facing
    start = figure.hex
    leave(game, who)
    put_in(world, game, who, place)
    note(chance, events.MOVED, who=who, start=start, place=figure.hex, value=facing)
    make_room(world, game, chance, figure.hex)
    take_up(world, game, chance, who, start)


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
    take_up(world, game, chance, who, NONE)
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
