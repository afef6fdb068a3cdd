"""What must hold in every position of every battle, for `verify`."""

from beat_to_quarters.rules import actions, state, turns
from beat_to_quarters.rules.ships import bit, crew_of, is_afloat, is_land, on_map, ship_at, ship_of, stern_of, ties_of
from beat_to_quarters.rules.state import IN_ACTION, NONE, OVER, PORT, SHIPS, STARBOARD, STRIDE, Game, Ship, World
from tabletop.compiled.compiling import rule

WORST = state.RATES + 1  # of a ship afloat (DA2)


@rule
def sound(world: World, game: Game) -> int:
    """0, or the number of the first thing that doesn't hold: up to 19 of the battle, from 20 on of a ship."""
    if game.turn < 0 or game.turn > world.rules.turns or not 0 <= game.wind < 6 or not 0 <= game.weather <= state.POOR:
        return 1
    if (game.decision == OVER) != (game.ending != state.RUNNING):
        return 2
    if (game.decision == OVER or game.decision == state.GOES_ON) != (game.decider == NONE):
        return 3
    if (game.turn == 0) != (0 < game.decision <= state.HEADING) and game.decision != state.GOES_ON:
        return 4
    if not 0 <= game.left <= actions.FARTHEST_WAY or not 0 <= game.act <= state.BLAZES or not -3 <= game.turned <= 3:
        return 5
    if game.decision == state.ADVANCE and game.rolled[0] == 0:
        return 6
    for die in range(state.MOST_DICE):
        if not 0 <= game.rolled[die] <= 4 or (die > 0 and game.rolled[die] > game.rolled[die - 1]):
            return 7
    if game.decision == state.PASS and game.through == NONE:
        return 8
    for team in range(2):
        own = game.team[team]
        if not 0 <= own.chips <= turns.EACH or own.own > world.rules.fleet or own.money < 0:
            return 9
    if not _is_asked_rightly(game):
        return 10
    for who in range(SHIPS):
        fault = _ship_fault(world, game, who)
        if fault > 0:
            return fault
    return 0


@rule
def _is_asked_rightly(game: Game) -> bool:
    """AC, CO, BO: whether the ship that is asked is one of the team that decides, and in action."""
    decision, team, who = int(game.decision), int(game.decider), int(game.ship)
    if decision == OVER:
        return who == NONE and game.through == NONE and game.alone == NONE
    if decision == state.PICK:
        return team == game.acting and who == NONE
    if state.COLUMN <= decision <= state.HEADING:
        return who != NONE and who // STRIDE == team
    if decision == state.CLEAR or decision == state.LOOSE or decision == state.BOARD:
        ship = ship_of(game, who)
        return who != NONE and ship.state == IN_ACTION and ship.holder == team and ties_of(ship) != 0
    if state.SAIL <= decision <= state.TACK:
        return who != NONE and (team == game.acting) != (decision == state.ANSWER)
    return True


@rule
def _ship_fault(world: World, game: Game, who: int) -> int:
    ship = ship_of(game, who)
    if who % STRIDE >= game.team[who // STRIDE].own:
        return 20 if game.turn > 0 and ship.state != 0 else 0
    if not IN_ACTION <= ship.state <= state.UNPLACED or not 1 <= ship.built <= state.RATES or not -1 <= ship.skill <= 3:
        return 21
    if ship.state == state.UNPLACED:
        return 21 if game.turn > 0 else 0
    if not is_afloat(ship):
        return 22 if _has_flags(ship) else 0
    if not ship.built <= ship.rate <= WORST or not 0 <= ship.masts <= ship.rigged:
        return 23
    is_beaten = ship.rate > state.RATES or crew_of(ship) < -1
    if ship.state == IN_ACTION and is_beaten and world.rules.sailing == 0:  # a prize sails as it is (ST2)
        return 24
    if ship.state != state.PRIZE and ship.state != state.FIRESHIP and ship.holder != who // STRIDE and ship.manned == 0:
        return 25
    if ship.irons < 0 or ship.irons > state.RECOVERED or ship.hung < 0 or ship.hung > PORT | STARBOARD:
        return 26
    for side in range(2):
        if not 0 <= ship.loads[side] <= state.GRAPE or ship.loading[side] < 0:
            return 27
    if game.turn > 0:
        fault = _place_fault(world, game, who, ship)
        if fault > 0:
            return fault
    return _tie_fault(game, who, ship)


@rule
def _has_flags(ship: Ship) -> bool:
    """MP5, SI1: whether a ship off the map is more than its card and its end."""
    if ship.fouled != 0 or ship.grappled != 0 or ship.burning != 0 or ship.hung != 0 or ship.steering != 0:
        return True
    if ship.irons != 0 or ship.anchor != 0 or ship.aground != 0 or ship.fired != 0 or ship.still != 0:
        return True
    return ship.q != 0 or ship.r != 0 or ship.squadron != 0 or ship.rate != ship.built or ship.masts != ship.rigged


@rule
def _place_fault(world: World, game: Game, who: int, ship: Ship) -> int:
    """CF1, MP4: a ship lies on the map, on the sea, alone in its hexes; a battery on land."""
    q, r = int(ship.q), int(ship.r)
    if not 0 <= ship.heading < 6 or not on_map(world, q, r):
        return 28
    back_q, back_r = stern_of(ship)
    if not on_map(world, back_q, back_r):
        return 29
    if is_land(world, q, r) != (ship.battery == 1) or is_land(world, back_q, back_r) != (ship.battery == 1):
        return 30
    if ship.battery == 1:
        return 0
    if ship_at(world, game, q, r) != who or ship_at(world, game, back_q, back_r) != who:
        return 31
    return 0


@rule
def _tie_fault(game: Game, who: int, ship: Ship) -> int:
    """SH9: ties are mutual, between ships afloat, never with a ship itself or a battery."""
    ties = ties_of(ship)
    if ties == 0:
        return 0
    if ties & bit(who) or ship.battery == 1:
        return 32
    for whom in range(SHIPS):
        other = ship_of(game, whom)
        if (int(ship.fouled) >> whom & 1) != (int(other.fouled) >> who & 1):
            return 33
        if (int(ship.grappled) >> whom & 1) != (int(other.grappled) >> who & 1):
            return 34
        if ties >> whom & 1 and not is_afloat(other):
            return 35
    return 0
