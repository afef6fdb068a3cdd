"""docs/octagon-ball.md is true: its examples are played, its tables are those of the game."""

import re

import pytest

from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.notation import DECISIONS
from tests import ROOT
from tests.octagon_ball.table import KEYS, at, play, scenario_of

PAGE = (ROOT / "docs" / "octagon-ball.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```example\nscenario: (\S+)\n(.*?)\n^```$", PAGE, re.MULTILINE | re.DOTALL)


def part(title):
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize(("scenario", "text"), EXAMPLES)
def test_an_example_is_played(scenario, text):
    """By the engine, and by its twin beside it."""
    start, *steps, end = text.splitlines()
    assert (at(start), at(end)) == (start, end), "an example begins and ends with a position"
    play("\n".join([f"on {scenario}", f"at {start}", *steps, f"is {end}"]))


def test_examples_stand_in_fences_that_are_read():
    assert len(EXAMPLES) == PAGE.count("```example") == PAGE.count("\nscenario: ") >= 6


def test_each_ruling_and_each_rule_has_its_number_once():
    numbers = re.findall(r"^- \*\*([A-Z]+\d+)\*\*", PAGE, re.MULTILINE)
    assert len(numbers) == len(set(numbers)) > 50
    cited = set(re.findall(r"\b([A-Z]{2}\d+)\b", re.sub(r"```.*?```|`[^`\n]*`", "", PAGE, flags=re.DOTALL)))
    assert cited <= set(numbers), cited - set(numbers)


def test_the_tables_of_draws_decisions_and_tokens_name_all_there_are():
    rows = [row.split("|")[2] for row in part("Order of the draws").splitlines() if row.startswith("| ")]
    assert set(re.findall(r"`([a-z]+)`", " ".join(rows))) == set(OCTAGON_BALL.purposes)
    listed = re.search(r"numbered from 1 in the order (.*?)\.", part("Order of the draws"), re.DOTALL)[1]
    assert tuple(re.findall(r"`(\w+)`", listed)) == OCTAGON_BALL.purposes
    decisions = re.findall(r"^\| `([a-z]+)` ", part("Decisions"), re.MULTILINE)
    assert set(decisions) == set(filter(None, DECISIONS))
    rows = re.findall(r"^\| (`.*?`) \|", part("Positions"), re.MULTILINE)
    assert [key for row in rows for key in re.findall(r"`(\w+)`", row)] == [*KEYS, "W1", "B6", "ball"]


def test_the_numbers_of_actions_are_those_of_the_page():
    directions = re.search(r"Directions are `(.*?)`", PAGE)[1].split()
    table, squares = OCTAGON_BALL.action_names(scenario_of("octagon")), scenario_of("octagon").board.names
    for team, (own, other) in enumerate(("WB", "BW")):
        seen = directions[4 * team :] + directions[: 4 * team]
        deeds = [*(f"move {way}" for way in seen), "pick up", "tackle", *(f"jostle {other}{e}" for e in range(1, 7))]
        names = [f"{own}{figure} {deed}" for figure in range(1, 7) for deed in deeds]
        names += [f"pass {kind} {way}" for kind in ("short", "medium", "long") for way in seen]
        names += [f"square {square}" for square in (squares[::-1] if team else squares)]
        assert [*names, "intercept", "let pass", "done", "wait"] == [*table.names(team)] and len(table) == 425
