"""TU: turns and command dice.  W2's order is in test_order.py."""

import pytest

from paintball_env.game import Game
from paintball_env.rules.turns import own_phase
from paintball_env.scenario import Scenario
from tabletop.game.header import NONE

START = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act"
LAST = "turn=2 phase=2 acting=blue second=blue score=6,6 to=blue:act"
REST = "M1=d1 M2=d7"
ADVANCED = "capture-the-flag"
ONE = "capture-the-flag-basic?activation=one_at_a_time"
COMMAND = "command:red=6 command:blue=5"


def state(table, *keys):
    tokens = dict(token.split("=", 1) for token in table.position.split())
    return " ".join(f"{key}={tokens[key]}" for key in keys if key in tokens)


def figures(table, team):
    """The figures that may do something."""
    return sorted({action.split()[0] for action in table.legal if action[0] == team and action[1].isdigit()})


# TU6.


def test_tu6_who_ends_the_phase_and_who_begins_the_next_is_noted(table):
    here = table(f"{START} R1=c2 R2=b1 B1=c7 B2=b7 {REST}").act("done")
    noted = [(event.kind, event.who) for event in here.game.events if event.kind.startswith("phase")]
    assert noted == [("phase ended", "red"), ("phase began", "blue")]


# TU1.


@pytest.mark.parametrize(
    ("red", "blue", "first"), [(6, 5, "red"), (2, 1, "red"), (5, 6, "blue"), (1, 2, "blue"), (1, 6, "blue")]
)
def test_tu1_the_higher_die_has_the_first_phase(both, red, blue, first):
    here = both(f"{LAST} R1=c2 R2=b1 B1=c7 B2=b7 {REST}").act("done", f"command:red={red} command:blue={blue}")
    assert state(here, "turn", "phase", "acting", "second", "score", "to") == (
        f"turn=3 phase=1 acting={first} second=blue score={red},{blue} to={first}:act"
    )


@pytest.mark.parametrize(("phase", "acting", "number"), [(1, "red", 5), (2, "red", 6), (1, "blue", 5), (2, "blue", 6)])
def test_tu1_a_phase_is_one_teams_own(table, phase, acting, number):
    second = acting if phase == 2 else "blue" if acting == "red" else "red"
    there = f"turn=2 phase={phase} acting={acting} second={second} score=6,6 to={acting}:act R1=c2 B1=c7 {REST}"
    game = Game("capture-the-flag-basic", start=table(there).position)
    numbers = [int(own_phase(game.record, team)) for team in (0, 1)]
    assert numbers == ([number, NONE] if acting == "red" else [NONE, number])


def test_tu1_nobody_has_a_phase_before_the_first():
    game = Game("capture-the-flag-basic", seed=1)
    assert [int(own_phase(game.record, team)) for team in (0, 1)] == [NONE, NONE]


def test_tu1_the_other_side_has_the_second_phase(both):
    here = both(f"{START} R1=c2 R2=b1 B1=c7 B2=b7 {REST}").act("done")
    assert state(here, "turn", "phase", "acting", "second", "to") == (
        "turn=2 phase=2 acting=blue second=blue to=blue:act"
    )
    start = START.replace("red", "X").replace("blue", "red").replace("X", "blue")
    mirrored = both(f"{start} R1=c2 R2=b1 B1=c7 B2=b7 {REST}").act("done")
    assert state(mirrored, "phase", "acting", "second", "to") == "phase=2 acting=red second=red to=red:act"


def test_tu1_tu3_whoever_has_the_second_phase_is_second_from_then_on(both):
    was_second = START.replace("second=blue", "second=red")  # and is first now, by the higher die
    here = both(f"{was_second} R1=c2 R2=b1 B1=c7 B2=b7 {REST}").act("done")
    assert state(here, "phase", "acting", "second") == "phase=2 acting=blue second=blue"
    here.act("done", "command:red=3 command:blue=3")
    assert state(here, "turn", "second", "to") == "turn=3 second=blue to=blue:first"


