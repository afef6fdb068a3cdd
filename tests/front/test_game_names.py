"""Are a game's environments, games and functions made from its definition, under the names that its `.pyi` lists?"""

import pickle
import sys
from pathlib import Path
from types import ModuleType

import pytest

import octagon_ball
from octagon_ball import names
from tabletop.front.face import _defined
from tabletop.front.game_names import FUNCTIONS, names_of, stub_of
from tests import refuses
from tests.any_game.pig import PIG
from tests.any_game.pig_names import ROLL

STUB = Path(names.__file__).with_suffix(".pyi")


@pytest.fixture
def module(monkeypatch):
    made = ModuleType("names_of_pig")
    monkeypatch.setitem(sys.modules, made.__name__, made)
    made.__getattr__, made.__dir__ = names_of(PIG, "Pig", made.__name__)
    return made


def test_the_list_for_editors_is_the_one_that_is_written():
    assert STUB.read_text(encoding="utf-8") == stub_of("Octagon", "octagon_ball.scenario:Scenario")
    assert {name for name in _defined(STUB) if name[0] != "_"} == {*dir(names)} <= {*octagon_ball.__all__}


def test_every_name_is_made_once_and_is_the_games_own(module):
    for name in dir(module):
        value = getattr(module, name)
        assert value is getattr(module, name) and callable(value)
        if name not in FUNCTIONS:
            assert value.__module__ == module.__name__ and value.__doc__
    with pytest.raises(AttributeError, match="module 'names_of_pig' has no attribute 'OctagonEnv'"):
        _ = module.OctagonEnv


def test_they_play(module):
    env = module.PigEnv("pig")
    _, info = env.reset(seed=2)
    assert info["action_mask"].sum() >= 2 and env.step(ROLL)[0].shape == (7,) and env.definition is PIG
    assert set(module.parallel_env().reset(seed=1)[0]) == {"team_0", "team_1"}
    assert module.PigAECEnv.metadata["name"] == module.PigParallelEnv.metadata["name"] == "pig_v0"
    assert type(module.env("short-pig")).__name__ == "WrappedAECEnv" and module.aec_env is module.env
    assert type(module.raw_env()) is module.PigAECEnv
    for batch in (module.BatchedGames, module.SelfPlayGames):
        assert batch("short-pig", 3).count == 3
    assert module.PigVectorEnv(2, "short-pig", opponents=[module.RandomOpponent()]).reset(seed=1)[0].shape == (2, 7)
    game = module.Game("short-pig", seed=3)
    assert module.Simulator("short-pig", 2).count == 2 and module.presets() == ["pig", "short-pig"]
    assert module.format_position("short-pig", game) == game.position()


def test_classes_are_pickled_by_their_names(module):
    assert pickle.loads(pickle.dumps(module.PigEnv)) is module.PigEnv


def test_wrong_arguments_are_refused_in_the_name_that_was_called(module):
    refuses(
        TypeError, r"^parallel_env\(\) got an unexpected keyword argument 'nothing'", module.parallel_env, nothing=1
    )
    refuses(TypeError, r"^PigEnv\(\) got an unexpected keyword argument 'nothing'", module.PigEnv, nothing=1)
    refuses(ValueError, "no scenario 'octagon'", module.Game, "octagon")
