"""Two people who play by a link, each in a browser of its own: the link, who is whom, the next game."""

import re

from tests.browser import browser
from tests.front.server.pages import after, agreeing, at, button, one_decision, page_of, violations
from tests.front.server.small import server

__all__ = ["browser", "server"]  # fixtures


def test_two_browsers_by_link(browser, server, monkeypatch):
    with page_of(browser) as one, page_of(browser) as two:
        for each in (one, two):
            agreeing(each)
        one.goto(f"{server.address}/#more")
        one.wait_for_selector("#games li")  # the page is ready: what is filled in before it could be replaced
        one.check("input[value=link]")
        one.select_option("#scenario", "single-flag-basic")
        one.select_option("#setup", "-drawn")
        one.click("#play")
        one.wait_for_selector("#invite")
        assert one.inner_text("#presence") == "The other player hasn't come yet."
        two.goto(one.url)
        two.wait_for_selector(".board")
        assert "You look on" in two.inner_text("#choices") and "look on" not in one.inner_text("#choices")
        assert re.match("To win: Red: .* Blue: ", two.inner_text("#aim"))
        # A link with a wrong key makes nobody a player, and is forgotten.
        two.goto(f"{one.url}#key=wrong")
        two.wait_for_selector("#choices .trouble:has-text('one of this game')")
        told, keys = two.inner_text("#choices"), "keys:" + one.url.rsplit("/", 1)[1]
        assert "You look on" in told and "The other side decides" not in told and two.is_hidden("#guide")
        assert two.evaluate("keys => localStorage[keys]", keys) == "[]"
        two.reload()
        two.wait_for_selector("#choices :text('You look on')")
        assert not two.locator("#choices .trouble").count()
        # Who opens the own link plays on alone, and is told whom it is for; to play both sides has to be wanted.
        link = one.input_value("#invite")
        one.goto(link)
        one.wait_for_selector("#choices :text('is the one for the other player')")
        assert one.locator(".name:text-is('you')").count() == 1 and "key" not in one.url
        button(one, "Play both sides here")
        one.wait_for_selector("#aim:has-text('Red: ')")
        assert not one.locator("#invite").count()
        one.goto(link)
        one.wait_for_selector("#aim:has-text('Red: ')")
        assert not one.locator("#choices :text('for the other player')").count()
        one.evaluate(
            "keys => localStorage.setItem(keys, JSON.stringify(JSON.parse(localStorage[keys]).slice(0, 1)))",
            keys,
        )
        one.reload()
        two.goto(link)
        for each in (one, two):
            each.wait_for_selector(".name:text-is('you')")
            each.wait_for_selector("#choices .chip, #choices .choices button, #choices :text('The other side decides')")
        assert "look on" not in two.inner_text("#choices")
        assert "key" not in two.url
        # Each is told whether the other one is there; once it has been there, nobody has to be invited any more.
        for each in (one, two):
            each.wait_for_selector("#presence:text-is('The other player is here.')")
        assert not one.locator("#invite").count() and violations(one) == []
        one.evaluate("odds.textContent = 'what was asked for'")
        game = two.url
        two.goto("about:blank")
        one.wait_for_selector("#presence:has-text('here now')")
        assert one.inner_text("#odds") == "what was asked for" and not one.locator("#invite").count()
        two.goto(game)
        one.wait_for_selector("#presence:text-is('The other player is here.')")
        assert one.inner_text("#odds") == "what was asked for"
        for _ in range(3):
            for each in (one, two):
                each.wait_for_selector(".board")
            mover = one if one.locator(".chip, .choices button").count() else two
            number = at(mover)
            other = two if mover is one else one
            assert not other.locator(".chip, .choices button").count()
            one_decision(mover)
            after(other, number)
        # Whoever asks for another game, both get to the same one, each as itself, and play the other side there.
        mover = one if one.locator(".chip, .choices button").count() else two
        other = two if mover is one else one
        sides = [each.locator(".player .name").all_inner_texts().index("you") for each in (one, two)]
        button(mover, "Give up")
        button(mover, "Sides swapped")
        old = other.url
        other.click("#answers .primary")
        mover.wait_for_url(lambda url: url != old)
        other.wait_for_url(mover.url)
        for each in (one, two):
            each.wait_for_selector(".name:text-is('you')")
        swapped = [each.locator(".player .name").all_inner_texts().index("you") for each in (one, two)]
        assert swapped == sides[::-1] and sides in ([0, 1], [1, 0])
        # A game that goes between its page and its socket.
        monkeypatch.setattr(server.store, "has", lambda name: True)
        two.goto(f"{server.address}/game/none")
        two.wait_for_selector("a:has-text('All games')")
        assert two.inner_text("main").split("\n")[0] == "There is no such game" and "…" not in two.inner_text("main")


def test_who_is_here_is_told_when_that_changes(server):
    game = server.begin(scenario="small", players=["person", "person"])
    first, second = game["keys"].values()

    def who(visitor):
        return visitor.state["present"], visitor.state["came"]

    with server.visit(game, [first]) as one:
        assert who(one) == ([0], [0])
        with server.visit(game, []) as guest, server.visit(game, [first]):
            assert who(guest) == ([0], [0])  # who looks on, or is there twice, changes nothing
            with server.visit(game, [second]) as two:
                assert who(two) == ([0, 1], [0, 1])
                assert one.until(lambda state: state["present"] == [0, 1])["came"] == [0, 1]
                mover = next(each for each in (one, two) if each.names())
                mover.act(mover.names()[0])
        assert one.until(lambda state: state["present"] == [0])["came"] == [0, 1]
    server.restart()
    with server.visit(game, []) as guest:  # who has been there has, whatever becomes of the server
        assert who(guest) == ([], [0, 1])


def test_the_link_is_copied_where_the_browser_gives_the_clipboard_to_few_pages(browser, server):
    """To those of this machine alone, or to none; what isn't copied is selected for the keys."""
    with page_of(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(server.address)
        page.wait_for_selector("#games li")  # the page is ready: what is filled in before it could be replaced
        page.click("#by-link")
        page.click("#friend button")
        page.wait_for_selector("#invite")
        link = page.input_value("#invite")
        assert re.search("Only this computer can open this link.* --host 0.0.0.0,", page.inner_text(".invite"))
        page.evaluate("void (window.write = navigator.clipboard.writeText.bind(navigator.clipboard))")
        ways = (
            "",
            "void (Clipboard.prototype.writeText = () => Promise.reject(new Error('not now')))",
            "Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })",
        )
        # What the button has said: it says it for a second only.
        page.evaluate(
            "new MutationObserver(() => said.add(document.querySelector('.invite button').textContent))"
            ".observe(document.querySelector('.invite'), { subtree: true, childList: true, characterData: true })"
        )
        for way in ways:
            page.evaluate("write('nothing')")
            page.evaluate(way)
            page.evaluate("void (window.said = new Set())")
            button(page, "Copy")
            page.evaluate(
                "new Promise((done) => { (function look() {"
                " if (said.has('Copied')) done(); else setTimeout(look, 20); })(); })"
            )
            assert page.evaluate("document.activeElement.matches('.invite button')")
            page.evaluate("delete navigator.clipboard")
            assert page.evaluate("navigator.clipboard.readText()") == link, way
            page.wait_for_selector("#choices button:text-is('Copy')")
        page.evaluate("void (document.execCommand = () => false)")
        button(page, "Copy")
        page.wait_for_selector("#choices button:has-text('Press ')")
        assert page.evaluate("document.activeElement.id") == "invite"
        assert page.evaluate("getSelection().toString()") == link
