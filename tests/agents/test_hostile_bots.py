"""Does a hostile bot in a process of its own harm nothing but itself: no other's result, no file, no process?"""

import os
import re
import socket
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.agents.base import AgentError
from tabletop.agents.isolation_options import Terms
from tabletop.agents.programs.agent import make_program
from tabletop.agents.programs.limits import Limits
from tabletop.agents.programs.process import Process
from tabletop.agents.registry import make
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.rate.matches.match import play
from tabletop.rate.tournament import run
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.standings import standings
from tabletop.rate.tournament.store import Store
from tests import refuses
from tests.any_game.pig import PIG

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the walls are Linux's")
# Tiny banks of CPU time; by the clock only those wait briefly who are waited for.
LIMITS = Limits(bank=0.4, increment=0.05, memory=200, processes=4)
SOON = replace(LIMITS, start=2.0)
SLEEPERS = replace(LIMITS, wall=3.0)
GOOD = """\
#!{python} -S
import json, os, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
decisions = 0
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        say(type="hello", protocol=1, wants=["names", "position"])
    elif told["type"] == "scenario":
        say(type="ready")
    elif told["type"] == "decide":
        decisions += 1
        {harm}
        say(type="action", action=told["legal"][-1])
"""
# What is done at the second decision, and what the report says of it.
HARMS = {
    "sleeps for ever": ("time.sleep(1e6)", r"no answer in 3 s by the clock \(wall\)$"),
    "computes for ever": ("while True: pass", r"out of time: .* CPU time \(bank 0\.4 s, increment 0\.05 s\)$"),
    "exits": ("sys.exit(0)", r"its process ended \(exit code 0\)"),
    "exits at once": ("os._exit(7)", r"its process ended \(exit code 7\)"),
    "dies": ("os.kill(os.getpid(), 11) or os.abort()", r"its process ended \((signal \d+|exit code \d+)\)"),
    "kills its parent": ("os.kill(os.getppid() or 1, 9); sys.exit('still here')", r"its process ended"),
    "kills everybody": ("os.kill(-1, 9); sys.exit('still here')", r"its process ended"),
    "forks": (
        "[os.fork() or time.sleep(1e6) for _ in range(12)]; time.sleep(1e6)",
        r"it has more than 4 processes$|its process ended",
    ),
    "hides from its group": (
        "os.fork() or (os.setsid(), any(iter(int, 1))); time.sleep(1e6)",
        r"out of time|no answer",
    ),
    "floods its output": ("while True: sys.stdout.write('x' * 65536)", r"it wrote a line of more than 65536 bytes"),
    "floods its errors": ("while True: sys.stderr.write('x' * 65536)", r"out of time|no answer"),
    # Many lines at once: however slow the machine is, some are there when nothing was asked.
    "writes lines without end": (
        """while True: os.write(1, b'{"type": "action", "action": 0}\\n' * 100)""",
        r"nothing was asked|is not legal|ended",
    ),
    # The second answer is read before the next question, or after it, and is then an answer to that one.
    "answers twice": ("say(type='action', action=told['legal'][-1])", r"nothing was asked|is not legal"),
    "answers late": ("time.sleep(4)", r"no answer in 3 s by the clock \(wall\)$"),
    "writes nonsense": ("print('\\x1b[2J hello', flush=True)", r"it wrote '\[2J hello', no JSON object in a line"),
    "answers an illegal action": ("say(type='action', action=3); time.sleep(9)", r"action 3 \(wait\) is not legal"),
    "answers no action": ("say(type='action', action='sing'); time.sleep(9)", r"'sing', the name of no action"),
    "answers true": ("say(type='action', action=True); time.sleep(9)", r"it answered True"),
    "answers a huge number": ("print('{\"type\":\"action\",\"action\":1' + '0' * 5000 + '}', flush=True)", r"no JSON"),
    "answers deep nonsense": ("print('[' * 60000, flush=True)", r"no JSON object in a line"),
    "takes 10 GB": (
        "held = bytearray(10 << 30); held[:: 4096] = held[:: 4096]",
        r"ended .*MemoryError|more than 200 MiB of memory$",
    ),
    "asks for odds of nothing": ("say(type='odds', action=99); time.sleep(9)", r"odds of 99, which isn't legal"),
    "asks for odds of true": ("say(type='odds', action=True); time.sleep(9)", r"odds of True, which isn't legal"),
    "recurses": ("(lambda f: f(f))(lambda f: f(f))", r"ended \(exit code 1\): RecursionError"),
    "raises": ("raise KeyError('no\\nidea')", r"ended \(exit code 1\): KeyError"),
    "ignores the end": ("import signal; signal.signal(15, signal.SIG_IGN); time.sleep(1e6)", r"no answer in 3 s"),
}
WALLED = {
    "reads the store": "open({store!r}, 'rb').read(1)",
    "writes into its folder": "open('more.txt', 'w')",
    "writes into another folder": "open({folder!r} + '/more.txt', 'w')",
    "reads the home folder": "os.listdir(os.path.expanduser('~root'))",
    "reads the memory of others": "open('/proc/{parent}/mem', 'rb').read(1)",
    "traces another": "__import__('ctypes').CDLL(None, use_errno=True).ptrace(16, {parent}, 0, 0) and 1 / 0",
    "stops another": "os.kill({parent}, 19)",
    "sets the clock": "time.clock_settime(0, 0.0)",
    "calls the network": "__import__('socket').create_connection(('127.0.0.1', {port}), 1)",
    "mounts": "__import__('ctypes').CDLL(None).mount(b'a', b'/tmp', b'tmpfs', 0, None) and 1 / 0",
}


