"""A game as one page of HTML that needs nothing else: it opens from a disk, from a mail, in a notebook."""

import base64
import html
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any
from urllib.parse import quote

from tabletop.game.definition import GameDefinition, Scenario, preset_name
from tabletop.play.game import Game
from tabletop.play.judged import Judged
from tabletop.play.records import GameRecord, replay_game
from tabletop.play.search_log import Tried
from tabletop.show.drawing.themes import FIELD
from tabletop.show.page import is_chapter
from tabletop.show.showing import showing_of
from tabletop.show.viewer.frames import FORMAT, Frames

# In the order of what they need of each other.
_DRAWN = ("elements", "ruler", "labels", "motion", "lens", "drag", "board", "film", "dice")
MODULES = tuple(
    f"{name}.js" for name in (*_DRAWN, "clock", "curve", "icons", "copy", "lists", "review", "viewer", "live")
)
STYLES = ("board.css", "viewer.css")
FRAME_HEIGHT = 720  # of a page within a notebook, in pixels
_IMPORT = re.compile(r"^import \{[^}]*\} from \"\./[a-z]+\.js\";\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:class|function|const) )", re.MULTILINE)


@cache
def asset(name: str) -> str:
    """A file of `tabletop/show/viewer/static`."""
    return files("tabletop.show.viewer").joinpath("static", name).read_text(encoding="utf-8")


def bundled(names: Iterable[str]) -> str:
    """Modules as one, for a page that can't import files: their imports of each other go, each comes once, in order."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", asset(name))) for name in names)


def game_data(
    scenario: Scenario,
    games: Iterable[tuple[Game[Any], Iterable[str]]],
    players: Sequence[str] = ("", ""),
    title: str = "",
    tried: Sequence[Iterable[Tried]] = (),
    theme: str = FIELD,
) -> dict[str, Any]:
    """A game as plain data for `Viewer`.

    Args:
      scenario: what is played.
      games: the game at its beginning and after each step (it may be the same object as it goes on), each with the
        names of the legal actions whose odds are to be said.
      players: who plays team 0, who team 1; empty: unknown.
      title: of the page; empty: the scenario's.
      tried: before each decision, what was tried in the agent's head.
      theme: of the board, one of `tabletop.show.drawing.themes.THEMES`.
    """
    frames = Frames(scenario, theme)
    frame_list = [
        frames.add(game, odds, tried[number] if number < len(tried) else ())
        for number, (game, odds) in enumerate(games)
    ]
    return {**page_head(scenario, frames, players, title), **frames.news(), "frames": frame_list}


def page_head(scenario: Scenario, frames: Frames, players: Sequence[str], title: str) -> dict[str, Any]:
    """What a page says of the game beside its frames."""
    game = scenario.game
    return {
        "format": FORMAT,
        "game": game.title,
        "title": title or f"{getattr(scenario, 'title', '') or scenario.name} · {game.title}",
        "scenario": scenario.name,
        "preset": preset_name(scenario),
        "teams": [team.capitalize() for team in game.teams],
        "players": list(players),
        "value": game.value_title,
        "sheet": frames.sheet(),
        "rules": [number for number in showing_of(game).page_words().rules() if not is_chapter(number)],
    }


def _at_once() -> None:
    """Nobody is given way to."""


def record_data(
    record: GameRecord,
    odds: bool | None = False,
    review: Sequence[Judged] | None = None,
    pause: Callable[[], Any] = _at_once,
    theme: str = FIELD,
) -> dict[str, Any]:
    """A game record as plain data for `Viewer`.

    Args:
      record: the game.
      odds: of all legal actions at every decision, some 0.1 to 0.2 s a decision; else of those alone that were taken,
        and of what would have been better; None: of none, a fifth of the time.
      review: the game's costliest decisions (`tabletop.play.judged.costliest`); None: they aren't known.
      pause: called before each small part of the work; it may wait for what is more urgent.
      theme: of the board.

    Raises:
      RecordError: it doesn't come out the same.
    """
    actions = [[line.action] for line in record.lines] if odds is not None else []
    for judged in review or ():
        actions[judged.decision - 1].append(judged.better)

    def asked(game: Game[Any], number: int) -> list[str]:
        legal = [] if game.over else game.legal_actions()
        # An illegal one is reported by the replay, with its line.
        return legal if odds else [name for taken in actions[number : number + 1] for name in taken if name in legal]

    games = ((game, _slowly(asked(game, number), pause)) for number, (game, _) in enumerate(replay_game(record)))
    tried = [line.tried for line in record.lines]
    data = game_data(record.load_scenario(), games, record.players, tried=tried, theme=theme)
    if odds is not None:
        data |= {"oddsOf": "all" if odds else "taken"}
    return data if review is None else {**data, "review": [review_row(judged) for judged in review]}


def _slowly(names: Sequence[str], pause: Callable[[], Any]) -> Iterator[str]:
    """These names, one when the one before it is done with."""
    pause()
    for name in names:
        yield name
        pause()


def position_data(
    record: GameRecord, number: int, pause: Callable[[], Any] = _at_once, theme: str = FIELD
) -> dict[str, Any]:
    """The position of a record after so many decisions as plain data for `Viewer`, with the odds of all legal actions.

    Args:
      record: the game.
      number: of decisions.
      pause: as `record_data` takes it.
      theme: of the board.

    Raises:
      RecordError: it doesn't come out the same.
      ValueError: there is no such decision.
    """
    if not 0 <= number <= len(record.lines):  # said before all is played
        raise ValueError(f"there are {len(record.lines)} decisions, no {number}")
    game = next(game for at, (game, _) in enumerate(replay_game(record)) if at == number)
    tried = [line.tried for line in record.lines[number : number + 1]]
    legal = [] if game.over else game.legal_actions()
    at_once = [(game, _slowly(legal, pause))]
    return game_data(record.load_scenario(), at_once, record.players, tried=tried, theme=theme)


def linked(data: dict[str, Any], *links: tuple[str, str], odds_at: str = "") -> dict[str, Any]:
    """A page's data with links: to where it was opened, and to pages of its positions with all odds.

    Args:
      data: of the page.
      links: in its head, each an address and its words.
      odds_at: the address of such a page, all but the number of decisions; empty: there are none.
    """
    return {**data, "links": [list(link) for link in links], "oddsAt": odds_at}


def review_row(judged: Judged) -> dict[str, Any]:
    """A decision that was judged as plain data for `static/review.js`."""
    columns = ("decision", "turn", "team", "action", "better")
    numbers = {"cost": round(judged.cost, 4), "error": round(judged.error, 4)}
    return {name: getattr(judged, name) for name in columns} | numbers


def page(data: dict[str, Any]) -> str:
    """The whole page."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    return Template(asset("page.html")).substitute(
        title=html.escape(data["title"]),
        styles="\n".join(map(asset, STYLES)),
        modules=bundled(MODULES),
        connect="; connect-src 'self'" if data.get("live") else "",
        data=base64.b64encode(packer.compress(text) + packer.flush()).decode(),
    )


