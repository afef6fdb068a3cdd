"""Tree search: does it find what is best, answer for each position alone, and refuse what doesn't fit?"""

import runpy

import numpy as np
import pytest

from octagon_ball.definition import OCTAGON_BALL
from paintball_env.definition import PAINTBALL
from tabletop.env.batch.simulator import Simulator
from tabletop.env.batch.tree import TreeSearch
from tabletop.play.game import Game
from tabletop.play.odds import outcomes
from tests import ROOT, refuses
from tests.any_game.pig import PIG

PIG_PLAYED = PIG.load("short-pig")
games = pytest.mark.parametrize(
    "scenario",
    [PIG_PLAYED, PAINTBALL.load("capture-the-flag-basic-drawn"), OCTAGON_BALL.load("octagon-small")],
    ids=["pig", "paintball", "octagon"],
)


def knows_nothing(leaves, rows):
    """Logits and values of a network that knows nothing."""
    return np.zeros((len(rows), leaves.scenario.actions)), np.zeros(len(rows))


def thinks(leaves, rows):
    """Logits and values that follow from the positions."""
    keys = leaves.keys(rows)
    odd = ((keys[:, None] >> np.arange(leaves.scenario.actions, dtype=np.uint64) % np.uint64(60)) & np.uint64(3)) / 2
    return odd, np.sin(keys.astype(np.float64))


