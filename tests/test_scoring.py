"""Networks that score actions: do they see what is so, do compiled code and PyTorch agree, and is training exact?"""

import json

import numpy as np
import pytest

from paintball_env import BatchedGames, Game, Scenario, SelfPlayGames, outcomes, split
from paintball_env.definition import PAINTBALL
from paintball_env.position_value import COUNT, features
from paintball_env.scoring import ACTION_FACTS, POSITION_FACTS
from tabletop.agents import trained
from tabletop.agents.scoring import Scorer, Sizes, packed, sizes_of
from tabletop.executors.tasks import SerialWorkers
from tabletop.matches import match
from tests.agents.held import make

torch = pytest.importorskip("torch")
DRAWN = Scenario.load("capture-the-flag-basic-drawn")
SERIAL = SerialWorkers()
SIZES = Sizes(POSITION_FACTS, ACTION_FACTS, 8, 6, 7, 5)


def weights_of(sizes=SIZES, seed=0):
    noise = np.random.default_rng(seed)
    return {name: noise.normal(0, 0.4, shape).astype(np.float32) for name, shape in sizes.shapes().items()}


@pytest.fixture
def folder(tmp_path):
    trained.save(tmp_path / "agent", PAINTBALL, trained.scoring(weights_of()), {"scenario": DRAWN.name})
    return tmp_path / "agent"


def played_on(games, facts, steps, seed=0):
    """Positions of random play, each with its facts read."""
    noise = np.random.default_rng(seed)
    for _ in range(steps):
        facts.read()
        yield
        places = facts.starts[:-1] + noise.integers(0, np.diff(facts.starts))
        games.step(facts.listed[places].astype(np.int64))


@pytest.mark.parametrize("name", ["capture-the-flag", "reverse-flag-drawn"])
def test_facts_are_those_of_the_encodings(name):
    from tabletop.training.scoring.collecting import Facts

    scenario = Scenario.load(name)
    games = SelfPlayGames(scenario, 6, seed=5)
    games.reset()
    facts = Facts(games)
    actions, entities = (PAINTBALL.encoding(scenario, kind) for kind in ("actions", "entities"))
    rows, counted = np.arange(6), np.zeros((2, COUNT))
    for _ in played_on(games, facts, 60):
        teams = games.games["decider"].astype(np.int64)
        seen = {}
        for code in (actions, entities):
            written = np.zeros((6, code.size), np.float32)
            PAINTBALL.batch.observe_rows(scenario.world, games.games, rows, teams, code.cells, written)
            seen |= split(code, written)
        for row in rows:
            first, last = facts.starts[row : row + 2]
            assert np.array_equal(facts.listed[first:last], np.flatnonzero(seen["legal"][row]))
            told = seen["actions"][row][facts.listed[first:last]]
            assert np.array_equal(facts.actions[first:last, : told.shape[1]], told)
            known = len(seen["game"][row])
            assert np.array_equal(facts.positions[row, :known], seen["game"][row])
            own, enemy = facts.positions[row, known:].reshape(2, COUNT)
            features(scenario.world[0], games.games[row], int(teams[row]), counted[0])
            assert np.allclose(own - enemy, counted[0], atol=1e-6)


def test_facts_tell_what_the_bots_think():
    from paintball_env.bots.scripted.temperament import HUNTER, RAIDER

    from paintball_env.observation.facts import ROW_FACTS
    from paintball_env.scoring import MOST_WORTH
    from tabletop.training.scoring.collecting import Facts

    games = SelfPlayGames(Scenario.load("capture-the-flag-drawn"), 8, seed=3)
    games.reset()
    facts, rows, several = Facts(games), np.arange(8), 0
    bots = [(make("hunter"), HUNTER.noise), (make("raider"), RAIDER.noise)]
    for bot, _ in bots:
        bot.prepare(games.scenario)
    for number, _ in enumerate(played_on(games, facts, 60)):
        for column, (bot, noise) in enumerate(bots):
            actions = np.zeros(8, np.int64)
            keys = np.full(8, number, np.uint64)
            bot.decide(games._worlds, games.games, rows, games._masks, actions, keys)
            for row in range(8):
                first, last = facts.starts[row : row + 2]
                worths = facts.actions[first:last, ROW_FACTS + column]
                chosen = worths[np.flatnonzero(facts.listed[first:last] == actions[row])]
                assert (np.abs(worths) <= MOST_WORTH).all() and chosen >= worths.max() - noise - 1e-6
                several += len(np.unique(worths)) > 1
    assert several > 100


