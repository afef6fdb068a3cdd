"""Do the pictures show every feature, once, without overlap, the same bytes each time?"""

import io
import math
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from paintball_env import render
from paintball_env.notation import parse_position
from paintball_env.record import Draw, GameRecord, Recorder
from paintball_env.render import scene, status, view, words
from paintball_env.render.arrangement import arrange
from paintball_env.render.geometry import ROOM, SQRT3, packed
from paintball_env.rules import state
from paintball_env.rules.state import EMPTY, JAMMED, NONE
from paintball_env.scenario import Scenario

FIELD = """
      ^ .
 . u . . . t .
R . . . . t . B
 . . . . . u .
      ^ .
"""
EVERYTHING = f'''
name = "everything"
objective = "capture"
map = """{FIELD}"""
marshals_at = ["d4"]
[rules]
experts = true
grenades = true
blind_spots = true
'''


@pytest.fixture(scope="module")
def field():
    return Scenario.parse(EVERYTHING)


@pytest.fixture(scope="module")
def plain():
    return Scenario.load("capture-the-flag-basic")


def empty(scenario):
    game = np.zeros(1, scenario.size.game)
    game["figure"]["hex"] = game["marshal"]["hex"] = game["marshal"]["attends"] = NONE
    for name in ("decider", "winner", "actor", "asked", "place", "shot"):
        game[name] = NONE
    game["flag"]["hex"] = game["flag"]["carrier"] = NONE
    game["turn"], game["phase"] = 3, 1
    return game


def busy(scenario):
    """Every feature of a position at once, possible or not."""
    at = scenario.board_map.names.index
    game = empty(scenario)
    record = game[0]
    record["decision"], record["decider"], record["actor"], record["asked"] = state.REACT, 0, 17, 2
    record["place"] = at("d5")
    for number, place in enumerate(("c1", "c1", "d3", "c4", "b3", "e1")):
        record["figure"][0, number]["hex"] = at(place)
    for number, place in enumerate(("c1", "d4", "b6", "a1", "c7", "c7")):
        record["figure"][1, number]["hex"] = at(place)
    record["figure"]["facing"] = np.arange(12).reshape(2, 6) % 6
    record["figure"]["points"] = np.arange(12).reshape(2, 6) % 4
    for field, figures in {
        "expert": [(0, 0), (1, 5)],
        "aim": [(0, 0)],
        "sentry": [(0, 2), (1, 4)],
        "suppressed": [(0, 3), (1, 5)],
        "dazed": [(0, 3)],
        "smoke": [(0, 0), (0, 0), (1, 1)],
        "paint": [(0, 0), (1, 5)],
        "fired": [(1, 3)],
        "turned": [(1, 3)],
        "moved": [(1, 1)],
    }.items():
        for team, number in figures:
            record["figure"][team, number][field] += 1
    record["figure"][0, 0]["smoke"] = 2
    record["figure"][0, 3]["gun"], record["figure"][0, 4]["gun"] = EMPTY, JAMMED
    record["figure"][1, 3]["activation"] = state.FINISHED
    record["marshal"][0]["hex"], record["marshal"][0]["attends"] = at("b3"), 4
    record["marshal"][1]["hex"], record["marshal"][2]["hex"] = at("b6"), at("d4")
    record["flag"][0]["carrier"], record["flag"][1]["hex"] = 17, at("d6")
    record["cover"][[at("b3"), at("a1")]] = state.SOFT
    record["cover"][at("d3")] = state.HARD + 1
    record["smoke"][[at("b4"), at("c4")]] = 1
    record["side"]["score"] = 4, 2
    return game


def crowd(scenario, red, blue, place="b3"):
    game = empty(scenario)
    game["figure"][0, 0, :red]["hex"] = game["figure"][0, 1, :blue]["hex"] = scenario.board_map.names.index(place)
    return game


# Geometry.


@pytest.mark.parametrize("count", range(1, 39))
def test_tokens_neither_overlap_nor_leave_the_hex(count):
    centres, radius = packed(count)
    assert len(centres) == count and radius > 0.08
    for k, (x, y) in enumerate(centres):
        assert max(abs(x), abs(x) / 2 + abs(y) * SQRT3 / 2) + radius <= ROOM * SQRT3 / 2 + 1e-9
        for u, v in centres[:k]:
            assert math.hypot(x - u, y - v) >= 2 * radius


