"""The duel on the open table: half a turn changes nothing, and its rules at the points where they decide."""

import random

import numpy as np

from tabletop.game.header import position_key
from tabletop.play.game import Game
from tests.any_game.duel import turned
from tests.any_game.duel_game import DUEL
from tests.any_game.games import sampled, scenario_of

SCENARIO = scenario_of(DUEL)


def at(*discs):
    names = (f"{name}={disc}" for name, disc in zip(("R1", "R2", "B1", "B2"), discs, strict=True))
    return Game(SCENARIO, start=f"turn=3 to=red:act first=red {' '.join(names)}")


def observed(games, team):
    out = np.zeros((1, 16), np.float32)
    code = DUEL.encoding(SCENARIO, "vector")
    DUEL.batch.observe_rows(SCENARIO.world, games, np.zeros(1, np.int64), np.full(1, team), code.cells, out)
    return out.tolist()


def test_the_table_turned_by_half_has_the_same_results():
    rng, checked = random.Random(3), 0
    for state in sampled(SCENARIO, 3, range(12)):
        other = Game(SCENARIO, start=DUEL.format_position(SCENARIO, turned(state.games)))
        assert other.key() == position_key(turned(state.games))
        assert observed(state.games, 0) == observed(other.games, 1)
        if state.over:
            continue
        assert other.legal_mask().tolist() == state.legal_mask().tolist()
        action = rng.choice(state.legal_indices())
        state.step(action)
        tape = DUEL.turned_results(state.draws)
        other.step(action, results=tape)
        assert other.position() == DUEL.format_position(SCENARIO, turned(state.games))
        checked += bool(tape)
    assert checked > 20


def moved(game, action):
    game.step(action, results=[])
    return game.position().split(" R1=")[1].split("*")[0]


def test_a_move_ends_where_something_bars_it():
    others = "-20.0:-18.0*2", "20.0:-6.0*2", "20.0:18.0*2"
    assert moved(at("-20.0:12.0*2", *others), "R1 step E") == "-14.0:12.0"
    assert moved(at("-20.0:12.0*2", *others), "R1 move SE") == "-11.6:3.6"
    assert moved(at("-11.6:3.6*2", *others), "R1 step E") == "-5.6:3.6"  # not so far as the wall, 13 mm east there
    assert "R1 move N" not in at("-20.0:18.0*2", *others).legal_actions()  # at the edge
    touching = at("-20.0:12.0*2", "-16.0:12.0*2", *others[1:])
    assert "R1 step E" not in touching.legal_actions() and "R1 step N" in touching.legal_actions()


def test_the_wall_and_discs_hide_and_their_ends_do_not():
    def seen(*discs):
        return [name for name in at(*discs).legal_actions() if " shoot " in name]

    assert seen("-20.0:12.0*2", "-20.0:-12.0*2", "20.0:12.0*2", "20.0:-12.0*2") == ["R1 shoot B1", "R2 shoot B2"]
    assert seen("-20.0:8.0*2", "-20.0:-12.0*2", "20.0:8.0*2", "out") == []  # through the end of the wall
    assert seen("-20.0:8.1*2", "-20.0:-12.0*2", "20.0:8.1*2", "out") == ["R1 shoot B1"]
    assert seen("-20.0:12.0*2", "0.0:13.9*2", "20.0:12.0*2", "out") == ["R2 shoot B1"]
    assert seen("-20.0:12.0*2", "0.0:14.0*2", "20.0:12.0*2", "out") == ["R1 shoot B1", "R2 shoot B1"]  # touched


def test_points_of_events_are_those_of_the_table():
    game = at("-20.0:12.0*2", "-20.0:-12.0*2", "20.0:12.0*1", "out")
    game.step("R1 shoot B1", results=[2])
    assert [(event.who, event.place, event.value) for event in game.events if event.kind == "hit"] == [
        ("B1", "20.0:12.0", 0)
    ]
    assert game.outcome().winner == 0 and game.position().endswith("B1=out B2=out")
    game = at("28.0:-18.0*2", "-20.0:-12.0*2", "20.0:12.0*1", "out")
    game.step("R1 move W")
    assert [(event.start, event.place) for event in game.events if event.kind == "moved"] == [
        ("28.0:-18.0", "16.0:-18.0")
    ]
