"""Does tuning find better numbers, the same ones however often it is cut off, and say in one line what can't be?"""

import json
import re
import time

import numpy as np
import pytest
from typer.testing import CliRunner

from paintball_env.definition import PAINTBALL
from tabletop.agents.numbers import Range
from tabletop.agents.registry import make
from tabletop.base.workers.processes import ProcessWorkers
from tabletop.front.commands.shell import Shell
from tabletop.rate.matches import grid
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.tuning import cross_entropy, run, table
from tabletop.rate.tuning.definition import Number, argument_file, define
from tabletop.rate.tuning.play import parts
from tabletop.rate.tuning.run import AFTER, BEFORE, Outcome, Run, Score, progress_file
from tests import ROOT, refuses
from tests.any_game.pig import PIG

SHELL = Shell("pig", "Pig.", "1", "tests.any_game.pig:PIG", shown="pig", played="short-pig")
SIZE = {"population": 4, "pairs": 1, "spread": 0.1, "seed": 0}
WIDE = {"population": 10, "pairs": 6, "spread": 0.5}
RASH = f"careful:numbers={ROOT / 'tests' / 'data' / 'rash.toml'}"  # holds at once: wins seldom


def tuning(agent=RASH, against=("careful",), scenarios=("short-pig",), wanted=("at=1:20",), game=PIG, **changes):
    numbers = {"population": 4, "pairs": 2, "spread": 0.3, "seed": 3} | changes
    return define(agent, list(against), list(scenarios), list(wanted), game, **numbers)


def quiet(*_):
    pass


def played(out, generations=3, measured=4, **changes):
    return Run(tuning(**changes), out).play(generations, measured, None, quiet)


class Killed(BaseException):
    """The process is gone."""


def killer(after):
    """A report that kills the run after so many steps."""
    told = []

    def report(*said):
        told.append(said)
        if len(told) == after:
            raise Killed

    return report


def test_it_finds_better_numbers(tmp_path):
    out = tmp_path / "better.toml"
    outcome = played(out, generations=4, measured=40, **WIDE)
    before, after = (outcome.table["all"][when] for when in (BEFORE, AFTER))
    assert outcome.numbers["at"] > 3 and after.low > before.high
    assert make(f"careful:numbers={out}", PIG).at == outcome.numbers["at"]
    assert outcome.games == 4 * 10 * 6 * 2 and outcome.cpu_seconds > 0
    # What was measured is what the file plays.
    agents = [make(name, PIG) for name in (RASH, f"careful:numbers={out}")]
    seeds = Run(tuning(**WIDE), out).seeds(2, 0, 0, 40)
    scores = grid.scores(agents, [make("careful", PIG)], PIG.load("short-pig"), seeds)
    assert scores.mean(axis=(1, 2, 3)).tolist() == [before.score, after.score]


def test_a_draw_counts_what_was_wanted_and_half_a_point_at_the_end(tmp_path, monkeypatch):
    def dealt(tuning, candidates, scenario, seeds, workers):
        """The first one's games are drawn; the others win one of each pair and lose the other."""
        table = np.broadcast_to([1.0, 0.0], (len(candidates), 1, len(seeds), 2)).copy()
        table[0] = 0.5
        return table, 0.0

    monkeypatch.setattr(run, "scores", dealt)
    out = tmp_path / "a.toml"
    outcome = played(out, generations=1, draw=0.2)
    assert json.loads(progress_file(out).read_text())["scores"] == [[[0.2, 0.5, 0.5, 0.5]]]
    assert outcome.drawn == (1.0, 0.0)
    assert {when: score.score for when, score in outcome.table["all"].items()} == {BEFORE: 0.5, AFTER: 0.5}
    assert "seed 3, a drawn game counts 0.2." in out.read_text()
    played(tmp_path / "b.toml", generations=1)
    assert json.loads(progress_file(tmp_path / "b.toml").read_text())["scores"] == [[[0.5] * 4]]
    assert "counts" not in (tmp_path / "b.toml").read_text()


