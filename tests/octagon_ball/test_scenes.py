"""Pictures, the viewer's things, and the board in characters."""

import re

from octagon_ball import page_words
from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.scenes import Scenes
from tabletop.game.events import LastStep
from tabletop.play.game import Game
from tabletop.show.drawing.shapes import Disc
from tabletop.show.showing import showing_of
from tests.octagon_ball.table import scenario_of
from tests.octagon_ball.test_match import act

POSITION = act("W1=a6 W2=d3 W3=d9,down B1=k6 B2=h3 B3=h4 ball=W2", points=5, score="1,0")


def passed():
    game = Game(scenario_of("octagon-small"), start=POSITION)
    before = game.games.copy()
    game.step("pass short E", results=[8])
    return game, LastStep(before, game.events, game.draws)


def test_things_stand_where_they_are_and_say_what_they_are():
    game, step = passed()
    scenes = Scenes(game.scenario)
    sheet, scene = scenes.sheet(), scenes.scene(game.games)
    places = {place.name: place for place in sheet.places}
    things = {thing.key: thing for thing in scene.things}
    assert len(places) == 97 and {"W1", "B3", "ball", "pass"} <= things.keys()
    assert things["W2"].at == places["d3"].at and things["ball"].place == "g3"
    assert things["W3"].title == "W3, on the ground" and things["W1"].title == "W1, goalie"
    assert scene.decision == "Black: does B2 try to intercept?" and scene.teams == ("1 goal, 4 points left", "0 goals")
    (way,) = scenes.happened(step.before, step.events, step.draws)
    assert way.shapes[0].points == (places["d3"].at, places["g3"].at)
    assert scenes.scene(game.position()).decision == scene.decision, "text does as well"


def test_actions_go_somewhere():
    game = Game(scenario_of("octagon-small"), start=POSITION)
    aims = {name: aim.place for name, aim in Scenes(game.scenario).aims(game.games, game.legal_actions()).items()}
    assert aims["W2 move NE"] == "e4" and aims["pass short E"] == "j4" and aims["W1 move E"] == "b6"
    assert "done" not in aims
    fight = Game(scenario_of("octagon-small"), start=POSITION.replace("W2=d3", "W2=g3").replace("ball=W2", "ball=B2"))
    aims = Scenes(fight.scenario).aims(fight.games, fight.legal_actions())
    assert aims["W2 tackle"].place == "h3" and aims["W2 jostle B3"].place == "h4"


def test_the_board_in_characters():
    rows = showing_of(OCTAGON_BALL).draw_text(scenario_of("octagon-small"), POSITION).splitlines()
    assert len(rows) == 15 and rows[-1] == POSITION and rows[2].split() == ["9", ".", ".", "W3_", *["."] * 6]
    assert "W2o" in rows[8] and rows[5].startswith(" 6 |W1 ") and rows[5].endswith("|")
    assert "\x1b[7mB2 " in showing_of(OCTAGON_BALL).draw_text(scenario_of("octagon-small"), POSITION, colour=True)
    loose = showing_of(OCTAGON_BALL).draw_text(scenario_of("octagon-small"), POSITION.replace("ball=W2", "ball=f6"))
    assert " o " in loose.splitlines()[5]


def test_a_ball_in_a_figures_square_that_it_doesnt_hold_looks_otherwise():
    scenario = scenario_of("octagon-small")
    held = POSITION
    loose, lies = held.replace("ball=W2", "ball=d3"), held.replace("ball=W2", "ball=d9")
    boards = [showing_of(OCTAGON_BALL).draw_text(scenario, text).partition("Turn")[0] for text in (held, loose, lies)]
    signs = [re.findall(r"W[23].", board) for board in boards]
    assert signs == [["W3_", "W2o"], ["W3_", "W2*"], ["W3%", "W2 "]]
    assert {"W2o", "W2*", "W2_", "W2%"} <= {*showing_of(OCTAGON_BALL).text_signs().split()}
    balls = [{thing.key: thing for thing in Scenes(scenario).scene(text).things}["ball"] for text in (held, loose)]
    legend = dict(Scenes(scenario).sheet().legend)
    assert balls[0].at == balls[1].at and balls[0].shapes == legend["ball in somebody's hands"]
    assert balls[1].shapes == legend["ball that nobody holds"] != balls[0].shapes


def test_the_legend_has_each_ring_that_a_figure_may_have():
    asked = "turn=3 acting=white points=2 to=black:intercept asked=B2 pass=W2:E:5"
    text = f"{asked} W1=a6 W2=d3 W3=a5 B1=f3,tried B2=h3 B3=h4 ball=g3"
    scenes = Scenes(scenario_of("octagon-small"))
    legend = {name: shapes[-1].stroke for name, shapes in scenes.sheet().legend if isinstance(shapes[-1], Disc)}
    things = {thing.key: thing.shapes[-1].stroke for thing in scenes.scene(text).things if thing.key in ("B1", "B2")}
    assert things["B2"] == legend["asked, or tries to intercept"]
    assert things["B1"] == legend["has tried, or has knocked the ball free"] != things["B2"]


