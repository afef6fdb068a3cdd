"""In which line of a TOML text each key, and each entry of a list, begins: `tomllib` doesn't tell."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

Key = tuple[str, ...]
# Texts of several lines come before those of one; what stands between signs is a word: a key, or a value.
_PARTS = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?!")'
    r"|'''.*?'''(?!')"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
    r"|\#[^\n]*"
    r"|[][{}=,\n]"
    r"|[^][{}=,\s\"'\#]+",
    re.DOTALL,
)
_NAMES = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'|[^.\"'\s]+")  # the parts of a key with points


@lru_cache(1)  # a file's mistakes are told one after the other
def lines_of(text: str) -> Mapping[Key, int]:
    """Return the line, from 1, in which each key of a TOML text begins, by its parts.

    An entry of a list is named by its number, from 0: `("blue", "0", "class")`, also where it is a table, `[[blue]]`.
    What holds others (`slots` of `slots.long`) has the line in which it first stands.

    Args:
      text: TOML that can be read; of another one the answer is of no use.
    """
    reader = _Reader(text)
    reader.read()
    return reader.found


class _Reader:
    """Goes once through the parts of a text."""

    def __init__(self, text: str) -> None:
        self.found: dict[Key, int] = {}
        self._parts: list[tuple[str, int]] = []  # each with its line, the last one first
        line, end = 1, 0
        for part in _PARTS.finditer(text):
            line, end = line + text.count("\n", end, part.start()), part.start()
            if not part[0].startswith("#"):
                self._parts.append((part[0], line))
        self._parts.reverse()

    def read(self) -> None:
        """Note the lines of all keys."""
        table: Key = ()
        counts: Counter[Key] = Counter()  # how many tables each list of tables has had
        while self._parts:
            part, line = self._parts[-1]
            if part == "\n":
                self._parts.pop()
            elif part != "[":
                self._pair(table)
            else:
                self._parts.pop()
                in_list = self._skip("[")
                table = ()
                for number, name in enumerate(names := self._key("]"), 1):
                    table = (*table, name)
                    counts[table] += in_list and number == len(names)
                    self._note(table, line)
                    if counts[table]:  # a table of a list is its last one
                        table = (*table, str(counts[table] - 1))
                        self._note(table, line)
                self._skip("]")

    def _pair(self, table: Key) -> None:
        line, key = self._parts[-1][1], table
        for name in self._key("="):
            key = (*key, name)
            self._note(key, line)
        self._value(key)

    def _value(self, key: Key) -> None:
        part, _ = self._parts.pop()
        if part == "[":
            number = 0
            while self._parts and not self._skip("]"):
                if not (self._skip("\n") or self._skip(",")):
                    self._note((*key, str(number)), self._parts[-1][1])
                    self._value((*key, str(number)))
                    number += 1
        elif part == "{":
            while self._parts and not self._skip("}"):
                if not (self._skip("\n") or self._skip(",")):
                    self._pair(key)
        else:
            while self._parts and self._parts[-1][0] not in ("\n", ",", "]", "}"):  # a date and an hour are two words
                self._parts.pop()

    def _key(self, end: str) -> Key:
        """The parts of a key up to this sign, which is taken, too."""
        words = ""
        while self._parts and (part := self._parts.pop()[0]) != end:
            words += part
        return tuple(name.strip("\"'") for name in _NAMES.findall(words))

    def _skip(self, sign: str) -> bool:
        """Take the next part if it is this sign."""
        if not self._parts or self._parts[-1][0] != sign:
            return False
        self._parts.pop()
        return True

    def _note(self, key: Key, line: int) -> None:
        self.found.setdefault(key, line)
