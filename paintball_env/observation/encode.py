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
    USED,
    Game,
    World,
)
from paintball_env.rules.terrain import BASE, BUNKER
from tabletop.base.arrays import Float32, Int16, Int64
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.encodings import row_fields
from tabletop.game.header import Record, record

_SIDES, _ATTENDS = _at(GAME, "own score"), _at(GAME, "own M attends")
_ACTOR, _ASKED, _CARRIES, _ATTENDED = (_at(FIGURE, name) for name in ("actor", "asked", "own flag", "attended"))
_HEX_FLAG, _HEX_SOFT, _HEX_HARD, _HEX_SMOKE, _HEX_PLACE = (
    _at(HEX, name) for name in ("own flag", "soft", "hard", "smoke", "place")
)
_GAME, _SHOT, _FIGURE, _HEXES, _TERRAIN = (len(table) for table in (GAME, SHOT, FIGURE, HEX, TERRAIN))
_GAME_ROW = record(*row_fields(GAME[:_SIDES], "phase", "decision", "kind", "ended"))
_SIDE_ROW, _FIGURE_ROW = record(*row_fields(SIDE)), record(*row_fields(FIGURE))

# Arrays: compiled code looks an index up in an array, and branches for each in a tuple.
COSINE = np.array([1.0, 0.5, -0.5, -1.0, -0.5, 0.5])
SINE = np.array([0.0, 0.75**0.5, 0.75**0.5, 0.0, -(0.75**0.5), -(0.75**0.5)])


@jitable
def vector_size(figures: int, hexes: int) -> int:
    """D, the length of the `vector` encoding."""
    return _GAME + SHOTS * (_SHOT + figures) + 2 * figures * (_FIGURE + hexes) + _HEXES * hexes


@rule
def observe(world: World, game: Game, team: int, out: Float32) -> None:
    """Write the `vector` of a position as `team` sees it.

    Args:
      world: rules and board.
      game: the position, over or waiting for a decision.
      team: who looks, 0 or 1, deciding or not.
      out: float32 [D], overwritten.
    """
    rules, board = world.rules, world.board
    figures, hexes = int(rules.figures), int(board.hexes)
    out[:] = 0.0
    observe_game(rules, game, team, out)
    at_figures, at_hexes = _GAME + SHOTS * (_SHOT + figures), out.shape[0] - _HEXES * hexes
    shots = out[_GAME:at_figures].reshape(SHOTS, _SHOT + figures)
    for number in range(SHOTS):
        if game.shot[number] != NONE:  # always at the actor's enemies: the number says it all
            shots[number, 0] = game.taken[number]
            shots[number, _SHOT + game.shot[number] % STRIDE] = 1.0

    rows = out[at_figures:at_hexes].reshape(2 * figures, _FIGURE + hexes)
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
            numbers = rows[side * figures + number]
            numbers[_FIGURE + turned_hex(team, hexes, figure.hex)] = 1.0
            row = numbers[:_FIGURE].view(_FIGURE_ROW)[0]
            row.on_board = 1.0
            row.from_own_base = min(1.0, scale * board.steps[figure.hex, own_home])
            row.from_enemy_base = min(1.0, scale * board.steps[figure.hex, enemy_home])
            facing = turned_direction(team, figure.facing)
            row.facing_x, row.facing_y = COSINE[facing], SINE[facing]
            row.points = per_point * figure.points
            row.moved = per_move * figure.moved
            row.used = int(figure.activation >= USED)
            row.finished = int(figure.activation == FINISHED)
            for state in literal_unroll(BINARY):
                row[state] = figure[state]
            row.empty, row.jammed = int(figure.gun == EMPTY), int(figure.gun == JAMMED)
            row.smoke = min(1.0, per_grenade * figure.smoke)
            row.paint = min(1.0, per_grenade * figure.paint)
    if game.actor != NONE:
        rows[row_of(game.actor, team, figures), _ACTOR] = 1.0
    if game.asked != NONE:
        rows[row_of(game.asked, team, figures), _ASKED] = 1.0

    places = out[at_hexes:].reshape(_HEXES, hexes)
    for number in range(MARSHALS):
        marshal = game.marshal[number]
        own = number ^ team if number < 2 else number
        if marshal.attends != NONE:
            rows[row_of(marshal.attends, team, figures), _ATTENDED] = 0.25 * (own + 1)
        if marshal.hex != NONE:
            place = turned_hex(team, hexes, marshal.hex)
            if number < 2:
                places[own, place] = 1.0
            else:
                places[2, place] += (number - 1) / 3.0
    shared = is_shared(rules.objective)
    for number in range(2):
        flag = game.flag[number]
        own = number if shared else number ^ team
        if flag.carrier != NONE:
            rows[row_of(flag.carrier, team, figures), _CARRIES + own] = 1.0
        if flag.hex != NONE:
            places[_HEX_FLAG + own, turned_hex(team, hexes, flag.hex)] = 1.0
    if game.place != NONE:
        places[_HEX_PLACE, turned_hex(team, hexes, game.place)] = 1.0
    _observe_cover(game, team, hexes, places[_HEX_SOFT], places[_HEX_HARD : _HEX_HARD + 3], places[_HEX_SMOKE])


