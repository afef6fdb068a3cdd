"""Do the commands of matches and formats take a file and go on, and do narrow tables keep every number?"""

import io
import json
from types import SimpleNamespace

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from tabletop.agents.base import Bot
from tabletop.agents.registry import make
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.front.commands.config_file import NAMED
from tabletop.rate.matches.faults import counted, games_in_words, lines, of_both
from tabletop.rate.matches.match import play, play_seeds
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.matches.progress import Bars
from tabletop.rate.matches.results import joined
from tabletop.rate.matches.results_table import parts, results_table, show
from tabletop.rate.tournament import tables
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.play import results_of
from tabletop.rate.tournament.run import play as play_tournament
from tabletop.rate.tournament.standings import standings
from tabletop.rate.tournament.store import Store
from tests import ROOT
from tests.any_game.games import PIG_SHELL
from tests.any_game.pig import PIG

SERIAL = ("--executor", "serial")  # where it is no matter that others play: nothing has to be started

SHORT = PIG.load("short-pig")


def call(*arguments, code=0):
    done = CliRunner().invoke(PIG_SHELL.app, list(map(str, arguments)))
    assert done.exit_code == code and "Traceback" not in done.output, (done.output, done.exception)
    return done


def test_a_match_is_kept_gone_on_with_and_the_same(tmp_path):
    plain = ("match", "careful", "random", "--scenario", "short-pig", "--pairs", 20, "--seed", 3, "--out")
    call(*plain, tmp_path / "new" / "a.json")
    kept = (*plain, tmp_path / "b.json", "--store", tmp_path / "m.db")
    first = call(*kept)
    call(*kept)
    one, other = (json.loads((tmp_path / name).read_text())["random"] for name in ("new/a.json", "b.json"))
    # Of kept games the orders aren't known.
    assert {key: one[key] for key in one if key not in ("first", "orders", "variation")} == {
        key: value for key, value in other.items() if key != "first"
    }
    assert "thinking: " not in first.stdout
    assert "leave one of them out" in call(*kept, "--profile", code=2).stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("rate", "careful", "random", "random"),
        ("compare", "pig", "short-pig", "--bot", "random", "--bot", "random"),
        ("sweep", "pig", "goal=10", "--bot", "random", "--bot", "random"),
        ("sprt", "random", "random"),
        ("tournament", "random", "random"),
        ("tune", "careful", "--out", "x.toml", "--against", "random", "--against", "random"),
    ],
)
def test_an_agent_named_twice_is_refused_in_the_same_words(arguments):
    assert call(*arguments, code=2).stderr == f"{arguments[0]}: agent random is named twice\n"


def test_a_match_in_several_processes_is_the_same():
    whole = play(make("careful", PIG), make("random", PIG), SHORT, 12, seed=3)
    seeds = pair_seeds(3, 12)
    agents = make("careful", PIG), make("random", PIG)
    apart = [play_seeds(*agents, SHORT, seeds[i:j]) for i, j in ((0, 4), (4, 5), (5, 12))]
    together = joined(apart)
    for name in ("seeds", "score", "ending", "turns", "decisions"):
        assert (getattr(together, name) == getattr(whole, name)).all()
    assert (together.profiles[0] == whole.profiles[0]).all()
    # Without each part's first decisions of each agent, which load its code.
    assert min(together.timed_decisions) > 50
    assert sum(together.timed_decisions) < together.decisions.sum() == whole.decisions.sum()


def test_thinking_time_leaves_out_the_first_time(monkeypatch):
    clock = SimpleNamespace(now=0.0)
    clock.perf_counter = lambda: clock.now
    monkeypatch.setattr("tabletop.agents.batch_player.time", clock)
    loads = iter([100.0])

    class Loads(Bot):
        def act(self, view):
            clock.now += next(loads, 1.0)
            return min(view.legal.values())

    played = play(Loads(), make("random", PIG), SHORT, 2)
    assert played.seconds == (played.timed_decisions[0], 0.0) and 5 < played.timed_decisions[0] < played.decisions.sum()


def test_stored_games_are_results_again(tmp_path):
    definition = define(["careful", "random"], ["short-pig"], 5, 3, PIG)
    with Store.begin(tmp_path / "t.db", definition) as store:
        play_tournament(definition, store, SerialWorkers(), lambda *said: None)
        read = results_of(PIG, "careful", "random", store.games())
    wanted = play(make("careful", PIG), make("random", PIG), SHORT, 5, seed=3)
    assert (read.score == wanted.score).all() and (read.ending == wanted.ending).all()
    assert read.rating() == wanted.rating() and (read.seeds == wanted.seeds).all()


