"""SQ3: orders to squadrons: which there may be, and the ships that they are for."""

from beat_to_quarters.rules import command, lines, state
from beat_to_quarters.rules.moments import ask, go_to
from beat_to_quarters.rules.reasons import NO_SQUADRON, NOT_FOR_THIS
from beat_to_quarters.rules.ships import bit, is_tied, ship_of
from beat_to_quarters.rules.state import IN_ACTION, NONE, SHIPS, STRIDE, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED

MOST_ORDERS = 2  # SQ3, a command phase
FORM, JOIN, LEAVE, DISSOLVE, CLOSE_ACTION = range(1, 6)  # orders
BEHIND, BESIDE_FIRST, NO_END = range(3)  # at which end of a line a ship stands


@rule
def is_lone(game: Game, who: int, team: int) -> bool:
    """SQ3: whether a ship may enter a squadron of its team's."""
    ship = ship_of(game, who)
    if who // STRIDE != team or ship.holder != team or ship.state != IN_ACTION or ship.battery == 1:
        return False
    return ship.squadron == 0 and ship.aground == 0 and not is_tied(ship)


@rule
def may_follow(game: Game, last: int, who: int, formations: int) -> bool:
    """SQ2, SQ3: whether a ship stands behind or beside the last one named; `formations`: 1 ahead, 2 abreast, 3 both."""
    ship, other = ship_of(game, last), ship_of(game, who)
    if last == who or int(game.lining) >> who & 1 or not is_lone(game, who, last // STRIDE):
        return False
    return (formations & 1 != 0 and lines.stands_by(ship, other, False)) or (
        formations & 2 != 0 and lines.stands_by(ship, other, True)
    )


@rule
def is_followed(game: Game, last: int, formations: int) -> bool:
    """SQ3: whether any ship stands so behind, or beside, the last one named, or one that might be the first."""
    for who in range(SHIPS):
        if may_follow(game, last, who, formations):
            return True
    return False


@rule
def may_begin_line(game: Game, who: int, team: int) -> bool:
    """SQ3: whether another ship could follow a lone one in a squadron."""
    return is_lone(game, who, team) and is_followed(game, who, 3)


@rule
def end_for(game: Game, who: int, squadron: int) -> int:
    """SQ3: at which end of a squadron's line a lone ship stands."""
    team = who // STRIDE
    size = lines.size_of(game, team, squadron)
    if size == 0:
        return NO_END
    last, first = ship_of(game, lines.in_place(game, team, squadron, size - 1)), lines.in_place(game, team, squadron, 0)
    abreast = lines.is_abreast(game, last)
    if lines.stands_by(last, ship_of(game, who), abreast):
        return BEHIND
    if abreast and lines.stands_by(ship_of(game, first), ship_of(game, who), True):
        return BESIDE_FIRST
    return NO_END


@rule
def squadron_for(game: Game, who: int) -> int:
    """SQ3: the lowest squadron at whose end a lone ship stands; 0: none."""
    for squadron in range(1, state.SQUADRONS + 1):
        if end_for(game, who, squadron) != NO_END:
            return squadron
    return 0


@rule
def squadrons_of(game: Game, team: int) -> int:
    """How many squadrons a team has."""
    count = 0
    for squadron in range(1, state.SQUADRONS + 1):
        if lines.size_of(game, team, squadron) > 0:
            count += 1
    return count


@rule
def ask_order(world: World, game: Game) -> None:
    """SQ3, CO1: the next order of the phase, or on to the next thing."""
    team = int(game.acting)
    if world.rules.squadrons == 0 or game.team[team].orders >= MOST_ORDERS:
        game.team[team].orders = 0
        command.to_next(game, state.LOADS)
        return
    if game.asked != 0:
        ask_member(game)
        return
    lines.tidy(game)
    ask(game, state.ORDER, team)


@rule
def end_order(game: Game) -> None:
    """SQ3: the order is carried out."""
    game.asked = game.lining = 0
    game.team[game.acting].orders += 1
    go_to(game, state.ORDERS)


@rule
def no_order(game: Game, team: int, what: int) -> int:
    """SQ3: what forbids an order."""
    squadrons = squadrons_of(game, team)
    if what == FORM:
        if squadrons == state.SQUADRONS:
            return NOT_FOR_THIS
        for number in range(STRIDE):
            if may_begin_line(game, STRIDE * team + number, team):
                return ALLOWED
        return NOT_FOR_THIS
    if what == JOIN:
        for number in range(STRIDE):
            who = STRIDE * team + number
            if is_lone(game, who, team) and squadron_for(game, who) > 0:
                return ALLOWED
        return NOT_FOR_THIS
    return ALLOWED if squadrons > 0 else NO_SQUADRON


@rule
def give_order(game: Game, team: int, what: int) -> None:
    """SQ3: an order; for whom it is is asked next, but of `close action`."""
    if what != CLOSE_ACTION:
        game.asked = what
        go_to(game, state.ORDERS)
        return
    for number in range(STRIDE):
        lines.drop_out(game, STRIDE * team + number)
    end_order(game)


@rule
def no_more_orders(game: Game, team: int) -> None:
    """SQ3: no more orders in this phase."""
    game.team[team].orders = MOST_ORDERS
    go_to(game, state.ORDERS)


@rule
def last_named(game: Game) -> int:
    """SQ3: the ship that was named last for a squadron that is formed; NONE: none was."""
    last, most = NONE, -1
    for who in range(SHIPS):
        if int(game.lining) >> who & 1 and ship_of(game, who).order > most:
            last, most = who, int(ship_of(game, who).order)
    return last


@rule
def formations_left(game: Game) -> int:
    """SQ3: in which formations the next ship may stand: that of the first two; 3 both, before there are two."""
    first = lines.first_of(game, int(game.lining))
    for who in range(SHIPS):
        if int(game.lining) >> who & 1 and ship_of(game, who).order == 1:
            return 1 if lines.stands_by(ship_of(game, first), ship_of(game, who), False) else 2
    return 3


@rule
def ask_member(game: Game) -> None:
    """SQ3: a ship for the order; a squadron to which nobody can be added any more is formed."""
    team = int(game.acting)
    if game.asked == FORM and game.lining != 0:
        last = last_named(game)
        if not is_followed(game, last, formations_left(game)):
            form_line(game)
            return
    ask(game, state.MEMBER, team)


@rule
def no_member(game: Game, team: int, who: int) -> int:
    """SQ3: what forbids to name a ship for the order."""
    if game.asked == FORM:
        if game.lining == 0:
            is_right = may_begin_line(game, who, team)
        else:
            last = last_named(game)
            is_right = may_follow(game, last, who, formations_left(game))
    elif game.asked == JOIN:
        is_right = is_lone(game, who, team) and squadron_for(game, who) > 0
    elif game.asked == LEAVE:
        is_right = ship_of(game, who).squadron > 0
    else:
        is_right = ship_of(game, who).squadron > 0 and lines.leader_of(game, who) == who
    return ALLOWED if is_right else NOT_FOR_THIS


@rule
def name_member(game: Game, who: int) -> None:
    """SQ3: a ship is named."""
    ship = ship_of(game, who)
    if game.asked == FORM:
        last = last_named(game)
        ship.order = 0 if last == NONE else ship_of(game, last).order + 1
        game.lining = int(game.lining) | bit(who)
        go_to(game, state.ORDERS)
        return
    if game.asked == JOIN:
        join(game, who)
    elif game.asked == LEAVE:
        lines.drop_out(game, who)
    else:
        squadron = int(ship.squadron)
        for number in range(STRIDE):
            mate = game.ships[who // STRIDE, number]
            if mate.squadron == squadron:
                lines.drop_out(game, STRIDE * (who // STRIDE) + number)
    end_order(game)


@rule
def join(game: Game, who: int) -> None:
    """SQ3: a lone ship takes station at the end of a line."""
    ship = ship_of(game, who)
    squadron = squadron_for(game, who)
    end = end_for(game, who, squadron)
    size = lines.size_of(game, who // STRIDE, squadron)
    ship.order = size
    if end == BESIDE_FIRST:
        for number in range(STRIDE):
            mate = game.ships[who // STRIDE, number]
            if mate.squadron == squadron:
                mate.order += 1
        ship.order = 0
    ship.squadron = squadron
    lines.set_wake(game, ship)


@rule
def no_forming(game: Game) -> int:
    """SQ3: what forbids to end the list of a squadron's ships."""
    if game.asked == FORM and last_named(game) != NONE and ship_of(game, last_named(game)).order > 0:
        return ALLOWED
    return NOT_FOR_THIS


@rule
def form_line(game: Game) -> None:
    """SQ3: the ships that were named are a squadron."""
    abreast = formations_left(game) == 2
    lines.enlist(game, int(game.lining), abreast)
    end_order(game)
