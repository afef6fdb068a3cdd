"""Draws as text and back: what the tape of a chance record says (docs/formats.md, "Draws")."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from paintball_env.purposes import PURPOSES, subject_name
from paintball_env.rules import dice


class Draw(NamedTuple):
    """A draw and its result.

    Attributes:
      purpose: one of PURPOSES.
      subject: `R3`, `M1`, `red`, `c4` or `table`.
      classes: `122333`, `2d6`, `lot 3` or `2 v 1`.
      result: a face or sum; a lot's candidate from 1; in a shoot-out the losses of chargers and defenders.
    """

    purpose: str
    subject: str
    classes: str
    result: int | tuple[int, int]


def _classes(code: int) -> str:
    if code >= 111111:
        return str(code)
    if code >= dice.CONTEST:
        return f"{(code - dice.CONTEST) // 32} v {(code - dice.CONTEST) % 32}"
    return "2d6" if code == dice.TWO_DICE else f"lot {code}"


def read_draws(chances: np.ndarray, hexes: Sequence[str]) -> tuple[Draw, ...]:
    """The draws noted in a chance record, shape (1,), in order; the result of one that the tape lacked is 0."""
    chance = chances[0]
    draws = []
    for i in range(int(chance["used"])):
        code = int(chance["classes"][i])
        value = int(chance["result"][i])
        contest = dice.CONTEST <= code < 111111
        draws.append(
            Draw(
                PURPOSES[int(chance["purpose"][i]) - 1],
                subject_name(int(chance["subject"][i]), hexes),
                _classes(code),
                (value // 32, value % 32) if contest else value,
            )
        )
    return tuple(draws)


def lay_tape(chances: np.ndarray, results: Iterable[int | tuple[int, int]]) -> None:
    """Put results on the tape of a chance record, shape (1,); ValueError if they are too many."""
    chance: Any = chances[0]
    values = [32 * result[0] + result[1] if isinstance(result, tuple) else result for result in results]
    if len(values) > dice.TAPE:
        raise ValueError(f"{len(values)} results don't fit a tape of {dice.TAPE}")
    try:
        tape = np.array(values, np.int16)
    except (TypeError, OverflowError, ValueError):
        raise ValueError(f"results of draws are small whole numbers, or pairs of them: {values}") from None
    chance["mode"] = dice.TAPED
    chance["length"] = len(values)
    chance["result"][: len(values)] = tape
    chance["result"][len(values) :] = 0
