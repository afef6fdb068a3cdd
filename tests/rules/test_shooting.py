"""SH: shooting."""

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"


def test_sh1_a_hit_needs_more_than_the_range(table):
    # Range 3: a 3 misses, a 4 hits.  The figure plays on; nothing else is drawn.
    there = f"{START} R1=c2 R2=b1 B1=c5 B2=b7 M1=c1 M2=c6"
    missed = table(there).act("R1 shoot B1").act("done", "hit:R1=3")
    assert missed.position == (
        "turn=2 phase=1 acting=red second=blue score=6,1 used=1,0 to=red:act R1=c2,p1,used,fired R2=b1 B1=c5 B2=b7 M1=c1 M2=c6"
    )
    hit = table(there).act("R1 shoot B1").act("done", "hit:R1=4 save:B1=2 check:B1=4")
    assert "B1=" not in hit.position
    assert "M2=c5" in hit.position
