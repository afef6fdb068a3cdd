"""Is it said what is wrong with a scenario before a game stumbles over it, and what differs between two of them?"""

import json
import re

import numpy as np
import pytest
from typer.testing import CliRunner

from paintball_env.definition import PAINTBALL
from paintball_env.scenario import Scenario
from paintball_env.scenario.model import FOLDER
from tabletop.agents.registry import make
from tabletop.play.faults import faults_of
from tabletop.rate.matches import comparison
from tabletop.rate.matches.match import play
from tests import refuses
from tests.any_game.games import PIG_SHELL
from tests.any_game.pig import PIG
from tests.any_game.pig_names import pig_of
from tests.called import call

FIXED = """
name = "mine"
title = "Mine"
description = "A start of my own."
map = "hexon26"
objective = "capture"
setup = "fixed"
start = "turn=1 phase=1 acting=red second=red to=red:act R1=c3 R2=b3 B1=c6 B2=c7 M1=c2 M2=c6 {flags}"
[red]
figures = 2
[blue]
figures = 2
[rules]
{rules}
"""
START = FIXED[FIXED.index("turn=1") : FIXED.index('"\n[red]')]
PLAYED = START.partition(" M1")[0]
FLAGS = "flag.red=b1 flag.blue=c7"
WON = "flag.red=b1 flag.blue=R1"  # with R1 at home


def written(tmp_path, text, **parts):
    path = tmp_path / "mine.toml"
    path.write_text(text.format(**{"flags": FLAGS, "rules": ""} | parts))
    return path


def said(path):
    done = call("scenarios", path)
    return done.exit_code, done.stderr


def test_a_sound_scenario_has_no_faults(tmp_path):
    assert said(written(tmp_path, FIXED)) == (0, "")
    for name in PAINTBALL.presets():
        assert faults_of(PAINTBALL.load(name)) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("R1=c3 R2=b3 ", ""), "Red has no figure left"),
        (("B1=c6 B2=c7", ""), "Blue has no figure left"),
        ((PLAYED, "turn=0 acting=red second=red R1=c3 R2=b3"), "start: turn=0: Blue"),
        (("{flags}", "flag.red=b1"), "start: flag.blue is missing"),
        ((PLAYED, "turn=0 acting=red second=red"), "start: no figure is placed, and no to="),
        ((START, "turn=0 acting=red second=red R1=c1 B1=c6 " + WON), "start: flag.blue=R1: "),
        (("turn=1", "turn=x"), "start: "),
        (("R1=c3", "R1=z9"), "start: "),
        (("to=red:act", "to=red:react"), "start: "),
        (("{rules}", "move_cost = 3"), "rules.move_cost: "),
        (("{rules}", "experts = true\nmove_cost = 3"), "rules.move_cost: "),
        (("{rules}", "shoot_cost = 9\nsentry_cost = 3"), "rules.shoot_cost: "),
        (('"mine"', '"battle-12"'), "name: battle-12 is "),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path, change, words):
    path = written(tmp_path, FIXED.replace(*change))
    code, errors = said(path)
    assert code == 2 and f"scenarios: {path}: " in errors and words in errors, errors
    assert "Traceback" not in errors and all(str(path) in line for line in errors.splitlines())
    head = words.partition(": ")[0].rpartition(".")[2]
    key = head if head in ("move_cost", "shoot_cost", "name") else "start"
    line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if text.strip("[").startswith(key))
    assert f"(line {line})" in errors


def test_mistakes_are_told_with_their_lines(tmp_path):
    path = tmp_path / "mine.toml"
    text = FIXED.format(flags=FLAGS, rules="max_turns = 0\nshot_cost = 1") + "[cover]\nsoft = 'x'\n"
    path.write_text(text.replace("figures = 2", "figurs = 2", 1))
    errors = said(path)[1]
    lines = path.read_text().splitlines()
    for word in ("red.figurs", "rules.max_turns", "rules.shot_cost", "cover.soft"):
        number = next(n for n, line in enumerate(lines, 1) if line.startswith(word.split(".")[1]))
        assert re.search(rf"{word}\b.*?\(line {number}\)", errors), errors
    assert "Traceback" not in errors


