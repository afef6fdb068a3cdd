"""IW: in the way.  Shots from c2 to c6 along row c (range 4: 5+), over c3, c4 and c5."""

import pytest

from paintball_env.rules.in_the_way import figures_in_way
from paintball_env.scenario import Scenario

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
BLUE = "turn=2 phase=1 acting=blue second=red score=1,6 to=blue:act"
FAR = "M1=c1 M2=b7"
BUNKER = Scenario.parse('name = "own"\nobjective = "elimination"\nmap = "R . . u . . B"\nmarshals_at = ["a4", "a4"]\n')


def shot(table, position, dice, scenario="capture-the-flag-basic"):
    """R1's one shot at B1, with the changes but for what R1 paid."""
    here = table(f"{START} {position}", scenario).act("R1 shoot B1").act("done", dice)
    return " ".join(token for token in here.changes.split() if not token.startswith(("used", "R1=")))


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_iw1_on_4_and_more_the_shot_goes_no_further(both, face):
    position = f"R1=c2 R2=b1 B1=c6 {FAR} soft=c4"
    assert shot(both, position, f"hit:R1=5 way:R1={face}" + ("" if face >= 4 else " save:B1=1")) == ""


def test_iw1_only_after_a_hit(both):
    assert shot(both, f"R1=c2 R2=b1 B1=c6 {FAR} soft=c4", "hit:R1=4") == ""


@pytest.mark.parametrize(
    ("faces", "stopped"),
    [
        ((4,), "R2"),
        ((3, 4), "B2"),
        ((3, 3, 4), ""),  # a Marshal absorbs it
        ((3, 3, 3, 4), ""),  # cover in the target's hex
        ((3, 3, 3, 3), "B1"),
    ],
)
def test_iw1_one_die_for_each_thing_from_the_shooter_outward(both, faces, stopped):
    # R2 in c3, B2 in c4, M1 in c5, soft cover in c6.
    position = "R1=c2 R2=c3 R3=b1 B1=c6 B2=c4 M1=c5 M2=c8 soft=c6"
    ways = "".join(f" way:R1={face}" for face in faces)
    save = f" save:{stopped}=1" if stopped else ""
    assert shot(both, position, f"hit:R1=5{ways}{save}") == ""


def test_iw1_mirrored_from_blues_side(table):
    there = f"{BLUE} B1=c7 B2=c6 B3=b7 R1=c3 R2=c5 M1=c1 M2=c4 soft=c3"
    here = table(there).act("B1 shoot R1")
    here.act("B1 shoot R1", "hit:B1=5 hit:B1=5 way:B1=4 save:B2=1 way:B1=1 way:B1=4 save:R2=6")


@pytest.mark.parametrize(
    ("where", "dice"),
    [
        ("soft=c2", 0),  # the shooter's own
        ("soft=c3", 1),
        ("soft=c5", 1),
        ("soft=c6", 1),  # the target's
        ("soft=c7", 0),
        ("soft=b3,d3", 0),
        ("soft=c2,c3,c4,c5,c6", 4),
        ("hard=c2/E", 0),
        ("hard=c4/W", 0),  # hard cover counts for the target in its hex alone
        ("hard=c6/W", 1),
        ("hard=c6/E", 0),  # it faces away
        ("smoke=c6", 0),
    ],
)
def test_iw2_cover_in_the_way(both, where, dice):
    position = f"R1=c2 R2=b1 B1=c6 {FAR} {where}"
    # B1's save: on a 3 a hit is marked, but in soft cover it isn't.
    save = " save:B1=1"
    assert shot(both, position, "hit:R1=5" + " way:R1=3" * dice + save) == ""


