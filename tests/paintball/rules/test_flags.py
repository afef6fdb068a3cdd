"""FL: flags and victory."""

import re

import pytest

from paintball_env.page_words import aim
from paintball_env.rules.flags import has_won
from paintball_env.rules.objectives import NAMES
from paintball_env.rules.state import NONE, STRIDE
from paintball_env.scenario import Scenario
from tests.paintball.fights import play_random

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
CAPTURE = "capture-the-flag-basic"
REVERSE = "reverse-flag-basic"
SINGLE = "single-flag-basic"


@pytest.mark.parametrize(
    ("scenario", "flag", "taken"),
    [
        (CAPTURE, "flag.blue", True),
        (CAPTURE, "flag.red", False),
        (REVERSE, "flag.red", True),
        (REVERSE, "flag.blue", False),
        (SINGLE, "flag", True),
    ],
)
def test_fl1_who_enters_takes_up_the_flag_it_may_carry(both, scenario, flag, taken):
    # Free: a hex costs its point.  Whose flag isn't its to carry is stood upon.
    t = both(f"{START} R1=c3 R2=b2 B1=c7 M1=d1 M2=d7 {flag}=c4", scenario).act("R1 move E")
    assert t.changes == "used=1,0 R1=c4,p1,moved1,used" + f" {flag}=R1" * taken


def test_fl1_it_is_compulsory_and_no_decision(both):
    t = both(f"{START} R1=c3 R2=b2 B1=c7 M1=d1 M2=d7 flag.red=b1 flag.blue=c4").act("R1 move E")
    assert t.game.decision == "act" and not t.may("R1 take flag")


def test_fl1_no_putting_down_and_no_handing_over(both):
    # R2 comes to the carrier's hex, and the carrier goes on: the flag is always his.
    t = both(f"{START} R1=c3 R2=b2 B1=c7 M1=d1 M2=d7 flag.red=b1 flag.blue=R1").act("R2 move SE")
    assert t.changes == "used=1,0 R2=c3,p1,moved1,used"
    assert not t.may("R2 take flag") and not t.may("R1 take flag")
    t.act("R1 move E")
    assert t.changes == "used=2,0 R1=c4,p1,moved1,used R2=c3,p1,moved1,used"


def test_fl1_one_already_there_may_take_it_up_as_a_use(both):
    # Free even without points, for neutral's sake not by a jammed one; impotent ones may.
    there = f"{START} R1=c4 R2=b2 B1=c7 M1=d1 M2=d7 flag.red=b1 flag.blue=c4"
    t = both(there).act("R1 take flag")
    assert t.changes == "used=1,0 R1=c4,used flag.blue=R1"
    spent = there.replace("to=", "used=1,0 to=").replace("R1=c4", "R1=c4,p0,used,fired")
    t = both(spent).act("R1 take flag")
    assert t.changes == "flag.blue=R1"
    turned = there.replace("to=", "used=1,0 to=").replace("R1=c4", "R1=c4/W,used,turned")
    t = both(turned, "capture-the-flag").act("R1 take flag")
    assert t.changes == "flag.blue=R1" and not any("rotate" in name for name in t.legal if name.startswith("R1"))  # BS3
    for state, may in (("jammed", False), ("dazed", False), ("empty", True), ("suppressed", True), ("sentry", True)):
        scenario = "capture-the-flag" if state == "dazed" else CAPTURE
        assert both(there.replace("R1=c4", f"R1=c4,{state}"), scenario).may("R1 take flag") is may, state


def test_fl1_only_where_it_stands_and_only_the_right_flag(both):
    t = both(f"{START} R1=c4 R2=b2 B1=c7 M1=d1 M2=d7 flag.red=c4 flag.blue=b2")
    assert not t.may("R1 take flag") and t.may("R2 take flag")
    t = both(f"{START} R1=c4 R2=b2 B1=c7 M1=d1 M2=d7 flag.red=c4 flag.blue=b2", REVERSE)
    assert t.may("R1 take flag") and not t.may("R2 take flag")


def test_fl1_the_use_counts_against_the_score(both):
    # Score 1 and R2 used: R1 may not.
    score = "turn=2 phase=1 acting=red second=blue score=1,1 used=1,0 to=red:act"
    t = both(f"{score} R1=c4 R2=b2,p1,moved1,used B1=c7 M1=d1 M2=d7 flag.red=b1 flag.blue=c4")
    assert not t.may("R1 take flag") and t.may("R2 move E")


