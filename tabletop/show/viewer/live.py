"""A viewer of a game that is played in this process: a page on this machine alone, which asks for what is new."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tabletop.game.definition import Scenario
from tabletop.play.game import Game
from tabletop.show.drawing.themes import FIELD
from tabletop.show.viewer.browser import open_page
from tabletop.show.viewer.frames import Frames
from tabletop.show.viewer.page import page, page_head

HOST = "127.0.0.1"


class LiveViewer:
    """Shows a game while it goes on; whoever looks may go back in it meanwhile.

    Args:
      scenario: what is played.
      theme: how the board looks.

    Attributes:
      address: of the page.
    """

    def __init__(self, scenario: Scenario, theme: str = FIELD) -> None:
        self.scenario, self._theme = scenario, theme
        self._lock = threading.Lock()
        self._games, self._shown = 0, b""
        self._begin()
        self._server = ThreadingHTTPServer((HOST, 0), _handler(self))
        self._server.daemon_threads = True
        self.address = f"http://{HOST}:{self._server.server_address[1]}/"
        threading.Thread(target=self._server.serve_forever, name="viewer", daemon=True).start()

    def open(self) -> None:
        """Open the page, and say where it is."""
        print(f"viewer: {self.address}", flush=True)
        open_page(self.address)

    def show(self, games: Any, chances: Any, begins: bool) -> None:
        """Show a position; nothing new is shown of one that is there already.

        Args:
          games: its record, shape (1,).
          chances: the chance record with the notes of the step that led there.
          begins: a game begins here.
        """
        record = games.tobytes()
        if record == self._shown:
            return
        self._shown = record
        game = Game.of_record(self.scenario, games, notes=chances)
        with self._lock:
            if begins and self._made:
                self._begin()
            self._made.append(self._frames.add(game))
            news = self._frames.news()
            for name, values in news.items():
                self._tables[name] += values

    def close(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._server.server_close()

    def _begin(self) -> None:
        self._games += 1
        self._frames = Frames(self.scenario, self._theme)
        self._made: list[dict[str, Any]] = []
        self._tables: dict[str, list[str]] = {"symbols": [], "strings": []}

    def whole(self) -> str:
        """The page with all there is so far."""
        with self._lock:
            head = page_head(self.scenario, self._frames, ("", ""), "")
            return page({**head, **self._tables, "frames": list(self._made), "live": self._games})

    def news(self, game: int, frames: int, symbols: int, strings: int) -> dict[str, Any]:
        """What a page hasn't that has so much of a game already; of another game: that it has to begin anew."""
        with self._lock:
            if game != self._games:
                return {"anew": True}
            tables = {"symbols": self._tables["symbols"][symbols:], "strings": self._tables["strings"][strings:]}
            return {**tables, "frames": self._made[frames:]}


def _handler(viewer: LiveViewer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            port = viewer.address.rsplit(":", 1)[1].rstrip("/")
            if self.headers.get("Host") not in (f"{HOST}:{port}", f"localhost:{port}"):
                self.send_error(403)  # another site's name for this machine
            elif self.path == "/":
                self._answer("text/html; charset=utf-8", viewer.whole())
            elif self.path.startswith("/news/"):
                counts = self.path.removeprefix("/news/").split("/")
                if len(counts) == 4 and all(part.isdecimal() and len(part) < 10 for part in counts):
                    self._answer("application/json", json.dumps(viewer.news(*map(int, counts))))
                else:
                    self.send_error(404)
            else:
                self.send_error(404)

        def _answer(self, kind: str, text: str) -> None:
            body = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *values: Any) -> None:
            pass

    return Handler
