"""Options of commands in which bots may run in separate processes."""

import functools
import inspect
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from tabletop.front.commands.files_of_commands import is_typed

if TYPE_CHECKING:
    from tabletop.agents.programs.limits import Limits


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


def say_walls(command: str, walls: "tuple[str, ...] | None", called: Mapping[str, str]) -> None:
    """Say on standard error what bots in separate processes can't reach, what they can, and how they call themselves.

    Args:
      command: that says it.
      walls: that all of them have; None: there are no such bots.
      called: by name, how programs call themselves.
    """
    if walls is None:
        return
    from tabletop.agents.programs.isolation_report import lacking, standing

    typer.echo(f"{command}: bots in processes of their own: {standing(walls)}", err=True)
    if lacks := lacking(walls):
        typer.echo(f"{command}: this system doesn't keep them from {lacks}", err=True)
    for name, own_name in called.items():
        typer.echo(f"{command}: {name} calls itself {own_name}", err=True)
