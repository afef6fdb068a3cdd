"""Do the pages of games hold the games, whole and small, and does `paintball view` write them?"""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.scenario import Scenario
from tabletop.agents import registry
from tabletop.play.records import GameRecord, replay_game
from tabletop.rate.matches.single import play_recorded
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.store import Store
from tabletop.show.showing import showing_of
from tabletop.show.viewer.frames import Frames
from tabletop.show.viewer.page import STYLES, asset, game_data, page, record_data, unpacked
from tests import ROOT
from tests.agents.held import make
from tests.any_game.pig import PIG
from tests.called import call, refused

EXAMPLE = ROOT / "docs" / "watching.pbr"
LONGEST = 120  # decisions of a game that are looked at
MOST = 600_000  # bytes of the page of a game of 400 decisions


def texts(data: dict[str, Any]) -> list[str]:
    """The positions that the frames of a page spell, as the browser puts them together."""
    shown: list[str] = []
    words: list[str] = []
    for frame in data["frames"]:
        for start, count, *more in frame["text"]:
            words[start : start + count] = more
        shown.append(" ".join(words))
    return shown


def played(name: str, first: str, second: str, seed: int) -> GameRecord:
    setting = Scenario.load(name)
    return play_recorded(make(first), make(second), setting, seed)


@pytest.fixture(scope="module")
def short() -> GameRecord:
    """A game of three turns, whose page is soon made."""
    setting = Scenario.load("capture-the-flag-basic-drawn").with_rules(max_turns=3)
    return play_recorded(make("hunter"), make("random"), setting, 3)


GAMES = [
    ("capture-the-flag", "random", "hunter", 1),
    ("reverse-flag-drawn", "raider", "hunter", 3),
    ("battle-12-drawn", "hunter", "raider", 5),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[0])
@pytest.mark.slow
def test_a_page_holds_the_game(game: tuple[str, str, str, int]) -> None:
    record = played(*game)
    setting = record.load_scenario()
    positions, told, legal = [], [], []
    teller = showing_of(PAINTBALL).storyteller(setting)

    def seen() -> Iterator[tuple[Game, tuple[str, ...]]]:
        for now, _ in islice(replay_game(record), LONGEST):
            positions.append(now.position())
            told.append([each.text() for each in teller.tell(now.events, now.draws, now.turn)])
            legal.append([] if now.over else now.legal_actions())
            yield now, ()

    data = unpacked(page(game_data(setting, seen())))
    assert texts(data) == positions
    words, things = data["strings"], {}
    assert all(words.count(word) == 1 for word in words[:50]) and len(set(data["symbols"])) == len(data["symbols"])
    for frame, position, lines, names in zip(data["frames"], positions, told, legal, strict=True):
        said = [
            "\n".join([words[head] + ": the only choice" * forced, *(f"   {words[line]}" for line, _ in rows)])
            for _, head, forced, rows in frame["told"]
        ]
        assert said == lines
        assert [words[entry[0] if isinstance(entry, list) else entry] for entry in frame.get("legal", [])] == names
        things.update(frame["things"])
        things = {key: row for key, row in things.items() if row}
        tokens = dict(token.split("=", 1) for token in position.split())
        places = {key: re.split("[,/]", value)[0] for key, value in tokens.items() if re.fullmatch(r"[RBM]\d+", key)}
        assert {key: words[row[6]] for key, row in things.items() if re.fullmatch(r"[RBM]\d+", key)} == places
        assert -1 <= frame["value"] <= 1


def test_larger_text_gets_the_layout_of_a_narrower_page() -> None:
    widths = re.findall(r"@media [^{]*width: ([^)]*)", "".join(map(asset, STYLES)))
    assert widths and all(width.endswith("rem") for width in widths)  # pixels don't grow with the reader's text


@pytest.mark.slow
def test_a_game_of_400_decisions_is_small() -> None:
    record = played("capture-the-flag-drawn", "random", "random", 1)
    assert len(record.lines) > 400
    text = page(record_data(record))
    assert len(text) < MOST * 0.5, len(text)


@pytest.mark.slow
def test_each_die_stands_beside_its_line() -> None:
    record = GameRecord.read(EXAMPLE.read_text(), PAINTBALL)
    data = record_data(record)
    words = data["strings"]
    dice = 0
    for frame, line in zip(data["frames"][1:], record.lines, strict=True):
        shown = [face for *_, rows in frame["told"] for _, face in rows if face]
        fallen = [draw.result for draw in line.draws if draw.purpose in ("hit", "way", "save", "check", "misfire")]
        assert shown[: len(fallen)] == fallen
        for *_, rows in frame["told"]:
            for text, face in rows:
                if face:
                    assert re.search(rf"\b{face}\b", words[text]), words[text]
                    dice += 1
    assert dice > 30


