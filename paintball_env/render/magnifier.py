"""What a full hex shows, and the strips below the board that bear its tokens in a legible size."""

import math
from collections.abc import Iterator, Sequence

from paintball_env.actions import LETTERS
from paintball_env.render import marks, scenery, tokens
from paintball_env.render import palette as ink
from paintball_env.render.arrangement import Arrangement, Strip
from paintball_env.render.geometry import Layout, Spot
from paintball_env.render.view import Figure, Position
from tabletop.show.drawing.packing import SQRT3
from tabletop.show.drawing.shapes import Group, Item, Shape, Words, box, polar, polygon
from tabletop.show.drawing.things import ALL_THERE, ON_GROUND, STANDING, UNIT, Thing

BESIDE = (50.0, 130.0, 205.0, -25.0)  # angles of the flags that a sign bears
FREE = -90.0  # a facing that is off them all
SMALL = 7.5  # pixels: in a smaller spot a Marshal's sign bears no number


def panels(layout: Layout, places: Arrangement) -> Iterator[Thing]:
    """The strips, without what stands in them."""
    for strip in places.strips:
        key = f"strip:{layout.scenario.board_map.names[strip.place]}:{strip.keys[0]}"
        yield Thing(key, ON_GROUND, (0.0, 0.0), 1.0, (strip_panel(layout, strip),))


def signs(layout: Layout, position: Position, places: Arrangement) -> Iterator[Thing]:
    """What full hexes show."""
    for shown in places.signs:
        name, spot = position.names[shown.place], shown.spot
        items, words = sign(position, shown.keys, Spot("", (0.0, 0.0), UNIT))
        key, words = f"sign:{name}:{shown.keys[0][0]}", f"{name}, larger below: {words}"
        yield Thing(key, STANDING, spot.centre, spot.radius / UNIT, tuple(items), words, name, means=ALL_THERE)


def strip_panel(layout: Layout, strip: Strip) -> Item:
    """The ground that a strip's tokens stand on, with the hex's name."""
    radius, names = layout.strip_token, layout.scenario.board_map.names
    y = layout.magnifier_top + (strip.line + 0.5) * layout.strip_height
    width = layout.strip_label + len(strip.keys) * layout.strip_pitch
    half = 1.16 * radius
    panel = box((strip.left + width / 2, y), width / 2, half, 0.3 * radius)
    size = 0.94 * radius
    centre = (strip.left + 0.12 * radius + SQRT3 / 2 * size, y)
    place = strip.place
    parts = (
        Shape(panel, ink.HEX, ink.HEX_LINE, 1.0),
        Shape(polygon(centre, size, 6, 30.0), scenery.colour(layout.scenario, place), ink.HEX_NAME, 1.0),
        Words(centre, names[place], 0.9 * layout.text, ink.HEX_NAME, bold=True),
    )
    return Group(parts, (("magnified", names[place]),), f"Those in {names[place]}")


def sign(position: Position, keys: tuple[str, ...], spot: Spot) -> tuple[list[Item], str]:
    """A team's figures in a full hex, its Marshals or its flag; more than one as a stack with their count. In words."""
    party = keys[0][0]
    if party == "f":
        flag = next(flag for flag in position.flags if flag.key == keys[0])
        parts = tokens.flag_token(flag, spot)
        title = flag.title(inside=True)
    elif party == "M":
        parts = _marshals(keys, spot)
        title = ", ".join(keys)
    else:
        team = LETTERS.index(party)
        figures = [figure for figure in position.figures if figure.name in keys]
        flags = [flag for figure in figures for flag in position.flags_of(figure)]
        parts = _few(figures, spot) if len(keys) <= 2 else tokens.stack(spot, team, f"×{len(keys)}")
        facing = FREE if len(keys) > 1 or figures[0].facing is None else 60.0 * figures[0].facing
        angles = [angle for angle in BESIDE if math.cos(math.radians(angle - facing)) < 0.7]
        for flag, angle in zip(flags, angles, strict=False):  # beside the number and off the facing
            at = polar(spot.centre, 0.95 * spot.radius, angle)
            parts += marks.pennant(at, 0.5 * spot.radius, flag.team)
        title = ", ".join([*keys, *(flag.title(inside=True) for flag in flags)])
    return parts, title


def _few(figures: Sequence[Figure], spot: Spot) -> list[Item]:
    """One figure with its number, or two beside each other."""
    if len(figures) == 1:
        return [tokens.unmarked(figures[0], spot)]
    (x, y), radius = spot.centre, spot.radius
    return [
        tokens.unmarked(figure, Spot(figure.name, (x + side * radius, y), 0.6 * radius))
        for figure, side in zip(figures, (-0.5, 0.5), strict=True)
    ]


def _marshals(keys: tuple[str, ...], spot: Spot) -> list[Item]:
    if len(keys) == 1:
        items: list[Item] = [tokens.marshal_shape(spot.centre, spot.radius)]
        words, centre, radius = keys[0], spot.centre, spot.radius
    else:
        centre, back, radius = tokens.two(spot)
        items = [tokens.marshal_shape(back, radius), tokens.marshal_shape(centre, radius)]
        words = f"×{len(keys)}"
    if spot.radius >= SMALL:
        items.append(Words(centre, words, 0.66 * radius, ink.INK, bold=True))
    return items
