"""W: lots, the order of things, one thing at a time."""

import pytest

from paintball_env.game import Game
from paintball_env.scenario import Scenario

START = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act"
LAST = "turn=2 phase=2 acting=red second=red score=6,6 to=red:act"
ADVANCED = "capture-the-flag"
COMMAND = "command:red=6 command:blue=5"


# W1.


def test_w1_one_candidate_by_lot_is_not_drawn(both):
    # Along row c one way is the shortest; from d5 to c2 there are two (c5 first; then it is row c).
    there = f"{LAST} R1=c2,jammed R2=b1 B1=b7 M1={{}} M2=c8"
    both(there.format("c6")).act("done", COMMAND)
    both(there.format("d5")).act("done", f"step:M1=1/2 {COMMAND}")


def test_w1_equal_chances_among_the_candidates(table):
    here = table(f"{START} R1=c7 R2=b1 B1=c8 B2=c8 M1=c8 M2=d1").act("R1 move E", "aside:M1=2/3")
    assert [draw.classes for draw in here.game.draws] == ["lot 3"]


# W2.


def test_w2_the_acting_sides_figures_first_then_the_others_by_number(both):
    # All in Blue's base; nobody is marked.
    dice = "scatter:R2=2 mark:R2=1 mark:B1=6 mark:B3=1"
    there = f"{START} R1=b1 R2=c8,paint B1=c8 B2=b7 B3=c8 M1=c1 M2=d1"
    both(there, ADVANCED).act("R2 throw paint").act("hex c8", dice)
    other = "turn=2 phase=1 acting=blue second=red score=6,6 to=blue:act"
    there = f"{other} R1=b1 R2=c8 B1=c7,paint B2=c8 B3=c8 M1=c1 M2=d1"
    both(there, ADVANCED).act("B1 throw paint").act("hex c8", "scatter:B1=2 mark:B2=1 mark:B3=6 mark:R2=1")


def test_w2_hexes_in_reading_order_and_for_blue_reversed(both):
    smokes = ["a1", "b2", "b7", "c4", "d1", "e2"]
    for team, order in (("red", smokes), ("blue", smokes[::-1])):
        there = (
            f"turn=2 phase=2 acting={team} second={team} score=6,6 to={team}:act R1=c2 R2=b1 B1=c7 B2=b7 M1=d1 M2=d7"
        )
        dice = " ".join(f"clear:{place}=2" for place in order)
        both(f"{there} smoke={','.join(smokes)}", ADVANCED).act("done", f"{dice} {COMMAND}")


@pytest.mark.parametrize(("winner", "order"), [(1, ["b2", "d5"]), (2, ["d5", "b2"])])
def test_w2_in_turn_1_the_roll_offs_winner_is_the_acting_side(winner, order):
    # A fixed position may start with smoke.
    start = "turn=0 acting=red second=red R1=c2 B1=c7 M1=d1 M2=d7 flag.red=b1 flag.blue=b7 smoke=b2,d5"
    game = Game(Scenario.load(ADVANCED), start=start, results=[winner, 2, 2, 1])
    assert [(draw.purpose, draw.subject) for draw in game.draws][1:3] == [("clear", place) for place in order]


def test_w2_command_dice_red_then_blue(both):
    for team in ("red", "blue"):
        there = (
            f"turn=2 phase=2 acting={team} second={team} score=6,6 to={team}:act R1=c2 R2=b1 B1=c7 B2=b7 M1=d1 M2=d7"
        )
        here = both(there).act("done", "command:red=2 command:blue=3")
        assert "score=2,3" in here.position


