"""Does an opening book decide before the first turn, and nothing else, whoever asks and however?"""

import json
import re
import shutil

import numpy as np
import pytest
from paintball_env.bots.champion.agents import POLICY

from octagon_ball.definition import OCTAGON_BALL as OCTAGON
from paintball_env import BatchedGames, Game, Scenario
from paintball_env.definition import PAINTBALL
from tabletop.agents.base import Batched
from tabletop.agents.opening_book import BookAgent, OpeningBook, find_book, read_book, write_book
from tabletop.agents.registry import make, read
from tabletop.agents.view import view_of
from tabletop.rate.matches import match
from tabletop.rate.tournament.definition import agent_digest
from tabletop.rate.tuning.run import progress_file
from tests import refuses
from tests.called import call, refused

BASIC = Scenario.load("capture-the-flag-basic")
FULL = Scenario.load("capture-the-flag")
NAMES = PAINTBALL.action_names(BASIC)
# The first hex isn't legal, and nothing is said of Marshals.
CHOICES = {
    "flag-hex": {"hex c4": 0.9, "hex c2": 0.7},
    "hex of figure 1": {"hex c1": 0.6, "hex b1": 0.3},
    "hex of figure 2": {"hex c1": 0.04},  # so small a share is no choice
}


def book(choices=CHOICES):
    shares = {what: {NAMES.index(name, 0): share for name, share in each.items()} for what, each in choices.items()}
    return OpeningBook(BASIC, shares)


@pytest.fixture
def path(tmp_path):
    place = tmp_path / "book.json"
    write_book(place, book(), {"agent": "hunter"})
    return place


def steps(first, second, seed=3):
    """All positions of a game and the actions taken in them, by name."""
    game, players, steps_taken = Game(BASIC, seed=seed), [make(first, PAINTBALL), make(second, PAINTBALL)], []
    for player in players:
        player.prepare(BASIC)
        player.reset(7)
    while not game.over:
        view = view_of(BASIC, game.games, game.legal_mask())
        team, position = game.decider, game.position()
        action = players[team].act(view)
        thoughts = getattr(players[team], "thoughts", ())
        steps_taken.append((team, position, NAMES.name(action, team), thoughts))
        game.step(NAMES.name(action, team))
    return steps_taken


@pytest.mark.parametrize("team", [0, 1])
def test_it_decides_what_it_holds_and_the_agent_the_rest(path, team):
    names = ["hunter", "hunter"]
    names[team] = f"hunter:book={path}"
    hunter = make("hunter", PAINTBALL)
    hunter.prepare(BASIC)
    own = [step for step in steps(*names) if step[0] == team]
    turn = (lambda name: name) if team == 0 else (lambda name: NAMES.name(NAMES.index(name, 0), 1))
    flags = [(action, thoughts) for _, position, action, thoughts in own if ":flag-hex" in position]
    assert [action for action, _ in flags] == [turn("hex c2")]
    (weighing,) = flags[0][1]
    assert [(each.action, each.chance) for each in weighing.candidates] == [(NAMES.index("hex c2", 0), 1.0)]
    placed = [action for _, position, action, _ in own if f"{'RB'[team]}1=" not in position and ":deploy" in position]
    assert placed[0] == turn("hex c1")
    for done, (_, position, action, thoughts) in enumerate(own):
        if "flag-hex" in position or (":deploy" in position and action == placed[0]):
            continue
        game = Game(BASIC, start=position)
        assert not thoughts
        hunter.reset(7)
        hunter.pass_over(done)  # its noise goes on as if it had decided everything
        assert NAMES.name(hunter.act(view_of(BASIC, game.games, game.legal_mask())), team) == action


def test_the_agents_own_thoughts_are_told_where_it_decides(path):
    """A network keeps the position that it was asked about, and computes its thoughts on request."""
    own = [step for step in steps(f"champion:book={path}", "hunter") if step[0] == 0]
    assert all(len(thoughts) == 1 for *_, thoughts in own)
    (weighing,) = next(thoughts for _, position, _, thoughts in own if ":flag-hex" in position)
    assert [each.action for each in weighing.candidates] == [NAMES.index("hex c2", 0)]


def test_it_plays_alike_in_a_batch_and_on_its_own(path):
    name = f"hunter:book={path}"
    other = make(name, PAINTBALL)
    asked = type("Asked", (), {"decide": lambda self, *a: other.decide(*a)})()
    other.prepare(BASIC)
    seen = {}
    for opponent in (name, asked, "hunter"):
        games = BatchedGames(BASIC, 6, [opponent], seed=9)
        seen[opponent] = [games.reset()[0].copy()]
        for _ in range(30):
            step = games.step(games.current()[1].argmax(axis=1))
            seen[opponent].append(step.observations.copy())
    assert all(np.array_equal(one, two) for one, two in zip(seen[name], seen[asked], strict=True))
    assert not all(np.array_equal(one, two) for one, two in zip(seen[name], seen["hunter"], strict=True))


