"""`replay`: watch a recorded game, each decision with its dice and their rules in words."""

from pathlib import Path
from typing import Annotated

import typer

from tabletop.front.commands.files_of_commands import check_file, read_record


def replay(
    context: typer.Context,
    record: Annotated[Path, typer.Argument(help="A game record; - reads it from standard input.")],
    out: Annotated[Path | None, typer.Option(help="Pictures: .gif, .webp; .png or .svg of the last decision.")] = None,
    delay: Annotated[float, typer.Option(help="Seconds that a decision is shown; 0: in pictures 0.7.")] = 0.0,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter, or for a jump, after each decision.")] = False,
    brief: Annotated[bool, typer.Option("--brief", help="One line for each act, not every die.")] = False,
    board: Annotated[
        str, typer.Option(help="When the board is drawn: auto, every, never; in a game with phases: phase.")
    ] = "auto",
    from_turn: Annotated[int, typer.Option("--from", help="First turn shown; 0: what comes before turn 1.")] = 0,
    to_turn: Annotated[int | None, typer.Option("--to", help="Last turn shown.")] = None,
    first: Annotated[int, typer.Option(help="First decision shown.")] = 0,
    last: Annotated[int | None, typer.Option(help="Last decision shown.")] = None,
    positions: Annotated[bool, typer.Option("--positions", help="Show each position's text.")] = False,
    width: Annotated[int, typer.Option(help="Width of the pictures in pixels.")] = 800,
) -> None:
    """Replay a record, in the terminal or as pictures; the whole record is checked, whatever is shown."""
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.front.commands.screen import Screen, ViewerLeft
    from tabletop.front.commands.watching import check_picture, recorded, summary, write_pictures

    if out is not None:
        check_picture(out, width)
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
        typer.echo(write_pictures(setting, steps, out, width, delay or 0.7))
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
