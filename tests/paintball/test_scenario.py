"""Does a scenario say what its file says, and is what can't be played refused?"""

import json
import pickle
from typing import Any, get_args

import numpy as np
import pytest

from paintball_env.notation.words import flag_keys
from paintball_env.observation.features import RULE_NUMBERS
from paintball_env.rules.board import HEXON26, parse_map
from paintball_env.rules.dice import LISTED
from paintball_env.rules.flags import prize_of
from paintball_env.rules.objectives import CAPTURE, ELIMINATION, NAMES, OBJECTIVES, REVERSE, SINGLE
from paintball_env.rules.state import (
    HARD,
    LARGE,
    NONE,
    RULES,
    SMALL,
    SOFT,
)
from paintball_env.rules.terrain import BASE, OPEN
from paintball_env.scenario import FOLDER, Scenario, presets
from paintball_env.scenario.model import Cover, Rules, Team
from tabletop.game.hex_grid import NORTH_EAST, WEST
from tabletop.game.hexes import hex_index
from tests import refuses

HEAD = 'name = "own"\nmap = "hexon26"\nobjective = "capture"\n'
ROW = 'name = "own"\nmap = "R . . . . . B"\nobjective = "capture"\n'


def rules(scenario: Scenario) -> Any:
    return scenario.world[0]["rules"]


def names(scenario: Scenario, table: str, team: int) -> list[str]:
    return [scenario.board_map.names[i] for i in np.flatnonzero(scenario.world[0]["board"][table][team])]


# Presets.


@pytest.mark.parametrize("name", presets())
def test_presets_load_and_round_trip(name: str) -> None:
    scenario = Scenario.load(name)
    assert scenario.name == name
    assert scenario.title and scenario.description
    assert scenario.setup == ("drawn" if name.endswith("-drawn") else "players")
    assert rules(scenario)["drawn_setup"] == name.endswith("-drawn")
    assert scenario.world.shape == (1,) and scenario.world.dtype == scenario.size.world
    assert scenario.world is scenario.world
    back = Scenario.from_json(scenario.to_json())
    assert back == scenario and back.to_json() == scenario.to_json() and back.digest() == scenario.digest()
    assert "\n" not in scenario.to_json()


def test_preset_names() -> None:
    six = {f"{game}{level}" for game in ("capture-the-flag", "reverse-flag", "single-flag") for level in ("", "-basic")}
    files = {path.stem for path in FOLDER.glob("*.toml")}
    assert six | {"battle-12"} <= files
    assert set(presets()) == files | {f"{name}-drawn" for name in files}


@pytest.mark.parametrize(
    ("game", "objective", "soft", "hard"),
    [("capture-the-flag", CAPTURE, 3, 1), ("reverse-flag", REVERSE, 3, 1), ("single-flag", SINGLE, 2, 2)],
)
@pytest.mark.parametrize("basic", [True, False])
def test_the_rulebooks_scenarios(game: str, objective: int, soft: int, hard: int, basic: bool) -> None:
    scenario = Scenario.load(game + ("-basic" if basic else ""))
    world = rules(scenario)
    assert (world["objective"], world["soft_pieces"], world["hard_pieces"]) == (objective, soft, hard)
    assert world["own_base_closed"] == (objective == REVERSE)
    assert all(world[switch] == (not basic) for switch in ("experts", "grenades", "blind_spots"))
    assert (world["figures"], world["team_size"].tolist(), world["has_marshal"].tolist()) == (6, [6, 6], [1, 1])
    assert (world["command_dice"], world["max_turns"]) == (1, 30)
    assert scenario.actions == 233
    assert scenario.size is SMALL
    assert scenario.board_map == parse_map(HEXON26)
    base = [] if objective == REVERSE else ["c1"]
    assert names(scenario, "start", 0) == ["b1", *base, "c2", "d1"]
    assert names(scenario, "near_home", 0) == ["b1", "c2", "d1"]
    assert names(scenario, "near_home", 1) == ["b7", "c7", "d7"]


