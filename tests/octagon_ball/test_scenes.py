"""Pictures, the viewer's things, and the board in characters."""

import re

import pytest

from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.scenes import Scenes
from tabletop.game.events import LastStep
from tabletop.show.drawing.shapes import Disc
from tabletop.show.showing import showing_of
from tests.octagon_ball.table import at, game_at, scenario_of

SHOWING, SMALL = showing_of(OCTAGON_BALL), scenario_of("octagon-small")
SCENES = Scenes(SMALL)
LIES = at("points=5 score=1,0 WEST W3=d9,down B3=h4")
ASKED = "points=2 to=black:intercept asked=B2 pass=W2:E:5 WEST B1=f3,tried B3=h4 ball=g3"
TAKES = "points=4 tackles=1 to=white:take asked=W2 HELD ball=h6"


def passed():
    game = game_at(LIES)
    before = game.games.copy()
    game.step("pass short E", results=[8])
    return game, LastStep(before, game.events, game.draws)


def things_of(text, scenes=SCENES):
    return {thing.key: thing for thing in scenes.scene(text).things}


def test_things_stand_where_they_are_and_say_what_they_are():
    game, step = passed()
    scene, things = SCENES.scene(game.games), things_of(game.games)
    places = {place.name: place for place in SCENES.sheet().places}
    assert len(places) == 97 and {"W1", "B3", "ball", "pass"} <= things.keys()
    assert things["W2"].at == places["d3"].at and things["ball"].place == "g3"
    assert things["W3"].title == "W3, on the ground" and things["W1"].title == "W1, goalie"
    assert scene.decision == "Black: does B2 try to intercept?" and scene.teams == ("1 goal, 4 points left", "0 goals")
    (way,) = SCENES.happened(step.before, step.events, step.draws)
    assert way.shapes[0].points == (places["d3"].at, places["g3"].at)
    assert SCENES.scene(game.position()).decision == scene.decision, "text does as well"


@pytest.mark.parametrize(
    ("text", "aims"),
    [
        (LIES, {"W2 move NE": "e4", "pass short E": "j4", "W1 move E": "b6", "done": None}),
        (at("points=5 HELD B3=h7"), {"W2 tackle": "h6", "W2 jostle B3": "h7"}),
        (at(TAKES), {"W2 pick up": "h6", "let pass": None}),
    ],
)
def test_ta3_actions_go_somewhere(text, aims):
    found = SCENES.aims(text, game_at(text).legal_actions())
    assert {name: found[name].place if name in found else None for name in aims} == aims


def test_the_board_in_characters_tells_apart_whose_the_ball_is():
    rows = SHOWING.draw_text(SMALL, LIES).splitlines()
    assert len(rows) == 15 and rows[-1] == LIES and rows[2].split() == ["9", ".", ".", "W3_", *["."] * 6]
    assert "W2o" in rows[8] and rows[5].startswith(" 6 |W1 ") and rows[5].endswith("|")
    assert "\x1b[7mB2 " in SHOWING.draw_text(SMALL, LIES, colour=True)
    texts = LIES, *(LIES.replace("ball=W2", f"ball={square}") for square in ("d3", "d9", "f6"))
    boards = [SHOWING.draw_text(SMALL, text).partition("Turn")[0] for text in texts]
    signs = [re.findall(r"W[23].", board) for board in boards]
    assert signs == [["W3_", "W2o"], ["W3_", "W2*"], ["W3%", "W2 "], ["W3_", "W2 "]]
    assert " o " in boards[3].splitlines()[5]
    assert {"W2o", "W2*", "W2_", "W2%"} <= {*SHOWING.text_signs().split()}
    held, loose = (things_of(text)["ball"] for text in texts[:2])
    legend = dict(SCENES.sheet().legend)
    assert held.at == loose.at and held.shapes == legend["ball in somebody's hands"]
    assert loose.shapes == legend["ball that nobody holds"] != held.shapes