@pytest.mark.parametrize(
    ("who", "dice"),
    [
        ("R2=c3", 1),
        ("R2=c3,jammed", 1),
        ("R2=c5,empty R3=c5,sentry", 2),
        ("B2=c4", 1),
        ("B2=c4,suppressed B3=c5", 2),
        ("M1=c3", 1),
        ("M1=c5 M2=c5", 2),
        ("R2=c3 B2=c4 M1=c5 M2=c4", 4),
        ("R2=c2 M1=c2", 0),  # the shooter's own hex
        ("B2=c6 M2=c6", 0),  # the target's
        ("R2=c7 R3=b3 B2=c1 M1=d3 M2=c8", 0),  # off the line
    ],
)
def test_iw2_figures_of_both_sides_and_marshals(both, who, dice):
    rest = " ".join(token for token in (*FAR.split(), "R4=b1") if token[:3] not in who)
    assert shot(both, f"R1=c2 B1=c6 {who} {rest}", "hit:R1=5" + " way:R1=3" * dice + " save:B1=1") == ""


def test_iw2_figures_in_bunkers_are_in_the_way(both):
    position = "R1=a2 R2=a4 B1=a6 B2=a4 M1=a1 M2=a1 M3=a1 M4=a1"
    shot(both, position, "hit:R1=5 way:R1=3 way:R1=3 save:B1=1", BUNKER)


@pytest.mark.parametrize("name", ["R2", "B2"])
def test_iw3_a_figure_is_hit_as_usual_friend_or_foe(both, name):
    position = f"R1=c2 R3=b1 {name}=c4 B1=c6 M1=c4 M2=b7"
    for face in (1, 6):
        assert shot(both, position, f"hit:R1=5 way:R1=4 save:{name}={face}") == ""
    assert shot(both, position, f"hit:R1=5 way:R1=4 save:{name}=2 check:{name}=3") == ""
    assert shot(both, position, f"hit:R1=5 way:R1=4 save:{name}=5 check:{name}=4") == f"-{name}"


def test_iw3_being_entrenched_does_not_help_it(both):
    # A 5 hits B1 at range 4; B2 in the bunker between would need a 6 as a target.
    position = "R1=a2 B1=a6 B2=a4 M1=a1 M2=a4 M3=a1 M4=a1"
    # M2 stands there too, after B2.
    assert shot(both, position, "hit:R1=5 way:R1=2 way:R1=2 save:B1=1", BUNKER) == ""
    assert shot(both, position, "hit:R1=5 way:R1=4 save:B2=2 check:B2=4", BUNKER) == "-B2"


def test_iw3_hard_cover_does_not_help_it(both):
    position = "R1=c2 R3=b1 B1=c6 B2=c4 M1=c1 M2=c4 hard=c4/W"
    assert shot(both, position, "hit:R1=5 way:R1=4 save:B2=2 check:B2=4") == "-B2"


def test_iw3_soft_cover_in_its_hex_does(both):
    # SV2: unmarked on 1, 2, 3 instead of 1 and 6; the cover itself is asked after the figure.
    position = "R1=c2 R3=b1 B1=c6 B2=c4 M1=c1 M2=b4 soft=c4"
    for face in (1, 2, 3):
        assert shot(both, position, f"hit:R1=5 way:R1=4 save:B2={face}") == ""
    assert shot(both, position, "hit:R1=5 way:R1=4 save:B2=6 check:B2=4") == "M2=c4 -B2"
    assert shot(both, position, "hit:R1=5 way:R1=3 way:R1=4") == ""
    # The target in the open behind it saves as usual.
    assert shot(both, position, "hit:R1=5 way:R1=3 way:R1=3 save:B1=6") == ""


def test_iw3_soft_cover_elsewhere_does_not(both):
    position = "R1=c2 R3=b1 B1=c6 B2=c4 M1=c1 M2=c4 soft=c6"
    assert shot(both, position, "hit:R1=5 way:R1=4 save:B2=6") == ""
    assert shot(both, position, "hit:R1=5 way:R1=4 save:B2=3 check:B2=4") == "-B2"


def test_iw3_a_marshal_absorbs_the_shot(both):
    assert shot(both, f"R1=c2 R2=b1 B1=c6 {FAR.replace('c1', 'c4')}", "hit:R1=5 way:R1=4") == ""