@pytest.mark.parametrize("count", range(1, 17))
def test_all_that_is_drawn_of_a_figure_stays_in_its_spot(count):
    scenario = Scenario.load("battle-12").with_rules(blind_spots=True, experts=True, grenades=True)
    game = crowd(scenario, min(count, 12), max(0, count - 12))
    game["figure"]["expert"] = game["figure"]["sentry"] = game["figure"]["smoke"] = game["figure"]["paint"] = 1
    game["figure"]["suppressed"] = game["figure"]["dazed"] = game["figure"]["gun"] = 1
    game["figure"]["facing"] = np.arange(game["figure"].shape[2]) % 6
    board, position = view.board_of(scenario), view.position_of(scenario, game)
    layout = scene.fitting(board, [position], 1200, True, False)
    spots = arrange(layout, position).tokens
    assert len(spots) == count
    for item in scene.foreground(layout, position):
        names = [value for key, value in getattr(item, "data", ()) if key == "figure"]
        if names:
            spot = spots[names[0]]
            for x, y in outline(item):
                assert math.dist((x, y), spot.centre) <= 1.12 * spot.radius
    distances = [
        math.dist(a.centre, b.centre) - a.radius - b.radius for a in spots.values() for b in spots.values() if a != b
    ]
    assert all(distance > 0 for distance in distances)


def outline(group):
    for part in group.parts:
        if hasattr(part, "points"):
            yield from part.points
        elif hasattr(part, "radius"):
            for angle in range(0, 360, 15):
                yield (
                    part.centre[0] + part.radius * math.cos(math.radians(angle)),
                    part.centre[1] + part.radius * math.sin(math.radians(angle)),
                )


def measured(path):
    with Image.open(path) as picture:
        return picture.size[0], getattr(picture, "n_frames", 1)


# SVG.


def groups(svg, key):
    root = ElementTree.fromstring(svg)
    return [(element.get(f"data-{key}"), element) for element in root.iter() if element.get(f"data-{key}")]


def test_svg_has_each_figure_marshal_and_flag_once(field):
    svg = render.render_svg(field, busy(field))
    assert sorted(name for name, _ in groups(svg, "figure")) == sorted(f"{t}{n}" for t in "RB" for n in range(1, 7))
    assert [name for name, _ in groups(svg, "marshal")] == ["M1", "M2", "M3"]
    assert [name for name, _ in groups(svg, "flag")] == ["1"]
    assert [name for name, _ in groups(svg, "hex")] == list(field.board_map.names)
    assert sorted(name for name, _ in groups(svg, "cover")) == ["a1", "b3", "d3"]
    assert [name for name, _ in groups(svg, "smoke")] == ["b4", "c4"]
    numbers = {name: [t.text for t in g.iter() if t.tag.endswith("}text")] for name, g in groups(svg, "figure")}
    assert all(texts[0] == name[1:] for name, texts in numbers.items())


def test_tooltips_say_every_state(field):
    titles = {name: element[0].text for name, element in groups(render.render_svg(field, busy(field)), "figure")}
    assert titles["R1"] == "Red 1 in c1 facing E, expert, 0 points, 2 smoke, 1 paint, holds aim"
    assert titles["R4"] == "Red 4 in c4 facing W, 3 points, out of ammo, suppressed, dazed by smoke"
    assert titles["R5"].endswith("jammed") and titles["R3"].endswith("sentry")
    assert titles["B2"].endswith("moved 1, carries Red's flag")
    assert titles["B4"].endswith("finished, has fired, has turned")


def test_every_state_changes_the_picture(field):
    """What differs in a field that players know differs in pixels and in SVG."""
    base = empty(field)
    base["figure"][0, 0, 0]["hex"] = base["marshal"][0, 0]["hex"] = 9
    base["figure"][0, 0, 0]["points"] = 2
    before = render.render_rgb(field, base, 800)
    shown = ("facing", "points", "aim", "sentry", "gun", "suppressed", "dazed", "expert", "smoke", "paint")
    seen = set()
    for name in shown:
        game = base.copy()
        game["figure"][0, 0, 0][name] += 1
        seen.add(render.render_rgb(field, game, 800).tobytes())
        assert render.render_svg(field, game) != render.render_svg(field, base)
    for change in (("gun", 2), ("activation", 2), ("smoke", 2)):
        game = base.copy()
        game["figure"][0, 0, 0][change[0]] = change[1]
        seen.add(render.render_rgb(field, game, 800).tobytes())
    game = base.copy()
    game["marshal"][0, 0]["attends"] = 0
    seen.add(render.render_rgb(field, game, 800).tobytes())
    assert before.tobytes() not in seen and len(seen) == len(shown) + 4


