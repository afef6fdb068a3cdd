"""Can every figure of a full hex be read, in small pictures as in large ones, and is nothing else magnified?"""

import math
import xml.etree.ElementTree as ElementTree
from itertools import combinations, pairwise

import numpy as np
import pytest
from PIL import Image

from paintball_env import render
from paintball_env.render import palette, scene, view
from paintball_env.render.arrangement import FIGURE, MARSHAL, arrange, lines_of, most_lines
from paintball_env.rules import state
from paintball_env.rules.state import EMPTY, JAMMED, NONE, STRIDE
from paintball_env.scenario import Scenario, presets
from tabletop.env import rendering
from tabletop.show.drawing.shapes import Disc, Group, Shape, Words

PLAYED = [name for name in presets() if not name.endswith("-drawn")]  # the drawn ones have the same boards
LEAST_NUMBER = 10.0  # pixels of a figure's number, at least
LEAST_NAME = 5.9  # and of a Marshal's name


def placed(scenario, groups, marshals=(), flags=()):
    """A position: hexes with so many Red and Blue figures, by number; Marshals and lying flags at hexes."""
    at = scenario.board_map.names.index
    game = np.zeros(1, scenario.size.game)
    game["figure"]["hex"] = game["marshal"]["hex"] = game["marshal"]["attends"] = NONE
    for name in ("decider", "winner", "actor", "asked", "place", "shot"):
        game[name] = NONE
    game["flag"]["hex"] = game["flag"]["carrier"] = NONE
    game["turn"], game["phase"], game["decision"], game["decider"] = 3, 1, state.ACT, 0
    game["figure"]["points"] = 2
    begun = [0, 0]
    for place, counts in groups.items():
        for team, count in enumerate(counts):
            game["figure"][0, team, begun[team] : begun[team] + count]["hex"] = at(place)
            begun[team] += count
    for number, place in enumerate(marshals):
        game["marshal"][0, number]["hex"] = at(place)
    for number, place in enumerate(flags):
        game["flag"][0, number]["hex"] = at(place)
    return game


def mixed(game):
    """The same with states and facings of many kinds, some figures with all of them."""
    for team in range(2):
        for k in range(12 if game["figure"].shape[2] > 6 else 6):
            figure = game["figure"][0, team, k]
            figure["facing"], figure["points"] = k % 6, k % 4
            figure["gun"] = (0, JAMMED, EMPTY)[k % 3]
            for bit, name in enumerate(("aim", "sentry", "suppressed", "dazed", "expert")):
                figure[name] = (k + team) >> bit & 1 or k == 5
            figure["smoke"], figure["paint"] = k % 2, 2 * (k == 5)
    return game


