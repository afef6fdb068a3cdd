"""Does whatever a caller gives as an opponent play, in every environment, and is what it does wrong said in a line?"""

import numpy as np
import pytest

from paintball_env import (
    BatchedGames,
    Bot,
    OpponentError,
    PaintballEnv,
    PaintballVectorEnv,
    RandomOpponent,
    Scenario,
    SelfPlayGames,
    as_opponent,
    make_agent,
    save_agent,
)
from tabletop.game.choices import slot_of
from tests import refuses

BASIC = Scenario.load("capture-the-flag-basic-drawn")
SHORT = BASIC.game.with_rules(BASIC, {"max_turns": 2})


def lowest(observations, masks):
    """A function as an opponent: the first legal action."""
    return masks.argmax(axis=1)


class Lowest:
    """The same as an object, and with what it has been shown."""

    def __init__(self):
        self.seen = []

    def __call__(self, observations, masks):
        self.seen.append((observations.copy(), masks.copy()))
        observations[:] = masks[:] = 0  # they are its own
        return self.seen[-1][1].argmax(axis=1).astype(np.int32)


class LowestBot(Bot):
    def act(self, view):
        return int(view.mask.argmax())


class NoAgent:
    def act(self, view):
        return int(view.mask.argmax())


class Unmade(LowestBot):
    def __init__(self):
        self.seen = []


class LowestOpponent:
    def decide(self, worlds, games, rows, masks, actions, keys):
        actions[rows] = masks[rows].argmax(axis=1)


def gymnasium_games(**options):
    env = PaintballEnv(SHORT, **options)
    env.reset(seed=5)
    made = []
    for _ in range(60):
        _, reward, over, *_ = env.step(int(env.action_masks().argmax()))
        made.append((env.game.tobytes(), reward))
        if over:
            env.reset()
    return made


def vector_games(**options):
    env = PaintballVectorEnv(3, SHORT, **options)
    env.reset(seed=5)
    made = []
    for _ in range(60):
        env.step(env.action_masks().argmax(axis=1))
        made.append(env.batch.games.tobytes())
    return made


def sb3_games(opponent=None, opponents=None, **options):
    pytest.importorskip("stable_baselines3")
    from paintball_env import PaintballVecEnv

    env = PaintballVecEnv(BatchedGames(SHORT, 3, [opponent] if opponent else opponents, seed=5, **options))
    env.reset()
    made = []
    for _ in range(60):
        env.step(env.action_masks().argmax(axis=1))
        made.append(env.batch.games.tobytes())
    return made


ENVIRONMENTS = pytest.mark.parametrize("play", [gymnasium_games, vector_games, sb3_games])


@ENVIRONMENTS
def test_the_same_player_given_in_any_form_plays_the_same(play):
    wanted = play(opponent=LowestOpponent())
    assert all(play(opponent=given) == wanted for given in (lowest, Lowest(), LowestBot()))
    assert play(opponents=[lowest]) == wanted != play(opponent="random") == play(opponent=RandomOpponent()) == play()


@ENVIRONMENTS
def test_agents_are_named_with_their_arguments(play, tmp_path):
    rng, size = np.random.default_rng(1), BatchedGames(SHORT, 1).encoding.size
    layers = [rng.normal(0, 0.3, shape).astype(np.float32) for shape in ((SHORT.actions, size), (SHORT.actions,))]
    name = save_agent(tmp_path / "agent", layers, SHORT)
    for text in ("hunter:caution=2,noise=0", name):
        agent = make_agent(text)
        assert play(opponent=text) == play(opponent=agent) == play(opponent=as_opponent(make_agent(text), SHORT))
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from paintball_env import Bot\n\n\nclass Lowest(Bot):\n"
        "    def act(self, view):\n        return int(view.mask.argmax())\n"
    )
    assert play(opponent=str(bot)) == play(opponent=lowest)


@pytest.mark.parametrize("encoding", BASIC.game.encodings)
def test_a_function_sees_what_the_deciding_team_sees_in_the_environments_encoding(encoding):
    function, asked = Lowest(), []

    class Watched:
        def decide(self, worlds, games, rows, masks, actions, keys):
            seen = np.zeros((len(games), code.size), np.float32)
            deciders = games["decider"].astype(np.int64)
            BASIC.game.batch.observe_rows(worlds, games, rows, deciders, code.cells, seen)
            asked.append((seen[rows].reshape(-1, *code.shape), masks[rows]))
            actions[rows] = masks[rows].argmax(axis=1)

    code = BASIC.game.encoding(BASIC, encoding)
    for opponent in (function, Watched()):
        games = BatchedGames(BASIC, 5, [opponent], seed=2, encoding=encoding)
        games.reset()
        for _ in range(20):
            games.step(games.current()[1].argmax(axis=1))
    assert len(asked) == len(function.seen) > 20
    for one, two in zip(asked, function.seen, strict=True):
        assert two[0].dtype == np.float32 and two[1].dtype == np.int8
        assert np.array_equal(one[0], two[0]) and np.array_equal(one[1], two[1])


