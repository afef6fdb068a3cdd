"""SH, WE3, TU3: candidates, weapons in use, declared shots, and how shots that fall together are rolled."""

import numpy as np

from state_of_war.rules import events
from state_of_war.rules.cover import cover_of
from state_of_war.rules.dice import CONTESTS, SHOT_CUTS, UNGRAZED
from state_of_war.rules.figures import (
    FAR,
    anybody,
    body_of,
    figure_of,
    is_of,
    man_of,
    men_of,
    pivot_of,
    radius_of,
    squared,
    unit_id,
    unit_of,
)
from state_of_war.rules.gaps import is_barred, spares_melee
from state_of_war.rules.ground import crossed_way
from state_of_war.rules.harm import COLUMNS, GRAZE, LOSES_HORSE, NOTHING, harm
from state_of_war.rules.loading import begin_order, load, may_handle, unload
from state_of_war.rules.ordered import Ordered
from state_of_war.rules.reasons import NO_SHOT, NO_UNIT, NOT_SEEN
from state_of_war.rules.sight import sees
from state_of_war.rules.state import (
    COVER_DICE,
    HORSE,
    MEN,
    MOUNTED,
    NO_ARM,
    NONE,
    PISTOL,
    QUALITY,
    RANGE_DICE,
    REACHES,
    SHOT,
    STRIDE,
    TARGET,
    UNIT_SUBJECT,
    UNITS,
    Chance,
    Game,
    World,
)
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import die, lot, note
from tabletop.game.contests import cases_of, contest, contest_code, hand, ways_from
from tabletop.game.open_table import stretch_sign

BY_ARM, BY_PISTOL = 1, 2  # weapons in use (WE3)
BANDS = 4  # short, medium, long, extreme
LEAD = 2  # that wounds (SH6, WE3)
HORSE_DIE = 111222  # SH12
CUTS = CONTESTS.rows


@rule
def band_of(game: Game, who: int, whom: int, weapon: int) -> int:
    """WE2: the range of a target for a weapon: 0, short … 3, extreme; NONE: it is out of reach."""
    away = squared(game, who, whom)
    radii = radius_of(figure_of(game, who)) + radius_of(figure_of(game, whom))
    for band in range(BANDS):
        reach = int(REACHES[weapon, band])
        if reach > 0 and away <= (reach + radii) * (reach + radii):
            return band
    return NONE


@rule
def candidate_band(world: World, game: Game, who: int, whom: int, target: int, weapon: int) -> int:
    """SH2: the range at which a figure is a candidate, but for the front rank's rule; NONE: it is none.

    A disabled man who lies there is none at short range (W4).
    """
    figure = figure_of(game, whom)
    lies = figure.lies == 1 and figure.unit == target % UNITS
    if not (is_of(game, whom, target) or lies):
        return NONE
    band = band_of(game, who, whom, weapon)
    if band == NONE or (lies and band == 0) or not sees(world, game, who, whom):
        return NONE
    shooter = figure_of(game, who)
    if world.rules.leaders == 0:
        ax, ay, bx, by = int(shooter.x), int(shooter.y), int(figure.x), int(figure.y)
        if crossed_way(world, game, unit_id(game, who), ax, ay, bx, by):
            return NONE
    if is_barred(world, game, who, whom, band == 0) or not spares_melee(world, game, who, whom, target):
        return NONE
    return band


@rule
def line_is_free(world: World, game: Game, unit: int, target: int) -> bool:
    """TU3: with `fire_lines` `leaders`, whether a unit's one line, from pivot to pivot, meets no friends' way."""
    if world.rules.leaders == 0:
        return True
    one, other = pivot_of(world, game, unit), pivot_of(world, game, target)
    if one == NONE or other == NONE:
        return False
    a, b = figure_of(game, one), figure_of(game, other)
    return not crossed_way(world, game, unit, int(a.x), int(a.y), int(b.x), int(b.y))


