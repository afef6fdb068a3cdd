"""AC2 to AC5, GR2: moments: what the acting ship, then the other team, may do before it goes on."""

from beat_to_quarters.rules import events, reasons, state
from beat_to_quarters.rules.grappling import no_grapple, try_grapple
from beat_to_quarters.rules.gunnery import fire_at, no_guns, no_shot
from beat_to_quarters.rules.ships import bit, in_action, is_afloat, is_tied, ship_of, side_of
from beat_to_quarters.rules.state import IN_ACTION, NONE, OVER, SHIPS, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note

TIED, STUCK, BARE, GONE = 1, 2, 4, 8  # what ends an act (AC4)


@rule
def ask(game: Game, decision: int, team: int) -> None:
    """A team is to decide something."""
    game.decision = decision
    game.decider = team


@rule
def go_to(game: Game, stage: int) -> None:
    """Nobody decides: the engine goes on with something."""
    game.decision = OVER
    game.decider = NONE
    game.stage = stage


@rule
def hindrances(game: Game, who: int) -> int:
    """AC4: which of the things that end an act are true of a ship, in bits."""
    ship = ship_of(game, who)
    if ship.state != IN_ACTION and ship.state != state.FIRESHIP:
        return GONE
    found = TIED if is_tied(ship) else 0
    found |= STUCK if ship.aground == 1 else 0
    return found | (BARE if ship.masts == 0 and ship.battery == 0 else 0)


@rule
def lie_still(game: Game) -> None:
    """DR1: no bow of a squadron has entered a hex in this act so far."""
    for who in range(SHIPS):
        if int(game.line) >> who & 1:
            ship_of(game, who).still = 1


@rule
def end_act(game: Game) -> None:
    """AC1, TK5: the act is over; of a squadron only this ship is stopped, which is looked at next (SQ9)."""
    if game.line != 0:
        if game.act == state.NO_ACT:
            lie_still(game)
            game.act = state.TURNED
            game.halting = int(game.halting) | bit(int(game.ship))
        elif game.act != state.TURNED and game.lining == 0:
            game.halting = int(game.halting) | bit(int(game.ship))
        go_to(game, state.IN_SQUADRON)
        return
    ship = ship_of(game, int(game.ship))
    done = int(game.gone) | bit(int(game.ship))
    for who in range(SHIPS):
        if done >> who & 1 and is_afloat(ship_of(game, who)):
            ship_of(game, who).acted = 1
    game.gone = 0
    game.swung = done  # next to whom fire may spread now (FS2)
    if ship.state == state.FIRESHIP and ship.ablaze == 0:
        ship.still = 1
    if ship.irons == state.RECOVERED:
        ship.irons = state.IN_IRONS
    game.ship = game.through = NONE
    game.act = game.left = game.turned = game.held = 0
    game.rolled[:] = 0
    go_to(game, state.PICKING)


@rule
def goes_on(game: Game, before: int, stage: int) -> None:
    """AC4: on with the act, unless something has come up that ends it."""
    if hindrances(game, int(game.ship)) & ~before:
        end_act(game)
    else:
        go_to(game, stage)


@rule
def begin_moment(game: Game) -> None:
    """AC3: a moment begins."""
    game.turned = 0
    go_to(game, state.ACTING)


@rule
def has_something(world: World, game: Game, who: int) -> bool:
    """AC3: whether the acting ship can fire or grapple."""
    ship, team = ship_of(game, who), side_of(game, who)
    if ship.state != IN_ACTION:
        return False
    silent, tries = no_guns(world, game, who) != ALLOWED, ship.tried == 0 and ship.battery == 0
    for other in range(SHIPS):
        if tries and no_grapple(game, who, other) == ALLOWED:
            return True
        if not silent and side_of(game, other) != team and no_shot(world, game, who, other) == ALLOWED:
            return True
    return False


