"""TA, SP, JO, FO: tackles, the spider, jostling and fouls."""

from fractions import Fraction

import pytest

from octagon_ball.rules.tackles import resisting_classes
from tests.octagon_ball.table import Table
from tests.octagon_ball.test_match import START, act

HELD = "W1=a6 W2=g6 W3=d9 B1=k6 B2=h6 B3=h3 ball=B2"


def tackle(dice, rest=HELD, **fields):
    return Table(act(rest, **{"points": 5, **fields})).act("W2 tackle", dice)


def test_ta1_an_adjacent_figure_tackles_the_holder():
    table = Table(act(HELD, points=5))
    assert table.may("W2 tackle") and not table.may("W3 tackle") and not table.may("W2 jostle B2")
    assert "isn't next to W3 (TA1)" in table.why_not("W3 tackle")
    loose = Table(act(HELD.replace("ball=B2", "ball=h6"), points=5))
    assert "no enemy holds the ball (TA1)" in loose.why_not("W2 tackle")
    down = Table(act(HELD.replace("W2=g6", "W2=g6,down"), points=5))
    assert "W2 lies on the ground (JO4)" in down.why_not("W2 tackle")


def test_ta2_ta3_won_and_taken_for_a_point_more():
    table = tackle("tackle:W2=4 resist:B2=3")
    rest = HELD.replace("ball=B2", "ball=h6")
    assert table.position == act(rest, points=4, tackles=1).replace("white:act", "white:take asked=W2")
    assert table.game.legal_actions() == ["W2 pick up", "let pass"] and table.kinds[-1] == "tackle won"
    for action in ("W3 pick up", "intercept", "done", "W2 move N", "pass short E", "square a6"):
        assert "W2 takes the ball" in table.why_not(action) and "(TA3)" in table.why_not(action)
    assert table.classes() == ["123456", "111233"]
    table.act("W2 pick up")
    assert table.kinds == ["chosen", "ball taken"]
    assert table.position == act(HELD.replace("ball=B2", "ball=W2"), points=3, tackles=1)
    assert table.game.record.ball == table.scenario.board.names.index("g6")


def test_ta3_with_the_last_point_it_is_taken_and_the_turn_is_over():
    table = tackle("tackle:W2=4 resist:B2=3", points=2).has("points=1", "to=white:take").act("W2 pick up")
    assert table.position == act(HELD.replace("ball=B2", "ball=W2"), "black", turn=4, points=7)


def test_ta3_ta4_the_ball_may_be_left_where_it_is():
    table = tackle("tackle:W2=4 resist:B2=3").act("let pass")
    assert table.position == act(HELD.replace("ball=B2", "ball=h6"), points=4, tackles=1)
    (spilt,) = (event for event in table.game.events if event.kind == "ball spilt")
    assert (spilt.who, spilt.whom, spilt.place) == ("W2", "B2", "h6")


def test_ta4_without_a_point_left_the_ball_is_loose():
    table = tackle("tackle:W2=4 resist:B2=3", points=1)
    table.has("ball=h6", "turn=4", "to=black:act")
    assert "ball spilt" in table.kinds


@pytest.mark.parametrize(
    ("tackles", "won", "level", "foul"), [(0, 15, 6, 0), (1, 10, 5, 21), (2, 6, 4, 26)], ids=["1st", "2nd", "3rd"]
)
def test_ta2_ta5_ta7_odds_of_tackles_in_a_row(tackles, won, level, foul):
    table = Table(act(HELD, points=5, tackles=tackles))
    odds = table.odds("W2 tackle")
    assert sum(odds.values()) == 1
    kept = sum(share for text, share in odds.items() if "ball=B2" in text.split())
    assert table.chance("W2 tackle", "to=white:take") == Fraction(won, 36)
    assert 1 - kept - Fraction(won, 36) == Fraction(level, 36), "the ball is knocked free, or in the goal"
    fouled = sum(share for text, share in odds.items() if {"ball=B2", "turn=4"} <= set(text.split()))
    assert fouled == Fraction(foul, 36)


