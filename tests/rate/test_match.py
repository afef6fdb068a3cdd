"""Are pairs the same luck with sides swapped, and can any game of a match be played again?"""

import json

import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from paintball_env.rules.actions import ORDERS
from paintball_env.rules.state import ELIMINATED, FLAG, TURNS
from paintball_env.scenario import Scenario
from tabletop.play.records import GameRecord, replay
from tabletop.rate.matches import match, single
from tabletop.rate.matches.results import Results
from tests import ROOT, refuses
from tests.agents.held import make
from tests.called import call, refused

CTF = Scenario.load("capture-the-flag-basic-drawn")


def test_an_agent_against_itself_scores_exactly_half_in_every_pair():
    # Same seeds, same noise by team: the two games of a pair are the same game, looked at from both sides.
    results = match.play(make("hunter"), make("hunter"), CTF, 20, seed=7)
    assert (results.score.sum(axis=1) == 1.0).all()
    assert np.array_equal(results.turns[:, 0], results.turns[:, 1])
    assert len(set(results.decisions[:, 0].tolist())) > 10


def test_swapped_agents_give_the_mirrored_result():
    one = match.play(make("hunter"), make("random"), CTF, 10, seed=2)
    other = match.play(make("random"), make("hunter"), CTF, 10, seed=2)
    assert np.array_equal(one.score, 1.0 - other.score[:, ::-1])
    assert np.array_equal(one.decisions, other.decisions[:, ::-1])


