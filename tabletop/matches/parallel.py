"""Matches whose games are shared out among workers (`tabletop.executors`): the same results as of one process.

What comes of a pair of games depends on its seed and the two agents alone, never on the pairs beside it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from tabletop.agents import trained
from tabletop.agents.base import Agent, Separate
from tabletop.agents.terms import USUAL_TERMS, Terms
from tabletop.definition import GameDefinition, Scenario
from tabletop.executors.tasks import Note, SerialWorkers, Workers, answers
from tabletop.matches import match
from tabletop.matches.match import Results, joined, pair_seeds, play_seeds

FIRST_PART = 4  # pairs: how fast two agents are isn't known yet
MOST = 128  # pairs: scripted bots are no faster with more side by side, and policies slower
MOST_AGENTS = 16  # kept at a time: some have processes
_agents: dict[tuple[Any, ...], Agent] = {}  # the one last used is the last


class Policy(NamedTuple):
    """A trained policy that need not lie in a folder, and what it is called."""

    name: str
    weights: trained.Weights


Player = str | Policy  # an agent by its name, or a policy


@dataclass(frozen=True)
class Meeting:
    """What tasks of games have: who plays what.

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
        """What it is, in messages."""
        return f"{_name(self.first)} against {_name(self.second)}"

    def agents(self) -> tuple[Agent, Agent]:
        """The two agents, those with names as they were made for an earlier task of this process."""
        return kept_agent(self.first, 0, self.game, self.terms), kept_agent(self.second, 1, self.game, self.terms)

    def setting(self) -> Scenario:
        """The scenario."""
        return kept_scenario(self.scenario, self.game)


@dataclass(frozen=True)
class Part(Meeting):
    """A task: a part of a match, of pairs with these seeds; an agent's fault ends it.

    Attributes:
      start: number of its first pair.
      seeds: of the pairs.
      luck: measure what dice do.
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
    """Play an agent against each of several opponents, in the same games against each (`tabletop.matches.match.rate`).

    Args:
      agent: to be rated.
      opponents: by name.
      scenario: what is played.
      pairs: pairs of games against each, 1 or more.
      seed: decides everything.
      workers: who play; they have nothing to do.
      progress: told of the opponent's name, games finished and games in all.
      terms: on which agents that aren't built in take part.
      luck: measure what dice do in each game.

    Returns:
      The results by opponent.

    Raises:
      WorkError: an agent's fault, or a process that died again and again.
      ValueError, AgentError: as of `tabletop.matches.match.rate`, where `workers` are this process.
    """
    game = scenario.game
    if isinstance(workers, SerialWorkers):
        players = {name: made(name, game, terms) for name in opponents}
        return match.rate(made(agent, game, terms), players, scenario, pairs, seed, progress, luck)
    results = {}
    for name in opponents:
        report = None if progress is None else partial(progress, name)
        results[name] = _play((game, scenario.to_json(), agent, name), terms, pairs, seed, workers, report, luck)
    return results


def _play(
    who: tuple[GameDefinition, str, Player, Player],
    terms: Terms,
    pairs: int,
    seed: int,
    workers: Workers,
    report: match.Report | None,
    luck: bool,
) -> Results:
    """Play a match; its parts grow, and are small again at the end, so that the workers end together."""
    seeds = tuple(int(one) for one in pair_seeds(seed, pairs))

    def tasks() -> Iterator[Part]:
        start, size = 0, FIRST_PART
        while start < pairs:
            yield Part(*who, start, seeds[start : start + size], luck, terms=terms)
            start += size
            size = min(2 * size, max(FIRST_PART, (pairs - start) // (2 * workers.jobs)), MOST)

    parts: dict[int, Results] = {}
    done = 0
    for task, results in answers(workers, tasks()):
        assert isinstance(task, Part)
        parts[task.start] = results
        done += 2 * len(task.seeds)
        if report is not None:
            report(done, 2 * pairs)
    return joined([results for _, results in sorted(parts.items())])


def made(player: Player, game: GameDefinition, terms: Terms = USUAL_TERMS) -> Agent:
    """Make an agent; errors as of `tabletop.agents.registry.make`."""
    return terms.agent(player, game) if isinstance(player, str) else trained.player(player.weights, player.name)


def _name(player: Player) -> str:
    return player if isinstance(player, str) else player.name


def kept_agent(player: Player, number: int, game: GameDefinition, terms: Terms) -> Agent:
    """Return an agent as it was made for an earlier task of this process; errors as of `made`.

    Args:
      player: the agent.
      number: another object as the first (0) than as the second (1), so that none plays itself.
      game: what it plays.
      terms: on which it takes part.
    """
    if not isinstance(player, str):
        return made(player, game, terms)
    key = (player, number, game, terms)
    agent = _agents.pop(key, None)
    _agents[key] = agent = agent or made(player, game, terms)
    while len(_agents) > MOST_AGENTS:
        _close(_agents.pop(next(iter(_agents))))
    return agent


def forget_agents() -> None:
    """Let go of the agents that were made in this process, and end their own processes."""
    while _agents:
        _close(_agents.popitem()[1])


def _close(agent: Agent) -> None:
    if isinstance(agent, Separate):
        agent.close()


@lru_cache(maxsize=16)
def kept_scenario(text: str, game: GameDefinition) -> Scenario:
    """Return the scenario that JSON says, as it was read for an earlier task of this process."""
    scenario: Scenario = game.from_json(text)
    return scenario
