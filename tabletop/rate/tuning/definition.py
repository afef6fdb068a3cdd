"""What is tuned: an agent, its numbers, the opponents, the scenarios; checked before any game is played."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabletop.agents.base import Agent, prepare
from tabletop.agents.numbers import FILE, Range, kind_of, read_number
from tabletop.agents.registry import AgentSpec, check_once, make, opponents, read
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.rate.matches.pairs import read_pairs
from tabletop.rate.matches.rating import DRAW
from tabletop.rate.tournament.definition import agent_digest, check_scenarios, versions

FEWEST = 4  # minimum number of candidates: fewer have no best ones


@dataclass(frozen=True)
class Number:
    """A number that is tuned.

    Attributes:
      name: of the argument.
      range: of its values.
      start: where the search begins.
      whole: whether it is an integer.
    """

    name: str
    range: Range
    start: float
    whole: bool

    def value(self, share: float) -> float | int:
        """Return the value at a share of the range, with four digits: what a file contains is then what was played."""
        value = self.range.low + share * (self.range.high - self.range.low)
        return round(value) if self.whole else min(max(float(f"{value:.4g}"), self.range.low), self.range.high)

    def share(self) -> float:
        """Return the share of the range at which the search begins."""
        return (self.start - self.range.low) / (self.range.high - self.range.low)


@dataclass(frozen=True)
class Tuning:
    """What is tuned, and how.

    Attributes:
      agent: as it was specified.
      numbers: those that are tuned.
      opponents: those that every candidate plays, by name.
      scenarios: those on which it plays each of them.
      population: candidates of a generation, C.
      pairs: of games of each candidate, against each opponent on each scenario.
      spread: the first candidates' standard deviation, as a share of each number's range.
      seed: decides everything.
      draw: what a drawn game counts where candidates are compared, 0 to 1.
    """

    agent: AgentSpec
    numbers: tuple[Number, ...]
    opponents: dict[str, Agent]
    scenarios: tuple[Scenario, ...]
    population: int
    pairs: int
    spread: float
    seed: int
    draw: float

    @property
    def game(self) -> GameDefinition:
        """The game whose scenarios are played."""
        return self.scenarios[0].game

    def key(self) -> dict[str, str]:
        """Return everything that the result depends on, except the number of generations, as text by name."""
        ranges = [f"{n.name}={n.range.low:g}:{n.range.high:g} from {n.start:g}" for n in self.numbers]
        return versions(self.game) | {
            "agent": described({self.agent.text: self.agent.make()}, self.game),
            "numbers": ", ".join(ranges),
            "opponents": described(self.opponents, self.game),
            "scenarios": ", ".join(f"{scenario.name} {scenario.digest()[:16]}" for scenario in self.scenarios),
            "population": str(self.population),
            "pairs": str(self.pairs),
            "spread": f"{self.spread:g}",
            "seed": str(self.seed),
            "draw": f"{self.draw:g}",
        }

    def values(self, shares: Any) -> dict[str, float | int]:
        """Return a candidate's numbers by name; shares: float64[N]."""
        return {number.name: number.value(float(share)) for number, share in zip(self.numbers, shares, strict=True)}


def define(
    agent: str,
    against: list[str],
    scenarios: list[str],
    wanted: list[str],
    game: GameDefinition,
    *,
    population: int,
    pairs: int,
    spread: float,
    seed: int,
    draw: float = DRAW,
) -> Tuning:
    """Check what is to be tuned before any game is played.

    Args:
      agent: as the registry takes it; numbers typed in its name stay as they are, those of a file are where the search
        begins.
      against: its opponents' names; none: the game's default opponents, except `random`.
      scenarios: presets or files.
      wanted: numbers to be tuned, `name`, or `name=low:high` with a range; none: all that have a range, except those
        given in the agent's name itself.
      game: what is played.
      population: candidates of a generation, FEWEST or more.
      pairs: of games, 1 or more.
      spread: above 0, at most 1.
      seed: 0 to 2^63 - 1.
      draw: 0 to 1.

    Raises:
      ValueError: an invalid argument, in one line.
      AgentError: an agent's code failed, in one line.
    """
    if population < FEWEST:
        raise ValueError(f"--population {population}: {FEWEST} or more")
    read_pairs(pairs, name="--pairs")
    if not 0.0 < spread <= 1.0:
        raise ValueError(f"--spread {spread:g}: above 0, and at most 1")
    check_seed(seed)
    if not 0.0 <= draw <= 1.0:
        raise ValueError(f"--draw {draw:g}: 0 to 1")
    panel, settings = panel_of(against, game), tuple(game.load(text) for text in scenarios)
    check_once("scenario", scenarios)
    check_scenarios(settings)
    spec = read(agent, game)
    for setting in settings:
        for player in (spec.make(), *panel.values()):
            prepare(player, setting)
    return Tuning(spec, _numbers(spec, wanted), panel, settings, population, pairs, spread, seed, draw)


