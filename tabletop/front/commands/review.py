"""`review` and `luck`: the decisions of a recorded game, graded; what dice and choices have done to it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabletop.base.files import write_json
from tabletop.front.commands.files_of_commands import check_json_file, read_record, same_game
from tabletop.front.commands.options import Record

if TYPE_CHECKING:
    from tabletop.play.judged import Judged
    from tabletop.rate.matches.causes import Cause
    from tabletop.rate.matches.luck import GameLuck


def review(
    context: typer.Context,
    record: Record,
    most: Annotated[int, typer.Option(min=1, help="Number of costly decisions shown for each side.")] = 5,
    out: Annotated[Path | None, typer.Option(help="JSON file: each decision with its grade, and the causes.")] = None,
) -> None:
    """Grade each decision, and say what the result is due to: by play-outs, about half a minute per game.

    `view --review` shows the costly decisions on the game's page.
    """
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.rate.matches.causes import causes_of, course_of

    check_json_file(out)
    game = context.obj.game
    played = read_record(record, game)
    announce_first_compilation(game.package)
    with same_game(record):
        judged = reviewed(played)
        with _progress("playing positions on") as tell:
            course = course_of(played, tell=tell)
    causes = [causes_of(course, judged, team) for team in (0, 1)]
    _show_review(game, played, judged, most, causes)
    if out is not None:
        decisions = [asdict(each) | {"grade": each.grade} for each in judged]
        write_json(out, {"decisions": decisions, "causes": [[asdict(cause) for cause in own] for own in causes]})


def reviewed(record: Any) -> "list[Judged]":
    """Review a record, with its progress on a terminal; RecordError: replaying the record gives another game."""
    from tabletop.rate.matches.review import review_of

    with _progress("playing decisions out") as tell:
        return review_of(record, tell=lambda share, _: tell(share))


@contextmanager
def _progress(words: str) -> Iterator[Callable[[float], None]]:
    """What says on a terminal which share of some work is done."""
    on_terminal = sys.stderr.isatty()

    def tell(share: float) -> None:
        if on_terminal:
            typer.echo(f"\r{words}: {share:4.0%}", nl=False, err=True)

    try:
        yield tell
    finally:
        if on_terminal:
            typer.echo("\r" + " " * 30 + "\r", nl=False, err=True)


def _show_review(game: Any, record: Any, judged: "list[Judged]", most: int, causes: "list[list[Cause]]") -> None:
    from tabletop.play.judged import GRADES, SURE, costliest, lost_by
    from tabletop.rate.matches.results_table import WIDTH, show
    from tabletop.show.console import plain_table, table_console

    opening = (
        "What else could have been done, played out by the game's own policies with other dice. Costs are in per "
        "cent of a game: a win is 100, a draw 50. They are a guide, as good as the agent `search`."
    )
    table_console(WIDTH).print(opening, highlight=False)  # wrapped as the tables are
    grades = plain_table("Decisions by grade")
    for column in ("", *GRADES, "lost per decision"):
        grades.add_column(column, justify="right" if column else "left")
    names = [f"{name.capitalize()}, {record.players[team]}" for team, name in enumerate(game.teams)]
    for team, name in enumerate(names):
        lost = lost_by([each for each in judged if each.team == team])
        count = max(lost.decisions, 1)
        mean = f"{100 * max(0.0, lost.cost) / count:.2f} ± {100 * SURE * lost.error / count:.2f}"
        grades.add_row(name, *map(str, lost.counts), mean)
    show(grades)
    for team, name in enumerate(names):
        title = f"{name}: what cost most"
        table = plain_table(title)
        for column in ("turn", "decision"):
            table.add_column(column, justify="right")
        for column in ("done", "better"):
            table.add_column(column)
        table.add_column("cost", justify="right")
        own = [each for each in costliest(judged, most) if each.team == team]
        for each in own:
            cost = f"{100 * each.cost:.1f} ± {100 * SURE * each.error:.1f}"
            table.add_row(str(each.turn), str(each.decision), each.action, each.better, cost)
        if own:
            show(table)
        else:
            typer.echo(f"{title}: no decision that was costly for sure")
        for cause in causes[team]:
            table_console(WIDTH).print(f"  {cause.words}", highlight=False)


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
