"""The odds of an action in words: what happens, how likely, and what else is to be said."""

from collections.abc import Sequence
from dataclasses import dataclass

SHOWN = 12  # results, the likeliest
MOST = 20_000  # ways for the dice to fall that are tried while a person waits
NO_DIE = "no die is rolled before the next decision"  # why an action has no odds


@dataclass(frozen=True)
class Odds:
    """The odds of an action.

    Attributes:
      of: what they are the odds of, in words.
      rows: probability (0 … 1), the same exactly as text or empty, and what happens with it.
      note: what else is to be said, or why there are none.
    """

    of: str
    rows: Sequence[tuple[float, str, str]] = ()
    note: str = ""


def further(count: int) -> str:
    """How many of `count` results are not shown; empty: all are."""
    left = count - SHOWN
    return f"and {left} further thing{'' if left == 1 else 's'}" if left > 0 else ""


def changes(before: str, after: str) -> str:
    """The words of a position that have come, and those that have gone without another of their key in their place."""
    old, new = before.split(), after.split()
    keys = {_key(token) for token in new}
    come = [token for token in new if token not in old]
    return " ".join(come + [f"-{_key(token)}" for token in old if _key(token) not in keys]) or "nothing"


def _key(token: str) -> str:
    return token.partition("=")[0]
