"""The table of a tournament as text, JSON and CSV."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tabletop.agents.base import FAULT
from tabletop.game.definition import GameDefinition
from tabletop.rate.matches.balance import lines
from tabletop.rate.matches.faults import lines as fault_lines
from tabletop.rate.matches.pairs import pairs_in_words
from tabletop.rate.matches.rating import FEW
from tabletop.rate.matches.results_table import parts
from tabletop.rate.matches.variance import words as variance_words
from tabletop.rate.tournament.schema import endings_of
from tabletop.show.console import plain_table, table_console

LONGEST = 200  # columns of text if no terminal says how wide it is
SCORES = "Score in %, row against column"
LESS_LUCK = (
    "By exact odds and the game's value of positions: what each score would be expected to be with dice that are "
    f"neither good nor bad. Empty: fewer than {FEW} pairs, or too near to 0 or 100."
)
LONG_NAME = 6  # letters: longer names of endings are shortened in the table


def as_json(standings: dict[str, Any]) -> str:
    """Return the standings as JSON; null: not bounded on that side, or not known."""
    return json.dumps(standings, indent=2, ensure_ascii=False) + "\n"


def as_csv(standings: dict[str, Any], game: GameDefinition) -> str:
    """Return the standings as CSV: a line for each agent over all scenarios (`all`), then for each scenario."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    columns = (
        *("agent", "rating", "low", "high", "score", "games", "won", "drawn", "lost"),
        *(f"score_as_{team}" for team in game.teams),
        *("faults", "mean_turns", "mean_decisions"),
    )
    endings, names = endings_of(game), [agent["agent"] for agent in standings["agents"]]
    against = [f"{key}_against_{name}" for name in names for key in ("score", "low", "high")]
    writer.writerow(["scenario", *columns, *(f"won_by_{name}" for name in endings), *against])
    for scenario, table in {"all": standings["all"], **standings["scenarios"]}.items():
        places = {agent["agent"]: place for place, agent in enumerate(table["agents"])}
        for agent, spans in zip(table["agents"], with_intervals(table), strict=True):
            cells = [agent[name] for name in columns] + [agent["won_by"][name] for name in endings]
            for name in names:
                cells += spans[places[name]] or (None, None, None)
            writer.writerow([scenario, *("" if cell is None else cell for cell in cells)])
    return text.getvalue()


def show(standings: dict[str, Any], game: GameDefinition, console: Console | None = None) -> None:
    """Print the standings of a tournament of a game."""
    if console is None or not console.is_terminal:
        console = table_console(LONGEST, None if console is None else console.file)
    everywhere = standings["all"]
    scenarios = standings["scenario_names"]
    title = f"{standings['played']} games on {', '.join(scenarios)}, seed {standings['run']['seed']}"
    _say(console, title)
    if standings["played"] < standings["planned"]:
        _say(console, f"Not finished: {standings['played']} of {standings['planned']} games.")
    _print(console, _ratings(everywhere, game))
    _print(console, _matrix(f"{SCORES}, with 95 % intervals", everywhere["agents"], with_intervals(everywhere), _span))
    if "less_luck" in everywhere:
        words = f"{SCORES}, with the luck removed"
        _print(console, _matrix(words, everywhere["agents"], less_luck(everywhere), _span))
        _say(console, LESS_LUCK)
    words = "Likelihood that the row is the better one, in %"
    _print(console, _matrix(words, everywhere["agents"], everywhere["superiority"], _chance))
    for name, table in standings["scenarios"].items():
        _print(console, _ratings(table, game, f"{name} alone"))
        for words in lines(table, game.teams[0]):
            _say(console, words)
    for words in notes(everywhere, game):
        _say(console, words)


Span = tuple[float, float, float]  # a share and its interval


def with_intervals(table: dict[str, Any]) -> list[list[Span | None]]:
    """Return the score of each agent (row) against each other (column) with both ends of its interval."""
    return [
        [None if None in (share, ends) else (share, *ends) for share, ends in zip(*rows, strict=True)]
        for rows in zip(table["scores"], table["intervals"], strict=True)
    ]


def less_luck(table: dict[str, Any]) -> list[list[Span | None]]:
    """Return the same with the luck of the dice removed; None: not known."""
    return [
        [None if cell is None else (cell["score"], cell["low"], cell["high"]) for cell in row]
        for row in table["less_luck"]
    ]