GAMES = {
    "volley": (
        f"{START} R1=c3,expert R2=c4 R3=b1 B1=c6 B2=c6 M1=b3 M2=c8 soft=c6",
        [
            ("R1 shoot B1", ""),
            ("R1 shoot B1", ""),
            (
                "R1 shoot B2",
                "hit:R1=5 hit:R1=1 hit:R1=6 misfire:R1=6 goggles:R1=3 way:R1=4 save:R2=2 check:R2=4 way:R1=3 way:R1=2",
            ),
            ("figure B2", "save:B2=5 check:B2=6"),
        ],
    ),
    "turn": (
        f"{LAST} R1=c1,jammed R2=c1 R3=c7,jammed B1=c1 B2=d7 M1=c1,attends=R1 M2=e2 smoke=b3,b5,d2",
        [
            # M1 is free and steps aside: b1, c2, d1.  M2 (e2) is 3 from c7: one way at first, then two.
            (
                "done",
                "clear:b3=1 clear:b5=2 clear:d2=6 aside:M1=2/3 step:M2=1/2 command:red=4 command:blue=4",
            ),
            ("second", ""),
        ],
    ),
    "base": (
        f"{START} R1=c7 R2=d6 B1=c8 B2=c8 B3=c5/E,sentry M1=c8 M2=c8",
        [
            ("R1 move E", "aside:M1=3/3 aside:M2=1/3"),
            ("B3 shoot R1", "hit:B3=6 save:R1=3 check:R1=2 aside:M1=2/3"),
            ("R1 shoot B2", "hit:R1=2 save:B2=6"),
        ],
    ),
}


AFTER = {
    "volley": "used=1,0 R1=c3,expert,p0,used,fired M1=c4 M2=c6 -R2 -B2",
    "turn": ("turn=3 phase=1 acting=blue score=4,4 to=blue:act R1=c1 M1=c2 M2=c6 smoke=b5"),
    "base": "used=1,0 R1=c8,p0,moved1,used,fired M1=c7 M2=b7",
}


@pytest.mark.parametrize("name", GAMES)
def test_w2_a_mirrored_position_rolls_in_the_mirrored_order(both, name):
    position, acts = GAMES[name]
    here = both(position, ADVANCED)
    for action, dice in acts:
        here.act(action, dice)
    assert here.changes == AFTER[name]


# W3.


def test_w3_roll_save_check_walk_and_removal_before_the_next(both):
    # Three hits: B1's save and check, M2 walks in; then B2's save; then B3, who wipes no more than the others.
    there = f"{START} R1=c2,expert R2=b1 B1=c4 B2=c4 B3=c4 B4=b7 M1=c1 M2=c6"
    here = both(there, ADVANCED).act("R1 shoot B1").act("R1 shoot B2")
    here.act(
        "R1 shoot B3",
        "hit:R1=3 hit:R1=4 hit:R1=5 save:B1=2 check:B1=4 save:B2=1 save:B3=3 check:B3=2",
    )
    assert here.changes == "used=1,0 R1=c2,expert,p0,used,fired M2=c4 -B1"


def test_w3_a_wipe_moves_the_marshal_before_the_next_hit(both):
    # M2 in c7 is 3 away: B1 wipes and he comes to c5; so he is there for B2.
    there = f"{START} R1=c2 R2=b1 B1=c4 B2=c4 B3=b7 M1=c1 M2=c7"
    here = both(there).act("R1 shoot B1").act("R1 shoot B2", "hit:R1=3 hit:R1=4 save:B1=2 save:B2=2 check:B2=6")
    assert here.changes == "used=1,0 R1=c2,p0,used,fired M2=c4 -B2"


def test_w3_each_sentry_is_asked_after_the_one_before_is_resolved(both):
    there = f"{START} R1=c3 R2=b1 B1=c6,sentry B2=c7,sentry B3=b7 M1=d1 M2=c8"
    here = both(there).act("R1 move E")
    assert "asked=B1" in here.position
    # Range 2; R1 plays on.
    here.act("B1 shoot R1", "hit:B1=3 save:R1=1")
    assert "asked=B2" in here.position
    # Range 3, B1 in the way.
    here.act("B2 shoot R1", "hit:B2=4 way:B2=1 save:R1=6")
    assert "to=red:act" in here.position


def test_w3_a_sentry_that_lets_it_pass_leaves_it_to_the_next(both):
    there = f"{START} R1=c3 R2=b1 B1=c6,sentry B2=c7,sentry B3=c6,sentry M1=d1 M2=c8"
    here = both(there).act("R1 move E")
    for number in (1, 2, 3):
        assert f"asked=B{number}" in here.position
        here.act("done")
    assert here.changes == "used=1,0 R1=c4,p1,moved1,used"