@rule
def in_front_rank(world: World, game: Game, who: int, whom: int, target: int) -> bool:
    """SH2: whether no standing figure of its own unit lies across the line to a figure."""
    a, b = figure_of(game, who), figure_of(game, whom)
    begin, end = men_of(world, game, target)
    for other in range(begin, end):
        if other != whom and is_of(game, other, target):
            c = figure_of(game, other)
            if stretch_sign(c.x, c.y, a.x, a.y, b.x, b.y, radius_of(c)) < 0:
                return False
    return True


@jitable
def weapon_of(world: World, who: int, with_pistol: bool) -> int:
    """WE2: the row of REACHES of a figure's weapon; NO_ARM: it has none."""
    man = man_of(world, who)
    if with_pistol:
        return PISTOL if man.pistol == 1 else NO_ARM
    return int(man.arm)


@rule
def is_loaded(world: World, game: Game, who: int, with_pistol: bool) -> bool:
    """LD1: whether a figure has this weapon, loaded."""
    figure = figure_of(game, who)
    steps = figure.pistol if with_pistol else figure.arm
    return weapon_of(world, who, with_pistol) != NO_ARM and steps == 0


@rule
def candidates(world: World, game: Game, who: int, target: int, with_pistol: bool) -> int:
    """SH2: the candidates of a figure's weapon, be it loaded or not, in an enemy unit that is in sight.

    Args:
      world: terrain, forces and rules.
      game: the position.
      who: the shooter.
      target: id of the unit.
      with_pistol: its pistol, not its long arm.

    Returns:
      Bits by place in the target's troop (`men_of`'s first id is bit 0).
    """
    weapon = weapon_of(world, who, with_pistol)
    if weapon == NO_ARM or not line_is_free(world, game, unit_id(game, who), target):
        return 0
    begin, end = men_of(world, game, target)
    bits, front = 0, 0
    any_short = False
    for whom in range(begin, end):
        band = candidate_band(world, game, who, whom, target, weapon)
        if band != NONE:
            bits |= 1 << (whom - begin)
            any_short = any_short or band == 0
    if any_short:
        for whom in range(begin, end):
            if bits >> (whom - begin) & 1 and in_front_rank(world, game, who, whom, target):
                front |= 1 << (whom - begin)
    return front if front != 0 else bits


@rule
def has_candidate(world: World, game: Game, who: int, target: int) -> bool:
    """SH1: whether a loaded weapon of a figure has a candidate in an enemy unit that is in sight."""
    begin, end = men_of(world, game, target)
    for way in range(2):
        if is_loaded(world, game, who, way == 1) and line_is_free(world, game, unit_id(game, who), target):
            weapon = weapon_of(world, who, way == 1)
            for whom in range(begin, end):
                if candidate_band(world, game, who, whom, target, weapon) != NONE:
                    return True
    return False


@rule
def shot_code(world: World, game: Game, who: int, whom: int, with_pistol: bool) -> int:
    """SH4, SH5: the code of the dice of a shot at a target in reach."""
    band = band_of(game, who, whom, weapon_of(world, who, with_pistol))
    return code_by(int(man_of(world, who).skill), band, cover_of(world, game, whom, who))


@rule
def code_by(skill: int, band: int, cover: int) -> int:
    """SH4, SH5: the code of the dice of a shot, by class, range and cover."""
    other = hand(int(RANGE_DICE[band]), int(COVER_DICE[cover]))
    return contest_code(SHOT_CUTS, hand(int(QUALITY[skill])), other, 0)


@rule
def nearest_of(world: World, game: Game, who: int, target: int, bits: int) -> int:
    """WE3: the nearest figure of a set of the target's; equal: the lower number; NONE: the set is empty."""
    begin, _ = men_of(world, game, target)
    best, least = NONE, FAR
    for i in range(MEN):
        if bits >> i & 1 and squared(game, who, begin + i) < least:
            best, least = begin + i, squared(game, who, begin + i)
    return best


@rule
def weapon_in_use(world: World, game: Game, who: int, target: int) -> int:
    """WE3: the weapon in use of a figure against an enemy unit that is in sight: 0, none; BY_ARM; BY_PISTOL."""
    return aimed(world, game, who, target)[0]


