"""`verify`: long checks of the engine against what must always hold, and against its twin where the game has one."""

import json
import os
from collections.abc import Iterable, Iterator
from inspect import get_annotations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabletop.base.files import is_named_pipe, is_stream, read_text
from tabletop.front.commands.files_of_commands import check_file
from tabletop.front.commands.options import workers_of
from tabletop.front.commands.start import NOT_SO
from tabletop.front.verify.plan import CHECKS, Unit, fingerprint, plan

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from tabletop.base.workers.tasks import Workers
    from tabletop.front.verify.work import Twin
    from tabletop.game.definition import GameDefinition

MOST_STORED = 64 << 20  # bytes of a file of results
BEGINS = '{"unit"'  # a line of it
NAMES = ("unit", "check", "scenario", "engine")  # what each line has, as texts


def _stored_entries(state: Path) -> dict[str, dict[str, Any]]:
    """Return what an earlier, interrupted run has done; what a kill left of its last line is cut off, and done again.

    ValueError: the file can't be read, or something else is in it; then it is left as it was.
    """
    if is_named_pipe(state):
        raise ValueError(f"{state} is a pipe: a file is meant, from which results are read when the command runs again")
    if is_stream(state) or not state.exists():
        return {}
    try:
        *lines, rest = read_text(state, MOST_STORED).split("\n")
    except ValueError as error:
        raise ValueError(f"{state}: {error}") from None
    entries = {}
    for number, line in enumerate(lines, 1):
        entry = _entry(line)
        if entry is None:
            raise _foreign(state, number)
        entries[entry["unit"]] = entry
    if rest:
        if rest[: len(BEGINS)] != BEGINS[: len(rest)]:
            raise _foreign(state, len(lines) + 1)
        os.truncate(state, state.stat().st_size - len(rest.encode()))
    return entries


def _entry(line: str) -> dict[str, Any] | None:
    """Return a result that was written as a line; None: it is something else."""
    try:
        entry: dict[str, Any] = json.loads(line)
        texts = [entry[name] for name in NAMES] + [entry.get("fault", "")]
        counts = [value for name, value in entry.items() if name not in (*NAMES, "fault")]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    whole = all(isinstance(text, str) for text in texts) and all(isinstance(count, int) for count in counts)
    return entry if whole else None


def _foreign(state: Path, line: int) -> ValueError:
    words = f"is there already, and line {line} is no result of verify"
    return ValueError(f"{state} {words}: choose another name, or delete the file")


def verify(
    context: typer.Context,
    games: Annotated[int, typer.Option(min=0, help="games against the twin, in all presets; 0: none")] = 200,
    decisions: Annotated[int, typer.Option(min=0, help="random decisions, each position sound; 0: none")] = 1_000_000,
    states: Annotated[int, typer.Option(min=0, help="sampled positions in which every action is tried")] = 2_000,
    texts: Annotated[int, typer.Option(min=0, help="games whose positions and record must round-trip as text")] = 20,
    scenario: Annotated[list[str] | None, typer.Option(help="preset or .toml file; may be repeated (all)")] = None,
    seed: Annotated[int, typer.Option(min=0, help="first seed")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="processes")] = os.cpu_count() or 1,
    state: Annotated[Path, typer.Option(help="results so far; an interrupted run goes on from here")] = Path(
        "runs/verify.jsonl"
    ),
) -> None:
    """Check the engine against its twin, draw by draw, and against what holds in every position.

    Some decisions of each preset are played in plain Python first. Where they show a fault, nothing else is played:
    compiled code doesn't look whether it writes outside of an array.

    The twin belongs to the tests: run this in a checkout of the project. Without a second engine of the game no games
    are played against it, and all else is checked.
    """
    from rich.console import Console
    from rich.markup import escape

    from tabletop.front.verify.work import Twin, twin_of
    from tabletop.game.check import check
    from tabletop.game.definition import KERNELS

    game = context.obj.game
    check(game, KERNELS)
    twin = twin_of(game)
    wanted = [name for name in (*vars(Twin), *get_annotations(Twin)) if not name.startswith("_")]
    if twin and (missing := [name for name in wanted if not hasattr(twin, name)]):
        raise ValueError(f"the twin {game.twin} lacks {', '.join(sorted(missing))}")
    console = Console()
    if game.twin and not twin:
        if game.twin.partition(".")[0] == game.package.partition(".")[0]:  # it comes with the game, not with the tests
            raise ValueError(f"the twin {game.twin} can't be imported")
        console.print(f"not compared with the twin: no {game.twin} here; tests come with a checkout", soft_wrap=True)
    presets = scenario or game.presets()
    stamps = _stamps(console, game, twin, presets)
    units = plan(presets, len(game.variants), games if twin else 0, decisions, states, texts, seed)
    check_file(state)
    entries = {
        name: entry
        for name, entry in _stored_entries(state).items()
        if entry["engine"] == stamps.get(entry["scenario"]) and not entry.get("fault")
    }
    todo = [unit for unit in units if unit.name not in entries]
    has_failed = False
    state.parent.mkdir(parents=True, exist_ok=True)
    workers = workers_of(None, jobs, alone=True)
    with state.open("a", encoding="utf-8") as file, _bar(console) as progress, workers:
        under_way = _UnderWay(progress, len(units), len(units) - len(todo))
        for entry in _results(todo, context.obj.place, workers, under_way):
            entry["engine"] = stamps[entry["scenario"]]
            file.write(json.dumps(entry) + "\n")
            file.flush()
            entries[entry["unit"]] = entry
            under_way.end(entry["unit"])
            if entry.get("fault"):
                has_failed = True
                console.print(f"[red]{entry['unit']}[/red]\n{escape(entry['fault'])}", highlight=False)
    _report(console, game, [entries[unit.name] for unit in units if unit.name in entries])
    if has_failed:
        raise typer.Exit(NOT_SO)