def test_the_legend_has_each_ring_that_a_figure_may_have_and_a_pass_says_how_far_it_goes():
    legend = {name: shapes[-1].stroke for name, shapes in SCENES.sheet().legend if isinstance(shapes[-1], Disc)}
    rings = {key: thing.shapes[-1].stroke for key, thing in things_of(at(ASKED)).items() if key in ("B1", "B2")}
    assert rings["B2"] == legend["asked, or tries to intercept"]
    assert rings["B1"] == legend["has tried, or has knocked the ball free"] != rings["B2"]
    for left, words in ((1, "1 square to go"), (5, "5 squares to go")):
        assert things_of(at(f"{ASKED} pass=W2:E:{left}"))["pass"].title == words


@pytest.mark.parametrize(
    ("tackles", "words"), [(1, "1 tackle or jostle made"), (2, "2 or more tackles and jostles made")]
)
def test_ta2_ta7_words_say_how_many_tackles_are_made(tackles, words):
    game = game_at(f"turn=23 points=5 tackles={tackles} START ball=B1")
    scene, left = SCENES.scene(game.games), f"5 points left, {words}"
    assert (scene.turn, scene.decision) == ("Turn 23 of 24", f"White acts, {left}")
    assert scene.teams == (f"0 goals, {left}", "0 goals")
    assert SHOWING.page_words().question(game) == f"What next? {left}"
    assert f"Turn 23 of 24 · White acts, {left} · " in SHOWING.draw_text(SMALL, game.games)


@pytest.mark.parametrize(
    ("keeping", "kept", "words"), [(2, 1, "1 turn"), (2, 2, "2 turns or more"), (1, 1, "1 turn or more")]
)
def test_ta6_words_say_for_how_long_a_goalie_has_kept_the_ball(keeping, kept, words):
    scenario, text = scenario_of(f"octagon-small?keeping={keeping}"), at(f"turn=7 points=5 kept={kept} START ball=B1")
    teams = Scenes(scenario).scene(text).teams
    assert teams[1] == f"0 goals, B1 has kept the ball for {words}" and "kept" not in teams[0]
    assert things_of(text, Scenes(scenario))["B1"].title == f"B1, goalie, with the ball, has kept it for {words}"
    assert f" · Black 0, B1 has kept the ball for {words}\n" in SHOWING.draw_text(scenario, text)


@pytest.mark.parametrize("way", [("pass short E", [4]), ("W2 move E", [])])
def test_go1_after_a_goal_the_ball_lies_in_the_net(way):
    game = game_at("points=5 CLOSE W2=k6 B1=h3", way)
    happened = {thing.key: thing for thing in Scenes(game.scenario).happened(game.games, game.events, game.draws)}
    places = {place.name: place for place in Scenes(game.scenario).sheet().places}
    (x, y), (_, line) = happened["goal"].at, places["k6"].at
    assert x > places["k6"].at[0] and y == line and happened["goal"].motion and "way:goal" in happened


def test_pictures(tmp_path):
    game, step = passed()
    pictures = SHOWING.pictures(game.scenario, 400)
    plain, told = map(pictures.svg, (step.before, game.games))
    assert plain != told and ">W2<" in told and "<title>W3, on the ground</title>" in told
    assert "White: 1 goal, 4 points left. Black: 0 goals. Black: does B2 try" in told
    pictures.write(game.games, tmp_path / "a.svg", caption="a pass", step=step)
    text = (tmp_path / "a.svg").read_text()
    assert ">a pass<" in text and 'data-thing="way:0:ball"' in text and ">grey area: nobody is deployed there<" in text
    image = pictures.pixels(game.games)
    assert image.shape[1:] == (400, 3) and image.std() > 20 and pictures.pixels(step.before).shape == image.shape


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("octagon-small", "turn=24 over=draw:time START", "A draw: no turns are left"),
        (
            "octagon-small",
            "turn=24 score=1,0 over=white:time START",
            "White has won by 1 goal to 0: no turns are left",
        ),
        ("octagon-small", TAKES, "White: does W2 take the ball?"),
        ("octagon", "turn=0 to=black:deploy asked=B1 ball=j10", "Black deploys B1"),
    ],
)
def test_where_the_match_is_in_words(name, text, words):
    assert SHOWING.summary(scenario_of(name), at(text)) == words