def test_battle_12() -> None:
    scenario = Scenario.load("battle-12")
    board, world = scenario.world[0]["board"], rules(scenario)
    hexes = int(board["hexes"])
    assert scenario.size is LARGE and hexes == 109
    assert scenario.actions == 12 * (19 + 24) + 15 + 109 + 12
    assert (world["team_size"].tolist(), world["command_dice"], world["max_turns"]) == ([12, 12], 2, 40)
    # Neither side has the better half: terrain, starts, cover and lines turn into each other.
    assert (board["terrain"][:hexes] == board["terrain"][:hexes][::-1]).all()
    for table in ("start", "near_home"):
        assert (board[table][0][:hexes] == board[table][1][:hexes][::-1]).all()
    assert (board["line"][:hexes, :hexes] == board["line"][:hexes, :hexes][::-1, ::-1]).all()
    turned = {
        hexes - 1 - place: piece if piece == SOFT else HARD + (piece - HARD + 3) % 6
        for place, piece in scenario.placed_cover.items()
    }
    assert turned == scenario.placed_cover and len(turned) == 14
    assert scenario.marshals_at == (scenario.board_map.names[hexes // 2],)


# The rules page's defaults, and every knob.

DEFAULTS = {
    "save": 122221, "soft_save": 111222, "suppress_save": 122221, "check": 111222, "way": 111222, "goggles": 122221,
    "spot_in": 111222, "spot_through": 122221, "clear": 122221, "scatter": 122221, "expert_scatter": 122222,
    "mark": 122221, "expert_dice": 112233, "grenade_dice": 112233, "figures": 6, "team_size": [6, 6],
    "has_marshal": [1, 1], "objective": CAPTURE, "own_base_closed": 0, "soft_pieces": 0, "hard_pieces": 0,
    "drawn_setup": 0, "max_turns": 30, "command_dice": 1, "experts": 0, "grenades": 0, "blind_spots": 0,
    "one_at_a_time": 0, "sentry_in_base": 0, "enter_defended": 1, "points": 2, "expert_points": 3, "move_cost": 1,
    "shoot_cost": 1, "aim_cost": 1, "sentry_cost": 2, "throw_cost": 2, "reload_cost": 2, "max_moves": 2,
    "throw_range": 2, "walk": 2, "call_range": 2, "works_team": 2, "works_all": 3, "extra_experts": 0,
    "extra_grenades": 0,
}  # fmt: skip
FACES = [name for name in list(DEFAULTS)[:12] if name != "way"]
KNOBS = [
    *((f"[rules]\n{name} = [2, 5]", name, 212212) for name in FACES),
    ("[rules]\nway = [2, 5]", "way", 121121),
    ("[rules]\nclear = []", "clear", 222222),
    ("[rules]\nclear = [6, 5, 4, 3, 2, 1]", "clear", 111111),
    *((f"[rules]\n{name} = [1, 1, 1, 2, 2, 4]", name, 111224) for name in ("expert_dice", "grenade_dice")),
    ("[red]\nfigures = 5\n[blue]\nfigures = 4", "figures", 5),
    ("[red]\nfigures = 5\n[blue]\nfigures = 4", "team_size", [5, 4]),
    ("[blue]\nmarshal = false", "has_marshal", [1, 0]),
    ('objective = "single"', "objective", SINGLE),
    ('objective = "reverse"', "objective", REVERSE),
    ('objective = "elimination"', "objective", ELIMINATION),
    ('objective = "reverse"', "own_base_closed", 1),
    ('objective = "reverse"\n[rules]\nown_base_closed = false', "own_base_closed", 0),
    ('objective = "single"\n[rules]\nown_base_closed = true', "own_base_closed", 1),
    ("[cover]\nsoft = 4", "soft_pieces", 4),
    ("[cover]\nhard = 3", "hard_pieces", 3),
    ('setup = "drawn"', "drawn_setup", 1),
    ("[rules]\nmax_turns = 200", "max_turns", 200),
    ("[rules]\ncommand_dice = 2", "command_dice", 2),
    ("[red]\nfigures = 12", "command_dice", 2),
    ("[red]\nfigures = 11", "command_dice", 1),
    ("[red]\nfigures = 12\n[rules]\ncommand_dice = 1", "command_dice", 1),
    *((f"[rules]\n{name} = true", name, 1) for name in ("experts", "grenades", "blind_spots", "sentry_in_base")),
    ('[rules]\nactivation = "one_at_a_time"', "one_at_a_time", 1),
    ("[rules]\nenter_defended = false", "enter_defended", 0),
    ("[rules]\nmax_moves = 1", "max_moves", 1),
    ("[rules]\nworks_team = 1", "works_team", 1),
    *((f"[rules]\n{name} = 4", name, 4) for name in list(DEFAULTS)[30:] if name not in ("max_moves", "works_team")),
]


def test_defaults_are_the_rules_pages() -> None:
    assert {name for name in RULES.names or () if not name.startswith("spare")} == set(DEFAULTS)
    world = rules(Scenario.parse(HEAD))
    assert {name: world[name].tolist() for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize(("text", "field", "value"), KNOBS)
def test_every_knob_is_seen_in_the_record(text: str, field: str, value: object) -> None:
    head = HEAD.replace('objective = "capture"\n', "") if text.startswith("objective") else HEAD
    assert rules(Scenario.parse(head + text))[field].tolist() == value


def test_no_knob_is_left_out() -> None:
    assert {field for _, field, value in KNOBS if value != DEFAULTS[field]} == set(DEFAULTS)


def test_objectives_are_those_of_the_table() -> None:
    """A file may name each of them and no other, and they have the numbers of the record, and weights."""
    assert get_args(Scenario.model_fields["objective"].annotation) == NAMES
    numbers = {"capture": CAPTURE, "reverse": REVERSE, "single": SINGLE, "elimination": ELIMINATION}
    assert {name: number for number, name in enumerate(NAMES)} == numbers
    for number, (name, objective) in enumerate(zip(NAMES, OBJECTIVES, strict=True)):
        scenario = Scenario.parse(HEAD.replace("capture", name))
        assert rules(scenario)["objective"] == number
        assert len(flag_keys(rules(scenario))) == objective.flags
        prizes = {int(prize_of(scenario.world[0], team)) for team in (0, 1)} - {NONE}
        assert len(prizes) == objective.flags


def test_each_die_says_which_faces_a_file_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """A die that the rules get can't be read the wrong way round: its row says so, or no scenario can be played."""
    dice = {name for name, value in Scenario.load("capture-the-flag").rules if isinstance(value, tuple)}
    assert set(LISTED) == dice - {"expert_dice", "grenade_dice"} and set(LISTED.values()) == {1, 2}
    monkeypatch.delitem(LISTED, "mark")
    refuses(KeyError, "mark", lambda: Scenario.parse(HEAD).world)


def test_every_rule_is_a_feature_that_is_at_most_1() -> None:
    """A number that a file may give is at most the one by which the observation divides it (of `[rules]` the same)."""
    largest = {}
    for model in (Rules, Team, Cover):
        for name, knob in model.model_json_schema()["properties"].items():
            kinds = [knob, *knob.get("anyOf", ())]
            most = max(1 if kind.get("type") == "boolean" else kind.get("maximum", 0) for kind in kinds)
            largest[{"soft": "soft_pieces", "hard": "hard_pieces"}.get(name, name)] = most
    numbers, others = dict(RULE_NUMBERS), {"expert_dice", "grenade_dice", "activation"}
    assert {*Rules.model_fields} - others - {*LISTED} <= {*numbers}
    assert {*numbers} - {*largest} == {"one_at_a_time", "drawn_setup"}
    for name in {*numbers} & {*largest} - {"works_team"}:
        assert numbers[name] == largest[name], name
    assert numbers["works_team"] == numbers["works_all"] > largest["works_team"]  # side by side, by the same number


def test_with_rules() -> None:
    scenario = Scenario.parse(HEAD)
    assert scenario.world is not None  # what was computed before doesn't stick to the copy
    changed = scenario.with_rules(max_turns=7, save=[1], blind_spots=True)
    assert (rules(changed)["max_turns"], rules(changed)["save"], rules(changed)["blind_spots"]) == (7, 122222, 1)
    assert rules(scenario)["max_turns"] == 30
    assert changed.with_rules(max_turns=30, save=(6, 1), blind_spots=False) == scenario
    some = {"max_turns": np.int64(7), "save": np.array([1]), "blind_spots": np.bool_(True)}
    assert scenario.with_rules(**some) == changed and scenario.with_rules(check=range(1, 3)).rules.check == (1, 2)
    refuses(ValueError, r"rules\.max_turns: '7\.0'", scenario.with_rules, max_turns=np.longdouble(7))
    refuses(ValueError, r"rules\.save: 'range\(0", scenario.with_rules, save=range(10**8))
    refuses(ValueError, r"max_turns.*rules\.max_turns", Scenario.read, {"max_turns": 4}, "own")
    refuses(ValueError, r"soft_at.*cover\.soft_at", Scenario.read, {"soft_at": []}, "own")
    refuses(ValueError, "^own: .*rules.luck", scenario.with_rules, luck=1)


# Areas, and what stands on the board from the start.


def test_start_areas_and_near_home() -> None:
    text = HEAD + '[red]\nstart = ["d2", "b1"]\n[blue]\nnear_home = ["b5"]\n'
    scenario = Scenario.parse(text)
    assert names(scenario, "start", 0) == ["b1", "d2"]
    assert names(scenario, "near_home", 0) == ["b1", "c2", "d1"]
    assert names(scenario, "start", 1) == ["b7", "c7", "c8", "d7"]
    assert names(scenario, "near_home", 1) == ["b5"]


def test_fill_start() -> None:
    text = HEAD + 'marshals_at = ["b4", "d4"]\nflag_at = ["b2", "d6"]\n'
    scenario = Scenario.parse(text + '[cover]\nsoft_at = ["c4"]\nhard_at = ["b3/NE", "d5/W"]\n')
    games = np.zeros(2, scenario.size.game)
    at = {name: hex_index(scenario.board_map, name) for name in scenario.board_map.names}
    scenario.fill_start(games[1])
    game = games[1]
    assert {int(place): int(game["cover"][place]) for place in np.flatnonzero(game["cover"])} == {
        at["c4"]: SOFT,
        at["b3"]: HARD + NORTH_EAST,
        at["d5"]: HARD + WEST,
    }
    assert game["marshal"]["hex"].tolist() == [NONE, NONE, at["b4"], at["d4"]]
    assert game["marshal"]["attends"].tolist() == [NONE] * 4
    assert game["flag"]["hex"].tolist() == [at["b2"], at["d6"]]
    assert game["flag"]["carrier"].tolist() == [NONE, NONE]
    assert not games[0]["cover"].any() and not games[0]["marshal"]["hex"].any()

    Scenario.parse(HEAD).fill_start(game)
    assert not game["cover"].any()
    assert game["marshal"]["hex"].tolist() == [NONE] * 4 and game["flag"]["hex"].tolist() == [NONE] * 2


def test_own_board_fixed_position_and_unlike_teams() -> None:
    scenario = Scenario.parse(
        'name = "own"\nobjective = "single"\nsetup = "fixed"\nstart = "turn=1 acting=red second=red R1=a1"\n'
        'map = """\n  R . ^\n   u . B\n"""\n[red]\nfigures = 1\n[blue]\nfigures = 3\nstart = ["b2"]\n'
    )
    assert scenario.board_map.names == ("a1", "a2", "a3", "b1", "b2", "b3")
    assert scenario.start == "turn=1 acting=red second=red R1=a1"
    assert scenario.actions == 3 * (19 + 6) + 15 + 6 + 3
    assert scenario.world[0]["board"]["terrain"][0] == BASE and scenario.world[0]["board"]["terrain"][1] == OPEN


def test_drawn() -> None:
    drawn = Scenario.parse(HEAD).drawn()
    assert (drawn.name, drawn.setup) == ("own-drawn", "drawn")
    assert drawn.drawn() is drawn
    fixed = Scenario.parse(HEAD + 'setup = "fixed"\nstart = "turn=1"')
    refuses(ValueError, "^own: setup:", fixed.drawn)


# Identity.


def test_digest() -> None:
    scenario = Scenario.parse(HEAD)
    # Records and checkpoints name it: it may change only together with what a scenario is.
    assert scenario.digest() == "b60c13c021921652ae5afa6728bbfb752533711246495e02be467416f9046d60"
    same = HEAD.replace("own", "another") + 'title = "T"\ndescription = "D"\n[rules]\nsave = [6, 1]\npoints = 2\n'
    drawing = '"""\n' + "\n".join("    " + line for line in HEXON26.splitlines()) + '\n"""'
    assert Scenario.parse(same).digest() == scenario.digest()
    assert Scenario.parse(HEAD.replace('"hexon26"', drawing)).digest() == scenario.digest()
    digests = {Scenario.load(name).digest() for name in presets()} | {scenario.digest()}
    assert len(digests) == len(presets()) + 1
    assert scenario.with_rules(save=[1]).digest() != scenario.digest()


def test_frozen_equal_and_picklable() -> None:
    scenario = Scenario.load("battle-12")
    again = Scenario.load("battle-12")
    assert scenario.world is not again.world
    assert scenario == again and hash(scenario) == hash(again)
    copy = pickle.loads(pickle.dumps(scenario))
    assert copy == scenario and copy.world.tobytes() == scenario.world.tobytes()
    with pytest.raises(ValueError, match="frozen"):
        scenario.name = "other"
    assert json.loads(scenario.to_json())["rules"]["max_turns"] == 40
