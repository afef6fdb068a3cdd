"""What a place is worth to a scripted bot: shots, threats, whom it could board, wind and water."""

from beat_to_quarters import chances, outlook, waters
from beat_to_quarters.rules import victory
from beat_to_quarters.rules.ships import apart, is_afloat, is_tied, on_map, printed, ship_of
from beat_to_quarters.rules.state import NONE, REACH, STRIDE, Game, Ship, World
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record
from tabletop.game.hex_grid import STEPS

MEAN_DRIFT = 3  # hexes (DR3), rounded up
OFF, ASHORE = 8.0, 5.0  # prices of leaving the map, of running aground
NARROW = 2.0  # price of too little water for the next way


@rule
def place_worth(world: World, game: Game, temper: Record, who: int) -> float:
    """What it is worth to a ship to be where it is, by its bot's numbers."""
    ship = ship_of(game, who)
    worth = temper.shot * outlook.shots_borne(world, game, who) - temper.fear * outlook.threats_to(world, game, who)
    if temper.rake > 0.0 and outlook.rakes_anybody(world, game, who):
        worth += temper.rake
    worth -= temper.blaze * _burning_near(world, game, who)
    sails = _sails(ship)
    dice = printed(world, game, ship) if sails else 0
    worth -= _farness(world, game, temper, who, dice)
    if not sails:
        return worth
    worth += temper.way * dice / 4.0
    if dice == 0:
        worth -= temper.irons
    done, end = outlook.way_ahead(world, game, who, outlook.SAFE_WATER)
    if end == outlook.FRIEND:
        worth -= temper.foul * (1.0 - done / outlook.SAFE_WATER)
    return worth - _sea_room_price(world, game, temper, who)


@rule
def _sails(ship: Ship) -> bool:
    """MO2: whether a ship sails, or could if it weren't in irons."""
    return not (ship.battery == 1 or ship.anchor != 0 or ship.masts == 0 or ship.aground == 1 or is_tied(ship))


@rule
def _farness(world: World, game: Game, temper: Record, who: int, dice: int) -> float:
    """The price of the distance to the nearest enemy and to the prey, half of it after the next way straight ahead."""
    ship = ship_of(game, who)
    enemy, away = outlook.nearest_enemy(world, game, who)
    prey, to_prey = outlook.prey_of(world, game, who, temper.likely)
    grip = temper.grip if enemy != NONE else max(temper.grip, temper.approach)
    price, hexes, keep = 0.0, 2 * dice, temper.keep
    if enemy != NONE and ship_of(game, enemy).battery == 1 and _leads(world, game, int(ship.holder)):
        keep = REACH + 1.0  # VI2: a lead is kept out of the reach of guns that don't move
    if enemy != NONE:
        price += 0.5 * temper.approach * abs(away - keep)
    if prey != NONE:
        price += 0.5 * grip * to_prey
    outlook.shift(ship, hexes)
    if enemy != NONE:
        price += 0.5 * temper.approach * abs(apart(ship, ship_of(game, enemy)) - keep)
    if prey != NONE:
        price += 0.5 * grip * apart(ship, ship_of(game, prey))
    outlook.shift(ship, -hexes)
    return price / 10.0


@rule
def _leads(world: World, game: Game, team: int) -> bool:
    """VI3: whether a team has more points than the other one."""
    return victory.points_of(world, game, team) > victory.points_of(world, game, 1 - team)


@rule
def _burning_near(world: World, game: Game, who: int) -> int:
    """FI3: how many ships next to one burn, itself not counted."""
    ship, count = ship_of(game, who), 0
    for side in range(2):
        for number in range(world.sea.own[side]):
            other = game.ships[side, number]
            if other.burning == 1 and STRIDE * side + number != who and is_afloat(other) and apart(ship, other) == 1:
                count += 1
    return count


