"""docs/beat-to-quarters.md is true: its examples are played, its tables are those of the game."""

import random
import re
from dataclasses import fields
from functools import cache
from typing import get_type_hints

import pytest

from beat_to_quarters import facts, notation, observation, registration
from beat_to_quarters.bots.temperament import BOARDER, GUNNER, TEMPERAMENTS, Temperament
from beat_to_quarters.definition import BEAT_TO_QUARTERS
from beat_to_quarters.encoding import Encoding
from beat_to_quarters.rules import state
from beat_to_quarters.rules.tables import DAMAGE, RANGE
from beat_to_quarters.scenario import BATTERIES, PRESETS, SHIPS, Scenario
from beat_to_quarters.symmetry import turned, turned_results
from tabletop.game import position_text
from tabletop.game.draws import read_draw, write_draw
from tabletop.play.game import Game, IllegalActionError
from tests import ROOT

PAGE = (ROOT / "docs" / "beat-to-quarters.md").read_text(encoding="utf-8")
RULE = r"[A-Z]{2}\d+[a-z]?"
EXAMPLES = re.findall(r"^```example\nscenario: (\S+)\n(.*?)\n^```$", PAGE, re.MULTILINE | re.DOTALL)
OWN = {re.search('name = "(.*?)"', text)[1]: text for text in re.findall(r"^```toml\n(.*?)^```$", PAGE, re.M | re.S)}


def part(title):
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(title):
    """The cells of the rows of a chapter's tables, without their heads."""
    lines = [line for line in part(title).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.replace("\\|", "/").split("|")[1:-1]] for line in lines]


@cache
def scenario_of(name):
    """A preset, or a scenario of the page; behind a `?` switches to change: `duel?white=5&nations=british,british`."""
    base, _, changes = name.partition("?")
    scenario = Scenario.parse(OWN[base], base) if base in OWN else Scenario.load(base)
    pairs = [change.split("=") for change in changes.split("&") if change]
    return scenario.with_rules(**{key: changed(value) for key, value in pairs})


def changed(value):
    """The value of a switch: a number is the rate of a team's only ship."""
    if value.isdecimal():
        return [{"rate": int(value)}]
    return value.split(",") if "," in value else value == "true"


@pytest.mark.parametrize(("scenario", "text"), EXAMPLES)
def test_an_example_is_played(scenario, text):
    """On the sea as shown and turned by half (W4), which must be the same sea.

    Examples are of these rules: MO1 MO3 MO4 MP5 AC2 AC3 AC4 GR1 GR2 SH4 CO5 TS1 TK1 TK4 TK5 CF1 CF2 CF3 AG1 DR2 DR3 DR4
    CO8 AN2 AC5 GU1 GU3 GU4 GU5 GU7 GU8 GU9 RK1 RK2 DA1 DA6 RG1 CO7 FI2 FI3 DA2 SI1 BO2 BO3 SQ2 SQ3 SQ6 SQ7 SQ8 SQ9 SB2
    BO5 ST2 VI1 VI3 CH2 CH3 NA3 WE1 WE2 SL2 AM1 AM3.
    """
    start, *steps, end = text.splitlines()
    game = Game(scenario_of(scenario), start=start)
    assert game.position() == start
    other = Game.of_record(game.scenario, turned(game.scenario, game.games))
    assert "".join(game.scenario.lines) == "".join(game.scenario.lines)[::-1]
    for step in steps:
        head, _, words = step.partition(" ")
        action, _, dice = words.partition(" | ")
        index = game.table.index(action, game.decider)
        if head == "!":
            with pytest.raises(IllegalActionError):
                game.clone().step(index)
            continue
        draws = [read_draw(word, BEAT_TO_QUARTERS) for word in dice.split()]
        game.step(index, results=[draw.result for draw in draws])
        assert " ".join(map(write_draw, game.draws)) == dice
        other.step(index, results=turned_results(draws))
        there = turned(game.scenario, game.games)
        assert BEAT_TO_QUARTERS.format_position(game.scenario, there) == other.position()
        assert game.legal_indices() == other.legal_indices()
    assert game.position() == end


def test_examples_stand_in_fences_that_are_read():
    assert len(EXAMPLES) == PAGE.count("```example") == PAGE.count("\nscenario: ") >= 30


@pytest.mark.parametrize("name", OWN)
def test_scenarios_of_the_page_load(name):
    scenario = scenario_of(name)
    assert scenario.name == name and Game(scenario, seed=1).decider in (0, 1)


def test_each_rule_has_its_number_once():
    numbers = re.findall(rf"^- \*\*({RULE})\*\*", PAGE, re.MULTILINE)
    assert len(numbers) == len(set(numbers)) > 150
    words = re.sub(r"```.*?```|`[^`\n]*`", "", PAGE, flags=re.DOTALL)
    cited = set(re.findall(rf"\b({RULE})\b", words)) - {"D4", "D6", "D8"}
    assert cited <= set(numbers), cited - set(numbers)


