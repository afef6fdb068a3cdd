"""Dash, the game of docs/board-game.md: does it play as the page says, and are wrong tables named?"""

import re

import numpy as np
import pytest

from tabletop.env.pettingzoo_env import ParallelGameEnv
from tabletop.game.action_table import Argument
from tabletop.game.declared import DeclaredGame
from tabletop.play.game import Game
from tabletop.play.odds import outcomes
from tests import ROOT, refuses
from tests.any_game.dash import DASH

SCENARIO = DASH.load("short-dash")
NEAR = "turn=2 to=south:step first=south at=6,3,11,21"


def other(change):
    """Dash with another table."""
    return DeclaredGame("other", "tests.any_game.dash", **DASH.tables | change)


def test_the_page_has_the_file():
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "board-game.md").read_text("utf-8"), re.DOTALL)
    assert code == (ROOT / "tests" / "any_game" / "dash.py").read_text("utf-8")


def test_steps_captures_and_reasons():
    game = Game(SCENARIO, start=NEAR)
    assert sorted(str(each.probability) for each in outcomes(game, "S1 step N")) == ["1/2", "1/2"]
    game.step("S1 step N", results=[5])
    assert game.position() == "turn=2 to=north:step at=11,3,-1,21"
    refuses(ValueError, "N1 is captured", game.step, "N1 step S")
    refuses(ValueError, "the board ends", Game(SCENARIO, start=NEAR).step, "S2 step S")
    refuses(ValueError, "own|other runner", Game(SCENARIO, start=NEAR.replace("3,11", "7,11")).step, "S1 step E")


def test_half_a_turn():
    games = Game(SCENARIO, start=NEAR).games
    other = DASH.turned(SCENARIO, games)
    assert DASH.format_position(SCENARIO, other) == "turn=2 to=north:step first=north at=13,3,18,21"
    assert DASH.turned(SCENARIO, other).tobytes() == games.tobytes()
    refuses(TypeError, "array of records", DASH.turned, SCENARIO, games[0])


def test_it_plays_in_an_environment():
    env, rng = ParallelGameEnv(SCENARIO), np.random.default_rng(1)
    observations, _ = env.reset(seed=3)
    while env.agents:
        actions = {who: int(rng.choice(np.flatnonzero(seen["action_mask"]))) for who, seen in observations.items()}
        observations, rewards, *_ = env.step(actions)
    assert sum(rewards.values()) == 0


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"kinds": ("step",)}, "'step' is no Kind"),
        ({"arguments": ("direction",)}, "arguments: a mapping"),
        ({"actors": (2,)}, "actors: .* is no Argument"),
        ({"names": {"direction": ("N", "E", "S", "W")}}, "those of direction"),
        ({"names": {"directio": ((), ())}}, "directio is no argument"),
        ({"turned": True}, "turned: a function"),
    ],
)
def test_a_wrong_table_is_named(change, word):
    refuses(
        TypeError,
        f"the game other: .*{word}",
        lambda: DeclaredGame("other", "tests.any_game.dash", **DASH.tables | change),
    )


def test_what_a_function_can_be_given_is_said():
    change = {"arguments": {"direction": Argument(4, lambda direction: direction)}}
    refuses(
        ValueError,
        "asks for direction.*own, team",
        lambda: DeclaredGame("other", "tests.any_game.dash", **DASH.tables | change),
    )
