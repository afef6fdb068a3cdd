"""Playing in a real browser: by clicks, by keys, through reloads and restarts of the server; WCAG AA by axe-core."""

import re

import pytest

from paintball_env.definition import PAINTBALL
from tabletop.play.records import GameRecord
from tests.browser import browser
from tests.front.server.pages import (
    after,
    agreeing,
    at,
    button,
    click_figure,
    click_hex,
    doing,
    one_decision,
    opened,
    page_of,
    told,
    violations,
)
from tests.front.server.small import page, server

__all__ = ["browser", "page", "server"]  # fixtures

# A volley at two, a grenade, a charge, and then a sentry's reaction.
BUSY = (
    "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c3 R2=c2,paint R3=d3 R4=b2,sentry "
    "B1=c5 B2=c5 B3=d4,suppressed B4=b5 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
)


def test_a_volley_a_grenade_a_charge_and_a_sentry_by_clicks(page, server):
    opened(page, server, scenario="capture-the-flag", players=["person", "person"], practice=True, start=BUSY, seed=4)
    # A volley split between two in one hex: the second die goes with the last point.
    click_figure(page, "R1")
    assert page.get_attribute('.chip:has-text("R1")', "aria-pressed") == "true"
    assert page.locator(".board .mark-target").count() >= 1 and page.locator(".board .mark-legal").count() >= 3
    page.hover('[data-action="R1 shoot B1"]')
    assert page.locator(".board .line-aim .line-head").count() == 1
    page.wait_for_selector(".odds table")
    assert "B1 is out" in page.inner_text(".odds")
    assert page.inner_text("#pointed caption") == "R1: Shoot at B1, one die"  # as in the list
    board, box = (page.locator(each).bounding_box() for each in (".board", "#pointed"))
    assert board["y"] <= box["y"] and box["y"] + box["height"] <= board["y"] + board["height"]
    click_figure(page, "B1")
    assert page.locator("#menu button").count() == 2  # to shoot, to suppress
    doing(page, lambda page: page.click('#menu button:has-text("Shoot")'))
    assert "another shot" in page.inner_text("#panel-title")
    doing(page, click_figure, "B2")
    assert re.search(r"R1 fires 2 shots, 1 at B1, 1 at B2", told(page)) and page.locator("#story .die").count() >= 2
    while "Who is hit" in page.inner_text("#panel-title"):
        doing(page, lambda page: page.click(".choices button >> nth=0"))
    # What came of it is in sight without scrolling, in a few words.
    assert re.search(r"R1 shoots at .*: ", page.inner_text("#lately li:last-child"))
    box, edge = page.locator("#lately").bounding_box(), page.viewport_size["height"]
    assert box["y"] + box["height"] < edge
    # A grenade.
    click_figure(page, "R2")
    doing(page, button, "Throw paint")
    doing(page, click_hex, "c4")
    if " land?" in page.inner_text("#panel-title"):
        doing(page, lambda page: page.click(".choices button >> nth=0"))
    assert "R2 throws paint at c4" in told(page)
    # A charge: the hex, then who; the only way there is gone by itself.
    doing(page, button, "Charge")
    while "What next" not in page.inner_text("#panel-title"):
        assert page.locator("#choices button").count() >= 1
        doing(page, lambda page: page.click(".choices button >> nth=0"))
    assert "declares a charge" in told(page) and "shoot-out" in told(page)
    # The other side moves past a sentry, whose team is asked.
    doing(page, button, "End the phase")
    page.wait_for_selector("#turn:has-text('Blue')")
    click_figure(page, "B4")
    doing(page, click_hex, "b4")
    assert "R4 on sentry: shoot at B4?" in page.inner_text("#panel-title")
    offered = page.inner_text("#choices")
    assert "my phase" not in offered and "Answer for me in this phase" in offered
    doing(page, click_figure, "B4")
    assert "R4, on sentry, shoots at B4" in told(page)
    # Practice: it is taken back.
    button(page, "Take back")
    page.wait_for_selector("#panel-title:has-text('R4 on sentry')")


PRESSED = '.chip[aria-pressed="true"]'
STACKS = (
    "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c3 R2=b1 R3=b1 R4=b1 R5=b1 "
    "B1=c5 B2=c5 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
)


