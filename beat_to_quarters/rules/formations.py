"""SQ6 to SQ9: how a squadron acts as one: its way hex by hex, its turn, and who must get clear of a ship ahead."""

from beat_to_quarters.rules import events, grounding, lines, sailing, state, victory
from beat_to_quarters.rules.moments import ask, begin_moment, end_act, go_to, hindrances
from beat_to_quarters.rules.reasons import CAN_NOT_TURN, EDGE, HAS_WHEELED, IN_THE_EYE, IN_THE_WAY, TOO_FAR_ROUND
from beat_to_quarters.rules.sailing import MOVED, enter, no_turning, swing, swung_to
from beat_to_quarters.rules.ships import bit, check, in_action, is_afloat, is_taken, is_tied, on_map, ship_of
from beat_to_quarters.rules.state import IN_ACTION, NONE, SHIPS, STRIDE, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note

TOGETHER, IN_SUCCESSION = 1, 2  # how a squadron turns (SQ8); kept in `asked` until it has


@rule
def end_line(game: Game) -> None:
    """AC1, TK5: the squadron's act is over."""
    for who in range(SHIPS):
        if int(game.line) >> who & 1:
            ship = ship_of(game, who)
            if is_afloat(ship):
                ship.acted = 1
            if ship.irons == state.RECOVERED:
                ship.irons = state.IN_IRONS
    lines.tidy(game)
    game.gone = game.line
    game.line = game.moving = game.asked = game.side = 0
    end_act(game)


@rule
def squadron_on(world: World, game: Game, chance: Chance) -> None:
    """SQ7 to SQ9: the next piece of a squadron's act: what has begun is ended first."""
    leave_grappled(game)
    if game.halting != 0:
        who = lines.first_of(game, int(game.halting))
        game.halting = int(game.halting) & ~bit(who)
        halt(world, game, chance, who)
    elif game.swinging != 0:
        swing_next(world, game, chance)
    elif game.tacking != 0:
        tack_next(game, chance)
    elif game.swung != 0:
        who = lines.first_of(game, int(game.swung))
        game.swung = int(game.swung) & ~bit(who)
        if hindrances(game, who) == 0:
            game.ship = who
            begin_moment(game)
    elif game.asked != 0:
        end_wheel(game)
    elif game.lining != 0:
        end_lining(game)
    elif game.entering == 1:
        enter_next(world, game, chance)
    elif game.gone != 0:
        who = lines.first_of(game, int(game.gone))
        game.gone = int(game.gone) & ~bit(who)
        if int(game.moving) >> who & 1 and hindrances(game, who):
            game.halting = int(game.halting) | bit(who)
        elif int(game.moving) >> who & 1:
            game.ship = who
            begin_moment(game)
    elif game.act == state.TURNED or game.moving == 0:
        end_line(game)
    elif game.left > 0:
        game.going = game.moving
        game.entering = 1
    elif game.act == state.SAILS and close_up(game):
        game.act = state.CATCHES_UP
    else:
        wheel(world, game)


@rule
def leave_grappled(game: Game) -> None:
    """SQ9: one that a ship of its own squadron has grappled since its moment, on their way, goes no further."""
    if game.act == state.TURNED or game.lining != 0:
        return
    for who in range(SHIPS):
        settled = int(game.moving) & ~int(game.gone) & ~int(game.halting)
        if settled >> who & 1 and is_tied(ship_of(game, who)):
            game.moving = int(game.moving) & ~bit(who)


@rule
def close_up(game: Game) -> bool:
    """SQ5: those behind a gap, if there is one, sail one hex more."""
    some, lead = int(game.moving), True
    while some != 0:
        who = lines.first_of(game, some)
        if not lead and ship_of(game, who).trail > lines.APART:
            game.going = some
            game.entering = game.left = 1
            return True
        some &= ~bit(who)
        lead = False
    return False


