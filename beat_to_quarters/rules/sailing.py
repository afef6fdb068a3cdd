"""MO, TK, CF2: sailing ahead, turning, tacking."""

from beat_to_quarters.rules import damage, events, grounding, reasons, ships, state, victory
from beat_to_quarters.rules.grappling import no_grapple, try_grapple
from beat_to_quarters.rules.moments import ask, begin_moment, end_act, go_to, goes_on, hindrances, lie_still
from beat_to_quarters.rules.ships import check, is_land, is_tied, on_map, ship_at, ship_of, stern_of
from beat_to_quarters.rules.state import NONE, SHIPS, Chance, Game, Ship, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import lot, note
from tabletop.game.hex_grid import STEPS

CRACK = 2  # NA2: crews from this level on
MOST_SWING = 2  # hexsides a turn at anchor (AN2)
MOVED, STOPPED, MET = range(3)  # what comes of entering a hex


@rule
def held(ship: Ship) -> int:
    """MO2, AN1, CF4: what holds a ship where it is."""
    if ship.battery == 1:
        return reasons.BATTERY
    if is_tied(ship):
        return reasons.IS_TIED
    if ship.aground == 1:
        return reasons.IS_AGROUND
    return ALLOWED if ship.anchor == 0 else reasons.AT_ANCHOR


@rule
def no_sail(world: World, game: Game, who: int) -> int:
    """MO2: what forbids a ship to sail."""
    ship = ship_of(game, who)
    reason = held(ship)
    if reason != ALLOWED:
        return reason
    if ship.masts == 0:
        return reasons.DISMASTED
    if ship.irons == state.RECOVERED:
        return ALLOWED
    if ship.irons != 0:
        return reasons.IS_IN_IRONS
    return ALLOWED if ships.printed(world, game, ship) > 0 else reasons.IN_THE_EYE


@rule
def dice_of(world: World, game: Game, who: int) -> int:
    """MO1, WE3, W5: how many D4 a ship rolls."""
    ship = ship_of(game, who)
    number = ships.printed(world, game, ship)
    if game.weather == state.PERFECT and number > 0:
        number += 1
    elif game.weather == state.HEAVY_POOR or game.weather == state.HEAVY:
        number = (number + 1) // 2
    least = 1 if world.rules.kept == 1 and number > 0 else 0
    return min(state.MOST_DICE, max(least, number - int(ship.rigged) + int(ship.masts)))


@rule
def roll_speed(game: Game, chance: Chance, who: int, number: int) -> None:
    """MO1: the dice of a way, highest first."""
    game.rolled[:] = 0
    for count in range(number):
        face = lot(game, chance, state.SPEED, who, 4) + 1
        at = count
        while at > 0 and game.rolled[at - 1] < face:
            game.rolled[at] = game.rolled[at - 1]
            at -= 1
        game.rolled[at] = face


@rule
def sail(world: World, game: Game, chance: Chance) -> None:
    """MO1, TK5: the acting ship rolls its dice; one that is free of irons only turns."""
    who = int(game.ship)
    ship = ship_of(game, who)
    game.act = state.SAILS
    if ship.irons == state.RECOVERED:
        game.act = state.RECOVERS
        go_to(game, state.TURNING)
        return
    lie_still(game)
    number = dice_of(world, game, who) if game.line == 0 else fewest_dice(world, game)
    roll_speed(game, chance, who, number)
    note(chance, events.SET_SAIL, who=who, value=number)
    if number == 0 and game.line != 0:
        game.act = state.CATCHES_UP
        go_to(game, state.IN_SQUADRON)
    elif number == 0:
        go_to(game, state.TURNING)
    else:
        ask(game, state.ADVANCE, int(game.acting))


@rule
def fewest_dice(world: World, game: Game) -> int:
    """SQ6: the dice of the slowest ship of a squadron."""
    fewest = state.MOST_DICE
    for who in range(SHIPS):
        if int(game.moving) >> who & 1:
            fewest = min(fewest, dice_of(world, game, who))
    return fewest


@rule
def no_advance(world: World, game: Game, hexes: int) -> int:
    """MO3, NA1, NA2, SO5: what forbids to sail so many hexes with the dice that were rolled."""
    dice, total, ship = game.rolled, 0, ship_of(game, int(game.ship))
    for die in range(state.MOST_DICE):
        total += int(dice[die])
    if world.rules.solo == 1:
        return ALLOWED if hexes == (total + 1) // 2 else reasons.NOT_THESE_DICE
    if hexes == total and total > 0:
        return ALLOWED
    nation = world.rules.nations[ship.holder]
    for die in range(state.MOST_DICE):
        if dice[die] == 0:
            break
        if dice[die] == hexes and (nation != state.SPANISH or die == 0):
            return ALLOWED
        if nation != 0 and ships.crew_of(ship) >= CRACK:
            for other in range(die):
                if int(dice[die]) + int(dice[other]) == hexes:
                    return ALLOWED
    return reasons.NOT_THESE_DICE


