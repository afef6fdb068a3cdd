"""IN: who may intercept, who is asked when, what they need, and contests."""

from fractions import Fraction

import pytest

from octagon_ball.rules.passes import interception_classes, need_of
from tests.octagon_ball.table import Table
from tests.octagon_ball.test_match import act

# W2 passes east along row 3 from d3; B2 waits at h3, or beside it.
SAME = "W1=a6 W2=d3 W3=a5 B1=k6 B2=h3 B3=f11 ball=W2"


def asked(position, left, points=3):
    """The pass of W2 to the east has come to where somebody is asked."""
    return Table(act(position, points=points)).act("pass short E", f"distance:W2={left}")


def test_in1_in2_in_the_square_before_it_is_asked_first():
    table = asked(SAME, 7)
    assert table.position == (
        "turn=3 acting=white points=2 to=black:intercept asked=B2 pass=W2:E:4 "
        "W1=a6 W2=d3 W3=a5 B1=k6 B2=h3 B3=f11 ball=g3"
    )
    assert table.game.legal_actions() == ["intercept", "let pass"]
    table.act("let pass").has("asked=B2", "pass=W2:E:3", "ball=h3")
    assert table.kinds[:2] == ["chosen", "lets pass"]
    table.act("let pass").has("asked=B2", "pass=W2:E:2", "ball=i3")
    table.act("let pass").has("pass=", "asked=", "to=white:act", "ball=j4")


@pytest.mark.parametrize(
    ("position", "near", "chance"),
    [
        (SAME, False, Fraction(2, 3)),
        (SAME, True, Fraction(1, 3)),
        (SAME.replace("W3=a5", "W3=h2"), False, Fraction(1, 2)),
        (SAME.replace("W3=a5", "W3=i4"), True, Fraction(1, 6)),
        (SAME.replace("W3=a5", "W3=i4,down"), True, Fraction(1, 3)),
        (SAME.replace("B1=k6 B2=h3", "B1=h3 B2=k6"), False, Fraction(5, 6)),
        (SAME.replace("B1=k6 B2=h3", "B1=h3 B2=k6"), True, Fraction(1, 2)),
        (SAME.replace("B1=k6 B2=h3", "B1=h3 B2=k6").replace("W3=a5", "W3=h2"), False, Fraction(2, 3)),
    ],
)
def test_in4_in5_in6_what_an_interception_needs(position, near, chance):
    table = asked(position, 7, points=1)  # White has no point left for an attempt of its own
    if not near:
        table.act("let pass")
    who = table.position.split("asked=")[1][:2]
    results = table.odds("intercept")
    assert sum(results.values()) == 1
    assert sum(share for text, share in results.items() if f"ball={who}" in text) == chance


def test_in3_in7_in8_who_alone_succeeds_holds_the_ball_in_its_own_square():
    table = asked(SAME, 7).act("intercept", "intercept:B2=5")
    assert table.classes() == ["111122"]
    assert table.position == act("W1=a6 W2=d3 W3=a5 B1=k6 B2=h3 B3=f11 ball=B2", points=2)
    assert table.kinds == ["chosen", "tries", "reached", "intercepted"], "it is still White's turn (IN8)"


def test_in1_in3_who_has_missed_isnt_asked_again():
    table = asked(SAME, 7).act("intercept", "intercept:B2=4")
    table.has("to=white:act", "ball=j4", "pass=")
    assert "missed" in table.kinds and "contested" not in table.kinds


def test_in1_who_has_tried_is_marked_so_while_others_are_asked():
    table = asked(SAME.replace("B3=f11", "B3=j3"), 7).act("intercept", "intercept:B2=1")
    table.has("B2=h3,tried", "asked=B3", "ball=i3", "to=black:intercept")


def test_in2_the_other_team_is_asked_first_then_the_passing_one_which_pays():
    table = asked(SAME.replace("W3=a5", "W3=g4"), 7)
    table.has("asked=W3", "to=white:intercept", "ball=f3", "points=2")
    table.act("let pass").has("asked=B2", "ball=g3").act("let pass").has("asked=W3", "ball=g3")
    table.act("intercept", "intercept:W3=6")
    table.has("ball=W3", "points=1", "to=white:act")


def test_in2_the_last_point_is_enough_to_try():
    table = Table(act(SAME.replace("W3=a5", "W3=g4"), points=2)).act("pass short E", "distance:W2=7")
    table.has("asked=W3", "to=white:intercept", "ball=f3", "points=1")


