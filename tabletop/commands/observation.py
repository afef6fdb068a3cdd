"""`paintball observation`: what the numbers of an observation mean."""

import json
from typing import Annotated

import typer

app = typer.Typer(add_completion=False)


@app.command()
def observation(
    scenario: Annotated[str, typer.Option(help="Preset or .toml file that is observed.")] = "capture-the-flag",
    encoding: Annotated[str, typer.Option(help="vector or planes.")] = "vector",
    of_all: Annotated[
        bool, typer.Option("--all-scenarios", help="The published table of features, which no scenario changes.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of the table.")] = False,
) -> None:
    """List every number of an observation: its place, name, meaning and range."""
    from paintball_env.observation.page import observation_table, published_table
    from paintball_env.scenario import Scenario

    try:
        page = published_table() if of_all else observation_table(Scenario.load(scenario), encoding)
    except ValueError as error:
        typer.echo(f"observation: {error}", err=True)
        raise typer.Exit(1) from None
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
