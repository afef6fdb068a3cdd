"""`compare` and `sweep`: scenarios, played by the same bots with the same seeds: balance, draws, length, endings."""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import asdict
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabletop.base.files import write_json
from tabletop.front.commands.files_of_commands import check_json_file
from tabletop.front.commands.options import Executor, FewJobs, Seed, bots_beside, workers_of

if TYPE_CHECKING:
    from tabletop.base.workers.tasks import Workers
    from tabletop.game.definition import GameDefinition, Scenario
    from tabletop.rate.matches.results import Results

MOST = 100  # maximum number of variants: with so many, one is far outside its interval by luck
Bots = Annotated[
    list[str] | None, typer.Option(help="A bot; all play each other and themselves; can be given several times.")
]
Pairs = Annotated[int, typer.Option(help="Pairs of games of each two bots: one seed, sides swapped.")]


def compare(
    context: typer.Context,
    one: Annotated[str, typer.Argument(help="Preset or .toml file.")],
    other: Annotated[str, typer.Argument(help="The scenario that it is compared with.")],
    bot: Bots = None,
    pairs: Pairs = 100,
    seed: Seed = 0,
    executor: Executor = None,
    jobs: FewJobs = None,
    out: Annotated[Path | None, typer.Option(help="JSON file for the differences.")] = None,
) -> None:
    """Compare two scenarios, also on two grounds: what differs, with 95 % intervals; how many games tell."""
    from tabletop.agents.registry import opponents
    from tabletop.play.faults import faults_of
    from tabletop.rate.matches.comparison import compare as differences
    from tabletop.rate.matches.comparison import words
    from tabletop.rate.matches.pairs import read_pairs

    read_pairs(pairs, 2, "--pairs")
    check_json_file(out)
    workers = workers_of(executor, jobs, alone=True)
    game = context.obj.game
    names = bot or list(opponents(game)[1:])
    scenarios = [_load(game, text) for text in (one, other)]
    for scenario, text in zip(scenarios, (one, other), strict=True):
        if wrong := faults_of(scenario):
            raise ValueError("\n".join(f"{text}: {line}" for line in wrong))
    numbered = {str(number): scenario for number, scenario in enumerate(scenarios, 1)}
    played = [results for _, results in play_all(names, numbered, pairs, seed, workers)]
    comparisons = differences(*played)
    games = 2 * pairs * len(played[0])
    typer.echo(f"{one} and {other}: {', '.join(names)}; {games} games each, seed {seed}")
    width = max(len(comparison.what) for comparison in comparisons) + 1
    typer.echo(f"{'':{width}}{'first':>9}{'second':>9}{'difference':>12}  95 % interval")
    for comparison in comparisons:
        one_value, other_value = comparison.value(comparison.one), comparison.value(comparison.other)
        apart, ends = comparison.apart()
        typer.echo(f"{comparison.what:{width}}{one_value:>9}{other_value:>9}{apart:>12}  {ends}")
        typer.echo(f"{'':{width}}{words(comparison)}")
    if out is not None:
        data = {"one": one, "other": other, "bots": names, "pairs": pairs, "seed": seed}
        write_json(out, data | {"differences": [asdict(comparison) for comparison in comparisons]})


def sweep(
    context: typer.Context,
    scenario: Annotated[str, typer.Argument(help="Preset or .toml file.")],
    values: Annotated[
        list[str], typer.Argument(help="A scenario's key and its values, KEY=6,8,12; several keys: all combinations.")
    ],
    bot: Bots = None,
    pairs: Pairs = 100,
    seed: Seed = 0,
    executor: Executor = None,
    jobs: FewJobs = None,
    out: Annotated[Path | None, typer.Option(help="JSON file for the measurements.")] = None,
) -> None:
    """Measure a scenario with several values of its numbers: side balance, draws, length, how games end."""
    from tabletop.agents.registry import opponents
    from tabletop.rate.matches.balance import endings_in_words
    from tabletop.rate.matches.comparison import compare, words
    from tabletop.rate.matches.pairs import read_pairs
    from tabletop.rate.matches.results import balance_of

    read_pairs(pairs, 2, "--pairs")
    check_json_file(out)
    workers = workers_of(executor, jobs, alone=True)
    game = context.obj.game
    names = bot or list(opponents(game)[1:])
    variants = variants_of(game, scenario, values)
    width = max(len(label) for label in variants)
    measured: dict[str, dict[str, Any]] = {}
    first: list[Results] = []
    try:
        for label, results in play_all(names, variants, pairs, seed, workers):
            if not measured:
                games = 2 * pairs * len(results)
                typer.echo(f"{scenario}: {', '.join(names)}; {games} games each, seed {seed}")
            measured[label] = balance = balance_of(results)
            score, low, high = (100 * balance[f"{game.teams[0]}_{name}"] for name in ("score", "low", "high"))
            typer.echo(
                f"{label:{width}}  {game.teams[0].capitalize()} {score:.1f} % ({low:.1f} to {high:.1f}), "
                f"drawn {100 * balance['drawn']:.1f} %, {balance['mean_turns']:.1f} turns"
            )
            typer.echo(f"{'':{width}}  ended: {endings_in_words(balance)}")
            if first:
                comparison = compare(first, results)[0]
                difference, ends = comparison.apart()
                typer.echo(f"{'':{width}}  against the first {difference} ({ends}): {words(comparison)}")
            first = first or results
    finally:
        # What had been measured when it was stopped is kept, too, but not in the place of something whole.
        if out is not None and measured and (len(measured) == len(variants) or not out.exists()):
            write_json(out, {"bots": names, "pairs": pairs, "seed": seed, "variants": measured})


