"""BS: blind spots."""

import json

import pytest

from paintball_env.game import Game
from paintball_env.scenario import Scenario
from tests import ROOT

TRUTH = json.loads((ROOT / "tests" / "data" / "hexon26.json").read_text(encoding="utf-8"))
COORDS = dict(zip(TRUTH["names"], map(tuple, TRUTH["coords"].values()), strict=True))
STEPS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
ADVANCED = "capture-the-flag"
BASIC = "capture-the-flag-basic"


def product(one, two):
    """The scalar product of two steps in cube coordinates (q, r, -q - r)."""
    return one[0] * two[0] + one[1] * two[1] + (one[0] + one[1]) * (two[0] + two[1])


@pytest.mark.parametrize("facing", STEPS)
@pytest.mark.parametrize("place", ["c4", "b4", "d5"])
def test_bs1_it_sees_its_front_three_sides_and_their_border(both, place, facing):
    # Every hex of the board as the target's; nothing is in cover, the reach is 5 hexes.
    illegal = [pair for one, two, *_ in TRUTH["illegal_pairs"] for pair in ((one, two), (two, one))]
    at = COORDS[place]
    near = TRUTH["distance"][TRUTH["names"].index(place)]
    targets = [name for name in COORDS if name != place and (name, place) not in illegal]
    while targets:
        six, targets = targets[:6], targets[6:]
        blue = " ".join(f"B{number}={name}" for number, name in enumerate(six, start=1))
        t = both(f"{START} R1={place}/{facing} R2={place} {blue} M1=c1 M2=c8", ADVANCED)
        for number, name in enumerate(six, start=1):
            view = COORDS[name][0] - at[0], COORDS[name][1] - at[1]
            sees = product(view, STEPS[facing]) >= 0 and near[TRUTH["names"].index(name)] <= 5
            assert t.may(f"R1 shoot B{number}") is sees, name
            assert t.may(f"R1 suppress B{number}") is sees, name


@pytest.mark.parametrize("facing", STEPS)
def test_bs1_in_its_own_hex_it_sees_everybody(both, facing):
    t = both(f"{START} R1=c8/{facing} R2=b1 B1=c8 B2=b7 M1=c1 M2=d7", ADVANCED)
    assert t.may("R1 shoot B1")


@pytest.mark.parametrize(("facing", "asked"), [("W", True), ("NW", True), ("SW", True), ("E", False), ("NE", False)])
def test_bs1_no_reaction_at_what_it_does_not_see(both, facing, asked):
    t = both(f"{START} R1=c2 R2=b1 B1=c5/{facing},sentry B2=b7 M1=c1 M2=d7", ADVANCED).act("R1 move E")
    assert t.changes == "used=1,0 " + "to=blue:react actor=R1 asked=B1 " * asked + "R1=c3,p1,moved1,used"


def test_bs1_without_the_chapter_it_sees_all_round(both):
    # A facing is only a word then: E for Red.
    t = both(f"{START} R1=c5 R2=b1 B1=c3 B2=b7 M1=c1 M2=d7", BASIC)
    assert t.may("R1 shoot B1") and not any("rotate" in action for action in t.legal)


@pytest.mark.parametrize(
    ("way", "to"), [("E", "c5"), ("NE", "b4"), ("NW", "b3"), ("W", "c3"), ("SW", "d3"), ("SE", "d4")]
)
def test_bs2_moving_turns_it_the_way_it_went(both, way, to):
    t = both(f"{START} R1=c4 R2=b1 B1=b7 M1=c1 M2=d7", ADVANCED).act(f"R1 move {way}")
    assert t.changes == f"used=1,0 R1={to}{'' if way == 'E' else '/' + way},p1,moved1,used"
    t = both(f"{START} R1=c4 R2=b1 B1=b7 M1=c1 M2=d7", BASIC).act(f"R1 move {way}")
    assert t.changes == f"used=1,0 R1={to},p1,moved1,used"


def test_bs3_rotating_is_free_and_a_use(both):
    t = both(f"{START} R1=c4 R2=b1 B1=b7 M1=c1 M2=d7", ADVANCED).act("R1 rotate SW")
    assert t.changes == "used=1,0 R1=c4/SW,used,turned"


def test_bs3_only_to_another_facing(both):
    t = both(f"{START} R1=c4/NW R2=b1 B1=b7 M1=c1 M2=d7", ADVANCED)
    assert [way for way in STEPS if t.may(f"R1 rotate {way}")] == ["E", "NE", "W", "SW", "SE"]


def test_bs3_once_and_once_more_after_each_point_spent(both):
    def rotates(t):
        return any(action.startswith("R1 rotate") for action in t.legal)

    t = both(f"{START} R1=c4,expert R2=b1 B1=b7 M1=c1 M2=d7", ADVANCED)
    assert rotates(t)
    t.act("R1 rotate W")
    assert not rotates(t)
    t.act("R1 move E")
    assert t.changes == "used=1,0 R1=c5,expert,p2,moved1,used" and rotates(t)
    t.act("R1 rotate NE")
    assert t.changes == "used=1,0 R1=c5/NE,expert,p2,moved1,used,turned" and not rotates(t)
    t.act("R1 aim")
    assert t.changes == "used=1,0 R1=c5/NE,expert,p1,moved1,used,aim" and rotates(t)
    t.act("R1 rotate E")  # rotating doesn't lose the aim (AI2)
    assert t.changes == "used=1,0 R1=c5,expert,p1,moved1,used,aim,turned" and not rotates(t)
    t.act("R1 shoot B1", "hit:R1=2")
    assert t.changes == "used=1,0 R1=c5,expert,p0,moved1,used,fired" and rotates(t)
    t.act("R1 rotate W")
    assert t.changes == "used=1,0 R1=c5/W,expert,p0,moved1,used,fired,turned" and not rotates(t)


