"""Pages of finished games: each takes seconds to compute, so it is computed once, and gives way to those who play."""

import asyncio
import hashlib
import threading
from collections.abc import Callable, Hashable, Sized
from typing import Any, TypeVar

from starlette.responses import HTMLResponse, Response

from tabletop.front.server.guard import POLICY_HEADER
from tabletop.front.server.record_answers import count
from tabletop.play.records import GameRecord
from tabletop.show.drawing.themes import FIELD
from tabletop.show.viewer.page import linked, page, position_data, record_data

T = TypeVar("T")
S = TypeVar("S", bound=Sized)
MOST_KEPT = 32 * 2**20  # letters of all pages in memory
MOST_WAITING = 8  # computations; strangers can ask for as many different ones as they like
LONGEST_WAIT = 0.05  # seconds that each small part of a page waits for those who play: it is done some time
# The page of a game has its scripts within it; so it is of an origin of its own, to which nothing here answers. It may
# have a link that saves the record.
VIEWER_POLICY = (
    "sandbox allow-scripts allow-downloads; "
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
)


class Crowded(Exception):  # noqa: N818
    """Too many computations wait already."""


class Acts:
    """What is being done to games at this moment; entered and left in the thread of the event loop."""

    def __init__(self) -> None:
        self.running = 0
        self._none = threading.Event()
        self._none.set()

    def __enter__(self) -> None:
        self.running += 1
        self._none.clear()

    def __exit__(self, *error: object) -> None:
        self.running -= 1
        if not self.running:
            self._none.set()

    def give_way(self) -> None:
        """Wait, in another thread, until nothing is being done, at most `LONGEST_WAIT`."""
        self._none.wait(LONGEST_WAIT)


class InTurn:
    """Computations in threads, one after the other."""

    def __init__(self) -> None:
        self.running: dict[Hashable, asyncio.Task[Any]] = {}
        self._turn = asyncio.Semaphore(1)

    async def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """Return what `work` returns; who asks for the same key until then gets the same.

        Raises:
          Crowded: `MOST_WAITING` others wait.
        """
        if key not in self.running:
            if len(self.running) >= MOST_WAITING:
                raise Crowded
            self.running[key] = task = asyncio.create_task(self._done(work))
            task.add_done_callback(lambda _: self.running.pop(key))
        result: T = await asyncio.shield(self.running[key])  # who asks and leaves ends it for nobody
        return result

    async def kept(self, results: dict[Hashable, S], most: int, key: Hashable, work: Callable[[], S]) -> S:
        """Return what `work` returned for a key, and keep it in `results`; errors as above.

        Args:
          results: by key, the one used last at the end.
          most: length of all of them together; those used longest ago make room.
          key: of the result.
          work: makes it where it isn't kept.
        """
        result = results[key] if key in results else await self.once(key, work)
        results.pop(key, None)
        results[key] = result
        while len(results) > 1 and sum(map(len, results.values())) > most:
            del results[next(iter(results))]
        return result

    async def _done(self, work: Callable[[], T]) -> T:
        async with self._turn:
            return await asyncio.to_thread(work)


class Viewers:
    """The pages that were asked for last.

    A page is kept by all of the record that it shows: of a game that has gone on since, it is another one.

    Args:
      acts: what pages give way to.
      theme: how boards look.
    """

    def __init__(self, acts: Acts, theme: str = FIELD) -> None:
        self.acts, self._theme = acts, theme
        self._pages: dict[Hashable, str] = {}
        self.turns = InTurn()

    async def answer(
        self, record: GameRecord, address: str, decision: str, *links: tuple[str, str], odds: bool | None = False
    ) -> Response:
        """Answer with the page of a record, or of its position after a decision, with all odds.

        Args:
          record: the game.
          address: of its page, up to the name of a further parameter.
          decision: which, as it was sent; empty: the whole game.
          links: in the head of a whole game's page, each an address and its words.
          odds: on that page, as `record_data` takes them.

        Raises:
          Crowded: too many pages are being computed.
          ValueError: the record doesn't come out the same, or there is no such decision.
        """
        number = count(decision) if decision else None
        digest = hashlib.sha256(record.write().encode()).digest()
        key = digest, address, number, links, odds

        def made() -> str:
            pause = self.acts.give_way
            if number is None:
                data = linked(
                    record_data(record, odds, pause=pause, theme=self._theme), *links, odds_at=f"{address}decision="
                )
            else:
                back = f"{address.rstrip('?&')}#{number}", f"Back to decision {number}"
                data = linked(position_data(record, number, pause, self._theme), back)
            return page(data)

        text = await self.turns.kept(self._pages, MOST_KEPT, key, made)
        return HTMLResponse(text, headers={POLICY_HEADER: VIEWER_POLICY})
