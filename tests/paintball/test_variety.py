"""Scenarios drawn by lot: a name always stands for the same one, and it can be played."""

import hashlib
import json

import pytest

from paintball_env import Game, Scenario
from tests import ROOT

TRAINED_ON = [f"variety-{seed}-{number:02}" for seed, count in ((1, 24), (3, 72)) for number in range(1, count + 1)]


def test_the_scenarios_of_the_champions_training_are_as_they_were():
    texts = "".join(Scenario.load(name).to_json() for name in TRAINED_ON)
    assert hashlib.sha256(texts.encode()).hexdigest().startswith("ae5e2b579b30cfa0d2df3011e6af71cc")
    card = json.loads((ROOT / "agents/champion/policy/card.json").read_text())
    digests = {name: digest for name, digest in card["rules"]["digests"].items() if name.startswith("variety-")}
    assert digests == {name: Scenario.load(name).digest() for name in TRAINED_ON}


def test_each_begins_and_they_differ_in_what_networks_are_to_learn():
    scenarios = [Scenario.load(name) for name in TRAINED_ON]
    assert all(Game(scenario, seed=1).legal_actions() for scenario in scenarios)
    assert {scenario.objective for scenario in scenarios} == {"capture", "reverse", "single", "elimination"}
    assert len({scenario.map for scenario in scenarios}) > 12
    assert len({scenario.rules.max_turns for scenario in scenarios}) > 5


@pytest.mark.parametrize(
    "name", ["variety-1-00", "variety-1-1", "variety-01-01", "variety-1-100", "variety-1-01-drawn"]
)
def test_a_name_is_written_in_one_way(name):
    with pytest.raises(ValueError, match=name):
        Scenario.load(name)
