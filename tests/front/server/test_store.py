"""The file of games: which one makes way for a new one when it is full."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tabletop.front.server import store
from tabletop.front.server.store import GameStart, Store, StoreError, new_game
from tests import refuses

PATIENCE = 600  # seconds, against hangs alone


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass from one question for the time to the next."""
    now = [1000.0]

    def time():
        now[0] += 1.0
        return now[0]

    monkeypatch.setattr(store.time, "time", time)
    return now


def added(file, count, after=""):
    games = [new_game(GameStart("pig", "{}", 1, ("person", "random"))) for _ in range(count)]
    for game in games:
        file.add(game, after)
    return [game.id for game in games]


def kept(file):
    return {stored.id for stored, _ in file.recent(99)}


def test_what_is_over_makes_way_and_what_goes_on_stays(clock):
    file = Store(":memory:", "pig", most=4)
    first, second, third = added(file, 3)
    file.step(second, 1, 0, "roll", "turns")
    file.close_game(first, 0, 0, "red")  # over later
    (fourth,) = added(file, 1, after=first)
    refuses(StoreError, "4 games.*--", added, file, 1)
    clock[0] += store.DAY
    assert kept(file) == {first, second, third, fourth}
    (fifth,) = added(file, 1)
    assert kept(file) == {first, third, fourth, fifth} and file.find(second) is None
    refuses(StoreError, "keeps 4 games", added, file, 1, after=first)
    for change in (lambda: added(file, 1, after=second), lambda: file.step(second, 2, 0, "roll", "")):
        refuses(StoreError, "no longer in the file", change)
    (sixth,) = added(file, 1)
    refuses(StoreError, "keeps 4 games", added, file, 1)
    assert kept(file) == {third, fourth, fifth, sixth}


def test_what_nobody_has_played_for_a_month_makes_way_too(clock):
    file = Store(":memory:", "pig", most=2)
    first, second = added(file, 2)
    file.step(second, 1, 0, "roll", "")
    file.step(second, 2, 0, "roll", "turns")
    clock[0] += store.ABANDONED
    (third,) = added(file, 1)
    assert kept(file) == {first, third}  # what is over first
    (fourth,) = added(file, 1)
    assert kept(file) == {third, fourth}


def test_whose_next_game_has_made_way_may_begin_another(clock):
    file = Store(":memory:", "pig", most=2)
    (first,) = added(file, 1)
    file.close_game(first, 0, 0, "red")
    (second,) = added(file, 1, after=first)
    file.close_game(second, 0, 0, "red")
    file.file.execute("update game set touched = 0 where id = ?", (second,))
    clock[0] += store.DAY
    added(file, 1)
    assert kept(file) >= {first} and file.find(second) is None and file.find(first).successor == ""


def test_nobody_who_reads_waits_for_a_change_that_waits_for_another_program(tmp_path):
    file = Store(tmp_path / "games.sqlite", "pig")
    file.file.execute(f"pragma busy_timeout = {2000 * PATIENCE}")
    (game,) = added(file, 1)
    other = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
    other.execute("begin immediate")
    with ThreadPoolExecutor() as threads:
        change = threads.submit(file.close_game, game, 0, 0, "red")
        while not file._lock.locked():
            time.sleep(0.01)
        read = threads.submit(lambda: (kept(file), file.find(game).closed))
        try:
            assert read.result(PATIENCE) == ({game}, "") and not change.done()
        finally:
            other.execute("rollback")
        change.result()
    assert file.find(game).closed == "red"
    other.close()
    file.close()


def test_a_change_does_not_wait_long_for_another_program(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "MOST_WAIT", 0.01)
    file = Store(tmp_path / "games.sqlite", "pig")
    assert file.file.execute("pragma busy_timeout").fetchone() == (10,)
    other = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
    other.execute("begin immediate")
    refuses(StoreError, "database is locked", added, file, 1)
    other.execute("rollback")
    assert len(added(file, 1)) == 1
    other.close()
    file.close()