def test_ta7_fo1_a_first_tackle_that_fails_is_nothing_a_second_one_a_foul():
    tackle("tackle:W2=3 resist:B2=4").has("ball=B2", "points=4", "tackles=1", "acting=white")
    table = tackle("tackle:W2=3 resist:B2=3", tackles=1)
    assert table.position == act(HELD, "black", turn=4, points=7)
    assert table.kinds == ["chosen", "tackle", "tackle failed", "foul", "turn began"]


def test_ta2_the_third_and_later_ones_lose_two():
    table = tackle("tackle:W2=6 resist:B2=3", tackles=2)
    assert table.classes()[1] == "111233"
    table.has("asked=W2", "tackles=2")
    assert resisting_classes(-1, 1) == 333333 and resisting_classes(0, 1) == 333333
    assert resisting_classes(6, 1) == 111112


def test_ta5_sp1_level_the_spider_says_where_the_ball_goes():
    table = tackle("tackle:W2=3 resist:B2=3 spider:B2=3/9 knock:B2=2")
    table.has("ball=h8", "points=4", "tackles=1", "to=white:act")
    assert table.kinds == ["chosen", "tackle", "tackle level", "knocked free", "ball went", "loose"]
    table = tackle("tackle:W2=3 resist:B2=3 spider:B2=8/9 knock:B2=1")
    table.has("ball=i5")


def test_sp1_the_nought_drops_the_ball():
    tackle("tackle:W2=3 resist:B2=3 spider:B2=9/9").has("ball=h6", "points=4")


def test_sp1_the_spider_is_seen_from_the_tacklers_side():
    black = act("W1=a6 W2=g6 W3=d9 B1=k6 B2=h6 B3=h3 ball=W2", "black", points=5)
    table = Table(black).act("B2 tackle", "tackle:B2=3 resist:W2=3 spider:W2=1/9 knock:W2=2")
    table.has("ball=e6")


def test_ta5_in1_a_knocked_ball_is_intercepted_but_not_by_who_held_it_or_knocked_it():
    dice = "tackle:W2=3 resist:B2=3 spider:B2=2/9 knock:B2=4"
    table = tackle(dice, HELD.replace("B3=h3", "B3=j9").replace("W3=d9", "W3=h9"))
    table.has("pass=B2:NE:2", "ball=j8", "W2=g6,tried", "asked=B3", "to=black:intercept", "points=4")
    table.act("intercept", "intercept:B3=4").has(
        "ball=h6", "to=white:act", "W2=g6", "B3=j9"
    )  # j8 and back from the wall
    # The team in turn pays; its figures are asked last, as in a pass (IN2).
    own = tackle(dice, HELD.replace("B3=h3", "B3=i8").replace("W3=d9", "W3=h8"))
    own.has("asked=B3", "ball=i7", "W2=g6,tried").act("intercept").has("asked=W3", "B3=i8,trying", "points=4")
    own.act("intercept", "intercept:B3=5 intercept:W3=6").has("ball=W3", "points=3", "W2=g6", "B3=i8")
    (taken,) = (event for event in own.game.events if event.kind == "intercepted")
    assert (taken.who, taken.whom) == ("W3", "B2")
    assert own.classes() == ["111115", "111115"], "they mark each other"


def test_ta5_in1_the_last_square_of_a_knocked_ball_is_anybodys():
    # In a pass W3, in the last square, would receive the ball for nothing.
    table = tackle("tackle:W2=3 resist:B2=3 spider:B2=3/9 knock:B2=2", HELD.replace("W3=d9", "W3=h8"))
    table.has("asked=W3", "ball=h7", "pass=B2:N:1").act("let pass").has("asked=W3", "ball=h8", "pass=B2:N:0")
    assert table.chance("intercept", "ball=W3", "points=3") == Fraction(2, 3)
    table.act("let pass").has("ball=h8", "to=white:act", "pass=", "W2=g6")


