"""Can the address that the server shows be opened, and is one that can't be had refused in words that help?"""

import errno
import logging
import re
import socket
import sys
from types import SimpleNamespace

import pytest

from tabletop.front.server import address_for_others, address_of, bound, configured, run
from tabletop.front.server.guard import Hosts
from tests.any_game.pig import PIG

elsewhere = pytest.mark.skipif(sys.platform != "linux", reason="the machine has but one address of its own")


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "localhost"),
        ("localhost", "localhost"),
        ("0.0.0.0", "localhost"),
        pytest.param("127.0.0.2", "127.0.0.2", marks=elsewhere),
    ],
)
def test_the_address_that_is_shown_can_be_opened(host, shown):
    with bound(host, 0) as listening:
        port = listening.getsockname()[1]
        assert address_of(listening, host) == f"http://{shown}:{port}"
        socket.create_connection((shown, port)).close()
        assert Hosts(host).allows(f"{shown}:{port}")


def test_the_address_for_other_machines_is_one_of_this_machine():
    with bound("0.0.0.0", 0) as listening:
        address = address_for_others(listening)
        if address is None:
            pytest.skip("this machine is in no network")
        name, port = address.removeprefix("http://").split(":")
        assert not name.startswith("127.") and int(port) == listening.getsockname()[1]
        socket.create_connection((name, port)).close()
        assert Hosts("0.0.0.0").allows(f"{name}:{port}")


@pytest.mark.parametrize(
    ("host", "own", "told"),
    [
        ("0.0.0.0", "192.168.0.7", "from other machines of the network: http://192.168.0.7:"),
        ("0.0.0.0", "127.0.0.1", "from other machines of the network: no address found; is this machine in a network?"),
        ("0.0.0.0", None, "from other machines of the network: no address found; is this machine in a network?"),
        ("127.0.0.1", "192.168.0.7", None),
    ],
)
def test_how_other_machines_reach_a_server_for_all_is_said(host, own, told, tmp_path, monkeypatch, capsys):
    here = socket.socket.getsockname

    def connect(asking, address):
        assert asking.type == socket.SOCK_DGRAM  # nothing is sent
        if own is None:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(
        socket.socket, "getsockname", lambda self: (own, 5) if self.type == socket.SOCK_DGRAM else here(self)
    )
    monkeypatch.setattr("uvicorn.Server.run", lambda *given: None)
    shell = SimpleNamespace(game=PIG, program="pig")
    run(shell, 0, host, [], tmp_path / "games.sqlite", [], [], "field", tmp_path, "/", show=False)
    printed = capsys.readouterr().out
    assert told in printed if told else "other machines" not in printed


def test_log_files_of_others_stay_open(tmp_path):
    handler = logging.FileHandler(tmp_path / "log")
    configured(lambda: None, "127.0.0.1", 0)
    assert handler.stream is not None and not handler.stream.closed
    handler.close()


def test_a_port_in_use_is_named():
    with bound("127.0.0.1", 0) as listening, pytest.raises(ValueError, match=r"in use; --port takes another one$"):
        bound("127.0.0.1", listening.getsockname()[1])


@pytest.mark.parametrize("host", ["192.0.2.1", "..", "nosuch.invalid"])
def test_a_host_that_cant_be_had_is_named(host, monkeypatch):
    def unknown(*given, **options):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    if host == "nosuch.invalid":  # the network isn't asked
        monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(ValueError, match=rf"^--host {re.escape(host)}: .* an? .*name") as refusal:
        bound(host, 8000)
    assert "port" not in str(refusal.value)
