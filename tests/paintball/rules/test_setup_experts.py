"""EX1, GR1: experts and grenades in the set-up, after the figures: the beginner's dice and choices first."""

import pytest

from paintball_env.game import Game
from paintball_env.scenario import Scenario

from .test_setup import BLUES, REDS, SETUP, walk

PLACED = f"{SETUP} to=blue:deploy actor=B6 {REDS} {BLUES.removesuffix(' B6=b7')} M1=c2 M2=c7 flag.red=b1 flag.blue=d7"


def only(**on):
    switches = "&".join(f"{name}={'true' if on.get(name) else 'false'}" for name in ("experts", "grenades"))
    return f"capture-the-flag?{switches}&blind_spots=false"


@pytest.mark.parametrize("face", range(1, 7))
def test_ex1_one_two_or_three_experts_named_by_the_player(both, face):
    count = (face + 1) // 2
    t = both(PLACED, only(experts=True)).act("hex b7", f"experts:red={face}")
    assert t.changes == f"to=red:expert count={count} B6=b7 -actor"
    assert t.legal == [f"figure R{i}" for i in range(1, 7)]


def test_ex1_reds_then_blues_and_none_twice(both):
    t = both(PLACED, only(experts=True)).act("hex b7", "experts:red=5").act("figure R3")
    assert t.changes == "to=red:expert count=2 R3=b1,expert B6=b7 -actor"
    assert t.legal == ["figure R1", "figure R2", "figure R4", "figure R5", "figure R6"]
    t.act("figure R1").act("figure R6", "experts:blue=1")
    reds = "R1=c1,expert R3=b1,expert R6=d1,expert"
    assert t.changes == f"to=blue:expert count=1 {reds} B6=b7 -actor"
    t.act("figure B2", "order=1/2")
    # In turn 1 they have their 3 points (which is the usual value).
    assert t.changes == f"turn=1 phase=1 to=red:act {reds} B2=c8,expert B6=b7 -actor"


@pytest.mark.parametrize("face", range(1, 7))
def test_gr1_one_two_or_three_grenades(both, face):
    count = (face + 1) // 2
    t = both(PLACED, only(grenades=True)).act("hex b7", f"grenades:red={face}")
    assert t.changes == f"to=red:grenade count={count} B6=b7 -actor"
    assert t.legal == ["smoke", "paint"]


def test_gr1_kind_and_carrier_for_each_several_may_go_to_one(both):
    t = both(PLACED, only(grenades=True)).act("hex b7", "grenades:red=6").act("smoke")
    assert t.changes == "to=red:grenadier kind=smoke count=3 B6=b7 -actor"
    assert t.legal == [f"figure R{i}" for i in range(1, 7)]
    t.act("figure R2")
    assert t.changes == "to=red:grenade count=2 R2=c1,smoke B6=b7 -actor"
    walk(t, "smoke", "figure R2", "paint")
    assert t.changes == "to=red:grenadier kind=paint count=1 R2=c1,smoke2 B6=b7 -actor"
    t.act("figure R2", "grenades:blue=2")
    assert t.changes == "to=blue:grenade count=1 R2=c1,smoke2,paint B6=b7 -actor"
    t.act("paint").act("figure B6", "order=2/2")
    assert t.changes == "turn=1 phase=1 acting=blue to=blue:act R2=c1,smoke2,paint B6=b7,paint -actor"


def test_sn4_experts_of_both_before_grenades_of_both(both):
    t = both(PLACED, only(experts=True, grenades=True)).act("hex b7", "experts:red=1")
    t.act("figure R1", "experts:blue=2").act("figure B1", "grenades:red=2")
    t.act("smoke").act("figure R1", "grenades:blue=1").act("paint").act("figure B1", "order=1/2")
    assert t.changes == "turn=1 phase=1 to=red:act R1=c1,expert,smoke B1=c8,expert,paint B6=b7 -actor"


def test_sn4_the_first_carrier_before_the_experts(both):
    reds, blues = " ".join(f"R{i}=c2" for i in range(1, 7)), " ".join(f"B{i}=d7" for i in range(1, 7))
    t = both(f"{SETUP} to=blue:carrier {reds} {blues} M1=b1 M2=b7 flag.red=R4", "reverse-flag")
    t.act("figure B5", "experts:red=3")
    assert t.changes == "to=red:expert count=2 flag.blue=B5"


@pytest.mark.parametrize(("extra", "face", "count"), [(1, 1, 2), (2, 4, 4), (3, 6, 6), (9, 1, 6)])
def test_lg1_more_experts_and_grenades(both, extra, face, count):
    # The die and the scenario's addition; experts at most the team's size.
    t = both(PLACED, only(experts=True) + f"&extra_experts={extra}").act("hex b7", f"experts:red={face}")
    assert t.changes == f"to=red:expert count={count} B6=b7 -actor"
    t = both(PLACED, only(grenades=True) + f"&extra_grenades={extra}").act("hex b7", f"grenades:red={face}")
    assert t.changes == f"to=red:grenade count={extra + (face + 1) // 2} B6=b7 -actor"


@pytest.mark.parametrize(("reds", "blues"), [(2, 4), (4, 2)])
def test_ex1_never_more_experts_than_the_own_team_has_figures(reds, blues):
    own = Scenario.parse(
        f'name = "own"\nmap = "hexon26"\nobjective = "elimination"\nsetup = "players"\n'
        f"[red]\nfigures = {reds}\n[blue]\nfigures = {blues}\n[rules]\nexperts = true\nextra_experts = 9\n"
    )
    game, asked = Game(own), {}
    while game.turn == 0:
        if game.decision == "expert":
            asked.setdefault(game.decider, int(game.games[0].count))
        game.step(game.legal_actions()[0])
    assert asked == {0: reds, 1: blues}
