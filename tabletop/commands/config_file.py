"""Options of a command from a TOML file: `--config my.toml`; what is typed counts more."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

NAMED = ("tournament", "sprt", "ladder", "match", "rate", "compare", "sweep")
# Keys that are arguments of a command, in their order.
ARGUMENTS = {
    "tournament": ("agents",),
    "sprt": ("first", "second"),
    "ladder": ("newcomer",),
    "match": ("first", "second"),
    "rate": ("agent", "opponents"),
    "compare": ("one", "other"),
    "sweep": ("scenario", "values"),
}
OPTION = "--config"


def expanded(command: str, typed: Sequence[str]) -> list[str]:
    """Return a command's arguments with those of its file, `--config FILE` or `--config=FILE`, put in.

    A key is an option's name without the dashes (`records-every` or `records_every`) or an argument's. Lists give an
    option several times, true gives a flag.

    Raises:
      ValueError: the file can't be read, or a value is none for a command line; one line.
    """
    rest, path = [], None
    words = iter(typed)
    for word in words:
        if command in NAMED and (word == OPTION or word.startswith(f"{OPTION}=")):
            if path is not None:
                raise ValueError(f"{OPTION} was given more than once")
            path = word.partition("=")[2] if "=" in word else next(words, "")
            if not path:
                raise ValueError(f"{OPTION} needs a file")
        else:
            rest.append(word)
    if path is None:
        return rest
    from tabletop.files import parse_toml, read_text

    try:
        told = parse_toml(read_text(Path(path)))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    options, arguments = [], []
    for key, value in told.items():
        flag = f"--{key.replace('_', '-')}"
        if key in ARGUMENTS[command]:
            continue
        if not any(word == flag or word.startswith(f"{flag}=") for word in rest):
            options += _option(path, key, flag, value)
    if not any(not word.startswith("-") for word in _plain(rest)):
        for key in ARGUMENTS[command]:
            value = told.get(key, [])
            arguments += [_text(path, key, one) for one in (value if isinstance(value, list) else [value])]
    return [*options, *rest, *arguments]


def _plain(words: list[str]) -> list[str]:
    """The words that are no options and no values of any: an option's value follows it."""
    plain, after = [], False
    for word in words:
        if not after and not word.startswith("-"):
            plain.append(word)
        after = word.startswith("--") and "=" not in word
    return plain


def _option(path: str, key: str, flag: str, value: Any) -> list[str]:
    if isinstance(value, bool):
        return [flag] if value else []
    return [f"{flag}={_text(path, key, one)}" for one in (value if isinstance(value, list) else [value])]


def _text(path: str, key: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"{path}: {key}: a text, a number, or a list of these")
    return str(value)