def short_answer(observations, masks):
    return masks.argmax(axis=1)[:-1]


def as_floats(observations, masks):
    return masks.argmax(axis=1).astype(float)


def illegal(observations, masks):
    return masks.argmin(axis=1)


def outside(observations, masks):
    return np.full(len(masks), masks.shape[1])


def failing(observations, masks):
    raise KeyError("no\nsuch key")


def of_one_argument(observations):
    return 0


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (short_answer, r"opponent short_answer: it answered int64 \(\d,\): integers of shape \(\d,\)$"),
        (as_floats, r"opponent as_floats: it answered float64 \(\d,\): integers of shape \(\d,\)$"),
        (illegal, r"opponent illegal, game \d: '.*' is illegal now: .+"),
        (outside, r"opponent outside, game \d: action 233: the actions of this game are numbered 0 to 232$"),
        (failing, r"opponent failing: KeyError: 'no\\nsuch key' \(test_opponents\.py, line \d+\)$"),
        (of_one_argument, r"opponent of_one_argument: TypeError: .*takes 1 positional argument but 2 were given$"),
        (lambda observations, masks: [[1], [2, 3]], r"opponent <lambda>: ValueError: setting an array element"),
        (lambda observations, masks: None, r"opponent <lambda>: it answered object \(\): integers of shape \(\d,\)$"),
    ],
)
def test_what_a_function_does_wrong_is_said_in_a_line(function, words):
    for make in (
        lambda: PaintballEnv(BASIC, opponent=function, side="blue"),
        lambda: PaintballVectorEnv(4, BASIC, opponent=function),
        lambda: BatchedGames(BASIC, 4, [function]),
        lambda: SelfPlayGames(BASIC, 4, [function]),
    ):
        env = make()
        with pytest.raises(OpponentError, match=words) as caught:
            env.reset(seed=1)
            for _ in range(30):
                masks = env.action_masks() if hasattr(env, "action_masks") else env.current()[1]
                env.step(masks.argmax(axis=-1))
        assert "\n" not in str(caught.value)


def test_an_opponents_illegal_action_is_told_with_the_rules_reason():
    class Waits:
        def decide(self, worlds, games, rows, masks, actions, keys):
            actions[rows] = masks.shape[1] - 1

    refuses(RuntimeError, "'wait' is illegal", lambda: BatchedGames(BASIC, 3, [Waits()]).reset())


@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        ("hunted", ValueError, "no agent 'hunted'; did you mean 'hunter'"),
        ("hunter:zeal=2", ValueError, "agent 'hunter' has no argument 'zeal'"),
        ("trained:no/such/folder", ValueError, "no trained agent"),
        (7, TypeError, r"opponent 7: an agent's name, an agent, an object with `decide`, or a function"),
        (RandomOpponent, TypeError, "opponent <class .*ndomOpponent'>: an agent's name"),
        (LowestBot, TypeError, "an agent's name"),
        (NoAgent(), TypeError, "<.*NoAgent.*>: an agent has `name`, `prepare`, `reset` and `act`, as a Bot has them$"),
        (Unmade(), TypeError, r"as a Bot has them; a Bot's `__init__` calls `super\(\).__init__\(\)`$"),
    ],
)
def test_what_is_no_opponent_is_refused_everywhere(given, kind, words):
    games = BatchedGames(BASIC, 2)
    for make in (
        lambda: PaintballEnv(BASIC, opponent=given),
        lambda: PaintballEnv(BASIC, opponents=[given]),
        lambda: PaintballVectorEnv(2, BASIC, opponent=given),
        lambda: SelfPlayGames(BASIC, 2, [None, given]),
        lambda: games.add_opponent(given),
    ):
        refuses(kind, words, make)
    assert len(games.opponents) == len(games.weights) == 1
    for several in ("hunter", 7, {"hunter": 1}, RandomOpponent()):
        refuses(TypeError, "opponents .*:", BatchedGames, BASIC, 2, several)
    for environment in (lambda: BatchedGames(BASIC, 2, []), lambda: PaintballEnv(BASIC, opponents=())):
        refuses(ValueError, r"opponents \[\]:", environment)
    assert SelfPlayGames(BASIC, 2, []).opponents == [None]  # the caller alone
    refuses(ValueError, "either `opponent` or", PaintballEnv, BASIC, opponent="random", opponents=["random"])


