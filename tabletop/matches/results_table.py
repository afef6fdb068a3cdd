"""The results of matches as a table for a person."""

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tabletop.definition import GameDefinition

WIDTH = 120  # at least, where no terminal says how wide it is


def results_table(title: str, summaries: dict[str, dict[str, Any]], game: GameDefinition) -> Table:
    """Return a table with a row for each opponent.

    Args:
      title: above the table.
      summaries: by opponent (`tabletop.matches.match.Results.as_dict`).
      game: what was played.
    """
    table = Table(title=title, title_justify="left", caption_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("against")
    for column in (
        *("score", "95 % interval", "won", "95 % interval", "wins", "draws", "losses"),
        *(f"as {team.capitalize()}" for team in game.teams),
        *(f"won by {game.goal_ending}", "turns"),
    ):
        table.add_column(column, justify="right", no_wrap=True)
    for name, summary in summaries.items():
        rating = summary["rating"]
        table.add_row(
            name,
            f"{100 * rating['score']:.1f} %",
            f"{100 * rating['low']:.1f} to {100 * rating['high']:.1f}",
            f"{100 * rating['won']:.1f} %",
            f"{100 * rating['won_low']:.1f} to {100 * rating['won_high']:.1f}",
            *(str(rating[key]) for key in ("wins", "draws", "losses")),
            *(f"{100 * summary[f'score_as_{team}']:.1f} %" for team in game.teams),
            str(summary["won_by"][game.goal_ending]),
            f"{summary['mean_turns']:.1f}",
        )
    return table


def profile_table(first: str, second: str, summary: dict[str, Any]) -> Table:
    """Return a table of how often two agents have given each kind of order, in percent of their orders.

    Args:
      first: the first agent.
      second: the other.
      summary: of their match (`tabletop.matches.match.Results.as_dict`).
    """
    counts = summary["orders"]
    totals = [max(sum(of.values()), 1) for of in counts]
    table = Table(title="orders", title_justify="left", caption_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in ("order", first, second):
        table.add_column(column, justify="left" if column == "order" else "right")
    for order in counts[0]:
        table.add_row(order, *(f"{100 * of[order] / total:.1f} %" for of, total in zip(counts, totals, strict=True)))
    table.add_section()
    table.add_row("orders a game", *(f"{sum(of.values()) / summary['rating']['pairs'] / 2:.1f}" for of in counts))
    table.caption = f"total variation distance {summary['variation']:.3f}"
    return table


def show(table: Table) -> None:
    """Print a table, in a log file no narrower than it needs."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=max(console.width, WIDTH))
    console.print(table)