@pytest.mark.parametrize("steps", [1, 4, 7])
def test_a_killed_run_ends_as_if_nothing_had_been(tmp_path, steps):
    scenarios = ("short-pig", "pig")
    whole = played(tmp_path / "whole.toml", scenarios=scenarios)
    out = tmp_path / "killed.toml"
    with pytest.raises(Killed):
        Run(tuning(scenarios=scenarios), out).play(3, 4, None, killer(steps))
    assert progress_file(out).exists() and not out.exists()
    again = played(out, scenarios=scenarios)
    assert out.read_bytes() == (tmp_path / "whole.toml").read_bytes()
    assert (again.numbers, again.table) == (whole.numbers, whole.table)
    for when in (BEFORE, AFTER):
        means = [whole.table[name][when].score for name in scenarios]
        assert whole.table["all"][when].score == pytest.approx(np.mean(means))
    kept = [json.loads(progress_file(path).read_text()) for path in (out, tmp_path / "whole.toml")]
    assert kept[0]["scores"] == kept[1]["scores"] and kept[0]["measured"] == kept[1]["measured"]


def test_what_has_been_played_is_not_played_again(tmp_path, monkeypatch):
    out = tmp_path / "a.toml"
    first = played(out, generations=2)
    monkeypatch.setattr("tabletop.rate.tuning.run.scores", None)  # whoever plays fails
    assert played(out, generations=2).table == first.table
    monkeypatch.undo()
    # More generations begin with the same ones, and are measured anew.
    longer = played(out, generations=3)
    assert longer.numbers == played(tmp_path / "b.toml", generations=3).numbers and longer.generations == 3
    # Fewer can't be had any more: the file would lose its better result.
    refuses(ValueError, "3 generations .*, not 2", played, out, generations=2)


@pytest.mark.slow
def test_workers_change_nothing_but_who_plays(tmp_path):
    scenarios = ("short-pig", "pig")
    whole = played(tmp_path / "whole.toml", scenarios=scenarios)
    out = tmp_path / "shared.toml"
    with ProcessWorkers(2) as workers, pytest.raises(Killed):
        Run(tuning(scenarios=scenarios), out, workers).play(3, 4, None, killer(3))
    with ProcessWorkers(1) as workers:  # another number of them
        run = Run(tuning(scenarios=scenarios), out, workers)
        shared = run.play(3, 4, None, quiet)
    assert out.read_bytes() == (tmp_path / "whole.toml").read_bytes()
    assert (shared.numbers, shared.table) == (whole.numbers, whole.table)
    kept = [json.loads(progress_file(path).read_text()) for path in (out, tmp_path / "whole.toml")]
    assert kept[0]["scores"] == kept[1]["scores"] and kept[0]["measured"] == kept[1]["measured"]
    assert shared.cpu_seconds > time.process_time() - run.begun  # theirs is counted, too


def test_the_games_are_cut_so_that_all_workers_have_some():
    defined, pig, seeds = tuning(), PIG.load("short-pig"), pair_seeds(4, 10)
    for candidates, count in ((32, 8), (2, 8)):
        cut = parts(defined, [{"at": n} for n in range(candidates)], pig, seeds, 8)
        assert len(cut) == count
        games = [(part.candidates[i]["at"], seed) for part in cut for i in range(len(part.candidates))
                 for seed in part.seeds]  # fmt: skip
        assert sorted(games) == sorted((n, int(seed)) for n in range(candidates) for seed in seeds)


def test_games_that_measure_were_not_tuned_on(tmp_path):
    run = Run(tuning(), tmp_path / "a.toml")
    tuned = {int(seed) for generation in range(50) for seed in run.seeds(1, generation, 0, 20)}
    assert len(tuned) == 1000 and not tuned & {int(seed) for seed in run.seeds(2, 0, 0, 1000)}


def test_a_limit_of_cpu_seconds_ends_the_search_and_not_the_measuring(tmp_path):
    outcome = Run(tuning(), tmp_path / "a.toml").play(50, 5, 1e-9, quiet)
    assert outcome.generations == 1 and outcome.pairs == 5


