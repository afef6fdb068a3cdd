"""The stage in a real browser, with motion: what has happened is seen and heard, never waited for, and fits a phone."""

import pytest

from tests.browser import browser
from tests.front.server.pages import after, at, click_figure, doing, opened, page_of
from tests.front.server.small import server

__all__ = ["browser", "server"]  # fixtures

SHOT = (
    "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c3 R2=c2,paint R3=d3 R4=b2,sentry "
    "B1=c5 B2=c5 B3=d4,suppressed B4=b5 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
)
WISH = {"scenario": "capture-the-flag", "players": ["person", "person"], "practice": True, "start": SHOT, "seed": 4}
# What sounds is noted instead of played.
SILENT = """() => {
    window.heard = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.heard.push(this.type);
        return start.apply(this, when);
    };
}"""
MOVING = "() => document.getAnimations().filter((each) => each.playState === 'running').length"


@pytest.fixture
def moving(browser):
    with page_of(browser, reduced_motion="no-preference") as page:
        page.add_init_script(f"({SILENT})()")
        yield page


def fired(page):
    """R3 shoots at B1; the motion goes on."""
    click_figure(page, "R3")
    doing(page, lambda page: page.click('[data-action="R3 shoot B1"]'))
    if page.locator("#choices .primary").count():
        doing(page, lambda page: page.click("#choices .primary"))


def test_a_shot_flies_and_its_dice_roll_and_nothing_waits_for_them(moving, server):
    opened(moving, server, **WISH)
    fired(moving)
    # The dice and the line are there at once, and so is what may be done next.
    assert moving.locator('.board .above [data-key^="die:"]').count() >= 1
    assert moving.locator("#choices button").count() >= 2
    assert moving.evaluate(MOVING) >= 1 and moving.locator(".motion > *").count() >= 1
    # What of one shot is shown belongs to that one: the next is drawn anew.
    first = moving.evaluate_handle("document.querySelector('.board .above [data-key^=\"die:\"]')")
    moving.click(".stage .turn")  # a click shows at once what there is
    assert moving.locator(".motion > *").count() == 0
    click_figure(moving, "R1")
    doing(moving, lambda page: page.click('[data-action^="R1 move"] >> nth=0'))
    assert not first.evaluate("node => node.isConnected")


def test_without_motion_nothing_moves_and_all_is_said(browser, server):
    with page_of(browser) as page:
        opened(page, server, **WISH)
        fired(page)
        assert page.evaluate(MOVING) == 0 and page.locator(".motion > *").count() == 0
        assert page.locator('.board .above [data-key^="die:"]').count() >= 1
        assert "R3" in page.inner_text("#lately")


def test_sounds_come_with_the_first_click_and_can_be_turned_off(moving, server):
    files = []
    moving.on("request", lambda request: files.append(request.url))
    opened(moving, server, **WISH)
    assert not any("sound.js" in each for each in files)
    moving.click("#options-button")
    moving.fill("#option-volume", "0")
    moving.click("#options .primary")
    assert any("sound.js" in each for each in files)
    fired(moving)
    assert moving.evaluate("window.heard") == []
    moving.click("#options-button")
    moving.fill("#option-volume", "1")
    moving.click("#options .primary")
    click_figure(moving, "R1")
    doing(moving, lambda page: page.click('[data-action^="R1 shoot"] >> nth=0'))
    if moving.locator("#choices .primary").count():
        doing(moving, lambda page: page.click("#choices .primary"))
    moving.wait_for_function("() => window.heard.length > 0")


def test_a_figure_turns_by_an_arrow_on_the_board(browser, server):
    with page_of(browser) as page:
        opened(page, server, **WISH)
        click_figure(page, "R1")
        assert page.locator(".board [data-aim]").count() == 5
        doing(page, lambda page: page.click('.board [data-aim="R1 rotate W"]'))
        assert "R1 turns to W" in page.inner_text("#story")


def test_numbers_of_rules_are_for_who_asks(browser, server):
    with page_of(browser) as page:
        opened(page, server, **WISH)
        fired(page)
        link = page.locator("#story a.rule >> nth=0")
        number = link.get_attribute("data-rule")
        assert number.split()[0] not in page.inner_text("#story")
        link.click()
        assert number.split()[0] in page.inner_text("#rule-title")
        page.keyboard.press("Escape")
        page.click("#options-button")
        page.check("#option-codes")
        page.click("#options .primary")
        assert number.split()[0] in page.inner_text("#story")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_phone_has_the_board_and_what_may_be_done_on_one_screen(browser, server, width, height):
    with page_of(browser, viewport={"width": width, "height": height}, has_touch=True) as page:
        opened(page, server, **WISH)
        page.tap('[data-focus="figure R1"]')
        board, acts = (
            page.locator(".board").bounding_box(),
            page.locator("#choices .choices button >> nth=0").bounding_box(),
        )
        assert board["y"] >= 0 and board["y"] + board["height"] <= height
        assert acts["y"] + acts["height"] <= height
        for button in page.locator("#choices button:visible").all()[:12]:
            box = button.bounding_box()
            assert box["height"] >= 44 and box["width"] >= 44
        number = at(page)
        page.tap('.board .hits [data-place="d2"]', force=True)
        after(page, number)