@pytest.mark.parametrize("score", [1, 2, 3])
def test_tu1_the_score_is_how_many_figures_one_may_use(both, score):
    # Four reds; each aims.  The last use leaves only the used ones, who have a point each.
    there = f"{START.replace('6,6', f'{score},1')} R1=c2 R2=b1 R3=b2 R4=c3 B1=c7 B2=b7 {REST}"
    here = both(there)
    everyone = ["R1", "R2", "R3", "R4"]
    for number in range(score):
        assert figures(here, "R") == everyone
        here.act(f"R{number + 1} move E")
        assert state(here, "used") == f"used={number + 1},0"
    assert figures(here, "R") == everyone[:score]


def test_tu1_each_side_has_its_own_score(both):
    there = f"{START.replace('6,6', '6,1')} R1=c2 R2=b1 B1=c7 B2=b7 {REST}"
    here = both(there).act("R1 move E").act("R2 move E").act("done").act("B1 move W")
    assert figures(here, "B") == ["B1"]


# TU2.


@pytest.mark.parametrize(
    ("action", "who"),
    [
        ("R1 move E", "R1=c3"),
        ("R1 aim", "R1=c3"),
        ("R1 sentry", "R1=c3"),
        ("R1 rotate NE", "R1=c3"),
        ("R1 reload", "R1=c3,empty"),
        ("R1 stand down", "R1=c3,sentry"),
        ("R1 take flag", "R1=c3"),
    ],
)
def test_tu2_what_uses_a_figure(both, action, who):
    there = f"{START.replace('6,6', '1,1')} {who} R2=b1 B1=c7 B2=b7 {REST} flag.red=b1 flag.blue=c3"
    here = both(there, ADVANCED).act(action)
    # One to use, and it is R1: R2 may do nothing, whether or not the phase is over.
    assert figures(here, "R") in (["R1"], [])
    assert not any(name.startswith("R2=") and name != "R2=b1" for name in here.changes.split())
    if "to=red:act" in here.position:
        assert "used=1,0" in here.position and ",used" in here.position


def test_tu2_shots_and_throws_use_it_when_points_are_spent(both):
    there = f"{START.replace('6,6', '1,1')} R1=c3,expert,smoke R2=b1 B1=c5 B2=b7 {REST}"
    shot = both(there, ADVANCED).act("R1 shoot B1")
    assert "used=" not in shot.position
    shot.act("done", "hit:R1=2")
    assert "used=1,0" in shot.position and figures(shot, "R") == ["R1"]
    thrown = both(there, ADVANCED).act("R1 throw smoke")
    assert "used=1,0" in thrown.position and ",used" in thrown.position  # paid with the action in `act`


def test_tu2_a_figure_is_used_once(both):
    here = both(f"{START} R1=c2 R2=b1 B1=c7 B2=b7 {REST}").act("R1 aim").act("R1 move E")
    assert state(here, "used") == "used=1,0"


def test_tu2_reactions_and_checks_are_no_use(both):
    there = f"{START} R1=c3 R2=b1 B1=c7,sentry B2=b7 M1=d1 M2=c4".replace("6,6", "6,1")
    here = both(there).act("R1 move E").act("B1 shoot R1", "hit:B1=4 save:R1=2 check:R1=3")
    # Both have only R1's use; then Blue has one still, and B1 may stand down.
    assert state(here, "used", "B1") == "used=1,0 B1=c7,sentry"
    here.act("done")
    assert figures(here, "B") == ["B1", "B2"]


def test_tu2_being_cleared_of_a_jam_is_no_use(both):
    there = f"{LAST} R1=c2,jammed R2=b1 B1=c7 B2=b7 M1=c2,attends=R1 M2=d7"
    here = both(there).act("done", COMMAND)
    assert "used" not in here.position


