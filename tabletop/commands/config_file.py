"""Options of a command from a TOML file: `--config my.toml`; typed options take precedence."""

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

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


def add_to_help(command: Any) -> None:
    """Show the option in the help of a command as typer has made it, which never sees it: `expanded` replaces it."""

    def only(
        config: Annotated[
            Path | None,
            typer.Option(
                help="TOML file with options and arguments; what is typed takes precedence.", expose_value=False
            ),
        ] = None,
    ) -> None:
        pass

    app = typer.Typer(add_completion=False)
    app.command()(only)
    command.params += typer.main.get_command(app).params


def expanded(command: str, typed: Sequence[str], known: Any = None) -> list[str]:
    """Return a command's arguments, with `--config FILE` or `--config=FILE` replaced by those of the file.

    A key is the name of an option without the dashes (`records-every` or `records_every`) or of an argument. A list
    repeats an option, true gives a flag.

    Args:
      command: its name.
      typed: what a person typed after it.
      known: the command as typer has made it, against which the file's keys and values are checked; None: no check.

    Raises:
      ValueError: the file can't be read, or it has a key that the command doesn't know, or an invalid value; one line
        that names the file.
    """
    rest, files = _parted(command, typed)
    if not files:
        return rest
    if len(files) > 1:
        raise ValueError(f"{OPTION} was given more than once")
    path = files[0]
    if not path:
        raise ValueError(f"{OPTION} needs a file")
    from tabletop.files import parse_toml, read_text

    try:
        table = parse_toml(read_text(Path(path)))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    options, arguments = [], []
    for key, value in table.items():
        flag = f"--{key.replace('_', '-')}"
        if key in ARGUMENTS[command]:
            continue
        if known is not None:
            _check(path, key, flag, value, known, ARGUMENTS[command])
        if not any(word == flag or word.startswith(f"{flag}=") for word in rest):
            options += _option(path, key, flag, value)
    if not any(not word.startswith("-") for word in _plain(rest)):
        for key in ARGUMENTS[command]:
            value = table.get(key, [])
            arguments += [_text(path, key, item) for item in (value if isinstance(value, list) else [value])]
    return [*options, *rest, *arguments]


def typed_file(command: str, typed: Sequence[str]) -> list[str]:
    """Return the file that `--config` names, or nothing."""
    return _parted(command, typed)[1]


def _parted(command: str, typed: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what was typed without `--config FILE` and `--config=FILE`, and these files."""
    rest, files = [], []
    words = iter(typed)
    for word in words:
        if command in NAMED and (word == OPTION or word.startswith(f"{OPTION}=")):
            files.append(word.partition("=")[2] if "=" in word else next(words, ""))
        else:
            rest.append(word)
    return rest, files


def _plain(words: list[str]) -> list[str]:
    """Return the words that are neither options nor their values: an option's value follows it."""
    plain, after = [], False
    for word in words:
        if not after and not word.startswith("-"):
            plain.append(word)
        after = word.startswith("--") and "=" not in word
    return plain


def _check(path: str, key: str, flag: str, value: Any, command: Any, arguments: Sequence[str]) -> None:
    """Raise ValueError unless the command has this option, and accepts a value of this type for it."""
    options = {name: param for param in command.params for name in param.opts if name.startswith("--")}
    option = options.get(flag)
    if option is None:
        names = [*arguments, *(name.removeprefix("--").replace("-", "_") for name in options)]
        close = difflib.get_close_matches(key.replace("-", "_"), names, 1)
        raise ValueError(f"{path}: unknown key {key}" + (f"; did you mean {close[0]}?" if close else ""))
    if option.is_flag != isinstance(value, bool):
        raise ValueError(f"{path}: {key}: " + ("true or false is meant" if option.is_flag else "a value is meant"))
    if isinstance(value, list) and not option.multiple:
        raise ValueError(f"{path}: {key}: one value is meant, no list")


def _option(path: str, key: str, flag: str, value: Any) -> list[str]:
    if isinstance(value, bool):
        return [flag] if value else []
    return [f"{flag}={_text(path, key, item)}" for item in (value if isinstance(value, list) else [value])]


def _text(path: str, key: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"{path}: {key}: a text, a number, or a list of these")
    return str(value)
