"""The first page: what it offers as data, and what somebody sees who comes for the first time, and who comes back."""

import html
import json
import re

import pytest

from beat_to_quarters.definition import BEAT_TO_QUARTERS
from octagon_ball.definition import OCTAGON_BALL
from paintball_env.definition import PAINTBALL
from tabletop.agents.registry import levels
from tabletop.front.server.first_page import first_page
from tabletop.front.server.offers import Offers
from tabletop.front.server.players import title_of
from tabletop.show.showing import showing_of
from tests.any_game.pig import PIG
from tests.browser import browser
from tests.front.server.pages import page_of, violations
from tests.front.server.small import page, server

__all__ = ["browser", "page", "server"]  # fixtures

SIZES = [(1280, 800), (390, 844)]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("hunter", "Hunter"),
        ("sentinel@1", "Sentinel, first version"),
        ("passer:noise=1", "Passer (noise 1)"),
        ("champion:search=50ms,temperature=2", "Champion (search 50ms, temperature 2)"),
        ("./bots/my_bot.py", "my_bot.py"),
        ("odd@99", "Odd, 99th version"),
        ("Not A Name", "Not A Name"),
    ],
)
def test_what_an_agent_is_called(name, title):
    assert title_of(name) == title


@pytest.mark.parametrize("game", [PAINTBALL, OCTAGON_BALL])
def test_levels_come_first_and_are_rated_by_their_order_then_the_best_come_first(game):
    listed, names = Offers(game).listed(), levels(game)
    agents = listed["agents"]
    assert names and [each["name"] for each in agents[: len(names)]] == list(names)
    ratings = [each["rating"] for each in agents]
    assert None not in ratings[: len(names)] and sorted(ratings[: len(names)]) == ratings[: len(names)]
    others = [-1e9 if rating is None else rating for rating in ratings[len(names) :]]
    assert others == sorted(others, reverse=True) and listed["measured"]
    assert set(game.ratings) <= {each["name"] for each in agents}
    scenario = game.load(listed["quick"])
    assert getattr(scenario, game.set_up_by) != "chosen"  # nothing is placed before it begins


@pytest.mark.parametrize("game", [PAINTBALL, OCTAGON_BALL, BEAT_TO_QUARTERS])
def test_bots_are_described_to_people_without_what_is_typed_and_numbers_of_rules(game):
    for agent in Offers(game).agents():
        assert not re.search(r"`|\b[A-Z]{2}\d*\b", agent["line"]), agent["line"]


def test_a_game_that_says_nothing_of_itself_is_offered_all_the_same():
    listed = Offers(PIG).listed()
    assert listed["pitch"] and listed["quick"] == PIG.default_scenario and not listed["levels"]
    assert {each["rating"] for each in listed["agents"]} == {None}


def test_each_game_has_its_own_mark(served):
    marks = [served(game).get("/files/icon.svg")[1] for game in (PAINTBALL, OCTAGON_BALL, PIG)]
    assert len(set(marks)) == 3 and all(mark.startswith("<svg") for mark in marks)


def test_the_page_comes_with_its_words_and_levels(served):
    for game in (PAINTBALL, PIG):
        page, listed = served(game).get("/")[1], Offers(game).listed()
        assert f'<h1 id="game-title">{game.title}</h1>' in page and listed["pitch"] in html.unescape(page)
        assert page.count('class="level"') == len(listed["levels"] or listed["agents"][:3])


def test_what_a_game_is_called_is_no_markup():
    offers = Offers(PIG).listed() | {"title": "<b>", "pitch": '"<i>', "levels": []}
    page = first_page('<h1 id="game-title"></h1><p id="pitch"></p>', offers, "")
    assert "<b>" not in page and "<i>" not in page


def test_a_list_of_games_has_words_for_people(served):
    server = served(PAINTBALL)
    server.begin(scenario="capture-the-flag-drawn", players=["person", "sentinel@1"])
    (game,) = json.loads(server.get("/api/games")[1])["others"]["games"]
    title = PAINTBALL.load("capture-the-flag-drawn").title
    assert (game["title"], game["called"][1]) == (title, title_of("sentinel@1"))
    assert game["players"] == ["person", "sentinel@1"]


@pytest.mark.parametrize("game", [PAINTBALL, OCTAGON_BALL])
def test_steps_of_a_lesson_can_be_done_and_name_rules_that_there_are(game):
    words = showing_of(game).page_words()
    lesson, rules = words.lesson(), set(words.rules())
    assert len(lesson.steps) > 3 and lesson.decision in game.decisions
    for step in lesson.steps:
        assert set(step.rules) <= rules and step.done and len(step.text) < 300
        assert all(any(number.startswith(begun) for number in rules) for begun in step.said)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_newcomer_sees_all_at_once_begins_by_a_click_and_goes_on_later(browser, server, width, height):
    with page_of(browser, viewport={"width": width, "height": height}) as page:
        page.goto(server.address)
        page.wait_for_selector("#games li")  # the page is ready
        assert page.evaluate("document.activeElement === document.body")
        for part in (
            "#pitch",
            "#picture",
            "#learn",
            *(f"[data-level={level}]" for level in levels(PAINTBALL)),
            "#by-link",
        ):
            box = page.locator(part).bounding_box()
            assert box and box["height"] and box["y"] + box["height"] <= height, part
        assert page.locator(".hero .primary").get_attribute("id") == "learn" and page.is_hidden("#go-on")
        shown = page.inner_text("main")
        assert "@" not in shown and "=" not in shown and "champion" not in shown
        page.click("[data-level=easy]")
        page.wait_for_selector("#choices button")
        game = page.url
        page.goto(server.address)
        page.wait_for_selector("#mine li")
        page.wait_for_selector("#go-on:not([hidden])")
        assert page.locator(".hero .primary").get_attribute("id") == "go-on" and page.inner_text("#where")
        assert page.inner_text("#mine b") == "You – Easy" and "easy" in page.get_attribute("#mine a", "title")
        assert violations(page) == []
        page.click("#go-on")
        page.wait_for_selector(".board")
        assert page.url == game


def test_what_is_asked_of_a_friend_game_goes_with_it_and_all_else_is_under_more(page, server):
    page.goto(server.address)
    page.wait_for_selector("#games li")
    wishes = []
    page.route(
        "**/api/games", lambda route: (wishes.append(route.request.post_data_json), route.abort("connectionrefused"))
    )
    assert page.is_hidden("#friend")
    page.click("#by-link")
    assert page.get_attribute("#by-link", "aria-expanded") == "true"
    page.evaluate("document.querySelector('#friend-options').innerHTML = '<input name=word value=x><input name=left>'")
    page.click("#friend button")
    page.wait_for_selector("#quick-trouble:not(:empty)")
    assert wishes.pop() == {
        "scenario": "capture-the-flag-drawn", "players": ["person", "person"], "pace": 0.5, "word": "x",
    }  # fmt: skip
    # What `play --web` leads to is filled in, and in sight.
    page.goto(f"{server.address}/?bot=hunter&side=1&scenario=reverse-flag-drawn")
    page.wait_for_selector("#play:focus")
    page.click("#play")
    page.wait_for_selector("#trouble:not(:empty)")
    assert (wishes[0]["scenario"], wishes[0]["players"]) == ("reverse-flag-drawn", ["hunter", "person"])
    page.click("[data-agent=raider]")
    assert (
        page.input_value("#agent") == "raider" and page.get_attribute("[data-agent=raider]", "aria-pressed") == "true"
    )
