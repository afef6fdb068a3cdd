"""Is the training of networks that score actions exact, gone on with, of any game, and are mistakes in it named?"""

import copy
import functools
import itertools
import json
import shutil

import numpy as np
import pytest

from paintball_env import Scenario
from paintball_env.definition import PAINTBALL
from tabletop.agents import policy_folder, registry, trained
from tabletop.agents.scoring import Scorer, Sizes
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.rate.matches import match
from tests.any_game.pig import PIG
from tests.called import call, refused
from tests.learn.test_scoring import SIZES, folder, weights_of

__all__ = ["folder"]  # a fixture

SERIAL = SerialWorkers()

TINY = """
name = "tiny"
algorithm = "scoring"
scenario = "capture-the-flag-basic-drawn"
scenarios = ["single-flag-basic"]
seed = 3
total_steps = 1536
checkpoint_seconds = 0.001
[opponents]
random = 0.3
"hunter@1" = 0.3
[self_play]
present = 0.2
weight = 0.2
every = 256
keep = 2
[learner]
games = 8
steps = 16
batch = 64
[scoring]
hidden = 8
deeper = 8
value_hidden = 8
value_deeper = 8
together = 1
average = 0.75
teachers = ["hunter@1", "raider@1"]
imitation_steps = 256
[evaluation]
every = 768
pairs = 2
opponents = ["random"]
[final]
pairs = 2
opponents = ["random", "hunter@1"]
"""


@pytest.fixture
def tiny(tmp_path):
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    return path


def learner_of(path, *changes, workers=SERIAL):
    from tabletop.learn.training import config, making

    settings = config.load(path, PAINTBALL, list(changes))
    return making.make_learner(settings, [Scenario.load(n) for n in (settings.scenario, *settings.scenarios)], workers)


@pytest.mark.slow
def test_a_run_leaves_what_it_promises_and_goes_on(tiny, tmp_path):
    folder = tmp_path / "run"
    done = call("train", "--config", tiny, "--run-dir", folder, "--set", "final.animation=false")
    assert done.exit_code == 0, done.output
    results = json.loads((folder / "results.json").read_text())
    assert set(results["ratings"]) == {"random", "hunter@1"} and 1536 <= results["cost"]["steps"] < 1536 + 128
    assert results["ratings"]["random"]["rating"]["pairs"] == 4
    assert set(results["by_scenario"]) == {"capture-the-flag-basic-drawn", "single-flag-basic"}
    names = ["capture-the-flag-basic-drawn", "single-flag-basic"]
    assert (results["scenario"], results["scenarios"]) == (names[0], names)
    assert f"tiny on {', '.join(names)}" in " ".join(done.stdout.split())
    page = (folder / "report.html").read_text()
    for name in names:
        scores = [f"{100 * rating['score']:.1f} %" for rating in results["by_scenario"][name].values()]
        assert " ".join([name, *scores]) in " ".join(done.stdout.split())
        assert "".join(f"<td>{cell}</td>" for cell in (name, *scores)) in page
    card = json.loads((folder / "agent" / "card.json").read_text())
    assert card["network"] == "scoring" and card["scenarios"] == list(results["by_scenario"])
    assert card["rules"]["digests"] == {name: Scenario.load(name).digest() for name in card["scenarios"]}
    assert "max_grad_norm" in page and "trunk" not in page and "activation" not in page
    assert call("match", f"trained:{folder / 'agent'}", "random", "--pairs", 2).exit_code == 0
    more = call("train", "--resume", folder, "--set", "total_steps=1664", "--set", "final.opponents=[]")
    assert more.exit_code == 0, more.output


def test_what_is_restored_goes_on_alike(tiny):
    from tabletop.learn.training.checkpoint import fingerprint

    whole = learner_of(tiny)
    for number in range(9):
        whole.update()
        if number in (1, 5):  # while it imitates, and while it plays
            part = learner_of(tiny)
            saved = whole.save()
            saved.state["step"] = whole.step
            part.restore(saved)
            whole.update()
            part.update()
            assert fingerprint(part.save()) == fingerprint(whole.save())
    assert 9 * 64 < whole.step <= 11 * 128  # own decisions alone


