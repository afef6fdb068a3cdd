"""MF: misfires, and the life of a jam (MF3)."""

import pytest

from paintball_env.scenario import Scenario

START = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act"
REACT = "turn=2 phase=1 acting=blue second=red score=6,6 to=blue:act"
ADVANCED = "capture-the-flag"
# Range 2, so 3+; the Marshals are far from R1.
ALONE = f"{START} R1=c2 R2=b1 B1=c4 B2=c4 B3=d7 M1=d7 M2=b7"


def verbs(table, figure):
    return {action.split()[1] for action in table.legal if action.startswith(f"{figure} ")}


def test_mf1_out_of_gas(both):
    here = both(ALONE).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=1")
    assert here.changes == "used=1,0 -R1"  # out without save or check, and still it has been used (TU2)


def test_mf1_its_grenades_are_lost_and_its_flag_stays(both):
    there = f"{START} R1=c2,smoke R2=b1 B1=c4 M1=d7 M2=b7 flag.red=b1 flag.blue=R1"
    here = both(there, ADVANCED).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=1")
    assert here.changes == "used=1,0 flag.blue=c2 -R1"


def test_mf2_out_of_ammo_is_impotent_until_it_reloads(both):
    here = both(ALONE).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=2")
    assert here.changes == "used=1,0 R1=c2,p1,used,fired,empty"
    assert verbs(here, "R1") == {"move"}
    # Next turn, and not by itself.
    here.act("done").act("done", "command:red=6 command:blue=5")
    assert " R1=c2,empty " in here.position
    assert verbs(here, "R1") == {"move", "reload"}
    here.act("R1 reload")
    assert " R1=c2,p0,used " in here.position


def test_mf3_jam_leaves_the_figure_neutral(both):
    here = both(ALONE).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=3")
    assert here.changes == "used=1,0 R1=c2,p1,used,fired,jammed"
    assert verbs(here, "R1") == set()


def test_mf3_neutral_can_be_shot_at_not_suppressed_not_charged(both):
    there = f"{START} R1=c3 R2=b1 B1=c4,jammed B2=d7 M1=d7 M2=b7"
    here = both(there)
    assert here.may("R1 shoot B1")
    assert not here.may("R1 suppress B1")
    assert not here.may("R1 move E")
    assert not here.may("charge")
    assert both(there.replace("jammed", "empty")).may("charge")


def test_mf4_minor(both):
    here = both(ALONE).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=4")
    assert here.changes == "used=1,0 R1=c2,p1,used,fired"


def test_mf5_goggles_steamed_up(both):
    here = both(ALONE).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=5")
    assert here.changes == "used=1,0 R1=c2,p1,used,fired"


@pytest.mark.parametrize("place", ["c2", "b2", "c4", "d3"])
@pytest.mark.parametrize(("face", "out"), [(1, True), (2, False), (3, False), (4, False), (5, False), (6, True)])
def test_mf6_goggles_lifted_before_a_marshal(both, place, face, out):
    # c2: his own hex, b2: 1 away, c4 and d3: 2.
    there = f"{START} R1=c2 R2=b1 B1=c5 M1=d7 M2={place}"
    here = both(there).act("R1 shoot B1").act("done", f"hit:R1=1 misfire:R1=6 goggles:R1={face}")
    assert here.changes == ("used=1,0 -R1" if out else "used=1,0 R1=c2,p1,used,fired")


@pytest.mark.parametrize("place", ["c5", "b5", "d4", "a1"])
def test_mf6_no_marshal_within_2(both, place):
    there = f"{START} R1=c2 R2=b1 B1=c5 M1=d7 M2={place}"
    here = both(there).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=6")
    assert here.changes == "used=1,0 R1=c2,p1,used,fired"


def test_mf6_an_attending_marshal_sees_it_too(both):
    there = f"{START} R1=c2 R2=b1,jammed R3=d1 B1=c5 M1=b1,attends=R2 M2=b7"
    here = both(there).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=6 goggles:R1=1")
    assert here.changes == "used=1,0 -R1"


