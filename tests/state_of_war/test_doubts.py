"""What of a table that can be played makes little sense: is it told, with the key of the file, and nothing else?"""

import pytest
from typer.testing import CliRunner

from state_of_war.__main__ import shell
from state_of_war.definition import STATE_OF_WAR
from state_of_war.scenario import FOLDER, PRESETS, Scenario

LINE = (FOLDER / "line-and-line.toml").read_text(encoding="utf-8").replace('"line-and-line"', '"mine"')
COMPANY = (FOLDER / "company.toml").read_text(encoding="utf-8").replace('"company"', '"mine"')
RIVER = '["water", [[-120, -3], [120, -3], [120, 3], [-120, 3]]]'
BRIDGED = '["water", [[-120, -3], [-5, -3], [-5, 3], [-120, 3]], [[5, -3], [120, -3], [120, 3], [5, 3]]]'
FORD = '["ford", [[-5, -3], [5, -3], [5, 3], [-5, 3]]]'
HOUSE = '["building", [[-30, -12], [-20, -12], [-20, -7], [-30, -7]]]'
MOAT = """["water", [[-60, 15], [60, 15], [60, 17], [-60, 17]], [[-60, 45], [60, 45], [60, 47], [-60, 47]],
  [[-60, 15], [-58, 15], [-58, 47], [-60, 47]], [[58, 15], [60, 15], [60, 47], [58, 47]]]"""
POINT = {"old": "name =", "new": "objective = [0, 0]\nname ="}


def told(text: str) -> list[str]:
    return STATE_OF_WAR.warnings(Scenario.parse(text))


def line(*areas: str, old: str = "", new: str = "", whole: str = LINE) -> str:
    """`line-and-line`, or another file, with other areas, and with a change."""
    start, end = whole.index("areas = "), whole.index("pieces = ")
    text = f"{whole[:start]}areas = [{', '.join(areas)}]\n{whole[end:]}"
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_make_sense(name):
    assert told((FOLDER / f"{name}.toml").read_text(encoding="utf-8")) == []


DOUBTS = [
    ("TA1", ["areas.0"], line('["wood", [0, 70, 9]]')),
    ("TA1", ["areas.0"], line('["wood", [0, 55, 9]]')),
    ("TA1", ["areas.0"], line('["hill", [[80, 70], [110, 40], [110, 70]]]')),
    ("TA1", ["areas.0"], line('["hill", [[80, 50], [100, 50], [100, 55]]]')),
    ("TA1", ["pieces.0"], line(old="[-45, -6], [-5, -6]", new="[-95, -6], [-5, -6]")),
    ("TA4", ["areas.1"], line('["hill", [0, 0, 9]]', '["wood", [5, 0, 9]]')),
    ("TA4", ["areas.1"], line('["water", [0, 0, 9]]', '["ford", [5, 0, 2]]')),
    ("MV3", ["places.0"], line(HOUSE)),
    ("MV3", ["places.2"], line(old="[-25, -3.5,", new="[-25, -6,")),
    ("MV3", ["places.2"], line(old="[-25, -3.5,", new="[-25, -59,")),
    ("MV3", ["places.0"], line('["building", [[-23, -9], [-21, -9], [-21, -8], [-23, -8]]]')),
    ("MV3", ["slots.long", "slots.long"], line(RIVER, whole=COMPANY)),
    ("VI2", ["hold"], line(old="name =", new="hold = 2\nname =")),
    ("VI2", ["objective"], line('["building", [[-3, -3], [3, -3], [3, 3], [-3, 3]]]', **POINT)),
    ("VI2", ["objective"], line('["water", [0, 0, 22]]', whole=COMPANY, **POINT)),
    ("WE3", ["blue.0"], line(old=', arm = "minie", blade = "bayonet", times', new=", times")),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "keys", "text"), DOUBTS, ids=[f"{rule} {n}" for n, (rule, *_) in enumerate(DOUBTS)])
def test_what_makes_little_sense_is_told_by_its_rule_and_key(rule, keys, text):
    found = [words for words in told(text) if f"({rule})" in words]
    assert [words.partition(":")[0] for words in found] == keys


def test_what_makes_sense_is_not_told():
    """Touching areas, areas of one kind, a gap in the water of 10 cm, an open building."""
    assert told(line('["wood", [-9, 0, 9]]', '["hill", [9, 0, 9]]', '["wood", [-12, 0, 9]]')) == []
    assert told(line(BRIDGED, FORD, whole=COMPANY, **POINT)) == told(line(BRIDGED, whole=COMPANY)) == []
    assert told(line(HOUSE, old="name =", new='buildings = "open"\nname =')) == []


def test_an_island_is_reached_by_nobody():
    """MV10: a moat round a place; a gap in it."""
    assert [words.partition(":")[0] for words in told(line(MOAT, whole=COMPANY))] == ["places.5"]
    open_moat = MOAT.replace("[60, 15], [60, 17]", "[55, 15], [55, 17]")
    assert told(line(open_moat, whole=COMPANY)) == []


def test_warnings_stand_below_the_scenario_with_their_lines(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(line('\n  ["hill", [0, 0, 9]]', '\n  # ["wood"]\n  ["wood", [5, 0, 9]]'))
    ran = CliRunner().invoke(shell.app, ["scenarios", str(path)])
    row = next(n for n, words in enumerate(path.read_text().splitlines(), 1) if words.startswith('  ["wood"'))
    assert ran.exit_code == 0 and ran.stdout.splitlines()[-1].startswith("warning: areas.1: ")
    assert ran.stdout.endswith(f"(line {row})\n")
