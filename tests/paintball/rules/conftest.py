"""A rule's test reads like the rulebook: a position, an action with the dice that follow, the position it leads to."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.notation import parse_position
from paintball_env.scenario import Scenario
from tabletop.game.draws import read_draw, write_draw
from tabletop.play.game import IllegalActionError
from tests import refuses
from tests.paintball.followed import Followed
from tests.paintball.rules.turned import turn_scenario


@cache
def scenario_of(name: str) -> Scenario:
    """A preset by name; behind a `?` rules to change: `capture-the-flag?activation=one_at_a_time&max_turns=2`."""
    preset, _, changes = name.partition("?")
    scenario = Scenario.load(preset)
    if changes:
        pairs = (change.split("=") for change in changes.split("&"))
        scenario = scenario.with_rules(**{key: _value(value) for key, value in pairs})
    return scenario


def _value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


class Table:
    """A game that is played with given dice."""

    def __init__(self, position: str, scenario: str | Scenario = "capture-the-flag-basic") -> None:
        self.scenario = scenario_of(scenario) if isinstance(scenario, str) else scenario
        self.game = Game(self.scenario, start=position)
        self.start = self.position

    def act(self, action: str, dice: str = "") -> "Table":
        """Take an action; `dice` names every draw that follows, in order: `hit:R1=5 save:B2=3 step:M1=1/2`."""
        expected = [read_draw(text, PAINTBALL) for text in dice.split()]
        followed = Followed(self.scenario, self.game.games)
        try:
            self.game.step(action, results=[draw.result for draw in expected])
        except IllegalActionError:
            raise
        except ValueError as error:
            raise AssertionError(f"{action}: {error}") from None
        assert " ".join(map(write_draw, self.game.draws)) == " ".join(map(write_draw, expected))
        self._check_record()
        followed.check(self.game)
        return self

    def _check_record(self) -> None:
        """The text says all that the record holds: nothing is left over of what has ended, of a figure that is out."""
        now, read = self.game.games.copy(), parse_position(self.scenario, self.game.position())
        read["dice"] = now["dice"]
        for field in now.dtype.names or ():
            assert now[field].tobytes() == read[field].tobytes(), field

    @property
    def position(self) -> str:
        return self.game.position()

    @property
    def changes(self) -> str:
        """What differs from the position before the first action: what is new or other, then `-key` for what went."""
        before, now = (dict(token.split("=", 1) for token in text.split()) for text in (self.start, self.position))
        other = [f"{key}={value}" for key, value in now.items() if before.get(key) != value]
        return " ".join(other + [f"-{key}" for key in before if key not in now])

    @property
    def legal(self) -> list[str]:
        return self.game.legal_actions()

    def may(self, action: str) -> bool:
        """Whether the action is legal now, by the mask and by the engine's own check, which must agree."""
        legal, mask = action in self.legal, np.zeros(self.scenario.actions, np.int8)
        number = self.scenario.game.batch.legal_game(self.scenario.world, self.game.games, mask)
        assert number == mask.sum() == (mask == 1).sum()
        trial = self.game.clone()
        before = trial.games.tobytes()
        if legal:
            trial.step(action)
        else:
            refuses(IllegalActionError, "", trial.step, action)
            assert trial.games.tobytes() == before
        return legal


class TurnedTable(Table):
    """The same table from the other end: what is said is turned, and so is what is heard."""

    def __init__(self, position: str, scenario: str | Scenario = "capture-the-flag-basic") -> None:
        laid = scenario_of(scenario) if isinstance(scenario, str) else scenario
        turned, self.there, self.back = turn_scenario(laid)
        super().__init__(self.there(position), turned)

    def act(self, action: str, dice: str = "") -> "TurnedTable":
        super().act(self.there(action), self.there(dice))
        return self

    @property
    def position(self) -> str:
        return self.back.position(super().position)

    @property
    def legal(self) -> list[str]:
        return [self.back(action) for action in super().legal]

    def may(self, action: str) -> bool:
        trial = self.game.clone()
        if action in self.legal:
            trial.step(self.there(action))
            return True
        refuses(IllegalActionError, "", lambda: trial.step(self.there(action)))
        return False


@pytest.fixture
def table() -> Callable[..., Table]:
    return Table


@pytest.fixture(params=["red", "blue"])
def both(request: pytest.FixtureRequest) -> Callable[..., Table]:
    """A table twice: as written, and turned by half with the colours changed (W2)."""
    return Table if request.param == "red" else TurnedTable
