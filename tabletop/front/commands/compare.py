"""`compare`: two scenarios, played by the same bots with the same seeds: side balance, draws, length, endings."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from tabletop.front.commands.executors import Executor, FewJobs, workers_of
from tabletop.front.commands.files_of_commands import check_json_file
from tabletop.front.commands.pairings import play_all


def compare(
    context: typer.Context,
    one: Annotated[str, typer.Argument(help="Preset or .toml file.")],
    other: Annotated[str, typer.Argument(help="The scenario that it is compared with.")],
    bot: Annotated[
        list[str] | None, typer.Option(help="A bot; all play each other and themselves; can be given several times.")
    ] = None,
    pairs: Annotated[int, typer.Option(help="Pairs of games of each two bots: one seed, sides swapped.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    executor: Executor = None,
    jobs: FewJobs = None,
    out: Annotated[Path | None, typer.Option(help="JSON file for the differences.")] = None,
) -> None:
    """Compare two scenarios: what differs, with 95 % intervals, and how many games it takes to know."""
    from tabletop.agents.registry import opponents
    from tabletop.play.faults import faults_of
    from tabletop.rate.matches.comparison import compare as differences
    from tabletop.rate.matches.comparison import words
    from tabletop.rate.matches.pairs import read_pairs

    read_pairs(pairs, 2, "--pairs")
    check_json_file(out)
    workers = workers_of(executor, jobs, alone=True)
    game = context.obj.game
    names = bot or list(opponents(game)[1:])
    scenarios = [game.load(text) for text in (one, other)]
    for scenario, text in zip(scenarios, (one, other), strict=True):
        if wrong := faults_of(scenario):
            raise ValueError("\n".join(f"{text}: {line}" for line in wrong))
    numbered = {str(number): scenario for number, scenario in enumerate(scenarios, 1)}
    played = [results for _, results in play_all(names, numbered, pairs, seed, workers)]
    comparisons = differences(*played)
    games = 2 * pairs * len(played[0])
    typer.echo(f"{one} and {other}: {', '.join(names)}; {games} games each, seed {seed}")
    width = max(len(comparison.what) for comparison in comparisons) + 1
    typer.echo(f"{'':{width}}{'first':>9}{'second':>9}{'difference':>12}  95 % interval")
    for comparison in comparisons:
        one_value, other_value = comparison.value(comparison.one), comparison.value(comparison.other)
        apart, ends = comparison.apart()
        typer.echo(f"{comparison.what:{width}}{one_value:>9}{other_value:>9}{apart:>12}  {ends}")
        typer.echo(f"{'':{width}}{words(comparison)}")
    if out is not None:
        from tabletop.base.files import write_json

        data = {"one": one, "other": other, "bots": names, "pairs": pairs, "seed": seed}
        write_json(out, data | {"differences": [asdict(comparison) for comparison in comparisons]})
