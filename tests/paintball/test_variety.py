"""Scenarios drawn by lot: the files are what the script makes, and they can be played."""

import runpy
import sys

from paintball_env import Game, Scenario
from tests import ROOT

KEPT = sorted((ROOT / "configs" / "variety").glob("*.toml"))


def test_the_files_of_the_champions_training_are_the_scripts(monkeypatch, tmp_path):
    for seed, count in (("1", "24"), ("3", "72")):
        monkeypatch.setattr(sys, "argv", ["variety.py", "--seed", seed, "--count", count, "--out", str(tmp_path)])
        runpy.run_path(str(ROOT / "scripts" / "variety.py"), run_name="__main__")
    made = sorted(tmp_path.glob("*.toml"))
    assert [path.name for path in made] == [path.name for path in KEPT]
    assert [path.read_text() for path in made] == [path.read_text() for path in KEPT]


def test_each_begins_and_they_differ_in_what_networks_are_to_learn():
    scenarios = [Scenario.from_file(path) for path in KEPT]
    assert all(Game(scenario, seed=1).legal_actions() for scenario in scenarios)
    assert {scenario.objective for scenario in scenarios} == {"capture", "reverse", "single", "elimination"}
    assert len({scenario.map for scenario in scenarios}) > 12
    assert len({scenario.rules.max_turns for scenario in scenarios}) > 5