def test_a_hex_and_a_sign_stand_for_all_who_are_there(page, server):
    opened(page, server, scenario="capture-the-flag", players=["person", "person"], practice=True, start=STACKS, seed=4)
    click_figure(page, "R1")
    click_hex(page, "c5")  # beside both
    assert page.locator("#menu button").count() == 4  # to shoot, to suppress: at each of the two
    page.keyboard.press("Escape")
    assert page.get_attribute(PRESSED, "data-focus").split()[1] == "R1"
    sign = '.board [data-key^="sign:b1"]'
    page.click(sign)
    first = page.get_attribute(PRESSED, "data-focus").split()[1]
    page.click(sign)
    second = page.get_attribute(PRESSED, "data-focus").split()[1]
    assert first != second and {first, second} < {"R2", "R3", "R4", "R5"}
    # Who plays both sides is told what both want.
    assert re.search("Red: .* Blue: ", page.inner_text("#aim"))


def test_what_newcomers_stumble_over(page, server):
    opened(page, server, scenario="capture-the-flag", players=["person", "person"], practice=True, start=BUSY, seed=4)
    # A figure in a hex that may be entered: a click chooses it, as pointing at it shows, and says what else was meant.
    click_figure(page, "R1")
    page.hover('.board [data-place="d2"]', force=True)
    assert page.locator(".board .line-aim").count() == 1
    page.hover('.board [data-key="R2"]')
    assert page.locator(".board .line-aim").count() == 0
    click_figure(page, "R2")
    assert page.get_attribute('.chip:has-text("R2")', "aria-pressed") == "true"
    assert "“R1: Move to c2” click beside R2" in page.inner_text("#odds")
    # What a grenade reaches is said before it is taken out.
    assert "reaches no enemy" in page.inner_text('[data-action="R2 throw paint"]')
    # A hint is shown where it is carried out, too.
    button(page, "Hint")
    page.wait_for_selector("#odds details")
    assert "of a win" in page.inner_text("#odds")
    page.click("#odds summary")
    assert page.locator("#odds tbody tr").count() >= 2
    assert page.locator(".board .mark-hint").count() + page.locator(".board .line-hint, .choices .advised").count() >= 1
    # Who is left to do something is told from who can merely turn; then a phase in which nothing was done is ended.
    if page.get_attribute(PRESSED, "data-focus") != "figure R3":  # the hint may have chosen it: a click would let it go
        click_figure(page, "R3")
    doing(page, button, "Go on sentry")
    button(page, "R1")
    doing(page, button, "Take aim")
    doing(page, lambda page: page.click('[data-action^="R1 move"] >> nth=0'))
    assert page.locator(".chip.spent").get_attribute("data-focus") == "figure R1"
    doing(page, button, "End the phase")
    head, end = (page.locator(each).bounding_box() for each in ("#panel-title", ".apart"))
    room = page.evaluate("parseFloat(getComputedStyle(document.querySelector('#panel-title')).paddingRight)")
    assert head["x"] + head["width"] - room <= end["x"]  # long questions don't touch the button
    number = at(page)
    page.focus("#choices .apart button")
    for _ in range(2):  # who presses Enter twice ends nothing
        page.keyboard.press("Enter")
    page.wait_for_selector("dialog.sure", state="detached")
    assert at(page) == number and page.evaluate("document.activeElement.matches('.apart button')")
    button(page, "End the phase")
    assert violations(page) == []
    doing(page, lambda page: page.click("dialog.sure .primary"))


def test_what_follows_from_a_decision_is_not_told_as_if_its_player_had_done_it(page, server):
    page.goto(server.address)
    page.wait_for_selector("#games li")  # the page is ready: what is filled in before it could be replaced
    parts = page.evaluate(
        """async () => {
            const { Story } = await import("/files/story.js"), list = document.createElement("ol");
            const told = ["B6 starts in c7", "the set-up goes on"].map((head) => (
                { kind: "decision", head, forced: false, lines: [] }));
            new Story(list, {}, () => null).add({ by: 1, told }, 1);
            const lines = [{ text: "W1 hits by 2+ (PA2, W2): W1 is glad" }], rules = { W1: "", W2: "", PA2: "" };
            new Story(list, rules, () => null).add({ told: [{ kind: "turn", head: "Turn 2", lines }] }, 2);
            return [[...list.querySelectorAll("li > div")].map((part) => part.classList.contains("team-1")),
                [...list.querySelectorAll("a")].map((link) => link.textContent)];
        }"""
    )
    assert parts == [[True, False, False], ["PA2 W2"]]  # a figure may be called as a rule is


