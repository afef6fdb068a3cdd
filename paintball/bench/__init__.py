"""`paintball bench`: how fast the environment is on this machine, beside OpenSpiel's backgammon in the same run."""

import json
import sys
from enum import StrEnum
from typing import Annotated

import typer

app = typer.Typer(add_completion=False)


class EncodingName(StrEnum):
    """The encodings of observations."""

    VECTOR = "vector"
    PLANES = "planes"


@app.command()
def bench(
    scenario: Annotated[str, typer.Option(help="Preset or .toml file to play.")] = "capture-the-flag",
    encoding: Annotated[EncodingName, typer.Option(help="Of the observations.")] = EncodingName.VECTOR,
    seconds: Annotated[float, typer.Option(min=0.001, help="Least time of one measurement.")] = 1.0,
    repeats: Annotated[int, typer.Option(min=1, help="Measurements of each; the median counts.")] = 5,
    batch: Annotated[int, typer.Option(min=1, help="Games in a batch.")] = 256,
    spiel: Annotated[bool, typer.Option(help="Measure OpenSpiel too (extra `bench`).")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of the table.")] = False,
) -> None:
    """Measure speed on one core: random legal play, mask and observation included, and whole games of bots."""
    from paintball_env._jit import announce_first_compilation

    from . import ours, report
    from .measure import Load, compare
    from .spiel import NOTE, Backgammon, missing

    try:
        setting = ours.load(scenario, encoding.value)
    except ValueError as error:
        typer.echo(f"bench: {error}", err=True)
        raise typer.Exit(1) from None
    announce_first_compilation()
    loads: list[Load] = ours.loads(setting, batch)
    notes = []
    if spiel and (reason := missing()):
        notes.append(reason)
    elif spiel:
        loads.append(Backgammon())
        notes.append(NOTE)

    def progress(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\rmeasuring {done} of {of}", end="\n" if done == of else "", file=sys.stderr, flush=True)

    result = compare(loads, seconds, repeats, progress)
    page = report.page(setting, batch, seconds, repeats, loads, result, notes)
    if as_json:
        typer.echo(json.dumps(page, indent=1))
    else:
        report.show(page)
