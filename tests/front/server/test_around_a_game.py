"""What is around a game in a real browser: its end, what bots think, other games, the guide, training runs."""

import json

from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.guide import FIRST_GAME as FIRST_MATCH
from octagon_ball.guide import STEPS
from paintball_env.definition import PAINTBALL
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.show.showing import showing_of
from tests.browser import browser
from tests.front.server.conftest import Served
from tests.front.server.pages import (
    after,
    agreeing,
    at,
    button,
    click_figure,
    click_hex,
    doing,
    opened,
    page_of,
    told,
    violations,
)
from tests.front.server.small import page, server

__all__ = ["browser", "page", "server"]  # fixtures

LAST = "turn=30 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b2 B1=d6 B2=d7 M1=b1 M2=c6 flag.blue=R1"


def test_what_cost_most_is_shown_at_the_end_and_leads_there(page, server):
    agreeing(page)
    wish = {"scenario": "capture-the-flag-basic", "players": ["person", "person"], "practice": True, "start": LAST}
    opened(page, server, **wish)
    click_figure(page, "R1")
    doing(page, click_hex, "c3")
    doing(page, button, "End the phase")
    page.wait_for_selector("#turn:has-text('Blue')")
    doing(page, button, "End the phase")
    button(page, "Review")
    page.wait_for_selector("#grades .causes")  # all of it is known
    assert page.locator("#grades .progress").count() == 0 and page.locator(".worth .mark-costly").count() == 1
    assert page.locator("#story .grade-costly").count() == 1 and page.locator("#story .grade").count() > 1
    first = page.locator(".mistake >> nth=0")
    assert "R1: Move to c3" in first.inner_text() and "better: R1: Move to c1" in first.inner_text()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
    first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".line-hint")
    decisions, costly = at(page), page.get_attribute(".mistake >> nth=0", "data-decision")
    assert page.inner_text(".steps .at").startswith("0 /")
    assert page.inner_text("#panel-title") == f"Before decision {costly} of {decisions}"
    page.click('[data-step="One decision on"]')
    assert page.inner_text("#panel-title").removesuffix(f" of {decisions}") in ("After decision 1", "Before decision 2")
    first.focus()
    page.keyboard.press("Enter")
    assert page.get_attribute(".mistake >> nth=0", "aria-current") == "step" and violations(page) == []
    assert page.evaluate("document.activeElement.classList.contains('mistake')")
    # On a phone the board is brought into sight; the story below is followed in its own list.
    page.set_viewport_size({"width": 390, "height": 700})
    page.locator(".mistake >> nth=0").scroll_into_view_if_needed()
    page.click(".mistake >> nth=0")
    box = page.locator(".board").bounding_box()
    assert box["y"] > -1 and box["y"] + box["height"] < 701  # a page is scrolled by whole pixels
    button(page, "Back to the game")
    assert "draw" in page.inner_text("#panel-title").lower() and page.locator(".mistake").count()
    assert page.locator("#panel button.primary, #panel a.primary").count() == 1
    # Any position can be shown to others: by a link, as a picture, as a clip.
    page.click("#share summary")
    assert violations(page) == []
    for ask, ending in (("#share-picture", ".png"), ("#share-clip", ".webp")):
        with page.expect_download() as saved:
            page.click(ask)
        assert saved.value.suggested_filename.endswith(ending) and not saved.value.failure()
    page.goto(f"{page.url}#1")
    page.reload()
    page.wait_for_selector(".steps .at:has-text('1 /')")


