"""SQ1, SQ2, SQ4, SQ5: squadrons: who belongs to one, in which order, and the wake that each ship follows."""

from beat_to_quarters.rules.ships import bit, is_tied, ship_of
from beat_to_quarters.rules.state import IN_ACTION, NONE, SHIPS, SQUADRONS, STRIDE, Game, Ship
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.hex_grid import STEPS

APART = 3  # hexes from bow to bow in line ahead (SQ2)
HALF = 10  # directions of a wake in each of its two numbers
LONGEST = 2 * HALF  # directions of a wake; who is further astern has lost its squadron
LARGEST = STRIDE  # ships of a squadron


@rule
def is_abreast(game: Game, ship: Ship) -> bool:
    """SQ1: whether a ship's squadron is in line abreast."""
    return ship.squadron > 0 and int(game.team[ship.holder].abreast) >> int(ship.squadron) & 1 == 1


@rule
def wake_at(ship: Ship, at: int) -> int:
    """SQ7: a direction of a ship's wake, the next one first."""
    return int(ship.wake[at // HALF]) >> 3 * (at % HALF) & 7


@rule
def add_to_wake(ship: Ship, direction: int) -> None:
    """SQ7: the ship ahead has gone a hex further."""
    at = int(ship.trail)
    if at < LONGEST:
        ship.wake[at // HALF] = int(ship.wake[at // HALF]) | direction << 3 * (at % HALF)
    ship.trail += 1


@rule
def follow_wake(ship: Ship) -> None:
    """SQ7: the ship has gone the first hex of its wake."""
    low, high = int(ship.wake[0]), int(ship.wake[1])
    ship.wake[0] = low >> 3 | (high & 7) << 3 * (HALF - 1)
    ship.wake[1] = high >> 3
    ship.trail -= 1


@rule
def leave_wake(ship: Ship) -> None:
    """SQ4: a ship follows nobody."""
    ship.wake[:] = 0
    ship.trail = 0


@rule
def set_wake(game: Game, ship: Ship) -> None:
    """SQ2, SQ7: a ship of a line ahead that stands as it should: three hexes straight astern; abreast there is none."""
    leave_wake(ship)
    if not is_abreast(game, ship):
        for _ in range(APART):
            add_to_wake(ship, int(ship.heading))


@rule
def in_place(game: Game, team: int, squadron: int, place: int) -> int:
    """The ship at a place of a squadron's line, from 0; NONE: there is none."""
    for number in range(STRIDE):
        ship = game.ships[team, number]
        if ship.squadron == squadron and ship.order == place:
            return STRIDE * team + number
    return NONE


@rule
def size_of(game: Game, team: int, squadron: int) -> int:
    """How many ships a squadron has; 0: there is no such squadron."""
    count = 0
    for number in range(STRIDE):
        if game.ships[team, number].squadron == squadron:
            count += 1
    return count


@rule
def members(game: Game, team: int, squadron: int) -> int:
    """The ships of a squadron, in bits."""
    found = 0
    for number in range(STRIDE):
        if game.ships[team, number].squadron == squadron:
            found |= bit(STRIDE * team + number)
    return found


@rule
def first_of(game: Game, some: int) -> int:
    """SQ6, SQ7: the first of some ships of a team, in bits: as they lie in line; abreast the lowest number; or NONE."""
    best, best_key = NONE, 0
    for who in range(SHIPS):
        if some >> who & 1:
            ship = ship_of(game, who)
            key = who if is_abreast(game, ship) else int(ship.order) * SHIPS + who
            if best == NONE or key < best_key:
                best, best_key = who, key
    return best


@rule
def leader_of(game: Game, who: int) -> int:
    """SQ6: who decides for a ship: its squadron's leader, or itself."""
    ship = ship_of(game, who)
    if ship.squadron == 0:
        return who
    return first_of(game, members(game, who // STRIDE, int(ship.squadron)))


@rule
def leave_line(ship: Ship) -> None:
    """SQ4: a ship is in no squadron."""
    ship.squadron = ship.order = 0
    leave_wake(ship)


@rule
def drop_out(game: Game, who: int) -> None:
    """SQ4, SQ5: a ship leaves its squadron; who was astern of it has its way to go, too. One ship is no squadron."""
    ship = ship_of(game, who)
    team, squadron, place = who // STRIDE, int(ship.squadron), int(ship.order)
    if squadron == 0:
        return
    astern = in_place(game, team, squadron, place + 1)
    if astern != NONE and place > 0 and not is_abreast(game, ship):
        for at in range(int(ship.trail)):
            add_to_wake(ship_of(game, astern), wake_at(ship, at))
    leave_line(ship)
    for number in range(STRIDE):
        mate = game.ships[team, number]
        if mate.squadron == squadron and mate.order > place:
            mate.order -= 1
    if astern != NONE and ship_of(game, astern).trail > LONGEST:
        drop_out_of_reach(game, astern)
    if size_of(game, team, squadron) == 1:
        leave_line(ship_of(game, in_place(game, team, squadron, 0)))


@rule
def drop_out_of_reach(game: Game, who: int) -> None:
    """SQ5: who is too far astern, and all behind it, have lost their squadron."""
    ship = ship_of(game, who)
    team, squadron, place = who // STRIDE, int(ship.squadron), int(ship.order)
    for number in range(STRIDE):
        mate = game.ships[team, number]
        if mate.squadron == squadron and mate.order >= place:
            leave_line(mate)


@rule
def tidy(game: Game) -> None:
    """SQ4: who isn't in action any more, is tied or aground drops out."""
    for team in range(2):
        for squadron in range(1, SQUADRONS + 1):
            place = 0
            while place < LARGEST:
                who = in_place(game, team, squadron, place)
                if who == NONE:
                    break
                ship = ship_of(game, who)
                if ship.state != IN_ACTION or ship.aground == 1 or is_tied(ship):
                    drop_out(game, who)
                else:
                    place += 1


@rule
def stands_by(last: Ship, ship: Ship, abreast: bool) -> bool:
    """SQ2: whether a ship stands astern of, or abreast of, the last one of a line."""
    heading = int(last.heading)
    if ship.heading != heading:
        return False
    dq, dr = int(ship.q) - int(last.q), int(ship.r) - int(last.r)
    if not abreast:
        return dq == -APART * STEPS[heading][0] and dr == -APART * STEPS[heading][1]
    for side in range(1, 6):
        if side != 3:
            step = STEPS[(heading + side) % 6]
            for hexes in range(APART - 1, APART + 1):
                if dq == hexes * step[0] and dr == hexes * step[1]:
                    return True
    return False


@jitable
def squadron_bit(squadron: int) -> int:
    """A squadron in a set of a team's squadrons."""
    return 1 << int(squadron)


@rule
def enlist(game: Game, some: int, abreast: bool) -> None:
    """SQ1, SQ9: some ships of a team, by their `order`, are a squadron, under the lowest number that is free."""
    count, first = 0, NONE
    for who in range(SHIPS):
        if some >> who & 1:
            first = who if first == NONE else first
            count += 1
    squadron = 0
    if count > 1:
        team = first // STRIDE
        for number in range(SQUADRONS, 0, -1):
            if size_of(game, team, number) == 0:
                squadron = number
    place = 0
    while some != 0:
        who = first_of(game, some)
        some &= ~bit(who)
        ship = ship_of(game, who)
        ship.order = 0
        if squadron > 0:
            place += 1
            ship.order = place + LARGEST  # behind those that have no place yet
    if squadron == 0:
        return
    team_record = game.team[first // STRIDE]
    abreast_bits = int(team_record.abreast) & ~squadron_bit(squadron)
    team_record.abreast = abreast_bits | (squadron_bit(squadron) if abreast else 0)
    for number in range(STRIDE):
        ship = game.ships[first // STRIDE, number]
        if ship.order > LARGEST:
            ship.order -= LARGEST + 1
            ship.squadron = squadron
            set_wake(game, ship)
