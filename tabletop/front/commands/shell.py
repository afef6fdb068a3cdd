"""A game's command line, and the one place where errors in a command become a line and an exit code.

A command's module is imported when it is called, and the game when a command needs it, so `--help` is fast. A command
is a function that raises; it needs no error handling of its own.
"""

import functools
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand

from tabletop.base.files import is_stream
from tabletop.front.commands.config_file import NAMED, add_option, expanded
from tabletop.front.commands.start import NOT_SO, REFUSED
from tabletop.game.modules import part_of_game

if TYPE_CHECKING:
    from tabletop.game.definition import GameDefinition


class Command(NamedTuple):
    """Where a command is implemented: a function of the module, with the command's name, `_` for `-`.

    Attributes:
      module: the module with the function, below `tabletop.front`.
      line: its line in the list of commands.
      scenario: which of the shell's scenarios is the default of its option `scenario`: `shown`, `played`, or none.
    """

    module: str
    line: str
    scenario: str = ""


COMMANDS: dict[str, Command] = {
    "show": Command("commands.show", "Draw a position.", "shown"),
    "scenarios": Command("commands.scenarios", "List the scenarios, or show one."),
    "observation": Command("commands.scenarios", "What the numbers of an observation mean.", "shown"),
    "odds": Command("commands.show", "Exact odds of an action.", "shown"),
    "play": Command("commands.play", "Play against a bot.", "played"),
    "play-out": Command("commands.watch", "Watch two agents play a game.", "played"),
    "replay": Command("commands.watch", "Watch a recorded game."),
    "luck": Command("commands.review", "What dice and choices have done to a recorded game."),
    "review": Command("commands.review", "The costliest decisions of a recorded game."),
    "view": Command("commands.view", "Look at a game or a position in the browser.", "shown"),
    "train": Command("commands.train", "Train a policy, or continue a run."),
    "report": Command("commands.train", "Write a training run's page: ratings, curves, games."),
    "match": Command("commands.match", "Play two agents against each other."),
    "rate": Command("commands.match", "Rate an agent against several opponents."),
    "tournament": Command("commands.tournament", "Let many agents play each other, and rate them."),
    "sprt": Command("commands.ladder", "Test whether one agent is better, with no more games than needed."),
    "ladder": Command("commands.ladder", "Place an agent among those of a tournament with few games."),
    "compare": Command("commands.compare", "Compare two scenarios by the same bots and seeds."),
    "sweep": Command("commands.compare", "Measure a scenario with several values of its numbers."),
    "value": Command("commands.value", "How true the values are that agents expect.", "played"),
    "dataset": Command("commands.dataset", "Make a dataset of games for offline learning."),
    "tune": Command("commands.tune", "Find better numbers for an agent by games against others."),
    "opening": Command("commands.tune", "Learn what an agent should decide before the first turn."),
    "serve": Command("server", "Play in the browser."),
    "mcp": Command("commands.mcp", "Let a language model play (Model Context Protocol).", "played"),
    "verify": Command("verify", "Check the engine against its twin, at length."),
}


# Options whose value is a file that is written and not read.
OUTPUTS = {"--out", "--json", "--csv", "--report"}


class NotSoError(Exception):
    """A check that the command was asked for has failed: one line; the command ends with NOT_SO."""


def load_game(place: str) -> "GameDefinition[Any]":
    """Return a game's definition from its place, `module:name`; ValueError: it can't be had, in one line."""
    game: GameDefinition[Any] = part_of_game(place)
    return game


