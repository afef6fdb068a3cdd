"""AP: action points, and what a figure may do in each state; MV: movement."""

import pytest

from paintball_env.scenario import Scenario

START = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act"
USED = "turn=2 phase=1 acting=red second=blue score=6,6 used=1,0 to=red:act"
SECOND = "turn=2 phase=2 acting=red second=red score=6,6 to=red:act"
ADVANCED = "capture-the-flag"


def verbs(table, figure):
    """The kinds of action the figure has: `stand` is standing down, `take` taking up the flag."""
    return " ".join(sorted({action.split()[1] for action in table.legal if action.startswith(f"{figure} ")}))


# AP.


def test_ap1_two_points_and_an_experts_three(both):
    there = "turn=2 phase=2 acting=blue second=blue score=6,6 to=blue:act R1=c2,p0 R2=c3,expert,p0 B1=b7 M1=d1 M2=d7"
    here = both(there, ADVANCED).act("done", "command:red=6 command:blue=5")
    assert " R1=c2 R2=c3,expert B1=b7 " in here.position  # the full allotment
    for points in (1, 2):
        assert here.may("R1 move E")
        here.act("R1 aim" if points == 1 else "R1 rotate NE")
    shots = both(f"{START} R1=c2,expert R2=b1 B1=c4 M1=d1 M2=d7", ADVANCED)
    shots.act("R1 shoot B1").act("R1 shoot B1").act("R1 shoot B1", "hit:R1=2 hit:R1=2 hit:R1=2")
    assert shots.changes == "used=1,0 R1=c2,expert,p0,used,fired"
    shots = both(f"{START} R1=c2 R2=b1 B1=c4 M1=d1 M2=d7", ADVANCED)
    shots.act("R1 shoot B1").act("R1 shoot B1", "hit:R1=2 hit:R1=2")
    assert shots.changes == "used=1,0 R1=c2,p0,used,fired"


def test_ap1_points_do_not_carry_over(both):
    head = "turn=2 phase=2 acting=red second=red score=6,6 used=1,0 to=red:act"
    here = both(f"{head} R1=c2,p1,used,aim R2=b1 B1=b7 M1=d1 M2=d7").act("done", "command:red=6 command:blue=5")
    assert " R1=c2 R2=b1 " in here.position  # two, not three
    here.act("R1 aim").act("R1 move E")
    assert verbs(here, "R1") == ""


def test_ap1_points_left_are_gone_at_the_end_of_the_phase(both):
    here = both(f"{USED} R1=c2,p1,moved1,used R2=b1 B1=b7 B2=b6 M1=d1 M2=d7").act("done")
    assert here.position == (
        "turn=2 phase=2 acting=blue second=blue score=6,6 to=blue:act R1=c2 R2=b1 B1=b7 B2=b6 M1=d1 M2=d7"
    )


@pytest.mark.parametrize(
    ("action", "after"),
    [
        ("R1 move E", "R1=c3,smoke,paint,p1,moved1,used"),
        ("R1 aim", "R1=c2,smoke,paint,p1,used,aim"),
        ("R1 sentry", "R1=c2,smoke,paint,p0,used,sentry"),
        ("R1 rotate NE", "R1=c2/NE,smoke,paint,used,turned"),
    ],
)
def test_ap2_what_it_costs(both, action, after):
    there = f"{START} R1=c2,smoke,paint R2=b1 B1=c5 M1=d1 M2=d7"
    here = both(there, ADVANCED).act(action)
    assert here.changes == f"used=1,0 {after}"


def test_ap2_shots_cost_1_each_suppressive_too(both):
    for verb in ("shoot", "suppress"):
        there = f"{START} R1=c2 R2=b1 B1=c5 M1=d1 M2=d7"
        here = both(there).act(f"R1 {verb} B1").act("done", "hit:R1=3")
        assert here.changes == "used=1,0 R1=c2,p1,used,fired"


@pytest.mark.parametrize("kind", ["smoke", "paint"])
def test_ap2_a_throw_costs_2(both, kind):
    there = f"{START} R1=c2,expert,{kind} R2=b1 B1=c7 M1=d1 M2=d7"
    here = both(there, ADVANCED).act(f"R1 throw {kind}").act("hex c4", "scatter:R1=2")
    assert here.changes == "used=1,0 R1=c2,expert,p1,used" + (" smoke=c4" if kind == "smoke" else "")
    one = f"{USED} R1=c2,{kind},p1,used,aim R2=b1 B1=c7 M1=d1 M2=d7"
    assert not both(one, ADVANCED).may(f"R1 throw {kind}")
    two = f"{USED} R1=c2,expert,{kind},p2,used,aim R2=b1 B1=c7 M1=d1 M2=d7"
    assert both(two, ADVANCED).may(f"R1 throw {kind}")


