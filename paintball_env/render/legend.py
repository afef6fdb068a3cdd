"""The legend: what the scenario can bring, and of the passing signs those that the picture shows."""

from collections.abc import Callable, Iterable

from paintball_env.actions import TEAM_TITLES
from paintball_env.render import attention, magnifier, marks, scenery, tokens
from paintball_env.render import palette as ink
from paintball_env.render.geometry import Layout, Spot
from paintball_env.render.view import Board, Position
from paintball_env.rules.figure_states import SWITCHES
from paintball_env.rules.objectives import OBJECTIVES
from paintball_env.rules.state import BLUE, NONE, RED
from paintball_env.rules.terrain import BASE, FEATURES, TERRAINS
from tabletop.show.drawing.shapes import Disc, Group, Item, Point, Words, polygon

Icon = Callable[[Point, float], list[Item]]

FINISHED, STACK = "finished", "3 figures"


def passing(positions: Iterable[Position]) -> frozenset[str]:
    """Entries for what only some positions show, of those that these show."""
    signs: set[str] = set()
    for position in positions:
        signs |= attention.signs_of(position)
        if any(FINISHED in figure.states for figure in position.figures):
            signs.add(FINISHED)
    return frozenset(signs)


def possible(board: Board) -> frozenset[str]:
    """Entries for all that positions of this board can show now and then."""
    return frozenset({*attention.ALL, *([FINISHED] if board.one_at_a_time else [])})


def names(board: Board, shown: frozenset[str]) -> tuple[str, ...]:
    """The entries: whatever this scenario can bring, and of the passing signs those `shown`."""
    terrain = set(board.board_map.terrain)
    flags = ("", "flag", "flags")[OBJECTIVES[board.objective].flags]
    titles = [*TEAM_TITLES, "facing" if board.blind_spots else "", FINISHED if FINISHED in shown else ""]
    titles += ["Marshal", flags, "points"]
    titles += [sign.title for token, sign in marks.SIGNS.items() if all(getattr(board, s) for s in SWITCHES[token])]
    titles += ["soft cover", "hard cover", "smoke" if board.grenades else "", "base"]
    titles += [kind.name for kind in FEATURES if TERRAINS.index(kind) in terrain]
    titles += [name for name in (STACK, *attention.ALL) if name in shown]
    return tuple(name for name in titles if name)


def items(layout: Layout) -> list[Item]:
    """The legend drawn."""
    parts: list[Item] = []
    half = 0.6 * layout.text
    for k, name in enumerate(layout.legend):
        x, y = layout.legend_place(k)
        parts += ICONS[name]((x + half, y), half)
        parts.append(Words((x + 1.75 * layout.text, y), name, 0.92 * layout.text, ink.FAINT, "start"))
    return [Group(tuple(parts), (("legend", "legend"),))]


def _anybody(at: Point, half: float) -> Item:
    """A figure of either team."""
    return Disc(at, 0.55 * half, ink.HEX_LINE, ink.INK, 0.1 * half)


def _facing(at: Point, half: float) -> list[Item]:
    radius = 1.45 * half
    middle = (at[0] - 0.3 * half, at[1])
    return [Disc(middle, 0.62 * radius, ink.HEX_LINE, ink.INK, 0.1 * half), *tokens.arrowhead(middle, radius, 0)]


def _finished(at: Point, half: float) -> list[Item]:
    (x, y), radius = at, 0.75 * half
    return [
        tokens.body((x - 0.62 * half, y), radius, RED, tokens.paled(RED)),
        tokens.body((x + 0.68 * half, y), radius, BLUE, tokens.paled(BLUE)),
    ]


def _fire(at: Point, half: float) -> list[Item]:
    x, y = at
    return attention.fire(((x - 1.1 * half, y), (x + 1.3 * half, y)), 0.26 * half, 0.6 * half)


def _hex(at: Point, half: float) -> list[Item]:
    corners = polygon(at, half, 6, 30.0)
    return attention.border((*corners, corners[0]), 0.16 * half, 0.28 * half)


def _mark(mark: marks.Mark) -> Icon:
    return lambda at, half: mark(at, 0.95 * half)


def _ground(kind: str) -> Icon:
    return lambda at, half: scenery.swatch(kind, at, half)


def _two_flags(at: Point, half: float) -> list[Item]:
    red = marks.pennant((at[0] - 0.45 * half, at[1]), 0.8 * half, RED)
    return red + marks.pennant((at[0] + 0.75 * half, at[1]), 0.8 * half, BLUE)


def _pips(at: Point, half: float) -> list[Item]:
    x, y = at
    return [
        Disc((x - 0.45 * half, y), 0.36 * half, ink.INK),
        Disc((x + 0.5 * half, y), 0.3 * half, None, ink.INK, 0.14 * half),
    ]


ICONS: dict[str, Icon] = {
    TEAM_TITLES[RED]: lambda at, half: [tokens.body(at, half / 0.8, RED, ink.TEAM[RED])],
    TEAM_TITLES[BLUE]: lambda at, half: [tokens.body(at, half / 0.8, BLUE, ink.TEAM[BLUE])],
    "facing": _facing,
    FINISHED: _finished,
    "Marshal": lambda at, half: [tokens.marshal_shape(at, 1.1 * half)],
    "flag": lambda at, half: marks.pennant(at, 1.1 * half, NONE),
    "flags": _two_flags,
    "points": _pips,
    **{sign.title: _mark(sign.mark) for sign in marks.SIGNS.values()},
    "soft cover": _ground("soft"),
    "hard cover": _ground("hard"),
    "smoke": _ground("smoke"),
    **{kind.name: _ground(kind.name) for kind in TERRAINS[BASE:]},
    STACK: lambda at, half: magnifier.stack(Spot("", at, 1.2 * half), RED, "×3"),
    attention.ACTING: lambda at, half: [*attention.acting(at, 1.05 * half), _anybody(at, half)],
    attention.ASKED: lambda at, half: [*attention.asked(at, 1.0 * half), _anybody(at, half)],
    attention.SHOT_AT: lambda at, half: [*attention.shot_at(at, 1.05 * half), _anybody(at, half)],
    attention.FIRE: _fire,
    attention.HEX: _hex,
}
