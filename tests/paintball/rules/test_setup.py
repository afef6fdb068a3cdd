"""SN: scenarios and their set-up.  (Experts and grenades: test_setup_experts.py; facings: test_blind_spots.py.)"""

import pytest

from paintball_env.game import Game
from paintball_env.rules.state import NONE
from paintball_env.scenario import Scenario
from paintball_env.start import start_record
from tabletop.game.draws import write_draw
from tests import refuses

CAPTURE = "capture-the-flag-basic"
REVERSE = "reverse-flag-basic"
SINGLE = "single-flag-basic"
SETUP = "turn=0 acting=red second=red"  # Red has won the roll-off
SMALL = 'name = "own"\nmap = "R . . . . . B"\n'
COVERED = "soft=a1,a2,b1,b2,e1,e2 hard=c3/E,c6/W"
NEAR_RED, NEAR_BLUE = ["hex b1", "hex c2", "hex d1"], ["hex b7", "hex c7", "hex d7"]
AROUND_RED = ["hex b1", "hex c1", "hex c2", "hex d1"]
AROUND_BLUE = ["hex b7", "hex c7", "hex c8", "hex d7"]
REDS = "R1=c1 R2=c1 R3=b1 R4=b1 R5=c2 R6=d1"
BLUES = "B1=c8 B2=c8 B3=d7 B4=d7 B5=c7 B6=b7"


def walk(t, *actions):
    for action in actions:
        t.act(action)
    return t


@pytest.mark.parametrize("objective", ["capture", "reverse", "single", "elimination"])
def test_sn1_sn2_sn3_before_the_set_up_a_flag_is_nowhere_and_one_that_the_scenario_lacks_stays_so(objective):
    scenario = Scenario.parse(SMALL + f'objective = "{objective}"\nsetup = "drawn"\n')
    flags = start_record(scenario)["flag"][0]
    assert (flags["hex"] == NONE).all() and (flags["carrier"] == NONE).all()
    flags = Game(scenario, seed=1).games["flag"][0]
    placed = (flags["hex"] != NONE) | (flags["carrier"] != NONE)
    assert placed.sum() == {"single": 1, "elimination": 0}.get(objective, 2)


# SN4: order of the set-up.


@pytest.mark.parametrize(("roll", "team"), [(1, "red"), (2, "blue")])
def test_sn4_a_roll_off_names_who_begins(roll, team):
    game = Game(CAPTURE, results=[roll])
    assert [write_draw(draw) for draw in game.draws] == [f"roll-off={roll}/2"]
    assert game.position() == f"turn=0 acting={team} second={team} to={team}:piece left=3+1,3+1"


@pytest.mark.parametrize(("roll", "first"), [(1, 2), (2, 1), (1, 1), (2, 2)])
def test_sn4_the_roll_off_has_no_bearing_on_the_first_phase(roll, first):
    scenario = Scenario.parse(
        SMALL + 'objective = "elimination"\n[red]\nfigures = 1\nstart = ["a1"]\n[blue]\nfigures = 1\nstart = ["a7"]\n'
    )
    game = Game(scenario, results=[roll, first])
    assert [write_draw(draw) for draw in game.draws] == [f"roll-off={roll}/2", f"order={first}/2"]
    team, winner = (("red", "blue")[number - 1] for number in (first, roll))
    assert game.position() == f"turn=1 phase=1 acting={team} second={winner} to={team}:act R1=a1 B1=a7 M1=a2 M2=a6"


def test_sn4_cover_one_piece_at_a_time_in_turn(both):
    # Any of the own pieces; the hard one with its facing.
    t = both(f"{SETUP} to=red:piece left=3+1,3+1")
    assert t.legal == ["soft", "hard"]
    t.act("hard")
    assert t.changes == "to=red:cover-hex kind=hard"
    t.act("hex c3")
    assert t.changes == "to=red:cover-facing place=c3 kind=hard"
    assert sorted(t.legal) == [
        "direction E",
        "direction NE",
        "direction NW",
        "direction SE",
        "direction SW",
        "direction W",
    ]
    t.act("direction SE")
    assert t.changes == "to=blue:piece left=3+0,3+1 hard=c3/SE"
    walk(t, "soft", "hex c5")
    # Red has soft pieces only: which one isn't asked.
    assert t.changes == "to=red:cover-hex kind=soft left=3+0,2+1 soft=c5 hard=c3/SE"
    walk(t, "hex a1", "soft", "hex b5", "hex b6", "soft", "hex c6", "hex b3")
    # Blue's last is the hard one; Red has none left.
    assert t.changes == "to=blue:cover-hex kind=hard left=0+0,0+1 soft=a1,b3,b5,b6,c5,c6 hard=c3/SE"
    walk(t, "hex e1", "direction W")
    assert t.changes == "to=red:flag-hex soft=a1,b3,b5,b6,c5,c6 hard=c3/SE,e1/W -left"


