"""A definition that can't be right is refused when the game is first used, in one line that says what is wrong."""

from types import SimpleNamespace

import numpy as np
import pytest

from tabletop.compiled.compiling import compiled
from tabletop.game.chance import no_own_draws
from tabletop.game.check import check, encoding_faults
from tabletop.game.declared import DeclaredGame, DeclaredScenario
from tabletop.game.definition import KERNELS
from tabletop.game.header import check_record, dice_type, record
from tabletop.play.game import Game
from tests import refuses
from tests.any_game.games import any_game
from tests.any_game.pig import PIG
from tests.any_game.pig_names import KERNELS as OF_PIG
from tests.any_game.pig_names import variant

# Without `dice_type`, which refuses so many itself.
MANY_SUBJECTS = record(
    ("dice", record(("seed", "u8"), ("rolled", "i2", (260,)))),
    *((name, PIG.record_type[name]) for name in PIG.record_type.names[1:]),
)


class _Short:
    size = 4

    def __len__(self):
        return self.size

    def names(self, team):
        return ("roll", "roll two", "hold")


def other(attribute, value):
    """Pig with another attribute, or another method."""
    if callable(value) or isinstance(value, property):
        kind = type("Other", (DeclaredGame,), {attribute: value})
        game = variant(kind)
        vars(game).pop(attribute, None)
        return game
    return variant(**{attribute: value})


@any_game
def test_the_games_are_whole_in_all_scenarios_and_encodings(game):
    check(game, KERNELS)
    for scenario in map(game.load, game.presets()):
        for name in game.encodings:
            assert list(encoding_faults(game.encoding(scenario, name))) == []


@pytest.mark.parametrize(
    ("attribute", "value", "words"),
    [
        ("decisions", ("roll or hold",), "`decisions` begins with the empty text"),
        ("decisions", ("", "roll", ""), "`decisions`: a name is empty"),
        ("endings", ("", "turns", "turns", "reached"), "`endings`: 'turns' stands there twice"),
        ("orders", ("roll", "roll"), "`orders`: 'roll' stands there twice"),
        ("encodings", (), "`encodings`: there is none"),
        ("goal_ending", "won", "'won' is none of its endings"),
        ("teams", ("First", "second"), "`teams` are two names in lower case"),
        ("shaping_weights", {"flag": "a"}, "`shaping` doesn't take the weights that `shaping_weights` names ("),
        ("shaping_weights", {"lead": "a", "gamma": "b"}, "`shaping_weights`: 'gamma' has a meaning already"),
        ("shaping_weights", {"fade": "a"}, "`shaping_weights`: 'fade' has a meaning already"),
        ("versions", {"state": 1}, "`versions` lacks observation, actions"),
        ("formats", {"positions": 1, "actions": 1}, "`formats` lacks draws"),
        ("environments", {"Pig/Big-v0": "big"}, "'big' is none of its presets"),
        ("version", property(lambda self: self.no_such), "its package, tests, has no `__version__`"),
        ("kernels", "tests.no_such", "No module named 'tests.no_such'"),
        ("kernels", "tests.any_game.games", "tests.any_game.games has no kernel `begin`"),
        ("action_names", lambda self, scenario: _Short(), "4 names of team 0's actions are not one for each number"),
        ("purposes", tuple(f"purpose-{number}" for number in range(256)), "`purposes`: there are 256, at most 255"),
        ("set_up_by", "setup", "`set_up_by`: the scenario has no `setup`"),
        ("start_record", lambda self, scenario: np.zeros(1, PIG.record_type), "`decider` is NONE"),
        ("start_record", lambda self, scenario: np.zeros(2, PIG.record_type), "an array of one record"),
    ],
)
def test_a_definition_that_can_not_be_right_is_refused(attribute, value, words):
    game = other(attribute, value)
    with pytest.raises(ValueError, match="the game pig isn't whole") as refused:
        check(game, KERNELS)
    assert words in str(refused.value) and "\n" not in str(refused.value)


def test_an_attribute_that_is_missing_is_named():
    bare = other("purposes", property(lambda self: self.no_such))
    refuses(ValueError, "it has no `purposes`", check, bare, KERNELS)


@pytest.mark.parametrize(
    ("attribute", "value", "words"),
    [
        ("actions", 3, "3 `actions`, and there are 4 names"),
        ("digest", lambda self: "abc", "64 hex digits, not 'abc'"),
        ("record_type", np.dtype([("turn", "i2")]), "a game's record lacks dice"),
        ("record_type", MANY_SUBJECTS, "`dice` counts the draws of 260 subjects, at most 256"),
    ],
)
def test_a_scenario_that_does_not_fit_its_game_is_refused(monkeypatch, attribute, value, words):
    monkeypatch.setattr(DeclaredScenario, attribute, value)
    refuses(ValueError, words, check, PIG, KERNELS)


def test_kernels_take_what_they_are_given_and_are_compiled(monkeypatch):
    monkeypatch.setattr(OF_PIG, "observe", no_own_draws)
    refuses(ValueError, r"`observe` .*cells, out\)", check, PIG, KERNELS)
    if compiled():
        monkeypatch.setattr(OF_PIG, "observe", lambda world, game, team, cells, out: None)
        refuses(ValueError, "`observe` .*@rule", check, PIG, KERNELS)


def test_an_encoding_that_does_not_fit_together_is_told():
    numbers = np.zeros(7, np.float32)
    encoding = PIG.encoding(PIG.load("pig"), "vector")
    plain = {name: getattr(encoding, name) for name in ("name", "shape", "size", "parts", "low", "high")}
    odd = SimpleNamespace(**plain | {"shape": (4,), "size": 4, "low": numbers[:4], "high": numbers})
    assert list(encoding_faults(odd)) == [
        "encoding vector: `high` is float32 (4,), not float32 (7,)",
        "encoding vector: its parts are not all of its 4 numbers, each once",
    ]
    double = SimpleNamespace(**plain | {"low": np.zeros(7)})
    assert list(encoding_faults(double)) == ["encoding vector: `low` is float32 (7,), not float64 (7,)"]
    odd.shape = (8,)
    assert "shape (8,) are not 4 numbers" in next(encoding_faults(odd))


@pytest.mark.parametrize("subjects", [-4, 0, 257, 260])
def test_dice_are_of_as_many_subjects_as_draws_can_tell_apart(subjects):
    assert dice_type(256)["rolled"].shape == (256,)
    refuses(ValueError, f"dice of {subjects} subjects:", dice_type, subjects)


def test_hidden_padding_is_told():
    with pytest.raises(AssertionError, match=r"^6 bytes"):
        check_record(record(("few", "i2"), ("many", "i8")))


@pytest.mark.parametrize("fields", [record(("size", "i2")), record(("board", record(("size", "i2"))))])
def test_a_field_that_plain_python_can_not_read_by_attribute_is_told(monkeypatch, fields):
    words = "a field can't be called 'size': records have an attribute of this name"
    monkeypatch.setattr(DeclaredScenario, "world", np.zeros(1, fields), raising=False)
    refuses(ValueError, f"pig .*{words}", check, PIG, KERNELS)
    refuses(AssertionError, words, check_record, fields)


def test_nothing_is_played_of_a_game_that_is_not_whole():
    game = other("endings", ("", "turns"))
    refuses(ValueError, "`goal_ending` 'reached'", lambda: Game(game.load("pig")))
