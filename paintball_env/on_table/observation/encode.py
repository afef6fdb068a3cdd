"""The encodings of a position on a table (`observation/table.py`), but for what is said of actions.

`vector`, float32 [D]: the game, figures, Marshals, flags, the pending places, cover and clouds, in rows; what never
changes within a scenario is left out. `entities` has rows enough for all scenarios of a size class, and adds works,
hills, the rules' numbers and how figures stand to each other.
"""

import numpy as np

from paintball_env.cached_chances import KNOWN, arrives_leaving, falls_in, know
from paintball_env.observation.features import GAME, RULE
from paintball_env.observation.features import index_of as _at
from paintball_env.observation.of_game import observe_figure, observe_game, observe_rules, row_of
from paintball_env.on_table.observation.directions import COSINE, SINE
from paintball_env.on_table.observation.table import (
    CLOUD_ROW,
    FIGURE_ROW,
    FLAG_ROW,
    HARD_ROW,
    HILL_ROW,
    MARSHAL_ROW,
    POINT_ROW,
    RELATION,
    SOFT_ROW,
    TABLE,
    WORKS_ROW,
)
from paintball_env.on_table.rules.ground import has_line, part_of, sees, squared, xy
from paintball_env.on_table.rules.numbering import turned_hex
from paintball_env.rules.figures import figure_of
from paintball_env.rules.flags import is_shared, place_of, prize_of
from paintball_env.rules.sight import aim_of_die
from paintball_env.rules.state import BLUE, FLAGS, MARSHALS, NONE, SHOOT, SHOTS, STRIDE, Game, World
from paintball_env.rules.terrain import BASE, BUNKER
from tabletop.base.arrays import Float32, Int16
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record
from tabletop.game.open_table import MOST_CORNERS

METRE = 0.001

_GAME, _RULE, _TABLE = len(GAME), len(RULE), len(TABLE)
_FIGURES, _MARSHALS, _FLAGS, _POINTS = (len(row) for row in (FIGURE_ROW, MARSHAL_ROW, FLAG_ROW, POINT_ROW))
_SOFT, _HARD, _CLOUDS, _WORKS, _HILLS = (len(row) for row in (SOFT_ROW, HARD_ROW, CLOUD_ROW, WORKS_ROW, HILL_ROW))
_RELATION = len(RELATION)
_LISTED, _X, _PART, _CHARGED, _SHOTS = (
    _at(FIGURE_ROW, name) for name in ("listed", "x", "row of works", "charged", "shot 1")
)
_ACTOR, _ASKED, _CARRIES, _ATTENDED = (_at(FIGURE_ROW, name) for name in ("actor", "asked", "own flag", "attended"))
_MARSHAL_X, _MARSHAL_ROW = _at(MARSHAL_ROW, "x"), _at(MARSHAL_ROW, "row of figure")
_FLAG_X, _FLAG_ROW, _PRIZE = _at(FLAG_ROW, "x"), _at(FLAG_ROW, "row of figure"), _at(FLAG_ROW, "prize")


@rule
def row_sizes(cells: Int16) -> int:
    """D, how many numbers the rows of the `vector` take; cells: int16 [6] (`Encoding`)."""
    figures, soft, hard, clouds = int(cells[0]), int(cells[1]), int(cells[2]), int(cells[3])
    rows = _GAME + 2 * figures * _FIGURES + MARSHALS * _MARSHALS + FLAGS * _FLAGS + 2 * _POINTS
    return rows + soft * _SOFT + hard * _HARD + clouds * _CLOUDS


