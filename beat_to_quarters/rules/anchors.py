"""AN, AG2: anchors, swinging at anchor, kedging off."""

from beat_to_quarters.rules import events, reasons, sailing
from beat_to_quarters.rules.grounding import is_free_sea
from beat_to_quarters.rules.moments import begin_moment, end_act, go_to
from beat_to_quarters.rules.ships import check, hex_code, is_tied, ship_of, stern_of
from beat_to_quarters.rules.state import KEDGES, READY, SWINGS, TURNING, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note
from tabletop.game.hex_grid import STEPS

WEIGHING = 2  # AN3: turns
OFF = (3, 2, 4, 1, 5)  # AG2: astern, port quarter, starboard quarter, port bow, starboard bow, from the heading


@rule
def no_anchoring(game: Game) -> int:
    """AN1, AN4, SQ6: what forbids the acting ship to drop anchor."""
    if game.line != 0:
        return reasons.IN_A_SQUADRON
    ship = ship_of(game, int(game.ship))
    reason = sailing.held(ship)
    return reasons.NO_ANCHOR if reason == ALLOWED and ship.cut == 1 else reason


@rule
def drop_anchor(game: Game, chance: Chance, by: int) -> None:
    """AN1, TK6: the acting ship anchors; it is no longer in irons."""
    who = int(game.ship)
    ship = ship_of(game, who)
    ship.anchor = by
    ship.irons = 0
    note(chance, events.ANCHORED, who=who, value=by)
    end_act(game)


@rule
def no_weighing(game: Game) -> int:
    """AN3, SQ6: what forbids the acting ship to weigh its anchor, or to cut it."""
    if game.line != 0:
        return reasons.IN_A_SQUADRON
    ship = ship_of(game, int(game.ship))
    if is_tied(ship):
        return reasons.IS_TIED
    if ship.aground == 1:
        return reasons.IS_AGROUND
    if ship.anchor == 0:
        return reasons.NOT_ANCHORED
    return reasons.WEIGHS if ship.weighing > 0 else ALLOWED


@rule
def weigh(game: Game, chance: Chance) -> None:
    """AN3: the acting ship begins to weigh."""
    ship_of(game, int(game.ship)).weighing = WEIGHING
    note(chance, events.WEIGHS, who=int(game.ship))
    end_act(game)


@rule
def cut_anchor(game: Game, chance: Chance) -> None:
    """AN4: the acting ship cuts its cable; it may sail in the same act."""
    ship = ship_of(game, int(game.ship))
    ship.anchor = 0
    ship.cut = 1
    note(chance, events.CUT_CABLE, who=int(game.ship))
    go_to(game, READY)


@rule
def no_swinging(game: Game) -> int:
    """AN2, SQ6: what forbids the acting ship to turn at anchor."""
    if game.line != 0:
        return reasons.IN_A_SQUADRON
    who = int(game.ship)
    ship = ship_of(game, who)
    if ship.anchor == 0:
        return reasons.NOT_ANCHORED
    if ship.weighing > 0:
        return reasons.WEIGHS
    return reasons.ALREADY_SWUNG if ship.swung >= sailing.MOST_SWING else sailing.no_turning(game, who)


@rule
def swing_at_anchor(game: Game) -> None:
    """AN2: the acting ship is asked by how much it turns."""
    game.act = SWINGS
    go_to(game, TURNING)


@rule
def no_kedging(game: Game) -> int:
    """AG2: what forbids the acting ship to kedge."""
    ship = ship_of(game, int(game.ship))
    if is_tied(ship):
        return reasons.IS_TIED
    return ALLOWED if ship.aground == 1 else reasons.NOT_AGROUND


@rule
def kedge(world: World, game: Game, chance: Chance) -> None:
    """AG2: the acting ship tries to kedge off."""
    who = int(game.ship)
    ship = ship_of(game, who)
    if not check(game, chance, who):
        end_act(game)
        return
    back_q, back_r = stern_of(ship)
    for way in range(len(OFF)):
        step = STEPS[(int(ship.heading) + OFF[way]) % 6]
        q, r = int(ship.q) + step[0], int(ship.r) + step[1]
        if is_free_sea(world, game, who, q, r) and is_free_sea(world, game, who, back_q + step[0], back_r + step[1]):
            ship.q, ship.r = q, r
            ship.aground = ship.still = ship.anchor = ship.weighing = 0
            note(chance, events.KEDGED, who=who, place=hex_code(ship))
            game.act = KEDGES
            begin_moment(game)
            return
    end_act(game)


@rule
def raise_anchors(game: Game, chance: Chance, who: int) -> None:
    """AN3: at the end of a turn a ship that weighs is a turn nearer to sailing."""
    ship = ship_of(game, who)
    if ship.weighing > 0:
        ship.weighing -= 1
        if ship.weighing == 0:
            ship.anchor = 0
            note(chance, events.WEIGHED, who=who)
