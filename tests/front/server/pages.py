"""Pages of a browser (`tests.browser`) that play on a server, and what axe-core says of them."""

import contextlib
import json

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
    assert not errors, errors


def agreeing(page):
    """Answer each question that the page asks before what can't be undone by yes, from now on."""
    yes = "new MutationObserver(() => document.querySelector('dialog.sure[open] .primary')?.click())"
    script = f"{yes}.observe(document, {{ subtree: true, childList: true, attributes: true }})"
    page.add_init_script(script)
    page.evaluate(script)


def violations(page):
    """What axe-core finds wrong with the page, in a line each."""
    from importlib.resources import files

    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    report = page.evaluate("tags => axe.run(document, {runOnly: tags})", tags)
    return [f"{v['id']}: {[node['target'] for node in v['nodes']][:4]} {v['help']}" for v in report["violations"]]


def opened(page, server, **wish):
    """A new game in the page, with the keys of its teams."""
    game = server.begin(**wish)
    page.goto(server.address)
    page.wait_for_selector("#games li")  # the page is ready: what is filled in before it could be replaced
    keys = json.dumps([*game["keys"].values()])
    page.evaluate("([id, keys]) => localStorage.setItem(`keys:${id}`, keys)", [game["id"], keys])
    page.goto(f"{server.address}/game/{game['id']}")
    page.wait_for_selector(".board")
    return game


def at(page):
    """How many decisions have been taken."""
    return int(page.inner_text(".steps .at").split("/")[1])


def after(page, number):
    page.wait_for_function("n => +document.querySelector('.steps .at').textContent.split('/')[1] > n", arg=number)


def click_figure(page, key):
    page.click(f'.board [data-key="{key}"]')


def click_hex(page, name):
    page.click(f'.board .hits [data-place="{name}"]', force=True)


def doing(page, does, *given):
    """Do something that takes a decision, and wait until it is taken."""
    number = at(page)
    does(page, *given)
    after(page, number)


def button(page, words):
    page.click(f'#choices button:has-text("{words}")')


def told(page):
    return page.inner_text("#story")


def one_decision(page):
    """Take a decision by a click on the board where it has a place there; False: the game is over."""
    page.wait_for_selector("#choices .choices button, #choices .primary, #choices .chip")
    if page.locator('a:has-text("Save the record")').count():
        return False
    number = at(page)
    marks = page.locator(".board .mark-legal")
    if page.locator(".chip").count() and not page.locator('.chip[aria-pressed="true"]').count():
        click_figure(page, page.get_attribute(".chip >> nth=0", "data-focus").split()[1])
        page.wait_for_selector('.chip[aria-pressed="true"]')
    if marks.count():
        box = marks.last.bounding_box()
        if box is None:  # what the other side has done came in between: the board is another one
            return True
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 0.2 * box["height"])
    elif page.locator(".choices button").count():
        page.click(".choices button >> nth=0")
    else:
        page.click("#choices .primary >> nth=0")
    after(page, number)
    return True
