"""What somebody sees who has never played: the aim, and the cards of the guide, which keep up with the game."""

import pytest

from octagon_ball.definition import OCTAGON_BALL
from paintball_env.guide import TOPICS
from tests.browser import browser
from tests.front.server.conftest import Served
from tests.front.server.pages import button, click_figure, doing, opened, page_of, violations
from tests.front.server.small import page, server

__all__ = ["browser", "page", "server"]  # fixtures

START = (
    "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c3 R2=c2 R3=d3 R4=b2 "
    "B1=c5 B2=c8 B3=d4 B4=b7 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
)
WISH = {"scenario": "capture-the-flag", "players": ["person", "person"], "practice": True, "start": START, "seed": 4}


def card(page):
    return page.inner_text("#guide-title") if page.is_visible("#guide") else ""


def test_a_card_gives_way_to_what_has_just_happened_and_can_be_had_back(page, server):
    opened(page, server, **WISH)
    titles = [card(page)]
    assert titles == [TOPICS["act"].title]
    click_figure(page, "R1")
    assert [card(page)] == titles  # to look at something is no decision
    doing(page, lambda page: page.click('[data-action^="R1 move"] >> nth=0'))
    titles.append(card(page))
    assert titles[-1] == TOPICS["move"].title  # what has just happened
    doing(page, button, "Take aim")
    titles.append(card(page))
    verbs = {topic.title for topic in TOPICS.values() if topic.verbs}
    assert titles[-1] in verbs and page.is_disabled("#guide-later") and violations(page) == []
    # What was overtaken is not lost.
    for title in titles[-2::-1]:
        page.click("#guide-earlier")
        assert card(page) == title
    assert page.is_disabled("#guide-earlier") and violations(page) == []
    page.click("#guide-later")
    assert card(page) == titles[1]
    page.click("#guide-done")
    assert card(page) in verbs - set(titles)
    titles.append(card(page))
    # A shot at several is asked for die by die: the card is the question's.
    click_figure(page, "R3")
    doing(page, lambda page: page.click('[data-action="R3 shoot B3"]'))
    assert card(page) == TOPICS["volley"].title
    # What happened before one's last decision is over; what was read doesn't come again.
    page.reload()
    page.wait_for_selector("#choices button")
    assert card(page) not in titles


def test_all_that_fits_comes_without_got_it_and_then_nothing_that_does_not_fit(page, server):
    """The cards by themselves, with topics of their own."""
    opened(page, server, **WISH)
    shown = page.evaluate(
        """async () => {
            const { Guide } = await import("/files/guide.js"), { memory } = await import("/files/parts.js");
            const none = { text: "", rules: [], decisions: [], verbs: [], said: [], team: "" };
            const topics = Object.fromEntries([
                { title: "own hit", said: ["SV1", "SV2"], team: "own" },
                { title: "their hit", said: ["SV1", "SV2"], team: "other" },
                { title: "act", decisions: ["act"] }, { title: "aim", verbs: ["aim"] },
                { title: "react", decisions: ["react"] },
            ].map((topic) => [topic.title, { ...none, ...topic }]));
            memory.set("guide:trial", []);
            const guide = new Guide(topics, "trial"), frames = [], cards = [];
            const comes = (by, rule, decision, ...verbs) => {
                frames.push({ by, told: [{ head: "", lines: [{ text: `a die (${rule})` }] }] });
                const choices = verbs.map((verb) => ({ verb }));
                guide.offer({ number: frames.length, over: false, yours: [0], decision, choices }, frames);
                const [card, title] = ["guide", "guide-title"].map((id) => document.getElementById(id));
                cards.push(card.hidden ? "" : title.textContent);
            };
            comes(0, "MV1", "act", "aim");
            comes(0, "MV1", "act", "aim");
            comes(0, "MV1", "act", "aim");
            comes(1, "SV2", "act");  // the other side's, so there are no choices
            comes(1, "MV1", "react", "aim");
            comes(0, "SV1", "act", "aim");
            comes(0, "MV1", "act", "move");
            comes(0, "MV1", "first", "go");
            return cards;
        }"""
    )
    # The other side's hit stays to be told until its next occasion: the open question came first.
    assert shown == ["act", "aim", "aim", "aim", "react", "own hit", "", ""]


