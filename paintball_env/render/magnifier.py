"""What a full hex shows, and the strips below the board that bear its tokens in a legible size."""

import math
from collections.abc import Sequence

from paintball_env.actions import LETTERS
from paintball_env.render import marks, scenery, tokens
from paintball_env.render import palette as ink
from paintball_env.render.arrangement import Strip
from paintball_env.render.geometry import Layout, Spot
from paintball_env.render.view import Figure, Position
from tabletop.show.drawing.packing import SQRT3
from tabletop.show.drawing.shapes import Group, Item, Point, Shape, Words, box, polar, polygon

BACK = 0.27  # how far the back one of a stack stands out, in radii
GROWN = 1.12  # a stack has no marks around it and takes their room
BESIDE = (50.0, 130.0, 205.0, -25.0)  # angles of the flags that a sign bears
FREE = -90.0  # a facing that is off them all
SMALL = 7.5  # pixels: in a smaller spot a Marshal's sign bears no number


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
        Words(centre, names[place], 0.9 * layout.text, ink.INK, bold=True),
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
        parts = _few(figures, spot) if len(keys) <= 2 else stack(spot, team, f"×{len(keys)}")
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


def stack(spot: Spot, team: int, count: str) -> list[Item]:
    """Several of a team: one behind another, the front one with their count."""
    front, back, radius = _two(spot)
    size = (1.02 if len(count) < 3 else 0.8) * radius
    return [
        tokens.body(back, GROWN * radius, team, ink.TEAM_PALE[team]),
        tokens.body(front, GROWN * radius, team, ink.TEAM[team]),
        Words(front, count, size, ink.WHITE, bold=True),
    ]


def _marshals(keys: tuple[str, ...], spot: Spot) -> list[Item]:
    if len(keys) == 1:
        items: list[Item] = [tokens.marshal_shape(spot.centre, spot.radius)]
        words, centre, radius = keys[0], spot.centre, spot.radius
    else:
        centre, back, radius = _two(spot)
        items = [tokens.marshal_shape(back, radius), tokens.marshal_shape(centre, radius)]
        words = f"×{len(keys)}"
    if spot.radius >= SMALL:
        items.append(Words(centre, words, 0.66 * radius, ink.INK, bold=True))
    return items


def _two(spot: Spot) -> tuple[Point, Point, float]:
    """Centres of the front and the back one of a stack, and their radius."""
    (x, y), offset = spot.centre, BACK / 2 * spot.radius
    return (x - offset, y + offset), (x + offset, y - offset), (1 - BACK / 2) * spot.radius
