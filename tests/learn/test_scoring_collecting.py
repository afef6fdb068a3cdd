"""Decisions that networks which score actions learn from: are advantages, luck, opponents, teachers all right?"""

import numpy as np
import pytest

from paintball_env import Game, SelfPlayGames, outcomes
from paintball_env.definition import PAINTBALL
from tabletop.game.chance import new_chance
from tests.agents.held import make
from tests.learn.test_scoring import DRAWN, SIZES, weights_of

torch = pytest.importorskip("torch")


@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_advantages_are_what_they_are_by_hand(discount):
    # Of each decision: what comes at the end, for the team that decides, less the value; values of 0 make it plain.
    from tabletop.learn.training.scoring.collecting import Collector
    from tabletop.learn.training.scoring.network import ScoringPolicy

    policy = ScoringPolicy(SIZES, torch.Generator().manual_seed(1))
    policy.load({name: np.zeros(shape, np.float32) for name, shape in SIZES.shapes().items()})
    collector = Collector(SelfPlayGames(DRAWN, 4, seed=8), np.random.default_rng(0))
    teams, steps, played = [], 400, collector.games.step

    def watched(actions):
        teams.append(collector.games.games["decider"].astype(np.int64).copy())
        result = played(actions)
        rewards.append(result.rewards.copy())
        dones.append(result.dones.copy())
        return result

    rewards, dones = [], []
    collector.games.step = watched
    decisions = collector.collect(policy, steps, 1.0, discount)
    assert sum(map(np.sum, dones)) > 3
    wanted = np.zeros((steps, 4))
    for row in range(4):
        ahead = np.zeros(2)
        for step in reversed(range(steps)):
            if dones[step][row]:
                ahead = rewards[step][row].astype(float)
            wanted[step, row] = ahead[teams[step][row]]
            ahead = discount * ahead
    assert set(np.unique(wanted)) >= {-1.0, 1.0}
    assert decisions.advantages.reshape(steps, 4) == pytest.approx(wanted, rel=1e-4, abs=1e-9)
    assert np.array_equal(decisions.returns, decisions.advantages)


def test_opponents_decisions_are_valued_and_not_learnt_from():
    from tabletop.agents.batch_player import batch_player
    from tabletop.learn.training.scoring.collecting import Collector
    from tabletop.learn.training.scoring.network import ScoringPolicy
    from tabletop.learn.training.scoring.updates import on, parts

    policy = ScoringPolicy(SIZES, torch.Generator().manual_seed(1), rivals=1)
    policy.rivals.data[1:] = torch.tensor([[0.5], [-0.5]])
    hunter, asked = batch_player(make("hunter@1"), DRAWN), {}

    class Seen:
        begun = 0

        def begin(self, rows):
            self.begun += len(rows)

        def decide(self, worlds, games, rows, masks, actions, keys):
            hunter.decide(worlds, games, rows, masks, actions, keys)
            asked.update({(len(shown), int(row)): int(actions[row]) for row in rows})

    seen = Seen()
    games = SelfPlayGames(DRAWN, 6, [None, None], [1, 2], seed=8)
    collector, shown, played = Collector(games, np.random.default_rng(0), 0, [None, seen]), [], games.step

    def watched(actions):
        rivals = (games.slots == 1) & (games.games["decider"] != games.sides)
        shown.append((actions.copy(), games.slots.copy(), rivals))
        return played(actions)

    games.step = watched
    decisions, steps = collector.collect(policy, 300, trace=0.9), 300
    rivals = np.array([each for _, _, each in shown])
    assert 0.2 < rivals.mean() < 0.8 and seen.begun == sum(len(each.rows) for each in collector.finished) > 0
    # It was asked in its own games, when it was to decide, and what it answered was played.
    assert {(step, row): shown[step][0][row] for step, row in np.argwhere(rivals).tolist()} == asked
    chosen, counts = decisions.chosen.reshape(steps, 6), np.diff(decisions.starts).reshape(steps, 6)
    assert np.array_equal(chosen < 0, rivals) and np.array_equal(counts == 0, rivals)
    slots = np.array([each for _, each, _ in shown])
    assert np.array_equal(decisions.against.reshape(steps, 6), np.where(slots == 0, 0, np.where(rivals, 2, 1)))
    # Their values are learnt, each by who plays on; and a part of them knows which are the policy's.
    some = parts(on(decisions, torch.device("cpu")), torch.arange(60, 120))
    said = policy(some.positions, some.actions, some.counts, some.against)
    assert torch.isfinite(said.values).all() and torch.isfinite(said.entropies).all()
    assert np.array_equal(some.own.numpy(), np.flatnonzero(decisions.chosen[60:120] >= 0))
    logs = said.logs.index_select(0, some.chosen).detach().numpy()
    assert np.allclose(logs, decisions.logs[60:120][some.own.numpy()], atol=1e-5)
    said.entropies.sum().backward()
    assert all(p.grad is None or torch.isfinite(p.grad).all() for p in policy.parameters())


