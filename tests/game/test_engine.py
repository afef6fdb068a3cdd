"""Does the engine's loop take forced decisions, those by lot, and its own pieces, and halt where it is asked to?"""

import numpy as np
import pytest

from tabletop.game.chance import new_chance
from tabletop.game.header import NONE, OVER
from tests.game import toy_engine as toy


def begun(most, lots=0, halting=0):
    games, chances, mask = np.zeros(1, toy.GAME), new_chance(traced=True), np.full(4, 7, np.int8)
    games["decider"] = games["winner"] = NONE
    games["most"], games["lots"], chances["halting"] = most, lots, halting
    number = toy.begin(games[0], games[0], chances[0], np.uint64(5), mask)
    return games, chances, mask, number


def noted(chances):
    return [
        (event, who, value)
        for event, who, value in zip(*(chances[0][field] for field in ("event", "who", "value")), strict=True)
    ][: chances[0]["noted"]]


def test_a_game_begins_with_its_own_piece_and_the_first_choice():
    games, chances, mask, number = begun(most=3)
    assert (games[0]["left"], games[0]["turn"], games[0]["decider"], games[0]["dice"]["seed"]) == (9, 1, 1, 5)
    assert number == 3 and mask.tolist() == [1, 1, 1, 0] and noted(chances) == []


def test_a_position_is_played_on_from_and_not_begun_anew():
    games, chances, mask, _ = begun(most=3)
    games["left"], games["dice"]["rolled"] = 2, 4
    assert toy.begin(games[0], games[0], chances[0], np.uint64(6), mask) == 2
    assert games[0]["left"] == 2 and games[0]["dice"]["seed"] == 6 and not games[0]["dice"]["rolled"].any()


def test_a_step_takes_what_is_forced_and_notes_who_did():
    games, chances, mask, _ = begun(most=3)
    games["left"] = 2
    assert toy.step(games[0], games[0], chances[0], 0, mask) == 1
    # The last one is forced; then the game is over.
    assert noted(chances) == [(toy.CHOSEN, toy.TEAM_SUBJECT + 1, 0), (toy.FORCED, toy.TEAM_SUBJECT, 0)]
    assert (games[0]["decision"], games[0]["ending"], games[0]["left"]) == (OVER, 1, 0) and not mask.any()


def test_an_illegal_action_changes_nothing():
    games, chances, mask, _ = begun(most=3)
    before = games.tobytes(), chances.tobytes(), mask.tobytes()
    for action in (-1, 3, 4):
        assert toy.step(games[0], games[0], chances[0], action, mask) == 0
    assert (games.tobytes(), chances.tobytes(), mask.tobytes()) == before


def test_decisions_by_lot_are_drawn_and_noted_as_such():
    games, chances, _, number = begun(most=2, lots=3)
    assert games[0]["turn"] == 4 and games[0]["lots"] == 0 and number == 2
    drawn = chances[0]["result"][:3].tolist()  # candidates from 1
    assert [value for _, _, value in noted(chances)] == [result - 1 for result in drawn]
    assert {event for event, _, _ in noted(chances)} == {toy.DRAWN}
    assert games[0]["left"] == 9 - sum(drawn)


def test_a_game_halts_before_its_own_piece_and_goes_on_from_there():
    games, chances, mask, number = begun(most=3, halting=1)
    assert number == 3  # a turn's beginning is no halt
    toy.step(games[0], games[0], chances[0], 1, mask)
    assert games[0]["decision"] == toy.HALTED and not mask.any()
    assert toy.go_on(games[0], games[0], chances[0], mask) == 3
    assert noted(chances) == [] and games[0]["decision"] == toy.TAKE
    straight, chances, mask, _ = begun(most=3)
    toy.step(straight[0], straight[0], chances[0], 1, mask)
    assert straight.tobytes() == games.tobytes()


@pytest.mark.parametrize("left", [0, -1])
def test_a_position_in_which_nothing_can_be_done_has_no_action(left):
    games, chances, mask, _ = begun(most=3)
    games["left"] = left
    assert toy.begin(games[0], games[0], chances[0], np.uint64(1), mask) == 0 and not mask.any()
