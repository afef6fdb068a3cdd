"""Does learning find better openings, the same ones however often it is cut off, and say in a line what can't be?"""

import json

import numpy as np
import pytest

from octagon_ball.definition import OCTAGON_BALL
from paintball_env.definition import PAINTBALL
from tabletop.agents.base import Batched
from tabletop.rate.matches import match
from tabletop.rate.tuning.openings import FIRST, Run, Sampled, Sampler, define
from tabletop.rate.tuning.run import progress_file
from tests import refuses
from tests.called import call, refused


def opening(scenario="capture-the-flag-basic", agent="hunter", against=("raider", "random"), game=PAINTBALL, **size):
    return define(agent, list(against), scenario, game, **{"pairs": 2, "seed": 3} | size)


def quiet(*_):
    pass


class Killed(BaseException):
    """The process is gone."""


def test_what_wins_is_sampled_more_often():
    """One gradient step by hand: two games, one thing decided, two legal actions."""
    scenario = PAINTBALL.load("capture-the-flag-basic")
    sampler = Sampler(opening().player, opening().first, scenario)
    sampler.load({"flag-hex": {"4": 1.0, "6": 0.0}})
    chances = np.exp([1.0, 0.0]) / np.exp([1.0, 0.0]).sum()
    legal = np.array([4, 6])
    sampler.sampled = [Sampled(11, 0, "flag-hex", legal, chances, 1), Sampled(11, 1, "flag-hex", legal, chances, 0)]
    sampler.learn(np.array([11], np.uint64), np.array([[1.0, -1.0]]))
    # The winner drew action 6, the loser 4: both say the same. 6 (RATE) times the mean of two games.
    moved = 6 * (chances[0] + chances[1]) / 2
    assert np.allclose([sampler.state()["flag-hex"][key] for key in "46"], [1.0 - moved, moved])
    shares = sampler.book().shares["flag-hex"]
    assert shares.keys() == {4, 6} and sum(shares.values()) == pytest.approx(1) and shares[6] > shares[4]


def test_what_is_won_anyway_teaches_nothing():
    sampler = Sampler(opening().player, opening().first, PAINTBALL.load("capture-the-flag-basic"))
    sampler.load({"flag-hex": {"4": 1.0, "6": 0.0}})
    sampler.sampled = [Sampled(11, team, "flag-hex", np.array([4, 6]), np.array([0.5, 0.5]), 1) for team in (0, 1)]
    sampler.learn(np.array([11], np.uint64), np.array([[1.0, 1.0]]))
    assert sampler.state() == {"flag-hex": {"4": 1.0, "6": 0.0}}


def test_batches_go_round_the_opponents(tmp_path, monkeypatch):
    met, wanted = [], opening(against=["raider", "random"])
    monkeypatch.setattr(Run, "_batch", lambda run, batch, opponent: met.append(opponent) or 0.5)
    Run(wanted, tmp_path / "book.json").play(5, 1, quiet)
    one, two = wanted.opponents.values()
    assert met == [one, two, one, two, one]


def test_a_planted_best_opening_is_found():
    """Results that depend on one decision alone: whoever puts the flag there wins."""
    wanted = opening(against=["raider"], pairs=24)
    names = PAINTBALL.action_names(wanted.scenario)
    best = names.index("hex b1", 0)
    sampler = Sampler(wanted.player, wanted.first, wanted.scenario)
    for batch in range(6):
        sampler.sampled, sampler.random = [], np.random.default_rng(batch)
        results = match.play(sampler, wanted.opponents["raider"], wanted.scenario, 24, batch)
        for each in sampler.sampled:
            if each.what == "flag-hex":
                results.score[list(results.seeds).index(each.seed), each.team] = each.legal[each.place] == best
        sampler.learn(results.seeds, 2 * results.score - 1)
    shares = sampler.book().shares
    assert shares["flag-hex"][best] > 0.9
    # It began with what the agent itself decides, and learnt only about what can be decided.
    assert set(shares["flag-hex"]) == {names.index(name, 0) for name in ("hex b1", "hex c2", "hex d1")}
    assert {"piece, 3 soft and 1 hard left", "marshal-hex", "hex of figure 6"} <= set(shares)


class Last(Batched):
    """Takes the last legal action."""

    def decide(self, worlds, games, rows, masks, actions, keys):
        for row in rows:
            actions[row] = np.flatnonzero(masks[row])[-1]


@pytest.mark.parametrize(
    ("scenario", "shown"),
    [("capture-the-flag-basic", "hunter"), pytest.param("battle-12", "sentinel", marks=pytest.mark.slow)],
)
def test_it_begins_with_the_set_up_of_the_agent_named(scenario, shown):
    wanted = opening(scenario, begin_with=shown)
    assert wanted.first.name == wanted.begin_with == shown and wanted.player.name == "hunter"
    sampler = Sampler(wanted.player, Last("last"), wanted.scenario)
    match.play(sampler, wanted.opponents["random"], wanted.scenario, 1, 7)
    at_first = {each.what: each for each in reversed(sampler.sampled)}
    for what, each in at_first.items():
        logits, last = sampler.logits[what], each.legal[-1]
        assert logits.argmax() == last and np.count_nonzero(logits) == 1
        # However many actions are legal (on the larger board cover can stand in 80 hexes), it isn't lost among them.
        assert each.chances[-1] >= 0.45 - 1e-9 and (logits[last] == FIRST) == (len(each.legal) <= 25)
    assert (max(len(each.legal) for each in at_first.values()) > 25) == (scenario == "battle-12")


