"""Is what training saves what it restores and plays, wherever a kill falls?"""

import json
import os

import numpy as np
import pytest

from tests.base.kills import KilledError, kill_at
from tests.learn.small_training import tiny

pytest.importorskip("sb3_contrib")

from paintball_env.definition import PAINTBALL
from tabletop.base.workers.tasks import SerialWorkers
from tests import refuses

__all__ = ["tiny"]  # a fixture


@pytest.mark.parametrize("at", range(4))
def test_a_folder_is_the_old_one_or_the_new_one_wherever_a_kill_falls(tmp_path, monkeypatch, at):
    from tabletop.base import files

    folder = tmp_path / "best"
    for text in ("old", "old"):
        with files.whole_folder(folder) as place:
            for name in "ab":
                (place / name).write_text(text)

    calls = kill_at(monkeypatch, at, (files.os, "replace"), (files.shutil, "rmtree"))
    try:
        with files.whole_folder(folder) as place:
            (place / "a").write_text("new")
            (place / "b").write_text("new")
    except KilledError:
        pass
    assert len(calls) == min(at + 1, 3)
    monkeypatch.undo()
    files.settle(folder)
    texts = {path.name: path.read_text() for path in folder.iterdir()}
    assert texts in ({"a": "old", "b": "old"}, {"a": "new", "b": "new"})
    assert (texts["a"] == "new") == (at > 0)
    with files.whole_folder(folder) as place:
        (place / "a").write_text("newer")
    assert [path.name for path in tmp_path.iterdir()] == ["best"] and [path.name for path in folder.iterdir()] == ["a"]


def test_the_best_state_is_what_its_folder_says(tmp_path):
    # As after a kill between an evaluation and the next checkpoint: the folder is newer than what was saved last.
    from paintball_env.scenario import Scenario
    from tabletop.agents import policy_folder
    from tabletop.learn.training.config import Evaluation
    from tabletop.learn.training.panel import Panel, Verdict
    from tabletop.rate.matches.match import play
    from tests.agents.held import make

    scenario = Scenario.load("capture-the-flag-basic-drawn")
    weights = policy_folder.perceptron([np.zeros((4, 3), np.float32), np.zeros(4, np.float32)], "relu")
    settings = Evaluation(every=10, opponents=("random",))
    panel = Panel(settings, [scenario], tmp_path, SerialWorkers())
    assert panel.best == {}
    ratings = {"random": play(make("random"), make("random"), scenario, 1).rating()}
    assert panel.take(weights, 20, Verdict(ratings, 0.6, 0.5, 0.7), {})
    again = Panel(settings, [scenario], tmp_path, SerialWorkers())
    assert again.best == panel.best == {"step": 20, "score": 0.6, "low": 0.5, "high": 0.7}
    assert not again.take(weights, 30, Verdict(ratings, 0.6, 0.5, 0.7), {})
    damages = {"weights.npz": (b"x", b"", None), "card.json": (b"{", b'{"versions": {}}', None)}
    for name, contents in damages.items():
        path = tmp_path / "best" / name
        whole = path.read_bytes()
        for content in contents:
            path.unlink()
            if content is not None:
                path.write_bytes(content)
            with pytest.raises(ValueError) as caught:
                Panel(settings, [scenario], tmp_path, SerialWorkers())
            assert str(caught.value) == (
                f"{path} can't be read: put back a copy of {path.parent}, or delete it: "
                "then the best state is chosen anew"
            )
            path.write_bytes(whole)
    assert Panel(settings, [scenario], tmp_path, SerialWorkers()).best == panel.best


@pytest.fixture
def learner(tiny):
    import torch

    from paintball_env.scenario import Scenario
    from tabletop.learn.training import config
    from tabletop.learn.training.learner import Learner

    settings = config.load(tiny, PAINTBALL)
    yield Learner(settings, Scenario.load(settings.scenario))
    torch.distributions.Distribution.set_default_validate_args(True)