@dataclass(eq=False)
class Shell:
    """The commands of a game. Within a command it is the `obj` of typer's context.

    Attributes:
      program: name of the program, as typed.
      line: describes it in the help.
      version: of the game's package.
      place: the place of the game's definition, `module:name`.
      shown: the preset that positions belong to if no scenario is named.
      played: the preset that is played if none is named.
      presets: what the help says of presets that are played, behind "Preset or .toml file to play"; empty: nothing.
      levels: names of the game's agents that are meant for people, for the help (`registry.levels` has the same).
      kept_as: the folder of its games under way and of pages, among a user's data; empty: the program's name.
      app: all commands together.
    """

    program: str
    line: str
    version: str
    place: str
    shown: str
    played: str
    presets: str = ""
    levels: Sequence[str] = ()
    kept_as: str = ""

    def __post_init__(self) -> None:
        self.kept_as = self.kept_as or self.program
        self.app = typer.Typer(help=self.line, no_args_is_help=True, add_completion=False)
        self.app.callback()(self._options())
        self.app.command("version")(self._version)
        for name in COMMANDS:
            self._register(name)

    @cached_property
    def game(self) -> "GameDefinition[Any]":
        """The game's definition, imported at the first use."""
        return load_game(self.place)

    def main(self) -> None:
        """Run the command named in the command line."""
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:  # closed by who started us (`>&-`)
                stream = open(os.devnull, mode)  # noqa: SIM115
                setattr(sys, name, stream)
                setattr(sys, f"__{name}__", stream)  # keeps it open: a file opened later must not get its number
        if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
            output, old = _Output(sys.stdout.fileno(), "w", closefd=False), sys.stdout
            # Without buffers (PYTHONUNBUFFERED) Python gives the raw stream itself.
            buffer: Any = output if isinstance(old.buffer, io.RawIOBase) else io.BufferedWriter(output)
            sys.stdout = io.TextIOWrapper(buffer, old.encoding, write_through=old.write_through)
        # What a stream can't write, a name or a message, must not cost a result.
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        if isinstance(sys.stderr, io.TextIOWrapper):
            messages = io.BufferedWriter(_Messages(sys.stderr.fileno(), "w", closefd=False))
            sys.stderr = io.TextIOWrapper(messages, sys.stderr.encoding, "replace", line_buffering=True)
        try:
            self.app(prog_name=self.program)
        except OSError as error:  # in the help, or the version; commands report theirs
            typer.echo(f"{self.program}: {error}", err=True)
            raise SystemExit(REFUSED) from None

    def call(self, name: str, arguments: Sequence[str], program: str = "") -> None:
        """Run a command with these arguments and leave by SystemExit; `program` is its name in the help."""
        module, _, usual = COMMANDS[name]
        run = getattr(import_module(f"tabletop.front.{module}"), name.replace("-", "_"))
        app = typer.Typer(add_completion=False)
        app.command(name, cls=_Command)(_reported(name, run))
        command = typer.main.get_command(app)
        if name in NAMED:
            add_option(command)
        parameters: Any = command.params
        for parameter in parameters:
            if text := getattr(parameter, "help", None):
                levels = "".join(f"{level}, " for level in self.levels)
                parameter.help = text.replace("{presets}", self.presets).replace("{levels}", levels)
        command.main(
            args=list(arguments),
            prog_name=program or f"{self.program} {name}",
            obj=self,
            default_map={"scenario": getattr(self, usual)} if usual else {},
        )

    def _register(self, name: str) -> None:
        # All arguments, including --help, are passed unparsed to the command's own app.
        untouched = {"allow_extra_args": True, "ignore_unknown_options": True}

        @self.app.command(name, help=COMMANDS[name].line, add_help_option=False, context_settings=untouched)
        def _call(context: typer.Context) -> None:
            self.call(name, context.args)

    def _options(self) -> Callable[..., None]:
        """Return the function that takes the options before a command; without it a single command would be the app."""

        def leave(is_set: bool) -> None:
            if is_set:
                self._version()
                raise typer.Exit

        option = typer.Option("--version", is_eager=True, callback=leave, help="Print the version and exit.")

        def options(version: Annotated[bool, option] = False) -> None:
            pass

        return options

    def _version(self) -> None:
        """Print the version."""
        typer.echo(self.version)


def _given(context: Any, words: Sequence[str]) -> dict[Any, list[str]]:
    """Return the parameters of a command that these words give, each with its values; a flag has none.

    Raises:
      UsageError: click's own parser, which reads them, refuses them, or an option is given twice and the second one
        would silently replace the first one.
    """
    values, _, order = context.command.make_parser(context).parse_args(list(words))
    given = {}
    for param in order:
        value = values[param.name]
        texts = [text for text in (value if isinstance(value, list | tuple) else [value]) if isinstance(text, str)]
        if param.param_type_name == "argument" and not texts:
            continue
        if param in given and not param.multiple:
            raise typer.BadParameter("it was given more than once", context, param_hint=f"'{param.opts[0]}'")
        given[param] = texts
    return given


