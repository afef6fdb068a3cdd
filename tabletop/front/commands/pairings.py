"""Matches between all of several agents in several scenarios: what `compare` and `sweep` measure."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from tabletop.front.commands.isolation_options import bots_beside

if TYPE_CHECKING:
    from tabletop.base.workers.tasks import Workers
    from tabletop.game.definition import Scenario
    from tabletop.rate.matches.results import Results


def play_all(
    names: Sequence[str], scenarios: "Mapping[str, Scenario]", pairs: int, seed: int, workers: "Workers"
) -> "Iterator[tuple[str, list[Results]]]":
    """Play each agent against each agent and itself in each scenario, with the same seeds; progress is shown.

    A scenario's name and results are yielded as soon as they are there.

    Args:
      names: of the agents.
      scenarios: of one game, by the names that are shown during play.
      pairs: number of pairs of games of each two.
      seed: of the games.
      workers: play the games; they are terminated.

    Raises:
      ValueError: no such agent, one that is named twice, or one that can't play a scenario; before any game is played.
    """
    from tabletop.agents.base import prepare
    from tabletop.agents.registry import check_once, make
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.rate.matches.parallel import rate
    from tabletop.rate.matches.progress import Bars

    check_once("agent", names)
    for scenario in scenarios.values():
        for name in names:
            with bots_beside():
                prepare(make(name, scenario.game), scenario)
        announce_first_compilation(scenario.game.package)
    with workers:
        for label, scenario in scenarios.items():
            played: list[Results] = []
            with Bars() as bars, bots_beside():
                for first, second in combinations_with_replacement(names, 2):

                    def report(opponent: str, done: int, total: int, of: str = f"{label}: {first} against") -> None:
                        bars.show(f"{of} {opponent}", done, total)

                    played += rate(first, [second], scenario, pairs, seed, workers, report).values()
            yield label, played