def test_what_is_restored_is_what_was_saved(learner, tmp_path):
    from tabletop.learn.training import checkpoint
    from tabletop.learn.training.learner import Learner

    for _ in range(3):
        learner.update()
    saved = checkpoint.load(checkpoint.save(tmp_path, learner.step, learner.save()))
    other = Learner(learner.config, learner.batch.scenario)
    before = checkpoint.fingerprint(other.save())
    other.restore(saved)
    one, two = learner.save(), other.save()
    assert checkpoint.fingerprint(one) == checkpoint.fingerprint(two) != before
    assert other.step == learner.step == 384
    assert list(other.snapshots.versions) == list(learner.snapshots.versions) != []
    assert np.array_equal(other.snapshots.playing, learner.snapshots.playing)
    # NumPy's and PyTorch's generators are shared by the two learners of this process.
    first = other.update()
    learner.restore(saved)
    assert learner.update() == first
    saved.state["opponents"] = ["random"]
    refuses(ValueError, r"\['random'\]", other.restore, saved)


def test_shaping_fades_and_a_restored_run_pays_the_same(tiny, tmp_path, monkeypatch):
    from paintball_env.scenario import Scenario
    from tabletop.learn.training import checkpoint, config
    from tabletop.learn.training.learner import Learner

    changes = ["shaping.fade=0.5", "shaping.flag=0.25", "opponents.hunter=0"]
    settings = config.load(tiny, PAINTBALL, changes)
    learner, shown = Learner(settings, Scenario.load(settings.scenario)), []
    original = learner.batch.set_shaping

    def set_shaping(shaping):
        shown.append(shaping.weights())
        original(shaping)

    monkeypatch.setattr(learner.batch, "set_shaping", set_shaping)
    for number in range(6):
        learner.update()
        if number == 2:
            saved = checkpoint.load(checkpoint.save(tmp_path, learner.step, learner.save()))
    # Of 1,024 decisions 512 are the half, and an update has 128.
    assert shown == [(0.5 * share, 0.25 * share) for share in (1.0, 0.75, 0.5, 0.25, 0.0, 0.0)]
    other = Learner(settings, learner.batch.scenario)
    other.restore(saved)
    for _ in range(3):
        other.update()
    assert other.batch.shaping == learner.batch.shaping
    assert checkpoint.fingerprint(other.save()) == checkpoint.fingerprint(learner.save())
    # A longer run goes on with the weights that were paid last; those of its next update are its own.
    longer = config.load(tiny, PAINTBALL, [*changes, "total_steps=2048"])
    other = Learner(longer, learner.batch.scenario)
    other.restore(saved)
    assert other.batch.shaping.weights() == (0.25, 0.125)
    other.update()
    assert other.batch.shaping.weights() == (0.5 * 0.625, 0.25 * 0.625)


@pytest.mark.slow
def test_a_past_version_plays_its_games_to_their_ends(learner, monkeypatch):
    """While new versions come and old ones go; nor does a game change that began before there was one."""
    from tabletop.learn.training import snapshots

    players, decisions, decide, choose = {}, [], snapshots.Policy.decide, snapshots.choose_rows

    def note(rows, player):
        for row in rows.tolist():
            game = row, int(learner.batch.seeds[row])
            assert players.setdefault(game, player) is player
            decisions.append(game)

    def decide_noted(self, worlds, games, rows, *others, **options):
        note(rows, self)
        decide(self, worlds, games, rows, *others, **options)

    def choose_noted(rows, *others):
        note(rows, None)
        choose(rows, *others)

    monkeypatch.setattr(snapshots.Policy, "decide", decide_noted)
    monkeypatch.setattr(snapshots, "choose_rows", choose_noted)
    learner.batch.set_weights([0.1, 0.1, 5.0])
    for _ in range(80):
        learner.update()
    versions = {player for player in players.values() if player is not None}
    assert len(versions) > learner.config.self_play.keep + 2 and len(decisions) > len(players) > 30
    assert None in players.values() and len(learner.snapshots.versions) < len(versions)


