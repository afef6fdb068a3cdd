"""A server of the Model Context Protocol whose tools play games against an agent (docs/language-models.md)."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop.agents.base import AgentError
from tabletop.base.errors import one_line
from tabletop.base.files import write_text
from tabletop.front.commands.door import Door

if TYPE_CHECKING:
    from mcp.server import MCPServer

MISSING = "the Model Context Protocol's own library isn't installed: pip install 'paintball-mini[mcp]'"


def server_of(
    scenario: Any, opponent: str, team: int, seed: int, legal: bool, file_of: Callable[[int], Path]
) -> "MCPServer[Any]":
    """Make the server: its tools play one game after another.

    Args:
      scenario: what is played.
      opponent: an agent's name.
      team: the model's, 0 or 1.
      seed: of the first game's dice; each further game's is one more.
      legal: list the legal actions in each state.
      file_of: the new file in which the record of the game with a seed is written, as it is played.

    Raises:
      ValueError: the protocol's library isn't installed.
    """
    try:
        from mcp.server import MCPServer
    except ImportError:
        raise ValueError(MISSING) from None
    title = scenario.game.title
    server: MCPServer[Any] = MCPServer(
        scenario.game.name,
        instructions=f"Play {title}: `new_game` begins, then `act` by an action's name until the game is over.",
    )
    games: list[tuple[Door, Path]] = []

    def tool(function: Callable[..., dict[str, Any]]) -> None:
        """Offer a function as a tool; what goes wrong is an answer, `why`, too."""

        @wraps(function)
        def answering(*arguments: Any, **named: Any) -> dict[str, Any]:
            try:
                return function(*arguments, **named)
            except (ValueError, OSError, AgentError) as error:
                return {"accepted": False, "why": one_line(str(error))}

        server.tool()(answering)

    def current() -> Door:
        if not games:
            raise ValueError("no game has begun: call new_game first")
        return games[-1][0]

    def kept(answer: dict[str, Any]) -> dict[str, Any]:
        """Write the record, and return the answer."""
        write_text(games[-1][1], current().record)
        return answer

    @tool
    def new_game() -> dict[str, Any]:
        """Begin a game, and leave the one that runs. Returns how the game is won, what happened, and the state."""
        number = (seed + len(games)) % 2**64
        door = Door(scenario, opponent, team, number)
        games.append((door, file_of(number)))
        return kept({"help": door.help(), "happened": door.news(), "state": door.state(legal)})

    @tool
    def look(board: bool = True) -> dict[str, Any]:
        """Return the state of the game; with `board`, drawn as text, too."""
        return current().state(legal, board)

    @tool
    def act(action: str) -> dict[str, Any]:
        """Take an action by its name. It is accepted, and the opponent plays on; or refused: `why` says the rule."""
        return kept(current().act(action, legal=legal))

    @tool
    def odds(action: str) -> dict[str, Any]:
        """Return every result of a legal action with its exact probability. Nothing is done."""
        return current().odds(action)

    return server