@pytest.mark.slow
def test_a_run_is_gone_on_with_and_ends_with_the_same_book(tmp_path):
    whole, cut = tmp_path / "whole.json", tmp_path / "cut.json"
    outcome = Run(opening(), whole).play(4, 2, quiet)
    told = []

    def report(*said):
        told.append(said)
        if len(told) == 2:
            raise Killed

    with pytest.raises(Killed):
        Run(opening(), cut).play(4, 2, report)
    Run(opening(), cut).play(4, 2, quiet)
    one, two = (json.loads(path.read_text()) for path in (whole, cut))
    assert cut.read_bytes() == whole.read_bytes() and "cpu_seconds" not in json.loads(whole.read_text())["learnt"]
    assert one["decisions"] == two["decisions"] and one["learnt"]["games"] == 16
    first = one["decisions"]["hex of figure 1"]
    assert len(first) == 4 and max(first.values()) > np.exp(FIRST - 2) / (np.exp(FIRST - 2) + 3)
    assert outcome.often["hex of figure 1"] == 1.0
    # More batches later begin with the same ones; fewer can't be had any more.
    Run(opening(), cut).play(5, 2, quiet)
    longer = Run(opening(), tmp_path / "longer.json").play(5, 2, quiet)
    kept = json.loads(progress_file(cut).read_text())
    assert kept["logits"] == json.loads(progress_file(tmp_path / "longer.json").read_text())["logits"]
    assert {name: rating.pairs for name, rating in longer.before.items()} == {"raider": 2, "random": 2}
    refuses(ValueError, r"5 batches .*, not 4", lambda: Run(opening(), cut).play(4, 2, quiet))
    refuses(ValueError, "seed: 3, now 4", lambda: Run(opening(seed=4), cut))
    refuses(ValueError, "another first set-up", lambda: Run(opening(begin_with="sentinel"), cut))
    for changes in ({"logits": {"x": {"999999": 0.5}}}, {"logits": 5}, {"scores": ["a"]}, {"often": 5}):
        progress_file(cut).write_text(json.dumps(kept | changes))
        refuses(ValueError, r"cut\.json\.progress\.json:", lambda: Run(opening(), cut))
    progress_file(cut).write_text("{}")
    refuses(ValueError, "holds no run", lambda: Run(opening(), cut))
    progress_file(cut).unlink()
    refuses(ValueError, "progress of a run", lambda: Run(opening(), cut))


@pytest.mark.slow
def test_the_book_doesnt_depend_on_how_fast_a_bot_answers(tmp_path, monkeypatch):
    """Of bots that are asked game by game, fewer games are played side by side if they are slow."""
    bot = tmp_path / "mine.py"
    bot.write_text(
        "from paintball_env import Bot\nclass Mine(Bot):\n"
        "    def act(self, view):\n        return min(view.legal.values())\n"
    )
    learnt = []
    for seconds in (0.0, 1000.0):
        monkeypatch.setattr("tabletop.rate.matches.match.SOON", seconds)
        run = Run(opening(against=[str(bot)], pairs=20), tmp_path / f"{seconds:g}.json")
        learnt.append(run.play(1, 1, quiet).book.shares)
    assert learnt[0] == learnt[1]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"pairs": 0}, "--pairs 0: a whole number, 1 to 10,000,000"),
        ({"seed": -1}, "--seed -1"),
        ({"against": ["raider", "raider"]}, "agent raider is named twice"),
        ({"agent": "nobody"}, "no agent 'nobody'"),
        ({"begin_with": "nobody"}, "no agent 'nobody'"),
        ({"scenario": "nowhere"}, "nowhere"),
    ],
)
def test_what_makes_no_sense_is_refused(changes, words):
    refuses(ValueError, words, opening, **changes)


@pytest.mark.parametrize(
    ("game", "agent", "scenario", "why"),
    [
        (PAINTBALL, "hunter", "capture-the-flag-basic-drawn", r' \(setup = "drawn"\)'),
        (OCTAGON_BALL, "runner", "octagon-small", r' \(deployment = "fixed"\)'),
    ],
)
def test_where_nothing_is_set_up_there_is_nothing_to_learn(game, agent, scenario, why, tmp_path):
    fixed = opening(scenario, agent, ("random",), game, pairs=1)
    refuses(ValueError, rf"{scenario}: .*{why}$", lambda: Run(fixed, tmp_path / "book.json").play(1, 1, quiet))


def test_the_command_shows_what_it_found_and_the_agent_plays_it(tmp_path):
    out, basic = tmp_path / "book.json", ("--scenario", "capture-the-flag-basic")
    given = ("opening", "hunter:caution=2", *basic, "--begin-with", "sentinel", "--against", "raider", "--pairs", 2)
    run = call(*given, "--batches", 2, "--measured", 2, "--out", out)
    assert run.exit_code == 0, run.output
    assert "hex of figure 1" in run.output and "8 games;" in run.output
    assert json.loads(out.read_text())["learnt"]["begin_with"] == "sentinel"
    name = run.output.splitlines()[-1]
    assert name == f"hunter:caution=2,book={out}"
    again = call("match", name, "raider", *basic, "--pairs", 1)
    assert again.exit_code == 0 and name in again.output, again.output
    refused(call(*given, "--batches", 0, "--out", tmp_path / "new.json"), "--batches 0: 1 or more")
    refused(call(*given, "--out", tmp_path / "new.json", "--measured", 0), "--measured 0: 1 or more")
    refused(call(*given, "--out", tmp_path), "folder")
    refused(call("opening", name, *basic, "--out", tmp_path / "new.json"), "has a book already:")
    refused(call("opening", "hunter", *basic, "--out", tmp_path / "a,b.json"), "a,b.json: no agent could read it")
