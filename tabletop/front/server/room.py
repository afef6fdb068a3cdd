"""A game and those who look at it: one thing at a time is done to the game, and everybody is shown what comes of it.

Nobody is waited for: each client has an own task that sends it the state as it is when its line is free. So a slow
reader misses steps in between, and holds no memory but one message.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from tabletop.agents.base import one_line_of
from tabletop.front.server import messages
from tabletop.front.server.live import LiveGame, NotSaved, Refused, Review
from tabletop.front.server.messages import Have
from tabletop.front.server.phrases import Talk
from tabletop.front.server.reviewing import Reviewing
from tabletop.front.server.viewers import Acts

T = TypeVar("T")
SETTING_UP = 0.3  # of the pace
SAVE_AGAIN = 5.0  # seconds until a decision that couldn't be saved is tried again
LATE = 0.05  # seconds after a team's time has run out at which the game ends
COUNTED = 1.0  # seconds until everybody is told how many look on
QUICK = 0.5  # seconds that a decision of an agent stays at most where a person's clock runs meanwhile
STEP = 0.04  # share of a review that is done between two news of it


class Client:
    """Someone who looks at a game.

    Attributes:
      keys: for each key that it has given the team whose key it is; None: it is none of this game.
      teams: for whom it may decide.
      have: what it has of the game.
      news: set when there is something to send.
      heard: what somebody has said and it hasn't been sent: the latest few.
    """

    def __init__(self, keys: list[int | None], persons: list[int], have: Have) -> None:
        """Let someone in.

        Args:
          keys: as above.
          persons: the teams that people play.
          have: as above.
        """
        self.keys, self.teams, self.have = keys, [team for team in persons if team in keys], have
        self.news = asyncio.Event()
        self.news.set()
        self.heard: deque[dict[str, Any]] = deque(maxlen=4)

    @property
    def has_key(self) -> bool:
        """Whether it has a key of the game: who only looks on changes nothing."""
        return any(team is not None for team in self.keys)


class Stopped(Exception):  # noqa: N818
    """The game that is reviewed isn't over any more, or its room is closed."""


