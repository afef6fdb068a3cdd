"""EN: bases, bunkers, trenches."""

import pytest

from paintball_env.scenario import Scenario

START = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act"
USED = "turn=2 phase=1 acting=red second=blue score=6,6 used=1,0 to=red:act"
BLUE = "turn=2 phase=1 acting=blue second=red score=6,6 to=blue:act"
ADVANCED = "capture-the-flag"
# a3-a4 are one trench, a6 is another; a7 and a8 are two bunkers; a1 and a10 the bases.
MAP = 'name = "own"\nobjective = "elimination"\nmap = "R . t t . t u u . B"\n'
ROW = Scenario.parse(MAP)
WALL = Scenario.parse(MAP + "[rules]\nenter_defended = false\n")
WATCH = Scenario.parse(MAP + "[rules]\nsentry_in_base = true\n")


def rolls(table, shooter, target, need, scenario="capture-the-flag-basic", rest="", verb="shoot"):
    """R1's one shot at B1 hits with `need` and no less; a save of 1 ends it."""
    there = f"{START} R1={shooter} R2=c1 B1={target} B2=b7 M1=d1 M2=d7 {rest}"
    if isinstance(scenario, Scenario):
        there = f"{START} R1={shooter} R2=a1 B1={target} B2=a10 M1=a1 M2=a1 {rest}"
    table(there, scenario).act(f"R1 {verb} B1").act("done", f"hit:R1={need} save:B1=1")
    if need > 2:
        table(there, scenario).act(f"R1 {verb} B1").act("done", f"hit:R1={need - 1}")


@pytest.mark.parametrize("shooter", ["c7", "c6", "c5", "c4", "c3"])
def test_en1_only_a_6_hits_within_the_reach(both, shooter):
    rolls(both, shooter, "c8", 6)
    rolls(both, shooter, "c8", 6, verb="suppress")


def test_en1_the_reach_is_that_of_the_shot(both):
    there = f"{START} R1=c2 R2=c1 B1=c8 B2=b7 M1=d1 M2=d7"
    assert not both(there).may("R1 shoot B1")  # range 6
    aimed = f"{USED} R1=c2,p1,used,aim R2=c1 B1=c8 B2=b7 M1=d1 M2=d7"
    both(aimed).act("R1 shoot B1", "hit:R1=6 save:B1=1")
    both(aimed).act("R1 shoot B1", "hit:R1=5")
    assert not both(aimed.replace("R1=c2", "R1=c1")).may("R1 shoot B1")


def test_en1_aimed_too(both):
    for shooter in ("c7", "c5", "c3"):
        aimed = f"{USED} R1={shooter},p1,used,aim R2=c1 B1=c8 B2=b7 M1=d1 M2=d7"
        both(aimed).act("R1 shoot B1", "hit:R1=5")
        both(aimed).act("R1 shoot B1", "hit:R1=6 save:B1=1")


def test_en1_attackers_inside_too(table):
    # R1 and B1 are both in Blue's base; from outside both teams need a 6.
    for base in ("c8", "c1"):
        outside = {"c8": "c6", "c1": "c3"}[base]
        blue = f"{BLUE} B1={base} B2={outside} R1={base} R2=b1 M1=b3 M2=d7"
        table(blue).act("B2 shoot R1").act("done", "hit:B2=5")
        table(blue).act("B2 shoot R1").act("done", "hit:B2=6 save:R1=1")
        red = f"{START} R1={base} R2={outside} B1={base} B2=b7 M1=b1 M2=b3"
        table(red).act("R2 shoot B1").act("done", "hit:R2=5")


def test_en1_the_own_base_and_bunkers_and_trenches(both):
    rolls(both, "c4", "c1", 6)
    for shooter, target in (("a5", "a3"), ("a9", "a8"), ("a5", "a7"), ("a5", "a6"), ("a2", "a3"), ("a9", "a10")):
        rolls(both, shooter, target, 6, ROW)


def test_en1_one_shoots_out_of_it_as_usual(both):
    rolls(both, "c1", "c3", 3)
    rolls(both, "a4", "a5", 2, ROW)


def test_en1_in_a_reaction(table):
    there = f"{BLUE} B1=c7 B2=b7 R1=c5,sentry R2=b1 M1=d1 M2=d5"
    table(there).act("B1 move E").act("R1 shoot B1", "hit:R1=5")
    table(there).act("B1 move E").act("R1 shoot B1", "hit:R1=6 save:B1=6")


def test_en2_they_do_not_block_lines(both):
    rolls(both, "a5", "a9", 5, ROW)  # over the trench a6 and both bunkers
    rolls(both, "a2", "a5", 4, ROW)