def test_tu2_a_used_figure_that_is_out_has_still_been_used(both):
    there = f"{START.replace('6,6', '2,1')} R1=c3 R2=b1 R3=b2 R4=d1 B1=c5 B2=b7 {REST}"
    here = both(there).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=1")
    assert state(here, "used") == "used=1,0"
    here.act("R2 aim")
    assert figures(here, "R") == ["R2"]


# TU3.


@pytest.mark.parametrize("second", ["red", "blue"])
@pytest.mark.parametrize("choice", ["first", "second"])
def test_tu3_equal_scores_the_second_of_last_turn_chooses(both, second, choice):
    there = f"turn=2 phase=2 acting={second} second={second} score=6,6 to={second}:act R1=c2 R2=b1 B1=c7 B2=b7 {REST}"
    here = both(there).act("done", "command:red=3 command:blue=3")
    assert state(here, "turn", "phase", "acting", "second", "score", "to") == (
        f"turn=3 acting={second} second={second} score=3,3 to={second}:first"
    )
    assert here.legal == ["first", "second"]
    here.act(choice)
    first = second if choice == "first" else {"red": "blue", "blue": "red"}[second]
    assert state(here, "phase", "acting", "second", "score", "to") == (
        f"phase=1 acting={first} second={second} score=3,3 to={first}:act"  # both scores stand
    )


# TU4.

OPENING = f"turn=0 acting=red second=red R1=c2 R2=b1 R3=b1 B1=c7 B2=b7 B3=b7 {REST} flag.red=b1 flag.blue=b7"


@pytest.mark.parametrize(("result", "first"), [(1, "red"), (2, "blue")])
def test_tu4_in_the_first_turn_one_lot_orders_the_phases(result, first):
    game = Game(Scenario.load("capture-the-flag-basic"), start=OPENING, results=[1, result])
    assert [(draw.purpose, draw.classes) for draw in game.draws] == [("roll-off", "lot 2"), ("order", "lot 2")]
    assert game.position().startswith(f"turn=1 phase=1 acting={first} second=red to={first}:act ")


def test_tu4_all_figures_may_be_used(both):
    there = f"turn=1 phase=1 acting=red second=blue to=red:act {' '.join(f'R{i}=c{i}' for i in (2, 3, 4, 5))} R6=b2"
    here = both(f"{there} R1=b1 B1=c7 B2=b7 {REST}")
    for number in range(1, 7):
        here.act(f"R{number} move W" if number > 1 else "R1 move E")
    assert state(here, "used") == "used=6,0"
    assert figures(here, "R") == [f"R{number}" for number in range(1, 7)]


def test_tu4_the_second_turn_has_command_dice(both):
    there = f"turn=1 phase=2 acting=blue second=blue to=blue:act R1=c2 R2=b1 B1=c7 B2=b7 {REST}"
    here = both(there).act("done", "command:red=4 command:blue=2")
    assert state(here, "turn", "score") == "turn=2 score=4,2"


# TU5.


def test_tu5_one_may_switch_freely(both):
    here = both(f"{START} R1=c2 R2=b1 B1=c7 B2=b7 {REST}").act("R1 move E").act("R2 move E").act("R1 move E")
    assert here.changes == "used=2,0 R1=c4,p0,moved2,used R2=b2,p1,moved1,used"


def test_tu5_one_at_a_time_using_another_finishes_the_one_before(both):
    here = both(f"{START} R1=c2 R2=b1 R3=b2 B1=c7 B2=b7 {REST}", ONE).act("R1 move E")
    assert figures(here, "R") == ["R1", "R2", "R3"]
    here.act("R2 move E")
    assert here.changes == "used=2,0 R1=c3,p1,moved1,finished R2=b2,p1,moved1,used"
    assert figures(here, "R") == ["R2", "R3"]
    here.act("R3 aim")
    assert figures(here, "R") == ["R3"]


