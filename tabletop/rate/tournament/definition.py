"""What a tournament is: game, agents, scenarios, pairs, seed, and fingerprints, so that results never get mixed up."""

import hashlib
import inspect
import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from itertools import combinations
from pathlib import Path

from tabletop.agents.base import Agent, AgentError, Separate, prepare
from tabletop.agents.from_file import ISOLATED, check_code, is_file, parts
from tabletop.agents.isolation_options import USUAL_TERMS, Terms
from tabletop.agents.numbers import FILE, files_in
from tabletop.agents.opening_book import BookAgent
from tabletop.agents.policy import PolicyBot
from tabletop.agents.programs.agent import Program
from tabletop.agents.programs.command import is_installed
from tabletop.agents.registry import check_once
from tabletop.agents.search import Search
from tabletop.agents.trained import TrainedAgent
from tabletop.compiled.fingerprints import apart, display_name, followed, roots, sources
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.play.records import format_versions
from tabletop.rate.matches.pairs import read_pairs

FORMAT = 1  # of the store
LIMITS, GAUNTLET = "limits", "gauntlet"  # versions that not every tournament has
LETTERS = 16  # hex digits of a fingerprint


@dataclass(frozen=True)
class Entrant:
    """An agent that takes part: its name as typed, and the fingerprint of what it is."""

    name: str
    digest: str


@dataclass(frozen=True)
class Definition:
    """A tournament.

    Attributes:
      game: whose scenarios are played.
      agents: who takes part; each pair of them plays, and the earlier one is the pairing's first agent.
      scenarios: the scenarios that are played.
      pairs: number of pairs of games of each pairing in each scenario.
      seed: of the games.
      versions: by name; they must be the same for all games of a table.
      terms: on which agents that aren't built in take part.
      gauntlet: only the first agent plays, against each of the others.
      walls: what isolates all bots in separate processes, in words; None: there are none.
      called: by name, how programs call themselves.
    """

    game: GameDefinition
    agents: tuple[Entrant, ...]
    scenarios: tuple[Scenario, ...]
    pairs: int
    seed: int
    versions: dict[str, str]
    terms: Terms = USUAL_TERMS
    gauntlet: bool = False
    walls: tuple[str, ...] | None = None
    called: Mapping[str, str] = field(default_factory=dict)

    @property
    def couples(self) -> list[tuple[str, str]]:
        """The first and the second agent of each pairing, by name, in the table's order."""
        couples = combinations([agent.name for agent in self.agents], 2)
        return [couple for couple in couples if not self.gauntlet or couple[0] == self.agents[0].name]

    @property
    def pairings(self) -> list[tuple[str, str, str]]:
        """Scenario, first and second agent by name, in the table's order."""
        return [(scenario.name, *couple) for scenario in self.scenarios for couple in self.couples]


def versions(game: GameDefinition) -> dict[str, str]:
    """Return the versions that results depend on, besides agents, scenario and seed."""
    return {
        "format": str(FORMAT),
        "game": game.name,
        "rules": rules_digest(game),
        "formats": format_versions(game),
        "observation": str(game.versions["observation"]),
    }


def define(
    names: list[str],
    scenarios: list[str],
    pairs: int,
    seed: int,
    game: GameDefinition,
    terms: Terms = USUAL_TERMS,
    gauntlet: bool = False,
) -> Definition:
    """Check a tournament before any game is played.

    Args:
      names: agents, as the registry takes them.
      scenarios: presets or files.
      pairs: of games, 1 or more.
      seed: 0 to 2^63 - 1.
      game: what the agents play.
      terms: on which agents that aren't built in take part.
      gauntlet: only the first agent plays, against each of the others.

    Raises:
      ValueError: an unknown agent, one that can't play a scenario, one named twice …, in one line; of several agents
        a line each.
      AgentError: an agent's code failed, likewise.
    """
    if len(names) < 2:
        raise ValueError(f"a tournament needs two or more agents, not {len(names)}")
    check_once("scenario", scenarios)
    read_pairs(pairs, name="--pairs")
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"seed {seed}: it lies between 0 and 2^63 - 1")
    return define_from(names, [game.load(text) for text in scenarios], pairs, seed, game, terms, gauntlet)