def _load(game: "GameDefinition[Any]", text: str) -> "Scenario":
    """Return a scenario of the game, or of one that the same bots play on another ground; ValueError: none has it."""
    from tabletop.game.modules import part_of_game

    try:
        return game.load(text)
    except ValueError:
        for place in game.relatives:
            try:
                return part_of_game(place).load(text)
            except ValueError:
                continue
        raise


def variants_of(game: "GameDefinition[Any]", name: str, values: list[str]) -> "dict[str, Scenario]":
    """Return the requested scenarios, each by its description; ValueError of one line."""
    from tabletop.play.faults import faults_of

    base = json.loads(game.load(name).to_json())
    lists = []
    for text in values:
        key, equals, value_list = map(str.strip, text.partition("="))
        if not (equals and key and value_list):
            raise ValueError(f"{text}: a key and its values are meant, KEY=6,8,12")
        lists.append([(key, _meant(game, base, key, value)) for value in _items(text, value_list)])
    for key in (keys := [text.partition("=")[0].strip() for text in values]):
        if keys.count(key) > 1:
            raise ValueError(f"{key} is named twice: give all its values at once, {key}=6,8,12")
    variants: dict[str, Scenario] = {}
    for combination in product(*lists):
        label = " ".join(f"{key}={_words(value)}" for key, value in combination)
        if label in variants:
            raise ValueError(f"{label} is given twice")
        data = deepcopy(base)
        for key, value in combination:
            _put(data, key, value)
        try:
            variants[label] = setting = game.from_json(json.dumps(data, default=str))
            wrong = faults_of(setting)
        except (KeyError, TypeError, ValueError) as error:  # also of a game that doesn't check its keys
            raise ValueError(f"{label}: {str(error).removeprefix('scenario: ')}") from None
        # A changed scenario under a preset's name is a fault, but here it is intended.
        if wrong := [line for line in wrong if not line.startswith("name:")]:
            raise ValueError(f"{label}: {wrong[0]}")
    if len(variants) > MOST:
        raise ValueError(f"{len(variants)} variants: at most {MOST}")
    return variants


def _items(text: str, value_list: str) -> list[Any]:
    """Return the values of a list as typed: TOML's, or words without quotes; ValueError: one of them is empty."""
    with suppress(tomllib.TOMLDecodeError):
        return list(tomllib.loads(f"values = [{value_list}]")["values"])
    items: list[Any] = []
    for item in map(str.strip, _split(value_list)):
        if not item:
            raise ValueError(f"{text}: an empty value among them")
        try:
            items.append(tomllib.loads(f"value = {item}")["value"])
        except tomllib.TOMLDecodeError:  # a word without quotes
            if set(item) & set("[]{}"):
                raise ValueError(f"{text}: no list of values, KEY=6,8,12 or KEY=[1],[1,6]") from None
            items.append(item)
    return items


def _split(value_list: str) -> list[str]:
    """The values of a list as typed, parted by the commas outside of brackets."""
    items, depth = [""], 0
    for letter in value_list:
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and depth == 0:
            items.append("")
        else:
            items[-1] += letter
    return items


def _words(value: Any) -> str:
    """A value as it is typed."""
    return "none" if value is None else value if isinstance(value, str) else json.dumps(value, default=str)


def _put(data: Any, key: str, value: Any) -> None:
    """Write a value into plain data; an entry of a list is named by its number, from 0: `blue.0.men`."""
    *parents, last = key.split(".")
    for part in parents:
        data = data[_number(data, key, part)] if isinstance(data, list) else data.setdefault(part, {})
        if not isinstance(data, dict | list):
            raise ValueError(f"{key}: {part} is a value, no table")
    data[_number(data, key, last) if isinstance(data, list) else last] = value


def _number(entries: list[Any], key: str, part: str) -> int:
    """The number of a list's entry in a key."""
    if not part.isdecimal() or int(part) >= len(entries):
        there_are = f"its entries are 0 to {len(entries) - 1}" if entries else "it has no entries"
        raise ValueError(f"{key}: {part} is no entry of a list; {there_are}")
    return int(part)


def _meant(game: "GameDefinition[Any]", base: Any, key: str, value: Any) -> Any:
    """The value, but nothing (null) for the word `none` where the key takes no such word: TOML has no other one."""
    for meant in ("none", None) if value == "none" else ():
        with suppress(KeyError, TypeError, ValueError):
            data = deepcopy(base)
            _put(data, key, meant)
            game.from_json(json.dumps(data))
            return meant
    return value


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
