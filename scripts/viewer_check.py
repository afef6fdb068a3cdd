"""Measures the viewer in Chromium, or compares what it shows with the engine's positions over many games.

`python scripts/viewer_check.py` serves the page of a long game, or of the record that is named, on loopback. It prints
how large it is, when its first contents are painted, and how long a step lasts when one decision on is asked for at
each frame of the screen.
`python scripts/viewer_check.py --games 200` opens the pages of so many games of all presets, and ends with 1 if the
text of any position isn't the engine's, or, where it is drawn, a figure's hex. It needs the extra `dev` and a Chromium.
"""

import argparse
import functools
import http.server
import re
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from paintball_env.definition import PAINTBALL
from tabletop.agents.registry import make
from tabletop.play.game import Game
from tabletop.play.records import GameRecord, replay_game
from tabletop.rate.matches.single import play_recorded
from tabletop.show.viewer.page import game_data, page, record_data
from tests.browser import CHROMIUM

PLAYERS = (("hunter", "random"), ("raider", "hunter"), ("random", "sentinel"))
DRAWN = 10  # of so many positions one is drawn
LONG = ("capture-the-flag-drawn", 1)  # a game between two random players of more than 400 decisions
STEPS = 300
# One step at each frame of the screen; the times between frames.
STEPPING = """steps => new Promise((done) => {
  const times = [];
  const step = (now) => {
    times.push(now);
    if (times.length > steps) return done(times.slice(1).map((time, k) => time - times[k]));
    viewer.clock.step(1);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""
# The browser tells it a moment after it has painted.
PAINTED = """() => new Promise((done) => {
  const look = () => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    paint ? done(paint.startTime) : requestAnimationFrame(look);
  };
  look();
})"""
SHOWN = """drawn => viewer.film.frames.map((frame, number) => {
  if (number % drawn) return [frame.text.join(" "), null];
  viewer.clock.go(number);
  const at = {};
  for (const node of document.querySelectorAll(".standing .thing")) at[node.dataset.key] = node.dataset.place;
  return [document.querySelector(".text textarea").value, at];
})"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *values: Any) -> None:
        pass


def played(scenario: str, players: tuple[str, str], seed: int) -> GameRecord:
    """A game of two agents."""
    first, second = (make(name, PAINTBALL) for name in players)
    return play_recorded(first, second, PAINTBALL.load(scenario), seed)


def measure(shown: Page, folder: Path, repeats: int, file: Path | None) -> None:
    """Print what the page of a long game takes."""
    if file is None:
        record = played(LONG[0], ("random", "random"), LONG[1])
    else:
        record = GameRecord.load(file, PAINTBALL)
    text = page(record_data(record))
    (folder / "game.html").write_text(text, encoding="utf-8")
    print(f"{len(record.lines)} decisions, {len(text.encode()):,} bytes")
    serving = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=folder))
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{serving.server_address[1]}/game.html"
    paint_times, times = [], []
    for _ in range(repeats):
        shown.goto(address)
        shown.wait_for_selector("[data-ready]")
        paint_times.append(shown.evaluate(PAINTED))
        times += shown.evaluate(STEPPING, min(STEPS, len(record.lines)))
    serving.shutdown()
    marks = statistics.quantiles(times, n=100)
    paint, longest = statistics.median(paint_times), max(paint_times)
    print(f"first contents painted after {paint:.0f} ms, the longest of {repeats} {longest:.0f} ms")
    print(f"{len(times)} steps: median {marks[49]:.1f} ms, 95 % within {marks[94]:.1f}, 99 % within {marks[98]:.1f}")


def compare(shown: Page, folder: Path, games: int) -> int:
    """Compare each position of so many games with what the page shows; return how many differ."""
    presets, positions, wrong = [*PAINTBALL.presets()], 0, 0
    for number in range(games):
        preset = presets[number % len(presets)]
        record = played(preset, PLAYERS[number % len(PLAYERS)], number)
        expected: list[str] = []
        data = game_data(record.load_scenario(), seen(record, expected), record.players)
        (folder / "game.html").write_text(page(data), encoding="utf-8")
        shown.goto((folder / "game.html").as_uri())
        shown.wait_for_selector("[data-ready]")
        shows = shown.evaluate(SHOWN, DRAWN)
        differing = [
            at
            for at, (position, (text, at_hex)) in enumerate(zip(expected, shows, strict=True))
            if text != position or (at_hex is not None and figures(at_hex) != figures(hexes(position)))
        ]
        positions, wrong = positions + len(expected), wrong + len(differing)
        for at in differing[:3]:
            print(f"{preset}, seed {number}, decision {at}: another position is shown", flush=True)
        if (number + 1) % 10 == 0:
            print(f"{number + 1} games, {positions:,} positions, {wrong} differ", flush=True)
    print(f"{games} games, {positions:,} positions: {wrong} differ")
    return wrong


def seen(record: GameRecord, positions: list[str]) -> Iterator[tuple[Game[Any], tuple[()]]]:
    """The game as it goes on; its positions are added to the list."""
    for game, _ in replay_game(record):
        positions.append(game.position())
        yield game, ()


def hexes(position: str) -> dict[str, str]:
    """The words of a position's text by their names."""
    return dict(word.split("=", 1) for word in position.split())


def figures(places: dict[str, str]) -> dict[str, str]:
    """Where the figures and Marshals stand, of a position's words or of what is drawn."""
    return {key: re.split("[,/]", place)[0] for key, place in places.items() if re.fullmatch(r"[RBM]\d+", key)}


def main() -> int:
    """Measure or compare, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("record", type=Path, nargs="?", help="game to measure; left out: one of 558 decisions")
    parser.add_argument("--games", type=int, default=0, help="compare so many games instead of measuring")
    parser.add_argument("--repeats", type=int, default=5, help="how often the page is loaded and stepped through")
    options = parser.parse_args()
    if CHROMIUM is None:
        print("no Chromium here: install Debian's package chromium", file=sys.stderr)
        return 2
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        browser_page = browser.new_page(viewport={"width": 1280, "height": 800})
        wrong = compare(browser_page, Path(folder), options.games) if options.games else 0
        if not options.games:
            measure(browser_page, Path(folder), options.repeats, options.record)
        browser.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
