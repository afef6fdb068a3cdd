"""Are values compared with what is true: sets that go on alike, figures that are known, mistakes that are named?"""

import json

import numpy as np
import pytest

from tabletop.base.workers.tasks import SerialWorkers
from tabletop.rate.values import errors
from tabletop.rate.values.truth import AT_ONCE, TruthSet, truth_set
from tests.any_game.pig import PIG
from tests.called import call, refused

SHORT = PIG.load("short-pig")


def made(path=None, positions=AT_ONCE, **changed):
    given = {"playouts": 4, "seed": 3, "workers": SerialWorkers(), "path": path} | changed
    return truth_set(SHORT, "careful", ["careful", "random"], positions=positions, **given)


def test_a_set_is_made_further_as_if_it_were_made_at_once(tmp_path):
    path = tmp_path / "set.json"
    whole, told = made(positions=AT_ONCE + 1), []
    assert len(made(path).chunks) == 1
    longer = made(path, positions=AT_ONCE + 1, tell=lambda *numbers: told.append(numbers))
    assert longer == whole == made(path) and len(whole.chunks) == 2
    assert told == [(AT_ONCE, 2 * AT_ONCE), (2 * AT_ONCE, 2 * AT_ONCE)]
    assert made(seed=4).chunks != whole.chunks[:1]
    games = whole.positions(AT_ONCE)
    assert (games["decider"] >= 0).all() and len(np.unique(games["turn"])) > 1
    assert (np.abs(whole.results(AT_ONCE)[:, 0]) <= 1).all() and (whole.results(AT_ONCE)[:, 1] >= 0).all()


def test_a_file_of_another_set_and_a_damaged_one_are_refused(tmp_path):
    path = tmp_path / "set.json"
    made(path)
    with pytest.raises(ValueError, match="another playouts, seed"):
        made(path, playouts=5, seed=5)
    data = json.loads(path.read_text())
    for broken in (data | {"format": 9}, data | {"chunks": [[["text", 1, 1, 1]]]}, data | {"chunks": [["text"]]}, []):
        path.write_text(json.dumps(broken))
        with pytest.raises(ValueError, match=r"set\.json"):
            made(path)
    with pytest.raises(ValueError, match="playouts"):
        made(playouts=1)
    with pytest.raises(ValueError, match="nobody"):
        truth_set(SHORT, "nobody", ["random"], positions=1, workers=SerialWorkers())


@pytest.mark.parametrize("playouts", [4, 64])
def test_figures_are_those_of_the_true_values_however_few_games_are_played(monkeypatch, playouts):
    """Values a tenth too high are off by 0.01; the play-outs' own errors aren't counted as theirs."""
    rng, count = np.random.default_rng(5), 4000
    true = rng.uniform(-0.8, 0.8, count)
    wins = rng.binomial(playouts, (1 + true) / 2)
    truth = TruthSet(SHORT, "x", playouts, 0, (), [[("", int(n), 0, int(playouts - n)) for n in wins]])
    answers = {"high": true + 0.1, "sure": 2 * true, "flat": np.zeros(count)}
    monkeypatch.setattr(TruthSet, "positions", lambda self, count: np.zeros(count))
    monkeypatch.setattr(errors, "values_of", lambda agent, *given: answers[agent])
    (high, sure, flat), differences = errors.value_errors(["high", "sure", "flat"], truth, count)
    variance = 0.8**2 / 3

    def near(figure, wanted):
        width = figure.high - figure.low
        return figure.low < figure.value < figure.high and width < 0.15 and abs(figure.value - wanted) < width

    assert near(high.error, 0.01) and near(high.explained, 1 - 0.01 / variance)
    assert near(high.slope, 1) and near(high.bias, 0.1)
    assert near(sure.error, variance) and near(sure.slope, 0.5) and near(sure.bias, 0)
    assert near(flat.error, variance) and abs(flat.explained.value) < 0.05 and np.isnan(flat.slope.value)
    assert near(differences[0], variance - 0.01) and near(differences[1], variance - 0.01)
    groups = high.groups
    assert sum(group.size for group in groups) == count
    assert [group.value for group in groups] == sorted(group.value for group in groups)
    for wrong in (19, count + 1):
        with pytest.raises(ValueError, match=f"positions {wrong}"):
            errors.value_errors(["high"], truth, wrong)
    assert all(abs(group.result.value + 0.1 - group.value) < 0.1 for group in groups)


def test_the_command_compares_and_says_what_it_can_not(tmp_path):
    out, truth = tmp_path / "figures.json", tmp_path / "set.json"
    given = ["--positions", 20, "--playouts", 2, "--truth", truth, "--by", "random", "--source", "random"]
    done = call("value", "game", "game", *given, "--out", out)
    assert done.exit_code == 0, done.output
    data = json.loads(out.read_text())
    assert data["differences"] == [{"value": 0.0, "low": 0.0, "high": 0.0}] and len(data["agents"][0]["groups"]) == 10
    assert "game - game: error variance +0.000" in done.stdout
    refused(call("value", "hunter", *given), "hunter")
    refused(call("value", "game", *given[:1], 19, *given[2:]), "--positions 19")
