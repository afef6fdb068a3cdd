"""`rate`: an agent against several opponents, in the same paired games against each."""

from typing import Annotated

import typer

from tabletop.commands.match import Out, Pairs, Preset, Seed, play_and_show


def rate(
    context: typer.Context,
    agent: Annotated[str, typer.Argument(help="The agent to be rated.")],
    opponents: Annotated[list[str] | None, typer.Argument(help="Its opponents; left out: all built-in bots.")] = None,
    pairs: Pairs = 200,
    scenario: Preset = "",
    seed: Seed = 0,
    out: Out = None,
) -> None:
    """Rate an agent against several opponents, in the same games against each."""
    opponents = opponents or ["random", *context.obj.game.agents]
    play_and_show(context.obj, agent, opponents, pairs, scenario, seed, out)