def _print(console: Console, table: Table) -> None:
    for part in parts(table, console.width, console):
        console.print(part)


def _say(console: Console, words: str) -> None:
    console.print(Text(words), soft_wrap=True)


def _ratings(table: dict[str, Any], game: GameDefinition, title: str | None = None) -> Table:
    endings = [name for name in endings_of(game) if name != FAULT]
    ratings = plain_table(title)
    for name in (
        *("", "agent", "rating", "95 % interval", "score", "games", "won", "drawn", "lost"),
        *(f"as {team.capitalize()}" for team in game.teams),
        *(f"by {name if len(name) <= LONG_NAME else name[:4] + '.'}" for name in endings),
        *("faults", "length", "decisions"),
    ):
        _column(ratings, name)
    for place, agent in enumerate(table["agents"], 1):
        ratings.add_row(
            str(place),
            Text(agent["agent"]),
            f"{agent['rating']:.0f}",
            _interval(agent, table["anchor"]),
            _percent(agent["score"]),
            *(str(agent[name]) for name in ("games", "won", "drawn", "lost")),
            *(_percent(agent[f"score_as_{team}"]) for team in game.teams),
            *(str(agent["won_by"][name]) for name in endings),
            str(agent["faults"]),
            "" if agent["mean_turns"] is None else f"{agent['mean_turns']:.1f}",
            "" if agent["mean_decisions"] is None else f"{agent['mean_decisions']:.0f}",
        )
    return ratings


def _interval(agent: dict[str, Any], anchor: dict[str, Any] | None) -> str:
    low, high = agent["low"], agent["high"]
    if anchor is not None and agent["agent"] == anchor["agent"]:
        return "anchor"
    if low is None and high is None:
        return "unknown"
    if high is None:
        return f"{low:.0f} or more"
    if low is None:
        return f"{high:.0f} or less"
    return f"{low:.0f} to {high:.0f}"


def _matrix(
    title: str,
    agents: list[dict[str, Any]],
    cells: list[list[Any]],
    format_cell: Callable[[Any], str],
) -> Table:
    matrix = plain_table(title)
    for name in ("", "agent", *(str(number) for number in range(1, len(agents) + 1))):
        _column(matrix, name)
    for number, (agent, row) in enumerate(zip(agents, cells, strict=True), 1):
        matrix.add_row(str(number), Text(agent["agent"]), *map(format_cell, row))
    return matrix


def _chance(cell: float | None) -> str:
    """Return a likelihood in %: never certainty."""
    if cell is None:
        return ""
    return "> 99.9" if cell > 0.999 else "< 0.1" if cell < 0.001 else f"{100 * cell:.1f}"


def _span(cell: Span | None) -> str:
    """Return a share in %, above its interval."""
    return "" if cell is None else "{:.1f}\n{:.0f} to {:.0f}".format(*(100 * part for part in cell))


def _column(table: Table, name: str) -> None:
    table.add_column(name, justify="left" if name == "agent" else "right", no_wrap=name != "agent", overflow="fold")


def notes(table: dict[str, Any], game: GameDefinition) -> list[str]:
    """Return the notes below the table."""
    anchor = table["anchor"]
    pinned = _mean(table) if anchor is None else f"{anchor['agent']} = {anchor['rating']:g}"
    texts = [
        *lines(table, game.teams[0]),
        *([variance_words(table["made_of"])] if table["made_of"] else []),
        f"Scale: {table['scale']}; {pinned}. Intervals: from the likelihood, and from how much results differ between "
        f"seeds ({pairs_in_words(table['pairs'])} of games).",
    ]
    if len(table["groups"]) > 1:
        parts = " | ".join(", ".join(group) for group in table["groups"])
        texts.append(
            f"Groups, from the strongest: {parts}. No agent has taken a point from a stronger group: how far the "
            "groups are apart has no upper bound, and the gap in the table comes from the one virtual draw of each "
            "agent."
        )
    for agent in table["agents"]:
        texts += fault_lines(agent["fault_words"])
    return texts


def _mean(table: dict[str, Any]) -> str:
    """Say whose mean is 0."""
    if len(table["zero"]) == len(table["agents"]):
        return "mean 0"
    return f"mean 0 of {', '.join(table['zero'])}"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f} %"