def test_facts_know_nothing_of_dice_to_come():
    from tabletop.training.scoring.collecting import Facts

    games = SelfPlayGames(DRAWN, 8, seed=1)
    games.reset()
    facts = Facts(games)
    for _ in played_on(games, facts, 20):
        before = facts.positions.copy(), facts.actions.copy()
        seeds = games.games["dice"]["seed"].copy()
        games.games["dice"]["seed"] += np.uint64(1)
        facts.read()
        games.games["dice"]["seed"] = seeds
        assert np.array_equal(before[0], facts.positions) and np.array_equal(before[1], facts.actions)


def test_compiled_code_and_pytorch_score_and_value_alike():
    from tabletop.training.scoring.collecting import Facts
    from tabletop.training.scoring.network import ScoringPolicy

    policy = ScoringPolicy(SIZES, torch.Generator().manual_seed(1), rivals=2)
    policy.load(weights_of(seed=2))
    policy.rivals.data[1:] = 1.0  # of those that don't play alike, which compiled code doesn't know
    network, kernels = policy.packed(), PAINTBALL.scoring_kernels
    assert np.array_equal(network, packed(SIZES, weights_of(seed=2)))
    games = SelfPlayGames(DRAWN, 8, seed=1)
    games.reset()
    facts = Facts(games)
    for _ in played_on(games, facts, 10):
        with torch.no_grad():
            counts = torch.from_numpy(np.diff(facts.starts))
            alike = torch.zeros(8, dtype=torch.int64)
            said = policy(torch.from_numpy(facts.positions), torch.from_numpy(facts.actions), counts, alike)
        for row in range(8):
            first, last = facts.starts[row : row + 2]
            scores = np.zeros(last - first, np.float32)
            kernels.score_actions(facts.positions[row], facts.actions[first:last], last - first, network, scores)
            chances = np.exp(scores - scores.max())
            assert np.allclose(chances / chances.sum(), said.logs[first:last].exp(), atol=1e-4)
            value = kernels.value_position(facts.positions[row], ACTION_FACTS, network)
            assert value == pytest.approx(said.values[row].item(), abs=1e-4)


def test_an_agent_plays_alike_in_a_batch_alone_and_on_its_own(folder):
    name = f"trained:{folder}"
    together = match.play(make(name), make("random"), DRAWN, 3, seed=4)
    for pair in range(3):
        alone = match.play(make(name), make("random"), DRAWN, pair + 1, seed=4)
        assert np.array_equal(alone.decisions[pair], together.decisions[pair])
    # Asked for each decision, and playing on by itself inside a batch.
    other = make(name)
    asked = type("Asked", (), {"decide": lambda self, *a: other.decide(*a)})()
    other.prepare(DRAWN)
    for opponent in (name, asked):
        games = BatchedGames(DRAWN, 4, [opponent], seed=9)
        seen = [games.reset()[0].copy()]
        for _ in range(20):
            seen.append(games.step(games.current()[1].argmax(axis=1)).observations.copy())
        if opponent == name:
            first = seen
    assert all(np.array_equal(one, two) for one, two in zip(first, seen, strict=True))


