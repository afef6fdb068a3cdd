"""Do batches whose caller plays both teams play the same games as all else, whatever other rows do?"""

import pickle

import numpy as np
import pytest

from paintball_env import BatchedGames, Game, RandomOpponent, Scenario, SelfPlayGames, Shaping
from tabletop.header import OVER

from .environment_games import ByCount, choice

BASIC, DRAWN = Scenario.load("capture-the-flag-basic-drawn"), Scenario.load("capture-the-flag-drawn")


def by_record(games, step):
    """A legal action in each game, by the bytes of its record."""
    return np.array([choice(games.games[row].tobytes(), step.masks[row]) for row in range(games.count)])


def copied(step):
    return step._replace(**{name: part.copy() for name, part in step._asdict().items() if isinstance(part, np.ndarray)})


def begun(scenario=BASIC, count=4, *given, **options):
    games = SelfPlayGames(scenario, count, *given, **{"seed": 3} | options)
    return games, copied(games.reset())


def trace(games, step, steps):
    """All that a caller gets who decides by the records, as plain comparable data."""
    made = []
    for _ in range(steps):
        step = games.step(by_record(games, step))
        parts = [part.tobytes() for part in step[:-1]]
        ends = None if step.finished is None else [part.tolist() for part in step.finished]
        made.append((parts, ends))
    return made


def test_each_game_is_the_facades_and_is_shown_to_whoever_decides():
    games, step = begun()
    observe, cells = BASIC.game.batch.observe_rows, games.encoding.cells
    twins = [Game(BASIC, seed=int(seed)) for seed in games.seeds]
    ended = 0
    for _ in range(400):
        for row, twin in enumerate(twins):
            assert games.games[row].tobytes() == twin.games.tobytes() and step.teams[row] == twin.decider
            assert np.array_equal(step.masks[row], twin.legal_mask())
            seen = np.zeros((1, games.encoding.size), np.float32)
            observe(BASIC.world, twin.games, np.zeros(1, int), np.array([twin.decider]), cells, seen)
            assert np.array_equal(step.observations[row], seen[0])
            assert step.players[row] == (twin.decider != games.sides[row])
        actions = by_record(games, step)
        sides = games.sides.copy()
        step = games.step(actions)
        for row, twin in enumerate(twins):
            twin.step(int(actions[row]))
            assert step.dones[row] == twin.over and not step.illegal[row]
            if not twin.over:
                assert step.rewards[row].tolist() == [0, 0]
                continue
            end = step.finished
            (k,) = np.flatnonzero(end.rows == row)
            result = [0.0 if twin.outcome().winner < 0 else 1.0 if twin.outcome().winner == t else -1.0 for t in (0, 1)]
            assert step.rewards[row].tolist() == end.results[k].tolist() == end.returns[k].tolist() == result
            assert end.turns[k] == twin.turn and BASIC.game.endings[end.endings[k]] == twin.outcome().ending
            assert end.seeds[k] == twin.seed and end.sides[k] == sides[row] and end.teams[k] == -1
            assert end.masks[k].sum() == end.masks[k, -1] == 1 and not end.truncated[k] and end.lengths[k].min() > 0
            assert games.sides[row] == 1 - sides[row]
            for team in (0, 1):
                observe(BASIC.world, twin.games, np.zeros(1, int), np.array([team]), cells, seen)
                assert np.array_equal(end.observations[k, team], seen[0])
            twins[row] = Game(BASIC, seed=int(games.seeds[row]))
            ended += 1
        assert (step.finished is None) == (not step.dones.any())
    assert ended > 3
