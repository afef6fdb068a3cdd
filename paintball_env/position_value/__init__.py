"""What a position is worth: the expected result, from what can be counted in it, by numbers learnt from bots' games.

Each feature is counted for both teams, and the other's is subtracted: one team's value is the negative of the other's.
The numbers are in `weights.json`, a list an objective; `scripts/learn_value.py` makes them anew.
"""

import json
import math
from functools import cache
from pathlib import Path

import numpy as np

from paintball_env.cached_chances import KNOWN, know, puts_out_known
from paintball_env.chances import is_covered
from paintball_env.distances import distance, steps
from paintball_env.rules.figures import is_armed
from paintball_env.rules.flags import goal_of, is_held, place_of, prize_of
from paintball_env.rules.objectives import NAMES
from paintball_env.rules.state import EMPTY, JAMMED, NONE, Game, World
from tabletop.base.arrays import Float64, Int64, Records
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record

# What is counted, in this order.
(
    FIGURES,  # share of the own figures on the board
    ADVANTAGE,  # share of all figures on the board that are own
    ALONE,  # 1: one figure is left
    ARMED,  # share that can shoot
    JAMMED_GUNS,  # share
    EMPTY_GUNS,  # share
    SUPPRESSED,  # share
    AIMING,  # share
    SENTRIES,  # share
    EXPERTS,  # share
    SMOKE,  # grenades a figure
    PAINT,  # grenades a figure
    COVERED,  # share in cover against the enemy's home
    FIRE,  # chances of one die of each figure to put out each enemy, added up, a figure
    BEST_FIRE,  # only the best chance of each figure
    EXPOSED,  # best chance of an enemy's die on each figure, added up
    HELD,  # 1: carries the prize
    WAY,  # with the prize: share of the way that is behind it
    LYING,  # share of the way to the prize, where it isn't held, that the nearest figure has behind it
    LYING_SECOND,  # of the second nearest
    HOME,  # share of the way to the own flag that the nearest figure has behind it
    NEAR,  # nearness of the nearest enemy, mean over figures
    SCORE,  # command score this turn, of a team that still is to act
    ACTS,  # 1: acts now
    LATE_FIGURES,  # figures times the share of turns behind
    LATE_ADVANTAGE,
    LATE_LYING,
    LATE_HELD,
) = range(28)
COUNT = 28

WEIGHTS = Path(__file__).parent / "weights.json"


@cache
def learnt_weights(objective: int) -> Float64:
    """What `value` takes in scenarios with this objective, float64 [COUNT]; not to be written to."""
    page = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return np.array(page["weights"][NAMES[objective]], np.float64)


@rule
def _write_fire(world: World, game: Game, team: int, known: Record, out: Float64) -> None:
    """Write the chances that a die of each figure of a team puts out each enemy; out: float64 [own, enemies].

    0 where a figure can't shoot, or either isn't on the board.
    """
    out[:] = 0.0
    for f in range(out.shape[0]):
        figure = game.figure[team, f]
        if figure.hex != NONE and is_armed(figure):
            for e in range(out.shape[1]):
                goal = game.figure[1 - team, e].hex
                if goal != NONE:
                    out[f, e] = puts_out_known(world, game, figure.hex, goal, known)


@rule
def count_both(world: World, game: Game, team: int, sign: float, own: Float64, theirs: Float64) -> None:
    """Add the features of a team to `own`, and those of the other, times `sign`, to `theirs`; float64 [COUNT]."""
    size, enemies = int(world.rules.team_size[team]), int(world.rules.team_size[1 - team])
    own_fire, enemy_fire = np.empty((size, enemies)), np.empty((enemies, size))
    known = np.empty(1, KNOWN)  # an array of one record: a record alone wouldn't keep its memory
    know(world, game, known[0])
    _write_fire(world, game, team, known[0], own_fire)
    _write_fire(world, game, 1 - team, known[0], enemy_fire)
    _count(world, game, team, 1.0, own_fire, enemy_fire, own)
    _count(world, game, 1 - team, sign, enemy_fire, own_fire, theirs)