@rule
def aimed(world: World, game: Game, who: int, target: int) -> tuple[int, int]:
    """WE3, SH2: `weapon_in_use`, and its candidates."""
    by_arm = candidates(world, game, who, target, False) if is_loaded(world, game, who, False) else 0
    by_pistol = candidates(world, game, who, target, True) if is_loaded(world, game, who, True) else 0
    if by_arm == 0 or by_pistol == 0:
        return (BY_ARM if by_arm != 0 else BY_PISTOL if by_pistol != 0 else 0), by_arm | by_pistol
    arm = shot_code(world, game, who, nearest_of(world, game, who, target, by_arm), False)
    pistol = shot_code(world, game, who, nearest_of(world, game, who, target, by_pistol), True)
    better = ways_from(pistol, LEAD) * cases_of(arm) > ways_from(arm, LEAD) * cases_of(pistol)
    return (BY_PISTOL, by_pistol) if better else (BY_ARM, by_arm)


@rule
def no_shot(world: World, game: Game, known: Ordered, target: int) -> int:
    """SH1: what forbids a unit that may be ordered, and isn't in contact, to shoot at an enemy unit; a reason."""
    if not known.seen >> target % UNITS & 1:
        return NOT_SEEN if anybody(world, game, target) else NO_UNIT
    begin, _ = men_of(world, game, known.unit)
    for i in range(MEN):
        if known.body >> i & 1 and may_handle(world, game, begin + i) and has_candidate(world, game, begin + i, target):
            return ALLOWED
    return NO_SHOT


@rule
def aim(world: World, game: Game, who: int, target: int) -> bool:
    """SH1, SH2: a figure that can aims at an enemy unit, and its candidates are kept; whether it does."""
    weapon, bits = aimed(world, game, who, target)
    if weapon == 0:
        return False
    figure = figure_of(game, who)
    figure.with_pistol, figure.aims = int(weapon == BY_PISTOL), bits
    return True


@rule
def declare(world: World, game: Game, chance: Chance, unit: int, target: int) -> None:
    """TU2, SH1, LD2: the order shoot: who can aims at an enemy unit, the others of the body load.

    A shot that is declared has unloaded its weapon. With `volleys` `one_by_one` all are rolled at once.
    """
    begin_order(game, unit)
    note(chance, events.AIMS, who=UNIT_SUBJECT + unit, whom=UNIT_SUBJECT + target)
    unit_of(game, unit).hidden = 0  # AM1
    begin, _ = men_of(world, game, unit)
    body = body_of(world, game, unit)
    for i in range(MEN):
        who = begin + i
        if body >> i & 1 and may_handle(world, game, who) and not aim(world, game, who, target):
            load(world, game, chance, who)
    if world.rules.one_by_one == 1:
        shoot_one_by_one(world, game, chance, unit, target)
        return
    unit_of(game, unit).shoots = target % UNITS
    for i in range(MEN):
        if body >> i & 1 and figure_of(game, begin + i).aims != 0:
            figure = figure_of(game, begin + i)
            unload(world, game, begin + i, figure.with_pistol == 1)
            figure.acted = figure.busy = 1


