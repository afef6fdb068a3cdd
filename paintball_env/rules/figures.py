"""AP, TU1, TU2, TU5, PC4, FL1, FL2: figures, what they may spend, and how they leave the game."""

from typing import Any

from paintball_env.rules import events
from paintball_env.rules.dice import MARSHAL_SUBJECT
from paintball_env.rules.flags import can_carry
from paintball_env.rules.ground import is_at, is_entered, leave, spot_of
from paintball_env.rules.reasons import HAS_FINISHED, IS_DAZED, IS_JAMMED, NO_FLAG_THERE, NOT_IN_GAME, SCORE_USED_UP
from paintball_env.rules.shape import EAST, WEST
from paintball_env.rules.single_orders import SINGLE
from paintball_env.rules.state import (
    ABSENT,
    BLUE,
    EMPTY,
    FINISHED,
    FLAGS,
    FRESH,
    JAMMED,
    MARSHALS,
    NONE,
    STRIDE,
    USED,
    Chance,
    Figure,
    Game,
    World,
)
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note

_OF_SENTRIES = sum(1 << order for order, single in SINGLE.items() if single.of_sentries)  # bits


@rule(inline=True)
def figure_of(game: Game, who: int) -> Figure:
    """The record of a figure id."""
    return game.figure[who // STRIDE, who % STRIDE]


@rule(inline=True)
def team_of(who: int) -> int:
    """The team of a figure id."""
    return who // STRIDE


@rule(inline=True)
def in_order(side: int, index: int) -> int:
    """W2: the Marshal at this place of the order seen from `side`: its own, the other's, those of no team."""
    return index ^ side if index < 2 else index


@jitable
def full_points(rules: Any, expert: int) -> int:
    """AP1, EX2: points a turn, of an expert or not."""
    return rules.expert_points if expert == 1 else rules.points


@rule(inline=True)
def is_impotent(figure: Figure) -> bool:
    """IM1: suppressed or out of ammo.  A jammed figure is neutral, not impotent (MF3)."""
    return figure.suppressed == 1 or figure.gun == EMPTY


@rule(inline=True)
def is_armed(figure: Figure) -> bool:
    """IM1, MF3: neither impotent nor neutral, so that it can shoot."""
    return figure.gun != JAMMED and not is_impotent(figure)


@rule(inline=True)
def obeys(figure: Figure) -> bool:
    """MF3, SM2: neither neutral nor lost in smoke."""
    return figure.gun != JAMMED and figure.dazed == 0


@jitable
def may_be_told(figure: Figure, order: int) -> bool:
    """SE1: a sentry is told only the orders that `rules.numbering.SINGLE` has for sentries."""
    return figure.sentry == 0 or (_OF_SENTRIES >> order) & 1 == 1


@rule(inline=True)
def usual_facing(team: int) -> int:
    """The facing of a figure where facings don't count."""
    return WEST if team == BLUE else EAST


@rule(inline=True)
def left_to_use(game: Game, team: int) -> int:
    """TU1, TU4: how many more figures the team may use; without a limit as many as a team can have."""
    side = game.side[team]
    return side.score - side.used if side.score > 0 else STRIDE


@rule
def no_order(game: Game, who: int) -> int:
    """MF3, SM2, TU1, TU4, TU5: what forbids a figure every order: out, neutral, lost in smoke, or not usable."""
    figure = figure_of(game, who)
    if figure.hex == NONE:
        return NOT_IN_GAME
    if not obeys(figure):
        return IS_JAMMED if figure.gun == JAMMED else IS_DAZED
    if figure.activation == USED:
        return ALLOWED
    if figure.activation == FINISHED:
        return HAS_FINISHED
    return ALLOWED if left_to_use(game, team_of(who)) > 0 else SCORE_USED_UP


@rule
def use(world: World, game: Game, who: int) -> None:
    """TU2: the figure counts as used.  TU5: with `one_at_a_time` this finishes the ones used before.

    Ruling: a charger after the first finishes nobody, since the chargers of one charge count as one.
    """
    figure = figure_of(game, who)
    if figure.activation != FRESH:
        return
    team = team_of(who)
    if world.rules.one_at_a_time == 1 and not (game.place != NONE and game.count > 1):
        for number in range(game.figure.shape[1]):
            if game.figure[team, number].activation == USED:
                game.figure[team, number].activation = FINISHED
    figure.activation = USED
    game.side[team].used += 1


@rule
def spend(world: World, game: Game, who: int, cost: int) -> None:
    """AP2: pay for an action; BS3: the figure may rotate once more."""
    use(world, game, who)
    figure = figure_of(game, who)
    figure.points -= cost
    figure.turned = 0


@rule
def put_out(game: Game, chance: Chance, who: int) -> None:
    """PC4, FL2, MF3: out of the game; the flag stays in the hex, an attending Marshal is free, all states end."""
    figure = figure_of(game, who)
    note(chance, events.PUT_OUT, who=who, place=figure.hex)
    for index in range(FLAGS):
        if game.flag[index].carrier == who:
            game.flag[index].carrier = NONE
            game.flag[index].hex = spot_of(figure.hex)
            note(chance, events.FLAG_FELL, who=who, place=figure.hex, value=index)
    for index in range(MARSHALS):
        if game.marshal[index].attends == who:
            game.marshal[index].attends = NONE
            note(chance, events.MARSHAL_FREED, who=MARSHAL_SUBJECT + index, whom=who)
    leave(game, who)
    game.figure[team_of(who), who % STRIDE] = ABSENT


@rule
def carries(game: Game, who: int) -> bool:
    """FL1: the figure has a flag."""
    return game.flag[0].carrier == who or game.flag[1].carrier == who


@rule
def take_up(world: World, game: Game, chance: Chance, who: int, start: int) -> None:
    """FL1: the figure takes up the flag where it stands, if it may carry it; after a move from `start`, if not NONE."""
    figure = figure_of(game, who)
    for index in range(FLAGS):
        spot = game.flag[index].hex
        reaches = is_at(figure.hex, spot) if start == NONE else is_entered(start, figure.hex, spot)
        if reaches and can_carry(world, team_of(who), index):
            game.flag[index].hex = NONE
            game.flag[index].carrier = who
            note(chance, events.FLAG_TAKEN, who=who, place=figure.hex, value=index)


@rule
def no_taking_flag(world: World, game: Game, who: int) -> int:
    """FL1, SE1: what forbids a ready figure, a sentry too, to take up a flag: none that it may carry is in its hex."""
    place = figure_of(game, who).hex
    for index in range(FLAGS):
        if is_at(place, game.flag[index].hex) and can_carry(world, team_of(who), index):
            return ALLOWED
    return NO_FLAG_THERE