def test_facing_is_shown_with_blind_spots_alone(plain):
    game = empty(plain)
    game["figure"][0, 0, 0]["hex"] = 9
    other = game.copy()
    other["figure"][0, 0, 0]["facing"] = 2
    assert render.render_svg(plain, game) == render.render_svg(plain, other)


@pytest.mark.parametrize("objective", ["capture", "reverse", "single", "elimination"])
def test_every_objective_has_its_flags(plain, objective):
    world = plain.world.copy()
    world["rules"]["objective"] = getattr(state, objective.upper())
    game = empty(plain)
    if objective != "elimination":
        game["flag"][0, 0]["hex"] = 4

    class Setting:
        board_map = plain.board_map

    Setting.world = world
    svg = render.render_svg(Setting, game)
    assert len(groups(svg, "flag")) == (objective != "elimination")
    assert ("The flag lies here" in svg) == (objective == "single")


def test_each_kind_of_decision_is_put_in_words(plain):
    board = view.board_of(plain)
    seen = set()
    for decision in range(1, 22):
        game = busy(plain)
        game["decision"] = decision
        seen.add(status.decision_line(board, view.position_of(plain, game)))
    assert len(seen) == 21 and all(line.startswith("Red decides: ") for line in seen)


@pytest.mark.parametrize(
    ("winner", "ending", "words_of_it"),
    [
        (0, state.FLAG, "Red has won: the flag is home"),
        (1, state.ELIMINATED, "Blue has won: no figure of the other team is left"),
        (NONE, state.TURNS, "A draw: no turns are left"),
        (NONE, state.ELIMINATED, "A draw: both teams are gone"),
    ],
)
def test_ends_are_put_in_words(plain, winner, ending, words_of_it):
    game = empty(plain)
    game["winner"], game["ending"] = winner, ending
    assert words_of_it in render.render_svg(plain, game)
    assert words_of_it in render.render_ansi(plain, game)


def test_crowd_of_twelve_has_twelve_labels(plain):
    svg = render.render_svg(plain, crowd(plain, 6, 6))
    assert len(groups(svg, "figure")) == 12
    names = [name for name, _ in groups(svg, "figure")]
    assert len(set(names)) == 12


# Pixels and files.


@pytest.mark.parametrize("width", [200, 400, 800, 1200])
def test_pixels(field, width):
    image = render.render_rgb(field, busy(field), width)
    assert image.dtype == np.uint8 and image.ndim == 3 and image.shape[1:] == (width, 3)
    assert image.shape[0] % 2 == 0 and image.flags.writeable
    assert image.std() > 10


def test_same_position_same_bytes(field, tmp_path):
    game = busy(field)
    assert render.render_svg(field, game) == render.render_svg(field, game.copy())
    first = render.render_rgb(field, game)
    first[:] = 0  # what is handed out is no part of what is kept
    assert np.array_equal(render.render_rgb(field, game), render.render_rgb(field, game[0]))
    for name in ("a.png", "b.png"):
        render.write_png(field, game, tmp_path / name, width=500)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert measured(tmp_path / "a.png") == (500, 1)


def test_legend_and_caption_take_room(plain):
    game = empty(plain)
    tall, short = render.render_rgb(plain, game, 400), render.render_rgb(plain, game, 400, legend=False)
    assert tall.shape[0] > short.shape[0]
    told = render.render_rgb(plain, game, 400, caption="R1 moves E")
    assert told.shape[0] > tall.shape[0]
    silent = render.render_rgb(plain, game, 400, caption="")
    assert silent.shape == told.shape and not np.array_equal(silent, told)


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_animation(field, tmp_path, ending):
    games = [busy(field), empty(field), busy(field)]
    frames = [render.Frame(game, f"{k}. something\nhappens") for k, game in enumerate(games)]
    contents = []
    for name in ("a", "b"):
        path = tmp_path / f"{name}.{ending}"
        assert render.write_animation(field, frames, path, width=300, delay=0.2) == 3
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]
    picture = Image.open(io.BytesIO(contents[0]))
    assert picture.n_frames == 3 and picture.size[0] == 300
    picture.seek(1)
    assert picture.convert("RGB").getbbox()


