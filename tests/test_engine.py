"""Does the façade refuse what can't be, in one line, and never hang?"""

import pytest

from paintball_env.engine import Game

H = "turn=2 phase=1 acting=red second=blue score=6,1"

NOTHING_LEGAL = {
    "a charge with nobody to charge": "to=red:charge R1=c2 B1=c5",
    "a charger where none can arrive": "to=red:charger place=c5 R1=c2 B1=c5,suppressed",
    "a charger whose ways are closed": "to=red:step actor=R1 place=c4 count=1 R1=c2 B1=c4,suppressed B2=c3 B3=b3 B4=d3",
}


@pytest.mark.parametrize("case", NOTHING_LEGAL)
def test_a_position_that_leaves_nothing_to_do_is_refused(case: str) -> None:
    with pytest.raises(ValueError, match=r"^'(charge|charger|step)': no action is legal in this position"):
        Game("capture-the-flag", start=f"{H} {NOTHING_LEGAL[case]}")
