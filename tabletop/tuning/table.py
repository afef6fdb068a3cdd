"""The result of tuning, as tables for a person."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tabletop.matches.progress import duration
from tabletop.matches.results_table import show as show_table
from tabletop.tuning.definition import Tuning
from tabletop.tuning.run import AFTER, BEFORE, Outcome


def show(agent: str, tuning: Tuning, outcome: Outcome) -> None:
    """Print the scores before and after by scenario, the numbers, and the cost."""
    title = f"{agent} against {', '.join(tuning.opponents)}: mean score, {outcome.pairs} pairs each"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in ("scenario", "before", "95 % interval", "after", "95 % interval"):
        table.add_column(column, justify="left" if column == "scenario" else "right", no_wrap=True)
    for name, row in outcome.table.items():
        cells = []
        for when in (BEFORE, AFTER):
            found = row[when]
            cells += [f"{100 * found.score:.1f} %", f"{100 * found.low:.1f} to {100 * found.high:.1f}"]
        table.add_row(name, *cells)
    show_table(table)
    numbers = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in ("number", "before", "after", "range"):
        numbers.add_column(column, justify="left" if column == "number" else "right")
    for number in tuning.numbers:
        numbers.add_row(number.name, f"{number.start:.4g}", f"{outcome.numbers[number.name]:.4g}", str(number.range))
    show_table(numbers)
    Console(soft_wrap=True, highlight=False).print(
        f"{outcome.generations} generations of {tuning.population} candidates, {outcome.games:,} games; "
        f"{duration(outcome.cpu_seconds)} of CPU time{_doubt(outcome)}"
    )


def _doubt(outcome: Outcome) -> str:
    """Say so if the tuned numbers aren't clearly better than those before."""
    before, after = outcome.table["all"][BEFORE], outcome.table["all"][AFTER]
    if after.low > before.high:
        return ""
    return "\nthe tuned numbers are " + ("worse" if after.high < before.low else "not shown to be better")
