"""The core's functions for PaintBall: they also take the name of a preset or of an agent, or a record's text."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tabletop.game
from paintball_env.definition import PAINTBALL
from paintball_env.scenario import Scenario
from tabletop.agents import trained
from tabletop.agents.base import Agent
from tabletop.agents.registry import make
from tabletop.batch import simulator
from tabletop.batch.opponents import read_list
from tabletop.records import GameRecord
from tabletop.reset_options import named_scenario

if TYPE_CHECKING:
    from tabletop.datasets.write import DatasetSize, Source
    from tabletop.matches.match import Report
    from tabletop.matches.results import Results


class Game(tabletop.game.Game[Scenario]):
    """`tabletop.game.Game`; the scenario may also be a preset's name, or the path of a .toml file."""

    def __init__(
        self,
        scenario: Scenario | str | Path,
        seed: int = 0,
        start: str | None = None,
        results: Iterable[int | tuple[int, int]] | None = None,
    ) -> None:
        super().__init__(named_scenario(scenario, PAINTBALL), seed, start, results)


class Simulator(simulator.Simulator[Scenario]):
    """`tabletop.batch.simulator.Simulator`; the scenario may also be a preset's name, or the path of a .toml file."""

    def __init__(self, scenario: Scenario | str | Path, count: int = 1, *, seed: int = 0) -> None:
        super().__init__(named_scenario(scenario, PAINTBALL), count, seed=seed)


def make_agent(name: str) -> Agent:
    """Make an agent from its name: `hunter`, `trained:runs/quick/agent`, `./my_bot.py`.

    Raises:
      ValueError: no such agent or file, no such argument, or an invalid value; the message says what there is.
    """
    if not isinstance(name, str):
        raise ValueError(f"agent {name!r}: a name, such as 'hunter'")
    return make(name, PAINTBALL)


def play_match(
    first: Agent | str,
    second: Agent | str,
    scenario: Scenario | str | Path,
    pairs: int,
    seed: int = 0,
    report: "Report | None" = None,
    luck: bool = False,
) -> "Results":
    """Play a match: `tabletop.matches.match.play`; agents and scenarios may be names."""
    from tabletop.matches import match  # imported here, as below

    setting = named_scenario(scenario, PAINTBALL)
    return match.play(read_agent(first), read_agent(second), setting, pairs, seed, report, luck)


def play_recorded(
    first: Agent | str, second: Agent | str, scenario: Scenario | str | Path, seed: int
) -> GameRecord:
    """Play a game and record it: `tabletop.matches.single.play_recorded`; agents and scenarios may be names."""
    from tabletop.matches import single

    return single.play_recorded(read_agent(first), read_agent(second), named_scenario(scenario, PAINTBALL), seed)


def play_pairs(
    first: Agent | str, second: Agent | str, scenario: Scenario | str | Path, pairs: int, seed: int = 0
) -> Iterator[GameRecord]:
    """Yield the records of a match: `tabletop.datasets.sources.play_pairs`; agents and scenarios may be names."""
    from tabletop.datasets import sources

    return sources.play_pairs(read_agent(first), read_agent(second), named_scenario(scenario, PAINTBALL), pairs, seed)


def rate(
    agent: Agent | str,
    opponents: Mapping[str, Agent | str] | Iterable[Agent | str],
    scenario: Scenario | str | Path,
    pairs: int,
    seed: int = 0,
    progress: Callable[[str, int, int], None] | None = None,
    luck: bool = False,
) -> "dict[str, Results]":
    """Rate an agent: `tabletop.matches.match.rate`; agents and scenarios may be names; opponents may be a list.

    Raises:
      ValueError: there is no opponent, or two in a list have the same name.
      TypeError: the opponents are no list.
    """
    from tabletop.matches import match

    if isinstance(opponents, Mapping):
        by_name = {name: read_agent(opponent) for name, opponent in opponents.items()}
    else:
        agents = [read_agent(each) for each in ([opponents] if isinstance(opponents, str) else read_list(opponents))]
        by_name = {opponent.name: opponent for opponent in agents}
        if len(by_name) < len(agents):
            raise ValueError(f"opponents {', '.join(opponent.name for opponent in agents)}: one is named twice")
    if not by_name:
        raise ValueError("opponents: one or more")
    return match.rate(read_agent(agent), by_name, named_scenario(scenario, PAINTBALL), pairs, seed, progress, luck)


def read_agent(agent: Agent | str) -> Agent:
    """Return an agent as given, or made from its name; ValueError: it is neither."""
    if isinstance(agent, str):
        return make_agent(agent)
    if not callable(getattr(agent, "act", None)) or isinstance(agent, type):
        raise ValueError(f"agent {agent!r}: an agent, or its name")
    return agent


def save_agent(
    folder: str | Path,
    layers: Iterable[Any],
    scenario: Scenario | str | Path,
    *,
    activation: str = "relu",
    encoding: str | None = None,
    card: Mapping[str, Any] | None = None,
) -> str:
    """Save your own network as a trained agent: `tabletop.agents.trained.save_agent`; the scenario may be a name."""
    setting = named_scenario(scenario, PAINTBALL)
    return trained.save_agent(folder, layers, setting, activation=activation, encoding=encoding, card=card)


def read_record(text: str) -> GameRecord:
    """Read a game record from its text (docs/formats.md, "Game records"); RecordError names the line."""
    return GameRecord.read(text, PAINTBALL)


def write_dataset(out: str | Path, source: "Source", encoding: str | None = None) -> "DatasetSize":
    """Write a dataset of PaintBall's games: `tabletop.datasets.write.write_dataset` (docs/datasets.md)."""
    from tabletop.datasets import write  # imported here, so that playing a game doesn't wait for it

    return write.write_dataset(out, source, PAINTBALL, encoding)
