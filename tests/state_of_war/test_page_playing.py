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


def test_an_enemy_is_shot_at_by_a_click_on_one_of_its_men(page, server):
    opened(page, server, **WISH)
    doing(page, click_figure, "B2")
    doing(page, click_figure, "G1.2")
    assert "B2 will shoot at G1" in told(page)
