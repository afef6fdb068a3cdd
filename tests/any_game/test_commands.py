"""A whole small game at the command line; PaintBall's commands have tests of their own."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from paintball_env.__main__ import shell as paintball
from tabletop.agents.registry import levels, make, opponents, read
from tabletop.front.commands.shell import COMMANDS
from tabletop.front.verify.plan import fingerprint, twin_name
from tabletop.game.draws import write_result
from tabletop.play.odds import outcomes
from tabletop.play.records import GameRecord, replay
from tabletop.rate.matches.match import play
from tabletop.show.showing import showing_of
from tabletop.show.story import Storyteller
from tests.any_game.games import (
    FIRST_LEGAL,
    PIG_SHELL,
    ROOT,
    TWO_SQUADS_SHELL,
    VERIFIED,
    any_shell,
    octagon_ball,
    played,
    stepped,
)

SERIAL = ("--executor", "serial")  # where it is no matter that others play: nothing has to be started


def call(shell, *arguments, typed=None, code=0):
    done = CliRunner().invoke(shell.app, list(map(str, arguments)), input=typed)
    assert done.exit_code == code and "Traceback" not in done.output, (done.output, done.exception)
    return done.output


@pytest.fixture(autouse=True)
def _data_elsewhere(tmp_path, monkeypatch):
    """Games under way are kept where one is."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@any_shell
def test_every_command_has_help(shell):
    assert shell.version in call(shell, "version")
    for name in COMMANDS:
        assert f"{shell.program} {name}" in call(shell, name, "--help")


# What not every game has: PaintBall's bots, presets, keys of scenarios and configurations; figures, a set-up.
PAINTBALLS = r"hunter|champion|sentry|-drawn|max_turns|capture|battle|hex|\bfigure|set-up|configs/\w"