def check_seed(seed: int) -> None:
    """Refuse a seed that isn't 0 to 2^63 - 1; ValueError."""
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"--seed {seed}: it lies between 0 and 2^63 - 1")


def panel_of(against: list[str], game: GameDefinition) -> dict[str, Agent]:
    """Return the opponents by name; none named: the game's default opponents, except `random`; ValueError."""
    names = against or list(opponents(game)[1:]) or ["random"]
    check_once("agent", names)
    return {name: make(name, game) for name in names}


def described(agents: Mapping[str, Agent], game: GameDefinition) -> str:
    """Return agents as text: their names, each with its fingerprint."""
    return ", ".join(f"{name} {agent_digest(agent, name, game)}" for name, agent in agents.items())


def _numbers(spec: AgentSpec, texts: list[str]) -> tuple[Number, ...]:
    kinds = {key: kind_of(parameter) for key, parameter in spec.parameters.items()}
    ranges = {key: within for key, (kind, within) in kinds.items() if kind in (int, float)}
    if not ranges:
        raise ValueError(f"agent {spec.name!r} has no numbers to tune")
    if not texts:
        texts = [key for key, within in ranges.items() if within is not None and key not in spec.typed]
        if not texts:
            example = f"--number {next(iter(ranges))}=LOW:HIGH"
            raise ValueError(f"agent {spec.name!r}: no number with a range is left; say {example}")
    numbers: dict[str, Number] = {}
    for text in texts:
        key, equals, span = text.partition("=")
        if key not in ranges:
            raise ValueError(f"--number {text}: agent {spec.name!r} has the numbers {', '.join(ranges)}")
        if key in numbers:
            raise ValueError(f"--number {text}: {key} is named twice")
        if key in spec.typed:
            raise ValueError(f"--number {text}: {key} is typed with the agent, so it stays as it is; leave one out")
        within = _range(text, span) if equals else ranges[key]
        if within is None:
            raise ValueError(f"--number {text}: {key} has no range of its own; say {key}=LOW:HIGH")
        kind, allowed = kinds[key]
        for end in within:
            read_number(spec.name, key, end, kind, allowed)
        start = spec.arguments.get(key, spec.parameters[key].default)
        if not isinstance(start, int | float):
            raise ValueError(f"--number {text}: say where {key} begins, in a file: {spec.by_file(Path('my.toml'))}")
        numbers[key] = Number(key, within, min(max(float(start), within.low), within.high), kind is int)
    return tuple(numbers.values())


def _range(text: str, span: str) -> Range:
    low, colon, high = span.partition(":")
    try:
        within = Range(float(low), float(high))
    except ValueError:
        within = Range(0.0, 0.0)
    if not colon or not within.low < within.high:
        raise ValueError(f"--number {text}: a range is meant, the lower end first: name=0:1")
    return within


def argument_file(tuning: Tuning, numbers: dict[str, float | int], above: str) -> str:
    """Return the text of the file that defines the agent with these numbers (tabletop.agents.numbers.read_file)."""
    arguments = {key: value for key, value in tuning.agent.arguments.items()} | numbers
    lines = [f"{key} = {_toml(value)}" for key, value in arguments.items()]
    return f"{above}\nagent = {_toml(tuning.agent.name)}\n\n[{FILE}]\n" + "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