@pytest.mark.parametrize(
    ("second", "who"),
    [
        ("R2 rotate NE", "R2=b1"),
        ("R2 stand down", "R2=b1,sentry"),
        ("R2 reload", "R2=b1,empty"),
        ("R2 sentry", "R2=b2"),
    ],
)
def test_tu5_every_kind_of_use_finishes_the_one_before(both, second, who):
    there = f"{START} R1=c2 {who} R3=b2 B1=c7 B2=b7 {REST}"
    here = both(there, "capture-the-flag?activation=one_at_a_time").act("R1 move E").act(second)
    assert state(here, "R1") == "R1=c3,p1,moved1,finished"


def test_tu5_one_at_a_time_a_volley_finishes_the_one_before(both):
    there = f"{START} R1=c2 R2=b1 B1=b4 B2=b7 {REST}"
    here = both(there, ONE).act("R1 move W").act("R2 shoot B1").act("done", "hit:R2=3")
    assert here.changes == "used=2,0 R1=c1,p1,moved1,finished R2=b1,p1,used,fired"


@pytest.mark.parametrize(("scenario", "before"), [(ONE, "finished"), ("capture-the-flag-basic", "used")])
def test_tu5_the_chargers_of_one_charge_count_as_one(both, scenario, before):
    # R1 and R2 both charge B1, who is out of ammo and falls at once; R3 had been used before.
    there = f"{START} R1=c4 R2=d4 R3=b1 R4=b2 B1=c5,empty B2=b7 {REST}"
    here = both(there, scenario).act("R3 aim").act("charge").act("figure R1").act("figure R2")
    assert here.changes == f"used=3,0 R1=c5,p1,moved1,used R2=c5,p1,moved1,used R3=b1,p1,{before},aim -B1"
    here.act("R2 move W").act("R1 move W")  # both go on, in turns
    assert state(here, "R1", "R2") == "R1=c4,p0,moved2,used R2=c4,p0,moved2,used"
    # R4's use finishes both.
    here = both(there, scenario).act("charge").act("figure R1").act("figure R2").act("R4 aim")
    assert state(here, "R1", "R2") == f"R1=c5,p1,moved1,{before} R2=c5,p1,moved1,{before}"


def test_tu5_a_finished_sentry_still_reacts(both):
    there = f"{START} R1=b1 R2=c3,sentry B1=c7 B2=b7 {REST}"
    here = both(there, ONE).act("R1 aim").act("done").act("B1 move W")
    assert state(here, "asked") == "asked=R2"


# TU6.


def test_tu6_the_order_of_a_turn(both):
    # Blue had the second phase: its order counts (hexes from the far end, M2 before M1).
    there = f"{LAST} R1=c8,jammed R2=c8 R3=c2,jammed B1=c8 B2=b1 M1=c8,attends=R1 M2=e1 smoke=b3,d5".replace(
        "6,6", "4,2"
    )
    here = both(there).act(
        "done",
        "clear:d5=1 clear:b3=3 "  # 1 smokes
        # 2 R1's gun is clear; M1 is free and steps out of the full base: d7, c7, b7
        "aside:M1=2/3 "
        # 3 M2 (3 away) walks to R3, M1 (5 away) doesn't: from d3 to d2 or c3
        "step:M2=1/2 "
        "command:red=4 command:blue=4",  # 6
    )
    assert here.position == (
        "turn=3 acting=blue second=blue score=4,4 to=blue:first"
        " R1=c8 R2=c8 R3=c2,jammed B1=c8 B2=b1 M1=c7 M2=d2 smoke=b3"
    )


def test_tu6_points_are_renewed_neutral_figures_too(both):
    there = f"{LAST} R1=c2,p0,jammed R2=b1,p0 B1=c7,p1,used,fired B2=b7 M1=c5 M2=d7".replace("6,6", "6,6 used=0,1")
    here = both(there).act("done", COMMAND)
    assert here.position.endswith("R1=c2,jammed R2=b1 B1=c7 B2=b7 M1=c3 M2=d7")


