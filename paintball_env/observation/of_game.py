"""The numbers of an observation that don't depend on the ground: of the game, of its rules, of a figure."""

import numpy as np
from numba import literal_unroll

from paintball_env.chances import share
from paintball_env.observation.directions import COSINE, SINE
from paintball_env.observation.features import FIGURE, GAME, RULE_DICE, RULE_NUMBERS, SIDE
from paintball_env.observation.features import index_of as _at
from paintball_env.rules.figure_states import BINARY
from paintball_env.rules.figures import left_to_use
from paintball_env.rules.numbering import turned_direction
from paintball_env.rules.objectives import NAMES
from paintball_env.rules.state import (
    EMPTY,
    FINISHED,
    JAMMED,
    MARSHALS,
    NO_KIND,
    NONE,
    OVER,
    SHOTS,
    STRIDE,
    TEAM_NUMBERS,
    USED,
    Figure,
    Game,
)
from tabletop.base.arrays import Float32
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record

_TURN, _LEFT, _PHASE, _ACTING = _at(GAME, "turn"), _at(GAME, "turns left"), _at(GAME, "phase 1"), _at(GAME, "acting")
_SECOND, _MINE, _THEIRS = _at(GAME, "second"), _at(GAME, "mine"), _at(GAME, "theirs")
_DECISION, _KIND, _COUNT = _at(GAME, "decision piece"), _at(GAME, "kind shoot"), _at(GAME, "count")
_OVER, _WON, _LOST, _ENDED = _at(GAME, "over"), _at(GAME, "won"), _at(GAME, "lost"), _at(GAME, "ended eliminated")
_SIDE, _SIDE_WIDTH = _at(GAME, "own score"), len(SIDE)
_SOFT_LEFT, _OF_TEAMS = _at(SIDE, "soft left"), tuple(each.field for each in TEAM_NUMBERS)
_WHOLES = np.array([each.whole for each in TEAM_NUMBERS])
_ATTENDS = _at(GAME, "own M attends")
_BOARD, _FROM_OWN, _FROM_ENEMY = _at(FIGURE, "on board"), _at(FIGURE, "from own base"), _at(FIGURE, "from enemy base")
_FACING_X, _FACING_Y, _POINTS = _at(FIGURE, "facing x"), _at(FIGURE, "facing y"), _at(FIGURE, "points")
_MOVED, _USED, _FINISHED = _at(FIGURE, "moved"), _at(FIGURE, "used"), _at(FIGURE, "finished")
_EMPTY, _JAMMED, _SMOKE, _PAINT = (_at(FIGURE, name) for name in ("empty", "jammed", "smoke", "paint"))
_BINARY = np.array([_at(FIGURE, name) for name in BINARY])
# RULE: the rules' numbers by name with what they are divided by, then dice by name with the class that is counted.
_NUMBER_NAMES, _DICE_NAMES = (tuple(name for name, _ in table) for table in (RULE_NUMBERS, RULE_DICE))
_LARGEST = np.array([largest for _, largest in RULE_NUMBERS], np.float64)
_DICE_CLASSES = np.array([dice_class for _, dice_class in RULE_DICE])
_OBJECTIVE, _OBJECTIVES = len(RULE_NUMBERS) + len(RULE_DICE), len(NAMES)


