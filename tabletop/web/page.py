"""A game as one page of HTML that needs nothing else: it opens from a disk, from a mail, in a notebook."""

import html
import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tabletop.records import GameRecord, replay_game
from tabletop.web.frames import FORMAT, Frames

if TYPE_CHECKING:
    from tabletop.definition import GameDefinition, Scenario
    from tabletop.game import Game

# In the order of what they need of each other.
MODULES = ("board.js", "film.js", "dice.js", "clock.js", "curve.js", "viewer.js")
STYLES = ("board.css", "viewer.css")
FRAME_HEIGHT = 720  # of a page within a notebook, in pixels
_IMPORT = re.compile(r"^import \{[^}]*\} from \"\./[a-z]+\.js\";\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:class|function|const) )", re.MULTILINE)


@cache
def asset(name: str) -> str:
    """A file of `tabletop/web/static`."""
    return files("tabletop.web").joinpath("static", name).read_text(encoding="utf-8")


def bundled(names: Iterable[str]) -> str:
    """Modules as one, for a page that can't import files: their imports of each other go, each comes once, in order."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", asset(name))) for name in names)


def game_data(
    scenario: "Scenario",
    games: "Iterable[Game[Any]]",
    players: Sequence[str] = ("", ""),
    title: str = "",
) -> dict[str, Any]:
    """A game as plain data for `Viewer`.

    Args:
      scenario: what is played.
      games: the game at its beginning and after each step; it may be the same object as it goes on.
      players: who plays team 0, who team 1; empty: unknown.
      title: of the page; empty: the scenario's.
    """
    frames = Frames(scenario)
    made = [frames.add(game) for game in games]
    return {**page_head(scenario, frames, players, title), **frames.news(), "frames": made}


def page_head(scenario: "Scenario", frames: Frames, players: Sequence[str], title: str) -> dict[str, Any]:
    """What a page says of the game beside its frames."""
    game = scenario.game
    return {
        "format": FORMAT,
        "game": game.title,
        "title": title or f"{getattr(scenario, 'title', '') or scenario.name} · {game.title}",
        "scenario": scenario.name,
        "teams": [team.capitalize() for team in game.teams],
        "players": list(players),
        "sheet": frames.sheet(),
    }


def record_data(record: GameRecord) -> dict[str, Any]:
    """A game record as plain data for `Viewer`; RecordError where it doesn't come out the same."""
    scenario = record.load_scenario()
    return game_data(scenario, (game for game, _ in replay_game(record)), record.players)


def page(data: dict[str, Any]) -> str:
    """The whole page."""
    # `</script>` and `<!--` must not come up in a script.
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return Template(asset("page.html")).substitute(
        title=html.escape(data["title"]),
        styles="\n".join(map(asset, STYLES)),
        modules=bundled(MODULES),
        data=text,
    )


def index(game: "GameDefinition[Any]", title: str, rows: "Sequence[tuple[str, GameRecord]]") -> str:
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
    """A page within another one, a notebook's for example: its styles and scripts don't meet."""
    style = f"width:100%;height:{height}px;border:0"
    return f'<iframe srcdoc="{html.escape(text)}" style="{style}" title="viewer"></iframe>'
