"""What holds for all processes of a bot together, with control groups and without: time, memory, number, end."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tabletop.agents.base import AgentError
from tabletop.agents.programs import groups
from tabletop.agents.programs.agent import make_program
from tabletop.agents.programs.isolation_report import lacking
from tabletop.agents.programs.limits import Limits
from tabletop.agents.programs.usage import tree
from tabletop.agents.registry import make
from tabletop.rate.matches.match import play
from tests import ROOT, refuses
from tests.agents.test_hostile_bots import all_gone, among, children, hold, written
from tests.agents.test_program_restarts import ANSWER, script
from tests.any_game.pig import PIG

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what a process uses is measured on Linux alone")
SHORT, RANDOM = PIG.load("short-pig"), make("random", PIG)
AS_ROOT = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can change the user")
EVERY, SECOND, NONE = "every tree", "version 2 alone", "no groups"


def limit_places(monkeypatch, means):
    """Let groups be made in these trees alone; skipped where there are none of them."""
    every = groups.places()
    kept = {EVERY: every, SECOND: [each for each in every if (each / "cgroup.subtree_control").exists()], NONE: []}[
        means
    ]
    if not kept and means != NONE:
        pytest.skip("this system lets us make no such control group")
    monkeypatch.setattr(groups, "places", lambda: tuple(kept))


@pytest.fixture(params=[EVERY, SECOND, NONE])
def means(request, monkeypatch):
    limit_places(monkeypatch, request.param)
    return request.param


def lost(bot, needed=""):
    """How a bot loses its game; skipped where the system lacks what is needed for that."""
    bot.prepare(SHORT)
    if needed and needed in lacking(bot.walls):
        bot.close()
        pytest.skip(f"{needed} is possible on this system: {bot.walls}")
    with pytest.raises(AgentError) as caught:
        play(bot, RANDOM, SHORT, 1)
    bot.close()
    return str(caught.value)


@pytest.mark.slow
def test_the_time_of_children_that_nobody_waits_for_counts(tmp_path, means):
    act = (
        "import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "        for _ in range(16):\n"
        "            if os.fork() == 0:\n"
        "                while time.process_time() < 0.05: pass\n"
        "                os._exit(0)\n"
        "            try: os.wait()\n"
        "            except ChildProcessError: pass\n"
        f"        {ANSWER}"
    )
    name = script(tmp_path / "bot.py", act)
    path = tmp_path / "bot.py"
    assert "CPU time" in lost(make_program(name, PIG, Limits(bank=0.4, increment=0)), "uncounted CPU time"), path


HOLDS = {
    "files of memory": "held = [(f := os.memfd_create('x'), [os.write(f, bytes(1 << 20)) for _ in range(30)]) "
    "for _ in range(7)]",
    "shared memory": "import mmap; held = mmap.mmap(-1, 200 << 20); held[:: 4096] = bytes(len(held[:: 4096]))",
}


@pytest.mark.parametrize("what", HOLDS)
@pytest.mark.slow
def test_memory_that_is_shared_or_not_mapped_counts(tmp_path, means, what):
    act = f"{HOLDS[what]}; time.sleep(60)"
    bot = make_program(script(tmp_path / "bot.py", act), PIG, Limits(memory=64, wall=50))
    assert lost(bot).endswith("it takes more than 64 MiB of memory")


def test_as_much_shared_memory_as_is_allowed_may_be_used(tmp_path, means):
    act = f"import mmap; held = mmap.mmap(-1, 40 << 20); held[:: 4096] = bytes(len(held[:: 4096])); {ANSWER}"
    bot = make_program(script(tmp_path / "bot.py", act), PIG, Limits(memory=64))
    assert play(bot, RANDOM, SHORT, 1).faults == {}
    bot.close()


SPINS = "[os.fork() or any(iter(int, 1)) for _ in range(2)]"


def used(process):
    """Seconds that all its processes have used until now."""
    group = process.held.group
    if groups.TIME in group.can:
        return group.seconds()
    return process.usage().cpu


@pytest.mark.slow
def test_between_games_nothing_of_it_runs(tmp_path, means):
    bot = make_program(script(tmp_path / "bot.py", end=SPINS), PIG, Limits(bank=1000))
    play(bot, RANDOM, SHORT, 1)
    [process] = bot.pool.idle
    process.wake()  # it starts them
    while len(tree(process.pid)) < 3:
        time.sleep(0.01)
    process.rest()
    before, now = -1.0, used(process)
    for _ in range(200):  # until all of them have stopped
        if before == now:
            break
        time.sleep(0.05)
        before, now = now, used(process)
    time.sleep(0.5)
    assert used(process) == now
    bot.close()
    assert len(tree(process.pid)) == 1  # itself, which is gone


@pytest.mark.slow
def test_what_a_program_does_after_a_game_counts_in_the_next_one(tmp_path, means):
    tidies = "until = time.process_time() + {}\n        while time.process_time() < until: pass"
    bot = make_program(script(tmp_path / "bot.py", end=tidies.format(0.5)), PIG, Limits(bank=0.25, increment=0))
    refuses(AgentError, "CPU time", play, bot, RANDOM, SHORT, 2)
    bot.close()
    bot = make_program(script(tmp_path / "bot.py", end=tidies.format(0.01)), PIG, Limits(bank=5, increment=0))
    assert play(bot, RANDOM, SHORT, 2).faults == {} and bot.pool.started == 1
    bot.close()


# At most 200 processes, which end after 20 s: they ignore signals, leave their session and their parent.
BOMB = """\
import mmap, signal
count, until = mmap.mmap(-1, 4096), time.monotonic() + 20
for number in range(1, 64):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork(): os._exit(0)
        while time.monotonic() < until:
            if int.from_bytes(count[:4], "little") < 190:
                count[:4] = (int.from_bytes(count[:4], "little") + 1).to_bytes(4, "little")
                try:
                    if os.fork() == 0: os.setsid()
                except OSError: pass
        os._exit(0)
