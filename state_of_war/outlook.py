"""What a unit sees from where it stands: what it could hit, what could hit it, cover, distances.

For bots, and for policies that score actions. A place is tried by setting the unit's figures there for a while. Harm is
reckoned in men: who is out is one, who is wounded WOUNDED of one. Fire is reckoned from unit to unit, by their nearest
men and the cover of a few; exact odds of a volley are those of `state_of_war.chances`.
"""

import math

import numpy as np

from state_of_war.rules.bounds import objective_distance
from state_of_war.rules.cover import cover_of
from state_of_war.rules.figures import (
    FAR,
    figure_of,
    is_of,
    man_of,
    men_of,
    pivot_of,
    squared_units,
    stands,
    unit_id,
    unit_of,
    within_gap,
)
from state_of_war.rules.goals import cover_distance
from state_of_war.rules.ground import difficult_areas, terrain_near
from state_of_war.rules.loading import has_loaded
from state_of_war.rules.morale import NEAR_COMMANDER
from state_of_war.rules.shooting import BANDS, code_by
from state_of_war.rules.sight import height, is_clear, sees
from state_of_war.rules.state import (
    BROKEN,
    COVER_DICE,
    HARD,
    MEN,
    MOUNTED,
    NO_ARM,
    NONE,
    PISTOL,
    QUALITY,
    REACHES,
    UNITS,
    Game,
    World,
)
from tabletop.base.arrays import Float64, Int64
from tabletop.compiled.compiling import rule
from tabletop.game.contests import cases_of, ways_from

WOUNDED = 0.4  # of a man
SPENT = 0.4  # share of its harm that a shot has from a weapon that isn't loaded
USUAL_COST = 20.0  # points of a man
# What counts of a unit now: int64 [2 * UNITS, SUMMARY].
(
    PIVOT,  # UN1
    STAND,  # men who stand
    USUAL,  # the first man with the usual weapon, that of most
    WEAPON,
    SKILL,  # his class
    ARMED,  # men with this weapon
    LOADED,  # of these those with a loaded weapon
    READY,  # men who stand ready (RE1)
    COST,  # of those who stand
    RIDE,  # men who are mounted
) = range(10)
SUMMARY = 10
# What it sees from a place: float64 [PLACE].
(
    GIVE,  # men, of the usual cost, that its best volley would cost the enemy, all loaded
    TAKE,  # men that the enemy's volleys would cost it, each at it
    WAITED,  # of these what enemies who stand ready would
    NEAREST,  # mm to the nearest enemy; FAR_OFF: there is none
    BAND,  # range of its usual weapon at it: 0 … 3; 4: out of reach
    COVER,  # mean cover against it, 0 to 1
    SEEN,  # enemy units that see its pivot
    GOAL,  # mm to the objective, or without one to the far edge
    TO_COVER,  # mm to the nearest cover (MO6)
    COMMANDED,  # 1: the commander near and in sight; of his own unit: share of the others that have him so
    FRIEND,  # mm to the nearest friendly unit
    HEIGHT,  # 0 … 2
    ROUGH,  # 1: its pivot is in difficult ground
    LEAD,  # men that it has more than the enemies within CLOSE, in 10
) = range(14)
PLACE = 14
FAR_OFF = 3000.0
CLOSE = 400.0  # mm
SAMPLE = 3  # figures of which cover is looked at


@rule
def no_harms() -> Float64:
    """A table for `harm_of`, float64 [classes, ranges, covers], which it fills."""
    return np.full((len(QUALITY), BANDS, len(COVER_DICE)), -1.0)


@rule
def harm_of(harms: Float64, skill: int, band: int, cover: int) -> float:
    """SH6: the harm that a shot is expected to do, in men."""
    if harms[skill, band, cover] < 0.0:
        code = code_by(skill, band, cover)
        hurt = WOUNDED * ways_from(code, 2) + (1.0 - WOUNDED) * ways_from(code, 4)
        harms[skill, band, cover] = hurt / cases_of(code)
    return float(harms[skill, band, cover])


@rule
def usual_weapon(world: World, who: int) -> int:
    """WE3: a figure's long arm, else its pistol, else NO_ARM."""
    man = man_of(world, who)
    if man.arm != NO_ARM:
        return int(man.arm)
    return PISTOL if man.pistol == 1 else NO_ARM


@rule
def units_now(world: World, game: Game) -> Int64:
    """What counts of each unit now, int64 [2 * UNITS, SUMMARY]; of a unit with nobody standing all is 0."""
    now, arms = np.zeros((2 * UNITS, SUMMARY), np.int64), np.zeros(PISTOL + 1, np.int64)
    for unit in range(2 * UNITS):
        begin, end = men_of(world, game, unit)
        arms[:] = 0
        for who in range(begin, end):
            if is_of(game, who, unit):
                now[unit, STAND] += 1
                now[unit, READY] += int(figure_of(game, who).ready)
                now[unit, COST] += int(man_of(world, who).cost)
                now[unit, RIDE] += int(figure_of(game, who).horse == MOUNTED)
                arms[usual_weapon(world, who)] += 1
        if now[unit, STAND] == 0:
            continue
        now[unit, PIVOT], now[unit, USUAL] = pivot_of(world, game, unit), NONE
        weapon = np.argmax(arms)
        now[unit, WEAPON], now[unit, ARMED] = weapon, arms[weapon]
        for who in range(begin, end):
            if is_of(game, who, unit) and usual_weapon(world, who) == weapon:
                now[unit, LOADED] += int(has_loaded(world, game, who))
                if now[unit, USUAL] == NONE:
                    now[unit, USUAL], now[unit, SKILL] = who, man_of(world, who).skill
    return now


