"""CH3, CH4: the shoot-out of a charge."""

from itertools import product

import pytest

from paintball_env.rules.dice import CONTEST, fallen, next_contest

from .test_charges import ADVANCED, SINGLE, START, TWO_ON_ONE

# CH3: the shoot-out.


def by_the_book(attack, defence):
    """Losses of chargers and defenders: a plain reading of CH3, dice as lists."""
    attack, defence = sorted(attack, reverse=True), sorted(defence, reverse=True)
    standing = [len(attack), len(defence)]
    while all(standing) and (attack or defence):
        attackers_shoot = bool(attack) and (not defence or attack[0] >= defence[0])
        shooters, others = (attack, defence) if attackers_shoot else (defence, attack)
        shooters.pop(0)
        if others:
            others.pop(0)  # the highest unshot die of the other side
        standing[1 if attackers_shoot else 0] -= 1
    return standing


@pytest.mark.parametrize(("chargers", "defenders"), list(product(range(1, 4), repeat=2)))
def test_ch3_a_round_over_all_rolls(chargers, defenders):
    for dice in product(range(1, 7), repeat=chargers + defenders):
        own, other = dice[:chargers], dice[chargers:]
        left = by_the_book(own, other)
        packed = [sum(1 << (8 * face) for face in side) for side in (own, other)]
        result = divmod(fallen(*packed, chargers, defenders), 32)
        assert result == (chargers - left[0], defenders - left[1]), dice


@pytest.mark.parametrize(
    ("attack", "defence", "losses"),
    [
        ([5, 2], [3, 5], (1, 1)),  # the source's own example
        ([4], [4], (0, 1)),  # ties to the attackers
        ([3], [4], (1, 0)),
        ([4], [3], (0, 1)),
        ([4, 4], [4], (0, 1)),
        ([1], [1, 1], (1, 1)),  # the 1 shoots first and strikes a die; the other shoots: nobody but one defender stands
        ([6, 1], [5], (0, 1)),
        ([6, 1], [5, 4], (1, 1)),  # 6 strikes the 5; the 4 strikes the 1
        ([6, 6], [5, 4], (0, 2)),
        ([6, 3], [5, 5, 5], (2, 1)),  # 6 strikes a 5; a 5 strikes the 3; the last 5 hits the second charger
    ],
)
def test_ch3_rounds_worked_out_by_hand(attack, defence, losses):
    packed = [sum(1 << (8 * face) for face in side) for side in (attack, defence)]
    assert divmod(fallen(*packed, len(attack), len(defence)), 32) == losses


@pytest.mark.parametrize(
    ("losses", "after"),
    [
        ("0-1", "used=2,0 R1=c5,p1,moved1,used R2=c5,p1,moved1,used -B1"),
        ("2-0", "used=2,0 -R1 -R2"),
    ],
)
def test_ch3_a_side_that_is_gone_is_not_asked(both, losses, after):
    t = both(TWO_ON_ONE).act("charge").act("figure R1").act("figure R2", f"shoot-out:red={losses}")
    assert t.changes == after


def test_ch3_the_owner_chooses_who_goes_then_the_next_round(both):
    # One charger of two falls, the defender stands; then 1 v 1.
    t = both(TWO_ON_ONE).act("charge").act("figure R1").act("figure R2", "shoot-out:red=1-0")
    assert t.changes == ("used=2,0 to=red:casualty place=c5 losses=1,0 R1=c5,p1,moved1,used R2=c5,p1,moved1,used")
    assert t.legal == ["figure R1", "figure R2"]
    t.act("figure R1", "shoot-out:red=0-1")
    assert t.changes == "used=2,0 R2=c5,p1,moved1,used -R1 -B1"


def test_ch3_the_dice_are_those_left(both):
    # 2 v 1, and after a loss 1 v 1: what was drawn says how many rolled.
    t = both(TWO_ON_ONE).act("charge").act("figure R1").act("figure R2", "shoot-out:red=1-0")
    assert [draw.classes for draw in t.game.draws] == ["2 v 1"]
    t.act("figure R2", "shoot-out:red=1-0")
    assert [draw.classes for draw in t.game.draws] == ["1 v 1"]
    assert t.changes == "used=2,0 -R1 -R2"


