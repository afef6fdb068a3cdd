"""Is every command quick to help, and do all of them report what goes wrong in the same way?"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from paintball_env.__main__ import shell
from paintball_env.definition import PAINTBALL
from tabletop.front.commands import show
from tabletop.front.commands.shell import COMMANDS, NotSoError, load_game
from tests import ROOT, refuses
from tests.called import call, refused

# Bad input of every command, and words of the line that says so.
BAD = {
    "show": (["turn=3"], "acting: is missing"),
    "scenarios": (["chess"], "no scenario 'chess'"),
    "observation": (["--encoding", "pixels"], "pixels"),
    "odds": (["turn=2 nonsense", "done"], "nonsense"),
    "play": (["nobody"], "no agent 'nobody'"),
    "play-out": (["random", "nobody"], "no agent 'nobody'"),
    "replay": (["nowhere.pbr"], "nowhere.pbr"),
    "report": (["nowhere"], "nowhere holds no run"),
    "train": ([], "either --config FILE or --resume RUN_DIR"),
    "luck": (["nowhere.pbr"], "nowhere.pbr"),
    "review": (["nowhere.pbr"], "nowhere.pbr"),
    "match": (["random", "random", "--scenario", "chess"], "no scenario 'chess'"),
    "rate": (["nobody"], "no agent 'nobody'"),
    "tournament": (["random"], "two"),
    "value": (["nobody"], "no agent 'nobody'"),
    "dataset": (["games.npz", "nowhere"], "nowhere: no such file"),
    "opening": (["nobody", "--out", "book.json"], "no agent 'nobody'"),
    "tune": (["nobody", "--out", "numbers.toml"], "no agent 'nobody'"),
    "view": (["nowhere.pbr", "--no-open"], "nowhere.pbr"),
    "sprt": (["nobody", "random"], "no agent 'nobody'"),
    "ladder": (["random", "--store", "nowhere.db"], "nowhere.db"),
    "compare": (["chess", "battle-12"], "no scenario 'chess'"),
    "sweep": (["battle-12", "rules"], "a key and its values are meant"),
    "serve": (["--agent", "nobody", "--port", "0"], "no agent 'nobody'"),
    "mcp": (["nobody"], "no agent 'nobody'"),
    "verify": (["--scenario", "chess"], "no scenario 'chess'"),
}


def test_help_imports_no_game():
    code = f"""
import sys
from paintball_env.__main__ import shell
for name in {[*COMMANDS]}:
    try:
        shell.call(name, ["--help"])
    except SystemExit as ended:
        assert ended.code == 0, name
print({{"numba", "pydantic", "PIL", "torch", "paintball_env.definition"}} & set(sys.modules), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr.strip() == "set()", done.stderr
    assert all(f"paintball {name} " in done.stdout for name in COMMANDS)


def test_help_lists_the_commands_and_shows_the_usual_scenarios(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    listed = call("--help").output
    assert all(name in listed and command.line in listed for name, command in COMMANDS.items())
    for name, command in COMMANDS.items():
        shown = getattr(shell, command.scenario) if command.scenario else "default: capture"
        assert (f"default: {shown}" in " ".join(call(name, "--help").output.split())) == bool(command.scenario), name
    assert shell.shown == PAINTBALL.default_scenario
    assert shell.played.removesuffix("-drawn") in PAINTBALL.presets()


def test_the_version():
    assert call("version").output == call("--version").output == f"{shell.version}\n"


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (("show", "--out", ""), "--out"),
        (("match", "random", "random", "--out", "", "--pairs", 1), "--out"),
        (("tournament", "random", "hunter", "--json="), "--json"),
        (("tournament", "random", "hunter", "--records", ""), "--records"),
    ],
)
def test_an_empty_value_is_refused_alike_everywhere(arguments, option):
    refused(call(*arguments), f"{arguments[0]}: {option} ", "empty")