def test_help_names_nothing_that_another_game_has(monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    for shell, has_drawn in ((octagon_ball, False), (PIG_SHELL, False), (paintball, True)):
        told = {name: call(shell, name, "--help") for name in COMMANDS}
        words = {name: re.findall(PAINTBALLS, text) for name, text in told.items()}
        assert has_drawn or not any(words.values()), words
        assert not any("{presets}" in text for text in told.values())
        assert ("a preset's name with -drawn: set up at random" in told["match"]) == has_drawn


@any_shell
def test_show_draws_a_position(shell, tmp_path):
    game = shell.game
    scenario = game.load(shell.shown)
    text = [*played(scenario, 1, 5)][-1].position()
    assert text in call(shell, "show", text)
    for name in ("a.png", "a.svg"):
        call(shell, "show", text, "--out", tmp_path / name, "--width", 400)
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.width == 400 and len(picture.getcolors(100_000)) > 2
    decision = showing_of(game).scenes(scenario).scene(text).decision
    assert f">{decision}<" in unescape((tmp_path / "a.svg").read_text())
    call(shell, "show", "nonsense", code=2)


@any_shell
def test_scenarios_and_observation_tell_what_there_is(shell):
    game = shell.game
    assert [line.split()[0] for line in call(shell, "scenarios").splitlines()[1:]] == list(game.presets())
    assert call(shell, "scenarios", shell.played).startswith(f"{shell.played}: ")
    page = json.loads(call(shell, "scenarios", shell.played, "--json"))
    assert page["digest"] == game.load(shell.played).digest()
    for encoding in game.encodings:
        size = game.encoding(game.load(shell.shown), encoding).size
        page = json.loads(call(shell, "observation", "--encoding", encoding, "--json"))
        assert len(page["entries"]) == size and [entry["index"] for entry in page["entries"]] == list(range(size))
        assert all(entry["low"] < entry["high"] for entry in page["entries"])
        told = call(shell, "observation", "--all-scenarios")
        assert all(f"  {entry['name']}: {entry['meaning']}" in told for entry in page["entries"])
    shape = game.encoding(game.load(shell.shown), game.encodings[0]).shape
    assert len(call(shell, "observation").splitlines()) == 1 + shape[0]


@any_shell
def test_odds_of_an_action(shell, tmp_path):
    states = (state for seed in range(9) for state in played(shell.game.load(shell.shown), seed) if not state.over)
    choices = ((state, number) for state in states for number in state.legal_indices())
    state, number = next((state, number) for state, number in choices if stepped(state, number, 0).draws)
    action = state.table.name(number, state.decider)
    told = call(shell, "odds", state.position(), action, "--out", tmp_path / "odds.json")
    rows = json.loads((tmp_path / "odds.json").read_text())
    assert sum(Fraction(row["probability"]) for row in rows) == 1 and rows[0]["probability"] in told
    assert {row["position"] for row in rows} == {result.position for result in outcomes(state, action)}


def test_odds_up_to_a_boundary(tmp_path):
    start, out = "turn=3 to=red:act men=5,14 chips=1,0 shells=1,0 cover=0,2", tmp_path / "odds.json"
    told = call(TWO_SQUADS_SHELL, "odds", start, "dig in", "--to", "boundary", "--out", out)
    position = "turn=3 to=red:morale men=5,14 chips=1,0 shells=1,0 cover=1,2"
    assert json.loads(out.read_text()) == [{"probability": "1", "position": position}] and "to=red:morale" in told
    assert "'turn': decision or boundary" in call(TWO_SQUADS_SHELL, "odds", start, "dig in", "--to", "turn", code=2)


@any_shell
def test_whom_a_person_may_play_are_agents_of_the_game_its_levels_first(shell):
    assert shell.levels == levels(shell.game)
    told = call(shell, "play", code=2)
    names = re.search("there are (.*);", told)[1].split(", ")
    assert names[: len(shell.levels)] == [*shell.levels] and "random" in names
    assert all(make(name, shell.game).name for name in names)
    assert make(re.search(rf"'{shell.program} play (.+?)'", told)[1], shell.game)
    assert ("to begin with" in told) == bool(shell.levels)
    helped = " ".join(call(shell, "play", "--help").split())
    assert "".join(f"{level}, " for level in shell.levels) + "random" in helped and "{levels}" not in helped


@any_shell
def test_a_person_plays_leaves_and_goes_on(shell, tmp_path):
    saved, bot = tmp_path / "game.txt", opponents(shell.game)[-1]
    arguments = ["play", bot, "--seed", 3, "--record", saved]
    number = re.findall(r"^ +(\d+) \w", call(shell, *arguments[:-2], typed="quit\n"), re.MULTILINE)[-1]  # of the list
    typed = f"help\nsigns\nlist\nodds\nhint\nposition\nboard\nnonsense\n? {number}\n{number}\nquit\n"
    told = call(shell, *arguments, typed=typed)
    for words in ("You are", "'help' says", "the bot would", "is no action", "saved", "play --resume"):
        assert words in told, told
    assert (showing_of(shell.game).text_signs() or "no sign on this board") in told
    assert re.search(r"\d/\d|no dice", told), "no odds"
    one = GameRecord.read(saved.read_text(), shell.game)
    assert one.players == ("person", bot) and one.lines
    told = call(shell, "play", "--resume", saved, typed="auto\n" * 500, code=0)
    end = GameRecord.read(saved.read_text(), shell.game)
    assert end.end.over and end.lines[: len(one.lines)] == one.lines and re.search(r" by |has won|You won|drawn", told)
    call(shell, *arguments[:2], "--resume", saved, code=2)


@any_shell
@pytest.mark.parametrize("brief", [[], ["--brief"]], ids=["whole", "brief"])
@pytest.mark.slow
def test_a_game_is_watched_and_replayed(shell, brief, tmp_path):
    record, out = tmp_path / "game.txt", tmp_path / "game.gif"
    bot = opponents(shell.game)[-1]
    told = call(shell, "play-out", bot, "random", "--seed", 4, "--record", record, "--out", out, "--width", 300, *brief)
    game = GameRecord.read(record.read_text(), shell.game)
    names = {line.action for line in game.lines}
    results = {write_result(draw.result) for line in game.lines for draw in line.draws}
    # Words of a game may leave out what draws are for and what actions are called, and of the short form the dice.
    is_plain = type(showing_of(shell.game).storyteller(shell.game.load(game.scenario))) is Storyteller
    dice = {part for result in results for part in result.split("-")}  # a game puts them into a sentence
    shown = names | results if is_plain else dice if not brief else set()
    shown |= {draw.purpose for draw in game.opening} if is_plain else set()
    assert all(words in told for words in shown)
    with Image.open(out) as pictures:
        assert pictures.width == 300 and 1 < pictures.n_frames <= len(game.lines) + 1
    again = call(shell, "replay", record, *brief)
    assert again.splitlines()[-1] == str(game.end) and all(line in told for line in again.splitlines()[:-1])
    assert ": 1 game, " in call(shell, "dataset", tmp_path / "games.npz", record)
    record.write_text(record.read_text().replace("digest=", "digest=0")[:-2] + "\n")
    call(shell, "replay", record, code=1)
    call(shell, "dataset", tmp_path / "other.npz", record, code=1)
    if shell is PIG_SHELL:  # they say what they can of it first, which takes minutes in a long game
        call(shell, "luck", record, code=1)
        call(shell, "review", record, code=1)
    record.write_text("nonsense\n")
    call(shell, "dataset", tmp_path / "other.npz", record, code=2)


@any_shell
def test_a_recorded_game_is_looked_at_and_its_luck_told(shell, tmp_path):
    record, page, out = tmp_path / "game.txt", tmp_path / "game.html", tmp_path / "luck.json"
    call(shell, "play-out", "random", opponents(shell.game)[-1], "--seed", 5, "--record", record, "--brief")
    game = GameRecord.read(record.read_text(), shell.game)
    assert str(page) in call(shell, "view", record, "--out", page, "--no-open")
    assert "Content-Security-Policy" in page.read_text() and len(page.read_text()) > 20_000
    assert call(shell, "luck", record, "--most", 3, "--out", out)
    luck = json.loads(out.read_text())
    draws = sum(len(line.draws) for line in game.lines) + len(game.opening)
    assert len(luck["draws"]) == draws or (luck["estimates"] > 0 and len(luck["draws"]) < draws)


@any_shell
def test_two_agents_two_scenarios_and_a_newcomer_are_compared(shell, tmp_path):
    bot, out = opponents(shell.game)[-1], tmp_path / "out.json"
    told = call(shell, "sprt", bot, "random", "--elo1", 100, *SERIAL, "--store", tmp_path / "s.db", "--out", out)
    assert json.loads(out.read_text())["accepted"] == 1 and bot in told
    with_others = call(shell, "compare", *[*shell.game.presets()][:2], "--bot", bot, "--pairs", 2, "--out", out)
    differences = {row["what"]: row for row in json.loads(out.read_text())["differences"]}
    assert "95 % interval" in with_others and {"drawn", "turns", "decisions"} < {*differences}
    ended = [row for what, row in differences.items() if what.startswith("ended: ")]
    assert all(sum(row[key] for row in ended) == pytest.approx(1, abs=1e-5) for key in ("one", "other"))
    assert all(what in with_others for what in differences)
    store = tmp_path / "t.db"
    call(shell, "tournament", bot, "random", "--pairs", 3, *SERIAL, "--store", store)
    newcomer = (FIRST_LEGAL, "--in-process", *SERIAL)
    assert Path(FIRST_LEGAL).name in call(shell, "ladder", *newcomer, "--store", store, "--width", 900)


@any_shell
def test_match_and_rate(shell, tmp_path):
    bot, out = opponents(shell.game)[-1], tmp_path / "rate.json"
    assert shell.played in call(shell, "match", bot, "random", "--pairs", 4, "--profile")
    told = call(shell, "rate", bot, "--pairs", 3, "--out", out)
    assert shell.played in told
    rated = json.loads(out.read_text())
    assert list(rated) == [*opponents(shell.game)] and all(each["rating"]["pairs"] == 3 for each in rated.values())


@any_shell
def test_a_dataset_is_made_of_games_that_are_played_for_it(shell, tmp_path):
    out = tmp_path / "games.npz"
    told = call(shell, "dataset", out, "--first", "random", "--pairs", 1, "--scenario", shell.played)
    with np.load(out) as data:
        sizes = len(data["offsets"]) - 1, len(data["actions"])
        assert "{}: 2 games, {} episodes, {} decisions".format(out, *sizes) in told
        assert {*data["player"]} == {"random"} and sorted({*data["game"].tolist()}) == [0, 1]


@any_shell
def test_an_agents_numbers_are_tuned(shell, tmp_path):
    out = tmp_path / "numbers.toml"
    numbers = [
        (bot, key)
        for bot in opponents(shell.game)
        for key, kind in read(bot, shell.game).parameters.items()
        if kind.annotation is int
    ]
    if not numbers:
        pytest.skip(f"no agent of {shell.game.title} has a whole number to be tuned")
    bot, number = numbers[-1]
    sizes = ["--generations", 2, "--population", 4, "--pairs", 1, "--measured", 2]
    told = call(shell, "tune", bot, "--out", out, "--number", f"{number}=1:20", "--against", "random", *sizes)
    assert shell.played in told and number in told
    assert shell.played in call(shell, "match", f"{bot}:numbers={out}", "random", "--pairs", 2)


@any_shell
@pytest.mark.parametrize("error", [TypeError, KeyError, ValueError])
def test_a_key_that_a_scenario_does_not_know_is_refused_in_a_line(shell, monkeypatch, error):
    def from_json(self, text):
        raise error("no such key: gaol")

    monkeypatch.setattr(type(shell.game), "from_json", from_json)
    assert "gaol=5: " in call(shell, "sweep", shell.played, "gaol=5,7", code=2)


def test_the_example_refuses_keys_that_it_does_not_know_and_numbers_that_cannot_be_played():
    """What is copied from it measures no game that isn't one, and no message speaks of its code."""
    told = call(PIG_SHELL, "sweep", "short-pig", "gaol=5,7", code=2)
    assert "sweep: gaol=5: unknown key gaol; did you mean goal?" in told
    assert "__init__" not in told
    not_whole = dict.fromkeys(("true", "1.5", "many"), "is not a whole number")
    for value, words in (
        {"-3": "is not 1 or more", "0": "is not 1 or more", "10000": "is not at most 9999"} | not_whole
    ).items():
        told = call(PIG_SHELL, "sweep", "short-pig", f"goal=12,{value}", code=2)
        assert f"sweep: goal={value}: goal: " in told and told.endswith(f"{words}\n")


@any_shell
@pytest.mark.slow
def test_a_tournament_at_the_command_line(shell, tmp_path):
    names = [*opponents(shell.game), FIRST_LEGAL][-3:]
    files = ["--store", tmp_path / "t.db", "--json", tmp_path / "t.json", "--records", tmp_path / "records"]
    told = call(shell, "tournament", *names, "--pairs", 2, "--jobs", 1, *files, "--records-every", 2)
    assert all(Path(name).name in told for name in names)
    assert told.endswith(call(shell, "tournament", "--show", tmp_path / "t.db"))
    records = list((tmp_path / "records").rglob(f"*{shell.game.record_suffix}"))
    assert records and [*replay(GameRecord.read(records[0].read_text(), shell.game))]


TINY = """
name = "tiny"
scenario = "{scenario}"
total_steps = 256
checkpoint_seconds = 0.001
[learner]
games = 8
steps = 16
batch = 64
trunk = [8]
net = [8]
[shaping]
{weight} = 0.5
[evaluation]
every = 256
pairs = 2
[final]
pairs = 2
"""


@any_shell
@pytest.mark.slow
def test_a_policy_is_trained_plays_and_is_trained_on(shell, tmp_path):
    pytest.importorskip("sb3_contrib")
    config, folder = tmp_path / "tiny.toml", tmp_path / "run"
    config.write_text(TINY.format(scenario=shell.played, weight=next(iter(shell.game.shaping_weights))))
    told = call(shell, "train", "--config", config, "--run-dir", folder)
    assert f"tiny on {shell.played}" in told
    results = json.loads((folder / "results.json").read_text())
    assert results["cost"]["steps"] == 256 and set(results["ratings"]) == {*opponents(shell.game)}
    for name in ("record", "picture", "animation"):
        assert (folder / results["game"][name]).stat().st_size > 100
    assert f"game.png: a game as {results['game']['as'].capitalize()} against " in told
    agent = make(f"trained:{folder}/agent", shell.game)
    scores = play(agent, make("random", shell.game), shell.game.load(shell.played), 4, seed=1)
    assert (scores.decisions > 0).all()
    call(shell, "train", "--resume", folder, "--set", "total_steps=384", "--set", "final.animation=false")
    assert json.loads((folder / "results.json").read_text())["cost"]["steps"] == 384
    assert str(tmp_path / "page.html") in call(shell, "report", folder, "--out", tmp_path / "page.html")


@any_shell
@pytest.mark.slow
def test_verify_checks_it_with_and_without_a_twin(shell, tmp_path, monkeypatch):
    state = tmp_path / "verify.jsonl"
    sizes = ["--games", 1, "--decisions", 1000, "--states", 12, "--texts", 1, "--jobs", 1, "--state", state]
    some = [word for name in VERIFIED.get(shell.game.name, ()) for word in ("--scenario", name)]
    call(shell, "verify", *sizes, *some)
    entries = [json.loads(line) for line in state.read_text().splitlines()]
    checks = ["plain", *(["twin"] if shell.game.twin else []), "sound", "states", "text"]
    assert sorted({entry["check"] for entry in entries}, key=checks.index) == checks
    assert all(entry["decisions"] > 0 and not entry.get("fault") for entry in entries)
    # A position whose text lacks something is found; one scenario is enough for that.
    monkeypatch.setattr(type(shell.game), "parse_position", lambda self, scenario, text: self.start_record(scenario))
    state.unlink()
    assert "round-trip" in call(shell, "verify", *sizes, "--scenario", next(iter(shell.game.presets())), code=1)


@any_shell
def test_verify_says_what_is_wrong_with_the_twins_module(shell, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "twin_without_names.py").write_text("def compare(scenario, seed, bold): ...\n")
    (tmp_path / "twin_with_a_fault.py").write_text("\nimport jsn\n")
    for name, words in (
        ("twin_without_names", "the twin twin_without_names lacks DisagreementError, is_symmetric, legal_indices, "),
        (f"{shell.game.package}.second_engin", f"the twin {shell.game.package}.second_engin can't be imported"),
        ("twin_with_a_fault", "twin_with_a_fault.py, line 2: ModuleNotFoundError: No module named 'jsn'"),
    ):
        monkeypatch.setattr(type(shell.game), "twin", name)
        assert words in call(shell, "verify", "--state", tmp_path / "verify.jsonl", code=2)


with_twin = pytest.mark.parametrize("shell", [paintball, octagon_ball], ids=lambda shell: shell.program)


@with_twin
def test_the_twin_is_the_one_beside_the_package_whatever_else_is_called_tests(shell, tmp_path, monkeypatch, request):
    foreign = tmp_path / "tests" / "__init__.py"
    foreign.parent.mkdir()
    foreign.write_text("raise RuntimeError('not of this project')\n")
    name, code = twin_name(shell.game.package, shell.game.twin), fingerprint(shell.game)
    assert name == shell.game.twin
    twin_name.cache_clear()
    spec = importlib.util.spec_from_file_location("tests", foreign)
    monkeypatch.setitem(sys.modules, "tests", importlib.util.module_from_spec(spec))
    request.addfinalizer(twin_name.cache_clear)
    name = twin_name(shell.game.package, shell.game.twin)
    assert name == f"beside_{shell.game.package}.{shell.game.twin}" and fingerprint(shell.game) == code
    assert importlib.import_module(name).__file__ == str(ROOT / f"{shell.game.twin.replace('.', '/')}.py")
    assert not twin_name(shell.game.package, "tests.of_another_name")


@with_twin
@pytest.mark.slow
def test_verify_is_not_disturbed_by_a_users_own_tests(shell, tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "__init__.py").write_text("raise RuntimeError('not of this project')\n")
    sizes = ["--games=1", "--decisions=1", "--states=1", "--texts=0", "--jobs=1", "--state=verify.jsonl"]
    words = [sys.executable, "-m", shell.game.package, "verify", "--scenario", shell.game.presets()[-1], *sizes]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    entries = [json.loads(line) for line in (tmp_path / "verify.jsonl").read_text().splitlines()]
    assert {entry["check"]: entry.get("games") for entry in entries}["twin"] == 1


@with_twin
@pytest.mark.slow
def test_verify_does_all_else_where_the_twin_is_not(shell, tmp_path, monkeypatch):
    monkeypatch.setattr(type(shell.game), "twin", "tests.of_another_name")
    state = tmp_path / "verify.jsonl"
    sizes = ["--decisions", 1, "--states", 1, "--texts", 1, "--jobs", 1, "--state", state]
    told = call(shell, "verify", *sizes, "--scenario", shell.game.presets()[-1])
    assert told.startswith("not compared with the twin: no tests.of_another_name here; tests come with a checkout\n")
    checks = [json.loads(line)["check"] for line in state.read_text().splitlines()]
    assert sorted(checks) == ["plain", "sound", "states", "text"]