def test_more_pairs_begin_with_the_same_games(monkeypatch):
    few, many = (match.play(make("hunter"), make("random"), CTF, pairs, seed=4) for pairs in (3, 8))
    assert np.array_equal(few.score, many.score[:3]) and np.array_equal(few.decisions, many.decisions[:3])
    monkeypatch.setattr(match, "TOGETHER", 3)
    told = []
    parts = match.play(make("hunter"), make("random"), CTF, 8, 4, lambda *done: told.append(done))
    assert np.array_equal(parts.score, many.score) and np.array_equal(parts.decisions, many.decisions)
    assert told[-1] == (16, 16) and [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_game_of_a_match_can_be_written_down_and_read():
    results = match.play(make("hunter"), make("random"), CTF, 4, seed=9)
    for pair in range(4):
        record = single.play_recorded(make("random"), make("hunter"), CTF, int(results.seeds[pair]))
        assert record.players == ("random", "hunter")
        assert len(record.lines) == results.decisions[pair, 1]
        read = GameRecord.read(record.write(), PAINTBALL)
        assert len(list(replay(read))) == len(record.lines) + 1


def test_summary_adds_up():
    told = match.play(make("hunter"), make("random"), CTF, 6).as_dict()
    assert sum(told["endings"].values()) == 12
    for how, whose in (("won_by", "wins"), ("lost_by", "losses")):
        assert sum(told[how].values()) == told["rating"][whose]
    assert told["rating"]["score"] == pytest.approx((told["score_as_red"] + told["score_as_blue"]) / 2)
    assert json.loads(json.dumps(told)) == told


def test_the_table_shows_the_games_won_by_flag_not_those_lost_so():
    from tabletop.rate.matches.results_table import results_table

    seeds, counts = np.zeros(3, np.uint64), np.zeros((3, 2), np.int64)
    score = np.array([[1.0, 0.0], [0.0, 0.0], [0.5, 1.0]])
    ending = np.array([[FLAG, FLAG], [FLAG, FLAG], [TURNS, ELIMINATED]])
    counts_by_order = (np.zeros(len(ORDERS), np.int64), np.zeros(len(ORDERS), np.int64))
    told = Results(PAINTBALL, "a", "b", seeds, score, ending, counts, counts, counts_by_order).as_dict()
    assert told["endings"] == {"eliminated": 1, "flag": 4, "turns": 1}
    assert told["won_by"] == {"eliminated": 1, "flag": 1, "turns": 0}
    assert told["lost_by"] == {"eliminated": 0, "flag": 3, "turns": 0}
    table = results_table("", {"b": told}, PAINTBALL)
    cells = {column.header: list(column.cells) for column in table.columns}
    assert cells["won by flag"] == ["1"]


def test_rate_plays_the_same_games_against_each():
    results = match.rate_here(make("random"), {"random": make("random"), "hunter": make("hunter")}, CTF, 5, seed=1)
    assert list(results) == ["random", "hunter"]
    assert np.array_equal(results["random"].seeds, results["hunter"].seeds)
    refuses(ValueError, "pairs 0:", lambda: match.play(make("random"), make("random"), CTF, 0))


def test_commands(tmp_path):
    out = tmp_path / "out.json"
    done = call("match", "hunter", "random", "--pairs", 10, "--out", out)
    assert done.exit_code == 0, done.output
    assert "hunter on capture-the-flag-basic-drawn" in done.stdout and "random" in done.stdout
    told = json.loads(out.read_text())["random"]
    assert told["rating"]["pairs"] == 10
    assert f"Red scores {100 * told['red_score']:.1f} % (" in done.stdout and "A game takes" in done.stdout
    done = call("rate", "random", "--pairs", 3)
    assert done.exit_code == 0 and "hunter" in done.stdout
    assert "@1" not in done.stdout and "champion" not in done.stdout  # named aside
    for wrong in (
        ("match", "hnter", "random"),
        ("rate", "random", "--scenario", "chess"),
        ("rate", "random", "--pairs", "0"),
    ):
        refused(call(*wrong), f"{wrong[0]}: ")
    # Limits that no player has would be ignored.
    for command in ("match", "rate", "sprt", "tournament"):
        words = f"{command}: --bank, --wall: only a bot in a process of its own has such limits"
        refused(call(command, "hunter", "random", "--bank", 5, "--wall", 9), words)


def test_where_results_go_is_looked_at_before_anything_is_played(tmp_path):
    out = tmp_path / "new" / "folder" / "x.json"
    assert call("match", "random", "random", "--pairs", 1, "--out", out).exit_code == 0 and out.exists()
    for command, option in (("match", "--out"), ("play-out", "--record")):
        started = call(command, "random", "random", option, out / "x.json")
        assert started.exit_code in (1, 2) and started.stdout == ""
        assert started.stderr == f"{command}: {out} can't be a folder: file exists\n"
    position, record = "turn=0 acting=red second=red", ROOT / "docs" / "watching.pbr"
    for command, *words in (
        ("play", "random", "--record", out / "x.json"),
        ("match", "random", "hunter", "--store", out / "x.db"),
        ("sprt", "random", "hunter", "--store", out / "x.db"),
        ("tournament", "random", "hunter", "--store", out / "x.db"),
        ("dataset", out / "x.npz", "--first", "random"),
        ("dataset", out / "x-v0", "--first", "random"),
        ("odds", position, "done", "--out", out / "x.json"),
        ("report", tmp_path, "--out", out / "x.html"),
        ("view", record, "--out", out / "x.html"),
        ("view", record.parent, "--out", out),
        ("verify", "--state", out / "x.jsonl"),
        ("serve", "--games", out / "x.sqlite", "--no-open"),
    ):
        started = call(command, *words)
        assert (started.exit_code, started.stdout) == (2, "")
        assert started.stderr.endswith(f"{command}: {out} can't be a folder: file exists\n"), started.stderr
    for nowhere, words in (("/proc/x", "no file can be made there"), ("/proc/x/y/z.json", "no file can be made")):
        refused(call("match", "random", "random", "--out", nowhere), f"match: {nowhere} can't be written: ", words)
    long = tmp_path / ("x" * 253)  # the file that takes its place has a longer name
    refused(call("match", "random", "random", "--out", long), f"match: {long} can't be written:")
    refused(call("play-out", "random", "random", "--out", tmp_path / ("x" * 300) / "x.png"), "file name too long")
    before = set(tmp_path.rglob("*"))
    refused(call("match", "hnter", "random", "--out", tmp_path / "other" / "x.json"), "no agent 'hnter'")
    assert set(tmp_path.rglob("*")) == before  # a command that refuses makes no folder
    picture = call("play-out", "random", "random", "--out", out / "x.png")
    assert picture.stderr == f"play-out: {out} can't be a folder: file exists\n" and picture.stdout == ""