def test_sn4_who_has_none_left_is_passed_over(both):
    # Blue places two in a row.
    t = walk(both(f"{SETUP} to=red:cover-hex kind=soft left=1+0,2+1"), "hex c3")
    assert t.changes == "to=blue:piece left=0+0,2+1 soft=c3 -kind"
    walk(t, "soft", "hex c4")
    assert t.changes == "to=blue:piece left=0+0,1+1 soft=c3,c4 -kind"


def test_sn4_who_alone_has_pieces_left_places_on_the_first_player_too(both):
    t = walk(both(f"{SETUP} to=red:cover-hex kind=soft left=2+1,0+0"), "hex c3")
    assert t.changes == "to=red:piece left=1+1,0+0 soft=c3 -kind"


def test_sn4_not_in_bases_and_one_piece_a_hex(both):
    t = both(f"{SETUP} to=red:cover-hex kind=soft left=2+1,2+1 soft=b3,c4 hard=d4/E")
    every = {
        f"{row}{i}" for row, length in {"a": 2, "b": 7, "c": 8, "d": 7, "e": 2}.items() for i in range(1, length + 1)
    }
    assert {action.removeprefix("hex ") for action in t.legal} == every - {"c1", "c8", "b3", "c4", "d4"}


def test_sn4_cover_all_over_the_board_wherever_it_was_placed(both):
    # Also next to the enemy's home.
    t = both(f"{SETUP} to=red:cover-hex kind=hard left=0+1,1+0")
    walk(t, "hex c7", "direction NW")
    assert t.changes == "to=blue:cover-hex kind=soft left=0+0,1+0 hard=c7/NW"


def test_sn4_flags_then_marshals_then_figures_then_turn_1(both):
    # Each stage Red first, who has won the roll-off; next to the own base; Marshals may stand with flags and cover.
    t = both(f"{SETUP} to=red:flag-hex {COVERED}")
    assert sorted(t.legal) == NEAR_RED
    t.act("hex b1")
    assert t.changes == "to=blue:flag-hex flag.red=b1"
    assert sorted(t.legal) == NEAR_BLUE
    t.act("hex d7")
    assert t.changes == "to=red:marshal-hex flag.red=b1 flag.blue=d7"
    assert sorted(t.legal) == NEAR_RED
    t.act("hex c2")
    assert t.changes == "to=blue:marshal-hex M1=c2 flag.red=b1 flag.blue=d7"
    assert sorted(t.legal) == NEAR_BLUE
    t.act("hex c7")
    placed = "M1=c2 M2=c7 flag.red=b1 flag.blue=d7"
    assert t.changes == f"to=red:deploy actor=R1 {placed}"
    for number, place in enumerate(["c1", "c1", "b1", "b1", "c2", "d1"], start=1):
        assert f"actor=R{number}" in t.changes
        t.act(f"hex {place}")
    assert t.changes == f"to=blue:deploy actor=B1 {REDS} {placed}"
    walk(t, "hex c8", "hex c8", "hex d7", "hex d7", "hex c7")
    assert t.changes == f"to=blue:deploy actor=B6 {REDS} {BLUES.removesuffix(' B6=b7')} {placed}"
    t.act("hex b7", "order=2/2")
    assert t.changes == f"turn=1 phase=1 acting=blue to=blue:act {REDS} {BLUES} {placed}"


def test_sn4_the_beginner_sets_up_first_throughout():
    # A whole set-up from the roll-off, won by Blue: who decides what, in order.
    game = Game(CAPTURE, results=[2])
    seen = []
    while game.turn == 0:
        seen.append(("RB"[game.decider], game.decision))
        game.step(
            game.legal_actions()[0],
            results=[1] if seen[-1] == ("R", "deploy") and "actor=R6" in game.position() else [],
        )
    pieces = [("B", "piece"), ("B", "cover-hex"), ("R", "piece"), ("R", "cover-hex")] * 3
    last = [("B", "cover-hex"), ("B", "cover-facing"), ("R", "cover-hex"), ("R", "cover-facing")]
    rest = [("B", "flag-hex"), ("R", "flag-hex"), ("B", "marshal-hex"), ("R", "marshal-hex")]
    assert seen == pieces + last + rest + [("B", "deploy")] * 6 + [("R", "deploy")] * 6


