"""Arguments of an agent: what each may be, by its annotation, the range of a number, and files that contain them.

A number's range is part of its annotation: `least: Annotated[float, Range(0.0, 1.0)] = 0.1`.
"""

import math
import re
from collections.abc import Mapping
from inspect import Parameter
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from tabletop.base.errors import one_line
from tabletop.base.files import parse_toml, read_text

TRUTHS = {"true": True, "false": False, "1": True, "0": False}
FILE = "numbers"  # the argument of any agent that names a file with arguments: `hunter:numbers=my.toml`


class Range(NamedTuple):
    """The smallest and the largest value of a number."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low:g} to {self.high:g}"


def kind_of(parameter: Parameter) -> tuple[Any, Range | None]:
    """Return a parameter's type, without `None`, and its range if its annotation has one.

    Without an annotation the type is that of its default; of several types it is `float`, or else a number's.
    """
    kinds = _kinds_of(parameter)
    return next((each for each in kinds if each[0] is float), kinds[0])


def _kinds_of(parameter: Parameter) -> list[tuple[Any, Range | None]]:
    """The types that a parameter may have, in the order in which a text is read as them."""
    if parameter.annotation is parameter.empty:
        return [(object if parameter.default in (parameter.empty, None) else type(parameter.default), None)]
    order = (int, float, bool)
    return sorted(_members(parameter.annotation), key=lambda each: order.index(each[0]) if each[0] in order else 3)


def _members(annotation: Any) -> list[tuple[Any, Range | None]]:
    if get_origin(annotation) is Annotated:
        inner, *metadata = get_args(annotation)
        own = next((item for item in metadata if isinstance(item, Range)), None)
        return [(kind, within or own) for kind, within in _members(inner)]
    if get_origin(annotation) in (Union, UnionType):
        return [member for each in get_args(annotation) if each is not NoneType for member in _members(each)]
    return [(annotation, None)]


def read_value(who: str, key: str, value: object, parameter: Parameter) -> object:
    """Return an argument that was typed or read from a file, as its parameter's type, of several the first that fits.

    Args:
      who: the agent's name, for the message.
      key: of the argument, for the message.
      value: text, or what a file has.
      parameter: what the agent takes. What is no number, truth value, choice or text stays as it is.

    Raises:
      ValueError: it is of another type, out of range, or none of the choices of a `Literal`; in one line.
    """
    faults = []
    for kind, within in _kinds_of(parameter):
        try:
            return _as_kind(who, key, value, kind, within)
        except ValueError as error:
            faults.append(error)
    raise faults[0]


def _as_kind(who: str, key: str, value: object, kind: Any, within: Range | None) -> object:
    if kind in (int, float):
        return read_number(who, key, value, kind, within)
    if kind is bool:
        if str(value).lower() not in TRUTHS:
            raise ValueError(f"agent {who!r}: {key}={one_line(value)}: true or false is meant")
        return TRUTHS[str(value).lower()]
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        for choice in choices:
            if str(value) == str(choice) or (isinstance(choice, bool) and TRUTHS.get(str(value).lower()) is choice):
                return choice
        listed = ", ".join(str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in choices)
        raise ValueError(f"agent {who!r}: {key}={one_line(value)}: one of {listed} is meant")
    return str(value) if kind is str else value


def read_number(who: str, key: str, value: object, kind: object, within: Range | None) -> float | int:
    """Return a number that was typed or read from a file.

    Args:
      who: the agent's name, for the message.
      key: of the argument.
      value: text, or a number.
      kind: `float` or `int`.
      within: the allowed range; None: any finite number.

    Raises:
      ValueError: it is not a number, not finite, or out of range; in one line.
    """
    kind_words = "a whole number" if kind is int else "a number"
    try:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise ValueError
        if kind is int and isinstance(value, float) and not value.is_integer():
            raise ValueError
        number = int(value) if kind is int else float(value)
        if not math.isfinite(number):
            raise ValueError
    except (ValueError, OverflowError):
        raise ValueError(f"agent {who!r}: {key}={one_line(value)}: {kind_words} is meant") from None
    if within is not None and not within.low <= number <= within.high:
        raise ValueError(f"agent {who!r}: {key}={one_line(value)}: it lies between {within.low:g} and {within.high:g}")
    return number


_IN_NAME = re.compile(rf"((?<![^:,]){FILE}=)([^,]+)")


def files_in(text: str) -> list[str]:
    """Return the paths of the files with arguments that an agent's name mentions; from the current folder."""
    return [match[2] for match in _IN_NAME.finditer(text)]


def with_whole_paths(text: str) -> str:
    """Return an agent's name with the absolute paths of these files."""
    return _IN_NAME.sub(lambda match: match[1] + str(Path(match[2]).absolute()), text)


def read_file(who: str, text: str) -> Mapping[str, object]:
    """Return the arguments in a file: TOML, a table `[numbers]`; `agent = "hunter"` above it names their agent.

    Raises:
      ValueError: no such file, no such table, or the numbers of another agent; in one line.
    """
    path = Path(text)
    try:
        data = parse_toml(read_text(path))
    except ValueError as error:
        raise ValueError(f"agent {who!r}: {text}: {error}") from None
    others = sorted(data.keys() - {"agent", FILE})
    if others or not isinstance(data.get(FILE), dict):
        fault = f"{others[0]!r} is outside of the table [numbers]" if others else "there is no table [numbers]"
        raise ValueError(f"agent {who!r}: {text}: {fault}; above it there may only be `agent`")
    # However a bot's file is named, its own name and the class say whose numbers they are, not its folder.
    if Path(str(data.get("agent", who))).name != Path(who).name:
        raise ValueError(f"agent {who!r}: {text} holds numbers of {one_line(data['agent'])}")
    table: Mapping[str, object] = data[FILE]
    return table
