"""What has been measured, as a table and as JSON."""

import os
import platform
import statistics
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks.measure import Comparison, Load, Sample
from benchmarks.setting import Setting
from benchmarks.spiel import spiel_version

FORMAT = 3
PACKAGES = ("paintball-mini", "numpy", "numba", "pettingzoo", "gymnasium", "stable-baselines3", "sb3-contrib")


def head(settings: Sequence[Setting], batch: int, seconds: float, repeats: int) -> dict[str, Any]:
    """What is measured on what, as plain data; each part's results come beside it."""
    first, *others = map(_setting_data, settings)
    return {
        "format": FORMAT,
        "machine": machine(),
        "versions": versions(),
        "settings": {**first, "beside": others, "seconds": seconds, "repeats": repeats, "batch": batch},
    }


def _setting_data(setting: Setting) -> dict[str, Any]:
    return {
        "scenario": setting.scenario.name,
        "scenario_digest": setting.scenario.digest()[:16],
        "encoding": setting.encoding.name,
        "observation": list(setting.encoding.shape),
        "actions": setting.scenario.actions,
    }


def speed_page(
    loads: Sequence[Load], places: Sequence[int], result: Comparison, notes: Sequence[str]
) -> dict[str, Any]:
    """The loads' rates as plain data.

    Args:
      loads: what was measured.
      places: which of the settings each load has, by number; loads behind the last of them have none.
      result: their rates.
      notes: what else is to be said.
    """
    rows = []
    for number, (load, rates) in enumerate(zip(loads, result.rates, strict=True)):
        speeds = [sample.per_cpu_second for sample in rates.samples]
        rows.append(
            {
                "key": load.key,
                "setting": places[number] if number < len(places) else None,
                "title": load.title,
                "loop": load.driver,
                "decisions_per_cpu_second": rates.median(lambda sample: sample.per_cpu_second),
                "decisions_per_second": rates.median(lambda sample: sample.per_second),
                "games_per_cpu_second": rates.median(_games),
                "lowest": min(speeds),
                "highest": max(speeds),
                "ratio": statistics.median(rates.ratios) if rates.ratios else None,
                "samples": [sample._asdict() for sample in rates.samples],
            }
        )
    return {"one_core": result.pinned, "measures": rows, "notes": list(notes)}


def _games(sample: Sample) -> float:
    return sample.games / sample.cpu if sample.cpu else 0.0


