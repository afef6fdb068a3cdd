"""Does the engine on a table play docs/open-table.md? Its rules one by one, and a second reading beside it."""

import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("paintball_env.on_table.definition", exc_type=ImportError)

from paintball_env.on_table.notation.text import TEXT
from paintball_env.on_table.places import DIRECTIONS
from paintball_env.on_table.rules.placing import first_facing
from paintball_env.on_table.rules.state import BLUE, RED
from paintball_env.on_table.scenario import Scenario, presets
from paintball_env.on_table.view import View
from tabletop.game.events import Event
from tabletop.game.open_table import place
from tabletop.play.game import Game
from tests.twins import table_reference as reference
from tests.twins.paintball_table import compare, is_symmetric, turned, turned_results, twin_of
from tests.twins.disagreement import same
from tests.twins.test_table_reference import BOLD, START, melee, rules

SWITCHES = [
    {"activation": "one_at_a_time"},
    {"sentry_in_base": True},
    {"enter_defended": False},
    {"max_turns": 8, "expert_points": 4, "points": 3},
]

TABLE = """
name = "table"
title = "A table"
objective = "capture"
bunkers = [[-28, 9], [28, -9]]
trenches = [[[-12, -9], [-2, -9]], [[2, 9], [12, 9]], [[-12, 1]], [[12, -1]]]
hills = [[[-4, -3], [0, -3], [0, 3], [-4, 3]], [[0, -3], [4, -3], [4, 3], [0, 3]]]
[cover]
soft_at = [[-18, 8], [18, -8], [-22, -5], [22, 5]]
hard_at = [[-24, 0, "NE"], [24, 0, "NE"]]
[red]
start = [[-22, 3], [-18, 0], [-20.5, -9.5], [-15, 12], [-16, -3], [-24, -6], [-3, -12]]
[blue]
start = [[22, -3], [18, 0], [20.5, 9.5], [15, -12], [16, 3], [24, 6], [3, 12]]
[rules]
grenades = true
blind_spots = true
max_turns = 6
"""

SCENARIOS = [Scenario.load(f"{name}-table") for name in ("capture-the-flag", "reverse-flag", "single-flag")]


def scenario_with(changes: dict[str, Any]) -> Scenario:
    """The scenario of a rule's case, by the twin's names."""

    def cm(points: Any) -> list[list[float]]:
        return [[x / 10, y / 10] for x, y in points]

    data: dict[str, Any] = {"name": "rule", "title": "A rule", "objective": "capture", "cover": {}, "rules": {}}
    for key, value in changes.items():
        if key == "has_marshals":
            data |= {team: {"marshal": has} for team, has in zip(("red", "blue"), value, strict=True)}
        elif key == "soft_at":
            data["cover"][key] = cm(value)
        elif key == "hard_at":
            data["cover"][key] = [[*cm([point])[0], heading] for point, heading in value]
        elif key == "bunkers":
            data[key] = cm(value)
        elif key in ("trenches", "hills"):
            data[key] = [cm(points) for points in value]
        else:
            (data if key == "objective" else data["rules"])[key] = value
    return Scenario.read(data, "rule")


def words_of(event: Event) -> str:
    """An event as the cases have it: its kind, then what it fills."""
    words = (event.who, event.whom, event.start, event.place, event.value, *event.how)
    return f"{event.kind}: {' '.join(str(word) for word in words if word != '')}"


@pytest.mark.parametrize(("changes", "lines"), list(rules()))
def test_a_rule(changes: dict[str, Any], lines: list[str]) -> None:
    """The cases worked out by hand that the twin is held to."""
    scenario = scenario_with(changes)
    game: Any = None
    for line in lines:
        mark, _, rest = line.partition(" ")
        if mark == ">":
            action, _, draws = rest.partition(" | ")
            assert action in game.legal_actions(), game.position()
            tape = [draw.partition("=") for draw in draws.split()]
            results = [tuple(map(int, result.split("-"))) for _, _, result in tape]
            game.step(action, [result if len(result) > 1 else result[0] for result in results])
            rolled = [d.purpose if d.subject == "table" else f"{d.purpose}:{d.subject}" for d in game.draws]
            assert rolled == [name for name, _, _ in tape]
            told = iter([words_of(event) for event in game.events])
        elif mark == "!":
            assert rest not in game.legal_actions()
        elif mark == "*":
            assert rest in told, [words_of(event) for event in game.events]
        else:
            start = START
            if "to=" in line or "over=" in line:  # of a key that is written twice the later one holds
                start = START.replace(" to=red:act", "")
            there = Game(scenario, start=f"{start} {rest}" if mark == "@" else line)
            if game is not None:
                assert game.position() == there.position()
            game = there