def test_another_run_is_refused(tmp_path):
    out = tmp_path / "a.toml"
    played(out, generations=1)
    for changes, words in (
        ({"seed": 4}, "begun with another seed: 3, now 4; or choose another --out"),
        ({"population": 8}, "begun with another population: 4, now 8"),
        ({"draw": 0.25}, "begun with another draw: 0.5, now 0.25"),
        ({"wanted": ("at=1:21",)}, "begun with other numbers: at=1:20 from 1, now at=1:21 from 1"),
        ({"against": ("random",)}, "begun with other opponents: careful, now random;"),
        ({"against": ("careful", "random")}, "begun with other opponents: now also random;"),
        ({"agent": "careful"}, "begun with another agent"),
    ):
        with pytest.raises(ValueError, match=words):
            Run(tuning(**changes), out)
    # Of an agent with the same name, the fingerprints of its code say what differs.
    kept = json.loads(progress_file(out).read_text())
    kept["key"]["opponents"] = f"careful {'0' * 16}"
    progress_file(out).write_text(json.dumps(kept))
    refuses(ValueError, rf"careful {'0' * 16}, now", lambda: Run(tuning(), out))
    progress_file(out).write_text("{}")
    refuses(ValueError, "holds no run of tuning", lambda: Run(tuning(), out))
    for content, words in ((b"[", "not JSON: "), (b" " * ((64 << 20) + 1), "larger than 64 MiB")):
        progress_file(out).write_bytes(content)
        refuses(ValueError, rf"\({words}", lambda: Run(tuning(), out))
    progress_file(out).unlink()
    refuses(ValueError, "progress of a run", lambda: Run(tuning(), out))


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (["at=1:20 from 1", "bold=0:1 from 0"], "other numbers: bold=0:1 from 0, now without; or choose"),
        (["at=1:20 from 2", "bold=0:1 from 0"], "numbers: at=1:20 from 2, bold=0:1 from 0, now at=1:20 from 1;"),
        ([f"n{i}=0:1 from 0" for i in range(50)], "numbers: n0=0:1 from 0, n1=0:1 from 0, n2=0:1 from 0 and 47 more, "),
        (["x" * 5000], f"numbers: {'x' * 100}…, now at=1:20 from 1;"),
    ],
    ids=("gone", "changed", "many", "long"),
)
def test_another_run_is_refused_by_naming_only_what_differs(tmp_path, before, words):
    out = tmp_path / "a.toml"
    played(out, generations=1)
    kept = json.loads(progress_file(out).read_text())
    kept["key"]["numbers"] = ", ".join(before)
    progress_file(out).write_text(json.dumps(kept))
    with pytest.raises(ValueError, match=re.escape(words)) as refused:
        Run(tuning(), out)
    assert len(str(refused.value)) < 400 and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"measured": "a"},
        {"measured": []},
        {"measured": {"generations": 1, "pairs": 4}},
        {"measured": {"generations": 1, "pairs": 4, "scores": [[0.5, 0.5]], "drawn": []}},
        {"measured": {"generations": 1, "pairs": "4", "scores": [[[0.5] * 4] * 2], "drawn": []}},
        {"measured": {"generations": 1, "pairs": 4, "scores": [[[0.5] * 4] * 2] * 2, "drawn": []}},
        {"measured": {"generations": 1, "pairs": 4, "scores": [[[0.5] * 4] * 2]}},
        {"measured": {"generations": 1, "pairs": 4, "scores": [[[0.5] * 4] * 2], "drawn": [[0.0]]}},
        {"scores": 5},
        {"scores": [5]},
        {"scores": [[0.5]]},
        {"scores": [["a"]]},
        {"scores": [[[0.5] * 3]]},
        {"scores": [[[0.5] * 4] * 2]},
        {"scores": [[[0.5, 0.5, 0.5, "a"]]]},
        {"scores": [[[0.5, 0.5, 0.5, float("nan")]]]},
        {"cpu_seconds": {}},
        {"cpu_seconds": "long"},
    ],
    ids=str,
)
def test_damaged_progress_is_told_in_a_line(tmp_path, changes):
    out = tmp_path / "a.toml"
    path = progress_file(out)
    initial = {"key": {"format": "2"} | tuning().key(), "scores": [], "cpu_seconds": 0.0, "measured": {}}
    path.write_text(json.dumps(initial))
    Run(tuning(), out)
    path.write_text(json.dumps(initial | changes))
    with pytest.raises(ValueError) as caught:
        played(out, generations=1)
    assert str(caught.value).startswith(f"{path}: damaged (") and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"wanted": ()}, "no number with a range is left; say --number at=LOW:HIGH"),
        ({"wanted": ("at",)}, "--number at: at has no range of its own; say at=LOW:HIGH"),
        ({"wanted": ("ta=1:2",)}, "--number ta=1:2: agent 'careful' has the numbers at"),
        ({"wanted": ("at=1:2", "at=1:3")}, "at is named twice"),
        ({"agent": "careful:at=3"}, "--number at=1:20: at is typed with the agent, so it stays as it is; leave one"),
        ({"wanted": ("at=2:1",)}, "a range is meant, the lower end first"),
        ({"wanted": ("at=1:x",)}, "a range is meant"),
        ({"wanted": ("at=1:1.5",)}, "at=1.5: a whole number is meant"),
        ({"wanted": ("at=1:inf",)}, "at=inf: a whole number is meant"),
        ({"agent": "random"}, "agent 'random' has no numbers to tune"),
        ({"agent": "careful:ta=1"}, "has no argument 'ta'; it takes at"),
        ({"against": ("nobody",)}, "no agent 'nobody'"),
        ({"against": ("random", "random")}, "agent random is named twice"),
        ({"scenarios": ("chess",)}, "no scenario 'chess'"),
        ({"scenarios": ("pig", "pig")}, "scenario pig is named twice"),
        ({"population": 3}, "--population 3: 4 or more"),
        ({"pairs": 0}, "--pairs 0: a whole number, 1 to 10,000,000"),
        ({"spread": 0.0}, "--spread 0: above 0, and at most 1"),
        ({"spread": float("nan")}, "--spread nan"),
        ({"draw": 1.1}, "--draw 1.1: 0 to 1"),
        ({"draw": float("nan")}, "--draw nan: 0 to 1"),
        ({"seed": -1}, "--seed -1: it lies between 0 and 2^63 - 1"),
    ],
)
def test_mistakes_are_named(changes, words):
    with pytest.raises(ValueError) as caught:
        tuning(**changes)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_two_files_of_one_scenarios_name_are_told_apart_from_one_named_twice(tmp_path):
    text = 'name = "own"\nmap = "hexon26"\nobjective = "capture"\n'
    files = [tmp_path / name for name in ("one.toml", "other.toml")]
    for turns, path in enumerate(files, 9):
        path.write_text(f"{text}[rules]\nmax_turns = {turns}\n")
    refuses(ValueError, "called own", define, "hunter", [], [str(path) for path in files], [], PAINTBALL, **SIZE)
    refuses(ValueError, r"^scenario .*one\.toml is", define, "hunter", [], [str(files[0])] * 2, [], PAINTBALL, **SIZE)


