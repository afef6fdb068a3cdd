"""Does a run's picture show the rated game that says most about its policy, just as it was rated?"""

import json

import numpy as np
import pytest

from octagon_ball.definition import OCTAGON_BALL
from paintball_env.definition import PAINTBALL
from tabletop.play.records import GameRecord
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.matches.results import Results
from tests.any_game.pig import PIG
from tests.called import call

pytest.importorskip("sb3_contrib")

from tabletop.learn.training import finish
from tabletop.learn.training.finish import game_to_show

BEGUN = """
name = "begun"
algorithm = "scoring"
scenario = "capture-the-flag-basic-drawn"
seed = 1
total_steps = 1
threads = 1
[opponents]
random = 1.0
[learner]
games = 4
steps = 4
batch = 4
learning_rate = 1e-9
final_learning_rate = 1e-9
[scoring]
begin = "champion"
[final]
pairs = 20
opponents = ["random"]
animation = false
"""
FLAG, OTHER = 0, 1  # ways to win


def rated(game, *pairs):
    """A match whose pairs have these scores and endings, as both teams."""
    numbers = {FLAG: game.endings.index(game.goal_ending)}
    other = next(number for number in range(1, len(game.endings)) if number != numbers[FLAG])
    score, ending = (np.array([[side[k] for side in pair] for pair in pairs]) for k in (0, 1))
    endings = np.where(ending == FLAG, numbers[FLAG], other)
    none, empty = np.zeros(0, np.int64), np.zeros_like(endings)
    return Results(game, "a", "b", np.arange(len(pairs), dtype=np.uint64), score, endings, empty, empty, (none, none))


@pytest.mark.parametrize("game", [PAINTBALL, OCTAGON_BALL, PIG], ids=lambda game: game.name)
def test_the_game_shown_is_one_won_by_the_goal_against_the_strongest_opponent_that_was_beaten_so(game):
    lost, by_goal, otherwise, lost_by_goal = (0.0, OTHER), (1.0, FLAG), (1.0, OTHER), (0.0, FLAG)
    weak = rated(game, (by_goal, by_goal), (by_goal, by_goal))
    middle = rated(game, (otherwise, lost_by_goal), (lost, by_goal), (by_goal, lost))
    strong = rated(game, (lost, lost_by_goal), (lost, otherwise))
    assert game_to_show({"weak": weak, "middle": middle, "strong": strong}) == ("middle", 1, 1)
    assert game_to_show({"strong": strong}) == ("strong", 1, 1)
    hopeless = rated(game, (lost, lost), (lost_by_goal, (0.5, OTHER)))
    assert game_to_show({"strong": strong, "hopeless": hopeless}) == ("hopeless", 0, 0)


def test_the_picture_of_a_run_shows_a_rated_game_that_its_policy_won_by_the_flag(tmp_path, monkeypatch):
    (tmp_path / "begun.toml").write_text(BEGUN)
    done = call("train", "--config", tmp_path / "begun.toml", "--run-dir", tmp_path / "run")
    assert done.exit_code == 0, done.output
    shown = json.loads((tmp_path / "run" / "results.json").read_text())["game"]
    record = GameRecord.load(tmp_path / "run" / shown["record"], PAINTBALL)
    team = record.players.index("begun")
    assert record.players[1 - team] == "random" and record.seed in pair_seeds(20_001, 20)
    assert f" over={PAINTBALL.teams[team]}:flag " in str(record.end) and shown["as"] == PAINTBALL.teams[team]
    words = f"game.png: a game as {shown['as'].capitalize()} against random: {shown['summary']}"
    assert words in " ".join(done.stdout.split())
    # What would end a resumed run ends it before the games are played.
    (tmp_path / "run" / "agent" / "scenarios" / "old").mkdir(parents=True)
    (tmp_path / "run" / "results.json").unlink()
    monkeypatch.setattr(finish, "rate_all", None)
    done = call("train", "--resume", tmp_path / "run")
    assert done.exit_code == 2 and "scenarios/old is no trained agent" in done.output, done.output
