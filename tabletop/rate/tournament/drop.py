"""Taking an agent out of a tournament's file, with all that is stored about it; what the others have is kept."""

import shlex
from typing import TYPE_CHECKING, NamedTuple

from tabletop.agents.from_file import is_file
from tabletop.agents.programs.agent import is_program
from tabletop.base.errors import one_line
from tabletop.rate.tournament.definition import GAUNTLET, LIMITS

if TYPE_CHECKING:
    from tabletop.rate.tournament.store import Store

COUNT = "SELECT count(*) FROM game"
# The agents behind it move up by one, without gaps. As long as not all rows of a table have moved, those that have are
# negative: so no two ever have the same key.
STATEMENTS = (
    "DELETE FROM game WHERE :number IN (first, second)",
    "DELETE FROM luck WHERE :number IN (first, second)",
    "DELETE FROM thought WHERE agent = :number",
    "DELETE FROM orders WHERE agent = :number",
    "DELETE FROM agent WHERE number = :number",
    *(
        statement.format(table=table, column=column)
        for table, column in (
            ("game", "first"),
            ("game", "second"),
            ("luck", "first"),
            ("luck", "second"),
            ("thought", "agent"),
            ("orders", "agent"),
            ("agent", "number"),
        )
        for statement in (
            "UPDATE {table} SET {column} = 1 - {column} WHERE {column} > :number",
            "UPDATE {table} SET {column} = -{column} WHERE {column} < 0",
        )
    ),
)


class Dropped(NamedTuple):
    """What became of a file.

    Attributes:
      games: how many went with the agent.
      agents: who is left.
      games_left: how many games of these the file keeps.
    """

    games: int
    agents: list[str]
    games_left: int


def drop(store: "Store", name: str) -> Dropped:
    """Take an agent out of a tournament's file, all of it or nothing.

    Args:
      store: opened by this process alone.
      name: of the agent, as stored.

    Raises:
      ValueError: there is no such agent, or no tournament would be left without it; the message says so in one line.
      StoreError: the file can't be written.
    """
    with store.changes() as connection:
        if words := _refusal(store, name):
            raise ValueError(f"{store.path} {words}")
        agents = [agent.name for agent in store.agents()]
        number = agents.index(name) + 1
        ((games,),) = connection.execute(COUNT)
        for statement in STATEMENTS:
            connection.execute(statement, {"number": number})
        agents.remove(name)
        if not any(is_program(agent) or is_file(agent) for agent in agents):  # no one is left to whom limits apply
            connection.execute("DELETE FROM run WHERE key = ?", (LIMITS,))
        ((left,),) = connection.execute(COUNT)
    return Dropped(games - left, agents, left)


def hint(store: "Store", kind: str, name: str, before: str) -> str:
    """Return the command that takes an agent out of a file, behind these words.

    Args:
      store: with it.
      kind: what is named; only an agent can be taken out.
      name: of the agent, as stored.
      before: words that lead over to the command.

    Returns:
      Both; empty: it can't be taken out.
    """
    if kind != "agent" or _refusal(store, name):
        return ""
    return f"{before}tournament --drop {shlex.quote(name)} --store {shlex.quote(str(store.path))}"


def _refusal(store: "Store", name: str) -> str:
    """Why an agent can't be taken out of a file, in words that fit behind the file's name; empty: it can."""
    names = [agent.name for agent in store.agents()]
    if name not in names:
        return f"holds no agent {one_line(name, 100)}; there are {', '.join(names)}"
    if len(names) <= 2:
        return f"holds {' and '.join(names)} alone: a tournament needs two or more agents"
    if store.run().get(GAUNTLET) == name:
        return f"holds the match of {name} against the others: without it no game would be left"
    return ""