def test_en2_no_help_against_paint(both):
    there = f"{START} R1=c7,paint R2=b1 B1=c8 M1=d1 M2=c8"
    here = both(there, ADVANCED).act("R1 throw paint").act("hex c8", "scatter:R1=2 mark:B1=2 check:B1=4")
    assert here.position.endswith("over=red:eliminated R1=c7,p0,used R2=b1 M1=d1 M2=c8")


@pytest.mark.parametrize(
    ("place", "may"),
    [("a1", 0), ("a2", 1), ("a3", 0), ("a4", 0), ("a5", 1), ("a6", 0), ("a7", 0), ("a9", 1), ("a10", 0)],
)
def test_en3_no_sentry_in_works(both, place, may):
    there = f"{START} R1={place} R2=a2 B1=a9 M1=a2 M2=a9" if place != "a9" else f"{START} R1=a9 B1=a10 M1=a2 M2=a9"
    assert both(there, ROW).may("R1 sentry") == bool(may)
    # The switch opens the bases, not the bunkers and trenches.
    assert both(there, WATCH).may("R1 sentry") == (bool(may) or place in ("a1", "a10"))


def test_en3_the_switch_opens_the_bases_of_the_standard_board(both):
    there = f"{START} R1=c1 R2=b1 B1=b7 M1=d1 M2=d7"
    assert not both(there).may("R1 sentry")
    here = both(there, "capture-the-flag-basic?sentry_in_base=true")
    assert here.act("R1 sentry").changes == "used=1,0 R1=c1,p0,used,sentry"


LIMITS = [
    # own figures in it, enemies in it, may one more enter
    (0, 0, True),
    (1, 0, True),
    (2, 0, False),
    (0, 1, True),
    (0, 2, True),
    (1, 1, True),
    (2, 1, False),
    (1, 2, False),
]


@pytest.mark.parametrize(("own", "enemies", "may"), LIMITS)
@pytest.mark.parametrize(("state", "free"), [("", False), (",empty", False), (",jammed", False)])
def test_en4_two_of_a_team_and_three_in_all(table, own, enemies, may, state, free):
    reds = "".join(f" R{number}=c8" for number in range(2, 2 + own))
    blues = "".join(f" B{number}=c8{state}" for number in range(2, 2 + enemies))
    # From outside into Blue's base, and the same the other way round into it by its owner.
    red = table(f"{START} R1=c7 R6=b1{reds} B1=b7{blues} M1=d1 M2=d7")
    assert red.may("R1 move E") == may
    blues = "".join(f" B{number}=c8" for number in range(2, 2 + own))
    reds = "".join(f" R{number}=c8{state}" for number in range(2, 2 + enemies))
    blue = table(f"{BLUE} B1=c7 B6=b7{blues} R1=b1{reds} M1=d1 M2=d7")
    assert blue.may("B1 move E") == may


@pytest.mark.parametrize("place", ["a6", "a7"])
@pytest.mark.parametrize(("own", "enemies", "may"), LIMITS)
def test_en4_in_bunkers_and_trenches_and_in_passing(both, place, own, enemies, may):
    before = {"a6": "a5", "a7": "a6"}[place]
    reds = "".join(f" R{number}={place}" for number in range(2, 2 + own))
    blues = "".join(f" B{number}={place}" for number in range(2, 2 + enemies))
    # R1 has both moves left and wants to go through.
    assert both(f"{START} R1={before}{reds} B1=a9{blues} M1=a1 M2=a9", ROW).may("R1 move E") == may


@pytest.mark.parametrize("team", ["own", "enemy"])
def test_en4_each_trench_hex_counts_for_itself(both, team):
    there = f"{START} R1=a2 R2=a4 R3=a4 B1=a9 M1=a1 M2=a9"
    assert both(there, ROW).may("R1 move E")


def test_en4_no_limit_elsewhere(both):
    there = f"{START} R1=c4 R2=c5 R3=c5 R4=c5 R5=c5 R6=c5 B1=b7 M1=c5 M2=c5"
    assert both(there).act("R1 move E").changes == "used=1,0 R1=c5,p1,moved1,used"


def test_en4_entering_past_active_defenders_can_be_switched_off(both):
    reds = f"{START} R1=a9 R2=a1 B1=a10 M1=a1 M2=a1"
    assert both(reds, ROW).may("R1 move E")
    assert not both(reds, WALL).may("R1 move E")
    assert not both(reds, WALL).may("charge")
    # Only by charge: all defenders impotent.
    impotent = reds.replace("B1=a10", "B1=a10,empty")
    assert both(impotent, ROW).may("R1 move E") and both(impotent, ROW).may("charge")
    assert not both(impotent, WALL).may("R1 move E")
    assert both(impotent, WALL).may("charge")
    # An empty place, or one with friends alone, is open.
    assert both(f"{START} R1=a9 R2=a10 B1=a7 M1=a1 M2=a1", WALL).may("R1 move E")


