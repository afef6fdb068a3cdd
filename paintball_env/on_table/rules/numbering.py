"""The action numbering on a table, seen from the deciding team's own side (docs/open-table.md, "Actions on the table").

What actions name by a number of the own side is here turned into what it is on the table: a heading, a point.
"""

from paintball_env.on_table.rules.ground import HEADINGS, along, fits, xy
from paintball_env.rules.state import BLUE, NONE, SCATTER, STRIDE, Game, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.headings import half_turned_heading
from tabletop.game.open_table import place as point_of

# What sentries may be told is asked by these (`figures.may_be_told`).
MOVE, ROTATE = 0, 6
SHOT = 17

STEP = 25  # MV1: mm of a named place from the middle, or from the piece
ROUND, LONG = 9, 6  # named places of a disc, of hard cover
LENGTHS = 2  # MV1: of moves: 50 mm, 100 mm
RINGS = 25, 50  # SN1: mm of the first ring of the start from the base's middle, and from each ring to the next


@jitable
def throw_order(figures: int) -> int:
    """What throws are asked by; here it doesn't depend on the number of figures."""
    return SHOT + 1


@jitable
def turned_direction(team: int, own: int) -> int:
    """A heading as the other view calls it: Blue's table is turned by half.  Its own inverse."""
    return half_turned_heading(HEADINGS, own) if team == BLUE else own


@jitable
def turned_way(team: int, own: int) -> int:
    """A way, 16 · length + heading, as the other view calls it."""
    return own // HEADINGS * HEADINGS + turned_direction(team, own % HEADINGS)


@jitable
def turned_hex(team: int, count: int, own: int) -> int:
    """A number of things in order, as the other view calls it.  Its own inverse."""
    return count - 1 - own if team == BLUE else own


@jitable
def turned_named(team: int, count: int, size: int, own: int) -> int:
    """A named place of things that have so many each, as the other view calls it."""
    if team != BLUE:
        return own
    index = own % size
    if size == LONG:
        index = LONG - 1 - index
    elif index > 0:
        index = 1 + (index + 3) % 8
    return (count - 1 - own // size) * size + index


@jitable
def turned_place(team: int, soft: int, hard: int, parts: int, flags: int, own: int) -> int:
    """A named place as the other view calls it."""
    first = ROUND * soft
    if own < first:
        return turned_named(team, soft, ROUND, own)
    if own < first + LONG * hard:
        return first + turned_named(team, hard, LONG, own - first)
    first += LONG * hard
    if own < first + ROUND * parts:
        return first + turned_named(team, parts, ROUND, own - first)
    first += ROUND * parts
    return first + turned_hex(team, flags, own - first)


@jitable
def turned_start(team: int, starts: int, listed: int, own: int) -> int:
    """A point of the start as the other view calls it: rings by their headings, then those that a file lists."""
    rings = starts - listed
    if own < rings:
        return turned_way(team, own)
    return rings + turned_hex(team, listed, own - rings)


@rule
def around(middle: int, index: int) -> int:
    """MV1: of a disc's named places the middle, or 25 mm along one of 8 headings; off any table NONE."""
    if middle == NONE or index == 0:
        return middle
    x, y = xy(middle)
    dx, dy = along(2 * (index - 1), STEP)
    return point_of(x + dx, y + dy)


@rule
def beside(middle: int, heading: int, index: int) -> int:
    """MV1: of hard cover's named places one: left back, left, left ahead, right back, right, right ahead."""
    if middle == NONE:
        return NONE
    x, y = xy(middle)
    dx, dy = along((heading + (4 if index < 3 else 12)) % HEADINGS, STEP)
    x, y = x + dx, y + dy
    if index % 3 != 1:
        dx, dy = along((heading + (8 if index % 3 == 0 else 0)) % HEADINGS, STEP)
        x, y = x + dx, y + dy
    return point_of(x, y)


@rule
def place_named(world: World, game: Game, number: int) -> int:
    """MV1: the point of a named place, by Red's numbering; NONE: there is none now."""
    board = world.board
    if number < ROUND * board.soft:
        return around(game.soft[number // ROUND], number % ROUND)
    number -= ROUND * board.soft
    if number < LONG * board.hard:
        return beside(game.hard[number // LONG], game.heading[number // LONG], number % LONG)
    number -= LONG * board.hard
    if number < ROUND * board.parts:
        return around(board.part[number // ROUND], number % ROUND)
    return game.flag[number - ROUND * board.parts].hex


@rule
def own_place(world: World, team: int, own: int) -> int:
    """A named place of the deciding team's side by Red's numbering."""
    board = world.board
    return turned_place(team, int(board.soft), int(board.hard), int(board.parts), int(board.flag_count), own)


@rule
def is_middle(world: World, named: int) -> bool:
    """GR2: a named place is the middle of a disc, or a flag's point."""
    board = world.board
    if named < ROUND * board.soft:
        return named % ROUND == 0
    named -= ROUND * board.soft + LONG * board.hard
    return named >= 0 and (named >= ROUND * board.parts or named % ROUND == 0)


@rule
def seen_middle(world: World, game: Game, team: int, count: int, own: int) -> int:
    """GR2: the middle of a hard piece; NONE: there is none of that number now."""
    return game.hard[turned_hex(team, count, own)]


@rule
def seen_point(world: World, game: Game, team: int, own: int) -> int:
    """GR2, GR3: a point along a heading from the thrower, or from the mark; NONE: not on the table."""
    scatters = game.decision == SCATTER
    start = game.place if scatters else game.figure[game.actor // STRIDE, game.actor % STRIDE].hex
    if start == NONE:
        return NONE
    x, y = xy(start)
    dx, dy = along(turned_direction(team, own % HEADINGS), 50 * (own // HEADINGS + 1))
    return point_of(x + dx, y + dy) if fits(world, x + dx, y + dy, 0) else NONE


@rule
def seen_spot(world: World, team: int, count: int, own: int) -> int:
    """SN4: a point for cover."""
    return world.board.spot[turned_hex(team, count, own)]


@rule
def own_start(world: World, team: int, count: int, own: int) -> int:
    """A point of the start of the deciding team's side, as Red's view calls it."""
    return turned_start(team, count, int(world.board.listed), own)


@jitable
def rings_of(world: World) -> int:
    """SN1: how many points of the start are on rings; those that a file lists are behind them."""
    return int(world.board.starts) - int(world.board.listed)


@rule
def start_point(world: World, team: int, start: int) -> int:
    """SN1, SN6: a point of the start of a team, by the heading on the table or by its number on the list."""
    rings = rings_of(world)
    if start >= rings:
        return world.board.start[start - rings]
    x, y = xy(world.board.home[team])
    first, step = RINGS
    dx, dy = along(start % HEADINGS, first + step * (start // HEADINGS))
    return point_of(x + dx, y + dy)