def test_frames_come_one_by_one_with_what_is_new() -> None:
    """As a page gets them while a game is played."""
    setting = Scenario.load("capture-the-flag-drawn")
    game = Game(setting, seed=5)
    frames = Frames(setting)
    symbols, strings = [], []
    for _ in range(30):
        frame, news = frames.add(game), frames.news()
        symbols += news["symbols"]
        strings += news["strings"]
        assert all(row is None or (row[1] < len(symbols) and row[5] < len(strings)) for row in frame["things"].values())
        game.step(game.legal_indices()[0])
    assert frames.news() == {"symbols": [], "strings": []}


@pytest.mark.slow
def test_what_a_shot_meets_is_what_its_dice_are_rolled_for() -> None:
    """IW2: the places on the line of a shot, and the dice for what is in the way of the one that was taken."""
    record = played("capture-the-flag-drawn", "hunter", "hunter", 2)
    data = record_data(record)
    words, met = data["strings"], 0
    for frame, line in zip(data["frames"], record.lines, strict=False):
        aims = {words[entry[0]]: words[entry[1]] for entry in frame.get("legal", []) if isinstance(entry, list)}
        rolled = sum(draw.purpose == "way" for draw in line.draws)
        if rolled and line.action in aims and len([draw for draw in line.draws if draw.purpose == "hit"]) == 1:
            things = sum(int(part.split(":")[1]) for part in aims[line.action].split()[1:])
            assert 1 <= rolled <= things
            met += 1
    assert met > 3


def test_any_game_has_a_page() -> None:
    record = play_recorded(registry.make("careful", PIG), registry.make("random", PIG), PIG.load("pig"), 7)
    data = unpacked(page(record_data(record, odds=True)))
    assert texts(data) == [game.position() for game, _ in replay_game(record)]
    assert data["game"] == "Pig" and "value" not in data["frames"][0]
    assert data["frames"][0]["odds"]


@pytest.fixture(autouse=True)
def _data_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that are only looked at are kept here."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path.with_name(f"{tmp_path.name}-data")))


def test_view_writes_a_page(tmp_path: Path, short: GameRecord) -> None:
    file, out = tmp_path / "game.pbr", tmp_path / "game.html"
    file.write_text(short.write())
    done = call("view", file, "--out", out, "--no-open")
    assert done.exit_code == 0 and done.stdout.strip() == str(out), done.output
    assert len(unpacked(out.read_text())["frames"]) == len(short.lines) + 1 > 20
    again = call("view", "-", "--no-open", typed=short.write())
    assert Path(again.stdout.strip()).read_text() == out.read_text()


def test_view_shows_a_position(tmp_path: Path) -> None:
    game = Game("capture-the-flag-basic-drawn", seed=3)
    out = tmp_path / "position.html"
    file = tmp_path / "position.txt"
    file.write_text(game.position() + "\n")
    for what in (game.position(), file):
        done = call("view", what, "--scenario", "capture-the-flag-basic", "--out", out, "--no-open")
        assert done.exit_code == 0, done.output
        data = unpacked(out.read_text())
        assert texts(data) == [game.position()]
        assert data["frames"][0]["odds"]  # of a position the odds are all said
    record = GameRecord.read(EXAMPLE.read_text(), PAINTBALL)
    long = [now.position() for now, _ in islice(replay_game(record), 11)][-1]
    assert len(long) > 255  # longer than a file's name may be
    assert call("view", long, "--scenario", record.scenario, "--out", out, "--no-open").exit_code == 0
    assert texts(unpacked(out.read_text())) == [long]


def test_pages_that_are_only_looked_at_are_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("tabletop.front.commands.view.KEPT", 3)
    position = Game("capture-the-flag-basic-drawn", seed=3).position()
    assert "/" in position

    def viewed(what: object) -> Path:
        return Path(call("view", what, "--scenario", "capture-the-flag-basic", "--no-open").stdout.strip())

    pages = tmp_path / "paintball" / "pages"
    page = viewed(position)
    assert re.fullmatch("position-[0-9a-f]{8}", page.parent.name) and page.parent.parent == pages
    files = [tmp_path / name / "game.txt" for name in "abcd"]
    for seed, file in enumerate(files, 4):
        file.parent.mkdir()
        file.write_text(Game("capture-the-flag-basic-drawn", seed=seed).position())
    assert viewed(position) == page and viewed(files[0]) != viewed(files[1]) == viewed(files[1])
    assert {path.name[:5] for path in pages.iterdir()} == {"posit", "game-"}
    for file in files:
        assert viewed(file).read_text()
    assert len(list(pages.iterdir())) == 3 and not page.exists()
    for old in pages.iterdir():
        os.utime(old, (2e9, 2e9))  # the clock has been set back
    assert viewed(position) == page and page.exists()
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert viewed(position).read_text()