def test_a_lesson_leads_from_step_to_step_and_a_step_that_is_done_goes_by_itself(page, server):
    """The cards by themselves, with topics and steps of their own."""
    opened(page, server, **WISH)
    shown = page.evaluate(
        """async () => {
            const { Guide } = await import("/files/guide.js"), { memory } = await import("/files/parts.js");
            const none = { text: "", rules: [], decisions: [], verbs: [], said: [], done: [], team: "" };
            const topics = Object.fromEntries([
                { title: "hit", said: ["SV1"] }, { title: "act", decisions: ["act"] },
                { title: "react", decisions: ["react"] },
            ].map((topic) => [topic.title, { ...none, ...topic }]));
            const steps = [
                { title: "walk", done: ["move"] }, { title: "shoot", done: ["shoot"], verbs: ["move"] },
                { title: "watch", done: ["sentry"] }, { title: "flag", done: [], verbs: ["move"], said: ["FL1"] },
                { title: "win", done: ["move"] },
            ].map((step) => ({ ...none, ...step }));
            memory.set("guide:trial", []);
            const guide = new Guide(topics, "trial", { steps, decision: "act", game: "trial" });
            const frames = [{ told: [] }], cards = [], at = (id) => document.getElementById(id);
            const count = () => (/[0-9]+ of [0-9]+/).exec(at("guide-step").textContent)[0];
            const card = () => (at("guide").hidden ? "" : `${at("guide-title").textContent} ${count()}`);
            // The decision before was answered by this action, which led to this rule; now these are on offer.
            const comes = (action, rule, decision, ...verbs) => {
                if (action) frames.push({ by: 0, action, told: [{ head: "", lines: [{ text: `a die (${rule})` }] }] });
                const choices = verbs.map((verb) => ({ verb, name: verb }));
                guide.offer({ number: frames.length - 1, over: false, yours: [0], decision, choices }, frames);
                cards.push(card());
            };
            comes("", "", "act", "move", "done");
            comes("done", "TU6", "act", "move", "done");       // not what the step asks for
            comes("move", "MV1", "act", "move", "sentry");     // nobody can shoot yet: it is worked for
            comes("move", "SV1", "act", "sentry", "shoot");    // what has just happened
            comes("sentry", "SE1", "act", "move");             // a later step: it waits for its turn
            comes("move", "MV1", "react", "shoot", "done");
            comes("shoot", "SH1", "react", "shoot", "done");   // the same question again, which is no shot of the step
            comes("done", "SE2", "act", "move", "shoot");
            comes("shoot", "SH1", "act", "move", "sentry");
            comes("sentry", "SE1", "act", "move");
            comes("move", "FL1", "act", "move");
            comes("move", "MV1", "act", "move");               // the last step goes on
            guide.leaf(-1); cards.push(card());
            guide.leaf(1); guide.done(); cards.push(card());
            comes("move", "MV1", "act", "move");               // until it has been read
            guide.offer({ number: frames.length, over: true, winner: 0, yours: [0], choices: [] }, frames);
            cards.push(card());
            return cards;
        }"""
    )
    assert shown == [
        "walk 1 of 5", "walk 1 of 5", "shoot 2 of 5", "hit 1 of 5", "shoot 2 of 5", "react 1 of 5", "shoot 2 of 5",
        "shoot 2 of 5", "watch 3 of 5", "flag 4 of 5", "win 5 of 5", "win 5 of 5", shown[12], "", "", shown[-1],
    ]  # fmt: skip
    assert shown[12] not in ("", shown[11]) and shown[-1].endswith(" 5 of 5") and shown[-1] != shown[11]


@pytest.mark.parametrize("width", [1280, 390])
def test_the_aim_is_in_sight(browser, server, tmp_path, width):
    other = Served(OCTAGON_BALL, tmp_path / "games.sqlite")
    with page_of(browser, viewport={"width": width, "height": 800 if width == 1280 else 844}) as page:
        for served, wish in (
            (server, {"lesson": True}),
            (server, WISH),
            (other, {"lesson": True}),
            (other, {"scenario": "octagon", "players": ["person", "person"]}),
        ):
            opened(page, served, **wish)
            page.wait_for_selector("#choices button", state="attached")
            page.wait_for_selector("#guide:not([hidden])")
            aim, board = (page.locator(each).bounding_box() for each in ("#aim", "#board"))
            assert page.inner_text("#aim").startswith("To win: ")
            assert 0 <= aim["y"] < aim["y"] + aim["height"] <= board["y"] < 800
    other.stop()