def test_a_pass_says_how_far_it_still_goes():
    asked = "turn=3 acting=white points=2 to=black:intercept asked=B2 pass=W2:E:{}"
    places = "W1=a6 W2=d3 W3=a5 B1=f3,tried B2=h3 B3=h4 ball=g3"
    scenes = Scenes(scenario_of("octagon-small"))
    for left, words in ((1, "1 square to go"), (5, "5 squares to go")):
        titles = {thing.key: thing.title for thing in scenes.scene(f"{asked.format(left)} {places}").things}
        assert titles["pass"] == words


def test_words_say_which_turn_how_many_tackles_and_for_how_long_a_goalie_has_kept_the_ball():
    scenario = scenario_of("octagon-small")
    # TA2, TA6, TA7: what a tackle is worth, and whom it may hit, depends on these.
    places = "W1=a6 W2=d3 W3=d9 B1=k6 B2=h3 B3=h4 ball=B1"
    for tackles, words in ((1, "1 tackle or jostle made"), (2, "2 or more tackles and jostles made")):
        text = act(places, points=5, tackles=tackles, turn=23)
        scene = Scenes(scenario).scene(text)
        assert scene.turn == "Turn 23 of 24" and scene.decision == f"White acts, 5 points left, {words}"
        assert scene.teams == (f"0 goals, 5 points left, {words}", "0 goals")
        assert f"Turn 23 of 24 · White acts, 5 points left, {words} · " in showing_of(OCTAGON_BALL).draw_text(
            scenario, text
        )
        assert page_words.question(Game(scenario, start=text)) == f"What next? 5 points left, {words}"
    for keeping, kept, words in ((2, 1, "1 turn"), (2, 2, "2 turns or more"), (1, 1, "1 turn or more")):
        scenario = scenario_of(f"octagon-small?keeping={keeping}")
        text = act(places, points=5, kept=kept, turn=7)
        scene = Scenes(scenario).scene(text)
        assert scene.teams[1] == f"0 goals, B1 has kept the ball for {words}" and "kept" not in scene.teams[0]
        titles = {thing.key: thing.title for thing in scene.things}
        assert titles["B1"] == f"B1, goalie, with the ball, has kept it for {words}"
        assert f" · Black 0, B1 has kept the ball for {words}\n" in showing_of(OCTAGON_BALL).draw_text(scenario, text)


def test_the_ball_won_is_asked_for_in_words():
    """TA3."""
    text = "turn=3 acting=white points=4 tackles=1 to=white:take asked=W2 W1=a6 W2=g6 W3=d9 B1=k6 B2=h6 B3=h3 ball=h6"
    scenes = Scenes(scenario_of("octagon-small"))
    assert scenes.scene(text).decision == "White: does W2 take the ball?"
    assert {aim.place for aim in scenes.aims(text, ["W2 pick up"]).values()} == {"h6"}


def test_pictures(tmp_path):
    game, step = passed()
    pictures = showing_of(OCTAGON_BALL).pictures(game.scenario, 400)
    plain, told = map(pictures.svg, (step.before, game.games))
    assert (
        plain != told and ">W2<" in told and "White: 1 goal, 4 points left. Black: 0 goals. Black: does B2 try" in told
    )
    assert ">grey area: nobody is deployed there<" in told and "<title>W3, on the ground</title>" in told
    pictures.write(game.games, tmp_path / "a.svg", caption="a pass", step=step)
    text = (tmp_path / "a.svg").read_text()
    assert ">a pass<" in text and 'data-thing="way:0:ball"' in text and ">grey area" in text
    image = pictures.pixels(game.games)
    assert image.shape[1:] == (400, 3) and image.std() > 20
    assert pictures.pixels(step.before).shape == image.shape


def test_the_result_in_words():
    over = "turn=24 acting=white over=draw:time W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=f6"
    assert showing_of(OCTAGON_BALL).summary(scenario_of("octagon-small"), over) == "A draw: no turns are left"
    won = over.replace("over=draw", "score=1,0 over=white")
    told = showing_of(OCTAGON_BALL).summary(scenario_of("octagon-small"), won)
    assert told == "White has won: more goals, and no turns are left"
    start = "turn=0 acting=white to=black:deploy asked=B1 ball=j10"
    assert showing_of(OCTAGON_BALL).summary(scenario_of("octagon"), start) == "Black deploys B1"
