"""Is a fault of one's own bot, wherever it happens, one line that names bot, turn and place, and a refusal none?"""

import re

import numpy as np
import pytest

from paintball_env.scenario import Scenario
from paintball_env.view import View
from tabletop.agents import registry
from tabletop.agents.base import AgentError, Batched, Bot, index_of
from tabletop.rate.matches import match, single
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.matches.results import joined
from tests import refuses
from tests.agents.held import CTF, make, written
from tests.any_game.pig import PIG

CRASHES = """
from tabletop.agents.base import Bot

class Crashes(Bot):
    def act(self, view):
        if view.turn >= 2:
            return self.think(view)
        return view.legal.get("done", next(iter(view.legal.values())))

    def think(self, view):
        return [][7]
"""


def fails(kind, word, bot):
    """Check what is told of a bot that plays one pair of games."""
    refuses(kind, word, match.play, bot, make("random"), CTF, 1)


def test_a_crash_names_bot_turn_and_line(tmp_path):
    bot = make(str(written(tmp_path, CRASHES)))
    line = CRASHES[: CRASHES.index("[][7]")].count("\n") + 1
    words = rf"^Crashes: in turn 2: IndexError: list index out of range \(some_bot\.py, line {line}\)$"
    refuses(AgentError, words, lambda: match.play(bot, make("random"), CTF, 2))
    refuses(AgentError, words, lambda: single.play_recorded(make("random"), bot, CTF, 1))


def test_a_bot_that_exits_has_failed(tmp_path):
    text = CRASHES.replace("return [][7]", "raise SystemExit(0)")
    bot = make(str(written(tmp_path, text)))
    with pytest.raises(AgentError, match=r"^Crashes: in turn 2: SystemExit: 0 \(some_bot\.py, line \d+\)$"):
        match.play(bot, make("random"), CTF, 2)
    with pytest.raises(ValueError, match=r"some_bot\.py, line 1: SystemExit: 3$"):
        make(str(written(tmp_path, "raise SystemExit(3)\n")))


class Answers(Bot):
    def __init__(self, answer):
        super().__init__()
        self.answer = answer

    def act(self, view: View):
        return self.answer


NO_ACTIONS = [None, "done", 1.5, -1, 10**30, True, np.True_, np.array([3]), np.array(1.5), [3]]


@pytest.mark.parametrize("answer", NO_ACTIONS, ids=repr)
def test_an_answer_that_is_no_action(answer):
    fails(AgentError, rf"^Answers: in turn \d+: .*{re.escape(repr(answer))}", Answers(answer))


def test_tensors_are_actions_as_arrays_are():
    torch = pytest.importorskip("torch")
    assert [index_of(answer) for answer in (torch.tensor(3), np.array(3), np.int8(3))] == [3, 3, 3]
    for answer in (torch.tensor([3]), torch.tensor(True), torch.tensor(1.5)):
        assert index_of(answer) is None


class Odd:
    def __index__(self):
        raise TypeError("my own mistake")


def test_an_error_in_an_answers_own_code_is_told_with_its_place():
    fails(AgentError, r"turn 1: TypeError: my .*, line \d+\)$", Answers(Odd()))


def test_a_fault_has_the_same_words_wherever_its_objects_are_in_memory():
    fails(AgentError, "^Answers: .*<object object>", Answers(object()))


class Unusual(BaseException):
    pass


class Raises(Answers):
    def act(self, view: View):
        raise self.answer


@pytest.mark.parametrize("error", [Unusual("no\nway"), GeneratorExit("no way")], ids=repr)
def test_an_error_that_is_no_exception_is_a_fault_too(error):
    words = rf"^Raises: in turn 1: {type(error).__name__}: no way \(test_faults.py, line \d+\)$"
    refuses(AgentError, words, lambda: match.play(Raises(error), make("random"), CTF, 1))
    refuses(AgentError, words, lambda: single.play_recorded(make("random"), Raises(error), CTF, 1))


def test_who_stops_the_program_stops_it_while_a_bot_thinks():
    with pytest.raises(KeyboardInterrupt):
        match.play(Raises(KeyboardInterrupt()), make("random"), CTF, 1)


class Elsewhere(Bot):
    """Fails in one method besides `act`."""

    def __init__(self, where):
        super().__init__()
        self.where = where

    def prepare(self, scenario):
        self.fail("prepare")

    def reset(self, seed):
        self.fail("reset")

    def __deepcopy__(self, memo):
        self.fail("copy")
        return Elsewhere(self.where)

    def fail(self, here):
        if here == self.where:
            raise TypeError("no\nway")

    def act(self, view):
        return int(np.flatnonzero(view.mask)[0])


@pytest.mark.parametrize("where", ["prepare", "reset", "copy"])
def test_a_fault_elsewhere_is_the_agents_too(where):
    refuses(
        AgentError, r"^Elsewhere: .*TypeError: no way", lambda: match.play(Elsewhere(where), make("random"), CTF, 1)
    )


class Refuses(Answers):
    """Says that it can't play, or asks for a preset that there isn't."""

    def prepare(self, scenario):
        # fmt: off
        if self.answer == 1: raise ValueError("only boards of twenty hexes")  # noqa: E701 - as some write it
        # fmt: on
        if self.answer == -1:
            scenario.board_map.names.index("z9")
        Scenario.load("no-such-preset")


def test_a_value_error_of_another_s_code_in_prepare_is_a_fault_and_no_refusal():
    fails(ValueError, f"^Refuses on {CTF.name}: .*twenty", Refuses(1))
    fails(AgentError, r"^Refuses: ValueError: .*tuple \(.*, line \d+\)$", Refuses(-1))
    fails(AgentError, r"^Refuses: ValueError: .*no-such-preset.*, line", Refuses(0))


class Together(Batched):
    """Decides for many games at once; as picky as `Refuses`."""

    def __init__(self, answer):
        super().__init__("together")
        self.answer = answer

    prepare = Refuses.prepare

    def decide(self, worlds, games, rows, masks, actions, keys):
        raise AssertionError


def test_a_batched_bot_refuses_as_others_do():
    fails(ValueError, f"^together on {CTF.name}: .*twenty", Together(1))
    fails(AgentError, "^together: .*no-such-preset", Together(0))


PICKY = """
from paintball_env import Bot


class Picky(Bot):
    def __init__(self, refuses: bool = True):
        super().__init__()
        self.refuses = refuses

    def prepare(self, scenario):
        if self.refuses:
            raise ValueError("only boards of twenty hexes")
        scenario.board_map.names.index("z9")

    def act(self, view):
        raise AssertionError
"""


def test_in_a_process_of_its_own_a_bot_refuses_as_here(tmp_path):
    path = written(tmp_path, PICKY)
    fails(ValueError, "twenty hexes", make(f"isolated:{path}:Picky"))
    fails(AgentError, r"tuple \(some_bot.py, line", make(f"isolated:{path}:Picky,refuses=false"))


class Sometimes(Bot):
    """Fails in turn 3, if it comes to decide then."""

    def act(self, view):
        if view.turn >= 3:
            raise KeyError("odds")
        return view.legal["roll"]


def test_the_faults_of_parts_of_a_match_are_those_of_the_whole():
    pig, seeds = PIG.load("short-pig"), pair_seeds(3, 7)

    def played(seeds):
        return match.play_seeds(Sometimes(), registry.make("random", PIG), pig, seeds, tolerant=True)

    whole, parts = played(seeds), joined([played(seeds[:4]), played(seeds[4:])])
    assert parts.faults == whole.faults and {pair for pair, _ in whole.faults} & {4, 5, 6}
