"""What the core promises of any game, in each environment."""

import warnings
from contextlib import contextmanager

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from tabletop.agents.batch_player import batch_player
from tabletop.agents.registry import make, opponents
from tabletop.env.batch.episodes import ResetOptions
from tabletop.env.batch.games import BatchedGames
from tabletop.env.batch.opponents import OpponentError
from tabletop.env.batch.playouts import random_games
from tabletop.env.batch.self_play import SelfPlayGames
from tabletop.env.gymnasium_env import GymnasiumGameEnv
from tabletop.env.gymnasium_vector import GameVectorEnv
from tabletop.env.pettingzoo_env import AGENTS, AECGameEnv, ParallelGameEnv
from tabletop.game.encodings import split
from tabletop.game.header import NONE, OVER
from tabletop.play.game import Game
from tabletop.show.showing import showing_of
from tests import refuses
from tests.any_game.games import any_game, legal, sampled, scenario_of
from tests.any_game.pig import PIG

# PettingZoo knows its own environments with masked observations by name, and warns of everybody else's.
OF_MASKED_OBSERVATIONS = ("Observation space for each agent probably", "Observation is not a NumPy array")


@contextmanager
def no_other_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in OF_MASKED_OBSERVATIONS:
            warnings.filterwarnings("ignore", message, UserWarning)
        yield


@any_game
@pytest.mark.slow
def test_pettingzoos_tests(game):
    scenario = scenario_of(game)
    with no_other_warnings():
        parallel_api_test(ParallelGameEnv(scenario), num_cycles=100)
        api_test(AECGameEnv(scenario), num_cycles=100)
        seed_test(lambda: AECGameEnv(scenario), num_cycles=60)
        parallel_seed_test(lambda: ParallelGameEnv(scenario), num_cycles=60)


@any_game
def test_a_game_through_pettingzoo_pays_what_the_game_came_to(game):
    scenario, rng = scenario_of(game), np.random.default_rng(2)
    env = ParallelGameEnv(scenario, render_mode="ansi")
    observations, _ = env.reset(seed=5)
    twin = Game(scenario, seed=5)
    while env.agents:
        decider = AGENTS[twin.decider]
        assert np.array_equal(observations[decider]["action_mask"], twin.legal_mask())
        action = int(rng.choice(twin.legal_indices()))
        observations, rewards, *_ = env.step({decider: action})
        twin.step(action)
        assert env.game.tobytes() == twin.games.tobytes()
        assert all(
            seen["observation"] in env.observation_space(decider)["observation"] for seen in observations.values()
        )
    winner = twin.outcome().winner
    assert list(rewards.values()) == [0 if winner == NONE else 1 if team == winner else -1 for team in (0, 1)]
    assert env.render() == showing_of(game).draw_text(scenario, twin.games)


