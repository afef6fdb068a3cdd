"""docs/octagon-ball.md is true: its examples are played, its tables of draws, decisions and actions are the game's."""

import re

import pytest

from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.notation import DECISIONS
from tests import ROOT
from tests.octagon_ball.table import Table, scenario_of
from tests.twins import octagon_reference as reference
from tests.twins.octagon_ball import twin_of

PAGE = (ROOT / "docs" / "octagon-ball.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```example\nscenario: (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("scenario", "text"), EXAMPLES)
def test_an_example_is_played(scenario, text):
    """By the engine, and by its twin beside it."""
    start, *rest = text.splitlines()
    table = Table(start, scenario)
    twin = reference.from_position(twin_of(table.scenario), start)
    assert rest[-1].startswith("turn="), "an example ends with a position"
    for line in rest:
        if line.startswith("> "):
            action, _, dice = line[2:].partition(" | ")
            table.act(action, dice)
            tape = reference.Tape(map(tuple, table.game.draws))
            reference.step(twin, action, tape)
            tape.finish()
        elif line.startswith("! "):
            assert not table.may(line[2:]) and line[2:] not in reference.legal(twin), line
        else:
            assert table.position == reference.position(twin) == line


def test_examples_stand_in_fences_that_are_read():
    assert len(EXAMPLES) == PAGE.count("```example") == PAGE.count("\nscenario: ") >= 6


def test_each_ruling_and_each_rule_has_its_number_once():
    numbers = re.findall(r"^- \*\*([A-Z]+\d+)\*\*", PAGE, re.MULTILINE)
    assert len(numbers) == len(set(numbers)) > 50
    cited = set(re.findall(r"\b([A-Z]{2}\d+)\b", re.sub(r"```.*?```|`[^`\n]*`", "", PAGE, flags=re.DOTALL)))
    assert cited <= set(numbers), cited - set(numbers)


def test_the_tables_of_draws_and_decisions_name_all_there_are():
    draws = PAGE.split("## Order of the draws")[1].split("\n## ")[0]
    rows = [row.split("|")[2] for row in draws.splitlines() if row.startswith("| ")]
    assert set(re.findall(r"`([a-z]+)`", " ".join(rows))) == set(OCTAGON_BALL.purposes)
    decisions = PAGE.split("## Decisions")[1].split("\n## ")[0]
    assert set(re.findall(r"^\| `([a-z]+)` ", decisions, re.MULTILINE)) == set(filter(None, DECISIONS))


def test_the_numbers_of_actions_on_the_page_are_the_games():
    assert scenario_of("octagon").actions == 425
    names = OCTAGON_BALL.action_names(scenario_of("octagon"))
    assert names.name(0, 0) == "W1 move E" and names.name(2 * 16 + 10 + 1, 0) == "W3 jostle B2"
    assert names.name(6 * 16 + 8 + 1, 0) == "pass medium NE" and names.name(6 * 16 + 24 + 301, 0) == "intercept"