@rule(inline=True)
def _observe_cover(game: Game, team: int, hexes: int, soft: Float32, hard: Float32, smoke: Float32) -> None:
    """Write the features of hexes that cover and smoke have; `hard`: rows of hard, its x, its y."""
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
                hard[0, place], hard[1, place], hard[2, place] = 1.0, COSINE[facing], SINE[facing]


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
    row, figures = out[:_SIDES].view(_GAME_ROW)[0], rules.figures
    row.turn = min(1.0, game.turn / rules.max_turns)
    row.turns_left = max(0.0, 1.0 - game.turn / rules.max_turns)
    if game.phase > 0:
        row.phase[game.phase - 1] = 1.0
    row.acting, row.second = int(game.acting == team), int(game.second == team)
    if game.decision == OVER:
        row.over = 1.0
        if game.ending > 0:
            row.ended[game.ending - 1] = 1.0
        row.won, row.lost = int(game.winner == team), int(game.winner == 1 - team)
    else:
        row.decision[game.decision - 1] = 1.0
        row.mine = int(game.decider == team)
        row.theirs = 1.0 - row.mine
    if game.kind != NO_KIND:
        row.kind[game.kind - 1] = 1.0
    if game.count > 0:
        experts = _most(rules.expert_dice, rules.extra_experts)
        grenades = _most(rules.grenade_dice, rules.extra_grenades)
        row.count = min(1.0, game.count / max(max(SHOTS, figures), max(experts, grenades)))
    sides = out[_SIDES:_ATTENDS].view(_SIDE_ROW)
    for side in range(2):
        own, row_of_side = game.side[team ^ side], sides[side]
        row_of_side.score = own.score / (6.0 * rules.command_dice)
        row_of_side.used = own.used / figures
        row_of_side.uses_left = max(0.0, min(left_to_use(game, team ^ side), figures - own.used) / figures)
        row_of_side.losses = game.losses[team ^ side] / figures
        row_of_side.soft_left = own.soft / max(1, rules.soft_pieces)
        row_of_side.hard_left = own.hard / max(1, rules.hard_pieces)
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
    _expand(world, team, cells[team], vector, out)


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
        _expand(world, teams[row], cells[teams[row]], vectors[row], out[row])


@rule
def _expand(world: World, team: int, cells: Int16, vector: Float32, out: Float32) -> None:
    """Write the planes of a `vector`; `cells` are those of the own-side hexes."""
    board, hexes, rows = world.board, int(world.board.hexes), 2 * int(world.rules.figures)
    at_figures, at_hexes = _GAME + SHOTS * (_SHOT + rows // 2), vector.shape[0] - _HEXES * hexes
    count = _TERRAIN + _HEXES + rows * _FIGURE + at_figures
    planes = out.reshape(count, out.shape[0] // count)
    planes[:] = 0.0
    for own in range(hexes):
        index, cell = turned_hex(team, hexes, own), cells[own]
        terrain = board.terrain[index]
        planes[0, cell] = 1.0
        if terrain == BASE:
            planes[1 if board.home[team] == index else 2, cell] = 1.0
        elif terrain >= BUNKER:
            planes[3 + terrain - BUNKER, cell] = 1.0
        for row in range(_HEXES):
            planes[_TERRAIN + row, cell] = vector[at_hexes + row * hexes + own]
    width, first = _FIGURE + hexes, _TERRAIN + _HEXES
    for row in range(rows):
        figure = vector[at_figures + row * width :][:width]
        start, end = 0, hexes  # of a figure without a hex: on all
        for place in range(hexes):
            if figure[_FIGURE + place] != 0.0:
                start, end = place, place + 1
                break
        _draw(figure[:_FIGURE], cells[start:end], planes[first + row * _FIGURE :])
    _draw(vector[:at_figures], cells, planes[first + rows * _FIGURE :])


@rule(inline=True)
def _draw(values: Float32, cells: Int16, planes: Float32) -> None:
    """Write values, a plane each, to these cells of planes that are 0."""
    for number in range(values.shape[0]):
        if values[number] != 0.0:
            for cell in cells:
                planes[number, cell] = values[number]
