"""The clock of two people, at times that are given: whose time runs, what a move adds, what is refused."""

import pytest

pytest.importorskip("starlette", reason="the extra `web` isn't installed")

from tabletop.front.server.clock import Clock, Control
from tests import refuses


def test_a_move_has_its_own_time_and_begins_with_each_phase():
    clock = Clock.new(Control.read("move 60"))
    assert clock.runs() is None and clock.at(500.0) == (60.0, 60.0)
    clock = clock.running(0.0, 0.0, 0, (1, 0))
    assert clock.at(20.0) == (40.0, 60.0) and clock.runs() == 0
    clock = clock.running(20.0, 20.0, 0, (1, 0))  # one move, of several decisions
    assert clock.at(30.0) == (30.0, 60.0)
    assert clock.running(30.0, 30.0, 0, (2, 0)).at(40.0) == (50.0, 60.0)
    clock = clock.running(30.0, 30.0, 1, (1, 0))
    assert clock.at(75.0) == (30.0, 15.0) and clock.at(95.0)[1] < 0


def test_a_game_adds_time_for_each_move_up_to_what_it_began_with():
    clock = Clock.new(Control.read("game 100+30")).running(0.0, 0.0, 0, (1,))
    clock = clock.running(50.0, 50.0, 1, (1,))
    assert clock.left == (80.0, 100.0)
    clock = clock.running(60.0, 60.0, 0, (1,))
    assert clock.left == (80.0, 100.0)  # 90 + 30 would be more than all
    assert clock.stopped(70.0).at(999.0) == (70.0, 100.0)


def test_what_the_server_takes_is_nobodys_time():
    clock = Clock.new(Control.read("game 100")).running(0.0, 0.0, 0, (1,))
    clock = clock.running(10.0, 25.0, 0, (1,))
    assert clock.at(25.0) == (90.0, 100.0)


def test_a_clock_that_was_written_goes_on():
    control = Control.read("game 100+5")
    clock = Clock.new(control).running(0.0, 0.0, 0, (1,)).running(4.25, 4.25, 1, (1,))
    again = Clock.read(control, clock.write(), (1, (1,)))
    assert again == clock and Clock.read(control, "", (0, ())) == Clock.new(control)


@pytest.mark.parametrize(
    "text",
    ["", "move", "move 9", "move 1300000", "game 300+3601", "move 60+5", "game ٣٠٠", "game 1e3", "day 5", "game 300+"],
)
def test_what_is_no_clock_is_refused(text):
    refuses(ValueError, "clock: ", Control.read, text)
