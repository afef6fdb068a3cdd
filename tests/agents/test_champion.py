"""Does the shipped network play, think and come in levels, and does it play well?"""

import copy
import json
import pickle

import numpy as np
import pytest
from paintball_env.bots.champion.agents import POLICY

from paintball_env import BatchedGames, Game, PaintballEnv
from paintball_env.definition import PAINTBALL
from paintball_env.scenario import Scenario, presets
from tabletop.agents import policy_folder, registry
from tabletop.agents.network_search import LEAST
from tabletop.agents.opening_book import find_book
from tabletop.matches import match
from tests.agents.held import CTF, make
from tests.called import call

LEVELS = ("easy", "medium", "hard", "champion")


def test_every_preset_is_played():
    for name in presets():
        result = match.play(make("champion"), make("random"), Scenario.load(name), 2, seed=1)
        assert result.score.sum() >= 2, name  # on battle-12 it may draw


def test_it_beats_a_scripted_bot():
    assert match.play(make("champion"), make("sentinel@1"), CTF, 40, seed=2).rating().low > 0.5


def test_the_card_tells_what_it_is():
    card = make("champion").card
    # The presets of six a side, and scenarios drawn by lot.
    small = {name for name in presets() if not name.startswith("battle")}
    assert {name for name in card["scenarios"] if not name.startswith("variety-")} == small
    # All presets have one policy of their own, for the rules of today.
    cards = [policy_folder.read_card(path, PAINTBALL) for path in (POLICY / policy_folder.SCENARIOS).iterdir()]
    digests = [item for own in cards for item in own["rules"]["digests"].items()]
    assert all(Scenario.load(name).digest() == digest for name, digest in digests)
    named = [name for name, _ in digests]
    assert sorted(named) == sorted(presets())
    for each in (card, *cards):
        assert each["network"] == "scoring" and {"config", "cost", "seeds", "ratings"} <= set(each)
        assert not [value for value in json.dumps(each).split('"') if value.startswith("/")]


def test_it_has_an_opening_book_wherever_players_with_six_figures_set_up():
    there = {name for name in presets() if find_book(POLICY / policy_folder.OPENINGS, Scenario.load(name))}
    assert there == {name for name in presets() if not name.endswith("-drawn")} - {"battle-12"}
    files = list((POLICY / policy_folder.OPENINGS).iterdir())
    assert len(files) == len(there)
    for name in sorted(there):
        game = Game(name, seed=1)
        for level, with_book in (("champion", True), ("champion:search=16", True), ("easy", False)):
            agent = make(level)
            agent.prepare(game.scenario)
            view = PAINTBALL.view(game.scenario, game.games, game.legal_mask())
            first = find_book(POLICY / policy_folder.OPENINGS, game.scenario).action(game.games[0], view.mask)
            agent.reset(1)
            action = agent.act(view)
            (thought,) = agent.thoughts
            assert ((action, thought.candidates[0].action) == (first, first)) or not with_book, (name, level)
            assert (thought.candidates[0].value is None) == with_book, (name, level)


def test_levels_are_named_but_in_no_panel():
    known = registry.entries(PAINTBALL)
    assert all(known[name].aside and known[name].line for name in LEVELS)
    assert not set(LEVELS) & set(registry.opponents(PAINTBALL))
    assert {make(name).name for name in LEVELS} == set(LEVELS)


def test_easier_levels_play_worse():
    scores = [match.play(make(name), make("champion"), CTF, 20, seed=3).score.mean() for name in ("easy", "medium")]
    assert scores[0] < 0.25 and scores[0] < scores[1] < 0.5


def test_a_search_thinks_the_same_again_and_says_what():
    one, again = (make("champion:search=16") for _ in range(2))
    assert one.name == "champion:search=16"
    games = [match.play(agent, make("hunter@1"), CTF, 1, seed=4) for agent in (one, again)]
    assert np.array_equal(games[0].decisions, games[1].decisions)
    thought = one.player.thoughts[0]
    assert one.thoughts[0] == thought and thought.action in [each.action for each in thought.candidates]
    assert make("champion").thoughts == []


