"""Headless Chromium for tests: one process for a module; where there is none, its tests are skipped.

`scripts/setup.sh` installs Debian's where it can. In continuous integration (CI is set) a missing one is a failure.
"""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The browser; pages are made by `open_page`."""
    if CHROMIUM is None:
        words = "no Chromium here: install Debian's package chromium"
        pytest.fail(words) if os.environ.get("CI") else pytest.skip(words)
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield running
        running.close()


def open_page(browser: Any, address: str, width: int = 1280, height: int = 800, **options: Any) -> Any:
    """Open a page of a viewer without a network; errors in it, and requests for anything else, are kept in `faults`."""
    context = browser.new_context(viewport={"width": width, "height": height}, offline=True, **options)
    page = context.new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda said: page.faults.append(said.text) if said.type in ("error", "warning") else None)
    page.on("request", lambda asked: page.faults.append(asked.url) if asked.url.split("#")[0] != address else None)
    page.goto(address)
    page.wait_for_selector("[data-ready]")
    return page
