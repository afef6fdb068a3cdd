"""`view`: look at a game, a position, a match or a training run in the browser."""

import hashlib
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabletop.base.files import data_folder, write_text
from tabletop.front.commands.files_of_commands import (
    check_file,
    check_folder,
    check_position,
    given_text,
    is_typed,
    path_of,
    position_read,
    same_game,
    scenario_hint,
)
from tabletop.front.commands.options import Theme
from tabletop.show.drawing.themes import FIELD, check_theme

if TYPE_CHECKING:
    from tabletop.game.definition import GameDefinition

INDEX = "index.html"  # of a folder
KEPT = 20  # folders of pages that were only to be looked at


def view(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(
            help="A game record, a folder of them, or a position's text or file; - reads it from standard input. Or a"
            " training run's folder, a tournament's or a match's file, finished or in progress."
        ),
    ],
    out: Annotated[Path | None, typer.Option(help="Page to write, .html; for a folder of records, a folder.")] = None,
    scenario: Annotated[str, typer.Option(help="Preset or .toml file that a position belongs to.")] = "",
    odds: Annotated[
        bool, typer.Option("--odds", help="Odds of all legal actions at each decision: half a minute per game.")
    ] = False,
    review: Annotated[
        bool, typer.Option("--review", help="The costliest decisions of each side of a game: 10 to 30 s per game.")
    ] = False,
    theme: Theme = FIELD,
    show: Annotated[
        bool, typer.Option("--open/--no-open", help="Open it in the browser. With --out: only if --open is typed.")
    ] = True,
) -> None:
    """Make a page of a game or a position, which needs only a browser, and open it there.

    A training run, a tournament or a match (--store) may be in progress: its page is served and updated until Ctrl+C.
    """
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.learn.datasets.sources import record_files
    from tabletop.show.viewer.browser import open_page

    game, path = context.obj.game, path_of(what)
    check_theme(theme)
    if path is not None and not path.exists() and what != "-":
        raise ValueError(f"{what}: no such file or folder")
    if path is not None and _is_run(path, game):
        if out is not None:
            writes = "report" if path.is_dir() else f"tournament --show {what} --report"
            raise ValueError(f"{what} is served, for it may go on: leave --out out (`{writes}` writes a page of it)")
        _serve(context.obj, path, theme, show)
    folder = path if path is not None and path.is_dir() else None
    if out is not None and out.suffix.lower() != ".html" and folder is None:
        raise ValueError(f"{out}: a page is a .html")
    if folder is None:
        check_file(out)
    else:
        check_folder(out)
        files = record_files([folder], game.record_suffix)
    announce_first_compilation(game.package)
    bad = 0
    if folder is not None:
        place = out or _place(context.obj, folder, str(folder.resolve()))
        page, bad = _folder(game, folder, files, odds, review, theme, place)
    else:
        try:
            with scenario_hint(what):
                text = _page(context, what, scenario, odds, review, theme)
        except ValueError as error:
            raise ValueError(f"{what}: {error}" if path is not None else str(error)) from None
        page = _write(text, out or _place(context.obj, path, text) / INDEX)
    typer.echo(str(page))
    if show and (out is None or is_typed(context, "show")) and not open_page(page.resolve().as_uri()):
        typer.echo("no browser could be opened here: open the page yourself", err=True)
    if bad:
        raise ValueError(f"{bad} of {len(files)} game records can't be shown; the others are on the page")


def _is_run(path: Path, game: "GameDefinition[Any]") -> bool:
    """Tell whether it is the folder of a training run, or a tournament's file.

    Raises:
      ValueError: an SQLite file that isn't a tournament's, or is of another game; likewise for a run.
    """
    from tabletop.learn.training.log import PROGRESS, check_game
    from tabletop.rate.tournament.store import Store, is_database

    if path.is_dir():
        if run := (path / PROGRESS).is_file():
            check_game(path, game)
        return run
    if not is_database(path):
        return False
    Store.open(path, game).close()
    return True


