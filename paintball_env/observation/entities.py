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
from numba import literal_unroll

from paintball_env.cached_chances import KNOWN, arrives_leaving, falls_in, know
from paintball_env.chances import share
from paintball_env.observation.encode import observe, row_of, vector_size
from paintball_env.observation.table import (
    FIGURE,
    FIGURE_ROW,
    FLAG_ROW,
    GAME,
    HEX,
    HEX_ROW,
    MARSHAL_ROW,
    REACH,
    RELATION,
    RULE,
    RULE_DICE,
    RULE_NUMBERS,
    SHOT,
    TERRAIN,
)
from paintball_env.observation.table import index_of as _at
from paintball_env.rules.figures import figure_of
from paintball_env.rules.flags import goal_of, is_shared, place_of, prize_of
from paintball_env.rules.numbering import turned_direction, turned_hex
from paintball_env.rules.objectives import NAMES
from paintball_env.rules.sight import aim_of_die, sees
from paintball_env.rules.state import FLAGS, MARSHALS, NONE, SHOOT, SHOTS, STRIDE, Game, World
from paintball_env.rules.terrain import BASE
from tabletop.base.arrays import Float32, Int16, Records
from tabletop.compiled.compiling import rule
from tabletop.game.encodings import row_fields
from tabletop.game.header import Record, record

REACH_OF_ALL = 16.0  # hexes that distances and coordinates are divided by, the same on every board

