"""What a player sees: one named table, and the two plain encodings of a position that are made from it.

Everything is seen from the viewer's own side: own figures first, and for Blue the board turned by half (hex h is
H - 1 - h, direction d is d + 3 mod 6), as the actions are.  The game hides nothing but future dice, so the observation
holds every field of a position; two positions that differ in any field differ in both encodings, for both teams.

`vector`, float32 [D], for F figures (the larger team's) and H hexes, in this order:

    the game's features · for each of the 4 shots: its features, its target one-hot [F] · for each own figure by number,
    then each enemy: its features, its hex one-hot [H] · for each hex feature: one value a hex [H]

The one-hot hexes of the figures are the price of exactness: actions name figures, so a network has to know where each
one stands, and distances and lines are no linear function of coordinates.
Counts of figures a hex are left out, as a first layer can add up the one-hots.  Terrain is left out: within a scenario
it never changes.

`planes`, float32 [P, rows, columns] over the axial grid of the board: the same numbers, a plane each.  A hex feature
lies on its hexes, a figure's feature on the figure's hex (of a figure without a hex, on all), what belongs to the game
or a shot on all hexes; the planes of terrain come first.  Cells off the board are 0.
"""

import numpy as np
from numba import literal_unroll

from paintball_env.observation.table import FIGURE, GAME, HEX, SHOT, SIDE, TERRAIN
from paintball_env.observation.table import index_of as _at
from paintball_env.rules.figure_states import BINARY
from paintball_env.rules.figures import left_to_use
from paintball_env.rules.flags import is_shared
from paintball_env.rules.numbering import turned_direction, turned_hex
from paintball_env.rules.state import (
    BLUE,
    EMPTY,
    FINISHED,
    HARD,
    JAMMED,
    MARSHALS,
    NO_KIND,
    NONE,
    OVER,
    SHOTS,
    SOFT,
    STRIDE,
    TEAM_NUMBERS,
    USED,
    Game,
    World,
)
from paintball_env.rules.terrain import BASE, BUNKER
from tabletop.base.arrays import Float32, Int16, Int64
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.header import Record

_TURN, _LEFT, _PHASE, _ACTING = _at(GAME, "turn"), _at(GAME, "turns left"), _at(GAME, "phase 1"), _at(GAME, "acting")
_SECOND, _MINE, _THEIRS = _at(GAME, "second"), _at(GAME, "mine"), _at(GAME, "theirs")
_DECISION, _KIND, _COUNT = _at(GAME, "decision piece"), _at(GAME, "kind shoot"), _at(GAME, "count")
_OVER, _WON, _LOST, _ENDED = _at(GAME, "over"), _at(GAME, "won"), _at(GAME, "lost"), _at(GAME, "ended eliminated")
_SIDE, _SIDE_WIDTH = _at(GAME, "own score"), len(SIDE)
_SOFT_LEFT, _OF_TEAMS = _at(SIDE, "soft left"), tuple(each.field for each in TEAM_NUMBERS)
_WHOLES = np.array([each.whole for each in TEAM_NUMBERS])
_ATTENDS, _GAME, _SHOT, _FIGURE = _at(GAME, "own M attends"), len(GAME), len(SHOT), len(FIGURE)
_BOARD, _FROM_OWN, _FROM_ENEMY = _at(FIGURE, "on board"), _at(FIGURE, "from own base"), _at(FIGURE, "from enemy base")
_FACING_X, _FACING_Y, _POINTS = _at(FIGURE, "facing x"), _at(FIGURE, "facing y"), _at(FIGURE, "points")
_MOVED, _USED, _FINISHED = _at(FIGURE, "moved"), _at(FIGURE, "used"), _at(FIGURE, "finished")
_EMPTY, _JAMMED, _SMOKE, _PAINT = (_at(FIGURE, name) for name in ("empty", "jammed", "smoke", "paint"))
_BINARY = np.array([_at(FIGURE, name) for name in BINARY])
_ACTOR, _ASKED, _CARRIES, _ATTENDED = (_at(FIGURE, name) for name in ("actor", "asked", "own flag", "attended"))
_HEX_FLAG, _HEX_SOFT, _HEX_HARD = _at(HEX, "own flag"), _at(HEX, "soft"), _at(HEX, "hard")
_HEX_SMOKE, _HEX_PLACE = _at(HEX, "smoke"), _at(HEX, "place")
_HEXES, _TERRAIN = len(HEX), len(TERRAIN)

# Arrays: compiled code looks an index up in an array, and branches for each in a tuple.
COSINE = np.array([1.0, 0.5, -0.5, -1.0, -0.5, 0.5])
SINE = np.array([0.0, 0.75**0.5, 0.75**0.5, 0.0, -(0.75**0.5), -(0.75**0.5)])


