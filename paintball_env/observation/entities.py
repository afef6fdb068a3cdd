"""The encoding `entities`: figures, Marshals, flags and hexes as rows of features, and relations between them.

Its size is that of a size class, not of the scenario: F' figures a side and H' hexes, the same for every scenario that
fits into them, so that one network can play them all.  Terrain and the rules' numbers are in it.  One array float32 of
the parts

    game [G + R]                 the table's GAME and RULE
    figures [2 F', ...]          FIGURE_ROW: own figures by number, then from row F' the enemies
    marshals [4, ...]            MARSHAL_ROW: mine, the enemy's, those of no team
    flags [2, ...]               FLAG_ROW: mine (or the only one), the enemy's
    hexes [H', ...]              HEX_ROW: counted from the own side
    relations [2 F', 2 F', ...]  RELATION
    reach [2 F', H', ...]        REACH

Rows that the scenario doesn't fill are 0.  All that the `vector` holds is in it.
"""

import numpy as np

from paintball_env.cached_chances import KNOWN, arrives_leaving, falls_in, know
from paintball_env.observation.encode import observe, vector_size
from paintball_env.observation.features import FIGURE, GAME, RULE, SHOT
from paintball_env.observation.features import index_of as _at
from paintball_env.observation.of_game import observe_rules, row_of
from paintball_env.observation.table import FIGURE_ROW, FLAG_ROW, HEX, HEX_ROW, MARSHAL_ROW, REACH, RELATION, TERRAIN
from paintball_env.rules.figures import figure_of
from paintball_env.rules.flags import goal_of, is_shared, place_of, prize_of
from paintball_env.rules.ground import sees
from paintball_env.rules.numbering import turned_direction, turned_hex
from paintball_env.rules.sight import aim_of_die
from paintball_env.rules.state import FLAGS, MARSHALS, NONE, SHOOT, SHOTS, STRIDE, Game, World
from paintball_env.rules.terrain import BASE
from tabletop.base.arrays import Float32, Int16
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record

REACH_OF_ALL = 16.0  # hexes that distances and coordinates are divided by, the same on every board

_GAME, _RULE, _SHOT, _FIGURE, _HEX, _TERRAIN = (len(table) for table in (GAME, RULE, SHOT, FIGURE, HEX, TERRAIN))
_WIDTHS = tuple(len(table) for table in (FIGURE_ROW, MARSHAL_ROW, FLAG_ROW, HEX_ROW, RELATION, REACH))
_FIGURES, _MARSHALS, _FLAGS, _HEXES, _RELATIONS, _REACH = _WIDTHS
_FIRST = _GAME + _RULE  # where the rows of figures begin
_BOARD, _LISTED, _OF_HEX, _FALLS, _SHOTS = (
    _at(FIGURE_ROW, name) for name in ("on board", "listed", "row of hex", "falls", "shot 1")
)
_MARSHAL_HEX, _ATTENDED = _at(MARSHAL_ROW, "row of hex"), _at(MARSHAL_ROW, "row of figure")
_FLAG_HEX, _CARRIER, _PRIZE = _at(FLAG_ROW, "row of hex"), _at(FLAG_ROW, "row of figure"), _at(FLAG_ROW, "prize")
_HEX_X, _FROM_OWN, _GOAL, _NEIGHBOURS = (_at(HEX_ROW, name) for name in ("x", "from own base", "goal", "row E"))


