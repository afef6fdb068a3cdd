"""What is wrong with data that a person wrote, in our own words: a line for each mistake, with its place."""

import difflib
import os
import re
import reprlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from tabletop.base.toml_lines import lines_of

NAME = r"^[a-z0-9]+(-[a-z0-9]+)*$"  # the pattern of all names in such data
# Of a mistake's type, what is meant; the words in braces are of its context.
MEANT = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "string_type": "a text",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "literal_error": "{expected}",
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "at most {le}",
    # Of `NAME`. Names of runs follow an older pattern, which also takes two hyphens and one at the end.
    "string_pattern_mismatch": "small letters and digits, with single hyphens between them",
    "string_too_long": "a text of at most {max_length} letters",
}
# The same where a limit itself is not allowed: "0 is not more than 0" would sound odd.
NEEDED = {"greater_than": "more than {gt}", "less_than": "less than {lt}"}
SIZES = ("too_short", "too_long")  # types of mistakes of a list or table as a whole
BOUNDS = ("min_length", "max_length")  # attributes of the limits that a field has
MOST_KEYS = 20  # listed where none is alike
SLIP = 0.8  # how alike a key must be to be meant rather than one of the same name in another table
LONGEST = 60  # characters that are shown of a wrong value in a file
LONGEST_TEXT = 100  # characters that `brief` shows of a text
MOST_WEIGHT = 1_000_000  # of a shaping: a float32 reward of this size still shows a win's 1, one of 20 million doesn't
_OPENING = re.compile("=\\s*(?:\"{3}|'{3})(.*)")  # of a text of several lines in TOML; and what stands in the first
_REPR = reprlib.Repr()
_REPR.maxstring = LONGEST_TEXT


def in_words(error: ValidationError, model: type[BaseModel], text: str = "") -> list[str]:
    """Return each mistake as a line without its source: `rules.points: 9 is not at most 4 (line 12)`.

    Args:
      error: what a model said.
      model: that model; names of its keys are proposed for unknown ones, or what its NOT_KEYS says of them.
      text: the TOML that was read; empty: no lines are named.
    """
    mistakes = error.errors()
    # A list without the entries that are wrong counts as too short: these are what to mend.
    inner = {mistake["loc"][:-1] for mistake in mistakes}
    mistakes = [mistake for mistake in mistakes if mistake["type"] not in SIZES or mistake["loc"] not in inner]
    lines = []
    for mistake in mistakes:
        line = _line(mistake, model, bool(text))
        # What concerns several keys names the one to look at.
        key = mistake["loc"] or line.partition(":")[0].split(".")
        lines.append(line + told_line(text, key, getattr(mistake.get("ctx", {}).get("error"), "row", None)))
    return lines


def told_line(text: str, location: Sequence[Any], row: int | None = None) -> str:
    """Say where a key stands in TOML: ` (line 12)`, or nothing where it isn't found.

    Args:
      text: of the file.
      location: the parts of the key, entries of lists by number; of one that isn't there, what holds it is meant.
      row: of a text of several lines, the row that is meant, from 0 (`hexes.MapError`); None: the text as a whole.
    """
    names, lines = tuple(str(part) for part in location), lines_of(text)
    best = next((lines[names[:end]] for end in range(len(names), 0, -1) if names[:end] in lines), 0)
    if best and row is not None:
        best = _row_line(text.splitlines(), best, row)
    return f" (line {best})" if best else ""


def _row_line(lines: Sequence[str], number: int, row: int) -> int:
    """Return the line in which a row of a text stands, whose key is in line `number`."""
    opening = _OPENING.search(lines[number - 1])
    if opening is None:  # a text of one line
        return number
    if not opening[1].strip():
        number = next((i for i, line in enumerate(lines[number:], number + 1) if line.strip()), number)
    return min(number + row, len(lines))


def _line(mistake: Any, model: type[BaseModel], in_file: bool) -> str:
    place = one_line(".".join(str(part) for part in mistake["loc"]), LONGEST_TEXT)
    kind, context = mistake["type"], {name: _without_point(value) for name, value in mistake.get("ctx", {}).items()}
    if kind == "extra_forbidden":
        return f"unknown key {place}{_hint(mistake['loc'], model, in_file)}"
    if kind == "missing":
        return f"{place} is missing"
    if kind == "value_error":
        text = str(context["error"])
    elif kind in SIZES:
        text = _size_text(mistake, model)
    elif kind in NEEDED:
        text = f"{NEEDED[kind].format(**context)} is needed, not {_value_text(mistake['input'])}"
    elif kind in MEANT:
        text = f"{_value_text(mistake['input'])} is not {MEANT[kind].format(**context)}"
    else:
        text = f"{mistake['msg'][0].lower()}{mistake['msg'][1:]}, not {_value_text(mistake['input'])}"
    return f"{place}: {text}" if place else text


def counted(number: int, word: str) -> str:
    """Say a number of things: `1 point`, `2 points`, `2 hexes`."""
    return f"{number} {word}{'' if number == 1 else 'es' if word.endswith('x') else 's'}"