def machine() -> dict[str, Any]:
    """The machine in words, and how busy it has been in the last minute, with other processes as well."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "load_before": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def versions() -> dict[str, str | None]:
    """Versions of all that is measured."""
    packages: dict[str, str | None] = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            packages[name] = None
    return packages | {"open-spiel": spiel_version()}


def show(page: dict[str, Any]) -> None:
    """Print what has been measured."""
    from rich.console import Console

    console = Console(soft_wrap=True, highlight=False)
    of, at = page["machine"], page["settings"]
    load = "" if of["load_before"] is None else f", load {of['load_before']:.1f} before"
    console.print(f"{of['processor']}, {of['cores']} cores, {of['system']}{load}")
    console.print(", ".join(f"{name} {number}" for name, number in page["versions"].items() if number))
    for number, entry in enumerate((at, *at["beside"]), 1):
        shape = " x ".join(map(str, entry["observation"]))
        label = f"({number}) " if at["beside"] else ""
        actions = f"{entry['actions']} actions"
        console.print(f"{label}{entry['scenario']}, encoding {entry['encoding']} ({shape}), {actions}")
    for part, show_part in SHOWN.items():
        if part in page:
            show_part(page[part], at, console)


def _show_threads(part: dict[str, Any], at: dict[str, Any], console: Any) -> None:
    console.print(f"random play-outs in compiled code, {part['games']:,} games at once ({part['layer']}):")
    for row in part["rows"]:
        name = f"{row['threads']} thread{'s' * (row['threads'] > 1)}"
        console.print(f"  {name}: {_short(row['decisions_per_second'])} decisions/s, {row['times']:.2f} times")


def _show_start(part: dict[str, Any], at: dict[str, Any], console: Any) -> None:
    times = {"first": "rules not yet compiled", "afterwards": f"afterwards, median of {part['runs']}"}
    for environment, runs in part["environments"].items():
        console.print(f"from import to the end of the first step, {environment}:")
        for name, words in times.items():
            run = runs[name]
            parts = f"import {run['import']:.1f} s, {run['peak_memory'] / 2**20:,.0f} MiB at most"
            seconds = f"{run['first_step']:.1f} s, {run['processor']:.1f} s of processor time"
            console.print(f"  {words}: {seconds} ({parts})")


def _show_training(part: dict[str, Any], at: dict[str, Any], console: Any) -> None:
    layers = " - ".join(map(str, (*part["observation"], *part["trunk"], *part["net"], part["actions"])))
    console.print(f"training with {part['config']}: {part['scenario']}, network {layers}, {part['games']} games,")
    console.print(f"  PyTorch on {part['threads']} of its threads, opponents {', '.join(part['opponents'])}:")
    share = f"{100 * part['games_share']:.1f} % of the time in the games, opponents included"
    console.print(f"  {part['steps_per_second']:,.0f} steps/s, {share}")
    console.print(f"  {part['ceiling']:,.0f} steps/s with games that cost nothing: the learner's own ceiling")


def _show_self_play(part: dict[str, Any], at: dict[str, Any], console: Any) -> None:
    layers = " - ".join(map(str, (*at["observation"], *part["widths"], at["actions"])))
    console.print(f"self-play, {at['batch']} games, network {layers} on both sides,")
    console.print("  decisions to learn from in a CPU second:")
    for kind, words in (("collecting", "collected"), ("learning", f"with PPO, {part['epochs']} epochs")):
        two, one = (part[key][kind] for key in ("two_sided", "one_sided"))
        times = f"{part['ratio'][kind]:.2f} times"
        console.print(f"  {words}: both teams {_short(two)}, one team {_short(one)} (opponent inside), {times}")


def _spread(row: dict[str, Any]) -> str:
    rate = row["decisions_per_cpu_second"]
    return f"±{50 * (row['highest'] - row['lowest']) / rate:.0f} %" if rate else ""


COLUMNS: dict[str, Callable[[dict[str, Any]], str]] = {
    "decisions\n/ CPU s": lambda row: _short(row["decisions_per_cpu_second"]),
    "spread": _spread,
    "decisions\n/ s": lambda row: _short(row["decisions_per_second"]),
    "games\n/ CPU s": lambda row: _short(row["games_per_cpu_second"]),
    "times\nOpen-\nSpiel": lambda row: "" if row["ratio"] is None else f"{row['ratio']:.1f}",
}
# Of several games, so that the table stays narrow.
BESIDE = {name: COLUMNS[name] for name in ("decisions\n/ CPU s", "spread", "times\nOpen-\nSpiel")}


def _show_speed(part: dict[str, Any], at: dict[str, Any], console: Any) -> None:
    """Print the table of all loads."""
    from rich import box
    from rich.table import Table

    core_words = "on one core" if part["one_core"] else "on no fixed core"
    console.print(f"random (or bots') play {core_words}, median of {at['repeats']} of {at['seconds']:g} s")
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("", no_wrap=True)
    count = 1 + len(at["beside"])
    all_columns = BESIDE if count > 1 else COLUMNS
    columns = {name: cell for name, cell in all_columns.items() if any(map(cell, part["measures"]))}
    for number in range(1, count + 1):
        for name in columns:
            title = f"{name}\n({number})" if count > 1 else name
            table.add_column(title, justify="right", min_width=max(map(len, name.split("\n"))))
    # What is measured of several games stands in one line.
    lines: dict[str, list[Any]] = {}
    for row in part["measures"]:
        places = [row["setting"]] if row["setting"] is not None else range(count)
        line = lines.setdefault(f"{row['loop']}: {row['title']}", [None] * count)
        for place in places:
            line[place] = row
    for title, line in lines.items():
        table.add_row(title, *(columns[name](row) if row else "" for row in line for name in columns))
    console.print(table)
    for note in part["notes"]:
        console.print(note, markup=False)


SHOWN = {
    "speed": _show_speed,
    "threads": _show_threads,
    "start": _show_start,
    "training": _show_training,
    "self_play": _show_self_play,
}


def _short(rate: float) -> str:
    if rate >= 1e6:
        return f"{rate / 1e6:.2f} M"
    if rate >= 1e4:
        return f"{rate / 1e3:.0f} k"
    return f"{rate:,.0f}"
