"""`rate`: an agent against several opponents, in the same paired games against each."""

from typing import Annotated

import typer

from tabletop.front.commands.executors import Executor, FewJobs
from tabletop.front.commands.isolation_options import USUAL_LIMITS, LimitOptions, limited
from tabletop.front.commands.match import How, Isolate, Kept, Luck, Out, Pairs, Preset, Seed, play_and_show


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
