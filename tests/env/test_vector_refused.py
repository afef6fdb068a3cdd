"""What batched games refuse, in words: illegal actions, wrong arguments, all cores after a fork."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from paintball_env import BatchedGames, SelfPlayGames
from tests import ROOT, refuses
from tests.env.test_vector import DRAWN, Wrong, begun


def test_illegal_actions():
    strict, lenient = begun(count=3), begun(count=3, strict=False)
    _, masks = strict.current()
    actions = masks.argmax(axis=1)
    actions[1] = masks[1].argmin()
    before = strict.games.tobytes()
    reason = re.escape(DRAWN.game.why_not(DRAWN, strict.games[1:2], int(actions[1])))
    refuses(ValueError, rf"game 1: '.*' .*{reason}$", strict.step, actions)
    for wrong in (-1, 10**6):
        refuses(ValueError, rf"game 1: action {wrong}:", strict.step, np.where(np.arange(3) == 1, wrong, actions))
    assert strict.games.tobytes() == before
    kept = lenient.games[1].tobytes()
    step = lenient.step(np.where(np.arange(3) == 1, actions[1], lenient.current()[1].argmax(axis=1)))
    assert step.illegal.tolist() == [False, True, False] and lenient.games[1].tobytes() == kept
    refuses(RuntimeError, r"game \d: .* is illegal", lambda: begun(opponents=[Wrong()]))
    refuses(ValueError, r"integers of shape \(3,\)", strict.step, np.zeros(2, np.int64))
    refuses(ValueError, "integers of shape", strict.step, np.zeros(3))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"count": 0}, "games 0: a whole number, at least 1"),
        ({"count": "2"}, "games '2': a whole number, at least 1"),
        ({"count": True}, "games True: a whole number, at least 1"),
        ({"count": np.zeros((2, 2))}, "games array.*: a whole number, at least 1"),
        ({"max_episode_steps": 1.5}, "max_episode_steps 1.5: a whole number"),
        ({"max_episode_steps": 2**70}, "max_episode_steps 1180591620717411303424: a whole number, 2.31 - 1 at most"),
        ({"seed": True}, "seed True: a whole number"),
        # A text such as "False", from a file of settings, would always be true.
        ({"paired": "False"}, "^paired 'False': True or False$"),
        ({"parallel": 0}, "^parallel 0: True or False$"),
        ({"strict": None}, "^strict None: True or False$"),
        ({"side": 2}, "side 2"),
        ({"seed": -1}, "seed -1"),
        ({"seed": None}, "seed None: a whole number"),
        ({"weights": [1, 2]}, "1 numbers"),
        ({"weights": [-1]}, "none negative"),
        ({"weights": [0]}, "all 0"),
        ({"weights": ["x"]}, "1 numbers"),
        ({"weights": 1}, "weights 1: 1 numbers, none negative or infinite"),
        ({"side": 0, "paired": True}, "leave side out"),
    ],
)
def test_wrong_arguments_are_refused(options, words):
    for kind in (BatchedGames, SelfPlayGames):
        refuses(ValueError, words, kind, DRAWN, **{"count": 2, "opponents": ["random"]} | options)


FORK = """
import os, sys
import numpy as np
from paintball_env import BatchedGames, SelfPlayGames, Scenario, random_games
scenario = Scenario.load("capture-the-flag-basic-drawn")
random_games(scenario, 4, 1, limit=5, parallel=True)
child = os.fork()
if child:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
said = []
for use in (
    lambda: random_games(scenario, 4, 1, limit=5, parallel=True),
    lambda: BatchedGames(scenario, 4, parallel=True).reset(),
    lambda: (games := SelfPlayGames(scenario, 4, parallel=True)).step(games.reset().masks.argmax(axis=1)),
):
    try:
        use()
    except RuntimeError as error:
        said.append(str(error))