def test_room_is_made_for_more_actions_than_were_expected():
    from tabletop.learn.training.scoring.collecting import Collector
    from tabletop.learn.training.scoring.network import ScoringPolicy

    policy = ScoringPolicy(SIZES, torch.Generator().manual_seed(1))
    collected = []
    for small in (False, True):
        collector = Collector(SelfPlayGames(DRAWN, 6, seed=8), np.random.default_rng(0))
        if small:
            collector.facts.grow(1)
        assert collector.facts.room == 1 or not small
        collected.append([collector.collect(policy, steps, 0.9) for steps in (3, 20)])
    for ample, narrow in zip(*collected, strict=True):
        assert len(ample.actions) == ample.starts[-1] > 0
        for one, other in zip(ample, narrow, strict=True):
            assert np.array_equal(one, other)


def test_joined_decisions_stay_whose_they_were():
    from tabletop.learn.training.scoring.collecting import Decisions, joined

    numbers, whole = np.zeros(3, np.float32), np.zeros(3, np.int64)
    part = Decisions(
        np.zeros((3, 2)), np.zeros((5, 4)), np.array([0, 3, 3, 5]), np.array([1, -1, 4]), *[numbers] * 3, whole,
        np.arange(5, dtype=np.float32),
    )  # fmt: skip  # the second one an opponent's
    assert joined([part]) is part
    both = joined([part, part])
    assert both.starts.tolist() == [0, 3, 3, 5, 8, 8, 10]
    assert both.chosen.tolist() == [1, -1, 4, 6, -1, 9]
    assert both.targets.tolist() == [0, 1, 2, 3, 4] * 2


def test_the_value_that_is_played_with_is_of_two_that_play_alike():
    from tabletop.learn.training.config import Learner as Settings
    from tabletop.learn.training.scoring.collecting import Collector
    from tabletop.learn.training.scoring.network import ScoringPolicy
    from tabletop.learn.training.scoring.updates import Updates

    policy = ScoringPolicy(SIZES, torch.Generator().manual_seed(1), rivals=1)
    hunter = make("hunter@1")
    hunter.prepare(DRAWN)
    games = SelfPlayGames(DRAWN, 8, [None, None], seed=8)
    collector = Collector(games, np.random.default_rng(0), 0, [None, hunter])
    decisions = collector.collect(policy, 60, trace=0.9)
    Updates(policy, 0.5).improve(decisions, Settings(batch=64, epochs=1), 1e-3, 0.0, np.random.default_rng(0))
    changed = policy.rivals.detach().numpy()
    assert not changed[0].any() and changed[1].any() and changed[2].any()
    assert "rivals" not in policy.weights() and set(policy.weights()) == set(SIZES.shapes())


def test_nothing_is_learnt_where_opponents_decide_all():
    from tabletop.learn.training.config import Learner as Settings
    from tabletop.learn.training.scoring.collecting import Collector
    from tabletop.learn.training.scoring.network import ScoringPolicy
    from tabletop.learn.training.scoring.updates import Updates

    policy = ScoringPolicy(SIZES, torch.Generator().manual_seed(1), rivals=1)
    hunter, games = make("hunter@1"), SelfPlayGames(DRAWN, 2, [None, None], [0, 1], seed=8, side=1)
    hunter.prepare(DRAWN)
    collector = Collector(games, np.random.default_rng(0), 0, [None, hunter])
    while (collector.teams == games.sides).any():  # on to where it is to decide in both games
        collector.collect(policy, 1, 0.9)
    decisions = collector.collect(policy, 1, 0.9)
    assert (decisions.chosen < 0).all() and len(decisions.actions) == 0
    before = {name: value.copy() for name, value in policy.weights().items()}
    said = Updates(policy, 0.5).improve(decisions, Settings(), 1e-3, 0.1, np.random.default_rng(0))
    assert np.isfinite(said).all() and said.policy_loss == said.entropy == 0
    after = policy.weights()
    assert all(np.array_equal(before[name], after[name]) for name in ("of_action", "second", "last"))
    assert not np.array_equal(before["value_first"], after["value_first"])  # the value learns from it