def unpacked(text: str) -> dict[str, Any]:
    """The data of a page (`page`)."""
    packed = text.partition('id="data">')[2].partition("<")[0]
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed), wbits=-zlib.MAX_WBITS))
    return data


def index(game: GameDefinition[Any], title: str, rows: Sequence[tuple[str, GameRecord]]) -> str:
    """A page that lists games: of each the address of its page, and its record."""
    cells = []
    for address, record in rows:
        link = f'<a href="{html.escape(quote(address))}">{html.escape(address.removesuffix(".html"))}</a>'
        facts = (
            record.scenario or "its own",
            *record.players,
            record.end.over or "open",
            record.end.turn,
            len(record.lines),
        )
        cells.append(
            f"<tr><th scope=row>{link}</th>{''.join(f'<td>{html.escape(str(fact))}</td>' for fact in facts)}</tr>"
        )
    names = ("game", "scenario", *map(str.capitalize, game.teams), "result", "turns", "decisions")
    head = "".join(f"<th scope=col>{name}</th>" for name in names)
    return Template(asset("index.html")).substitute(
        title=html.escape(f"{title} · {game.title}"), styles=asset("viewer.css"), head=head, rows="\n".join(cells)
    )


def framed(text: str, height: int = FRAME_HEIGHT) -> str:
    """A page within another one, a notebook's for example: its styles and scripts don't meet; loaded where seen."""
    style = f"width:100%;height:{height}px;border:0"
    return f'<iframe loading="lazy" srcdoc="{html.escape(text)}" style="{style}" title="viewer"></iframe>'
