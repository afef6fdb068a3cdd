"""`scenarios` and `observation`: the presets, or one with its board and numbers; what an observation's numbers mean."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from tabletop.base.files import read_text


def scenarios(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Preset or .toml file; left out: all presets.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List all presets, or show one: its board, its teams and the numbers of its rules; and what is wrong with it.

    A file that can be played, and yet makes little sense, is shown with warnings below.
    """
    from tabletop.play.faults import faults_of
    from tabletop.show.showing import showing_of

    game = context.obj.game
    words = showing_of(game).scenario_words()
    if not name:
        presets = [game.load(preset) for preset in game.presets()]
        if as_json:
            _print_json([words.facts(preset) for preset in presets])
        else:
            _table([words.row(preset) for preset in presets])
        return
    scenario = game.load(name)
    wrong = faults_of(scenario)
    warnings = [] if wrong else game.warnings(scenario)
    text = read_text(Path(name)) if Path(name).is_file() else ""
    if as_json:
        data = json.loads(scenario.to_json())
        _print_json(words.facts(scenario) | {"warnings": warnings, "digest": scenario.digest(), "scenario": data})
    elif not wrong:  # otherwise it might not even be possible to draw the board
        typer.echo(words.description(scenario, colour=sys.stdout.isatty()), nl=False)
        for line in warnings:
            typer.echo(f"warning: {line}{_line_of(line, text)}")
    if wrong:
        raise ValueError("\n".join(f"{name}: {line}{_line_of(line, text)}" for line in wrong))


def _line_of(words: str, text: str) -> str:
    """Where the key stands in a file with which a line of words begins."""
    from tabletop.base.errors import told_line

    return told_line(text, words.partition(":")[0].split("."))


def _print_json(data: Any) -> None:
    typer.echo(json.dumps(data, indent=1, ensure_ascii=False))


def _table(rows: Sequence[Mapping[str, str | int]]) -> None:
    """Print one line per row below the columns' titles; numbers are aligned to the right."""
    columns = []
    for title, first in rows[0].items():
        cells = [title, *(str(row[title]) for row in rows)]
        width = max(map(len, cells))
        columns.append([cell.ljust(width) if isinstance(first, str) else cell.rjust(width) for cell in cells])
    for line in zip(*columns, strict=True):
        typer.echo("  ".join(line))


def observation(
    context: typer.Context,
    scenario: Annotated[str, typer.Option(help="Preset or .toml file that is observed.")] = "",
    encoding: Annotated[str, typer.Option(help="One of the game's encodings; left out: the default.")] = "",
    of_all: Annotated[
        bool, typer.Option("--all-scenarios", help="The published table of features, which no scenario changes.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of the table.")] = False,
) -> None:
    """List every number of an observation: its place, name, meaning and range."""
    from tabletop.show.showing import showing_of

    game = context.obj.game
    if of_all:
        page = showing_of(game).observation_features()
    else:
        page = showing_of(game).observation_table(game.load(scenario), encoding or game.encodings[0])
    if as_json:
        typer.echo(json.dumps(page, indent=1, ensure_ascii=False))
        return
    if of_all:
        for kind, features in page["features"].items():
            for feature in features:
                typer.echo(_line(kind, feature))
        return
    shape = " x ".join(map(str, page["shape"]))
    typer.echo(f"{page['scenario']}, encoding {page['encoding']}, version {page['version']}: {page['dtype']} [{shape}]")
    for entry in page["entries"]:
        typer.echo(_line(f"{entry['index']:5}  {entry['of']}".rstrip(), entry))


def _line(where: str, feature: dict[str, object]) -> str:
    return f"{where}  {feature['name']}: {feature['meaning']}, {feature['low']:g} to {feature['high']:g}"