@rule(inline=True)
def row_of(figure: int, team: int, figures: int) -> int:
    """Where a figure (id) stands among the rows of figures, seen by `team`."""
    return ((figure // STRIDE) ^ team) * figures + figure % STRIDE


@rule
def most(counts: int, extra: int) -> int:
    """The most that one of EX1's and GR1's dice (a digit a face) can give, plus the scenario's addition."""
    largest = 1
    while counts > 0:
        largest = max(largest, counts % 10)
        counts //= 10
    return largest + extra


@rule
def observe_game(rules: Record, game: Game, team: int, out: Float32) -> None:
    """Write the features of the game itself, the table's GAME, to an array of zeros."""
    out[_TURN] = min(1.0, game.turn / rules.max_turns)
    out[_LEFT] = max(0.0, 1.0 - game.turn / rules.max_turns)
    if game.phase > 0:
        out[_PHASE + game.phase - 1] = 1.0
    if game.acting == team:
        out[_ACTING] = 1.0
    if game.second == team:
        out[_SECOND] = 1.0
    if game.decision == OVER:
        out[_OVER] = 1.0
        if game.ending > 0:
            out[_ENDED + game.ending - 1] = 1.0
        if game.winner == team:
            out[_WON] = 1.0
        elif game.winner == 1 - team:
            out[_LOST] = 1.0
    else:
        out[_DECISION + game.decision - 1] = 1.0
        out[_MINE if game.decider == team else _THEIRS] = 1.0
    if game.kind != NO_KIND:
        out[_KIND + game.kind - 1] = 1.0
    figures = rules.figures
    if game.count > 0:
        experts = most(rules.expert_dice, rules.extra_experts)
        grenades = most(rules.grenade_dice, rules.extra_grenades)
        out[_COUNT] = min(1.0, game.count / max(max(SHOTS, figures), max(experts, grenades)))
    for side in range(2):
        own = game.side[team ^ side]
        row = _SIDE + side * _SIDE_WIDTH
        left = min(left_to_use(game, team ^ side), figures - own.used)
        out[row] = own.score / (6.0 * rules.command_dice)
        out[row + 1] = own.used / figures
        out[row + 2] = max(0.0, left / figures)
        out[row + _SOFT_LEFT] = own.soft / max(1, rules.soft_pieces)
        out[row + _SOFT_LEFT + 1] = own.hard / max(1, rules.hard_pieces)
        k = 0
        for field in literal_unroll(_OF_TEAMS):
            out[row + 3 + k] = min(1.0, game[field][team ^ side] / (_WHOLES[k] or figures))
            k += 1  # noqa: SIM113 - Numba unrolls no enumerate
    for number in range(MARSHALS):
        if game.marshal[number].attends != NONE:
            out[_ATTENDS + (number ^ team if number < 2 else number)] = 1.0


@rule
def observe_rules(rules: Record, team: int, out: Float32) -> None:
    """Write the table's RULE, the numbers of the rules as `team` sees them; out: float32 [R]."""
    k = 0
    for name in literal_unroll(_NUMBER_NAMES):
        out[k] = min(1.0, rules[name] / _LARGEST[k])
        k += 1
    for name in literal_unroll(_DICE_NAMES):
        out[k] = share(rules[name], _DICE_CLASSES[k - _LARGEST.shape[0]])
        k += 1
    for objective in range(_OBJECTIVES):
        out[_OBJECTIVE + objective] = int(rules.objective == objective)
    out[_OBJECTIVE + _OBJECTIVES] = rules.team_size[team] / STRIDE
    out[_OBJECTIVE + _OBJECTIVES + 1] = rules.team_size[1 - team] / STRIDE


@rule(inline=True)
def observe_figure(rules: Record, figure: Figure, team: int, own: float, enemy: float, row: Float32) -> None:
    """Write the features of a figure on the board, the table's FIGURE, to zeros; what is pending is left out.

    Args:
      rules: the rules.
      figure: the figure.
      team: who looks.
      own: the way from the viewer's base, as a share of that between the bases.
      enemy: the same from the enemy's base.
      row: float32 [FIGURE or more].
    """
    row[_BOARD] = 1.0
    row[_FROM_OWN] = min(1.0, own)
    row[_FROM_ENEMY] = min(1.0, enemy)
    facing = turned_direction(team, figure.facing)
    row[_FACING_X] = COSINE[facing]
    row[_FACING_Y] = SINE[facing]
    row[_POINTS] = 1.0 / max(rules.points, rules.expert_points) * figure.points
    row[_MOVED] = 1.0 / max(rules.max_moves, 1) * figure.moved
    if figure.activation >= USED:
        row[_USED] = 1.0
        if figure.activation == FINISHED:
            row[_FINISHED] = 1.0
    k = 0
    for state in literal_unroll(BINARY):
        row[_BINARY[k]] = figure[state]
        k += 1  # noqa: SIM113 - Numba unrolls no enumerate
    if figure.gun == EMPTY:
        row[_EMPTY] = 1.0
    elif figure.gun == JAMMED:
        row[_JAMMED] = 1.0
    per_grenade = 1.0 / most(rules.grenade_dice, rules.extra_grenades) if rules.grenades != 0 else 1.0
    row[_SMOKE] = min(1.0, per_grenade * figure.smoke)
    row[_PAINT] = min(1.0, per_grenade * figure.paint)
