"""Someone who looks at a game: a socket that sends what happens and receives requests."""

import asyncio
import contextlib
import json
import secrets
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tabletop.front.server import messages
from tabletop.front.server.live import LiveGame, Refused, check_pace
from tabletop.front.server.names import person_name
from tabletop.front.server.proposals import AGAIN, SWAPPED
from tabletop.front.server.room import Client, Room

MOST_MESSAGE = 2048  # bytes
MOST_A_SECOND = 20.0  # messages of one socket
SLOWEST_READER = 20.0  # seconds in which a message must have gone out
MOST_REASON = 123  # bytes (RFC 6455)
POLICY = 1008  # why a socket is closed (RFC 6455)


class Visit:
    """A socket of someone who looks at a game.

    Args:
      socket: accepted.
      room: the game.
      client: who.
    """

    def __init__(self, socket: WebSocket, room: Room, client: Client) -> None:
        self.socket, self.room, self.client = socket, room, client
        self._line = asyncio.Lock()
        self._allowed, self._counted = MOST_A_SECOND * 2, asyncio.get_running_loop().time()

    async def run(self) -> None:
        """Send what is new, and do what is asked, until the socket closes."""
        await self.send(messages.about(self.room.game) | {"keys": self.client.keys})
        sending = asyncio.create_task(self._news())
        reading = asyncio.create_task(self._read())
        _, left = await asyncio.wait({sending, reading}, return_when=asyncio.FIRST_COMPLETED)
        for task in left:
            task.cancel()
        # Where the line has gone, both have ended with that: who asks one of them alone leaves an error to be logged.
        for result in await asyncio.gather(sending, reading, return_exceptions=True):
            if result is not None and not isinstance(result, asyncio.CancelledError):
                raise result

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message, unless the socket is closed."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        async with self._line:
            if is_open(self.socket):  # else it was closed here while this waited
                await asyncio.wait_for(self.socket.send_text(text), SLOWEST_READER)

    async def _news(self) -> None:
        while True:
            await self.client.news.wait()
            while self.client.heard:
                await self.send(self.client.heard.popleft())
            await self.send(await self.room.message(self.client))

    async def _read(self) -> None:
        while True:
            message = await received(self.socket)
            if message is None or not self.in_time():
                reason = "no message that is known here" if message is None else "too many messages"
                await closed(self.socket, POLICY, reason)
                return
            try:
                answer = await self._done(message)
            except Refused as error:
                answer = {"type": "refused", "of": message.get("do"), "why": str(error)}
            if answer is not None:
                await self.send(answer)

    def in_time(self) -> bool:
        """Return whether the client may send another message now."""
        now = asyncio.get_running_loop().time()
        self._allowed = min(MOST_A_SECOND * 2, self._allowed + (now - self._counted) * MOST_A_SECOND) - 1
        self._counted = now
        return self._allowed > 0

    async def _done(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Do what a message asks for; Refused: it can't be done."""
        room, game, teams = self.room, self.room.game, self.client.teams
        command, at = message.get("do"), _number(message, "at")
        action, who, target = (_name(message, key) for key in ("action", "who", "target"))
        if command == "odds":
            return {"type": "odds", **await room.do(lambda: game.odds(action, at))}
        if command == "review":
            await room.review()
            return None
        if not self.client.has_key:
            raise Refused("you look on: who has a key of the game decides")
        if command == "pace":
            await self._pace(message.get("pace"))
        elif command == "pause":
            await self._pause(message.get("paused"))
        elif command == "one decision":
            await room.change(lambda: game.one_decision(at))
        elif command == "again":
            await self._again(message.get("swapped") is True)
        elif command in ("name", "say", "propose", "decline"):
            await self._to_others(command, message)
        elif teams:
            team = game.game.decider if game.game.decider in teams else teams[0]
            if command == "why":
                why = await room.do(lambda: game.why_not(team, at, who, target))
                return {"type": "why", "who": who, "target": target, "why": why}
            return await self._played(command, team, at, action)
        else:
            raise Refused("only bots play this game")
        return None

    async def _played(self, command: Any, team: int, at: int, action: str) -> dict[str, Any] | None:
        """Do what a player of `team` asks for."""
        room, game = self.room, self.room.game
        if command in ("hint", "auto") and game.apart(self.client.teams):
            raise Refused("you play against a person at another place: nobody is helped")
        if command == "act":
            asked = game.store.now()  # before it waits for what others have asked for
            await room.change(lambda: game.act(team, at, action, asked))
        elif command == "hint":
            return {"type": "hint", "number": at, **await room.do(lambda: game.hint(team, at))}
        elif command == "auto":
            await room.change(lambda: game.play_on(team, at))
        elif command == "stop":
            await room.change(lambda: game.stop(team))
        elif command == "take back":
            await room.change(lambda: game.take_back(self.client.teams, at))
        elif command == "give up":
            await room.change(lambda: game.give_up(team))
        else:
            raise Refused("what is asked for is unknown")
        return None

    async def _again(self, swapped: bool) -> None:
        """Begin another game; of two people at two places both have to want it."""
        game, teams = self.room.game, self.client.teams
        if game.over and not game.successor and game.apart(teams):
            await self.room.change(lambda: game.propose(teams[0], SWAPPED if swapped else AGAIN, game.number))
        else:
            await self.room.change(lambda: game.play_again(swapped))

    async def _to_others(self, command: str, message: dict[str, Any]) -> None:
        """Do what one person asks for that concerns the other one."""
        room, game, teams = self.room, self.room.game, self.client.teams
        if command == "name":
            try:
                name = person_name(message.get("name"))
            except ValueError as error:
                raise Refused(str(error)) from None
            await room.change(lambda: game.call(teams, name))
            return
        if not game.apart(teams):
            raise Refused("nobody plays against you at another place")
        if command == "say":
            room.say(teams[0], message.get("phrase"))
        elif command == "propose":
            what, at = _name(message, "what"), _number(message, "at")
            await room.change(lambda: game.propose(teams[0], what, at))
        else:
            await room.change(game.decline)

    async def _pace(self, pace: Any) -> None:
        check_pace(pace)
        self.room.game.pace = float(pace)
        self.room.tell()

    async def _pause(self, paused: Any) -> None:
        if not isinstance(paused, bool):
            raise Refused("paused: true or false is meant")
        await self.room.change(lambda: self.room.game.pause(paused))


def _number(message: dict[str, Any], key: str) -> int:
    value = message.get(key, -1)
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _name(message: dict[str, Any], key: str) -> str:
    """The name of an action or a thing; empty: none is given. Refused: it can't be one."""
    name = message.get(key, "")
    if not isinstance(name, str) or len(name) > 64 or not name.isprintable():
        raise Refused(f"{key}: a name is meant")
    return name


def teams_of(game: LiveGame, keys: Any) -> list[int | None]:
    """For each key that somebody gives the team whose key it is; None: nobody's here. Of more than two, the first two.

    Args:
      game: the game.
      keys: what a client has sent as its keys: anything.
    """
    given = [key if isinstance(key, str) else "" for key in keys[:2]] if isinstance(keys, list) else []
    own = [_bytes(key) for key in game.keys]
    return [next((team for team in (0, 1) if secrets.compare_digest(_bytes(key), own[team])), None) for key in given]


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")  # a message may hold what is no letter


async def received(socket: WebSocket) -> dict[str, Any] | None:
    """The next message; None: it is none that is known here."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if not isinstance(text, str) or len(text) > MOST_MESSAGE:
        return None
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return request if isinstance(request, dict) else None


def is_open(socket: WebSocket) -> bool:
    """Tell whether nobody has closed it."""
    return socket.application_state == WebSocketState.CONNECTED == socket.client_state


async def closed(socket: WebSocket, code: int, reason: str) -> None:
    """Close a socket that isn't closed yet."""
    if is_open(socket):
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code, reason.encode()[:MOST_REASON].decode(errors="ignore"))
