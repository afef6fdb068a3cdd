"""Scenarios: presets, own ones, the world's record, and what is refused, each by its rule."""

import re
import tomllib
from pathlib import Path

import pytest

from state_of_war.rules import state
from state_of_war.scenario import FOLDER, PRESETS, Scenario
from tests import refuses
from tests.state_of_war.setting_table import SMALL, small

PAGE = Path("docs/state-of-war.md")
COSTS = {
    "first-skirmish": (249, 249),
    "line-and-line": (438, 438),
    "militia": (432, 438),
    "raid": (393, 180),
    "crossroads": (438, 438),
    "company": (1257, 1257),
}
SIZES = {"first-skirmish": 16, "company": 80}


@pytest.mark.parametrize("name", PRESETS)
def test_fo2_presets_cost_what_the_page_says(name):
    """FO2, VI1, UN2: prices, commanders, sizes."""
    scenario = Scenario.load(name)
    assert Scenario.from_json(scenario.to_json()) == scenario and scenario.title and scenario.description
    world = scenario.world[0]
    assert tuple(world["costs"]) == COSTS[name] and scenario.size == SIZES.get(name, 32)
    for side in (0, 1):
        chief = world["men"][side, world["commander"][side] % state.STRIDE]
        assert (chief["arm"], chief["pistol"], chief["blade"]) == (state.NO_ARM, 1, state.SWORD)
        first = name in ("first-skirmish", "company")
        assert chief["member"] == 0 and (chief["unit"] == 0) == first


def test_presets_are_the_files_of_the_page():
    blocks = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    told = [tomllib.loads(block) for block in blocks if block.startswith("name")]
    assert {block["name"] for block in told} == {*PRESETS}
    for block in told:
        with open(FOLDER / f"{block['name']}.toml", "rb") as file:
            data = tomllib.load(file)
        assert {key: data[key] for key in block} == block


def test_ta_the_ground_as_it_lies_and_turned():
    """TA5, W8, MV10: cores, numbers of terrain, half a turn, places numbered anew."""
    lies, turned = small().world[0]["ground"]
    for ground, sign in ((lies, 1), (turned, -1)):
        assert (ground["polygons"], ground["rounds"], ground["lines"], ground["spots"]) == (1, 2, 3, 2)
        wood, water = ground["discs"][:2]
        assert [wood[key] for key in ("x", "y", "radius", "core", "kind", "number")] == [sign * -300, 0, 80, 30, 1, 0]
        assert (water["y"], water["core"], water["number"]) == (sign * 300, 10, 2)
        building = ground["areas"][0]
        assert (ground["of"][0], building["kind"], building["x"][0]) == (1, state.BUILDING, sign * 200)
        assert building["c"][0] - building["core"][0] == 50 * 100
        assert ground["pieces"]["number"][:3].tolist() == [3, 4, 5]
        assert [ground["pieces"][1][key] for key in ("ax", "by", "kind")] == [sign * 100, sign * 50, state.WALL]
    assert lies["places"][0].tolist()[:3] == (-280, 160, 3) and lies["places"][1].tolist()[:3] == (0, -25, 4)
    assert turned["places"][0].tolist()[:3] == (0, 25, 12) and turned["places"][1].tolist()[:3] == (280, -160, 11)


def test_ta4_open_buildings_have_walls():
    """TA4: their edges, numbered as the building."""
    ground = small(buildings="open").world[0]["ground"][0]
    assert ground["lines"] == 7 and {*ground["pieces"]["number"][:4]} == {1}
    assert {*ground["pieces"]["kind"][:4]} == {state.WALL}


def test_de3_fixed_places_and_facings():
    """DE3, MV4, MV6: ranks up the table, or along the heading that is given."""
    world = small().world[0]
    assert [(man["x"], man["y"]) for man in world["men"][0][:5]] == [
        (0, -300),
        (28, -300),
        (-28, -300),
        (0, -328),
        (28, -328),
    ]
    assert [(man["x"], man["y"]) for man in world["men"][0][5:7]] == [(-300, -350), (-256, -350)]
    assert (world["troops"][0, 1]["facing"], world["troops"][0, 1]["horse"]) == (4, 1)
    assert [(man["x"], man["y"]) for man in world["men"][1][1:3]] == [(72, 350), (128, 350)]
    assert world["troops"][0]["leader"].tolist()[:2] == [1, 0]