def test_each_of_the_latest_past_versions_plays_as_many_of_the_new_games(monkeypatch):
    from paintball_env.scenario import Scenario
    from tabletop.learn.training import snapshots

    deciders = {}

    def note(self, worlds, games, rows, *others, **options):
        deciders.update(dict.fromkeys(rows.tolist(), self))

    monkeypatch.setattr(snapshots.Policy, "decide", note)
    scenario = Scenario.load("capture-the-flag-basic-drawn")
    past = snapshots.Snapshots(scenario, "relu", keep=3, count=12)
    layers = [np.zeros((scenario.actions, 4), np.float32), np.zeros(scenario.actions, np.float32)]
    for step in (10, 20, 30, 40):
        past.add(layers, step)
    past.begin(np.arange(12))
    past.decide(scenario.world, None, np.arange(12), *[None] * 3)
    assert list(past.versions) == [20, 30, 40] and len(deciders) == 12
    for step, version in past.versions.items():
        assert [player is version for player in deciders.values()].count(True) == 4, step


def test_a_version_that_no_game_has_any_more_is_not_saved(learner):
    for _ in range(3):
        learner.update()
    snapshots = learner.snapshots
    (step,) = snapshots.versions
    snapshots.keep, snapshots.versions[step + 1] = 1, snapshots.versions[step]
    snapshots.playing[:] = step
    assert learner.save().state["snapshots"] == [step, step + 1]
    snapshots.playing[:] = step + 1
    assert learner.save().state["snapshots"] == list(snapshots.versions) == [step + 1]


@pytest.mark.parametrize("name", ["observation", "actions", "state"])
def test_a_checkpoint_of_another_version_is_refused(learner, tmp_path, name):
    from tabletop.learn.training import checkpoint

    made = learner.save()
    assert name in made.state["versions"]
    made.state["versions"][name] += 1
    saved = checkpoint.load(checkpoint.save(tmp_path, learner.step, made))
    before = checkpoint.fingerprint(learner.save())
    refuses(ValueError, "^the checkpoint was made", learner.restore, saved)
    assert checkpoint.fingerprint(learner.save()) == before
    made.state["versions"].pop(name)  # nor one that doesn't know of it
    refuses(ValueError, f"made for {name} version None", learner.restore, made)


def test_what_a_kill_has_left_of_a_checkpoint_is_removed_with_the_next_one(learner, tmp_path):
    from tabletop.learn.training import checkpoint

    left = tmp_path / "checkpoints" / ".000000000999.new"
    left.mkdir(parents=True)
    (left / "model.pt").write_bytes(b"half")
    saved = checkpoint.save(tmp_path, 128, learner.save())
    assert list(left.parent.iterdir()) == [saved]


def test_a_checkpoint_of_another_format_is_refused(learner, tmp_path):
    from tabletop.learn.training import checkpoint

    place = checkpoint.save(tmp_path, learner.step, learner.save())
    file = place / "state.json"
    file.write_text(file.read_text().replace('"format": 7', '"format": 3'))
    refuses(ValueError, "format 3, .* 7", checkpoint.latest, tmp_path)


def test_each_damaged_checkpoint_is_named_and_the_one_that_is_used(learner, tmp_path, capsys):
    from tabletop.learn.training import checkpoint

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checkpoint, "KEPT", 3)
        places = [checkpoint.save(tmp_path, step, learner.save()) for step in (128, 256, 384)]
    (places[2] / "state.json").unlink()
    (places[1] / "arrays.npz").write_bytes(b"torn")
    told = [f"{places[2]}: not a checkpoint (state.json can't be read)"]
    told.append(f"{places[1]}: not a checkpoint (arrays.npz isn't as it was written)")
    assert checkpoint.latest(tmp_path).state["step"] == 128
    assert capsys.readouterr().err == f"{'; '.join(told)}; going on from decision 128\n"
    (places[0] / "model.pt").unlink()
    told.append(f"{places[0]}: not a checkpoint (model.pt can't be read)")
    with pytest.raises(ValueError) as caught:
        checkpoint.latest(tmp_path)
    assert str(caught.value).startswith("; ".join(told))


@pytest.mark.timeout(60)
def test_a_checkpoints_files_are_no_endless_ones_and_no_pipes(learner, tmp_path):
    from tabletop.learn.training import checkpoint

    place = checkpoint.save(tmp_path, 128, learner.save())
    state = place / "state.json"
    whole = state.read_bytes()
    state.write_bytes(whole + b" " * checkpoint.MOST_STATE)
    refuses(ValueError, r"state\.json", checkpoint.load, place)
    state.write_bytes(whole)
    for name in ("model.pt", "arrays.npz", "state.json"):
        (place / name).unlink()
        os.mkfifo(place / name)
        refuses(ValueError, rf"not a checkpoint \({name} can't be read\)", checkpoint.load, place)