def test_fl1_a_phase_does_not_end_while_a_flag_can_be_taken_up(both):
    # R1 has nothing else left; the phase waits for it.
    score = "turn=2 phase=1 acting=red second=blue score=1,1 used=1,0 to=red:act"
    t = both(f"{score} R1=c4,p1,moved1,used R2=b2 B1=c7 M1=d1 M2=d7 flag.red=b1 flag.blue=c4").act("R1 aim")
    assert t.changes == "R1=c4,p0,moved1,used,aim"
    assert t.legal == ["R1 take flag", "done"]


def test_fl2_a_carrier_put_out_leaves_it_there(both):
    t = both(f"{START} R1=c3 R2=b2 B1=c5 B2=b7 M1=d1 M2=c6 flag.red=B1 flag.blue=d7")
    t.act("R1 shoot B1").act("done", "hit:R1=3 save:B1=2 check:B1=4")
    assert t.changes == "used=1,0 R1=c3,p1,used,fired M2=c5 flag.red=c5 -B1"


def test_fl2_a_carrier_out_of_gas_leaves_it_too(both):
    t = both(f"{START} R1=c3 R2=b2 B1=c5 B2=b7 M1=d1 M2=c6 flag.red=b1 flag.blue=R1")
    t.act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=1")
    assert t.changes == "used=1,0 flag.blue=c3 -R1"


@pytest.mark.parametrize(("face", "state"), [(2, "empty"), (3, "jammed")])
def test_fl2_neutral_and_impotent_carriers_keep_it(both, face, state):
    t = both(f"{START} R1=c3 R2=b2 B1=c5 B2=b7 M1=d1 M2=c6 flag.red=b1 flag.blue=R1")
    t.act("R1 shoot B1").act("done", f"hit:R1=1 misfire:R1={face}")
    assert t.changes == f"used=1,0 R1=c3,p1,used,fired,{state}"
    t = both(f"{START} R1=c3 R2=b2 B1=c5 B2=b7 M1=d1 M2=c6 flag.red=B1 flag.blue=d7")
    t.act("R1 suppress B1").act("done", "hit:R1=3 save:B1=2")
    assert t.changes == "used=1,0 R1=c3,p1,used,fired B1=c5,suppressed"


def test_fl2_a_figure_of_the_same_team_takes_up_a_fallen_flag(both):
    # B1's flag fell in c5; later R2 steps there: the red flag isn't his to carry.  A Blue one may.
    t = both(f"{START} R1=c3 R2=b5 B1=d5 B2=b7 M1=d1 M2=c6 flag.red=c5 flag.blue=d7").act("R2 move SW")
    assert t.changes == "used=1,0 R2=c5,p1,moved1,used"


@pytest.mark.parametrize(
    ("scenario", "flags", "start", "action", "won"),
    [
        (CAPTURE, "flag.red=b1 flag.blue=R1", "c2", "R1 move W", True),
        (CAPTURE, "flag.red=b1 flag.blue=R1", "c7", "R1 move E", False),
        (CAPTURE, "flag.red=b1 flag.blue=d7", "c2", "R1 move W", False),
        (REVERSE, "flag.red=R1 flag.blue=B2", "c7", "R1 move E", True),
        (REVERSE, "flag.red=b1 flag.blue=c7", "c7", "R1 move E", False),
        (SINGLE, "flag=R1", "c7", "R1 move E", True),
        (SINGLE, "flag=R1", "c2", "R1 move W", False),
        (SINGLE, "flag=R2", "c7", "R1 move E", False),
    ],
)
def test_fl3_the_right_flag_in_the_right_base(both, scenario, flags, start, action, won):
    t = both(f"{START} R1={start} R2=b2 B1=b6 B2=b7 M1=d1 M2=d6 {flags}", scenario).act(action)
    at = "c8" if action.endswith("E") else "c1"
    over = "over=red:flag " if won else ""
    assert t.changes == f"used=1,0 {over}R1={at},p1,moved1,used" + " -to" * won


@pytest.mark.parametrize("state", ["empty", "suppressed"])
def test_fl3_an_impotent_figure_is_live(both, state):
    t = both(f"{START} R1=c2,{state} R2=b2 B1=b6 M1=d1 M2=d6 flag.red=b1 flag.blue=R1").act("R1 move W")
    assert t.changes == f"used=1,0 over=red:flag R1=c1,p1,moved1,used,{state} -to"


