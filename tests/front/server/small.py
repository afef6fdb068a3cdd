"""Fixtures of tests in a browser: a server that offers a small game, and a page."""

import pytest

from paintball_env.definition import PAINTBALL

from .conftest import Served
from .pages import page_of

SMALL = """
name = "small"
title = "A small game"
objective = "single"
map = '''
    . . .
   R . . B
    . . .
'''
[red]
figures = 2
marshal = false
[blue]
figures = 2
marshal = false
[cover]
soft = 1
[rules]
max_turns = 3
experts = false
grenades = false
blind_spots = false
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    (folder / "small.toml").write_text(SMALL)
    server = Served(PAINTBALL, folder / "games.sqlite", scenarios=[str(folder / "small.toml")])
    yield server
    server.stop()


@pytest.fixture
def page(browser):
    with page_of(browser) as opened:
        yield opened