def test_it_is_found_by_its_scenarios_rules(path):
    assert find_book(path.parent, BASIC).shares == read_book(path, BASIC).shares == book().shares
    assert find_book(path.parent, FULL) is None
    assert find_book(path.parent / "nowhere", BASIC) is None
    progress_file(path).write_text("{}")  # of the run that has learnt it
    assert find_book(path.parent, BASIC) is not None
    shutil.copy(path, path.with_name("other.json"))
    refuses(ValueError, r"book\.json and", find_book, path.parent, BASIC)


def test_a_book_changes_an_agents_fingerprint(path):
    digests = {agent_digest(make("hunter", PAINTBALL), "hunter", PAINTBALL)}
    name = f"hunter:book={path}"
    digests.add(agent_digest(make(name, PAINTBALL), name, PAINTBALL))
    write_book(path, book(choices={"flag-hex": {"hex b1": 1.0}}), {})
    digests.add(agent_digest(make(name, PAINTBALL), name, PAINTBALL))
    assert len(digests) == 3


def test_a_trained_agents_fingerprint_covers_all_parts_of_its_folder(path, tmp_path):
    folder = tmp_path / "agent"
    shutil.copytree(POLICY, folder, ignore=shutil.ignore_patterns("openings"))
    own = folder / "scenarios" / "single" / "card.json"

    def digest(more=""):
        name = f"trained:{folder}{more}"
        return agent_digest(make(name, PAINTBALL), name, PAINTBALL)

    digests = [digest(), digest(",temperature=1")]
    card = json.loads(own.read_text())
    own.write_text(json.dumps(card | {"cost": "none"}))
    assert digest() == digests[0]  # not how it plays
    own.write_text(json.dumps(card | {"rules": card["rules"] | {"digests": {}}}))  # for other scenarios
    digests += [digest(), digest(",temperature=1")]
    (folder / "openings").mkdir()
    shutil.copy(path, folder / "openings")
    digests += [digest()]
    assert len({*digests}) == 5
    assert digest(",temperature=1") == digests[3]  # then it has no book


def test_numbers_and_a_book_go_together(path):
    assert make(f"hunter:caution=2,book={path}", PAINTBALL).agent.name == "hunter:caution=2"
    assert read(f"hunter:book={path}", PAINTBALL).by_file("my.toml") == f"hunter:numbers=my.toml,book={path}"


def change(**changes):
    return lambda told: {**told, **changes}


def rules(**changes):
    return lambda told: {**told, "rules": {**told["rules"], **changes}}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (change(format=2), "no opening book (format 2)"),
        (change(game="octagon"), "a book for the game octagon, this is paintball"),
        (change(game="a\nb"), "a book for the game a b, this is paintball"),
        (rules(actions=99), "made for actions version 99, this is version 1"),
        (change(decisions=[]), "no opening book"),
        (change(decisions={"flag-hex": {"hex z9": 0.5}}), "no opening book (action 'hex z9'"),
        (change(decisions={"flag-hex": {"hex c2": 1.5}}), "a share is not a number between 0 and 1"),
        (change(decisions={"flag-hex": {"hex c2": True}}), "a share is not a number between 0 and 1"),
        (change(learned={}), "no opening book (there is no key 'learned'; a book has format, game, "),
        (rules(digset=""), "no opening book (there is no key 'digset'; `rules` has state, actions, digest)"),
        (change(decisions={"flag-hex": {"hex c2": "much"}}), "no opening book"),
        (lambda told: [1], "no opening book (no JSON object)"),
        (lambda told: {"format": 1}, "no opening book ('game' is missing)"),
    ],
)
def test_a_wrong_book_is_refused_in_a_line(path, changed, words):
    path.write_text(json.dumps(changed(json.loads(path.read_text()))))
    told = refuses(ValueError, re.escape(words), lambda: make(f"hunter:book={path}", PAINTBALL).prepare(BASIC))
    assert str(path) in told


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[" * 100_000, "no opening book (not JSON that can be read: lists or objects too deep in each other)"),
        (b" " * ((1 << 20) + 1), "larger than 1 MiB"),
        (b"\xff", "not UTF-8"),
        (b'{"format": 1, "ga', "no opening book (not JSON: "),
        (b" ", "no opening book (not JSON: it is empty)"),
    ],
)
def test_a_file_that_isnt_a_book_is_refused_in_a_line(path, content, words):
    path.write_bytes(content)
    assert str(path) in refuses(ValueError, re.escape(words), make, f"hunter:book={path}", PAINTBALL)