def check_scenarios(settings: Sequence[Scenario]) -> None:
    """Refuse two scenarios of one name, whose results could not be told apart; ValueError."""
    for first, second in combinations(settings, 2):
        if first.name == second.name:
            raise ValueError(f"two scenarios are called {first.name}: give one of them another name")


def define_from(
    names: list[str],
    settings: Sequence[Scenario],
    pairs: int,
    seed: int,
    game: GameDefinition,
    terms: Terms = USUAL_TERMS,
    gauntlet: bool = False,
) -> Definition:
    """Like `define`, with scenarios that are already loaded."""
    check_once("agent", names)
    check_scenarios(settings)
    for setting in settings:
        game.start_record(setting)
    agents, walls = _checked(names, settings, game, terms)
    entrants = [Entrant(name, agent_digest(agent, name, game)) for name, agent in zip(names, agents, strict=True)]
    numbers = versions(game)
    if walls is not None:
        numbers[LIMITS] = terms.limits.text()
    if gauntlet:
        numbers[GAUNTLET] = names[0]
    wall_words = None if walls is None else tuple(walls)
    called = {
        name: agent.called
        for name, agent in zip(names, agents, strict=True)
        if isinstance(agent, Program) and agent.called
    }
    return Definition(game, tuple(entrants), tuple(settings), pairs, seed, numbers, terms, gauntlet, wall_words, called)


def _checked(
    names: list[str], settings: Sequence[Scenario], game: GameDefinition, terms: Terms
) -> tuple[list[Agent], list[str] | None]:
    """Make the agents and let each prepare itself for each scenario.

    Returns:
      The agents, and the walls that all bots in separate processes have; None: there are no such bots.

    Raises:
      ValueError, AgentError: of those that can't take part, each in one line. What can be told without starting a
        bot's process is told first.
    """
    refusals: dict[str, Exception] = {}
    agents: dict[str, Agent] = {}
    walls: list[list[str]] = []

    def check(name: str, step: Callable[[], None]) -> None:
        try:
            step()
        except (ValueError, AgentError) as error:
            refusals[name] = error

    def make(name: str) -> None:
        agents[name] = agent = terms.agent(name, game)
        if not isinstance(agent, Separate):
            for setting in settings:
                prepare(agent, setting)
        elif is_file(name.removeprefix(ISOLATED)):
            check_code(parts(name.removeprefix(ISOLATED))[0])

    def start(name: str) -> None:
        agent = agents[name]
        assert isinstance(agent, Separate)
        try:
            for setting in settings:
                agent.prepare(setting)
            if isinstance(agent, Program):
                walls.append(agent.walls or [])
        finally:
            agent.close()

    for name in names:
        check(name, partial(make, name))
    _refuse(names, refusals)
    separate = [name for name in names if isinstance(agents[name], Separate)]
    # The first one alone: what is compiled for all is compiled once. Each start waits for another process.
    for some in (separate[:1], separate[1:]):
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            deque(threads.map(lambda name: check(name, partial(start, name)), some), maxlen=0)
    _refuse(names, refusals)
    common = None if not walls else [wall for wall in walls[0] if all(wall in others for others in walls)]
    return [agents[name] for name in names], common


def _refuse(names: list[str], refusals: dict[str, Exception]) -> None:
    """Raise what speaks against these agents, if anything does: of several the lines together."""
    errors = [refusals[name] for name in names if name in refusals]
    if len(errors) == 1:
        raise errors[0]
    if errors:
        kind = AgentError if all(isinstance(error, AgentError) for error in errors) else ValueError
        raise kind("\n".join(str(error) for error in errors))


def rules_digest(game: GameDefinition) -> str:
    """Return the fingerprint of a game's rules: of all files that compiled code is made from, except bots."""
    return _digest(_rule_files(game), game)


def _rule_files(game: GameDefinition) -> list[Path]:
    bots = roots(game.package).get(f"{game.package}.bots")
    return [path for path in sources(game.package) if bots is None or not path.is_relative_to(bots)]


