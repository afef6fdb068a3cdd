"""Is what goes wrong with a tournament's file said in a line, and is nothing lost or refused for ever by it?"""

import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabletop.agents.isolation_options import Terms
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.front.server.live import Refused
from tabletop.front.server.runs import Runs
from tabletop.rate.tournament import run
from tabletop.rate.tournament.definition import agent_digest, define
from tabletop.rate.tournament.standings import standings
from tabletop.rate.tournament.store import Store, StoreError
from tests import ROOT, refuses
from tests.any_game.games import PIG_SHELL
from tests.any_game.pig import PIG

NAMES = ["careful", "random"]


def quiet(*said):
    pass


def played(path, names=NAMES, pairs=30):
    definition = define(names, ["short-pig"], pairs, 1, PIG)
    with Store.begin(path, definition) as store:
        run.play(definition, store, SerialWorkers(), quiet)
        return standings(store), store.games()


def test_random_bytes_in_any_page_are_told_in_a_line(tmp_path):
    path = tmp_path / "t.db"
    played(path, pairs=60)
    definition = define(NAMES, ["short-pig"], 61, 1, PIG)
    whole, rng = path.read_bytes(), random.Random(3)
    pages = len(whole) // 4096
    assert pages >= 6
    told = 0
    for page in range(pages):
        path.write_bytes(whole[: 4096 * page] + rng.randbytes(4096) + whole[4096 * (page + 1) :])
        for extra in ("-wal", "-shm"):
            Path(f"{path}{extra}").unlink(missing_ok=True)
        try:
            with Store.open(path, PIG) as store:
                standings(store)
        except StoreError as error:
            told += 1
            assert "\n" not in str(error) and str(path) in str(error) and len(str(error)) < 300
        refuses(StoreError, "", Store.begin, path, definition)
    assert told == pages


EDITS = {
    "DELETE FROM run WHERE key = 'pairs'": "it doesn't say its pairs",
    "DELETE FROM run WHERE key = 'seed'": "it doesn't say its seed",
    "UPDATE run SET value = 'a' WHERE key = 'pairs'": "its pairs: 'a' is no number",
    "DELETE FROM agent WHERE number = 1": "the numbers of its agents have gaps: rows are missing",
    "DELETE FROM agent WHERE number = 2": "names an agent or a scenario that it doesn't hold",
    "UPDATE game SET first = 9223372036854775807": "names an agent or a scenario that it doesn't hold",
    "DELETE FROM scenario": "names an agent or a scenario that it doesn't hold",
    "UPDATE scenario SET json = '[]'": "a list is not a table",
    "UPDATE scenario SET json = '['": "",
    "UPDATE game SET seed = 'x'": "a game's seed is no number",
    "UPDATE game SET ending = 'fault'": "a game was lost by a fault, and no words say by which",
    "UPDATE game SET ending = 'rain' WHERE pair = 1": "a game ended by 'rain'; there are reached, turns, fault",
    "UPDATE game SET ending = ''": "a game ended by ''; there are reached",
}


@pytest.mark.parametrize("edit, words", EDITS.items())
def test_what_is_missing_from_a_file_is_told_in_a_line(tmp_path, edit, words):
    path = tmp_path / "t.db"
    played(path, pairs=2)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(edit)
    connection.close()
    for done in (
        CliRunner().invoke(PIG_SHELL.app, ["tournament", "--show", str(path), "--report", str(tmp_path / "t.html")]),
        CliRunner().invoke(PIG_SHELL.app, ["tournament", *NAMES, "--store", str(path), "--seed", "1"]),
    ):
        line = done.stderr.splitlines()[-1]
        assert done.exit_code == 2 and line.startswith(f"tournament: {path} is damaged ("), (line, done.exception)
        assert words in line and line.endswith("): take a copy of it, or another --store")
    refuses(Refused, r"^t\.db is damaged \(", lambda: Runs(tmp_path, PIG).tournament("t.db"))
    refuses(Refused, r"^t\.db is damaged \(", lambda: Runs(tmp_path, PIG).games("t.db", "random"))


def test_orders_that_the_game_does_not_have_are_told(tmp_path):
    path = tmp_path / "t.db"
    played(path, pairs=2)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("INSERT INTO orders VALUES (1, 99, 5)")
    connection.close()
    done = CliRunner().invoke(PIG_SHELL.app, ["tournament", "--show", str(path), "--report", str(tmp_path / "t.html")])
    assert done.exit_code == 2 and "is damaged (it has orders of kind 99, which the game doesn't have)" in done.stderr


FULL = """
import resource, sys
from pathlib import Path
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.rate.tournament import run
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.store import Store, StoreError
from tests.any_game.pig import PIG

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
definition = define(["careful", "random"], ["short-pig"], 200, 1, PIG)
try:
    with Store.begin(Path(sys.argv[1]), definition) as store:
        run.play(definition, store, SerialWorkers(), lambda *said: None)
except StoreError as error:
    print(error)
"""