def test_bs3_two_points_at_once_are_one_more(both):
    # Two shots in a volley, 2 points: once again, not twice.
    t = both(f"{START} R1=c4 R2=b1 B1=b7 M1=c1 M2=d7", ADVANCED).act("R1 shoot B1")
    t.act("R1 shoot B1", "hit:R1=2 hit:R1=2").act("R1 rotate W")
    assert t.changes == "used=1,0 R1=c4/W,p0,used,fired,turned"
    assert not any(action.startswith("R1") for action in t.legal)


def test_bs3_a_rotation_not_used_before_is_not_kept(both):
    # It moved twice without rotating: still only one rotation.
    t = both(f"{START} R1=c3 R2=b1 B1=b7 M1=c1 M2=d7", ADVANCED).act("R1 move E").act("R1 move E").act("R1 rotate W")
    assert t.changes == "used=1,0 R1=c5/W,p0,moved2,used,turned"
    assert not any(action.startswith("R1") for action in t.legal)


def test_bs3_as_a_use_it_counts_against_the_score(both):
    score = "turn=2 phase=1 acting=red second=blue score=1,1 to=red:act"
    t = both(f"{score} R1=c4 R2=b1 B1=b7 M1=c1 M2=d7", ADVANCED).act("R1 rotate W")
    assert not any(action.startswith("R2") for action in t.legal)


@pytest.mark.parametrize(
    ("state", "may"),
    [("empty", True), ("suppressed", True), ("jammed", False), ("sentry", False), ("dazed", False)],
)
def test_bs3_who_may_rotate(both, state, may):
    t = both(f"{START} R1=c4,{state} R2=b1 B1=b7 M1=c1 M2=d7", ADVANCED)
    assert t.may("R1 rotate W") is may


def test_bs3_the_next_turn_it_may_again(both):
    last = "turn=2 phase=2 acting=red second=red score=6,6 used=1,0 to=red:act"
    t = both(f"{last} R1=c4/W,used,turned R2=b1 B1=b7 M1=c1 M2=d7", ADVANCED)
    assert not t.may("R1 rotate E")
    t.act("done", "command:red=6 command:blue=1")
    assert t.changes == "turn=3 phase=1 score=6,1 R1=c4/W -used" and t.may("R1 rotate E")


# The enemy's home in the middle of two rings: a figure may start in any other hex.
RINGS = """
  {own} . .
 . . . .
. . {other} . .
 . . . .
  . . .
"""
# Worked out by hand: three straight at the home, and the six on a border between two facings.
BY_HAND = {"c1": "E", "a1": "SE", "e3": "NW", "a2": "SE", "e2": "NW", "d1": "NE", "b1": "E", "b4": "SW", "d4": "W"}


def start_facing(team, place):
    """The facing that a figure set up in the place has at the start: everything else is forced."""
    own, other = "RB" if team == "red" else "BR"
    enemy = "blue" if team == "red" else "red"
    scenario = Scenario.parse(
        f'name = "own"\nmap = """{RINGS.format(own=own, other=other)}"""\nobjective = "elimination"\n'
        f'[{team}]\nfigures = 1\nmarshal = false\nstart = ["{place}"]\n'
        f'[{enemy}]\nfigures = 1\nmarshal = false\nstart = ["c3"]\n[rules]\nblind_spots = true\n'
    )
    game = Game(scenario, results=[1, 1])  # the roll-off, the first phase
    assert game.turn == 1
    figure = game.record.figure[0 if team == "red" else 1, 0]
    return list(STEPS)[figure.facing], scenario.board_map.coords[figure.hex], scenario.board_map


@pytest.mark.parametrize("team", ["red", "blue"])
def test_bs3_figures_start_facing_the_enemys_home(team):
    # The largest product with the way there; between two, the one further anticlockwise (E NE NW W SW SE).
    ways = list(STEPS)
    ties = 0
    rows = {"a": 3, "b": 4, "c": 5, "d": 4, "e": 3}
    for place in {f"{row}{i + 1}" for row, length in rows.items() for i in range(length)} - {"c3"}:
        facing, at, board_map = start_facing(team, place)
        home = board_map.coords[board_map.names.index("c3")]
        products = [product((home[0] - at[0], home[1] - at[1]), step) for step in STEPS.values()]
        best = [i for i in range(6) if products[i] == max(products)]
        ties += len(best) == 2
        wanted = best[0] if len(best) == 1 else next(i for i in best if (i - 1) % 6 in best)
        assert facing == ways[wanted], place
    assert ties == 6


def test_bs3_without_the_chapter_each_team_faces_the_other_side_of_the_board():
    record = Game("capture-the-flag-basic-drawn", seed=1).record
    assert [set(record.figure[team]["facing"].tolist()) for team in (0, 1)] == [{0}, {3}]  # E, W


@pytest.mark.parametrize(("place", "facing"), BY_HAND.items())
def test_bs3_start_facings_by_hand(place, facing):
    assert start_facing("red", place)[0] == facing
