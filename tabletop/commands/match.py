"""`match`: two agents against each other in paired games."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from tabletop.commands.places import check_file
from tabletop.commands.shell import Shell

Pairs = Annotated[int, typer.Option(help="Pairs of games: one seed, sides swapped.")]
Preset = Annotated[
    str,
    typer.Option(
        help="Preset or .toml file to be played; -drawn behind a preset: set up by lot. Left out: what the first "
        "trained agent was trained on, else the usual one."
    ),
]
Seed = Annotated[int, typer.Option(help="The same seed, the same games.")]
Out = Annotated[Path | None, typer.Option(help="JSON file for the results.")]
Orders = Annotated[bool, typer.Option("--profile", help="Show how often each gives which kind of order, too.")]


def match(
    context: typer.Context,
    first: Annotated[str, typer.Argument(help="An agent: random, a bot, ./my_bot.py, trained:runs/quick/agent …")],
    second: Annotated[str, typer.Argument(help="Its opponent.")],
    pairs: Pairs = 200,
    scenario: Preset = "",
    seed: Seed = 0,
    out: Out = None,
    profile: Orders = False,
) -> None:
    """Play two agents against each other."""
    play_and_show(context.obj, first, [second], pairs, scenario, seed, out, profile)


def usual_scenario(agents: list[Any], shell: Shell) -> Any:
    """Return what is played where no scenario is named: what the first trained agent was trained on, else the usual.

    Raises:
      ValueError: it was trained on a scenario that is no preset.
    """
    from tabletop.agents.trained import TrainedAgent

    for agent in agents:
        if isinstance(agent, TrainedAgent) and "scenarios" not in agent.card and (name := agent.card.get("scenario")):
            try:
                scenario = shell.game.load(str(name))
            except ValueError:
                scenario = None
            rules = agent.card.get("rules", {})
            if scenario is None or rules.get("digest", scenario.digest()) != scenario.digest():
                raise ValueError(f"{agent.name} was trained on {name}, which is no preset of today: give --scenario")
            return scenario
    return shell.game.load(shell.played)


def play_and_show(
    shell: Shell,
    agent: str,
    opponents: list[str],
    pairs: int,
    scenario: str,
    seed: int,
    out: Path | None,
    profile: bool = False,
) -> None:
    """Play an agent against others, show the results and write them to a file if wanted."""
    from tabletop.agents.base import prepare
    from tabletop.agents.registry import make
    from tabletop.compiling import announce_first_compilation

    check_file(out)
    game = shell.game
    rated, others = make(agent, game), {name: make(name, game) for name in opponents}
    setting = game.load(scenario) if scenario else usual_scenario([rated, *others.values()], shell)
    for each in (rated, *others.values()):
        prepare(each, setting)
    announce_first_compilation(setting.game.package)
    from tabletop.matches.balance import lines
    from tabletop.matches.match import balance_of
    from tabletop.matches.match import rate as play_all
    from tabletop.matches.progress import Bars
    from tabletop.matches.results_table import profile_table, results_table, show

    with Bars() as bars:

        def progress(name: str, done: int, total: int) -> None:
            bars.show(f"games against {name}", done, total)

        results = play_all(rated, others, setting, pairs, seed, progress)
    summaries = {name: result.as_dict() for name, result in results.items()}
    show(results_table(f"{agent} on {setting.name}", summaries, game))
    for line in lines(balance_of(list(results.values())), game.teams[0]):
        typer.echo(line)
    for name, summary in summaries.items() if profile else ():
        show(profile_table(agent, name, summary))
    if out is not None:
        out.write_text(json.dumps(summaries, indent=2) + "\n", encoding="utf-8")
