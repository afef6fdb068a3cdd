"""After an error in the middle of a step or of a beginning the games are not gone on with."""

import os
import sys

import numpy as np
import pytest

from paintball_env import (
    BatchedGames,
    OpponentError,
    PaintballEnv,
    PaintballVectorEnv,
    SelfPlayGames,
    env,
    parallel_env,
)
from tests import refuses

SCENARIO = "capture-the-flag-basic-drawn"


class Failing:
    """A function that fails once it is told to."""

    def __init__(self) -> None:
        self.fails = False

    def __call__(self, observations, masks):
        if self.fails:
            raise ValueError("the network is lost")
        return masks.argmax(1)


def play(step, mask, failing):
    """Play until the opponent fails."""
    failing.fails = True
    with pytest.raises(OpponentError, match="the network is lost"):
        for _ in range(1000):
            mask = step(mask)
    failing.fails = False


@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
def test_batches(kind):
    failing = Failing()
    games = kind(SCENARIO, 3, [failing] if kind is BatchedGames else [failing, failing], seed=3)
    games.reset()
    saved = games.clone_state()
    play(lambda mask: games.step(mask.argmax(1)).masks, games.masks.copy(), failing)
    actions = np.zeros(3, np.int64)
    for use in (lambda: games.step(actions), games.current, games.clone_state):
        refuses(RuntimeError, "broken off", use)
    games.begin([1])  # the others are where they were
    refuses(RuntimeError, "broken off", games.current)
    games.set_state(saved)
    games.step(games.masks.argmax(1))
    play(lambda mask: games.step(mask.argmax(1)).masks, games.masks.copy(), failing)
    games.set_state(saved, rows=[2, 0, 1])  # all of them, too
    games.step(games.masks.argmax(1))
    play(lambda mask: games.step(mask.argmax(1)).masks, games.masks.copy(), failing)
    games.reset()
    games.current()


def test_an_error_when_games_begin():
    failing = Failing()
    games = BatchedGames(SCENARIO, 2, [failing], side=1, seed=3)
    failing.fails = True
    with pytest.raises(OpponentError):
        games.reset(seed=1)
    refuses(RuntimeError, "broken off", games.step, np.zeros(2, np.int64))
    failing.fails = False
    games.reset(seed=1)
    games.current()


def test_gymnasium():
    failing = Failing()
    env = PaintballEnv(SCENARIO, opponent=failing, side="red")
    _, info = env.reset(seed=3)
    play(lambda mask: env.step(int(mask.argmax()))[4]["action_mask"], info["action_mask"], failing)
    refuses(RuntimeError, "broken off", env.step, 0)
    env.reset(seed=4)
    env.step(int(env.action_masks().argmax()))


class Unready:
    """An opponent whose `begin` fails once it is told to."""

    fails = False

    def begin(self, rows):
        if self.fails:
            raise ValueError("not ready")

    def decide(self, worlds, games, rows, masks, actions, keys):
        actions[rows] = masks[rows].argmax(1)


@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames, PaintballEnv])
def test_an_error_where_an_opponent_is_told_that_games_begin(kind):
    opponent = Unready()
    if kind is PaintballEnv:
        games = PaintballEnv(SCENARIO, opponent=opponent, side="blue")
    else:
        games = kind(SCENARIO, 2, [opponent], seed=3)
    games.reset()
    saved = games.clone_state()
    opponent.fails = True
    for again in (games.reset, lambda: games.set_state(saved)):
        refuses(ValueError, "not ready", again)
        refuses(RuntimeError, "broken off", games.step, 0 if kind is PaintballEnv else np.zeros(2, np.int64))
    opponent.fails = False
    games.reset()
    games.current()


def test_gymnasium_vector():
    failing = Failing()
    env = PaintballVectorEnv(2, SCENARIO, opponents=[failing], side="red")
    _, infos = env.reset(seed=3)
    play(lambda mask: env.step(mask.argmax(1))[4]["action_mask"], infos["action_mask"], failing)
    refuses(RuntimeError, "broken off", env.step, np.zeros(2, np.int64))
    env.reset(seed=4)


WHOLE = "capture-the-flag-basic"
END = (  # a position of it in which the game is over before anyone decides
    "turn=30 phase=2 acting=red second=red score=2,2 used=2,0 to=red:act "
    "R1=c2,p0,used R2=b3,p0,used B1=c5 B2=d6 M1=d1 M2=c6 flag.red=b1 flag.blue=R1"
)


def ends_at_once(use):
    refuses(ValueError, r"game \d ends before the", use)


def is_broken(*uses):
    for use in uses:
        refuses(RuntimeError, "broken off", use)


@pytest.mark.parametrize("options", [{}, {"strict": False}])
@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
def test_a_beginning_that_is_refused(kind, options):
    games, actions = kind(WHOLE, 2, seed=3, **options), np.zeros(2, np.int64)
    games.reset()
    saved, before = games.clone_state(), games.games.tobytes()
    refuses(ValueError, "seed -1", games.begin, [0], seeds=[-1])
    assert games.games.tobytes() == before
    games.current()
    for again in (games.reset, lambda: games.set_state(saved)):
        ends_at_once(lambda: games.begin([0], positions=[END]))
        is_broken(lambda: games.step(actions), games.current, games.clone_state)
        again()
        games.step(np.asarray(games.masks.argmax(1)))
    first = kind(WHOLE, 2, seed=3, **options)
    ends_at_once(lambda: first.begin(positions=[END, None]))
    is_broken(lambda: first.step(actions), first.current)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_a_reset_of_the_vector_environment_that_is_refused(mode, strict):
    env, actions = PaintballVectorEnv(2, WHOLE, autoreset_mode=mode, strict=strict), np.zeros(2, np.int64)
    for _ in range(2):  # the first time, no game has begun before
        ends_at_once(lambda: env.reset(seed=3, options={"position": [END, None]}))
        is_broken(lambda: env.step(actions), env.action_masks, env.current, env.render)
        _, infos = env.reset(seed=3)
        assert (env.action_masks() == infos["action_mask"]).all() and infos["seed"].all()
        env.step(infos["action_mask"].argmax(1))