def agent_digest(agent: Agent, name: str, game: GameDefinition) -> str:
    """Return an agent's fingerprint: of its weights, or of its code with all imports from our packages and its folder.

    Files and folders named in its name are included with their content.
    """
    if isinstance(agent, BookAgent):
        inner_digest = agent_digest(agent.agent, agent.agent.name, game)
        return hashlib.sha256(inner_digest.encode() + agent.path.read_bytes()).hexdigest()[:LETTERS]
    words = _parts(name)
    if isinstance(agent, Program):
        bot_name = name.removeprefix(ISOLATED)
        own_file = parts(bot_name)[0].resolve() if is_file(bot_name) else Path()
        if not is_file(bot_name):
            words = [word for word in agent.command.words if not is_installed(Path(word))]
    else:
        module = inspect.getmodule(type(agent))
        own_file = Path(inspect.getsourcefile(module) or "") if module is not None else Path()
    named_paths = [Path(word) for word in words if os.path.exists(word)]
    code = code_of(agent, own_file, game)
    if own_file.is_file() and not built_in_file(code, game):
        named_paths += [path for path in _values(name, own_file.parent) if path not in named_paths]
    key = hashlib.sha256(_digest(code, game).encode())
    if isinstance(agent, (TrainedAgent, Search)):
        for part, content in agent.plays_by:
            key.update(part.encode() + content)
    # A trained agent's card contains more than what decides how it plays, such as cost and scores.
    if not isinstance(agent, TrainedAgent):
        for path in named_paths:
            files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
            key.update(_digest((p for p in files if "__pycache__" not in p.parts), game).encode())
        if not built_in_file(code, game):
            data = _mentioned(code + [path for path in named_paths if path.is_file()])
            if data:
                key.update(_digest(data, game).encode())
    return key.hexdigest()[:LETTERS]


def built_in_file(code: list[Path], game: GameDefinition) -> bool:
    """Tell whether an agent's code is entirely from our packages."""
    return bool(code) and not apart(code, roots(game.package))


def _mentioned(code: list[Path]) -> list[Path]:
    """Return the files in and one level below the code's folders whose names the code mentions, such as weights."""
    paths = set()
    own, around = set(code), cache(_around)
    for path in code:
        content = path.read_bytes()
        for file in around(path.parent):
            if file.name.encode() in content and file not in own and file.is_file():
                paths.add(file)
    return sorted(paths)


def _around(folder: Path) -> list[Path]:
    """Return what is in a folder and one level below it."""
    neighbours = [entry for entry in folder.iterdir() if not entry.name.startswith((".", "__"))]
    return [inner for entry in neighbours for inner in (_inside(entry) if entry.is_dir() else [entry])]


def _inside(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _parts(name: str) -> list[str]:
    """Return the parts of an agent's name that may be paths."""
    pieces = [name]
    for mark in ":,=":
        pieces += [part for piece in pieces for part in piece.split(mark)]
    return sorted({piece for piece in pieces if "/" in piece or piece.endswith((".py", ".toml"))} | {*files_in(name)})


def _values(name: str, folder: Path) -> list[Path]:
    """Return the files that the arguments of an agent name, from the current folder or from its own.

    Not those of `numbers=`, which are looked for in the current folder alone, and counted already.
    """
    arguments = (argument.partition("=") for argument in name.partition(".py:")[2].split(","))
    values = {value for key, equals, value in arguments if equals and key != FILE}
    paths = {place / value for value in values for place in (Path(), folder)}
    return sorted(path for path in paths if os.path.isfile(path))  # also where the name is too long


def code_of(agent: Agent, own_file: Path, game: GameDefinition) -> list[Path]:
    """Return the files with an agent's code: from the core, the game, and the folder of its own file."""
    files = [own_file] if own_file.is_file() else []
    if isinstance(agent, (PolicyBot, Search)):
        # It gets its policy and numbers from the game, and imports nothing of it.
        modules = (import_module(name) for name in (game.planning or game.kernels, type(game).__module__))
        files += [Path(inspect.getsourcefile(module) or "") for module in modules]
    return _closure(files, game)


def _closure(files: Iterable[Path], game: GameDefinition) -> list[Path]:
    """Return files with all their direct and indirect imports from the core, the game, and the folder of each file.

    The files of the rules are left out: they have their own fingerprint.
    """
    folders = roots(game.package)
    paths = followed(files, folders, known=set(_rule_files(game)))
    return sorted(paths, key=partial(display_name, folders=folders))


def _digest(paths: Iterable[Path], game: GameDefinition) -> str:
    key, folders = hashlib.sha256(), roots(game.package)
    for path in paths:
        content = path.read_bytes()
        key.update(f"{display_name(path, folders)}\0{len(content)}\0".encode() + content)
    return key.hexdigest()[:LETTERS]
