"""SU, WI1, SO1: the wind, crews, buying ships, and where they begin."""

from beat_to_quarters.rules import events, lines, state, turns
from beat_to_quarters.rules.moments import ask, go_to
from beat_to_quarters.rules.reasons import NO_PLACE, TOO_DEAR
from beat_to_quarters.rules.ships import is_land, on_map, ship_at, ship_of
from beat_to_quarters.rules.state import IN_ACTION, NONE, SHIPS, STRIDE, WHITE, Chance, Game, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game import hex_grid
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import ANY_FACE, die, lot, note

IN_A_LINE = 4  # ships, of `corners` (SU2)
GAP = 3  # hexes from bow to bow in line ahead (SQ2)
NEAR = 10  # hexes from the own corner, in `chosen` (SU2)
CREW_DIE = 123345  # SO1
BLOWS_FROM = (
    (hex_grid.EAST, hex_grid.WEST),
    (hex_grid.NORTH_EAST, hex_grid.NORTH_WEST, hex_grid.SOUTH_WEST, hex_grid.SOUTH_EAST),
)  # `drawn`: of corners and chosen; of lines


@jitable
def hex_of(column: int, row: int) -> tuple[int, int]:
    """MP2: the hex of a column and a row, each from 1."""
    return column - 1 - ((row - 1) >> 1), row - 1


@jitable
def turned_hex(columns: int, rows: int, q: int, r: int) -> tuple[int, int]:
    """W4: a hex on the map turned by half."""
    column, row = q + (r >> 1) + 1, r + 1
    return hex_of(columns + 1 - column, rows + 1 - row)


@rule
def start(world: World, game: Game, chance: Chance) -> None:
    """SU1, SU3, WI1: the wind, then ships are bought or placed."""
    draw_wind(world, game, chance)
    for team in range(2):
        for number in range(STRIDE):
            game.ships[team, number] = world.sea.start[team, number]
        game.team[team].own = world.sea.own[team]
        game.team[team].abreast = world.sea.abreast[team]
        game.team[team].money = world.rules.points
    if world.rules.points > 0:
        for team in range(2):
            game.team[team].own = 0
        game.acting = WHITE
        go_to(game, state.BUYING)
    else:
        man_ships(world, game, chance)


@rule
def draw_wind(world: World, game: Game, chance: Chance) -> None:
    """WI1: the wind, by lot where the scenario doesn't say it."""
    if world.rules.wind != NONE:
        game.wind = world.rules.wind
    elif world.rules.deployment == state.FIXED:
        game.wind = lot(game, chance, state.WIND_LOT, state.TABLE, 6)
    elif world.rules.deployment == state.LINES:
        game.wind = BLOWS_FROM[1][lot(game, chance, state.WIND_LOT, state.TABLE, 4)]
    else:
        game.wind = BLOWS_FROM[0][lot(game, chance, state.WIND_LOT, state.TABLE, 2)]
    note(chance, events.WIND_ROSE, value=game.wind)


@rule
def man_ships(world: World, game: Game, chance: Chance) -> None:
    """SO1, AM1: crews by lot; then the ships are placed."""
    for who in range(SHIPS):
        ship = ship_of(game, who)
        if world.rules.drawn == 1 and ship.state != 0:
            ship.skill = die(game, chance, state.CREW_LOT, who, CREW_DIE) - 2
            note(chance, events.CREW_DRAWN, who=who, value=ship.skill)
    if world.rules.shot == 1:
        for team in range(2):
            game.team[team].shots = die(game, chance, state.SHOTS, state.TEAM_SUBJECT + team, ANY_FACE)
    if world.rules.deployment == state.CHOSEN:
        go_to(game, state.PLACING)
        return
    if world.rules.deployment != state.FIXED:
        for who in range(SHIPS):
            ship = ship_of(game, who)
            if ship.state == state.UNPLACED:
                place_by_rule(world, game, who)
    for who in range(SHIPS):
        if ship_of(game, who).squadron > 0:
            lines.set_wake(game, ship_of(game, who))
    turns.begin_turn(world, game, chance)


