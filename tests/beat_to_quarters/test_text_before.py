"""What the text of a battle says before it begins, and between two chips."""

import pytest

from beat_to_quarters import BEAT_TO_QUARTERS, Scenario, parse_position
from beat_to_quarters.battle_lines import decision_line
from beat_to_quarters.text_map import draw_text


@pytest.mark.parametrize(("name", "words"), [("trafalgar", "Wind from W"), ("duel", "The wind is drawn")])
def test_wi1_before_the_battle_the_wind_is_the_scenarios(name, words):
    scenario = Scenario.load(name)
    assert f"\n{words}\n" in draw_text(scenario, BEAT_TO_QUARTERS.start_record(scenario))


def test_ts1_between_two_chips_the_battle_has_begun():
    scenario = Scenario.load("duel")
    text = "turn=3 wind=W first=white chips=1,1,0 to=nobody:chip W1=1010E,still B1=1008E"
    assert decision_line(scenario, parse_position(scenario, text).reshape(-1)[0]) == "a chip is drawn"


def test_su2_before_the_battle_ships_lie_where_the_scenario_places_them():
    scenario = Scenario.load("port")
    text = draw_text(scenario, BEAT_TO_QUARTERS.start_record(scenario))
    board = text.split("\n\n")[0]
    ships = [f"W{number}" for number in (1, 2, 3)] + [f"B{number}" for number in (1, 2, 3, 4)]
    assert all(board.count(name) == 1 for name in ships)
    assert "at anchor" in next(line for line in text.splitlines() if line.startswith("B1 "))
    assert text.splitlines()[-1] == "turn=0 wind=E", "what can be read back is the position itself"
