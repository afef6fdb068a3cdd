"""What counts against the limits of a bot in a process of its own?"""

import sys
import time

import pytest

from tabletop.agents.base import AgentError
from tabletop.agents.programs import agent, process
from tabletop.agents.programs.agent import make_program
from tabletop.agents.programs.limits import Limits
from tabletop.agents.programs.usage import Usage
from tabletop.agents.registry import make
from tabletop.rate.matches.match import play
from tests import refuses
from tests.agents.test_program_restarts import ANSWER, script
from tests.any_game.pig import PIG

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what a process uses is measured on Linux alone")
SHORT, RANDOM = PIG.load("short-pig"), make("random", PIG)


def program(folder, limits, act=ANSWER):
    return make_program(script(folder / "bot.py", act), PIG, limits)


def test_the_referees_time_for_odds_is_the_bots(tmp_path, monkeypatch):
    def slow(view, action):
        until = time.thread_time() + 0.2
        while time.thread_time() < until:
            pass
        return []

    monkeypatch.setattr(agent, "_odds", slow)
    asks = f"say(type='odds', action=told['legal'][0]); sys.stdin.readline(); {ANSWER}"
    bot = program(tmp_path, Limits(bank=0.15, increment=0.0), act=asks)
    refuses(AgentError, r"bank 0\.15 s", play, bot, RANDOM, SHORT, 1)


@pytest.mark.parametrize(
    ("memory", "processes", "words"),
    [(64 << 20, 4, ""), ((64 << 20) + 1, 1, "more than 64 MiB of memory"), (0, 5, "more than 4 processes")],
)
def test_as_much_as_is_allowed_may_be_used(tmp_path, monkeypatch, memory, processes, words):
    monkeypatch.setattr(process, "LOOK_AT_LEAST", 0.0)
    monkeypatch.setattr(process.Process, "usage", lambda self: Usage(0.0, memory, processes))
    bot = program(tmp_path, Limits(memory=64, processes=4))
    if words:
        refuses(AgentError, words, play, bot, RANDOM, SHORT, 1)
    else:
        assert play(bot, RANDOM, SHORT, 1).faults == {}


def test_each_decision_adds_to_the_bank(tmp_path):
    bot, told = program(tmp_path, Limits(bank=10, increment=5)), []
    bot.prepare(SHORT)
    process = bot.pool.idle[0]
    send = process.send
    process.send = lambda message: (told.append(message), send(message))
    play(bot, RANDOM, SHORT, 1)
    decisions = 0
    for message in told:
        decisions = 0 if message["type"] == "game" else decisions
        if message["type"] == "decide":
            assert message["left"] == pytest.approx(10 + 5 * decisions, abs=2)
            decisions += 1
    assert decisions > 1