def test_ap2_reloading_costs_2(both):
    here = both(f"{START} R1=c2,expert,empty R2=b1 B1=c7 M1=d1 M2=d7", ADVANCED).act("R1 reload")
    assert here.changes == "used=1,0 R1=c2,expert,p1,used"
    assert not both(f"{USED} R1=c2,p1,used,fired,empty R2=b1 B1=c7 M1=d1 M2=d7").may("R1 reload")


def test_ap2_each_pays_for_itself(both):
    here = both(f"{START} R1=c2 R2=b1 B1=c5 M1=d1 M2=d7").act("R1 move E").act("R2 aim")
    assert here.changes == "used=2,0 R1=c3,p1,moved1,used R2=b1,p1,used,aim"


def test_ap3_nobody_moves_more_than_two_hexes(both):
    there = f"{START} R1=c2,expert R2=b1 B1=c8 M1=d1 M2=d7"
    here = both(there, ADVANCED).act("R1 move E").act("R1 move E")
    assert here.changes == "used=1,0 R1=c4,expert,p1,moved2,used"
    assert verbs(here, "R1") == "aim rotate shoot suppress"
    one = f"{USED} R1=c2,expert,p2,moved1,used R2=b1 B1=c8 M1=d1 M2=d7"
    assert both(one, ADVANCED).may("R1 move E")


def test_ap3_is_counted_over_the_turn_not_in_a_row(both):
    there = f"{START} R1=c2,expert R2=b1 B1=c8 M1=d1 M2=d7"
    here = both(there, ADVANCED).act("R1 move E").act("R1 aim").act("R1 move E")
    assert here.changes == "used=1,0 R1=c4,expert,p0,moved2,used"
    # And new in the next turn.
    last = "turn=2 phase=2 acting=red second=red score=6,6 used=1,0 to=red:act"
    here = both(f"{last} R1=c2,expert,p1,moved2,used R2=b1 B1=c8 M1=d1 M2=d7", ADVANCED)
    here.act("done", "command:red=6 command:blue=5")
    assert here.may("R1 move E")


# What a figure may do.  R1 in c3, an active enemy two hexes away; R2 can always act.


@pytest.mark.parametrize(
    ("state", "basic"),
    [
        ("", "aim move sentry shoot suppress"),
        ("p1,moved1,used", "aim move shoot suppress"),
        ("p0,used", ""),
        ("p0,moved2,used", ""),
        ("p1,used,aim", "move shoot suppress"),
        ("p1,used,fired", "move"),
        ("p0,used,fired", ""),
        ("sentry", "stand"),
        ("empty", "move reload"),
        ("p1,used,fired,empty", "move"),
        ("p1,moved1,used,empty", "move"),
        ("jammed", ""),
        ("p1,used,fired,jammed", ""),
        ("suppressed", "move"),
        ("p1,moved1,used,suppressed", "move"),
        ("empty,suppressed", "move reload"),
    ],
)
def test_ap2_what_a_figure_may_do(both, state, basic):
    used = "used=1,0 " if "used" in state else ""
    head = SECOND.replace("to=", f"{used}to=")
    here = both(f"{head} R1=c3{',' if state else ''}{state} R2=b1 B1=c5 M1=d1 M2=d7")
    assert verbs(here, "R1") == basic
    assert here.may("done")


@pytest.mark.parametrize(
    ("state", "advanced"),
    [
        ("smoke,paint", "aim move rotate sentry shoot suppress throw"),
        ("expert,smoke,p3", "aim move rotate sentry shoot suppress throw"),
        ("expert,smoke,p2,moved1,used", "aim move rotate sentry shoot suppress throw"),
        ("expert,smoke,p2,moved1,used,turned", "aim move sentry shoot suppress throw"),
        ("expert,smoke,p2,used,aim", "move rotate sentry shoot suppress throw"),
        ("expert,smoke,p2,used,fired", "move rotate sentry throw"),
        ("expert,smoke,p1,used", "aim move rotate shoot suppress"),
        ("expert,smoke,p1,moved2,used", "aim rotate shoot suppress"),
        ("expert,smoke,p1,moved1,used,fired", "move rotate"),
        ("expert,smoke,p0,moved2,used,fired", "rotate"),
        ("expert,p0,used", "rotate"),
        ("expert,p0,used,turned", ""),
        ("smoke,sentry", "stand"),
        ("expert,smoke,sentry", "stand"),
        ("expert,smoke,p1,used,sentry", ""),  # standing down needs all its points (SE4)
        ("smoke,empty", "move reload rotate throw"),
        ("smoke,suppressed", "move rotate throw"),
        ("expert,empty,p2,moved1,used", "move reload rotate"),
        ("smoke,jammed", ""),
        ("smoke,dazed", ""),
        ("expert,p2,used,fired,dazed", ""),
    ],
)
def test_ap2_what_a_figure_may_do_in_the_advanced_game(both, state, advanced):
    used = "used=1,0 " if "used" in state else ""
    head = SECOND.replace("to=", f"{used}to=")
    here = both(f"{head} R1=c3,{state} R2=b1 B1=c5 M1=d1 M2=d7", ADVANCED)
    assert verbs(here, "R1") == advanced