def test_what_cannot_be_drawn_is_refused_in_words(plain, tmp_path):
    game = empty(plain)
    with pytest.raises(ValueError, match=r"an animation is a \.gif or a \.webp"):
        render.write_animation(plain, [(game, "")], tmp_path / "a.mp4")
    with pytest.raises(ValueError, match="at least one frame"):
        render.write_animation(plain, [], tmp_path / "a.gif")
    with pytest.raises(ValueError, match="not 0"):
        render.write_animation(plain, [(game, "")], tmp_path / "a.gif", delay=0)
    with pytest.raises(ValueError, match="200 to 8000 pixels"):
        render.render_rgb(plain, game, 20)
    with pytest.raises(ValueError, match="not an array of 2"):
        render.render_svg(plain, np.zeros(2, plain.size.game))
    with pytest.raises(TypeError, match="not int"):
        render.render_svg(plain, 3)
    with pytest.raises(ValueError, match="hex 30, this scenario's board has 26"):
        game["figure"][0, 0, 0]["hex"] = 30
        render.render_svg(plain, game)


# Terminal.


def test_text_board(field):
    text = render.render_ansi(field, busy(field))
    assert "\033" not in text
    for part in ("|a1 ^%", "|b2 u", "|b3 %", "|c1 RED", "|c4 ~", "|d3 #NE", "|b4 ~", "|c8 BLUE", "R5     M1|", "fB|"):
        assert part in text, part
    for name in (f"{team}{number}" for team in "RB" for number in range(1, 7)):
        assert len(re.findall(rf"^{name} ", text, re.MULTILINE)) == 1
    assert "M1  b3     attends R5" in text and "Blue's flag lies in d6" in text
    coloured = render.render_ansi(field, busy(field), colour=True)
    assert re.sub(r"\033\[[0-9;]*m", "", coloured) == text


def test_text_board_of_a_crowd(plain):
    text = render.render_ansi(plain, crowd(plain, 6, 5))
    assert "|R1-6" in text and "|B1-5" in text
    game = crowd(plain, 6, 0)
    game["figure"]["hex"][0, 0, [1, 3]] = NONE
    assert "|R1,3,5,6" in render.render_ansi(plain, game)


# Words.


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("R3 move NE", "R3 moves NE (MV1)"),
        ("B2 throw smoke", "B2 throws a smoke grenade (GR2)"),
        ("R3 take flag", "R3 takes up the flag (FL1)"),
        ("B12 suppress R1", "B12 suppresses R1 (SU2)"),
        ("charge", "Blue: a charge is declared (CH2)"),
        ("hex c4", "Blue: chooses c4"),
        ("done", "Blue: done"),
    ],
)
def test_actions_in_words(action, expected):
    assert words.action_words(action, "turn=1 second=red to=blue:act") == expected


def test_every_action_has_words(field):
    from paintball_env.action import action_table

    table = action_table(field.figures, field.board_map.names)
    for index in range(field.actions):
        name = table.name(index, 0)
        assert words.action_words(name) != name or name in ("charge", "done")


@pytest.mark.parametrize(
    ("draw", "expected"),
    [
        (Draw("hit", "R3", "122333", 5), "R3 rolls 5 to hit, needs 4+: a hit (SH1)"),
        (Draw("hit", "R3", "", 5), "R3 rolls 5 to hit (SH1)"),
        (Draw("misfire", "R3", "123446", 3), "R3 rolls 3 for the misfire: jammed (MF3)"),
        (Draw("check", "B1", "111222", 4), "B1 rolls 4 at the paintcheck, out on 4+: out (PC1)"),
        (Draw("order", "table", "lot 2", 2), "by lot the first phase: Blue (TU4)"),
        (Draw("step", "M1", "lot 3", 2), "by lot the Marshal's way: 2 of 3 (PC3)"),
        (Draw("shoot-out", "red", "2 v 1", (0, 1)), "the shoot-out: no charger falls, one defender falls (CH3)"),
        (Draw("command", "blue", "2d6", 9), "Blue rolls 9 for command (TU1)"),
    ],
)
def test_draws_in_words(draw, expected):
    assert words.draw_words(draw) == expected