def test_a_checkpoint_that_can_be_read_but_isnt_as_it_was_written_is_passed_over(learner, tmp_path, capsys):
    from tabletop.learn.training import checkpoint

    old = checkpoint.save(tmp_path, 128, learner.save())
    learner.update()
    new = checkpoint.save(tmp_path, 256, learner.save())
    model, state = (new / "model.pt").read_bytes(), json.loads((new / "state.json").read_text())
    flipped = bytearray(model)
    flipped[len(model) // 3] ^= 64
    lacking = {key: value for key, value in state.items() if key != "versions"}
    for name, contents in {
        "model.pt": (flipped, (old / "model.pt").read_bytes()),
        "arrays.npz": ((old / "arrays.npz").read_bytes(),),
        "state.json": [
            json.dumps(data).encode()
            for data in (lacking, state | {"iteration": [7]}, state | {"sha256": {}}, {"format": 7, "step": 256})
        ],
    }.items():
        whole = (new / name).read_bytes()
        for content in contents:
            (new / name).write_bytes(content)
            assert checkpoint.latest(tmp_path).state["step"] == 128
            told = f"{new}: not a checkpoint ({name} isn't as it was written); going on from decision 128\n"
            assert capsys.readouterr().err == told
        (new / name).write_bytes(whole)
    assert checkpoint.latest(tmp_path).state["step"] == 256 and capsys.readouterr().err == ""
    new.rename(other := new.with_name("000000009999"))
    assert checkpoint.latest(tmp_path).state["step"] == 128
    assert f"{other}: not a checkpoint (state.json is of another step than its folder says)" in capsys.readouterr().err


def test_a_new_run_shows_no_curves_of_an_earlier_one_and_a_resumed_one_its_own(tmp_path, monkeypatch):
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    from tensorboard.summary.writer import event_file_writer

    from tabletop.learn.training.log import Log

    # The numbers of the files that a process writes: by name the second file is before the first one.
    monkeypatch.setattr(event_file_writer, "_global_uid", event_file_writer.AtomicCounter(9))
    events = tmp_path / "tensorboard"
    for begun, points in ((0, (10, 20, 30)), (20, (40,)), (0, (5,))):
        log = Log(tmp_path, ["loss"], begun)
        for step in points:
            log.write(step, {"loss": 0.5})
        log.close()
        (events / "notes.txt").write_text("the user's")
        shown = EventAccumulator(str(events)).Reload().Scalars("loss")
        wanted = [10, 20, 40] if begun else list(points)
        assert [point.step for point in shown] == wanted
    assert (events / "notes.txt").exists()


def test_the_exported_agent_is_the_policy(learner, tmp_path):
    import torch

    from tabletop.agents import policy_folder
    from tests.agents.held import make

    learner.update()
    model = learner.model
    policy_folder.save(tmp_path / "agent", PAINTBALL, learner.weights(), {})
    agent = make(f"trained:{tmp_path / 'agent'}")
    agent.prepare(learner.batch.scenario)
    seen = np.zeros((0, agent.player.network.observations), np.float32)
    masks, answers = np.zeros((0, agent.player.network.actions), bool), []
    while len(seen) < 200:
        observations, legal = learner.batch.current()
        seen, masks = np.concatenate([seen, observations]), np.concatenate([masks, legal > 0])
        rows, actions = np.arange(8), np.zeros(8, np.int64)
        keys = np.zeros(8, np.uint64)
        agent.decide(learner.batch.scenario.world, learner.batch.games, rows, legal, actions, keys)
        answers += actions.tolist()
        learner.batch.step(np.array([np.flatnonzero(row)[0] for row in legal]))
    expected, _ = model.predict(seen, deterministic=True, action_masks=masks)
    with torch.no_grad():
        logits = model.policy.get_distribution(torch.from_numpy(seen)).distribution.logits.numpy()
    own = agent.player.network.logits(seen)
    spread = (own - own.mean(1, keepdims=True)) - (logits - logits.mean(1, keepdims=True))
    assert np.abs(spread).max() < 1e-4
    assert answers == expected.tolist()