@rule
def advance(game: Game, chance: Chance, hexes: int) -> None:
    """MO3: the way is chosen."""
    game.left = hexes
    game.rolled[:] = 0
    note(chance, events.WAY_CHOSEN, who=int(game.ship), value=hexes)
    go_to(game, state.UNDER_WAY if game.line == 0 else state.IN_SQUADRON)


@rule
def withdraw(world: World, game: Game, chance: Chance, who: int) -> None:
    """MP5, VI1: a ship leaves the map for good."""
    team = int(ship_of(game, who).holder)
    note(chance, events.WITHDREW, who=who)
    damage.remove(game, who, state.WITHDRAWN)
    if not victory.fights(world, game, team):  # VI1: its last ship in action is gone
        victory.end_battle(game, chance, state.VICTORY, 1 - team)


@rule
def move_ahead(game: Game, ship: Ship, hexes: int) -> None:
    """MO4: a ship's bow enters a hex ahead."""
    step = STEPS[int(ship.heading)]
    ship.q += step[0] * hexes
    ship.r += step[1] * hexes
    ship.still = 0


@rule
def move_to(game: Game, chance: Chance, who: int, q: int, r: int, heading: int) -> None:
    """MO4, SQ7: a ship's bow enters a hex next to it."""
    ship = ship_of(game, who)
    ship.q, ship.r, ship.heading = q, r, heading
    ship.still = 0
    note(chance, events.SAILED, who=who, place=ships.hex_code(ship), value=heading)


@rule
def enter(world: World, game: Game, chance: Chance, who: int, heading: int) -> int:
    """MO4, SQ7: a ship would enter the next hex in a direction: MOVED, STOPPED, or MET: that is dealt with."""
    ship = ship_of(game, who)
    step = STEPS[heading]
    q, r = int(ship.q) + step[0], int(ship.r) + step[1]
    if not on_map(world, q, r):
        withdraw(world, game, chance, who)
        return STOPPED
    other = ship_at(world, game, q, r)
    if other != NONE and other != who:
        meet(world, game, chance, who, other)
        return MET
    if is_land(world, q, r):
        grounding.ground(world, game, chance, who)
        return STOPPED
    if grounding.shoal_stops(world, game, chance, who, q, r, heading):
        return STOPPED
    move_to(game, chance, who, q, r, heading)
    return MOVED


@rule
def sail_on(world: World, game: Game, chance: Chance) -> None:
    """MO4: one hex of the acting ship's way."""
    who = int(game.ship)
    outcome = enter(world, game, chance, who, int(ship_of(game, who).heading))
    if outcome == MOVED:
        game.left -= 1
        begin_moment(game)
    elif outcome == STOPPED and game.ending == state.RUNNING:
        end_act(game)


@rule
def meet(world: World, game: Game, chance: Chance, who: int, whom: int) -> None:
    """CF1 to CF3: the way leads into another ship."""
    outcome = grounding.run_into(world, game, chance, who, whom)
    if outcome != grounding.CLEAR:
        if game.line == 0:
            game.left = 0
            goes_on(game, 0, state.TURNING)
    elif no_grapple(game, who, whom) == ALLOWED:
        game.through = whom
        ask(game, state.PASS, int(game.acting))
    elif game.line != 0:
        begin_moment(game)
    else:
        pass_through(world, game, chance, whom)


@rule
def no_passing_grapple(game: Game, whom: int) -> int:
    """CF2: what forbids to try to grapple the ship that isn't fouled."""
    return no_grapple(game, int(game.ship), whom) if whom == game.through else reasons.IN_THE_WAY


@rule
def passing_grapple(game: Game, chance: Chance, whom: int) -> None:
    """CF2, TK3: the try; the way, or the turn, is over."""
    who = int(game.ship)
    game.through = NONE
    is_grappled = try_grapple(game, chance, who, whom)
    if is_turning(game):
        end_turn(game)
    elif game.line != 0 and is_grappled:
        go_to(game, state.IN_SQUADRON)
    elif is_grappled:
        end_act(game)
    else:
        game.left = 0 if game.line == 0 else game.left
        begin_moment(game)


