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

from paintball_env.observation.directions import COSINE, SINE
from paintball_env.observation.features import FIGURE, GAME, SHOT
from paintball_env.observation.features import index_of as _at
from paintball_env.observation.of_game import observe_figure, observe_game, row_of
from paintball_env.observation.table import HEX, TERRAIN
from paintball_env.rules.flags import is_shared
from paintball_env.rules.numbering import turned_direction, turned_hex
from paintball_env.rules.state import (
    BLUE,
    HARD,
    MARSHALS,
    NONE,
    SHOTS,
    SOFT,
    STRIDE,
    Game,
    World,
)
from paintball_env.rules.terrain import BASE, BUNKER
from tabletop.base.arrays import Float32, Int16, Int64
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.header import Record

_GAME, _SHOT, _FIGURE = len(GAME), len(SHOT), len(FIGURE)
_ACTOR, _ASKED, _CARRIES, _ATTENDED = (_at(FIGURE, name) for name in ("actor", "asked", "own flag", "attended"))
_HEX_FLAG, _HEX_SOFT, _HEX_HARD = _at(HEX, "own flag"), _at(HEX, "soft"), _at(HEX, "hard")
_HEX_SMOKE, _HEX_PLACE = _at(HEX, "smoke"), _at(HEX, "place")
_HEXES, _TERRAIN = len(HEX), len(TERRAIN)


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
    for side in range(2):
        for number in range(rules.team_size[team ^ side]):
            figure = game.figure[team ^ side, number]
            if figure.hex == NONE:
                continue
            first = at + (side * figures + number) * width
            row = out[first : first + width]
            from_own, from_enemy = (
                scale * board.steps[figure.hex, own_home],
                scale * board.steps[figure.hex, enemy_home],
            )
            observe_figure(rules, figure, team, from_own, from_enemy, row)
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
