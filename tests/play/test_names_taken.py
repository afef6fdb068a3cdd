"""Are agents and scenarios taken by name where functions take them, and is anything else refused in a line?"""

import pickle

import numpy as np
import pytest

import paintball_env as pb
from tabletop.rate.matches.pairs import pair_seeds
from tests import refuses

NAME = "capture-the-flag-basic-drawn"


def test_by_name_it_is_the_same():
    scenario, hunter, random = pb.Scenario.load(NAME), pb.make_agent("hunter"), pb.make_agent("random")
    named, given = pb.play_match("hunter", "random", NAME, 2, 7), pb.play_match(hunter, random, scenario, 2, 7)
    assert np.array_equal(named.score, given.score) and np.array_equal(named.decisions, given.decisions)
    record = pb.play_recorded("hunter", "random", NAME, 5)
    assert record.write() == pb.play_recorded(hunter, random, scenario, 5).write()
    pairs = pb.play_pairs("hunter", "random", NAME, 1, 3)
    assert [one.write() for one in pairs] == [one.write() for one in pb.play_pairs(hunter, random, scenario, 1, 3)]
    rated = pb.rate("hunter", ["random", pb.make_agent("raider")], NAME, pairs=1)
    again = pb.rate(hunter, {"random": random, "raider": "raider"}, scenario, pairs=1)
    assert list(rated) == list(again) == ["random", "raider"]
    assert all(np.array_equal(rated[name].score, again[name].score) for name in rated)
    assert pb.Simulator(NAME, 2).scenario == scenario
    games, lengths = pb.random_games(NAME, 2, 3, limit=50)
    again, same = pb.random_games(scenario, 2, 3, limit=50)
    assert games.tobytes() == again.tobytes() and np.array_equal(lengths, same)
    text = pb.format_position(NAME, games[0])
    assert text == pb.format_position(scenario, games[0])
    assert pb.format_position(NAME, pb.Game(NAME, start=text)) == text
    seen, _ = pb.random_games(NAME, 2, 3, limit=50, encoding="vector")
    assert seen.tobytes() == games.tobytes()
    assert pb.parse_position(NAME, text).tobytes() == pb.parse_position(scenario, text).tobytes()
    assert pb.render_ansi(NAME, text) == pb.render_ansi(scenario, text)
    assert pb.render_svg(NAME, text, width=300) == pb.render_svg(scenario, text, width=300)
    assert np.array_equal(pb.render_rgb(NAME, text, 300), pb.render_rgb(scenario=scenario, game=text, width=300))
    assert np.array_equal(pb.action_rows(NAME), pb.action_rows(scenario))
    assert pb.PlaneExpander(NAME).shape == pb.Encoding(scenario, "planes").shape
    assert type(pb.as_opponent("hunter", NAME)) is type(pb.as_opponent(hunter, scenario))


def test_functions_can_be_sent_to_other_processes():
    names = "action_rows as_opponent format_position parse_position random_games render_ansi render_rgb render_svg"
    for name in (*names.split(), "write_png", "PlaneExpander"):
        function, sent = getattr(pb, name), pickle.loads(pickle.dumps(getattr(pb, name)))
        game = getattr(function, "__self__", None)  # of those that every game has
        assert sent is function or (sent.__func__ is function.__func__ and sent.__self__.definition is game.definition)


def test_a_match_that_cant_be_played_is_refused_at_once():
    refuses(ValueError, "pairs 0: ", pb.play_pairs, "hunter", "random", NAME, 0)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pb.make_agent(None), "agent None: a name, such as 'hunter'"),
        (lambda: pb.play_match("hunter", None, NAME, 1), "agent None: an agent, or its name"),
        (lambda: pb.play_match("hunter", "random", None, 1), "scenario None: a preset's name, the path"),
        (lambda: pb.play_match("hunter", "random", NAME, 1, -1), "seed -1: 0 to 2^64 - 1"),
        (lambda: pb.play_match("hunter", "random", NAME, 1, None), "seed None: a whole number, 0 to 2^64 - 1"),
        (lambda: pb.play_match("hunter", "random", NAME, "2"), "pairs '2': a whole number, 1 to 10,000,000"),
        (lambda: pb.play_match("hunter", "random", NAME, 1.5), "pairs 1.5: a whole number, 1 to 10,000,000"),
        (lambda: pb.rate("hunter", ["random", "random"], NAME, 1), "opponents random, random: one is named twice"),
        (lambda: pb.rate("hunter", [], NAME, 1), "opponents: one or more"),
        (lambda: pb.rate("hunter", {}, NAME, 1), "opponents: one or more"),
        (lambda: pb.Simulator(7), "scenario 7: a preset's name"),
        (lambda: pb.Game(None), "scenario None: a preset's name"),
        (lambda: pb.Encoding(NAME), f"scenario '{NAME}': a Scenario, such as Scenario.load("),
        (lambda: pb.PlaneExpander(7), "scenario 7: a preset's name"),
        (lambda: pb.action_rows(None), "scenario None: a preset's name"),
        (lambda: pb.as_opponent(None, NAME), "agent None: an agent, or its name"),
        (lambda: pb.as_opponent(len, NAME), "agent <built-in function len>: an agent, or its name; a function"),
        (lambda: pb.as_opponent("hunter", 7), "scenario 7: a preset's name"),
        (lambda: pb.random_games(7, 1, 1), "scenario 7: a preset's name"),
        (lambda: pb.random_games(NAME, 0, 1), "games 0: a whole number, at least 1"),
        (lambda: pb.random_games(NAME, 1, -1), "seed -1: 0 to 2^64 - 1"),
        (lambda: pb.random_games(NAME, 1, 1, ""), "limit '': a whole number, at least 1"),
        (lambda: pb.random_games(NAME, 1, 1, encoding="no"), "encoding 'no': "),
        (
            lambda: pb.random_games(NAME, 1, 1, encoding=pb.Encoding(pb.Scenario.load("battle-12"))),
            "encoding vector: it is one of another scen",
        ),
        (lambda: pb.parse_position(NAME, 7), "a position is a line of text, not int"),
        (lambda: pb.parse_position(None, ""), "scenario None: a preset's name"),
        (lambda: pb.render_rgb(7, None), "scenario 7: a preset's name"),
        (lambda: pb.BatchedGames(NAME, 2, side="both"), "side 'both': known are red blue alternate random"),
        (lambda: pair_seeds(1 << 64, 1), "seed 18446744073709551616: 0 to 2^64 - 1"),
    ],
)
def test_what_is_none_is_refused_in_a_line(call, words):
    with pytest.raises(ValueError) as error:
        call()
    assert str(error.value).startswith(words) and "\n" not in str(error.value), error.value


def test_opponents_that_are_no_list_are_refused():
    refuses(TypeError, "^opponents None:", pb.rate, "hunter", None, NAME, 1)
