"""Clients that mean harm, or send what nobody expects: refused, and no other game notices."""

import contextlib
import json
import random
import socket
import time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tabletop.front.server import app, connection, guard, messages
from tabletop.front.server.guard import Hosts

from .conftest import PATIENCE

PLAIN = {"scenario": "pig", "players": ["person", "person"]}


@pytest.fixture
def server(served):
    return served()


@pytest.fixture
def other(server):
    """A game of somebody else's, which has to go on whatever happens."""
    game = server.begin(**PLAIN)
    with server.visit(game) as person:
        yield person
        number = person.state["number"]
        person.act("roll")
        assert person.state["number"] == number + 1 and not person.state["trouble"]


def closed(socket):
    """The code by which a socket is closed after what was sent."""
    with pytest.raises(ConnectionClosed) as error:
        while True:
            socket.recv(timeout=PATIENCE)
    return error.value.rcvd.code


MALFORMED = {
    "no JSON": "{",
    "a list": "[1]",
    "a number": "1",
    "deep": "[" * 1500,
    "not joined": '{"do": "act", "at": 0, "action": "roll"}',
    "longer than a message": json.dumps({"do": "join", "keys": ["k" * 3000]}),
    "bytes": b"\x00\xff",
}


@pytest.mark.parametrize("message", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_first_message_closes_the_socket(server, other, message):
    game = server.begin(**PLAIN)
    with server.socket(game) as client:
        client.send(message)
        assert closed(client) == app.POLICY


def test_a_message_above_the_limit_is_not_even_read(server, other):
    with server.socket(server.begin(**PLAIN)) as client:
        client.send("x" * 10_000)
        assert closed(client) == 1009


@pytest.mark.parametrize("message", list(MALFORMED.values())[:4], ids=list(MALFORMED)[:4])
def test_a_malformed_message_later_closes_the_socket(server, other, message):
    game = server.begin(**PLAIN)
    with server.visit(game) as person:
        person.socket.send(message)
        assert closed(person.socket) == app.POLICY
    with server.visit(game) as person:
        assert person.state["number"] == 0


WRONG = {
    "unknown wish": {"do": "cheat"},
    "no wish": {},
    "no action": {"do": "act", "action": 7},
    "unknown action": {"do": "act", "action": "win"},
    "illegal action": {"do": "act", "action": "hold"},
    "long action": {"do": "act", "action": "roll" * 100},
    "other lines": {"do": "act", "action": "roll\nend over=first:reached"},
    "pace": {"do": "pace", "pace": 1e9},
    "pace of no number": {"do": "pace", "pace": "0"},
    "odds of no action": {"do": "odds", "action": "win"},
    "number of no number": {"do": "act", "action": "roll", "at": "0"},
    "name of no text": {"do": "name", "name": ["Ann"]},
    "name that turns the line": {"do": "name", "name": "Ann\u202e"},
    "long name": {"do": "name", "name": "n" * 200},
    "piled up accents": {"do": "name", "name": "A" + "\u0335" * 12},
    "name that looks like none": {"do": "name", "name": "\u3164"},
    "phrase of its own": {"do": "say", "phrase": "buy here"},
    "phrase of no text": {"do": "say", "phrase": {}},
    "unknown proposal": {"do": "propose", "what": "money"},
    "proposal of no text": {"do": "propose", "what": ["draw"]},
    "declined nothing": {"do": "decline"},
    "true": {"do": "act", "action": "roll", "at": True},
}


@pytest.mark.parametrize("message", WRONG.values(), ids=WRONG)
def test_what_is_not_allowed_is_refused_in_a_line_and_changes_nothing(server, other, message):
    with server.visit(server.begin(**PLAIN)) as person:
        person.send(**{"at": 0, **message})
        why = person.wait("refused")["why"]
        assert why and len(why.splitlines()) == 1
        person.act("roll")
        assert person.state["number"] == 1


def test_messages_out_of_turn_and_replayed_ones_are_refused(server, other):
    with server.visit(server.begin(**PLAIN)) as person:
        person.act("roll")
        for number in (0, 2, -1, 2**70):
            person.send(do="act", at=number, action="roll")
            assert "gone on" in person.wait("refused")["why"]
        assert person.state["number"] == 1


def test_a_key_of_another_game_is_worth_nothing(server, other):
    mine, yours = server.begin(**PLAIN), server.begin(**PLAIN)
    keys = [*mine["keys"].values(), "", "é", "\ud800", yours["id"]]
    for given in (keys, keys[::-1], keys[2:], "".join(keys), None, [None, 1], {}):
        with server.socket(yours) as client:
            client.send(json.dumps({"do": "join", "keys": given}))
            assert set(json.loads(client.recv(timeout=PATIENCE))["keys"]) <= {None}
            assert json.loads(client.recv(timeout=PATIENCE))["yours"] == []


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://localhost.evil.example", "http://localhost:1"]
)
def test_pages_of_other_sites_are_refused(server, other, origin):
    game = server.begin(**PLAIN)
    with pytest.raises(InvalidStatus) as error:
        server.socket(game, origin=origin)
    assert error.value.response.status_code == 403
    status, _, _ = server.post("/api/games", PLAIN, origin=origin)
    assert status == 403
    status, _, _ = server.post("/api/games", PLAIN, **{"sec-fetch-site": "cross-site"})
    assert status == 403