def test_ta5_pa3_a_knocked_ball_rebounds_and_nobody_receives_it():
    held = HELD.replace("B1=k6", "B1=j6").replace("W3=d9", "W3=a8")
    table = tackle("tackle:W2=3 resist:B2=3 spider:B2=1/9 knock:B2=2", held)
    table.has("asked=B1", "ball=i6").act("let pass").act("let pass").has("ball=j6", "to=white:act")
    wall = tackle("tackle:W2=3 resist:B2=3 spider:B2=7/9 knock:B2=6", HELD.replace("B3=h3", "B3=a4"))
    wall.has("ball=h2")  # h5 h4 h3 h2 h1, back h2


def test_ta5_go1_a_knocked_ball_may_go_in():
    table = tackle("tackle:W2=3 resist:B2=3 spider:B2=1/9 knock:B2=4", HELD.replace("B1=k6", "B1=h9"))
    assert table.position == act(START, "black", turn=4, points=7, score="1,0")
    (way,) = [event for event in table.game.events if event.kind == "ball went"]
    assert (way.start, way.place, way.value) == ("h6", "k6", 3), "up to the goal line, as a pass"


def test_ta6_jo2_a_goalie_in_its_goal_zone_is_safe():
    zone = "W1=a6 W2=j6 W3=d9 B1=k6 B2=h9 B3=h3 ball=B1"
    table = Table(act(zone, points=5))
    assert not table.may("W2 tackle") and "(TA6)" in table.why_not("W2 tackle")
    free = Table(act(zone.replace("ball=B1", "ball=B2"), points=5))
    assert "(JO2)" in free.why_not("W2 jostle B1")
    out = Table(act(zone.replace("B1=k6", "B1=j7"), points=5))
    assert out.may("W2 tackle")
    other = Table(act(zone.replace("B1=k6 B2=h9", "B1=h9 B2=k6").replace("ball=B1", "ball=B2"), points=5))
    assert other.may("W2 tackle"), "only the goalie is"


@pytest.mark.parametrize("keeping", [1, 2, 9])
def test_ta6_ap6_not_after_so_many_turns_of_keeping(keeping):
    zone, name = "W1=a6 W2=j6 W3=d9 B1=k6 B2=h9 B3=h3 ball=B1", f"octagon-small?keeping={keeping}"
    less = act(zone, turn=23, points=5, kept=keeping - 1)
    assert not Table(less, name).may("W2 tackle")
    full = act(zone, turn=23, points=5, kept=keeping)
    table = Table(full, name)
    assert table.may("W2 tackle") and not Table(
        full.replace("ball=B1", "ball=B2").replace(f" kept={keeping}", ""), name
    ).may("W2 jostle B1")
    table.act("W2 tackle", "tackle:W2=6 resist:B1=1").has("to=white:take", "kept=").act("W2 pick up").has("ball=W2")
    dropped = Table(full, name).act("W2 tackle", "tackle:W2=3 resist:B1=3 spider:B1=9/9")
    dropped.has("ball=k6", "kept=")


def test_ta6_without_keeping_a_goalie_is_safe_for_ever():
    table = Table(act("W1=a6 W2=b6 W3=d9 B1=k6 B2=h9 B3=h3 ball=B1", "black", points=5))
    for _ in range(4):
        table.act("done").has("kept=")
        assert not table.may("W2 tackle")
        table.act("done")


def test_ta6_only_its_own_goal_zone_protects_a_goalie():
    """White's in Black's zone is tackled and jostled."""
    zone = "W1=k6 W2=a6 W3=d9 B1=g6 B2=j6 B3=h3"
    assert Table(act(f"{zone} ball=W1", "black", points=5)).may("B2 tackle")
    assert Table(act(f"{zone} ball=f11", "black", points=5)).may("B2 jostle W1")


# Jostling.

FREE = "W1=a6 W2=g6 W3=d9 B1=k6 B2=h6 B3=h3 ball=f11"


def jostle(dice, **fields):
    return Table(act(FREE, **{"points": 5, **fields})).act("W2 jostle B2", dice)


