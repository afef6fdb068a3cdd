"""`show`: draw a position."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tabletop.front.commands.files_of_commands import check_file, position_read, position_text
from tabletop.front.commands.scenario_hint import scenario_hint
from tabletop.show.drawing.shapes import check_width


def show(
    context: typer.Context,
    position: Annotated[
        str, typer.Argument(help="Position text, or its file; - reads standard input; left out: a new game.")
    ] = "",
    scenario: Annotated[str, typer.Option(help="Preset or .toml file that the position belongs to.")] = "",
    out: Annotated[Path | None, typer.Option(help="Picture to write, .svg or .png; left out: text here.")] = None,
    width: Annotated[int, typer.Option(help="Width of the picture in pixels.")] = 800,
    seed: Annotated[int | None, typer.Option(help="Of the game whose start is drawn; left out: 0.")] = None,
    legend: Annotated[bool, typer.Option(help="Explain the signs.")] = True,
) -> None:
    """Draw a position in the terminal or as a picture."""
    from tabletop.show.showing import showing_of

    if out and out.suffix.lower() not in (".svg", ".png"):
        raise ValueError(f"{out}: a picture is a .svg or a .png")
    if position and seed is not None:
        raise ValueError("--seed is of a new game's start: leave it out, or the position")
    check_width(width)
    check_file(out)
    game = context.obj.game
    setting = game.load(scenario)
    with scenario_hint(position):
        text = position_text(position)
    if text:
        with scenario_hint(position), position_read(context, setting.name):
            games = game.parse_position(setting, text)
    else:
        games = _start(setting, seed or 0)
    if out is None:
        typer.echo(showing_of(game).draw_text(setting, games, colour=sys.stdout.isatty()), nl=False)
    else:
        showing_of(game).pictures(setting, width).write(games, out, legend)


def _start(setting: Any, seed: int) -> Any:
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.play.game import Game

    announce_first_compilation(setting.game.package)
    return Game(setting, seed=seed).games