def test_environments_against_a_search_are_copied_in_mid_game():
    env, games = PaintballEnv(CTF, opponent="champion:search=2"), BatchedGames(CTF, 3, ["champion:search=2"], seed=5)
    env.reset(seed=3)
    games.reset()
    for _ in range(5):
        env.step(int(env.action_masks().argmax()))
        games.step(games.current()[1].argmax(axis=1))
    for copied in (lambda each: pickle.loads(pickle.dumps(each)), copy.deepcopy):
        other_env, other_games = copied(env), copied(games)
        for _ in range(5):
            for one, more in ((env, games), (other_env, other_games)):
                one.step(int(one.action_masks().argmax()))
                more.step(more.current()[1].argmax(axis=1))
            assert other_env.game.tobytes() == env.game.tobytes()
            assert other_games.games.tobytes() == games.games.tobytes()


def test_a_search_tries_what_its_network_is_not_sure_of():
    searching, network = make("champion:search=16"), make("champion")
    game = Game(CTF, seed=3)
    for agent in (searching, network):
        agent.prepare(CTF)
    sure = tried = 0
    while not game.over:
        view = PAINTBALL.view(CTF, game.games, game.legal_mask())
        likely = network.player.weigh(view).candidates
        action = searching.act(view)
        candidates = searching.thoughts[0].candidates
        assert all(-1 <= each.value <= 1 for each in candidates)
        if len(likely) == 1 or likely[1].chance < LEAST * likely[0].chance:
            assert candidates == likely and action == likely[0].action
            sure += 1
        else:
            worth = [each.action for each in likely if each.chance >= LEAST * likely[0].chance]
            assert sorted(each.action for each in candidates) == sorted(worth)
            assert candidates[0].action == likely[0].action and all(each.visits > 0 for each in candidates)
            tried += 1
        game.step(action)
    assert sure > 10 and tried > 10


def test_a_search_never_sees_the_dice():
    # The true seed decides nothing: with another one the same action is taken.
    agent = make("champion:search=8")
    agent.prepare(CTF)
    from paintball_env import SelfPlayGames

    games = SelfPlayGames(CTF, 6, seed=1)
    step = games.reset()
    for _ in range(4):
        answers = []
        for extra in (0, 1):
            shown = games.games.copy()
            shown["dice"]["seed"] += np.uint64(extra)
            actions = np.zeros(6, np.int64)
            agent.decide(CTF.world, shown, np.arange(6), step.masks, actions, np.arange(6).astype(np.uint64))
            answers.append(actions)
        assert np.array_equal(*answers)
        step = games.step(answers[0])


TAKEN = "it takes milliseconds of processor time, search=50ms, or a number of play-outs, search=64"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("champion:search=50sec", f"champion:search=50sec: {TAKEN}"),
        ("champion:search=0", f"champion:search=0: sims 0: 1 to 1000000; {TAKEN}"),
        ("champion:search=0ms", "search=0ms: ms 0: more than 0, at most 600000; it takes"),
        ("champion:search=nanms", "search=nanms: ms nan: more than 0, at most 600000; it takes"),
        ("champion:search=infms", "search=infms: ms inf: more than 0, at most 600000; it takes"),
        ("champion:search=20,temperature=1", "networks that score actions can search, at temperature 0"),
        ("champion:temperature=-1", "temperature is 0 or more"),
        ("easy:search=3", "agent 'easy' has no argument 'search'"),
    ],
)
def test_what_makes_no_sense_is_refused(name, words):
    with pytest.raises(ValueError) as caught:
        make(name)
    assert words in str(caught.value)


def test_a_perceptron_does_not_search(tmp_path):
    layers = [np.zeros((CTF.actions, 984), np.float32), np.zeros(CTF.actions, np.float32)]
    policy_folder.save(tmp_path / "agent", PAINTBALL, policy_folder.perceptron(layers, "relu"), {})
    with pytest.raises(ValueError, match="networks that score actions can search"):
        make(f"trained:{tmp_path / 'agent'},search=8")


def test_no_scenario_named_is_the_usual_one(tmp_path):
    done = call("match", "champion", "random", "--pairs", 1, "--out", tmp_path / "match.json")
    assert done.exit_code == 0 and PAINTBALL.default_scenario in done.output + (tmp_path / "match.json").read_text()
