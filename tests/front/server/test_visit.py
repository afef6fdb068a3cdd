"""A visit whose line goes while something is sent: it ends once, and leaves nothing to be logged."""

import asyncio
import gc
from types import SimpleNamespace

import pytest

pytest.importorskip("starlette", reason="the extra `web` isn't installed")

from starlette.websockets import WebSocketDisconnect, WebSocketState

from tabletop.front.server import messages
from tabletop.front.server.connection import Visit


class Gone:
    """A socket that takes one message and is gone then, for readers and writers."""

    client_state = WebSocketState.CONNECTED

    def __init__(self, application_state=WebSocketState.CONNECTED):
        self.texts, self.application_state = [], application_state

    async def send_text(self, text):
        if self.texts:
            raise WebSocketDisconnect(1006)
        self.texts.append(text)

    async def receive(self):
        return {"type": "websocket.disconnect", "code": 1001}


@pytest.mark.slow
def test_a_line_that_goes_ends_both_tasks(monkeypatch):
    monkeypatch.setattr(messages, "about", lambda game: {})
    logged = []

    async def visit():
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: logged.append(context["message"]))

        async def message(client):
            return {}

        room = SimpleNamespace(game=None, message=message)
        client = SimpleNamespace(news=asyncio.Event(), keys=[], heard=[])
        client.news.set()
        with pytest.raises(WebSocketDisconnect) as ended:
            await Visit(Gone(), room, client).run()
        assert ended.value.code == 1006
        gc.collect()

    asyncio.run(visit())
    gc.collect()
    assert logged == []


def test_nothing_is_sent_to_a_socket_that_the_server_has_closed():
    async def visit():
        gone = Gone(WebSocketState.DISCONNECTED)
        await Visit(gone, SimpleNamespace(), SimpleNamespace()).send({})
        return gone.texts

    assert asyncio.run(visit()) == []


def test_only_messages_in_quick_succession_are_too_many():
    """Whoever sends ten a second may go on for ever."""
    now = [0.0]

    async def visit():
        asyncio.get_running_loop().time = lambda: now[0]
        line = Visit(Gone(), SimpleNamespace(), SimpleNamespace())
        slow = []
        for _ in range(200):
            now[0] += 0.1
            slow.append(line.in_time())
        return slow, [line.in_time() for _ in range(200)]

    slow, quick = asyncio.run(visit())
    assert all(slow) and any(quick) and not any(quick[-100:])