def test_sn4_the_table_is_empty_before_the_first_decision():
    game = start_record(Scenario.load("capture-the-flag"))[0]
    fields = ("turn", "phase", "acting", "second", "ending", "winner", "decision", "decider", "actor", "place", "count")
    assert [int(game[name]) for name in fields] == [0, 0, 0, 0, 0, NONE, 0, NONE, NONE, NONE, 0]
    assert (game.figure["hex"] == NONE).all() and (game.marshal["attends"] == NONE).all()
    assert (game.flag["hex"] == NONE).all() and (game.flag["carrier"] == NONE).all()
    assert not game.cover.any() and not game.smoke.any() and not game.dice.rolled.any()


# SN1: Capture the Flag.


def test_sn1_at_most_2_start_in_the_base_the_rest_next_to_it(both):
    placed = "M1=c2 M2=c7 flag.red=b1 flag.blue=d7"
    t = both(f"{SETUP} to=red:deploy actor=R2 R1=c1 {placed}")
    assert sorted(t.legal) == AROUND_RED
    t.act("hex c1")
    assert sorted(t.legal) == NEAR_RED
    walk(t, "hex c2", "hex c2", "hex c2", "hex c2")  # next to it any number
    assert sorted(t.legal) == AROUND_BLUE


def test_sn1_three_soft_and_one_hard_each_and_the_game_is_what_the_page_says():
    scenario = Scenario.load(CAPTURE)
    assert (scenario.objective, scenario.cover.soft, scenario.cover.hard) == ("capture", 3, 1)
    assert not scenario.own_base_closed


def test_sn1_nobody_moves_the_own_flag_but_may_stand_on_it(both):
    # Starting on it or stepping on it: it stays.
    act = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
    t = both(f"{act} R1=b1 R2=c2 B1=c7 M1=d1 M2=d7 flag.red=b1 flag.blue=b7")
    assert not t.may("R1 take flag")
    walk(t, "R2 move NW", "R1 move E")
    assert t.changes == "used=2,0 R1=b2,p1,moved1,used R2=b1,p1,moved1,used"


# SN2: Reverse Flag.


def test_sn2_no_flag_hexes_all_next_to_the_base_and_a_first_carrier(both):
    t = both(f"{SETUP} to=red:marshal-hex {COVERED}", REVERSE)
    walk(t, "hex b1", "hex b7")
    assert t.changes == "to=red:deploy actor=R1 M1=b1 M2=b7"
    for _ in range(6):
        assert sorted(t.legal) == NEAR_RED
        t.act("hex c2")
    for _ in range(6):
        assert sorted(t.legal) == NEAR_BLUE
        t.act("hex d7")
    reds, blues = " ".join(f"R{i}=c2" for i in range(1, 7)), " ".join(f"B{i}=d7" for i in range(1, 7))
    assert t.changes == f"to=red:carrier {reds} {blues} M1=b1 M2=b7"
    assert t.legal == [f"figure R{i}" for i in range(1, 7)]
    t.act("figure R4")
    assert t.changes == f"to=blue:carrier {reds} {blues} M1=b1 M2=b7 flag.red=R4"
    assert t.legal == [f"figure B{i}" for i in range(1, 7)]
    t.act("figure B1", "order=1/2")
    assert t.changes == f"turn=1 phase=1 to=red:act {reds} {blues} M1=b1 M2=b7 flag.red=R4 flag.blue=B1"


def test_sn2_after_the_cover_the_marshals(both):
    t = both(f"{SETUP} to=red:cover-hex kind=soft left=1+0,0+0", REVERSE).act("hex c4")
    assert t.changes == "to=red:marshal-hex soft=c4 -kind -left"


def test_sn2_nobody_ever_enters_the_own_base(both):
    act = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
    t = both(f"{act} R1=c2 R2=b1 B1=c7 M1=d1 M2=d7 flag.red=R2 flag.blue=B1", REVERSE)
    assert not t.may("R1 move W") and not t.may("R2 move SW")
    # The enemy's base is open, for two of one team at most.
    t = both(f"{act} R1=c7 R2=b7 R3=d7 B1=c5 M1=d1 M2=d6 flag.red=R2 flag.blue=B1", REVERSE)
    walk(t, "R1 move E", "R3 move NE")
    assert not t.may("R2 move SE")


