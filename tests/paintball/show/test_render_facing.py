"""Does a facing show whatever else a figure bears, in every size, and do its marks and points show beside it?"""

import math
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from PIL import Image

from paintball_env.render import marks, palette, tokens, view
from paintball_env.render.geometry import Spot
from paintball_env.rules import state
from paintball_env.rules.state import EMPTY, JAMMED, STRIDE
from paintball_env.scenario import Scenario
from paintball_env.scenes import MIDDLE, Scenes
from tabletop.show.drawing import raster
from tabletop.show.drawing.shapes import Disc
from tabletop.show.pictures import Page, Pictures
from tests.paintball.show.test_render_crowds import drawn, flat, placed

FACINGS = range(6)
HELD = ("suppressed", "dazed")
OTHERS = ("expert", "smoke", "paint", "carries")
SIDE = 120  # pixels of a square around a figure of radius 40
SPOT = Spot("", (SIDE / 2, SIDE / 2), 40.0)
ODD = "#ff00ff"


def combinations_of_states():
    """All that a figure can bear at once, as names; what excludes what is told with the states in docs/formats.md."""
    shown = []
    for gun, held, stance in product(("", "empty", "jammed"), range(4), ("", "aim", "sentry")):
        names = [name for bit, name in enumerate(HELD) if held >> bit & 1]
        unarmed = gun or "suppressed" in names
        if (stance and unarmed) or (stance == "aim" and names) or (gun == "jammed" and "suppressed" in names):
            continue
        for bits in range(2 ** len(OTHERS)):
            others = [name for bit, name in enumerate(OTHERS) if bits >> bit & 1]
            if not (stance == "sentry" and "carries" in others):
                shown.append(tuple(name for name in (gun, *names, stance, *others) if name))
    return shown


