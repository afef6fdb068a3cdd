"""`sweep`: a scenario with several values of some numbers, played by the same bots with the same seeds."""

import json
import tomllib
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabletop.commands.executors import Executor, FewJobs, workers_of
from tabletop.commands.pairings import play_all
from tabletop.commands.places import check_file

if TYPE_CHECKING:
    from tabletop.definition import GameDefinition, Scenario
    from tabletop.matches.comparison import Difference

MOST = 100  # maximum number of variants: with so many, one is far outside its interval by luck


def sweep(
    context: typer.Context,
    scenario: Annotated[str, typer.Argument(help="Preset or .toml file.")],
    values: Annotated[
        list[str], typer.Argument(help="A scenario's key and its values, KEY=6,8,12; several keys: all combinations.")
    ],
    bot: Annotated[
        list[str] | None, typer.Option(help="A bot; all play each other and themselves; can be given several times.")
    ] = None,
    pairs: Annotated[int, typer.Option(help="Pairs of games of each two bots: one seed, sides swapped.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    executor: Executor = None,
    jobs: FewJobs = None,
    out: Annotated[Path | None, typer.Option(help="JSON file for the measurements.")] = None,
) -> None:
    """Measure a scenario with several values of its numbers: side balance, draws, length, with 95 % intervals."""
    from tabletop.agents.registry import opponents
    from tabletop.matches.comparison import compare, words
    from tabletop.matches.pairs import read_pairs
    from tabletop.matches.results import balance_of

    read_pairs(pairs, 2, "--pairs")
    check_file(out)
    workers = workers_of(executor, jobs, alone=True)
    game = context.obj.game
    names = bot or list(opponents(game)[1:])
    variants = _variants(game, scenario, values)
    played = play_all(names, variants, pairs, seed, workers)
    team = game.teams[0]
    rows: list[tuple[str, dict[str, Any], Difference | None]] = []
    for label, results in played.items():
        balance = balance_of(results)
        comparison = None if not rows else compare(next(iter(played.values())), results)[0]
        rows.append((label, balance, comparison))
    width = max(len(label) for label in variants)
    typer.echo(f"{scenario}: {', '.join(names)}; {2 * pairs * len(results)} games each, seed {seed}")
    for label, balance, comparison in rows:
        score, low, high = (100 * balance[f"{team}_{name}"] for name in ("score", "low", "high"))
        typer.echo(
            f"{label:{width}}  {team.capitalize()} {score:.1f} % ({low:.1f} to {high:.1f}), "
            f"drawn {100 * balance['drawn']:.1f} %, {balance['mean_turns']:.1f} turns"
        )
        if comparison is not None:
            difference, ends = comparison.apart()
            typer.echo(f"{'':{width}}  against the first {difference} ({ends}): {words(comparison)}")
    if out is not None:
        from tabletop.files import write_json

        write_json(out, {"bots": names, "pairs": pairs, "seed": seed, "variants": {label: m for label, m, _ in rows}})


def _variants(game: "GameDefinition[Any]", name: str, values: list[str]) -> "dict[str, Scenario]":
    """Return the requested scenarios, each by its description; ValueError of one line."""
    base = json.loads(game.load(name).to_json())
    lists = []
    for text in values:
        key, equals, value_list = map(str.strip, text.partition("="))
        if not (equals and key and value_list):
            raise ValueError(f"{text}: a key and its values are meant, KEY=6,8,12")
        try:
            items = tomllib.loads(f"values = [{value_list}]")["values"]
        except tomllib.TOMLDecodeError:  # words without quotes
            items = [item.strip() for item in value_list.split(",")]
        lists.append([(key, value) for value in items])
    for key in (keys := [text.partition("=")[0].strip() for text in values]):
        if keys.count(key) > 1:
            raise ValueError(f"{key} is named twice: give all its values at once, {key}=6,8,12")
    variants: dict[str, Scenario] = {}
    for combination in product(*lists):
        label = " ".join(
            f"{key}={value if isinstance(value, str) else json.dumps(value, default=str)}" for key, value in combination
        )
        data = json.loads(json.dumps(base))
        for key, value in combination:
            _put(data, key, value)
        try:
            variants[label] = setting = game.from_json(json.dumps(data, default=str))
            wrong = game.faults(setting)
        except (KeyError, TypeError, ValueError) as error:  # also of a game that doesn't check its keys
            raise ValueError(f"{label}: {str(error).removeprefix('scenario: ')}") from None
        # A changed scenario under a preset's name is a fault, but here it is intended.
        if wrong := [line for line in wrong if not line.startswith("name:")]:
            raise ValueError(f"{label}: {wrong[0]}")
    if len(variants) > MOST:
        raise ValueError(f"{len(variants)} variants: at most {MOST}")
    return variants


def _put(data: dict[str, Any], key: str, value: Any) -> None:
    *parents, last = key.split(".")
    for part in parents:
        data = data.setdefault(part, {})
        if not isinstance(data, dict):
            raise ValueError(f"{key}: {part} is a value, no table")
    data[last] = value