@rule
def observe(world: World, game: Game, team: int, cells: Int16, out: Float32) -> None:
    """Write the `vector` of a position as `team` sees it.

    Args:
      world: rules and table.
      game: the position, over or waiting for a decision.
      team: who looks, 0 or 1, deciding or not.
      cells: int16 [6]: rows of a team's figures, of soft cover, hard cover, clouds, works, hills.
      out: float32 [D or more], overwritten.
    """
    figures, soft, hard, clouds = int(cells[0]), int(cells[1]), int(cells[2]), int(cells[3])
    out[:] = 0.0
    observe_game(world.rules, game, team, out)
    at = _GAME
    _observe_figures(world, game, team, figures, out[at:])
    at += 2 * figures * _FIGURES
    _observe_marshals(game, team, figures, out[at:])
    at += MARSHALS * _MARSHALS
    _observe_flags(world, game, team, figures, out[at:])
    at += FLAGS * _FLAGS
    _put(game.place, team, out[at:])
    _put(game.goal, team, out[at + _POINTS :])
    at += 2 * _POINTS
    _observe_places(game.soft, team, _SOFT, out[at : at + soft * _SOFT])
    at += soft * _SOFT
    _observe_places(game.hard, team, _HARD, out[at : at + hard * _HARD])
    for i in range(hard):
        if game.hard[i] != NONE:
            row = at + _own(game.hard, team, i) * _HARD
            out[row + 3], out[row + 4] = COSINE[game.heading[i]], SINE[game.heading[i]]
    at += hard * _HARD
    _observe_places(game.cloud, team, _CLOUDS, out[at : at + clouds * _CLOUDS])


@rule
def _put(place: int, team: int, row: Float32) -> None:
    """Write that something is on the board, and where; nothing of NONE."""
    if place != NONE:
        row[0] = 1.0
        _write_xy(place, team, row[1:])


@rule
def _write_xy(place: int, team: int, row: Float32) -> None:
    """Write the coordinates of a place, as `team` sees them."""
    x, y = xy(place)
    sign = -METRE if team == BLUE else METRE
    row[0], row[1] = sign * x, sign * y


@rule
def _own(places: tuple[int, ...], team: int, index: int) -> int:
    """The own-side number of a thing, of those that are there."""
    count = len(places)
    while count > 0 and places[count - 1] == NONE:
        count -= 1
    return turned_hex(team, count, index)


