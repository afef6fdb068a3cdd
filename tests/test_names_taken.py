"""Are agents and scenarios taken by name where functions take them, and is anything else refused in a line?"""

import numpy as np
import pytest

import paintball_env as pb
from tabletop.matches.pairs import pair_seeds

NAME = "capture-the-flag-basic-drawn"


def test_by_name_it_is_the_same():
    scenario, hunter, random = pb.Scenario.load(NAME), pb.make_agent("hunter"), pb.make_agent("random")
    named, given = pb.play_match("hunter", "random", NAME, 2, 7), pb.play_match(hunter, random, scenario, 2, 7)
    assert np.array_equal(named.score, given.score) and np.array_equal(named.decisions, given.decisions)
    record = pb.play_recorded("hunter", "random", NAME, 5)
    assert record.write() == pb.play_recorded(hunter, random, scenario, 5).write()
    pairs = pb.play_pairs("hunter", "random", NAME, 1, 3)
    assert [one.write() for one in pairs] == [one.write() for one in pb.play_pairs(hunter, random, scenario, 1, 3)]
    rated = pb.rate("hunter", ["random", pb.make_agent("raider")], NAME, pairs=1)
    again = pb.rate(hunter, {"random": random, "raider": "raider"}, scenario, pairs=1)
    assert list(rated) == list(again) == ["random", "raider"]
    assert all(np.array_equal(rated[name].score, again[name].score) for name in rated)
    assert pb.Simulator(NAME, 2).scenario == scenario


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pb.make_agent(None), "agent None: a name, such as 'hunter'"),
        (lambda: pb.play_match("hunter", None, NAME, 1), "agent None: an agent, or its name"),
        (lambda: pb.play_match("hunter", "random", None, 1), "scenario None: a preset's name, the path"),
        (lambda: pb.play_match("hunter", "random", NAME, 1, -1), "seed -1: 0 to 2^64 - 1"),
        (lambda: pb.play_match("hunter", "random", NAME, 1, None), "seed None: a whole number, 0 to 2^64 - 1"),
        (lambda: pb.play_match("hunter", "random", NAME, "2"), "pairs '2': a whole number, 1 to 10,000,000"),
        (lambda: pb.play_match("hunter", "random", NAME, 1.5), "pairs 1.5: a whole number, 1 to 10,000,000"),
        (lambda: pb.rate("hunter", ["random", "random"], NAME, 1), "opponents random, random: one is named twice"),
        (lambda: pb.Simulator(7), "scenario 7: a preset's name"),
        (lambda: pb.Game(None), "scenario None: a preset's name"),
        (lambda: pb.Encoding(NAME), f"scenario '{NAME}': a Scenario, such as Scenario.load("),
        (lambda: pb.PlaneExpander(NAME), f"scenario '{NAME}': a Scenario, such as Scenario.load("),
        (lambda: pb.action_rows(7), "scenario 7: a Scenario, such as Scenario.load("),
        (lambda: pair_seeds(1 << 64, 1), "seed 18446744073709551616: 0 to 2^64 - 1"),
    ],
)
def test_what_is_none_is_refused_in_a_line(call, words):
    with pytest.raises(ValueError) as found:
        call()
    assert str(found.value).startswith(words) and "\n" not in str(found.value), found.value
