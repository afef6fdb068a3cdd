"""Scenarios: presets, own ones, and what is refused, each by its rule."""

import re

import numpy as np
import pytest

from beat_to_quarters.definition import BEAT_TO_QUARTERS, VARIANTS
from beat_to_quarters.scenario import PRESETS, Scenario
from tabletop.play.game import Game
from tests import refuses

FIXED = """
name = "mine"
columns = 20
rows = 12
deployment = "fixed"
[[white]]
rate = 3
place = "0505"
heading = "E"
[[black]]
rate = 4
place = "1505"
heading = "W"
"""
CORNERS = 'name = "mine"\n[[white]]\nrate = 3\n[[black]]\nrate = 4\n'
SEA = "\n".join(["." * 20] * 12)
WALL = "\n".join(["....#" + "." * 15] * 12)
BATTERY = '[[batteries]]\nteam = "white"\nkind = "light"\nheading = "E"\nplace = '


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_read_and_written(name):
    scenario = Scenario.load(name)
    assert Scenario.from_json(scenario.to_json()) == scenario and scenario.title
    assert Game(scenario, seed=1).turn == 1
    for rules in VARIANTS:
        other = BEAT_TO_QUARTERS.with_rules(scenario, rules)
        assert Game(other, seed=1).legal_actions() and other.actions >= scenario.most


def test_variants_have_every_switch():
    """The page's "Switches"."""
    changed = {key for rules in VARIANTS for key in rules}
    fields = {*Scenario.model_fields} - {"name", "title", "description", "turns", "damage", "range", "ships"}
    assert fields <= changed
    for key in ("victory", "passing", "swing", "last_die", "drift", "prizes", "dismasted", "crews"):
        assert {rules[key] for rules in VARIANTS if key in rules} - {Scenario.model_fields[key].default}, key