def _check_values(given: Mapping[Any, Sequence[str]]) -> None:
    """Refuse an option with an empty value, since as a path it would be the current folder; ValueError."""
    for param, values in given.items():
        if param.param_type_name == "option" and "" in values:
            raise ValueError(f"{param.opts[0]} has an empty value: name one, or leave it out")


def _check_outputs(given: Mapping[Any, Sequence[str]]) -> None:
    """Refuse an output file that is named once more: what the command reads would be lost; ValueError."""
    named = [(param.opts[0], text) for param, values in given.items() for text in values]
    for option, file in named:
        if option not in OUTPUTS or is_stream(Path(file)):
            continue
        place = os.path.realpath(file)
        # Files also stand in agents (`hunter:numbers=FILE`); what only looks like a file's name is none.
        same = [
            any(os.path.realpath(part) == place for part in (text, *re.split("[:=,]", text)) if part)
            for other, text in named
            if other in {*OUTPUTS, "--store"} or os.path.isfile(place)
        ]
        if sum(same) > 1:
            raise ValueError(f"{option} {file}: this file is named twice, and would be written over: choose another")


class _Command(TyperCommand):
    """A command that takes options from a file, and refuses what would be lost silently."""

    def parse_args(self, context: Any, arguments: list[str]) -> list[str]:
        try:
            words = expanded(self, arguments, _given(context, arguments))
            given = _given(context, words)
            _check_values(given)
            _check_outputs(given)
        except ValueError as error:
            typer.echo(f"{self.name}: {error}", err=True)
            raise typer.Exit(REFUSED) from None
        return super().parse_args(context, words)


def _check_scenarios(context: Any, named: Any) -> None:
    if named and context is not None:
        check_names(context.obj, [named] if isinstance(named, str) else named)


def check_names(shell: Shell, scenarios: Sequence[str]) -> None:
    """Refuse a changed copy of a preset under the preset's name: its results would be taken for the preset's.

    Raises:
      ValueError: there is one among these names of scenarios, or a file that can't be read.
    """
    files = [name for name in scenarios if str(name).lower().endswith(".toml")]
    if files:
        from tabletop.play.faults import another_ones_name

        for file in files:
            if fault := another_ones_name(shell.game, shell.game.load(file)):
                raise ValueError(f"{file}: {fault}")


def _reported(name: str, run: Callable[..., None]) -> Callable[..., None]:
    """Return the command with each of its errors reported in a line."""

    @functools.wraps(run)
    def reported(*arguments: Any, **options: Any) -> None:
        try:
            _check_scenarios(options.get("context"), options.get("scenario"))
            run(*arguments, **options)
            sys.stdout.flush()
        except (typer.Exit, typer.Abort):  # also RuntimeErrors
            raise
        except (NotSoError, ValueError, OSError, RuntimeError, MemoryError) as error:
            said = "not enough memory" if isinstance(error, MemoryError) else type(error).__name__
            for line in (str(error) or said).splitlines():
                typer.echo(f"{name}: {line}", err=True)
            raise typer.Exit(NOT_SO if isinstance(error, NotSoError) else REFUSED) from None

    return reported


class _Messages(io.FileIO):
    """Standard error that drops what can't be written, for example on a full disk."""

    def write(self, data: Any, /) -> int:
        with suppress(OSError):
            super().write(data)
        return len(data)


class _Output(io.FileIO):
    """Standard output; once nobody reads it any more (`| head`), what is written is dropped, and the program goes on.

    It may still have files to write, and an error would be a 1 in the libraries that write help and tables.
    """

    def write(self, data: Any, /) -> int:
        if not len(data):  # Typer's question whether this is a stream of text; a full disk refuses that, too
            return 0
        try:
            return super().write(data)
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())  # what the buffers hold must not fail again
            if isinstance(error, BrokenPipeError):
                return len(data)
            raise
