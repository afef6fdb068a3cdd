"""Training games that begin within others: where from, how often, and what is refused."""

import numpy as np
import pytest

from paintball_env import Scenario
from paintball_env.definition import PAINTBALL
from tabletop.agents.batch_player import batch_player
from tabletop.agents.registry import make
from tabletop.base.workers.tasks import SerialWorkers
from tests.called import call, refused

pytest.importorskip("torch")
DRAWN = Scenario.load("capture-the-flag-basic-drawn")
TINY = """
name = "tiny"
algorithm = "scoring"
scenario = "capture-the-flag-basic-drawn"
total_steps = 256
[opponents]
random = 1.0
[learner]
games = 4
steps = 16
batch = 32
[starts]
agents = ["hunter@1", "random"]
share = 0.25
positions = 30
"""


def texts(records):
    return [PAINTBALL.format_position(DRAWN, np.array([record])) for record in records]


def test_positions_are_from_all_parts_of_games_and_follow_from_the_seed():
    from tabletop.learn.training.scoring.starts import middles

    players = [batch_player(make(name, PAINTBALL), DRAWN) for name in ("hunter@1", "random")]
    some, again, others = (texts(middles(DRAWN, players, 150, seed)) for seed in ((1, 0), (1, 0), (2, 0)))
    assert some == again and some != others and len(set(some)) > 140
    turns = {int(text.split("turn=")[1].split()[0]) for text in some}
    assert {1, 2, 3, 5} <= turns
    assert any(f"flag.{team}={letter}" in text for text in some for team, letter in (("red", "B"), ("blue", "R")))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_all_pairs_of_agents_meet(count):
    from tabletop.learn.training.scoring.starts import agents_in

    rows = np.arange(count * count)
    pairs = {
        (int(one), int(other)) for one, other in zip(agents_in(rows, 0, count), agents_in(rows, 1, count), strict=True)
    }
    assert len(pairs) == count * count


def test_a_share_of_the_games_begins_in_them(tmp_path):
    from tabletop.learn.training import config, making

    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    learner = making.make_learner(config.load(path, PAINTBALL), [DRAWN], SerialWorkers())
    starts = learner.batches[0][0].collector.games.starts
    fresh = PAINTBALL.start_record(DRAWN)[0].tobytes()
    assert len(starts) == 120 and sum(record.tobytes() == fresh for record in starts) == 90
    learner.update()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("algorithm=maskable-ppo", 'are of algorithm = "scoring" or "zero" alone'),
        ("starts.share=0", "starts.share"),
        ("starts.share=1.5", "starts.share"),
        ("starts.positions=0", "starts.positions"),
        ('starts.agents=["nobody"]', "nobody"),
    ],
)
def test_mistakes_are_named(tmp_path, change, words):
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    refused(call("train", "--config", path, "--run-dir", tmp_path / "run", "--set", change), words)