def test_a_file_of_ones_own(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(FIXED)
    scenario = Scenario.load(path)
    assert scenario.most == 1 and scenario.actions == 8 + 42 and scenario.fleet(1)[0].rate == 4
    assert "W1=0505E" in Game(scenario, seed=2).position()


def test_sh6_sb1_costs_and_tables_in_the_world():
    """SH6, SB1: by rate and crew, from poor; a battery costs 20 less."""
    sea = Scenario.load("duel").world[0]["sea"]
    assert sea["cost"][0, 1].tolist() == [45, 50, 55, 60, 65] and sea["cost"][0, 8].tolist() == [10, 15, 20, 25, 30]
    assert sea["cost"][1, 3].tolist() == [15, 20, 25, 30, 35]
    assert sea["dice"][4, 0].tolist() == [0, 2, 4, 3] and sea["dice"][7, 1].tolist() == [1, 1, 2, 2]
    assert sea["turn"][1:].tolist() == [1, 1, 2, 2, 3, 1, 1, 3] and sea["rig"][1:].tolist() == [3, 3, 3, 3, 2, 3, 3, 1]
    assert sea["range"][1:].tolist() == [4, 3, 2, 1, 0, 0, -1, -1, -1, -1, -2, -2, -2]
    assert np.count_nonzero(sea["land"]) == 0


def test_mp4_a_chart_has_a_sign_for_each_hex():
    """MP4, SL1: a line a row from the north; `.` sea, `#` land, 1 to 8 a shoal; without a chart all is sea."""
    lines = SEA.split("\n")
    lines[2], lines[11] = "#" + "." * 18 + "8", "." * 19 + "#"
    sea = Scenario.parse(FIXED.replace("rows = 12", f'rows = 12\nchart = """\n{chr(10).join(lines)}\n"""')).world[0][
        "sea"
    ]
    land, depth = sea["land"][: 20 * 12].reshape(12, 20), sea["depth"][: 20 * 12].reshape(12, 20)
    assert [*zip(*np.nonzero(land), strict=True)] == [(2, 0), (11, 19)]
    assert [*zip(*np.nonzero(depth), strict=True)] == [(2, 19)] and depth[2, 19] == 8
    assert not Scenario.parse(FIXED).world[0]["sea"]["land"].any()


REFUSED = [
    ("MP1", FIXED.replace("rows = 12", "rows = 13")),
    ("MP1", FIXED.replace("rows = 12", 'rows = 12\nchart = "..."')),
    ("MP4", FIXED.replace("rows = 12", f'rows = 12\nchart = """\n{SEA.replace(".", "~", 1)}\n"""')),
    ("NA", CORNERS.replace('"mine"', '"mine"\nnations = ["british"]')),
    ("GU8", CORNERS.replace('"mine"', '"mine"\nrange = [1, 2]')),
    ("SH6", CORNERS.replace('"mine"', '"mine"\nships = [{ masts = 3, a = 1, b = 1, c = 1, d = 1, turn = 1 }]')),
    ("DT", CORNERS.replace('"mine"', '"mine"\ndamage = [["N"]]')),
    ("DA", CORNERS.replace('"mine"', f'"mine"\ndamage = {[["HOLE"] * 11] * 12}'.replace("'", '"'))),
    ("SU1", CORNERS.replace('"mine"', '"mine"\npoints = 60')),
    ("SU1", 'name = "mine"\npoints = 10'),
    ("SH2", 'name = "mine"\n[[white]]\nrate = 3\n'),
    ("SH2", CORNERS + "".join("[[white]]\nrate = 3\n" for _ in range(10))),
    ("SH7", CORNERS.replace("rate = 3", "rate = 3\nmasts = 2")),
    ("SU2", CORNERS.replace("rate = 3", 'rate = 3\nplace = "0505"\nheading = "E"')),
    ("SU2", FIXED.replace('place = "0505"\n', "")),
    ("SQ", CORNERS.replace("rate = 3", "rate = 3\nsquadron = 1")),
    ("WI1", CORNERS.replace('"mine"', '"mine"\nwind = "NE"')),
    ("WI1", CORNERS.replace('"mine"', '"mine"\ndeployment = "lines"\nwind = "W"')),
    ("SU4", FIXED.replace("0505", "0105")),
    ("SU4", FIXED.replace("0505", "1605")),
    ("SU4", FIXED.replace("rows = 12", f'rows = 12\nchart = """\n{WALL}"""')),
    ("SB1", FIXED + BATTERY + '"0101"'),
    ("SU4", CORNERS.replace('"mine"', '"mine"\nrows = 10') + "".join("[[white]]\nrate = 3\n" for _ in range(3))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "text"), REFUSED, ids=[f"{rule} {number}" for number, (rule, _) in enumerate(REFUSED)]
)
def test_what_cant_be_played_is_refused_by_its_rule(rule, text):
    refuses(ValueError, rf"\((\w+, )*{rule}(, \w+)*\)", Scenario.parse, text, "mine.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CORNERS.replace("rate = 3", "rate = 9"), "rate"),
        (CORNERS.replace("rate = 3", 'rate = 3\ncrew = "drunk"'), "crew"),
        ("ballast = 3\n" + CORNERS, "unknown key ballast"),
        ("turn = 3\n" + CORNERS, "did you mean turns?"),  # although the rows of `ships` have a key `turn`
        ("rate = 3\n" + CORNERS, "rate belongs in [[white]] or in [[black]]"),
        (CORNERS.replace("rate = 3", 'rate = 3\ncrews = "poor"'), "did you mean crew?"),
        (CORNERS.replace("rate = 3", "rate = 3\nanchors = 1"), "did you mean anchor?"),
        (FIXED.replace("columns = 20", "columns = 11"), "columns: 11 is not 12 or more"),
        (FIXED.replace("rows = 12", "rows = 42"), "rows: 42 is not at most 40"),
        (FIXED.replace("0505", "9999"), "9999"),
        (FIXED + BATTERY + '"zz"', "zz"),
        ("name = ", "not TOML"),
    ],
)
def test_what_isnt_a_scenario(text, said):
    assert refuses(ValueError, re.escape(said), Scenario.parse, text, "mine.toml").startswith("mine.toml")