def test_long_captions_end_in_dots():
    lines = scene.wrapped("a head\n" + "word " * 60, 30, 3)
    assert len(lines) == 3 and lines[0] == "a head" and lines[2].endswith(" …") and max(map(len, lines)) <= 30


# Commands.

POSITION = (
    "turn=3 phase=1 acting=red second=blue score=4,2 to=red:act "
    "R1=c3 B1=c7 M1=c2 M2=c7 flag.red=b1 flag.blue=d7 soft=b4"
)


@pytest.fixture(scope="module")
def played(plain, tmp_path_factory):
    from paintball_env.engine import Game

    recorder = Recorder(Game(plain, seed=4), plain, 4, "random", "random")
    rng = np.random.default_rng(4)
    for _ in range(45):
        recorder.step(str(rng.choice(recorder.game.legal_actions())))
    path = tmp_path_factory.mktemp("record") / "game.txt"
    path.write_text(recorder.record().write(), encoding="utf-8")
    return path


def test_show_in_the_terminal(plain):
    from paintball.show import app

    given = CliRunner().invoke(app, [POSITION, "--scenario", "capture-the-flag-basic"])
    read = CliRunner().invoke(app, ["-", "--scenario", "capture-the-flag-basic"], input=POSITION + "\n")
    assert given.exit_code == read.exit_code == 0, given.output
    assert given.output == read.output == render.render_ansi(plain, parse_position(plain, POSITION))


def test_show_into_files(tmp_path):
    from paintball.show import app

    for name in ("p.svg", "p.png"):
        path = tmp_path / name
        done = CliRunner().invoke(app, [POSITION, "--scenario", "capture-the-flag-basic", "--out", str(path)])
        assert done.exit_code == 0, done.output
    assert ElementTree.parse(tmp_path / "p.svg").getroot().tag.endswith("svg")
    assert measured(tmp_path / "p.png") == (800, 1)


def test_show_says_what_is_wrong(tmp_path):
    from paintball.show import app

    for arguments, words_of_it in (
        (["turn=3"], "acting: is missing"),
        (["--out", str(tmp_path / "a.jpg")], "a picture is a .svg or a .png"),
        (["--scenario", "nowhere"], "nowhere"),
    ):
        done = CliRunner().invoke(app, arguments)
        assert done.exit_code == 1 and words_of_it in done.stderr and len(done.stderr.splitlines()) == 1


def test_replay_in_the_terminal(played):
    from paintball.replay import app

    lines = GameRecord.read(played.read_text(encoding="utf-8")).lines
    done = CliRunner().invoke(app, [str(played), "--board", "never"])
    assert done.exit_code == 0, done.output
    numbered = re.findall(r"^ *(\d+)\. ", done.output, re.MULTILINE)
    assert numbered == [str(number) for number in range(len(lines) + 1)]
    assert "by lot the roll-off" in done.output and done.output.rstrip().splitlines()[-1].startswith("end ")
    boards = CliRunner().invoke(app, [str(played), "--board", "every", "--first", "3", "--last", "4"])
    assert boards.output.count("|c1 RED") == 2


def test_replay_into_an_animation(played, tmp_path):
    from paintball.replay import app

    path = tmp_path / "game.webp"
    done = CliRunner().invoke(app, [str(played), "--out", str(path), "--width", "300", "--last", "9"])
    assert done.exit_code == 0, done.output
    assert measured(path) == (300, 10)


def test_replay_says_what_is_wrong(played, tmp_path):
    from paintball.replay import app

    broken = tmp_path / "broken.txt"
    broken.write_text(played.read_text(encoding="utf-8").replace("seed: 4", "seed: 5"), encoding="utf-8")
    for arguments in ([str(broken)], [str(tmp_path / "none")], [str(played), "--out", "a.mp4"]):
        done = CliRunner().invoke(app, arguments)
        assert done.exit_code == 1 and done.stderr.startswith("replay: ") and len(done.stderr.splitlines()) == 1