@rule
def is_turning(game: Game) -> bool:
    """TK3: whether the acting ship turns, or else it is on its way."""
    return game.act == state.TURNED or game.lining != 0


@rule
def no_try(world: World, game: Game, chance: Chance) -> None:
    """CF2: the ship doesn't try to grapple: it goes on through the other one, or its turn is over."""
    whom = int(game.through)
    game.through = NONE
    if is_turning(game):
        end_turn(game)
    elif game.line != 0:
        begin_moment(game)
    else:
        pass_through(world, game, chance, whom)


@rule
def pass_through(world: World, game: Game, chance: Chance, whom: int) -> None:
    """CF2: the first place beyond the other ship where both hexes are free sea; without one the way ends here."""
    who = int(game.ship)
    ship = ship_of(game, who)
    step = STEPS[int(ship.heading)]
    q, r = int(ship.q), int(ship.r)
    was_free = False
    hexes = 0
    if world.rules.stops == 0 and not is_checked_here(world, ship):
        for ahead in range(1, int(game.left) + 1):
            q, r = q + step[0], r + step[1]
            if (
                not on_map(world, q, r)
                or is_land(world, q, r)
                or grounding.shoal_for(world, ship, q, r) != grounding.PASSES
            ):
                break
            other = ship_at(world, game, q, r)
            if other != NONE and other != whom:
                break
            is_free = other == NONE
            if is_free and was_free:
                hexes = ahead
                break
            was_free = is_free
    if hexes == 0:
        game.left = 0
        begin_moment(game)
        return
    move_ahead(game, ship, hexes)
    game.left -= hexes
    note(chance, events.PASSED, who=who, whom=whom, place=ships.hex_code(ship), value=hexes)
    begin_moment(game)


@rule
def is_checked_here(world: World, ship: Ship) -> bool:
    """SL2: whether a ship would be checked when it leaves where it is."""
    back_q, back_r = stern_of(ship)
    return (
        grounding.shoal_for(world, ship, int(ship.q), int(ship.r)) == grounding.CHECKED
        or grounding.shoal_for(world, ship, back_q, back_r) == grounding.CHECKED
    )


@rule
def end_turn(game: Game) -> None:
    """AC2, AC5: a turn is over, of a hexside or more: with a moment, unless the ship is at anchor."""
    who = int(game.ship)
    if game.line != 0:
        go_to(game, state.IN_SQUADRON)
    elif game.turned == 0 or ship_of(game, who).anchor != 0 or hindrances(game, who):
        end_act(game)
    else:
        begin_moment(game)


# Turning (TK).


@rule
def turn_limit(world: World, game: Game, who: int) -> int:
    """TK1, TK5, AG2, AN2: by how many hexsides the acting ship may turn."""
    ship = ship_of(game, who)
    if game.act == state.RECOVERS or game.act == state.KEDGES:
        return 1
    if game.act == state.SWINGS:
        return MOST_SWING - int(ship.swung)
    return int(world.sea.turn[ship.built])


@rule
def no_turning(game: Game, who: int) -> int:
    """TK2, RG2, RG3: what forbids a ship every turn."""
    ship = ship_of(game, who)
    if ship.steering == 1 or ship.hung != 0 or ship.burning == 1 or ship.masts == 0:
        return reasons.CAN_NOT_TURN
    if is_tied(ship):
        return reasons.IS_TIED
    if ship.aground == 1:
        return reasons.IS_AGROUND
    if ship.irons != 0 and game.act != state.RECOVERS:
        return reasons.IS_IN_IRONS
    return ALLOWED


@rule
def swung_to(ship: Ship, side: int) -> tuple[int, int]:
    """TK1, AN2: the hex that the stern, or at anchor by the stern the bow, swings to by one hexside."""
    heading = (int(ship.heading) + side) % 6
    if ship.anchor == state.BY_STERN:
        q, r = stern_of(ship)
        step = STEPS[heading]
    else:
        q, r = int(ship.q), int(ship.r)
        step = STEPS[(heading + 3) % 6]
    return q + step[0], r + step[1]


@rule
def swing_once(ship: Ship, side: int) -> None:
    """TK1, AN2: one hexside of a turn."""
    q, r = swung_to(ship, side)
    ship.heading = (int(ship.heading) + side) % 6
    if ship.anchor == state.BY_STERN:
        ship.q, ship.r = q, r


