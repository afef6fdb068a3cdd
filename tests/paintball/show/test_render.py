"""Do the pictures show every feature, once, without overlap, the same bytes each time?"""

import io
import math
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import numpy as np
import pytest
from PIL import Image

from paintball_env import Game, format_position, render_ansi, render_rgb, render_svg, write_png
from paintball_env.definition import PAINTBALL
from paintball_env.render import palette, scenery
from paintball_env.render.geometry import Layout
from paintball_env.rules.state import NONE
from paintball_env.rules.terrain import OPEN, TERRAINS
from paintball_env.scenario import Scenario
from paintball_env.scenes import Scenes
from tabletop.show.drawing.packing import ROOM, SQRT3, TOP, packed
from tabletop.show.drawing.themes import PLAIN, THEMES, contrast, tones_of
from tabletop.show.drawing.things import NOBODY, STANDING, UNIT
from tabletop.show.showing import showing_of
from tests.paintball.pictured import EVERYTHING, busy, crowd, empty, measured


@pytest.fixture(scope="module")
def field():
    return Scenario.parse(EVERYTHING)


@pytest.fixture(scope="module")
def plain():
    return Scenario.load("capture-the-flag-basic")


# Geometry.


@pytest.mark.parametrize("count", range(1, 39))
def test_tokens_neither_overlap_nor_leave_the_hex(count):
    centres, radius = packed(count)
    assert len(centres) == count and radius > 0.08
    for k, (x, y) in enumerate(centres):
        assert max(abs(x), abs(x) / 2 + abs(y) * SQRT3 / 2) + radius <= ROOM * SQRT3 / 2 + 1e-9
        assert radius - y <= TOP + 1e-9, "the hex's name stands there"
        for u, v in centres[:k]:
            assert math.hypot(x - u, y - v) >= 2 * radius


@pytest.mark.parametrize("count", range(1, 17))
def test_all_that_is_drawn_of_a_figure_stays_in_its_spot(count):
    scenario = Scenario.load("battle-12").with_rules(blind_spots=True, experts=True, grenades=True)
    game = crowd(scenario, min(count, 12), max(0, count - 12))
    game["figure"]["expert"] = game["figure"]["sentry"] = game["figure"]["smoke"] = game["figure"]["paint"] = 1
    game["figure"]["suppressed"] = game["figure"]["dazed"] = game["figure"]["gun"] = 1
    game["figure"]["facing"] = np.arange(game["figure"].shape[2]) % 6
    tokens = [thing for thing in Scenes(scenario, 1200).scene(game).things if thing.side != NOBODY]
    assert len(tokens) == count
    assert all(math.hypot(*point) <= 1.12 * UNIT for thing in tokens for point in outline(thing.shapes))
    apart = [math.dist(a.at, b.at) - UNIT * (a.scale + b.scale) for a, b in combinations(tokens, 2)]
    assert all(distance > 0 for distance in apart)


@pytest.mark.parametrize("theme", THEMES)
def test_names_of_hexes_can_be_read_on_every_ground(theme):
    """WCAG AA: 4.5 to 1, on the ground, what grows on it, and what is written round the letters; on dark pages, too."""
    tones = tones_of(theme, palette.GROUND, palette.STANDING, palette.INKS)
    grounds = [terrain.ground for terrain in TERRAINS]
    grounds += [*palette.GRASS, *palette.PATCH, *palette.THICKET, *palette.HOME, palette.SLOPE, palette.DITCH]
    for shown in (tones.shown, tones.dark):
        ink = shown.get(palette.HEX_NAME, palette.HEX_NAME)
        for ground in grounds if shown or theme != PLAIN else ():
            assert contrast(ink, shown.get(ground, ground)) >= 4.5, (theme, ground)


