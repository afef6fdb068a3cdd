"""Scenarios read from TOML and JSON: what their models share in every game. A mistake is reported in one line."""

import difflib
import hashlib
import json
import os
from collections.abc import Sequence
from typing import Annotated, Any, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tabletop.base.errors import NAME, brief, check_text, in_words, one_line, read_path
from tabletop.base.files import parse_json, parse_toml, read_text

MOST_LISTED = 1000  # numbers of a range that is read as a list
LONGEST_NAME = 64  # letters of a scenario's name, from which names of files are made
Name = Annotated[str, Field(pattern=NAME, max_length=LONGEST_NAME)]


class StrictModel(BaseModel):
    """A frozen part of a scenario: unknown keys and values of another kind are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    @classmethod
    def said_in(cls, key: str) -> list[str]:
        """Return the rules whose text says the usual value of a key: `key: Annotated[int, "AP2 SE1"]` names them."""
        return " ".join(words for words in cls.model_fields[key].metadata if isinstance(words, str)).split()


class ScenarioModel(StrictModel):
    """A whole scenario of a game.

    Attributes:
      name: lower-case letters and digits, with single hyphens between them, 64 at most: files are called by it.
      title: for people.
      description: for people.
    """

    name: Name
    title: str = ""
    description: str = ""

    @classmethod
    def from_file(cls, name: str | os.PathLike[str]) -> Self:
        """Read a scenario's file by its path; ValueError: there is none, or as of `parse`."""
        path = read_path("file", name)
        if os.path.isdir(path):
            raise ValueError(f"scenario {one_line(path)} is a folder: a .toml file is meant")
        if not os.path.isfile(path):  # also where its name is too long
            raise ValueError(f"no scenario file {one_line(path)}")
        try:
            content = read_text(path)
        except ValueError as error:
            raise ValueError(f"{one_line(path)}: {error}") from None
        return cls.parse(content, str(path))

    @classmethod
    def parse(cls, text: str, source: str = "scenario") -> Self:
        """Read a scenario from TOML text; `source` stands at the head of an error.

        Raises:
          ValueError: in one line the key, the place and what is wrong; several mistakes are parted by semicolons.
        """
        check_text("text", text)
        try:
            data = parse_toml(text)
        except ValueError as error:
            raise ValueError(f"{one_line(source)}: {error}") from None
        return cls.read(data, source, text)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read the scenario that `to_json` wrote; ValueError as of `parse`."""
        check_text("text", text)
        try:
            data = parse_json(text)
        except ValueError as error:
            raise ValueError(f"scenario: {error}") from None
        return cls.read(data, "scenario")

    @classmethod
    def write(cls, data: Any) -> str:
        """Return plain data as one line of JSON, keys in alphabetical order; a game may write otherwise."""
        return json.dumps(data, sort_keys=True)

    def to_json(self) -> str:
        """The whole scenario as one line of JSON, keys in alphabetical order, nothing left out."""
        return self.write(self.model_dump(mode="json"))

    def digest(self) -> str:
        """SHA-256 (64 hex digits) of the JSON without name, title and description.

        So a scenario keeps its digest when its words change, and has another when its board, teams or rules do.
        """
        data = self.model_dump(mode="json", exclude={"name", "title", "description"})
        return hashlib.sha256(self.write(data).encode()).hexdigest()

    @classmethod
    def read(cls, data: Any, source: str, text: str = "") -> Self:
        """Read a scenario from plain data, and `text`, the TOML that it stands in, if any; ValueError as of `parse`."""
        try:
            # As JSON a list is a tuple and yet nothing else is taken for something that it isn't.
            return cls.model_validate_json(json.dumps(data, default=_plain))
        except ValidationError as error:
            raise ValueError(f"{one_line(source)}: {'; '.join(in_words(error, cls, text))}") from None


def _plain(value: Any) -> Any:
    """A value that JSON doesn't know: NumPy's numbers and arrays, and short ranges, as Python's own; else its text."""
    if isinstance(value, np.generic | np.ndarray):
        plain = value.tolist()
        return str(plain) if isinstance(plain, np.generic) else plain
    return list(value) if isinstance(value, range) and len(value) <= MOST_LISTED else str(value)


def is_file_name(name: str) -> bool:
    """Tell whether a scenario's name is the path of a file: it ends in `.toml`, in small or capital letters."""
    return name.lower().endswith(".toml")


def name_of(name_or_path: Any, presets: Sequence[str]) -> str:
    """Return what names a scenario as a text: one of the presets, or the path of a file (`is_file_name`).

    Raises:
      ValueError: it is neither.
    """
    try:
        name = name_or_path if isinstance(name_or_path, str) else str(read_path("scenario", name_or_path))
    except TypeError:
        raise ValueError(f"scenario {brief(name_or_path)}: a preset's name, or the path of a .toml file") from None
    if is_file_name(name) or name in presets:
        return name
    if os.path.isdir(name):
        raise ValueError(f"scenario {brief(name)} is a folder: a preset's name, or the path of a .toml file, is meant")
    if os.path.isfile(name):
        raise ValueError(f"scenario {brief(name)}: the file is there, but its name must end in .toml")
    there_are = f"there are {', '.join(presets)}, or the path of a .toml file"
    raise ValueError(f"no scenario {brief(name)}; {_hint(name, presets)}{there_are}")


def _hint(name: str, presets: Sequence[str]) -> str:
    """Return what may be meant by a name that no scenario has; empty: nothing is alike."""
    beside = f"{name}.toml"
    close = [beside] if os.path.isfile(beside) else difflib.get_close_matches(name[:LONGEST_NAME], presets, 1)
    return f"did you mean {close[0]!r}? " if close else ""
