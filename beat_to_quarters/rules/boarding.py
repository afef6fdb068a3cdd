"""BO, ST2, ST3: boarding, prizes, ships that are secured."""

from beat_to_quarters.rules import events, moments, reasons, state
from beat_to_quarters.rules.ships import adjacent, crew_of, in_order, is_afloat, ship_of, ties_of, untie
from beat_to_quarters.rules.state import IN_ACTION, NONE, SHIPS, STRIDE, STRUCK, Chance, Game, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import ANY_FACE, die, note


@jitable
def resist_classes(score: int) -> int:
    """BO3: classes of the defender's die: 2 where it is beaten, below the attacker's score."""
    classes = 0
    for face in range(1, 7):
        classes = 10 * classes + (2 if face < score else 1)
    return classes


@rule
def no_boarding(game: Game, who: int, whom: int) -> int:
    """BO1, BO5, BO7, SB4: what forbids a ship to board another one."""
    ship, other = ship_of(game, who), ship_of(game, whom)
    if ship.state != IN_ACTION or ship.boarded == 1:
        return reasons.NOT_IN_ACTION
    if who == whom:
        return reasons.IS_ITSELF
    if not is_afloat(other):
        return reasons.NOT_THERE
    if other.battery == 1:
        return reasons.BATTERY
    if ship.holder == other.holder and other.state != STRUCK:
        return reasons.FRIEND if other.state == IN_ACTION else reasons.SECURED_ALREADY
    if not ties_of(ship) >> whom & 1:
        return reasons.NOT_TIED
    return ALLOWED if adjacent(game, who, whom) else reasons.NOT_NEXT_TO


@rule
def no_own_boarding(game: Game, whom: int) -> int:
    """BO1: what forbids the ship that is asked to board another one."""
    return no_boarding(game, int(game.ship), whom)


@rule
def next_boarder(world: World, game: Game) -> bool:
    """BO1: the next ship that may board is asked: those of the turn's first team, then those of the other one."""
    while game.at < 2 * SHIPS:
        at = int(game.at)
        team = int(game.first) if at < SHIPS else 1 - int(game.first)
        who = in_order(team, at % SHIPS)
        if ship_of(game, who).holder == team and may_board(game, who):
            game.ship = who
            moments.ask(game, state.BOARD, team)
            return True
        game.at += 1
    return False


@rule
def may_board(game: Game, who: int) -> bool:
    """BO1: whether a ship may board any other one."""
    ties = ties_of(ship_of(game, who))
    if ties == 0:
        return False
    for other in range(SHIPS):
        if ties >> other & 1 and no_boarding(game, who, other) == ALLOWED:
            return True
    return False


@rule
def board(world: World, game: Game, chance: Chance, whom: int) -> None:
    """BO2 to BO7, FI4: the ship that is asked boards another one."""
    who = int(game.ship)
    ship, other = ship_of(game, who), ship_of(game, whom)
    note(chance, events.BOARDS, who=who, whom=whom)
    if ship.holder == other.holder:
        other.state = state.SECURED
        note(chance, events.SECURED, who=whom)
    elif other.state != IN_ACTION or other.burning == 1 or wins_melee(game, chance, who, whom):
        take(world, game, chance, whom, int(ship.holder))
    else:
        other.boarded = 1
        note(chance, events.BEATEN_OFF, who=whom, whom=who)
    board_on(game)


@rule
def board_on(game: Game) -> None:
    """BO1: the next ship."""
    game.ship = NONE
    game.at += 1
    moments.go_to(game, state.BOARDING)


@rule
def melee_score(game: Game, who: int, whom: int) -> int:
    """BO2: what is added to the attacker's die before it is compared with the defender's bare one."""
    ship, other = ship_of(game, who), ship_of(game, whom)
    return crew_of(ship) + int(other.rate) - crew_of(other) - int(ship.rate)


@rule
def wins_melee(game: Game, chance: Chance, who: int, whom: int) -> bool:
    """BO2, BO3: a D6 of each."""
    score = die(game, chance, state.MELEE, who, ANY_FACE) + melee_score(game, who, whom)
    return die(game, chance, state.RESIST, whom, resist_classes(score)) == 2


@rule
def take(world: World, game: Game, chance: Chance, who: int, team: int) -> None:
    """ST2, ST3, BO3: a ship is taken, or retaken; its ties are let go."""
    ship = ship_of(game, who)
    untie(game, who, int(ship.fouled), int(ship.grappled))
    ship.holder = team
    ship.manned = 0
    if ship.state == state.FIRESHIP:  # FS3: it may be steered now, and its fire put out
        ship.steered = 1
        note(chance, events.TAKEN, who=who, whom=state.TEAM_SUBJECT + team)
        return
    retaken = team == who // STRIDE
    ship.state = state.SECURED if retaken and world.rules.sailing == 0 else state.PRIZE
    note(chance, events.RETAKEN if retaken else events.TAKEN, who=who, whom=state.TEAM_SUBJECT + team)


@rule
def man_prizes(game: Game) -> None:
    """ST2, ST3: with `prizes` = `sail`, at the end of a turn, ships taken in it are ships in action."""
    for who in range(SHIPS):
        ship = ship_of(game, who)
        if ship.state == state.PRIZE:
            ship.state = IN_ACTION
            ship.manned = 0 if ship.holder == who // STRIDE else 1