def test_jo1_who_doesnt_hold_the_ball():
    table = Table(act(FREE, points=5))
    assert table.may("W2 jostle B2") and not table.may("W2 jostle B3")
    assert "B3 isn't next to W2 (JO1)" in table.why_not("W2 jostle B3")
    assert Table(act(FREE, points=1)).may("W2 jostle B2"), "the last point is enough"
    held = Table(act(FREE.replace("ball=f11", "ball=B2"), points=5))
    assert "B2 holds the ball" in held.why_not("W2 jostle B2")
    assert Table(act(FREE.replace("ball=f11", "ball=W2"), points=5)).may("W2 jostle B2"), "the holder may jostle, too"
    down = Table(act(FREE.replace("B2=h6", "B2=h6,down"), points=5, tackles=1))
    assert "on the ground already" in down.why_not("W2 jostle B2")


def test_jo3_jo4_jo5_by_two_or_more():
    felled = jostle("jostle:W2=5 resist:B2=3")
    assert felled.classes() == ["123456", "111222"]
    felled.has("B2=h6,down", "points=4", "tackles=1")
    jostle("jostle:W2=4 resist:B2=3").has("B2=h6", "acting=white")
    jostle("jostle:W2=2 resist:B2=3").has("B2=h6", "acting=white")
    foul = jostle("jostle:W2=1 resist:B2=3")
    assert foul.position == act(FREE, "black", turn=4, points=7)


@pytest.mark.parametrize(
    ("tackles", "felled", "nothing", "foul"),
    [(0, 10, 16, 10), (1, 6, 15, 15), (2, 3, 12, 21)],
    ids=["1st", "2nd", "3rd"],
)
def test_jo3_jo4_jo5_odds_of_jostles_in_a_row(tackles, felled, nothing, foul):
    table = Table(act(FREE, points=5, tackles=tackles))
    assert table.chance("W2 jostle B2", "B2=h6,down") == Fraction(felled, 36)
    assert table.chance("W2 jostle B2", "turn=4") == Fraction(foul, 36)
    assert table.chance("W2 jostle B2", "turn=3", "B2=h6") == Fraction(nothing, 36)


def test_jo3_ta2_tackles_and_jostles_count_alike():
    table = jostle("jostle:W2=3 resist:B2=3").has("tackles=1")
    table.act("W2 jostle B2", "jostle:W2=4 resist:B2=3").has("tackles=2", "turn=3")
    assert table.classes()[1] == "122233", "a 4 counts as 3"
    table.act("W2 jostle B2", "jostle:W2=1 resist:B2=1")
    assert table.classes()[1] == "333333"
    table.has("turn=4")
    mixed = Table(act(HELD.replace("B3=h3", "B3=g7"), points=5)).act("W2 jostle B3", "jostle:W2=3 resist:B3=3")
    mixed.act("W2 tackle", "tackle:W2=3 resist:B2=3").has("turn=4", "ball=B2")


def test_jo5_ta7_a_later_jostle_is_no_foul_by_one_alone():
    Table(act(FREE, points=5, tackles=1)).act("W2 jostle B2", "jostle:W2=3 resist:B2=3").has("turn=3", "tackles=2")
    assert resisting_classes(0, 2) == 233333 and resisting_classes(-1, 2) == 333333


def test_jo4_w5_down_to_the_end_of_the_own_next_turn():
    table = jostle("jostle:W2=5 resist:B2=3")
    table.act("done").has("B2=h6,down", "to=black:act")
    assert not any(name.startswith("B2") for name in table.game.legal_actions())
    assert "B2 lies on the ground (JO4)" in table.why_not("B2 move N")
    table.act("done").has("B2=h6", "to=white:act")
    assert [event.who for event in table.game.events if event.kind == "stood up"] == ["B2"]


def test_fo1_the_ball_stays_whose_it_is():
    table = Table(act(FREE.replace("ball=f11", "ball=W2"), points=5)).act("W2 jostle B2", "jostle:W2=1 resist:B2=6")
    table.has("ball=W2", "turn=4", "to=black:act", "points=7")
