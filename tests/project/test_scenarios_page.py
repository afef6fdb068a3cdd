"""docs/scenarios.md is true: its tables are the models', its scenarios play, its commands print what it shows."""

import importlib.util
import json
import re
import tomllib
from typing import Any, NamedTuple

import numpy as np
import pytest
from pydantic import BaseModel, ValidationError

from paintball_env.rules.state import RUNNING
from paintball_env.scenario import Cover, Rules, Scenario, Team
from tabletop.env.batch.playouts import random_games
from tests import ROOT

DOCS = ROOT / "docs"
TEXT = (DOCS / "scenarios.md").read_text(encoding="utf-8")
NUMBERS = set(re.findall(r"^((?!#)\S+)  ", (DOCS / "rules-index.txt").read_text(encoding="utf-8"), re.MULTILINE))
LONGEST = 100_000  # decisions: no game comes near
# The tables by their headings, and the models they tell of.
TABLES: dict[str, type[BaseModel]] = {
    "The scenario": Scenario,
    "Teams: `[red]` and `[blue]`": Team,
    "Cover: `[cover]`": Cover,
    "The rules: `[rules]`": Rules,
}
PARTS = {"red", "blue", "cover", "rules"}  # keys of a scenario that are tables of their own
MINIMAL = {"name": "own", "map": "hexon26", "objective": "elimination"}  # what a file can't leave out