def test_our_own_pages_may_play(server):
    game = server.begin(**PLAIN)
    with server.socket(game, origin=server.address) as client:
        client.send('{"do": "join"}')
        assert json.loads(client.recv(timeout=PATIENCE))["type"] == "about"
    assert server.post("/api/games", PLAIN, origin=server.address)[0] == 201


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "[", "10.0.0.1", "a:b:c"])
def test_names_that_are_not_ours_are_refused(server, other, host):
    for path in ("/", "/api/games", "/files/game.js"):
        assert server.get(path, host=host)[0] in (400, 403)


def test_which_names_are_ours():
    loopback, network = Hosts("127.0.0.1"), Hosts("0.0.0.0", ["Games.Example"])
    for host in ("localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "127.8.8.8"):
        assert loopback.allows(host), host
    for host in ("games.example", "192.168.0.7", "example.org:8000", ""):
        assert not loopback.allows(host), host
    for host in ("games.example:80", "192.168.0.7:8000", "localhost"):
        assert network.allows(host), host
    assert not network.allows("evil.example")


TRICKS = (
    "/files/../app.py", "/files/..%2fapp.py", "/files/%2e%2e/app.py", "/files/..%5capp.py", "/files//etc/passwd",
    "/files/%2fetc%2fpasswd", "/files/app.py", "/files/index.js%00.css", "/files/", "/files/.", "/../pyproject.toml",
    "/game/../api/games/x", "/game/x/../../files/app.py", "/files/pages.css/", "/files/PAGES.CSS",
)  # fmt: skip


@pytest.mark.parametrize("path", TRICKS)
def test_no_path_leads_out_of_the_served_files(server, path):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".encode())
        answer = b""
        while part := raw.recv(65536):
            answer += part
    assert answer.split()[1] in (b"404", b"400") and b"import" not in answer and b"root:" not in answer


def test_the_files_are_those_of_the_pages(server):
    assert {"game.js", "board.js", "pages.css", "index.html", "icon.svg"} <= set(app.served_files())
    assert not any(name.endswith(".py") for name in app.served_files())
    for name in app.served_files():
        status, _, headers = server.get(f"/files/{name}")
        assert status == 200 and headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]