def bear(game, identity, states):
    """Give a figure these states, and full points."""
    figure = game["figure"][0, identity // STRIDE, identity % STRIDE]
    for name in states:
        if name in ("empty", "jammed"):
            figure["gun"] = EMPTY if name == "empty" else JAMMED
        elif name == "carries":
            game["flag"][0, 1 - identity // STRIDE]["carrier"] = identity
        else:
            figure[name] = 1
    figure["points"] = 3 if "expert" in states else 2


def paint(items, scale=1):
    image = Image.new("RGB", (SIDE * scale, SIDE * scale), palette.HEX)
    raster.paint(image, items, scale)
    return np.asarray(image).astype(int)


def changed(one, other):
    """Where two pictures differ: rows and columns of the pixels."""
    return np.nonzero(np.abs(one - other).sum(axis=2) > 60)


def arrow_of(facing, spot=SPOT):
    return tokens.arrowhead(spot.centre, spot.radius, facing)[-1]


def is_point(item):
    return isinstance(item, Disc) and item.centre[1] == SPOT.centre[1] + marks.POINTS * SPOT.radius


@pytest.fixture(scope="module")
def setting():
    scenario = Scenario.load("capture-the-flag")
    return scenario, placed(scenario, {"b3": (1, 0), "c5": (0, 1)})


def token(setting, team, states, facing):
    scenario, base = setting
    game = base.copy()
    bear(game, STRIDE * team, states)
    game["figure"][0, team, 0]["facing"] = facing
    position = view.Position(scenario, game)
    figure = next(figure for figure in position.figures if figure.team == team)
    flags = [flag.team for flag in position.flags_of(figure)]
    return tokens.figure_token(figure, SPOT, tokens.shown_points(position, figure), flags)


def odd(item):
    return replace(item, fill=ODD if item.fill else None)


# One figure, all that it can bear.


def test_the_states_are_all_that_a_figure_can_bear():
    assert len(set(combinations_of_states())) == 13 * 16 - 2 * 8


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.slow
def test_the_arrowhead_shows_whole_beside_all_that_a_figure_bears(setting, facing):
    for number, states in enumerate(combinations_of_states()):
        parts = list(token(setting, number % 2, states, facing))
        arrow = parts[parts.index(arrow_of(facing))]
        alone = len(changed(paint([arrow]), paint([odd(arrow)]))[0])
        rows, columns = changed(paint(parts), paint([odd(item) if item is arrow else item for item in parts]))
        assert len(rows) == alone > 0.08 * SPOT.radius**2, states
        # Its middle lies where the figure looks.
        angle = math.degrees(math.atan2(SIDE / 2 - rows.mean(), columns.mean() - SIDE / 2))
        assert abs((angle - 60 * facing + 180) % 360 - 180) < 2, states
        # Nor does it hide a mark: under them all it shows as well, but for the corner of a carried flag.
        body, *rest = parts[:-2]
        under = changed(paint([body, *parts[-2:], *rest]), paint([body, parts[-2], odd(arrow), *rest]))
        assert len(under[0]) >= (0.8 if "carries" in states else 0.97) * alone, states


@pytest.mark.parametrize("facing", FACINGS)
def test_the_points_show_beside_all_that_a_figure_bears(setting, facing):
    for number, states in enumerate(combinations_of_states()):
        parts = token(setting, number % 2, states, facing)
        points = [item for item in parts if is_point(item)]
        assert len(points) == (3 if "expert" in states else 2)
        shown = len(changed(paint(parts), paint([odd(item) if item in points else item for item in parts]))[0])
        alone = len(changed(paint(points), paint([odd(item) for item in points]))[0])
        assert shown >= 0.95 * alone, states


def test_marks_keep_apart_and_are_large():
    """Eight are more than a figure ever bears."""
    homes = (-30.0, 16.5, 43.5, 76.5, 103.5, 150.0, 196.5, 223.5)
    for facing, points, count in product((None, *FACINGS), range(4), range(1, 9)):
        chosen = homes[:count]
        angles, size = marks.ring_of(chosen, facing, points)
        assert 0.16 <= size <= marks.LARGEST + 1e-9 and (size > 0.2 or count > 5)
        assert list(angles) == sorted(angles)
        around = [*angles, angles[0] + 360.0]
        apart = [b - a for a, b in pairwise(around)]
        half = math.degrees(math.asin(size / marks.OUT))
        assert all(gap >= 2 * half - 1e-6 for gap in apart)
        if facing is not None:
            off = [abs((angle - 60 * facing + 180) % 360 - 180) for angle in angles]
            assert min(off) >= marks.CLEAR + half - 1e-6


def test_marks_stay_at_home_where_nothing_is_in_their_way():
    for facing in FACINGS:
        for home in (-30.0, 30.0, 90.0, 150.0, 210.0):
            (angle,), size = marks.ring_of((home,), facing, 2)
            beside = abs((home - 60 * facing + 180) % 360 - 180) < 60
            assert size == pytest.approx(marks.LARGEST) and (angle == home) == (not beside)
            assert abs(angle - home) < 20


# Whole pictures.


class Odd(Scenes):
    """Those with arrowheads in an odd colour."""

    def scene(self, games):
        scene, arrows = super().scene(games), {arrow_of(facing, MIDDLE) for facing in FACINGS}
        things = (
            each._replace(shapes=tuple(odd(s) if s in arrows else s for s in each.shapes)) for each in scene.things
        )
        return replace(scene, things=tuple(things))


LOADED = ("expert", "smoke", "paint", "suppressed", "dazed", "empty")
SEEN = [  # seen hidden once
    ("expert", "smoke", "paint", "suppressed"),
    ("sentry", "expert"),
    ("suppressed", "empty"),
    ("jammed", "dazed", "paint"),
    LOADED,
    ("expert", "aim"),
]


@pytest.mark.parametrize("crowded", [False, True])
@pytest.mark.parametrize("width", [400, 640, 1200])
@pytest.mark.slow
def test_facings_show_in_whole_pictures_and_in_strips(width, crowded):
    scenario = Scenario.load("capture-the-flag")
    single = {f"{row}{k}": (row == "b", row == "d") for row in "bd" for k in range(1, 7)}
    for turn in FACINGS:
        game = placed(scenario, {"c4": (6, 6)} if crowded else single)
        for k in FACINGS:
            for team in (0, 1):
                bear(game, STRIDE * team + k, LOADED if team else SEEN[k])
                game["figure"][0, team, k]["facing"] = (k + turn) % 6
        bear(game, turn, ("carries",))
        game["actor"], game["decision"], game["shot"][0, 0] = 0, state.VOLLEY, STRIDE + 1  # with halos
        layout, places, _ = drawn(scenario, game, width)
        assert bool(places.strips) == crowded
        pictures = [Pictures(kind(scenario, width), width, scenario.game.teams, "") for kind in (Scenes, Odd)]
        one, other = (np.asarray(each.image(game, legend=False)).astype(int) for each in pictures)
        top = Page(pictures[0], layout.height(places.lines), 2, 0, ()).top
        rows, columns = changed(one, other)
        for figure in view.Position(scenario, game).figures:
            (x, y), radius = places.tokens[figure.name].centre, places.tokens[figure.name].radius
            y += top
            near = np.hypot(columns + 0.5 - x, rows + 0.5 - y) < 1.15 * radius
            assert near.sum() > max(15, 0.08 * radius**2), (figure.name, turn)
            angle = math.degrees(math.atan2(y - 0.5 - rows[near].mean(), columns[near].mean() + 0.5 - x))
            assert abs((angle - 60 * figure.facing + 180) % 360 - 180) < 10, (figure.name, turn)


def test_a_sign_of_one_figure_bears_its_flag_off_its_facing():
    scenario = Scenario.load("battle-12")
    for facing in FACINGS:
        game = placed(scenario, {"e7": (1, 0)})
        game["figure"][0, 0, 0]["facing"] = facing
        game["flag"][0, 1]["carrier"] = 0
        _, places, things = drawn(scenario, game, 400)
        assert len(places.signs) == 1
        parts = list(flat(things["sign:e7:R"].shapes))
        place = parts.index(arrow_of(facing, MIDDLE))
        assert len(parts) == place + 3  # the flag comes last
        tip, (x, y) = parts[place].points[0], MIDDLE.centre
        pole = parts[-1].points
        assert all(math.dist(tip, end) > 0.3 * MIDDLE.radius for end in pole)
        assert math.degrees(math.atan2(y - tip[1], tip[0] - x)) % 360 == pytest.approx(60 * facing, abs=1e-6)


def test_a_side_of_hard_cover_is_pointed_at_from_where_the_piece_stands():
    scenario = Scenario.load("capture-the-flag")
    text = "turn=0 acting=red second=red to=red:cover-facing place=b3 kind=hard left=3+1,3+1"
    names = [f"direction {way}" for way in ("E", "NE", "NW", "W", "SW", "SE")]
    aims = Scenes(scenario).aims(text, names)
    assert [aim.place for aim in aims.values()] == ["b4", "a1", "b2", "c3", "c4"] and "direction NW" not in aims
