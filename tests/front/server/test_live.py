"""A game as the server plays it, without a socket: whom an agent plays for, what is asked about, who may take back."""

import asyncio
from types import SimpleNamespace

import pytest

pytest.importorskip("starlette", reason="the extra `web` isn't installed")

from tabletop.agents.base import Bot
from tabletop.front.server import advice
from tabletop.front.server.live import LiveGame, Refused
from tabletop.front.server.messages import Have, state
from tabletop.front.server.room import Client, Room
from tabletop.front.server.store import GameStart, Store, new_game
from tabletop.front.server.viewers import Acts
from tests import refuses
from tests.any_game.pig import PIG, Careful

HOLDS = "turn=3 to=first:roll-or-hold first=first pot=12 score=0,0"  # what comes next depends on no dice


class Broken(Bot):
    """Fails at every decision."""

    def act(self, view):
        raise KeyError("odds")


@pytest.fixture
def store():
    kept = Store(":memory:", "pig")
    yield kept
    kept.close()


def live(store, make=lambda name: Careful(12), **wish):
    """A practice game of two people that begins with 12 points in the pot."""
    scenario = PIG.load("pig")
    options = {"practice": True, "start": HOLDS} | wish
    stored = new_game(GameStart("pig", scenario.to_json(), 5, ("person", "person"), **options))
    store.add(stored)
    return LiveGame(stored, scenario, make, store)


def seen(game, *teams):
    return state(game, [*teams], Have(0))


def test_what_is_asked_about_is_the_position_as_it_stands(store, monkeypatch):
    monkeypatch.setattr(advice, "HINTS", "careful")
    game = live(store)
    hint, odds = game.hint(0, 0), game.odds("roll", 0)
    assert hint["action"] == "hold" and game.hint(0, 0) is hint and game.odds("roll", 0) is odds
    game.act(0, 0, "hold")
    assert game.hint(1, 1)["action"] == "roll" and game.odds("roll", 1)["rows"] != odds["rows"]


def test_who_lets_an_agent_decide_is_offered_nothing_until_it_is_stopped(store):
    game = live(store)
    assert seen(game, 0)["choices"] and not seen(game, 1)["choices"] and seen(game, 0)["thinking"] == ""
    game.play_on(0, 0)
    assert not seen(game, 0)["choices"] and seen(game, 0)["thinking"] == "Careful"
    game.stop(0)
    assert seen(game, 0)["choices"] and seen(game, 0)["thinking"] == ""


def test_who_takes_back_decides_again_itself(store):
    game = live(store)
    game.act(0, 0, "hold")
    game.play_on(1, 1)
    game.take_back([0, 1], 1)
    game.act(0, 0, "hold")
    assert game.decides() == "" and seen(game, 1)["choices"]


def test_who_has_decided_at_one_screen_can_take_back(store):
    game = live(store)
    assert not seen(game, 0, 1)["canTakeBack"]
    game.act(0, 0, "hold")
    assert seen(game, 0, 1)["canTakeBack"] and not seen(game, 0)["canTakeBack"]
    refuses(Refused, "propose", game.take_back, [0], 1)


def test_a_helper_that_fails_leaves_the_decision_to_the_person(store):
    game = live(store, lambda name: Broken())
    game.play_on(0, 0)
    game.agent_acts()
    assert game.decides() == "" and game.trouble == "" and seen(game, 0)["choices"] and game.number == 0
    game.act(0, 0, "hold")


def test_a_game_that_is_taken_back_is_not_listed_as_ended(store):
    game = live(store, start=HOLDS.replace("pot=12", "pot=30"))
    game.act(0, 0, "hold")
    assert game.over and store.find(game.id).ended == "First wins by reached"
    game.take_back([0, 1], 1)
    assert not game.over and store.find(game.id).ended == ""


def test_the_next_game_goes_on_at_the_pace_that_was_chosen(store):
    game = live(store, pace=2.0)
    game.pace = 5.0
    game.give_up(0)
    game.play_again(swapped=False)
    assert store.find(game.successor).begun.pace == 5.0


def test_the_games_played_last_are_listed_first(store, monkeypatch):
    times = iter(range(100))
    monkeypatch.setattr("tabletop.front.server.store.time.time", lambda: float(next(times)))
    one, two = live(store), live(store)
    assert [stored.id for stored, _ in store.recent(9)] == [two.id, one.id]
    one.act(0, 0, "hold")
    assert [(stored.id, number) for stored, number in store.recent(9)] == [(one.id, 1), (two.id, 0)]
    two.give_up(0)
    assert [stored.id for stored, _ in store.recent(1)] == [two.id]
    assert [stored.id for stored, _ in store.recent(9, [two.id, "none"])] == [one.id]
    # Of some games those that go on come first, however long nobody has played them.
    mine = store.among([two.id, one.id, "none"], 9)
    assert [(stored.id, number) for stored, number in mine] == [(one.id, 1), (two.id, 0)]
    assert [stored.id for stored, _ in store.among([two.id, one.id], 1)] == [one.id] and store.among([], 9) == []


@pytest.mark.parametrize(
    ("turn", "leaves", "seconds", "decisions"), [(0, False, 0.6, 1), (3, False, 2.0, 1), (3, True, 2.0, 0)]
)
def test_bots_pause_less_in_the_set_up_and_decide_while_somebody_looks(monkeypatch, turn, leaves, seconds, decisions):
    slept, decided = [], []
    game = SimpleNamespace(pace=2.0, paused=False, unsaved="", clock=None, game=SimpleNamespace(turn=turn))
    game.time_left = lambda: None
    game.agent_acts, game.decides = lambda: decided.append(1), lambda: "" if decided else "careful"

    async def played():
        room = Room(game, asyncio.Semaphore(), asyncio.Semaphore(), Acts())
        room.clients.add(Client([], [], Have(0)))

        async def pause(time):
            slept.append(time)
            if leaves:
                room.clients.clear()

        monkeypatch.setattr(asyncio, "sleep", pause)
        await room._play()

    asyncio.run(played())
    assert slept == [pytest.approx(seconds)] and len(decided) == decisions
