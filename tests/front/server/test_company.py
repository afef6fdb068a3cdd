"""Two people, each in a browser: names, a clock, phrases, proposals, and the signal that it is one's turn."""

import pytest

from tests.browser import browser
from tests.front.server.pages import agreeing, button, page_of, violations
from tests.front.server.small import server

__all__ = ["browser", "server"]  # fixtures

# A page that looks at another one meanwhile, and a browser that allows notifications and keeps them.
AWAY = """
    window.notes = [];
    window.Notification = class {
        static permission = "default";
        static async requestPermission() { return (this.permission = "granted"); }
        constructor(title) { window.notes.push(title); }
        close() {}
    };
    window.away = (hidden) => {
        Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    };
"""


@pytest.fixture
def pair(browser, server):
    """Anna, who has begun a game with a clock, and her friend."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"}
    with page_of(browser) as one, page_of(browser, **phone) as other:
        for each in (one, other):
            each.add_init_script(AWAY)
            agreeing(each)
        one.goto(f"{server.address}/#more")
        one.wait_for_selector("#games li")  # the page is ready
        assert one.is_hidden("#new .own-name") and one.is_hidden("#new [name=clock]")
        one.check("input[value=link]")
        one.fill("#new .own-name", " Anna ")
        one.select_option("#new [name=clock]", "game 300+5")
        one.check("#practice")
        assert one.is_hidden("#new [name=clock]")
        one.uncheck("#practice")
        assert violations(one) == []
        one.click("#play")
        one.wait_for_selector(".player .clock")
        other.goto(one.input_value("#invite"))
        other.wait_for_selector("#company:visible")
        yield one, other


def decides(pair):
    """The page whose player decides, and the other one."""
    one, other = pair
    for each in pair:
        each.wait_for_selector(".player .clock.runs")
    return (one, other) if one.locator("#choices [data-action]").count() else (other, one)


def test_two_people_see_and_tell_each_other(pair):
    one, other = pair
    other.wait_for_selector("#presence:has-text('Anna')")
    assert "Anna" in other.title() and "Anna" in one.inner_text(".players")
    assert "person" not in one.title() + other.title()
    other.fill("#say-name input", "Ben\u200d")  # a letter that can't be seen
    other.click("#say-name button")
    other.wait_for_function("() => document.querySelector('#say-name input').validity.customError")
    assert one.is_hidden("#presence:has-text('Ben')")
    other.fill("#say-name input", "Ben")
    other.click("#say-name button")
    one.wait_for_selector("#presence:has-text('Ben')")
    other.wait_for_selector("#say-name", state="hidden")
    # One clock runs, in both pages.
    mover, waits = decides(pair)
    shown = one.inner_text(".clock.runs")
    one.wait_for_function("shown => document.querySelector('.clock.runs').textContent !== shown", arg=shown)
    assert [each.locator(".clock").count() for each in pair] == [2, 2]
    # What one says stands in its box, and is said to who doesn't see; who doesn't want that turns it off.
    phrase = other.inner_text("#phrases button >> nth=1")
    other.click("#phrases button >> nth=1")
    one.wait_for_selector(f".player.team-1 .said:has-text('{phrase}')")
    assert one.inner_text("#heard") == f"Ben: {phrase}"
    one.click("#options-button")
    one.uncheck("#option-phrases")
    one.click("#options > form button.primary")
    other.click("#phrases button >> nth=2")
    # What is proposed is seen beside the board, too, and answered.
    other.click("#offers button")
    one.click(".player.team-1 a.said")
    assert one.inner_text("#heard") == f"Ben: {phrase}"
    for each in pair:
        each.set_viewport_size({"width": 320, "height": 640})
        assert violations(each) == []
        assert each.evaluate("document.documentElement.scrollWidth <= innerWidth")
    one.click("#answers button:not(.primary)")
    other.wait_for_selector("#answers button", state="detached")
    # Both must want another game; the clock and the names go on there.
    assert mover.locator("button:has-text('Hint')").count() == 0
    button(mover, "Give up")
    winner = "0" if waits is one else "1"
    for each in pair:  # an end like others
        each.wait_for_selector(f"#panel[data-won='{winner}']")
        assert each.locator(".player.decides").count() == 0 and each.locator("#story .told-end").count() == 1
    titles = [each.inner_text("#panel-title") for each in (mover, waits)]
    assert titles[0].startswith("You gave up: ") and titles[1].endswith(": you have won")
    button(waits, "Rematch")
    old = waits.url
    mover.click("#answers .primary")
    for each in pair:
        each.wait_for_url(lambda url: url != old)
        each.wait_for_selector(".clock.runs")
    assert one.url == other.url and "Ben" in one.inner_text(".player.team-0")


def test_who_looks_at_another_page_is_told_that_it_is_its_turn(pair):
    mover, waits = decides(pair)
    waits.click("#options-button")
    waits.check("#option-notify")
    waits.wait_for_function("() => Notification.permission === 'granted'")
    waits.click("#options > form button.primary")
    title = waits.title()
    waits.evaluate("away(true)")
    assert waits.title() == title
    while not waits.locator("#choices [data-action]").count():
        if mover.locator("#choices [data-action]").count():
            mover.click("#choices [data-action] >> nth=0")
        mover.wait_for_timeout(50)
    waits.wait_for_function("title => document.title !== title && document.title.includes(title)", arg=title)
    assert waits.evaluate("notes.length") == 2  # the first one when they were allowed
    mover.click("#offers button")  # a proposal waits for an answer, too
    waits.wait_for_selector("#answers .primary", state="attached")
    assert waits.evaluate("notes.length") == 3 and title in waits.title() != title
    waits.evaluate("away(false)")
    assert waits.title() == title
