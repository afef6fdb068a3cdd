"""The header: what every game's record begins with, and the numbers that mean the same in all games.

A game is one NumPy record. Whatever else it holds, these fields are there, by these names:

    dice      a record of `seed` (uint64) and `rolled` (int16 [S], draws made this turn by subject)
    turn      the turn; 0: set-up, or a game that has no set-up and hasn't begun
    decision  kind of the open decision; OVER: nobody decides
    decider   team that decides, 0 or 1; NONE when nobody does
    ending    how the game ended; RUNNING: it hasn't
    winner    team that has won; NONE: nobody
"""

from typing import Any

import numpy as np

from tabletop.base.arrays import Records
from tabletop.compiled.compiling import jitable

NONE = -1  # nobody, nowhere
OVER = 0  # a decision: the game has ended, or hasn't begun
HALTS_NEVER = -2  # `halted` of a game whose actions are never interrupted
RUNNING = 0  # an ending: there is none yet
TEAMS = 2
MOST_SUBJECTS = 256  # of draws: a subject has 8 bits in the number from which its dice follow (`tabletop.game.chance`)
FIELDS = ("dice", "turn", "decision", "decider", "ending", "winner")


class Record(np.void):  # type: ignore[misc]  # NumPy's own np.record is made in this way
    """An element of an array of records: its fields are attributes, as in compiled code.

    Like `np.record`, which takes three times as long to read a field.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"the record has no field {name}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in (self.dtype.names or ()):
            raise AttributeError(f"the record has no field {name}")
        self[name] = value


Position = Records | Record | str  # a position to be shown: an array of one record, its record, or text


def record(*fields: tuple[Any, ...]) -> np.dtype[np.void]:
    """A record type, aligned; its elements have attributes, compiled and interpreted."""
    return np.dtype((Record, np.dtype(list(fields), align=True)))


def dice_type(subjects: int) -> np.dtype[np.void]:
    """The type of the field `dice` for so many subjects, a multiple of 4, that count their draws.

    ValueError: more subjects than draws can tell apart.
    """
    if not 0 < subjects <= MOST_SUBJECTS:
        raise ValueError(f"dice of {subjects} subjects: there are 1 to {MOST_SUBJECTS}, else subjects share their dice")
    return record(
        ("seed", "u8"),  # the game's seed: every die is a function of it
        ("rolled", "i2", (subjects,)),  # draws made this turn by subject
    )


def packed_size(dtype: np.dtype[Any]) -> int:
    """Bytes of the fields alone; equal to `itemsize` where no padding hides."""
    if dtype.subdtype:
        base, shape = dtype.subdtype
        return packed_size(base) * int(np.prod(shape))
    if dtype.names and dtype.fields:
        return sum(packed_size(dtype.fields[name][0]) for name in dtype.names)
    return dtype.itemsize


def check_record(dtype: np.dtype[np.void]) -> None:
    """Refuse, by an AssertionError, a record with hidden padding, or a field that can't be read by attribute."""
    padding = dtype.itemsize - packed_size(dtype)
    assert padding == 0, f"{padding} bytes of a record are hidden padding: order its fields by size, add a spare one"
    check_fields(dtype)


def check_fields(dtype: np.dtype[np.void]) -> None:
    """Refuse, by an AssertionError, a record with a field that can't be read by attribute, in it or in one of it."""
    for name in dtype.names or ():
        # Plain Python would read NumPy's own attribute, and compiled code the field.
        assert not hasattr(Record, name), f"a field can't be called '{name}': records have an attribute of this name"
        field = dtype[name].base
        assert field.names is None or field.type is Record, f"{field}: made by `record`, its fields are attributes"
        check_fields(field)


def check_header(dtype: np.dtype[np.void]) -> None:
    """Refuse, by an AssertionError, the type of a game's record that lacks a field of the header."""
    check_record(dtype)
    missing = [name for name in FIELDS if name not in (dtype.names or ())]
    assert not missing, f"a game's record lacks {', '.join(missing)}"
    assert dtype.names and dtype.names[0] == FIELDS[0], f"a game's record begins with {FIELDS[0]}"
    # Numba would make it that long, and then find no way to read it.
    assert dtype.itemsize % 8 == 0, f"a game's record is {dtype.itemsize} bytes long, not a multiple of 8: add a spare"


def position_key(games: Records | Record) -> bytes:
    """All of a game's record, or of an array of one, but its dice, as bytes: equal keys, equal positions."""
    return games.tobytes()[games.dtype["dice"].itemsize :]


@jitable
def result(game: Record, team: int) -> float:
    """+1 if `team` has won, -1 if it has lost, 0 for a draw or a game that runs."""
    if game.decision != OVER or game.winner == NONE:
        return 0.0
    return 1.0 if game.winner == team else -1.0