def test_an_option_given_twice_is_refused_where_one_of_the_two_would_be_lost():
    twice = ("--scenario", "capture-the-flag", "--scenario", "battle-12")
    for name in ("match", "rate", "show", "odds"):
        given = {"match": ("random", "random"), "rate": ("random",), "odds": ("turn=1", "done")}.get(name, ())
        done = call(name, *given, *twice)
        assert done.exit_code == 2 and "Invalid value for '--scenario': it was given more than once" in done.output
    many = call("verify", *twice, "--games", "-1")
    assert "more than once" not in many.output


def test_numbers_that_count_something_are_not_negative():
    for option in ("games", "decisions", "states", "texts"):
        done = call("verify", f"--{option}", "-1")
        assert done.exit_code == 2 and f"Invalid value for '--{option}'" in done.output
    assert call("odds", "turn=1", "done", "--most", "-5").exit_code == 2


@pytest.mark.parametrize("name", COMMANDS)
def test_bad_input_is_refused_alike_by_all(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(ROOT)
    arguments, words = BAD[name]
    refused(call(name, *arguments), f"{name}: ", words)
    assert call(name, "--no-such-option").exit_code == 2
    assert not list(tmp_path.rglob("*.pbr"))


def failed(monkeypatch, error):
    """`paintball show`, which raises this."""

    def failing():
        """Fail."""
        raise error

    monkeypatch.setattr(show, "show", failing)
    return call("show")


@pytest.mark.parametrize(
    ("error", "code"), [(ValueError, 2), (OSError, 2), (RuntimeError, 2), (NotSoError, 1), (BrokenPipeError, 2)]
)
def test_what_a_command_raises_becomes_a_line_and_a_code(error, code, monkeypatch):
    done = failed(monkeypatch, error("the reason"))
    assert (done.exit_code, done.stderr) == (code, "show: the reason\n")


@pytest.mark.parametrize(
    ("error", "words"),
    [(MemoryError, "not enough memory"), (NotImplementedError, "NotImplementedError"), (ValueError, "ValueError")],
)
def test_what_has_no_words_is_named(monkeypatch, error, words):
    refused(failed(monkeypatch, error), f"show: {words}\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import json\n\nimport jsn\n", "line 3: ModuleNotFoundError: No module named 'jsn'"),
        ("X = (\n", "line 1: SyntaxError: '(' was never closed"),
        (
            'from tabletop.game.header import check_header, record\nG = record(("turn", "i8"))\ncheck_header(G)\n',
            "line 3: AssertionError: a game's record lacks dice",
        ),
        ('import json\n\nX = json.loads("{")\n', "line 3: JSONDecodeError: Expecting property name"),
    ],
)
def test_a_fault_in_a_games_module_is_told_with_its_line(tmp_path, monkeypatch, text, words):
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "faulty_game.py"
    path.write_text(text)
    refuses(ValueError, f"^{re.escape(f'{path}, {words}')}", load_game, "faulty_game:GAME")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("no_such_game:GAME", "no_such_game: ModuleNotFoundError: No module named 'no_such_game'"),
        ("tests.any_game.pig:PIGS", "tests.any_game.pig has no PIGS"),
    ],
)
def test_a_game_that_is_not_there_is_named(place, words):
    refuses(ValueError, f"^{words}$", load_game, place)


@pytest.mark.parametrize("name", ["match", "tournament", "sprt", "dataset", "opening", "compare", "sweep"])
def test_more_pairs_than_memory_holds_are_refused(name, tmp_path):
    given = {
        "dataset": (tmp_path / "games.npz", "--first", "random"),
        "opening": ("hunter", "--out", tmp_path / "book.json"),
        "compare": ("battle-12", "battle-12"),
        "sweep": ("battle-12", "max_turns=20,30"),
    }.get(name, ("hunter", "random", *(("--store", tmp_path / "kept.db") if name == "tournament" else ())))
    for pairs in (10**17, 10**19, 0):
        refused(call(name, *given, "--pairs", pairs), f"{name}: --pairs {pairs}:")
    assert not list(tmp_path.iterdir())


