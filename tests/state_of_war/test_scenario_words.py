"""What a designer is told of a scenario: what a force costs, where units may begin, who sees whom, what signs mean."""

import re

from state_of_war.definition import STATE_OF_WAR
from state_of_war.scenario import Scenario
from state_of_war.text_map import LEGEND
from tabletop.show.showing import showing_of
from tests.state_of_war.setting_table import SMALL

WORDS = showing_of(STATE_OF_WAR).scenario_words()


def board(text: str) -> list[str]:
    return [row for row in text.splitlines() if row.startswith("|")]


def test_fo1_forces_are_shown_as_they_are_bought():
    text = WORDS.description(Scenario.load("militia"), False)
    assert "Blue: 31 figures, 432 of 450 points" in text and "Grey: 21 figures, 438 of 450 points" in text
    assert "G1: 10 trained, Minié rifles, bayonet, 210 points" in text.splitlines()
    costs = [int(cost) for cost in re.findall(r"^B\d: .* (\d+) points$", text, re.MULTILINE)]
    assert sum(costs) == 432 and len(costs) == 4
    assert "gone" not in text and "stand" not in text
    facts = WORDS.facts(Scenario.load("militia"))
    assert facts["blue"] == {"units": 4, "men": 31, "points": 432}


def test_de3_slots_are_on_the_map_and_a_fixed_start_is_shown_as_it_is():
    rows = board(WORDS.description(Scenario.load("company"), False))
    assert sum(row.count("b") for row in rows) == sum(row.count("g") for row in rows) == 8
    assert not any("b" in row for row in rows[: len(rows) // 2])
    small = WORDS.description(Scenario.parse(SMALL), False)
    assert "B" in "".join(board(small)) and "G2: " in small and re.search(r"^in sight .*: .*B1 and G1", small, re.M)
    wall = SMALL.replace('"wood", [-30, 0, 8]', '"building", [[-60, 14], [60, 14], [60, 16], [-60, 16]]').replace(
        '[-28, 16, "NNE"]', '[-28, 20, "NNE"]'
    )
    assert re.search(r"^in sight .*: nobody$", WORDS.description(Scenario.parse(wall), False), re.M)


def test_signs_that_are_on_a_map_are_explained_below_it_and_no_others():
    text = WORDS.description(Scenario.parse(SMALL), False)
    drawn = "".join(board(text)[1:-1])
    legend = next(row for row in text.splitlines() if row.startswith("% wood"))
    for sign, words in LEGEND.items():
        assert (f"{sign} {words}" in legend) == (sign in drawn), sign
    assert {*"%#~=_x"} <= {*drawn}


def test_of_areas_on_each_other_the_map_shows_the_one_that_pictures_show_on_top():
    """A wood lies on a hill, whichever comes first in the file."""
    for areas in (["hill", [5, 0, 12]], ["wood", [0, 0, 12]]), (["wood", [0, 0, 12]], ["hill", [5, 0, 12]]):
        scenario = Scenario.load("line-and-line").with_rules(areas=areas, name="mine")
        row = max(board(WORDS.description(scenario, False)), key=lambda row: row.count("%"))
        assert "%^" in row and "^%" not in row