while time.monotonic() < until: time.sleep(0.01)
"""


@pytest.mark.slow
def test_processes_without_end_end_with_the_game(tmp_path, means):
    """A small bomb: with a wrong guess of the count a few more than 190 processes may run."""
    before = children()
    limits = Limits(bank=5, increment=0.5, memory=512, wall=60)
    good = f"program:{written(tmp_path / 'good', '')}"
    (tmp_path / "fair").mkdir()
    fair = [row[3:] for row in hold(tmp_path / "fair", [good], limits)[1]]
    bad = f"program:{written(tmp_path / 'bad', BOMB)}"
    table, rows = hold(tmp_path, [bad, good], limits)
    assert [row[3:] for row in among(rows, [2, 3])] == fair
    assert {line["agent"]: line["faults"] > 0 for line in table} == {bad: True, good: False, "random": False}
    assert all_gone(before)
    mine = f"-{os.getpid()}-"
    assert not [folder for place in groups.places() for folder in place.iterdir() if mine in folder.name]


@AS_ROOT
@pytest.mark.parametrize("mode", [0o755, 0o700])
def test_for_root_a_bot_runs_as_a_user_that_nobody_else_is(tmp_path, mode):
    home = tmp_path / "home"
    bot = make_program(script(home / "bots" / "bot.py"), PIG)
    home.chmod(mode)
    (home / "bots").chmod(mode)
    bot.prepare(SHORT)
    [process] = bot.pool.idle
    if "mount" not in process.walls:
        pytest.skip("this system mounts nothing for us")
    owner = os.stat(f"/proc/{process.pid}").st_uid
    assert owner != 0 and "another user" in process.walls and "processes without end" not in lacking(process.walls)
    assert play(bot, RANDOM, SHORT, 1).faults == {}
    bot.close()


@AS_ROOT
@pytest.mark.parametrize("secret", ["bot.py", "weights.txt", "data/weights.txt"])
def test_a_bot_that_only_root_can_read_stays_roots(tmp_path, monkeypatch, secret):
    limit_places(monkeypatch, NONE)
    act = f"(open({secret!r}).read(), {ANSWER})"
    bot = make_program(script(tmp_path / "bot.py", act), PIG)
    (tmp_path / "data").mkdir()
    for name in ("weights.txt", "data/weights.txt"):
        (tmp_path / name).write_text("1")
    (tmp_path / secret).chmod(0o700)
    assert play(bot, RANDOM, SHORT, 1).faults == {}
    [process] = bot.pool.idle
    assert os.stat(f"/proc/{process.pid}").st_uid == 0
    assert "another user" not in process.walls and "processes without end" in lacking(process.walls)
    bot.close()


# Prepares a bot in a process of its own, says the launcher's id, and waits.
REFEREE = """
import sys, time
from tabletop.agents.registry import make
from tests.any_game.pig import PIG
bot = make(sys.argv[1], PIG)
bot.prepare(PIG.load("short-pig"))
print(bot.pool.idle[0].launcher.pid, *bot.pool.idle[0].held.group.folders, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("with_launcher", [False, True])
@pytest.mark.slow
def test_a_group_does_not_outlive_its_referee(tmp_path, monkeypatch, with_launcher):
    limit_places(monkeypatch, EVERY)
    name = script(tmp_path / "bot.py", end=SPINS)
    referees = [
        subprocess.Popen([sys.executable, "-c", REFEREE, name], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        for _ in range(2)
    ]
    try:
        launchers, folders = [], []
        for referee in referees:
            launcher, *places = referee.stdout.readline().split()
            launchers.append(int(launcher))
            folders.append([Path(place) for place in places])
        assert all(folder.is_dir() for each in folders for folder in each) and folders[0]
        if with_launcher:
            os.kill(launchers[0], signal.SIGSTOP)
        referees[0].kill()
        referees[0].wait()
        if with_launcher:
            os.kill(launchers[0], signal.SIGKILL)
            groups.clear()  # as the next start does
        for _ in range(3000):
            if not any(folder.exists() for folder in folders[0]):
                break
            time.sleep(0.01)
        assert not any(folder.exists() for folder in folders[0])
        groups.clear()
        assert all(folder.exists() and (folder / "cgroup.procs").read_text() for folder in folders[1])
    finally:
        for referee in referees:
            referee.kill()
            referee.communicate()


# As another user, without groups: a good bot, then one whose children nobody waits for, then one with shared memory.
NOBODY = """
import sys
from tabletop.agents.base import AgentError
from tabletop.agents.programs.agent import make_program
from tabletop.agents.programs.limits import Limits
from tabletop.agents.programs.isolation_report import lacking
from tabletop.agents.registry import make
from tabletop.rate.matches.match import play
from tests.any_game.pig import PIG
for name in sys.argv[1:]:
    bot = make_program(name, PIG, Limits(bank=2, increment=0, memory=64, wall=50))
    try:
        bot.prepare(PIG.load("short-pig"))
        print(lacking(bot.walls))
        print(play(bot, make("random", PIG), PIG.load("short-pig"), 1).faults)
    except AgentError as error:
        print(str(error).rpartition(": ")[2])
    bot.close()
"""


@AS_ROOT
@pytest.mark.slow
def test_for_others_than_root_a_bot_is_limited_too(tmp_path):
    python = shutil.which(f"python3.{sys.version_info.minor}", path="/usr/local/bin:/usr/bin")
    packages = [path for path in sys.path if path.endswith("site-packages")]
    if python is None:
        pytest.skip("there is no Python of this version that other users can run")
    names = []
    for name, act in (("good", ANSWER), ("shares", f"{HOLDS['shared memory']}; time.sleep(60)")):
        names.append(script(tmp_path / name / "bot.py", act))
        path = tmp_path / name / "bot.py"
        path.write_text(path.read_text().replace(sys.executable, python))
    for folder in (tmp_path, *tmp_path.parents):
        if os.stat(folder).st_uid == os.geteuid() and "pytest" in str(folder):
            folder.chmod(folder.stat().st_mode | 0o055)
    environment = {
        "PYTHONPATH": os.pathsep.join([str(ROOT), *packages]), "NUMBA_DISABLE_JIT": "1", "PAINTBALL_QUIET": "1",
        "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "HOME": "/nonexistent",
    }  # fmt: skip
    asked = [python, "-c", NOBODY, *names]
    ran = subprocess.run(
        asked, env=environment, user=65534, group=65534, extra_groups=[], capture_output=True, text=True, cwd="/"
    )
    if "No module named" in ran.stderr or "Permission denied" in ran.stderr:
        pytest.skip(f"another user can't read this checkout or its packages: {ran.stderr.splitlines()[-1]}")
    assert ran.returncode == 0, ran.stderr
    lacks, faults, _, shares = ran.stdout.splitlines()
    assert faults == "{}" and "processes without end" not in lacks and "uncounted memory" in lacks
    assert shares == "it takes more than 64 MiB of memory"


def test_the_kernel_knows_the_limits(tmp_path, means):
    bot = make_program(script(tmp_path / "bot.py"), PIG, Limits(processes=4, memory=300))
    bot.prepare(SHORT)
    [process] = bot.pool.idle
    place = Path(f"/proc/{process.pid}")
    assert (place / "oom_score_adj").read_text() == "1000\n"  # where memory runs out, it ends before others
    told = {line[:26].strip(): line[26:].split()[0] for line in (place / "limits").read_text().splitlines()[1:]}
    if "number of a user's" in process.walls:
        assert told["Max processes"] == "64"
    if "mount" in process.walls:
        status = os.statvfs(place / "root" / process.scratch.lstrip("/"))
        assert status.f_files <= 16384 and status.f_blocks * status.f_frsize <= 64 << 20
    read = {file.name: file.read_text() for folder in process.held.group.folders for file in folder.iterdir()
            if file.name in ("pids.max", "memory.limit_in_bytes", "memory.max", "cpu.shares")}  # fmt: skip
    assert read.get("pids.max", "64\n") == "64\n" and read.get("cpu.shares", "1024\n") == "1024\n"
    assert {int(read[name]) for name in read if name.startswith("memory")} <= {364 << 20}
    assert ("pids.max" in read) == (groups.PROCESSES in process.walls)
    assert any(name.startswith("memory") for name in read) == (groups.MEMORY in process.walls)
    bot.close()
