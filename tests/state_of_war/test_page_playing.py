"""State of War is played in a browser: dots of one kind of order at a time, units by any of their men."""

import pytest

from state_of_war.definition import STATE_OF_WAR
from tests.browser import browser
from tests.front.server.conftest import Served
from tests.front.server.pages import click_figure, doing, opened, told, violations
from tests.front.server.small import page
from tests.state_of_war.skirmishes import ORDER

__all__ = ["browser", "page"]  # fixtures

PICK = ORDER.replace("order unit=B2", "pick")
WISH = {"scenario": "first-skirmish", "players": ["person", "person"], "practice": True, "start": PICK, "seed": 4}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Served(STATE_OF_WAR, tmp_path_factory.mktemp("served") / "games.sqlite")
    yield server
    server.stop()


def test_a_unit_is_chosen_by_a_man_moved_by_a_dot_and_formed_when_forms_are_open(page, server):
    opened(page, server, **WISH)
    doing(page, click_figure, "B2.3")
    page.wait_for_selector(".board .spot")
    moves, places = (page.locator(f'#choices [data-action^="{kind} "]').count() for kind in ("move", "go"))
    assert page.locator(".board .spot").count() == moves + places
    page.click("#choices summary >> nth=1")  # the forms
    forms = page.locator('#choices [data-action^="form "]').count()
    assert page.locator(".board .spot").count() == forms + places and forms != moves
    assert page.locator("#choices .row-name").count() > 16, "a row for each heading"
    page.hover('#choices [data-action="form E one"]')
    assert page.locator(".board .line-aim .ghost").count() == 1
    doing(page, lambda page: page.click('#choices [data-action="form E one"]'))
    assert "B2 forms one rank, facing E" in told(page) and not violations(page)


def middle(page, key):
    box = page.locator(f'.board .standing [data-key="{key}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def dots(page):
    """The middles of the dots of moves, in pixels."""
    boxes = [spot.bounding_box() for spot in page.locator(".board .spot").all()]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]


@pytest.mark.parametrize("aimed", ["by so far", "at the dot"])
def test_a_unit_goes_as_far_as_it_is_dragged_by_any_man_or_to_the_dot_under_the_pointer(page, server, aimed):
    opened(page, server, **WISH)
    start = middle(page, "B1.6")  # at a corner
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], start[1] - 20, steps=2)  # it is chosen thereby
    page.wait_for_selector(".board .spot")
    pivot = middle(page, "B1.1")
    far = min(y for x, y in dots(page) if abs(x - pivot[0]) < 2)  # 12 cm to the north
    if aimed == "by so far":
        page.mouse.move(start[0] + 3, start[1] + far - pivot[1] + 3, steps=3)
    else:
        page.mouse.move(pivot[0] + 1, far + 1, steps=3)
    page.wait_for_selector(".board .line-aim .ghost")
    assert page.text_content(".board .ruler text") == "Move N 12 cm"
    doing(page, lambda page: page.mouse.up())
    assert "B1 moves N, its whole way" in told(page)


def test_an_enemy_is_shot_at_by_a_click_on_one_of_its_men(page, server):
    opened(page, server, **WISH)
    doing(page, click_figure, "B2")
    doing(page, click_figure, "G1.2")
    assert "B2 will shoot at G1" in told(page)
