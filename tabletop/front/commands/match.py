"""`match` and `rate`: an agent against another one, or several, in paired games."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabletop.base.files import write_json
from tabletop.front.commands.files_of_commands import check_json_file
from tabletop.front.commands.options import (
    USUAL_LIMITS,
    Executor,
    FewJobs,
    LimitOptions,
    Preset,
    Seed,
    bots_beside,
    check_limits,
    limited,
    workers_of,
)
from tabletop.front.commands.shell import Shell
from tabletop.front.commands.tournament_files import kept_store

if TYPE_CHECKING:
    from tabletop.agents.isolation_options import Terms
    from tabletop.agents.programs.limits import Limits
    from tabletop.base.workers.tasks import Workers
    from tabletop.rate.matches.results import Results

Pairs = Annotated[int, typer.Option(help="Pairs of games: one seed, sides swapped.")]
Out = Annotated[Path | None, typer.Option(help="JSON file for the results.")]
Isolate = Annotated[bool, typer.Option("--isolate", help="Run bots from files in separate processes.")]
Kept = Annotated[
    Path | None, typer.Option("--store", help="File that stores the games during play: the same command continues.")
]
Luck = Annotated[
    bool, typer.Option("--luck", help="Measure luck in each game, and also show the score with the luck removed.")
]
Orders = Annotated[bool, typer.Option("--profile", help="Also show how often each agent gives each kind of order.")]


@limited
def match(
    context: typer.Context,
    first: Annotated[str, typer.Argument(help="An agent: random, a bot, ./my_bot.py, trained:runs/quick/agent …")],
    second: Annotated[str, typer.Argument(help="Its opponent.")],
    pairs: Pairs = 200,
    scenario: Preset = "",
    seed: Seed = 0,
    out: Out = None,
    profile: Orders = False,
    luck: Luck = False,
    executor: Executor = None,
    jobs: FewJobs = None,
    store: Kept = None,
    isolate: Isolate = False,
    limits: LimitOptions = USUAL_LIMITS,
) -> None:
    """Play two agents against each other."""
    how = How(pairs, scenario, seed, out, profile, luck, executor, jobs, store, isolate, limits.read(store))
    play_and_show(context, first, [second], how)


@limited
def rate(
    context: typer.Context,
    agent: Annotated[str, typer.Argument(help="The agent to be rated.")],
    opponents: Annotated[list[str] | None, typer.Argument(help="Its opponents; left out: the default ones.")] = None,
    pairs: Pairs = 200,
    scenario: Preset = "",
    seed: Seed = 0,
    out: Out = None,
    luck: Luck = False,
    executor: Executor = None,
    jobs: FewJobs = None,
    store: Kept = None,
    isolate: Isolate = False,
    limits: LimitOptions = USUAL_LIMITS,
) -> None:
    """Rate an agent against several opponents, in the same games against each."""
    from tabletop.agents.registry import opponents as usual

    # A store holds no games of an agent against itself.
    opponents = opponents or [name for name in usual(context.obj.game) if store is None or name != agent]
    how = How(pairs, scenario, seed, out, False, luck, executor, jobs, store, isolate, limits.read(store))
    play_and_show(context, agent, opponents, how)


def usual_scenario(agents: list[Any], shell: Shell) -> Any:
    """Return the scenario if none is named: the one that the first agent was made for, otherwise the default.

    Raises:
      ValueError: it was made for a scenario that isn't a preset.
    """
    for agent in agents:
        name, digest = _made_for(agent, shell)
        if name:
            try:
                scenario = shell.game.load(name)
            except ValueError:
                scenario = None
            if scenario is None or digest not in ("", scenario.digest()):
                raise ValueError(f"{agent.name} was made for {name}, which is no preset of today: give --scenario")
            return scenario
    return shell.game.load(shell.played)


def _made_for(agent: Any, shell: Shell) -> tuple[str, str]:
    """Return the name and the digest of the scenario that an agent was trained on, or has an opening book for."""
    from tabletop.agents.opening_book import BookAgent, scenario_of
    from tabletop.agents.trained import TrainedAgent

    if isinstance(agent, BookAgent):
        return scenario_of(agent.path, shell.game)
    if isinstance(agent, TrainedAgent) and "scenarios" not in agent.card:
        return str(agent.card.get("scenario", "")), agent.card.get("rules", {}).get("digest", "")
    return "", ""


@dataclass(frozen=True)
class How:
    """How matches are played and shown: options as typed, and the limits of bots in separate processes."""

    pairs: int
    scenario: str
    seed: int
    out: Path | None
    profile: bool
    luck: bool
    executor: str | None
    jobs: int | None
    store: Path | None
    isolate: bool
    limits: "Limits"

    @property
    def terms(self) -> "Terms":
        """On which agents that aren't built in take part."""
        from tabletop.agents.isolation_options import Terms

        return Terms(self.limits, in_process=not self.isolate)