class Room:
    """A game that somebody has opened.

    Args:
      game: the game.
      threads: how many games think at the same time.
      reviews: how many are reviewed at the same time.
      acts: what is being done to games.
    """

    def __init__(self, game: LiveGame, threads: asyncio.Semaphore, reviews: asyncio.Semaphore, acts: Acts) -> None:
        self.game, self._acts = game, acts
        self.clients: set[Client] = set()
        self._talk = Talk()
        self._counting: asyncio.TimerHandle | None = None  # until those who look on are told how many they are
        self._runs_out: asyncio.TimerHandle | None = None  # until somebody's time has run out
        self._ending: asyncio.Task[None] | None = None
        self._threads, self._reviews = threads, reviews
        self._reviewing: asyncio.Task[None] | None = None
        self._closed = False
        self._lock = asyncio.Lock()
        self._playing: asyncio.Task[None] | None = None

    async def do(self, work: Callable[[], T]) -> T:
        """Do something with the game, in a thread, after all that was asked for before."""
        with self._acts:
            async with self._lock, self._threads:
                return await asyncio.to_thread(work)

    async def change(self, work: Callable[[], T]) -> T:
        """Do something that changes the game, then show it to everybody and let agents play on."""
        result = await self.do(work)
        self.tell()
        self.wake()
        return result

    def tell(self) -> None:
        """Let every client know that there is something new."""
        for client in self.clients:
            client.news.set()
        self._mind_clock()

    @property
    def present(self) -> list[int]:
        """The teams for which somebody is here who may decide."""
        return sorted({team for client in self.clients for team in client.teams})

    @property
    def watching(self) -> int:
        """How many look on without a key."""
        return sum(not client.has_key for client in self.clients)

    async def arrive(self, client: Client, name: str) -> None:
        """Note that a client with a key has come, and what it is called, if that is new."""
        teams, game = client.teams, self.game
        if teams and (set(teams) - game.came or (len(teams) == 1 and name not in ("", game.names[teams[0]]))):
            await self.change(lambda: game.arrive(teams, name))

    def say(self, team: int, phrase: Any) -> None:
        """Let the person of a team say a phrase to all who are here; Refused: there is no such one, or it must wait."""
        try:
            said = self._talk.say(team, phrase, asyncio.get_running_loop().time())
        except ValueError as error:
            raise Refused(str(error)) from None
        for client in self.clients:
            client.heard.append({"type": "said", "team": team, "phrase": said})
            client.news.set()

    def _mind_clock(self) -> None:
        """See to it that the game ends when a team's time has run out."""
        if self._runs_out is not None:
            self._runs_out.cancel()
            self._runs_out = None
        left = self.game.time_left()
        if left is not None and not (self._closed or self.game.trouble):
            wait = SAVE_AGAIN if self.game.unsaved else max(left, 0.0) + LATE
            self._runs_out = asyncio.get_running_loop().call_later(wait, self._run_out)

    def _run_out(self) -> None:
        self._ending = asyncio.create_task(self._end_by_time())

    async def _end_by_time(self) -> None:
        try:
            await self.do(self.game.run_out)
        except NotSaved as error:
            self.game.unsaved = f"{error}; it is tried again"
        except Refused as error:
            self.game.trouble = str(error)
        self.tell()

    def enter(self, client: Client) -> None:
        """Add a client; agents play while somebody looks."""
        before = self.present
        self.clients.add(client)
        self._tell_others(before)
        self._tell_count(client)
        self._mind_clock()
        self.wake()

    def leave(self, client: Client) -> None:
        """Remove a client."""
        before = self.present
        self.clients.discard(client)
        self._tell_others(before)
        self._tell_count(client)

    def _tell_others(self, before: list[int]) -> None:
        if self.present != before:  # a second page of the same player is no news
            self.tell()

    def _tell_count(self, client: Client) -> None:
        """Tell how many look on, some time after one of them has come or left: many may come at once."""
        if not client.has_key and self._counting is None:
            self._counting = asyncio.get_running_loop().call_later(COUNTED, self._count)

    def _count(self) -> None:
        self._counting = None
        self.tell()

    def wake(self) -> None:
        """Let agents play on, if one is to decide."""
        if self._goes_on() and (self._playing is None or self._playing.done()):
            self._playing = asyncio.create_task(self._play())

    def _goes_on(self) -> bool:
        return bool(self.clients and self.game.decides() and not self.game.paused)

    async def _play(self) -> None:
        while self._goes_on():
            pace = self.game.pace if self.game.clock is None else min(self.game.pace, QUICK)
            pause = pace * (1.0 if self.game.game.turn else SETTING_UP)
            await asyncio.sleep(max(pause, SAVE_AGAIN) if self.game.unsaved else pause)
            if not self.clients:
                return
            await self.do(self._agent_acts)
            self.tell()

    def _agent_acts(self) -> None:
        if self.game.decides() and not self.game.paused:
            self.game.agent_acts()

    async def review(self) -> None:
        """Begin to grade the game's decisions; Refused: it isn't over."""
        if not self.game.over:
            raise Refused("a game is reviewed when it is over")
        if isinstance(self.game.review, dict):  # who asks again costs the others nothing
            return
        record = await self.do(lambda: messages.record(self.game))
        if not isinstance(self.game.review, dict):
            reviewing = Reviewing(record, self.game.helped)
            self.game.review = reviewing.shown()
            self._reviewing = asyncio.create_task(self._review(reviewing, self.game.epoch))
            self.tell()

    async def _review(self, reviewing: Reviewing, epoch: int) -> None:
        # Not one of the threads in which games think: they would wait for it.
        loop, last_share = asyncio.get_running_loop(), 0.0

        def tell() -> None:
            nonlocal last_share
            if self._closed or self.game.epoch != epoch:
                raise Stopped
            self._acts.give_way()
            if reviewing.share >= last_share + STEP:
                last_share = reviewing.share
                loop.call_soon_threadsafe(self._is_reviewed, epoch, reviewing.shown())

        review: Review = None
        try:
            async with self._reviews:
                with contextlib.suppress(Stopped):
                    await asyncio.to_thread(reviewing.run, tell)
                    review = reviewing.shown()
        except Exception as error:  # of the game's own code
            review = f"the review failed: {one_line_of(error)}"
            raise
        finally:
            self._is_reviewed(epoch, review)

    def _is_reviewed(self, epoch: int, review: Review) -> None:
        # Decisions may have been taken back since, and the review been forgotten with them.
        if self.game.epoch == epoch and isinstance(self.game.review, dict):
            self.game.review = review
            self.tell()

    async def close(self) -> None:
        """Stop the agents."""
        self._closed = True
        for timer in (self._counting, self._runs_out):
            if timer is not None:
                timer.cancel()
        if self._playing is not None:
            self._playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._playing

    async def message(self, client: Client) -> dict[str, Any]:
        """The state for a client, with what it hasn't got yet of the frames, and who is here."""
        client.news.clear()

        def shown() -> dict[str, Any]:
            return messages.state(self.game, client.teams, client.have) | {"people": messages.people(self.game)}

        state = await self.do(shown) | {"present": self.present, "came": sorted(self.game.came)}
        state["people"]["watching"] = self.watching
        old = client.have if state["from"] else Have(0)
        symbols, strings = old.symbols + len(state["symbols"]), old.strings + len(state["strings"])
        client.have = Have(state["epoch"], state["from"] + len(state["frames"]), symbols, strings)
        return state
