"""`review` and `luck`: the costliest decisions of a recorded game; what dice and choices have done to it."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabletop.base.files import write_json
from tabletop.front.commands.files_of_commands import check_json_file, read_record, same_game
from tabletop.front.commands.options import Record

if TYPE_CHECKING:
    from tabletop.play.mistake import Mistake
    from tabletop.rate.matches.luck import GameLuck


def review(
    context: typer.Context,
    record: Record,
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
    _show_mistakes(game, played, mistakes)
    if out is not None:
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


def _show_mistakes(game: Any, record: Any, mistakes: "list[Mistake]") -> None:
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


def luck(
    context: typer.Context,
    record: Record,
    most: Annotated[int, typer.Option(min=0, help="Draws shown, those with the largest effect first; 0: all.")] = 10,
    out: Annotated[Path | None, typer.Option(help="JSON file for everything, with every draw.")] = None,
) -> None:
    """Split a game's result into start, choices and dice, by exact odds and the game's own value of positions.

    A draw's luck is the value of the position after it, minus the mean over all results that it could have given.
    """
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.rate.matches.luck import luck_of

    check_json_file(out)
    game = context.obj.game
    played = read_record(record, game)
    announce_first_compilation(game.package)
    with same_game(record):
        game_luck = luck_of(played)
    _show_luck(game, played, game_luck, most)
    if out is not None:
        write_json(out, as_dict(game_luck))


def as_dict(game_luck: "GameLuck") -> dict[str, Any]:
    """Return a game's luck as plain data."""
    return asdict(game_luck) | {
        "draws": [asdict(lucky_draw) | {"draw": lucky_draw.draw._asdict()} for lucky_draw in game_luck.draws]
    }


def _show_luck(game: Any, record: Any, game_luck: "GameLuck", most: int) -> None:
    from rich.table import Table

    from tabletop.game.draws import write_draw
    from tabletop.rate.matches.results_table import show
    from tabletop.show.console import plain_table

    names = [team.capitalize() for team in game.teams]
    typer.echo(f"{record.players[0]} ({names[0]}) against {record.players[1]} ({names[1]}): {_over(record)}")
    worth = game.value_title or "the potential of the usual shaping"
    typer.echo(f"What positions are worth: {worth}. In points: 1 is a win, 0.5 a draw, 0 a loss.")

    numbers = {"turn", "decision", "draws", *(f"for {name}" for name in names)}

    def table(title: str, *columns: str) -> Table:
        new_table = plain_table(title)
        for column in columns:
            new_table.add_column(column, justify="right" if column in numbers else "left")
        return new_table

    parts = table(f"The result, as {names[0]} counts it", "", f"for {names[0]}", f"for {names[1]}")
    parts.add_row("start", f"{game_luck.start:.3f}", f"{1 - game_luck.start:.3f}")
    for team, choice in enumerate(game_luck.choices):
        parts.add_row(f"choices of {names[team]}", f"{choice:+z.3f}", f"{-choice:+z.3f}")
    parts.add_row("dice", f"{game_luck.luck:+z.3f}", f"{-game_luck.luck:+z.3f}")
    parts.add_section()
    parts.add_row("result", f"{game_luck.end:.3f}", f"{1 - game_luck.end:.3f}")
    show(parts)
    kinds: dict[str, list[float]] = {}
    for lucky_draw in game_luck.draws:
        kinds.setdefault(lucky_draw.draw.purpose, []).append(lucky_draw.luck)
    ranking = sorted(kinds.items(), key=lambda item: -abs(sum(item[1])))
    by_kind = table("Dice by what they were for", "for what", "draws", f"for {names[0]}")
    for purpose, lucks in ranking:
        by_kind.add_row(purpose, str(len(lucks)), f"{sum(lucks):+z.3f}")
    show(by_kind)
    largest_draws = sorted(game_luck.draws, key=lambda lucky_draw: -abs(lucky_draw.luck))
    largest_draws = [lucky_draw for lucky_draw in largest_draws if abs(lucky_draw.luck) >= 0.0005][: most or None]
    draws = table("The draws that did most", "turn", "decision", "action", "draw", f"for {names[0]}")
    for lucky_draw in largest_draws:
        action = lucky_draw.action if lucky_draw.team < 0 else f"{names[lucky_draw.team]}: {lucky_draw.action}"
        draws.add_row(
            str(lucky_draw.turn),
            str(lucky_draw.decision),
            action,
            write_draw(lucky_draw.draw),
            f"{lucky_draw.luck:+z.3f}",
        )
    show(draws)
    if game_luck.estimates:
        typer.echo(
            f"Not among these draws, since there are too many ways for the dice to fall: those of "
            f"{game_luck.estimates} {'decision' if game_luck.estimates == 1 else 'decisions'} (the beginning counts as "
            f"one); estimated from other rolls, {game_luck.estimated:+z.3f} together."
        )


def _over(record: Any) -> str:
    """Return how a game ended."""
    from tabletop.play.records import DRAWN

    winner, _, ending = record.end.over.partition(":")
    if not winner:
        return f"left unfinished in turn {record.end.turn}"
    return f"{'drawn' if winner == DRAWN else f'{winner.capitalize()} wins'} ({ending}, turn {record.end.turn})"