def test_a_fault_of_ours_is_no_line(monkeypatch):
    done = failed(monkeypatch, KeyError("a fault of the program's own"))
    assert isinstance(done.exception, KeyError)  # it comes with its traceback


def test_a_check_that_finds_a_fault_ends_with_1(tmp_path, monkeypatch):
    from tests.twins import paintball as twins

    def disagree(*arguments, **options):
        raise twins.DisagreementError("they differ")

    monkeypatch.setattr("tests.twins.paintball.compare", disagree)
    sizes = ["--games", "1", "--decisions", "0", "--states", "0", "--texts", "0", "--jobs", "1"]
    done = call("verify", *sizes, "--scenario", "single-flag-basic", "--state", tmp_path / "verify.jsonl")
    assert done.exit_code == 1 and "they differ" in done.output, done.output


@pytest.mark.slow
def test_a_name_that_the_output_cant_write_costs_no_result(tmp_path):
    bot = tmp_path / "bött.py"
    bot.write_text((ROOT / "docs" / "examples" / "my_bot.py").read_text(encoding="utf-8"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "paintball_env", "match", bot, "random", "--pairs", "1"],
        env=os.environ | {"PYTHONIOENCODING": "ascii", "COLUMNS": "200"},
        capture_output=True,
        cwd=ROOT,
    )
    assert done.returncode == 0 and b"b?tt.py on capture-the-flag" in done.stdout, done.stderr


def test_nobody_reads_on():
    done = bash(f"{sys.executable} -m paintball_env observation | head -1; echo ${{PIPESTATUS[0]}}")
    assert done.stdout.splitlines()[1:] == ["0"] and done.stderr == "", (done.stdout, done.stderr)


@pytest.mark.parametrize("words", ["--help", "version", "match --help", "scenarios", "show --seed 1"])
def test_nobody_reads_at_all(words, monkeypatch):
    reader, writer = os.pipe()
    os.close(reader)
    monkeypatch.setattr(sys, "stderr", sys.stderr)  # both are put back
    monkeypatch.setattr(sys, "argv", ["paintball", *words.split()])
    with open(writer, "w", encoding="utf-8") as output:
        monkeypatch.setattr(sys, "stdout", output)
        with pytest.raises(SystemExit) as ended:
            shell.main()
        assert not ended.value.code
        sys.stdout.flush()  # as at the program's end


@pytest.mark.slow
def test_files_are_written_though_nobody_reads(tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    out = tmp_path / "results.json"
    words = ["match", "random", "random", "--pairs", "1", "--out", out]
    with open(writer, "wb") as output:
        done = subprocess.run([sys.executable, "-m", "paintball_env", *words], stdout=output, stderr=subprocess.PIPE)
    assert done.returncode == 0 and json.loads(out.read_text())["random"]["rating"]["pairs"] == 1, done.stderr


@pytest.mark.parametrize("unbuffered", ["1", ""])
def test_without_buffers_each_write_is_there_at_once(unbuffered):
    """PYTHONUNBUFFERED: what a bot prints, for example."""
    code = (
        "import os, sys; from paintball_env.__main__ import shell\n"
        "try: shell.main()\n"
        "except SystemExit: print('at once', end=''); os._exit(0)"  # what is in a buffer is lost
    )
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run([sys.executable, "-c", code, "version"], env=environment, capture_output=True, text=True)
    assert done.stdout.splitlines()[1:] == (["at once"] if unbuffered else []) and done.returncode == 0, done


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "<&- >&- 2>&-"])
@pytest.mark.slow
def test_streams_may_be_closed(closed):
    for command, code in (("version", 0), ("scenarios chess", 2), *([("show -", 2)] if closed == "<&-" else [])):
        done = bash(f"{sys.executable} -m paintball_env {command} {closed}")
        assert (done.returncode, len(done.stderr.splitlines())) == (code, 1 if code and "2>" not in closed else 0), done


