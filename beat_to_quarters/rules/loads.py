"""AM1, AM4, FS1: loads of broadsides, and setting ships ablaze."""

from beat_to_quarters.rules import damage, events, state
from beat_to_quarters.rules.command import next_of, to_next
from beat_to_quarters.rules.moments import ask, go_to
from beat_to_quarters.rules.reasons import LOADED_SO, NO_SHOTS, TOLD_ALREADY
from beat_to_quarters.rules.ships import ship_of
from beat_to_quarters.rules.state import IN_ACTION, NONE, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import die, note

KINDS = 5  # loads (AM1)
SPECIAL = 4  # in `asked`, beside the sides that have been told: other shot has been loaded in this phase
BLAZING = 8  # in `asked`: whether a ship is set ablaze is asked, nothing of its loads
BLAZE_DIE = 111222  # FS1
ACTS = 3  # of a fireship (FS1)


@rule
def ask_load(world: World, game: Game) -> None:
    """AM1: the next ship whose sides may be loaded anew, or on to the next thing."""
    if world.rules.shot == 0:
        to_next(game, state.ABLAZE)
        return
    who = next_of(game, IN_ACTION)
    if who == NONE:
        game.asked = 0
        to_next(game, state.ABLAZE)
        return
    ship = ship_of(game, who)
    for side in range(2):
        if int(game.asked) & 3 == 0 and ship.loading[side] == 1:  # AM4: its second command phase
            ship.loading[side] = 0
            ship.loads[side] = state.DOUBLE
    game.ship = who
    if int(game.asked) & 3 == 3:
        end_loading(game)
    else:
        ask(game, state.LOAD, int(game.acting))


@rule
def no_load(game: Game, team: int, load: int) -> int:
    """AM1: what forbids a load; it is the side, port first, times five, and the kind."""
    side, kind = load // KINDS, load % KINDS
    if game.stage != state.LOADS or int(game.asked) >> side & 1:
        return TOLD_ALREADY
    if kind == ship_of(game, int(game.ship)).loads[side]:
        return LOADED_SO
    if kind != state.ROUND and game.team[team].shots == 0 and int(game.asked) & SPECIAL == 0:
        return NO_SHOTS
    return ALLOWED


@rule
def load_side(game: Game, chance: Chance, team: int, load: int) -> None:
    """AM1, AM4: a side is loaded; with double shot from the next command phase on."""
    side, kind = load // KINDS, load % KINDS
    ship = ship_of(game, int(game.ship))
    if kind != state.ROUND and int(game.asked) & SPECIAL == 0:
        game.team[team].shots -= 1
        game.asked = int(game.asked) | SPECIAL
    ship.loads[side] = state.ROUND if kind == state.DOUBLE else kind
    ship.loading[side] = 1 if kind == state.DOUBLE else 0
    game.asked = int(game.asked) | 1 << side
    note(chance, events.LOADED, who=int(game.ship), value=kind, how=1 << side)
    go_to(game, state.LOADS)


@rule
def end_loading(game: Game) -> None:
    """AM1, FS1: no more of this ship; on to the next one."""
    stage = int(game.stage)
    game.asked = int(game.asked) & SPECIAL if stage == state.LOADS else 0
    game.ship = NONE
    game.at += 1
    go_to(game, stage)


@rule
def ask_ablaze(world: World, game: Game, chance: Chance) -> None:
    """FS1: burning fireships may explode; others may be set ablaze."""
    if world.rules.fireships == 0:
        to_next(game, state.GIVING_UP)
        return
    who = next_of(game, NONE)
    if who == NONE:
        to_next(game, state.GIVING_UP)
    elif ship_of(game, who).state == state.FIRESHIP:
        game.at += 1
        if die(game, chance, state.POWDER, who, BLAZE_DIE) == 2:
            damage.explode(world, game, chance, who)
    else:
        game.ship = who
        game.asked = BLAZING
        ask(game, state.LOAD, int(game.acting))


@rule
def no_blaze(game: Game) -> int:
    """FS1: what forbids to set the ship that is asked ablaze."""
    return ALLOWED if game.stage == state.ABLAZE else TOLD_ALREADY


@rule
def set_ablaze(game: Game, chance: Chance) -> None:
    """FS1, FS4: the ship is a fireship; its crew has left."""
    who = int(game.ship)
    ship = ship_of(game, who)
    ship.state = state.FIRESHIP
    ship.ablaze = ACTS
    ship.steered = 0
    note(chance, events.SET_ABLAZE, who=who)
    end_loading(game)