def some_positions(scenario, count=6, decisions=40, seed=4):
    simulator = Simulator(scenario, count, seed=seed)
    simulator.begin()
    for row in range(count):
        simulator.play("random", decisions=row * decisions // count, rows=[row])
    for row in np.flatnonzero(simulator.over):
        simulator.begin([row])
    return simulator


class Exact:
    """The values of positions for the first team, by all results of all actions."""

    def __init__(self):
        self.known = {}

    def value(self, game):
        if game.over:
            winner = game.outcome().winner
            return 0.0 if winner < 0 else 1.0 - 2.0 * winner
        sign = 1.0 - 2.0 * game.decider
        if game.record.pot + game.record.score[game.decider] >= game.scenario.goal:
            return sign  # to hold wins, and one could roll for ever
        if game.key() not in self.known:
            values = [self.of_action(game, action) for action in game.legal_indices()]
            self.known[game.key()] = max(values) if game.decider == 0 else min(values)
        return self.known[game.key()]

    def of_action(self, game, action):
        results = [(each.probability, Game.of_record(game.scenario, each.game)) for each in outcomes(game, action)]
        return sum(float(probability) * self.value(after) for probability, after in results)


@games
def test_what_is_found_is_a_policy_of_legal_actions(scenario):
    simulator = some_positions(scenario)
    before = simulator.games.tobytes()
    search = TreeSearch(scenario, 6, simulations=20, considered=4)
    found = search.search(simulator.games, thinks)
    assert simulator.games.tobytes() == before and not simulator.over.any()
    legal = simulator.masks > 0
    for row in range(6):
        assert legal[row, found.actions[row]] and found.visits[row, found.actions[row]] > 0
        assert found.visits[row].sum() == 20 and not found.visits[row][~legal[row]].any()
        assert np.count_nonzero(found.visits[row]) == min(4, legal[row].sum())
        assert found.policies[row].sum() == pytest.approx(1.0, abs=1e-5) and not found.policies[row][~legal[row]].any()
        assert (np.isnan(found.worths[row]) == (found.visits[row] == 0)).all() and abs(found.values[row]) <= 1.0


@pytest.mark.parametrize("seed", range(3))
def test_it_finds_what_the_plain_one_of_the_docs_finds(seed):
    """With all results known nothing is drawn, so both have the same trees."""
    simulator = some_positions(PIG_PLAYED, 5, seed=seed)
    options = {"simulations": 60, "considered": 3, "exact": 40}
    plain = runpy.run_path(str(ROOT / "docs/examples/tree_search.py"))["PythonTreeSearch"]
    plain.__init__.__globals__["Simulator"] = Simulator  # the example's own takes PaintBall's scenarios alone
    actions, values = plain(PIG_PLAYED, 5, **options).search(simulator.games, thinks)
    found = TreeSearch(PIG_PLAYED, 5, noise=False, **options).search(simulator.games, thinks)
    assert (found.actions == actions).all() and found.values == pytest.approx(values, abs=1e-9)


@games
def test_each_position_is_searched_as_if_it_were_alone(scenario):
    simulator, keys = some_positions(scenario), np.arange(6, dtype=np.uint64) + 9
    together = TreeSearch(scenario, 6, simulations=16).search(simulator.games, thinks, keys=keys)
    alone = TreeSearch(scenario, 1, simulations=16, seed=3)
    for row in range(6):
        found = alone.search(simulator.games[row : row + 1], thinks, keys=keys[row : row + 1])
        assert found.actions[0] == together.actions[row] and (found.policies[0] == together.policies[row]).all()


def test_what_wins_is_found_without_a_network():
    game = Game(PIG_PLAYED, start="turn=2 to=first:roll-or-hold first=second pot=5 score=9,11")
    found = TreeSearch(PIG_PLAYED, simulations=12, noise=False).search(game, knows_nothing)
    assert game.table.name(int(found.actions[0]), 0) == "hold" and found.values[0] > 0.0
    assert found.worths[0, found.actions[0]] == 1.0


def test_values_come_to_the_exact_ones():
    """Of the second team's last turn: who is ahead then has won."""
    game = Game(PIG_PLAYED, start="turn=6 to=second:roll-or-hold first=first pot=6 score=9,2")
    options = {"simulations": 10_000, "considered": 3, "exact": 40, "noise": False}
    found = TreeSearch(PIG_PLAYED, **options).search(game, knows_nothing)
    solved = Exact()
    exact = {action: -solved.of_action(game, action) for action in game.legal_indices()}
    for action, value in exact.items():
        assert found.worths[0, action] == pytest.approx(value, abs=0.05)
    assert found.actions[0] == max(exact, key=exact.get)


def test_the_page_shows_the_plain_one_as_it_is():
    code = (ROOT / "docs/examples/tree_search.py").read_text(encoding="utf-8")
    assert f"```python\n{code}```" in (ROOT / "docs/planning.md").read_text(encoding="utf-8")


def test_noise_tries_other_actions_and_none_takes_the_best():
    scenario = PAINTBALL.load("capture-the-flag-basic-drawn")
    simulator = some_positions(scenario, 2)
    records = np.repeat(simulator.games[1:2], 40)
    noisy = TreeSearch(scenario, 40, simulations=4, considered=2).search(records, knows_nothing).actions
    quiet = TreeSearch(scenario, 40, simulations=4, considered=2, noise=False).search(records, knows_nothing).actions
    assert len(set(noisy.tolist())) > 5 and len(set(quiet.tolist())) <= 2


def test_an_agent_by_name_is_the_network():
    scenario = PAINTBALL.load("capture-the-flag-basic-drawn")
    simulator = some_positions(scenario, 4)
    found = TreeSearch(scenario, 4, simulations=8, noise=False).search(simulator.games, "champion")
    assert found.leaves > 4 and (simulator.masks[np.arange(4), found.actions] == 1).all()


def test_games_that_are_over_have_no_action():
    simulator = some_positions(PIG_PLAYED, 2)
    simulator.play("random", rows=[0])
    found = TreeSearch(PIG_PLAYED, 2, simulations=4).search(simulator.games, knows_nothing)
    assert found.actions[0] == -1 and found.actions[1] >= 0
    assert not found.policies[0].any() and not found.visits[0].any()


def test_what_a_search_refuses():
    refuses(ValueError, "simulations", TreeSearch, PIG_PLAYED, simulations=0)
    refuses(ValueError, "considered", TreeSearch, PIG_PLAYED, considered=0)
    refuses(ValueError, "exact", TreeSearch, PIG_PLAYED, exact=-1)
    refuses(ValueError, "scale", TreeSearch, PIG_PLAYED, scale=float("nan"))
    refuses(ValueError, "noise", TreeSearch, PIG_PLAYED, noise=2)
    search = TreeSearch(PIG_PLAYED, 1, simulations=2)
    simulator = some_positions(PIG_PLAYED, 2)
    refuses(ValueError, "room for 1", search.search, simulator.games, knows_nothing)
    one = simulator.games[:1]
    refuses(ValueError, "shape", search.search, one, lambda leaves, rows: (np.zeros((1, 1)), np.zeros(1)))
    bad = np.full((1, PIG_PLAYED.actions), np.nan)
    refuses(ValueError, "finite", search.search, one, lambda leaves, rows: (bad, np.zeros(1)))
    refuses(ValueError, "nobody", search.search, one, "nobody")
    refuses(ValueError, "keys", search.search, one, knows_nothing, keys=[1, 2])
