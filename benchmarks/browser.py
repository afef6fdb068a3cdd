"""How fast the pages are in Chromium, with the server on the same machine: `python -m benchmarks.browser`.

    python -m benchmarks.browser --seconds 20 --acts 30 --games 64

`frames`: milliseconds from frame to frame while two bots play with motion. `first paint` and `bytes` of the first page
and of a game, before anything is clicked. `act to paint`: from a click on an act to the frame that shows what came of
it, while so many games are open. It needs the extras `web` and `dev`, and a Chromium.
"""

import argparse
import contextlib
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from websockets.sync.client import ClientConnection, connect

FRAMES = """seconds => new Promise((done) => {
    const times = [], start = performance.now();
    let last = start;
    const frame = (now) => {
        times.push(now - last);
        last = now;
        if (now - start < 1000 * seconds) requestAnimationFrame(frame);
        else done(times.slice(1));
    };
    requestAnimationFrame(frame);
})"""
PAINTED = """() => {
    const got = performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"));
    const first = performance.getEntriesByName("first-contentful-paint")[0];
    return [first ? first.startTime : NaN, got.reduce((sum, each) => sum + each.transferSize, 0)];
}"""
# From the click to the first frame after the list of choices was made anew.
ACT = """name => new Promise((done) => {
    const list = document.getElementById("choices"), before = document.querySelector(".steps .at").textContent;
    const clicked = performance.now();
    new MutationObserver((_, observer) => {
        if (document.querySelector(".steps .at").textContent === before) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - clicked)));
    }).observe(list, { childList: true });
    list.querySelector(`li [data-action="${name}"]`).click();
})"""


@contextlib.contextmanager
def served(package: str) -> Iterator[str]:
    """A server of a game, in a process of its own, and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, "-m", package, "serve", "--no-open", "--port", str(port)]
        process = subprocess.Popen([*program, "--games", str(Path(folder) / "games.sqlite")], stdout=subprocess.DEVNULL)
        address = f"http://localhost:{port}"
        try:
            while process.poll() is None:
                with contextlib.suppress(urllib.error.URLError):
                    urllib.request.urlopen(f"{address}/api/offers").close()
                    break
                time.sleep(0.2)
            yield address
        finally:
            process.terminate()
            process.wait()


def begun(address: str, **wish: Any) -> dict[str, Any]:
    """A new game: its `id` and its `keys`."""
    head = {"content-type": "application/json"}
    request = urllib.request.Request(f"{address}/api/games", json.dumps(wish).encode(), head)
    with urllib.request.urlopen(request) as answer:
        game: dict[str, Any] = json.load(answer)
        return game


def opened(browser: Browser, address: str, game: dict[str, Any]) -> Page:
    """A game in a page with motion, with the keys of its teams."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{address}/rules")
    keys = json.dumps([*game["keys"].values()])
    page.evaluate("([id, keys]) => localStorage.setItem(`keys:${id}`, keys)", [game["id"], keys])
    page.goto(f"{address}/game/{game['id']}")
    page.wait_for_selector(".board")
    return page


def row(name: str, values: Sequence[float], unit: str) -> str:
    """A line of the report: median, 95th percentile, how many."""
    high = sorted(values)[min(len(values) - 1, int(0.95 * len(values)))]
    return f"{name:<16}{median(values):>9.1f}{high:>9.1f}  {unit} ({len(values)})"


def acts(page: Page, count: int) -> list[float]:
    """Milliseconds from a click on an act to its paint, of so many acts."""
    found: list[float] = []
    turn = 0
    while len(found) < count:
        page.wait_for_selector("#choices [data-action]")
        turn += 1
        actions, figures = page.locator("#choices li [data-action]"), page.locator("#choices .chip[data-focus^=figure]")
        if not actions.count() and figures.count():
            figures.nth(turn % figures.count()).click()
        if not actions.count():  # all is done
            page.click("#choices .apart button, #choices .row [data-action]")
            if page.locator("dialog[open] button").count():
                page.click("dialog[open] button.primary, dialog[open] [value=yes]")
            page.wait_for_timeout(500)
            continue
        found.append(page.evaluate(ACT, actions.nth(turn % actions.count()).get_attribute("data-action")))
        page.wait_for_timeout(100)
    return found


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", default="paintball_env")
    parser.add_argument("--scenario", default="capture-the-flag-drawn")
    parser.add_argument("--bot", default="hunter")
    parser.add_argument("--seconds", type=float, default=20.0, help="of the game that is watched")
    parser.add_argument("--acts", type=int, default=30)
    parser.add_argument("--games", type=int, default=64, help="open while acts are timed")
    options = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with served(options.package) as address, sync_playwright() as playwright, contextlib.ExitStack() as stack:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        print(f"{'':<16}{'median':>9}{'95 %':>9}")
        two = [options.bot, options.bot]
        for path in ("/", f"/game/{begun(address, scenario=options.scenario, players=two)['id']}"):
            paints = []
            for _ in range(5):
                page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
                page.goto(address + path, wait_until="networkidle")
                first, size = page.evaluate(PAINTED)
                paints.append(first)
                page.context.close()
            print(row("first paint", paints, f"ms, {size / 1000:.0f} kB: {path[:6]}"))
        watched = opened(browser, address, begun(address, scenario=options.scenario, players=two, pace=0.25))
        print(row("frames", watched.evaluate(FRAMES, options.seconds), "ms"))
        watched.context.close()
        for _ in range(options.games - 1):  # the last one is its own
            other = begun(address, scenario=options.scenario, players=["person", "person"])
            line: ClientConnection = stack.enter_context(connect(f"ws{address[4:]}/game/{other['id']}/socket"))
            line.send(json.dumps({"do": "join", "keys": [*other["keys"].values()]}))
        page = opened(browser, address, begun(address, scenario=options.scenario, players=["person", "person"]))
        print(row("act to paint", acts(page, options.acts), f"ms, {options.games} games open"))
        browser.close()


if __name__ == "__main__":
    main()