def test_un1_a_leader_of_his_own_kind():
    """UN1, FO1: what `leader` says differs of figure 1; a commander has sword and pistol if it says nothing."""
    text = SMALL.replace("commander = true, place = [0", 'commander = true, leader = { arm = "repeater" }, place = [0')
    man = Scenario.parse(text).world[0]["men"][0, 0]
    assert (man["arm"], man["pistol"], man["blade"], man["cost"]) == (state.REPEATER, 1, state.SWORD, 16 + 16 + 2)
    text = SMALL.replace('men = 1, arm = "shotgun"', 'men = 1, leader = { class = "raw", pistol = true }')
    man = Scenario.parse(text).world[0]["men"][1, 5]
    assert (man["skill"], man["arm"], man["pistol"], man["cost"]) == (state.RAW, 0, 1, 11)


def test_the_switches_are_in_the_record():
    """The page's "Switches": usual ones, and each at another value."""
    usual = Scenario.load("line-and-line").world[0]["rules"]
    shown = {key: int(usual[key]) for key in ("x", "y", "turns", "climb", "toward", "graze", "breakpoint", "open")}
    assert shown == {"x": 900, "y": 600, "turns": 12, "climb": 1, "toward": 1, "graze": 1, "breakpoint": 50, "open": 0}
    others = {
        **{"buildings": "open", "fallen": "targets", "turns": 5, "first": "by_lot", "volleys": "one_by_one"},
        **{"fire_lines": "leaders", "wounded": "half", "turning": "begun", "climb": "half", "jump": True},
        **{"dismount": False, "detachments": False, "graze": False, "react": "once", "toward": -1, "ambush": False},
        **{"fog": False, "seeing": "bound", "breakpoint": 0, "objective": [1, -2.5], "hold": 3, "exit": True},
    }
    rules, plain = small(**others).world[0]["rules"], small().world[0]["rules"]
    same = {"x", "y", "setup", "attacker", "zones", "places", "slots", "spare"}
    assert {key for key in rules.dtype.names if rules[key] == plain[key]} == same
    assert (rules["objective_x"], rules["objective_y"], rules["climb"], rules["hold"]) == (10, -25, 2, 3)


def test_actions_are_counted():
    """The page's "Actions": 170, places, and slots that are asked for."""
    assert small().actions == 170 + 2
    scenario = Scenario.load("line-and-line")
    assert scenario.actions == 170 + 6 + 8 and scenario.counts == {"places": 6, "slots": 8}
    assert Scenario.load("company").counts["slots"] == 0


def _with(old: str, new: str, text: str = SMALL) -> str:
    assert old in text
    return text.replace(old, new, 1)


