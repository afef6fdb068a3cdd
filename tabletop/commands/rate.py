"""`paintball rate`: an agent against several opponents, in the same paired games against each."""

from typing import Annotated

import typer

from tabletop.commands.match import SCENARIO, Out, Pairs, Preset, Seed, play_and_show

DEFAULT = ["random", "hunter", "sentinel", "raider"]
app = typer.Typer(add_completion=False)


@app.command()
def rate(
    agent: Annotated[str, typer.Argument(help="The agent to be rated.")],
    opponents: Annotated[list[str] | None, typer.Argument(help="Its opponents; left out: all built-in bots.")] = None,
    pairs: Pairs = 200,
    scenario: Preset = SCENARIO,
    seed: Seed = 0,
    out: Out = None,
) -> None:
    """Rate an agent against several opponents, in the same games against each."""
    play_and_show("rate", agent, opponents or DEFAULT, pairs, scenario, seed, out)
