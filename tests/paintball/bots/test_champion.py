"""Does the shipped network play, think and come in levels, and does it play well?"""

import copy
import json
import pickle
import shutil

import numpy as np
import pytest
from paintball_env.bots.champion.agents import POLICY

from paintball_env import BatchedGames, Game, PaintballEnv, SelfPlayGames
from paintball_env.definition import PAINTBALL
from paintball_env.rules.turns import own_phase
from paintball_env.scenario import Scenario, presets
from tabletop.agents import policy_folder, registry
from tabletop.agents.batch_player import BatchPlayer
from tabletop.agents.network_search import LEAST
from tabletop.agents.opening_book import find_book
from tabletop.agents.view import view_of
from tabletop.front.commands.player import Player
from tabletop.game.header import NONE
from tabletop.rate.matches import match
from tests import refuses
from tests.agents.held import CTF, make
from tests.called import call

LEVELS = ("easy", "medium", "hard", "champion")


@pytest.mark.slow
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
            view = view_of(game.scenario, game.games, game.legal_mask())
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


@pytest.mark.slow
def test_a_search_thinks_the_same_again_and_says_what():
    one, again = (make("champion:search=2") for _ in range(2))
    assert one.name == "champion:search=2"
    games = [match.play(agent, make("hunter@1"), CTF, 1, seed=4) for agent in (one, again)]
    assert np.array_equal(games[0].decisions, games[1].decisions)
    thought = one.player.thoughts[0]
    assert one.thoughts[0] == thought and thought.action in [each.action for each in thought.candidates]
    assert make("champion").thoughts == []


def test_environments_against_a_search_are_copied_in_mid_game():
    env, games = PaintballEnv(CTF, opponent="champion:search=1"), BatchedGames(CTF, 3, ["champion:search=1"], seed=5)
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


def single(tmp_path):
    """The name of an agent with the champion's general network alone."""
    folder = tmp_path / "single"
    folder.mkdir(parents=True)
    for name in (policy_folder.WEIGHTS, policy_folder.CARD):
        shutil.copy(POLICY / name, folder)
    return f"trained:{folder}"


def test_a_search_with_one_network_tries_what_that_is_not_sure_of(tmp_path):
    searching, network = make(f"{single(tmp_path)},search=16"), make(single(tmp_path / "other"))
    game = Game(CTF, seed=3)
    for agent in (searching, network):
        agent.prepare(CTF)
    sure = tried = 0
    while not game.over:
        view = view_of(CTF, game.games, game.legal_mask())
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


def views_of(searching, network, seed):
    """Play a game of `searching` against `network`; yield each decision's phase (NONE: not its own), view, action."""
    game = Game(CTF, seed=seed)
    for agent in (searching, network):
        agent.prepare(CTF)
        agent.reset(1)
    while not game.over:
        view = view_of(CTF, game.games, game.legal_mask())
        own = game.decider == 0
        action = (searching if own else network).act(view)
        if own:
            yield int(own_phase(game.games[0], 0)), view, action
        game.step(action)


def test_a_search_plans_each_phase_at_its_first_decision_and_tries_the_plans_actions():
    searching, asked = (make("champion:search=16") for _ in range(2))
    asked.prepare(CTF)
    scorers = asked.player.scorers
    assert len(scorers) == 6  # the general network and five for some presets, each once
    planned, plans, phases, deviations, others = NONE, set(), 0, 0, 0
    for phase, view, action in views_of(searching, make("hunter"), 8):
        (thought,) = searching.thoughts
        likely = [scorer.weigh(view).candidates for scorer in scorers]
        first = thought.candidates[0].action
        assert thought.action == action
        if phase not in (NONE, planned):
            planned, plans, phases = phase, set(range(len(scorers))), phases + 1
        choosing = {number for number, each in enumerate(likely) if each[0].action == first}
        if phase == NONE:
            assert 0 in choosing
        else:
            plans &= choosing
            assert plans  # one network has proposed the actions of the whole phase, its own choice first
            deviations += 0 not in choosing
        others += action != first
    assert phases > 5 and deviations > 0 and others > 0


def test_a_hint_is_the_same_whether_one_was_asked_for_before():
    """As a person's side is advised (`tabletop.front.commands.player`): now and then, or at each decision."""
    agent = make("champion:search=2")
    agent.prepare(CTF)
    often, seldom, game = Player(agent, 7, 0), Player(agent, 7, 0), Game(CTF, seed=7)
    number = asked = 0
    while not game.over and number < 90:
        if game.decider == 0:
            view = view_of(CTF, game.games, game.legal_mask())
            for player in (often, seldom):
                player.see(view)
            answer, number = often.answer(), number + 1
            if number % 3 == 0:
                assert seldom.answer() == answer
                asked += 1
            game.step(answer)
        else:
            game.step(int(game.legal_indices()[0]))
    assert asked > 10


def test_only_networks_that_score_actions_are_plans(tmp_path):
    folder = tmp_path / "policy"
    shutil.copytree(POLICY, folder)
    layers = [np.zeros((CTF.actions, 984), np.float32), np.zeros(CTF.actions, np.float32)]
    policy_folder.save(folder / "scenarios" / "other", PAINTBALL, policy_folder.perceptron(layers, "relu"), {})
    agent = make(f"trained:{folder},search=2")
    agent.prepare(CTF)
    assert len(agent.player.scorers) == 6


def test_a_plan_is_kept_for_its_game_and_forgotten_with_it():
    agent, other = (make("champion:search=2") for _ in range(2))
    player, restored = BatchPlayer(agent, CTF), BatchPlayer(other, CTF)
    games = SelfPlayGames(CTF, 2, seed=4)
    step, rows = games.reset(), np.arange(2)
    actions, keys = np.zeros(2, np.int64), np.arange(2).astype(np.uint64)

    def ask(who):
        search, sampled = who.agent.player, []
        play_outs = type(search).play_outs.__get__(search)
        search.play_outs = lambda *given: sampled.append((given[2], given[-1])) or play_outs(*given)
        who.decide(CTF.world, games.games, rows, step.masks, actions, keys)
        return [(row, NONE) in sampled for row in rows]

    assert ask(player) == [True, True] and ask(player) == [False, False]
    restored.remember(player.memory())
    assert ask(restored) == [False, False]
    player.begin(rows[:1])
    assert ask(player) == [True, False]
    games.games["dice"]["seed"][1] += np.uint64(1)  # another game in this row, of which nobody has told
    assert ask(player) == [False, True]


def test_a_search_never_sees_the_dice():
    # The true seed decides nothing: with another one the same action is taken.
    agent = make("champion:search=2")
    agent.prepare(CTF)
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
    refuses(ValueError, "networks that score", make, f"trained:{tmp_path / 'agent'},search=8")


def test_no_scenario_named_is_the_usual_one(tmp_path):
    done = call("match", "champion", "random", "--pairs", 1, "--out", tmp_path / "match.json")
    assert done.exit_code == 0 and PAINTBALL.default_scenario in done.output + (tmp_path / "match.json").read_text()