def test_ch3_the_defender_chooses_first(both):
    # 4 v 4, two fall on each side: Blue names his two one by one, then Red, then 2 v 2.
    blues = " ".join(f"B{number}=c5,suppressed" for number in range(1, 5))
    t = both(f"{START} R1=c4 R2=d4 R3=b4 R4=b5 R5=b1 {blues} B5=b7 M1=c1 M2=c7")
    t.act("charge").act("figure R1").act("figure R2").act("figure R3").act("figure R4", "shoot-out:red=2-2")
    here = " ".join(f"R{number}=c5,p1,moved1,used" for number in range(1, 5))
    assert t.changes == f"used=4,0 to=blue:casualty place=c5 losses=2,2 {here}"
    assert t.legal == ["figure B1", "figure B2", "figure B3", "figure B4"]
    t.act("figure B2")
    assert t.changes == f"used=4,0 to=blue:casualty place=c5 losses=2,1 {here} -B2"
    assert t.legal == ["figure B1", "figure B3", "figure B4"]
    t.act("figure B1")
    assert t.changes == f"used=4,0 to=red:casualty place=c5 losses=2,0 {here} -B1 -B2"
    assert t.legal == ["figure R1", "figure R2", "figure R3", "figure R4"]
    t.act("figure R3").act("figure R1", "shoot-out:red=0-2")
    assert t.changes == "used=4,0 R2=c5,p1,moved1,used R4=c5,p1,moved1,used -R1 -R3 -B1 -B2 -B3 -B4"


def test_ch3_only_figures_in_the_hex_are_dice_and_casualties(both):
    # B2 in the next hex is no help; R3 who stayed away is no casualty.
    t = both(TWO_ON_ONE.replace("B2=b7", "B2=c6 B3=b7").replace("R3=b1", "R3=b4"))
    t.act("charge").act("figure R1").act("figure R2").act("done", "shoot-out:red=1-0")
    assert t.legal == ["figure R1", "figure R2"]


def test_ch3_no_check_no_save_and_flags_stay(both):
    # The carriers on both sides fall: their flags lie in the hex; a winner standing there may take his up (FL1).
    t = both(f"{START} R1=c4 R2=d4 R3=b1 B1=c5,suppressed B2=b7 M1=c1 M2=c5 flag.red=B1 flag.blue=R1").act("charge")
    t.act("figure R1").act("figure R2", "shoot-out:red=1-0").act("figure R1", "shoot-out:red=0-1")
    assert t.changes == "used=2,0 R2=c5,p1,moved1,used flag.red=c5 flag.blue=c5 -R1 -B1"
    t.act("R2 take flag")
    assert t.changes == "used=2,0 R2=c5,p1,moved1,used flag.red=c5 flag.blue=R2 -R1 -B1"


def test_ch3_defenders_out_of_ammo_are_removed_first(both):
    # B1 and B3 are empty, B2 suppressed: one die rolls against two.
    t = both(
        f"{START} R1=c4 R2=d4 R3=b1 B1=c5,empty B2=c5,suppressed B3=c5,empty,suppressed B4=b7 M1=c1 M2=c7"
        " flag.red=B1 flag.blue=c7"
    )
    t.act("charge").act("figure R1").act("figure R2", "shoot-out:red=0-1")
    assert [draw.classes for draw in t.game.draws] == ["2 v 1"]
    assert t.changes == "used=2,0 R1=c5,p1,moved1,used R2=c5,p1,moved1,used flag.red=c5 -B1 -B2 -B3"


def test_ch3_all_out_of_ammo_and_nothing_is_rolled(both):
    t = both(f"{START} R1=c4 R3=b1 B1=c5,empty B2=c5,empty B4=b7 M1=c1 M2=c7").act("charge")
    assert t.changes == "used=1,0 R1=c5,p1,moved1,used -B1 -B2"


def test_ch3_they_are_removed_when_the_chargers_have_come(both):
    # R1 has arrived; while Red may name another, the empty B1 still stands there.
    t = both(TWO_ON_ONE.replace("suppressed", "empty")).act("charge").act("figure R1")
    assert t.changes == "used=1,0 to=red:charger place=c5 count=1 R1=c5,p1,moved1,used"


def test_ch3_nobody_is_removed_where_nobody_arrived(both):
    # The only charger is out before he comes: the defender without ammo stays.
    t = both(f"{START} R1=c3 R3=b1 B1=c5,empty B2=c7,sentry B3=b7 M1=c2 M2=d7").act("charge")
    t.act("B2 shoot R1", "hit:B2=4 way:B2=3 save:R1=2 check:R1=4")
    assert t.changes == "used=1,0 M1=c4 -R1"


