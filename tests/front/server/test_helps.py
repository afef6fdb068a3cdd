"""What helps a player on a page: signs, why a click means nothing, what values mean, and pages that aren't there."""

from paintball_env.definition import PAINTBALL
from tabletop.show.showing import showing_of
from tests.browser import browser
from tests.front.server.pages import after, at, button, click_figure, click_hex, doing, opened, page_of, violations
from tests.front.server.small import page, server

__all__ = ["browser", "page", "server"]  # fixtures

ACT = (
    "turn=2 phase=1 acting=red second=blue score=6,6 used=1,0 to=red:act "
    "R1=c3 R2=c2,jammed R3=d3,p0,used R4=b2,sentry R5=d1 "
    "B1=c5 B2=c8 B3=d4,suppressed B4=b7 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
)
WISH = {"scenario": "capture-the-flag", "players": ["person", "person"], "practice": True, "start": ACT, "seed": 4}


def test_the_signs_are_explained_as_in_the_viewer(page, server):
    opened(page, server, **WISH)
    page.click("#signs summary")
    legend = showing_of(PAINTBALL).scenes(PAINTBALL.load("capture-the-flag")).sheet().legend
    texts = page.locator("#signs li").all_inner_texts()
    assert [text.splitlines()[-1] for text in texts] == [name for name, _ in legend]  # a sign may bear a number
    assert page.locator("#signs li svg").count() == len(legend) > 10
    assert violations(page) == []


def test_a_click_that_means_nothing_says_why(page, server):
    opened(page, server, **WISH)
    number = at(page)

    def why(*words):
        for place in ("#odds", "#pointed"):  # beside the list, and over the board
            told = "([place, words]) => document.querySelector(place).textContent.includes(words)"
            page.wait_for_function(told, arg=[place, words[0]])

    click_figure(page, "R2")
    why("MF3: R2's gun is jammed")
    click_figure(page, "R5")
    click_figure(page, "B2")
    why("SH1: B2 is")
    assert page.get_attribute('.chip[aria-pressed="true"]', "data-focus").split()[1] == "R5"
    page.click("#odds a.rule")
    assert page.inner_text("#rule-title") == "Rule SH1"
    page.keyboard.press("Escape")
    click_hex(page, "a2")
    why("MV1: a step leads to a hex next to R5")
    # A click on whoever is chosen ends that.
    click_figure(page, "R5")
    page.wait_for_selector('.chip[aria-pressed="true"]', state="detached")
    assert at(page) == number
    # By keys, too.
    click_figure(page, "R1")
    page.focus(".board")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    why("MV1: a step")


def test_a_finger_held_on_an_action_shows_its_odds_and_takes_nothing(browser, server):
    with page_of(browser, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        opened(page, server, **WISH)
        page.tap('[data-focus="figure R1"]')
        finger, number = page.context.new_cdp_session(page), at(page)

        def hold(name):
            action = page.locator(f'[data-action="{name}"]')
            action.evaluate("action => action.scrollIntoView()")  # below the board, which stays in sight
            box = action.bounding_box()
            spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
            finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
            page.wait_for_timeout(1000)  # longer than a tap
            finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

        hold("R1 shoot B1")
        page.wait_for_selector("#odds table")
        page.wait_for_timeout(300)
        assert "B1 is out" in page.inner_text("#odds") and at(page) == number
        # Where there are no odds to be shown, a slow finger is a tap.
        hold("done")
        after(page, number)


def test_an_action_clicked_while_a_hint_is_worked_out_is_taken(page, server):
    opened(page, server, **WISH)
    click_figure(page, "R1")
    # The hint never comes.
    page.evaluate(
        """() => {
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) { if (JSON.parse(text).do !== "hint") send.call(this, text); };
        }"""
    )
    button(page, "Hint")
    page.wait_for_selector("#odds:has-text('A hint is being worked out')")
    button(page, "Hint")
    assert "still being worked out" in page.inner_text("#odds")
    doing(page, button, "Take aim")


def test_the_odds_over_the_board_leave_shooter_and_target_free(page, server):
    start = (
        "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c3 R2=c2 R3=d3 R4=b2 B1=c4,suppressed "
        "B2=c4,empty B3=b5 B4=c6 B5=c5 M1=b1 M2=c6 flag.red=b1 flag.blue=c4"
    )
    page.set_viewport_size({"width": 1280, "height": 800})
    opened(page, server, **{**WISH, "start": start})
    click_figure(page, "R2")
    for action in ("R2 shoot B5", "R2 shoot B4", "R2 shoot B1", "R2 suppress B5"):
        page.hover(f'[data-action="{action}"]')
        page.wait_for_selector("#pointed table")
        box = page.locator("#pointed").bounding_box()
        for key in ("R2", action.split()[-1]):
            spot = page.locator(f'.board [data-key="{key}"]').bounding_box()
            aside = spot["x"] >= box["x"] + box["width"] or spot["x"] + spot["width"] <= box["x"]
            assert aside or spot["y"] >= box["y"] + box["height"] or spot["y"] + spot["height"] <= box["y"], action
        page.mouse.move(3, 3)
        page.wait_for_selector("#pointed table", state="detached")


def test_what_is_not_there_is_said_on_a_page_that_leads_on(page, server):
    game = server.begin(**WISH)["id"]
    for path, words in (
        ("/no/such/page", "There is no page at this address."),
        ("/game/none", "There is no such game."),
        ("/game/none/viewer", "There is no such game."),
        (f"/game/{game}/viewer", "The record is given out when the game is over: it names the seed of the dice."),
        ("/runs/game?name=%3Cb%3E&at=1", "&lt;b&gt;"),
        ("/pictures/<b>", "There is no such picture."),
    ):
        status, text, headers = server.get(path)
        assert status in (403, 404) and headers["content-type"].startswith("text/html"), path
        assert words in text and '<a href="/">' in text and "<b>" not in text
    assert server.get("/api/none")[:2] == (404, '{"error":"there is no page at this address"}')
    page.goto(server.address + "/rules")
    page.wait_for_selector("#SE2")
    for typed, words in (("se2", "rule"), ("no such word", "No rule has “no such word” in it."), ("", "")):
        page.fill("#find", typed)
        said = page.inner_text("#found")
        assert words in said and bool(words) == bool(said)
        assert page.locator("#list article:visible").count() == 0 or "No rule" not in said
    assert violations(page) == []
