"""Are mistakes in a configuration, in a command and in a bot told before anything is trained?"""

import os
import re

import pytest

from tests.called import call, refused
from tests.learn.small_training import BOT, LEGAL, ROOT, refusal, tiny

pytest.importorskip("sb3_contrib")

from paintball_env.definition import PAINTBALL
from tests import refuses

__all__ = ["tiny"]  # a fixture
BASE = ROOT / "configs" / "champion" / "base.toml"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("learner.gama=0.9", "unknown key learner.gama; did you mean gamma?"),
        ("sed=1", "unknown key sed; did you mean seed?"),
        ("foo=1", "unknown key foo; there are name, algorithm, scenario"),
        ("self_play.xyz=1", "unknown key self_play.xyz; there are weight, present, every, keep"),
        ("learner.gamma=2", "learner.gamma: 2 is not at most 1\n"),
        ("learner.gamma=-1", "learner.gamma: more than 0 is needed, not -1\n"),
        ("max_minutes=0", "max_minutes: more than 0 is needed, not 0\n"),
        ("learner.games=0", "learner.games: more than 0 is needed, not 0\n"),
        ("learner.clip=1", "learner.clip: less than 1 is needed, not 1\n"),
        ("total_steps=many", "total_steps: 'many' is not a whole number"),
        ("seed=true", "seed: true is not a whole number"),
        ("threads='2'", "threads: '2' is not a whole number"),
        ("threads=100000", "threads: 100000 is not at most 256"),
        ("final.pairs=10000001", "final.pairs: 10000001 is not at most 10000000"),
        ("max_minutes=inf", "max_minutes: inf is not a finite number"),
        ("opponents.random=inf", "opponents.random: inf is not a finite number"),
        ("self_play.weight=nan", "self_play.weight: nan is not a finite number"),
        ("learner.learning_rate=inf", "learner.learning_rate: inf is not a finite number"),
        ("final.animation=1", "final.animation: 1 is not true or false"),
        ("shaping.figure=1", "unknown key shaping.figure; did you mean figures?"),
        ("shaping.fade=0", "shaping.fade: more than 0 is needed, not 0"),
        ("shaping.fade=1.5", "shaping.fade: 1.5 is not at most 1"),
        ("shaping={fade=0.5}", "--set: shaping.fade: all weights are 0: there is nothing that could fade"),
        ("shaping.figures=1e300", "shaping.figures: 1e+300 is not at most 1000000"),
        ("evaluation.opponents=['random', 'random']", "--set: evaluation.opponents: random is named twice"),
        ("final.opponents=['hunter', 'random', 'hunter']", "--set: final.opponents: hunter is named twice"),
        ("evaluation.opponents=[]", "evaluation.opponents: it has 0 entries, 1 or more are needed"),
        ("seed.a=1", "--set seed.a=1: seed is a value, not a section"),
        ("seed", "--set seed: a.b=value is meant"),
        ('opponents."hunter@1=1', "a.b=value is meant; in quotes a name that holds . or ="),
        ("opponents../my_bot.py=1", "a.b=value is meant; in quotes a name that holds . or ="),
        ('opponents."random"=x', "tiny.toml with --set: opponents.random: 'x' is not a number"),
        ("learner.batch=100", "learner.batch: 100 doesn't divide games × steps = 128"),
        ("self_play.present=0.1", '--set: self_play.present is of algorithm = "scoring" or "zero" alone'),
        (
            "scoring={rolls=8, hidden=3}",
            '--set: scoring.hidden, scoring.rolls are of algorithm = "scoring" or "zero" alone',
        ),
        ("starts.share=0.2", '--set: starts.share is of algorithm = "scoring" or "zero" alone'),
        ("scenarios=['reverse-flag']", '--set: scenarios is of algorithm = "scoring" or "zero" alone'),
        ("device=gpu", "--set: device: 'gpu' is unknown; there are cpu, cuda, and cuda:1, cuda:2 …"),
        ("opponents={random=0, hunter=0}", ""),
    ],
)
def test_mistakes_in_a_configuration_are_named(tiny, change, words):
    from tabletop.learn.training import config

    if not words:
        read = config.load(tiny, PAINTBALL, [change])
        assert read.self_play.weight > 0
        refuses(
            config.ConfigError, "there is nobody to play", config.load, tiny, PAINTBALL, [change, "self_play.weight=0"]
        )
        return
    with pytest.raises(config.ConfigError) as caught:
        config.load(tiny, PAINTBALL, [change])
    assert words in f"{caught.value}\n"


def test_names_in_quotes_are_set_as_they_are(tiny):
    from tabletop.learn.training import config

    written = {'"hunter@1"': "hunter@1", "hunter@1": "hunter@1", '"./my.py:Bot,b=1.5"': "./my.py:Bot,b=1.5"}
    for key, name in (written | {'"hunter@1" ': "hunter@1"}).items():
        assert config.load(tiny, PAINTBALL, [f"opponents.{key}=0.5"]).opponents[name] == 0.5
    data = {}
    config.change(data, """opponents."'x'.py" = 1""")
    assert data == {"opponents": {"'x'.py": 1}}