def test_mf6_one_roll_however_many_marshals(both):
    there = f"{START} R1=c2 R2=b1 B1=c5 M1=c2 M2=c2"
    both(there).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=6 goggles:R1=4")


@pytest.mark.parametrize(
    ("face", "state"), [(1, "-R1"), (2, "empty"), (3, "jammed"), (4, ""), (5, "")], ids=["1", "2", "3", "4", "5"]
)
@pytest.mark.parametrize("dice", ["hit:R1=1 hit:R1=6", "hit:R1=6 hit:R1=1", "hit:R1=1 hit:R1=1"])
def test_mf7_after_1_to_5_the_other_shots_are_lost(both, face, state, dice):
    # A second 1 isn't read.  Their points are spent.
    here = both(ALONE).act("R1 shoot B1").act("R1 shoot B2", f"{dice} misfire:R1={face}")
    after = "R1=c2,p0,used,fired" + (f",{state}" if state else "")
    assert here.changes == ("used=1,0 -R1" if state == "-R1" else f"used=1,0 {after}")


def test_mf7_points_of_undeclared_shots_stay(both):
    there = f"{START} R1=c2,expert R2=b1 B1=c4 M1=d7 M2=b7"
    here = both(there, ADVANCED).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=2")
    assert here.changes == "used=1,0 R1=c2,expert,p2,used,fired,empty"
    assert verbs(here, "R1") == {"move", "rotate", "reload"}
    here.act("R1 reload")
    assert here.changes == "used=1,0 R1=c2,expert,p0,used,fired"


def test_mf7_after_6_the_other_shots_stand(both):
    # The hit needs no pick: one figure declared.
    here = both(ALONE).act("R1 shoot B1").act("R1 shoot B1", "hit:R1=1 hit:R1=3 misfire:R1=6 save:B1=1")
    assert here.changes == "used=1,0 R1=c2,p0,used,fired"


def test_mf7_after_6_the_opponent_picks(both):
    here = both(ALONE).act("R1 shoot B1").act("R1 shoot B2", "hit:R1=3 hit:R1=1 misfire:R1=6")
    assert here.legal == ["figure B1", "figure B2"]
    here.act("figure B2", "save:B2=6")


def test_mf7_after_6_before_a_marshal_who_lets_it_pass(both):
    there = ALONE.replace("M1=d7", "M1=c1")
    here = both(there).act("R1 shoot B1")
    here.act("R1 shoot B1", "hit:R1=3 hit:R1=1 misfire:R1=6 goggles:R1=5 save:B1=1")


def test_mf7_after_a_disqualification_they_are_lost(both):
    there = ALONE.replace("M1=d7", "M1=c1")
    here = both(there).act("R1 shoot B1").act("R1 shoot B1", "hit:R1=3 hit:R1=1 misfire:R1=6 goggles:R1=6")
    assert here.changes == "used=1,0 -R1"


def test_mf7_a_further_1_is_read_if_the_first_did_not_end_it(both):
    here = both(ALONE).act("R1 shoot B1").act("R1 shoot B1", "hit:R1=1 hit:R1=1 misfire:R1=6 misfire:R1=2")
    assert here.changes == "used=1,0 R1=c2,p0,used,fired,empty"
    twice = both(ALONE).act("R1 shoot B1").act("R1 shoot B1", "hit:R1=1 hit:R1=1 misfire:R1=6 misfire:R1=6")
    assert twice.changes == "used=1,0 R1=c2,p0,used,fired"


@pytest.mark.parametrize(("first", "lost"), [(2, 0), (3, 1)])
def test_mf7_the_event_says_how_many_hits_are_lost(both, first, lost):
    there = f"{START} R1=c2,expert R2=b1 B1=c4 M1=d7 M2=b7"
    here = both(there, ADVANCED).act("R1 shoot B1").act("R1 shoot B1")
    here.act("R1 shoot B1", f"hit:R1=1 hit:R1={first} hit:R1=2 misfire:R1=2")
    events = [event.value for event in here.game.events if event.kind == "shots lost"]
    assert events == ([lost] if lost else [])