@LINUX
def test_a_store_in_the_folder_of_a_bot_is_hidden_from_it(tmp_path):
    folder = tmp_path / "bad"
    (folder / "runs" / "old").mkdir(parents=True)
    for name in ("weights.txt", "runs/old/notes.txt", "runs/t.db-wal"):
        (folder / name).write_text("0")
    tried = (
        "open('weights.txt').read(); open('runs/old/notes.txt').read()\n"
        "for name in ('runs/t.db', 'runs/t.db-wal'):\n"
        "    try:\n        open(name, 'rb')\n    except OSError:\n        continue\n    sys.exit('it went well')"
    )
    bot, store = f"program:{written(folder, tried)}", folder / "runs" / "t.db"
    definition = define([bot, "random"], ["short-pig"], 1, 7, PIG, Terms(replace(LIMITS, hidden=(str(store),))))
    with Store.begin(store, definition) as kept:
        run.play(definition, kept, SerialWorkers(), lambda *said: None)
        assert [row.fault for row in kept.games()] == [None, None]


def written(folder, harm, name="bot.py", when="decisions == 2"):
    """A bot as a file; it does harm at its second decision, if any."""
    folder.mkdir(exist_ok=True, parents=True)
    path = folder / name
    line = f"if {when}: exec({harm!r})" if harm else "pass"
    path.write_text(GOOD.format(python=sys.executable, harm=line))
    path.chmod(0o755)
    return path


def hold(tmp_path, names, limits):
    """A tournament of two games a pairing, beside `random`."""
    definition = define([*names, "random"], ["short-pig"], 1, 7, PIG, Terms(limits))
    with Store.begin(tmp_path / "t.db", definition) as kept:
        run.play(definition, kept, SerialWorkers(), lambda *said: None)
        return standings(kept)["all"]["agents"], kept.games()


def among(rows, names):
    """Results among some agents by number."""
    return [row for row in rows if {row.first, row.second} <= set(names)]


def children():
    """Processes of ours."""
    return {
        pid for pid in filter(str.isdigit, os.listdir("/proc"))
        if Path(f"/proc/{pid}/stat").exists() and f" {os.getpid()} " in Path(f"/proc/{pid}/stat").read_text()[:80]
    }  # fmt: skip


def all_gone(before):
    """Whether none of our processes is left but these; on a busy machine the last one may take a while to go."""
    for _ in range(300):
        if not children() - before:
            return True
        time.sleep(0.1)
    return False


@pytest.fixture(scope="module")
def fair(tmp_path_factory):
    """The results of a good program and `random` without a hostile bot."""
    folder = tmp_path_factory.mktemp("fair")
    return [row[3:] for row in hold(folder, [f"program:{written(folder, '')}"], LIMITS)[1]]


@LINUX
@pytest.mark.parametrize("what", HARMS)
@pytest.mark.slow
def test_a_hostile_bot_loses_its_games_and_nothing_else_changes(tmp_path, fair, what):
    harm, words = HARMS[what]
    before = children()  # Python's own, that other tests have begun, are none of a bot
    bad, good = f"program:{written(tmp_path / 'bad', harm)}", f"program:{written(tmp_path / 'good', '')}"
    table, rows = hold(tmp_path, [bad, good], SLEEPERS if "no answer" in words else LIMITS)
    assert [row[3:] for row in rows if 1 not in (row.first, row.second)] == fair
    own = [row for row in rows if 1 in (row.first, row.second)]
    by_name = {line["agent"]: line["faults"] for line in table}
    assert len(own) == 4 and by_name == {bad: sum(row.ending == "fault" for row in own), good: 0, "random": 0}
    said = {row.fault for row in own if row.fault}
    assert said and all(row.score == 0.0 for row in own if row.fault)
    assert all(re.search(words, each) and len(each) < 400 and each.isprintable() for each in said), said
    assert all_gone(before)