@rule
def observe_entities(world: World, game: Game, team: int, cells: Int16, out: Float32) -> None:
    """Write the `entities` of a position as `team` sees it.

    Args:
      world: rules and board.
      game: the position.
      team: who looks, 0 or 1.
      cells: int16 [5, k]: in row 0, from the second on, F' and H'; then for each team by own-side hex the coordinates x
        and y, in quarters of a hex and halves of a row (`Encoding`).
      out: float32, overwritten.
    """
    figures, hexes = int(world.rules.figures), int(world.board.hexes)
    most_figures, most_hexes = int(cells[0, 1]), int(cells[0, 2])
    vector, known = np.empty(vector_size(figures, hexes), np.float32), np.empty(1, KNOWN)
    observe(world, game, team, vector)
    know(world, game, known[0])
    out[:] = 0.0
    for k in range(_GAME):
        out[k] = vector[k]
    observe_rules(world.rules, team, out[_GAME : _GAME + _RULE])
    pieces = _FIRST + 2 * most_figures * _FIGURES
    of_hexes = pieces + MARSHALS * _MARSHALS + FLAGS * _FLAGS
    relations = of_hexes + most_hexes * _HEXES
    reach = relations + 4 * most_figures * most_figures * _RELATIONS
    _observe_figures(world, game, team, cells, vector, known[0], out)
    _observe_pieces(world, game, team, cells, pieces, out)
    _observe_hexes(world, team, cells, vector, of_hexes, out)
    for side in range(2):
        for number in range(world.rules.team_size[side ^ team]):
            if game.figure[side ^ team, number].hex != NONE:
                row = side * most_figures + number
                _observe_relations(
                    world,
                    game,
                    team,
                    STRIDE * (side ^ team) + number,
                    most_figures,
                    relations + 2 * row * most_figures * _RELATIONS,
                    reach + row * most_hexes * _REACH,
                    known[0],
                    out,
                )


@rule(inline=True)
def _place(hexes: int, team: int, place: int, cells: Int16, row: int, out: Float32) -> None:
    """Write the row of a hex, and its coordinates."""
    own = turned_hex(team, hexes, place)
    out[row] = (own + 1) / cells[0, 2]
    out[row + 1] = _x(cells, team, own)
    out[row + 2] = _y(cells, team, own)


@rule(inline=True)
def _x(cells: Int16, team: int, own: int) -> float:
    return max(-1.0, min(1.0, cells[1 + 2 * team, own] / (4.0 * REACH_OF_ALL)))


@rule(inline=True)
def _y(cells: Int16, team: int, own: int) -> float:
    return max(-1.0, min(1.0, cells[2 + 2 * team, own] * (0.75**0.5 / (2.0 * REACH_OF_ALL))))


@rule
def _observe_figures(
    world: World, game: Game, team: int, cells: Int16, vector: Float32, known: Record, out: Float32
) -> None:
    figures, hexes = int(world.rules.figures), int(world.board.hexes)
    most_figures = int(cells[0, 1])
    first, width = _GAME + SHOTS * (_SHOT + figures), _FIGURE + hexes
    for side in range(2):
        for number in range(world.rules.team_size[side ^ team]):
            row = _FIRST + (side * most_figures + number) * _FIGURES
            start = first + (side * figures + number) * width
            for k in range(_FIGURE):
                out[row + k] = vector[start + k]
            out[row + _LISTED] = 1.0
            place = game.figure[side ^ team, number].hex
            if place != NONE:
                _place(hexes, team, place, cells, row + _OF_HEX, out)
                out[row + _FALLS] = falls_in(world, game, place, known)
    for number in range(SHOTS):
        target = game.shot[number]
        if target != NONE:
            row = _FIRST + row_of(target, team, most_figures) * _FIGURES
            out[row + _SHOTS + number] = 1.0 if game.taken[number] == 1 else 0.5