def test_mf7_three_dice(both):
    there = f"{START} R1=c2,expert R2=b1 B1=c4 M1=d1 M2=b7"
    here = both(there, ADVANCED).act("R1 shoot B1").act("R1 shoot B1")
    dice = "hit:R1=1 hit:R1=1 hit:R1=5 misfire:R1=6 goggles:R1=2 misfire:R1=6 goggles:R1=5 save:B1=6"
    here.act("R1 shoot B1", dice)


@pytest.mark.parametrize(
    ("face", "state"),
    [
        (1, "-R1"),
        (2, "R1=c2,empty"),
        (3, "R1=c2,jammed"),
        (4, ""),
        (5, "R1=c2"),
        (6, ""),
    ],
)
def test_mf8_in_a_reaction(both, face, state):
    # B1 moves before the sentry R1 and stands 3 away: whatever happens, B1 moves on.
    there = f"{REACT} R1=c2,sentry R2=b1 B1=c6 B2=d7 M1=d7 M2=b7"
    here = both(there).act("B1 move W").act("R1 shoot B1", f"hit:R1=1 misfire:R1={face}")
    assert here.changes.replace("used=0,1 ", "").replace("B1=c5,p1,moved1,used", "").strip() == state
    assert here.may("B1 move W")


@pytest.mark.parametrize(("face", "state"), [(1, "-R1"), (2, ""), (5, ""), (6, "-R1")])
def test_mf8_goggles_lifted_in_a_reaction(both, face, state):
    there = f"{REACT} R1=c2,sentry R2=b1 B1=c6 B2=d7 M1=c4 M2=b7"
    here = both(there).act("B1 move W").act("R1 shoot B1", f"hit:R1=1 misfire:R1=6 goggles:R1={face}")
    assert here.changes.replace("used=0,1 ", "").replace("B1=c5,p1,moved1,used", "").strip() == state


# MF3 over the turns.  COMMAND: Red goes first.

COMMAND = "command:red=6 command:blue=5"
SECOND = "turn=2 phase=2 acting=blue second=blue score=6,6 to=blue:act"


def test_mf3_a_jam_from_turn_to_turn(both):
    # Turn 2: R1 jams.  M1 stands 4 hexes away in c6 (one shortest way: nothing is drawn), M2 farther.
    there = f"{START} R1=c2 R2=b1 B1=c4 B2=d7 M1=c6 M2=c8"
    here = both(there).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=3")
    here.act("done").act("done", COMMAND)
    # Turn 3: he walks 2 hexes.
    assert here.position == (
        "turn=3 phase=1 acting=red second=blue score=6,5 to=red:act R1=c2,jammed R2=b1 B1=c4 B2=d7 M1=c4 M2=c8"
    )
    here.act("done").act("done", COMMAND)
    # Turn 4: he arrives and attends.
    assert here.position.endswith("score=6,5 to=red:act R1=c2,jammed R2=b1 B1=c4 B2=d7 M1=c2,attends=R1 M2=c8")
    assert verbs(here, "R1") == set()
    here.act("done").act("done", COMMAND)
    # Turn 5: the gun is clear, the figure has its points; he stays where he is.
    assert here.position.startswith("turn=5 ")
    assert here.position.endswith("score=6,5 to=red:act R1=c2 R2=b1 B1=c4 B2=d7 M1=c2 M2=c8")
    assert verbs(here, "R1") == {"move", "aim", "sentry", "shoot", "suppress"}


@pytest.mark.parametrize(
    ("place", "after"),
    [("c2", "c2,attends=R1"), ("c3", "c2,attends=R1"), ("c4", "c2,attends=R1"), ("c5", "c3"), ("c6", "c4")],
)
def test_mf3_he_walks_2_and_arrives_at_the_start_of_the_next_turn_at_best(both, place, after):
    # In the second phase: he may stand there since the first.
    there = f"{SECOND} R1=c2,jammed R2=b1 B1=b7 M1={place} M2=c8"
    here = both(there).act("done", COMMAND)
    assert f" M1={after} " in here.position
    assert here.position.count("jammed") == 1


