"""What may come of shots, of a pair in melee, of a check of morale, reckoned by the rules' own dice, without a draw.

Chances are whole numbers: ways, of so many cases (`tabletop.game.contests`).
"""

import numpy as np

from state_of_war.rules.dice import CONTESTS, LEAST, MELEE_CUTS, MORALES, MOST, URNS
from state_of_war.rules.figures import body_of, figure_of, is_of, man_of, men_of
from state_of_war.rules.harm import COLUMNS, DEAD, DISABLES, GRAZE, HURT, KILLS, LOSES_HORSE, NOTHING, WOUND, fate
from state_of_war.rules.loading import may_handle
from state_of_war.rules.melee import hand_of, plus_of
from state_of_war.rules.morale import class_of_unit
from state_of_war.rules.shooting import BY_PISTOL, candidates, shot_code, weapon_in_use
from state_of_war.rules.state import MEN, MOUNTED, Game, World
from state_of_war.rules.waiting import is_ready
from tabletop.base.arrays import Float64, Int64
from tabletop.compiled.compiling import rule
from tabletop.game.contests import cases_of, contest_code, weight_of_class
from tabletop.game.urns import FIRST, WEIGHTS

CUTS, ROWS = CONTESTS.rows, URNS.rows
RESULTS = 5  # of a check, BREAKS_FOR_GOOD … CONTINUES (MO5)
ORDERED, READY, DECLARED = range(3)  # who shoots: whom an order would have shoot, who stands ready, whose aim is kept


@rule
def shot_ways(world: World, code: int, result: int) -> int:
    """SH6: in how many of `cases_of` the code's ways a shot comes to NOTHING … KILLS; `graze` `false`: SH7."""
    ways = weight_of_class(CUTS, code, result + 1)
    if world.rules.graze == 0 and result <= GRAZE:
        return ways + weight_of_class(CUTS, code, GRAZE + 1) if result == NOTHING else 0
    return ways


@rule
def aims_of(world: World, game: Game, unit: int, target: int, who_shoots: int) -> Int64:
    """SH1, SH2, WE3: who of a unit would shoot at an enemy unit in sight, and at whom.

    Args:
      world: terrain, forces and rules.
      game: the position.
      unit: id of the unit that shoots.
      target: id of the other.
      who_shoots: ORDERED, READY, DECLARED.

    Returns:
      int64 [MEN, 2], by place in the troop: candidates, bits by place in the target's; 1: with the pistol.
    """
    aims = np.zeros((MEN, 2), np.int64)
    begin, end = men_of(world, game, unit)
    body = body_of(world, game, unit)
    for who in range(begin, end):
        figure = figure_of(game, who)
        if who_shoots == DECLARED:
            aims[who - begin, 0], aims[who - begin, 1] = figure.aims, figure.with_pistol
            continue
        if who_shoots == READY:
            shoots = is_ready(world, game, who, unit)
        else:
            shoots = body >> (who - begin) & 1 == 1 and may_handle(world, game, who)
        weapon = weapon_in_use(world, game, who, target) if shoots else 0
        if weapon != 0:
            aims[who - begin, 1] = 1 if weapon == BY_PISTOL else 0
            aims[who - begin, 0] = candidates(world, game, who, target, weapon == BY_PISTOL)
    return aims


