"""`review`: the costliest decisions of a recorded game."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabletop.front.commands.files_of_commands import check_json_file, read_record, same_game

if TYPE_CHECKING:
    from tabletop.play.mistake import Mistake


def review(
    context: typer.Context,
    record: Annotated[Path, typer.Argument(help="A game record; - reads it from standard input.")],
    most: Annotated[int, typer.Option(min=1, help="Number of decisions shown for each side.")] = 5,
    out: Annotated[Path | None, typer.Option(help="JSON file for these decisions, with their positions.")] = None,
) -> None:
    """Find the decisions that cost most, and better ones: by play-outs, which take about 10 to 30 seconds per game.

    `view --review` shows them on the game's page.
    """
    from tabletop.compiled.compiling import announce_first_compilation

    check_json_file(out)
    game = context.obj.game
    played = read_record(record, game)
    announce_first_compilation(game.package)
    with same_game(record):
        mistakes = reviewed(played, most)
    _show(game, played, mistakes)
    if out is not None:
        from tabletop.base.files import write_json

        write_json(out, [asdict(mistake) for mistake in mistakes])


def reviewed(record: Any, most: int | None = None) -> "list[Mistake]":
    """Review a record, with its progress on a terminal; RecordError: replaying the record gives another game."""
    from tabletop.rate.matches.review import MOST, review_of

    on_terminal = sys.stderr.isatty()

    def tell(share: float) -> None:
        if on_terminal:
            typer.echo(f"\rplaying decisions out: {share:4.0%}", nl=False, err=True)

    try:
        return review_of(record, MOST if most is None else most, tell=tell)
    finally:
        if on_terminal:
            typer.echo("\r" + " " * 30 + "\r", nl=False, err=True)


def _show(game: Any, record: Any, mistakes: "list[Mistake]") -> None:
    from tabletop.rate.matches.results_table import WIDTH, show
    from tabletop.rate.matches.review import LEAST
    from tabletop.show.console import plain_table, table_console

    opening = (
        "What else could have been done, played out by the game's own policies with other dice. The cost is in per "
        "cent of a game: a win is 100, a draw 50. It is a guide, as good as the agent `search`."
    )
    table_console(WIDTH).print(opening, highlight=False)  # wrapped as the tables are
    for team, name in enumerate(game.teams):
        title = f"{name.capitalize()}, {record.players[team]}: the costliest decisions"
        table = plain_table(title)
        for column in ("turn", "decision"):
            table.add_column(column, justify="right")
        for column in ("done", "better"):
            table.add_column(column)
        table.add_column("cost", justify="right")
        own = [mistake for mistake in mistakes if mistake.team == team]
        for mistake in own:
            cost = f"{100 * mistake.cost:.1f} ± {200 * mistake.error:.1f}"
            table.add_row(str(mistake.turn), str(mistake.decision), mistake.action, mistake.better, cost)
        if own:
            show(table)
        else:
            typer.echo(f"{title}: none that cost {LEAST:.0%} or more for sure")