def test_a_sweep_measures_each_value_and_tells_what_differs_from_the_first(tmp_path):
    out = tmp_path / "new" / "s.json"
    words = "sweep short-pig turns=2,9 goal=10,20 --bot careful --pairs 20 --out"
    done = CliRunner().invoke(PIG_SHELL.app, [*words.split(), str(out)])
    assert done.exit_code == 0, (done.output, done.exception)
    variants = json.loads(out.read_text())["variants"]
    assert list(variants) == ["turns=2 goal=10", "turns=2 goal=20", "turns=9 goal=10", "turns=9 goal=20"]
    assert variants["turns=2 goal=20"]["mean_turns"] < variants["turns=9 goal=20"]["mean_turns"]
    assert done.stdout.count("against the first") == 3 and done.stdout.count("ended: ") == 4
    assert max(map(len, done.stdout.splitlines())) <= 120
    own = play(make("careful", PIG), make("careful", PIG), pig_of("short-pig", 20, 9), 20)
    assert variants["turns=9 goal=20"]["mean_turns"] == pytest.approx(own.turns.mean(), abs=1e-4)
    for wrong, words in ((["rules.max_turn=3"], "did you mean max_turns?"), (["rules.max_turns"], "are meant"),
                         (["rules.max_turns=2020-01-01"], "'2020-01-01' is not a whole number"),
                         (["rules.max_turns=3", "rules.max_turns=4"], "rules.max_turns is named twice"),
                         (["rules.max_turns=x"], "rules.max_turns: 'x' is not a whole number"),
                         (["rules.max_turns=5,6,x"], "rules.max_turns=x: rules.max_turns: 'x' is not a whole number"),
                         (["rules.max_turns=5,,6"], "rules.max_turns=5,,6: an empty value among them"),
                         (["rules.save=[1,6],[1,2,6"], "[1,2,6: no list of values, KEY=6,8,12 or")):  # fmt: skip
        done = call("sweep", "battle-12", *wrong)
        assert done.exit_code == 2 and words in done.stderr
    told = call("sweep", "battle-12", " rules.max_turns = x, y ").stderr  # as TOML is written
    assert "rules.max_turns=x: rules.max_turns: 'x' is not a whole number" in told
    # A name that there is, without quotes, and one behind it that there isn't.
    assert call("sweep", "battle-12", "red.figures=4,4").stderr == "sweep: red.figures=4 is given twice\n"
    assert "sweep: setup=nowhere: " in call("sweep", "battle-12", "setup = drawn, nowhere").stderr


def test_a_sweep_that_is_stopped_has_shown_and_written_what_it_had_measured(tmp_path, monkeypatch):
    from tabletop.rate.matches import parallel

    rate, out = parallel.rate, tmp_path / "s.json"

    def stopped(first, others, scenario, *more):
        if scenario.turns == 9:
            raise KeyboardInterrupt
        return rate(first, others, scenario, *more)

    monkeypatch.setattr(parallel, "rate", stopped)
    words = ("sweep", "short-pig", "turns=2,9", "--bot", "careful", "--pairs", "2", "--out", str(out))
    done = CliRunner().invoke(PIG_SHELL.app, words)
    assert done.exit_code == 130 and "turns=2  First " in done.stdout and "turns=9" not in done.stdout
    assert list(json.loads(out.read_text())["variants"]) == ["turns=2"]
    out.write_text('{"whole": true}')
    assert CliRunner().invoke(PIG_SHELL.app, words).exit_code == 130 and out.read_text() == '{"whole": true}'


@pytest.mark.parametrize("words", [["match", "random", "random", "--pairs", "1"], ["show"], ["tournament", "a", "b"]])
def test_a_changed_preset_is_not_played_under_the_presets_name(words, tmp_path):
    text = (FOLDER / "capture-the-flag.toml").read_text()
    (tmp_path / "same.toml").write_text(text)
    (tmp_path / "other.toml").write_text(text + ("" if "[rules]" in text else "\n[rules]\n") + "max_turns = 4\n")
    fault = "name: capture-the-flag is a preset's, and this is another scenario: choose another name"
    done = call(*words, "--scenario", str(tmp_path / "other.toml"))
    assert done.exit_code == 2 and done.stderr == f"{words[0]}: {tmp_path / 'other.toml'}: {fault}\n"
    config = tmp_path / "run.toml"
    config.write_text(f'name = "x"\nscenario = "{tmp_path / "other.toml"}"\ntotal_steps = 1000\n')
    told = call("train", "--config", str(config), "--run-dir", str(tmp_path / "x"))
    assert told.exit_code == 2 and told.stderr == f"train: {tmp_path / 'other.toml'}: {fault}\n"
    if words[0] == "show":
        assert call(*words, "--scenario", str(tmp_path / "same.toml")).exit_code == 0