@LINUX
@pytest.mark.parametrize("what", WALLED)
def test_a_bot_reaches_nothing_outside(tmp_path, what):
    store = tmp_path / "t.db"
    store.write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        facts = {"store": str(store), "folder": str(tmp_path), "parent": os.getpid()}
        harm = WALLED[what].format(**facts, port=server.getsockname()[1])
        # What it tries must raise; if it went well, the bot says so.
        tried = f"try:\n    {harm}\nexcept (OSError, ZeroDivisionError):\n    pass\nelse:\n    sys.exit('it went well')"
        bot = make_program(f"program:{written(tmp_path / 'bad', tried)}", PIG, LIMITS)
        play(bot, make("random", PIG), PIG.load("short-pig"), 1)
        bot.close()
    assert sorted(path.name for path in (tmp_path / "bad").iterdir()) == ["bot.py"]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ('say(type="hello", protocol=2)', "it speaks protocol 2, not 1"),
        ('say(type="hello", protocol="1" * 999)', "it speaks protocol '1111"),
        ('say(type="hello", protocol=1, wants=["dice"])', r"it wants \['dice'\]; there are position, names, record"),
        ('say(type="ready")', "where type hello is meant"),
        ("os._exit(0)", r"its process ended \(exit code 0\)"),
        ("time.sleep(1e6)", r"it needed more than 2 s by the clock to get ready \(`prepare`\)$"),
        ("print(flush=True)", "no JSON object in a line"),
    ],
)
def test_what_is_wrong_at_the_beginning_is_said_before_anything_is_played(tmp_path, told, words):
    path, before = written(tmp_path / "bad", ""), children()
    path.write_text(path.read_text().replace('say(type="hello", protocol=1, wants=["names", "position"])', told))
    refuses(
        AgentError,
        words,
        lambda: define(
            [f"program:{path}", "random"], ["short-pig"], 1, 1, PIG, Terms(SOON if "sleep" in told else LIMITS)
        ),
    )
    assert all_gone(before)


def test_all_that_speaks_against_bots_is_told_at_once(tmp_path):
    bad, good = written(tmp_path / "bad", "", "a.py"), written(tmp_path / "good", "")
    bad.write_text(bad.read_text().replace('say(type="ready")', 'say(type="refuse", why="too short")'))
    ends = written(tmp_path / "bad", "", "b.py")
    ends.write_text(ends.read_text().replace('say(type="ready")', "os._exit(3)"))
    names = [f"program:{ends}", f"program:{good}", f"program:{bad}", "random"]
    with pytest.raises(ValueError) as caught:
        define(names, ["short-pig"], 1, 1, PIG, Terms(LIMITS))
    first, second = str(caught.value).splitlines()
    assert first.startswith(names[0]) and "exit code 3" in first and second == f"{names[2]} on short-pig: too short"
    with pytest.raises(AgentError, match="exit code 3") as alone:
        define([names[0], "random"], ["short-pig"], 1, 1, PIG, Terms(LIMITS))
    assert str(alone.value) == first


def test_what_can_be_told_without_a_process_is_told_before_any_is_started(tmp_path, monkeypatch):
    monkeypatch.setattr(Process, "__init__", lambda *arguments: pytest.fail("a process was started"))
    good, wrong = written(tmp_path, ""), tmp_path / "wrong.py"
    wrong.write_text("x = 1\ny = (\n")
    (tmp_path / "bytes.py").write_bytes(b"x = '\xff'\n")
    names = [f"program:{good}", str(wrong), "program:./nobody", f"isolated:{tmp_path / 'bytes.py'}"]
    with pytest.raises(ValueError) as caught:
        define(names, ["short-pig"], 1, 1, PIG, Terms(LIMITS))
    lines = str(caught.value).splitlines()
    assert len(lines) == 3 and "wrong.py, line 2: SyntaxError" in lines[0]
    assert "no such program" in lines[1] and "bytes.py" in lines[2]


def test_how_a_program_calls_itself_is_known(tmp_path):
    path = written(tmp_path / "bot", "")
    path.write_text(path.read_text().replace("protocol=1,", "protocol=1, name='my\\n' + 'b' * 999,"))
    plain = f"program:{written(tmp_path / 'plain', '')}"
    definition = define([f"program:{path}", plain], ["short-pig"], 1, 1, PIG, Terms(LIMITS))
    [(name, called)] = definition.called.items()
    assert name == f"program:{path}" and called.startswith("my bbb") and len(called) < 80


def test_a_bot_may_refuse_a_scenario(tmp_path):
    path = written(tmp_path / "bot", "")
    path.write_text(path.read_text().replace('say(type="ready")', 'say(type="refuse", why="too\\nshort")'))
    with pytest.raises(ValueError, match=rf"^program:{path} on short-pig:"):
        define([f"program:{path}", "random"], ["short-pig"], 1, 1, PIG, Terms(LIMITS))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("program:", "program: needs a command"),
        ("program:./nobody", r"program:\./nobody: no such program"),
        ("program:'", "no closing quotation"),
        ("isolated:nobody.py", "nobody.py: no such file"),
        ("isolated:hunter", "names no .py file"),
    ],
)
def test_what_is_no_program_is_refused(name, words):
    refuses(ValueError, words, make_program, name, PIG)


def test_a_file_that_cant_be_started_is_told(tmp_path):
    path = tmp_path / "bot"
    path.write_text("print('no first line')\n")
    refuses(ValueError, r"can't be run: chmod \+x", make_program, f"program:{path}", PIG)
    path.chmod(0o755)
    with pytest.raises(AgentError, match=r"can't be started: .*#!"):
        make_program(f"program:{path}", PIG).prepare(PIG.load("pig"))