def test_in1_the_own_square_is_only_the_receivers_in_the_last_one():
    table = Table(act("W1=a6 W2=d3 W3=f3 B1=k6 B2=k5 B3=f11 ball=W2", points=3))
    table.act("pass short E", "distance:W2=3").has("asked=W3", "ball=e3").act("let pass")
    table.has("asked=W3", "ball=f3", "pass=W2:E:1").act("let pass").has("asked=W3", "ball=g3", "pass=W2:E:0")


def test_in2_ap3_a_passing_team_without_points_isnt_asked():
    table = Table(act(SAME.replace("W3=a5", "W3=g4"), points=1)).act("pass short E", "distance:W2=7")
    table.has("asked=B2", "ball=g3", "points=")


def test_in2_who_lets_the_ball_pass_isnt_asked_again_before_the_next_square():
    # Also not the passing team's first figure, behind its last one.
    places = "W1=f4 W2=d3 W3=e4 B1=k6 B2=f2 B3=f11 ball=W2"
    table = Table(act(places, points=3)).act("pass short E", "distance:W2=4")
    for place, team in (("e3", "B2 W1 W3"), ("f3", "B2 W1 W3"), ("g3", "B2 W1")):
        for who in team.split():
            table.has(f"asked={who}", f"ball={place}").act("let pass")
    table.has("ball=h3", "pass=", "to=white:act")


def test_in2_answers_are_open_and_dice_come_when_all_are_asked():
    table = asked(SAME.replace("B3=f11", "B3=h4"), 7)
    table.has("asked=B2").act("intercept")
    table.has("asked=B3", "B2=h3,trying", "to=black:intercept")
    table.act("intercept", "intercept:B2=5 intercept:B3=6")
    assert table.classes() == ["111156", "111156"]
    table.has("ball=B3")


def test_in7_contested_and_level_nobody_has_it():
    table = asked(SAME.replace("B3=f11", "B3=h4"), 7).act("intercept")
    table.act("intercept", "intercept:B2=6 intercept:B3=6")
    assert "contested" in table.kinds
    table.has("ball=j4", "to=white:act")


def test_in6_in7_the_minus_counts_in_a_contest():
    # W3 marks B2 and B3 alike, and both mark it.
    table = asked(SAME.replace("B3=f11", "B3=g4").replace("W3=a5", "W3=h2"), 7)
    table.has("asked=B3", "ball=f3").act("let pass").has("asked=B2", "ball=g3").act("intercept")
    table.has("asked=B3").act("intercept").has("asked=W3")
    table.act("intercept", "intercept:B2=6 intercept:B3=6 intercept:W3=5")
    assert table.classes() == ["111115", "111156", "111115"]
    table.has("ball=B3")


def test_in1_the_passer_and_the_receiver_arent_asked():
    table = Table(act("W1=a6 W2=d3 W3=f3 B1=k6 B2=k5 B3=f11 ball=W2", points=3))
    table.act("pass short E", "distance:W2=2").has("asked=W3", "ball=e3").act("let pass")
    table.has("ball=W3", "points=2")
    back = Table(act("W1=a6 W2=f2 W3=a5 B1=k6 B2=h11 B3=k5 ball=W2", points=3))
    back.act("pass short S", "distance:W2=4").has("ball=f4")


def test_in1_jo4_who_lies_on_the_ground_isnt_asked():
    table = Table(act(SAME.replace("B2=h3", "B2=h3,down"), points=3, tackles=1)).act("pass short E", "distance:W2=7")
    table.has("ball=j4", "to=white:act")


def test_in5_te2_needs_and_classes():
    assert [need_of(0, 0), need_of(0, 1), need_of(1, 0), need_of(1, 1)] == [2, 4, 3, 5]
    assert interception_classes(3, 0, True) == 112222 and interception_classes(3, 0, False) == 113456
    assert interception_classes(3, 1, False) == 111345 and interception_classes(5, 1, True) == 111112
    assert interception_classes(2, 0, True) == 122222


def test_in_the_last_square_an_enemy_may_still_take_it_from_the_receiver():
    table = Table(act("W1=a6 W2=d3 W3=f3 B1=k6 B2=f4 B3=f11 ball=W2", points=3))
    table.act("pass short E", "distance:W2=2").has("asked=B2", "ball=e3").act("let pass").has("asked=W3").act(
        "let pass"
    )
    table.has("asked=B2", "ball=f3", "pass=W2:E:0")
    chances = {text.split("ball=")[1]: share for text, share in table.odds("intercept").items()}
    assert chances == {"B2": Fraction(1, 6), "W3": Fraction(5, 6)}, "adjacent and marked by the receiver (PA3, IN6)"