def test_sn2_nobody_moves_the_enemys_flag(both):
    act = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
    t = both(f"{act} R1=c4 R2=b1 B1=c7 M1=d1 M2=d7 flag.red=R2 flag.blue=c5", REVERSE).act("R1 move E")
    assert t.changes == "used=1,0 R1=c5,p1,moved1,used" and not t.may("R1 take flag")


# SN3: Single Flag.


@pytest.mark.parametrize(("lot", "place"), [(1, "b4"), (2, "d4")])
def test_sn3_the_flag_lies_mid_distance_by_lot(both, lot, place):
    # b4 and d4 are 4 from both homes; drawn after the last piece of cover, before the Marshals.
    t = both(f"{SETUP} to=red:cover-hex kind=soft left=1+0,0+0", SINGLE).act("hex c4", f"flag-hex={lot}/2")
    assert t.changes == f"to=red:marshal-hex flag={place} soft=c4 -kind -left"


def test_sn3_two_soft_and_two_hard_and_a_start_as_in_sn1(both):
    game = Game(SINGLE, results=[1])
    assert game.position() == "turn=0 acting=red second=red to=red:piece left=2+2,2+2"
    t = both(f"{SETUP} to=red:marshal-hex flag=b4", SINGLE)
    assert sorted(t.legal) == NEAR_RED
    walk(t, "hex b1", "hex b7")
    assert sorted(t.legal) == AROUND_RED
    walk(t, "hex c1", "hex c1")
    assert sorted(t.legal) == NEAR_RED


@pytest.mark.parametrize(
    ("drawing", "places"),
    [
        ("R . B", ["a2"]),
        # Distances differ by 1 in every hex but for the middle one.
        ("R . . . B", ["a3"]),
        # No hex is as far from both: a3 (2 and 3) and a4 (3 and 2) differ least, with the same sum.
        ("R . . . . B", ["a3", "a4"]),
        # b3 lies off the row and as far (3) from both; the middle of the row has the smaller sum.
        ("R . . . B\n . . . .\n  . . .", ["a3"]),
    ],
)
def test_sn4_mid_distance_the_least_difference_then_the_smallest_sum(drawing, places):
    scenario = Scenario.parse(
        f'name = "own"\nmap = """\n{drawing}\n"""\nobjective = "single"\n[red]\nfigures = 1\nmarshal = false\n'
        'start = ["a1"]\n[blue]\nfigures = 1\nmarshal = false\nstart = ["a2"]\n'.replace(
            '"a2"', f'"a{drawing.splitlines()[0].count(" ") + 1}"'
        )
    )
    for first in (1, 2):  # W2: whoever acts counts the hexes from his own side
        seen = []
        for lot in range(1, len(places) + 1):
            game = Game(scenario, results=[first, lot, 1] if len(places) > 1 else [first, 1])
            seen.append(game.position().split("flag=")[1])
        assert seen == places[:: 3 - 2 * first]


# SN5: players decide it, it is drawn, or a file fixes it.


def test_sn5_drawn_by_lot_in_the_order_of_the_decisions():
    # One figure a side, with two hexes to start in; one soft piece each: five lots, the rest is forced.
    scenario = Scenario.parse(
        SMALL + 'objective = "elimination"\nsetup = "drawn"\n[cover]\nsoft = 1\n'
        "[red]\nfigures = 1\n[blue]\nfigures = 1\n"
    )
    # Blue begins; his index 0 is the end of the board: his piece 2/5 is a5, Red's 1/4 a2; Blue starts in a7 (1/2).
    game = Game(scenario, results=[2, 2, 1, 1, 2, 1])
    draws = "roll-off=2/2 set-up:blue=2/5 set-up:red=1/4 set-up:blue=1/2 set-up:red=2/2 order=1/2"
    assert " ".join(map(write_draw, game.draws)) == draws
    assert game.position() == ("turn=1 phase=1 acting=red second=blue to=red:act R1=a2 B1=a7 M1=a2 M2=a6 soft=a2,a5")