@rule
def no_turn(world: World, game: Game, turns: int) -> int:
    """TK1 to TK3: what forbids the acting ship to turn by so many hexsides, to port; negative: to starboard."""
    who = int(game.ship)
    if turns == 0:
        return ALLOWED
    reason = no_turning(game, who)
    if reason != ALLOWED:
        return reason
    if abs(turns) > turn_limit(world, game, who):
        return reasons.TOO_FAR_ROUND
    ship = ship_of(game, who)
    side = 1 if turns > 0 else -1
    heading, q, r = int(ship.heading), int(ship.q), int(ship.r)
    reason = ALLOWED
    for hexside in range(abs(turns)):
        if hexside > 0 and ship.heading == game.wind and game.act != state.SWINGS:
            reason = reasons.IN_THE_EYE
            break
        to_q, to_r = swung_to(ship, side)
        if not on_map(world, to_q, to_r):
            reason = reasons.EDGE
            break
        if world.rules.barred == 1 and ships.is_taken(world, game, who, to_q, to_r):
            reason = reasons.IN_THE_WAY
            break
        swing_once(ship, side)
    ship.heading, ship.q, ship.r = heading, q, r
    return reason


@rule
def ask_turn(world: World, game: Game) -> None:
    """TK1: whether, and how far, the acting ship turns."""
    who = int(game.ship)
    ship = ship_of(game, who)
    is_adrift = ship.state == state.FIRESHIP and ship.steered == 0
    if is_adrift or no_turning(game, who) != ALLOWED or turn_limit(world, game, who) == 0:
        end_act(game)
    else:
        ask(game, state.TURN, int(game.acting))


@rule
def turn(world: World, game: Game, chance: Chance, turns: int) -> None:
    """TK1, TK3: the acting ship turns, hexside by hexside."""
    if turns == 0:
        end_act(game)
        return
    at_anchor = game.act == state.SWINGS
    recovers = game.act == state.RECOVERS
    game.act = state.TURNED
    side = 1 if turns > 0 else -1
    ship = ship_of(game, int(game.ship))
    for _ in range(abs(turns)):
        if not swing(world, game, chance, side, at_anchor):
            return
        if recovers:
            ship.irons = 0
        if at_anchor:
            ship.swung += 1
        elif ship.heading == game.wind:
            come_into_wind(game, chance)
            return
    end_turn(game)


@rule
def swing(world: World, game: Game, chance: Chance, side: int, at_anchor: bool) -> bool:
    """TK3: one hexside of a turn; False: something was in the way, and has been dealt with."""
    who = int(game.ship)
    ship = ship_of(game, who)
    q, r = swung_to(ship, side)
    other = ship_at(world, game, q, r)
    if other != NONE and other != who:
        outcome = grounding.run_into(world, game, chance, who, other)
        if outcome == grounding.CLEAR and no_grapple(game, who, other) == ALLOWED:
            game.through = other
            ask(game, state.PASS, int(game.acting))
        else:
            end_turn(game)
        return False
    if is_land(world, q, r):
        grounding.ground(world, game, chance, who)
        end_act(game)
        return False
    if not at_anchor and grounding.shoal_stops(
        world, game, chance, who, int(ship.q), int(ship.r), (int(ship.heading) + side) % 6
    ):
        end_act(game)
        return False
    swing_once(ship, side)
    game.turned += side
    note(chance, events.TURNED, who=who, place=ships.hex_code(ship), value=int(ship.heading))
    return True


@rule
def come_into_wind(game: Game, chance: Chance) -> None:
    """TK4: the bow is in the wind: a check, and irons or a tack."""
    who = int(game.ship)
    if check(game, chance, who):
        ask(game, state.TACK, int(game.acting))
        return
    ship_of(game, who).irons = state.IN_IRONS
    note(chance, events.IN_IRONS, who=who)
    begin_moment(game)


@rule
def no_through(world: World, game: Game) -> int:
    """TK4: what forbids to tack through the wind."""
    who = int(game.ship)
    ship = ship_of(game, who)
    q, r = swung_to(ship, 1 if game.turned > 0 else -1)
    if not on_map(world, q, r):
        return reasons.EDGE
    if world.rules.barred == 1 and (ship_at(world, game, q, r) != NONE or is_land(world, q, r)):
        return reasons.IN_THE_WAY
    return ALLOWED


@rule
def tack(world: World, game: Game, chance: Chance, on: int) -> None:
    """TK4: one hexside more, on through the wind or back."""
    side = 1 if game.turned > 0 else -1
    if swing(world, game, chance, side if on == 1 else -side, False):
        note(chance, events.TACKED, who=int(game.ship), how=on)
        if game.line == 0:
            begin_moment(game)
        else:
            go_to(game, state.IN_SQUADRON)
