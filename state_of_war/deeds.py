"""What comes of an action, as rows of facts have it: units, places that are tried, shots, charges, slots.

Functions write the fields of a row of `state_of_war.facts`, in its units.
"""

import math

import numpy as np

from state_of_war import chances, kinds, outlook
from state_of_war.observation import FARTHEST, seen_x, seen_y
from state_of_war.outlook import BAND, COVER, FAR_OFF, NEAREST, STAND, USUAL_COST, WOUNDED
from state_of_war.rules import places
from state_of_war.rules.bounds import objective_distance
from state_of_war.rules.dice import CONTINUES, MELEE_CUTS
from state_of_war.rules.figures import (
    FAR,
    count_bits,
    figure_of,
    going,
    is_of,
    man_of,
    men_of,
    pivot_among,
    unit_id,
    unit_of,
)
from state_of_war.rules.forms import lay_out, steps_of
from state_of_war.rules.goals import cover_distance
from state_of_war.rules.loading import has_loaded, may_handle
from state_of_war.rules.melee import hand_of, lead_of
from state_of_war.rules.morale import class_of_unit, modifiers
from state_of_war.rules.ordered import Ordered
from state_of_war.rules.setup import slot_point, zone_of
from state_of_war.rules.sight import height, is_clear, nearest_enemy
from state_of_war.rules.state import (
    CHARGES,
    DISABLED,
    FORCED,
    HALTED,
    KILLED,
    LOADING,
    MEN,
    MOVES,
    NONE,
    OPEN,
    PISTOL,
    QUARTERS,
    STANDING,
    UNITS,
    Game,
    World,
)
from state_of_war.rules.victory import HELD_WITHIN, men_there
from state_of_war.rules.ways import FOOT_QUARTER, offset, quarter_of, quarters_left, write_ends
from tabletop.base.arrays import Float64, Int64
from tabletop.compiled.compiling import rule
from tabletop.game.contests import cases_of, contest_code, weight_of_class
from tabletop.game.header import Record
from tabletop.game.open_table import squared_distance

FIVE, METRE, STEP = 5.0, 1000.0, 240.0
BANDS, SPARE = 4.0, 8.0
PUSHED = 0.05  # what a push is, in men


