"""Pages of finished games: computed once for everybody, kept in bounds, behind those who play; and what isn't there."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tabletop.front.server import viewers
from tabletop.front.server.store import StoreBusyError
from tabletop.front.server.viewers import Acts

from .conftest import PATIENCE


class Slow:
    """Computes as a function does, counts that, and ends when it may."""

    def __init__(self, function):
        self.function, self.calls, self.pauses = function, 0, []
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self, *values, pause, **options):
        self.calls += 1
        self.begun.set()
        assert self.may_end.wait(PATIENCE)
        self.pauses.append(pause)
        return self.function(*values, pause=pause, **options)


@pytest.fixture
def slow(monkeypatch):
    slow = Slow(viewers.record_data)
    monkeypatch.setattr(viewers, "record_data", slow)
    yield slow
    slow.may_end.set()


def given_up(server):
    """A game that is over after one decision, and the address of its page."""
    game = server.begin(scenario="pig", players=["person", "person"], practice=True)
    with server.visit(game) as person:
        person.act("roll")
        person.send(do="give up")
        person.until(lambda state: state["over"])
    return game, f"/game/{game['id']}/viewer"


def test_a_page_is_computed_once_for_twelve_who_ask_and_nobody_who_plays_waits_for_it(served, slow):
    server = served()
    (_, first), (_, second) = given_up(server), given_up(server)
    game = server.begin(scenario="pig", players=["person", "person"])
    with ThreadPoolExecutor(24) as clients:
        answers = [clients.submit(server.get, path) for path in 12 * [first, second]]
        assert slow.begun.wait(PATIENCE)
        with server.visit(game) as person:
            assert person.act("roll")["number"] == 1
        assert slow.calls == 1  # the other page's turn comes after this one
        slow.may_end.set()
        pages = [answer.result(PATIENCE)[:2] for answer in answers]
    assert slow.calls == 2 and {status for status, _ in pages} == {200}
    assert len(set(pages[::2])) == len(set(pages[1::2])) == 1 and pages[0] != pages[1]
    assert server.get(first)[1] == pages[0][1] and slow.calls == 2  # kept
    assert slow.pauses == 2 * [server.server.viewers.acts.give_way]


def test_a_game_that_has_gone_on_has_another_page(served, slow):
    slow.may_end.set()
    server = served()
    game = server.begin(scenario="short-pig", players=["person", "careful"], practice=True, seed=3)
    path = f"/game/{game['id']}/viewer"
    with server.visit(game) as person:

        def play(choice):
            while not person.until(lambda state: state["choices"] or state["over"])["over"]:
                person.act(person.names()[choice])
            return server.get(path)[1]

        old = play(-1)
        assert server.get(path)[1] == old and slow.calls == 1
        person.ask(do="take back")
        assert server.get(path)[0] == 403
        assert play(0) != old and slow.calls == 2


def test_pages_are_kept_in_bounds(served, slow, monkeypatch):
    slow.may_end.set()
    server = served()
    (_, first), (_, second) = given_up(server), given_up(server)
    monkeypatch.setattr(viewers, "MOST_KEPT", len(server.get(first)[1]) + 100)
    for path, calls in ((first, 1), (second, 2), (second, 2), (first, 3)):
        assert server.get(path)[0] == 200 and slow.calls == calls


def test_a_stranger_cant_have_more_than_a_few_computed(served, slow, monkeypatch):
    monkeypatch.setattr(viewers, "MOST_WAITING", 2)
    server = served()
    _, path = given_up(server)
    with ThreadPoolExecutor(4) as clients:
        running = clients.submit(server.get, path)
        assert slow.begun.wait(PATIENCE)
        waiting = clients.submit(server.get, f"{path}?decision=1")
        while len(server.server.viewers.turns.running) < 2:
            time.sleep(0.01)
        status, words, headers = server.get(f"{path}?decision=0")
        assert status == 503 and headers["content-type"].startswith("text/html") and '<a href="/">' in words
        slow.may_end.set()
        assert [running.result(PATIENCE)[0], waiting.result(PATIENCE)[0]] == [200, 200]
    assert server.get(f"{path}?decision=0")[0] == 200


def test_nobody_who_plays_waits_for_games_that_are_opened(served, monkeypatch):
    server, may_end = served(), threading.Event()
    *closed, game = (server.begin(scenario="pig", players=["person", "person"]) for _ in range(3))
    with server.visit(game) as person, ThreadPoolExecutor(2) as clients:
        live = server.server.live
        monkeypatch.setattr(server.server, "live", lambda stored: may_end.wait(PATIENCE) and live(stored))
        opening = [clients.submit(server.get, f"/game/{each['id']}/record") for each in closed]
        while len(server.server.opening) < 2:
            time.sleep(0.01)
        assert person.act("roll")["number"] == 1
        may_end.set()
        assert [each.result(PATIENCE)[0] for each in opening] == [403, 403]


def test_whoever_computes_a_page_gives_way_to_what_is_being_done(monkeypatch):
    monkeypatch.setattr(viewers, "LONGEST_WAIT", PATIENCE)
    acts, done = Acts(), threading.Event()

    async def acting():
        with acts, acts:
            way = asyncio.create_task(asyncio.to_thread(acts.give_way))
            way.add_done_callback(lambda _: done.set())
            await asyncio.sleep(0.05)
            assert not done.is_set()
        await way
        acts.give_way()  # at once

    asyncio.run(acting())
    assert done.is_set()


def test_the_page_of_a_game_that_is_not_there_is_not_found(served, monkeypatch):
    server = served()
    game = server.begin(scenario="pig", players=["person", "person"])["id"]
    assert server.get(f"/game/{game}")[0] == 200
    games = "/game/none", "/game/none/viewer", "/game/none/record", f"/game/{game}/none"
    for path in (*games, "/how-to-play", "/rules"):  # of the pages this game has none
        for method in ("GET", "HEAD"):
            status, words, headers = server.ask(method, path, None, {})
            assert status == 404 and headers["content-type"].startswith("text/html"), path
            assert method == "HEAD" or '<a href="/">' in words

    def busy(name):
        raise StoreBusyError("held by another program")

    monkeypatch.setattr(server.store, "has", busy)
    assert server.get("/game/none")[0] == 503