def play_and_show(context: typer.Context, agent: str, opponents: list[str], how: How) -> None:
    """Play an agent against others, show the results, and write them to a file if requested."""
    from tabletop.agents.registry import check_once
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.rate.matches.pairs import read_pairs
    from tabletop.rate.matches.rating import FEW

    read_pairs(how.pairs, name="--pairs")
    if how.luck and how.pairs < FEW:
        typer.echo(f"--luck: from fewer than {FEW} pairs no score with the luck removed is told", err=True)
    check_once("agent", opponents)
    if how.profile and how.store is not None:
        raise ValueError("--profile counts orders, which --store doesn't keep: leave one of them out")
    check_json_file(how.out)
    workers = workers_of(how.executor, how.jobs, alone=True)
    with bots_beside():
        setting = _prepared(context, [agent, *opponents], how)
        announce_first_compilation(setting.game.package)
        with workers:
            play = _play if how.store is None else _play_with_store
            results = play(agent, opponents, setting, how, workers)
    _show(agent, results, setting, how)


def _prepared(context: typer.Context, names: Sequence[str], how: How) -> Any:
    """Return the scenario, when it is certain that all agents can play it."""
    from tabletop.agents.base import Separate, prepare

    shell: Shell = context.obj
    players = [how.terms.agent(name, shell.game) for name in names]
    check_limits(context, any(isinstance(player, Separate) for player in players))
    setting = shell.game.load(how.scenario) if how.scenario else usual_scenario(players, shell)
    for player in players:
        prepare(player, setting)
        if isinstance(player, Separate):
            player.close()
    return setting


def _show(agent: str, results: "dict[str, Results]", setting: Any, how: How) -> None:
    """Show results by opponent, and write them to a file if requested."""
    from tabletop.rate.matches.balance import lines
    from tabletop.rate.matches.faults import lines as fault_lines
    from tabletop.rate.matches.luck import words as luck_words
    from tabletop.rate.matches.results import balance_of, thinking
    from tabletop.rate.matches.results_table import profile_table, results_table, show

    summaries = {name: result.as_dict() for name, result in results.items()}
    show(results_table(f"{agent} on {setting.name}", summaries, setting.game))
    for line in lines(balance_of(list(results.values())), setting.game.teams[0]):
        typer.echo(line)
    for summary in summaries.values():
        for line in fault_lines(summary.get("fault_words", ())):
            typer.echo(line)
    for name, summary in summaries.items() if how.luck else ():
        typer.echo(f"{name}: {luck_words(summary['less_luck'])}")
    times = [
        thinking(name, result.seconds[who], result.timed_decisions[who])
        for number, (opponent, result) in enumerate(results.items())
        for who, name in enumerate((agent, opponent))
        if result.timed_decisions[who] and (who or not number)
    ]
    if times:
        typer.echo(f"thinking: {'; '.join(times)}", err=True)
    for name, summary in summaries.items() if how.profile else ():
        show(profile_table(agent, name, summary))
    if how.out is not None:
        write_json(how.out, summaries)


def _play(agent: str, opponents: list[str], setting: Any, how: How, workers: "Workers") -> "dict[str, Results]":
    """Play with a progress bar for each opponent."""
    from tabletop.rate.matches.parallel import rate
    from tabletop.rate.matches.progress import Bars

    with Bars() as bars:

        def progress(name: str, done: int, total: int) -> None:
            bars.show(f"games against {name}", done, total)

        return rate(agent, opponents, setting, how.pairs, how.seed, workers, progress, terms=how.terms, luck=how.luck)


def _play_with_store(
    agent: str, opponents: list[str], setting: Any, how: How, workers: "Workers"
) -> "dict[str, Results]":
    """Play with the store of a gauntlet; return the results of its games in the form of matches."""
    from tabletop.rate.tournament import run
    from tabletop.rate.tournament.definition import define_from
    from tabletop.rate.tournament.play import results_of

    names = [agent, *opponents]
    definition = define_from(names, [setting], how.pairs, how.seed, setting.game, how.terms, gauntlet=True)
    assert how.store is not None
    with kept_store("match", definition, how.store) as (database, bars):
        run.play(definition, database, workers, bars.show, luck=how.luck)
        rows, numbers = database.games(), {entrant.name: i for i, entrant in enumerate(database.agents(), 1)}
    results = {}
    for name in opponents:
        own = [row for row in rows if (row.first, row.second) == (numbers[agent], numbers[name])]
        results[name] = results_of(setting.game, agent, name, own[: 2 * how.pairs])
    return results