def test_teachers_are_watched_as_they_play():
    from tabletop.agents.batch_player import batch_player
    from tabletop.learn.training.scoring.collecting import Collector
    from tabletop.learn.training.scoring.network import ScoringPolicy

    policy = ScoringPolicy(SIZES, torch.Generator().manual_seed(1))
    collector = Collector(SelfPlayGames(DRAWN, 6, seed=8), np.random.default_rng(0))
    hunter, asked = batch_player(make("hunter@1"), DRAWN), []

    class Seen:
        def decide(self, worlds, games, rows, masks, actions, keys):
            hunter.decide(worlds, games, rows, masks, actions, keys)
            asked.append((rows.copy(), actions[rows].copy()))

    decisions = collector.watch(policy, [Seen()], 30)
    starts, taken = decisions.starts[:-1], np.concatenate([actions for _, actions in asked])
    assert len(decisions.chosen) == len(taken) == 180
    assert ((decisions.chosen >= starts) & (decisions.chosen < decisions.starts[1:])).all()
    # The facts of the chosen rows name the kind of what was done: no row of another action was taken for it.
    kinds = decisions.actions[decisions.chosen][:, :10]
    assert len(np.unique(kinds.argmax(axis=1))) > 2 and not np.isnan(decisions.returns).any()


def test_teachers_are_told_which_games_begin():
    from tabletop.agents.batch_player import batch_player
    from tabletop.learn.training.scoring.collecting import Collector
    from tabletop.learn.training.scoring.network import ScoringPolicy

    policy = ScoringPolicy(SIZES, torch.Generator().manual_seed(1))
    short, began = DRAWN.with_rules(max_turns=1), []
    collector = Collector(SelfPlayGames(short, 4, seed=8), np.random.default_rng(0))
    teacher = batch_player(make("hunter@1"), short)
    teacher.begin = lambda rows: began.extend(rows.tolist())
    collector.watch(policy, [teacher], 80)
    ended = [row for finished in collector.finished for row in finished.rows.tolist()]
    assert began == ended and len(ended) > 4


@pytest.mark.parametrize("rolls", [4, 400])
@pytest.mark.slow
def test_luck_is_what_dice_change_and_is_none_on_average(rolls):
    from tabletop.learn.training.scoring.collecting import Collector
    from tabletop.learn.training.scoring.network import ScoringPolicy

    policy = ScoringPolicy(SIZES, torch.Generator())
    policy.load(weights_of())
    noise, counts = np.random.default_rng(2), {"none": 0, "exact": 0, "rolled": 0}
    games, kernels, network = SelfPlayGames(DRAWN, 8, seed=4), PAINTBALL.network_luck_kernels, policy.packed()
    collector, mask = Collector(games, noise, rolls), np.zeros(games.actions, np.int8)
    collector.collect(policy, 1, 0.9)
    for _ in range(60):
        collector.facts.read()
        starts = collector.facts.starts
        actions = collector.facts.listed[(starts[:-1] + starts[1:]) // 2].astype(np.int64)
        before, given = games.games.copy(), collector.luck(actions)
        assert games.games.tobytes() == before.tobytes()
        for row in range(8):
            game = Game(DRAWN, start=PAINTBALL.format_position(DRAWN, before[row : row + 1]))
            try:
                results = outcomes(game, int(actions[row]), 200)
            except ValueError:  # too many to be counted here
                continue
            after = before[row : row + 1].copy()
            kernels.rules.step(DRAWN.world[0], after[0], new_chance()[0], actions[row], mask)
            sign = 1 if before["decider"][row] == 0 else -1
            worth = [sign * kernels.value_of(DRAWN.world, each.game, network) for each in results]
            chances = [float(each.probability) for each in results]
            mean = np.dot(chances, worth)
            spread = np.dot(chances, np.square(worth - mean)) ** 0.5
            off = given[row] - (sign * kernels.value_of(DRAWN.world, after, network) - mean)
            if abs(off) < 1e-6:
                counts["none" if len(results) == 1 else "exact"] += 1
            else:
                assert abs(off) <= 5 * spread / rolls**0.5
                counts["rolled"] += 1
        collector.teams = games.step(actions).teams.copy()
    assert counts["none"] >= 10 and counts["exact"] >= 1 and (rolls == 400) == (counts["exact"] > counts["rolled"])