@rule
def can_answer(world: World, game: Game, team: int) -> bool:
    """AC3: whether a ship of the other team can fire at the acting ship, or try to grapple it."""
    who = int(game.ship)
    for other in range(SHIPS):
        if side_of(game, other) == team and in_action(game, other):
            if no_grapple(game, other, who) == ALLOWED or no_shot(world, game, other, who) == ALLOWED:
                return True
    return False


@rule
def act_in_moment(world: World, game: Game) -> None:
    """AC3: the acting team's half of a moment."""
    team = int(game.acting)
    if not int(game.held) >> team & 1 and has_something(world, game, int(game.ship)):
        ask(game, state.MOMENT, team)
    else:
        go_to(game, state.ANSWERING)


@rule
def answer_in_moment(world: World, game: Game) -> None:
    """AC3: the other team's half of a moment."""
    team = 1 - int(game.acting)
    if not int(game.held) >> team & 1 and can_answer(world, game, team):
        ask(game, state.ANSWER, team)
    else:
        after_moment(game)


@rule
def after_moment(game: Game) -> None:
    """MO4, TK1: the ship goes on: further ahead, to its turn, or its act is over."""
    if game.line != 0:
        go_to(game, state.IN_SQUADRON)
    elif game.act == state.TURNED:
        end_act(game)
    else:
        go_to(game, state.UNDER_WAY if game.left > 0 else state.TURNING)


@rule
def no_own_shot(world: World, game: Game, whom: int) -> int:
    """GU: what forbids the acting ship to fire at another one."""
    if side_of(game, whom) == game.acting:
        return reasons.FRIEND
    return no_shot(world, game, int(game.ship), whom)


@rule
def shoot(world: World, game: Game, chance: Chance, whom: int) -> None:
    """AC2, AC3: the acting ship fires."""
    who = int(game.ship)
    before = hindrances(game, who)
    fire_at(world, game, chance, who, whom)
    goes_on(game, before, state.READY if game.act == state.NO_ACT else state.ACTING)


@rule
def no_own_grapple(game: Game, whom: int) -> int:
    """GR1: what forbids the acting ship to try to grapple another one."""
    return no_grapple(game, int(game.ship), whom)


@rule
def grapple(game: Game, chance: Chance, whom: int) -> None:
    """AC2, AC3, GR2: the acting ship tries to grapple; if it becomes tied its act is over."""
    who = int(game.ship)
    before = hindrances(game, who)
    try_grapple(game, chance, who, whom)
    goes_on(game, before, state.READY if game.act == state.NO_ACT else state.ACTING)


@rule
def no_answer_shot(world: World, game: Game, who: int) -> int:
    """GU: what forbids a ship to fire at the acting ship."""
    if side_of(game, who) == game.acting:
        return reasons.NOT_YOURS
    return no_shot(world, game, who, int(game.ship))


@rule
def answer_shot(world: World, game: Game, chance: Chance, who: int) -> None:
    """AC3: a ship of the other team fires at the acting ship."""
    before = hindrances(game, int(game.ship))
    fire_at(world, game, chance, who, int(game.ship))
    goes_on(game, before, state.ANSWERING)


@rule
def no_answer_grapple(game: Game, who: int) -> int:
    """GR1: what forbids a ship to try to grapple the acting ship."""
    if side_of(game, who) == game.acting:
        return reasons.NOT_YOURS
    return no_grapple(game, who, int(game.ship))


@rule
def answer_grapple(game: Game, chance: Chance, who: int) -> None:
    """AC3, GR2: a ship of the other team tries to grapple the acting ship."""
    before = hindrances(game, int(game.ship))
    try_grapple(game, chance, who, int(game.ship))
    goes_on(game, before, state.ANSWERING)


@rule
def hold(game: Game, chance: Chance, team: int, on: int) -> None:
    """AC3: a team holds, for this moment or until the act is over."""
    if on == 1:
        game.held = int(game.held) | 1 << team
        note(chance, events.HOLDS_ON, who=state.TEAM_SUBJECT + team)
    if team == game.acting:
        go_to(game, state.ANSWERING)
    else:
        after_moment(game)
