"""Curves with intervals as SVG."""

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from tabletop.learn.training.conclusion import count

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 60, 12, 28, 30  # margins
COLOURS = ("#1b6ca8", "#b5541c", "#3d7d2f", "#7a3f99")
COLUMNS, GAP, HEADING = 3, 16, 28  # of a sheet of charts: charts side by side, space between them, height of a title
MOST = 400  # maximum number of points drawn of a curve


class Curve(NamedTuple):
    """A curve: its name, and its points, each (x, y) or (x, y, low, high)."""

    name: str
    points: Sequence[tuple[float, ...]]


def chart(curves: Sequence[Curve], percent: bool = False) -> str:
    """Return a chart of curves over decisions.

    Args:
      curves: at least one, each with at least one point; the first one's name is the title.
      percent: the values are shares, 0 to 1: the axis shows this whole range, with a line at one half.
    """
    points = [point for curve in curves for point in curve.points]
    most_x = max(max(point[0] for point in points), 1.0)
    low, high = (0.0, 1.0) if percent else _range([value for point in points for value in point[1:]])

    def across(x: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * x / most_x, 1)

    def down(y: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - y) / (high - low), 1)

    def path(ends: Sequence[tuple[float, float]]) -> str:
        return "M" + " L".join(f"{across(x)},{down(y)}" for x, y in ends)

    parts = [f'<text x="{LEFT}" y="16" font-size="14" font-weight="600">{escape(curves[0].name)}</text>']
    for k in range(5):
        y = low + (high - low) * k / 4
        look = 'stroke="#888" stroke-dasharray="4 3"' if percent and k == 2 else 'stroke="#e4e4e4"'
        label = f"{100 * y:.0f} %" if percent else f"{y:.3g}"
        parts.append(f'<path d="{path([(0, y), (most_x, y)])}" {look}/>')
        parts.append(f'<text x="{LEFT - 6}" y="{down(y) + 4:.1f}" text-anchor="end">{label}</text>')
    for k, anchor in enumerate(("start", "middle", "middle", "end")):
        x, unit = most_x * k / 3, " decisions" if k == 0 else ""  # there is the most room
        parts.append(f'<text x="{across(x)}" y="{HEIGHT - 10}" text-anchor="{anchor}">{count(x)}{unit}</text>')
    for number, curve in enumerate(curves):
        colour, curve_points = COLOURS[number % len(COLOURS)], _thinned(curve.points)
        if len(curve_points[0]) == 4:
            band = [(point[0], point[3]) for point in curve_points] + [
                (point[0], point[2]) for point in reversed(curve_points)
            ]
            parts.append(f'<path d="{path(band)} Z" fill="{colour}" fill-opacity="0.18"/>')
        line = path([(point[0], point[1]) for point in curve_points])
        parts.append(f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>')
        if len(curve_points) <= 30:
            dots = [(across(point[0]), down(point[1])) for point in curve_points]
            parts += [f'<circle cx="{x}" cy="{y}" r="2.5" fill="{colour}"/>' for x, y in dots]
    last = curves[0].points[-1]
    words = f"{last[1]:.1%}" if percent else f"{last[1]:.3g}"
    parts.append(f'<text x="{WIDTH - RIGHT}" y="16" text-anchor="end">last: {words}</text>')
    label = f"{curves[0].name}, over {count(most_x)} decisions; last: {words}"
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    face = 'font-family="system-ui, sans-serif" font-size="11" fill="#333"'
    return (
        f'<svg {size} {face} role="img" aria-label="{escape(label)}" xmlns="http://www.w3.org/2000/svg">'
        + "".join(parts)
        + "</svg>"
    )


class Group(NamedTuple):
    """Charts that belong together: their title, what they show in words, and the charts as SVG."""

    title: str
    words: str
    charts: Sequence[str]


def sheet(groups: Sequence[Group]) -> str:
    """Return groups of charts as one SVG, each under its title."""
    parts, y = [], GAP
    for group in groups:
        parts.append(f'<text x="{GAP}" y="{y + 16}" font-size="18" font-weight="600">{escape(group.title)}</text>')
        y += HEADING
        for number, picture in enumerate(group.charts):
            row, column = divmod(number, COLUMNS)
            place = f'x="{GAP + column * (WIDTH + GAP)}" y="{y + row * (HEIGHT + GAP)}"'
            parts.append(picture.replace("<svg ", f"<svg {place} ", 1))
        y += math.ceil(len(group.charts) / COLUMNS) * (HEIGHT + GAP)
    width = GAP + COLUMNS * (WIDTH + GAP)
    size = f'viewBox="0 0 {width} {y}" width="{width}" height="{y}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="system-ui, sans-serif" fill="#333">'
    return f'{head}<rect width="{width}" height="{y}" fill="#fff"/>{"".join(parts)}</svg>\n'


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    if low == high:
        return low - 0.5, high + 0.5
    room = 0.05 * (high - low)
    return (0.0 if 0 <= low < 0.3 * high else low - room), high + room


def _thinned(points: Sequence[tuple[float, ...]]) -> Sequence[tuple[float, ...]]:
    """Return at most MOST of the points, including the last one."""
    every = math.ceil(len(points) / MOST)
    return points[::-1][::every][::-1]