@pytest.mark.parametrize("preset", ["capture-the-flag", "battle-12"])
def test_no_figure_stands_on_the_name_of_its_hex(preset):
    scenario = Scenario.load(preset)
    layout = Layout(scenario, 800)
    place = next(n for n, kind in enumerate(scenario.board_map.terrain) if kind == OPEN)
    name, here = scenery.labels(layout)[place], scenario.board_map.names[place]
    for count in range(1, 13):
        game = crowd(scenario, min(count, 6), count - min(count, 6))
        game["figure"]["hex"] = np.where(game["figure"]["hex"] == NONE, NONE, place)
        standing = [t for t in Scenes(scenario, 800).scene(game).things if t.place == here and t.layer == STANDING]
        tops = [thing.at[1] - UNIT * thing.scale for thing in standing if thing.at[1] < layout.board_bottom]
        assert tops and min(tops) >= name.at[1] + 0.36 * name.size, count


def test_names_of_hexes_keep_clear_of_the_stockade_of_a_base(plain):
    layout = Layout(plain, 800)
    for place in plain.board_map.homes:
        name = scenery.labels(layout)[place]
        half = len(name.text) * 0.3 * name.size
        for log in scenery.features(layout.centres[place], layout.size, plain.board_map.terrain[place]):
            beside = max(0.0, abs(log.centre[0] - name.at[0]) - half)
            above = max(0.0, abs(log.centre[1] - name.at[1]) - 0.4 * name.size)
            assert math.hypot(beside, above) >= log.radius


def outline(items):
    for part in items:
        if hasattr(part, "points"):
            yield from part.points
        elif hasattr(part, "radius"):
            for angle in range(0, 360, 15):
                yield (
                    part.centre[0] + part.radius * math.cos(math.radians(angle)),
                    part.centre[1] + part.radius * math.sin(math.radians(angle)),
                )


# SVG.


def things(svg):
    """Groups of an SVG document by the keys of their things."""
    return {name: element for element in ElementTree.fromstring(svg).iter() if (name := element.get("data-thing"))}


def test_svg_has_each_figure_marshal_and_flag_once(field):
    svg = render_svg(field, busy(field))
    shown = things(svg)
    assert svg.count("data-thing") == len(shown)
    figures = [f"{team}{number}" for team in "RB" for number in range(1, 7)]
    assert {*figures, "M1", "M2", "M3", "flag1", "cover:a1", "cover:b3", "cover:d3", "smoke:b4", "smoke:c4"} <= {*shown}
    assert "flag0" not in shown  # it is carried
    assert all(next(part.text for part in shown[key].iter() if part.tag.endswith("text")) == key[1:] for key in figures)
    assert all(f'data-hex="{name}"' in svg for name in field.board_map.names)


def test_a_title_of_any_length_and_letters_fits(field):
    long = "The Knoll, or how four of Blue held a hill for a day" * 3
    for title in (long, "bell\x07", "nul\x00 & <b>", "W" * 80, "x" * 500, "雪" * 60, "CAPTURE " * 9):
        scenario = Scenario.model_validate(field.model_dump() | {"name": "own", "title": title})
        tree = ElementTree.fromstring(render_svg(scenario, busy(field)))  # well-formed
        turn, shown = (element for element in tree.iter() if element.tag.endswith("}text") and element.text
                       and (element.text.startswith("Turn ") or element.get("text-anchor") == "end"))  # fmt: skip
        left = float(turn.get("x")) + 0.6 * float(turn.get("font-size")) * len(turn.text)
        width = sum({"W": 1.0, "雪": 1.0}.get(letter, 0.55 + 0.15 * letter.isupper()) for letter in shown.text)
        assert left < float(shown.get("x")) - float(shown.get("font-size")) * width
        assert shown.text == title.replace("\x07", "\ufffd").replace("\x00", "\ufffd") or (
            shown.text.endswith("…") and title.startswith(shown.text[:-1]) and len(shown.text) > 15
        )


def test_tooltips_say_every_state(field):
    titles = {name: element[0].text for name, element in things(render_svg(field, busy(field))).items()}
    assert titles["R1"] == "Red 1 in c1 facing E, expert, 0 points, 2 smoke, 1 paint, holds aim"
    assert titles["R4"] == "Red 4 in c4 facing W, 3 points, out of ammo, suppressed, dazed by smoke"
    assert titles["R5"].endswith("jammed") and titles["R3"].endswith("sentry")
    assert titles["B2"].endswith("moved 1, carries Red's flag")
    assert titles["B4"].endswith("finished, has fired, has turned")


