"""Requests with a body: it is read whole before anything is answered, so that no answer is lost."""

import contextlib
import socket
from http import HTTPStatus

import pytest

from tabletop.front.server import guard

from .conftest import PATIENCE


@pytest.fixture
def server(served, monkeypatch):
    monkeypatch.setattr(guard, "WHOLE_BODY", PATIENCE)
    return served()


def opened(server, size, content="application/json", method="POST", origin=None, keeps=False):
    """A connection on which a request's head was sent, but nothing of its body."""
    connection = socket.create_connection(("localhost", server.port), PATIENCE)
    own = f"Origin: {origin}\r\n" if origin else ""
    head = f"{method} /api/games HTTP/1.1\r\nHost: localhost\r\n{own}"
    head += "" if keeps else "Connection: close\r\n"
    connection.sendall(f"{head}Content-Type: {content}\r\nContent-Length: {size}\r\n\r\n".encode())
    assert server.get("/api/games")[0] == 200  # so the server has come to it
    return connection


def first_line(connection):
    with connection.makefile("rb") as answer:
        return answer.read().splitlines()[0]


@pytest.mark.parametrize(
    ("unlike", "code"),
    [({"origin": "http://evil.example"}, 403), ({"content": "text/plain"}, 415), ({"method": "PUT"}, 405)],
    ids=lambda each: str(each),
)
def test_who_is_refused_may_send_all_first_and_reads_the_answer(server, unlike, code):
    with opened(server, 2, **unlike) as connection:
        connection.setblocking(False)
        with pytest.raises(BlockingIOError):
            connection.recv(1)  # an answer now would be lost when the rest comes: the connection is closed with it
        connection.settimeout(PATIENCE)
        connection.sendall(b"{}")
        assert first_line(connection) == f"HTTP/1.1 {code} {HTTPStatus(code).phrase}".encode()


@pytest.mark.parametrize("sent", [guard.MOST_BODY + 1, guard.MOST_READ + 1])
def test_a_body_that_is_too_long_is_read_so_far_and_refused(server, sent):
    with opened(server, sent if sent <= guard.MOST_READ else 2**30) as connection:
        connection.sendall(b" " * sent)
        assert first_line(connection) == b"HTTP/1.1 413 " + HTTPStatus(413).phrase.encode()


@pytest.mark.parametrize(("sent", "origin"), [(b"", None), (b"{", None), (b"", "http://evil.example")])
def test_who_sends_no_whole_body_is_told_so_and_left(server, monkeypatch, sent, origin):
    monkeypatch.setattr(guard, "WHOLE_BODY", 0.1)
    with opened(server, 2, origin=origin, keeps=True) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(sent)
        assert first_line(connection) == b"HTTP/1.1 408 " + HTTPStatus(408).phrase.encode()
