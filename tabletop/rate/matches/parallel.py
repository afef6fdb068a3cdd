"""Matches whose games are divided among workers (`tabletop.base.workers`): the results equal those of one process.

The result of a pair of games depends only on its seed and the two agents, never on the other pairs.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from tabletop.agents import policy_folder, trained
from tabletop.agents.base import Agent, Separate
from tabletop.agents.isolation_options import USUAL_TERMS, Terms
from tabletop.base.workers.tasks import Note, SerialWorkers, Workers, answers
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.rate.matches import match
from tabletop.rate.matches.match import play_seeds
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.matches.results import Results, joined

FIRST_PART = 4  # pairs: the speed of the two agents isn't known yet
MOST = 128  # pairs: with more side by side scripted bots are no faster, and policies slower
MOST_AGENTS = 16  # kept at a time: some have processes
_agents: dict[tuple[Any, ...], Agent] = {}  # the most recently used one is last


class Policy(NamedTuple):
    """A trained policy, which need not be in a folder, and its name."""

    name: str
    weights: policy_folder.Weights


Player = str | Policy  # an agent by its name, or a policy


@dataclass(frozen=True)
class Meeting:
    """What all tasks that play games share: who plays what.

    Attributes:
      game: what is played.
      scenario: as JSON.
      first, second: the agents.
      terms: on which agents that aren't built in take part.
    """

    game: GameDefinition
    scenario: str
    first: Player
    second: Player
    terms: Terms = field(default=USUAL_TERMS, kw_only=True)

    @property
    def words(self) -> str:
        """The task's name in messages."""
        return f"{_name(self.first)} against {_name(self.second)}"

    def agents(self) -> tuple[Agent, Agent]:
        """Return the two agents; those with names are reused from earlier tasks of this process."""
        return kept_agent(self.first, 0, self.game, self.terms), kept_agent(self.second, 1, self.game, self.terms)

    def setting(self) -> Scenario:
        """Return the scenario."""
        return kept_scenario(self.scenario, self.game)


@dataclass(frozen=True)
class Part(Meeting):
    """A task: a part of a match, the pairs with these seeds; an agent's fault ends it.

    Attributes:
      start: number of its first pair.
      seeds: of the pairs.
      luck: whether to measure luck.
    """

    start: int
    seeds: tuple[int, ...]
    luck: bool = False

    def work(self, note: Note) -> Results:
        """Play it."""
        return play_seeds(*self.agents(), self.setting(), np.array(self.seeds, np.uint64), luck=self.luck)


def rate(
    agent: Player,
    opponents: Sequence[str],
    scenario: Scenario,
    pairs: int,
    seed: int,
    workers: Workers,
    progress: Callable[[str, int, int], None] | None = None,
    terms: Terms = USUAL_TERMS,
    luck: bool = False,
) -> dict[str, Results]:
    """Like `tabletop.rate.matches.match.rate_here`, by workers, which make the agents themselves: names, or a policy.

    Args:
      agent: to be rated.
      opponents: by name.
      scenario: what is played.
      pairs: pairs of games against each, 1 or more.
      seed: decides everything.
      workers: play the games; must be idle.
      progress: called with the opponent's name, the number of games finished, and of games in all.
      terms: on which agents that aren't built in take part.
      luck: whether to measure luck in each game.

    Returns:
      The results by opponent.

    Raises:
      WorkError: an agent's fault, or a process that died repeatedly.
      ValueError, AgentError: as in `tabletop.rate.matches.match.rate_here`, if `workers` are this process.
    """
    game = scenario.game
    if isinstance(workers, SerialWorkers):
        players = {name: make_player(name, game, terms) for name in opponents}
        return match.rate_here(make_player(agent, game, terms), players, scenario, pairs, seed, progress, luck)
    results = {}
    for name in opponents:
        report = None if progress is None else partial(progress, name)
        results[name] = _play((game, scenario.to_json(), agent, name), terms, pairs, seed, workers, report, luck)
    return results


def _play(
    meeting: tuple[GameDefinition, str, Player, Player],
    terms: Terms,
    pairs: int,
    seed: int,
    workers: Workers,
    report: match.Report | None,
    luck: bool,
) -> Results:
    """Play a match; its parts grow, and become small again at the end, so that the workers finish together."""
    seeds = tuple(int(pair_seed) for pair_seed in pair_seeds(seed, pairs))

    def tasks() -> Iterator[Part]:
        start, size = 0, FIRST_PART
        while start < pairs:
            yield Part(*meeting, start, seeds[start : start + size], luck, terms=terms)
            start += size
            size = min(2 * size, max(FIRST_PART, (pairs - start) // (2 * workers.jobs)), MOST)

    parts: dict[int, Results] = {}
    games_done = 0
    for task, results in answers(workers, tasks()):
        assert isinstance(task, Part)
        parts[task.start] = results
        games_done += 2 * len(task.seeds)
        if report is not None:
            report(games_done, 2 * pairs)
    return joined([results for _, results in sorted(parts.items())])


def make_player(player: Player, game: GameDefinition, terms: Terms = USUAL_TERMS) -> Agent:
    """Make an agent; errors as in `tabletop.agents.registry.make`."""
    return terms.agent(player, game) if isinstance(player, str) else trained.player(player.weights, player.name)


def _name(player: Player) -> str:
    return player if isinstance(player, str) else player.name


def kept_agent(player: Player, number: int, game: GameDefinition, terms: Terms) -> Agent:
    """Return an agent, reused from an earlier task of this process if possible; errors as in `make_player`.

    Args:
      player: the agent.
      number: 0 for the first agent, 1 for the second: they are different objects, so that none plays itself.
      game: what it plays.
      terms: on which it takes part.
    """
    if not isinstance(player, str):
        return make_player(player, game, terms)
    key = (player, number, game, terms)
    agent = _agents.pop(key, None)
    _agents[key] = agent = agent or make_player(player, game, terms)
    while len(_agents) > MOST_AGENTS:
        _close(_agents.pop(next(iter(_agents))))
    return agent


def forget_agents() -> None:
    """Drop the agents that were made in this process, and end their processes."""
    while _agents:
        _close(_agents.popitem()[1])


def _close(agent: Agent) -> None:
    if isinstance(agent, Separate):
        agent.close()


@lru_cache(maxsize=16)
def kept_scenario(text: str, game: GameDefinition) -> Scenario:
    """Return the scenario described by this JSON, reused from an earlier task of this process if possible."""
    scenario: Scenario = game.from_json(text)
    return scenario