@rule
def _sea_room_price(world: World, game: Game, temper: Record, who: int) -> float:
    """The price of little room ahead, to leeward, and after the next way and its best turn, for a ship that sails."""
    ship = ship_of(game, who)
    ahead = outlook.room_from(world, ship, 0)
    lee = outlook.room_from(world, ship, (int(game.wind) + 3 - int(ship.heading)) % 6)
    after = outlook.room_after_turn(world, game, who, min(ahead, outlook.SAFE_WATER))
    price = 0.5 * (1.0 - ahead / outlook.ROOM) + 1.0 - lee / outlook.ROOM + 1.0 - after / outlook.ROOM
    tight = max(0, outlook.SAFE_WATER - ahead) + max(0, outlook.SAFE_WATER - after)
    if outlook.to_edge(world, ship) == 0:
        tight += 2 * outlook.SAFE_WATER - waters.water_ahead(world, ship, 0, outlook.SAFE_WATER)
    return temper.water * price + NARROW * tight / outlook.SAFE_WATER


@rule
def lying_worth(world: World, game: Game, temper: Record, who: int) -> float:
    """What it is worth to heave to, and so to drift downwind in the next command phase (DR2)."""
    ship = ship_of(game, who)
    worth = place_worth(world, game, temper, who)
    if outlook.usual_turns(world, game, who) > 0:
        worth -= temper.idle
    if not _sails(ship):
        return worth
    q, r = int(ship.q), int(ship.r)
    step = STEPS[(int(game.wind) + 3) % 6]
    worth += _sea_room_price(world, game, temper, who)
    for _ in range(MEAN_DRIFT):
        if on_map(world, int(ship.q) + step[0], int(ship.r) + step[1]):
            ship.q, ship.r = int(ship.q) + step[0], int(ship.r) + step[1]
    worth -= _sea_room_price(world, game, temper, who)
    ship.q, ship.r = q, r
    return worth


@rule
def turn_worth(world: World, game: Game, temper: Record, who: int, turns: int) -> float:
    """What a turn of a ship is worth, to port; negative: to starboard. It may be one that the wind ends (TK4)."""
    ship = ship_of(game, who)
    heading, q, r = int(ship.heading), int(ship.q), int(ship.r)
    if turns == 0:
        return place_worth(world, game, temper, who)
    if not outlook.turns_freely(world, game, who, turns):
        return -ASHORE
    if ship.heading != game.wind or ship.anchor != 0:
        worth = place_worth(world, game, temper, who)
    else:
        chance = chances.passing(ship)
        worth = (1.0 - chance) * (place_worth(world, game, temper, who) - temper.irons)
        if outlook.turns_freely(world, game, who, 1 if turns > 0 else -1):
            worth += chance * place_worth(world, game, temper, who)
        else:
            worth -= chance * ASHORE
    ship.heading, ship.q, ship.r = heading, q, r
    return worth


@rule
def way_worth(world: World, game: Game, temper: Record, who: int, hexes: int) -> float:
    """What a way straight ahead is worth, with the best turn at its end, and what it may fire at under way."""
    ship = ship_of(game, who)
    done, end = outlook.way_ahead(world, game, who, hexes)
    if end == outlook.EDGE:
        return -OFF
    best_shots, worst_threat = 0.0, 0.0
    for hexes_done in range(1, done + 1):
        outlook.shift(ship, 1)
        best_shots = max(best_shots, outlook.shots_borne(world, game, who))
        if hexes_done % 2 == 0:
            worst_threat = max(worst_threat, outlook.threats_to(world, game, who))
    worth = -1e9
    turns = outlook.usual_turns(world, game, who) if end != outlook.LAND else 0
    for by in range(-turns, turns + 1):
        worth = max(worth, turn_worth(world, game, temper, who, by))
    worth += temper.shot * max(0.0, best_shots - outlook.shots_borne(world, game, who))
    worth -= temper.fear * max(0.0, worst_threat - outlook.threats_to(world, game, who))
    outlook.shift(ship, -done)
    if end == outlook.LAND:
        worth -= ASHORE
    elif end != outlook.FREE:
        worth -= temper.foul * (2.0 if end == outlook.FRIEND else 1.0)
    return worth