def test_a_ranges_ends_are_the_agents_own_and_what_is_typed_is_fixed():
    defined = define("hunter:patience=0", [], ["capture-the-flag"], [], PAINTBALL, **SIZE)
    names = [number.name for number in defined.numbers]
    assert "patience" not in names and "caution" in names and len(names) == len(defined.agent.parameters) - 1
    assert list(defined.opponents) == ["hunter", "sentinel", "raider"]
    refuses(
        ValueError, r"caution=11\.0:", define, "hunter", [], ["capture-the-flag"], ["caution=1:11"], PAINTBALL, **SIZE
    )


def test_a_file_holds_what_was_typed_too():
    text = argument_file(tuning(agent=RASH), {"at": 7}, "# above")
    assert text == '# above\nagent = "careful"\n\n[numbers]\nat = 7\n'
    defined = define("hunter:patience=0", [], ["capture-the-flag"], ["caution"], PAINTBALL, **SIZE)
    assert argument_file(defined, {"caution": 2.0}, "").endswith("[numbers]\npatience = 0.0\ncaution = 2.0\n")


def test_a_value_is_what_its_file_says():
    number = Number("x", Range(-0.5, 1.0), 0.25, False)
    assert number.share() == 0.5 and number.value(0.5) == 0.25
    assert number.value(0.1234567) == float(repr(number.value(0.1234567))) == -0.3148
    assert (number.value(0.0), number.value(1.0)) == (-0.5, 1.0)
    assert Number("n", Range(1, 20), 1, True).value(0.5) == 10