@any_game
def test_gymnasiums_test(game, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*not able to test alternative render modes.*")
        check_env(GymnasiumGameEnv(scenario_of(game), render_mode="rgb_array"), skip_render_check=True)
        pixels = GymnasiumGameEnv(scenario_of(game), render_mode="rgb_array", render_width=200)
    pixels.reset(seed=1)
    frame = pixels.render()
    assert frame.dtype == np.uint8 and frame.shape[1:] == (200, 3) and len(np.unique(frame)) > 2


@any_game
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_the_vector_environment_in_each_mode(game, mode):
    env = GameVectorEnv(5, scenario_of(game), autoreset_mode=mode)
    (seen, infos), rng, results = env.reset(seed=1), np.random.default_rng(1), []
    for _ in range(2000):
        assert seen in env.observation_space and infos["action_mask"].any(axis=1).all()
        seen, rewards, over, _, infos = env.step(legal(infos["action_mask"], rng))
        ended = infos.get("final_info", infos) if mode == "SameStep" else infos
        results += [(float(rewards[row]), float(ended["result"][row])) for row in np.flatnonzero(over)]
        if mode == "Disabled" and over.any():
            seen, infos = env.reset(options={"reset_mask": over})
        if len(results) > 6:
            break
    assert len(results) > 6 and all(reward == result for reward, result in results)


@any_game
def test_sb3s_vec_env_steps_like_the_batch(game):
    pytest.importorskip("stable_baselines3")
    from tabletop.env.sb3_vec_env import GameVecEnv

    scenario, rng = scenario_of(game), np.random.default_rng(3)
    env, games = GameVecEnv(BatchedGames(scenario, 4, seed=2)), BatchedGames(scenario, 4, seed=2)
    assert np.array_equal(env.reset(), games.reset()[0])
    for _ in range(60):
        actions = legal(env.action_masks(), rng)
        seen, rewards, dones, infos = env.step(actions)
        step = games.step(actions)
        assert np.array_equal(seen, step.observations) and np.array_equal(rewards, step.rewards)
        assert [("terminal_observation" in info) for info in infos] == step.dones.tolist() == dones.tolist()


@any_game
def test_batched_games_swap_sides_and_are_put_back(game):
    scenario = scenario_of(game)
    named = [batch_player(make(name, game), scenario) for name in opponents(game)]
    games = BatchedGames(scenario, 6, named, paired=True, seed=8, shaping=game.shaping())
    games.reset()
    firsts = games.seeds.copy(), games.sides.copy(), games.slots.copy()
    games.begin()
    assert np.array_equal(games.seeds, firsts[0]) and np.array_equal(games.slots, firsts[2])
    assert np.array_equal(games.sides, 1 - firsts[1])
    saved, told = games.clone_state(), []
    for _ in range(2):
        games.set_state(saved)
        rng, (_, masks), lived = np.random.default_rng(1), games.current(), []
        for _ in range(60):
            step = games.step(legal(masks, rng))
            masks = step.masks
            lived.append((step.observations.tobytes(), step.rewards.tolist(), games.games.tobytes()))
        told.append(lived)
    assert told[0] == told[1] and len({lived[2] for lived in told[0]}) > 50
    assert any(any(rewards) for _, rewards, _ in told[0])
    refuses(ValueError, "no agent 'nobody'", make, "nobody", game)


@any_game
@pytest.mark.slow
def test_both_teams_of_batched_games_are_played_as_in_single_games(game):
    scenario, rng = scenario_of(game), np.random.default_rng(6)
    games = SelfPlayGames(scenario, 5, seed=8, paired=True, shaping=game.shaping())
    step, twins, ended = games.reset(), [None] * 5, 0
    for _ in range(2000):
        for row in range(5):
            if not games.lengths[row].any():
                twins[row] = Game(scenario, seed=int(games.seeds[row]))
            assert games.games[row].tobytes() == twins[row].games.tobytes()
            assert step.teams[row] == twins[row].decider and np.array_equal(step.masks[row], twins[row].legal_mask())
            assert step.players[row] == (step.teams[row] != games.sides[row])
        actions = legal(step.masks, rng)
        step = games.step(actions)
        for twin, action in zip(twins, actions, strict=True):
            twin.step(int(action))
        assert step.dones.tolist() == [twin.over for twin in twins]
        for k, row in enumerate([] if step.finished is None else step.finished.rows.tolist()):
            winner = twins[row].outcome().winner
            wanted = [0 if winner == NONE else 1 if team == winner else -1 for team in (0, 1)]
            assert step.finished.results[k].tolist() == wanted and step.finished.turns[k] == twins[row].turn
            ended += 1
        if ended > 6:
            break
    assert ended > 6
    games.copy_rows(0, [1, 2], seeds=[5, 6])
    games.set_positions([None, games.games[3]])
    saved = games.clone_state()
    lived = []
    for _ in range(2):
        games.set_state(saved)
        rng, step = np.random.default_rng(1), games.current()
        for _ in range(60):
            step = games.step(legal(step.masks, rng))
        lived.append((step.observations.tobytes(), games.games.tobytes()))
    assert lived[0] == lived[1]


@any_game
def test_games_against_opponents_begin_where_positions_say(game):
    scenario = scenario_of(game)
    states = sampled(scenario, 4, [4])[1:3]
    positions = [None, *(state.games for state in states)]
    many, both = (kind(scenario, 40, ["random"], positions=positions, seed=2) for kind in (BatchedGames, SelfPlayGames))
    (_, masks), step, ended, starts = many.reset(), both.reset(), 0, [many.start(row).tobytes() for row in range(40)]
    assert len(set(starts)) == 3 and min(map(starts.count, starts)) > 3
    begun = {state.position() for state in states} & {game.format_position(scenario, each) for each in many.games}
    assert begun, "the learner decides in it, so it is seen"
    for _ in range(150):
        assert np.array_equal(masks, step.masks) and many.games.tobytes() == both.games.tobytes()
        (_, masks, *_, finished), step = many.step(masks.argmax(axis=1)), both.step(masks.argmax(axis=1))
        ended += 0 if finished is None else len(finished.rows)
    assert ended > 10
    many.set_positions(None)
    many.reset()
    assert {many.start(row).tobytes() for row in range(40)} == {game.start_record(scenario).tobytes()}


@any_game
def test_a_function_plays_in_every_environment(game):
    scenario = scenario_of(game)

    def first(observations, masks):
        assert observations.shape == (len(masks), *code.shape)
        return masks.argmax(axis=1)

    code = game.encoding(scenario, game.encodings[0])
    single, many = GymnasiumGameEnv(scenario, opponent=first), BatchedGames(scenario, 3, [first, "random"])
    single.reset(seed=1)
    _, masks = many.reset()
    both = SelfPlayGames(scenario, 3, [None, first])
    step = both.reset()
    for _ in range(30):
        if single.step(int(single.action_masks().argmax()))[2]:
            single.reset()
        masks = many.step(masks.argmax(axis=1)).masks
        step = both.step(step.masks.argmax(axis=1))
    with pytest.raises(OpponentError, match="opponent <lambda>:"):
        BatchedGames(scenario, 12, [lambda observations, masks: masks]).reset()  # of which some ask it first


@any_game
@pytest.mark.slow
def test_random_games_end_and_depend_on_their_seeds_alone(game):
    scenario = scenario_of(game)
    games, lengths = random_games(scenario, 30, seed=4)
    some, _ = random_games(scenario, 10, seed=4, parallel=True, encoding=game.encoding(scenario, game.encodings[0]))
    assert (games["decision"] == OVER).all() and (games["ending"] > 0).all() and (lengths > 0).all()
    assert some.tobytes() == games[:10].tobytes() != random_games(scenario, 10, seed=5)[0].tobytes()
    assert len({game.tobytes() for game in games}) == 30


@any_game
def test_the_parts_of_an_observation_are_all_of_it(game):
    scenario = scenario_of(game)
    for name in game.encodings:
        games = BatchedGames(scenario, 3, encoding=name, seed=1)
        observations, _ = games.reset()
        parts = split(games.encoding, observations)
        flat = np.concatenate([part.reshape(3, -1) for part in parts.values()], axis=1)
        assert np.array_equal(flat, observations.reshape(3, -1)) and list(parts) == list(games.encoding.parts)
        assert all(part.shape == (3, *games.encoding.parts[key].shape) for key, part in parts.items())
        refuses(ValueError, "the last axes must be", split, games.encoding, observations[..., 1:])


@any_game
def test_dice_do_not_show_in_any_encoding(game):
    for scenario in (scenario_of(game), game.load(game.default_scenario)):
        games = np.concatenate([position.games for position in sampled(scenario, 23, range(2))])
        others, rng = games.copy(), np.random.default_rng(1)
        others["dice"]["seed"] = rng.integers(0, 2**64, len(games), np.uint64)
        others["dice"]["rolled"] += rng.integers(1, 3, games["dice"]["rolled"].shape, np.int16)
        for encoding in game.encodings:
            code = game.encoding(scenario, encoding)
            for team in (0, 1):
                rows, sides, seen = np.arange(len(games)), np.full(len(games), team), []
                for records in (games, others):
                    out = np.full((len(games), code.size), np.nan, np.float32)
                    game.batch.observe_rows(scenario.world, records, rows, sides, code.cells, out)
                    seen.append(out)
                assert np.array_equal(*seen), (encoding, scenario.name)
                assert len(np.unique(seen[0], axis=0)) > len(games) / 2, "as many positions are seen"


@any_game
def test_one_teams_potential_is_the_negative_of_the_others(game):
    scenario, shaping = scenario_of(game), game.shaping()
    weights, potentials = np.array(shaping.weights(), np.float64), set()
    assert len(weights) == len(game.shaping_weights)
    for state in sampled(scenario, 5, range(2)):
        of_team = [game.batch.potential_one(scenario.world, state.games, 0, team, weights) for team in (0, 1)]
        assert of_team[0] == -of_team[1] and (not state.over or of_team[0] == 0)
        potentials.add(of_team[0])
    assert len(potentials) > 2


def test_the_options_of_some_games_are_those_games_own():
    """Some of the games that begin may be over at once, and begin anew."""
    options = ResetOptions((1, 2, 3), (0, 1, None))
    assert options.of(np.array([False, True, True])) == ((2, 3), (1, None), None)


def test_how_many_games_were_nobodys_is_of_the_saved_state():
    games = BatchedGames(scenario_of(PIG), 4, seed=1)
    games.reset()
    games.skipped = 5
    saved = games.clone_state()
    games.reset(2)
    assert games.skipped < 5
    games.set_state(saved)
    assert games.skipped == 5
