"""`play-out` and `replay`: a game between two agents, as it is played, or a recorded one; in words or as pictures."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from tabletop.base.files import write_text
from tabletop.front.commands.files_of_commands import check_file, check_record_file, read_record
from tabletop.front.commands.options import Brief, Preset, Record, Theme
from tabletop.show.drawing.themes import FIELD

if TYPE_CHECKING:
    from tabletop.agents.base import AgentError
    from tabletop.front.commands.screen import Screen
    from tabletop.show.watched import WatchedStep

Pictures = Annotated[Path | None, typer.Option(help="Pictures: .gif, .webp; .png or .svg of the last decision.")]
Delay = Annotated[float, typer.Option(help="Seconds that a decision is shown; 0: in pictures 0.7.")]
Boards = Annotated[str, typer.Option(help="When the board is drawn: auto, every, never; in a game with phases: phase.")]
FirstTurn = Annotated[int, typer.Option("--from", help="First turn shown; 0: what comes before turn 1.")]
LastTurn = Annotated[int | None, typer.Option("--to", help="Last turn shown.")]
Positions = Annotated[bool, typer.Option("--positions", help="Show each position's text.")]
Width = Annotated[int, typer.Option(help="Width of the pictures in pixels.")]


def play_out(
    context: typer.Context,
    one: Annotated[str, typer.Argument(help="Who plays the first team: random, a bot's name, ./my_bot.py …")],
    other: Annotated[str, typer.Argument(help="Who plays the second team.")],
    scenario: Preset = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 0,
    delay: Delay = 0.0,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each decision.")] = False,
    brief: Brief = False,
    board: Boards = "auto",
    first: FirstTurn = 0,
    last: LastTurn = None,
    positions: Positions = False,
    record: Annotated[Path | None, typer.Option(help="File for the record; only another record is replaced.")] = None,
    out: Pictures = None,
    width: Width = 800,
    theme: Theme = FIELD,
) -> None:
    """Play one game between two agents and watch it: the board, each act in words, each die with its rule."""
    from tabletop.agents.registry import make
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.front.commands.screen import Screen, check_picture, live, summary, write_pictures
    from tabletop.rate.matches.single import new_recorder

    setting = context.obj.game.load(scenario)
    agents = make(one, setting.game), make(other, setting.game)
    names = agents[0].name, agents[1].name
    screen = Screen(setting, brief, board, delay, step, (first, last), positions=positions)
    if out is not None:
        check_picture(out, width, theme)
    check_file(out)
    check_record_file(record)
    announce_first_compilation(setting.game.package)
    recorder = new_recorder(agents, setting, seed)
    viewing = _watch(live(agents, recorder), screen, keep=out is not None)
    end, number = recorder.game.position(), viewing.number
    typer.echo(("" if viewing.left else "\n") + summary(end, setting, names, number))
    if record is not None:
        write_text(record, recorder.record().write())
        typer.echo(f"{record}: the record")
    if out is not None and (viewing.kept or viewing.fault is None):
        typer.echo(write_pictures(setting, viewing.kept, out, width, delay or 0.7, theme))
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


def replay(
    context: typer.Context,
    record: Record,
    out: Pictures = None,
    delay: Delay = 0.0,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter, or for a jump, after each decision.")] = False,
    brief: Brief = False,
    board: Boards = "auto",
    from_turn: FirstTurn = 0,
    to_turn: LastTurn = None,
    first: Annotated[int, typer.Option(help="First decision shown.")] = 0,
    last: Annotated[int | None, typer.Option(help="Last decision shown.")] = None,
    positions: Positions = False,
    width: Width = 800,
    theme: Theme = FIELD,
) -> None:
    """Replay a record, in the terminal or as pictures; the whole record is checked, whatever is shown."""
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.front.commands.screen import Screen, ViewerLeft, check_picture, recorded, summary, write_pictures

    if out is not None:
        check_picture(out, width, theme)
        check_file(out)
    if step and str(record) == "-":
        raise ValueError("--step reads keys where - reads the record: name its file")
    played = read_record(record, context.obj.game)
    setting = played.load_scenario()
    screen = Screen(setting, brief, board, delay, step, (from_turn, to_turn), (first, last), positions)
    bounds = (("--from", from_turn, 0), ("--to", to_turn, None), ("--first", first, 0), ("--last", last, None))
    flags = " ".join(f"{name} {value}" for name, value, usual in bounds if value != usual)
    none = f"{flags}: nothing lies there; the game has {len(played.lines)} decisions and ends in turn {played.end.turn}"
    announce_first_compilation(setting.game.package)
    if out is not None:
        steps = [watched_step for watched_step in recorded(played, setting, record) if screen.wants(watched_step)]
        if not steps:
            raise ValueError(none)
        typer.echo(write_pictures(setting, steps, out, width, delay or 0.7, theme))
        return
    last_step, any_shown = None, False
    try:
        for last_step in recorded(played, setting, record):
            any_shown = any_shown or screen.wants(last_step)
            screen.show(last_step)
    except (ViewerLeft, KeyboardInterrupt):
        typer.echo(f"left at decision {last_step.number if last_step else 0}")
        return
    screen.close()
    if not any_shown:
        raise ValueError(none)
    if last_step is not None:
        typer.echo(f"\n{summary(last_step.position, setting, played.players, last_step.number)}\n{played.end}")