def test_fl3_a_carrier_shot_by_a_sentry_on_arriving_has_not_won(both):
    # B1 in d2 shoots into the base, range 2: entrenched, a 6.  Missed, stopped or saved from, R1 has won.
    there = f"{START} R1=c2 R2=b2 B1=d2,sentry B2=b7 M1=d1 M2=d6 flag.red=b1 flag.blue=R1"
    t = both(there).act("R1 move W")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B1 R1=c1,p1,moved1,used"
    t.act("B1 shoot R1", "hit:B1=6 save:R1=2 check:R1=6")
    assert t.changes == "used=1,0 M1=c1 flag.blue=c1 -R1"
    t = both(there).act("R1 move W").act("B1 shoot R1", "hit:B1=6 save:R1=2 check:R1=3")
    assert t.changes == "used=1,0 over=red:flag R1=c1,p1,moved1,used M1=c1 -to"
    t = both(there).act("R1 move W").act("done")
    assert t.changes == "used=1,0 over=red:flag R1=c1,p1,moved1,used -to"


def test_fl3_every_sentry_is_asked_before_it_is_judged(both):
    t = both(f"{START} R1=c2 R2=b2 B1=d2,sentry B2=d3,sentry M1=d1 M2=d6 flag.red=b1 flag.blue=R1")
    t.act("R1 move W").act("done")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B2 R1=c1,p1,moved1,used"


def test_fl3_picking_it_up_inside_the_goal_base_wins(both):
    # By taking it up where it stands, and by entering.
    t = both(f"{START} R1=c1 R2=b2 B1=b6 M1=d1 M2=d6 flag.red=b1 flag.blue=c1").act("R1 take flag")
    assert t.changes == "used=1,0 over=red:flag R1=c1,used flag.blue=R1 -to"
    t = both(f"{START} R1=c2 R2=b2 B1=b6 M1=d1 M2=d6 flag.red=b1 flag.blue=c1").act("R1 move W")
    assert t.changes == "used=1,0 over=red:flag R1=c1,p1,moved1,used flag.blue=R1 -to"


def test_fl3_standing_on_a_flag_in_the_base_is_no_victory(both):
    # R1 stands on it in the base and hasn't taken it up; R2 moves.
    t = both(f"{START} R1=c1 R2=b2 B1=b6 M1=d1 M2=d6 flag.red=b1 flag.blue=c1").act("R2 move E")
    assert t.changes == "used=1,0 R2=b3,p1,moved1,used"


def test_fl3_an_enemy_in_the_base_does_not_matter(both):
    t = both(f"{START} R1=c2 R2=b2 B1=c1 B2=c1 M1=d1 M2=d6 flag.red=b1 flag.blue=R1").act("R1 move W")
    assert t.changes == "used=1,0 over=red:flag R1=c1,p1,moved1,used -to"


def test_sn2_nobody_moves_into_his_own_closed_base(both):
    there = f"{START} R1=c2 R2=b2 B1=b6 B2=b7 M1=d1 M2=d6"
    assert both(there).may("R1 move W")
    for scenario, may in ((REVERSE, False), (f"{REVERSE}?own_base_closed=false", True), (SINGLE, True)):
        assert both(there, scenario).may("R1 move W") is may, scenario


def test_tu7_without_flags_nobody_has_won_before_the_others_are_out(both):
    own = Scenario.parse('name = "own"\nmap = "hexon26"\nobjective = "elimination"\n')
    t = both(f"{START} R1=c7 R2=b2 B1=b6 B2=b7 M1=d1 M2=d6", own).act("R1 move E")
    assert t.changes == "used=1,0 R1=c8,p1,moved1,used"


AIMS = {
    "capture": "Bring Blue's flag into your base c1, or put",
    "reverse": "Bring your own flag into Blue's base c8, or put",
    "single": "Bring the flag into Blue's base c8, or put",
    "elimination": "Put",
}


@pytest.mark.parametrize("objective", NAMES)
def test_fl3_sn1_sn2_sn3_who_does_what_the_words_say_wins_and_nobody_else(objective):
    scenario = Scenario.parse(f'name = "own"\nmap = "hexon26"\nsetup = "drawn"\nobjective = "{objective}"\n')
    assert aim(scenario, 0).startswith(f"{AIMS[objective]} all of Blue out. A draw after turn 30")
    world, names = scenario.world[0], scenario.board_map.names
    *_, game = (played for played in play_random(scenario, 3, most=60) if not played.over)
    for team in (0, 1):
        said = re.search(r"Bring (.*) flag into .* base (\w+),", aim(scenario, team))
        flags = {"your own": team, "the": 0, f"{('Red', 'Blue')[1 - team]}'s": 1 - team}
        wins = (flags[said[1]], said[2]) if said else None
        who = next(number for number, figure in enumerate(game.record.figure[team]) if figure.hex != NONE)
        for flag in (0, 1):
            for place in range(len(names)):
                tried = game.games.copy()[0]
                tried.flag["carrier"] = [STRIDE * team + who if index == flag else NONE for index in (0, 1)]
                tried.figure[team, who].hex = place
                assert has_won(world, tried, team) == ((flag, names[place]) == wins)
