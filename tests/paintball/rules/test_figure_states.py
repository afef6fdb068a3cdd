"""Does each state of a figure end when its row of the table says, and do the texts and pictures know all of them?"""

import re
import runpy
import sys

import numpy as np
import pytest

from paintball_env.game import Game
from paintball_env.refusal import why_not
from paintball_env.render import marks
from paintball_env.render.marks import SIGNS, UNMARKED
from paintball_env.rules import figure_states, state
from paintball_env.rules.figure_states import FIELDS, IN_WORDS, LATER, NEVER, OWN_PHASE, STATES, TURN, WORDS, states_of
from paintball_env.rules.figures import no_order, put_out
from paintball_env.rules.ground import put_in
from paintball_env.rules.numbering import block
from paintball_env.rules.turns import end_phase, end_turn
from paintball_env.scenario import Scenario
from paintball_env.view import View
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import new_chance
from tests import ROOT, refuses

DOCS = ROOT / "docs"


@pytest.fixture
def world():
    return Scenario.load("capture-the-flag").world[0]


@pytest.fixture
def games():
    """A game in its first phase, Red's, whose figures all have every state, but are on no hex."""
    games = np.zeros(1, state.SMALL.game)
    game = games[0]
    game.turn, game.phase = 1, 1
    game.marshal["hex"] = game.marshal["attends"] = game.flag["hex"] = game.flag["carrier"] = state.NONE
    game.figure[...] = state.ABSENT
    for field in FIELDS:
        game.figure[field] = 1
    return games


def left(game, team):
    """The fields that are not 0, of all figures of a team alike."""
    assert len({figure.tobytes() for figure in game.figure[team]}) == 1
    return [field for field in FIELDS if game.figure[team, 0][field]]


def ending(*ends):
    return [one.field for one in STATES if one.ends in ends]


def test_tu6_with_its_phase_end_the_states_of_a_team_that_belong_to_the_phase(world, games):
    end_phase(world, games[0], new_chance()[0])
    assert left(games[0], 0) == ending(TURN, LATER, NEVER) and left(games[0], 1) == list(FIELDS)


def test_im3_sm2_with_the_turn_end_the_states_that_belong_to_the_turn(world, games):
    end_turn(world, games[0], new_chance()[0])
    assert left(games[0], 0) == left(games[0], 1) == ending(OWN_PHASE, LATER, NEVER)


def test_pc4_with_the_figure_end_all_its_states(world, games):
    put_in(world, games[0], 2, 5)
    put_out(games[0], new_chance()[0], 2)
    assert games[0].figure[0, 2].tobytes() == state.ABSENT.tobytes() and games[0].present.sum() == 0
    assert left(games[0], 1) == list(FIELDS)


def test_what_is_counted_is_said_with_its_number():
    figure = dict.fromkeys(FIELDS, 0) | {"points": 2, "moved": 2, "sentry": 1, "gun": state.JAMMED}
    assert states_of(figure) == {"moved": 2, "sentry": 1, "jammed": 1}


def test_every_token_is_on_the_page_of_formats():
    page = (DOCS / "formats.md").read_text(encoding="utf-8")
    listed = re.search(r"^A figure's states, in this order: (.*?)\sUsual values:", page, re.DOTALL | re.MULTILINE)[1]
    words = [re.sub("[0-9]+$", "", word) for word in re.findall("`([a-z]+[0-9]*)`", listed)]
    assert words == [value.token for one in IN_WORDS for value in one.values]


def test_what_pictures_mark_is_a_state():
    assert set(SIGNS) | set(UNMARKED) == set(WORDS) and not set(SIGNS) & set(UNMARKED)


def test_a_state_without_a_drawing_is_marked_by_its_letter(monkeypatch):
    monkeypatch.setitem(WORDS, "muddy", "muddy")
    signs = runpy.run_path(marks.__file__)["SIGNS"]
    _, letter = signs["muddy"].mark((0.0, 0.0), 1.0)
    assert signs.keys() - SIGNS.keys() == {"muddy"} and (letter.text, signs["muddy"].title) == ("M", "muddy")


def start():
    """A position in which R1 has no state, not even points."""
    text = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c3 R2=c2 B1=c5 M1=b1 M2=c6"
    game = Game("capture-the-flag", start=f"{text} flag.red=b1 flag.blue=d7")
    game.games["figure"]["points"] = 0
    return game


def in_each_state():
    """R1 in each state of the table, with its value."""
    for one in STATES:
        for number, value in enumerate(one.values, 1):
            game = start()
            game.games["figure"][one.field][0, 0, 0] = number
            yield one, value, game


def test_a_bot_can_tell_every_state_of_a_figure_from_every_other():
    games = [start(), *(game for _, _, game in in_each_state())]
    assert len({View(game.scenario, game.games, game.legal_mask()).figures(0)[0] for game in games}) == len(games)


def test_a_state_that_a_bots_view_lacks_is_named_with_the_file_to_change(monkeypatch):
    monkeypatch.setattr(figure_states, "STATES", (*STATES, STATES[0]._replace(field="muddy")))
    refuses(TypeError, "state muddy of", runpy.run_path, sys.modules[View.__module__].__file__)


def test_states_in_which_a_figure_obeys_nothing_say_why_for_every_order():
    rules = {"jammed": "MF3", "dazed": "SM2"}
    for one, value, game in in_each_state():
        if one.counted or one.field == "activation":  # who may be used is asked for itself (TU1, TU5)
            continue
        assert (value.token in rules) != (no_order(game.games[0], 0) == ALLOWED), value.token
        for order in range(block(game.scenario.figures)) if value.token in rules else ():
            assert why_not(game.scenario, game.games, order).startswith(f"{rules[value.token]}: R1")