def test_a_large_board_on_a_phone_has_places_for_a_finger_and_follows_who_is_chosen(browser, server):
    with page_of(browser, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        opened(page, server, scenario="battle-12-drawn", players=["person", "person"], practice=True, seed=3)
        page.wait_for_selector('[data-focus="figure R1"], [data-focus="figure B1"]')
        box = page.locator('.board .hits [data-place="e1"]').bounding_box()
        assert 38 <= box["width"] <= 42
        # It is a part of the board, and the page isn't wider than the screen; signs say where something lies outside.
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        outside = page.locator(".outside:not([hidden])").count
        assert outside() >= 1
        # Figures that share a hex are drawn below the board; it is their hex that is shown. At first it is anybody's.

        def seen(name):
            place, board = page.locator(f".board .{name}").bounding_box(), page.locator(".board").bounding_box()
            return board["x"] <= place["x"] and place["x"] + place["width"] <= board["x"] + board["width"]

        for figure in ("B1", "B2", "B7"):
            page.click(f'[data-focus="figure {figure}"]')
            assert seen("mark-chosen"), figure
        # A finger moves it, and picks nothing; the whole is a button away, and keys make it larger.
        box, chosen = (
            page.locator(".board").bounding_box(),
            page.get_attribute('.chip[aria-pressed="true"]', "data-focus"),
        )
        before, finger = page.get_attribute(".board", "viewBox"), page.context.new_cdp_session(page)
        spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
        for step in (20, 40, 60):
            moved = {"x": spot["x"] + step, "y": spot["y"]}
            finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [moved]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert page.get_attribute(".board", "viewBox") != before
        assert page.get_attribute('.chip[aria-pressed="true"]', "data-focus") == chosen
        page.click('.lens [aria-label="The whole board"]')
        assert outside() == 0
        page.focus(".board")
        page.keyboard.press("+")
        assert outside() >= 1
        page.keyboard.press("ArrowRight")
        assert seen("cursor")
        assert violations(page) == []


THEIRS = "turn=1 phase=1 acting=blue second=red to=blue:act R1=a1 R2=a1 B1=c3 B2=c3 flag=c2 soft=a1,c3"


def test_what_bots_think_is_shown_where_it_is_wanted(page, server):
    opened(page, server, scenario="small", players=["search:sims=8", "champion"], pace=0.25)
    page.wait_for_selector("#thoughts:not([hidden]) tbody tr")
    page.wait_for_selector('a:has-text("Save the record")')
    titles, marks = set(), 0
    for number in range(at(page) + 1):
        page.evaluate("n => document.querySelectorAll('#story > li')[n].querySelector('button.head')?.click()", number)
        if page.is_visible("#thoughts"):
            titles.add(page.inner_text("#thoughts-title"))
            marks += page.locator("#thoughts b").count() == 1
    assert titles == {"What Search (sims 8) thought", "What Champion thought"} and marks > 3
    assert violations(page) == []
    # Against oneself it is for those who ask for it.
    opened(page, server, scenario="small", players=["person", "champion"], practice=True, start=THEIRS)
    page.wait_for_selector(".chip")
    assert at(page) > 0 and page.is_hidden("#thoughts")
    page.click("#options-button")
    page.check("#option-thoughts")
    page.click("#options button.primary")
    page.wait_for_selector("#thoughts:not([hidden])")


def test_another_game_is_a_click_away_and_the_viewer_leads_back(page, server):
    agreeing(page)
    wish = {"scenario": "capture-the-flag-basic", "players": ["person", "hunter"], "practice": True, "start": LAST}
    game = opened(page, server, **wish)
    click_figure(page, "R1")
    doing(page, click_hex, "c1")
    assert "You won" in page.inner_text("#panel-title")
    page.click('a:has-text("Open in the viewer")')
    page.wait_for_selector("main[data-ready]")
    assert page.inner_text("nav.links").split() == ["Back", "to", "the", "game", "All", "games"]
    # The odds of all actions of a position are asked of the server.
    page.keyboard.press("2")
    page.click("a.all-odds")
    page.wait_for_selector("nav a:has-text('Back to decision 0')")
    assert page.locator(".options li:has(.odds)").count() > 1 and page.locator("a.all-odds").count() == 0
    page.click("nav a:has-text('Back to decision 0')")
    page.wait_for_selector("a:has-text('Back to the game')")
    page.click('nav a:has-text("Back to the game")')
    page.wait_for_url(f"**/game/{game['id']}")
    page.click('#choices button:has-text("Against hard")')
    page.wait_for_url(lambda url: "/game/" in url and game["id"] not in url)
    page.wait_for_selector(".chip")
    assert "Hard" in page.inner_text("#title") and at(page) == 0
    button(page, "Give up")
    page.click('#choices button:has-text("Against medium")')
    page.wait_for_selector("#title:has-text('medium')")
    page.wait_for_selector(".chip")
    button(page, "Give up")
    page.click('#choices button:has-text("Sides swapped")')
    page.wait_for_selector("#title:has-text('medium – You')")
    assert json.loads(server.get("/api/games")[1])["others"]["games"][0]["players"] == ["medium", "person"]


def test_a_link_to_a_scenario_that_is_none_leaves_the_page_whole(browser, server):
    with page_of(browser) as one:
        one.goto(f"{server.address}/?scenario=no-such")
        one.wait_for_selector("#games li")
        assert one.input_value("#scenario")


def test_own_games_stay_in_the_list_however_many_others_are_played(page, server, monkeypatch):
    monkeypatch.setattr("tabletop.front.server.app.RECENT", 2)
    own = opened(page, server, scenario="small", players=["person", "random"])
    over = opened(page, server, scenario="small", players=["person", "random"])
    with server.visit(over) as person:
        person.ask(do="give up")
    others = [server.begin(scenario="small", players=["person", "random"])["id"] for _ in range(3)]
    page.goto(server.address)
    page.wait_for_selector("#games li")

    def listed(where):
        return [link.get_attribute("href").removeprefix("/game/") for link in page.locator(f"{where} a").all()]

    assert listed("#mine") == [own["id"], over["id"]] and listed("#games") == others[:0:-1]
    assert "go on" in page.inner_text("#mine li >> nth=0") and "gave up" in page.inner_text("#mine li >> nth=1")
    assert page.inner_text("#games-more") == "These are the latest 2." and page.is_hidden("#mine-more")
    assert violations(page) == []
    opened(page, server, scenario="small", players=["person", "random"])
    page.goto(server.address)
    page.wait_for_selector("#games li")
    assert over["id"] not in listed("#mine") and page.inner_text("#mine-more").startswith("These are 2 of them;")


def test_a_list_that_cant_be_had_is_said_and_games_can_be_begun(page, server):
    page.route("**/api/games*", lambda route: route.abort("connectionrefused"))
    page.goto(server.address)
    page.wait_for_selector("#games .trouble:has-text('be listed: ')")
    assert "None yet" not in page.inner_text("#games") and violations(page) == []
    page.unroute("**/api/games*")
    page.click("#learn")
    page.wait_for_selector(".board")


def test_without_javascript_every_page_says_what_it_needs(browser, server):
    game = server.begin(scenario="small", players=["person", "person"])
    with page_of(browser, java_script_enabled=False) as page:
        for path in ("/", "/rules", "/how-to-play", "/runs", f"/game/{game['id']}"):
            page.goto(server.address + path)
            assert page.inner_text("noscript") == "This page needs JavaScript." and page.is_visible("noscript p"), path


def test_a_game_between_bots_waits_and_goes_on_decision_by_decision(page, server):
    page.goto(f"{server.address}/#more")
    page.wait_for_selector("#games li")  # the page is ready: what is filled in before it could be replaced
    page.check("input[value=watch]")
    assert page.text_content("#setup option") == "the bots place everything"
    for field in ("#agent", "#second"):
        page.fill(field, "random")
    page.click("#play")
    page.click("#pause")
    page.wait_for_selector("#choices :text('the game is paused')")
    assert "To win: Red: " in page.inner_text("#aim") and "Blue: " in page.inner_text("#aim")
    assert page.evaluate("document.activeElement.textContent") == page.inner_text("#pause") == "Go on"
    number = at(page)
    page.click("#one-decision")
    after(page, number)
    assert at(page) == number + 1
    assert page.is_hidden("#guide") and violations(page) == []
    page.reload()
    page.wait_for_selector("#choices :text('the game is paused')")
    page.click("#pause")
    after(page, number + 1)
    page.wait_for_selector("#pause:text-is('Pause')")
    # However fast the bots are, and while their moves are shown as motion.
    page.click("#options-button")
    page.check("#option-motion")
    page.select_option("#option-pace", "0")
    # Both at once: in the time between two clicks the bots could end their game.
    page.evaluate("['#options button.primary', '#pause'].forEach((button) => document.querySelector(button).click())")
    page.wait_for_selector("#choices :text('the game is paused')")


def test_the_guide_explains_once_and_says_more_by_the_rules(page, server):
    page.goto(server.address)
    page.wait_for_selector("#games li")
    # Why no game can be begun is said beside the button, not below in the other card.
    page.route("**/api/games", lambda route: route.abort("connectionrefused"))
    page.click("#learn")
    page.wait_for_selector("#lesson-trouble:not(:empty)")
    words, button_box = (page.locator(each).bounding_box() for each in ("#lesson-trouble", "#learn"))
    assert 0 < words["y"] - button_box["y"] < 100 and not page.inner_text("#trouble") and violations(page) == []
    page.unroute("**/api/games")
    # A game may take a while to begin: that is said, and another click begins no other game.
    asked = []
    page.route("**/api/games", lambda route: asked.append(route))
    page.click("#learn")
    page.evaluate("['#learn', '#play'].forEach((button) => document.querySelector(button).click())")
    assert page.is_disabled("#learn") and "first time takes up to a minute" in page.inner_text("#learn")
    page.wait_for_timeout(100)
    assert len(asked) == 1
    asked[0].continue_()
    page.wait_for_selector("#guide:not([hidden])")
    first = page.inner_text("#guide-title")
    page.click("#guide-rules a >> nth=0")
    assert page.inner_text("#rule-title").startswith("Rule ") and len(page.inner_text("#rule-text")) > 40
    page.keyboard.press("Escape")
    page.click("#guide-done")
    gone = "t => document.querySelector('#guide').hidden || document.querySelector('#guide-title').textContent != t"
    page.wait_for_function(gone, arg=first)
    page.reload()
    page.wait_for_selector("#choices button")
    assert page.is_hidden("#guide") or page.inner_text("#guide-title") != first


def test_runs_are_shown_as_curves_and_tables(page, server, tmp_path):
    from tabletop.front.server.runs import Runs
    from tabletop.rate.tournament import run
    from tabletop.rate.tournament.definition import define
    from tabletop.rate.tournament.store import Store

    (tmp_path / "quick").mkdir()
    rows = ("step,panel/x,panel_low/x,panel_high/x", "16,0.4,0.3,0.5", "32,0.6,0.5,0.7")
    rows = [f"{row},{','.join(row.replace('/x', '').split(',')[1:])}" for row in rows]  # of one opponent: the panel's
    (tmp_path / "quick" / "progress.csv").write_text("\n".join(rows) + "\n")
    (tmp_path / "quick" / "stages").mkdir()
    (tmp_path / "quick" / "stages" / f"0000000032{PAINTBALL.record_suffix}").write_text("opened by its address alone")
    cup = define(["random", "hunter"], ["single-flag-basic-drawn"], 1, 1, PAINTBALL)
    with Store.begin(tmp_path / "cup.db", cup) as store:
        run.play(cup, store, SerialWorkers(), lambda *_: None)
    server.server.runs = Runs(tmp_path, PAINTBALL)
    page.goto(server.address + "/runs")
    page.select_option("#which", label="quick (training)")
    page.wait_for_selector(".curve .band")
    assert page.inner_text("#shown").count("60.0 % (95 % interval 50.0 % to 70.0 %)") == 1
    assert page.locator(".curve .tick").all_text_contents()[-1].endswith(" decisions")
    assert page.inner_text(".games a") == "After 32 decisions" and violations(page) == []
    page.goto(server.address + "/runs#cup.db")
    page.reload()
    page.wait_for_selector(".card.wide")
    assert page.locator(".games a").count() == 0
    page.click('button:has-text("hunter")')
    page.wait_for_selector(".games a")
    assert violations(page) == [] and page.url.endswith("/runs#cup.db&hunter")
    words, told = page.inner_text(".games a >> nth=0"), page.inner_text(".games span >> nth=0")
    assert words.split(" random as ")[0] in ("Won against", "Lost to", "Drew with") and "pair 0" in told
    # The address names what is shown, so the way back leads there: the browser's own, and the game's.
    page.select_option("#which", label="quick (training)")
    page.wait_for_selector(".curve .band")
    page.go_back()
    page.wait_for_selector("text=Games of hunter")
    page.evaluate("document.addEventListener('click', (event) => event.preventDefault(), { once: true })")
    page.click(".games a >> nth=0")
    assert page.inner_text(".opening") == "It is being opened…"
    page.goto(server.address + page.get_attribute(".games a >> nth=0", "href"))
    page.wait_for_selector(".board")
    with page.expect_download() as saved:
        page.click("text=Save the record")
    assert saved.value.suggested_filename.startswith("cup.db-") and saved.value.path().read_text().count("\nend over=")
    page.click("text=Back to cup.db")
    page.wait_for_selector("text=Games of hunter")


def test_the_other_game_has_its_own_guide_rules_and_first_match(browser, tmp_path):
    server = Served(OCTAGON_BALL, tmp_path / "games.sqlite", scenarios=[str(FIRST_MATCH)])
    start = showing_of(OCTAGON_BALL).page_words().lesson().start
    with page_of(browser) as page:
        page.goto(server.address)
        page.wait_for_selector("#games li")  # the page is ready: what is filled in before it could be replaced
        page.wait_for_selector("#learn:has-text('Your first match')")
        assert "Octagon ball" in page.inner_text("#brand") and page.locator(".level").count() == 3
        page.click("#more > summary")
        assert page.locator("#scenario option").count() == 4 and page.is_hidden("#setup")
        page.select_option("#scenario", "octagon")  # which can begin in a usual formation
        assert page.is_visible("#setup") and page.locator("#setup option").count() == 2
        page.goto(f"{server.address}/how-to-play")
        page.wait_for_function(
            "() => document.images.length > 5 && [...document.images].every((each) => each.complete || each.loading)"
        )
        page.wait_for_selector("#rules-link:not([hidden])")
        assert violations(page) == []
        opened(page, server, scenario="first-game", players=["person", "random"], practice=True, start=start)
        page.wait_for_selector("#guide:not([hidden])")
        signs = page.locator(".sign").evaluate_all("all => all.map((each) => getComputedStyle(each).backgroundColor)")
        assert signs == ["rgb(251, 250, 244)", "rgb(36, 39, 46)"]  # as the figures on the board
        assert page.inner_text("#guide-title") == STEPS[0].title
        page.click("#guide-rules a >> nth=0")
        page.wait_for_selector("#rule[open]")
        assert "10 points" in page.inner_text("#rule") and violations(page) == []
        page.keyboard.press("Escape")
        page.click("#guide-done")
        assert page.inner_text("#guide-title") == STEPS[1].title
        click_figure(page, "W2")
        number = at(page)
        page.click('[data-action^="W2 move"] >> nth=0')
        after(page, number)
        assert "W2 runs" in told(page) and violations(page) == []
        agreeing(page)
        button(page, "Give up")
        first = page.url
        button(page, "A whole game now")
        page.wait_for_url(lambda url: "/game/" in url and url != first)
        page.wait_for_selector(".board")
        assert page.inner_text("#title").startswith(OCTAGON_BALL.load("octagon-small").title)
        start = "turn=9 acting=white to=white:act points=5 score=1,0 ball=W2 W1=a6 W2=k5 W3=d9 B1=h3 B2=e3 B3=h4"
        opened(page, server, scenario="octagon-small", players=["person", "random"], practice=True, start=start)
        assert page.inner_text(".player.team-0").split("\n") == ["White", "you", "1 goal, 5 points left"]
        click_figure(page, "W2")
        doing(page, lambda page: page.click('[data-action="W2 move E"]'))
        assert page.inner_text("#panel-title") == "You won by 2 goals to 0"
        # Both teams' figures look as PaintBall's do: round and square, in colours that the game may replace.
        looks, chips = "all => all.map((each) => [each.dataset.focus, getComputedStyle(each).borderRadius])", []
        for team in ("white", "black"):
            start = f"turn=9 acting={team} to={team}:act points=5 score=0,0 ball=W2 W1=a6 W2=k5 W3=d9 B1=h3 B2=e3 B3=h4"
            opened(page, server, scenario="octagon-small", players=["person", "person"], practice=True, start=start)
            page.wait_for_selector(".chip")
            chips += page.locator("#choices .chips >> nth=0").locator(".chip").evaluate_all(looks)
        assert chips == [[f"figure W{n}", "20.8px"] for n in (1, 2, 3)] + [[f"figure B{n}", "5px"] for n in (1, 2, 3)]
    server.stop()