def test_mf3_attended_only_a_whole_turn_clears(both):
    # He began in turn 2; at the start of turn 3 the gun is clear, though the figure could do nothing before.
    there = f"{START} R1=c2,jammed R2=b1 B1=b7 M1=c2,attends=R1 M2=c8"
    here = both(there)
    assert verbs(here, "R1") == set()
    here.act("done").act("done", COMMAND)
    assert here.position.endswith("R1=c2 R2=b1 B1=b7 M1=c2 M2=c8")


def test_mf3_a_marshal_who_stands_there_when_it_jams_begins_next_turn(both):
    there = f"{START} R1=c2 R2=b1 B1=c4 B2=d7 M1=c2 M2=c8"
    here = both(there).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=3")
    assert "attends" not in here.position
    here.act("done").act("done", COMMAND)
    assert "M1=c2,attends=R1" in here.position
    here.act("done").act("done", COMMAND)
    assert "jammed" not in here.position and "attends" not in here.position


def test_mf3_shortest_ways_by_lot(both):
    # d5 (q=4, r=1) to c2 (q=1, r=0): c5 and d4 are a step nearer, then from d4: c4 and d3.
    red = "turn=2 phase=2 acting=red second=red score=6,6 to=red:act R1=c2,jammed R2=b1 B1=b7 M1=d5 M2=c8"
    here = both(red).act("done", f"step:M1=2/2 step:M1=1/2 {COMMAND}")
    assert " M1=c4 " in here.position
    # Blue had the second phase: hexes count from the other end.
    blue = "turn=2 phase=2 acting=blue second=blue score=6,6 to=blue:act R1=c2,jammed R2=b1 B1=b7 M1=d5 M2=c8"
    here = both(blue).act("done", f"step:M1=1/2 step:M1=1/2 {COMMAND}")
    assert " M1=d3 " in here.position


def turn_start(table, second, position, dice="", scenario="capture-the-flag-basic"):
    """The Marshals after the turn's start, as `M1=.. M2=..`."""
    there = f"turn=2 phase=2 acting={second} second={second} score=6,6 to={second}:act {position}"
    here = table(there, scenario).act("done", f"{dice} {COMMAND}".strip())
    return " ".join(token for token in here.position.split() if token.startswith("M"))


def test_mf3_the_nearest_free_marshal_goes_whoever_s(both):
    # M2 is 2 away, M1 is 3.
    assert turn_start(both, "red", "R1=c4,jammed R2=b1 B1=b7 M1=c1 M2=c6") == "M1=c1 M2=c4,attends=R1"


def test_tu6_a_marshal_who_steps_aside_to_a_jam_begins_to_attend(both):
    """TU6 (4), EN5: sent to R1 he gets but to the full base, and steps aside into the very hex he was sent to."""
    there = "R1=d1,jammed R2=c1 R3=c1 B1=c1 B2=b7 M1=b1"
    walk = "capture-the-flag-basic?walk=1"
    assert turn_start(both, "red", there, "step:M1=1/2 aside:M1=3/3", walk) == "M1=d1,attends=R1"
    assert turn_start(both, "red", there, "step:M1=1/2 aside:M1=2/3", walk) == "M1=c2"


@pytest.mark.parametrize(("second", "jam", "aside"), [("red", "R1", "2/2"), ("blue", "B1", "1/2")])
def test_tu6_of_two_jams_in_his_hex_he_begins_with_that_of_the_team_that_comes_first(both, second, jam, aside):
    """TU6 (4), W2: the team that had the second phase; he steps aside from the full base into the trench."""
    own = Scenario.parse(
        'name = "own"\nmap = ". R t . . . t B ."\nobjective = "elimination"\n[rules]\nwalk = 1\ncommand_dice = 1\n'
    )
    there = "R1=a3,jammed R2=a2 R3=a2 B1=a3,jammed B2=a8 B3=a2 M1=a1 M2=a9"
    assert turn_start(both, second, there, f"aside:M1={aside}", own).startswith(f"M1=a3,attends={jam}")