@rule
def enter_next(world: World, game: Game, chance: Chance) -> None:
    """SQ7: the next ship enters its hex: the leader ahead, a follower of a line ahead in its wake."""
    game.going = int(game.going) & int(game.moving)
    if game.going == 0:
        game.entering = 0
        game.left -= 1
        return
    who = lines.first_of(game, int(game.going))
    game.going = int(game.going) & ~bit(who)
    ship = ship_of(game, who)
    ahead = ship.squadron > 0 and not lines.is_abreast(game, ship)
    follows = ahead and lines.first_of(game, int(game.moving)) != who
    direction = lines.wake_at(ship, 0) if follows else int(ship.heading)
    squadron, place = int(ship.squadron), int(ship.order)
    game.ship = who
    if enter(world, game, chance, who, direction) == MOVED:
        game.gone = int(game.gone) | bit(who)
        if follows:
            lines.follow_wake(ship)
        astern = lines.in_place(game, who // STRIDE, squadron, place + 1) if ahead else NONE
        if astern != NONE and int(game.moving) >> astern & 1:
            lines.add_to_wake(ship_of(game, astern), direction)
    elif game.ending == state.RUNNING:
        game.halting = int(game.halting) | bit(who)


@rule
def halt(world: World, game: Game, chance: Chance, who: int) -> None:
    """SQ4, SQ9: a ship is stopped; in line ahead those astern of it must get clear, unless it is out of the way."""
    if not int(game.moving) >> who & 1:
        return
    ship = ship_of(game, who)
    if ship.squadron == 0 or lines.is_abreast(game, ship):
        game.moving = int(game.moving) & ~bit(who)
        lines.tidy(game)
        return
    if ship.state != IN_ACTION:
        game.moving = int(game.moving) & ~bit(who)
        lines.drop_out(game, who)
        lines.tidy(game)
        return
    behind = 0
    for other in range(SHIPS):
        if int(game.moving) >> other & 1 and ship_of(game, other).order > ship.order:
            behind |= bit(other)
    game.moving = int(game.moving) & ~behind & ~bit(who)
    some = behind
    while some != 0:
        last, most = NONE, -1
        for other in range(SHIPS):
            if some >> other & 1 and ship_of(game, other).order > most:
                last, most = other, int(ship_of(game, other).order)
        some &= ~bit(last)
        lines.drop_out(game, last)
        ship_of(game, last).order = most  # it keeps its place among those that get clear
    lines.drop_out(game, who)
    get_clear(world, game, chance, who, behind)


@rule
def get_clear(world: World, game: Game, chance: Chance, ahead: int, behind: int) -> None:
    """SQ9: each makes a check: who passes turns away with all behind it, who fails runs into the one ahead."""
    while behind != 0:
        who = lines.first_of(game, behind)
        if check(game, chance, who):
            turn_away(world, game, behind)
            return
        behind &= ~bit(who)
        ship_of(game, who).order = 0
        if is_afloat(ship_of(game, ahead)):
            note(chance, events.COLLIDED, who=who, whom=ahead)
            grounding.collide(world, game, chance, who, ahead)
            if victory.is_decided(world, game, chance):
                return
        ahead = who
    lines.tidy(game)


@rule
def can_turn(game: Game, who: int) -> bool:
    """TK2: whether nothing keeps a ship from turning."""
    return no_turning(game, who) == ALLOWED


@rule
def no_room(world: World, game: Game, some: int, side: int) -> int:
    """TK3: what forbids ships to turn by a hexside together: the edge, or what is in the way where it is barred."""
    for who in range(SHIPS):
        if some >> who & 1:
            q, r = swung_to(ship_of(game, who), side)
            if not on_map(world, q, r):
                return EDGE
            if world.rules.barred == 1 and is_taken(world, game, who, q, r):
                return IN_THE_WAY
    return ALLOWED


@rule
def able_of(game: Game, some: int) -> int:
    """TK2: those of some ships that can turn."""
    able = 0
    for who in range(SHIPS):
        if some >> who & 1 and can_turn(game, who):
            able |= bit(who)
    return able


@rule
def turn_away(world: World, game: Game, some: int) -> None:
    """SQ9: ships that stop turn to the side that their team chooses, to be a line abreast of their own."""
    game.lining = some
    able = able_of(game, some)
    first = lines.first_of(game, some)
    if able != 0 and (no_room(world, game, able, 1) == ALLOWED or no_room(world, game, able, -1) == ALLOWED):
        game.ship = first
        ask(game, state.TURN, int(ship_of(game, first).holder))


@rule
def end_lining(game: Game) -> None:
    """SQ9: those that are still free are a squadron in line abreast."""
    some = 0
    for who in range(SHIPS):
        if int(game.lining) >> who & 1:
            if in_action(game, who) and not is_tied(ship_of(game, who)):
                some |= bit(who)
            else:
                ship_of(game, who).order = 0
    game.lining = 0
    lines.enlist(game, some, True)
    lines.tidy(game)


@rule
def swing_next(world: World, game: Game, chance: Chance) -> None:
    """SQ8, TK3: the next ship turns by a hexside."""
    who = lines.first_of(game, int(game.swinging))
    game.swinging = int(game.swinging) & ~bit(who)
    game.ship = who
    game.turned = 0
    if swing(world, game, chance, int(game.side), False):
        game.swung = int(game.swung) | bit(who)
        if ship_of(game, who).heading == game.wind:
            game.tacking = int(game.tacking) | bit(who)


@rule
def tack_next(game: Game, chance: Chance) -> None:
    """SQ9, TK4: the next ship that has come into the wind makes a check."""
    who = lines.first_of(game, int(game.tacking))
    game.tacking = int(game.tacking) & ~bit(who)
    ship = ship_of(game, who)
    if ship.state != IN_ACTION or is_tied(ship) or ship.heading != game.wind:
        return
    game.ship = who
    if check(game, chance, who):
        game.turned = game.side
        ask(game, state.TACK, int(ship.holder))
        return
    ship.irons = state.IN_IRONS
    note(chance, events.IN_IRONS, who=who)


@rule
def wheel(world: World, game: Game) -> None:
    """SQ6, SQ8: whether, and how, a squadron turns; a ship that is left alone turns as any other."""
    lines.tidy(game)
    leader = lines.first_of(game, int(game.moving))
    game.ship = leader
    if ship_of(game, leader).squadron == 0:
        game.gone = int(game.line) & ~bit(leader)  # their act is over with this ship's
        game.line = game.moving = game.side = 0
        game.act = state.SAILS
        go_to(game, state.TURNING)
        return
    ask(game, state.TURN, int(ship_of(game, leader).holder))


@rule
def no_wheel(world: World, game: Game, turns: int, how: int) -> int:
    """SQ8, SQ9: what forbids a squadron to turn by so many hexsides, together or in succession."""
    if abs(turns) > 1:
        return TOO_FAR_ROUND
    if game.lining != 0:
        if turns == 0 or how == IN_SUCCESSION:
            return TOO_FAR_ROUND
        return no_room(world, game, able_of(game, int(game.lining)), turns)
    if turns == 0:
        return ALLOWED
    leader = int(game.ship)
    ship = ship_of(game, leader)
    if int(game.team[ship.holder].wheeled) >> int(ship.squadron) & 1:
        return HAS_WHEELED
    if how == IN_SUCCESSION:
        if lines.is_abreast(game, ship) or not can_turn(game, leader):
            return CAN_NOT_TURN
        return no_room(world, game, bit(leader), turns)
    for who in range(SHIPS):
        if int(game.moving) >> who & 1:
            if not can_turn(game, who):
                return CAN_NOT_TURN
            if (int(ship_of(game, who).heading) + turns) % 6 == game.wind:
                return IN_THE_EYE
    return no_room(world, game, int(game.moving), turns)


@rule
def turn_line(game: Game, turns: int, how: int) -> None:
    """SQ8, SQ9: a squadron, or those that get clear, turn."""
    game.side = turns
    if game.lining != 0:
        game.swinging = able_of(game, int(game.lining))
    else:
        ship = ship_of(game, int(game.ship))
        game.act = state.TURNED
        if turns != 0:
            team = game.team[ship.holder]
            team.wheeled = int(team.wheeled) | lines.squadron_bit(int(ship.squadron))
            game.asked = how
            game.swinging = bit(int(game.ship)) if how == IN_SUCCESSION else game.moving
    go_to(game, state.IN_SQUADRON)


@rule
def end_wheel(game: Game) -> None:
    """SQ8, SQ9: after its turn a line is ahead where its ships stand so, otherwise abreast; a leader may be stopped."""
    how = int(game.asked)
    game.asked = 0
    if how == IN_SUCCESSION:
        leader = lines.first_of(game, int(game.moving))
        if hindrances(game, leader) or ship_of(game, leader).irons != 0:
            game.halting = bit(leader)
        return
    lines.tidy(game)
    for who in range(SHIPS):
        if int(game.moving) >> who & 1 and ship_of(game, who).squadron > 0:
            reform(game, who // STRIDE, int(ship_of(game, who).squadron))
            return


@rule
def reform(game: Game, team: int, squadron: int) -> None:
    """SQ8: the order and the formation of a squadron that has turned together."""
    size = lines.size_of(game, team, squadron)
    record = game.team[team]
    record.abreast = int(record.abreast) & ~lines.squadron_bit(squadron)
    for number in range(STRIDE):
        ship = game.ships[team, number]
        if ship.squadron == squadron:
            ship.trail = ships_astern(game, team, squadron, STRIDE * team + number)
    is_ahead = True
    for place in range(size):
        found = 0
        for number in range(STRIDE):
            ship = game.ships[team, number]
            if ship.squadron == squadron and ship.trail == size - 1 - place:
                found += 1
        is_ahead = is_ahead and found == 1
    if not is_ahead:
        record.abreast = int(record.abreast) | lines.squadron_bit(squadron)
    for number in range(STRIDE):
        ship = game.ships[team, number]
        if ship.squadron == squadron:
            if is_ahead:
                ship.order = size - 1 - ship.trail
            lines.set_wake(game, ship)


@rule
def ships_astern(game: Game, team: int, squadron: int, who: int) -> int:
    """SQ2: how many ships of a squadron stand in line astern of one of them."""
    ship, count, found = ship_of(game, who), 0, True
    while found:
        found = False
        for number in range(STRIDE):
            other = game.ships[team, number]
            if other.squadron == squadron and lines.stands_by(ship, other, False):
                ship = other
                count += 1
                found = True
                break
    return count


@rule
def no_turn(world: World, game: Game, turns: int, how: int) -> int:
    """TK1, SQ8: what forbids the acting ship to turn by so many hexsides, or its squadron to do so in this way."""
    if game.line != 0:
        return no_wheel(world, game, turns, how)
    return sailing.no_turn(world, game, turns) if how == TOGETHER else TOO_FAR_ROUND


@rule
def turn(world: World, game: Game, chance: Chance, turns: int, how: int) -> None:
    """TK1, SQ8: the acting ship, or its squadron, turns; in succession its leader does, and the others follow."""
    if game.line != 0:
        turn_line(game, turns, how)
    else:
        sailing.turn(world, game, chance, turns)
