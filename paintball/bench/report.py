"""What has been measured, as a table and as JSON."""

import os
import platform
import statistics
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from .measure import Comparison, Load, Sample
from .ours import Setting
from .spiel import spiel_version

FORMAT = 1
PACKAGES = ("paintball-mini", "numpy", "numba", "pettingzoo", "gymnasium")


def page(
    setting: Setting,
    batch: int,
    seconds: float,
    repeats: int,
    loads: Sequence[Load],
    result: Comparison,
    notes: Sequence[str],
) -> dict[str, Any]:
    """Everything as plain data."""
    rows = []
    for load, rates in zip(loads, result.rates, strict=True):
        speeds = [sample.per_cpu_second for sample in rates.samples]
        rows.append(
            {
                "key": load.key,
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
    return {
        "format": FORMAT,
        "machine": machine() | {"load_before": result.load_before},
        "versions": versions(),
        "settings": {
            "scenario": setting.scenario.name,
            "scenario_digest": setting.scenario.digest()[:16],
            "encoding": setting.encoding.name,
            "observation": list(setting.encoding.shape),
            "actions": setting.scenario.actions,
            "seconds": seconds,
            "repeats": repeats,
            "batch": batch,
            "one_core": result.pinned,
        },
        "measures": rows,
        "notes": list(notes),
    }


def _games(sample: Sample) -> float:
    return sample.games / sample.cpu if sample.cpu else 0.0


def machine() -> dict[str, Any]:
    """The machine in words."""
    return {"processor": _processor(), "cores": os.cpu_count(), "system": f"{platform.system()} {platform.machine()}"}


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
    found: dict[str, str | None] = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found | {"open-spiel": spiel_version()}


def show(page: dict[str, Any]) -> None:
    """Print the table."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(soft_wrap=True)
    of, at = page["machine"], page["settings"]
    load = "" if of["load_before"] is None else f", load {of['load_before']:.1f} before"
    console.print(f"{of['processor']}, {of['cores']} cores, {of['system']}{load}", highlight=False)
    named = ", ".join(f"{name} {number}" for name, number in page["versions"].items() if number)
    console.print(named, highlight=False)
    shape = " x ".join(map(str, at["observation"]))
    console.print(
        f"{at['scenario']}, encoding {at['encoding']} ({shape}), {at['actions']} actions; random (or bots') play "
        f"{'on one core' if at['one_core'] else 'on no fixed core'}, median of {at['repeats']} of {at['seconds']:g} s",
        highlight=False,
    )
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("", no_wrap=True)
    for name in ("decisions\n/ CPU s", "spread", "decisions\n/ s", "games\n/ CPU s", "times\nOpen-\nSpiel"):
        table.add_column(name, justify="right", min_width=max(map(len, name.split("\n"))))
    for row in page["measures"]:
        rate, ratio = row["decisions_per_cpu_second"], row["ratio"]
        spread = f"±{50 * (row['highest'] - row['lowest']) / rate:.0f} %" if rate else ""
        table.add_row(
            *(f"{row['loop']}: {row['title']}", _short(rate), spread, _short(row["decisions_per_second"])),
            *(_short(row["games_per_cpu_second"]), "" if ratio is None else f"{ratio:.1f}"),
        )
    console.print(table)
    for note in page["notes"]:
        console.print(note, highlight=False)


def _short(rate: float) -> str:
    if rate >= 1e6:
        return f"{rate / 1e6:.2f} M"
    if rate >= 1e4:
        return f"{rate / 1e3:.0f} k"
    return f"{rate:,.0f}"