@jitable
def vector_size(figures: int, hexes: int) -> int:
    """D, the length of the `vector` encoding."""
    return _GAME + SHOTS * (_SHOT + figures) + 2 * figures * (_FIGURE + hexes) + _HEXES * hexes


@jitable
def plane_count(figures: int) -> int:
    """P, the number of planes of the `planes` encoding."""
    return _TERRAIN + _HEXES + 2 * figures * _FIGURE + _GAME + SHOTS * (_SHOT + figures)


@rule
def observe(world: World, game: Game, team: int, out: Float32) -> None:
    """Write the `vector` of a position as `team` sees it.

    Args:
      world: rules and board.
      game: the position, over or waiting for a decision.
      team: who looks, 0 or 1, deciding or not.
      out: float32 [D], overwritten.
    """
    rules = world.rules
    board = world.board
    figures = rules.figures
    hexes = board.hexes
    out[:] = 0.0
    observe_game(rules, game, team, out)

    at = _GAME
    for number in range(SHOTS):
        if game.shot[number] != NONE:  # always at the actor's enemies: the number says it all
            out[at] = game.taken[number]
            out[at + _SHOT + game.shot[number] % STRIDE] = 1.0
        at += _SHOT + figures

    width = _FIGURE + hexes
    own_home, enemy_home = board.home[team], board.home[1 - team]
    scale = 1.0 / max(board.steps[own_home, enemy_home], 1)
    per_point = 1.0 / max(rules.points, rules.expert_points)
    per_move = 1.0 / max(rules.max_moves, 1)
    per_grenade = 1.0 / _most(rules.grenade_dice, rules.extra_grenades) if rules.grenades != 0 else 1.0
    for side in range(2):
        for number in range(rules.team_size[team ^ side]):
            figure = game.figure[team ^ side, number]
            if figure.hex == NONE:
                continue
            first = at + (side * figures + number) * width
            row = out[first : first + width]
            row[_BOARD] = 1.0
            row[_FROM_OWN] = min(1.0, scale * board.steps[figure.hex, own_home])
            row[_FROM_ENEMY] = min(1.0, scale * board.steps[figure.hex, enemy_home])
            facing = turned_direction(team, figure.facing)
            row[_FACING_X] = COSINE[facing]
            row[_FACING_Y] = SINE[facing]
            row[_POINTS] = per_point * figure.points
            row[_MOVED] = per_move * figure.moved
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
            row[_SMOKE] = min(1.0, per_grenade * figure.smoke)
            row[_PAINT] = min(1.0, per_grenade * figure.paint)
            row[_FIGURE + turned_hex(team, hexes, figure.hex)] = 1.0
    if game.actor != NONE:
        out[at + row_of(game.actor, team, figures) * width + _ACTOR] = 1.0
    if game.asked != NONE:
        out[at + row_of(game.asked, team, figures) * width + _ASKED] = 1.0

    cells = at + 2 * figures * width
    for number in range(MARSHALS):
        marshal = game.marshal[number]
        own = number ^ team if number < 2 else number
        if marshal.attends != NONE:
            out[at + row_of(marshal.attends, team, figures) * width + _ATTENDED] = 0.25 * (own + 1)
        if marshal.hex != NONE:
            place = turned_hex(team, hexes, marshal.hex)
            if number < 2:
                out[cells + own * hexes + place] = 1.0
            else:
                out[cells + 2 * hexes + place] += (number - 1) / 3.0
    shared = is_shared(rules.objective)
    for number in range(2):
        flag = game.flag[number]
        own = number if shared else number ^ team
        if flag.carrier != NONE:
            out[at + row_of(flag.carrier, team, figures) * width + _CARRIES + own] = 1.0
        if flag.hex != NONE:
            place = turned_hex(team, hexes, flag.hex)
            out[cells + (_HEX_FLAG + own) * hexes + place] = 1.0
    if game.place != NONE:
        place = turned_hex(team, hexes, game.place)
        out[cells + _HEX_PLACE * hexes + place] = 1.0
    at_soft, at_hard, at_smoke = cells + _HEX_SOFT * hexes, cells + _HEX_HARD * hexes, cells + _HEX_SMOKE * hexes
    soft, hard, smoke = out[at_soft:][:hexes], out[at_hard:][: 3 * hexes], out[at_smoke:][:hexes]
    _observe_cover(game, team, hexes, soft, hard, smoke)


