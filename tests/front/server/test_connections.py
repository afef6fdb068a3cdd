"""Connections that are held without use are dropped, and who is one too many is told so."""

import contextlib
import socket
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed

from tabletop.front.server import app, guard

from .conftest import PATIENCE

PLAIN = {"scenario": "pig", "players": ["person", "person"]}


def test_a_later_request_that_is_not_finished_is_dropped_too(served, monkeypatch):
    server = served()
    asking = b"GET /files/game.js HTTP/1.1\r\nhost: localhost\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as raw:
        raw.sendall(asking.replace(b"GET", b"HEAD") + b"\r\n")
        assert b"200" in raw.recv(65536)
        monkeypatch.setattr(guard, "FIRST_WORD", 0.2)
        with contextlib.suppress(ConnectionError):
            raw.sendall(asking)
            assert raw.recv(1) == b""


def test_who_asks_again_in_time_is_not_dropped():
    """The head of a request that has come in two parts is waited for no longer."""
    protocol = guard.patient_protocol()
    waits = []
    made = object.__new__(protocol)
    timer = SimpleNamespace(cancel=waits.clear)
    made.loop = SimpleNamespace(call_later=lambda time, call: waits.append(call) or timer)
    made.transport = SimpleNamespace(get_protocol=lambda: made)
    made.cycle = SimpleNamespace(response_complete=True)
    parts = {b"GET": made.cycle, b" / HTTP/1.1": made.cycle, b"\r\n\r\n": SimpleNamespace(response_complete=False)}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(protocol.__base__, "data_received", lambda self, data: setattr(self, "cycle", parts[data]))
        waiting = [made.data_received(part) or len(waits) for part in parts]
    assert waiting == [1, 1, 0]


def test_whose_socket_is_one_too_many_is_told_so(served, monkeypatch):
    monkeypatch.setattr(app, "MOST_SOCKETS", 2)
    server = served()
    game = server.begin(**PLAIN)
    with server.visit(game), server.visit(game) as person:
        for _ in range(5):
            with server.socket(game) as client, pytest.raises(ConnectionClosed) as error:
                client.recv(timeout=PATIENCE)
            close = error.value.rcvd
            assert (close.code, close.reason) == (app.LATER, "too many are here; try again later")
            assert server.server.sockets == 2
        person.act("roll")