FAR = "turn=3 to=first:roll-or-hold first=first pot=12 score=0,0"
NO_GAMES = {
    "not JSON": (b"{", 400),
    "a list": (b"[]", 400),
    "deep": (b"[" * 4000, 400),
    "empty": ({}, 400),
    "no scenario": ({"players": ["person", "person"]}, 400),
    "a file as scenario": ({**PLAIN, "scenario": "/etc/passwd"}, 400),
    "one player": ({**PLAIN, "players": ["person"]}, 400),
    "a file as agent": ({**PLAIN, "players": ["person", "./tests/data/first_legal.py"]}, 400),
    "a folder as agent": ({**PLAIN, "players": ["person", "trained:runs/quick/agent"]}, 400),
    "numbers from a file": ({**PLAIN, "players": ["person", "careful:numbers=/etc/passwd"]}, 400),
    "a way out in an argument": ({**PLAIN, "players": ["person", "trained:folder=.."]}, 400),
    "years of thinking": ({**PLAIN, "players": ["person", "search:ms=99999999"]}, 400),
    "own seed, no practice": ({**PLAIN, "seed": 1}, 400),
    "own position, no practice": ({**PLAIN, "start": FAR}, 400),
    "seed too large": ({**PLAIN, "seed": 2**64, "practice": True}, 400),
    "seed of letters": ({**PLAIN, "seed": "1e3", "practice": True}, 400),
    "no position": ({**PLAIN, "start": "turn=x", "practice": True}, 400),
    "unknown key": ({**PLAIN, "cheat": 1}, 400),
    "practice of no truth": ({**PLAIN, "practice": "yes"}, 400),
    "pace": ({**PLAIN, "pace": -1}, 400),
    "too large": ({**PLAIN, "start": "x" * 20_000}, 413),
}


@pytest.mark.parametrize(("wish", "code"), NO_GAMES.values(), ids=NO_GAMES)
def test_what_is_no_game_is_refused_in_a_line(server, other, wish, code):
    status, text, _ = server.post("/api/games", wish)
    assert status == code and len(json.loads(text)["error"].splitlines()) == 1
    assert len(json.loads(server.get("/api/games")[1])["others"]["games"]) == 1


def test_an_agent_that_was_mistyped_is_guessed(server):
    _, text, _ = server.post("/api/games", {**PLAIN, "players": ["person", "carefull:steps=3"]})
    assert "did you mean careful?" in json.loads(text)["error"]


def test_a_form_of_another_site_begins_no_game(server):
    assert server.post("/api/games", PLAIN, **{"content-type": "text/plain"})[0] == 415
    assert server.ask("DELETE", "/api/games", None, {})[0] == 405


def test_the_file_takes_so_many_games(server, other):
    server.store.most = 1
    status, text, _ = server.post("/api/games", PLAIN)
    assert status == 503 and "keeps 1 games" in text


def test_games_in_memory_are_bounded_and_those_played_stay(server, other, monkeypatch):
    monkeypatch.setattr(app, "MOST_ROOMS", 3)
    for game in [server.begin(**PLAIN) for _ in range(6)]:
        with server.visit(game) as person:
            person.act("roll")
        assert len(server.server.rooms) <= 3
    games = [server.begin(**PLAIN) for _ in range(3)]
    with server.visit(games[0]), server.visit(games[1]), server.socket(games[2]) as client:
        client.send('{"do": "join"}')
        assert closed(client) == app.LATER


def test_a_thousand_sockets_and_games_go_on(server, other):
    game = server.begin(**PLAIN)
    sockets, refused = [], 0
    for _ in range(1000):
        raw = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        raw.sendall(
            b"GET /game/%s/socket HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" % game["id"].encode()
        )
        sockets.append(raw)
    until = time.monotonic() + PATIENCE
    while server.server.sockets < app.MOST_SOCKETS and time.monotonic() < until:
        time.sleep(0.05)
    for raw in sockets:
        raw.settimeout(PATIENCE)
        try:
            refused += not raw.recv(12).endswith(b"101")
        except ConnectionError:
            refused += 1
    assert server.server.sockets <= app.MOST_SOCKETS and refused >= 1000 - guard.MOST_CONNECTIONS
    other.act("roll")
    for raw in sockets:
        raw.close()
    until = time.monotonic() + PATIENCE
    served = server.uvicorn.server_state.connections
    while (len(served) > 1 or server.server.sockets > 1) and time.monotonic() < until:
        time.sleep(0.05)
    assert server.server.sockets == 1
    with server.visit(game) as person:
        person.act("roll")