@rule
def _observe_pieces(world: World, game: Game, team: int, cells: Int16, start: int, out: Float32) -> None:
    hexes, most_figures = int(world.board.hexes), int(cells[0, 1])
    for number in range(MARSHALS):
        marshal = game.marshal[number]
        own = number ^ team if number < 2 else number
        row = start + own * _MARSHALS
        if marshal.attends != NONE:
            out[row + _ATTENDED] = _row_of(marshal.attends, team, most_figures)
        if marshal.hex != NONE:
            out[row + _BOARD] = 1.0
            if own < 2:
                out[row + 1 + own] = 1.0
            _place(hexes, team, marshal.hex, cells, row + _MARSHAL_HEX, out)
    start += MARSHALS * _MARSHALS
    for number in range(FLAGS):
        own = number if is_shared(world.rules.objective) else number ^ team
        row = start + own * _FLAGS
        place = place_of(game, number)
        if game.flag[number].carrier != NONE:
            out[row + _CARRIER] = _row_of(game.flag[number].carrier, team, most_figures)
        if place != NONE:
            out[row] = 1.0
            out[row + 1] = own == 0
            out[row + _PRIZE] = number == prize_of(world, team)
            out[row + _PRIZE + 1] = number == prize_of(world, 1 - team)
            _place(hexes, team, place, cells, row + _FLAG_HEX, out)


@rule(inline=True)
def _row_of(figure: int, team: int, most_figures: int) -> float:
    """A figure's (row + 1) / rows."""
    return (row_of(figure, team, most_figures) + 1) / (2.0 * most_figures)


@rule
def _observe_hexes(world: World, team: int, cells: Int16, vector: Float32, start: int, out: Float32) -> None:
    board, hexes = world.board, int(world.board.hexes)
    features = vector.shape[0] - _HEX * hexes
    home, enemy_home = board.home[team], board.home[1 - team]
    for own in range(hexes):
        index = turned_hex(team, hexes, own)
        row = start + own * _HEXES
        for k in range(_HEX):
            out[row + k] = vector[features + k * hexes + own]
        out[row + _HEX] = 1.0
        terrain = board.terrain[index]
        if terrain == BASE:
            out[row + _HEX + (1 if index == home else 2)] = 1.0
        elif terrain > BASE:  # bunker, trench, hill, in the order of the table's TERRAIN
            out[row + _HEX + 1 + terrain] = 1.0
        out[row + _HEX_X] = _x(cells, team, own)
        out[row + _HEX_X + 1] = _y(cells, team, own)
        out[row + _FROM_OWN] = min(1.0, board.steps[index, home] / REACH_OF_ALL)
        out[row + _FROM_OWN + 1] = min(1.0, board.steps[index, enemy_home] / REACH_OF_ALL)
        if prize_of(world, team) != NONE:
            out[row + _GOAL] = goal_of(world, team) == index
            out[row + _GOAL + 1] = goal_of(world, 1 - team) == index
        for direction in range(6):
            place = board.neighbour[index, turned_direction(team, direction)]
            if place != NONE:
                out[row + _NEIGHBOURS + direction] = (turned_hex(team, hexes, place) + 1) / cells[0, 2]


@rule
def _observe_relations(
    world: World,
    game: Game,
    team: int,
    who: int,
    most_figures: int,
    relations: int,
    reach: int,
    known: Record,
    out: Float32,
) -> None:
    """Write the relations of a figure on the board to all figures and to all hexes, from these indices on."""
    board, hexes, figure = world.board, int(world.board.hexes), figure_of(game, who)
    start, aimed = figure.hex, aim_of_die(figure.aim, SHOOT, 0)
    for side in range(2):
        for number in range(world.rules.team_size[side ^ team]):
            goal = game.figure[side ^ team, number].hex
            if goal == NONE:
                continue
            at = relations + (side * most_figures + number) * _RELATIONS
            out[at] = min(1.0, board.distance[start, goal] / REACH_OF_ALL)
            out[at + 1] = board.line[start, goal]
            out[at + 2] = sees(world, start, figure.facing, goal)
            if side ^ team != who // STRIDE:
                chance = arrives_leaving(world, game, start, goal, aimed, NONE, known)
                out[at + 3] = chance
                out[at + 4] = chance * falls_in(world, game, goal, known)
    for own in range(hexes):
        index = turned_hex(team, hexes, own)
        out[reach + own * _REACH] = min(1.0, board.steps[start, index] / REACH_OF_ALL)
        out[reach + own * _REACH + 1] = arrives_leaving(world, game, start, index, 0, NONE, known)