def test_view_of_what_goes_on_serves_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served = []
    monkeypatch.setattr("tabletop.front.server.run", lambda *given: served.append(given[2:]))
    (tmp_path / "quick run").mkdir()
    (tmp_path / "quick run" / "progress.csv").write_text("step,panel\n1,0.5\n")
    cup = define(["random", "hunter"], [PAINTBALL.default_scenario], 1, 1, PAINTBALL)
    Store.begin(tmp_path / "cup.db", cup).close()
    for name, address in (("quick run", "/runs#quick%20run"), ("cup.db", "/runs#cup.db")):
        assert call("view", tmp_path / name).exit_code == 0
        host, *_, runs, shown, opened = served.pop()
        assert (host, runs, shown, opened) == ("127.0.0.1", tmp_path, address, True)
        refused(call("view", tmp_path / name, "--out", tmp_path / "a.html"), "--out")
    assert not served
    with closing(sqlite3.connect(tmp_path / "foreign.db")) as file:
        file.execute("create table game (x)")
    Store.begin(tmp_path / "pig.db", define(["random", "careful"], ["pig"], 1, 1, PIG)).close()
    before = sorted(tmp_path.iterdir())
    for name, words in (
        ("foreign.db", "foreign.db is no tournament's file (its tables are missing)"),
        ("pig.db", "pig.db holds a tournament of pig, not of paintball"),
        ("ms.db", "ms.db: no such file or folder"),
    ):
        refused(call("view", tmp_path / name), f"view: {tmp_path / words}")
    assert not served and sorted(tmp_path.iterdir()) == before  # nothing was made


def test_view_of_a_folder_lists_its_games(tmp_path: Path, short: GameRecord) -> None:
    games, pages = tmp_path / "games", tmp_path / "pages"
    (games / "cup" / "the first").mkdir(parents=True)
    for name in ("a", "cup/the first/a", "b"):  # as `tournament --records` writes them
        (games / f"{name}.pbr").write_text(short.write())
    done = call("view", games, "--out", pages, "--no-open")
    assert done.exit_code == 0, done.output
    listed = (pages / "index.html").read_text()
    assert re.findall(r'href="([^"]+)"', listed) == ["a.html", "b.html", "cup/the%20first/a.html"]
    assert "hunter" in listed and ">cup/the first/a<" in listed
    for name, up in (("b", "index.html"), ("cup/the first/a", "../../index.html")):
        data = unpacked((pages / f"{name}.html").read_text())
        assert len(data["frames"]) == len(short.lines) + 1 and data["links"] == [[up, "All games"]]


def test_view_of_a_folder_shows_the_good_ones_and_names_the_others(tmp_path: Path, short: GameRecord) -> None:
    (tmp_path / "b.pbr").write_text("nonsense")
    (tmp_path / "c.pbr").write_text(EXAMPLE.read_text().replace("seed: 3", "seed: 4"))
    given = ("view", tmp_path, "--out", tmp_path / "pages", "--no-open")
    done = call(*given)
    assert done.exit_code == 2 and "none of its 2 game records can be shown" in " ".join(done.stderr.split())
    (tmp_path / "a.pbr").write_text(short.write())
    done = call(*given)
    assert done.exit_code == 2 and done.stdout.strip() == str(tmp_path / "pages" / "index.html")
    *lines, last = done.stderr.strip().splitlines()
    assert [line.partition(".pbr: ")[0] for line in lines] == [f"view: {tmp_path / name}" for name in "bc"]
    assert last == "view: 2 of 3 game records can't be shown; the others are on the page"
    assert re.findall(r'href="([^"]+)"', (tmp_path / "pages" / "index.html").read_text()) == ["a.html"]


def test_view_refuses_in_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.pbr"
    bad.write_text(EXAMPLE.read_text().replace("seed: 3", "seed: 4"))
    refused(call("view", bad, "--no-open"), f"view: {bad}: line ", code=1)
    strange = EXAMPLE.read_text().replace("\n60 B1 suppress R3 ", "\n60 B1 fly ")
    bad.write_text(strange)
    line = strange.splitlines().index(next(line for line in strange.splitlines() if line.startswith("60 "))) + 1
    refused(call("view", bad, "--no-open"), f"view: {bad}: line {line}: decision 60 (B1 fly)", code=1)
    refused(call("view", tmp_path / "none.pbr", "--no-open"), "none.pbr")
    refused(call("view", "turn=1 nonsense=3", "--no-open"), "view: nonsense=3: ")
    whole = EXAMPLE.read_bytes()
    for name, content, words in (
        ("cup.db", b"no SQLite", ""),
        ("picture.png", bytes(range(256)), "no text"),
        ("empty.pbr", b" \n", "empty: "),
        ("cut.pbr", whole[: whole.index(b"\nend ")], "cut off: its last line"),
        ("other.ob", b"octagon-record: 1\n", "line 1: it is a record of the game octagon, this is paintball"),
    ):
        (tmp_path / name).write_bytes(content)
        refused(call("view", tmp_path / name, "--no-open"), f"view: {tmp_path / name}: ", words)
    refused(call("view", EXAMPLE, "--out", tmp_path / "a.png", "--no-open"), "a.png")
    empty = tmp_path / "empty"
    empty.mkdir()
    refused(call("view", empty, "--no-open"), "empty", ".pbr")
    refused(call("view", empty, "--no-open", "--out", tmp_path / "page.html"), "empty", ".pbr")
    refused(call("view", "turn=1 nonsense=3", "--no-open", "--out", tmp_path / "page.html"), "nonsense")
    assert not (tmp_path / "page.html").exists()
