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


def test_ta2_ta3_won_for_a_point_more():
    table = tackle("tackle:W2=4 resist:B2=3")
    assert table.position == act(HELD.replace("ball=B2", "ball=W2"), points=3, tackles=1)
    assert table.classes() == ["123456", "111233"]


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
    assert table.chance("W2 tackle", "ball=W2") == Fraction(won, 36)
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
    table.has("ball=W2", "tackles=2")
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


def test_ta5_a_knocked_ball_rebounds_isnt_intercepted_and_nobody_receives_it():
    table = tackle("tackle:W2=3 resist:B2=3 spider:B2=1/9 knock:B2=2", HELD.replace("B1=k6", "B1=j6"))
    table.has("ball=j6", "to=white:act")
    wall = tackle("tackle:W2=3 resist:B2=3 spider:B2=7/9 knock:B2=6", HELD.replace("B3=h3", "B3=h4"))
    wall.has("ball=h2")  # h5 h4 h3 h2 h1, back h2


def test_ta5_go1_a_knocked_ball_may_go_in():
    table = tackle("tackle:W2=3 resist:B2=3 spider:B2=1/9 knock:B2=4")
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


def test_ta6_ap6_not_after_two_turns():
    zone = "W1=a6 W2=j6 W3=d9 B1=k6 B2=h9 B3=h3 ball=B1"
    assert not Table(act(zone, points=5, kept=1)).may("W2 tackle")
    table = Table(act(zone, points=5, kept=2))
    assert table.may("W2 tackle")
    table.act("W2 tackle", "tackle:W2=6 resist:B1=1").has("ball=W2", "kept=")
    dropped = Table(act(zone, points=5, kept=2)).act("W2 tackle", "tackle:W2=3 resist:B1=3 spider:B1=9/9")
    dropped.has("ball=k6", "kept=")


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
    down = Table(act(FREE.replace("B2=h6", "B2=h6,down"), points=5))
    assert "on the ground already" in down.why_not("W2 jostle B2")


def test_jo3_jo4_jo5_by_two_or_more():
    felled = jostle("jostle:W2=5 resist:B2=3")
    assert felled.classes() == ["123456", "111222"]
    felled.has("B2=h6,down", "points=4", "tackles=")
    jostle("jostle:W2=4 resist:B2=3").has("B2=h6", "acting=white")
    jostle("jostle:W2=2 resist:B2=3").has("B2=h6", "acting=white")
    foul = jostle("jostle:W2=1 resist:B2=3")
    assert foul.position == act(FREE, "black", turn=4, points=7)


def test_jo3_jo4_jo5_odds():
    table = Table(act(FREE, points=5))
    assert table.chance("W2 jostle B2", "B2=h6,down") == Fraction(10, 36)
    assert table.chance("W2 jostle B2", "turn=4") == Fraction(10, 36)
    assert table.chance("W2 jostle B2", "turn=3", "B2=h6") == Fraction(16, 36)


def test_jo3_a_jostle_is_no_tackle():
    table = Table(act(FREE, points=5, tackles=2)).act("W2 jostle B2", "jostle:W2=3 resist:B2=3")
    table.has("tackles=2")
    assert table.classes()[1] == "122233"


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
