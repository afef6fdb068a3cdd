"""`observation`: what the numbers of an observation mean."""

import json
from typing import Annotated

import typer


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