_GAME, _RULE, _SHOT, _FIGURE, _HEX, _TERRAIN = (len(table) for table in (GAME, RULE, SHOT, FIGURE, HEX, TERRAIN))
_WIDTHS = tuple(len(table) for table in (FIGURE_ROW, MARSHAL_ROW, FLAG_ROW, HEX_ROW, RELATION, REACH))
_FIGURES, _MARSHALS, _FLAGS, _HEXES, _RELATIONS, _REACH = _WIDTHS
_SHOTS, _BASES, _NEIGHBOURS = _at(FIGURE_ROW, "shot 1"), _at(HEX_ROW, "board"), _at(HEX_ROW, "row E")
_OF_FIGURE, _OF_MARSHAL, _OF_FLAG, _OF_HEX, _OF_RELATION = (
    record(*row_fields(table)) for table in (FIGURE_ROW, MARSHAL_ROW, FLAG_ROW, HEX_ROW, RELATION)
)
# RULE: the rules' numbers by name with what they are divided by, then dice by name with the class that is counted.
_NUMBER_NAMES, _DICE_NAMES = (tuple(name for name, _ in table) for table in (RULE_NUMBERS, RULE_DICE))
_LARGEST = np.array([largest for _, largest in RULE_NUMBERS], np.float64)
_DICE_CLASSES = np.array([dice_class for _, dice_class in RULE_DICE])
_OBJECTIVE, _OBJECTIVES = len(RULE_NUMBERS) + len(RULE_DICE), len(NAMES)


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
    rows, most_hexes = 2 * int(cells[0, 1]), int(cells[0, 2])
    vector, known = np.empty(vector_size(figures, hexes), np.float32), np.empty(1, KNOWN)
    observe(world, game, team, vector)
    know(world, game, known[0])
    out[:] = 0.0
    out[:_GAME] = vector[:_GAME]
    observe_rules(world.rules, team, out[_GAME : _GAME + _RULE])
    at_figures = _GAME + _RULE
    at_marshals = at_figures + rows * _FIGURES
    at_flags = at_marshals + MARSHALS * _MARSHALS
    at_hexes = at_flags + FLAGS * _FLAGS
    at_relations = at_hexes + most_hexes * _HEXES
    at_reach = at_relations + rows * rows * _RELATIONS
    figure_rows = out[at_figures:at_marshals].reshape(rows, _FIGURES)
    _observe_figures(world, game, team, cells, vector, known[0], figure_rows)
    _observe_marshals(world, game, team, cells, out[at_marshals:at_flags].view(_OF_MARSHAL))
    _observe_flags(world, game, team, cells, out[at_flags:at_hexes].view(_OF_FLAG))
    _observe_hexes(world, team, cells, vector, out[at_hexes:at_relations].reshape(most_hexes, _HEXES))
    relations = out[at_relations:at_reach].reshape(rows, rows * _RELATIONS)
    reach = out[at_reach:].reshape(rows, most_hexes, _REACH)
    for side in range(2):
        for number in range(world.rules.team_size[side ^ team]):
            if game.figure[side ^ team, number].hex != NONE:
                row, who = side * (rows // 2) + number, STRIDE * (side ^ team) + number
                _observe_relations(world, game, team, who, known[0], relations[row].view(_OF_RELATION), reach[row])


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
def _place(hexes: int, team: int, place: int, cells: Int16, row: Record) -> None:
    """Write the row of a hex, and its coordinates."""
    own = turned_hex(team, hexes, place)
    row.row_of_hex = (own + 1) / cells[0, 2]
    row.x, row.y = _x(cells, team, own), _y(cells, team, own)


@rule(inline=True)
def _x(cells: Int16, team: int, own: int) -> float:
    return max(-1.0, min(1.0, cells[1 + 2 * team, own] / (4.0 * REACH_OF_ALL)))


@rule(inline=True)
def _y(cells: Int16, team: int, own: int) -> float:
    return max(-1.0, min(1.0, cells[2 + 2 * team, own] * (0.75**0.5 / (2.0 * REACH_OF_ALL))))


@rule
def _observe_figures(
    world: World, game: Game, team: int, cells: Int16, vector: Float32, known: Record, rows: Float32
) -> None:
    figures, hexes, most_figures = int(world.rules.figures), int(world.board.hexes), int(cells[0, 1])
    first, width = _GAME + SHOTS * (_SHOT + figures), _FIGURE + hexes
    for side in range(2):
        for number in range(world.rules.team_size[side ^ team]):
            numbers = rows[side * most_figures + number]
            start = first + (side * figures + number) * width
            numbers[:_FIGURE] = vector[start : start + _FIGURE]
            row, place = numbers.view(_OF_FIGURE)[0], game.figure[side ^ team, number].hex
            row.listed = 1.0
            if place != NONE:
                _place(hexes, team, place, cells, row)
                row.falls = falls_in(world, game, place, known)
    for number in range(SHOTS):
        target = game.shot[number]
        if target != NONE:
            rows[row_of(target, team, most_figures), _SHOTS + number] = 1.0 if game.taken[number] == 1 else 0.5


@rule
def _observe_marshals(world: World, game: Game, team: int, cells: Int16, rows: Records) -> None:
    for number in range(MARSHALS):
        marshal = game.marshal[number]
        own = number ^ team if number < 2 else number
        row = rows[own]
        if marshal.attends != NONE:
            row.row_of_figure = _row_of(marshal.attends, team, cells)
        if marshal.hex != NONE:
            row.on_board = 1.0
            row.own, row.enemy = int(own == 0), int(own == 1)
            _place(int(world.board.hexes), team, marshal.hex, cells, row)


@rule
def _observe_flags(world: World, game: Game, team: int, cells: Int16, rows: Records) -> None:
    for number in range(FLAGS):
        own = number if is_shared(world.rules.objective) else number ^ team
        row, place = rows[own], place_of(game, number)
        if game.flag[number].carrier != NONE:
            row.row_of_figure = _row_of(game.flag[number].carrier, team, cells)
        if place != NONE:
            row.on_board, row.own = 1.0, int(own == 0)
            row.prize = int(number == prize_of(world, team))
            row.their_prize = int(number == prize_of(world, 1 - team))
            _place(int(world.board.hexes), team, place, cells, row)


@rule(inline=True)
def _row_of(figure: int, team: int, cells: Int16) -> float:
    """A figure's (row + 1) / rows."""
    return (row_of(figure, team, int(cells[0, 1])) + 1) / (2.0 * cells[0, 1])


@rule
def _observe_hexes(world: World, team: int, cells: Int16, vector: Float32, rows: Float32) -> None:
    board, hexes = world.board, int(world.board.hexes)
    features = vector[vector.shape[0] - _HEX * hexes :].reshape(_HEX, hexes)
    home, enemy_home = board.home[team], board.home[1 - team]
    for own in range(hexes):
        index, numbers = turned_hex(team, hexes, own), rows[own]
        for k in range(_HEX):
            numbers[k] = features[k, own]
        terrain = board.terrain[index]
        if terrain == BASE:
            numbers[_BASES + (1 if index == home else 2)] = 1.0
        elif terrain > BASE:  # bunker, trench, hill, in the order of the table's TERRAIN
            numbers[_BASES + 1 + terrain] = 1.0
        row = numbers.view(_OF_HEX)[0]
        row.board = 1.0
        row.x, row.y = _x(cells, team, own), _y(cells, team, own)
        row.from_own_base = min(1.0, board.steps[index, home] / REACH_OF_ALL)
        row.from_enemy_base = min(1.0, board.steps[index, enemy_home] / REACH_OF_ALL)
        if prize_of(world, team) != NONE:
            row.goal, row.their_goal = int(goal_of(world, team) == index), int(goal_of(world, 1 - team) == index)
        for direction in range(6):
            place = board.neighbour[index, turned_direction(team, direction)]
            if place != NONE:
                numbers[_NEIGHBOURS + direction] = (turned_hex(team, hexes, place) + 1) / cells[0, 2]


@rule
def _observe_relations(
    world: World, game: Game, team: int, who: int, known: Record, relations: Records, reach: Float32
) -> None:
    """Write the relations of a figure on the board to all figures, and to all hexes: `reach`, [H', k]."""
    board, hexes, figure = world.board, int(world.board.hexes), figure_of(game, who)
    start, aimed = figure.hex, aim_of_die(figure.aim, SHOOT, 0)
    for side in range(2):
        for number in range(world.rules.team_size[side ^ team]):
            goal = game.figure[side ^ team, number].hex
            if goal == NONE:
                continue
            row = relations[side * (relations.shape[0] // 2) + number]
            row.distance = min(1.0, board.distance[start, goal] / REACH_OF_ALL)
            row.line = board.line[start, goal]
            row.sees = int(sees(world, start, figure.facing, goal))
            if side ^ team != who // STRIDE:
                row.hits = chance = arrives_leaving(world, game, start, goal, aimed, NONE, known)
                row.puts_out = chance * falls_in(world, game, goal, known)
    for own in range(hexes):
        index = turned_hex(team, hexes, own)
        reach[own, 0] = min(1.0, board.steps[start, index] / REACH_OF_ALL)
        reach[own, 1] = arrives_leaving(world, game, start, index, 0, NONE, known)