def test_another_scenario_a_missing_file_and_foreign_bots_are_refused(path, tmp_path):
    with pytest.raises(ValueError, match="'capture-the-flag-basic'"):
        match.play(make(f"hunter:book={path}", PAINTBALL), make("hunter", PAINTBALL), FULL, 1, 1)
    refuses(ValueError, r"nothing\.json:", make, f"hunter:book={tmp_path / 'nothing.json'}", PAINTBALL)
    refuses(ValueError, "this is octagon", make, f"runner:book={path}", OCTAGON)
    bot = tmp_path / "mine.py"
    bot.write_text("from paintball_env import Bot\nclass Mine(Bot):\n    def act(self, view):\n        return 0\n")
    refuses(ValueError, "only built-in agents have", make, f"{bot}:Mine,book={path}", PAINTBALL)
    refuses(ValueError, "agent 'expectimax' has no", make, f"expectimax:book={path}", PAINTBALL)


def test_a_foreign_agent_in_a_wrapper_sees_no_seeds(path):
    """Whoever makes the wrapper in Python: the command line refuses such an agent."""
    seeds = set()

    class Foreign(Batched):
        def decide(self, worlds, games, rows, masks, actions, keys):
            seeds.update(games["dice"]["seed"][rows].tolist())
            actions[rows] = masks[rows].argmax(axis=1)

    match.play(BookAgent(Foreign("mine"), path, "mine"), make("random", PAINTBALL), BASIC, 1, 1)
    assert seeds == {0}


def test_a_match_takes_the_books_scenario_if_none_is_named(path):
    done = call("match", f"hunter:book={path}", "raider", "--pairs", 1)
    assert done.exit_code == 0 and BASIC.name in done.output, done.output
    path.write_text(path.read_text().replace(f'"{BASIC.name}"', '"my-own"'))
    refused(call("match", f"hunter:book={path}", "raider", "--pairs", 1), "was made for my-own, which")
    refused(call("match", "hunter:book=", "raider", "--pairs", 1), "book= is the path of an")


def test_asked_before_it_is_prepared_it_says_so(path):
    game = Game(BASIC, seed=1)
    with pytest.raises(RuntimeError, match="prepare it for a scenario"):
        make(f"hunter:book={path}", PAINTBALL).act(view_of(BASIC, game.games, game.legal_mask()))


def test_the_search_sets_up_by_the_games_books_and_thinks_afterwards():
    with_book, without = "search:sims=4,width=2", "search:sims=4,width=2,opening=false"
    assert make(without, PAINTBALL).name == "search:sims=4,width=2,opening=0" and make(with_book, PAINTBALL).plays_by
    assert not make(without, PAINTBALL).plays_by and PAINTBALL.openings() == POLICY / "openings"
    opening = find_book(PAINTBALL.openings(), BASIC)
    for name in (with_book, without):
        early, later, by_book = 0, 0, 0
        for _, position, action, thoughts in steps(name, "random")[:80]:
            game = Game(BASIC, start=position)
            if game.decider == 1 or not thoughts:
                continue
            (thought,) = thoughts
            booked = opening.weigh(game.games[0], game.legal_mask())
            early, later, by_book = early + (game.turn == 0), later + (game.turn > 0), by_book + bool(booked)
            assert NAMES.name(thought.action, 0) == action
            if booked and name == with_book:
                assert thought.candidates == booked and not any(each.visits for each in booked)
            else:
                assert len(thought.candidates) == 2 and all(each.visits for each in thought.candidates)
        assert early >= by_book > 10 and later > 10
    # Of scenarios without a book, and of games without books, it thinks out the set-up too.
    for game, scenario in ((PAINTBALL, "battle-12"), (OCTAGON, "octagon")):
        agent = make(with_book, game)
        agent.prepare(game.load(scenario))
        assert agent.book is None
    network = make("champion:search=8", PAINTBALL)
    network.prepare(FULL)
    assert network.player.book is None  # the champion asks its own one, which the folder has


def test_a_hint_for_the_set_up_says_that_a_book_has_it():
    done = call("play", "search:sims=4", "--scenario", "capture-the-flag-basic", typed="hint\nquit\n")
    assert "the bot would: " in done.output and "% likely)" in done.output