class Interrupt:
    """Raises KeyboardInterrupt at the n-th line of the package that is carried out, as Ctrl-C does."""

    def __init__(self, number):
        self.left = number

    def __enter__(self):
        self.before = sys.gettrace()
        sys.settrace(self._trace)

    def __exit__(self, kind, error, trace):
        sys.settrace(self.before)
        return kind is KeyboardInterrupt

    def _trace(self, frame, event, argument):
        if f"{os.sep}tabletop{os.sep}" not in frame.f_code.co_filename:
            return None
        if event == "line":
            self.left -= 1
            if self.left == 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return self._trace


def state_of(games):
    """All that later steps depend on, comparable; None: the games are refused."""
    try:
        saved = games.clone_state()
    except RuntimeError as error:
        assert "broken off" in str(error) or "begun" in str(error)
        return None
    if isinstance(saved, dict):
        return [(name, getattr(value, "tobytes", lambda value=value: value)()) for name, value in saved.items()]
    chosen = [games.agent_selection, games.infos[games.agent_selection]["length"]] if hasattr(games, "_decided") else []
    return repr((saved, chosen))


def last_action(mask):
    """The last legal action: in a phase it ends it, so that the opponent decides."""
    return int(np.flatnonzero(mask)[-1])


def last_actions(games):
    return np.array([last_action(mask) for mask in games.current()[1]])


def single(make):
    env = make(SCENARIO)
    env.reset(seed=3)
    return env


def batch(kind):
    games = kind(SCENARIO, 3, [lambda observations, masks: masks.argmax(1)], seed=3, max_episode_steps=12)
    games.reset()
    for _ in range(10):
        games.step(last_actions(games))
    return games


def vector():
    env = PaintballVectorEnv(3, SCENARIO, opponents=[lambda observations, masks: masks.argmax(1)], max_episode_steps=6)
    env.reset(seed=3)
    return env


def sb3():
    pytest.importorskip("stable_baselines3")
    from paintball_env import PaintballVecEnv

    env = PaintballVecEnv(BatchedGames(SCENARIO, 3, [lambda observations, masks: masks.argmax(1)], seed=3))
    env.reset()
    return env


def in_turn(scenario):
    return env(scenario).unwrapped


def alone(scenario):
    return PaintballEnv(scenario, opponent=lambda observations, masks: masks.argmax(1), side="red")


@pytest.mark.parametrize("make", [vector, sb3])
def test_masks_are_those_of_the_games_after_an_interrupt(make):
    env = make()
    for _ in range(3):
        env.step(np.array([last_action(mask) for mask in env.action_masks()]))
    saved, actions, number, seen = env.clone_state(), None, 0, 0
    while True:
        number += 1
        env.set_state(saved)
        env.current()
        actions = np.array([last_action(mask) for mask in env.action_masks()])
        interrupt = Interrupt(number)
        with interrupt:
            env.step(actions)
        if interrupt.left > 0:
            break
        if state_of(env.batch) is not None:
            assert (env.action_masks() == env.batch.current()[1].astype(bool)).all(), number
            seen += 1
    assert 0 < seen < number


@pytest.mark.parametrize(
    ("make", "step"),
    [
        (lambda: batch(BatchedGames), lambda games: games.set_state(games.clone_state(), seed=4)),
        (lambda: batch(BatchedGames), lambda games: games.step(last_actions(games))),
        (lambda: batch(SelfPlayGames), lambda games: games.step(last_actions(games))),
        (lambda: batch(SelfPlayGames), lambda games: games.copy_rows([0, 1], [1, 2])),
        (lambda: batch(BatchedGames), lambda games: games.begin([1], stream=[5])),
        (lambda: batch(SelfPlayGames), lambda games: games.reset(seed=5)),
        (lambda: single(alone), lambda env: env.step(last_action(env.action_masks()))),
        (lambda: single(alone), lambda env: env.reset(seed=4)),
        (lambda: single(parallel_env), lambda env: env.step({env.agents[0]: 0, env.agents[1]: 0})),
        (lambda: single(in_turn), lambda env: env.step(last_action(env.infos[env.agent_selection]["action_mask"]))),
        (lambda: single(in_turn), lambda env: env.reset(seed=4)),
    ],
)
@pytest.mark.slow
def test_an_interrupt_leaves_all_or_nothing_done(make, step):
    """Wherever in a step Ctrl-C comes: it isn't done, or it is done, or the games are refused."""
    games = make()
    saved, before = games.clone_state(), state_of(games)
    step(games)
    after, number, refused = state_of(games), 0, 0
    while True:
        number += 1
        games.set_state(saved)
        assert state_of(games) == before
        interrupt = Interrupt(number)
        with interrupt:
            step(games)
        if interrupt.left > 0:
            break
        left = state_of(games)
        assert left in (None, before, after), number
        refused += left is None
    assert 5 < refused < number
