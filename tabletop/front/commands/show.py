"""`show` and `odds`: a position drawn, and every result of an action with its exact probability."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tabletop.base.files import write_json
from tabletop.front.commands.files_of_commands import (
    check_file,
    check_json_file,
    position_read,
    position_text,
    scenario_hint,
)
from tabletop.front.commands.options import Theme
from tabletop.show.drawing.shapes import check_width
from tabletop.show.drawing.themes import FIELD, check_theme

AROUND = 50  # columns of a row of odds beside what changes and the exact chance
Scenario = Annotated[str, typer.Option(help="Preset or .toml file that the position belongs to.")]


def show(
    context: typer.Context,
    position: Annotated[
        str, typer.Argument(help="Position text, or its file; - reads standard input; left out: a new game.")
    ] = "",
    scenario: Scenario = "",
    out: Annotated[Path | None, typer.Option(help="Picture to write, .svg or .png; left out: text here.")] = None,
    width: Annotated[int, typer.Option(help="Width of the picture in pixels.")] = 800,
    seed: Annotated[int | None, typer.Option(help="Of the game whose start is drawn; left out: 0.")] = None,
    legend: Annotated[bool, typer.Option(help="Explain the signs.")] = True,
    theme: Theme = FIELD,
) -> None:
    """Draw a position in the terminal or as a picture."""
    from tabletop.show.showing import showing_of

    if out and out.suffix.lower() not in (".svg", ".png"):
        raise ValueError(f"{out}: a picture is a .svg or a .png")
    if position and seed is not None:
        raise ValueError("--seed is of a new game's start: leave it out, or the position")
    check_width(width)
    check_theme(theme)
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
        showing_of(game).pictures(setting, width, theme).write(games, out, legend)


def _start(setting: Any, seed: int) -> Any:
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.play.game import Game

    announce_first_compilation(setting.game.package)
    return Game(setting, seed=seed).games


def odds(
    context: typer.Context,
    position: Annotated[str, typer.Argument(help="Position text, or its file; - reads standard input.")],
    actions: Annotated[list[str], typer.Argument(help="Actions by name, in quotes; the odds are those of the last.")],
    scenario: Scenario = "",
    most: Annotated[int, typer.Option(min=0, help="Rows shown, the likeliest first; 0: all.")] = 20,
    out: Annotated[Path | None, typer.Option(help="JSON file for all results.")] = None,
    to: Annotated[str, typer.Option(help="Where results end: decision, or boundary, in games that have some.")] = "",
) -> None:
    """Show every distinguishable result of an action with its exact probability.

    Actions before the last one are played first; if one of them needs dice it is refused, because its result is open.
    """
    from rich.table import Table

    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.play.game import Game
    from tabletop.play.odds import DECISION, outcomes
    from tabletop.show.console import table_console
    from tabletop.show.odds import changes

    check_json_file(out)
    definition = context.obj.game
    setting = definition.load(scenario)
    announce_first_compilation(definition.package)
    with scenario_hint(position):
        text = position_text(position)
    with scenario_hint(position), position_read(context, setting.name):
        game = Game(setting, start=text)
        if game.position() != definition.format_position(setting, definition.parse_position(setting, text)):
            typer.echo(f"forced decisions lead to: {game.position()}", err=True)
        for action in actions[:-1]:
            game.step(action)
            if game.draws:
                raise ValueError(f"'{action}' needs dice: ask for its odds by itself")
        results = outcomes(game, actions[-1], to=to or DECISION)
    if out is not None:
        rows = [{"probability": str(r.probability), "position": r.position} for r in results]
        write_json(out, rows)
    table = Table(title=f"{actions[-1]}: {len(results)} result{'s' if len(results) > 1 else ''}")
    for name in ("probability", "exact", "what changes"):
        table.add_column(name, justify="left" if name == "what changes" else "right")
    top_results = results[: most or None]
    told = [changes(game.position(), result.position) for result in top_results]
    for result, words in zip(top_results, told, strict=True):
        table.add_row(f"{float(result.probability):.4%}", str(result.probability), words)
    exact = max(len(str(result.probability)) for result in top_results)
    table_console(max(map(len, told)) + exact + AROUND).print(table)
    if len(top_results) < len(results):
        rest = sum(r.probability for r in results[len(top_results) :])
        typer.echo(f"{len(results) - len(top_results)} more, together {float(rest):.4%}: --most 0 shows them")