def test_a_whole_game_against_a_bot_by_clicks_through_reload_and_restart(page, server):
    agreeing(page)
    page.goto(f"{server.address}/#more")
    page.wait_for_selector("#games li")  # the page is ready: what is filled in before it could be replaced
    page.fill("#agent", "hunter")
    page.select_option("#scenario", "small")
    page.click("#play")
    page.wait_for_selector(".board")
    game = page.url.rsplit("/", 1)[1]
    page.click("#options-button")
    page.select_option("#option-pace", "0")
    page.click("#options button.primary")
    assert "Setting up" in page.inner_text("#turn")
    taken = 0
    while one_decision(page):
        taken += 1
        if taken == 3:
            before = at(page)
            page.reload()
            page.wait_for_selector(".steps .at")
            assert at(page) >= before
        if taken == 6:
            server.stop()
            page.wait_for_selector("#connection:not(:empty)")
            box = page.locator("#connection").bounding_box()
            assert 0 <= box["y"] <= page.viewport_size["height"] - box["height"]
            server.start(server.port)
        assert taken < 200
    assert taken > 6 and re.search("won|lost|draw", page.inner_text("#panel-title").lower())
    # The game is gone through from its beginning to its end, and opened in the viewer.
    last = at(page)
    button(page, "Step through")
    assert page.inner_text(".steps .at").startswith("0 /")
    for _ in range(last):
        page.click('[data-step="One decision on"]')
    assert re.search("won|lost|draw", page.inner_text("#panel-title").lower())
    record = GameRecord.read(server.get(f"/game/{game}/record")[1], PAINTBALL)
    assert len(record.lines) == last and record.end.over
    button_link = page.get_attribute('a:has-text("viewer")', "href")
    page.goto(server.address + button_link)
    page.wait_for_selector(".board")
    assert str(last) in page.inner_text("main")


# The last turn: R1 wins by a step to the west.


def test_a_game_by_keyboard_alone(page, server):
    agreeing(page)
    opened(page, server, scenario="small", players=["person", "random"], practice=True, pace=0)
    page.wait_for_selector("#choices button")
    keys = page.keyboard

    def focus():
        return page.evaluate("document.activeElement.closest('#choices') ? document.activeElement.textContent : ''")

    def tab_to(right):
        for _ in range(600):
            if right():
                return
            keys.press("Tab")
        raise AssertionError("not reached by Tab")

    def to_action():
        # The other side's decisions may still come in: figures, and what they can do, are there a moment later.
        for _ in range(400):
            there = page.evaluate(
                "document.querySelector('a[data-focus=record]') ? 'over' : document.activeElement.dataset.action ? "
                "'action' : document.activeElement.matches('.chip') && "
                "!document.querySelector('.chip[aria-pressed=true]') ? 'chip' : ''"
            )
            if there in ("over", "action"):
                return there
            keys.press("Enter" if there == "chip" else "Tab")
        raise AssertionError("no action is reached by Tab")

    for _ in range(150):
        page.wait_for_selector("#choices [data-focus]")
        number = at(page)
        if to_action() == "over":
            break
        assert focus()
        keys.press("Enter")
        after(page, number)
    assert page.locator('a:has-text("Save the record")').count()
    tab_to(lambda: "Step through" in focus())
    keys.press("Enter")
    tab_to(lambda: page.evaluate("document.activeElement.dataset.step") == "One decision on")
    for _ in range(at(page)):
        keys.press("Enter")
    assert re.search("won|lost|raw", page.inner_text("#panel-title"))


@pytest.mark.parametrize("pace", [0, 1])  # the other side's decisions are shown or not
def test_a_phase_that_has_ended_leaves_the_focus_on_a_choice_and_on_nothing_that_ends_anything(page, server, pace):
    wish = {"scenario": "capture-the-flag-basic-drawn", "players": ["person", "random"], "practice": True, "seed": 3}
    agreeing(page)
    opened(page, server, **wish, pace=pace)
    focus = "document.activeElement.matches('#choices .chip, #choices .choices [data-action]')"
    for _ in range(2):  # the first of these phases is followed by an own one, the second by the other side's
        page.wait_for_selector("#choices .apart button:enabled")
        number = at(page)
        page.focus("#choices .apart button")
        page.keyboard.press("Enter")
        after(page, number)
        page.wait_for_function(
            "n => document.querySelector('#choices .apart button') && "
            "(document.activeElement.matches('.chip, .quiet button') || !document.activeElement.closest('#choices'))",
            arg=number,
        )
        assert page.evaluate(focus), page.evaluate("document.activeElement.outerHTML")