@rule
def observe_unit(world: World, game: Game, unit: int, now: Int64, row: Record) -> None:
    """The unit that is picked, ordered or asked."""
    begin, end = men_of(world, game, unit)
    to_load = steps = wounded = 0
    for who in range(begin, end):
        if is_of(game, who, unit):
            figure, man = figure_of(game, who), man_of(world, who)
            to_load += int(figure.arm) + int(figure.pistol)
            steps += int(LOADING[man.arm]) + (int(LOADING[PISTOL]) if man.pistol == 1 else 0)
            wounded += int(figure.wounded)
    men = float(now[unit, STAND])
    row.men, row.share = men / MEN, men / max(1, int(unit_of(game, unit).strength))
    row.loaded, row.ready = now[unit, outlook.LOADED] / men, now[unit, outlook.READY] / men
    row.wounded, row.mounted = wounded / men, now[unit, outlook.RIDE] / men
    row.to_load = to_load / steps if steps > 0 else 0.0
    row.able = count_bits(going(world, game, unit)) / men
    row.skill = now[unit, outlook.SKILL] / 3.0
    row.bound = 1.0 if unit_of(game, unit).morale >= HALTED else 0.0
    commander = int(world.commander[unit // UNITS])
    row.commander = 1.0 if is_chief(game, unit, commander) else 0.0
    ways = chances.check_ways(world, game, unit, modifiers(world, game, unit))
    row.shaky = 1.0 - ways[CONTINUES - 1] / ways.sum()
    row.worth = outlook.value_of(now, unit)


@rule
def is_chief(game: Game, unit: int, commander: int) -> bool:
    """UN2: whether a commander stands in a unit."""
    return commander != NONE and figure_of(game, commander).state == STANDING and unit_id(game, commander) == unit


@rule
def lead_there(world: World, game: Game, team: int) -> float:
    """VI2: a side's men at the objective, more than the enemy's, in 14, from -1 to 1; 0 without an objective."""
    if world.rules.objective == 0:
        return 0.0
    return max(-1.0, min(1.0, (men_there(world, game, team) - men_there(world, game, 1 - team)) / MEN))


@rule
def spare_actions(world: World, game: Game, goal: float, mounted: float) -> float:
    """VI2: actions left after this one, less those that a way of `goal` mm takes; mounted: the share of riders."""
    needed = (goal - HELD_WITHIN) / (4 * FOOT_QUARTER * (1.0 + mounted))
    return 2 * (int(world.rules.turns) - int(game.turn)) + 2 - int(game.action) - needed


@rule
def observe_place(world: World, game: Game, before: Float64, place: Float64, row: Record) -> None:
    """A unit's place after the action, and before it; the row has `lead_there` of before."""
    row.give, row.threat, row.waited = (
        place[outlook.GIVE] / FIVE,
        place[outlook.TAKE] / FIVE,
        place[outlook.WAITED] / FIVE,
    )
    row.more_give = (place[outlook.GIVE] - before[outlook.GIVE]) / FIVE
    row.more_threat = (place[outlook.TAKE] - before[outlook.TAKE]) / FIVE
    row.nearest = place[NEAREST] / METRE
    row.nearer = (before[NEAREST] - place[NEAREST]) / STEP
    row.range = place[BAND] / BANDS
    row.cover, row.more_cover = place[COVER], place[COVER] - before[COVER]
    row.seen = place[outlook.SEEN] / 3.0
    row.goal = place[outlook.GOAL] / METRE
    row.goal_nearer = (before[outlook.GOAL] - place[outlook.GOAL]) / STEP
    row.holds = row.spare = 0.0
    if world.rules.objective == 1:
        row.holds = 1.0 if place[outlook.GOAL] <= HELD_WITHIN else 0.0
        row.lead_there += row.men * (row.holds - (1.0 if before[outlook.GOAL] <= HELD_WITHIN else 0.0))
        spare = spare_actions(world, game, max(place[outlook.GOAL], float(HELD_WITHIN)), row.mounted)
        row.spare = max(-1.0, min(1.0, spare / SPARE))
    row.to_cover = min(METRE, place[outlook.TO_COVER]) / METRE
    row.commanded, row.friend = place[outlook.COMMANDED], place[outlook.FRIEND] / METRE
    row.height, row.rough, row.lead = place[outlook.HEIGHT] / 2.0, place[outlook.ROUGH], place[outlook.LEAD]


@rule
def try_place(
    world: World,
    game: Game,
    known: Ordered,
    kind: int,
    value: int,
    now: Int64,
    harms: Float64,
    samples: Int64,
    place: Float64,
    row: Record,
) -> None:
    """Where a block move, a form, or going to a place leads, and what the unit sees from there.

    Args:
      world: the table.
      game: the position; left as it was.
      known: the unit.
      kind: MOVE, FORM, GO.
      value: what the action names.
      now: `units_now`.
      harms: as of `harm_of`.
      samples: `samples_of` the unit.
      place: written to.
      row: likewise.
    """
    unit, bits, starts = known.unit, known.bits, known.starts
    ends, quarters = starts[:, :2].copy(), 0
    if kind == kinds.MOVE:
        heading = value // QUARTERS
        if quarters_left(world, game, unit, heading) > 0:
            quarters = value % QUARTERS + 1
            dx, dy = offset(heading, quarters * known.quarter)
            write_ends(ends, starts, bits, dx, dy)
    elif kind == kinds.FORM:
        pivot = figure_of(game, pivot_among(world, game, unit, bits))
        row_of = steps_of(known.mounted)
        ends = lay_out(starts, bits, int(pivot.x), int(pivot.y), value // 3, value % 3, row_of)
    else:
        _, _, quarters = places.resolve(world, game, known, value)
        ends = known.ends
    begin, _ = men_of(world, game, unit)
    for i in range(MEN):
        if bits >> i & 1:
            figure = figure_of(game, begin + i)
            figure.x, figure.y = ends[i, 0], ends[i, 1]
    outlook.look(world, game, unit, now, harms, samples, place)
    for i in range(MEN):
        if bits >> i & 1:
            figure = figure_of(game, begin + i)
            figure.x, figure.y = starts[i, 0], starts[i, 1]
    row.quarters = quarters / 4.0
    row.left_behind = 1.0 - count_bits(bits) / float(now[unit, STAND])


@rule
def observe_target(world: World, game: Game, unit: int, target: int, now: Int64, before: Float64, row: Record) -> None:
    """The unit that is shot at or charged."""
    row.target_men = now[target, STAND] / float(MEN)
    row.target_loaded = now[target, outlook.LOADED] / float(now[target, STAND])
    row.target_nearest = 1.0 if outlook.gap_between(world, game, now, unit, target) <= before[NEAREST] else 0.0
    row.target_chief = 1.0 if is_chief(game, target, int(world.commander[target // UNITS])) else 0.0


@rule
def observe_shot(world: World, game: Game, unit: int, target: int, who_shoots: int, now: Int64, row: Record) -> None:
    """SH: a volley's shooters, what it does on the average, and to the target's morale."""
    aims = chances.aims_of(world, game, unit, target, who_shoots)
    ways, cases = chances.volley(world, game, unit, target, aims)
    toll = np.zeros(3)
    chances.expected(world, game, target, ways, cases, toll)
    shooters = 0
    for i in range(MEN):
        shooters += int(aims[i, 0] != 0)
    row.shooters = shooters / float(now[unit, STAND])
    row.out, row.hurt = toll[1] / FIVE, toll[0] / FIVE
    row.harm = (toll[2] / USUAL_COST + WOUNDED * toll[0] * outlook.value_of(now, target)) / FIVE
    begin, end = men_of(world, game, target)
    out, strength = 0, int(unit_of(game, target).strength)
    for who in range(begin, end):
        figure = figure_of(game, who)
        out += int(figure.unit == target % UNITS and (figure.state == DISABLED or figure.state == KILLED))
    felled = int(toll[1] + 0.5)
    less = 2 * (5 * (out + felled) // strength - 5 * out // strength)
    if felled < now[target, STAND]:
        checks = chances.check_ways(world, game, target, modifiers(world, game, target) - less)
        row.shock = 1.0 - checks[CONTINUES - 1] / checks.sum()


@rule
def observe_later(world: World, game: Game, unit: int, now: Int64, harms: Float64, row: Record) -> None:
    """RE: the harm of the same shots where the unit under way will have come to, if nobody stops it."""
    mover = int(game.unit)
    dx = dy = 0
    if game.act == MOVES or game.act == FORCED:
        dx, dy = offset(int(game.heading), (int(game.whole) - int(game.at)) * quarter_of(world, game, mover))
    elif game.act == CHARGES:
        dx, dy = offset(int(game.heading), int(game.whole) - int(game.at))
    away, then = FAR, FAR
    begin, end = men_of(world, game, unit)
    low, high = men_of(world, game, mover)
    for who in range(begin, end):
        if is_of(game, who, unit):
            a = figure_of(game, who)
            for whom in range(low, high):
                if is_of(game, whom, mover):
                    b = figure_of(game, whom)
                    away = min(away, squared_distance(a.x, a.y, b.x, b.y))
                    then = min(then, squared_distance(a.x, a.y, int(b.x) + dx, int(b.y) + dy))
    if game.act == CHARGES and game.target == unit:
        then = 0
    weapon, skill = int(now[unit, outlook.WEAPON]), int(now[unit, outlook.SKILL])
    here = outlook.band_at(weapon, math.sqrt(away) - 24.0)
    there = outlook.band_at(weapon, math.sqrt(then) - 24.0)
    if here < BANDS and there < BANDS:
        row.later = row.harm * outlook.harm_of(harms, skill, there, OPEN) / outlook.harm_of(harms, skill, here, OPEN)


@rule
def observe_charge(world: World, game: Game, unit: int, target: int, now: Int64, row: Record) -> None:
    """ME, MO1: whether a charge would go on, and a round of melee between two usual men."""
    row.goes_on = 1.0
    own, other = int(now[unit, STAND]), int(now[target, STAND])
    if class_of_unit(world, game, target) > class_of_unit(world, game, unit) or other > own:
        game.act = CHARGES
        ways = chances.check_ways(world, game, unit, modifiers(world, game, unit))
        game.act = 0
        row.goes_on = ways[CONTINUES - 1] / ways.sum()
    who, whom = int(now[unit, outlook.USUAL]), int(now[target, outlook.USUAL])
    rides, ridden = int(now[unit, outlook.RIDE] > 0), int(now[target, outlook.RIDE] > 0)
    first = hand_of(world, game, who, whom, max(1, min(3, other // own)))
    second = hand_of(world, game, whom, who, max(1, min(3, own // other)))
    cuts = int(MELEE_CUTS[rides, ridden])
    code = contest_code(cuts, first, second, 1)
    cases = float(cases_of(code))
    for number in range(1, int(chances.CUTS[cuts, 0]) + 2):
        lead, chance = lead_of(rides, ridden, number), weight_of_class(chances.CUTS, code, number) / cases
        blow = abs(lead)
        harm = 0.0 if blow == 0 else PUSHED if blow == 1 else WOUNDED if blow < 4 else 1.0
        if lead > 0:
            row.win += chance * harm
        else:
            row.lose += chance * harm
    row.odds = (own - other) / float(max(own, other))


@rule
def observe_stand(world: World, game: Game, unit: int, now: Int64, row: Record) -> None:
    """LD2, RE1: who would load, and who would stand ready."""
    begin, end = men_of(world, game, unit)
    sees = nearest_enemy(world, game, unit) != NONE
    for who in range(begin, end):
        if is_of(game, who, unit) and may_handle(world, game, who):
            figure = figure_of(game, who)
            is_loaded = has_loaded(world, game, who)
            if (int(figure.arm) + int(figure.pistol) > 0) and not (is_loaded and sees):
                row.loads += 1.0 / now[unit, STAND]
            elif is_loaded:
                row.stands_ready += 1.0 / now[unit, STAND]


@rule
def observe_slot(world: World, game: Game, unit: int, slot: int, row: Record) -> None:
    """DE3: a slot, as the unit that would be placed there finds it."""
    side = unit // UNITS
    troop = world.troops[side, unit % UNITS]
    first = world.men[side, troop.first]
    row.men, row.share, row.loaded, row.skill = troop.men / float(MEN), 1.0, 1.0, first.skill / 3.0
    row.mounted, row.worth = float(troop.horse), first.cost / USUAL_COST
    row.commander = 1.0 if int(world.commander[side]) == side * 80 + int(troop.first) else 0.0
    x, y = slot_point(world, game, side, slot)
    row.aside = abs(seen_x(game, side, x, y)) * FARTHEST / METRE
    row.depth = seen_y(game, side, x, y) * FARTHEST / METRE
    row.goal = objective_distance(world, game, side, x, y) / METRE
    row.to_cover = min(METRE, float(cover_distance(world, game, x, y))) / METRE
    row.height = height(world, game, x, y) / 2.0
    row.nearest = row.friend = FAR_OFF / METRE
    for half in range(2):
        for number in range(UNITS):
            at = world.troops[half, number].first
            figure = game.figures[half, at]
            if world.troops[half, number].men > 0 and figure.state == STANDING:
                away = math.sqrt(squared_distance(x, y, figure.x, figure.y)) / METRE
                if half == side:
                    row.friend = min(row.friend, away)
                else:
                    row.nearest = min(row.nearest, away)
    zone = zone_of(int(game.zones), int(game.attacker), 1 - side)
    count = int(world.counts[zone])
    for other in range(count):
        ex, ey = slot_point(world, game, 1 - side, other)
        if is_clear(world, game, x, y, ex, ey, False):
            row.open += 1.0 / count
