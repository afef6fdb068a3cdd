"""Draws in words and back: what the tape of a chance record says (docs/formats.md, "Draws")."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from tabletop.base.errors import brief
from tabletop.game.chance import DIE, OWN, TAPE, TAPED, TWO_DICE
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.header import MOST_SUBJECTS, Record

TABLE = "table"  # the subject of what is drawn for nobody's sake; in the text of a draw it is left out
_DRAW = re.compile(r"([a-z-]+)(?::([A-Za-z0-9]+))?=(?:([1-9]\d?)|([1-9]\d*)/([1-9]\d*)|(\d+)-(\d+))")


class Draw(NamedTuple):
    """A draw and its result.

    Attributes:
      purpose: one of the game's `purposes`.
      subject: whose draw it is, by the game's `subject_name`.
      classes: `122333`, `2d6`, `lot 3`, or as the game names its own kinds.
      result: a face or sum; a lot's candidate from 1; the two numbers of the game's own kinds.
    """

    purpose: str
    subject: str
    classes: str
    result: int | tuple[int, int]


def write_draw(draw: Draw) -> str:
    """A draw as text: `hit:R3=5`, a lot `order=1/2`, one of the game's own kind `shoot-out:red=1-0`."""
    subject = "" if draw.subject == TABLE else f":{draw.subject}"
    result = "{}-{}".format(*draw.result) if isinstance(draw.result, tuple) else str(draw.result)
    if draw.classes.startswith("lot "):
        result += f"/{draw.classes.removeprefix('lot ')}"
    return f"{draw.purpose}{subject}={result}"


def read_draw(text: str, game: GameDefinition[Any]) -> Draw:
    """Read a draw of a game; only a lot's classes are known, others are empty.  ValueError: an explanation."""
    parts = _DRAW.fullmatch(text)
    if parts is None:
        *others, last = game.draw_examples
        raise ValueError(f"'{text}' is no draw like {', '.join(others)} or {last}")
    purpose, subject, face, candidate, candidates, first, second = parts.groups()
    if purpose not in game.purposes:
        raise ValueError(f"'{text}': nothing is drawn for '{purpose}'")
    subject = subject or TABLE
    if candidate:
        if int(candidate) > int(candidates):
            raise ValueError(f"'{text}': there are only {candidates} candidates")
        return Draw(purpose, subject, f"lot {candidates}", int(candidate))
    if first:
        return Draw(purpose, subject, "", (int(first), int(second)))
    return Draw(purpose, subject, "", int(face))


def is_own(classes: int) -> bool:
    """Whether a code of classes is of one of the game's own kinds of draw."""
    return OWN <= classes < DIE


def _classes(code: int, game: GameDefinition[Any]) -> str:
    if is_own(code):
        return game.own_classes(code)
    if code >= DIE:
        return str(code)
    return "2d6" if code == TWO_DICE else f"lot {code}"


def read_draws(chances: np.ndarray, scenario: Scenario) -> tuple[Draw, ...]:
    """The draws noted in a chance record, shape (1,), in order; the result of one that the tape lacked is 0.

    ValueError: a draw has a subject whose dice would be another one's.
    """
    chance, game = chances[0], scenario.game
    draws = []
    for i in range(int(chance["used"])):
        code = int(chance["classes"][i])
        value, subject = int(chance["result"][i]), int(chance["subject"][i])
        if not 0 <= subject < MOST_SUBJECTS:
            raise ValueError(f"a draw with the subject {subject}: 0 to {MOST_SUBJECTS - 1}, else draws share dice")
        draws.append(
            Draw(
                game.purposes[int(chance["purpose"][i]) - 1],
                game.subject_name(scenario, subject),
                _classes(code, game),
                game.own_result(value) if is_own(code) else value,
            )
        )
    return tuple(draws)


def lay_tape(chances: np.ndarray, results: Iterable[int | tuple[int, int]], game: GameDefinition[Any]) -> None:
    """Put results on the tape of a chance record, shape (1,); ValueError if they are too many."""
    chance: Record = chances[0]
    if not isinstance(results, Iterable):
        raise ValueError(f"results {brief(results)}: a list of them")
    values = [game.own_code(result) if isinstance(result, tuple) else result for result in results]
    if len(values) > TAPE:
        raise ValueError(f"{len(values)} results don't fit a tape of {TAPE}")
    try:
        tape = np.array(values, np.int16)
        if tape.ndim != 1 or (values and np.array(values).dtype.kind not in "iu"):  # 1.5 and True would be a 1
            raise ValueError
    except (TypeError, OverflowError, ValueError):
        raise ValueError(f"results of draws are small whole numbers, or pairs of them: {brief(values)}") from None
    chance["mode"] = TAPED
    chance["length"] = len(values)
    chance["result"][: len(values)] = tape
    chance["result"][len(values) :] = 0