def test_an_agent_has_the_averaged_weights(tiny):
    learner, kept = learner_of(tiny), None
    for _ in range(6):
        imitates = learner.imitates
        learner.update()
        learnt = learner.policy.weights()["second"]
        kept = learnt if imitates else 0.75 * kept + 0.25 * learnt
        assert np.allclose(learner.weights().arrays["second"], kept, rtol=0, atol=1e-6)
    assert not learner.imitates and not np.array_equal(kept, learnt)


def test_who_plays_follows_what_is_learnt_elsewhere(tiny):
    from tabletop.learn.training.checkpoint import fingerprint

    def apart():  # as on a machine where the network learns on another device
        learner = learner_of(tiny)
        learner._player = copy.deepcopy(learner.policy)
        return learner

    here, there = learner_of(tiny), apart()
    for _ in range(5):
        here.update()
        there.update()
        assert fingerprint(here.save()) == fingerprint(there.save())
    saved, resumed = there.save(), apart()
    saved.state["step"] = there.step
    resumed.restore(saved)
    here.update()
    resumed.update()
    assert fingerprint(here.save()) == fingerprint(resumed.save())


@pytest.mark.slow
def test_no_opponent_is_exchanged_in_the_middle_of_a_game(tiny):
    learner = learner_of(tiny, "self_play.weight=3.0", "self_play.every=128", "learner.steps=32")
    networks = {}
    for _ in range(40):
        resting = None if learner.imitates else learner.due % 2
        learner.update()
        for number, (batch,) in enumerate(learner.batches):
            games = batch.collector.games
            for row in np.flatnonzero((games.slots >= 1) & (games.slots <= 2)).tolist():
                key = number, row, int(games.seeds[row])
                place = games.slots[row] - 1
                network = batch.past[place].network
                # The version that is replaced next begins no games: it would never be free to be replaced.
                assert key in networks or place != resting
                assert networks.setdefault(key, network) is network
    assert learner.due > 2 and len(networks) > 20


@pytest.mark.parametrize(("keep", "playing"), [(1, 1), (2, 1), (4, 3)])
def test_the_past_version_that_is_replaced_next_begins_no_games_and_the_others_share_them(tiny, keep, playing):
    from tabletop.learn.training import config
    from tabletop.learn.training.scoring.batches import shares

    settings = config.load(tiny, PAINTBALL, [f"self_play.keep={keep}"])
    for resting in range(keep):
        present, *past, random, hunter = shares(settings, False, resting)
        assert (present, random, hunter) == (0.2, 0.3, 0.3) and sum(past) == pytest.approx(0.2)
        assert [share for k, share in enumerate(past) if keep == 1 or k != resting] == [0.2 / playing] * playing
    assert shares(settings, True, 0) == [1.0] + [0.0] * (keep + 2)


def test_a_trained_network_is_trained_further(tiny, folder):
    from tabletop.learn.training.scoring.origin import as_trained

    learner = learner_of(tiny, f'scoring.begin="trained:{folder}"', "scoring.imitation_steps=0", "scoring.teachers=[]")
    before = weights_of()
    assert learner.policy.sizes == SIZES
    # What is kept of the run says so, too.
    known = as_trained(learner.config, PAINTBALL).scoring
    assert (known.hidden, known.deeper, known.value_hidden, known.value_deeper) == SIZES[2:]
    assert known.begin == f"trained:{folder}" and learner.config.scoring.deeper != known.deeper
    assert all(np.array_equal(learner.policy.weights()[name], before[name]) for name in before)
    assert all(np.array_equal(past.network, learner.policy.packed()) for past in learner.batches[0][0].past)
    learner.update()
    assert not np.array_equal(learner.policy.weights()["second"], before["second"])


def test_a_run_that_begins_with_a_trained_network_keeps_its_sizes(tiny, folder, tmp_path):
    run, begin = tmp_path / "run", f"scoring.begin=trained:{folder}"
    changes = (begin, "scoring.imitation_steps=0", "scoring.teachers=[]", "total_steps=128", "final.opponents=[]")
    changes += ("final.animation=false", "evaluation.every=100_000", "evaluation.pairs=1")
    done = call("train", "--config", tiny, "--run-dir", run, *(f"--set={change}" for change in changes))
    assert done.exit_code == 0, done.output
    for kept in (json.loads((run / "config.json").read_text()), json.loads((run / "agent/card.json").read_text())):
        scoring = kept.get("config", kept)["scoring"]
        names = ("hidden", "deeper", "value_hidden", "value_deeper")
        assert [scoring[name] for name in names] == list(SIZES[2:]) != [8, 8, 8, 8]


