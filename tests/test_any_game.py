"""What the core promises of any game, checked for each game there is, and a whole small game's way through the core.

A game that is added to GAMES gets all of these checks; one without commands of its own gets the last part, too.
"""

import inspect
import json
import random
import re
import warnings
from contextlib import contextmanager
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from PIL import Image
from typer.testing import CliRunner

import tabletop
from paintball_env.definition import PAINTBALL
from tabletop.agents.base import batch_player
from tabletop.agents.registry import make, opponents, read
from tabletop.batch.games import BatchedGames
from tabletop.batch.opponents import OpponentError
from tabletop.batch.playouts import random_games
from tabletop.batch.self_play import SelfPlayGames
from tabletop.chance import new_chance
from tabletop.commands.shell import COMMANDS, Shell
from tabletop.definition import KERNELS, GameDefinition
from tabletop.encodings import split
from tabletop.environments.gymnasium_env import GymnasiumGameEnv
from tabletop.environments.gymnasium_vector import GameVectorEnv
from tabletop.environments.pettingzoo_env import AGENTS, AECGameEnv, ParallelGameEnv
from tabletop.events import CHOSEN
from tabletop.game import Game, IllegalActionError
from tabletop.header import NONE, OVER, check_header
from tabletop.matches.grid import scores
from tabletop.matches.match import pair_seeds, play, play_seeds
from tabletop.odds import outcomes
from tabletop.presentation.story import DECISION, END, TURN
from tabletop.records import GameRecord, Recorder, RecordError, replay
from tabletop.tournament import run
from tabletop.tournament.definition import define
from tabletop.tournament.standings import standings
from tabletop.tournament.store import Store

from .pig import PIG

ROOT = Path(__file__).parent.parent
GAMES = [PAINTBALL, PIG]
QUICK = {"paintball": "capture-the-flag-basic-drawn"}  # presets with shorter games than the usual one's
SHELLS = [Shell("pig", "Pig.", "1", "tests.pig:PIG", shown="pig", played="short-pig")]
FIRST_LEGAL = str(ROOT / "tests" / "data" / "first_legal.py")
PARAMETERS = re.compile(r"\((.*?)\)")
# PettingZoo knows its own environments with masked observations by name, and warns of everybody else's.
OF_MASKED_OBSERVATIONS = ("Observation space for each agent probably", "Observation is not a NumPy array")

any_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
any_shell = pytest.mark.parametrize("shell", SHELLS, ids=lambda shell: shell.program)


def scenario_of(game):
    return game.load(QUICK.get(game.name, game.default_scenario))


def played(scenario, seed, decisions=10_000):
    """A game at each decision of random play, and at its end."""
    game, rng = Game(scenario, seed=seed), random.Random(seed)
    while decisions and not game.over:
        yield game
        game.step(rng.choice(game.legal_indices()))
        decisions -= 1
    yield game


def sampled(scenario, every, seeds):
    """One position in so many of random games, as games of their own."""
    return [game.clone() for seed in seeds for n, game in enumerate(played(scenario, seed)) if n % every == 0]


def legal(masks, rng):
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


@contextmanager
def no_other_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in OF_MASKED_OBSERVATIONS:
            warnings.filterwarnings("ignore", message, UserWarning)
        yield


# The definition.


@any_game
def test_its_definition_is_whole(game):
    for owner in type(game).__mro__:
        for name in inspect.get_annotations(owner):
            assert hasattr(game, name), name
    assert len(game.teams) == 2 and all(name == name.lower() for name in game.teams)
    assert game.decisions[OVER] == "" and game.endings[0] == "" and game.goal_ending in game.endings
    assert {"state", "observation", "actions"} <= game.versions.keys()
    assert {game.default_scenario, *game.environments.values()} <= set(game.presets())
    with pytest.raises(ValueError, match="no-such-scenario"):
        game.load("no-such-scenario")
    scenarios = [game.load(name) for name in game.presets()]
    assert len({scenario.digest() for scenario in scenarios}) == len(scenarios)
    for scenario in scenarios:
        check_header(scenario.record_type)
        assert scenario.game is game and game.from_json(scenario.to_json()) == scenario
        assert re.fullmatch("[0-9a-f]{64}", scenario.digest()) and game.with_rules(scenario, {}) == scenario
        names = game.action_names(scenario)
        assert scenario.actions == len(names) and names.name(len(names) - 1, 0) == "wait"
        for team in (0, 1):
            assert [names.index(name, team) for name in names.names(team)] == list(range(len(names)))
        start = game.start_record(scenario)
        assert start.shape == (1,) and start["decision"] == OVER and start["decider"] == NONE
    with pytest.raises(ValueError):
        game.with_rules(scenarios[0], {"no_such_rule": 1})


