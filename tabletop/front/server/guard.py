"""Who may talk to the server: checks of hosts and origins, limits of connections, headers of every answer."""

import asyncio
import ipaddress
import socket
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 400
FIRST_WORD = 10.0  # seconds in which a request's head must have come: the first one, or one that has been begun
WHOLE_BODY = 10.0  # seconds in which a request's body must have come
MOST_BODY = 8192
MOST_READ = 2**20  # bytes of a body that is too long, before its sender is told so
POLICY_HEADER = "content-security-policy"
HEADERS = {
    POLICY_HEADER: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Hosts:
    """The names under which the server may be called; others are refused, whatever address they lead to.

    A page of another site could let its own name point at this machine and so would be of the same origin: therefore
    the name counts. Addresses in numbers can't be bent that way.

    Args:
      host: the address that the server listens to.
      names: further names.
    """

    def __init__(self, host: str, names: Iterable[str] = ()) -> None:
        self._names = {"localhost", *(name.lower() for name in names)}
        if not is_loopback(host):
            self._names |= {host.lower(), socket.gethostname().lower()}
        self._any_address = not is_loopback(host)

    def allows(self, host: str) -> bool:
        """Tell whether a request's `Host` is one of ours."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return self._any_address or address.is_loopback

    def same_origin(self, headers: Mapping[str, str]) -> bool:
        """Tell whether a request comes from our own pages, or from no page at all."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() and origin.startswith("http")


def is_loopback(host: str) -> bool:
    """Tell whether an address is this machine's own alone."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """An ASGI application around another one: it lets through what comes from where it may."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
        fault = self._fault(scope, headers)
        if fault and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": fault})
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                header_names = {key.lower() for key, _ in message["headers"]}
                own = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in header_names]
                message = {**message, "headers": [*message["headers"], *own]}
            await send(message)

        body: bytes | None = b""
        if "content-length" in headers or "transfer-encoding" in headers:
            try:
                body = await asyncio.wait_for(_read(receive), WHOLE_BODY)
            except TimeoutError:
                late = {"error": f"the request's body didn't come in {WHOLE_BODY:g} seconds"}
                await JSONResponse(late, 408, {"connection": "close"})(scope, receive, guarded)
                return
            receive = _again(body or b"", receive)
        if fault:
            await PlainTextResponse(fault, 403)(scope, receive, guarded)
            return
        if body is None:
            await JSONResponse({"error": f"more than {MOST_BODY} bytes"}, 413)(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)

    def _fault(self, scope: Scope, headers: dict[str, str]) -> str:
        if not self.hosts.allows(headers.get("host", "")):
            return "this server isn't called so"
        asks = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if asks and not self.hosts.same_origin(headers):
            return "pages of other sites can't play here"
        return ""


async def _read(receive: Receive) -> bytes | None:
    """Return a request's body; None if it has more than `MOST_BODY` bytes.

    It is read before the request is answered, also if it is refused: the connection may be closed with the answer, and
    bytes that come after that make the system drop the answer before the client has read it.
    """
    body, size, more = b"", 0, True
    while more and size <= MOST_READ:
        message = await receive()
        part = message.get("body", b"")
        size += len(part)
        more = message.get("more_body", False)  # that the client is gone also ends it
        if size <= MOST_BODY:
            body += part
    return body if size <= MOST_BODY else None


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a function that gives a body that has been read, and then what comes after it."""
    kept = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return kept.pop() if kept else await receive()

    return received


def patient_protocol() -> "type[H11Protocol]":
    """Return uvicorn's protocol for HTTP with limits: of connections, and of the time that a request's head may take.

    Uvicorn itself only limits how long nothing at all is said after an answer.
    """
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Limited(H11Protocol):
        """Drops a connection that is one too many, says nothing, or doesn't finish a request's head."""

        _first: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if len(self.connections) > MOST_CONNECTIONS:
                transport.abort()
                return
            self._wait()

        def data_received(self, data: bytes) -> None:
            before = self.cycle
            super().data_received(data)
            if self.cycle is not before:
                self._heard()
            elif before is not None and before.response_complete and self.transport.get_protocol() is self:
                self._wait()

        def _wait(self) -> None:
            if self._first is None:
                self._first = self.loop.call_later(FIRST_WORD, self._silent)

        def _silent(self) -> None:
            if not self.transport.is_closing():
                self.transport.abort()

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._heard()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._heard()
            super().connection_lost(exc)

        def _heard(self) -> None:
            if self._first is not None:
                self._first.cancel()
                self._first = None

    return Limited
