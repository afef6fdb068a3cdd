"""Draws in words and back: what the tape of a chance record says (docs/formats.md, "Draws")."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from tabletop.base.errors import brief
from tabletop.game.chance import CONTEST, DIE, OWN, TAPE, TAPED, TWO_DICE, URN
from tabletop.game.contests import LEAST_SHOWN, unpack
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.header import MOST_SUBJECTS, Record
from tabletop.game.urns import from_tape, to_tape

TABLE = "table"  # the subject of what is drawn for nobody's sake; in the text of a draw it is left out
MOST_PLAIN = 99  # results of dice, sums and classes are 1 to this; only urns can have others
_SUBJECT = r"[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*"
_DRAW = re.compile(rf"([a-z-]+)(?::({_SUBJECT}))?=(?:(0|-?[1-9]\d*)|([1-9]\d*)/([1-9]\d*)|(\d+(?:-\d+)+))")
_DIE = re.compile("[1-6]{6}")
Result = int | tuple[int, ...]


class Draw(NamedTuple):
    """A draw and its result.

    Attributes:
      purpose: one of the game's `purposes`.
      subject: whose draw it is, by the game's `subject_name`.
      classes: `122333`, `2d6`, `lot 3`, an urn's name, `d10 v d8 d4 at 1, 2`, or as the game names its own kinds.
      result: a face or sum; a lot's candidate from 1; an urn's result; of a contest what its dice show, or its class;
        the numbers of the game's own kinds.
    """

    purpose: str
    subject: str
    classes: str
    result: Result


def write_result(result: Result) -> str:
    """A result as text, without a lot's number of candidates: `5`, `9-4-2`."""
    return "-".join(map(str, result)) if isinstance(result, tuple) else str(result)


def write_draw(draw: Draw) -> str:
    """A draw as text: `hit:R3=5`, a lot `order=1/2`, a contest, or one of the game's own kind, `shoot-out:red=1-0`."""
    subject = "" if draw.subject == TABLE else f":{draw.subject}"
    result = write_result(draw.result)
    if draw.classes.startswith("lot "):
        result += f"/{draw.classes.removeprefix('lot ')}"
    return f"{draw.purpose}{subject}={result}"


def read_draw(text: str, game: GameDefinition[Any]) -> Draw:
    """Read a draw of a game; only a lot's classes are known, others are empty.  ValueError: an explanation."""
    parts = _DRAW.fullmatch(text)
    if parts is None:
        like = " or ".join(filter(None, (", ".join(game.draw_examples[:-1]), *game.draw_examples[-1:])))
        raise ValueError(f"'{text}' is no draw like {like}" if like else f"'{text}': nothing is drawn in this game")
    purpose, subject, number, candidate, candidates, numbers = parts.groups()
    if purpose not in game.purposes:
        raise ValueError(f"'{text}': nothing is drawn for '{purpose}'")
    subject = subject or TABLE
    if candidate:
        if int(candidate) > int(candidates):
            raise ValueError(f"'{text}': there are only {candidates} candidates")
        return Draw(purpose, subject, f"lot {candidates}", int(candidate))
    if numbers:
        return Draw(purpose, subject, "", tuple(map(int, numbers.split("-"))))
    if not 1 <= int(number) <= MOST_PLAIN and not game.urns.has(int(number)):
        raise ValueError(f"'{text}': no draw has this result")
    return Draw(purpose, subject, "", int(number))


def is_own(classes: int) -> bool:
    """Whether a code of classes is of one of the game's own kinds of draw."""
    return OWN <= classes < DIE


def _classes(code: int, game: GameDefinition[Any]) -> str:
    if is_own(code):
        return game.own_classes(code)
    if code >= CONTEST:
        return game.contests.name_of(code)
    if code >= URN:
        return game.urns.name_of(code)
    if code >= DIE and _DIE.fullmatch(str(code)):
        return str(code)
    if not 0 <= code <= TWO_DICE:
        raise ValueError(f"a draw with the classes {code}: there is no such draw")
    return "2d6" if code == TWO_DICE else f"lot {code}"


def result_of(code: int, value: int, game: GameDefinition[Any]) -> Result:
    """The result that a number on a tape stands for, of a draw with this code of classes; 0: there is none."""
    if is_own(code):
        return game.own_result(value)
    if code >= CONTEST:
        return unpack(value) if value >= LEAST_SHOWN else value
    return from_tape(value) if code >= URN else value


def number_of(result: Any, game: GameDefinition[Any]) -> Any:
    """A result as it stands on a tape; what isn't one stays as it is."""
    if isinstance(result, tuple):
        return game.own_code(result)
    is_number = isinstance(result, int | np.integer) and not isinstance(result, bool)
    return to_tape(int(result)) if is_number else result


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
                result_of(code, value, game),
            )
        )
    return tuple(draws)


def lay_tape(chances: np.ndarray, results: Iterable[Result], game: GameDefinition[Any]) -> None:
    """Put results on the tape of a chance record, shape (1,); ValueError if they are too many."""
    chance: Record = chances[0]
    if not isinstance(results, Iterable):
        raise ValueError(f"results {brief(results)}: a list of them")
    values = [number_of(result, game) for result in results]
    if len(values) > TAPE:
        raise ValueError(f"{len(values)} results don't fit a tape of {TAPE}")
    try:
        tape = np.array(values, np.int32)
        if tape.ndim != 1 or (values and np.array(values).dtype.kind not in "iu"):  # 1.5 and True would be a 1
            raise ValueError
    except (TypeError, OverflowError, ValueError):
        raise ValueError(
            f"results of draws are small whole numbers, or several of them in a tuple: {brief(values)}"
        ) from None
    chance["mode"] = TAPED
    chance["length"] = len(values)
    chance["result"][: len(values)] = tape
    chance["result"][len(values) :] = 0
