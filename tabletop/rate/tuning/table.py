"""The results of tuning and of learning an opening book, as tables for a person."""

from collections.abc import Mapping

from rich.console import Console

from tabletop.rate.matches.pairs import pairs_in_words
from tabletop.rate.matches.progress import duration
from tabletop.rate.matches.rating import Rating
from tabletop.rate.matches.results_table import show as show_table
from tabletop.rate.tuning.definition import Tuning
from tabletop.rate.tuning.openings import Opening
from tabletop.rate.tuning.openings import Outcome as Learnt
from tabletop.rate.tuning.run import AFTER, BEFORE, Outcome, Score
from tabletop.show.console import plain_table

BEST = 3  # number of actions shown of each decision
OFTEN = 0.25  # decisions that come up in a smaller share of the games aren't shown


def show(agent: str, tuning: Tuning, outcome: Outcome) -> None:
    """Print the scores before and after by scenario, the numbers, and the cost."""
    title = f"{agent} against {', '.join(tuning.opponents)}: mean score, {pairs_in_words(outcome.pairs)} each"
    rows = {name: (row[BEFORE], row[AFTER]) for name, row in outcome.table.items()}
    _show_scores(title, ("scenario", BEFORE, AFTER), rows)
    numbers = plain_table()
    for column in ("number", "before", "after", "range"):
        numbers.add_column(column, justify="left" if column == "number" else "right")
    for number in tuning.numbers:
        numbers.add_row(number.name, f"{number.start:.4g}", f"{outcome.numbers[number.name]:.4g}", str(number.range))
    show_table(numbers)
    generations = f"{outcome.generations} generation{'' if outcome.generations == 1 else 's'}"
    before, after = (f"{100 * share:.1f} %" for share in outcome.drawn)
    Console(soft_wrap=True, highlight=False).print(
        f"drawn games: {before} before, {after} after\n"
        f"{generations} of {tuning.population} candidates, {outcome.games:,} games; "
        f"{duration(outcome.cpu_seconds)} of CPU time{doubt(outcome)}"
    )


def show_opening(agent: str, opening: Opening, outcome: Learnt) -> None:
    """Print the scores without and with the book by opponent, the best actions of each decision, and the cost."""
    pairs = next(iter(outcome.after.values())).pairs
    title = f"{agent} on {opening.scenario.name}: score without and with the opening book, {pairs_in_words(pairs)} each"
    rows = {name: (before, outcome.after[name]) for name, before in outcome.before.items()}
    _show_scores(title, ("against", "without", "with"), rows)
    names = opening.scenario.game.action_names(opening.scenario)
    table = plain_table(None, "decision", "best actions and their shares")
    for decision in sorted(decision for decision, share in outcome.often.items() if share >= OFTEN):
        shares = outcome.book.shares[decision]
        best = sorted(shares, key=lambda action: -shares[action])[:BEST]
        table.add_row(decision, ", ".join(f"{names.name(action, 0)} {100 * shares[action]:.0f} %" for action in best))
    show_table(table)
    cost = f"{outcome.games:,} games; {duration(outcome.cpu_seconds)} of CPU time"
    Console(soft_wrap=True, highlight=False).print(cost)


def _show_scores(title: str, heads: tuple[str, str, str], rows: Mapping[str, tuple[Score | Rating, ...]]) -> None:
    """Print two scores a row, each with its interval; `heads` are those of the rows' names and of both scores."""
    table = plain_table(title)
    table.add_column(heads[0], no_wrap=True)
    for head in heads[1:]:
        table.add_column(head, justify="right", no_wrap=True)
        table.add_column("95 % interval", justify="right", no_wrap=True)
    for name, scores in rows.items():
        cells = [(f"{100 * score.score:.1f} %", f"{100 * score.low:.1f} to {100 * score.high:.1f}") for score in scores]
        table.add_row(name, *cells[0], *cells[1])
    show_table(table)


def doubt(outcome: Outcome) -> str:
    """Say so if the tuned numbers aren't clearly better than those before."""
    before, after = outcome.table["all"][BEFORE], outcome.table["all"][AFTER]
    if after.low > before.high:
        return ""
    return "\nthe tuned numbers are " + ("worse" if after.high < before.low else "not shown to be better")