def test_tu6_suppression_ends_with_the_turn(both):
    there = f"{START} R1=c2 R2=b1,suppressed B1=c7,suppressed B2=b7 {REST}"
    here = both(there).act("done")
    assert "R2=b1,suppressed B1=c7,suppressed" in here.position  # not with the phase
    here.act("done", COMMAND)
    assert "suppressed" not in here.position


def test_tu6_a_phase_ends_when_nothing_else_is_legal(both):
    # One figure to use, its last point.
    there = f"{START.replace('6,6', '1,1')} R1=c2 R2=b1 B1=c7 B2=b7 {REST}"
    here = both(there).act("R1 move E")
    assert "to=red:act" in here.position
    here.act("R1 move E")
    assert state(here, "phase", "acting", "to") == "phase=2 acting=blue to=blue:act"


def test_tu6_a_free_rotation_is_something(both):
    there = f"{START.replace('6,6', '1,1')} R1=c2 R2=b1 B1=c7 B2=b7 {REST}"
    here = both(there, ADVANCED).act("R1 move E").act("R1 move E")
    assert state(here, "phase", "to") == "phase=1 to=red:act"
    here.act("R1 rotate NE")
    assert state(here, "phase", "to") == "phase=2 to=blue:act"


def test_tu6_a_flag_to_take_up_is_something(both):
    # R1 stands on Blue's flag (its carrier fell there) with no points left.
    there = (
        "turn=2 phase=1 acting=red second=blue score=1,1 used=1,0 to=red:act R1=c4,p1,moved1,used R2=b1"
        f" B1=c7 B2=b7 {REST} flag.red=d1 flag.blue=c4"
    )
    here = both(there).act("R1 aim")
    assert state(here, "phase", "to") == "phase=1 to=red:act"
    here.act("R1 take flag")
    assert state(here, "phase", "to", "flag.blue") == "phase=2 to=blue:act flag.blue=R1"


def test_tu6_a_side_that_can_do_nothing_has_no_phase(both):
    # Both reds are neutral: Blue's phase, then the next turn begins.
    there = f"{LAST} R1=c2,jammed R2=b1,jammed B1=c7 B2=b7 M1=c2,attends=R1 M2=b1,attends=R2"
    here = both(there.replace("phase=2", "phase=1").replace("second=blue", "second=red")).act("done", COMMAND)
    assert state(here, "turn", "phase", "acting", "second") == "turn=3 phase=1 acting=red second=red"
    # The guns are clear after one whole turn.
    assert " R1=c2 R2=b1 " in here.position


def test_tu6_what_is_reset_at_the_end_of_a_phase(both):
    there = "turn=2 phase=1 acting=red second=blue score=6,6 used=3,0 to=red:act R1=c2,p0,moved1,used,aim"
    there += f" R2=b1,p1,used,fired,turned R3=b2,p0,used,sentry R4=c3,empty B1=c7,sentry B2=b7 {REST}"
    here = both(there, ADVANCED).act("done")
    assert here.position == (
        "turn=2 phase=2 acting=blue second=blue score=6,6 to=blue:act R1=c2 R2=b1 R3=b2,sentry R4=c3,empty"
        f" B1=c7,sentry B2=b7 {REST}"
    )


def test_tu6_nobody_acts_in_the_other_sides_phase(both):
    here = both(f"{START} R1=c2 R2=b1 B1=c7 B2=b7 {REST}")
    assert figures(here, "B") == []
    here.act("done")
    assert figures(here, "R") == []


def test_tu6_the_numbers_of_a_subjects_draws_begin_anew_with_the_turn(table):
    t = table(f"{START} R1=c4 R2=b1 B1=c5 B2=b7 {REST}").act("R1 shoot B1").act("done", "hit:R1=2 save:B1=1")
    assert t.game.record.dice.rolled[0] == 1
    t.act("done").act("done", COMMAND)
    rolled = t.game.record.dice.rolled
    assert rolled[0] == 0 and rolled.sum() == 2  # the command dice