@pytest.mark.slow
def test_a_tournament_from_a_file(tmp_path):
    (tmp_path / "cup.toml").write_text(
        f'agents = ["careful", "random"]\nscenario = ["short-pig"]\npairs = 3\njobs = 1\ngauntlet = true\n'
        f'store = "{tmp_path}/cup.db"\nreport = "{tmp_path}/pages/cup.html"\n'
    )
    call("tournament", "--config", tmp_path / "cup.toml", "--pairs", 4, "random", "careful")
    call("tournament", f"--config={tmp_path / 'cup.toml'}", "--store", tmp_path / "other.db")
    for name, agents, pairs in (("cup.db", ["random", "careful"], "4"), ("other.db", ["careful", "random"], "3")):
        with Store.open(tmp_path / name, PIG) as store:
            assert ([agent.name for agent in store.agents()], store.run()["pairs"]) == (agents, pairs)
            assert store.run()["gauntlet"] == agents[0]
    for text, words in (
        ("agents = [", "not TOML: "),
        ("pairs = {a = 1}", "pairs: a text, a number, or a list of these"),
        ("payrs = 3", "unknown key payrs; did you mean pairs?"),
        ("agent = ['careful']", "unknown key agent; did you mean agents?"),
        ("xyz = 3", "unknown key xyz\n"),
        ("pairs = [3, 4]", "pairs: one value is meant, no list"),
        ("pairs = true", "pairs: a value is meant"),
        ("gauntlet = 'yes'", "gauntlet: true or false is meant"),
    ):
        (tmp_path / "bad.toml").write_text(text)
        done = call("tournament", "--config", tmp_path / "bad.toml", code=2)
        assert done.stderr.startswith(f"tournament: {tmp_path}/bad.toml: {words}") and done.stderr.count("\n") == 1
    assert "Option '--config' requires an argument" in call("tournament", "--config", code=2).stderr


def test_an_argument_behind_a_flag_takes_precedence_over_those_of_the_file(tmp_path):
    file, out = tmp_path / "f.toml", tmp_path / "out.json"
    usual = 'scenario = "short-pig"\npairs = 1\n'
    file.write_text(f'{usual}agent = "careful"\nopponents = ["careful:at=5"]\nout = "{out}"')
    call("rate", "--luck", "random", "--config", file)
    assert "careful:at=5" not in json.loads(out.read_text())
    file.write_text(f'{usual}agents = ["careful", "random"]')
    assert "two or more agents" in call("tournament", "--luck", "random", "--config", file, code=2).stderr
    file.write_text(f'newcomer = "careful"\nstore = "{tmp_path}/none.db"')
    assert "none.db" in call("ladder", "--in-process", "random", "--config", file, code=2).stderr


@pytest.mark.parametrize("command", NAMED)
def test_the_help_tells_of_a_file_with_options_which_holds_no_other_file(tmp_path, command):
    assert " --config " in call(command, "--help").stdout
    (tmp_path / "bad.toml").write_text('config = "other.toml"')
    assert "unknown key config\n" in call(command, "--config", tmp_path / "bad.toml", code=2).stderr


@pytest.mark.parametrize("width", [50, 80, 200])
def test_tables_lose_no_name_and_no_number(tmp_path, width):
    long = "careful:at=" + "9"
    definition = define(["careful", long, "random"], ["pig", "short-pig"], 2, 3, PIG)
    with Store.begin(tmp_path / "t.db", definition) as store:
        play_tournament(definition, store, SerialWorkers(), lambda *said: None)
        table = standings(store)
    written = io.StringIO()
    tables.show(table, PIG, Console(file=written, width=width, force_terminal=True, color_system=None))
    text = written.getvalue()
    assert "…" not in text
    for agent in table["all"]["agents"]:
        numbers = (f"{agent['rating']:.0f}", str(agent["won"]), f"{100 * agent['score']:.1f} %", agent["agent"])
        assert all(number in text for number in numbers)
        assert f"{agent['mean_turns']:.1f}" in text and f"{agent['mean_decisions']:.0f}" in text
    drawn = [line for line in text.splitlines() if "─" in line]
    assert max(map(len, drawn)) <= width and (len(drawn) > 5 if width < 200 else True)
    summary = play(make("careful", PIG), make("random", PIG), SHORT, 3).as_dict()
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    for part in parts(results_table("x", {"random": summary}, PIG), width, console):
        console.print(part)
    shown = console.file.getvalue()
    assert "…" not in shown and f"{summary['mean_turns']:.1f}" in shown and "won by reached" in shown.replace("\n", " ")