@rule
def band_at(weapon: int, away: float) -> int:
    """WE2: the range of a weapon at so many mm between edges; 4: out of reach."""
    for band in range(BANDS):
        if away <= REACHES[weapon, band]:
            return band
    return BANDS


@rule
def gap_between(world: World, game: Game, now: Int64, one: int, other: int) -> float:
    """Millimetres, about, between the edges of two units' nearest figures; FAR_OFF: one of them has none."""
    squared = squared_units(world, game, one, other)
    if squared >= FAR:
        return FAR_OFF
    return max(0.0, math.sqrt(squared) - 24.0 - (16.0 if now[one, RIDE] + now[other, RIDE] > 0 else 0.0))


@rule
def value_of(now: Int64, unit: int) -> float:
    """What a man of a unit is worth, in men of the usual cost."""
    return now[unit, COST] / (USUAL_COST * now[unit, STAND])


@rule
def samples_of(world: World, game: Game, unit: int) -> Int64:
    """Up to SAMPLE standing figures of a unit, from its first to its last: int64 [SAMPLE], the rest NONE."""
    begin, end = men_of(world, game, unit)
    standing = np.empty(MEN, np.int64)
    count = 0
    for who in range(begin, end):
        if is_of(game, who, unit):
            standing[count] = who
            count += 1
    samples = np.full(SAMPLE, NONE, np.int64)
    for at in range(min(SAMPLE, count)):
        samples[at] = standing[at * (count - 1) // (min(SAMPLE, count) - 1)] if count > 1 else standing[0]
    return samples


@rule
def look(world: World, game: Game, unit: int, now: Int64, harms: Float64, samples: Int64, place: Float64) -> None:
    """Write what a unit sees from where its figures stand, the PLACE numbers; `samples` as of `samples_of`."""
    place[:] = 0.0
    side, pivot = unit // UNITS, now[unit, PIVOT]
    a = figure_of(game, pivot)
    x, y = int(a.x), int(a.y)
    place[NEAREST], place[BAND], place[FRIEND] = FAR_OFF, BANDS, FAR_OFF
    lead = float(now[unit, STAND])
    for number in range(UNITS):
        enemy = (1 - side) * UNITS + number
        if now[enemy, STAND] == 0:
            continue
        away = gap_between(world, game, now, unit, enemy)
        if away < CLOSE:
            lead -= now[enemy, STAND]
        is_nearest = away < place[NEAREST]
        own_band, band = band_at(now[unit, WEAPON], away), band_at(now[enemy, WEAPON], away)
        if is_nearest:
            place[NEAREST], place[BAND] = away, own_band
        b = figure_of(game, now[enemy, PIVOT])
        if not is_clear(world, game, x, y, int(b.x), int(b.y), away <= 100.0):
            continue
        place[SEEN] += 1.0
        covered, harm, count = 0.0, 0.0, 0
        for at in range(SAMPLE):
            if samples[at] != NONE:
                cover = cover_of(world, game, samples[at], now[enemy, PIVOT])
                covered += cover / HARD
                count += 1
                if band < BANDS:
                    harm += harm_of(harms, now[enemy, SKILL], band, cover)
        if is_nearest:
            place[COVER] = covered / count
        if own_band < BANDS and unit_of(game, enemy).hidden == 0:
            cover = cover_of(world, game, now[enemy, PIVOT], pivot)
            give = now[unit, ARMED] * harm_of(harms, now[unit, SKILL], own_band, cover)
            place[GIVE] = max(place[GIVE], min(give, 0.9 * now[enemy, STAND]) * value_of(now, enemy))
        if unit_of(game, enemy).morale < BROKEN:
            harm *= value_of(now, unit) / count
            place[TAKE] += (SPENT * (now[enemy, ARMED] - now[enemy, LOADED]) + now[enemy, LOADED]) * harm
            place[WAITED] += now[enemy, READY] * harm
    most = 0.9 * now[unit, STAND] * value_of(now, unit)
    place[TAKE], place[WAITED] = min(place[TAKE], most), min(place[WAITED], most)
    place[GOAL] = objective_distance(world, game, side, x, y)
    place[TO_COVER] = min(FAR_OFF, cover_distance(world, game, x, y))
    place[ROUGH] = 1.0 if difficult_areas(world, game, terrain_near(world, game, x, y, x, y), x, y, x, y) else 0.0
    place[HEIGHT] = height(world, game, x, y)
    place[LEAD] = lead / 10.0 if place[NEAREST] < CLOSE else 0.0
    for number in range(UNITS):
        friend = side * UNITS + number
        if friend != unit and now[friend, STAND] > 0:
            place[FRIEND] = min(place[FRIEND], gap_between(world, game, now, unit, friend))
    place[COMMANDED] = commanded(world, game, unit, now)


@rule
def hears(world: World, game: Game, commander: int, who: int) -> bool:
    """MO3: whether a figure has the commander in sight within 50 cm."""
    return within_gap(game, who, commander, NEAR_COMMANDER) and sees(world, game, who, commander)


@rule
def commanded(world: World, game: Game, unit: int, now: Int64) -> float:
    """MO3, by pivots: 1: the commander near and in sight; of his own unit the share of the others that has him so."""
    side = unit // UNITS
    commander = int(world.commander[side])
    if commander == NONE or not stands(game, commander):
        return 0.0
    his = unit_id(game, commander)
    if his != unit:
        return 1.0 if hears(world, game, commander, now[unit, PIVOT]) else 0.0
    count = heard = 0.0
    for number in range(UNITS):
        friend = side * UNITS + number
        if friend != unit and now[friend, STAND] > 0:
            count += 1.0
            heard += 1.0 if hears(world, game, commander, now[friend, PIVOT]) else 0.0
    return heard / count if count > 0.0 else 1.0