@pytest.mark.parametrize("becomes", ["gone", "smaller"])
def test_a_run_goes_on_whatever_becomes_of_the_agent_it_began_with(tiny, folder, tmp_path, becomes):
    origin, run = tmp_path / "origin", tmp_path / "run"
    shutil.copytree(folder, origin)
    changes = (f"scoring.begin=trained:{origin}", "scoring.imitation_steps=0", "scoring.teachers=[]", "final.pairs=1")
    changes += ("final.opponents=[]", "final.animation=false", "evaluation.every=0", "total_steps=128")
    done = call("train", "--config", tiny, "--run-dir", run, *(f"--set={change}" for change in changes))
    assert done.exit_code == 0, done.output
    shutil.rmtree(origin)
    if becomes == "smaller":
        weights = weights_of(Sizes(*SIZES[:2], 4, 4, 4, 4))
        policy_folder.save(origin, PAINTBALL, policy_folder.scoring(weights), {})
    done = call("train", "--resume", run, "--set", "total_steps=256")
    assert done.exit_code == 0, done.output
    kept = json.loads((run / "config.json").read_text())
    assert (kept["total_steps"], kept["scoring"]["begin"]) == (256, f"trained:{origin}")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("scoring.begin=hunter", "hunter has no network that scores actions"),
        ("scoring.begin=nobody", "no agent 'nobody'"),
        ("shaping.figures=0.5", "shaping: networks that score actions learn from results alone"),
        ("device=nowhere", "device: 'nowhere' is unknown; there are cpu, cuda, and cuda:1, cuda:2 …"),
        ("device=cuda:99", "device: 'cuda:99' isn't available here ("),
        ("scoring.teachers=[]", "teachers and imitation_steps go together"),
        ("scoring.imitation_steps=1536", "imitation_steps: 1536 are part of total_steps = 1536: nothing would be left"),
        ('scenarios=["capture-the-flag-basic-drawn"]', "one of them is named twice"),
        ("algorithm=maskable-ppo", 'are of algorithm = "scoring" or "zero" alone'),
        ("learner.trunk=[64]", ': learner.trunk is of algorithm = "maskable-ppo" alone'),
        ("learner={net=[], activation='tanh'}", ': learner.net, learner.activation are of algorithm = "maskable-ppo"'),
        ("zero.simulations=8", ': zero.simulations is of algorithm = "zero" alone'),
        ("algorithm=sarsa", "algorithm: "),
        ('scenarios=["nowhere"]', "nowhere"),
        ('scoring.teachers=["nobody"]', "nobody"),
    ],
)
def test_mistakes_in_a_configuration_are_named(tiny, tmp_path, change, words):
    refused(call("train", "--config", tiny, "--run-dir", tmp_path / "run", "--set", change), words)


ZERO = ("algorithm=zero", "zero.simulations=4", "learner.games=4", "learner.steps=8", "learner.batch=16")


def test_settings_of_gradients_alone_are_refused_where_a_search_is_followed(tiny, tmp_path):
    changes = [f"--set={change}" for change in (*ZERO, "learner.clip=0.1")]
    words = 'learner.clip is of algorithm = "maskable-ppo" or "scoring" alone'
    refused(call("train", "--config", tiny, "--run-dir", tmp_path / "run", *changes), words)


@pytest.mark.parametrize("imitated", [0, 32])
def test_a_search_that_is_restored_goes_on_alike(tiny, imitated):
    from tabletop.learn.training.checkpoint import fingerprint

    teachers = () if imitated else ("scoring.teachers=[]",)
    changes = (*ZERO, *teachers, f"scoring.imitation_steps={imitated}")
    whole, part = learner_of(tiny, *changes), learner_of(tiny, *changes)
    for _ in range(3):
        whole.update()
    saved = whole.save()
    saved.state["step"] = whole.step
    part.restore(saved)
    for _ in range(2):
        whole.update()
        part.update()
    assert not whole.imitates and fingerprint(part.save()) == fingerprint(whole.save())