def test_a_temperature_draws_by_the_chances(folder):
    agent = make(f"trained:{folder},temperature=1")
    agent.prepare(DRAWN)
    games = SelfPlayGames(DRAWN, 1, seed=3)
    step = games.reset()
    kernels = PAINTBALL.scoring_kernels
    listed, scores = np.flatnonzero(step.masks[0]), np.zeros(DRAWN.actions, np.float32)
    position, actions = np.zeros(POSITION_FACTS, np.float32), np.zeros((DRAWN.actions, ACTION_FACTS), np.float32)
    listing = np.zeros(DRAWN.actions, np.int16)
    kernels.rules.observe_position(DRAWN.world[0], games.games[0], int(step.teams[0]), position)
    kernels.rules.observe_legal(DRAWN.world[0], games.games[0], step.masks[0], actions, listing)
    kernels.score_actions(position, actions, len(listed), agent.player.network, scores)
    wanted = np.exp(scores[: len(listed)] - scores[: len(listed)].max())
    wanted /= wanted.sum()
    answers, drawn = np.zeros(1, np.int64), np.zeros(DRAWN.actions)
    keys = np.random.default_rng(0).integers(0, 2**64, 4000, np.uint64)
    for key in keys:
        agent.decide(DRAWN.world, games.games, np.zeros(1, np.int64), step.masks, answers, np.array([key]))
        drawn[answers[0]] += 1
    assert drawn.sum() == drawn[listed].sum()
    error = np.sqrt(wanted * (1 - wanted) / len(keys))
    assert (np.abs(drawn[listed] / len(keys) - wanted) < 5 * error + 1e-3).all()


def test_one_network_plays_every_preset_and_says_what_does_not_fit(folder):
    for name in ("battle-12-drawn", "single-flag"):
        result = match.play(make(f"trained:{folder}"), make("random"), Scenario.load(name), 1, seed=1)
        assert result.decisions.min() > 0
    card = json.loads((folder / trained.CARD).read_text())
    assert card["network"] == "scoring" and set(card["versions"]) == {"format", "facts", "actions"}
    (folder / trained.CARD).write_text(json.dumps(card | {"versions": card["versions"] | {"facts": 9}}))
    with pytest.raises(ValueError, match="made for facts version 9, this is version 2: train it anew"):
        make(f"trained:{folder}")
    (folder / trained.CARD).write_text(json.dumps(card | {"network": "tree"}))
    with pytest.raises(ValueError, match="network 'tree' is unknown"):
        make(f"trained:{folder}")
    with pytest.raises(ValueError, match="a network for other facts than PaintBall Mini has"):
        Scorer(packed(Sizes(3, 4, 5), weights_of(Sizes(3, 4, 5)))).prepare(DRAWN)
    with pytest.raises(RuntimeError, match="prepare it for a scenario first"):
        Scorer(packed(SIZES, weights_of())).decide(*[None] * 6)
    with pytest.raises(ValueError, match=r"weights bias: shape \(3,\), not \(8,\)"):
        trained.scoring(weights_of() | {"bias": np.zeros(3, np.float32)})
    assert sizes_of(weights_of()) == SIZES


def test_a_policy_of_a_scenarios_own_plays_there_alone(folder):
    other = Scenario.load("single-flag-basic")
    place = folder / trained.SCENARIOS
    for scenario, digest in ((DRAWN, DRAWN.digest()), (other, "another's")):
        card = {"rules": {"digest": digest}}
        trained.save(place / scenario.name, PAINTBALL, trained.scoring(weights_of(seed=1)), card)
    own, general = (packed(SIZES, weights_of(seed=seed)) for seed in (1, 0))
    agent = make(f"trained:{folder}")
    # Scenarios by turns, and one whose rules have changed.
    for scenario, network in ((DRAWN, own), (other, general), (DRAWN, own), (DRAWN.with_rules(max_turns=9), general)):
        agent.prepare(scenario)
        assert np.array_equal(agent.player.network, network)
        scorer = Scorer(network, 0.0, "scorer")
        games = [match.play(each, make("hunter@1"), scenario, 2, seed=5) for each in (agent, scorer)]
        assert np.array_equal(games[0].decisions, games[1].decisions)
    (place / DRAWN.name / "weights.npz").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="no weights of a policy"):
        agent.prepare(DRAWN)