@rule
def shoot_one_by_one(world: World, game: Game, chance: Chance, unit: int, target: int) -> None:
    """TU2: the shots of a unit whose figures aim, each of which counts before the next one is rolled."""
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        figure = figure_of(game, who)
        if not is_of(game, who, unit) or figure.aims == 0:
            continue
        figure.aims = still_there(world, game, who, target)
        if figure.aims != 0:
            toll = np.zeros((STRIDE, COLUMNS), np.int64)
            with_pistol = figure.with_pistol == 1
            roll(world, game, chance, who, target, toll)
            unload(world, game, who, with_pistol)
            figure.acted = figure.busy = 1
            harm(world, game, chance, target // UNITS, toll)
        figure.with_pistol = 0


@rule
def still_there(world: World, game: Game, who: int, target: int) -> int:
    """TU2, W4: those of a figure's candidates that are candidates still, after others have been felled."""
    figure = figure_of(game, who)
    weapon = weapon_of(world, who, figure.with_pistol == 1)
    begin, _ = men_of(world, game, target)
    bits = 0
    for i in range(MEN):
        if int(figure.aims) >> i & 1:
            lies = figure_of(game, begin + i).lies == 1
            if is_of(game, begin + i, target) or (lies and band_of(game, who, begin + i, weapon) > 0):
                bits |= 1 << i
    return bits


@rule
def roll(world: World, game: Game, chance: Chance, who: int, target: int, toll: Int64) -> None:
    """SH2 to SH6, SH12: a shot of a figure that aims: its target by lot, the dice; what it does is added to the toll.

    Args:
      world: terrain, forces and rules.
      game: the position; the figure doesn't aim any more.
      chance: dice.
      who: the shooter.
      target: id of the unit it aims at.
      toll: int64 [STRIDE, COLUMNS], by number within the target's side; written to.
    """
    figure = figure_of(game, who)
    aims = int(figure.aims)
    whom, _ = men_of(world, game, target)
    count = 0
    for i in range(MEN):
        count += aims >> i & 1
    chosen = lot(game, chance, TARGET, who, count)
    while chosen > 0 or aims & 1 == 0:
        chosen -= aims & 1
        aims >>= 1
        whom += 1
    weapon = weapon_of(world, who, figure.with_pistol == 1)
    band, cover = band_of(game, who, whom, weapon), cover_of(world, game, whom, who)
    if band == NONE:  # it has lost its horse since it was aimed at (TU2)
        band = BANDS - 1 if REACHES[weapon, BANDS - 1] > 0 else BANDS - 2
    figure.aims = figure.with_pistol = 0
    unit_of(game, unit_id(game, who)).fights = 1  # AM4
    note(chance, events.SHOT_FIRED, who=who, whom=whom, value=band, how=cover)
    one, other = hand(int(QUALITY[man_of(world, who).skill])), hand(int(RANGE_DICE[band]), int(COVER_DICE[cover]))
    if world.rules.graze == 1:
        result = contest(game, chance, SHOT, who, CUTS, SHOT_CUTS, one, other) - 1
    else:
        result = contest(game, chance, SHOT, who, CUTS, UNGRAZED, one, other)
        result = NOTHING if result == 1 else result
    if result == NOTHING:
        note(chance, events.NO_HIT, who=who, whom=whom)
        return
    if result == GRAZE:
        note(chance, events.GRAZED, who=whom, whom=who)
    elif figure_of(game, whom).horse == MOUNTED and die(game, chance, HORSE, whom, HORSE_DIE) == 2:
        note(chance, events.HORSE_HIT, who=whom, whom=who)
        result = LOSES_HORSE
    toll[whom % STRIDE, result] += 1


@jitable
def any_declared(game: Game) -> bool:
    """TU6: whether a unit of the acting side has declared shots that aren't rolled yet."""
    for number in range(UNITS):
        if game.units[game.acting, number].shoots != NONE:
            return True
    return False


@rule
def fire_declared(world: World, game: Game, chance: Chance) -> None:
    """TU2, SH3: all declared shots of the acting side are rolled, in order, and count together."""
    side = int(game.acting)
    toll = np.zeros((STRIDE, COLUMNS), np.int64)
    for number in range(UNITS):
        if game.units[side, number].shoots != NONE:
            target = (1 - side) * UNITS + int(game.units[side, number].shoots)
            roll_all(world, game, chance, side * UNITS + number, target, toll)
            game.units[side, number].shoots = NONE
    harm(world, game, chance, 1 - side, toll)


@rule
def roll_all(world: World, game: Game, chance: Chance, unit: int, target: int, toll: Int64) -> None:
    """SH3: the shots of all figures of a unit that aim, in order; `toll` as in `roll`."""
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if is_of(game, who, unit) and figure_of(game, who).aims != 0:
            roll(world, game, chance, who, target, toll)