def test_the_numbers_in_tables_are_those_of_the_game():
    """SH6, GU8, DT, SB1."""
    ships = [row for row in rows("SH · Ships") if row[0].isdigit()]
    for rate, row in enumerate(ships, 1):
        usual = SHIPS[rate - 1]
        assert [row[0], *(cell[0] for cell in row[3:7]), row[7]] == list(
            map(str, (rate, usual.a, usual.b, usual.c, usual.d, usual.turn))
        )
        assert row[2][-1] == str(usual.masts)
        assert [int(cell) for cell in row[8:]] == [5 * (9 - rate) + 5 * crew for crew in (5, 4, 3, 2, 1)]
    assert len(ships) == state.RATES
    ranges, modifiers = rows("GU · Gunnery")
    for cell, modifier in zip(ranges[1:], modifiers[1:], strict=True):
        first, _, last = cell.partition("-")
        assert {RANGE[near - 1] for near in range(int(first), int(last or first) + 1)} == {int(modifier)}
    lines = [row[1:] for row in rows("DT · The damage table")[1:]]
    assert [tuple(cell.strip("*") for cell in line) for line in lines] == list(DAMAGE)
    forts = {row[0]: row[1:] for row in rows("SB · Shore batteries")[1:]}
    for kind, rate in BATTERIES.items():
        costs = [5 * (9 - rate) + 5 * crew - 20 for crew in (5, 4, 3, 2, 1)]
        assert [int(cell) for cell in forts[kind]] == [rate, *costs]


def test_the_tables_of_draws_decisions_and_tokens_name_all_there_are():
    purposes = re.findall(r"`([a-z]+)`", " ".join(row[1] for row in rows("Order of the draws")))
    assert set(purposes) == set(BEAT_TO_QUARTERS.purposes)
    listed = re.search(r"numbered\s+from\s+1\s+in\s+the\s+order (.*?)\.", part("Order of the draws"), re.DOTALL)[1]
    assert tuple(re.findall(r"`(\w+)`", listed)) == BEAT_TO_QUARTERS.purposes
    kinds = [kind for row in rows("Decisions") for kind in re.findall(r"`([a-z]+)`", row[0])]
    assert kinds == [*notation.DECISIONS[1 : state.GOES_ON]]
    said = [key for row in rows("Positions") for key in re.findall(r"`(\w+)`", row[0])]
    keys, words = said[: said.index("wakes") + 1], said[said.index("wakes") + 1 :]
    assert keys == [key for row in notation.TEXT.rows for key in keys_of(row)]
    ships, states = notation.Ships(), notation.STATES[state.STRUCK : state.SUNK]
    assert sorted(words) == sorted({*ships.parts, *ships.words, *states} - {"state"})


def keys_of(row):
    """The keys that a row of position texts writes."""
    own = {notation.Dice: "dice", position_text.Deciding: "to over", notation.Ships: "W1 B10", notation.Wakes: "wakes"}
    return [row.key] if isinstance(row, notation.Token) else own.get(type(row), "").split()


@pytest.mark.parametrize("fleet", [1, 6, 10])
def test_the_numbers_of_actions_without_options(fleet):
    ship = {"rate": 8}
    scenario = scenario_of("duel").with_rules(columns=40, rows=30, white=[ship] * fleet, black=[ship])
    table = BEAT_TO_QUARTERS.action_names(scenario)
    own, enemies = ([f"{team}{number}" for number in range(1, fleet + 1)] for team in "WB")
    names = [*own, *(f"fire at {name}" for name in enemies), *(f"{name} fires" for name in own)]
    names += [f"grapple {name}" for name in enemies] + [f"{name} grapples" for name in own]
    names += [f"board {name}" for name in enemies] + [f"grapple {name}" for name in own]
    names += [f"board {name}" for name in own] + [f"advance {hexes}" for hexes in range(25)]
    names += [f"starboard {n}" for n in (3, 2, 1)] + ["steady"] + [f"port {n}" for n in (1, 2, 3)]
    words = next(row[-1] for row in rows("Actions") if row[2] == "words")
    assert [*table.names(0)] == [*names, *re.findall("`(.*?)`", words), "wait"]
    assert len(table) == scenario.actions == 8 * fleet + 42
    turned_names = [name.translate({ord("W"): "B", ord("B"): "W"}) for name in names]
    assert [*table.names(1)][: len(names)] == turned_names, "W4"


OPTIONS = {"prizes": "sail", "squadrons": True, "shot": True, "fireships": True, "chasers": True}
CHART = "\n".join(["." * 40] * 14 + ["." * 19 + "##" + "." * 19] * 2 + ["." * 40] * 14)