def test_flags_may_lie_together(tmp_path):
    """They do where a carrier was put out beside the own flag."""
    assert said(written(tmp_path, FIXED, flags="flag.red=b1 flag.blue=b1")) == (0, "")
    text = FIXED.replace('setup = "fixed"', 'setup = "drawn"\nflag_at = ["c4", "c4"]')
    path = written(tmp_path, "\n".join(line for line in text.splitlines() if not line.startswith("start")))
    assert said(path) == (0, "")
    done = call("match", "hunter", "hunter", "--scenario", path, "--pairs", 2)
    assert done.exit_code == 0 and "flag" in done.stdout


NOBODY_YET, LATER = "turn=1 phase=1 acting=red second=red", "turn=3 phase=1 acting=red second=blue score=3,2"


@pytest.mark.parametrize(
    ("objective", "course", "flags", "wrong"),
    [
        # Which flags the objective has, and who has them first.
        ("capture", LATER, "", ["flag.red is missing", "flag.blue is missing"]),
        ("reverse", LATER, "flag.red=R1", ["flag.blue is missing"]),
        ("single", LATER, "", ["flag is missing"]),
        ("elimination", LATER, "", []),
        ("elimination", LATER, "flag.red=b1", ["flag.red=b1: "]),
        # In the bases: before anybody is out none can have come there, and in the goal's it is won by taking it up.
        ("capture", NOBODY_YET, "flag.red=c1 flag.blue=c8", ["flag.red=c1: "]),
        ("capture", LATER, "flag.red=c1 flag.blue=c8", []),
        ("capture", LATER, "flag.red=c8 flag.blue=c1", ["flag.red lies in c8: Blue", "flag.blue lies in c1: Red"]),
        ("reverse", NOBODY_YET, "flag.red=c8 flag.blue=c1", ["flag.red=c8: "]),
        ("reverse", LATER, "flag.red=c1 flag.blue=c8", ["flag.red=c1: "]),
        ("reverse", LATER, "flag.red=c8 flag.blue=c1", ["flag.red lies in c8: Red", "flag.blue lies in c1: Blue"]),
        ("single", NOBODY_YET, "flag=c1", ["flag=c1: "]),
        ("single", LATER, "flag=c1", ["flag lies in c1: Blue"]),
    ],
)
def test_flags_that_a_fixed_start_lacks_or_has_in_the_bases(objective, course, flags, wrong):
    """SN1, SN2, SN3: of three figures a side two are left, so that a carrier may have fallen."""
    figures = "R1=c3 R2=b3 B1=c6 B2=b6 M1=c2 M2=c6"
    own = json.loads(Scenario.load("capture-the-flag-basic").to_json()) | {"name": "own", "objective": objective}
    own |= {"setup": "fixed", "start": f"{course} to=red:act {figures} {flags}"}
    for team in ("red", "blue"):
        own[team] |= {"figures": 3}
    told = faults_of(Scenario.from_json(json.dumps(own)))
    assert len(told) == len(wrong)
    for line, words in zip(told, wrong, strict=True):
        assert line.startswith(f"start: {words}")


@pytest.mark.parametrize(
    ("rules", "start"),
    [
        ("move_cost = 2\nshoot_cost = 9", ""),  # sentries shoot
        ("experts = true\nmove_cost = 3", "R1=c3,expert"),
        ("points = 1\nmove_cost = 1\nshoot_cost = 1", ""),
    ],
)
def test_costs_that_somebody_can_pay_are_no_fault(tmp_path, rules, start):
    assert said(written(tmp_path, FIXED.replace("R1=c3", start or "R1=c3"), rules=rules)) == (0, "")


def test_any_game_finds_a_presets_name_on_another_scenario():
    assert faults_of(PIG.load("pig")) == []
    assert "is a preset's" in faults_of(pig_of("pig", 20, 5))[0]


def results(scenario, pairs=30, seed=4):
    careful, random = make("careful", PIG), make("random", PIG)
    return [play(careful, random, scenario, pairs, seed), play(random, make("random", PIG), scenario, pairs, seed)]


def test_scenarios_are_compared_by_the_same_seeds():
    short, long = PIG.load("short-pig"), PIG.load("pig")
    one, other = results(short), results(long)
    told = {each.what: each for each in comparison.compare(one, other)}
    turns = told["turns"]
    wanted = [np.mean([match.turns.mean() for match in matches]) for matches in (one, other)]
    assert (turns.one, turns.other) == pytest.approx(wanted)
    assert turns.difference == pytest.approx(wanted[1] - wanted[0])
    assert turns.significant
    assert turns.low > 0 and comparison.words(turns) == "significant"
    # By team, not by agent: of each pair an agent plays one game as the first team.
    for what, by_hand in (
        ("First's score", lambda match: np.mean([match.score[:, 0], 1 - match.score[:, 1]])),
        ("drawn", lambda match: np.mean(match.score == 0.5)),
        ("decisions", lambda match: match.decisions.mean()),
    ):
        wanted = [np.mean([by_hand(match) for match in matches]) for matches in (one, other)]
        assert (told[what].one, told[what].other) == pytest.approx(wanted, abs=1e-5) and wanted[0] != wanted[1]
    same = {each.what: each for each in comparison.compare(one, one)}
    assert all(each.difference == 0 and not each.significant for each in same.values())
    assert comparison.words(same["turns"]) == "no difference in any pair of games"
    refuses(ValueError, "the same seeds", lambda: comparison.compare(one, results(long, seed=5)))


