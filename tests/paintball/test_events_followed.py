"""Do the events and the positions agree: is each change of a game told, and does each event change what it says?"""

import pytest

from paintball_env import Game
from paintball_env.rules.state import NONE
from paintball_env.scenario import Scenario, presets
from paintball_env.start import start_record
from tabletop.game.events import Event
from tests.paintball.fights import play_random
from tests.paintball.followed import Followed


@pytest.mark.parametrize("name", presets())
@pytest.mark.slow
def test_every_change_has_its_event_and_every_event_its_change(name):
    scenario = Scenario.load(name)
    for seed in (0, 1):
        followed = Followed(scenario, start_record(scenario))
        for game in play_random(name, seed):
            followed.check(game)


def test_turns_phases_scores_and_the_end_are_told():
    for game in play_random("capture-the-flag-drawn", 3):
        for event in game.events:
            if event.kind == "turn began":
                scores, turn = {}, event.value
            if event.kind == "command rolled":
                scores[event.who] = event.value
            if event.kind == "phase began":
                phase, acting = event.value, event.who
        record = game.record
        if record.phase and not game.over:
            assert (turn, phase, acting) == (record.turn, record.phase, ("red", "blue")[record.acting])
            assert scores == ({} if turn == 1 else {"red": record.side[0].score, "blue": record.side[1].score})
    outcome = game.outcome()
    who = {0: "red", 1: "blue", NONE: ""}[outcome.winner]
    ended = Event("game over", len(game.draws), who, value=outcome.ending, rule="TU7")
    assert game.events[-1] == ended


def test_a_decision_is_followed_by_what_came_of_it():
    """Forced decisions and those of a drawn set-up (SN5) are told with their action; none comes to nothing."""
    for game in play_random("reverse-flag-drawn", 1):
        happened = [event.kind for event in game.events]
        decisions = [number for number, kind in enumerate(happened) if kind in ("chosen", "forced", "drawn")]
        assert all(number + 1 < len(happened) and number + 1 not in decisions for number in decisions)
        assert happened.count("drawn") == sum(draw.purpose == "set-up" for draw in game.draws)
        for chosen, declared in zip(game.events, game.events[1:], strict=False):
            if declared.kind == "shot declared" and chosen.value != "done":
                assert ("suppressing" in declared.how) == (" suppress " in chosen.value), (chosen, declared)
        assert happened.count("chosen") <= 1 and all(event.drawn <= len(game.draws) for event in game.events)


def test_sn4_the_roll_off_names_who_begins():
    began = [Game("capture-the-flag", seed=seed) for seed in range(6)]
    told = [next(event.who for event in game.events if event.kind == "roll-off") for game in began]
    assert told == [("red", "blue")[game.decider] for game in began] and len(set(told)) == 2
