"""Options that several commands have: workers, bots in separate processes, and what is said once."""

import functools
import inspect
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from tabletop.front.commands.files_of_commands import is_typed

if TYPE_CHECKING:
    from tabletop.agents.programs.limits import Limits
    from tabletop.base.workers.tasks import Workers
    from tabletop.rate.tournament.definition import Definition

Record = Annotated[Path, typer.Argument(help="A game record; - reads it from standard input.")]
Preset = Annotated[
    str,
    typer.Option(
        help="Preset or .toml file to play{presets}. Left out: what the first trained agent was trained on, otherwise "
        "the game's default, which the result names."
    ),
]
Scenarios = Annotated[list[str] | None, typer.Option(help="Preset or .toml file; can be given several times.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Theme = Annotated[str, typer.Option(help="Look of the board: field, field-dark, or plain, for print.")]
Brief = Annotated[bool, typer.Option("--brief", help="One line for each act, not every die.")]
InProcess = Annotated[bool, typer.Option(help="Run bots from files in our own processes.")]
Executor = Annotated[
    str | None, typer.Option(help="Who works: serial (this process), processes (here) or ray (a cluster).")
]
Jobs = Annotated[int | None, typer.Option(help="Number of workers; left out: one per core.")]
FewJobs = Annotated[int | None, typer.Option(help="Number of workers; left out: only this process.")]


def workers_of(executor: str | None, jobs: int | None, alone: bool = False) -> "Workers":
    """Return the workers that the options ask for; none has been started yet.

    Args:
      executor: as typed.
      jobs: as typed.
      alone: without options, and with one job, this process works; otherwise processes do, one per core.

    Raises:
      ValueError: as in `make_workers`.
    """
    from tabletop.base.workers.choice import PROCESSES, SERIAL, make_workers

    return make_workers(executor or (SERIAL if alone and jobs in (None, 1) else PROCESSES), jobs)


class LimitOptions(NamedTuple):
    """What is typed in a command that is `limited`; each field is an option."""

    bank: Annotated[float, typer.Option(help="Seconds of CPU time per game, for a bot in a separate process.")] = 60.0
    increment: Annotated[float, typer.Option(help="Seconds of CPU time that each decision adds to the bank.")] = 1.0
    wall: Annotated[float, typer.Option(help="Maximum elapsed seconds for a decision of such a bot.")] = 60.0
    memory: Annotated[int, typer.Option(help="MiB of memory for such a bot.")] = 2048

    def read(self, store: Path | None = None) -> "Limits":
        """Return the limits that these options set, with a store hidden; ValueError names the invalid one."""
        from tabletop.agents.programs.limits import Limits

        hidden = () if store is None else (str(store.absolute()),)
        return Limits(self.bank, self.increment, self.wall, memory=self.memory, hidden=hidden)


USUAL_LIMITS = LimitOptions()


def limited(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of limits in the place of its parameter `limits`, which gets them together."""
    options, own = inspect.signature(LimitOptions).parameters, inspect.signature(command)
    parameters = [
        parameter
        for name, single in own.parameters.items()
        for parameter in (options.values() if name == "limits" else [single])
    ]

    @functools.wraps(command)
    def run(**given: Any) -> None:
        limits = LimitOptions(**{name: given.pop(name) for name in options})
        command(**given, limits=limits)

    vars(run)["__signature__"] = own.replace(parameters=parameters)  # typer makes options of it
    return run


def bots_beside() -> AbstractContextManager[Any]:
    """While agents are made and play in this process: what they print goes to standard error, beside our output."""
    return redirect_stdout(sys.stderr)


def kept_limits(context: typer.Context, typed: "Limits", kept: str | None) -> "Limits":
    """Return the limits of a store (`Limits.text`), but for those whose options are typed; None: it has none yet."""
    from tabletop.agents.programs.limits import Limits

    if kept is None:
        return typed
    changes = {name: getattr(typed, name) for name in LimitOptions._fields if is_typed(context, name)}
    return replace(Limits.read(kept), hidden=typed.hidden, **changes)


def check_limits(context: typer.Context, used: bool) -> None:
    """Refuse limits that were typed but are not `used`, because no bot has a process of its own; ValueError."""
    given = [f"--{name}" for name in LimitOptions._fields if is_typed(context, name)]
    if given and not used:
        raise ValueError(f"{', '.join(given)}: only a bot in a process of its own has such limits, and none takes part")


def say_walls(context: typer.Context, definition: "Definition") -> None:
    """Say on standard error what bots in separate processes can't reach, what they can, and how they call themselves.

    ValueError: there are no such bots, and limits for them were typed.
    """
    walls, command = definition.walls, context.command.name
    check_limits(context, walls is not None)
    if walls is None:
        return
    from tabletop.agents.programs.isolation_report import lacking, standing

    typer.echo(f"{command}: bots in processes of their own: {standing(walls)}", err=True)
    if lacks := lacking(walls):
        typer.echo(f"{command}: this system doesn't keep them from {lacks}", err=True)
    for name, own_name in definition.called.items():
        typer.echo(f"{command}: {name} calls itself {own_name}", err=True)
