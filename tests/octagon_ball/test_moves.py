"""MV, BO8, AP6: moves, the ball carried and picked up, and how long a goalie keeps it."""

from tests.octagon_ball.table import Table
from tests.octagon_ball.test_match import act


def test_mv1_bo8_to_an_empty_adjacent_square_with_the_ball():
    table = Table(act("W1=a6 W2=d3 W3=e4 B1=k6 B2=d4,down B3=h3 ball=W2", points=5, tackles=1))
    assert not table.may("W2 move NE") and not table.may("W2 move N"), "one stands there, the other lies there"
    assert "W3 is there (MV1)" in table.why_not("W2 move NE") and "B2 is there" in table.why_not("W2 move N")
    table.act("W2 move E").has("W2=e3", "ball=W2", "points=4")
    assert table.game.record.ball == table.scenario.board.names.index("e3")
    (moved,) = (event for event in table.game.events if event.kind == "moved")
    assert (moved.who, moved.start, moved.place, moved.value) == ("W2", "d3", "e3", "E")
    assert moved.how == ("with the ball",)
    table.act("W3 move N").has("W3=e5")


def test_mv1_nobody_leaves_the_board():
    table = Table(act("W1=a6 W2=d1 W3=d9 B1=k6 B2=h9 B3=h3 ball=W2", points=5))
    assert not table.may("W2 move S") and "off the board" in table.why_not("W2 move S")


def test_mv2_the_holder_moves_over_the_other_teams_goal_line_only():
    place = "W1=a6 W2=k7 W3=k6 B1=j8 B2=h9 B3=h3 ball=W2"
    table = Table(act(place, points=5))
    assert table.may("W2 move E") and table.may("W2 move SE") and not table.may("W2 move NE"), "the post (GO2)"
    assert not table.may("W3 move E"), "only the holder"
    back = Table(act("W1=a6 W2=k7 W3=k6 B1=j8 B2=h9 B3=h3 ball=W1", points=5))
    assert not back.may("W1 move W"), "not over the own line"


def test_mv3_picking_up_in_the_own_square_for_a_point():
    table = Table(act("W1=a6 W2=e6 W3=d9 B1=k6 B2=h9 B3=h3 ball=f6", points=3))
    assert not table.may("W2 pick up") and "no loose ball where W2 stands (MV3)" in table.why_not("W2 pick up")
    table.act("W2 move E").has("ball=f6", "W2=f6")
    table.act("W2 pick up").has("ball=W2", "points=1")
    assert [(event.kind, event.who, event.place) for event in table.game.events[1:]] == [("picked up", "W2", "f6")]
    assert not table.may("W2 pick up")


def test_mv3_a_ball_below_a_figure_on_the_ground_waits():
    table = Table(act("W1=a6 W2=e6 W3=d9 B1=k6 B2=f6,down B3=h3 ball=f6", points=3, tackles=1))
    assert not any("pick up" in name for name in table.game.legal_actions())
    assert not table.may("W2 move E")


def test_ap6_a_goalie_has_kept_the_ball_for_one_turn_more():
    table = Table(act("W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=W1", points=5), "octagon-small?keeping=2")
    table.act("done").has("kept=1").act("done").has("kept=1").act("done").has("kept=2")
    table.act("done").act("done").has("kept=2")
    table.act("done").act("W1 move E").has("kept=2", "W1=b6").act("done").has("kept=")


def test_ap6_what_changes_the_holder_ends_it():
    table = Table(act("W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=W1", points=5, kept=1), "octagon-small?keeping=2")
    table.act("pass short E", "distance:W1=3")
    table.has("kept=", "ball=d6")
    kept = Table(act("W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=W2", points=5), "octagon-small?keeping=2").act("done")
    kept.has("kept=")