def test_cross_entropy_finds_a_hills_top():
    top, state = np.array([0.2, 0.9, 0.5]), cross_entropy.State(np.full(3, 0.5), np.full(3, 0.2))
    for generation in range(25):
        drawn = cross_entropy.candidates(state, 40, cross_entropy.generator(1, generation))
        assert (drawn[0] == state.mean).all() and drawn.min() >= 0.0 and drawn.max() <= 1.0
        state = cross_entropy.learn(state, drawn, -np.square(drawn - top).sum(axis=1))
    assert np.abs(state.mean - top).max() < 0.03 and (state.width >= cross_entropy.NARROWEST).all()


def test_a_grids_games_do_not_depend_on_how_many_are_played_side_by_side(monkeypatch):
    seeds, pig = pair_seeds(4, 7), PIG.load("short-pig")
    agents = [make(name, PIG) for name in ("careful", "random", RASH)]
    whole = grid.scores(agents, agents[:2], pig, seeds)
    monkeypatch.setattr(grid, "TOGETHER", 20)
    assert whole.shape == (3, 2, 7, 2) and np.array_equal(grid.scores(agents, agents[:2], pig, seeds), whole)


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (Score(0.7, 0.6, 0.8), ""),
        (Score(0.6, 0.5, 0.7), "\nthe tuned numbers are not shown to be better"),
        (Score(0.4, 0.3, 0.5), "\nthe tuned numbers are not shown to be better"),
        (Score(0.3, 0.2, 0.4), "\nthe tuned numbers are worse"),
    ],
)
def test_only_numbers_that_are_clearly_worse_are_called_so(after, said):
    outcome = Outcome({}, 1, 1, {"all": {BEFORE: Score(0.5, 0.45, 0.55), AFTER: after}}, (0.0, 0.0), 1, 1.0)
    assert table.doubt(outcome) == said


def call(*arguments, code=0):
    done = CliRunner().invoke(SHELL.app, ["tune", *map(str, arguments)])
    assert done.exit_code == code and "Traceback" not in done.output, (done.output, done.exception)
    return done.output


@pytest.mark.slow
def test_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # what is refused below would be written there
    out = tmp_path / "folder" / "mine.toml"
    words = [RASH, "--out", out, "--number", "at=1:20", "--against", "careful", "--population", 4, "--pairs", 2]
    once = call(*words, "--generations", 1, "--measured", 1, "--jobs", 1)
    assert "1 generation of 4 candidates, 16 games" in once and "entropy: 1 generation of 4, 2 pa" in out.read_text()
    assert "mean score, 1 pair each" in once and "; 1 pair each, on fresh seeds" in out.read_text()
    told = call(*words, "--generations", 2, "--measured", 5, "--jobs", 2)
    assert "short-pig" in told and "all" in told and f"careful:numbers={out}" in told and "of CPU time" in told
    assert "2 generations of 4 candidates, 32 games" in told and "drawn games: 0.0 % before, 0.0 % after" in told
    assert "the tuned numbers are not shown to be better" in told
    for wrong, words_ in (
        (("--generations", 0), "tune: --generations 0: 1 or more"),
        (("--draw", 2), "tune: --draw 2: 0 to 1"),
        (("--measured", 0), "tune: --measured 0: 1 or more"),
        (("--jobs", 0), "tune: jobs are 1 or more, not 0"),
        (("--cpu-seconds", 0), "tune: --cpu-seconds 0: more than 0"),
        (("--cpu-seconds", "nan"), "tune: --cpu-seconds nan: more than 0"),
    ):
        assert words_ in call(*words, *wrong, code=2)
    assert "a,b.toml: no agent could read it" in call(RASH, "--out", "a,b.toml", "--number", "at=1:20", code=2)
    assert "one line without control" in call(RASH, "--out", "a\nb.toml", "--number", "at=1:20", code=2)
    assert f"{tmp_path} is a folder" in call(RASH, "--out", tmp_path, "--number", "at=1:20", code=2)
