"""PA, RB, GO: passes and their distances, rebounds, receivers, goals."""

from fractions import Fraction

import pytest

from tests.octagon_ball.table import Table
from tests.octagon_ball.test_match import START, act


@pytest.mark.parametrize(
    ("kind", "dice", "square", "points"),
    [
        ("short", "distance:W2=3", "d6", 6),
        ("medium", "distance:W2=4 distance:W2=1", "d8", 4),
    ],
)
def test_pa1_pa2_distances_and_costs(kind, dice, square, points):
    table = Table(act("W1=a6 W2=d3 W3=b9 B1=k6 B2=h11 B3=h1 ball=W2", points=7))
    table.act(f"pass {kind} N", dice)
    table.has(f"ball={square}", f"points={points}", "pass=")
    assert table.kinds[-1] == "loose"


def test_pa2_a_long_pass_is_twice_two_dice():
    table = Table(act("W1=a6 W2=d3 W3=b9 B1=k6 B2=h11 B3=h1 ball=W2", points=7))
    table.act("pass long N", "distance:W2=2 distance:W2=4")
    assert table.classes() == ["2d6", "2d6"]
    table.has("ball=d9", "turn=4")
    table = Table(act("W1=a6 W2=d3 W3=b9 B1=k6 B2=h11 B3=h1 ball=W2", points=7))
    assert table.act("pass medium N", "distance:W2=4 distance:W2=1").classes() == ["2d6", "123456"]


def test_pa1_a_short_pass_of_exactly_seven_squares():
    table = Table(act("W1=a6 W2=c2 W3=c9 B1=k6 B2=h11 B3=h1 ball=W2", points=1))
    assert table.chance("pass short N", "ball=W3") == Fraction(1, 6)
    assert sum(table.odds("pass short N").values()) == 1
    far = [event for event in table.act("pass short N", "distance:W2=7").game.events if event.kind == "distance rolled"]
    assert [(event.who, event.value) for event in far] == [("W2", 7)]


def test_pa3_who_stands_exactly_there_picks_it_up_for_no_points():
    table = Table(act("W1=a6 W2=d3 W3=d8 B1=k6 B2=h11 B3=h1 ball=W2", points=1))
    table.act("pass short N", "distance:W2=5")
    table.has("ball=W3", "turn=4")
    assert "received" in table.kinds


def test_pa3_who_has_missed_an_interception_receives_the_ball_all_the_same():
    table = Table(act("W1=a6 W2=d3 W3=f3 B1=k6 B2=k5 B3=f11 ball=W2", points=3))
    table.act("pass short E", "distance:W2=2").has("asked=W3", "ball=e3").act("intercept", "intercept:W3=1")
    assert table.kinds[-2:] == ["ball went", "received"]
    assert table.position == act("W1=a6 W2=d3 W3=f3 B1=k6 B2=k5 B3=f11 ball=W3", points=1)


def test_pa3_the_passer_itself_may_receive_it():
    table = Table(act("W1=a6 W2=f2 W3=a5 B1=k6 B2=h11 B3=k5 ball=W2", points=1))
    table.act("pass short S", "distance:W2=2")
    table.has("ball=W2", "W2=f2")
    assert "rebounded" in table.kinds


def test_pa3_neither_an_enemy_nor_a_figure_on_the_ground_receives():
    table = Table(act("W1=a6 W2=d3 W3=d8,down B1=k6 B2=h11 B3=h1 ball=W2", points=2))
    table.act("pass short N", "distance:W2=5")
    table.has("ball=d8")
    enemy = Table(act("W1=a6 W2=d3 W3=a5 B1=k6 B2=d8,down B3=h1 ball=W2", points=2, tackles=1))
    enemy.act("pass short N", "distance:W2=5")
    enemy.has("ball=d8")


def test_rb1_rb3_rebounds_lose_no_distance():
    table = Table(act("W1=a6 W2=f8 W3=a5 B1=k6 B2=k5 B3=h1 ball=W2", points=2))
    table.act("pass short N", "distance:W2=5")
    table.has("ball=f9")  # f9 f10 f11, back f10 f9
    assert table.kinds.count("rebounded") == 1
    slanted = Table(act("W1=a6 W2=c8 W3=a5 B1=k6 B2=k5 B3=h1 ball=W2", points=2))
    slanted.act("pass short N", "distance:W2=6")
    slanted.has("ball=g10")  # c9 c10, then east: d10 e10 f10 g10
    assert [event.place for event in slanted.game.events if event.kind == "rebounded"] == ["c10"]


def test_pa2_rb1_it_is_told_how_many_squares_the_ball_went():
    def ways(table):
        return [(event.start, event.place, event.value) for event in table.game.events if event.kind == "ball went"]

    back = Table(act("W1=a6 W2=f8 W3=a5 B1=k6 B2=k5 B3=h1 ball=W2", points=2))
    assert ways(back.act("pass short N", "distance:W2=5")) == [("f8", "f9", 5)]
    asked = Table(act("W1=a6 W2=d3 W3=a5 B1=k6 B2=h4 B3=f11 ball=W2", points=2))
    assert ways(asked.act("pass short E", "distance:W2=6")) == [("d3", "g3", 3)], "up to the question"
    assert [ways(asked.act("let pass")) for _ in range(3)] == [[("g3", "h3", 1)], [("h3", "i3", 1)], [("i3", "j3", 1)]]
    goal = Table(act("W1=a6 W2=h6 W3=a5 B1=f11 B2=e11 B3=h1 ball=W2", points=2))
    assert ways(goal.act("pass short E", "distance:W2=9")) == [("h6", "k6", 3)], "up to the goal line"


def test_rb2_rb4_go2_a_diagonal_meets_the_post():
    table = Table(act("W1=a6 W2=i5 W3=a5 B1=f11 B2=e11 B3=h1 ball=W2", points=2))
    table.act("pass short NE", "distance:W2=4")  # j6 k7, the post, j8 i9
    table.has("ball=i9", "score=")


@pytest.mark.parametrize(("row", "goal"), [(5, True), (6, True), (7, True), (4, False), (8, False)])
def test_go1_go2_over_the_goal_line_between_the_posts(row, goal):
    table = Table(act(f"W1=a6 W2=h{row} W3=a5 B1=f11 B2=e11 B3=h1 ball=W2", points=2))
    table.act("pass short E", "distance:W2=5")
    assert ("goal" in table.kinds) is goal
    if goal:
        assert table.position == act(START, "black", turn=4, points=7, score="1,0")


def test_go1_bo3_the_goal_comes_with_the_step_over_the_line():
    place = "W1=a6 W2=h6 W3=a5 B1=f11 B2=e11 B3=h1 ball=W2"
    near, far = (Table(act(place, points=2)).act("pass short E", f"distance:W2={n}") for n in (3, 4))
    near.has("ball=k6", "score=")
    far.has("score=1,0", "turn=4")
    assert far.kinds == ["chosen", "passed", "distance rolled", "ball went", "goal", "kick-off", "turn began"]
    assert Table(act(place, points=2)).chance("pass short E", "score=1,0") == Fraction(33, 36)