@rule
def _count(
    world: World, game: Game, team: int, sign: float, own_fire: Float64, enemy_fire: Float64, out: Float64
) -> None:
    """Add the features of a team, times `sign`; `own_fire` and `enemy_fire` come from `_write_fire`."""
    rules, board = world.rules, world.board
    size, enemies = rules.team_size[team], rules.team_size[1 - team]
    late = game.turn / rules.max_turns
    own_left, their_left = 0, 0
    for e in range(enemies):
        if game.figure[1 - team, e].hex != NONE:
            their_left += 1
    prize, threat = prize_of(world, team), prize_of(world, 1 - team)
    prize_place, threat_place = place_of(game, prize), place_of(game, threat)
    way = float(max(steps(world, board.home[0], board.home[1]), 1))
    nearest, second, guard = 1000, 1000, 1000
    per_figure = sign / size
    for f in range(size):
        figure = game.figure[team, f]
        place = figure.hex
        if place == NONE:
            continue
        own_left += 1
        if is_armed(figure):
            out[ARMED] += per_figure
        if figure.gun == JAMMED:
            out[JAMMED_GUNS] += per_figure
        if figure.gun == EMPTY:
            out[EMPTY_GUNS] += per_figure
        out[SUPPRESSED] += per_figure * figure.suppressed
        out[AIMING] += per_figure * figure.aim
        out[SENTRIES] += per_figure * figure.sentry
        out[EXPERTS] += per_figure * figure.expert
        out[SMOKE] += per_figure * figure.smoke
        out[PAINT] += per_figure * figure.paint
        if is_covered(world, game, board.home[1 - team], place):
            out[COVERED] += per_figure
        best, exposed, nearest_enemy = 0.0, 0.0, 1000
        for e in range(enemies):
            enemy = game.figure[1 - team, e]
            if enemy.hex == NONE:
                continue
            nearest_enemy = min(nearest_enemy, distance(world, place, enemy.hex))
            out[FIRE] += per_figure * own_fire[f, e]
            best, exposed = max(best, own_fire[f, e]), max(exposed, enemy_fire[e, f])
        out[BEST_FIRE] += per_figure * best
        out[EXPOSED] += per_figure * exposed
        if nearest_enemy < 1000:
            out[NEAR] += per_figure / (1.0 + nearest_enemy)
        if prize_place != NONE:
            to_prize = steps(world, place, prize_place)
            if to_prize < nearest:
                nearest, second = to_prize, nearest
            else:
                second = min(second, to_prize)
        if threat_place != NONE:
            guard = min(guard, steps(world, place, threat_place))
    out[FIGURES] += sign * own_left / size
    out[ADVANTAGE] += sign * own_left / max(own_left + their_left, 1)
    if own_left == 1:
        out[ALONE] += sign
    holds_prize = is_held(game, prize, team)
    if holds_prize:
        out[HELD] += sign
        out[WAY] += sign * (1.0 - steps(world, prize_place, goal_of(world, team)) / way)
        out[LATE_HELD] += sign * late
    elif nearest < 1000:
        out[LYING] += sign * (1.0 - nearest / way)
        out[LATE_LYING] += sign * late * (1.0 - nearest / way)
        if second < 1000:
            out[LYING_SECOND] += sign * (1.0 - second / way)
    if guard < 1000:
        out[HOME] += sign * (1.0 - guard / way)
    if game.turn > 0 and (game.phase == 1 or game.acting == team):
        out[SCORE] += sign * game.side[team].score / 6.0
    if game.acting == team:
        out[ACTS] += sign
    out[LATE_FIGURES] += sign * late * own_left / size
    out[LATE_ADVANTAGE] += sign * late * own_left / max(own_left + their_left, 1)


@rule
def features(world: World, game: Game, team: int, out: Float64) -> None:
    """Write what `value` weighs: the features of `team` less those of the other team; out: float64 [COUNT]."""
    out[:] = 0.0
    count_both(world, game, team, -1.0, out, out)


@rule
def value(world: World, game: Game, team: int, weights: Float64) -> float:
    """The expected result for `team`, -1 … 1, of a game that isn't over; weights: float64 [COUNT].

    In set-up it is 0: who has placed more by now is no better off.
    """
    if game.turn == 0:
        return 0.0
    feature_values = np.empty(COUNT)
    features(world, game, team, feature_values)
    total = 0.0
    for i in range(COUNT):
        total += weights[i] * feature_values[i]
    return math.tanh(0.5 * total)


@rule
def features_of_rows(worlds: Records, games: Records, rows: Int64, out: Float64) -> None:
    """Write the features of team 0 in these games; out: float64 [B, COUNT]."""
    for i in range(rows.shape[0]):
        features(worlds[0], games[rows[i]], 0, out[rows[i]])
