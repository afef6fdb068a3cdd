"""The tables of a tournament's file, and what must hold in them beyond what SQLite checks: a person may edit them."""

from collections.abc import Callable
from typing import Any

from tabletop.agents.base import FAULT
from tabletop.base.errors import brief
from tabletop.game.definition import GameDefinition

# The names of both teams are inserted.
SCHEMA = """
CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE agent (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, digest TEXT NOT NULL) STRICT;
CREATE TABLE scenario (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, json TEXT NOT NULL
) STRICT;
CREATE TABLE game (
  scenario INTEGER NOT NULL REFERENCES scenario, first INTEGER NOT NULL REFERENCES agent,
  second INTEGER NOT NULL REFERENCES agent, pair INTEGER NOT NULL, side TEXT NOT NULL CHECK (side IN ('{0}', '{1}')),
  seed TEXT NOT NULL, score REAL NOT NULL CHECK (score IN (0.0, 0.5, 1.0)), ending TEXT NOT NULL,
  turns INTEGER NOT NULL, decisions INTEGER NOT NULL, fault TEXT,
  PRIMARY KEY (scenario, first, second, pair, side)
) STRICT, WITHOUT ROWID;
CREATE TABLE luck (
  scenario INTEGER NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL, pair INTEGER NOT NULL,
  side TEXT NOT NULL, luck REAL NOT NULL, PRIMARY KEY (scenario, first, second, pair, side)
) STRICT, WITHOUT ROWID;
CREATE TABLE thought (
  agent INTEGER PRIMARY KEY REFERENCES agent, seconds REAL NOT NULL, decisions INTEGER NOT NULL
) STRICT;
CREATE TABLE orders (
  agent INTEGER NOT NULL REFERENCES agent, kind INTEGER NOT NULL, given INTEGER NOT NULL, PRIMARY KEY (agent, kind)
) STRICT, WITHOUT ROWID;
"""
TABLES = {"run", "agent", "scenario", "game", "luck", "thought", "orders"}
KEY = "scenario, first, second, pair, side"

Ask = Callable[[str], list[Any]]  # returns the rows that answer a question

LONGEST_NUMBER = 20  # digits, enough for a seed
# Agents and scenarios are asked for by their numbers, in a list.
NUMBERED = "SELECT count(*) = ifnull(max(number), 0) AND ifnull(min(number), 1) = 1 FROM {}"
NO_SEED = f"SELECT 1 FROM game WHERE seed = '' OR seed GLOB '*[^0-9]*' OR length(seed) > {LONGEST_NUMBER} LIMIT 1"
NO_WORDS = f"SELECT 1 FROM game WHERE ending = '{FAULT}' AND fault IS NULL LIMIT 1"


def endings_of(game: GameDefinition) -> tuple[str, ...]:
    """Return the names of the endings of a tournament's games: those of the game, and a fault."""
    return (*filter(None, game.endings), FAULT)


def fault(ask: Ask, run: dict[str, str], game: GameDefinition) -> str:
    """Return what is wrong with a tournament's data, in words; empty: nothing.

    Args:
      ask: puts a question to the file.
      run: its table `run`.
      game: whose tournament it is.
    """
    for key in ("seed", "pairs"):
        number = run.get(key, "")
        if not number.isdecimal() or len(number) > LONGEST_NUMBER:
            return f"its {key}: {number!r} is no number" if key in run else f"it doesn't say its {key}"
    for table in ("agent", "scenario"):
        if ask(NUMBERED.format(table)) != [(1,)]:
            return f"the numbers of its {table}s have gaps: rows are missing"
    if strays := ask("PRAGMA foreign_key_check"):
        return f"its table {strays[0][0]} names an agent or a scenario that it doesn't hold"
    if ask(NO_SEED):
        return "a game's seed is no number"
    if ask(NO_WORDS):
        return "a game was lost by a fault, and no words say by which"
    if unknown := {ending for (ending,) in ask("SELECT DISTINCT ending FROM game")} - {*endings_of(game)}:
        return f"a game ended by {brief(min(unknown))}; there are {', '.join(endings_of(game))}"
    return ""