# EN5.  c8's neighbours are b7, c7, d7.


def test_en5_marshals_step_aside_when_the_third_figure_enters(both):
    # Marshals in order, hexes in order; for Red b7, c7, d7.
    there = f"{START} R1=c7 R2=b1 B1=c8 B2=c8 M1=c8 M2=c8"
    here = both(there).act("R1 move E", "aside:M1=1/3 aside:M2=3/3")
    assert here.changes == "used=1,0 R1=c8,p1,moved1,used M1=b7 M2=d7"


def test_en5_mirrored_for_blue(table):
    # c1's neighbours counted from Blue's side: d1, c2, b1; Blue's Marshal first.
    there = f"{BLUE} B1=c2 B2=b7 R1=c1 R2=c1 M1=c1 M2=c1"
    here = table(there).act("B1 move W", "aside:M2=1/3 aside:M1=3/3")
    assert here.changes == "used=0,1 B1=c1,p1,moved1,used M1=b1 M2=d1"


@pytest.mark.parametrize("rest", ["B1=c8 B2=b7", "R2=c8 B1=b7"])
def test_en5_two_figures_leave_him_alone(both, rest):
    there = f"{START} R1=c7 R3=b1 {rest} M1=c8 M2=c8"
    assert both(there).act("R1 move E").changes == "used=1,0 R1=c8,p1,moved1,used"


def test_en5_an_attending_marshal_stays(both):
    there = f"{START} R1=c7 R2=b1 B1=c8,jammed B2=c8 M1=c8 M2=c8,attends=B1"
    here = both(there).act("R1 move E", "aside:M1=2/3")
    assert here.changes == "used=1,0 R1=c8,p1,moved1,used M1=c7"


def test_en5_not_into_another_full_one(both):
    # a7 and a8 are bunkers; a8 is full, so from a7 only the trench a6 is left: nothing is drawn.
    there = f"{START} R1=a6 R2=a7 R3=a8 B1=a7 B2=a8 B3=a8 M1=a7 M2=a9"
    here = both(there, ROW).act("R1 move E")
    assert here.changes == "used=1,0 R1=a7,p1,moved1,used M1=a6"
    # Two figures in a8: both are open.
    there = f"{START} R1=a6 R2=a7 B1=a7 B2=a8 B3=a8 M1=a7 M2=a9"
    here = both(there, ROW).act("R1 move E", "aside:M1=2/2")
    assert here.changes == "used=1,0 R1=a7,p1,moved1,used M1=a8"


def test_en5_nowhere_to_go_he_stays(both):
    # a2 between two full works: a three-hex pocket of base, bunker, bunker.
    pocket = Scenario.parse('name = "own"\nobjective = "elimination"\nmap = "u u . R . . B"\n')
    there = f"{START} R1=a3 R2=a1 B1=a1 B2=a1 R3=a2 B3=a2 M1=a1 M2=a7"
    # R1 makes a2 full; M1 in a1 was in a full one already and isn't asked: only Marshals in a2 are.
    here = both(there, pocket).act("R1 move W")
    assert here.changes == "used=1,0 R1=a2,p1,moved1,used"


def test_en5_at_once_before_the_flag_is_taken_up(both):
    """EN5, FL1: what is told comes in the order in which it happens."""
    there = f"{START} R1=c7 R2=b1 B1=c8 B2=c8 M1=c8 M2=d1 flag.red=d1 flag.blue=c8"
    here = both(there).act("R1 move E", "aside:M1=2/3")
    told = [event.kind for event in here.game.events if event.kind in ("moved", "marshal stepped aside", "flag taken")]
    assert told == ["moved", "marshal stepped aside", "flag taken"]


def test_en5_at_once_before_the_sentries_are_asked(both):
    there = f"{START} R1=c7 R2=b1 B1=c8 B2=c8 B3=c5,sentry M1=c8 M2=d1"
    here = both(there).act("R1 move E", "aside:M1=2/3")
    assert here.changes == "used=1,0 to=blue:react actor=R1 asked=B3 R1=c8,p1,moved1,used M1=c7"
    # M1 is in the way now.
    here.act("B3 shoot R1", "hit:B3=6 way:B3=4")


def test_en5_marshals_of_no_team_keep_their_order_for_both_sides(both):
    there = f"{START} R1=c7 R2=b1 B1=c8 B2=c8 M1=a1 M2=a1 M3=c8 M4=c8"
    four = Scenario.parse('name = "own"\nmap = "hexon26"\nobjective = "capture"\nmarshals_at = ["b4", "d4"]\n')
    here = both(there, four).act("R1 move E", "aside:M3=1/3 aside:M4=3/3")
    assert here.changes == "used=1,0 R1=c8,p1,moved1,used M3=b7 M4=d7"