def test_the_chance_of_a_shot_counts_all_that_it_meets() -> None:
    """IW1, IW2: range 3, then M1, a bush and R2, of which each stops a half; in one part of a trench (SH7) not M2."""
    scenario = scenario_with({"soft_at": [(150, 20)], "trenches": [[(-200, 50), (-100, 50)]]})
    near = "R1=0.0:0.0 M1=10.0:0.0 soft=15.0:2.0 R2=20.0:0.0 B1=29.0:0.0"
    game = Game(scenario, start=f"{START} {near} R3=-23.5:1.5 M2=-19.3:5.7 B2=-15.1:9.9")
    view = View(game.scenario, game.games, game.legal_mask())
    assert view.chance_to_hit("0.0:0.0", "29.0:0.0") == 3 / 6 * (1 / 2) ** 3
    assert view.chance_to_hit("-23.5:1.5", "-15.1:9.9") == 5 / 6


def test_figures_start_facing_the_enemys_base() -> None:
    """BS3: straight north and south of it, too; in its middle as they usually do."""
    world = scenario_with({"blind_spots": True}).world[0]
    red = [int(first_facing(world, RED, place(350, y))) for y in (-120, 0, 120)]
    blue = [int(first_facing(world, BLUE, place(-350, y))) for y in (-120, 0, 120)]
    assert [DIRECTIONS[heading] for heading in red] == ["N", "E", "S"]
    assert [DIRECTIONS[heading] for heading in blue] == ["N", "W", "S"]


@pytest.mark.parametrize(("seed", "name"), list(enumerate(presets())))
def test_every_preset(seed: int, name: str) -> None:
    scenario = Scenario.load(name)
    compare(scenario, seed, limit=25 if scenario.figures < 11 else 10)


@pytest.mark.parametrize(("seed", "changes"), list(enumerate(SWITCHES)), ids=str)
def test_every_switch(seed: int, changes: dict[str, object]) -> None:
    compare(Scenario.load("capture-the-flag-table-drawn").with_rules(**changes), seed, limit=40)


def test_a_table_with_everything() -> None:
    compare(Scenario.parse(TABLE, "table"), 1, limit=100)


@pytest.mark.parametrize("seed", range(18))
def test_melees(seed: int) -> None:
    """Where figures stand close together, there are charges and volleys at several, with cover and smoke between."""
    rng, scenario = random.Random(seed), SCENARIOS[seed % len(SCENARIOS)]
    twin = melee(twin_of(scenario), rng)
    game = Game.of_record(scenario, TEXT.read(scenario, reference.position(twin))[0], seed)
    for _ in range(8):
        same("position", game.position(), reference.position(twin))
        same("legal actions", game.legal_actions(), reference.legal(twin))
        if game.over:
            break
        names = game.legal_actions()
        action = rng.choices(names, [next((w for word, w in BOLD.items() if word in name), 1) for name in names])[0]
        game.step(action)
        tape = reference.Tape([tuple(draw) for draw in game.draws])
        reference.take(twin, action, tape)
        tape.finish()


@pytest.mark.parametrize("name", ["capture-the-flag-table", "reverse-flag-table-drawn", "table"])
def test_turned_by_half(name: str) -> None:
    """A position, its legal actions and what they lead to are the other team's on the table turned by half."""
    scenario = Scenario.parse(TABLE, name) if name == "table" else Scenario.load(name)
    assert is_symmetric(scenario)
    rng, game, twin = random.Random(name), Game(scenario, seed=1), twin_of(scenario)
    for _ in range(150):
        if game.over:
            break
        mirrored = Game.of_record(scenario, turned(scenario, game.games), game.seed)
        assert mirrored.position() == reference.turned(twin, game.position())
        assert np.array_equal(mirrored.legal_mask(), game.legal_mask()), game.position()
        text, action = game.position(), rng.choice(game.legal_indices())
        game.step(action)
        mirrored.step(action, results=turned_results(game.draws))
        assert mirrored.key() == Game.of_record(scenario, turned(scenario, game.games), game.seed).key(), text