def test_the_board_by_keyboard(page, server):
    opened(page, server, scenario="capture-the-flag", players=["person", "person"], practice=True, start=BUSY, seed=4)
    page.wait_for_selector(".chip")
    page.focus(".board")
    keys = page.keyboard
    keys.press("ArrowDown")
    for _ in range(30):
        here = page.evaluate("document.querySelector('.board-sheet + .unseen').textContent")
        if here.startswith("c3"):
            break
        keys.press("ArrowRight" if here[:1] == "c" else "ArrowDown")
        if here.startswith(("c4", "c5", "c6", "c7", "c8")):
            for _ in range(8):
                keys.press("ArrowLeft")
    keys.press("Enter")
    page.wait_for_selector('.chip[aria-pressed="true"]')
    chosen = page.get_attribute('.chip[aria-pressed="true"]', "data-focus").split()[1]
    number = at(page)
    keys.press("ArrowRight")
    keys.press("Enter")
    after(page, number)
    assert f"{chosen} moves" in told(page)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_and_nothing_sticks_out(browser, server, width, scheme):
    with page_of(browser, viewport={"width": width, "height": 850}, color_scheme=scheme) as page:

        def fits():
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert violations(page) == []

        page.goto(server.address)
        page.wait_for_selector("#games li")
        fits()
        page.click("#by-link")
        page.click("#more > summary")
        page.check("input[value=watch]")
        fits()
        page.goto(server.address + "/rules#SE2")
        page.wait_for_selector("#SE2")
        fits()
        page.goto(server.address + "/how-to-play")
        page.wait_for_selector("table")
        page.wait_for_function("() => document.images[1].naturalWidth > 0")
        fits()
        opened(page, server, scenario="capture-the-flag", players=["person", "person"], practice=True, start=BUSY)
        page.wait_for_selector("#guide:not([hidden])")
        if width == 390:  # the decision comes right below the board and what happened lately, before all else
            tops = [page.locator(f"#{name}").bounding_box()["y"] for name in ("lately", "panel", "guide", "steps")]
            assert tops == sorted(tops) and tops[1] < 600
        click_figure(page, "R1")
        page.wait_for_selector('[data-action="R1 shoot B1"]')
        fits()
        button(page, "Hint")
        page.wait_for_selector("#odds details")
        fits()
        page.click("#guide-rules a >> nth=0")
        page.wait_for_selector("#rule[open]")
        fits()
        page.keyboard.press("Escape")
        page.click("#options-button")
        fits()


@pytest.mark.parametrize(("width", "size"), [(1280, 200), (390, 150), (390, 200)])
def test_text_up_to_twice_as_large_fits_and_can_be_read(page, server, width, size):
    page.set_viewport_size({"width": width, "height": 900})

    def fits():
        page.evaluate("size => { document.documentElement.style.fontSize = `${size}%`; }", size)
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    for path, ready in (("/", "#games li"), ("/rules", "#SE2"), ("/how-to-play", "table"), ("/runs", "main")):
        page.goto(server.address + path)
        page.wait_for_selector(ready)
        fits()
    start = BUSY.replace("R2=c2,paint", "R2=c2,smoke,paint")
    opened(page, server, scenario="capture-the-flag", players=["person", "person"], practice=True, start=start)
    for figure, action in (("R1", "R1 shoot B1"), ("R2", "R2 throw smoke")):
        click_figure(page, figure)
        page.wait_for_selector(f'[data-action="{action}"]')
        fits()
    # The question stands in whole words, and not under the button that ends the phase.
    words, lines = page.evaluate(
        """() => {
            const range = document.createRange();
            range.selectNodeContents(document.querySelector("#panel-title"));
            const lines = new Set([...range.getClientRects()].map(({ y }) => y));
            return [range.getBoundingClientRect().toJSON(), lines.size];
        }"""
    )
    end = page.locator(".apart button").bounding_box()
    assert lines <= 3
    assert words["right"] <= end["x"] or words["bottom"] <= end["y"]