def test_lines_below_a_table_are_whole_however_narrow_it_is(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    path = "runs/mine/a folder with a long name/agent" * 4
    show(results_table("x", {}, PIG), f"agent: trained:{path}", "and another line")
    assert f"\nagent: trained:{path}\nand another line\n" in capsys.readouterr().out


FAILS = """
from tabletop.agents.base import Bot

class Fails(Bot):
    def act(self, view):
        if view.turn > 1:
            raise KeyError(f"turn {view.turn}")
        return min(view.legal.values())
"""


def test_a_kept_match_and_a_test_tell_of_faults(tmp_path):
    (tmp_path / "fails.py").write_text(FAILS)
    out, options = tmp_path / "a.json", ("--scenario", "short-pig", "--pairs", 8, "--seed", 3)
    for command, more in (("match", ()), ("sprt", ("--in-process", *SERIAL))):
        store = tmp_path / f"{command}.db"
        done = call(command, tmp_path / "fails.py", "random", *options, *more, "--store", store, "--out", out)
        with Store.open(store, PIG) as kept:
            faults = [row.fault for row in kept.games() if row.fault]
        data = json.loads(out.read_text())
        told = (data["random"] if command == "match" else data)["fault_words"]
        assert sum(each["games"] for each in told) == len(faults) > 0 and told[0]["words"] in faults
        for each in told:
            assert f"Fault, {games_in_words(each['games'])} lost: {each['words']}\n" in done.stdout


def test_reasons_that_are_not_listed_are_counted():
    words = [f"bob: reason {number}" for number in (1, 1, 1, 2, 3, 3, 4, 5, 5)]
    told = counted("bob", words)
    assert [each["games"] for each in told] == [3, 2, 2, 2] and told[-1]["words"] == "bob: 2 other reasons"
    assert counted("bob", words[:5])[-1] == {"games": 1, "words": "bob: reason 3"} and counted("bob", []) == []
    told = of_both(("ann", "bob"), np.array([[0.0, 1.0]]), {(0, 0): "ann: hm", (0, 1): "bob: no"})
    assert lines(told) == ["Fault, 1 game lost: ann: hm", "Fault, 1 game lost: bob: no"]


def test_a_name_with_brackets_is_shown_as_it_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "[").mkdir()
    (tmp_path / "[" / "b] :star:.toml").write_text("[numbers]\nat = 5\n")
    name = "careful:numbers=[/b] :star:.toml"
    shown = [
        call("match", name, "random", "--pairs", 2, "--profile").stdout,
        call("rate", "random", name, "--pairs", 2).stdout,
        call("tune", name, "--number", "at=1:9", "--out", "o.toml", "--population", 4, "--measured", 2,
             "--generations", 1).stdout,
        call("tournament", name, "random", "--pairs", 1, *SERIAL).stdout,
        call("play-out", name, "random", "--record", "game.txt").stdout,
        call("luck", "game.txt").stdout,
    ]  # fmt: skip
    assert all(name in text for text in shown)
    console = Console(file=io.StringIO(), width=150, force_terminal=True, color_system=None)
    with Bars(console) as bars:
        bars.show(f"games against {name}", 1, 2, name)
    assert console.file.getvalue().count(name) >= 2


def test_a_report_plays_again_with_the_limits_of_its_store(tmp_path, monkeypatch):
    bot, store = f"program:{ROOT / 'examples' / 'bots' / 'first_shot.py'}", tmp_path / "t.db"
    call("tournament", bot, "random", "--pairs", 1, *SERIAL, "--bank", 5, "--memory", 300, "--store", store)
    given = []
    command = "tabletop.front.commands.tournament"
    monkeypatch.setattr(f"{command}.write_report", lambda *all_given: given.append(all_given[-1]))
    call("tournament", "--show", store, "--report", tmp_path / "t.html")
    assert (given[0].limits.bank, given[0].limits.memory) == (5, 300)


def test_a_ladder_takes_over_the_limits_of_its_store(tmp_path):
    bot, store = f"program:{ROOT / 'examples' / 'bots' / 'first_shot.py'}", ("--store", tmp_path / "t.db")
    call("tournament", bot, "random", "--pairs", 1, *SERIAL, "--bank", 5, "--memory", 300, *store)
    without = ("--store", tmp_path / "compiled.db")
    call("tournament", "careful", "random", "--pairs", 1, *SERIAL, *without)
    told = call("ladder", "careful:at=5", "--bank", 5, *without, code=2).stderr
    assert "ladder: --bank: only a bot in a process of its own has such limits" in told
    words = "it was begun with other limits: bank 5, increment 1, wall 60, start 60, memory 300"
    assert words in call("ladder", "careful", "--bank", 6, *SERIAL, *store, code=2).stderr
    files = ("--json", tmp_path / "l.json", "--csv", tmp_path / "l.csv")
    placed = call("ladder", "careful", *SERIAL, "--bank", 5, *store, *files)
    assert '"agent": "careful"' in files[1].read_text() and ",careful," in files[3].read_text()
    assert "careful" in placed.stdout and "already" not in placed.stderr
    assert (
        f"ladder: careful is in {tmp_path}/t.db already; its games there count (4)\n"
        in call("ladder", "careful", *SERIAL, *store).stderr
    )
    assert "careful" in call("ladder", "careful", *SERIAL, *store).stdout
