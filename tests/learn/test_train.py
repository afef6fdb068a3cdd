"""Does training run, stop, go on exactly, and leave what it promises?"""

import errno
import json
import os
import shlex
import shutil
import signal
import time
from pathlib import Path

import pytest

from tests.called import call, refused
from tests.front.small import SHORT
from tests.learn.small_training import BOT, LEGAL, STEPS, latest, refusal, rows, run, steps, tiny

pytest.importorskip("sb3_contrib")

__all__ = ["tiny"]  # a fixture

LESS = ("evaluation.every=0", "final.opponents=[]", "final.animation=false")
SHORTER = [part for text in (*LESS, "total_steps=256") for part in ("--set", text)]
# `train`, which sends a signal to itself when so many steps have been logged.
SIGNALLED = """
import os, sys
from paintball_env.__main__ import shell
from tabletop.learn.training.log import Log

number, at, *arguments = sys.argv[1:]
write = Log.write

def write_and_signal(log, step, values):
    write(log, step, values)
    if step == int(at):
        os.kill(os.getpid(), int(number))

Log.write = write_and_signal
shell.call("train", arguments)
"""


def train(*arguments):
    """`python train.py` in a process of its own."""
    return run("train.py", *arguments)


def signalled(number, at, *arguments):
    return run("-c", SIGNALLED, int(number), at, *arguments)


def digest(folder):
    """What the next update depends on; the time that it took is another each time."""
    from tabletop.learn.training import checkpoint

    saved = latest(folder)
    for name in ("seconds", "processor_seconds"):
        saved.state.pop(name)
    return checkpoint.fingerprint(saved)


def values(folder):
    return [{k: v for k, v in row.items() if k not in ("minutes", "steps_per_second")} for row in rows(folder)]


@pytest.mark.slow
def test_a_run_leaves_what_it_promises(tiny, tmp_path):
    folder, scenario = tmp_path / "a run", tmp_path / "short.toml"
    scenario.write_text(SHORT)  # half of the time of a usual game's run would go into its animation
    done = train("--config", tiny, "--run-dir", folder, "--set", f"scenario={scenario}")
    assert done.returncode == 0, done.stderr
    assert {path.name for path in folder.iterdir()} - {".lock"} == {
        *("agent", "best", "checkpoints", "config.json", "curves.svg", "game.pbr", "game.png", "game.webp"),
        *("lost", "progress.csv", "report.html", "results.json", "stages", "tensorboard"),
    }
    assert sorted(path.name for path in (folder / "stages").iterdir()) == ["0000000384.pbr", "0000000768.pbr"]
    page = (folder / "report.html").read_text()
    assert page.count("<figcaption>") >= 2 and "<td>sentinel</td>" in page
    assert steps(folder) == STEPS
    assert "tiny on short" in done.stdout and "training: 100 %" in done.stderr
    results = json.loads((folder / "results.json").read_text())
    assert set(results["ratings"]) == {"random", "hunter", "sentinel", "raider"} and results["cost"]["steps"] == 1024
    card = json.loads((folder / "agent" / "card.json").read_text())
    assert set(card["versions"]) == {"format", "observation", "actions"}
    assert card["seeds"] == {"training": 3, "evaluation": 30_001, "rating": 20_001} and card["config"]["name"] == "tiny"
    assert {"paintball-mini", "torch", "numpy"} <= set(card["made_with"])
    assert card["ratings"]["random"]["rating"]["pairs"] == 4
    assert len(list((folder / "tensorboard").iterdir())) == 1
    # Evaluations on the way, and the agent is the best of them by the lower bound.
    panel = {int(row["step"]): float(row["panel_low"]) for row in rows(folder) if row["panel_low"]}
    assert sorted(panel) == [384, 768]
    for name in ("", "/random", "/hunter", "/sentinel", "/raider"):
        kinds = [f"{kind}{name}" for kind in ("panel_low", "panel", "panel_high")]
        for row in rows(folder):
            low, score, high = (float(row[kind] or "nan") for kind in kinds)
            assert int(row["step"]) not in panel or (0 <= low <= score <= high <= 1 and low < high)
    best = json.loads((folder / "best" / "card.json").read_text())["panel"]
    assert card["panel"] == {name: best[name] for name in ("step", "score", "low", "high")}
    assert card["step"] == best["step"]
    assert best["low"] >= max(panel.values()) - 1e-6 and best["step"] in (*panel, 1024)
    assert (folder / "best" / "weights.npz").read_bytes() == (folder / "agent" / "weights.npz").read_bytes()
    assert len(list((folder / "checkpoints").iterdir())) == 2

    # The agent is found by the commands, and a second run doesn't write over the first.
    again = refusal(call("train", "--config", tiny, "--run-dir", folder))
    assert again.endswith(f"holds a run already; go on with --resume {shlex.quote(str(folder))}")
    assert call("match", f"trained:{folder / 'agent'}", "random", "--pairs", 2, "--scenario", scenario).exit_code == 0

    # A run that has ended goes on when it is given more steps.
    less = ("--set", "final.opponents=[]", "--set", "final.animation=false")
    more = call("train", "--resume", folder, "--set", "total_steps=1152", *less)
    assert more.exit_code == 0, more.output
    assert steps(folder) == [*STEPS, 1152]