random_games(scenario, 4, 1, limit=5)
print(len(said), *set(said))
"""


@pytest.mark.slow
def test_all_cores_after_a_fork_are_refused_in_words():
    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    run = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True, cwd=ROOT)
    layer = "import numba; f = numba.njit(parallel=True)(lambda n: n); f(1); print(numba.threading_layer())"
    assert run.returncode == 0, run.stderr
    if "3 parallel=True in a forked process" not in run.stdout:  # another library than GNU's OpenMP: all three work
        assert run.stdout.startswith("0"), (run.stdout, layer)


def test_stepping_before_reset_is_refused():
    refuses(RuntimeError, "call reset", lambda: BatchedGames(DRAWN, 2).step(np.zeros(2, np.int64)))


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
def test_games_that_have_not_begun_take_no_step(kind, strict):
    games = kind(DRAWN, 3, seed=3, strict=strict)
    games.begin([0, 2])
    masks = games.current()[1]
    assert np.flatnonzero(masks[1]).tolist() == [games.actions - 1] and games.ended.tolist() == [False, True, False]
    before = games.games.tobytes()
    refuses(ValueError, "game 1 has not begun:", lambda: games.step(masks.argmax(axis=1)))
    assert games.games.tobytes() == before
    games.begin([1])
    assert not games.ended.any()
    games.step(games.current()[1].argmax(axis=1))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seeds": 5}, "seeds 5: a list, one for each of 1 games"),
        ({"sides": 1}, "sides 1: a list, one for each of 1 games"),
        ({"positions": 7}, "positions 7: a list, one for each of 1 games"),
        ({"seeds": np.array(5)}, r"seeds array\(5\): a list, one for each of 1 games"),
        ({"seeds": [1, 2]}, "seeds: 2 for 1 games"),
        ({"seeds": {5: 1}}, "seeds {5: 1}: a list, one for each of 1 games"),
        ({"positions": [["x"]]}, r"position \['x'\]: a text, or None"),
        ({"sides": [np.array([0, 1])]}, r"side array\(\[0, 1\]\): known are red blue"),
        ({"sides": "red"}, "sides 'red': a list, one for each of 1 games"),
    ],
)
@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
def test_wrong_arguments_of_a_beginning_are_refused(kind, options, words):
    games = kind(DRAWN, 2)
    refuses(ValueError, f"^{words}$", games.begin, [0], **options)
    refuses(ValueError, "encoding 3: known are", kind, DRAWN, 2, encoding=3)


@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
def test_a_seed_may_be_an_array_of_one_number(kind):
    games, same = kind(DRAWN, 2), kind(DRAWN, 2)
    games.reset(seed=np.array(5))
    same.reset(seed=5)
    assert games.games.tobytes() == same.games.tobytes()
    saved = games.clone_state()
    games.set_state(saved, seed=np.array(6))
    same.set_state(saved, seed=6)
    assert games.games.tobytes() == same.games.tobytes()


@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
def test_what_is_no_snapshot_is_refused(kind):
    games = kind(DRAWN, 2, seed=3)
    games.reset()
    saved, before = games.clone_state(), games.games.tobytes()
    whole = f"what clone_state gives of {kind.__name__} is wanted, whole"
    parts = ("games", "sides", "slots", "scenario", "checksum", "shares", "side", "paired", "skipped")
    wrong = [(saved | {name: None}, f"^saved games without valid {name}: {whole}$") for name in parts]
    wrong += [({name: value for name, value in saved.items() if name != "side"}, f"without valid side: {whole}")]
    wrong += [(saved | {name: 1 - saved[name]}, "damaged games") for name in ("side", "paired", "skipped")]
    wrong += [(saved | {"masks": saved["masks"].reshape(-1)}, "damaged games")]
    for name in ("games", "sides", "masks"):
        other = saved[name].copy()
        other.view(np.uint8).reshape(-1)[5] ^= 64
        wrong += [(saved | {name: other}, "damaged games")]
    wrong += [({"format": 99}, "saved games of format 99, this is ")]
    wrong += [(other, f"^saved games {re.escape(repr(other))}: {whole}$") for other in ({}, None, [1])]
    for scenario, count, words in (
        (DRAWN, 3, "^saved games: 3 of them for a batch of 2$"),
        ("single-flag-basic", 2, "^saved games of another scenario, with digest '.*': this is .*-drawn, with digest"),
    ):
        others = kind(scenario, count)
        others.reset()
        wrong += [(others.clone_state(), words)]
    for given, words in wrong:
        refuses(ValueError, words, games.set_state, given)
    refuses(ValueError, r"^saved games: 2 .* 1 rows", lambda: games.set_state(games.clone_state([0, 1]), [0]))
    assert games.games.tobytes() == before and games.clone_state()["checksum"] == saved["checksum"]
    games.set_state(saved | {"format": list(saved["format"])})  # as JSON has it
