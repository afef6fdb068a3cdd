"""What the rulebook says in examples: turns, points, shooting, lines, cover in the way, aiming, bases."""

import pytest

START = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act"
REST = "M1=d1 M2=d7"
ADVANCED = "capture-the-flag"


def test_sh1_range_is_3_hexes_so_a_4_5_or_6_is_required(both):
    there = f"{START} R1=c2 R2=b1 B1=c5 {REST}"
    for face in (2, 3):
        both(there).act("R1 shoot B1").act("done", f"hit:R1={face}")
    for face in (4, 5, 6):
        both(there).act("R1 shoot B1").act("done", f"hit:R1={face} save:B1=1")


@pytest.mark.parametrize(
    "actions", [["move E", "move E"], ["shoot", "shoot"], ["move E", "shoot"], ["shoot", "move E"]]
)
def test_ap1_two_moves_two_shots_or_one_of_each_in_either_order(both, actions):
    here = both(f"{START} R1=c2 R2=b1 B1=c6 {REST}")
    for number, action in enumerate(actions):
        if action != "shoot":
            here.act(f"R1 {action}")
            continue
        if actions == ["shoot", "shoot"]:
            here.act("R1 shoot B1", "hit:R1=2 hit:R1=2" if number else "")
        elif number:
            here.act("R1 shoot B1", "hit:R1=2")
        else:
            here.act("R1 shoot B1").act("done", "hit:R1=2")
    assert ",p0," in here.position and not any(action.startswith("R1") for action in here.legal)


def test_tu3_in_a_tie_the_player_who_moved_second_chooses(both):
    there = f"turn=2 phase=2 acting=red second=red score=6,6 to=red:act R1=c2 R2=b1 B1=c7 B2=b7 {REST}"
    here = both(there).act("done", "command:red=2 command:blue=2")
    assert "to=red:first" in here.position


def test_sh3_two_shots_at_a_single_target(both):
    there = f"{START} R1=c2 R2=b1 B1=c4 B2=b7 {REST}"
    both(there).act("R1 shoot B1").act("R1 shoot B1", "hit:R1=3 hit:R1=3 save:B1=1 save:B1=6")


def test_sh3_two_shots_split_between_two_targets_in_the_same_hex(both):
    there = f"{START} R1=c2 R2=b1 B1=c4 B2=c4 {REST}"
    both(there).act("R1 shoot B1").act("R1 shoot B2", "hit:R1=3 hit:R1=3 save:B1=1 save:B2=6")


def test_sh3_three_times_in_the_case_of_an_expert(both):
    there = f"{START} R1=c2,expert R2=b1 B1=c4 {REST}"
    here = both(there, ADVANCED).act("R1 shoot B1").act("R1 shoot B1")
    here.act("R1 shoot B1", "hit:R1=2 hit:R1=2 hit:R1=2")


def test_sh4_if_one_of_two_hits_the_opposing_player_chooses(both):
    there = f"{START} R1=c2 R2=b1 B1=c4 B2=c4 {REST}"
    here = both(there).act("R1 shoot B1").act("R1 shoot B2", "hit:R1=2 hit:R1=3")
    assert "to=blue:pick" in here.position and here.legal == ["figure B1", "figure B2"]


def test_mf2_any_other_shots_fired_are_discounted(both):
    there = f"{START} R1=c2 R2=b1 B1=c4 {REST}".replace("M1=d1", "M1=c8")
    here = both(there).act("R1 shoot B1").act("R1 shoot B1", "hit:R1=6 hit:R1=1 misfire:R1=2")
    assert "R1=c2,p0,used,fired,empty" in here.position


def test_mf3_it_takes_a_full_turn_to_clear_the_weapon(both):
    there = f"{START} R1=c3,jammed R2=b1 B1=b7 B2=b6 M1=c1 M2=d7"
    here = both(there).act("done").act("done", "command:red=6 command:blue=5")
    assert "R1=c3,jammed" in here.position and "M1=c3,attends=R1" in here.position
    here.act("done").act("done", "command:red=6 command:blue=5")
    assert " R1=c3 " in here.position and " M1=c3 " in here.position


def test_sh_los1_a_line_over_the_perimeter_cannot_be_used(both):
    assert not both(f"{START} R1=a1 R2=c1 B1=b1 {REST}").may("R1 shoot B1")
    assert both(f"{START} R1=a1 R2=c1 B1=b3 {REST}").may("R1 shoot B1")


def test_iw2_a_friendly_paintballer_in_the_way(both):
    there = f"{START} R1=c2 R2=c3 R3=b1 B1=c5 {REST}".replace("M1=d1", "M1=c3")
    here = both(there).act("R1 shoot B1").act("done", "hit:R1=4 way:R1=4 save:R2=2 check:R2=4")
    assert "R2=" not in here.position


@pytest.mark.parametrize(("where", "dice"), [("c3", " way:R1=3"), ("c2", ""), ("c5", " way:R1=3")])
def test_iw2_soft_cover_on_the_line_under_the_shooter_and_at_the_target(both, where, dice):
    there = f"{START} R1=c2 R2=b1 B1=c5 {REST} soft={where}"
    both(there).act("R1 shoot B1").act("done", f"hit:R1=4{dice} save:B1=1")


def test_ai1_target_3_hexes_away_so_the_roll_required_is_3(both):
    there = f"{START} R1=c2 R2=b1 B1=c5 {REST}"
    both(there).act("R1 aim").act("R1 shoot B1", "hit:R1=3 save:B1=1")
    both(there).act("R1 aim").act("R1 shoot B1", "hit:R1=2")


def test_en1_a_6_is_always_required_within_5_hexes_or_6_if_aiming(both):
    there = f"{START} R1={{}} R2=b1 B1=c8 B2=b7 {REST}"
    for face, save in ((5, ""), (6, " save:B1=1")):
        both(there.format("c7")).act("R1 shoot B1").act("done", f"hit:R1={face}{save}")
        both(there.format("c3")).act("R1 shoot B1").act("done", f"hit:R1={face}{save}")
        both(there.format("c2")).act("R1 aim").act("R1 shoot B1", f"hit:R1={face}{save}")
    assert not both(there.format("c2")).may("R1 shoot B1")


def test_en4_a_spare_place_is_always_left_for_an_opposing_player(both):
    assert not both(f"{START} R1=c2 R2=c1 R3=c1 B1=b7 {REST}").may("R1 move W")
    blue = "turn=2 phase=1 acting=blue second=red score=6,6 to=blue:act"
    assert both(f"{blue} B1=c2 R2=c1 R3=c1 R1=b1 {REST}").may("B1 move W")


def test_en5_no_more_than_3_in_the_base_marshals_move_to_an_adjacent_hex(both):
    there = f"{START} R1=c7 R2=d7 B1=c8 B2=c8 M1=d1 M2=c8"
    here = both(there).act("R1 move E", "aside:M2=1/3")
    assert here.changes == "used=1,0 R1=c8,p1,moved1,used M2=b7"
    assert not here.may("R2 move E") and not here.may("R2 move NE")