@pytest.mark.parametrize("name", [*OPTIONS, "chart", "points", "deployment", "all"])
def test_the_numbers_of_actions_that_only_some_scenarios_have(name):
    """Blocks in the page's order, as many as it says, each with its names in theirs."""
    changes = dict(OPTIONS, chart=CHART) | {"points": 120, "deployment": "chosen", "white": [], "black": []}
    if name != "all":
        changes = {key: changes[key] for key in (name, *("white", "black") * (name == "points"))}
    scenario = scenario_of("line").with_rules(**changes)
    sizes = {"F": scenario.most, "C": scenario.columns, "R": scenario.rows}
    table, place, heading = BEAT_TO_QUARTERS.action_names(scenario), 8 * scenario.most + 41, ""
    listed = [*table.names(0)]
    blocks = rows("Actions")[12:]
    for when, size, _, names in blocks:
        heading = when or heading
        has = set(re.findall(r"`(\w+)`", heading)) & set(changes) or ("anchors" in heading and "chart" in changes)
        if heading != "A - 1" and has:
            first = re.findall("`(.*?)`", names)
            count = sizes.get(size) or int(size)
            assert listed[place : place + len(first)] == first and (len(first) in (1, count) or "…" in names)
            place += count
    assert listed[place:] == ["wait"] and len(listed) == scenario.actions


def test_black_sees_the_map_turned_by_half_when_it_places_its_ships():
    table = BEAT_TO_QUARTERS.action_names(scenario_of("line").with_rules(deployment="chosen"))
    for white, black in (("column 1", "column 40"), ("row 3", "row 28"), ("heading NE", "heading SW")):
        assert table.index(white, 0) == table.index(black, 1)


def test_the_switches_are_the_keys_of_a_scenario():
    head, *table = rows("Switches")
    assert [cell.strip("`") for cell in head[3:]] == list(PRESETS)
    said = [re.findall(r"`(\w+)`", row[0]) for row in table]
    usual = {key: field.default for key, field in Scenario.model_fields.items()}
    assert {key for keys in said for key in keys} == {*usual} - {"name", "title", "description"}
    for keys, row in zip(said, table, strict=True):
        for preset, cell in zip(PRESETS, row[3:], strict=True):
            values = [getattr(scenario_of(preset), key) for key in keys]
            assert bool(cell) == any(value != usual[key] for key, value in zip(keys, values, strict=True)), row
            if re.fullmatch(r"[\d, ]+", cell):
                assert [int(number) for number in cell.split(", ")] == values
            elif cell.startswith("`"):
                assert cell.strip("`") == str(values[0]).replace("True", "true")


def test_the_numbers_of_bots_are_theirs():
    _, *bots = rows("Bots")
    first = next(place for place, row in enumerate(bots) if row[0] == "number")
    names = [row[0].strip("`") for row in bots[:first]]
    assert names == ["random", *TEMPERAMENTS]
    numbers = {field.name for field in fields(Temperament)} - {"table"}
    listed = [row for row in bots[first + 1 :] if row[0].strip("`") in numbers]
    assert {row[0].strip("`") for row in listed} == numbers and len(listed) == len(numbers)
    hints = get_type_hints(Temperament, include_extras=True)
    for name, _, between, gunner, boarder in listed:
        key = name.strip("`")
        assert between == str(hints[key].__metadata__[0])
        assert (float(gunner), float(boarder)) == (getattr(GUNNER, key), getattr(BOARDER, key)), key


def test_the_sizes_of_actions_observations_and_facts():
    text = " ".join(part("For RL people").split())
    battle, ship = map(int, re.search(r"(\d+) numbers of the battle, then (\d+) of each ship", text).groups())
    assert (battle, ship) == (len(observation.BATTLE), len(observation.SHIP))
    position, of_team, action, kind = map(
        int, re.search(r"take (\d+) numbers .* and (\d+) of each team\) and (\d+) of each .*: (\d+) say", text).groups()
    )
    assert (position, of_team) == (facts.POSITION_FACTS, len(facts.TEAM))
    assert (action, kind) == (facts.ACTION_FACTS, facts.KIND_FACTS)
    said = {}
    for row in rows("For RL people")[1:5]:
        said |= {name: [*map(int, row[1:])] for name in re.findall("`(.*?)`", row[0])}
    assert {*said} == {*PRESETS}
    for name in PRESETS:
        scenario = scenario_of(name)
        assert said[name] == [scenario.most, scenario.actions, Encoding(scenario, "vector").size]
    assert all(f"`{name}`" in text for name in registration.ENVIRONMENTS) and f"`{registration.NAME}`" in text


def test_the_first_fight_asks_what_its_page_says():
    """The page's table has the decisions, and the actions with their first words, of battles played at random."""
    lines = (ROOT / "docs" / "first-fight.md").read_text(encoding="utf-8").splitlines()
    said, kind = set(), ""
    for cells in (line.split("|") for line in lines if re.match(r"\| +(`|\|).*\|$", line)):
        kind = cells[1].strip(" `") or kind
        said |= {(kind, re.sub(r"\d", "", name)) for name in re.findall("`(.*?)`", cells[3])}
    asked, rng = set(), random.Random(5)
    for seed in range(150):
        game = Game(scenario_of("first-fight"), seed=seed)
        while not game.over:
            actions = game.legal_actions()
            kind = notation.DECISIONS[int(game.games["decision"][0])]
            if game.decider == 0:
                asked |= {(kind, re.sub(r"\d", "", name)) for name in actions}
            game.step(rng.choice([name for name in actions if name != "heave to"]))
    assert asked == said
