"""`paintball show`: draw a position."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(add_completion=False)


@app.command()
def show(
    position: Annotated[str, typer.Argument(help="Position text; - reads it; left out: the start of a game.")] = "",
    scenario: Annotated[
        str, typer.Option(help="Preset or .toml file that the position belongs to.")
    ] = "capture-the-flag",
    out: Annotated[Path | None, typer.Option(help="Picture to write, .svg or .png; left out: text here.")] = None,
    width: Annotated[int, typer.Option(help="Width of the picture in pixels.")] = 800,
    seed: Annotated[int, typer.Option(help="Of the game whose start is drawn.")] = 0,
    legend: Annotated[bool, typer.Option(help="Explain the signs.")] = True,
) -> None:
    """Draw a position in the terminal or as a picture."""
    from paintball_env import render
    from paintball_env.notation import parse_position
    from paintball_env.scenario import Scenario

    try:
        if out and out.suffix.lower() not in (".svg", ".png"):
            raise ValueError(f"{out.name}: a picture is a .svg or a .png")
        setting = Scenario.load(scenario)
        text = sys.stdin.read().strip() if position == "-" else position
        game = parse_position(setting, text) if text else _start(setting, seed)
        if out is None:
            typer.echo(render.render_ansi(setting, game, colour=sys.stdout.isatty()), nl=False)
        elif out.suffix.lower() == ".svg":
            render.write_svg(setting, game, out, width=width, legend=legend)
        else:
            render.write_png(setting, game, out, width=width, legend=legend)
    except (ValueError, OSError) as error:
        typer.echo(f"show: {error}", err=True)
        raise typer.Exit(1) from None


def _start(setting: Any, seed: int) -> Any:
    from tabletop.compiling import announce_first_compilation
    from tabletop.game import Game

    announce_first_compilation()
    return Game(setting, seed=seed)
