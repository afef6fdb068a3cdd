"""Makes docs/viewer.webp and docs/watching/*.webp from the pages themselves, in Chromium.

It needs the extras `web` and `dev`.
"""

import argparse
import io
import json
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PORT = 8779
ADDRESS = f"http://localhost:{PORT}"
SHOT = 46  # decision of docs/watching.pbr
# A game in which much can be done.
BUSY = (
    "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c3 R2=c2,paint R3=d3 R4=b2,sentry "
    "B1=c5 B2=c5 B3=d4,suppressed B4=b5 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
)


def kept(page: Page, path: Path) -> None:
    """Write what the page shows as WebP without loss."""
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    image.save(path, lossless=True, method=6, quality=100)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")


def opened(browser: Browser, address: str, width: int = 1280, height: int = 800) -> Page:
    """A page without motion."""
    page = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce").new_page()
    page.goto(address)
    return page


def viewer(browser: Browser, folder: Path) -> None:
    """The viewer: a shot with its dice; the options of a position with their odds."""
    program = [sys.executable, "-m", "paintball_env", "view", DOCS / "watching.pbr", "--no-open"]
    subprocess.run([*program, "--out", folder / "game.html"], cwd=ROOT, check=True)
    page = opened(browser, f"{(folder / 'game.html').as_uri()}#{SHOT}")
    page.wait_for_selector("[data-ready]")
    page.wait_for_timeout(400)
    kept(page, DOCS / "viewer.webp")
    program = [sys.executable, "-m", "paintball_env", "view", BUSY, "--scenario", "capture-the-flag", "--no-open"]
    subprocess.run([*program, "--out", folder / "position.html"], cwd=ROOT, check=True)
    page = opened(browser, (folder / "position.html").as_uri())
    page.wait_for_selector("[data-ready]")
    page.keyboard.press("2")
    page.hover(".options li[tabindex]:has-text('shoot B1')")
    kept(page, DOCS / "watching" / "odds.webp")


def review(browser: Browser, folder: Path) -> None:
    """The costliest decisions, and the first of them."""
    program = [sys.executable, "-m", "paintball_env", "view", DOCS / "watching.pbr", "--review", "--no-open"]
    subprocess.run([*program, "--out", folder / "review.html"], cwd=ROOT, check=True)
    page = opened(browser, (folder / "review.html").as_uri())
    page.wait_for_selector("[data-ready]")
    page.click("[role=tab]:has-text('Review')")
    page.click(".mistake >> nth=0")
    page.wait_for_timeout(400)
    kept(page, DOCS / "watching" / "review.webp")


def played(browser: Browser) -> None:
    """A game that is played on the server's page."""
    body = json.dumps({"scenario": "capture-the-flag", "players": ["person", "easy"], "practice": True, "start": BUSY})
    request = urllib.request.Request(f"{ADDRESS}/api/games", body.encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        game: dict[str, Any] = json.load(answer)
    page = opened(browser, ADDRESS, height=880)
    keys = json.dumps([*game["keys"].values()])
    page.evaluate("([id, keys]) => localStorage.setItem(`keys:${id}`, keys)", [game["id"], keys])
    page.goto(f"{ADDRESS}/game/{game['id']}")
    page.click(".chip:has-text('R1')")
    page.click("#guide-done")
    page.hover('[data-action="R1 shoot B1"]')
    page.wait_for_selector(".odds table")
    kept(page, DOCS / "watching" / "play.webp")


def run(browser: Browser) -> None:
    """A training run on the server's page."""
    page = opened(browser, f"{ADDRESS}/runs", height=700)
    page.wait_for_selector(".curve")
    kept(page, DOCS / "watching" / "run.webp")


def main() -> None:
    """Make all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="?", type=Path, help="folder with a training run; left out: its picture stays")
    runs = parser.parse_args().runs
    (DOCS / "watching").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        viewer(browser, folder)
        review(browser, folder)
        program = [sys.executable, "-m", "paintball_env", "serve", "--no-open", "--port", str(PORT)]
        kept_in = ["--games", folder / "games.sqlite", "--runs", runs or folder]
        server = subprocess.Popen([*program, *kept_in], cwd=ROOT)
        try:
            while True:
                try:
                    urllib.request.urlopen(f"{ADDRESS}/api/runs").close()
                    break
                except urllib.error.URLError:
                    time.sleep(0.3)
            played(browser)
            if runs:
                run(browser)
        finally:
            server.terminate()
            server.wait()
        browser.close()


if __name__ == "__main__":
    main()
