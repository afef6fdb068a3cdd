"""The core's functions for the games of one kind, which take agents, scenarios and records by name or as text.

What they call is imported when they are called, so that who needs one of them loads no others.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import isfunction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np

from tabletop.agents.base import Agent
from tabletop.agents.registry import make
from tabletop.base.errors import brief
from tabletop.env.arguments import in_own_name
from tabletop.env.batch.opponents import read_list
from tabletop.env.batch.simulator import Simulator
from tabletop.env.batch.tree import TreeSearch
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.play.game import Game
from tabletop.play.reset_options import named_scenario, read_scenario
from tabletop.show.viewer import notebook  # noqa: F401  games and records that show themselves

if TYPE_CHECKING:
    from tabletop.agents.batch_player import BatchPlayer
    from tabletop.base.arrays import Int64, Records
    from tabletop.base.workers.tasks import Workers
    from tabletop.env.open_spiel import OpenSpielGame
    from tabletop.game.definition import Encoding
    from tabletop.game.header import Record
    from tabletop.learn.datasets.write import DatasetSize, Source
    from tabletop.play.records import GameRecord
    from tabletop.rate.matches.match import Report
    from tabletop.rate.matches.results import Results

S = TypeVar("S", bound=Scenario)
Named = Scenario | str | Path  # a preset's name, or the path of a .toml file


class NamedGame(Game[S]):
    """`tabletop.play.game.Game`; the scenario may also be a preset's name, or the path of a .toml file.

    Attributes:
      functions: those of the game's kind.
    """

    functions: ClassVar["GameFunctions[Any]"]

    @in_own_name
    def __init__(
        self,
        scenario: Named,
        seed: int = 0,
        start: str | None = None,
        results: Iterable[int | tuple[int, int]] | None = None,
    ) -> None:
        super().__init__(self.functions.scenario(scenario), seed, start, results)


class NamedSimulator(Simulator[S]):
    """`tabletop.env.batch.simulator.Simulator`; the scenario may also be a preset's name, or a .toml file's path."""

    functions: ClassVar["GameFunctions[Any]"]

    @in_own_name
    def __init__(self, scenario: Named, count: int = 1, *, seed: int = 0) -> None:
        super().__init__(self.functions.scenario(scenario), count, seed=seed)


class NamedTreeSearch(TreeSearch):
    """`tabletop.env.batch.tree.TreeSearch`; the scenario may also be a preset's name, or a .toml file's path."""

    functions: ClassVar["GameFunctions[Any]"]

    @in_own_name
    def __init__(self, /, scenario: Named, count: int = 1, **options: Any) -> None:
        super().__init__(self.functions.scenario(scenario), count, **options)


class GameFunctions(Generic[S]):
    """The functions for one kind of games; a scenario of another kind is refused.

    Attributes:
      definition: as given.
    """

    def __init__(self, definition: GameDefinition[S]) -> None:
        self.definition = definition

    def presets(self) -> list[str]:
        """The names of the game's own scenarios."""
        return list(self.definition.presets())

    def scenario(self, scenario: Named) -> S:
        """Return a scenario as given, or by its name; ValueError: there is no such scenario of this game."""
        return named_scenario(scenario, self.definition)

    def make_agent(self, name: str) -> Agent:
        """Make an agent from its name: of a bot, `trained:runs/quick/agent`, `./my_bot.py`.

        Raises:
          ValueError: no such agent or file, no such argument, or an invalid value; the message says what there is.
        """
        if not isinstance(name, str):
            raise ValueError(f"agent {name!r}: a name, such as {next(iter(self.definition.agents), 'random')!r}")
        return make(name, self.definition)

    def read_agent(self, agent: Agent | str) -> Agent:
        """Return an agent as given, or made from its name; ValueError: it is neither."""
        if isinstance(agent, str):
            return self.make_agent(agent)
        if not callable(getattr(agent, "act", None)) or isinstance(agent, type):
            words = f"agent {agent!r}: an agent, or its name"
            hint = "; a function plays in environments and in batches of games, or inside a Bot or a Batched"
            raise ValueError(words + (hint if callable(agent) and not isinstance(agent, type) else ""))
        return agent

    def as_opponent(self, agent: Agent | str, scenario: Named) -> "BatchPlayer":
        """Return an agent as an opponent in batches: `tabletop.agents.batch_player.batch_player`; both may be names."""
        from tabletop.agents.batch_player import batch_player

        return batch_player(self.read_agent(agent), self.scenario(scenario))

    def play_match(
        self,
        first: Agent | str,
        second: Agent | str,
        scenario: Named,
        pairs: int,
        seed: int = 0,
        report: "Report | None" = None,
        luck: bool = False,
    ) -> "Results":
        """Play a match of pairs of games, both of one seed, with sides swapped (`tabletop.rate.matches.match.play`).

        Args:
          first: an agent, or its name.
          second: its opponent; it may be the same agent.
          scenario: the scenario, its name, or the path of a .toml file.
          pairs: number of pairs, 1 or more; each is two games.
          seed: of the match; it gives each pair its seed.
          report: is called with the numbers of games done and in all; None: nobody is told.
          luck: whether to measure what the dice have done for the first agent; takes longer.

        Returns:
          The results, arrays [pairs, 2]. Their `rating()` has the score of `first` with a 95 % interval.

        Raises:
          ValueError: no such agent or scenario, or an agent that can't play it.
          AgentError: an agent has failed; the message says where.
        """
        from tabletop.rate.matches import match

        setting = self.scenario(scenario)
        return match.play(self.read_agent(first), self.read_agent(second), setting, pairs, seed, report, luck)

    def play_recorded(self, first: Agent | str, second: Agent | str, scenario: Named, seed: int) -> "GameRecord":
        """Play and record a game: `tabletop.rate.matches.single.play_recorded`; agents and scenarios may be names."""
        from tabletop.rate.matches import single

        return single.play_recorded(self.read_agent(first), self.read_agent(second), self.scenario(scenario), seed)

    def play_pairs(
        self, first: Agent | str, second: Agent | str, scenario: Named, pairs: int, seed: int = 0
    ) -> "Iterator[GameRecord]":
        """Yield the records of a match: `tabletop.learn.datasets.sources.play_pairs`, which may also be given names."""
        from tabletop.learn.datasets import sources

        setting = self.scenario(scenario)
        return sources.play_pairs(self.read_agent(first), self.read_agent(second), setting, pairs, seed)

    def rate(
        self,
        agent: Agent | str,
        opponents: Mapping[str, Agent | str] | Iterable[Agent | str],
        scenario: Named,
        pairs: int,
        seed: int = 0,
        progress: Callable[[str, int, int], None] | None = None,
        luck: bool = False,
    ) -> "dict[str, Results]":
        """Play a match against each of several opponents, by the same seeds (`tabletop.rate.matches.match.rate_here`).

        Args:
          agent: an agent, or its name.
          opponents: a list of agents or names; or a dict of them by the names that the results shall have.
          scenario: as in `play_match`.
          pairs: number of pairs against each opponent.
          seed: of each match.
          progress: is called with an opponent's name, and the numbers of games done and in all; None: nobody is told.
          luck: as in `play_match`.

        Returns:
          The results by the opponent's name; of each, `rating()` has the agent's score with a 95 % interval.

        Raises:
          ValueError: there is no opponent, or two in a list have the same name; else as `play_match`.
          TypeError: the opponents are no list.
        """
        from tabletop.rate.matches import match

        if isinstance(opponents, Mapping):
            by_name = {name: self.read_agent(opponent) for name, opponent in opponents.items()}
        else:
            listed = [opponents] if isinstance(opponents, str) else read_list(opponents)
            agents = [self.read_agent(each) for each in listed]
            by_name = {opponent.name: opponent for opponent in agents}
            if len(by_name) < len(agents):
                raise ValueError(f"opponents {', '.join(opponent.name for opponent in agents)}: one is named twice")
        if not by_name:
            raise ValueError("opponents: one or more")
        return match.rate_here(self.read_agent(agent), by_name, self.scenario(scenario), pairs, seed, progress, luck)

    def random_games(
        self,
        scenario: Named,
        count: int,
        seed: int,
        limit: int | None = None,
        parallel: bool = False,
        encoding: "Encoding | str | None" = None,
        workers: "Workers | None" = None,
    ) -> "tuple[Records, Int64]":
        """Play whole games at random: `tabletop.env.batch.playouts.random_games`; `limit` None: to their ends."""
        from tabletop.env.batch import playouts

        return playouts.random_games(self.scenario(scenario), count, seed, limit, parallel, encoding, workers)

    def save_agent(
        self,
        folder: str | Path,
        network: Any,
        scenario: Named,
        *,
        activation: str = "relu",
        reads: str = "observations",
        encoding: str | None = None,
        card: Mapping[str, Any] | None = None,
    ) -> str:
        """Save your network as a trained agent: `tabletop.agents.trained.save_agent`; the scenario may be a name."""
        from tabletop.agents import trained

        setting = self.scenario(scenario)
        options: dict[str, Any] = {"activation": activation, "reads": reads, "encoding": encoding, "card": card}
        return trained.save_agent(folder, network, setting, **options)

    def format_position(self, scenario: Named, game: "Game[Any] | Records | Record") -> str:
        """Write a position as a line of text; game: a `Game`, a record, or an array of one; ValueError: another one."""
        setting = self.scenario(scenario)
        games = np.asarray(getattr(game, "games", game)).reshape(-1)
        if getattr(game, "scenario", setting) != setting or games.dtype != setting.record_type or len(games) != 1:
            raise ValueError(f"game {brief(game)}: a Game of {setting.name}, or a record of one")
        return self.definition.format_position(setting, games)

    def parse_position(self, scenario: Named, text: str) -> "Records":
        """Read a position, an array of one game record: the game's `parse_position`."""
        return self.definition.parse_position(self.scenario(scenario), text)

    def read_record(self, record: str | Path) -> "GameRecord":
        """Read a game record (docs/formats.md, "Game records").

        Args:
          record: its text, or its file as a `Path`.

        Raises:
          RecordError: something is wrong; it names the line, and the file.
          ValueError: there is no such file, or it can't be read.
        """
        from tabletop.play.records import GameRecord, RecordError

        if isinstance(record, Path):
            return GameRecord.load(record, self.definition)
        if isinstance(record, str) and len(record.splitlines()) == 1:
            raise RecordError(f"{brief(record)}: this is one line of text, no record; a file is given as a Path")
        return GameRecord.read(record, self.definition)

    def write_dataset(self, out: str | Path, source: "Source", encoding: str | None = None) -> "DatasetSize":
        """Write a dataset of this game's games: `tabletop.learn.datasets.write.write_dataset` (docs/datasets.md)."""
        from tabletop.learn.datasets import write

        return write.write_dataset(out, source, self.definition, encoding)

    def open_spiel_game(self, scenario: Named | None = None, **options: Any) -> "OpenSpielGame":
        """Make OpenSpiel's game, with chance nodes (docs/trainers.md).

        Args:
          scenario: a Scenario, a preset's name, a file's path, or None: the default.
          options: `start`, `encoding`, `limit`, `max_game_length` of `tabletop.env.open_spiel.OpenSpielGame`.

        Raises:
          ImportError: OpenSpiel is not installed.
          ValueError: one line saying what is wrong with an argument.
        """
        from tabletop.env.open_spiel import OpenSpielGame  # OpenSpiel is an extra

        return OpenSpielGame(read_scenario(scenario, self.definition), **options)


for _name, _function in vars(GameFunctions).items():
    if isfunction(_function) and not _name.startswith("_"):
        _function.__qualname__ = _name  # games offer it under this name, in which wrong arguments are to be refused