def test_ap2_one_at_a_time_who_is_finished_does_nothing(both):
    # A third figure, which was used after it, is out.
    there = f"{USED.replace('used=1,0', 'used=2,0')} R1=c3,p1,moved1,finished R2=b1 B1=c5 M1=d1 M2=d7"
    for scenario in ("capture-the-flag-basic?activation=one_at_a_time", "capture-the-flag?activation=one_at_a_time"):
        assert verbs(both(there, scenario), "R1") == ""


def test_ap2_a_carrier_does_all_but_watch(both):
    there = f"{START} R1=c3 R2=b1 B1=c5 M1=d1 M2=d7 flag.red=d1 flag.blue=R1"
    assert verbs(both(there), "R1") == "aim move shoot suppress"


# MV.


def test_mv1_one_hex_in_six_directions(both):
    places = {"E": "c5", "NE": "b4", "NW": "b3", "W": "c3", "SW": "d3", "SE": "d4"}
    for direction, place in places.items():
        here = both(f"{START} R1=c4 R2=b1 B1=b7 M1=d1 M2=d7").act(f"R1 move {direction}")
        assert here.changes == f"used=1,0 R1={place},p1,moved1,used"


def test_mv1_on_the_board(both):
    here = both(f"{START} R1=c1 R2=b1 B1=b7 M1=d1 M2=d7")
    assert [action for action in here.legal if action.startswith("R1 move")] == [
        "R1 move E",
        "R1 move NE",
        "R1 move SE",
    ]


def test_mv1_directions_of_blue_are_the_boards(both):
    there = "turn=2 phase=1 acting=blue second=red score=6,6 to=blue:act R1=b1 B1=c4 M1=d1 M2=d7"
    assert both(there).act("B1 move W").changes == "used=0,1 B1=c3,p1,moved1,used"


TERRAIN = Scenario.parse('name = "own"\nobjective = "elimination"\nmap = "R ^ u t . . B"\n[cover]\nsoft_at = ["a5"]\n')


@pytest.mark.parametrize("number", range(1, 7))
def test_mv1_terrain_never_slows(both, number):
    there = f"{START} R1=a{number} R2=a1 B1=a7 M1=a1 M2=a7 soft=a5 hard=a6/W smoke=a5,a6"
    here = both(there, TERRAIN).act("R1 move E")
    assert here.changes == f"used=1,0 R1=a{number + 1},p1,moved1,used"


def test_mv1_own_figures_and_marshals_do_not_block(both):
    there = f"{START} R1=c3 R2=c4 R3=c4,empty R4=c4,sentry B1=b7 M1=c4 M2=c4"
    here = both(there).act("R1 move E").act("R1 move E")
    assert here.changes == "used=1,0 R1=c5,p0,moved2,used"


@pytest.mark.parametrize("state", ["", ",jammed", ",empty", ",suppressed", ",sentry", ",empty,suppressed"])
def test_mv2_a_hex_with_an_enemy_cannot_be_entered(both, state):
    there = f"{SECOND} R1=c3 R2=b1 B1=c4{state} M1=d1 M2=d7"
    assert not both(there).may("R1 move E")
    assert both(there).may("R1 move NE")


def test_mv2_leaving_a_hex_that_holds_enemies_is_free(both):
    there = f"{START} R1=c8 R2=b1 B1=c8 B2=c8 M1=d1 M2=b1"
    assert both(there).act("R1 move W").changes == "used=1,0 R1=c7,p1,moved1,used"


def test_mv2_nor_in_passing(both):
    there = f"{START} R1=c3 R2=b1 B1=c4,empty B2=b3 M1=d1 M2=d7"
    here = both(there)
    # c4, and b3 to the north-east, are held; south-east is free and leads round.
    assert not here.may("R1 move E") and not here.may("R1 move NE")
    here.act("R1 move SE").act("R1 move E")
    assert here.changes == "used=1,0 R1=d4,p0,moved2,used"
