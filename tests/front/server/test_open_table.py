"""Playing on an open table in a browser: the nearest end of a line is meant, and keys go from aim to aim."""

import pytest

from tests.any_game.duel_game import DUEL
from tests.browser import browser
from tests.front.server.conftest import Served
from tests.front.server.pages import at, click_figure, doing, opened, page_of, told, violations
from tests.front.server.small import page

__all__ = ["browser", "page"]  # fixtures

START = "turn=3 to=red:act first=red R1=-20.0:9.0*3 R2=-20.0:-9.0*3 B1=20.0:-9.0*3 B2=20.0:9.0*3"
WISH = {"scenario": "duel", "players": ["person", "person"], "practice": True, "start": START, "seed": 4}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Served(DUEL, tmp_path_factory.mktemp("served") / "games.sqlite")
    yield server
    server.stop()


def spots(page):
    boxes = [spot.bounding_box() for spot in page.locator(".board .spot").all()]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]


def middle(page, key):
    box = page.locator(f'.board .standing [data-key="{key}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def measures(page):
    """Whether the ruler's line is drawn."""
    return page.evaluate("document.querySelector('.board .ruler line').getClientRects().length > 0")


def test_a_click_near_the_end_of_a_line_is_the_move_there(page, server):
    opened(page, server, **WISH)
    assert page.locator(".board .spot").count() == 0
    click_figure(page, "R1")
    assert page.locator(".board .spot").count() == page.locator(".places .place").count() > 10
    assert page.locator(".board .mark-chosen").count() == page.locator(".board .mark-target").count() == 1
    x, y = max(spots(page))  # the farthest to the east
    page.mouse.move(x + 9, y + 5)
    page.wait_for_selector(".board .line-aim .ghost")
    assert page.text_content(".board .ruler text") == "Move E" and not measures(page)
    board = page.locator(".board").bounding_box()
    page.mouse.click(board["x"] + board["width"] * 0.7, board["y"] + board["height"] / 2)  # near to nothing
    assert at(page) == 0
    doing(page, lambda page: page.mouse.click(x + 9, y + 5))
    assert "R1 move E" in told(page) and "-20.0:9.0 -8.0:9.0" in told(page)


def test_that_an_answer_is_waited_for_is_said_over_the_board_until_it_comes(page, server):
    opened(page, server, **WISH)
    click_figure(page, "R1")
    x, y = max(spots(page))
    page.evaluate(
        "() => { self.sent = WebSocket.prototype.send; WebSocket.prototype.send = (text) => (self.held = text); }"
    )
    page.mouse.click(x, y)
    words = "getComputedStyle(document.querySelector('#board'), '::after').content"
    assert "One moment" in page.evaluate(words)
    page.evaluate("() => { WebSocket.prototype.send = sent; }")
    page.reload()  # the server hasn't heard of it
    page.wait_for_selector(".board")
    click_figure(page, "R1")
    doing(page, lambda page: page.mouse.click(x, y))
    assert page.evaluate(words) == "none"


def test_a_ruler_is_drawn_by_dragging_from_elsewhere_and_goes_with_the_next_click(page, server):
    opened(page, server, **WISH)
    click_figure(page, "R1")
    (x, y), (to_x, to_y) = middle(page, "B1"), middle(page, "B2")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=4)
    page.mouse.up()
    page.mouse.move(to_x - 30, to_y + 50, steps=3)
    assert measures(page) and page.text_content(".board .ruler text") == "18.0 cm"
    assert at(page) == 0 and page.locator(".board .spot").count() > 10  # nothing was picked
    click_figure(page, "R2")
    assert not measures(page)


def test_who_can_be_chosen_is_chosen_and_moved_by_one_drag(page, server):
    opened(page, server, **WISH)
    x, y = middle(page, "R1")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 200, y, steps=4)
    page.wait_for_selector(".board .line-aim .ghost")
    doing(page, lambda page: page.mouse.up())
    assert "R1 move E" in told(page)


def test_a_shot_is_a_click_on_the_target_and_why_there_is_none_is_said(page, server):
    opened(page, server, **WISH)
    click_figure(page, "R1")
    click_figure(page, "B1")
    page.wait_for_function("() => document.querySelector('#pointed').innerText.includes('see it')")
    doing(page, click_figure, "B2")
    assert "R1 shoot B2" in told(page)


def test_keys_go_from_figure_to_figure_and_to_the_ends_of_lines(page, server):
    opened(page, server, **WISH)
    page.locator(".board").focus()
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#field .unseen") == "R1, 3 hits left"
    page.keyboard.press("Enter")
    page.wait_for_selector(".board .spot")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#field .unseen") == "Step E"
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#field .unseen") == "Move E"
    doing(page, lambda page: page.keyboard.press("Enter"))
    assert "R1 move E" in told(page) and violations(page) == []


def test_on_a_phone_the_table_fits_and_a_tap_moves(browser, server):
    with page_of(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as page:
        opened(page, server, **WISH)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.tap('.board [data-key="R1"]')
        page.wait_for_selector(".board .spot")
        x, y = max(spots(page))
        doing(page, lambda page: page.touchscreen.tap(x, y))
        assert "R1 move E" in told(page)


def test_who_is_chosen_is_dragged_to_the_nearest_move(page, server):
    opened(page, server, **WISH)
    click_figure(page, "R1")
    begun = middle(page, "R1")
    x, y = max(spots(page))
    for let_go in ("where it was", "with Escape"):
        page.mouse.move(*begun)
        page.mouse.down()
        page.mouse.move(x + 60, y + 10, steps=4)  # farther than anything it can do
        page.wait_for_selector(".board .line-aim .ghost")
        if let_go == "where it was":
            page.mouse.move(*begun, steps=2)
        else:
            page.keyboard.press("Escape")
        page.mouse.up()
        assert at(page) == 0 and page.locator(".board .line-aim").count() == 0
        assert page.locator(".board .spot").count() > 10  # it is chosen as before
    page.mouse.move(*begun)
    page.mouse.down()
    page.mouse.move(x + 60, y + 10, steps=4)
    doing(page, lambda page: page.mouse.up())
    assert "R1 move E" in told(page) and violations(page) == []


def test_a_finger_drags_who_is_chosen(browser, server):
    with page_of(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as page:
        opened(page, server, **WISH)
        page.tap('.board [data-key="R1"]')
        page.wait_for_selector(".board .spot")
        x, y = middle(page, "R1")
        to_x, to_y = max(spots(page))
        finger = page.context.new_cdp_session(page)

        def touch(kind, *points):
            finger.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": u, "y": v} for u, v in points]}
            )

        touch("touchStart", (x, y))
        for step in range(1, 6):
            touch("touchMove", (x + (to_x - x) * step / 5, y + (to_y - y) * step / 5))
        page.wait_for_selector(".board .line-aim .ghost")
        doing(page, lambda page: touch("touchEnd"))
        assert "R1 move E" in told(page)