LINE = (FOLDER / "line-and-line.toml").read_text(encoding="utf-8")
COMPANY = (FOLDER / "company.toml").read_text(encoding="utf-8")
MANY = ", ".join("[[0, 0], [1, 0], [0, 1]]" for _ in range(25))
REFUSED = [
    ("TA4", _with('"wood"', '"swamp"')),
    ("TA4", _with("[-30, 0, 8]", "[-30, 0, 0]")),
    ("TA4", _with("[[20, -5], [30, -5], [30, 5], [20, 5]]", "[25, 0, 5]")),
    ("TA4", _with("[20, -5], [30, -5]", "[30, -5], [20, -5]")),
    ("TA4", _with('["wood", [-30, 0, 8]]', f'["wood", {MANY}]')),
    ("TA4", _with('["wood", [-30, 0, 8]]', f'["wood", {", ".join(["[0, 0, 1]"] * 13)}]')),
    ("TA4", _with("[10, 0], [10, 5]", ", ".join(f"[{x}, 1]" for x in range(50)))),
    ("TA4", _with("[10, 0], [10, 5]", "[-10, 0]")),
    ("TA1", _with('[0, -2.5, "N"]', '[0, -92.5, "N"]')),
    ("TA1", _with('setup = "fixed"', 'setup = "fixed"\nobjective = [61, 0]')),
    ("MV10", _with('[-28, 16, "NNE"]', '[0, -2.5, "E"]')),
    ("UN6", re.sub(r"blue = \[.*?\n\]", "blue = []", SMALL, count=1, flags=re.DOTALL)),
    ("UN6", _with("times = 2", "times = 8", LINE)),
    ("UN6", _with("men = 10", "men = 1", _with("times = 2", "times = 14", LINE))),
    ("UN2", _with(", commander = true", "")),
    ("UN2", _with('civilian", men = 1', 'civilian", men = 1, commander = true')),
    ("UN1", _with("commander = true", 'commander = true, leader = { class = "raw" }')),
    ("FO1", _with('"raw", men = 2', '"veteran", men = 2')),
    ("FO1", _with('setup = "fixed"', 'setup = "fixed"\npoints = 100')),
    ("DE3", _with(", place = [0, -30]", "")),
    ("DE3", _with("men = 1,", "men = 1, times = 2,")),
    ("DE3", _with("times = 2", "times = 1, place = [0, 0]", LINE)),
    ("DE3", _with("times = 2", 'times = 2, heading = "N"', LINE)),
    ("MV4", _with('heading = "E"', 'facing = "E"')),
    ("MV3", _with("place = [0, -30]", "place = [0, -43]")),
    ("MV3", _with("place = [0, -30]", "place = [25, 0]")),
    ("MV3", _with("place = [-40, 35]", "place = [0, 30]")),
    ("MV3", _with("place = [-40, 35]", "place = [-10, 0]")),
    ("TA2", _with("place = [-30, -35]", "place = [0, -35]")),
    ("MV3", _with("place = [-40, 35]", "place = [0, -27.2]")),
    ("DE1", _with('name = "line-and-line"', 'name = "mine"\nattacker = "grey"', LINE)),
    ("DE3", _with("slots.short = [[-72, -40], [-72, -20], [-72, 0],", "slots.short = [", LINE)),
    ("DE3", _with("[-72, -20]", "[-72, -40]", LINE)),
    ("TA2", _with("[-72, -20]", "[-72, -38]", LINE)),
    ("DE1", _with("[-75, -45]", "[-75, -20]", LINE)),
    ("DE1", _with("[0, -15]", "[0, 5]", LINE)),
    ("MV3", _with("[0, -15]", "[-25, -6]", LINE)),
    ("MV3", _with("[-98, -68]", "[-119, -68]", COMPANY)),
    ("MV3", _with('["hill", [60, -12, 14]]', '["water", [60, 15, 5]]', LINE)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "text"), REFUSED, ids=[f"{rule} {number}" for number, (rule, _) in enumerate(REFUSED)]
)
def test_what_cant_be_played_is_refused_by_its_rule(rule, text):
    refuses(ValueError, rf"\((\w+, )*{rule}(, \w+)*\)", Scenario.parse, text, "mine.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (_with("men = 5", "men = 15"), "blue.0.men: 15 is not at most 14 (line 9)"),
        (_with('class = "trained"', 'class = "green"'), "blue.0.class"),
        (_with('class = "trained", ', ""), "blue.0.class is missing"),
        (_with("table = [120, 90]", "table = [120, 50]"), "table.1: 50 is not 60 or more (line 3)"),
        (_with("[0, -2.5,", "[0, -2.55,"), "more than one decimal (line 7)"),
        (_with("[-30, 0, 8]", "[-30, 0]"), "areas.0: a point is [x, y], and a disc [x, y, radius] (line 5)"),
        (
            _with("place = [0, -30]", "place = [0, -43]"),
            "blue.0: a man of B1 at [0, -45.8] would begin off the table (MV3) (line 9)",
        ),
        ("fort = 3\n" + SMALL, "unknown key fort"),
        (_with("men = 5,", 'men = 5, weapon = "minie",'), "unknown key blue.0.weapon; there are class, men,"),
        (_with("blue = ", "red = "), "unknown key red; the sides are blue and grey (line 8)"),
        ("[rules]\n" + SMALL, "unknown key rules; switches, and all other keys, stand at the top"),
        (_with("[-75, -45]", "[-75, -20]", LINE), "slots.long.0: a unit of Blue in slot 1, [-75, -20], would"),
        (_with("place = [0, -30]", "place = [25, 0]"), "in a building, areas.1 (MV3) (line 9)"),
        (
            _with(", place = [10, 35]", ""),
            "grey.0: place is missing: with setup fixed each unit has one (DE3) (line 13)",
        ),
        (_with('[0, -2.5, "N"]', "[0, -2.5]"), "places.0: a place is [x, y, heading]"),
        (_with("slots.half", "# slots.half", LINE), "setup drawn needs those of its zones only (DE3)"),
    ],
)
def test_what_isnt_a_scenario(text, said):
    assert refuses(ValueError, re.escape(said), Scenario.parse, text, "mine.toml").startswith("mine.toml")


def test_de3_every_zone_of_drawn_has_its_slots():
    """DE3: with `drawn` only those of `zones` are asked for, and `long` with `half`."""
    scenario = Scenario.load("company")
    for zones in ("short", "half"):
        refuses(ValueError, r"slots\.\w+.*\(DE3\)", scenario.with_rules, zones=zones)
    half = [[x, -30] for x in (-100, -60, -20, 20, 60, 100)]
    slots = {"long": [[x, -68] for x in (-98, -70, -42, -14, 14)], "half": half}
    assert scenario.with_rules(zones="half", slots=slots).world[0]["counts"].tolist() == [5, 0, 6, 0]
