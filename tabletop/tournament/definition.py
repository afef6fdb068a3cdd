"""What a tournament is: a game, agents, scenarios, pairs, seed, and fingerprints: results must not be mixed up."""

import ast
import hashlib
import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from tabletop.agents.base import Agent, prepare
from tabletop.agents.registry import make
from tabletop.agents.trained import TrainedAgent
from tabletop.compiling import imported, roots, shown, sources
from tabletop.definition import GameDefinition, Scenario
from tabletop.records import format_versions

FORMAT = 1  # of the store
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
      agents: who takes part; each pair of them plays, the earlier one being the pairing's first.
      scenarios: what is played.
      pairs: pairs of games of each pairing in each scenario.
      seed: of the games.
      versions: by name; what must not differ between games of one table.
    """

    game: GameDefinition
    agents: tuple[Entrant, ...]
    scenarios: tuple[Scenario, ...]
    pairs: int
    seed: int
    versions: dict[str, str]

    @property
    def pairings(self) -> list[tuple[str, str, str]]:
        """Scenario, first and second agent by name, in the order of the table."""
        couples = list(combinations([agent.name for agent in self.agents], 2))
        return [(scenario.name, first, second) for scenario in self.scenarios for first, second in couples]


def versions(game: GameDefinition) -> dict[str, str]:
    """Return what results depend on besides agents, scenario and seed."""
    return {
        "format": str(FORMAT),
        "game": game.name,
        "rules": rules_digest(game),
        "formats": format_versions(game),
        "observation": str(game.versions["observation"]),
    }


def define(names: list[str], scenarios: list[str], pairs: int, seed: int, game: GameDefinition) -> Definition:
    """Check a tournament before anything is played.

    Args:
      names: agents, as the registry makes them.
      scenarios: presets or files.
      pairs: of games, 1 or more.
      seed: 0 to 2^63 - 1.
      game: what the agents play.

    Raises:
      ValueError: in one line what can't be: an unknown agent, one that can't play a scenario, one named twice …
      AgentError: an agent's code failed, in one line.
    """
    if len(names) < 2:
        raise ValueError(f"a tournament needs two or more agents, not {len(names)}")
    for what, given in (("agent", names), ("scenario", scenarios)):
        for text in given:
            if given.count(text) > 1:
                raise ValueError(f"{what} {text} is named twice")
    if pairs < 1:
        raise ValueError(f"a pairing has at least one pair of games, not {pairs}")
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"seed {seed}: it lies between 0 and 2^63 - 1")
    settings = [game.load(text) for text in scenarios]
    for one, other in combinations(settings, 2):
        if one.name == other.name:
            raise ValueError(f"two scenarios are called {one.name}: give one of them another name")
    entrants = []
    for name in names:
        agent = make(name, game)
        for setting in settings:
            game.start_record(setting)
            prepare(agent, setting)
        entrants.append(Entrant(name, agent_digest(agent, name, game)))
    return Definition(game, tuple(entrants), tuple(settings), pairs, seed, versions(game))


def rules_digest(game: GameDefinition) -> str:
    """Return the fingerprint of a game's rules: of all files that compiled code is made from, bots left out."""
    return _digest(_rule_files(game), game)


def _rule_files(game: GameDefinition) -> list[Path]:
    bots = roots(game.package).get(f"{game.package}.bots")
    return [path for path in sources(game.package) if bots is None or not path.is_relative_to(bots)]


def agent_digest(agent: Agent, name: str, game: GameDefinition) -> str:
    """Return the fingerprint of an agent: of its weights, or of its code with all that it imports of ours or beside it.

    Files and folders that its name mentions count too, with their content.
    """
    own = inspect.getmodule(type(agent))
    file = Path(inspect.getsourcefile(own) or "") if own is not None else Path()
    named = [path for part in _parts(name) if (path := Path(part)).exists()]
    key = hashlib.sha256(_digest(_closure(file, game) if file.is_file() else [], game).encode())
    if isinstance(agent, TrainedAgent):
        # Its card tells more than what it plays by: cost, scores.
        key.update(repr((sorted(agent.weights.played.items()), agent.temperature)).encode())
        for name, array in sorted(agent.weights.arrays.items()):
            key.update(f"{name} {array.shape}".encode() + np.ascontiguousarray(array).tobytes())
    else:
        for path in named:
            files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
            key.update(_digest((p for p in files if "__pycache__" not in p.parts), game).encode())
    return key.hexdigest()[:LETTERS]


def _parts(name: str) -> list[str]:
    """The pieces of an agent's name that may be paths."""
    pieces = [name]
    for mark in ":,=":
        pieces += [part for piece in pieces for part in piece.split(mark)]
    return sorted({piece for piece in pieces if "/" in piece or piece.endswith((".py", ".toml"))})


def _closure(file: Path, game: GameDefinition) -> list[Path]:
    """A file and those of the core's and the game's, and of the files beside it, that it imports, directly or not.

    The files of the rules are left out: they have a fingerprint of their own.
    """
    closure, todo = {file}, [file]
    folders, rules = roots(game.package), set(_rule_files(game))
    while todo:
        path = todo.pop()
        try:
            those = [*imported(path, folders), *_beside(path, file.parent)]
        except SyntaxError:  # reported when the file is run
            continue
        for other in (one for one in those if one not in rules):
            if other not in closure:
                closure.add(other)
                todo.append(other)
    return sorted(closure, key=lambda path: _shown(path, game))


def _beside(path: Path, folder: Path) -> Iterator[Path]:
    """The files in a folder that a file imports, if modules are looked for in that folder, packages with them."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        bases: list[Path] = []
        if isinstance(node, ast.Import):
            bases = [folder.joinpath(*alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = path.parents[node.level - 1] if node.level else folder
            base = base.joinpath(*(node.module or "").split("."))
            bases = [base, *(base / alias.name for alias in node.names)]
        for base in bases:
            packages = [above / "__init__.py" for above in (base, *base.parents) if above.is_relative_to(folder)]
            for other in (base.with_name(base.name + ".py"), *packages):
                if other.is_file():
                    yield other


def _shown(path: Path, game: GameDefinition) -> str:
    """A file's name in fingerprints: the same wherever a folder lies."""
    return shown(path, roots(game.package))


def _digest(paths: Iterable[Path], game: GameDefinition) -> str:
    key = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        key.update(f"{_shown(path, game)}\0{len(content)}\0".encode() + content)
    return key.hexdigest()[:LETTERS]