@rule
def place_by_rule(world: World, game: Game, who: int) -> None:
    """SU2: where a ship of `corners` or `lines` begins."""
    columns, rows = int(world.rules.columns), int(world.rules.rows)
    team, number = who // STRIDE, who % STRIDE
    is_turned = team != WHITE
    ship = ship_of(game, who)
    if world.rules.deployment == state.LINES:
        q, r = hex_of((columns + 3 * int(world.rules.fleet)) // 2 - GAP * number, rows // 2 + 4)
        heading = hex_grid.EAST
    else:
        line = number // IN_A_LINE
        ships = min(IN_A_LINE, ships_of(game, team) - line * IN_A_LINE)
        ahead = GAP * (ships - 1 - number % IN_A_LINE) + 1  # of the stern nearest to the corner, to the bow
        is_turned = game.wind == hex_grid.EAST
        if (team == WHITE) != is_turned:
            q, r = hex_of(3 + 4 * line, rows - 1)
            heading = hex_grid.NORTH_EAST
        else:
            q, r = hex_of(3 + 4 * line, 3)
            heading = hex_grid.SOUTH_EAST
        q, r = q + ahead * hex_grid.STEPS[heading][0], r + ahead * hex_grid.STEPS[heading][1]
    if is_turned:
        q, r = turned_hex(columns, rows, q, r)
        heading = hex_grid.half_turned_direction(heading)
    ship.q, ship.r, ship.heading = q, r, heading
    ship.state = IN_ACTION


@rule
def ships_of(game: Game, team: int) -> int:
    """How many ships, without batteries, a team has."""
    count = 0
    for number in range(STRIDE):
        ship = game.ships[team, number]
        if ship.state != 0 and ship.battery == 0:
            count += 1
    return count


# Buying (SU1).


@rule
def buy_next(world: World, game: Game, chance: Chance) -> None:
    """SU1: the next ship to buy; when both have passed the battle is set up."""
    for _ in range(2):
        team = int(game.acting)
        buyer = game.team[team]
        cheapest = world.sea.cost[0, state.RATES, 0]  # SH6
        if buyer.passed == 0 and buyer.own < STRIDE and cheapest <= buyer.money:
            ask(game, state.BUY, team)
            return
        game.acting = 1 - team
    game.acting = NONE
    man_ships(world, game, chance)


@rule
def no_hull(world: World, game: Game, team: int, hull: int) -> int:
    """SU1: what forbids to buy a ship of a rate."""
    if game.asked != 0:
        return NO_PLACE
    return ALLOWED if world.sea.cost[0, hull + 1, 0] <= game.team[team].money else TOO_DEAR


@rule
def buy_hull(game: Game, hull: int) -> None:
    """SU1: the rate of the ship to buy; its crew is asked next."""
    game.asked = hull + 1
    go_to(game, state.BUYING)


@rule
def no_crew(world: World, game: Game, team: int, crew: int) -> int:
    """SU1: what forbids a crew for the ship to buy."""
    if game.asked == 0:
        return NO_PLACE
    return ALLOWED if world.sea.cost[0, game.asked, crew] <= game.team[team].money else TOO_DEAR


@rule
def buy_crew(world: World, game: Game, team: int, crew: int) -> None:
    """SU1: a ship is bought; it is the other team's turn."""
    rate, number = int(game.asked), int(game.team[team].own)
    ship = game.ships[team, number]
    ship.state = state.UNPLACED
    ship.holder = team
    ship.built = ship.rate = rate
    ship.rigged = ship.masts = world.sea.rig[rate]
    ship.skill = crew - 1
    game.team[team].own += 1
    game.team[team].money -= world.sea.cost[0, rate, crew]
    game.asked = 0
    game.acting = 1 - team
    go_to(game, state.BUYING)


@rule
def no_passing(game: Game, team: int) -> int:
    """SU1: what forbids to buy no more: a team has at least one ship."""
    return ALLOWED if game.asked == 0 and game.team[team].own > 0 else NO_PLACE


@rule
def buy_no_more(game: Game, team: int) -> None:
    """SU1: a team buys no more."""
    game.team[team].passed = 1
    game.acting = 1 - team
    go_to(game, state.BUYING)


# Placing ships (SU2, `chosen`).


@rule
def place_next(world: World, game: Game, chance: Chance) -> None:
    """SU2: the next ship to place, W1, B1, W2 …: its column, its row, its heading."""
    while game.at < SHIPS:
        who = STRIDE * (int(game.at) % 2) + int(game.at) // 2
        ship = ship_of(game, who)
        if ship.state == state.UNPLACED:
            game.ship = who
            decision = state.COLUMN if game.asked == 0 else state.ROW if game.place == 0 else state.HEADING
            ask(game, decision, who // STRIDE)
            return
        game.at += 1
    game.ship = NONE
    turns.begin_turn(world, game, chance)


@rule
def may_begin(world: World, game: Game, who: int, column: int, row: int, heading: int) -> bool:
    """SU2: whether a ship may begin with its bow there: both hexes within 10 of the own corner, free, in A."""
    off = (heading - int(game.wind)) % 6
    if off != 2 and off != 4:
        return False
    columns, rows = int(world.rules.columns), int(world.rules.rows)
    corner_column = 1 if game.wind == hex_grid.WEST else columns
    corner_row = rows if who // STRIDE == WHITE else 1
    corner_q, corner_r = hex_of(corner_column, corner_row)
    q, r = hex_of(column, row)
    for part in range(2):
        if part == 1:
            q, r = q - hex_grid.STEPS[heading][0], r - hex_grid.STEPS[heading][1]
        if not on_map(world, q, r) or hex_grid.distance(q, r, corner_q, corner_r) > NEAR or is_land(world, q, r):
            return False
        if ship_at(world, game, q, r) != NONE:
            return False
    return True


@rule
def no_column(world: World, game: Game, column: int) -> int:
    """SU2, SU4: a column is legal if a place can follow."""
    for row in range(1, int(world.rules.rows) + 1):
        if no_row_of(world, game, column + 1, row) == ALLOWED:
            return ALLOWED
    return NO_PLACE


@rule
def no_row_of(world: World, game: Game, column: int, row: int) -> int:
    """SU4: a row is legal with a column if a heading can follow."""
    for heading in range(6):
        if may_begin(world, game, int(game.ship), column, row, heading):
            return ALLOWED
    return NO_PLACE


@rule
def no_row(world: World, game: Game, row: int) -> int:
    """SU2, SU4: a row is legal if a heading can follow."""
    return no_row_of(world, game, int(game.asked), row + 1)


@rule
def no_heading(world: World, game: Game, heading: int) -> int:
    """SU2: whether the ship may begin with this heading."""
    is_allowed = may_begin(world, game, int(game.ship), int(game.asked), int(game.place), heading)
    return ALLOWED if is_allowed else NO_PLACE


@rule
def choose_column(game: Game, column: int) -> None:
    """SU2: the bow's column."""
    game.asked = column + 1
    go_to(game, state.PLACING)


@rule
def choose_row(game: Game, row: int) -> None:
    """SU2: the bow's row."""
    game.place = row + 1
    go_to(game, state.PLACING)


@rule
def choose_heading(game: Game, heading: int) -> None:
    """SU2: the ship is placed."""
    ship = ship_of(game, int(game.ship))
    ship.q, ship.r = hex_of(int(game.asked), int(game.place))
    ship.heading = heading
    ship.state = IN_ACTION
    game.asked = game.place = 0
    game.at += 1
    go_to(game, state.PLACING)