def test_connections_that_say_nothing_are_dropped(server, other, monkeypatch):
    monkeypatch.setattr(guard, "FIRST_WORD", 0.2)
    monkeypatch.setattr(app, "FIRST_MESSAGE", 0.2)
    with (
        socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as raw,
        contextlib.suppress(ConnectionError),
    ):
        assert raw.recv(10) == b""
    with server.socket(server.begin(**PLAIN)) as client:
        assert closed(client) == app.LATER


def test_connections_are_bounded(server, other, monkeypatch):
    monkeypatch.setattr(guard, "MOST_CONNECTIONS", 20)
    raws = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) for _ in range(60)]
    dropped = 0
    for raw in raws[40:]:
        try:
            dropped += raw.recv(1) == b""
        except ConnectionError:
            dropped += 1
    assert dropped == 20
    for raw in raws:
        raw.close()


def test_so_many_look_at_a_game(server, other, monkeypatch):
    monkeypatch.setattr(app, "MOST_WATCHERS", 2)
    game = server.begin(**PLAIN)
    with server.visit(game), server.visit(game) as person, server.socket(game) as client:
        client.send('{"do": "join"}')
        assert closed(client) == app.LATER
        person.act("roll")


def test_a_flood_of_messages_closes_its_socket_alone(server, other):
    game = server.begin(**PLAIN)
    with server.visit(game) as person, server.visit(game) as friend:
        with pytest.raises(ConnectionClosed):
            for _ in range(5000):
                person.send(do="odds", at=0, action="roll")
            while True:
                person.socket.recv(timeout=PATIENCE)
        friend.act("roll")


def test_a_slow_reader_holds_no_memory_and_is_left(server, other, monkeypatch):
    """It gets the state of the game when it reads, not every one there was; after a while it is let go."""
    monkeypatch.setattr(connection, "SLOWEST_READER", 2.0)
    monkeypatch.setattr(connection, "MOST_A_SECOND", 1000.0)
    game = server.begin(scenario="pig", players=["person", "person"], practice=True)
    options = {"max_queue": 1, "max_size": 2**24, "ping_interval": None}
    with server.visit(game) as person, server.socket(game, **options) as slow:
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.send('{"do": "join"}')
        room = server.server.rooms[game["id"]]
        until = time.monotonic() + PATIENCE
        while len(room.clients) < 2 and time.monotonic() < until:
            time.sleep(0.02)
        # What is told again and again fills every buffer on the way; it can't be compressed to less than half.
        state, filler = messages.state, random.Random(1).randbytes(1_000_000).hex()
        monkeypatch.setattr(messages, "state", lambda *given: state(*given) | {"filler": filler})
        taken = 0
        while len(room.clients) > 1 and time.monotonic() < until:
            number = person.state["number"]
            person.act("roll")
            person.send(do="take back", at=number + 1)
            person.until(lambda state, number=number: state["number"] == number)  # others' news come in between
            taken += 1
            time.sleep(0.1)  # what isn't read in its time costs none here
        assert len(room.clients) == 1 and taken < 200


def test_a_game_that_is_not_there(server, other):
    for name in ("x", "..", "a" * 500, "%00"):
        with server.socket(name) as client:
            client.send('{"do": "join"}')
            assert closed(client) == app.POLICY
        assert server.get(f"/game/{name}/record")[0] == 404


def test_it_listens_to_this_machine_alone_unless_told_otherwise():
    import inspect

    from tabletop.front.server import serve

    assert inspect.signature(serve).parameters["host"].default == "127.0.0.1"


def test_joining_needs_a_socket_of_the_right_kind(server):
    with pytest.raises(InvalidStatus):
        connect(f"ws://localhost:{server.port}/nowhere")
