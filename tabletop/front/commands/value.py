"""`value`: how true the values are that agents expect of positions, by a set of positions that were played out."""

import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabletop.base.files import write_json
from tabletop.front.commands.files_of_commands import check_json_file
from tabletop.front.commands.options import Executor, FewJobs, bots_beside, workers_of

if TYPE_CHECKING:
    from tabletop.rate.values.errors import Figure

FOLDER = Path("runs/truth")


def value(
    context: typer.Context,
    agents: Annotated[
        list[str],
        typer.Argument(help="A trained agent; game: the game's own values. Others are compared with the first."),
    ],
    scenario: Annotated[str | None, typer.Option(help="Preset or .toml file; left out: the game's default.")] = None,
    positions: Annotated[int, typer.Option(help="Positions of the set; more are made if it has fewer.")] = 500,
    playouts: Annotated[int, typer.Option(help="Games played from each position.")] = 64,
    by: Annotated[str | None, typer.Option(help="The agent that plays them; left out: the first agent.")] = None,
    source: Annotated[
        list[str] | None, typer.Option(help="An agent whose games positions are taken from; several times: all pairs.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the set: the same seed gives the same positions and games.")] = 1,
    truth: Annotated[Path | None, typer.Option(help="The set's file; left out: in runs/truth.")] = None,
    executor: Executor = None,
    jobs: FewJobs = None,
    out: Annotated[Path | None, typer.Option(help="JSON file for the numbers.")] = None,
) -> None:
    """Compare the values that agents expect with the results of play-outs, with 95 % intervals."""
    from tabletop.agents.registry import opponents
    from tabletop.base.errors import one_line
    from tabletop.env.batch.simulator import Simulator
    from tabletop.rate.matches.progress import Bars
    from tabletop.rate.values.errors import FEWEST, GAME, value_errors, values_of
    from tabletop.rate.values.truth import truth_set

    check_json_file(out)
    if positions < FEWEST:
        raise ValueError(f"--positions {positions}: at least {FEWEST}")
    game = context.obj.game
    chosen = game.load(scenario or context.obj.played)
    player, sources = (
        by or next((name for name in agents if name != GAME), opponents(game)[-1]),
        source or opponents(game),
    )
    if truth is None:
        truth = FOLDER / f"{chosen.name}-{re.sub(r'[^a-z0-9]+', '-', player.lower())}-{playouts}-{seed}.json"
    with bots_beside(), workers_of(executor, jobs, alone=True) as workers, Bars() as bars:
        begun = Simulator(chosen)
        begun.begin()
        for agent in agents:  # who values nothing is refused before hours of play
            values_of(agent, chosen, begun.games)
        truth.parent.mkdir(parents=True, exist_ok=True)
        made = truth_set(
            chosen, player, sources, positions=positions, playouts=playouts, seed=seed, path=truth, workers=workers,
            tell=lambda done, wanted: bars.show("play-outs", done, wanted, ""),
        )  # fmt: skip
        shown, differences = value_errors(agents, made, positions)
    typer.echo(f"{chosen.name}: {positions} positions, {playouts} play-outs each by {player} ({truth})")
    width = max(map(len, agents)) + 2
    typer.echo(f"{'':{width}}{'error variance':26}{'R2':26}{'slope':26}bias")
    for each in shown:
        figures = (each.error, each.explained, each.slope, each.bias)
        typer.echo(f"{each.agent:{width}}{''.join(f'{_words(figure):26}' for figure in figures)}".rstrip())
    for agent, difference in zip(agents[1:], differences, strict=True):
        typer.echo(one_line(f"{agent} - {agents[0]}: error variance {_words(difference, '+')}"))
    for each in shown:
        typer.echo(f"{each.agent}: mean results of the tenths of positions by value")
        for group in each.groups:
            typer.echo(f"  {group.value:+.3f}  {_words(group.result, '+')}")
    if out is not None:
        head = made.head() | {"positions": positions}
        more = [figure._asdict() for figure in differences]
        write_json(out, {"set": head, "agents": [asdict(each) for each in shown], "differences": more})


def _words(figure: "Figure", sign: str = "") -> str:
    return f"{figure.value:{sign}.3f} ({figure.low:{sign}.3f} to {figure.high:{sign}.3f})"