def test_a_configuration_on_another_one_changes_single_keys_and_all_opponents(tiny):
    from tabletop.learn.training import config

    plain = config.load(tiny, PAINTBALL).model_dump()
    (tiny.parent / "on").mkdir()
    above, top = tiny.parent / "on" / "above.toml", tiny.parent / "top.toml"
    above.write_text('base = "../tiny.toml"\nseed = 77\n[learner]\ngamma = 0.5\n[opponents]\nhunter = 1.0\n')
    top.write_text('base = "on/above.toml"\nseed = 78\n')
    read = config.load(top, PAINTBALL).model_dump()
    assert read == plain | {"seed": 78, "opponents": {"hunter": 1.0}, "learner": plain["learner"] | {"gamma": 0.5}}
    for base, words in (
        ('"on/nowhere.toml"', "nowhere.toml: no such file"),
        ('"top.toml"', "top.toml: base: top.toml leads back"),
        ("1", "top.toml: base: "),
        ('"on/above.toml"\nsed = 1', "top.toml (base above.toml, tiny.toml): unknown key sed"),
    ):
        top.write_text(f"base = {base}\n")
        with pytest.raises(config.ConfigError) as caught:
            config.load(top, PAINTBALL)
        assert words in str(caught.value)


def test_what_is_rated_is_not_what_was_chosen_by(tiny):
    from tabletop.learn.training import config

    same = ["final.seed=5", "evaluation.seed=5"]
    assert config.load(tiny, PAINTBALL, [*same, "evaluation.every=0"]).final.seed == 5
    refuses(config.ConfigError, r"final\.seed:", config.load, tiny, PAINTBALL, [*same, "evaluation.every=1000"])


def test_mistakes_of_a_command_are_named(tiny, tmp_path):
    for arguments, words in [
        ((), "either --config FILE or --resume RUN_DIR"),
        (("--config", tmp_path / "no.toml"), "no such file"),
        (("--config", tiny, "--set", "learner.gama=1"), "unknown key learner.gama"),
        (("--config", tiny, "--run-dir", tmp_path / "a", "--set", "scenario=chess"), "no scenario 'chess'"),
        (("--config", tiny, "--run-dir", tmp_path / "b", "--set", "opponents.hnter=1"), "did you mean 'hunter'?"),
        (("--config", tiny, "--run-dir", tiny / "a"), f"train: {tiny / 'a'} can't be a folder: {tiny} is a file"),
        (("--config", tiny, "--runs", tiny), f"train: {tiny} can't be a folder: file exists"),
        (("--resume", tmp_path), "holds no run"),
        (("--resume", tmp_path, "--run-dir", tmp_path / "c"), "a run goes on in its own folder"),
        (("--resume", tmp_path, "--runs", tmp_path / "c"), "a run goes on in its own folder"),
    ]:
        refused(call("train", *arguments), words)
    assert not (tmp_path / "a").exists() and not (tmp_path / "b").exists()


@pytest.mark.parametrize(
    ("prepare", "act", "words"),
    [
        ("{}['a']", LEGAL, "train: Faulty: KeyError: 'a' (faulty.py, line 8)"),
        ("pass", "[][7]", "IndexError: list index out of range (faulty.py, line 12)"),
        ("pass", "min(set(range(view.mask.size)) - set(view.legal.values()))", ") is not legal, in turn 1"),
        ("pass", "'done'", "it answered 'done', no action's index"),
    ],
)
@pytest.mark.parametrize("part", ["opponents", "evaluation.opponents", "final.opponents"])
def test_a_bots_fault_is_reported_before_anything_is_trained(tiny, tmp_path, part, prepare, act, words):
    file = tmp_path / "faulty.py"
    file.write_text(BOT.format(prepare=prepare, act=act))
    named = f"{part}={{'{file}' = 1.0}}" if part == "opponents" else f"{part}=['{file}']"
    done = call("train", "--config", tiny, "--run-dir", tmp_path / "run", "--set", named)
    line = refusal(done)
    assert line.startswith("train: Faulty: ") and line.endswith(words), line
    assert not (tmp_path / "run").exists()


CONFIGS = [*(ROOT / "configs").glob("*.toml"), *(ROOT / "configs" / "champion").glob("*.toml")]


@pytest.mark.parametrize("path", sorted(set(CONFIGS) - {BASE}), ids=lambda path: path.stem)
def test_the_configurations_that_come_along(path):
    from paintball_env.scenario import Scenario
    from tabletop.learn.training import config
    from tests.agents.held import make

    settings = config.load(path, PAINTBALL)
    run = f"champion-{path.stem}" if path.parent == BASE.parent else path.stem
    assert settings.name == run.removesuffix("-first")
    for name in (*settings.opponents, *settings.final.opponents):
        make(name).prepare(Scenario.load(settings.scenario))


def test_new_runs_get_folders_of_their_own(tmp_path):
    from tabletop.learn.training.folders import new_folder

    assert [new_folder(tmp_path, "quick").name for _ in range(3)] == ["quick", "quick-2", "quick-3"]
    assert os.listdir(tmp_path)