@any_game
@pytest.mark.parametrize("name", KERNELS)
def test_its_kernels_are_there(game, name):
    kernel = getattr(import_module(game.kernels), name)
    wanted = PARAMETERS.match(KERNELS[name])[1].split(", ")
    assert len(inspect.signature(getattr(kernel, "py_func", kernel)).parameters) == len(wanted)


@any_game
def test_its_actions_are_offered_on_pages(game):
    words, scenario = game.page_words(), scenario_of(game)
    for position in sampled(scenario, 29, range(3)):
        if position.over:
            continue
        choices = words.choices(position)
        assert [choice.name for choice in choices] == position.legal_actions()
        assert all(choice.label and choice.verb and choice.label.endswith(choice.short) for choice in choices)
    odds = words.odds(Game(scenario, seed=1), Game(scenario, seed=1).legal_actions()[0])
    assert odds.of and (odds.note or abs(sum(share for share, _, _ in odds.rows)) > 0)
    assert all(words.aim(scenario, team) for team in (0, 1))
    for topic in words.topics(scenario).values():
        assert topic.text and set(topic.rules) <= set(words.rules()) and set(topic.decisions) <= set(game.decisions)


@any_game
def test_no_file_of_the_core_names_it(game):
    for path in Path(tabletop.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(rf"\b{re.escape(game.title)}\b|^\s*(from|import) {game.package}\b", text, re.M | re.I), (
            path
        )


# The rules.


@any_game
def test_masks_say_what_is_legal_and_nothing_else_is_taken(game):
    scenario = scenario_of(game)
    scrutiny, worlds, scratch = game.compiled("scrutiny"), scenario.world, np.zeros(scenario.actions, np.int8)
    refused = 0
    for state in sampled(scenario, 7, range(3)):
        if state.over:
            assert state.legal_indices() == []
            continue
        mask = state.legal_mask()
        told = [game.batch.is_legal_game(worlds, state.games, action) for action in range(scenario.actions)]
        assert mask.tolist() == [int(each) for each in told] and mask.sum() >= 2 and mask[-1] == 0
        trials = state.games.copy()
        bytes_of = [games.view(np.uint8).reshape(-1) for games in (state.games, trials)]
        assert scrutiny.try_every_action(worlds, state.games, trials, *bytes_of, new_chance(), mask, scratch) == -2
        wrong, before = int(mask.argmin()), state.games.tobytes()
        with pytest.raises(IllegalActionError, match=re.escape(state.table.name(wrong, state.decider))):
            state.step(wrong)
        assert state.games.tobytes() == before
        refused += 1
    assert refused > 5


@any_game
def test_random_play_is_sound(game):
    scenario, scrutiny = scenario_of(game), game.compiled("scrutiny")
    starts, mask = game.start_record(scenario), np.zeros(scenario.actions, np.int8)
    report = np.zeros(scrutiny.REPORTED + len(game.endings) - 1, np.int64)
    fault = scrutiny.play_soundly(scenario.world, starts, starts.copy(), new_chance(), np.uint64(1), 5000, mask, report)
    decisions, games, *won = report[:5]
    assert fault == 0 and decisions >= 5000 and games == sum(won) == report[scrutiny.REPORTED :].sum() > 0


@any_game
def test_positions_round_trip_as_text(game):
    scenario = scenario_of(game)
    for state in sampled(scenario, 5, range(3)):
        text = state.position()
        other = game.parse_position(scenario, text)
        assert other.shape == (1,) and other.dtype == scenario.record_type
        assert game.format_position(scenario, other) == text and len(text.splitlines()) == 1
        if not state.over:
            again = Game(scenario, start=text)
            assert again.key() == state.key() and np.array_equal(again.legal_mask(), state.legal_mask())
    with pytest.raises(ValueError):
        game.parse_position(scenario, "nonsense")


@any_game
def test_records_round_trip_and_are_played_again(game):
    scenario = scenario_of(game)
    recorder = Recorder(Game(scenario, seed=9), scenario, 9, "one", "other")
    rng = random.Random(9)
    while not recorder.game.over:
        recorder.step(rng.choice(recorder.game.legal_indices()))
    text = recorder.record().write()
    record = GameRecord.read(text, game)
    assert record.write() == text and record.definition is game and len(record.lines) > 3
    assert [*replay(record)][-1][0] == recorder.game.position()
    record.seed += 1
    with pytest.raises(RecordError, match="in the record"):
        list(replay(record))


@any_game
def test_odds_are_whole_and_true(game):
    scenario = scenario_of(game)
    rng, checked = random.Random(4), 0
    for state in sampled(scenario, 3, range(4)):
        action = rng.choice(state.legal_indices() or [NONE])
        if state.over or not _stepped(state, action, 0).draws:
            continue
        try:
            results = outcomes(state, action, limit=3000)
        except ValueError as error:
            assert "ways for the dice to fall" in str(error)
            continue
        chance = {result.position: result.probability for result in results}
        assert sum(chance.values(), Fraction(0)) == 1 and min(chance.values()) > 0
        fallen = dict.fromkeys(chance, 0)
        for seed in range(60):
            other = _stepped(state, action, seed)
            fallen[other.position()] += 1  # a KeyError where a result isn't among them
            taped = state.clone()
            taped.step(action, results=[draw.result for draw in other.draws])
            assert taped.key() == other.key()
        likeliest, share = results[0].position, float(results[0].probability)
        assert abs(fallen[likeliest] - 60 * share) <= 5 * (60 * share * (1 - share)) ** 0.5 + 1e-9
        checked += 1
        if checked == 8:
            break
    assert checked >= 3


def _stepped(state, action, seed):
    other = state.clone(seed=seed)
    other.step(action)
    return other


@any_game
def test_a_clone_with_another_seed_rolls_other_dice(game):
    for state in sampled(scenario_of(game), 3, range(2)):
        if state.over:
            continue
        before, same = state.games.tobytes(), state.clone()
        other = state.clone(seed=12345)
        assert other.key() == state.key() and other.games.tobytes() != before
        for action in state.legal_indices():
            one, two, again = _stepped(state, action, 12345), state.clone(), same.clone()
            two.step(action)
            again.step(action)
            assert again.games.tobytes() == two.games.tobytes() and state.games.tobytes() == before
            if one.draws and [d.result for d in one.draws] != [d.result for d in two.draws]:
                return
    raise AssertionError("no other dice")


# Environments.


@any_game
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
    assert env.render() == game.draw_text(scenario, twin.games)


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
    from tabletop.environments.sb3_vec_env import GameVecEnv

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
    with pytest.raises(ValueError, match="no agent 'nobody'"):
        make("nobody", game)


@any_game
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
    with pytest.raises(OpponentError, match="opponent <lambda>: it answered"):
        BatchedGames(scenario, 3, [lambda observations, masks: masks]).reset()


@any_game
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
        with pytest.raises(ValueError, match="the last axes must be"):
            split(games.encoding, observations[..., 1:])


@any_game
def test_one_teams_potential_is_the_negative_of_the_others(game):
    scenario, shaping = scenario_of(game), game.shaping()
    weights, found = np.array(shaping.weights(), np.float64), set()
    assert len(weights) == len(game.shaping_weights)
    for state in sampled(scenario, 5, range(2)):
        of_team = [game.batch.potential_one(scenario.world, state.games, 0, team, weights) for team in (0, 1)]
        assert of_team[0] == -of_team[1] and (not state.over or of_team[0] == 0)
        found.add(of_team[0])
    assert len(found) > 2


# Matches, tournaments, training.


@any_game
def test_a_paired_match(game):
    scenario, names = scenario_of(game), opponents(game)
    first, second = (make(name, game) for name in (names[-1], names[0]))
    results = play(first, second, scenario, 8, seed=3)
    again = play(second, first, scenario, 8, seed=3)
    assert np.array_equal(results.seeds, pair_seeds(3, 8))
    assert np.array_equal(results.score, 1 - again.score[:, ::-1]) and np.array_equal(
        results.ending, again.ending[:, ::-1]
    )
    assert set(np.unique(results.score)) <= {0, 0.5, 1} and results.score.mean() > 0.5, "the bot loses to random play"
    summary = results.as_dict()
    assert sum(summary["won_by"].values()) == (results.score == 1).sum() and list(summary["orders"][0]) == [
        *game.orders
    ]
    assert sum(summary["orders"][0].values()) > 0


class _StoppedError(Exception):
    pass


@any_game
def test_agents_side_by_side_play_the_games_of_their_matches(game):
    scenario, seeds = scenario_of(game), pair_seeds(4, 3)
    firsts = [make(name, game) for name in opponents(game)[-2:]]
    seconds = [make(name, game) for name in (opponents(game)[0], FIRST_LEGAL)]
    found = scores(firsts, seconds, scenario, seeds)
    wanted = [[play_seeds(one, other, scenario, seeds).score for other in seconds] for one in firsts]
    assert np.array_equal(found, wanted)


@any_game
def test_a_tournament_is_gone_on_with(game, tmp_path):
    names = [*opponents(game), FIRST_LEGAL][-3:]
    definition = define(names, [scenario_of(game).name], 5, 6, game)

    def stop(words, done, total):
        if done >= 10:
            raise _StoppedError

    def hold(path, *reports):
        for report in reports:
            with Store.begin(path, definition) as store:
                try:
                    run.play(definition, store, 0, report)
                except _StoppedError:
                    assert 0 < len(store.games()) < 30
                    continue
                return standings(store), len(store.games())
        return None

    whole = hold(tmp_path / "whole.db", lambda *said: None)
    assert hold(tmp_path / "parts.db", stop, lambda *said: None) == whole and whole[1] == 30


# A whole small game at the command line; PaintBall's commands have tests of their own.


def call(shell, *arguments, typed=None, code=0):
    done = CliRunner().invoke(shell.app, list(map(str, arguments)), input=typed)
    assert done.exit_code == code and "Traceback" not in done.output, (done.output, done.exception)
    return done.output


@any_shell
def test_every_command_has_help(shell):
    assert shell.version in call(shell, "version")
    for name in COMMANDS:
        assert f"{shell.program} {name}" in call(shell, name, "--help")


@any_shell
def test_show_draws_a_position(shell, tmp_path):
    game = shell.game
    scenario = game.load(shell.shown)
    text = [*played(scenario, 1, 5)][-1].position()
    assert text in call(shell, "show", text)
    for name in ("a.png", "a.svg"):
        call(shell, "show", text, "--out", tmp_path / name, "--width", 400)
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.width == 400 and len(picture.getcolors(100_000)) > 2
    assert text.split()[0] in (tmp_path / "a.svg").read_text()
    call(shell, "show", "nonsense", code=2)


@any_shell
def test_scenarios_and_observation_tell_what_there_is(shell):
    game = shell.game
    assert [line.split()[0] for line in call(shell, "scenarios").splitlines()[1:]] == list(game.presets())
    assert call(shell, "scenarios", shell.played).startswith(f"{shell.played}: ")
    page = json.loads(call(shell, "scenarios", shell.played, "--json"))
    assert page["digest"] == game.load(shell.played).digest()
    for encoding in game.encodings:
        size = game.encoding(game.load(shell.shown), encoding).size
        page = json.loads(call(shell, "observation", "--encoding", encoding, "--json"))
        assert len(page["entries"]) == size and [entry["index"] for entry in page["entries"]] == list(range(size))
        assert all(entry["low"] < entry["high"] for entry in page["entries"])
    assert len(call(shell, "observation").splitlines()) == 1 + page["shape"][0]
    assert shell.shown in call(shell, "observation", "--all-scenarios")


@any_shell
def test_odds_of_an_action(shell, tmp_path):
    state = next(
        state for state in played(shell.game.load(shell.shown), 2) if _stepped(state, state.legal_indices()[0], 0).draws
    )
    action = state.legal_actions()[0]
    told = call(shell, "odds", state.position(), action, "--out", tmp_path / "odds.json")
    rows = json.loads((tmp_path / "odds.json").read_text())
    assert sum(Fraction(row["probability"]) for row in rows) == 1 and rows[0]["probability"] in told
    assert {row["position"] for row in rows} == {result.position for result in outcomes(state, action)}


@any_shell
def test_a_person_plays_leaves_and_goes_on(shell, tmp_path):
    saved, bot = tmp_path / "game.txt", opponents(shell.game)[-1]
    arguments = ["play", bot, "--seed", 3, "--record", saved]
    told = call(shell, *arguments, typed="help\nlist\nhint\nposition\nboard\nnonsense\n? 1\n1\nquit\n")
    for words in ("You are", "'help' says", "the bot would", "is no action", "saved", "play --resume"):
        assert words in told, told
    assert re.search(r"\d/\d", told), "no odds"
    one = GameRecord.read(saved.read_text(), shell.game)
    assert one.players == ("person", bot) and one.lines
    told = call(shell, "play", "--resume", saved, typed="auto\n" * 500, code=0)
    end = GameRecord.read(saved.read_text(), shell.game)
    assert end.end.over and end.lines[: len(one.lines)] == one.lines and " by " in told
    call(shell, *arguments[:2], "--resume", saved, code=2)


@any_shell
@pytest.mark.parametrize("brief", [[], ["--brief"]], ids=["whole", "brief"])
def test_a_game_is_watched_and_replayed(shell, brief, tmp_path):
    record, out = tmp_path / "game.txt", tmp_path / "game.gif"
    bot = opponents(shell.game)[-1]
    told = call(shell, "play-out", bot, "random", "--seed", 4, "--record", record, "--out", out, "--width", 300, *brief)
    game = GameRecord.read(record.read_text(), shell.game)
    names = {line.action for line in game.lines}
    results = {str(draw.result) for line in game.lines for draw in line.draws}
    assert all(words in told for words in names | results | {draw.purpose for draw in game.opening})
    with Image.open(out) as pictures:
        assert pictures.width == 300 and 1 < pictures.n_frames <= len(game.lines) + 1
    again = call(shell, "replay", record, *brief)
    assert again.splitlines()[-1] == str(game.end) and all(line in told for line in again.splitlines()[:-1])
    record.write_text(record.read_text().replace("digest=", "digest=0")[:-2] + "\n")
    call(shell, "replay", record, code=1)


@any_game
def test_a_story_tells_every_turn_and_the_end(game):
    scenario = scenario_of(game)
    teller, state, rng = game.storyteller(scenario), Game(scenario, seed=6), random.Random(6)
    story = teller.tell(state.events, state.draws, state.turn)
    while not state.over:
        who, action = game.teams[state.decider], state.table.name(rng.choice(state.legal_indices()), state.decider)
        state.step(action)
        assert state.events[0].kind == CHOSEN and (state.events[0].who, state.events[0].value) == (who, action)
        told = teller.tell(state.events, state.draws, state.turn)
        assert told[0].head and told[-1].turn == state.turn and told[0].kind == DECISION
        story += told
    assert [told.turn for told in story if told.kind == TURN][-1] == state.turn == max(told.turn for told in story)
    assert [told for told in story if told.kind == END] == story[-1:]
    assert story[-1].head.startswith(game.summary(scenario, state.games))


@any_shell
def test_match_and_rate(shell, tmp_path):
    bot, out = opponents(shell.game)[-1], tmp_path / "rate.json"
    assert shell.played in call(shell, "match", bot, "random", "--pairs", 4, "--profile")
    told = call(shell, "rate", bot, "--pairs", 3, "--out", out)
    assert shell.played in told
    rated = json.loads(out.read_text())
    assert list(rated) == [*opponents(shell.game)] and all(each["rating"]["pairs"] == 3 for each in rated.values())


@any_shell
def test_a_dataset_is_made_of_games_that_are_played_for_it(shell, tmp_path):
    out = tmp_path / "games.npz"
    told = call(shell, "dataset", out, "--first", "random", "--pairs", 1, "--scenario", shell.played)
    with np.load(out) as data:
        sizes = len(data["offsets"]) - 1, len(data["actions"])
        assert "{}: 2 games, {} episodes, {} decisions".format(out, *sizes) in told
        assert {*data["player"]} == {"random"} and sorted({*data["game"].tolist()}) == [0, 1]


@any_shell
def test_an_agents_numbers_are_tuned(shell, tmp_path):
    bot, out = opponents(shell.game)[-1], tmp_path / "numbers.toml"
    (number,) = [key for key, kind in read(bot, shell.game).parameters.items() if kind.annotation is int]
    sizes = ["--generations", 2, "--population", 4, "--pairs", 1, "--measured", 2]
    told = call(shell, "tune", bot, "--out", out, "--number", f"{number}=1:20", "--against", "random", *sizes)
    assert shell.played in told and number in told
    assert shell.played in call(shell, "match", f"{bot}:numbers={out}", "random", "--pairs", 2)


@any_shell
def test_a_tournament_at_the_command_line(shell, tmp_path):
    names = [*opponents(shell.game), FIRST_LEGAL][-3:]
    files = ["--store", tmp_path / "t.db", "--json", tmp_path / "t.json", "--records", tmp_path / "records"]
    told = call(shell, "tournament", *names, "--pairs", 2, "--jobs", 1, *files, "--records-every", 2)
    assert all(Path(name).name in told for name in names)
    assert told.endswith(call(shell, "tournament", "--show", tmp_path / "t.db"))
    records = list((tmp_path / "records").rglob(f"*{shell.game.record_suffix}"))
    assert records and [*replay(GameRecord.read(records[0].read_text(), shell.game))]


TINY = """
name = "tiny"
scenario = "{scenario}"
total_steps = 256
checkpoint_seconds = 0.001
[learner]
games = 8
steps = 16
batch = 64
trunk = [8]
net = [8]
[shaping]
{weight} = 0.5
[evaluation]
every = 256
pairs = 2
[final]
pairs = 2
"""


@any_shell
def test_a_policy_is_trained_plays_and_is_trained_on(shell, tmp_path):
    pytest.importorskip("sb3_contrib")
    config, folder = tmp_path / "tiny.toml", tmp_path / "run"
    config.write_text(TINY.format(scenario=shell.played, weight=next(iter(shell.game.shaping_weights))))
    told = call(shell, "train", "--config", config, "--run-dir", folder)
    assert f"tiny on {shell.played}" in told
    results = json.loads((folder / "results.json").read_text())
    assert results["cost"]["steps"] == 256 and set(results["ratings"]) == {*opponents(shell.game)}
    for name in results["game"].keys() - {"against", "end"}:
        assert (folder / results["game"][name]).stat().st_size > 100
    agent = make(f"trained:{folder}/agent", shell.game)
    scores = play(agent, make("random", shell.game), shell.game.load(shell.played), 4, seed=1)
    assert (scores.decisions > 0).all()
    call(shell, "train", "--resume", folder, "--set", "total_steps=384", "--set", "final.animation=false")
    assert json.loads((folder / "results.json").read_text())["cost"]["steps"] == 384


@any_shell
def test_verify_checks_it_without_a_twin(shell, tmp_path, monkeypatch):
    state = tmp_path / "verify.jsonl"
    sizes = ["--games", 2, "--decisions", 3000, "--states", 30, "--texts", 2, "--jobs", 1, "--state", state]
    call(shell, "verify", *sizes)
    entries = [json.loads(line) for line in state.read_text().splitlines()]
    assert [entry["check"] for entry in entries] == ["sound", "states", "text"]
    assert all(entry["decisions"] >= 20 and not entry.get("fault") for entry in entries)
    # A position whose text lacks something is found.
    monkeypatch.setattr(type(shell.game), "parse_position", lambda self, scenario, text: self.start_record(scenario))
    state.unlink()
    assert "round-trip" in call(shell, "verify", *sizes, code=1)


@any_shell
def test_bench_measures_it(shell):
    told = call(shell, "bench", "--seconds", 0.001, "--repeats", 1, "--batch", 4, "--no-spiel", "--json")
    page = json.loads(told)["speed"]
    measured = {load["key"]: load["decisions_per_second"] for load in page["measures"]}
    assert {"compiled", "batch", "pettingzoo", "gymnasium"} <= measured.keys() and min(measured.values()) > 0


def test_the_page_on_a_new_game_lists_what_one_must_write():
    tables, title = {"Kernel": set(), "Attribute": set(), "Method": set()}, ""
    for line in (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| "):
            first = line.split("|")[1]
            title = first.strip() if first.strip() in tables else title
            tables[title] |= set(re.findall("`(.+?)`", first))
    attributes = inspect.get_annotations(GameDefinition)
    assert tables["Kernel"] == set(KERNELS) and tables["Method"] == GameDefinition.__abstractmethods__
    assert tables["Attribute"] == {name for name in attributes if not hasattr(GameDefinition, name)}
    words = " ".join((ROOT / "docs" / "new-game.md").read_text(encoding="utf-8").split("## What it may say")[1].split())
    for name in re.findall("`([a-z_]+)`", words):
        assert hasattr(GameDefinition, name) or name == "note", name


def test_a_game_that_lacks_something_that_it_must_write_is_none():
    needed = set(GameDefinition.__abstractmethods__)
    assert needed == {
        *("load", "presets", "from_json", "start_record", "encoding", "action_names"),
        *("format_position", "parse_position", "why_not", "subject_name"),
    }
    for name in needed:
        lacking = type("Lacking", (type(PIG),), {name: getattr(GameDefinition, name)})
        with pytest.raises(TypeError, match=name):
            lacking()