@pytest.mark.parametrize("name", [CAPTURE, REVERSE, SINGLE, "capture-the-flag", "battle-12"])
def test_sn5_a_drawn_set_up_is_a_legal_one(name):
    # The players could have decided it so: the same decisions, taken by hand, lead to the same position.
    for seed in range(3):
        drawn = Game(f"{name}-drawn", seed=seed)
        draws = list(drawn.draws)
        assert drawn.turn == 1 and drawn.decision == "act"
        game = Game(name, results=[draws.pop(0).result])
        while draws and draws[0].purpose != "order":
            if draws[0].purpose != "set-up":
                draws.pop(0)
                continue
            choice = draws.pop(0).result
            following = []
            for draw in draws:
                if draw.purpose == "set-up":
                    break
                following.append(draw.result)
            game.step(game.legal_actions()[choice - 1], results=following)
        assert game.position() == drawn.position()


def test_sn5_the_players_decide_by_default():
    assert Scenario.parse(SMALL + 'objective = "capture"\n').setup == "players"


def test_sn5_a_file_fixes_it_and_the_roll_off_alone_is_left():
    scenario = Scenario.parse(
        SMALL + 'objective = "elimination"\nsetup = "fixed"\n'
        'start = "turn=0 acting=red second=red R1=a2 B1=a6 M1=a1 M2=a7"\n[red]\nfigures = 1\n[blue]\nfigures = 1\n'
    )
    game = Game(scenario, results=[2, 1])
    assert " ".join(map(write_draw, game.draws)) == "roll-off=2/2 order=1/2"
    assert game.position() == "turn=1 phase=1 acting=red second=blue to=red:act R1=a2 B1=a6 M1=a1 M2=a7"


# SN6: own scenarios.


def test_sn6_own_board_areas_teams_flags_and_marshals():
    # Two against one, the flags and cover given, a third Marshal in the middle.
    scenario = Scenario.parse(
        'name = "own"\nmap = """\nR . ^ . B\n . u . .\n"""\nobjective = "capture"\nflag_at = ["a2", "a4"]\n'
        'marshals_at = ["a3"]\n[red]\nfigures = 2\nstart = ["b1"]\nnear_home = ["b1"]\n'
        '[blue]\nfigures = 1\nstart = ["b4"]\nnear_home = ["b4"]\n[cover]\nsoft_at = ["a3"]\nhard_at = ["b3/NW"]\n'
    )
    game = Game(scenario, results=[1, 2])
    assert game.position() == (
        "turn=1 phase=1 acting=blue second=red to=blue:act R1=b1 R2=b1 B1=b4 M1=b1 M2=b4 M3=a3"
        " flag.red=a2 flag.blue=a4 soft=a3 hard=b3/NW"
    )


@pytest.mark.parametrize(
    "text",
    [
        'objective = "capture"\nmap = "R . . ."',
        'objective = "capture"\nmap = "R . . B B"',
        'objective = "capture"\nmap = "R .   . B"',
        'objective = "conquest"\nmap = "R . . B"',
        'objective = "capture"\nmap = "R . . B"\n[red]\nfigures = 0',
        'objective = "capture"\nmap = "R . . B"\n[red]\nfigures = 3\nstart = ["a1"]',
        'objective = "capture"\nmap = "R . . B"\n[red]\nstart = ["a4"]',
        'objective = "capture"\nmap = "R . . B"\n[cover]\nsoft_at = ["a1"]',
        'objective = "capture"\nmap = "R . u B"\n[cover]\nsoft_at = ["a3"]',
        'objective = "capture"\nmap = "R . t B"\n[cover]\nhard_at = ["a3/E"]',
        'objective = "capture"\nmap = "R . . B"\n[cover]\nsoft = 2',
        'objective = "reverse"\nmap = "R . . B"\n[red]\nstart = ["a1", "a2"]',
        'objective = "capture"\nmap = "R . . B"\nflag_at = ["a2"]',
        'objective = "single"\nmap = "R . . B"\nflag_at = ["a1"]',
        'objective = "capture"\nmap = "R . . B"\n[rules]\nown_base_closed = true',
    ],
)
def test_sn6_what_cannot_be_played_is_refused_on_loading(text):
    refuses(ValueError, "", Scenario.parse, f'name = "own"\n{text}\n')


def test_sn6_elimination_has_no_flags(both):
    t = both(f"{SETUP} to=red:marshal-hex", Scenario.parse('name = "own"\nmap = "hexon26"\nobjective = "elimination"'))
    walk(t, "hex b1", "hex b7")
    assert t.changes == "to=red:deploy actor=R1 M1=b1 M2=b7"
