"""Pictures of an open table: aims along lines, a scale bar, points of events, things in several places."""

import re

import pytest

from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.scenes import Scenes
from tabletop.play.game import Game
from tabletop.show.drawing.things import STANDING, Scene, Thing
from tabletop.show.showing import showing_of
from tabletop.show.viewer.frames import Frames
from tabletop.show.viewer.page import game_data, page
from tests.any_game.duel_game import DUEL
from tests.any_game.duel_show import SCALE, at
from tests.browser import browser, open_page

__all__ = ["browser"]  # a fixture

SCENARIO = DUEL.load("duel")
START = "turn=3 to=red:act first=red R1=-20.0:9.0*3 R2=-20.0:-9.0*3 B1=20.0:-9.0*3 B2=20.0:9.0*3"


def framed(game):
    """The frame of a game, with words for their numbers."""
    frames = Frames(game.scenario)
    frame, news = frames.add(game), frames.news()
    return frame, news["strings"], news["symbols"]


def test_aims_along_lines_have_points_and_a_ghost_and_others_a_thing():
    frame, strings, symbols = framed(Game(SCENARIO, start=START))
    lines = {strings[number]: line for number, line in frame["lines"].items()}
    points, ghost, scale = lines["R1 move E"]
    assert points == pytest.approx([*at(-200, 90), *at(-80, 90)], abs=0.06)
    assert ">R1<" in symbols[ghost] and scale == pytest.approx(20 * SCALE / 50, abs=1e-3)
    assert lines["R2 step S"][0][2:] == pytest.approx(at(-200, -150), abs=0.06)
    aims = {strings[entry[0]]: strings[entry[1]] for entry in frame["legal"] if isinstance(entry, list)}
    assert aims == {"R1 shoot B2": "B2", "R2 shoot B1": "B1"} and not set(aims) & set(lines)


def test_frames_say_by_whom_legal_actions_are():
    for game in (Game(SCENARIO, start=START), Game(OCTAGON_BALL.load("octagon-small"), seed=1)):
        while game.decision == "deploy":
            game.step(game.legal_indices()[0])
        frame, strings, _ = framed(game)
        acting = [strings[who] for who, count in frame["acting"] for _ in range(count)]
        names = [name.split()[0] for name in game.legal_actions()]
        keys = {thing.key for thing in showing_of(game.definition).scenes(game.scenario).scene(game.games).things}
        assert acting == [name if name in keys else "" for name in names] and len({*acting}) > 2


def test_the_scale_bar_is_so_long_as_it_says_and_on_open_tables_alone():
    picture = showing_of(DUEL).pictures(SCENARIO, 800).svg(Game(SCENARIO, start=START).games)
    assert ">10 cm<" in picture
    bar = picture[: picture.index(">10 cm<")].split("<polygon")[-2:]
    xs = [float(x) for part in bar for x in re.findall(r"([\d.]+),", part.split('points="')[1].split('"')[0])]
    assert max(xs) - min(xs) == pytest.approx(100 * SCALE, abs=0.3)
    other = Game(OCTAGON_BALL.load("octagon-small"), seed=1)
    assert " cm<" not in showing_of(OCTAGON_BALL).pictures(other.scenario, 800).svg(other.games)
    assert "measure" not in Frames(other.scenario).sheet()


def test_a_way_is_drawn_between_the_points_of_an_event():
    game = Game(SCENARIO, start=START)
    before = game.games.copy()
    game.step("R1 move E")
    (way,) = showing_of(DUEL).scenes(SCENARIO).happened(before, game.events, game.draws)
    assert way.shapes[0].points == (at(-200, 90), at(-80, 90))


def with_things(monkeypatch, *things):
    """Scenes of octagon ball, and these things."""
    plain = Scenes.scene

    def scene(self, games):
        shown = plain(self, games)
        return Scene(**{**vars(shown), "things": (*shown.things, *things)})

    monkeypatch.setattr(Scenes, "scene", scene)


def test_a_thing_in_several_places_is_outlined_in_each_of_them(browser, tmp_path, monkeypatch):
    ship = Thing("ship", STANDING, (400.0, 400.0), 1.0, (), "a long ship", "d4", places=("d4", "e4"))
    with_things(monkeypatch, ship)
    scenario = OCTAGON_BALL.load("octagon-small")
    path = tmp_path / "game.html"
    path.write_text(page(game_data(scenario, [(Game(scenario, seed=1), ())])), encoding="utf-8")
    shown = open_page(browser, path.as_uri())
    shown.get_by_role("tab", name="Figures").click()
    shown.locator("button.figure", has_text="a long ship").hover()
    assert shown.locator(".board .mark-chosen").count() == 2 and not shown.faults