def test_facing_is_shown_with_blind_spots_alone(plain):
    game = empty(plain)
    game["figure"][0, 0, 0]["hex"] = 9
    other = game.copy()
    other["figure"][0, 0, 0]["facing"] = 2
    assert render_svg(plain, game) == render_svg(plain, other)


@pytest.mark.parametrize("objective", ["capture", "reverse", "single", "elimination"])
def test_every_objective_has_its_flags(objective):
    scenario = Scenario.parse(EVERYTHING.replace("capture", objective))
    game = empty(scenario)
    if objective != "elimination":
        game["flag"][0, 0]["hex"] = 4
    svg = render_svg(scenario, game)
    assert ("flag0" in things(svg)) == (objective != "elimination")
    assert ("The flag lies here" in svg) == (objective == "single")


# Pixels and files.


def test_same_position_same_bytes(field, tmp_path):
    game = busy(field)
    assert render_svg(field, game) == render_svg(field, game.copy())
    first = render_rgb(field, game)
    assert first.dtype == np.uint8 and first.shape[0] % 2 == 0 and first.shape[1:] == (800, 3)
    first[:] = 0  # what is handed out is no part of what is kept
    assert np.array_equal(render_rgb(field, game), render_rgb(field, game[0]))
    for name in ("a.png", "b.png"):
        write_png(field, game, tmp_path / name, width=500)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert measured(tmp_path / "a.png") == (500, 1)


def test_legend_and_caption_take_room(plain):
    game = empty(plain)
    tall, short = render_rgb(plain, game, 400), render_rgb(plain, game, 400, legend=False)
    assert tall.shape[0] > short.shape[0]
    told = render_rgb(plain, game, 400, caption="R1 moves E")
    assert told.shape[0] > tall.shape[0]
    silent = render_rgb(plain, game, 400, caption="")
    assert silent.shape == told.shape and not np.array_equal(silent, told)


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_animation(field, tmp_path, ending):
    games = [busy(field), empty(field), busy(field)]
    frames = [(game, f"{k}. something\nhappens", None) for k, game in enumerate(games)]
    contents = []
    for name in ("a", "b"):
        path = tmp_path / f"{name}.{ending}"
        assert showing_of(PAINTBALL).pictures(field, 300).write_animation(frames, path, 0.2) == 3
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]
    picture = Image.open(io.BytesIO(contents[0]))
    assert picture.n_frames == 3 and picture.size[0] == 300
    picture.seek(1)
    assert picture.convert("RGB").getbbox()


def test_what_cannot_be_drawn_is_refused_in_words(plain, tmp_path):
    game = empty(plain)
    animate, frames = showing_of(PAINTBALL).pictures(plain, 400).write_animation, [(game, "", None)]
    for told, shown, name, delay in (
        (r"an animation is a \.gif or a \.webp", frames, "a.mp4", 1),
        ("at least one frame", [], "a.gif", 1),
        ("not 0", frames, "a.gif", 0),
    ):
        with pytest.raises(ValueError, match=told):
            animate(shown, tmp_path / name, delay)
    with pytest.raises(ValueError, match="200 to 8000 pixels"):
        render_rgb(plain, game, 20)
    with pytest.raises(ValueError, match="not an array of 2"):
        render_svg(plain, np.zeros(2, plain.size.game))
    with pytest.raises(TypeError, match="not int"):
        render_svg(plain, 3)
    with pytest.raises(ValueError, match="hex 30, this scenario's board has 26"):
        game["figure"][0, 0, 0]["hex"] = 30
        render_svg(plain, game)


def test_a_game_of_another_scenario_is_neither_drawn_nor_written():
    game = Game("capture-the-flag-drawn", seed=1)
    for call in (format_position, render_ansi, render_svg, render_rgb):
        words = "^position of 'capture-the-flag-drawn': the scenario given is 'battle-12'$"
        with pytest.raises(ValueError, match=words):
            call("battle-12", game)
        with pytest.raises(ValueError, match=r"^position: no record of 'battle-12'$"):
            call("battle-12", game.record)
        assert len(call("capture-the-flag-drawn", game))