def test_ch3_the_last_defender_and_one_charger_fall_in_one_round(both):
    # The defender goes at once; of the two chargers Red chooses one; the other has won.
    t = both(TWO_ON_ONE).act("charge").act("figure R1").act("figure R2", "shoot-out:red=1-1")
    assert t.changes == ("used=2,0 to=red:casualty place=c5 losses=1,0 R1=c5,p1,moved1,used R2=c5,p1,moved1,used -B1")
    t.act("figure R2")
    assert t.changes == "used=2,0 R1=c5,p1,moved1,used -R2 -B1"


# CH4: nothing else matters.


def test_ch4_no_cover_no_smoke_no_facing(both):
    # Foliage, smoke, a charger from behind: one draw, the shoot-out's.
    t = both(f"{START} R1=c4/W R2=b1 B1=c5/E,suppressed B2=b7 M1=c1 M2=c7 soft=c5 smoke=c5,c4", ADVANCED)
    t.act("charge", "shoot-out:red=0-1")
    assert t.changes == "used=1,0 R1=c5,p1,moved1,used -B1"


def test_ch4_no_base(both):
    t = both(f"{START} R1=c7 R2=b1 B1=c8,suppressed B2=b7 M1=c1 M2=d7").act("charge", "shoot-out:red=0-1")
    assert t.changes == "used=1,0 R1=c8,p1,moved1,used -B1"


def test_ch4_survivors_act_on_with_points_left(both):
    t = both(f"{START} R1=c4 R2=b1 B1=c5,suppressed B2=b7 M1=c1 M2=c7").act("charge", "shoot-out:red=0-1")
    assert t.may("R1 shoot B2") and t.may("R1 move E") and t.may("R1 aim")
    t.act("R1 shoot B2", "hit:R1=4 save:B2=1")
    assert t.changes == "used=1,0 R1=c5,p0,moved1,used,fired -B1"


def test_ch4_the_chargers_of_one_charge_count_as_one(both):
    # One at a time: both chargers may act on after it; who had acted before may not.
    there = TWO_ON_ONE.replace("to=", "used=1,0 to=").replace("R3=b1", "R3=b1,p1,moved1,used R4=b2")
    t = both(there, "capture-the-flag-basic?activation=one_at_a_time")
    t.act("charge").act("figure R1").act("figure R2", "shoot-out:red=0-1")
    assert t.changes == "used=3,0 R1=c5,p1,moved1,used R2=c5,p1,moved1,used R3=b1,p1,moved1,finished -B1"
    assert t.may("R1 move E") and t.may("R2 move E") and not t.may("R3 move E")


def test_ch4_winning_defenders_stay_impotent(both):
    # And may be charged again.
    t = both(f"{START} R1=c4 R2=d4 R3=b1 B1=c5,suppressed B2=b7 M1=c1 M2=c7").act("charge").act("figure R1")
    t.act("done", "shoot-out:red=1-0")
    assert t.changes == "used=1,0 -R1"
    t.act("charge", "shoot-out:red=0-1")
    assert t.changes == "used=2,0 R2=c5,p1,moved1,used -R1 -B1"


@pytest.mark.parametrize(
    ("losses", "after"),
    [("0-1", "used=1,0 over=red:flag R1=c8,p1,moved1,used -to -B1"), ("1-0", "used=1,0 flag=c8 -R1")],
)
def test_ch4_victory_is_judged_after_the_shoot_out(both, losses, after):
    # R1 carries the flag into the enemy's base by a charge: only the survivor has won.
    t = both(f"{START} R1=c7 R2=b1 B1=c8,suppressed B2=b6 M1=c1 M2=d7 flag=R1", SINGLE)
    t.act("charge", f"shoot-out:red={losses}")
    assert t.changes == after


def test_ch4_the_last_defender_of_a_team_loses_the_game(both):
    t = both(f"{START} R1=c4 R2=b1 B1=c5,suppressed M1=c1 M2=c7").act("charge", "shoot-out:red=0-1")
    assert t.changes == "used=1,0 over=red:eliminated R1=c5,p1,moved1,used -to -B1"


@pytest.mark.parametrize(("chargers", "defenders"), [(1, 1), (1, 2), (2, 1), (3, 5), (16, 16)])
def test_ch3_the_results_of_a_round_are_gone_through_in_order(chargers, defenders):
    wanted = [
        32 * lost + fallen
        for lost in range(chargers + 1)
        for fallen in range(defenders + 1)
        if (lost, fallen) not in ((0, 0), (chargers, defenders))
    ]
    contests = [0]
    while (after := next_contest(CONTEST + 32 * chargers + defenders, contests[-1])) > 0:
        contests.append(after)
    assert contests[1:] == wanted