@rule(inline=True)
def _observe_cover(game: Game, team: int, hexes: int, soft: Float32, hard: Float32, smoke: Float32) -> None:
    """Write the features of hexes that cover and smoke have; `hard`: hard, its x, its y."""
    pieces = 0
    for index in range(hexes):  # without a branch and without a call, so that it takes many hexes at once
        place = hexes - 1 - index if team == BLUE else index  # `turned_hex`
        soft[place] = 1.0 if game.cover[index] == SOFT else 0.0
        smoke[place] = 1.0 if game.smoke[index] != 0 else 0.0
        pieces += 1 if game.cover[index] >= HARD else 0
    if pieces > 0:
        for index in range(hexes):
            if game.cover[index] >= HARD:
                place = turned_hex(team, hexes, index)
                facing = turned_direction(team, game.cover[index] - HARD)
                hard[place] = 1.0
                hard[hexes + place] = COSINE[facing]
                hard[2 * hexes + place] = SINE[facing]


@rule(inline=True)
def row_of(figure: int, team: int, figures: int) -> int:
    """Where a figure (id) stands among the rows of figures, seen by `team`."""
    return ((figure // STRIDE) ^ team) * figures + figure % STRIDE


@rule
def _most(counts: int, extra: int) -> int:
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
        experts = _most(rules.expert_dice, rules.extra_experts)
        grenades = _most(rules.grenade_dice, rules.extra_grenades)
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
def observe_planes(world: World, game: Game, team: int, cells: Int16, out: Float32) -> None:
    """Write the `planes` of a position as `team` sees it.

    Args:
      world: rules and board.
      game: the position.
      team: who looks, 0 or 1.
      cells: int16 [2, H]: by team, the cell of each hex counted from that team's side (`Encoding`).
      out: float32 [P * rows * columns], overwritten.
    """
    vector = np.empty(vector_size(int(world.rules.figures), int(world.board.hexes)), np.float32)
    observe(world, game, team, vector)
    _draw(world, team, cells, vector, out)


@rule
def expand_rows(world: World, teams: Int64, cells: Int16, vectors: Float32, out: Float32) -> None:
    """Write the `planes` of positions that are given as `vector`s.

    Args:
      world: rules and board.
      teams: int64 [k], who looks, 0 or 1.
      cells: as in `observe_planes`.
      vectors: float32 [k, D].
      out: float32 [k, P * rows * columns], overwritten.
    """
    for row in range(len(teams)):
        _draw(world, teams[row], cells, vectors[row], out[row])


@rule
def _draw(world: World, team: int, cells: Int16, vector: Float32, out: Float32) -> None:
    """Write the planes of a `vector`."""
    figures, hexes = int(world.rules.figures), int(world.board.hexes)
    size = out.shape[0] // plane_count(figures)
    out[:] = 0.0
    of_figures = (_TERRAIN + _HEXES) * size
    _draw_terrain(world.board, size, team, cells, out)
    at_figures = _GAME + SHOTS * (_SHOT + figures)
    width = _FIGURE + hexes
    at_hexes = at_figures + 2 * figures * width
    for row in range(_HEXES):
        for own in range(hexes):
            value = vector[at_hexes + row * hexes + own]
            if value != 0.0:
                out[(_TERRAIN + row) * size + cells[team, own]] = value
    for row in range(at_figures, at_hexes, width):
        place = NONE
        for own in range(hexes):
            if vector[row + _FIGURE + own] != 0.0:
                place = int(cells[team, own])
                break
        for number in range(row, row + _FIGURE):
            if place != NONE:
                out[of_figures + place] = vector[number]
            else:  # of a figure without a hex: on all
                _draw_all(hexes, team, cells, vector[number], of_figures, out)
            of_figures += size
    for index in range(at_figures):
        _draw_all(hexes, team, cells, vector[index], of_figures + index * size, out)


@rule
def _draw_terrain(board: Record, size: int, team: int, cells: Int16, out: Float32) -> None:
    """Write the planes of the terrain, which are 0."""
    hexes = board.hexes
    for own in range(hexes):
        index = turned_hex(team, hexes, own)
        cell = cells[team, own]
        terrain = board.terrain[index]
        out[cell] = 1.0
        if terrain == BASE:
            out[(1 if board.home[team] == index else 2) * size + cell] = 1.0
        elif terrain >= BUNKER:
            out[(3 + terrain - BUNKER) * size + cell] = 1.0


@rule(inline=True)
def _draw_all(hexes: int, team: int, cells: Int16, value: float, plane: int, out: Float32) -> None:
    """Write a plane, which begins at `plane` and is 0, that has one value on all hexes."""
    if value != 0.0:
        for own in range(hexes):
            out[plane + int(cells[team, own])] = value  # in plain Python too few bits for both
