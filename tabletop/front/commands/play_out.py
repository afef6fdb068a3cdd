"""`play-out`: one game between two agents, to watch as it is played."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from tabletop.front.commands.files_of_commands import check_file, check_record_file
from tabletop.front.commands.match import Preset

if TYPE_CHECKING:
    from tabletop.agents.base import AgentError
    from tabletop.front.commands.screen import Screen
    from tabletop.show.watched import WatchedStep


def play_out(
    context: typer.Context,
    one: Annotated[str, typer.Argument(help="Who plays the first team: random, a bot's name, ./my_bot.py …")],
    other: Annotated[str, typer.Argument(help="Who plays the second team.")],
    scenario: Preset = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 0,
    delay: Annotated[float, typer.Option(help="Seconds that a decision is shown; 0: in pictures 0.7.")] = 0.0,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each decision.")] = False,
    brief: Annotated[bool, typer.Option("--brief", help="One line for each act, not every die.")] = False,
    board: Annotated[
        str, typer.Option(help="When the board is drawn: auto, every, never; in a game with phases: phase.")
    ] = "auto",
    first: Annotated[int, typer.Option("--from", help="First turn shown; 0: what comes before turn 1.")] = 0,
    last: Annotated[int | None, typer.Option("--to", help="Last turn shown.")] = None,
    positions: Annotated[bool, typer.Option("--positions", help="Show each position's text.")] = False,
    record: Annotated[Path | None, typer.Option(help="File for the record; only another record is replaced.")] = None,
    out: Annotated[Path | None, typer.Option(help="Pictures: .gif, .webp; .png or .svg of the last decision.")] = None,
    width: Annotated[int, typer.Option(help="Width of the pictures in pixels.")] = 800,
) -> None:
    """Play one game between two agents and watch it: the board, each act in words, each die with its rule."""
    from tabletop.agents.registry import make
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.front.commands.screen import Screen
    from tabletop.front.commands.watching import check_picture, live, summary, write_pictures
    from tabletop.rate.matches.single import new_recorder

    setting = context.obj.game.load(scenario)
    agents = make(one, setting.game), make(other, setting.game)
    names = agents[0].name, agents[1].name
    screen = Screen(setting, brief, board, delay, step, (first, last), positions=positions)
    if out is not None:
        check_picture(out, width)
    check_file(out)
    check_record_file(record)
    announce_first_compilation(setting.game.package)
    recorder = new_recorder(agents, setting, seed)
    viewing = _watch(live(agents, recorder), screen, keep=out is not None)
    end, number = recorder.game.position(), viewing.number
    typer.echo(("" if viewing.left else "\n") + summary(end, setting, names, number))
    if record is not None:
        from tabletop.base.files import write_text

        write_text(record, recorder.record().write())
        typer.echo(f"{record}: the record")
    if out is not None and (viewing.kept or viewing.fault is None):
        typer.echo(write_pictures(setting, viewing.kept, out, width, delay or 0.7))
    if viewing.fault is not None:
        raise viewing.fault


class _Viewing(NamedTuple):
    """The result of a watched game.

    Attributes:
      number: of the last decision.
      kept: the steps that were shown, for pictures.
      left: whether the viewer left before the end.
      fault: an agent's, which ended the game; reported after everything that was played has been shown and saved.
    """

    number: int
    kept: "list[WatchedStep]"
    left: bool = False
    fault: "AgentError | None" = None


def _watch(steps: "Iterator[WatchedStep]", screen: "Screen", keep: bool) -> _Viewing:
    """Show a game's steps as they are played, and keep those that are shown if requested."""
    from tabletop.agents.base import AgentError
    from tabletop.front.commands.screen import ViewerLeft

    number, shown_steps = 0, []
    left, fault = False, None
    try:
        for step in steps:
            number = step.number
            if keep and screen.wants(step):
                shown_steps.append(step)
            screen.show(step)
    except (ViewerLeft, KeyboardInterrupt):
        left = True
    except AgentError as error:
        fault = error
    screen.close(over=not left and fault is None)
    return _Viewing(number, shown_steps, left, fault)
