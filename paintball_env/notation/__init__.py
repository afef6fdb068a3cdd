"""Positions as one line of text, and back (docs/formats.md, "Positions").

Text and record say the same, exactly: all but the leading sub-record with the dice.
"""

from typing import Any

import numpy as np

from paintball_env.notation.checks import check
from paintball_env.notation.text import TEXT
from paintball_env.rules import state
from paintball_env.scenario import Scenario
from tabletop.base.arrays import Records
from tabletop.game.header import Record, position_key
from tabletop.game.position_text import NotationError

NAMES, SIDES = state.SMALL.game.names or (), state.SIDE.names or ()  # of the fields

__all__ = ["NotationError", "format_position", "parse_position", "position_key", "same_position"]


def parse_position(scenario: Scenario, text: str) -> Records:
    """Read a position.

    Args:
      scenario: the board, rules and teams it belongs to.
      text: one line of `key=value` tokens.

    Returns:
      An array of one game record; its dice are all 0.

    Raises:
      NotationError: one line that names the token and says what is wrong with it.
    """
    if not isinstance(text, str):
        raise NotationError(f"a position is a line of text, not {type(text).__name__}")
    if len(text.strip().splitlines()) > 1:
        raise NotationError("a position is one line")
    games, tokens = TEXT.read(scenario, text)
    check(scenario, games[0], tokens)
    return games


def format_position(scenario: Scenario, game: Records | Record) -> str:
    """Write a position in the canonical order, usual values left out.

    Args:
      scenario: what it belongs to.
      game: a game record, or an array of one.
    """
    record = game.reshape(())[()] if isinstance(game, np.ndarray) else game
    # Python's own numbers are read several times as fast as a record's.
    plain: Any = dict(zip(NAMES, record.item(), strict=True))
    plain["side"] = [dict(zip(SIDES, side, strict=True)) for side in plain["side"].tolist()]
    return TEXT.format(scenario, plain)


def same_position(a: Records | Record, b: Records | Record) -> bool:
    """Tell whether two game records are the same position, whatever their dice."""
    return position_key(a) == position_key(b)
