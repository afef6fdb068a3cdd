"""TS, WE, AC1: chips, the weather's chip, phases, turns."""

from beat_to_quarters.rules import anchors, boarding, events, moments, state, tables, victory
from beat_to_quarters.rules.command import to_next
from beat_to_quarters.rules.ships import in_order, ship_of
from beat_to_quarters.rules.state import BLACK, IN_ACTION, NONE, SHIPS, WHITE, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.chance import lot, note
from tabletop.game.urns import urn

EACH = 3  # chips of a team (TS1)
WEATHER_CHIP = 2  # WE1
LEFT, RIGHT, CHANGES = 0, 1, 7  # WE2: candidates of the D8
BY_LOT = (state.PERFECT, *[state.HEAVY_POOR] * 2, *[state.NORMAL] * 5, *[state.HEAVY] * 2, *[state.POOR] * 2)  # WE3


@rule
def begin_turn(world: World, game: Game, chance: Chance) -> None:
    """TS1: the next turn: all chips are in the bag, dice are counted anew."""
    game.turn += 1
    game.dice.rolled[:] = 0
    game.team[WHITE].chips = game.team[BLACK].chips = EACH
    game.storm = world.rules.weather
    game.first = game.acting = NONE
    note(chance, events.TURN_BEGAN, value=game.turn)
    to_next(game, state.CHIP)


@rule
def draw_chip(world: World, game: Game, chance: Chance) -> None:
    """TS1: the next chip, and its phase; after the sixth the boarding phase (TS2)."""
    white, black = int(game.team[WHITE].chips), int(game.team[BLACK].chips)
    if white + black == 0:
        game.acting = NONE
        game.storm = 0
        note(chance, events.BOARDING)
        to_next(game, state.BOARDING)
        return
    for who in range(SHIPS):
        ship = ship_of(game, who)
        ship.acted = ship.tried = ship.target = ship.phase = 0
    team = (
        urn(game, chance, state.CHIP_LOT, state.TABLE, tables.ROWS, tables.chips_left(white, black, int(game.storm)))
        - 1
    )
    if team == WEATHER_CHIP:
        game.storm = 0
        if game.first == NONE:
            change_weather(game, chance)
        to_next(game, state.CHIP)
        return
    game.acting = team
    if game.first == NONE:
        game.first = team
    game.team[team].chips -= 1
    if game.team[team].chips == EACH - 1:
        note(chance, events.COMMANDS, who=state.TEAM_SUBJECT + team)
        to_next(game, state.ORDERS)
    else:
        note(chance, events.ACTS, who=state.TEAM_SUBJECT + team)
        moments.go_to(game, state.PICKING)


@rule
def change_weather(game: Game, chance: Chance) -> None:
    """WE1, WE2: the weather's chip is the first of the turn: the wind may turn, or the weather change."""
    what = lot(game, chance, state.SHIFT, state.TABLE, 8)
    hexsides = lot(game, chance, state.SHIFT_BY, state.TABLE, 4) + 1
    weather = lot(game, chance, state.WEATHER_LOT, state.TABLE, 12)
    if what == CHANGES:
        game.weather = BY_LOT[weather]
        note(chance, events.WEATHER, value=game.weather)
    elif what == LEFT or what == RIGHT:
        game.wind = (int(game.wind) + (hexsides if what == LEFT else -hexsides)) % 6
        note(chance, events.WIND_ROSE, value=game.wind)


@rule
def pick_next(game: Game) -> None:
    """AC1: a ship that hasn't acted is asked for, or the phase is over."""
    team = int(game.acting)
    for at in range(SHIPS):
        ship = ship_of(game, in_order(team, at))
        acts = ship.state == IN_ACTION or (ship.state == state.FIRESHIP and ship.ablaze > 0)
        if acts and ship.holder == team and ship.acted == 0:
            moments.ask(game, state.PICK, team)
            return
    to_next(game, state.CHIP)


@rule
def end_turn(world: World, game: Game, chance: Chance) -> None:
    """TS2, TS3: what lasts for a turn is over; after the last turn the battle is."""
    for who in range(SHIPS):
        ship = ship_of(game, who)
        ship.fired = ship.again = ship.phase = ship.drifted = ship.boarded = ship.swung = 0
        ship.chasers = state.SET if ship.chasers == state.SET or ship.chasers == state.SET_NOW else 0
        anchors.raise_anchors(game, chance, who)
    if world.rules.sailing == 1:
        boarding.man_prizes(game)
    for team in range(2):
        game.team[team].wheeled = 0
    if game.turn >= world.rules.turns:
        victory.end_by_points(world, game, chance, state.TIME)
    else:
        begin_turn(world, game, chance)