LATER = """
import atexit, os, sys
from paintball_env.__main__ import main

@atexit.register
def later():
    with open("file", "w") as file:
        sys.stderr.write("lost")
        sys.stderr.flush()
        os.write(2, b"lost")

sys.argv = ["paintball", "version"]
main()
"""


def test_no_file_gets_the_number_of_a_closed_stream(tmp_path):
    (tmp_path / "later.py").write_text(LATER)
    done = bash(f"root=$PWD; cd {tmp_path}; PYTHONPATH=$root {sys.executable} later.py 2>&-")
    assert done.returncode == 0 and (tmp_path / "file").read_text() == "", done


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", ["--help", "version", "show --help", "scenarios", "show"])
@pytest.mark.slow
def test_output_that_cant_be_written_is_one_line(command):
    done = bash(f"{sys.executable} -m paintball_env {command} >/dev/full")
    assert done.returncode == 2 and "No space left on device" in done.stderr, done
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.slow
def test_messages_that_cant_be_written_cost_no_result(tmp_path):
    match = f"{sys.executable} -m paintball_env match random random --pairs 1 --out {tmp_path / 'a.json'} 2>/dev/full"
    done = bash(match)
    assert done.returncode == 0 and "random" in done.stdout and (tmp_path / "a.json").exists(), done
    assert bash(f"{sys.executable} -m paintball_env scenarios chess 2>/dev/full").returncode == 2


def bash(command):
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, input="")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["match", "random", "random", "--pairs", "1", "--out"], "no JSON"),
        (["rate", "random", "hunter", "--pairs", "1", "--out"], "no JSON"),
        (["compare", "battle-12", "single-flag", "--pairs", "2", "--out"], "no JSON"),
        (["sweep", "battle-12", "rules.max_turns=2", "--pairs", "2", "--out"], "no JSON"),
        (["sprt", "random", "hunter", "--out"], "no JSON"),
        (["tournament", "random", "hunter", "--json"], "no JSON"),
        (["tournament", "random", "hunter", "--csv"], "no table of a tournament"),
        (["tournament", "random", "hunter", "--report"], "no web page"),
    ],
)
@pytest.mark.parametrize("content", [b"[rules]\nmax_turns = 3\n", b"SQLite format 3\0\xff", b"name = 'mine'\n"])
def test_nothing_but_results_of_the_same_kind_is_written_over(words, what, content, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine").write_bytes(content)
    refused(call(*words, "mine"), f"{words[0]}: mine is there already, and {what}:")
    assert Path("mine").read_bytes() == content and os.listdir() == ["mine"]


def test_results_are_written_over_results(tmp_path):
    (tmp_path / "m.json").write_text("\n")
    for file, words in (
        (tmp_path / "m.json", ["match", "random", "random", "--pairs", "1", "--out"]),
        (tmp_path / "s.json", ["sweep", "reverse-flag-basic-drawn", "rules.max_turns=1", "--bot", "random", "--out"]),
    ):
        for _ in range(2):
            assert call(*words, str(file)).exit_code == 0


@pytest.mark.parametrize(
    "words",
    [
        ["tournament", "random", "hunter", "--store", "new.db", "--json", "./new.db"],
        ["tournament", "random", "hunter", "--csv", "new.txt", "--json", "new.txt"],
        ["tournament", "--config", "kept", "--json=kept"],
        ["tournament", "--show", "kept", "--report", "kept"],
        ["match", "hunter:numbers=kept", "random", "--out", "kept"],
        ["match", "./kept", "random", "--out", "kept"],
        ["sweep", "kept", "rules.max_turns=1,2", "--out", "kept"],
        ["luck", "kept", "--out", "link"],
        ["odds", "kept", "done", "--out", "kept"],
    ],
)
def test_no_output_is_written_over_what_the_command_reads(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("kept").write_text("pairs = 1\n")
    Path("link").symlink_to("kept")
    refused(call(*words), f"{words[0]}: --", ": this file is named")
    assert Path("kept").read_text() == "pairs = 1\n" and sorted(os.listdir()) == ["kept", "link"]