def test_mf3_only_one_marshal_for_one_jam(both):
    assert turn_start(both, "red", "R1=c4,jammed R2=b1 B1=b7 M1=c2 M2=c7") == "M1=c4,attends=R1 M2=c7"


@pytest.mark.parametrize("second", ["red", "blue"])
def test_mf3_equally_near_the_figures_teams_marshal(both, second):
    assert turn_start(both, second, "R1=c4,jammed R2=b1 B1=b7 M1=c6 M2=c2") == "M1=c4,attends=R1 M2=c2"
    assert turn_start(both, second, "R1=b1 B1=c4,jammed B2=b7 M1=c6 M2=c2") == "M1=c6 M2=c4,attends=B1"


def test_mf3_the_nearest_pair_first(both):
    # M1 is 1 from B1 and 2 from R1; M2 is 2 from B1.  M1 goes to B1, M2 has to go to R1 (c3, 5 away).
    where = "R1=c3,jammed R2=b1 B1=c6,jammed B2=b7 M1=c5 M2=c8"
    assert turn_start(both, "red", where) == "M1=c6,attends=B1 M2=c6"


@pytest.mark.parametrize(
    ("second", "marshals"),
    [("red", "M1=c3,attends=R1 M2=c6"), ("blue", "M1=c5,attends=B1 M2=c6")],
)
def test_mf3_equally_near_jams_in_order(both, second, marshals):
    # M1 in c4 is next to both; the side that had the second phase comes first (W2).
    assert turn_start(both, second, "R1=c3,jammed R2=b1 B1=c5,jammed B2=b7 M1=c4 M2=c8") == marshals


def test_mf3_equally_near_jams_of_one_team_by_number(both):
    where = "R1=b1 R2=c5,jammed R3=c3,jammed B2=b7 M1=c4 M2=c8"
    assert turn_start(both, "blue", where) == "M1=c5,attends=R2 M2=c6"


def test_mf3_a_jam_without_a_marshal_waits(both):
    # Three jams, two Marshals: R3 gets nobody.
    where = "R1=c2,jammed R2=c3,jammed R3=c4,jammed R4=b1 B2=b7 M1=c1 M2=c3"
    assert turn_start(both, "red", where) == "M1=c2,attends=R1 M2=c3,attends=R2"


@pytest.mark.parametrize("jams", ["R1=c4,jammed R2=b1 B1=b7", "R2=b1 B1=c4,jammed B2=b7", "R2=c4,jammed R3=b1 B2=b7"])
def test_mf3_nobody_else_is_sent_while_the_first_is_on_his_way(both, jams):
    # M1 is 3 away and doesn't arrive; M2 is 4 away and stays.
    assert turn_start(both, "red", f"{jams} M1=c1 M2=c8") == "M1=c3 M2=c8"


def test_mf3_nor_where_another_has_been_sent_to_another_jam_since(both):
    # M1 (3 away) goes to R1, M3 (4 away, before M2) to R2, and neither arrives: both jams are served, and M2 stays.
    where = "R1=c4,jammed R2=a2,jammed R3=b1 B1=d7 M1=c1 M2=c8 M3=c8"
    assert turn_start(both, "red", where, "step:M3=1/2", THREE) == "M1=c3 M2=c8 M3=b6"


def test_mf3_two_jams_in_one_hex_want_two_marshals(both):
    where = "R1=c2,jammed R2=c2,jammed R4=b1 B2=b7 M1=c1 M2=c7"
    assert turn_start(both, "red", where) == "M1=c2,attends=R1 M2=c5"


@pytest.mark.parametrize(("second", "dice"), [("red", "M1=1/3 aside:M2=1/3"), ("blue", "M2=1/3 aside:M1=1/3")])
def test_tu6_guns_are_clear_in_the_order_of_their_marshals(both, second, dice):
    """TU6 (2), W2: the Marshal of the side that had the second phase first; both step aside from full bases (EN5)."""
    where = "R1=c1,jammed R2=c1 R3=c8 B1=c8,jammed B2=c8 B3=c1 M1=c1,attends=R1 M2=c8,attends=B1"
    turn_start(both, second, where, f"aside:{dice}")