def test_opponents_of_a_single_game_are_drawn_by_its_seed_and_changed_while_it_runs():
    env = PaintballEnv(SHORT, opponents=[lowest, "random"], weights=[1, 3])
    drawn = [env.reset(seed=seed)[1]["opponent"] for seed in range(200)]
    assert 115 < sum(drawn) < 185 and drawn == [env.reset(seed=seed)[1]["opponent"] for seed in range(200)]
    cumulative = np.array([0.25, 1.0])
    assert drawn == [slot_of(np.uint64(seed), cumulative) for seed in range(200)]
    batch = BatchedGames(SHORT, 200, [lowest, "random"], [1, 3], seed=9)
    batch.reset()
    assert batch.slots.tolist() == [slot_of(seed, cumulative) for seed in batch.seeds]
    env.weights = [0, 1]
    assert [env.reset(seed=seed)[1]["opponent"] for seed in range(20)] == [1] * 20
    number = env.add_opponent(Lowest(), 2.0)
    assert number == 2 and env.weights == [0.0, 1.0, 2.0]
    assert {env.reset(seed=seed)[1]["opponent"] for seed in range(40)} == {1, 2}
    env.set_weights([0, 0, 1])
    env.reset(seed=1)
    saved = env.clone_state()
    assert env.opponent is env.opponents[2]
    env.opponent = "hunter"
    assert env.opponents[2].agent.name.startswith("hunter")
    env.set_weights([1, 0, 0])
    assert env.reset(seed=1)[1]["opponent"] == 0
    env.set_state(saved)
    assert env.current()[1]["opponent"] == 2
    refuses(ValueError, "a state against opponent 2:", lambda: PaintballEnv(SHORT).set_state(saved))
    for wrong in ([1], [1, 2, -1], [0, 0, 0], [1, 2, np.nan], ["a", 1, 2]):
        refuses(ValueError, "weights", env.set_weights, wrong)


def test_opponents_of_many_games_are_changed_while_they_run():
    pytest.importorskip("stable_baselines3")
    from paintball_env import PaintballVecEnv

    vector = PaintballVectorEnv(40, SHORT)
    sb3 = PaintballVecEnv(BatchedGames(SHORT, 40))
    for env in (vector, sb3):
        env.reset()
        number = env.add_opponent(lowest, 1.0)
        refuses(ValueError, r"^weights \[1\.0, 1\.0, -1\]:", env.add_opponent, lowest, -1)
        env.weights = [0, 1]
        assert number == 1 and not env.batch.slots.any() and env.weights == env.batch.weights == [0.0, 1.0]
        with pytest.raises(ValueError, match=r"^weights \[1\]: 2 numbers"):
            env.weights = [1]
        env.set_weights([0, 1])
        env.reset()
        assert env.batch.slots.all()
        env.batch.weights = [1, 0]
        env.reset()
        assert not env.batch.slots.any()


@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
def test_a_snapshot_from_before_an_opponent_was_added(kind):
    games = kind(SHORT, 20, ["random", lowest], [1, 2], seed=3)
    games.reset()
    saved = games.clone_state()
    games.reset()
    slots, records = games.slots.copy(), games.games.tobytes()
    games.add_opponent("random", 50.0)
    games.set_state(saved)
    assert games.weights == [1.0, 2.0, 0.0]
    games.reset()  # draws the opponents that it drew before
    assert games.games.tobytes() == records and games.slots.tolist() == slots.tolist()
    more = games.clone_state()
    with pytest.raises(ValueError, match=r"^saved games with weights of 3 opponents:"):
        kind(SHORT, 20, ["random", lowest]).set_state(more)


def test_a_games_seed_draws_its_opponent_in_every_environment():
    """Also where a batch is given the seeds of its games: its stream is another one."""
    names, seeds = ["random", "hunter", "sentinel", "raider"], list(range(1, 9))
    single = PaintballEnv(BASIC, opponents=names, weights=[4, 1, 1, 2], side="red")
    drawn = [single.reset(seed=seed)[1]["opponent"] for seed in seeds]
    assert len(set(drawn)) == 3
    vector = PaintballVectorEnv(8, BASIC, opponents=names, weights=[4, 1, 1, 2], side="red")
    assert vector.reset(seed=seeds)[1]["opponent"].tolist() == drawn
    for games in (BatchedGames(BASIC, 8, names, seed=99), SelfPlayGames(BASIC, 8, names, seed=99)):
        games.set_weights([4, 1, 1, 2])
        games.reset()
        before = games.slots.copy()
        games.begin(seeds=[*seeds[:4], None, *seeds[5:]])
        assert np.delete(games.slots, 4).tolist() == np.delete(drawn, 4).tolist() != np.delete(before, 4).tolist()


class Closable(Lowest):
    """A network as an object, which holds what only `close` gives back."""

    def __init__(self, fails=False):
        super().__init__()
        self.closed, self.fails = 0, fails

    def close(self):
        self.closed += 1
        if self.fails:
            raise OSError("it can't be closed")


def test_all_opponents_are_closed_though_one_fails_and_each_as_often_as_asked():
    first, failing, last = Closable(), Closable(fails=True), Closable()
    env = PaintballEnv(SHORT, opponents=[first, failing, last])
    for times in (1, 2):
        refuses(OSError, "it can't be closed", env.close)
        assert [each.closed for each in (first, failing, last)] == [times] * 3
    alone = Closable()
    batch = BatchedGames(SHORT, 2, [alone, lowest])
    batch.close()
    assert alone.closed == 1
