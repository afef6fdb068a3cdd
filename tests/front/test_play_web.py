"""`play --web` opens the page with what was asked for, on the port that was asked for."""

import pytest

from tabletop.front import server
from tests.called import call, refused


@pytest.fixture
def served(monkeypatch):
    """What the server was called with, by its parameters' names; it serves nothing."""
    calls = []

    def run(shell, *values):
        names = ("port", "host", "names", "games", "scenarios", "agents", "theme", "runs", "page", "show")
        calls.append(dict(zip(names, values, strict=True)))

    monkeypatch.setattr(server, "run", run)
    return calls


@pytest.mark.parametrize(("more", "port"), [((), 8000), (("--port", "9000"), 9000), (("--port", "0"), 0)])
def test_it_serves_on_the_port_that_is_asked_for(served, more, port):
    call("play", "easy", "--side", "blue", "--web", *more)
    (called,) = served
    assert called["port"] == port and called["page"] == "/?bot=easy&side=1&scenario=capture-the-flag-basic-drawn"
    assert called["agents"] == ["easy"]


def test_a_port_is_for_the_browser_only(served):
    refused(call("play", "easy", "--port", "9000"), "--port goes with --web")
    assert not served
