"""Can every figure of a full hex be read, in small pictures as in large ones, and is nothing else magnified?"""

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from PIL import Image

from paintball_env import render_rgb, render_svg
from paintball_env.render import palette, view
from paintball_env.render.arrangement import FIGURE, MARSHAL, arrange, most_lines
from paintball_env.rules import objectives, state
from paintball_env.rules.state import EMPTY, JAMMED, NONE, STRIDE
from paintball_env.scenario import Scenario, presets
from paintball_env.scenes import Scenes
from tabletop.env import rendering
from tabletop.show.drawing.shapes import Disc, Group, Shape, Words, moved
from tabletop.show.showing import showing_of
from tests.paintball.pictured import empty

PLAYED = [name for name in presets() if not name.endswith("-drawn")]  # the drawn ones have the same boards
LEAST_NUMBER = 10.0  # pixels of a figure's number, at least
LEAST_NAME = 5.9  # and of a Marshal's name


def placed(scenario, groups, marshals=(), flags=()):
    """A position: hexes with so many Red and Blue figures, by number; Marshals and lying flags at hexes."""
    at = scenario.board_map.names.index
    game = empty(scenario)
    game["decision"], game["decider"] = state.ACT, 0
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
    sizes = [team.figures for team in scenario.teams]
    flags = {objectives.ELIMINATION: 0, objectives.SINGLE: 1}.get(scenario.world[0].rules.objective, 2)
    place = scenario.board_map.names[len(scenario.board_map.names) // 2]
    return mixed(placed(scenario, {place: sizes}, [place] * (2 + len(scenario.marshals_at)), [place] * flags))


def drawn(scenario, game, width):
    """Layout, places, and what a picture of this width shows of the position: things by key."""
    scenes = Scenes(scenario, width)
    places = arrange(scenes.layout, view.Position(scenario, game))
    return scenes.layout, places, {thing.key: thing for thing in scenes.scene(game).things}


def standing(things, kind=""):
    """Figures, Marshals and flags among things; or those whose keys begin so."""
    return [thing for key, thing in things.items() if key.startswith(kind or ("R", "B", "M", "flag"))]


def words_of(thing):
    """The words of a thing as they are drawn."""
    return [moved(part, thing.at, thing.scale) for part in flat(thing.shapes) if isinstance(part, Words)]


def flat(items):
    for part in items:
        if isinstance(part, Group):
            yield from flat(part.parts)
        else:
            yield part


def bounds(thing):
    """Left, top, right and bottom of what is drawn of a thing, without words."""
    xs, ys = [], []
    for part in (moved(shape, thing.at, thing.scale) for shape in flat(thing.shapes)):
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
    layout, places, things = drawn(scenario, game, width)
    position = view.Position(scenario, game)
    assert {figure.name for figure in position.figures} == {thing.key for thing in standing(things, ("R", "B"))}
    assert len(standing(things)) == len(position.figures) + len(position.marshals) + len(position.flags)
    for thing in standing(things, ("R", "B")):
        number = words_of(thing)[0]
        assert places.tokens[thing.key].radius >= FIGURE
        assert number.text == thing.key[1:] and number.size >= LEAST_NUMBER
    assert all(places.tokens[thing.key].radius >= MARSHAL for thing in standing(things, "M"))
    boxes = [bounds(thing) for thing in standing(things)]
    assert all(apart(one, other) for one, other in combinations(boxes, 2))
    for left, top, right, bottom in boxes:
        assert left >= 0 and right <= width and layout.board_bottom < top and bottom < layout.height(places.lines)


@pytest.mark.parametrize("width", [400, 800, 1200])
@pytest.mark.parametrize("name", ["battle-12", "capture-the-flag"])
def test_nothing_is_too_small_wherever_figures_stand(name, width):
    scenario, random = Scenario.load(name), np.random.default_rng(width)
    most = []
    for crowds in (1, 2, 3, 5, 8, 13, 26):
        game = scattered(scenario, random, crowds)
        layout, places, things = drawn(scenario, game, width)
        position = view.Position(scenario, game)
        assert {figure.name for figure in position.figures} <= {*things}
        assert all(places.tokens[figure.name].radius >= FIGURE for figure in position.figures)
        assert all(words_of(thing)[0].size >= LEAST_NAME for thing in standing(things, "M"))
        spots = [*places.tokens.values(), *(sign.spot for sign in places.signs)]
        for a, b in combinations(spots, 2):
            assert math.dist(a.centre, b.centre) >= a.radius + b.radius
        right = [strip.left + layout.strip_label + len(strip.keys) * layout.strip_pitch for strip in places.strips]
        assert all(end <= width - 1 for end in right)
        for (strip, end), (after, _) in pairwise(zip(places.strips, right, strict=True)):
            assert after.line == strip.line + 1 or (after.line == strip.line and after.left > end)
        most.append(places.lines)
    assert max(most) > 0


def scattered(scenario, random, crowds):
    """All figures, Marshals and flags in so many hexes by lot."""
    places = random.choice(len(scenario.board_map.names), crowds, replace=False)
    game = mixed(placed(scenario, {}))
    for team, size in enumerate(side.figures for side in scenario.teams):
        game["figure"][0, team, :size]["hex"] = random.choice(places, size)
    marshals = 2 + len(scenario.marshals_at)
    game["marshal"][0, :marshals]["hex"] = random.choice(places, marshals)
    game["flag"][0, :]["hex"] = random.choice(places, 2)
    return game


def test_marshals_by_themselves_are_magnified_where_their_names_are_too_small():
    scenario = Scenario.load("battle-12")
    for width, magnified in ((400, True), (640, False)):
        _, places, things = drawn(scenario, placed(scenario, {}, ["e8", "e7", "e7"], ["e7"]), width)
        assert [strip.keys for strip in places.strips] == [("M2", "M3", "flag0")] * magnified
        assert all(words_of(thing)[0].size >= LEAST_NAME for thing in standing(things, "M"))


@pytest.mark.parametrize("figures", [6, 4, 1])
@pytest.mark.parametrize("name", ["battle-12", "capture-the-flag"])
def test_every_state_of_a_figure_changes_a_small_picture(name, figures):
    scenario = Scenario.load(name)
    place = scenario.board_map.names[4]
    base = placed(scenario, {place: (figures, figures)}, [place])
    last = figures - 1
    before = render_rgb(scenario, base, 400, legend=False)
    seen = {before.tobytes()}
    changes = ["facing", "aim", "sentry", "gun", "suppressed", "dazed", "expert", "smoke", "paint"]
    more = [("gun", 2), ("smoke", 2), ("points", 1), ("activation", 2)]
    for field, value in [*((field, 1) for field in changes), *more]:
        game = base.copy()
        game["figure"][0, 1, last][field] = value
        after = render_rgb(scenario, game, 400, legend=False)
        different = np.any(before != after, axis=2).sum() if before.shape == after.shape else 0
        assert different >= 10, (field, value)  # pixels: a state that a person can see
        seen.add(after.tobytes())
    for team, key in ((0, "marshal"), (1, "flag")):
        game = base.copy()
        game[key][0, 0]["attends" if key == "marshal" else "carrier"] = STRIDE * team + last
        seen.add(render_rgb(scenario, game, 400, legend=False).tobytes())
    assert len(seen) == 16


# Only where it is needed.


def test_where_nothing_is_crowded_there_is_no_magnifier():
    scenario = Scenario.load("capture-the-flag")
    single = {f"{row}{k}": (row == "b", row == "d") for row in "bd" for k in range(1, 7)}
    for width, groups in ((400, single), (800, {"b2": (2, 1), "c3": (1, 3), "d6": (3, 0)}), (1200, {"c4": (6, 3)})):
        layout, places, things = drawn(scenario, placed(scenario, groups, ["c1"]), width)
        assert not places.strips and not places.signs and not standing(things, ("strip", "sign"))
        middles = dict(enumerate(layout.centres))
        for figure in view.Position(scenario, placed(scenario, groups)).figures:
            assert math.dist(places.tokens[figure.name].centre, middles[figure.hex]) < layout.size


@pytest.mark.parametrize("width", [400, 1200])
def test_full_hexes_alone_are_magnified_and_bear_signs(width):
    scenario = Scenario.load("battle-12")
    game = placed(scenario, {"e7": (8, 1), "d8": (0, 8), "c1": (1, 0)}, ["e7", "e9"], ["e7", "i1"])
    game["flag"][0, 1]["hex"], game["flag"][0, 1]["carrier"] = NONE, 8  # R9, in c1
    layout, places, things = drawn(scenario, game, width)
    names = scenario.board_map.names
    full = {"d8", "e7"} | ({"c1"} if width == 400 else set())  # there a lone figure is too small, too
    for kind in ("strip", "sign"):
        assert {thing.key.split(":")[1] for thing in standing(things, f"{kind}:")} == full
    counts = {}
    for sign in places.signs:
        counts.setdefault(names[sign.place], []).append(len(sign.keys))
        assert math.dist(sign.spot.centre, layout.centres[sign.place]) + sign.spot.radius < 0.87 * layout.size
    assert counts["e7"] == [8, 1, 1, 1] and counts["d8"] == [8]
    assert "×8" in {word.text for thing in standing(things, "sign") for word in words_of(thing)}
    strips = [(names[strip.place], strip.keys) for strip in places.strips]
    assert [name for name, _ in strips] == sorted(name for name, _ in strips)
    assert [key for name, keys in strips for key in keys if name == "e7"] == [
        *(f"R{k}" for k in range(1, 9)),
        *("B1", "M1", "flag0"),
    ]


def test_the_magnifier_grows_the_picture_and_the_legend_tells_of_it():
    scenario = Scenario.load("capture-the-flag")
    full, sparse = placed(scenario, {"c4": (6, 6)}), placed(scenario, {"c4": (1, 0)})
    high, low = (render_svg(scenario, game, width=400) for game in (full, sparse))
    assert "3 figures" in high and "3 figures" not in low
    assert "<title>c4, larger below: R1, R2, R3, R4, R5, R6</title>" in high
    heights = [render_rgb(scenario, game, 400).shape[0] for game in (full, sparse)]
    assert heights[0] > heights[1] + 2 * FIGURE
    assert all(f'height="{height}"' in svg for height, svg in zip(heights, (high, low), strict=True))


# What happens between figures shows in the hexes and in the strips.


def test_shooter_and_target_are_marked_in_both_places():
    scenario = Scenario.load("battle-12")
    game = placed(scenario, {"e7": (6, 0), "d8": (0, 6)})
    game["actor"], game["decision"] = 2, state.VOLLEY
    game["shot"][0, 0] = STRIDE + 4
    layout, places, things = drawn(scenario, game, 400)
    for key, halo in (("R3", "acting"), ("B5", "shot_at")):
        assert {thing.at for thing in standing(things, halo)} == {
            places.on_board(key).centre,
            places.tokens[key].centre,
        }
        assert places.on_board(key).centre[1] < layout.board_bottom < places.tokens[key].centre[1]
    fires = standing(things, "fire")
    assert [thing.key for thing in fires] == ["fire:R3:B5"] and bounds(fires[0])[3] < layout.board_bottom


def test_a_marshal_is_tied_to_his_figure_unless_a_strip_ends_between_them():
    scenario = Scenario.load("battle-12")
    seen = set()
    for width in (400, 1200):
        for number in range(12):
            game = placed(scenario, {"e7": (12, 0)}, ["e7"])
            game["figure"][0, 0, number]["gun"], game["marshal"][0, 0]["attends"] = JAMMED, number
            layout, places, things = drawn(scenario, game, width)
            ties = standing(things, "attends")
            assert all(part.stroke in (palette.INK, palette.MARSHAL) for thing in ties for part in thing.shapes)
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
    assert render_rgb(scenario, games[0], 400, legend=False).shape[0] < shapes.pop()[0]


@pytest.mark.parametrize("width", [200, 400, 640, 800, 1200])
@pytest.mark.parametrize("name", ["battle-12", "capture-the-flag"])
def test_the_room_that_is_kept_is_enough(name, width):
    scenario, random = Scenario.load(name), np.random.default_rng(width)
    layout = Scenes(scenario, width).layout
    needed = [
        arrange(layout, view.Position(scenario, scattered(scenario, random, crowds))).lines
        for crowds in range(1, 24)
        for _ in range(4)
    ]
    assert 0 < max(needed) <= most_lines(layout) <= max(needed) + 3


def test_the_room_that_is_kept_can_be_needed():
    scenario = Scenario.load("capture-the-flag")
    game = placed(scenario, {"b2": (5, 0), "c4": (0, 5), "d3": (1, 1)}, ["d3", "d3"], ["d3", "d3"])
    layout, places, _ = drawn(scenario, game, 800)
    assert places.lines == most_lines(layout) == 2


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_an_animation_has_the_height_of_its_highest_frame(tmp_path, ending):
    scenario = Scenario.load("battle-12")
    games = [placed(scenario, {"e7": (1, 0)}), placed(scenario, {"e7": (12, 0), "d8": (0, 12)}), placed(scenario, {})]
    path = tmp_path / f"a.{ending}"
    frames = [(game, "so", None) for game in games]
    assert showing_of(scenario.game).pictures(scenario, 400).write_animation(frames, path, 0.7) == 3
    heights = [render_rgb(scenario, game, 400, caption="so").shape[0] for game in games]
    with Image.open(path) as picture:
        assert picture.size == (400, heights[1]) and heights[0] < heights[1]
        blue = []
        for number in range(3):
            picture.seek(number)
            pixels = np.asarray(picture.convert("RGB")).astype(int)
            blue.append(int((np.abs(pixels - (11, 99, 168)).sum(axis=2) < 60).sum()))
        assert picture.n_frames == 3
    assert blue[1] > blue[0] + 500 and blue[1] > blue[2] + 500