def test_threads_that_will_wait_for_a_core_are_told_of(monkeypatch, capsys):
    from tabletop.learn.training import run

    monkeypatch.setattr("os.cpu_count", lambda: 4)
    for threads, busy, told in ((1, 9.0, False), (2, 2.1, False), (2, 2.9, True), (4, 0.2, False)):
        monkeypatch.setattr("os.getloadavg", lambda busy=busy: (busy, 0.0, 0.0))
        run.warn_of_busy_cores(threads)
        said = capsys.readouterr().err
        assert bool(said) == told and (not told or said.startswith("threads = 2: the load is 2.9 already, on 4 cores;"))
        assert not told or "--set threads=1" in said
        assert said.count("\n") == told


DIVERGES = ("learner.learning_rate=1e30", "learner.max_grad_norm=1e30", "evaluation.every=0")


@pytest.mark.parametrize("minibatches", [1, 2])
@pytest.mark.parametrize("algorithm", ["maskable-ppo", "scoring"])
def test_training_that_diverges_ends_in_a_line(tiny, tmp_path, algorithm, minibatches):
    from tabletop.learn.training import checkpoint

    folder = tmp_path / "run"
    texts = [*DIVERGES, "learner.epochs=1", f"learner.batch={128 // minibatches}", f"algorithm={algorithm}"]
    if algorithm == "scoring":
        texts += ["shaping.figures=0", "learner.trunk=[256]", "learner.net=[128]", "self_play.present=0.2"]
    changes = [part for text in texts for part in ("--set", text)]
    line = refusal(call("train", "--config", tiny, "--run-dir", folder, *changes))
    assert re.fullmatch(
        r"train: losses or weights are not finite, or huge, after [\d,]+ decisions: lower learner\.learning_rate", line
    )
    assert not checkpoint.checkpoints_in(folder)
    assert len((folder / "progress.csv").read_text().splitlines()) == 1  # the heads


def test_training_that_diverges_later_says_that_resuming_wont_help(tiny, tmp_path, monkeypatch):
    import torch

    from tabletop.learn.training import checkpoint
    from tabletop.learn.training.learner import Learner

    update, folder = Learner.update, tmp_path / "run"

    def broken(learner):
        if learner.step >= 256:
            with torch.no_grad():
                next(learner.policy.parameters())[0, 0] = torch.nan
        return update(learner)

    monkeypatch.setattr(Learner, "update", broken)
    line = refusal(call("train", "--config", tiny, "--run-dir", folder, "--set", "evaluation.every=0"))
    assert line.endswith("in a new run; --resume goes on from the last checkpoint with the same settings alone"), line
    assert [path.name for path in checkpoint.checkpoints_in(folder)] == ["000000000128", "000000000256"]
    assert [line.partition(",")[0] for line in (folder / "progress.csv").read_text().splitlines()[1:]] == ["128", "256"]


def test_a_fault_of_a_learner_whose_weights_are_sound_is_told_as_it_is(tiny, tmp_path, monkeypatch):
    from tabletop.learn.training.learner import Learner

    def fails(learner):
        raise RuntimeError("no memory")

    monkeypatch.setattr(Learner, "update", fails)
    assert refusal(call("train", "--config", tiny, "--run-dir", tmp_path / "run")) == "train: no memory"


@pytest.mark.parametrize("algorithm", ["maskable-ppo", "scoring"])
def test_too_many_games_for_the_memory_are_told_in_a_line_and_leave_no_folder(tiny, tmp_path, monkeypatch, algorithm):
    from tabletop.learn.training import learner
    from tabletop.learn.training.scoring import learner as scoring_learner

    def fails(*arguments, **more):
        raise MemoryError("Unable to allocate 760. GiB for an array with shape (1000000000,) and data type …")

    monkeypatch.setattr(learner, "BatchedGames", fails)
    monkeypatch.setattr(scoring_learner, "Batch", fails)
    scoring = ["shaping.figures=0", "learner.trunk=[256]", "learner.net=[128]"] * (algorithm == "scoring")
    texts = [f"algorithm={algorithm}", "learner.games=1000000000", "learner.steps=64", *scoring]
    changes = [part for text in texts for part in ("--set", text)]
    line = refusal(call("train", "--config", tiny, "--run-dir", tmp_path / "run", *changes))
    sizes = "learner.games = 1,000,000,000, learner.steps = 64"
    assert line == f"train: {sizes}: there isn't enough memory for so many games and decisions"
    assert not (tmp_path / "run").exists()


def test_imitation_that_diverges_names_its_own_rate(tiny, tmp_path):
    texts = ["algorithm=scoring", "shaping.figures=0", "learner.trunk=[256]", "learner.net=[128]", "evaluation.every=0"]
    texts += ["scoring.teachers=['random']", "scoring.imitation_steps=256", "scoring.imitation_rate=1e30"]
    changes = [part for text in texts for part in ("--set", text)]
    line = refusal(call("train", "--config", tiny, "--run-dir", tmp_path / "run", *changes))
    assert line.endswith("lower scoring.imitation_rate"), line