def test_weights_may_be_kept_in_half_the_digits(folder):
    halves = {name: array.astype(np.float16) for name, array in weights_of().items()}
    np.savez(folder / "weights.npz", **halves)
    agent = make(f"trained:{folder}")
    assert all(agent.weights.arrays[name].dtype == np.float32 for name in halves)
    assert all(np.array_equal(agent.weights.arrays[name], halves[name]) for name in halves)


def test_advantages_are_what_they_are_by_hand():
    # Of each decision: what comes at the end, for the team that decides, less the value; values of 0 make it plain.
    from tabletop.training.scoring.collecting import Collector
    from tabletop.training.scoring.network import ScoringPolicy

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
    decisions = collector.collect(policy, steps, trace=1.0)
    assert sum(map(np.sum, dones)) > 3
    wanted = np.zeros((steps, 4))
    for row in range(4):
        ahead = np.zeros(2)
        for step in reversed(range(steps)):
            if dones[step][row]:
                ahead = rewards[step][row].astype(float)
            wanted[step, row] = ahead[teams[step][row]]
    assert set(np.unique(wanted)) >= {-1.0, 1.0}
    assert np.array_equal(decisions.advantages.reshape(steps, 4), wanted)
    assert np.array_equal(decisions.returns, decisions.advantages)


def test_opponents_decisions_are_valued_and_not_learnt_from():
    from tabletop.agents.batch_player import batch_player
    from tabletop.training.scoring.collecting import Collector, parts
    from tabletop.training.scoring.network import ScoringPolicy

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
    some = parts(decisions, np.arange(60, 120))
    said = policy(some.positions, some.actions, some.counts, some.against)
    assert torch.isfinite(said.values).all() and torch.isfinite(said.entropies).all()
    assert np.array_equal(some.own.numpy(), np.flatnonzero(decisions.chosen[60:120] >= 0))
    logs = said.logs.index_select(0, some.chosen).detach().numpy()
    assert np.allclose(logs, decisions.logs[60:120][some.own.numpy()], atol=1e-5)
    said.entropies.sum().backward()
    assert all(p.grad is None or torch.isfinite(p.grad).all() for p in policy.parameters())


def test_the_value_that_is_played_with_is_of_two_that_play_alike():
    from tabletop.training.config import Learner as Settings
    from tabletop.training.scoring.collecting import Collector
    from tabletop.training.scoring.network import ScoringPolicy
    from tabletop.training.scoring.updates import Updates

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
    from tabletop.training.config import Learner as Settings
    from tabletop.training.scoring.collecting import Collector
    from tabletop.training.scoring.network import ScoringPolicy
    from tabletop.training.scoring.updates import Updates

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
    from tabletop.training.scoring.collecting import Collector
    from tabletop.training.scoring.network import ScoringPolicy

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


@pytest.mark.parametrize("rolls", [4, 400])
def test_luck_is_what_dice_change_and_is_none_on_average(rolls):
    from tabletop.training.scoring.collecting import Collector
    from tabletop.training.scoring.network import ScoringPolicy

    policy = ScoringPolicy(SIZES, torch.Generator())
    policy.load(weights_of())
    noise, found = np.random.default_rng(2), {"none": 0, "exact": 0, "rolled": 0}
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
            kernels.rules.step(DRAWN.world[0], after[0], games._chances[0], actions[row], mask)
            sign = 1 if before["decider"][row] == 0 else -1
            worth = [sign * kernels.value_of(DRAWN.world, each.game, network) for each in results]
            chances = [float(each.probability) for each in results]
            mean = np.dot(chances, worth)
            spread = np.dot(chances, np.square(worth - mean)) ** 0.5
            off = given[row] - (sign * kernels.value_of(DRAWN.world, after, network) - mean)
            if abs(off) < 1e-6:
                found["none" if len(results) == 1 else "exact"] += 1
            else:
                assert abs(off) <= 5 * spread / rolls**0.5
                found["rolled"] += 1
        collector.teams = games.step(actions).teams.copy()
    assert found["none"] >= 10 and found["exact"] >= 1 and (rolls == 400) == (found["exact"] > found["rolled"])