def _without_point(value: Any) -> Any:
    """Return what a mistake's context says, a limit of 1.0 as 1."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _size_text(mistake: Any, model: Any) -> str:
    """Return how many entries a list or table has, and how many it may have."""
    for part in mistake["loc"][:-1]:
        model = _table(model, part) if model else None
    field = _fields(model).get(mistake["loc"][-1]) if model else None
    limits = field.metadata if field else ()
    least, most = (next((getattr(x, name) for x in limits if hasattr(x, name)), None) for name in BOUNDS)
    context = mistake["ctx"]
    count = context["actual_length"]
    has = f"it has {count} {'entry' if count == 1 else 'entries'}"
    if least is not None and least == most:
        return f"{has}, exactly {least} are needed"
    if mistake["type"] == "too_short":
        return f"{has}, {context['min_length']} or more are needed"
    return f"{has}, at most {context['max_length']} are allowed"


def _value_text(value: Any) -> str:
    if isinstance(value, (dict, list, tuple)):
        return "a table" if isinstance(value, dict) else "a list"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _hint(location: tuple[Any, ...], model: Any, in_file: bool) -> str:
    """What may be meant by an unknown key: one that is much like it in its own table, the same key elsewhere, any."""
    key, root = str(location[-1]), model
    for part in location[:-1]:
        if model and not isinstance(part, int):  # a number: the entry of a list, whose model its key has named
            model = _table(model, part)
    if words := getattr(model, "NOT_KEYS", {}).get(key):
        return f"; {words}"
    keys = list(_fields(model)) if model else []
    close = difflib.get_close_matches(key.lower(), keys, 1)
    is_slip = bool(close) and difflib.SequenceMatcher(None, key.lower(), close[0]).ratio() >= SLIP
    if not is_slip and (homes := list(_homes(root, key))):
        if not in_file:
            return f"; did you mean {' or '.join('.'.join([*home, key]) for home in homes)}?"
        if _table(root, key):
            return f"; {_section(root, (key,))} is a section of its own"
        places = [f"in {_section(root, home)}" if home else "above the first [section]" for home in homes]
        return f"; {key} belongs {' or '.join(places)}"
    if close:
        return f"; did you mean {close[0]}?"
    return f"; there are {', '.join(keys)}" if 0 < len(keys) <= MOST_KEYS else ""


def _fields(model: Any) -> dict[Any, Any]:
    """The fields of a model by their keys in a file: `class` is no name in Python."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def _section(model: Any, path: Sequence[str]) -> str:
    """The head of a table in TOML: `[rules]`, and `[[white]]` of one that stands in a list."""
    for part in path[:-1]:
        model = _table(model, part)
    in_list = get_origin(_fields(model)[path[-1]].annotation) in (tuple, list)
    return f"[[{'.'.join(path)}]]" if in_list else f"[{'.'.join(path)}]"


def _homes(model: Any, key: str, within: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The tables, each by its path, in which a model has a key of exactly this name."""
    if key in _fields(model):
        yield within
    for name in _fields(model):
        if inner := _table(model, name):
            yield from _homes(inner, key, (*within, name))


def _table(model: Any, key: Any) -> type[BaseModel] | None:
    """The model of the table that a key of a model holds; None: it holds no table."""
    field = _fields(model).get(key)
    kinds = [field.annotation, *get_args(field.annotation)] if field else []
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), None)


def brief(value: Any) -> str:
    """Return how a value is written, of a long one the beginning and the end, in one line."""
    return one_line(_REPR.repr(value))


def read_path(name: str, path: Any) -> Path:
    """Return the path that a caller gives under this name, as a text or a Path.

    Raises:
      TypeError: it is neither.
      ValueError: it has a character that no path may have.
    """
    text = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(text, str):
        raise TypeError(f"{name} {brief(path)}: a path, as a text or a Path")
    if "\0" in text:
        raise ValueError(f"{name} {brief(text)}: no path holds the character NUL")
    return Path(text)


def check_kind(name: str, value: Any, kind: type) -> None:
    """Raise TypeError: what a caller gives under this name isn't an object of this class."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} {brief(value)}: a {kind.__name__}")


def check_text(name: str, text: Any) -> None:
    """Raise TypeError: what a caller gives under this name isn't a text."""
    if not isinstance(text, str):
        raise TypeError(f"{name} {brief(text)}: a text")


@contextmanager
def blaming(path: Path) -> Iterator[None]:
    """Use what a file holds; what data of another shape raises becomes a ValueError, one line with the file's name."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
        if str(error).startswith(str(path)):
            raise
        words = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise ValueError(f"{path}: damaged ({one_line(words)})") from None


def one_line(text: object, most: int = 300) -> str:
    """Return what a stranger wrote, or a path, as one line without control characters, cut at `most` characters."""
    text = str(text)
    # Cut first: what is said may be any number of megabytes.
    clean_text = "".join(letter if letter.isprintable() else " " for letter in text[: 2 * most])
    words = " ".join(clean_text.split())
    return words if len(words) <= most and len(text) <= 2 * most else f"{words[:most]}…"
