"""AC1, AC2, CO: what a team's orders of a phase do, and what the engine does where nobody decides."""

from beat_to_quarters.rules import damage, drift, events, formations, lines, loads, setup, squadrons, state, turns
from beat_to_quarters.rules.boarding import next_boarder
from beat_to_quarters.rules.command import ask_chasers, ask_to_abandon, command, to_next
from beat_to_quarters.rules.moments import act_in_moment, answer_in_moment, ask, end_act, go_to, lie_still
from beat_to_quarters.rules.reasons import HAS_ACTED, IS_IN_IRONS, NOT_IN_ACTION, NOT_LEADER, NOT_YOURS
from beat_to_quarters.rules.sailing import ask_turn, dice_of, no_sail, roll_speed, sail_on
from beat_to_quarters.rules.ships import settle_irons, ship_of
from beat_to_quarters.rules.state import IN_ACTION, SHIPS, STRIDE, Chance, Game, World
from beat_to_quarters.rules.victory import is_decided
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note


@rule
def no_pick(game: Game, team: int, who: int) -> int:
    """AC1: what forbids to let a ship act now."""
    ship = ship_of(game, who)
    if ship.state != IN_ACTION and not (ship.state == state.FIRESHIP and ship.ablaze > 0):
        return NOT_IN_ACTION
    if ship.holder != team:
        return NOT_YOURS
    if ship.squadron > 0 and lines.leader_of(game, who) != who:
        return NOT_LEADER
    return HAS_ACTED if ship.acted == 1 else ALLOWED


@rule
def pick(game: Game, who: int) -> None:
    """AC2, SQ6, FS1: a ship begins to act."""
    game.ship = who
    game.act = state.NO_ACT
    ship = ship_of(game, who)
    if ship.state == state.FIRESHIP:  # FS1: nobody is asked
        ship.ablaze -= 1
        game.act = state.BLAZES
    elif ship.squadron > 0:  # SQ6: a leader acts, and all its ships with it
        game.line = game.moving = lines.members(game, who // STRIDE, int(ship.squadron))
    else:
        ship.still = 1
    go_to(game, state.READY)


@rule
def sail_ablaze(world: World, game: Game, chance: Chance) -> None:
    """FS1: a fireship sails the sum of its dice; where it can't sail it drifts from now on."""
    who = int(game.ship)
    ship = ship_of(game, who)
    if no_sail(world, game, who) != ALLOWED or ship.irons != 0:
        ship.still = 1
        end_act(game)
        return
    ship.still = 1
    roll_speed(game, chance, who, dice_of(world, game, who))
    game.left = 0
    for number in range(state.MOST_DICE):
        game.left += game.rolled[number]
    game.rolled[:] = 0
    go_to(game, state.UNDER_WAY if game.left > 0 else state.TURNING)


@rule
def no_way(world: World, game: Game) -> int:
    """MO2, SQ4: what forbids the acting ship, or any of its squadron, to sail."""
    if game.line == 0:
        return no_sail(world, game, int(game.ship))
    for who in range(SHIPS):
        if int(game.moving) >> who & 1:
            reason = IS_IN_IRONS if ship_of(game, who).irons != 0 else no_sail(world, game, who)
            if reason != ALLOWED:
                return reason
    return ALLOWED


@rule
def heave_to(game: Game, chance: Chance) -> None:
    """MO5: the acting ship stays where it is."""
    note(chance, events.HEAVES_TO, who=int(game.ship))
    if game.line != 0:
        lie_still(game)
        formations.end_line(game)
    else:
        end_act(game)


@rule
def run(world: World, game: Game, chance: Chance) -> None:
    """The engine's own next piece, where nobody decides."""
    stage = int(game.stage)
    if game.turn > 0:
        settle_irons(world, game)
        if is_decided(world, game, chance):
            return
    if stage == state.CHIP:
        turns.draw_chip(world, game, chance)
    elif stage == state.ORDERS:
        squadrons.ask_order(world, game)
    elif stage == state.LOADS:
        loads.ask_load(world, game)
    elif stage == state.ABLAZE:
        loads.ask_ablaze(world, game, chance)
    elif stage == state.GIVING_UP:
        ask_to_abandon(game)
    elif stage < state.GROUPS:
        command(world, game, chance)
    elif stage == state.GROUPS:
        if game.team[1 - game.acting].chips == turns.EACH:  # CO8: the turn's first command phase
            drift.drift_groups(world, game, chance)
        if game.ending == state.RUNNING:
            to_next(game, state.DRIFTING)
    elif stage == state.DRIFTING:
        drift.drift_ships(world, game, chance)
        if game.ending == state.RUNNING:
            to_next(game, state.SETTING_CHASERS)
    elif stage == state.SETTING_CHASERS:
        if world.rules.chasers == 1:
            ask_chasers(game)
        else:
            to_next(game, state.CHIP)
    elif stage == state.PICKING:
        if world.rules.fireships == 1 and game.swung != 0:
            damage.spread_fire(game, chance, int(game.swung))
        game.swung = 0
        lines.tidy(game)
        turns.pick_next(game)
    elif stage == state.IN_SQUADRON:
        formations.squadron_on(world, game, chance)
    elif stage == state.READY:
        if game.act == state.BLAZES:
            sail_ablaze(world, game, chance)
        else:
            ask(game, state.SAIL, int(game.acting))
    elif stage == state.UNDER_WAY:
        sail_on(world, game, chance)
    elif stage == state.ACTING:
        act_in_moment(world, game)
    elif stage == state.ANSWERING:
        answer_in_moment(world, game)
    elif stage == state.TURNING:
        ask_turn(world, game)
    elif stage == state.BOARDING:
        if not next_boarder(world, game):
            turns.end_turn(world, game, chance)
    elif stage == state.BUYING:
        setup.buy_next(world, game, chance)
    elif stage == state.PLACING:
        setup.place_next(world, game, chance)