def test_the_search_says_what_the_network_is_to_follow(tiny):
    """One target for each legal action of an own decision; the action that is played was searched."""
    learner = learner_of(tiny, *ZERO, "scoring.teachers=[]", "scoring.imitation_steps=0", "learner.steps=16")
    decisions = learner.batches[0][0].collect(learner.policy, False).decisions
    counts = np.diff(decisions.starts)
    own = decisions.chosen >= 0
    assert len(decisions.targets) == len(decisions.actions) and (counts[~own] == 0).all() and 0 < own.sum() < len(own)
    sums = np.add.reduceat(decisions.targets, decisions.starts[:-1][own])
    assert np.allclose(sums, 1, atol=1e-5) and (decisions.targets[decisions.chosen[own]] > 0).all()
    assert (np.maximum.reduceat(decisions.targets, decisions.starts[:-1][own])[counts[own] == 1] == 1).all()


def exact_value(goal, turns):
    """The value of a position of Pig for the team that decides, by backward induction."""

    @functools.cache
    def of(turn, second, own, other, pot):
        def passed(own):
            return 0.0 if second and turn == turns else -of(turn + second, not second, other, own, 0)

        best = -1.0
        if pot:
            best = 1.0 if own + pot >= goal else passed(own + pot)
        if best < 1:
            for dice in (1, 2):
                throws = list(itertools.product(range(1, 7), repeat=dice))
                values = (passed(own) if 1 in t else of(turn, second, own, other, pot + sum(t)) for t in throws)
                best = max(best, sum(values) / len(throws))
        return best

    return of


@pytest.mark.slow
def test_values_learnt_from_search_come_close_to_the_exact_ones(tmp_path):
    from tabletop.learn.training import config, making

    path, short = tmp_path / "pig.toml", PIG.load("short-pig")
    path.write_text(
        'name = "pig"\nalgorithm = "zero"\nscenario = "short-pig"\ntotal_steps = 32000\nopponents = {random = 0.0}\n'
        "[self_play]\npresent = 1.0\n[learner]\ngames = 64\nsteps = 16\nbatch = 256\nepochs = 2\ngamma = 1.0\n"
        "learning_rate = 0.005\n[scoring]\nhidden = 16\ndeeper = 16\nvalue_hidden = 32\nvalue_deeper = 16\n"
        "[zero]\nsimulations = 8\n"
    )
    learner, exact = making.make_learner(config.load(path, PIG), [short], SERIAL), exact_value(12, 6)

    def error():
        """The mean square of the values' errors in the games as they are; the exact values' variance is 0.06."""
        games = learner.batches[0][0].collector.games.games
        scorer = Scorer(learner.policy.packed())
        scorer.prepare(short)
        values = scorer.judge(short.world, games, np.arange(len(games)), np.ones((len(games), 3), np.int8))[3]
        wanted = []
        for game in games:
            own = game["decider"]
            scores = int(game["score"][own]), int(game["score"][1 - own])
            wanted.append(exact(int(game["turn"]), own != game["first"], *scores, min(int(game["pot"]), 12)))
        return np.square(values - wanted).mean()

    assert error() > 0.1
    errors = []
    while learner.step < 32000:
        learner.update()
        errors.append(error())
    assert np.mean(errors[-8:]) < 0.03


@pytest.mark.slow
def test_another_game_is_learnt_too(tmp_path):
    from tabletop.learn.training import config, making

    path = tmp_path / "pig.toml"
    path.write_text(
        'name = "pig"\nalgorithm = "scoring"\nscenario = "pig"\ntotal_steps = 20000\nopponents = {random = 0.5}\n'
        "[self_play]\npresent = 0.5\n[learner]\ngames = 32\nsteps = 16\nbatch = 128\nlearning_rate = 0.003\n"
        "[scoring]\nhidden = 16\ndeeper = 16\nvalue_hidden = 16\nvalue_deeper = 16\n"
    )
    learner = making.make_learner(config.load(path, PIG), [PIG.load("pig")], SERIAL)
    while learner.step < 20000:
        learner.update()
    agent = trained.player(learner.weights(), "learnt")
    result = match.play(agent, registry.make("random", PIG), PIG.load("pig"), 50, seed=1)
    assert result.rating().low > 0.53
