"""SC: soft cover.  HC: hard cover."""

import json

import pytest

from tests import ROOT

TRUTH = json.loads((ROOT / "tests" / "data" / "hexon26.json").read_text(encoding="utf-8"))
COORDS = dict(zip(TRUTH["names"], map(tuple, TRUTH["coords"].values()), strict=True))
STEPS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
ADVANCED = "capture-the-flag"


def product(one, two):
    """The scalar product of two steps in cube coordinates (q, r, -q - r)."""
    return one[0] * two[0] + one[1] * two[1] + (one[0] + one[1]) * (two[0] + two[1])


@pytest.mark.parametrize("face", range(1, 7))
def test_sc1_soft_cover_between_stops_on_4_or_more(both, face):
    # Range 3, a 4 hits; the foliage in c4 takes it on 4, 5, 6, and that is all that happens.
    t = both(f"{START} R1=c2 R2=b1 B1=c5 B2=b7 M1=c1 M2=c6 soft=c4")
    t.act("R1 shoot B1").act("done", f"hit:R1=4 way:R1={face}" + ("" if face >= 4 else " save:B1=1"))
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"


def test_sc1_soft_cover_in_the_targets_hex_is_in_the_way_and_breaks_the_shot(both):
    # First whether the leaves stop it, then the save by SV2: a 3 leaves no mark there.
    there = f"{START} R1=c2 R2=b1 B1=c5 B2=b7 M1=c1 M2=c6 soft=c5"
    t = both(there).act("R1 shoot B1").act("done", "hit:R1=4 way:R1=3 save:B1=3")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"
    t = both(there).act("R1 shoot B1").act("done", "hit:R1=4 way:R1=3 save:B1=4 check:B1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c5 -B1"
    t = both(there).act("R1 shoot B1").act("done", "hit:R1=4 way:R1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"


def test_sc1_soft_cover_in_the_shooters_hex_is_not_in_the_way(both):
    t = both(f"{START} R1=c2 R2=b1 B1=c5 B2=b7 M1=c1 M2=c6 soft=c2,b3,d4")
    t.act("R1 shoot B1").act("done", "hit:R1=4 save:B1=2 check:B1=3")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c5"


def test_sc1_every_piece_on_the_line_is_rolled_for_from_the_shooter_outward(both):
    # c3 lets it through, c4 lets it through, c5 stops it.
    t = both(f"{START} R1=c2 R2=b1 B1=c5 B2=b7 M1=c1 M2=c6 soft=c3,c4,c5")
    t.act("R1 shoot B1").act("done", "hit:R1=4 way:R1=1 way:R1=3 way:R1=5")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"


@pytest.mark.parametrize("state", ["", ",empty", ",suppressed", ",jammed"])
def test_sc1_soft_cover_hides_nobody(both, state):
    t = both(f"{START} R1=c2 R2=b1 B1=c5{state} B2=b7 M1=c1 M2=c6 soft=c4,c5")
    assert t.may("R1 shoot B1")


@pytest.mark.parametrize("facing", STEPS)
@pytest.mark.parametrize("place", ["c4", "b5"])
def test_hc1_a_piece_shields_its_facing_and_the_sides_beside_it(both, place, facing):
    # Impotent figures can't be shot at through it (HC3): so legality shows the shield, for every shooter's hex.
    illegal = [pair for one, two, *_ in TRUTH["illegal_pairs"] for pair in ((one, two), (two, one))]
    at = COORDS[place]
    shooters = [name for name in COORDS if name != place and (name, place) not in illegal]
    while shooters:
        six, shooters = shooters[:6], shooters[6:]
        red = " ".join(f"R{number}={name}" for number, name in enumerate(six, start=1))
        t = both(f"{START} {red} B1={place},empty M1=c1 M2=c8 hard={place}/{facing}")
        for number, name in enumerate(six, start=1):
            far = TRUTH["distance"][TRUTH["names"].index(name)][TRUTH["names"].index(place)] > 5
            view = COORDS[name][0] - at[0], COORDS[name][1] - at[1]
            shielded = product(view, STEPS[facing]) > 0
            assert t.may(f"R{number} shoot B1") is not (shielded or far), name


@pytest.mark.parametrize(("facing", "way"), [("W", 1), ("NW", 1), ("SW", 1), ("E", 0), ("NE", 0), ("SE", 0)])
def test_hc1_an_active_target_behind_it_has_it_in_the_way(both, facing, way):
    # R1 shoots from the west.
    t = both(f"{START} R1=c2 R2=b1 B1=c5 B2=b7 M1=c1 M2=c6 hard=c5/{facing}")
    t.act("R1 shoot B1").act("done", "hit:R1=4 " + "way:R1=3 " * way + "save:B1=2 check:B1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c5 -B1"


@pytest.mark.parametrize(("facing", "way"), [("NW", 1), ("NE", 1), ("W", 0), ("E", 0), ("SW", 0), ("SE", 0)])
def test_hc1_along_the_border_of_its_sides_it_does_not_shield(both, facing, way):
    # a1 lies straight above c4, at a right angle to east and west: range 2, the line runs along the edge of b3 and b4.
    t = both(f"{START} R1=a1 R2=b1 B1=c4 B2=b7 M1=c1 M2=c6 hard=c4/{facing}")
    t.act("R1 shoot B1").act("done", "hit:R1=3 " + "way:R1=3 " * way + "save:B1=6")
    assert t.changes == "used=1,0 R1=a1,p1,used,fired"


@pytest.mark.parametrize("face", range(1, 7))
def test_hc2_it_stops_on_4_or_more_and_changes_no_save(both, face):
    # Through it the usual save: a 3 marks, and the Marshal is called.
    t = both(f"{START} R1=c2 R2=b1 B1=c5 B2=b7 M1=c1 M2=c6 hard=c5/W")
    t.act("R1 shoot B1").act("done", f"hit:R1=4 way:R1={face}" + ("" if face >= 4 else " save:B1=3 check:B1=1"))
    assert t.changes == "used=1,0 R1=c2,p1,used,fired" + ("" if face >= 4 else " M2=c5")


def test_hc2_only_for_targets_in_its_hex(both):
    # Pieces on the line before the target and in the shooter's hex are nothing, whichever way they face.
    t = both(f"{START} R1=c2 R2=b1 B1=c5 B2=b7 M1=c1 M2=c6 hard=c2/W,c3/W,c4/E")
    t.act("R1 shoot B1").act("done", "hit:R1=4 save:B1=2 check:B1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c5 -B1"


def test_hc2_it_comes_after_everything_on_the_line(both):
    # R2 in c3 first, then the foliage in c4, then the drums in c5; the shooter's own friend there is no obstacle.
    t = both(f"{START} R1=c2 R2=c3 B1=c5 B2=b7 M1=c1 M2=c6 soft=c4 hard=c5/W")
    t.act("R1 shoot B1").act("done", "hit:R1=4 way:R1=1 way:R1=2 way:R1=3 save:B1=1")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"


def test_hc2_no_help_to_a_figure_that_is_hit_in_the_way(both):
    # The shot at B1 is stopped by B2 in c4: its drums aren't rolled for, before or after.
    t = both(f"{START} R1=c2 R2=b1 B1=c5 B2=c4 B3=b7 M1=c1 M2=c6 hard=c4/W")
    t.act("R1 shoot B1").act("done", "hit:R1=4 way:R1=4 save:B2=2 check:B2=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c4 -B2"


def test_hc2_it_shields_from_reactions_and_suppressive_fire_too(both):
    there = f"{START} R1=c2 R2=b1 B1=c5 B2=b7 M1=c1 M2=c6 hard=c5/W"
    t = both(there).act("R1 suppress B1").act("done", "hit:R1=4 way:R1=3 save:B1=3")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired B1=c5,suppressed"
    t = both(there).act("R1 suppress B1").act("done", "hit:R1=4 way:R1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"
    # R1 steps behind the piece in c3, which faces the sentry: range 2.
    t = both(f"{START} R1=c2 R2=b1 B1=c5,sentry B2=b7 M1=c1 M2=c6 hard=c3/E")
    t.act("R1 move E").act("B1 shoot R1", "hit:B1=3 way:B1=4")
    assert t.changes == "used=1,0 R1=c3,p1,moved1,used"


@pytest.mark.parametrize(
    ("state", "shot", "burst"),
    [("", True, True), (",empty", False, False), (",suppressed", False, False), (",jammed", True, False)],
)
def test_hc3_impotent_figures_cannot_be_shot_at_through_it(both, state, shot, burst):
    # Neutral is not impotent; neutral and suppressed figures can't be suppressed anyway (SU2).
    t = both(f"{START} R1=c2 R2=b1 B1=c5{state} B2=b7 M1=c1 M2=c6 hard=c5/W")
    assert t.may("R1 shoot B1") is shot
    assert t.may("R1 suppress B1") is burst


def test_hc3_from_an_open_side_they_can(both):
    t = both(f"{START} R1=c2 R2=c7 B1=c5,empty B2=c5,suppressed M1=c1 M2=c6 hard=c5/W")
    assert not t.may("R1 shoot B1") and not t.may("R1 shoot B2")
    assert t.may("R2 shoot B1") and t.may("R2 shoot B2") and t.may("R2 suppress B1")


def test_hc3_a_sentry_cannot_shoot_at_an_impotent_mover_behind_it(both):
    # An empty R1 comes behind the piece in c3 and nobody is asked; in c4 the sentry is.
    t = both(f"{START} R1=c2,empty R2=b1 B1=c6,sentry B2=b7 M1=c1 M2=c7 hard=c3/E")
    t.act("R1 move E")
    assert t.changes == "used=1,0 R1=c3,p1,moved1,used,empty"
    t.act("R1 move E")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B1 R1=c4,p0,moved2,used,empty"


def test_hc4_no_help_against_paint(both):
    # In foliage as behind drums: marked on 2-5, and nothing is rolled for the cover.
    for piece in ("soft=c5", "hard=c5/W"):
        t = both(f"{START} R1=c3,paint R2=b1 B1=c5 B2=b7 M1=c1 M2=c6 {piece}", ADVANCED)
        t.act("R1 throw paint").act("hex c5", "scatter:R1=2 mark:B1=2 check:B1=4")
        assert t.changes == "used=1,0 R1=c3,p0,used M2=c5 -B1"