def test_iw3_suppressive_fire_hits_what_is_in_the_way_as_a_shot(both):
    there = f"{START} R1=c2 R2=c4 R3=b1 B1=c6 M1=c4 M2=b7"
    here = both(there).act("R1 suppress B1").act("done", "hit:R1=5 way:R1=4 save:R2=3 check:R2=5")
    assert here.changes == "used=1,0 R1=c2,p1,used,fired -R2"


def test_iw2_a_hex_on_the_way_is_not_the_targets(table):
    here = table(f"{START} R1=c2 R2=c4 B1=c6 B2=c6 {FAR}")
    target, between = (here.scenario.board_map.names.index(name) for name in ("c6", "c4"))
    met = [figures_in_way(here.game.games[0], target, place, team) for place in (between, target) for team in (0, 1)]
    assert met == [1, 0, 0, 0]


# IW4.  In a bunker figures of both teams can stand together.


@pytest.mark.parametrize("number", range(6))
def test_iw4_in_one_hex_the_shooters_team_then_the_other_then_marshals(both, number):
    position = "R1=a2 R2=a4 R3=a4 B1=a6 B2=a4 M1=a7 M2=a7 M3=a3 M4=a5"
    # M3 in a3 comes first, M4 in a5 last.
    order = ["M3", "R2", "R3", "B2", "M4", "B1"]
    ways = " way:R1=3" * number + (" way:R1=4" if number < 5 else "")
    save = "" if order[number].startswith("M") else f" save:{order[number]}=1"
    assert shot(both, position, f"hit:R1=5{ways}{save}", BUNKER) == ""


@pytest.mark.parametrize("number", range(4))
def test_iw4_the_shooters_team_first_for_blue_too(table, number):
    there = f"{BLUE} B1=a6 B2=a4 B3=a7 R1=a2 R2=a4 R3=a4 M1=a1 M2=a1 M3=a1 M4=a1"
    order = ["B2", "R2", "R3", "R1"]
    ways = " way:B1=3" * number + (" way:B1=4" if number < 3 else "")
    table(there, BUNKER).act("B1 shoot R1").act("done", f"hit:B1=5{ways} save:{order[number]}=1")


@pytest.mark.parametrize("number", range(6))
def test_iw4_marshals_after_figures_and_cover_last(both, number):
    # All in c4: R2, R3, M1, M2, foliage; stopped by a Marshal or by cover nothing more happens.
    position = "R1=c2 R2=c4 R3=c4 R4=b1 B1=c6 M1=c4 M2=c4 soft=c4"
    ways = " way:R1=3" * number + (" way:R1=4" if number < 5 else "")
    save = {0: " save:R2=1", 1: " save:R3=1", 5: " save:B1=1"}.get(number, "")
    assert shot(both, position, f"hit:R1=5{ways}{save}") == ""


@pytest.mark.parametrize(
    ("turn", "side", "other", "marshals"), [(START, "R", "B", ["M1", "M2"]), (BLUE, "B", "R", ["M2", "M1"])]
)
def test_iw4_the_events_name_each_thing_in_its_order(table, turn, side, other, marshals):
    # The shooter's own Marshal comes first (W2).
    names = [f"{side}1", f"{side}2", *marshals, ""]
    there = f"{turn} {side}3=c2 {side}1=c4 {side}2=c4 {other}1=c6 M1=c4 M2=c4 soft=c4"
    here = table(there).act(f"{side}3 shoot {other}1")
    here.act("done", f"hit:{side}3=5" + f" way:{side}3=3" * 5 + f" save:{other}1=1")
    met = [event for event in here.game.events if event.kind.endswith("in the way")]
    kinds = ["figure in the way"] * 2 + ["marshal in the way"] * 2 + ["soft cover in the way"]
    assert [(event.kind, event.whom) for event in met] == list(zip(kinds, names, strict=True))
