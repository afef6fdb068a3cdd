"""Position text of a table: what it refuses (docs/open-table.md, "Positions on the table")."""

import pytest

from paintball_env.on_table.notation import NotationError, format_position, parse_position
from paintball_env.on_table.scenario import Scenario

SCENARIO = Scenario.parse(
    """
    name = "table"
    title = "A table"
    objective = "capture"
    bunkers = [[0, 0]]
    [cover]
    soft_at = [[10, 5]]
    hard_at = [[-10, 5, "NE"]]
    """,
    "table",
)
PLAY = "turn=2 phase=1 acting=red second=blue score=6,1 "
COVER = " soft=10.0:5.0 hard=-10.0:5.0/NE"
ACT = "to=red:act R1=-20.0:0.0 R2=-30.0:5.0 B1=20.0:0.0 B2=30.0:0.0"
CHARGE = (
    "used=1,0 to=blue:react actor=R1 asked=B2 place=20.0:0.0 group=B1 goal=17.5:0.0 count=1 R1=15.0:0.0,p1,moved1,used"
)
CHARGED = " R2=-30.0:5.0 B1=20.0:0.0,suppressed B2=30.0:10.0,sentry"


@pytest.mark.parametrize("words", [ACT, CHARGE + CHARGED, ACT + " smoke=-5.0:0.0,5.1:0.0"])
def test_read_and_written(words: str) -> None:
    text, smoke = f"{PLAY}{words.partition(' smoke')[0]}{COVER}", words.partition(" smoke")
    text += "".join(smoke[1:])
    assert format_position(SCENARIO, parse_position(SCENARIO, text)) == text


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        (ACT.replace("R1=-20.0:0.0", "R1=c4"), "R1=c4: no point 'c4'; a point is written"),
        (ACT.replace("-20.0:0.0", "-40.1:0.0"), "R1=-40.1:0.0: -40.1:0.0 is not on the table"),
        (ACT.replace("-20.0:0.0", "-39.0:0.0"), "R1=-39.0:0.0: no base has room at -39.0:0.0 (OT3)"),
        (ACT.replace("-20.0:0.0", "-20.0:0.0/NNNE"), "R1=-20.0:0.0/NNNE: 'NNNE' is none of E ENE"),
        (ACT.replace("-30.0:5.0", "-20.0:2.3"), "R1=-20.0:0.0: no base has room at -20.0:0.0 (OT3)"),
        (
            ACT + " R3=0.0:0.0 R4=3.0:0.0 R5=-3.0:0.0",
            "R3=0.0:0.0: works2 has room for 2 of a team and 3 in all (EN4)",
        ),
        (ACT + " R3=0.0:0.0,sentry,p0,used", "used: is missing: used or finished on the board: R3 (TU2)"),
        (ACT + " smoke=0.0:10.0,5.0:10.0", "smoke=0.0:10.0,5.0:10.0: 5.0:10.0 is within 5 cm of another cloud (SM1)"),
        (ACT + " smoke=0.0:10.0,0.0:10.0", "smoke=0.0:10.0,0.0:10.0: 0.0:10.0 is given twice"),
        (ACT + " goal=0.0:0.0", "goal=0.0:0.0: has no place in the decision 'act'"),
        (CHARGE.replace("17.5", "17.6") + CHARGED, "goal=17.6:0.0: chargers stand 2.5 or 5 cm along a heading"),
        (
            CHARGE.replace("group=B1 ", "") + CHARGED,
            "group: charged is who is together with the enemy who is named",
        ),
        (CHARGE.replace("group=B1", "group=R2") + CHARGED, "group=R2: R2 is on the chargers' side"),
        (
            ACT.replace("to=red:act", "to=red:order actor=R1"),
            "to=red:order: figures are picked with more than 11",
        ),
        (ACT.replace("to=red:act", "to=red:go"), "actor: is missing, the decision 'go' needs it"),
        (
            "to=red:volley actor=R1 kind=shoot shots=B1,B2 R1=0.0:10.0 B1=20.0:0.0 B2=30.0:0.0",
            "shots=B1,B2: all targets of a volley are together with the first one (SH3)",
        ),
    ],
)
def test_refused(words: str, refused: str) -> None:
    text = f"{PLAY}{words.partition(' smoke')[0]}{COVER}{''.join(words.partition(' smoke')[1:])}"
    with pytest.raises(NotationError) as error:
        parse_position(SCENARIO, text)
    assert refused in str(error.value)


@pytest.mark.parametrize(
    ("cover", "refused"),
    [
        ("hard=-10.0:5.0/NE", "soft: 0 pieces, and 0 to place: of this cover there are 1"),
        ("soft=10.0:5.0 hard=-10.0:5.0", "hard cover, and only hard cover, has a heading"),
        ("soft=10.0:5.0 hard=-10.0:5.0/SW", "'SW' is none of E ENE NE NNE N NNW NW WNW"),
        ("soft=8.0:0.0 hard=-10.0:5.0/NE", "soft=8.0:0.0: 8.0:0.0 is no place for it (BO3)"),
        ("soft=-10.0:5.0 hard=-10.0:5.0/NE", "hard=-10.0:5.0/NE: -10.0:5.0 is no place for it (BO3)"),
    ],
)
def test_refused_cover(cover: str, refused: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_position(SCENARIO, f"{PLAY}{ACT} {cover}")
    assert refused in str(error.value)