@pytest.mark.parametrize(("face", "aside"), [(3, " aside:M2=1/3"), (4, "")])
def test_en5_who_came_for_a_check_leaves_after_it(both, face, aside):
    # Three figures in c8; if B1 goes there are two, and he stays.
    there = f"{START} R1=c8 R2=b1 B1=c8 B2=c8 M1=b1 M2=c7"
    here = both(there).act("R1 shoot B1").act("done", f"hit:R1=2 save:B1=2 check:B1={face}{aside}")
    assert here.changes == ("used=1,0 R1=c8,p1,used,fired M2=b7" if aside else "used=1,0 R1=c8,p1,used,fired M2=c8 -B1")


def test_en5_who_walks_for_a_wipe(both):
    # M2 walks c6, c7 to R1's hit in c8 and comes no farther; M1 stands nearer in no way.  Then 2 steps: c7.
    there = f"{START} R1=c8 R2=b1 B1=c8 B2=c8 M1=b1 M2=c5"
    here = both(there).act("R1 shoot B1").act("done", "hit:R1=2 save:B1=2")
    assert here.changes == "used=1,0 R1=c8,p1,used,fired M2=c7"


def test_en5_who_ends_a_walk_in_a_full_one(table):
    # R1 in a3 is hit; M2, 4 steps away in a7, walks to a5 (plain); from a8 he ends in the full trench a6.
    there = f"{BLUE} B1=a4 B2=a6 B3=a6 R1=a3 R2=a6 M1=a10 M2=a8"
    here = table(there, ROW).act("B1 shoot R1").act("done", "hit:B1=2 save:R1=2 aside:M2=2/2")
    # For Blue hexes count from the other end: a7, a5.
    assert here.changes == "used=0,1 B1=a4,p1,used,fired M2=a5"


def test_en5_who_has_attended(both):
    # At the start of the turn R1's gun is clear, M1 is free and steps aside; second=blue: d7, c7, b7.
    there = "turn=2 phase=2 acting=blue second=blue score=6,6 to=blue:act R1=c8,jammed R2=c8 B1=c8 B2=b7"
    here = both(f"{there} M1=c8,attends=R1 M2=d1").act("done", "aside:M1=3/3 command:red=6 command:blue=5")
    assert here.position.endswith("to=red:act R1=c8 R2=c8 B1=c8 B2=b7 M1=b7 M2=d1")


def test_en5_who_arrives_at_a_jam_stays(both):
    there = "turn=2 phase=2 acting=blue second=blue score=6,6 to=blue:act R1=c8,jammed R2=c8 B1=c8 B2=b7"
    here = both(f"{there} M1=c7 M2=d1").act("done", "command:red=6 command:blue=5")
    assert here.position.endswith("M1=c8,attends=R1 M2=d1")


# EN6.


def test_en6_in_one_base_or_bunker_hex(both):
    rolls(both, "c8", "c8", 2)
    rolls(both, "c1", "c1", 2)
    rolls(both, "a7", "a7", 2, ROW)
    rolls(both, "c8", "c8", 2, verb="suppress")


def test_en6_in_one_trench(both):
    rolls(both, "a3", "a3", 2, ROW)
    rolls(both, "a3", "a4", 2, ROW)  # connected: range 1 needs 2
    aimed = f"{USED} R1=a3,p1,used,aim R2=a1 B1=a4 B2=a9 M1=a1 M2=a9"
    both(aimed, ROW).act("R1 shoot B1", "hit:R1=2 save:B1=1")


def test_en6_in_one_long_trench_the_range_counts(both):
    trench = Scenario.parse('name = "own"\nobjective = "elimination"\nmap = "R . t t t t . B"\n')
    there = f"{START} R1=a3 R2=a1 B1=a6 M1=a1 M2=a1"
    both(there, trench).act("R1 shoot B1").act("done", "hit:R1=4 save:B1=1")
    both(there, trench).act("R1 shoot B1").act("done", "hit:R1=3")


@pytest.mark.parametrize(("shooter", "target"), [("a4", "a6"), ("a6", "a3"), ("a7", "a8"), ("a6", "a7"), ("a8", "a10")])
def test_en6_not_from_one_to_another(both, shooter, target):
    # Two trenches, two bunkers side by side, trench and bunker, bunker and base.
    rolls(both, shooter, target, 6, ROW)


def test_en6_who_is_inside_needs_a_6_at_nobody_there_and_those_outside_at_all(table):
    there = f"{BLUE} B1=c8 B2=c7 R1=c8 R2=b1 M1=b1 M2=d5"
    table(there).act("B1 shoot R1").act("done", "hit:B1=2 save:R1=1")
    table(there).act("B2 shoot R1").act("done", "hit:B2=5")
