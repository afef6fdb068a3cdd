"""The legend: the signs of all that the scenario can bring."""

from collections.abc import Callable

from paintball_env.actions import TEAM_TITLES
from paintball_env.render import attention, bodies, marks, scenery, tokens
from paintball_env.render import palette as ink
from paintball_env.render.geometry import PLACE_CORNERS, Spot
from paintball_env.rules.figure_states import SWITCHES
from paintball_env.rules.objectives import OBJECTIVES
from paintball_env.rules.state import BLUE, NONE, RED
from paintball_env.rules.terrain import BASE, FEATURES, TERRAINS
from paintball_env.scenario import Scenario
from tabletop.show.drawing.shapes import Disc, Item, Point, polygon
from tabletop.show.drawing.things import UNIT

Icon = Callable[[Point, float], list[Item]]

FINISHED, STACK = "finished", "3 figures"
PASSING = frozenset({FINISHED, STACK, *attention.SIGNS.values()})  # not every position shows these


def legend(scenario: Scenario, crowds: bool, depth: bool) -> tuple[tuple[str, tuple[Item, ...]], ...]:
    """The signs and what they mean; `crowds`: hexes can be too full for their figures; `depth`: with light, shade."""
    terrain, rules = scenery.terrains(scenario), scenario.rules
    flags = ("", "flag", "flags")[OBJECTIVES[scenario.world[0].rules.objective].flags]
    finish = FINISHED if rules.activation == "one_at_a_time" else ""
    names = [*TEAM_TITLES, "facing" if rules.blind_spots else "", finish, "Marshal", flags, "points"]
    names += [sign.title for token, sign in marks.SIGNS.items() if all(getattr(rules, s) for s in SWITCHES[token])]
    names += ["soft cover", "hard cover", "smoke" if rules.grenades else "", "base"]
    names += [kind.name for kind in FEATURES if TERRAINS.index(kind) in terrain]
    names += [STACK if crowds else "", *attention.SIGNS.values()]
    return tuple((name, _sign(name, depth)) for name in names if name)


def _sign(name: str, depth: bool) -> tuple[Item, ...]:
    at = (0.0, 0.0)
    return tuple(scenery.swatch(SWATCHES[name], at, UNIT, depth) if name in SWATCHES else ICONS[name](at, UNIT))


def _anybody(at: Point, half: float) -> Item:
    """A figure of either team."""
    return Disc(at, 0.55 * half, ink.NOBODY, ink.INK, 0.1 * half)


def _facing(at: Point, half: float) -> list[Item]:
    radius = 1.45 * half
    middle = (at[0] - 0.3 * half, at[1])
    return [Disc(middle, 0.62 * radius, ink.NOBODY, ink.INK, 0.1 * half), *tokens.arrowhead(middle, radius, 0)]


def _finished(at: Point, half: float) -> list[Item]:
    (x, y), radius = at, 0.75 * half
    return [
        bodies.body((x - 0.62 * half, y), radius, RED, tokens.paled(RED)),
        bodies.body((x + 0.68 * half, y), radius, BLUE, tokens.paled(BLUE)),
    ]


def _fire(at: Point, half: float) -> list[Item]:
    x, y = at
    return attention.fire(((x - 1.1 * half, y), (x + 1.3 * half, y)), 0.26 * half, 0.6 * half)


def _place(at: Point, half: float) -> list[Item]:
    corners = polygon(at, half, PLACE_CORNERS, 30.0)
    return attention.border((*corners, corners[0]), 0.16 * half, 0.28 * half)


def _mark(mark: marks.Mark) -> Icon:
    return lambda at, half: mark(at, 0.95 * half)


def _two_flags(at: Point, half: float) -> list[Item]:
    red = marks.pennant((at[0] - 0.45 * half, at[1]), 0.8 * half, RED)
    return red + marks.pennant((at[0] + 0.75 * half, at[1]), 0.8 * half, BLUE)


def _pips(at: Point, half: float) -> list[Item]:
    x, y = at
    return [
        Disc((x - 0.45 * half, y), 0.4 * half, ink.INK, ink.WHITE, 0.1 * half),
        Disc((x + 0.5 * half, y), 0.3 * half, None, ink.INK, 0.14 * half),
    ]


# Samples of the ground, by what `scenery.swatch` calls them.
SWATCHES = {"soft cover": "soft", "hard cover": "hard", "smoke": "smoke"}
SWATCHES |= {kind.name: kind.name for kind in TERRAINS[BASE:]}
ICONS: dict[str, Icon] = {
    TEAM_TITLES[RED]: lambda at, half: [bodies.body(at, half / 0.8, RED, ink.TEAM[RED])],
    TEAM_TITLES[BLUE]: lambda at, half: [bodies.body(at, half / 0.8, BLUE, ink.TEAM[BLUE])],
    "facing": _facing,
    FINISHED: _finished,
    "Marshal": lambda at, half: [tokens.marshal_shape(at, 1.1 * half)],
    "flag": lambda at, half: marks.pennant(at, 1.1 * half, NONE),
    "flags": _two_flags,
    "points": _pips,
    **{sign.title: _mark(sign.mark) for sign in marks.SIGNS.values()},
    STACK: lambda at, half: tokens.stack(Spot("", at, 1.2 * half), RED, "×3"),
    "acting": lambda at, half: [*attention.acting(at, 1.05 * half), _anybody(at, half)],
    "may react": lambda at, half: [*attention.asked(at, 1.0 * half), _anybody(at, half)],
    "shot at": lambda at, half: [*attention.shot_at(at, 1.05 * half), _anybody(at, half)],
    "line of fire": _fire,
    attention.SIGNS["hex at issue"]: _place,
}