def script() -> Any:
    spec = importlib.util.spec_from_file_location("scenarios_page", ROOT / "scripts" / "scenarios_page.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FILES = script().files(TEXT)
KNOLL = tomllib.loads(FILES["the-knoll.toml"])


class Row(NamedTuple):
    key: str
    kind: str  # type and range
    default: str
    rules: str
    meaning: str


def rows(heading: str, text: str = TEXT) -> list[Row]:
    part = text.split(f"\n### {heading}\n")[1].split("\n## ")[0].split("\n### ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line[:2] == "| "]
    assert cells[0] == ["Key", "Type and range", "Default", "Rules", "Meaning"]
    return [Row(*row) for row in cells[1:]]


def check_keys(text: str) -> None:
    """Every key once, no other, with its true default."""
    for heading, model in TABLES.items():
        said = {row.key: row.default for row in rows(heading, text)}
        assert len(said) == len(rows(heading, text)), heading
        assert set(said) == {f"`{key}`" for key in model.model_fields if key not in PARTS}, heading
        for key, default in said.items():
            field = model.model_fields[key.strip("`")]
            if default == "required":
                assert field.is_required(), key
            elif default == "left out":
                assert not field.is_required() and field.default is None, key
            else:
                meant = list(field.default) if isinstance(field.default, tuple) else field.default
                read = tomllib.loads(f"default = {default.strip('`')}")["default"]
                assert read == meant and type(read) is type(meant), key


def ends(kind: str) -> tuple[list[Any], list[Any]]:
    """What a cell says may stand in a file, its ends, and what may not."""
    if bounds := re.fullmatch(r"(\d+) to (\d+)", kind):
        least, most = int(bounds[1]), int(bounds[2])
        return [least, most], [least - 1, most + 1, str(least), True]
    if kind == "true, false":
        return [True, False], [0, "true"]
    if kind == "faces":
        return [[], [1, 2, 3, 4, 5, 6]], [[0], [7], [1, 1], 1]
    if kind == "six numbers, 1 to 6":
        return [[1] * 6, [6] * 6], [[1] * 5, [1] * 7, [0, 1, 1, 1, 1, 1], [7, 1, 1, 1, 1, 1]]
    if choices := re.findall(r'`"([a-z_]+)"`', kind):
        return choices, ["never", 1]
    raise AssertionError(kind)


RANGED = [
    pytest.param(model, row, id=row.key.strip("`"))
    for heading, model in TABLES.items()
    for row in rows(heading)
    if model is Rules or row.kind[0].isdigit() or row.kind.startswith(("true", '`"'))
]


def test_every_key_stands_on_the_page_once_with_its_default() -> None:
    check_keys(TEXT)
    assert {key for key, field in Scenario.model_fields.items() if isinstance(field.default, BaseModel)} == PARTS


@pytest.mark.parametrize(("model", "row"), RANGED)
def test_ranges_and_choices_are_those_of_the_model(model: type[BaseModel], row: Row) -> None:
    good, bad = ends(row.kind)
    head = {key: value for key, value in MINIMAL.items() if model is Scenario and f"`{key}`" != row.key}
    if row.key == "`setup`":
        good = [value for value in good if value != "fixed"]  # needs a start
    for values, refused in ((good, False), (bad, True)):
        for value in values:
            text = json.dumps({**head, row.key.strip("`"): value})
            try:
                model.model_validate_json(text)
            except ValidationError:
                assert refused, text
            else:
                assert not refused, text


def test_all_choices_are_told() -> None:
    for heading, model in TABLES.items():
        schema = model.model_json_schema()["properties"]
        for row in rows(heading):
            if choices := schema[row.key.strip("`")].get("enum"):
                assert ends(row.kind)[0] == choices


def test_rules_are_those_of_the_rules_page() -> None:
    cited = {row.key: re.split(", ", row.rules) for heading in TABLES for row in rows(heading)}
    assert {number for numbers in cited.values() for number in numbers} <= NUMBERS
    page = (DOCS / "rules.md").read_text(encoding="utf-8")
    for key, number in re.findall(r"^\| `(\w+)` \|[^|]*\| (\S+) \|", page, re.MULTILINE):
        assert number in cited[f"`{key}`"], key
    families = "|".join(sorted({number.rstrip("0123456789") for number in NUMBERS}, key=len, reverse=True))
    prose = re.sub(r"^```.*?^```$|`[^`\n]*`", "", TEXT, flags=re.MULTILINE | re.DOTALL)
    mentioned = set(re.findall(rf"(?<![\w-])(?:{families})\d+\b", prose))
    assert len(mentioned) > 30 and mentioned <= NUMBERS


# What the page says can be played, is played.


def merged(base: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    both = {**base, **change}
    tables = {key: {**base[key], **change[key]} for key in base if isinstance(base[key], dict) and key in change}
    return {**both, **tables}


def changed(change: str, base: dict[str, Any] = KNOLL) -> Scenario:
    """The page's scenario with some other lines; `[table] key = value` in one line is understood, too."""
    text = re.sub(r"^(\[\w+\]) ", r"\1\n", change, flags=re.MULTILINE)
    return Scenario.from_json(json.dumps(merged(base, tomllib.loads(text))))


def plays(scenario: Scenario, games: int = 20) -> None:
    ended, lengths = random_games(scenario, games, 1, limit=LONGEST)
    assert (ended["ending"] != RUNNING).all()
    assert (lengths > 0).all() and (ended["turn"] <= scenario.rules.max_turns).all()


@pytest.mark.parametrize("name", ["the-knoll.toml", "the-run.toml"])
def test_the_pages_scenarios_load_and_play(name: str) -> None:
    scenario = Scenario.parse(FILES[name], name)
    assert f"{scenario.name}.toml" == name
    plays(scenario, 100)


ADVANCED = "[rules] experts = true\ngrenades = true\nblind_spots = true\n"


@pytest.mark.parametrize("row", rows("The rules: `[rules]`"), ids=lambda row: row.key.strip("`"))
def test_every_number_of_the_rules_plays_at_both_ends(row: Row) -> None:
    key = row.key.strip("`")
    lowest, highest = (ends(row.kind)[0][place] for place in (0, -1))
    if key == "own_base_closed":  # not in `capture`, and then nobody starts there
        base, changes = changed(f'objective = "single"\n[red] start = ["b1", "c2", "d1"]\n{ADVANCED}'), [{key: lowest}]
    elif key in ("works_team", "works_all"):  # the second is more than the first
        base, changes = changed(ADVANCED), [{"works_team": 1, "works_all": 2}, {"works_team": 31, "works_all": 32}]
    else:
        base, changes = changed(ADVANCED), [{key: lowest}, {key: highest}]
    for change in changes:
        plays(base.with_rules(**change))


@pytest.mark.parametrize("setup", ["players", "drawn"])
@pytest.mark.parametrize("objective", ["capture", "reverse", "single", "elimination"])
def test_every_objective_plays_with_every_set_up(objective: str, setup: str) -> None:
    plays(changed(f'objective = "{objective}"\nsetup = "{setup}"\n[cover] soft = 1\nhard = 1\n{ADVANCED}'))


FEATURES = [
    "[red] figures = 1\n[blue] figures = 5",
    "[red] figures = 1\n[blue] figures = 1",
    "[red] figures = 16\n[blue] figures = 1",
    "[red] figures = 12\n[blue] figures = 12",
    "[red] marshal = false",
    'marshals_at = ["c3"]',
    'marshals_at = ["c4", "c4"]\n[red] marshal = false\n[blue] marshal = false',
    'flag_at = ["b2", "c5"]',
    'objective = "single"\nflag_at = ["c5"]',
    '[red] start = ["c1", "d1"]\nnear_home = ["c2"]',
    '[blue] start = ["b4", "d4"]\nnear_home = ["c4"]',
    '[cover] soft = 4\nhard = 2\nsoft_at = []\nhard_at = ["c5/SW", "b1/E"]',
    'map = """\nR . . .   . . . B\n . . . . . . . ."""\n[blue] start = ["a7"]\n[cover] soft_at = ["b4"]\nhard_at = []',
]


@pytest.mark.parametrize("feature", FEATURES)
def test_every_feature_plays(feature: str) -> None:
    plays(changed(feature))


@pytest.mark.parametrize(
    "start",
    [
        "turn=0 acting=red second=red R1=c5 B1=c7",
        "turn=3 phase=2 acting=blue second=blue score=2,1 to=blue:act R1=c5 B1=c7,sentry M3=c4 smoke=c6",
        "turn=0 acting=blue second=blue to=red:deploy actor=R1 B1=c7 B2=c8 B3=c7 M1=c2 M2=d7",
    ],
)
def test_fixed_positions_play(start: str) -> None:
    base = tomllib.loads(FILES["the-run.toml"])
    scenario = changed(f'start = "{start}"\nobjective = "elimination"', base)
    plays(scenario)


def test_a_game_with_no_marshal_has_nobody_checked_out() -> None:
    """PC3, MF1, CH3: without Marshals figures go out of gas or in shoot-outs alone."""
    from paintball_env.game import Game

    scenario = changed("[red] marshal = false\n[blue] marshal = false")
    generator = np.random.default_rng(0)
    purposes = set()
    for seed in range(10):
        game = Game(scenario, seed=seed)
        while not game.over:
            game.step(int(generator.choice(np.flatnonzero(game.legal_mask()))))
            purposes |= {draw.purpose for draw in game.draws}
    assert "save" in purposes and not purposes & {"check", "goggles"}


# What is measured.


@pytest.mark.slow
def test_its_commands_print_what_it_shows() -> None:
    assert script().refreshed(TEXT) == TEXT, "run python scripts/scenarios_page.py, and read the page again"


def test_a_stale_console_is_renewed() -> None:
    files = "```toml\n" + FILES["the-run.toml"] + "```\n"
    page = files + "```console\n$ cat the-run.toml | head -1\nold\n$ false || echo no >&2; exit 1\n```\n"
    assert script().refreshed(page) == files + (
        "```console\n$ cat the-run.toml | head -1\n# the-run.toml\n$ false || echo no >&2; exit 1\nno\n```\n"
    )
