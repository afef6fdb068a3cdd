"""Can the address that the server shows be opened, and is one that can't be had refused in words that help?"""

import re
import socket
import sys

import pytest

from tabletop.server import address_of, bound
from tabletop.server.guard import Hosts

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