@rule
def _observe_places(places: tuple[int, ...], team: int, width: int, out: Float32) -> None:
    """Write rows of things, in the order of the own side."""
    for i in range(out.shape[0] // width):
        if places[i] != NONE:
            _put(places[i], team, out[_own(places, team, i) * width :])


@rule
def _observe_figures(world: World, game: Game, team: int, most: int, out: Float32) -> None:
    rules = world.rules
    own_home, enemy_home = world.board.home[team], world.board.home[1 - team]
    scale = 1.0 / max(squared(own_home, enemy_home), 1) ** 0.5
    for side in range(2):
        for number in range(rules.team_size[team ^ side]):
            row = out[(side * most + number) * _FIGURES :]
            row[_LISTED] = 1.0
            figure = game.figure[team ^ side, number]
            if figure.hex == NONE:
                continue
            from_own, from_enemy = squared(figure.hex, own_home) ** 0.5, squared(figure.hex, enemy_home) ** 0.5
            observe_figure(rules, figure, team, scale * from_own, scale * from_enemy, row)
            _write_xy(figure.hex, team, row[_X:])
            part = part_of(figure.hex)
            if part != NONE:
                row[_PART] = (turned_hex(team, int(world.board.parts), part) + 1) / world.board.parts
            if team ^ side != game.acting:
                row[_CHARGED] = (game.group >> number) & 1
    if game.actor != NONE:
        out[row_of(game.actor, team, most) * _FIGURES + _ACTOR] = 1.0
    if game.asked != NONE:
        out[row_of(game.asked, team, most) * _FIGURES + _ASKED] = 1.0
    for i in range(SHOTS):
        if game.shot[i] != NONE:
            out[row_of(game.shot[i], team, most) * _FIGURES + _SHOTS + i] = 1.0 if game.taken[i] == 1 else 0.5
    for index in range(MARSHALS):
        if game.marshal[index].attends != NONE:
            own = index ^ team if index < 2 else index
            out[row_of(game.marshal[index].attends, team, most) * _FIGURES + _ATTENDED] = 0.25 * (own + 1)
    for index in range(FLAGS):
        if game.flag[index].carrier != NONE:
            own = index if is_shared(rules.objective) else index ^ team
            out[row_of(game.flag[index].carrier, team, most) * _FIGURES + _CARRIES + own] = 1.0


@rule
def _observe_marshals(game: Game, team: int, most: int, out: Float32) -> None:
    for index in range(MARSHALS):
        marshal = game.marshal[index]
        own = index ^ team if index < 2 else index
        row = out[own * _MARSHALS :]
        if marshal.hex != NONE:
            row[0] = 1.0
            if own < 2:
                row[1 + own] = 1.0
            _write_xy(marshal.hex, team, row[_MARSHAL_X:])
        if marshal.attends != NONE:
            row[_MARSHAL_ROW] = (row_of(marshal.attends, team, most) + 1) / (2.0 * most)


@rule
def _observe_flags(world: World, game: Game, team: int, most: int, out: Float32) -> None:
    for index in range(FLAGS):
        own = index if is_shared(world.rules.objective) else index ^ team
        row, place = out[own * _FLAGS :], place_of(game, index)
        if place != NONE:
            row[0] = 1.0
            row[1] = own == 0
            row[_PRIZE] = index == prize_of(world, team)
            row[_PRIZE + 1] = index == prize_of(world, 1 - team)
            _write_xy(place, team, row[_FLAG_X:])
        if game.flag[index].carrier != NONE:
            row[_FLAG_ROW] = (row_of(game.flag[index].carrier, team, most) + 1) / (2.0 * most)


@rule
def observe_entities(world: World, game: Game, team: int, cells: Int16, out: Float32) -> None:
    """Write the `entities` of a position as `team` sees it; arguments as of `observe`."""
    observe(world, game, team, cells, out)
    at = row_sizes(cells)
    _observe_works(world, team, out[at:])
    at += int(cells[4]) * _WORKS
    _observe_hills(world, team, out[at:])
    at += int(cells[5]) * _HILLS
    observe_rules(world.rules, team, out[at : at + _RULE])
    at += _RULE
    board = world.board
    out[at], out[at + 1] = METRE * board.length, METRE * board.width
    out[at + 2], out[at + 3] = METRE * board.soft_radius, 2.0 * METRE * board.hard_half
    at += _TABLE
    known = np.empty(1, KNOWN)  # an array of one record: a record alone wouldn't keep its memory
    know(world, game, known[0])
    most = int(cells[0])
    for side in range(2):
        for number in range(world.rules.team_size[side ^ team]):
            if game.figure[side ^ team, number].hex != NONE:
                row = out[at + (side * most + number) * 2 * most * _RELATION :]
                _observe_relations(world, game, team, STRIDE * (side ^ team) + number, most, known[0], row)


@rule
def _observe_works(world: World, team: int, out: Float32) -> None:
    board = world.board
    for part in range(board.parts):
        row = out[turned_hex(team, int(board.parts), part) * _WORKS :]
        _put(board.part[part], team, row)
        terrain = board.terrain[part]
        if terrain == BASE:
            row[3 if board.part[part] == board.home[team] else 4] = 1.0
        else:
            row[5 if terrain == BUNKER else 6] = 1.0
        first = part  # of its trench, as the own side counts
        for other in range(board.parts):
            if board.shelter[other] == board.shelter[part]:
                first = max(first, other) if team == BLUE else min(first, other)
        row[7] = (turned_hex(team, int(board.parts), first) + 1) / board.parts


@rule
def _observe_hills(world: World, team: int, out: Float32) -> None:
    sign = -METRE if team == BLUE else METRE
    for number in range(world.board.hills):
        hill = world.board.hill[number]
        row = out[number * _HILLS :]
        row[0] = 1.0
        for k in range(MOST_CORNERS):
            corner = min(k, hill.corners - 1)
            row[1 + 2 * k], row[2 + 2 * k] = sign * hill.x[corner], sign * hill.y[corner]


@rule
def _observe_relations(world: World, game: Game, team: int, who: int, most: int, known: Record, out: Float32) -> None:
    """Write how a figure stands to each figure; out: float32 [2 F', RELATION or more]."""
    figure, own_side = figure_of(game, who), who // STRIDE
    aimed = aim_of_die(figure.aim, SHOOT, 0)
    for side in range(2):
        for number in range(world.rules.team_size[side ^ team]):
            other = game.figure[side ^ team, number]
            if other.hex == NONE or STRIDE * (side ^ team) + number == who:
                continue
            row = out[(side * most + number) * _RELATION :]
            row[0] = min(1.0, METRE * squared(figure.hex, other.hex) ** 0.5)
            row[1] = has_line(world, figure.hex, other.hex)
            row[2] = sees(world, figure.hex, figure.facing, other.hex)
            if side ^ team != own_side:
                row[3] = arrives_leaving(world, game, figure.hex, other.hex, aimed, NONE, known)
                row[4] = row[3] * falls_in(world, game, other.hex, known)