def _stamps(
    console: "Console", game: "GameDefinition[Any]", twin: "Twin | None", presets: Iterable[str]
) -> dict[str, str]:
    """Return by preset what its results are marked with: those of other code, or another scenario, don't count.

    ValueError: there is no such preset, or two of them have the same digest.
    """
    code = fingerprint(game)
    stamps: dict[str, str] = {}
    names_by_digest: dict[str, str] = {}
    for name in presets:
        setting = game.load(name)  # refuses what there isn't
        if (other := names_by_digest.setdefault(setting.digest(), name)) != name and game.load(other) != setting:
            raise ValueError(f"{other} and {name} are different scenarios with the same `digest`")
        stamps[name] = f"{code}-{setting.digest()[:16]}"
        if twin and (words := twin.unknown(setting)):
            console.print(f"{name}: not compared with the twin, which doesn't know {words}", soft_wrap=True)
    return stamps


def _bar(console: "Console") -> "Progress":
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    rest = Column(ratio=1, no_wrap=True, overflow="ellipsis")
    names = TextColumn("{task.description}", table_column=rest)
    return Progress(BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(), names, console=console, expand=True)


class _UnderWay:
    """Shows how many units are done, and which are under way: rules that go round for ever say nothing themselves."""

    def __init__(self, progress: "Progress", total: int, done: int) -> None:
        self._progress, self._task = progress, progress.add_task("", total=total, completed=done)
        self._words: dict[str, str] = {}

    def begin(self, unit: Unit) -> None:
        self._words[unit.name] = f"{unit.check} {unit.preset}"
        self._progress.update(self._task, description=", ".join(self._words.values()), refresh=True)

    def end(self, name: str) -> None:
        del self._words[name]
        self._progress.update(self._task, advance=1, description=", ".join(self._words.values()))


def _results(todo: list[Unit], place: str, workers: "Workers", under_way: _UnderWay) -> Iterator[dict[str, Any]]:
    """Carry units out, those in plain Python first; if these find a fault, only them."""
    from tabletop.base.workers.tasks import answers
    from tabletop.front.verify.work import Work

    def works(units: list[Unit]) -> Iterator[Work]:
        for unit in units:
            under_way.begin(unit)
            yield Work(place, unit)

    first = [unit for unit in todo if unit.check == "plain"]
    has_failed = False
    for part in (first, todo[len(first) :]):
        for _, entry in () if has_failed else answers(workers, works(part)):
            has_failed = has_failed or bool(entry.get("fault"))
            yield entry


def _report(console: "Console", game: "GameDefinition[Any]", entries: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title="what was looked at, and how random games end (length: mean turns)")
    counts = ("games", "decisions", *game.endings[1:], *map(str.capitalize, game.teams), "drawn")
    columns = ("scenario", "check", *counts, "length", "faults")
    for name in columns:
        table.add_column(name, justify="left" if name in ("scenario", "check") else "right", no_wrap=True)
    rows: dict[tuple[str, str], dict[str, int]] = {}
    for entry in entries:
        row = rows.setdefault((entry["scenario"], entry["check"]), dict.fromkeys(columns[2:], 0))
        for name in (*counts, "length"):
            row[name] += entry.get(name, 0)
        row["faults"] += bool(entry.get("fault"))
    for (scenario, check), row in sorted(rows.items()):
        mean = f"{row.pop('length') / row['games']:.1f}" if check == "sound" and row["games"] else ""
        table.add_row(scenario, check, *(f"{row[name]:,}" for name in counts), mean, f"{row['faults']:,}")
    # Wider than a narrow terminal, rather than with columns squeezed to nothing.
    Console(width=max(console.width, 136)).print(table)
    for check in CHECKS:
        noun = "positions" if check in ("states", "text") else "decisions"
        total = sum(row["decisions"] for (_, name), row in rows.items() if name == check)
        console.print(f"{check}: {total:,} {noun}")
