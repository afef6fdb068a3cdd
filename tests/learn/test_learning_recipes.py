"""Does the comparison of ways to train run, and go on where it was stopped?"""

import json
import runpy

import pytest

from tests import ROOT

SCRIPT = ROOT / "scripts" / "learning_recipes.py"
SMALL = ["--set", "learner.games=4", "learner.steps=4", "learner.batch=16"]


def test_each_recipe_is_trained_once_with_each_seed(monkeypatch, capsys, tmp_path):
    torch = pytest.importorskip("torch")
    threads, out = torch.get_num_threads(), tmp_path / "runs.jsonl"
    asked = ["--out", str(out), "--seconds", "1e-6", "--pairs", "1", "--against", "random", *SMALL]

    def rows(recipes, seeds):
        monkeypatch.setattr("sys.argv", [str(SCRIPT), *asked, "--recipes", *recipes, "--seeds", str(seeds)])
        runpy.run_path(str(SCRIPT), run_name="__main__")
        return [line.split("|")[1].strip() for line in capsys.readouterr().out.splitlines()[2:]]

    try:
        assert rows(["quick"], 1) == ["quick"]
        first = out.read_text()
        assert rows(["quick", "maskable-ppo"], 2) == ["quick", "maskable-ppo"]
    finally:
        torch.set_num_threads(threads)
    assert out.read_text().startswith(first)  # what was done isn't done again
    done = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(run["recipe"], run["seed"]) for run in done] == [
        *(("quick", 1), ("maskable-ppo", 1), ("quick", 2), ("maskable-ppo", 2))
    ]
    assert all(0 <= run["scores"]["random"] <= 1 and run["decisions"] >= run["asked"] for run in done)
