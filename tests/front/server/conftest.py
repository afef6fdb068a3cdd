"""A server on a free port of this machine, and clients that talk to it without a browser."""

import asyncio
import contextlib
import importlib
import json
import threading
import time
import urllib.error
import urllib.request

import pytest

pytest.importorskip("starlette", reason="the extra `web` isn't installed")
pytest.importorskip("uvicorn", reason="the extra `web` isn't installed")
pytest.importorskip("websockets", reason="the extra `web` isn't installed")

from websockets.protocol import State
from websockets.sync.client import connect

from tabletop.front.server import bound, configured
from tabletop.front.server.app import Server
from tabletop.front.server.guard import Hosts
from tabletop.front.server.offers import Offers
from tabletop.front.server.store import Store
from tests.any_game.pig import PIG

# Pytest rewrites what is imported. Before 3.11.8 Python can't parse if meanwhile something else is parsed, such as by
# a traceback that is written in the server's thread (gh-106905); so nothing is imported there at the first request.
for _name in ("anyio._backends._asyncio", "anyio._core._fileio"):
    importlib.import_module(_name)

PATIENCE = 600  # seconds, against hangs alone: rules may have to be compiled first


class Served:
    """A server that runs in a thread."""

    def __init__(self, game, file, agents=(), scenarios=()):
        self.game, self.file, self.agents, self.scenarios = game, file, agents, scenarios
        self.start()

    def start(self, port=0):
        import uvicorn

        self.store = Store(self.file, self.game.name)
        self.server = Server(Offers(self.game, self.scenarios, self.agents), self.store, Hosts("127.0.0.1"))
        listening = bound("127.0.0.1", port)
        self.port = listening.getsockname()[1]
        self.uvicorn = uvicorn.Server(configured(self.server.app, "127.0.0.1", self.port))
        self.thread = threading.Thread(target=lambda: asyncio.run(self.uvicorn.serve([listening])), daemon=True)
        self.thread.start()
        while not self.uvicorn.started:
            self.thread.join(0.01)

    def stop(self):
        # Uvicorn can't end while it is about to close a websocket: it would close that once more, which is an error.
        until = time.monotonic() + PATIENCE
        while self._closing() and time.monotonic() < until:
            time.sleep(0.02)
        self.uvicorn.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        self.store.close()

    def _closing(self):
        connections = [getattr(each, "conn", None) for each in list(self.uvicorn.server_state.connections)]
        return [each for each in connections if getattr(each, "state", None) is State.CLOSING]

    def restart(self):
        self.stop()
        self.start(self.port)

    @property
    def address(self):
        return f"http://localhost:{self.port}"

    def get(self, path, **headers):
        return self.ask("GET", path, None, headers)

    def post(self, path, body, **headers):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.ask("POST", path, data, {"content-type": "application/json"} | headers)

    def ask(self, method, path, data, headers):
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode(), dict(answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode(), dict(error.headers)

    def begin(self, **wish):
        status, text, _ = self.post("/api/games", {"pace": 0, **wish})
        assert status == 201, text
        return json.loads(text)

    def socket(self, game, **options):
        name = game if isinstance(game, str) else game["id"]
        return connect(f"ws://localhost:{self.port}/game/{name}/socket", **options)

    @contextlib.contextmanager
    def visit(self, game, keys=None, **more):
        """Someone who has joined, with `more` in that message."""
        keys = list(game["keys"].values()) if keys is None else keys
        with self.socket(game, max_size=2**24) as socket:
            yield Visitor(socket, keys, **more)


class Visitor:
    """Someone who has joined a game; `state` is what was last shown."""

    def __init__(self, socket, keys, **more):
        self.socket = socket
        self.send(do="join", keys=keys, **more)
        self.about = self.wait("about")
        self.state = self.wait("state")

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def wait(self, kind):
        while True:
            message = json.loads(self.socket.recv(timeout=PATIENCE))
            if message["type"] == "state":
                self.state = message
            if message["type"] == kind:
                return message
            assert message["type"] != "refused", message  # else one would wait for what never comes

    def until(self, right):
        while not right(self.state):
            self.wait("state")
        return self.state

    def ask(self, kind="state", **message):
        self.send(at=self.state["number"], **message)
        return self.wait(kind)

    def act(self, action):
        number = self.state["number"]
        self.send(do="act", at=number, action=action)
        return self.until(lambda state: state["number"] > number)

    def names(self):
        return [choice["name"] for choice in self.state["choices"]]


@pytest.fixture
def served(tmp_path):
    """Starts servers of a game, and stops them at the end."""
    running = []

    def start(game=PIG, file=None, **options):
        running.append(Served(game, file or tmp_path / f"games-{len(running)}.sqlite", **options))
        return running[-1]

    yield start
    for each in running:
        each.stop()
