"""`view`: look at a game or a position in the browser."""

import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from tabletop.definition import GameDefinition


def view(
    context: typer.Context,
    what: Annotated[
        str, typer.Argument(help="A game record, a folder of them, or a position's text or file; - reads it.")
    ],
    out: Annotated[Path | None, typer.Option(help="Page to write, .html; of a folder: a folder.")] = None,
    scenario: Annotated[str, typer.Option(help="Preset or .toml file that a position belongs to.")] = "",
    odds: Annotated[
        bool, typer.Option("--odds", help="Odds of all legal actions at each decision of a game: half a minute a game.")
    ] = False,
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open it in the browser.")] = True,
) -> None:
    """Make a page of a game or a position, which needs nothing but a browser, and open it there."""
    from tabletop.compiling import announce_first_compilation
    from tabletop.web.browser import open_page

    game = context.obj.game
    if out is not None and out.suffix.lower() != ".html" and not Path(what).is_dir():
        raise ValueError(f"{out.name}: a page is a .html")
    announce_first_compilation(game.package)
    if Path(what).is_dir():
        page = _folder(game, Path(what), odds, out or Path(tempfile.mkdtemp(prefix=f"{game.name}-")))
    else:
        page = _written(_page(game, what, scenario, odds), out or _place(game, what))
    typer.echo(str(page))
    if show and not open_page(page.resolve().as_uri()):
        typer.echo("no browser could be opened here: open the page yourself", err=True)


def _place(game: "GameDefinition[Any]", what: str) -> Path:
    """Where a page is written that is only to be looked at."""
    name = re.sub(r"[^\w.-]+", "-", Path(what).stem)[:40].strip("-.") or "position"
    return Path(tempfile.mkdtemp(prefix=f"{game.name}-")) / f"{name}.html"


def _written(text: str, out: Path) -> Path:
    from tabletop.files import write_text

    write_text(out, text)
    return out


def _page(game: "GameDefinition[Any]", what: str, scenario: str, odds: bool) -> str:
    from tabletop.game import Game
    from tabletop.records import GameRecord, record_key
    from tabletop.web.page import game_data, page

    text = _read(what).strip()
    if text.startswith(f"{record_key(game)}: "):
        return page(_recorded(GameRecord.read(text, game), odds))
    setting = game.load(scenario or game.default_scenario)
    shown: Game[Any] = Game(setting, start=text)
    return page(game_data(setting, [(shown, [] if shown.over else shown.legal_actions())]))


def _recorded(record: Any, odds: bool) -> dict[str, Any]:
    from tabletop.commands.shell import NotSoError
    from tabletop.records import RecordError
    from tabletop.web.page import record_data

    try:
        return record_data(record, odds)
    except RecordError as error:
        raise NotSoError(str(error)) from None


def _read(what: str) -> str:
    """The text of a file, of the standard input, or what was typed itself."""
    if what == "-":
        return sys.stdin.read()
    # A position's text is longer than a file's name may be.
    if "=" not in what or (len(what) < 200 and Path(what).exists()):
        return Path(what).read_text(encoding="utf-8")
    return what


def _folder(game: "GameDefinition[Any]", folder: Path, odds: bool, out: Path) -> Path:
    """A page for each record of a folder, and one that lists them."""
    from tabletop.records import GameRecord
    from tabletop.web.page import index, page

    records = sorted(folder.glob(f"*{game.record_suffix}"))
    if not records:
        raise ValueError(f"{folder}: no game record ({game.record_suffix}) in it")
    out.mkdir(parents=True, exist_ok=True)
    rows = []
    for path in records:
        record = GameRecord.read(path.read_text(encoding="utf-8"), game)
        _written(page(_recorded(record, odds)), out / f"{path.stem}.html")
        rows.append((f"{path.stem}.html", record))
    return _written(index(game, folder.name, rows), out / "index.html")