def _serve(shell: Any, run: Path, theme: str, show: bool) -> None:
    """Serve the folder of a run, and open its page; leaves by SystemExit."""
    from urllib.parse import quote

    run = run.resolve()
    page = ["--page", f"/runs#{quote(run.name)}", "--open" if show else "--no-open"]
    shell.call("serve", ["--port", "0", "--runs", str(run.parent), "--theme", theme, *page])


def _place(shell: Any, path: Path | None, content: str) -> Path:
    """Return a folder for a page that is only to be looked at; for the same content it is the same.

    The browser needs the page when the command has ended, so a later call removes it.
    """
    name = re.sub(r"[^\w.-]+", "-", path.stem if path else "")[:40].strip("-.") or "position"
    try:
        pages = data_folder(shell.kept_as) / "pages"
        folder = pages / f"{name}-{hashlib.sha256(os.fsencode(content)).hexdigest()[:8]}"
        folder.mkdir(parents=True, exist_ok=True)
        others = [page_folder for page_folder in pages.iterdir() if page_folder != folder]
        for old in sorted(others, key=lambda page_folder: -page_folder.stat().st_mtime)[KEPT - 1 :]:
            shutil.rmtree(old, ignore_errors=True)
    except (OSError, RuntimeError):  # nothing can be kept for the user, or there is no home
        return Path(tempfile.mkdtemp(prefix=f"{shell.kept_as}-"))
    return folder


def _write(text: str, out: Path) -> Path:
    write_text(out, text)
    return out


def _page(context: typer.Context, what: str, scenario: str, odds: bool, review: bool, theme: str) -> str:
    from tabletop.play.game import Game
    from tabletop.play.records import RECORD_KEY, GameRecord
    from tabletop.show.viewer.page import game_data, page

    game, text = context.obj.game, given_text(what)
    if not text:
        raise ValueError("empty: neither a game record nor a position")
    if RECORD_KEY.match(text):  # also of another game, which is refused
        if is_typed(context, "scenario"):
            raise ValueError("a game record, which holds its scenario: leave --scenario out")
        record = GameRecord.read(text, game)
        record.load_scenario()  # what isn't even read is no other game
        with same_game(path_of(what) or "the record"):
            return page(_recorded(record, odds, review, theme))
    if path_of(what):
        check_position(text)
    setting = game.load(scenario or game.default_scenario)
    with position_read(context, setting.name):
        position_game: Game[Any] = Game(setting, start=text)
    legal = [] if position_game.over else position_game.legal_actions()
    return page(game_data(setting, [(position_game, legal)], theme=theme))


def _recorded(record: Any, odds: bool, review: bool, theme: str) -> dict[str, Any]:
    from tabletop.front.commands.review import reviewed
    from tabletop.play.judged import costliest
    from tabletop.show.viewer.page import record_data

    return record_data(record, odds, costliest(reviewed(record)) if review else None, theme=theme)


def _folder(
    game: "GameDefinition[Any]", folder: Path, files: list[Path], odds: bool, review: bool, theme: str, out: Path
) -> tuple[Path, int]:
    """Write a page for each of a folder's record files, and an index; report each file that isn't one.

    Returns:
      The index, and how many files were reported.
    """
    from tabletop.front.commands.shell import NotSoError
    from tabletop.play.records import GameRecord
    from tabletop.show.viewer.page import index, linked, page

    rows, bad = [], 0
    for path in files:
        try:
            record = GameRecord.load(path, game)
            with same_game(path):
                data = _recorded(record, odds, review, theme)
        except (ValueError, NotSoError) as error:
            message = str(error) if str(error).startswith(str(path)) else f"{path}: {error}"
            typer.echo(f"view: {message}", err=True)
            bad += 1
            continue
        address = path.relative_to(folder).with_suffix(".html")
        up = "../" * (len(address.parts) - 1)
        _write(page(linked(data, (f"{up}{INDEX}", "All games"))), out / address)
        rows.append((address.as_posix(), record))
    if not rows:
        raise ValueError(f"{folder}: none of its {bad} game records can be shown")
    return _write(index(game, folder.name, rows), out / INDEX), bad
