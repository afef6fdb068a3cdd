"""Options of a command from a TOML file: `--config my.toml`; typed options take precedence."""

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from tabletop.base.files import parse_toml, read_text

NAMED = ("tournament", "sprt", "ladder", "match", "rate", "compare", "sweep")
OPTION = "--config"


def add_option(command: Any) -> None:
    """Give a command, as typer has made it, the option, whose value its function never sees: `expanded` reads it."""

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


def expanded(command: Any, words: Sequence[str], given: Mapping[Any, Sequence[str]]) -> list[str]:
    """Return what was typed after a command, and what the file of its `--config` says besides.

    A key is the name of an option without the dashes (`records-every` or `records_every`) or of an argument. A list
    repeats an option, true gives a flag.

    Args:
      command: as typer has made it.
      words: what was typed.
      given: the parameters that the words give, each with its values.

    Raises:
      ValueError: the file can't be read, or it has a key that the command doesn't know, or an invalid value; one line
        that names the file.
    """
    path = next((values[0] for param, values in given.items() if OPTION in param.opts), "")
    if command.name not in NAMED or not path:
        return list(words)
    try:
        table = parse_toml(read_text(Path(path)))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    names = [param.name for param in command.params if param.param_type_name == "argument"]
    options, arguments = [], []
    for key, value in table.items():
        if key not in names:
            option = _option(path, key, value, command, names)
            if option not in given:
                options += _words(path, key, value)
    if not any(param.name in names for param in given):
        for key in names:
            value = table.get(key, [])
            arguments += [_text(path, key, item) for item in (value if isinstance(value, list) else [value])]
    return [*options, *words, *arguments]


def _option(path: str, key: str, value: Any, command: Any, arguments: Sequence[str]) -> Any:
    """Return the command's option of this key; ValueError: it has none, or that doesn't accept such a value."""
    options = {name: param for param in command.params for name in param.opts if name.startswith("--")}
    del options[OPTION]
    option = options.get(_flag(key))
    if option is None:
        names = [*arguments, *(name.removeprefix("--").replace("-", "_") for name in options)]
        close = difflib.get_close_matches(key.replace("-", "_"), names, 1)
        raise ValueError(f"{path}: unknown key {key}" + (f"; did you mean {close[0]}?" if close else ""))
    if option.is_flag != isinstance(value, bool):
        raise ValueError(f"{path}: {key}: " + ("true or false is meant" if option.is_flag else "a value is meant"))
    if isinstance(value, list) and not option.multiple:
        raise ValueError(f"{path}: {key}: one value is meant, no list")
    return option


def _words(path: str, key: str, value: Any) -> list[str]:
    if isinstance(value, bool):
        return [_flag(key)] if value else []
    return [f"{_flag(key)}={_text(path, key, item)}" for item in (value if isinstance(value, list) else [value])]


def _flag(key: str) -> str:
    return f"--{key.replace('_', '-')}"


def _text(path: str, key: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"{path}: {key}: a text, a number, or a list of these")
    return str(value)