@pytest.mark.slow
def test_stopped_and_killed_runs_go_on_as_if_nothing_had_happened(tiny, tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    less = ("--set", "final.opponents=[]", "--set", "final.animation=false")
    done = call("train", "--config", tiny, "--run-dir", whole, *less)
    assert done.exit_code == 0, done.output
    stopped = signalled(signal.SIGTERM, 256, "--config", tiny, "--run-dir", parts, *less)
    assert stopped.returncode == 128 + signal.SIGTERM and "go on with --resume" in stopped.stderr, stopped.stderr
    assert latest(parts).state["step"] == steps(parts)[-1] == 256

    killed = signalled(signal.SIGKILL, 512, "--resume", parts)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    # What was logged after the last checkpoint is done again, and a line that was cut short is left out.
    assert latest(parts).state["step"] == 384 and steps(parts)[-1] == 512
    with (parts / "progress.csv").open("a") as file:
        file.write("999999,1")
    done = call("train", "--resume", parts)
    assert done.exit_code == 0, done.output  # nothing holds the folder any more
    assert steps(parts) == steps(whole) == STEPS
    assert values(parts) == values(whole)
    assert digest(parts) == digest(whole)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_stopped_while_it_is_rated_says_that_only_this_is_left(tiny, tmp_path, monkeypatch, number):
    from tabletop.learn.training import finish

    def signal_and_wait(*arguments):
        assert signal.getsignal(number) not in before
        os.kill(os.getpid(), number)
        time.sleep(60)

    folder, changes = tmp_path / "run", [part for text in (*LESS, "total_steps=128") for part in ("--set", text)]
    before = signal.getsignal(number), signal.default_int_handler, signal.SIG_DFL, signal.SIG_IGN
    with monkeypatch.context() as patched:
        patched.setattr(finish, "rate_all", signal_and_wait)
        stopped = call("train", "--config", tiny, "--run-dir", folder, *changes)
    assert stopped.exit_code == 128 + number and signal.getsignal(number) == before[0], stopped.output
    *_, line = stopped.stderr.splitlines()
    assert line == f"train: stopped; training is over and saved; rate the agent with --resume {folder}"
    assert not (folder / "results.json").exists()
    done = call("train", "--resume", folder)
    assert done.exit_code == 0 and steps(folder) == [128] and (folder / "results.json").exists(), done.output


def test_fewer_steps_than_are_done_are_told_of_and_policies_put_beside_the_agents_stay(tiny, tmp_path):
    folder = tmp_path / "run"
    assert call("train", "--config", tiny, "--run-dir", folder, *SHORTER).exit_code == 0
    own = shutil.copytree(folder / "agent", folder / "agent" / "scenarios" / "own")
    done = call("train", "--resume", folder, "--set", "total_steps=100")
    words = "the run has made 256 decisions already; it trains no further, and its agent is rated"
    assert done.exit_code == 0 and f"total_steps = 100: {words}\n" in done.stderr, done.output
    assert steps(folder) == [128, 256]
    assert sorted(path.name for path in own.iterdir()) == ["card.json", "weights.npz"]


def test_a_best_state_that_is_gone_is_told_of_and_a_damaged_one_is_refused(tiny, tmp_path):
    folder = tmp_path / "run"
    changes = ("evaluation.every=128", "evaluation.opponents=['random']", "evaluation.pairs=1", *LESS[1:])
    arguments = [part for text in (*changes, "total_steps=256") for part in ("--set", text)]
    done = call("train", "--config", tiny, "--run-dir", folder, *arguments)
    assert done.exit_code == 0 and "chosen anew" not in done.stderr, done.output
    weights = folder / "best" / "weights.npz"
    weights.write_bytes(b"torn")
    longer, before = ("--set", "total_steps=384"), (folder / "config.json").read_bytes()
    refused(call("train", "--resume", folder, *longer), f"train: {weights} can't be read:")
    assert (folder / "config.json").read_bytes() == before  # what is refused leaves it as it was
    shutil.rmtree(folder / "best")
    done = call("train", "--resume", folder, *longer)
    assert done.exit_code == 0 and f"{folder / 'best'} is gone: the best state is chosen anew" in done.stderr
    assert json.loads((folder / "best" / "card.json").read_text())["step"] == 384


def test_a_folder_that_cant_be_written_to_is_told_in_plain_words(tiny, tmp_path, monkeypatch):
    folder = tmp_path / "run"
    assert call("train", "--config", tiny, "--run-dir", folder, *SHORTER).exit_code == 0

    def refusing(make):
        def tried(path, *arguments, **more):
            if Path(path).parent == folder:
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return make(path, *arguments, **more)

        return tried

    for name in ("open", "mkdir", "replace"):  # permissions don't bind the superuser
        monkeypatch.setattr(os, name, refusing(getattr(os, name)))
    refused(call("train", "--resume", folder), f"train: {folder} can't be written to:")
    refused(call("report", folder), f"report: {folder / 'report.html'} can't be written:")


def test_a_full_disk_is_one_line_and_costs_no_more_than_the_work_since_the_last_checkpoint(tiny, tmp_path, monkeypatch):
    folder = tmp_path / "run"

    def full(path, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", full)
        line = refusal(call("train", "--config", tiny, "--run-dir", folder, *SHORTER))
    assert "No space left on device: " in line and f"{folder}/checkpoints/" in line, line
    assert line.endswith(f"once it is mended, go on with --resume {folder}"), line
    assert call("train", "--resume", folder).exit_code == 0


def test_a_change_that_is_refused_leaves_the_run_as_it_was(tiny, tmp_path):
    folder = tmp_path / "run"
    assert call("train", "--config", tiny, "--run-dir", folder, *SHORTER).exit_code == 0
    before = (folder / "config.json").read_bytes()
    assert "no agent 'nobody'" in refusal(call("train", "--resume", folder, "--set", 'final.opponents=["nobody"]'))
    assert (folder / "config.json").read_bytes() == before


def test_what_cannot_be_gone_on_with_is_told_in_a_line(tiny, tmp_path):
    folder = tmp_path / "run"
    assert call("train", "--config", tiny, "--run-dir", folder, *SHORTER).exit_code == 0
    newest = folder / "checkpoints" / "000000000256" / "state.json"
    shutil.rmtree(folder / "checkpoints" / "000000000128")
    state, config, log = json.loads(newest.read_text()), folder / "config.json", folder / "progress.csv"
    old = {key: value for key, value in state.items() if key not in ("sha256", "versions")}

    def summed(state):
        from tabletop.learn.training import checkpoint

        others = {name: (newest.parent / name).read_bytes() for name in (checkpoint.MODEL, checkpoint.ARRAYS)}
        return json.dumps(state | {"sha256": checkpoint.sums_of(others, state)})

    unfit = f"{folder}: config.json doesn't fit its checkpoint, or that is damaged: "
    for path, content, words in (
        (newest, summed(old), f"{unfit}KeyError: 'versions'"),
        (newest, summed(old | {"versions": state["versions"], "numpy": [1]}), f"{folder}: not enough values"),
        (config, config.read_text().replace('"net": [\n      8\n', '"net": [\n      9\n'), f"{unfit}RuntimeError: "),
        (config, "[" * 100_000, f"{config}: not JSON that can be read: lists or objects too deep"),
        (log, log.read_text().replace("128,", "abc,"), f"{log}: damaged (could not convert string to float: 'abc')"),
    ):
        whole = path.read_text()
        assert content != whole
        path.write_text(content)
        done = call("train", "--resume", folder)
        assert done.exit_code == 2 and done.stderr.splitlines()[-1].startswith(f"train: {words}"), done.stderr
        assert sum("train: " in line for line in done.stderr.splitlines()) == 1
        path.write_text(whole)
    config.write_bytes(b"\xef\xbb\xbf" + config.read_bytes())
    assert call("train", "--resume", folder).exit_code == 0


def test_a_fault_later_on_costs_no_more_than_the_work_since_the_last_checkpoint(tiny, tmp_path):
    file, folder = tmp_path / "faulty.py", tmp_path / "run"
    file.write_text(BOT.format(prepare="pass", act=f"{LEGAL} if Faulty.asked < 600 else 1 // 0"))
    less = ["evaluation.every=0", "final.opponents=[]", "final.animation=false", "self_play.weight=0"]
    changes = [part for text in (f"opponents={{'{file}' = 1.0}}", *less) for part in ("--set", text)]
    line = refusal(call("train", "--config", tiny, "--run-dir", folder, *changes))
    assert "ZeroDivisionError" in line and line.endswith(f"once it is mended, go on with --resume {folder}"), line
    assert latest(folder).state["step"] == steps(folder)[-1] > 0
    file.write_text(BOT.format(prepare="pass", act=LEGAL))
    done = call("train", "--resume", folder)
    assert done.exit_code == 0, done.output
    assert steps(folder) == STEPS


def test_a_run_cut_short_by_the_clock_says_so(tiny, tmp_path):
    less = ["evaluation.every=0", "final.opponents=[]", "final.animation=false", "max_minutes=0.0001"]
    changes = [part for text in less for part in ("--set", text)]
    done = call("train", "--config", tiny, "--run-dir", tmp_path / "run", *changes)
    assert done.exit_code == 0, done.output
    assert steps(tmp_path / "run") == [128]
    assert "cut short by max_minutes at 12 % of total_steps: learning rate" in " ".join(done.stdout.split())
    done = call("train", "--resume", tmp_path / "run", "--set", "max_minutes=100", "--set", "total_steps=256")
    assert done.exit_code == 0 and "cut short" not in done.stdout
    assert steps(tmp_path / "run") == [128, 256]


def test_a_run_without_its_checkpoints_is_not_written_over(tiny, tmp_path):
    folder = tmp_path / "run"
    assert call("train", "--config", tiny, "--run-dir", folder, *SHORTER).exit_code == 0
    # The newest checkpoint is damaged: the one before is taken, and that is said.
    newest, before = folder / "checkpoints" / "000000000256", digest(folder)
    (newest / "model.pt").write_bytes(b"torn")
    done = call("train", "--resume", folder)
    assert done.exit_code == 0, done.output
    (line,) = [line for line in done.stderr.splitlines() if "not a checkpoint" in line]
    assert line.startswith(f"{newest}: ") and line.endswith("; going on from decision 128")
    assert digest(folder) == before

    shutil.rmtree(folder / "checkpoints")
    left = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done = call("train", "--resume", folder, "--set", "total_steps=512")
    refused(done, "has no checkpoint to go on from:", f"trained:{folder / 'agent'}")
    assert left == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    # As after a kill before the first checkpoint.
    shutil.rmtree(folder / "agent")
    done = call("train", "--resume", folder)
    assert done.exit_code == 0 and f"{folder} has no checkpoint yet: it begins anew\n" in done.stderr, done.output
    assert digest(folder) == before


def test_a_run_begins_where_nothing_is_and_not_where_it_would_write_over_what_isnt_its_own(tiny, tmp_path, monkeypatch):
    from tabletop.learn.training import run

    changes = [part for text in (*LESS, "total_steps=128") for part in ("--set", text)]
    folder = tmp_path / "mine"
    for name in ("agent/notes.txt", "best/notes.txt", "progress.csv", "tensorboard/events.out.tfevents.1.me"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("mine")
        line = refusal(call("train", "--config", tiny, "--run-dir", folder, *changes))
        assert f"train: {folder} isn't empty, and holds no run (agent" in line, line
    assert line.endswith(" (agent, best, progress.csv and 1 more): name another folder")
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) == 4 and all(path.read_text() == "mine" for path in files)

    others = tmp_path / "others"
    others.mkdir()
    (others / "config.json").write_text('{"model_type": "another program\'s"}')
    line = refusal(call("train", "--config", tiny, "--run-dir", others, *changes))
    assert "isn't empty, and holds no run (config.json)" in line and os.listdir(others) == ["config.json"]

    class KilledError(BaseException):
        pass

    def kill(*arguments):
        raise KilledError

    # A kill before the configuration is written leaves nothing of a run; one after it a run, which begins anew.
    folder = tmp_path / "killed"
    for name in (".gitignore", ".lock", ".config.json.new"):
        folder.mkdir(exist_ok=True)
        (folder / name).touch()
    with monkeypatch.context() as patch, pytest.raises(KilledError):
        patch.setattr(run, "Log", kill)
        call("train", "--config", tiny, "--run-dir", folder, *changes)
    assert {path.name for path in folder.iterdir()} == {".gitignore", ".lock", "config.json"}
    assert "holds a run already; go on with --resume" in refusal(call("train", "--config", tiny, "--run-dir", folder))
    done = call("train", "--resume", folder)
    assert done.exit_code == 0 and "has no checkpoint yet: it begins anew" in done.stderr, done.output


def test_two_processes_dont_train_in_one_folder(tiny, tmp_path):
    pytest.importorskip("fcntl")
    from tabletop.base import files
    from tabletop.learn.training.log import Log

    folder, words = tmp_path / "run", f"train: {tmp_path / 'run'}: another process trains in it"
    changes = [part for text in (*LESS, "total_steps=128") for part in ("--set", text)]
    folder.mkdir()
    with files.hold_folder(folder, "does"):
        assert refusal(call("train", "--config", tiny, "--run-dir", folder, *changes)) == words
        assert [path.name for path in folder.iterdir()] == [".lock"]
    # It is held until the end.
    tried = []

    def write(log, step, values):
        with pytest.raises(ValueError, match="another process does"), files.hold_folder(folder, "does"):
            pass
        tried.append(call("train", "--resume", folder))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Log, "write", write)
        done = call("train", "--config", tiny, "--run-dir", folder, *changes)
    assert done.exit_code == 0, done.output
    with files.hold_folder(folder, "does"):
        pass
    refused(tried[0], words)
    assert len(tried) == 1