def fullest(scenario):
    """Everybody, all Marshals and the flags in one hex."""
    sizes = view.board_of(scenario).figures
    flags = {state.ELIMINATION: 0, state.SINGLE: 1}.get(view.board_of(scenario).objective, 2)
    place = scenario.board_map.names[len(scenario.board_map.names) // 2]
    return mixed(placed(scenario, {place: sizes}, [place] * (2 + len(scenario.marshals_at)), [place] * flags))


def drawn(scenario, game, width, **options):
    """Layout, places, and what a picture draws of the position, by key."""
    board, position = view.board_of(scenario), view.position_of(scenario, game)
    layout = scene.fitting(board, [position], width, legend=True, captions=False, **options)
    items = {}
    for item in scene.foreground(layout, position):
        for key, value in getattr(item, "data", ()):
            items.setdefault(key, []).append((value, item))
    return layout, arrange(layout, position), items


def flat(group):
    for part in group.parts:
        if isinstance(part, Group):
            yield from flat(part)
        else:
            yield part


def bounds(group):
    """Left, top, right and bottom of what a group draws, without words."""
    xs, ys = [], []
    for part in flat(group):
        if isinstance(part, Disc):
            reach = part.radius + (part.width / 2 if part.stroke else 0)
            points, edge = [part.centre], reach
        elif isinstance(part, Shape):
            points, edge = part.points, part.width / 2 if part.stroke else 0
        else:
            continue
        xs += [x + side * edge for x, _ in points for side in (-1, 1)]
        ys += [y + side * edge for _, y in points for side in (-1, 1)]
    return min(xs), min(ys), max(xs), max(ys)


def apart(one, other):
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


# Legible, once, without overlap.


@pytest.mark.parametrize("width", [200, 400, 640, 1200])
@pytest.mark.parametrize("name", PLAYED)
def test_each_figure_stands_once_and_legibly_in_the_fullest_position(name, width):
    scenario = Scenario.load(name)
    game = fullest(scenario)
    layout, places, items = drawn(scenario, game, width)
    position = view.position_of(scenario, game)
    assert sorted(key for key, _ in items["figure"]) == sorted(figure.name for figure in position.figures)
    assert len(items["marshal"]) == len(position.marshals) and len(items.get("flag", [])) == len(position.flags)
    for key, item in items["figure"]:
        assert places.tokens[key].radius >= FIGURE
        words = [part for part in flat(item) if isinstance(part, Words)]
        assert words[0].text == key[1:] and words[0].size >= LEAST_NUMBER
    for key, _ in items["marshal"]:
        assert places.tokens[key].radius >= MARSHAL
    boxes = [bounds(item) for kind in ("figure", "marshal", "flag") for _, item in items.get(kind, [])]
    assert all(apart(one, other) for one, other in combinations(boxes, 2))
    for left, top, right, bottom in boxes:
        assert left >= 0 and right <= width and layout.board_bottom < top and bottom < layout.legend_top
    assert layout.legend_top < layout.height


@pytest.mark.parametrize("width", [400, 800, 1200])
@pytest.mark.parametrize("name", ["battle-12", "capture-the-flag"])
def test_nothing_is_too_small_wherever_figures_stand(name, width):
    scenario, random = Scenario.load(name), np.random.default_rng(width)
    most = []
    for crowds in (1, 2, 3, 5, 8, 13, 26):
        game = scattered(scenario, random, crowds)
        layout, places, items = drawn(scenario, game, width)
        position = view.position_of(scenario, game)
        assert sorted(key for key, _ in items["figure"]) == sorted(figure.name for figure in position.figures)
        assert all(places.tokens[figure.name].radius >= FIGURE for figure in position.figures)
        for _, item in items["marshal"]:
            assert next(part for part in flat(item) if isinstance(part, Words)).size >= LEAST_NAME
        spots = [*places.tokens.values(), *(sign.spot for sign in places.signs)]
        for a, b in combinations(spots, 2):
            assert math.dist(a.centre, b.centre) >= a.radius + b.radius
        right = [strip.left + layout.strip_label + len(strip.keys) * layout.strip_pitch for strip in places.strips]
        assert all(end <= width - 1 for end in right)
        for (strip, end), (after, _) in pairwise(zip(places.strips, right, strict=True)):
            assert after.line == strip.line + 1 or (after.line == strip.line and after.left > end)
        most.append(layout.strips)
    assert max(most) > 0


def scattered(scenario, random, crowds):
    """All figures, Marshals and flags in so many hexes by lot."""
    places = random.choice(len(scenario.board_map.names), crowds, replace=False)
    board = view.board_of(scenario)
    game = mixed(placed(scenario, {}))
    for team, size in enumerate(board.figures):
        game["figure"][0, team, :size]["hex"] = random.choice(places, size)
    marshals = 2 + len(scenario.marshals_at)
    game["marshal"][0, :marshals]["hex"] = random.choice(places, marshals)
    game["flag"][0, :]["hex"] = random.choice(places, 2)
    return game


def test_marshals_by_themselves_are_magnified_where_their_names_are_too_small():
    scenario = Scenario.load("battle-12")
    for width, magnified in ((400, True), (640, False)):
        _, places, items = drawn(scenario, placed(scenario, {}, ["e8", "e7", "e7"], ["e7"]), width)
        assert [strip.keys for strip in places.strips] == [("M2", "M3", "flag0")] * magnified
        for _, item in items["marshal"]:
            assert next(part for part in flat(item) if isinstance(part, Words)).size >= LEAST_NAME


@pytest.mark.parametrize("name", ["battle-12", "capture-the-flag"])
def test_every_state_of_a_figure_in_a_crowd_changes_a_small_picture(name):
    scenario = Scenario.load(name)
    place = scenario.board_map.names[4]
    base = placed(scenario, {place: (6, 6)}, [place])
    before = render.render_rgb(scenario, base, 400, legend=False)
    seen = {before.tobytes()}
    changes = ["facing", "aim", "sentry", "gun", "suppressed", "dazed", "expert", "smoke", "paint"]
    more = [("gun", 2), ("smoke", 2), ("points", 1), ("activation", 2)]
    for field, value in [*((field, 1) for field in changes), *more]:
        game = base.copy()
        game["figure"][0, 1, 3][field] = value
        after = render.render_rgb(scenario, game, 400, legend=False)
        different = np.any(before != after, axis=2).sum() if before.shape == after.shape else 0
        assert different >= 10, (field, value)  # pixels: a state that a person can see
        seen.add(after.tobytes())
    for team, key in ((0, "marshal"), (1, "flag")):
        game = base.copy()
        game[key][0, 0]["attends" if key == "marshal" else "carrier"] = STRIDE * team + 3
        seen.add(render.render_rgb(scenario, game, 400, legend=False).tobytes())
    assert len(seen) == 16


# Only where it is needed.


def test_where_nothing_is_crowded_there_is_no_magnifier():
    scenario = Scenario.load("capture-the-flag")
    single = {f"{row}{k}": (row == "b", row == "d") for row in "bd" for k in range(1, 7)}
    for width, groups in ((400, single), (800, {"b2": (2, 1), "c3": (1, 3), "d6": (3, 0)}), (1200, {"c4": (6, 3)})):
        layout, places, items = drawn(scenario, placed(scenario, groups, ["c1"]), width)
        assert not places.strips and not places.signs and layout.strips == 0
        assert "magnified" not in items and "sign" not in items
        bare = scene.layout_of(view.board_of(scenario), width, legend=True, captions=False)
        assert layout == bare
        middles = dict(enumerate(layout.centres))
        for figure in view.position_of(scenario, placed(scenario, groups)).figures:
            assert math.dist(places.tokens[figure.name].centre, middles[figure.hex]) < layout.size


@pytest.mark.parametrize("width", [400, 1200])
def test_full_hexes_alone_are_magnified_and_bear_signs(width):
    scenario = Scenario.load("battle-12")
    game = placed(scenario, {"e7": (8, 1), "d8": (0, 8), "c1": (1, 0)}, ["e7", "e9"], ["e7", "i1"])
    game["flag"][0, 1]["hex"], game["flag"][0, 1]["carrier"] = NONE, 8  # R9, in c1
    layout, places, items = drawn(scenario, game, width)
    names = scenario.board_map.names
    full = {"d8", "e7"} | ({"c1"} if width == 400 else set())  # there a lone figure is too small, too
    assert {name for name, _ in items["magnified"]} == {name for name, _ in items["sign"]} == full
    counts = {}
    for sign in places.signs:
        counts.setdefault(names[sign.place], []).append(len(sign.keys))
        assert math.dist(sign.spot.centre, layout.centres[sign.place]) + sign.spot.radius < 0.87 * layout.size
    assert counts["e7"] == [8, 1, 1, 1] and counts["d8"] == [8]
    labels = {word.text for _, item in items["sign"] for word in flat(item) if isinstance(word, Words)}
    assert "×8" in labels
    strips = [(names[strip.place], strip.keys) for strip in places.strips]
    assert [name for name, _ in strips] == sorted(name for name, _ in strips)
    assert [key for name, keys in strips for key in keys if name == "e7"] == [
        *(f"R{k}" for k in range(1, 9)),
        *("B1", "M1", "flag0"),
    ]


def test_the_magnifier_grows_the_picture_and_the_legend_tells_of_it():
    scenario = Scenario.load("capture-the-flag")
    full, sparse = placed(scenario, {"c4": (6, 6)}), placed(scenario, {"c4": (1, 0)})
    for draw in (render.render_svg, render.render_rgb):
        high, low = (draw(scenario, game, width=400) for game in (full, sparse))
        if draw is render.render_svg:
            assert "3 figures" in high and "3 figures" not in low
            heights = [int(ElementTree.fromstring(text).get("height")) for text in (high, low)]
        else:
            heights = [high.shape[0], low.shape[0]]
        assert heights[0] > heights[1] + 2 * FIGURE
    titles = [element.text for element in ElementTree.fromstring(render.render_svg(scenario, full, width=400)).iter()]
    assert "c4, larger below: R1, R2, R3, R4, R5, R6" in titles


# What happens between figures shows in the hexes and in the strips.


def test_shooter_and_target_are_marked_in_both_places():
    scenario = Scenario.load("battle-12")
    game = placed(scenario, {"e7": (6, 0), "d8": (0, 6)})
    game["actor"], game["decision"] = 2, state.VOLLEY
    game["shot"][0, 0] = STRIDE + 4
    board, position = view.board_of(scenario), view.position_of(scenario, game)
    layout = scene.fitting(board, [position], 400, legend=True, captions=False)
    places, items = arrange(layout, position), scene.foreground(layout, position)
    for key, fill in (("R3", palette.HINT), ("B5", palette.WHITE)):
        halos = {item.centre for item in items if isinstance(item, Disc) and item.fill == fill}
        assert halos == {places.on_board(key).centre, places.tokens[key].centre}
        assert places.on_board(key).centre[1] < layout.board_bottom < places.tokens[key].centre[1]
    lines = [item.points for item in items if isinstance(item, Shape) and item.stroke == palette.HINT]
    assert lines and all(y < layout.board_bottom for points in lines for _, y in points)


def test_a_marshal_is_tied_to_his_figure_unless_a_strip_ends_between_them():
    scenario = Scenario.load("battle-12")
    seen = set()
    for width in (400, 1200):
        for number in range(12):
            game = placed(scenario, {"e7": (12, 0)}, ["e7"])
            game["figure"][0, 0, number]["gun"], game["marshal"][0, 0]["attends"] = JAMMED, number
            board, position = view.board_of(scenario), view.position_of(scenario, game)
            layout = scene.fitting(board, [position], width, legend=True, captions=False)
            places, items = arrange(layout, position), scene.foreground(layout, position)
            ties = [item for item in items if isinstance(item, Shape) and item.stroke == palette.MARSHAL]
            one, other = places.tokens["M1"].centre, places.tokens[f"R{number + 1}"].centre
            assert len(ties) == (one[1] == other[1])
            assert not ties or abs(one[0] - other[0]) == layout.strip_pitch
            seen.add((width, len(ties)))
    assert seen == {(400, 0), (400, 1), (1200, 1)}


# Pictures of one size.


@pytest.mark.parametrize("name", ["battle-12", "capture-the-flag", "single-flag-basic"])
def test_frames_of_an_environment_have_one_size(name):
    scenario, random = Scenario.load(name), np.random.default_rng(5)
    games = [placed(scenario, {}), fullest(scenario), scattered(scenario, random, 5)]
    shapes = {rendering.frame(scenario, game, rendering.RGB, 400).shape for game in games}
    assert len(shapes) == 1
    assert render.render_rgb(scenario, games[0], 400, legend=False).shape[0] < shapes.pop()[0]


@pytest.mark.parametrize("width", [200, 400, 640, 800, 1200])
@pytest.mark.parametrize("name", ["battle-12", "capture-the-flag"])
def test_the_room_that_is_kept_is_enough(name, width):
    scenario, random = Scenario.load(name), np.random.default_rng(width)
    board = view.board_of(scenario)
    layout = scene.layout_of(board, width, legend=False, captions=False)
    needed = [
        lines_of(layout, view.position_of(scenario, scattered(scenario, random, crowds)))
        for crowds in range(1, 24)
        for _ in range(4)
    ]
    assert 0 < max(needed) <= most_lines(layout) <= max(needed) + 3


def test_the_room_that_is_kept_can_be_needed():
    scenario = Scenario.load("capture-the-flag")
    layout = scene.layout_of(view.board_of(scenario), 800, legend=False, captions=False)
    game = placed(scenario, {"b2": (5, 0), "c4": (0, 5), "d3": (1, 1)}, ["d3", "d3"], ["d3", "d3"])
    assert lines_of(layout, view.position_of(scenario, game)) == most_lines(layout) == 2


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_an_animation_has_the_height_of_its_highest_frame(tmp_path, ending):
    scenario = Scenario.load("battle-12")
    games = [placed(scenario, {"e7": (1, 0)}), placed(scenario, {"e7": (12, 0), "d8": (0, 12)}), placed(scenario, {})]
    path = tmp_path / f"a.{ending}"
    assert render.write_animation(scenario, ((game, "so") for game in games), path, width=400) == 3
    heights = [render.render_rgb(scenario, game, 400, caption="so").shape[0] for game in games]
    with Image.open(path) as picture:
        assert picture.size == (400, heights[1]) and heights[0] < heights[1]
        blue = []
        for number in range(3):
            picture.seek(number)
            pixels = np.asarray(picture.convert("RGB")).astype(int)
            strip = pixels[heights[2] - 120 : heights[1] - 120]
            blue.append(int((np.abs(strip - (11, 99, 168)).sum(axis=2) < 60).sum()))
        assert picture.n_frames == 3
    assert blue[1] > blue[0] + 500 and blue[1] > blue[2] + 500
