"""Pages of a browser (`tests.browser`) that play on a server, and what axe-core says of them."""

import contextlib

from .conftest import PATIENCE


@contextlib.contextmanager
def page_of(browser, **options):
    """A page of its own memory; an error in its scripts fails the test."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **options})
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    # What the browser says when the server is away for a moment is no error of the page.
    said = lambda m: m.text if m.type == "error" and "ERR_CONNECTION" not in m.text else ""  # noqa: E731
    page.on("console", lambda message: errors.append(said(message)) if said(message) else None)
    yield page
    context.close()
    assert not errors


def violations(page):
    """What axe-core finds wrong with the page, in a line each."""
    from importlib.resources import files

    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = page.evaluate("tags => axe.run(document, {runOnly: tags})", tags)
    return [f"{v['id']}: {[node['target'] for node in v['nodes']][:4]} {v['help']}" for v in found["violations"]]
