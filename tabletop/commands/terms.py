"""Options of commands in which bots may run in separate processes."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabletop.commands.places import is_typed

if TYPE_CHECKING:
    from tabletop.agents.programs.limits import Limits

Bank = Annotated[float, typer.Option(help="Seconds of CPU time per game, for a bot in a separate process.")]
Increment = Annotated[float, typer.Option(help="Seconds of CPU time that each decision adds to the bank.")]
Wall = Annotated[float, typer.Option(help="Maximum elapsed seconds for a decision of such a bot.")]
Memory = Annotated[int, typer.Option(help="MiB of memory for such a bot.")]
BANK, INCREMENT, WALL, MEMORY = 60.0, 1.0, 60.0, 2048
OPTIONS = ("bank", "increment", "wall", "memory")


def read_limits(bank: float, increment: float, wall: float, memory: int, store: Path | None = None) -> "Limits":
    """Return the limits that these options set, with a store hidden; ValueError names the invalid one."""
    from tabletop.agents.programs.limits import Limits

    hidden = () if store is None else (str(store.absolute()),)
    return Limits(bank, increment, wall, memory=memory, hidden=hidden)


def kept_limits(context: typer.Context, typed: "Limits", kept: str | None) -> "Limits":
    """Return the limits of a store (`Limits.text`), but for those whose options are typed; None: it has none yet."""
    from tabletop.agents.programs.limits import Limits

    if kept is None:
        return typed
    changes = {name: getattr(typed, name) for name in OPTIONS if is_typed(context, name)}
    return replace(Limits.read(kept), hidden=typed.hidden, **changes)


def check_limits(context: typer.Context, used: bool) -> None:
    """Refuse limits that were typed but are not `used`, because no bot has a process of its own; ValueError."""
    given = [f"--{name}" for name in OPTIONS if is_typed(context, name)]
    if given and not used:
        raise ValueError(f"{', '.join(given)}: only a bot in a process of its own has such limits, and none takes part")


def say_walls(command: str, walls: "tuple[str, ...] | None") -> None:
    """Say on standard error what bots in separate processes can't reach, and what they can."""
    if walls is None:
        return
    from tabletop.agents.programs.walls import lacking, standing

    typer.echo(f"{command}: bots in processes of their own: {standing(walls)}", err=True)
    if lacks := lacking(walls):
        typer.echo(f"{command}: this system doesn't keep them from {lacks}", err=True)