def test_the_pairs_that_are_said_to_be_missing_are_about_enough():
    rng = np.random.default_rng(1)
    enough = 0
    for _ in range(200):
        apart = rng.normal(0.1, 1.0, 4000)
        first = comparison.difference_of("x", np.zeros(100), apart[:100])
        if first.more:
            count = min(4000, 100 + first.more)
            enough += comparison.difference_of("x", np.zeros(count), apart[:count]).significant
        else:
            enough += 1
    assert enough > 100  # what is measured of 100 is luck, too
    # Mean 0.1 and spread 1: 1.2 times (1.96 * 1 / 0.1)² pairs, 466, and of these 100 have been played.
    played = np.tile([1.1, -0.9], 50)
    assert comparison.difference_of("x", np.zeros(100), played).more == 366


def test_intervals_cover():
    rng = np.random.default_rng(2)
    differences = [comparison.difference_of("x", np.zeros(20), rng.normal(0.3, 1.0, 20)) for _ in range(2000)]
    assert 0.935 < np.mean([each.low <= 0.3 <= each.high for each in differences]) < 0.965


def test_few_games_are_said_to_be_few_and_a_share_is_no_more_than_all():
    never, always = np.zeros(2), np.ones(2)
    alike = comparison.difference_of("drawn", never, always, share=True)
    assert alike.low < 0 < alike.high <= 1 and not alike.significant  # two pairs came out alike: that may be luck
    assert comparison.words(alike) == "too few games to say: at least 28 more pairs"
    apart = comparison.difference_of("drawn", always * [0, 1], always * [1, 0], share=True)
    assert (apart.low, apart.high) == (-1, 1) and apart.apart() == ("+0.0 %", "-100.0 to +100.0")
    assert comparison.words(apart) == comparison.words(alike)
    sure = comparison.difference_of("drawn", np.zeros(30), np.ones(30), share=True)
    assert sure.significant and sure.apart() == ("+100.0 %", "+100.0 to +100.0")


def test_compare_and_sweep_write_the_same_difference_in_the_same_way():
    how = ("--bot", "careful", "--bot", "random", "--pairs", "7")
    goal, turns = PIG.load("pig").goal, PIG.load("pig").turns
    swept = CliRunner().invoke(PIG_SHELL.app, ["sweep", "short-pig", f"goal=12,{goal}", f"turns=6,{turns}", *how])
    compared = CliRunner().invoke(PIG_SHELL.app, ["compare", "short-pig", "pig", *how])
    line = next(line for line in compared.stdout.splitlines() if "score" in line)
    difference, ends = " ".join(line.split()[6:8]), " ".join(line.split()[8:])
    wanted = f"against the first {difference} ({ends}): too few games to say: at least 23 more pairs"
    assert swept.stdout.splitlines()[-1].strip() == wanted and difference != "+0.0 %"


def test_compare_prints_and_writes(tmp_path):
    path = tmp_path / "short.toml"
    text = "max_turns = 2"
    scenario = Scenario.load("capture-the-flag-basic-drawn")
    data = json.loads(scenario.to_json())
    assert data["rules"]["max_turns"] > 2
    path.write_text(f'name = "short"\ntitle = "Short"\ndescription = "x"\nmap = "hexon26"\nobjective = "capture"\n'
                    f'setup = "drawn"\n[rules]\n{text}\n')  # fmt: skip
    out = tmp_path / "new" / "out.json"
    done = call("compare", "capture-the-flag-basic-drawn", path, "--bot", "random", "--pairs", 3, "--out", out)
    assert done.exit_code == 0, done.output
    assert "Red's score" in done.stdout and "turns" in done.stdout and "95 % interval" in done.stdout
    differences = {each["what"]: each for each in json.loads(out.read_text())["differences"]}
    assert differences["turns"]["other"] <= 2 < differences["turns"]["one"]
    assert max(map(len, done.stdout.splitlines()[1:])) <= 80
    assert call("compare", path, path, "--pairs", 1).exit_code == 2
