"""The server's addresses: pages, what may be played, games and their sockets; it is the only referee."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tabletop.agents.base import AgentError
from tabletop.front.commands.player import PERSON
from tabletop.front.server import messages
from tabletop.front.server.connection import POLICY, Visit, closed, received, teams_of
from tabletop.front.server.first_page import DARK, first_page
from tabletop.front.server.guard import Guard, Hosts
from tabletop.front.server.live import LiveGame, Refused
from tabletop.front.server.messages import Have
from tabletop.front.server.names import person_name
from tabletop.front.server.notices import notice, unknown
from tabletop.front.server.offers import Offers
from tabletop.front.server.record_answers import count, record_file
from tabletop.front.server.room import Client, Room
from tabletop.front.server.runs import Runs
from tabletop.front.server.share import Shares
from tabletop.front.server.store import Store, StoreBusyError, Stored, StoreError, new_game
from tabletop.front.server.viewers import Acts, Crowded, InTurn, Viewers
from tabletop.play.records import GameRecord
from tabletop.show.drawing.themes import FIELD
from tabletop.show.page import is_chapter
from tabletop.show.showing import showing_of
from tabletop.show.viewer import frames

PAGES = Path(__file__).with_name("pages")
BOARD = Path(frames.__file__).with_name("static")
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
MOST_ROOMS = 64  # games in memory
MOST_SOCKETS = 200
MOST_WATCHERS = 40  # sockets of one game
FIRST_MESSAGE = 10.0  # seconds
KEEP_TIME = 30.0  # seconds
LATER = 1013  # why a socket is closed (RFC 6455)
RECENT = 30  # games in a list
LEAST_PACKED = 1024  # bytes of an answer that is sent packed
MOST_MINE = 500  # ids that are looked up for it
CROWDED = "pages and pictures of many games are being made ready; try again in a minute"


class Full(Exception):  # noqa: N818
    """No room for another game in memory."""


class Server:
    """The games of one server, and its addresses.

    Args:
      offers: what may be played.
      store: where games are kept.
      hosts: the names it may be called by.
      runs: training runs and tournaments that are shown; None: none.
      theme: how boards look.
    """

    def __init__(
        self, offers: Offers, store: Store, hosts: Hosts, runs: Runs | None = None, theme: str = FIELD
    ) -> None:
        self.offers, self.store, self.definition, self.theme = offers, store, offers.game, theme
        self.runs = runs or Runs(Path("no-such-folder"), offers.game)
        self.rooms: dict[str, Room] = {}
        self.sockets = 0
        self.opening: dict[str, asyncio.Future[Room]] = {}
        # What players do waits for none of the others, which take seconds.
        self._threads, self._reviews, self._openings = (asyncio.Semaphore(number) for number in (2, 1, 1))
        self._acts, self._records = Acts(), InTurn()
        self.viewers = Viewers(self._acts, theme)
        self.shares = Shares(self._acts, self.viewers.turns)
        icon = showing_of(self.definition).icon()
        self.files = served_files() | ({"icon.svg": icon} if icon else {})
        self.primer = showing_of(self.definition).page_words().primer()
        self._first = ""  # the first page, once it is made
        routes = [
            Route("/", self.get_first),
            Route("/game/{id}", self.get_game),
            *([Route("/rules", self.page("rules.html"))] if showing_of(self.definition).page_words().rules() else []),
            *([Route("/how-to-play", self.page("primer.html"))] if self.primer else []),
            Route("/pictures/{name}", self.get_picture),
            Route("/files/{name}", self.file),
            Route("/api/offers", self.get_offers),
            Route("/api/rules", self.get_rules),
            Route("/api/primer", self.get_primer),
            Route("/runs", self.page("runs.html")),
            Route("/api/runs", self.get_runs),
            Route("/api/runs/{what}", self.get_runs),
            Route("/runs/game", self.get_run_game),
            Route("/runs/game/record", self.get_run_record),
            Route("/api/games", self.get_games),
            Route("/api/games", self.post_game, methods=["POST"]),
            Route("/game/{id}/record", self.get_record),
            Route("/game/{id}/viewer", self.get_viewer),
            Route("/game/{id}/picture", self.get_picture_of_game),
            Route("/game/{id}/clip", self.get_clip),
            WebSocketRoute("/game/{id}/socket", self.socket),
        ]
        packed = [Middleware(GZipMiddleware, minimum_size=LEAST_PACKED, compresslevel=6)]
        pages = Starlette(routes=routes, middleware=packed, lifespan=self._lifespan, exception_handlers={404: unknown})
        pages.router.redirect_slashes = False
        self.app = Guard(pages, hosts)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        keeping = asyncio.create_task(self._keep_time())
        yield
        keeping.cancel()
        for room in self.rooms.values():
            await room.close()

    async def _keep_time(self) -> None:
        """Note the time of the clocks now and then, so that a server that is killed loses little of it."""
        while True:
            await asyncio.sleep(KEEP_TIME)
            with contextlib.suppress(StoreError):
                await asyncio.to_thread(self.store.keep_time)

    # Pages and files.

    def page(self, name: str) -> Callable[[Request], Any]:
        """What answers with a page."""

        async def answer(request: Request) -> Response:
            return self._send_file(name, request)

        return answer

    async def get_first(self, request: Request) -> Response:
        """The first page."""
        if not self._first:
            page = self.files["index.html"].read_text(encoding="utf-8")
            self._first = first_page(page, await asyncio.to_thread(self.offers.listed), self._picture())
        return HTMLResponse(self._first, headers={"cache-control": "no-cache"})

    def _picture(self) -> str:
        return next(iter(self.primer.pictures), "") if self.primer else ""

    async def get_game(self, request: Request) -> Response:
        """The page of a game."""
        name = request.path_params["id"]
        try:
            if name in self.rooms or await asyncio.to_thread(self.store.has, name):
                return self._send_file("game.html", request)
        except StoreBusyError as error:
            return notice(str(error), 503)
        return notice("there is no such game", 404)

    async def file(self, request: Request) -> Response:
        """A file of the pages, by its name: those that were there at the start, no others."""
        name = request.path_params["name"]
        if name not in self.files:
            return notice("there is no such file", 404)
        return self._send_file(name, request)

    def _send_file(self, name: str, request: Request) -> Response:
        path = self.files[name]
        headers = {"cache-control": "no-cache"}
        file = FileResponse(path, media_type=KINDS[path.suffix], headers=headers, stat_result=path.stat())
        tag = file.headers["etag"]
        if tag in request.headers.get("if-none-match", "").split(", "):  # the browser has it as it is
            return Response(status_code=304, headers={**headers, "etag": tag, "vary": "Accept-Encoding"})
        return file

    # What is asked without a socket.

    async def get_offers(self, request: Request) -> Response:
        """What may be played, by whom, and which pages there are."""
        words = showing_of(self.definition).page_words()
        pages = {
            "runs": bool(await asyncio.to_thread(self.runs.listed)),
            "rules": bool(words.rules()),
            "primer": self.primer is not None,
            "picture": self._picture(),
        }
        return JSONResponse(self.offers.listed() | pages)

    async def get_rules(self, request: Request) -> Response:
        """The rules in order: number, text, whether it is a chapter's name by its letters.

        With `?game=ID` they are those of this game's scenario, if there is such a game.
        """
        scenario = None
        if game := request.query_params.get("game"):
            try:
                stored = await asyncio.to_thread(self.store.find, game)
                scenario = None if stored is None else self.definition.from_json(stored.begun.scenario_json)
            except StoreBusyError as error:
                return JSONResponse({"error": str(error)}, 503)
            except ValueError:  # of a game that an older version has stored
                scenario = None
        rules = showing_of(self.definition).page_words().rules(scenario)
        return JSONResponse([[number, text, is_chapter(number)] for number, text in rules.items()])

    async def get_primer(self, request: Request) -> Response:
        """The page for those who have never played, as Markdown."""
        return JSONResponse({"text": self.primer.text if self.primer else ""})

    async def get_picture(self, request: Request) -> Response:
        """A picture of that page."""
        name = request.path_params["name"]
        if self.primer is None or name not in self.primer.pictures:
            return notice("there is no such picture", 404)
        text = self.primer.pictures[name].replace("<title>", f"{DARK}<title>", 1)
        return Response(text, media_type=KINDS[".svg"], headers={"cache-control": "no-cache"})

    async def get_games(self, request: Request) -> Response:
        """With `?mine=ID,ID` the games with these ids, those that go on first; and the others that were played last.

        Who has a key of a game may play it, all may look on.
        """
        ids = request.query_params.get("mine", "").split(",")[:MOST_MINE]
        try:
            mine = await asyncio.to_thread(self.store.among, ids, RECENT + 1)
            others = await asyncio.to_thread(self.store.recent, RECENT + 1, ids)
        except StoreError as error:
            return JSONResponse({"error": str(error)}, 503)
        teams = self.definition.teams
        lists = {"mine": messages.listed(mine, RECENT, teams), "others": messages.listed(others, RECENT, teams)}
        return JSONResponse(lists)

    async def post_game(self, request: Request) -> Response:
        """Begin a game; the answer has its id and the keys of the teams that people play; if nobody does, one key."""
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            return JSONResponse({"error": "a game is asked for in JSON"}, 415)
        try:
            settings = json.loads(await request.body())
        except (ValueError, RecursionError):
            return JSONResponse({"error": "not JSON"}, 400)
        if not isinstance(settings, dict):
            return JSONResponse({"error": "a table is meant"}, 400)
        try:
            stored = await asyncio.to_thread(self._begin, settings)
        except (Refused, AgentError) as error:
            return JSONResponse({"error": str(error)}, 400)
        except StoreError as error:
            return JSONResponse({"error": str(error)}, 503)
        keys = {team: key for team, key in enumerate(stored.keys) if stored.begun.players[team] == PERSON}
        keys = keys or {0: stored.keys[0]}  # of a game between bots: it can be paused with it
        return JSONResponse({"id": stored.id, "keys": keys}, 201)

    def _begin(self, settings: dict[str, Any]) -> Stored:
        begun = self.offers.game_start(settings, secrets.randbelow(2**64))
        stored = new_game(begun)
        self.live(stored)  # what can't be played is refused before it is kept
        self.store.add(stored)
        return stored

    def live(self, stored: Stored) -> LiveGame:
        """Return a stored game as it is played on."""
        try:
            scenario = self.definition.from_json(stored.begun.scenario_json)
            return LiveGame(stored, scenario, self.offers.agent, self.store, self.theme)
        except ValueError as error:
            raise Refused(str(error)) from None

    async def get_record(self, request: Request) -> Response:
        """The record of a game that is over, as a file."""

        async def answer(name: str, record: GameRecord) -> Response:
            return record_file(record, f"{self.definition.name}-{name}")

        return await self._of_record(request, answer)

    async def get_viewer(self, request: Request) -> Response:
        """The page of a game that is over, to look at: it needs nothing else, and can do nothing here."""
        decision = request.query_params.get("decision", "")

        async def answer(name: str, record: GameRecord) -> Response:
            links = (f"/game/{name}", "Back to the game"), ("/", "All games")
            return await self.viewers.answer(record, f"/game/{name}/viewer?", decision, *links)

        return await self._of_record(request, answer)

    async def get_picture_of_game(self, request: Request) -> Response:
        """A picture of the position after `?decision=` decisions, also of a game that runs."""
        number = count(request.query_params.get("decision", ""))
        return await self._shared(request, lambda record: self.shares.picture(record, number))

    async def get_clip(self, request: Request) -> Response:
        """An animation of the positions after decisions `?first=` to `last=`, also of a game that runs."""
        first, last = (count(request.query_params.get(key, "")) for key in ("first", "last"))
        return await self._shared(request, lambda record: self.shares.clip(record, first, last))

    async def _shared(self, request: Request, answer: Callable[[GameRecord], Awaitable[Response]]) -> Response:
        """Answer with something made of a game's record, which itself isn't given out while the game runs."""
        try:
            room = await self.room(request.path_params["id"])
            return await answer(await room.do(lambda: messages.titled(room.game)))
        except KeyError:
            return JSONResponse({"error": "there is no such game"}, 404)
        except (Full, Crowded):
            return JSONResponse({"error": CROWDED}, 503)
        except StoreBusyError as error:
            return JSONResponse({"error": str(error)}, 503)
        except (ValueError, AgentError) as error:
            return JSONResponse({"error": str(error)}, 400)

    async def _of_record(self, request: Request, answer: Callable[[str, GameRecord], Awaitable[Response]]) -> Response:
        try:
            room = await self.room(request.path_params["id"])
            return await answer(room.game.id, await room.do(lambda: messages.record(room.game)))
        except KeyError:
            return notice("there is no such game", 404)
        except Full:
            return notice("too many games are open; try again later", 503)
        except Crowded:
            return notice(CROWDED, 503)
        except StoreBusyError as error:
            return notice(str(error), 503)
        except (Refused, AgentError, StoreError) as error:
            return notice(str(error), 403)
        except ValueError as error:
            return notice(str(error), 404)

    # Runs.

    async def get_runs(self, request: Request) -> Response:
        """The training runs and tournaments; or of one of them the curves, the table, an agent's games."""
        query, runs = request.query_params, self.runs
        name = query.get("name", "")
        handlers: dict[str, Callable[[], Any]] = {
            "": runs.listed,
            "training": lambda: runs.training(name),
            "tournament": lambda: runs.tournament(name),
            "games": lambda: runs.games(name, query.get("agent", ""), count(query.get("later", ""))),
        }
        what = request.path_params.get("what", "")
        if what not in handlers:
            return JSONResponse({"error": "there is nothing of this kind"}, 404)
        try:
            async with self._threads:
                return JSONResponse(await asyncio.to_thread(handlers[what]))
        except ValueError as error:
            return JSONResponse({"error": str(error)}, 404)

    async def get_run_game(self, request: Request) -> Response:
        """A game of a tournament or of a training run in the viewer."""
        query = request.query_params
        name, at, agent = (quote(query.get(key, ""), safe="") for key in ("name", "at", "agent"))
        game = f"name={name}&at={at}"
        links = (
            (f"/runs#{name}{agent and f'&{agent}'}", f"Back to {query.get('name', '')}"),
            (f"/runs/game/record?{game}", "Save the record"),
        )

        async def answer(record: GameRecord) -> Response:
            address, decision = f"/runs/game?{game}&agent={agent}&", query.get("decision", "")
            return await self.viewers.answer(record, address, decision, *links, odds=None)

        return await self._of_run(request, answer)

    async def get_run_record(self, request: Request) -> Response:
        """The record of such a game, as a file."""
        name = "-".join(request.query_params.get(key, "") for key in ("name", "at"))

        async def answer(record: GameRecord) -> Response:
            return record_file(record, name)

        return await self._of_run(request, answer)

    async def _of_run(self, request: Request, answer: Callable[[GameRecord], Awaitable[Response]]) -> Response:
        which = tuple(request.query_params.get(key, "") for key in ("name", "at"))
        try:
            return await answer(await self._records.once(which, lambda: self.runs.record(*which)))
        except Crowded:
            return notice(CROWDED, 503)
        except ValueError as error:
            return notice(str(error), 404)

    # Games in memory.

    async def room(self, name: str) -> Room:
        """A game that is in memory, or is brought there.

        Raises:
          KeyError: there is none.
          Full: too many are open.
          Refused, AgentError, StoreError: it can't be played on here.
        """
        if name in self.rooms:
            self.rooms[name] = self.rooms.pop(name)  # the one used last is the last one
            return self.rooms[name]
        if name not in self.opening:
            await self._make_way()
            opening = asyncio.ensure_future(self._open(name))
            self.opening[name] = opening
            opening.add_done_callback(lambda _: self.opening.pop(name, None))
        return await asyncio.shield(self.opening[name])

    async def _open(self, name: str) -> Room:
        stored = await asyncio.to_thread(self.store.find, name)
        if stored is None:
            raise KeyError(name)
        async with self._openings:
            game = await asyncio.to_thread(self.live, stored)
        self.rooms[name] = Room(game, self._threads, self._reviews, self._acts)
        return self.rooms[name]

    async def _make_way(self) -> None:
        while len(self.rooms) + len(self.opening) >= MOST_ROOMS:
            idle = next((name for name, room in self.rooms.items() if not room.clients), None)
            if idle is None:
                raise Full
            await self.rooms.pop(idle).close()

    # Sockets.

    async def socket(self, socket: WebSocket) -> None:
        """Let someone look at a game, and play it with the keys of its teams."""
        if self.sockets >= MOST_SOCKETS:
            with contextlib.suppress(WebSocketDisconnect, ConnectionError):
                await socket.accept()  # who is refused before that gets no words
                await closed(socket, LATER, "too many are here; try again later")
            return
        self.sockets += 1
        try:
            await socket.accept()
            await self._visit(socket)
        except (WebSocketDisconnect, TimeoutError, ConnectionError):
            await closed(socket, LATER, "")
        finally:
            self.sockets -= 1

    async def _visit(self, socket: WebSocket) -> None:
        first = await asyncio.wait_for(received(socket), FIRST_MESSAGE)
        if first is None or first.get("do") != "join":
            await closed(socket, POLICY, "the first message joins the game")
            return
        try:
            room = await self.room(socket.path_params["id"])
        except KeyError:
            await closed(socket, POLICY, "there is no such game")
            return
        except Full:
            await closed(socket, LATER, "too many games are open; try again later")
            return
        except StoreBusyError as error:
            await closed(socket, LATER, str(error))
            return
        except (Refused, AgentError, StoreError) as error:
            await closed(socket, POLICY, str(error))
            return
        if len(room.clients) >= MOST_WATCHERS:
            await closed(socket, LATER, "too many look at this game")
            return
        client = Client(teams_of(room.game, first.get("keys")), room.game.persons, Have(-1))
        visit = Visit(socket, room, client)
        name = ""
        with contextlib.suppress(ValueError):  # who has no name that can be shown plays without one
            name = person_name(first.get("name", ""))
        await room.arrive(client, name)
        room.enter(client)
        try:
            await visit.run()
        finally:
            room.leave(client)


def served_files() -> dict[str, Path]:
    """The files that are served, by name: no other path of the machine can be reached."""
    board = [path for path in sorted(BOARD.iterdir()) if path.suffix in (".js", ".css")]
    return {path.name: path for path in (*board, *sorted(PAGES.iterdir())) if path.suffix in KINDS}