@rule
def volley(world: World, game: Game, unit: int, target: int, aims: Int64) -> tuple[Int64, Int64]:
    """SH2 to SH6, SH12: what each shot of a unit does to each candidate.

    Args:
      world: terrain, forces and rules.
      game: the position.
      unit: id of the unit that shoots.
      target: id of the other.
      aims: int64 [MEN, 2], as of `aims_of`.

    Returns:
      int64 [MEN, MEN, COLUMNS], by shooter and by man: in how many ways it does so to him, LOSES_HORSE … KILLS, GRAZE;
      and of how many, the lot that it draws among its candidates included, int64 [MEN, MEN]; 0: he is no candidate.
    """
    ways, cases = np.zeros((MEN, MEN, COLUMNS), np.int64), np.zeros((MEN, MEN), np.int64)
    begin, _ = men_of(world, game, unit)
    low, _ = men_of(world, game, target)
    for i in range(MEN):
        count = 0
        for j in range(MEN):
            count += int(aims[i, 0]) >> j & 1
        for j in range(MEN):
            if not int(aims[i, 0]) >> j & 1:
                continue
            code = shot_code(world, game, begin + i, low + j, aims[i, 1] == 1)
            horse = 2 if figure_of(game, low + j).horse == MOUNTED else 1
            cases[i, j] = count * horse * cases_of(code)
            ways[i, j, GRAZE] = horse * shot_ways(world, code, GRAZE)
            for result in range(WOUND, COLUMNS):
                ways[i, j, result] = shot_ways(world, code, result)
                ways[i, j, LOSES_HORSE] += (horse - 1) * ways[i, j, result]
    return ways, cases


@rule
def pair_code(world: World, game: Game, foes: Int64, counts: Int64, who: int) -> int:
    """ME4: the code of the dice of a pair, by its acting primary; `foes` and `counts` are those of `match_all`."""
    whom = int(foes[who])
    own, other = int(figure_of(game, who).horse == MOUNTED), int(figure_of(game, whom).horse == MOUNTED)
    first = hand_of(world, game, who, whom, int(counts[who]))
    second = hand_of(world, game, whom, who, int(counts[whom]))
    plus = plus_of(world, game, foes, who, whom) - plus_of(world, game, foes, whom, who)
    return contest_code(int(MELEE_CUTS[own, other]), first, second, plus)


@rule
def check_ways(world: World, game: Game, unit: int, modifier: int) -> Int64:
    """MO2, MO5: in how many ways a check with such modifiers ends so: int64 [RESULTS], BREAKS_FOR_GOOD first."""
    ways = np.zeros(RESULTS, np.int64)
    if modifier > MOST or modifier < LEAST:
        ways[RESULTS - 1 if modifier > MOST else 0] = 1
        return ways
    kind = int(MORALES[class_of_unit(world, game, unit), modifier - LEAST])
    for at in range(ROWS.shape[1] - WEIGHTS):
        if ROWS[kind, WEIGHTS + at] > 0:
            ways[ROWS[kind, FIRST] + at - 1] = ROWS[kind, WEIGHTS + at]
    return ways


@rule
def expected(world: World, game: Game, target: int, ways: Int64, cases: Int64, toll: Float64) -> None:
    """SH3, SH7: what a volley does to a unit's standing men on the average.

    Args:
      world: the forces.
      game: the position.
      target: id of the unit.
      ways: of `volley`.
      cases: likewise.
      toll: float64 [3], written to: men wounded, men out, and the cost of those who are out.
    """
    toll[:] = 0.0
    begin, end = men_of(world, game, target)
    now, then = np.zeros((3, 2)), np.zeros((3, 2))  # chances of so many wounds and disablings of one who isn't dead
    for j in range(end - begin):
        if not is_of(game, begin + j, target):
            continue
        wounded = int(figure_of(game, begin + j).wounded)
        now[:] = 0.0
        now[0, 0] = 1.0
        for i in range(MEN):
            if cases[i, j] == 0:
                continue
            then[:] = 0.0
            for w in range(3):
                for d in range(2):
                    if now[w, d] == 0.0:
                        continue
                    missed = now[w, d]
                    for result in range(WOUND, COLUMNS):
                        hit = now[w, d] * ways[i, j, result] / cases[i, j]
                        missed -= hit
                        to_w, to_d = w + int(result == WOUND), d + int(result == DISABLES)
                        if fate(wounded, to_w, to_d, int(result == KILLS)) != DEAD:
                            then[to_w, to_d] += hit
                    then[w, d] += missed
            now[:] = then
        hurt = now[1, 0] if fate(wounded, 1, 0, 0) == HURT else 0.0
        out = 1.0 - now[0, 0] - hurt
        toll[0] += hurt
        toll[1] += out
        toll[2] += out * man_of(world, begin + j).cost