@pytest.mark.parametrize("room", [0, 4096, 60_000])
@pytest.mark.slow
def test_a_full_disk_is_told_in_a_line_and_the_same_command_goes_on(tmp_path, room):
    path = tmp_path / "t.db"
    arguments = [sys.executable, "-c", FULL, str(path), str(room)]
    done = subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0 and "make room; the same command goes on" in done.stdout, done
    assert len(done.stdout.splitlines()) == 1 and "Traceback" not in done.stderr
    assert played(path, pairs=200) == played(tmp_path / "other.db", pairs=200)


def test_a_file_that_was_begun_and_holds_nothing_is_taken(tmp_path):
    path = tmp_path / "t.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE a (b)")
    connection.execute("DROP TABLE a")
    connection.close()
    assert path.stat().st_size >= 4096
    assert played(path)[0]["played"] == 60


def test_a_file_without_all_tables_is_refused(tmp_path):
    path, definition = tmp_path / "t.db", define(NAMES, ["short-pig"], 3, 1, PIG)
    Store.begin(path, definition).close()
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE luck")
    connection.close()
    for opened in (lambda: Store.open(path, PIG), lambda: Store.begin(path, definition)):
        refuses(StoreError, "tables are missing", opened)


def test_a_file_in_a_folder_that_cant_be_written_is_read(tmp_path, monkeypatch):
    path, more = tmp_path / "a ?%41#.db", define(NAMES, ["short-pig"], 4, 1, PIG)
    table = played(path, pairs=3)[0]
    monkeypatch.setattr(os, "access", lambda place, mode: False)  # root may write everywhere
    with Store.open(path, PIG) as store:
        assert standings(store) == table
        assert list(tmp_path.iterdir()) == [path]
    monkeypatch.undo()
    with Store.begin(path, more) as store:
        run.play(more, store, SerialWorkers(), quiet)
        monkeypatch.setattr(os, "access", lambda place, mode: False)
        with Store.open(path, PIG) as shown:  # the last pair's games aren't in the file itself yet
            assert len(shown.games()) == 8


@pytest.mark.parametrize("letters", [250, 300])
def test_a_name_that_leaves_no_room_for_those_beside_it_is_refused(letters, tmp_path):
    path = tmp_path / ("a" * letters)
    for open_store, what in ((Store.begin, define(NAMES, ["short-pig"], 3, 1, PIG)), (Store.open, PIG)):
        refuses(StoreError, "file name too long", open_store, path, what)
    assert not list(tmp_path.iterdir())


def test_two_processes_dont_play_on_one_file(tmp_path):
    path, definition = tmp_path / "t.db", define(NAMES, ["short-pig"], 3, 1, PIG)
    with Store.begin(path, definition) as store:
        more = define([*NAMES, "careful:at=3"], ["short-pig"], 3, 1, PIG)
        refuses(StoreError, "--show", Store.begin, path, more)
        with Store.open(path, PIG) as shown:
            assert shown.games() == []
        run.play(definition, store, SerialWorkers(), quiet)
    with Store.begin(path, more) as store:
        run.play(more, store, SerialWorkers(), quiet)
        assert standings(store)["played"] == 18
    refuses(StoreError, "agent careful:at=3", Store.begin, path, definition)


BOT = """
from pathlib import Path
from tabletop.agents.base import Bot

WEIGHTS = Path(__file__).with_name("weights.bin").read_bytes()

class Heavy(Bot):
    def act(self, view):
        return list(view.legal.values())[WEIGHTS[0] % len(view.legal)]
"""


def test_weights_beside_a_bot_belong_to_it(tmp_path):
    (tmp_path / "heavy.py").write_text(BOT)
    (tmp_path / "weights.bin").write_bytes(b"1")
    (tmp_path / "notes.txt").write_text("nobody mentions me")

    def digests():
        fingerprints = []
        for name, terms in (
            (str(tmp_path / "heavy.py"), Terms()),
            (str(tmp_path / "heavy.py"), Terms(in_process=True)),
            (f"program:{sys.executable} {tmp_path / 'heavy.py'}", Terms()),
        ):
            fingerprints.append(agent_digest(terms.agent(name, PIG), name, PIG))
        return fingerprints

    before = digests()
    assert before[0] == before[1], "the same bot, wherever it runs"
    (tmp_path / "notes.txt").write_text("changed")
    assert digests() == before
    (tmp_path / "weights.bin").write_bytes(b"2")
    assert all(new != old for new, old in zip(digests(), before, strict=True))


def test_thinking_time_is_kept_apart_from_the_table(tmp_path):
    path = tmp_path / "t.db"
    table, _ = played(path)
    with Store.open(path, PIG) as store:
        thought = store.thought()
    assert set(thought) == set(NAMES) and all(seconds > 0 and asked > 60 for seconds, asked in thought.values())
    assert "thought" not in str(table)


def test_records_of_lost_games_alone(tmp_path):
    definition = define(NAMES, ["short-pig"], 10, 1, PIG)
    with Store.begin(tmp_path / "t.db", definition) as store:
        run.play(definition, store, SerialWorkers(), quiet)
        lost = [row for row in store.games() if row.score == 0.0]
        assert run.write_records(store, tmp_path / "r", 1, SerialWorkers(), quiet, lost_by="careful") == ([], 0)
    assert 0 < len(lost) < 20
    names = sorted(path.stem for path in (tmp_path / "r").rglob("*.txt"))
    assert names == sorted(f"{row.pair:05d}-{row.side}" for row in lost)
