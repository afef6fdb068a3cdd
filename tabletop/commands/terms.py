"""Options of commands in which bots play that run in processes of their own."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tabletop.agents.programs.limits import Limits

Bank = Annotated[float, typer.Option(help="Seconds of CPU time a game, of a bot in a process of its own.")]
Increment = Annotated[float, typer.Option(help="Seconds of CPU time that each decision adds to the bank.")]
Wall = Annotated[float, typer.Option(help="Most seconds by the clock for a decision of such a bot.")]
Memory = Annotated[int, typer.Option(help="MiB of memory for such a bot.")]
BANK, INCREMENT, WALL, MEMORY = 60.0, 1.0, 60.0, 2048


def read_limits(bank: float, increment: float, wall: float, memory: int) -> "Limits":
    """Return the limits that these options say; ValueError names the one that can't be."""
    from tabletop.agents.programs.limits import Limits

    return Limits(bank, increment, wall, memory=memory)


def say_walls(command: str, walls: "tuple[str, ...] | None") -> None:
    """Say on standard error what bots in processes of their own can't reach, and what they can."""
    if walls is None:
        return
    from tabletop.agents.programs.walls import lacking, standing

    typer.echo(f"{command}: bots in processes of their own: {standing(walls)}", err=True)
    if lacks := lacking(walls):
        typer.echo(f"{command}: this system doesn't keep them from {lacks}", err=True)