def test_mf3_guns_are_clear_before_marshals_walk(both):
    # At the start of the turn R1's gun is clear first (TU6 2); then he is free and sent to R2 (3).
    where = "R1=c2,jammed R2=c3,jammed R4=b1 B2=b7 M1=c2,attends=R1 M2=c7"
    assert turn_start(both, "red", where) == "M1=c3,attends=R2 M2=c7"


THREE = Scenario.parse('name = "own"\nmap = "hexon26"\nobjective = "capture"\nmarshals_at = ["b4"]\n')
FOUR = Scenario.parse('name = "own"\nmap = "hexon26"\nobjective = "capture"\nmarshals_at = ["b4", "d4"]\n')


def test_mf3_the_third_marshal_before_the_other_teams(both):
    where = "R1=c4,jammed R2=b1 B1=b7 M1=c8 M2=c2 M3=c6"
    assert turn_start(both, "red", where, "", THREE) == "M1=c8 M2=c2 M3=c4,attends=R1"
    own = "R1=c4,jammed R2=b1 B1=b7 M1=c2 M2=c8 M3=c6"
    assert turn_start(both, "red", own, "", THREE) == "M1=c4,attends=R1 M2=c8 M3=c6"


def test_mf3_of_two_without_a_team_by_lot(both):
    where = "R1=c4,jammed R2=b1 B1=b7 M1=c8 M2=c2 M3=c6 M4=c2"
    assert turn_start(both, "red", where, "marshal:R1=2/2", FOUR) == "M1=c8 M2=c2 M3=c6 M4=c4,attends=R1"
    assert turn_start(both, "blue", where, "marshal:R1=1/2", FOUR) == "M1=c8 M2=c2 M3=c4,attends=R1 M4=c2"


def test_mf3_an_attending_marshal_is_called_nowhere_else(both):
    # R2 is hit next to him; the free one is far: he walks 2, and R2 wipes.
    there = f"{REACT} R1=c2,jammed R2=c3 B1=c5 M1=c2,attends=R1 M2=c7"
    here = both(there).act("B1 shoot R2").act("done", "hit:B1=3 save:R2=2")
    assert here.changes == "used=0,1 B1=c5,p1,used,fired M2=c5"


def test_mf3_an_attending_marshal_checks_the_figure_he_attends(both):
    # Out: he is free at once; so he comes for the next, in the same volley.
    there = f"{REACT} R1=c3,jammed R2=c3 R3=b1 B1=c5 B2=b7 M1=c3,attends=R1 M2=c8"
    here = both(there).act("B1 shoot R1")
    here.act("B1 shoot R2", "hit:B1=3 hit:B1=3 save:R1=2 check:R1=4 save:R2=2 check:R2=3")
    assert here.changes == "used=0,1 B1=c5,p0,used,fired M1=c3 -R1"
    passed = both(there).act("B1 shoot R1").act("done", "hit:B1=3 save:R1=2 check:R1=3")
    assert passed.changes == "used=0,1 B1=c5,p1,used,fired"


def test_mf3_a_marshal_still_walking_is_called_elsewhere_and_starts_again(both):
    # M1 is on his way to R1 in c2 and stands in c5; B2 in c6 is hit beside him.
    there = f"{START} R1=c2,jammed R2=c4 B1=b7 B2=c6 B3=d6,jammed M1=c5 M2=d6,attends=B3"
    here = both(there)
    here.act("R2 shoot B2").act("done", "hit:R2=3 way:R2=2 save:B2=2 check:B2=1")
    assert " M1=c6 " in here.position
    # Next turn: from c6 it is 4 again; M2, free now, is farther from c2 (d6: 5).
    here.act("done").act("done", COMMAND)
    assert " M1=c4 " in here.position and "M2=d6" in here.position and " B3=d6 " in here.position
