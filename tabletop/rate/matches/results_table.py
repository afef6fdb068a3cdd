"""The results of matches as a table for a person."""

from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

from tabletop.game.definition import GameDefinition
from tabletop.show.console import plain_table, table_console

WIDTH = 120  # minimum width if no terminal sets one


def results_heads(game: GameDefinition) -> list[str]:
    """Return the headings of the results' columns, the opponent's first."""
    heads = ["against", "score", "95 % of score", "won", "95 % of won", "wins", "draws", "losses"]
    return [*heads, *(f"as {team.capitalize()}" for team in game.teams), f"won by {game.goal_ending}", "turns"]


def results_rows(summaries: dict[str, dict[str, Any]], game: GameDefinition) -> Iterator[list[str]]:
    """Yield the cells of a row for each opponent (`tabletop.rate.matches.results.Results.as_dict`)."""
    for name, summary in summaries.items():
        rating = summary["rating"]
        yield [
            name,
            f"{100 * rating['score']:.1f} %",
            f"{100 * rating['low']:.1f} to {100 * rating['high']:.1f}",
            f"{100 * rating['won']:.1f} %",
            f"{100 * rating['won_low']:.1f} to {100 * rating['won_high']:.1f}",
            *(str(rating[key]) for key in ("wins", "draws", "losses")),
            *(f"{100 * summary[f'score_as_{team}']:.1f} %" for team in game.teams),
            str(summary["won_by"][game.goal_ending]),
            f"{summary['mean_turns']:.1f}",
        ]


def results_table(title: str, summaries: dict[str, dict[str, Any]], game: GameDefinition) -> Table:
    """Return a table with a row for each opponent.

    Args:
      title: above the table.
      summaries: by opponent (`tabletop.rate.matches.results.Results.as_dict`).
      game: what was played.
    """
    table = plain_table(title)
    opponent, *columns = results_heads(game)
    table.add_column(opponent, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    for row in results_rows(summaries, game):
        table.add_row(*row)
    return table


def scenarios_rows(ratings: dict[str, Any], by_scenario: dict[str, dict[str, Any]]) -> list[list[str]]:
    """Return the cells of a table of scores, a row for each scenario below one for all, a column for each opponent.

    Args:
      ratings: by opponent (`tabletop.rate.matches.results.Results.as_dict`).
      by_scenario: by scenario and opponent (`tabletop.rate.matches.rating.Rating.as_dict`).

    Returns:
      The headings, then the rows.
    """
    overall = {name: summary["rating"] for name, summary in ratings.items()}
    rows = {"all of them": overall} | by_scenario
    scores = [[place, *(f"{100 * of[name]['score']:.1f} %" for name in ratings)] for place, of in rows.items()]
    return [["score on", *ratings], *scores]


def scenarios_table(ratings: dict[str, Any], by_scenario: dict[str, dict[str, Any]]) -> Table:
    """Return `scenarios_rows` as a table for a person."""
    (place, *opponents), *rows = scenarios_rows(ratings, by_scenario)
    table = plain_table()
    table.add_column(place, overflow="fold")
    for name in opponents:
        table.add_column(name, justify="right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def profile_table(first: str, second: str, summary: dict[str, Any]) -> Table:
    """Return a table of how often two agents have given each kind of order, in percent of their orders.

    Args:
      first: the first agent.
      second: the other.
      summary: of their match (`tabletop.rate.matches.results.Results.as_dict`).
    """
    counts = summary["orders"]
    totals = [max(sum(of.values()), 1) for of in counts]
    table = plain_table("orders")
    for column in ("order", first, second):
        table.add_column(column, justify="left" if column == "order" else "right")
    for order in counts[0]:
        table.add_row(order, *(f"{100 * of[order] / total:.1f} %" for of, total in zip(counts, totals, strict=True)))
    table.add_section()
    table.add_row("orders a game", *(f"{sum(of.values()) / summary['rating']['pairs'] / 2:.1f}" for of in counts))
    table.caption = f"total variation distance {summary['variation']:.3f}"
    return table


def show(table: Table, *lines: str) -> None:
    """Print a table, in a log file as wide as needed, on a terminal in as many parts as needed; then lines, whole."""
    console = table_console(WIDTH)
    for part in parts(table, console.width, console):
        console.print(part)
    for line in lines:
        console.print(line, soft_wrap=True, highlight=False)


def parts(table: Table, width: int, console: Console) -> list[Table]:
    """Split a table into several, none wider than this, each with the first columns of text: nothing is cut."""
    if table.__rich_measure__(console, console.options.update(width=10_000)).maximum <= width:
        return [table]
    cells = [[*column.cells] for column in table.columns]
    fixed = [i for i, column in enumerate(table.columns) if column.justify == "left" or not column.header]
    others = [i for i in range(len(table.columns)) if i not in fixed]
    tables: list[Table] = []
    numbers: list[int] = []
    for number in others:
        if numbers and _width(table, cells, sorted([*fixed, *numbers, number]), console) > width:
            tables.append(_part(table, cells, sorted([*fixed, *numbers]), not tables))
            numbers = []
        numbers.append(number)
    tables.append(_part(table, cells, sorted([*fixed, *numbers]), not tables))
    tables[-1].caption = table.caption
    return tables


def _width(table: Table, cells: list[list[Any]], numbers: list[int], console: Console) -> int:
    options = console.options.update(width=10_000)
    return _part(table, cells, numbers, False).__rich_measure__(console, options).maximum


def _part(table: Table, cells: list[list[Any]], numbers: list[int], first: bool) -> Table:
    part = plain_table(table.title if first else None)
    for number in numbers:
        column = table.columns[number]
        part.add_column(column.header, justify=column.justify, no_wrap=column.no_wrap, overflow="fold")
    for row in range(table.row_count):
        part.add_row(*(cells[number][row] for number in numbers), end_section=table.rows[row].end_section)
    return part
