"""Networks that score actions: do they see what is so, do compiled code and PyTorch agree, do they play as saved?"""

import json

import numpy as np
import pytest

from paintball_env import BatchedGames, Scenario, SelfPlayGames, split
from paintball_env.definition import PAINTBALL
from paintball_env.position_value import COUNT, features
from paintball_env.scoring import ACTION_FACTS, POSITION_FACTS
from tabletop.agents import policy_folder
from tabletop.agents.scoring import Scorer, Sizes, packed, sizes_of
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.rate.matches import match
from tests import refuses
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
    policy_folder.save(tmp_path / "agent", PAINTBALL, policy_folder.scoring(weights_of()), {"scenario": DRAWN.name})
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
    from tabletop.learn.training.scoring.collecting import Facts

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
    from paintball_env.bots.scripted.temperament import HUNTER_2, RAIDER_2, STRIKER_1

    from paintball_env.observation.facts import ROW_FACTS
    from paintball_env.scoring import MOST_WORTH
    from tabletop.learn.training.scoring.collecting import Facts

    games = SelfPlayGames(Scenario.load("capture-the-flag-drawn"), 8, seed=3)
    games.reset()
    facts, rows, several = Facts(games), np.arange(8), 0
    advisers = (("hunter@2", HUNTER_2), ("raider@2", RAIDER_2), ("striker@1", STRIKER_1))
    bots = [(make(name), temperament.noise) for name, temperament in advisers]
    for bot, _ in bots:
        bot.prepare(games.scenario)
    for number, _ in enumerate(played_on(games, facts, 60)):
        for column, (bot, noise) in enumerate(bots):
            actions = np.zeros(8, np.int64)
            keys = np.full(8, number, np.uint64)
            bot.decide(games.worlds, games.games, rows, games.masks, actions, keys)
            for row in range(8):
                first, last = facts.starts[row : row + 2]
                worths = facts.actions[first:last, ROW_FACTS + column]
                chosen = worths[np.flatnonzero(facts.listed[first:last] == actions[row])]
                assert (np.abs(worths) <= MOST_WORTH).all() and chosen >= worths.max() - noise - 1e-6
                several += len(np.unique(worths)) > 1
    assert several > 100


def test_facts_know_nothing_of_dice_to_come():
    from tabletop.learn.training.scoring.collecting import Facts

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
    from tabletop.learn.training.scoring.collecting import Facts
    from tabletop.learn.training.scoring.network import ScoringPolicy

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


@pytest.mark.parametrize("temperature", [1, 0.1])
def test_a_temperature_draws_by_the_chances(folder, temperature):
    from tabletop.learn.training.scoring.collecting import Facts

    agent = make(f"trained:{folder},temperature={temperature}")
    agent.prepare(DRAWN)
    games = SelfPlayGames(DRAWN, 1, seed=3)
    step = games.reset()
    listed, scores = np.flatnonzero(step.masks[0]), np.zeros(DRAWN.actions, np.float32)
    facts = Facts(games)
    facts.read()
    network = agent.player.network
    PAINTBALL.scoring_kernels.score_actions(facts.positions[0], facts.actions, len(listed), network, scores)
    wanted = np.exp((scores[: len(listed)] - scores[: len(listed)].max()) / temperature)
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
    card = json.loads((folder / policy_folder.CARD).read_text())
    assert card["network"] == "scoring" and set(card["versions"]) == {"format", "facts", "actions"}
    (folder / policy_folder.CARD).write_text(json.dumps(card | {"versions": card["versions"] | {"facts": 9}}))
    refuses(ValueError, "facts version 9", make, f"trained:{folder}")
    (folder / policy_folder.CARD).write_text(json.dumps(card | {"network": "tree"}))
    refuses(ValueError, "network 'tree' is unknown", make, f"trained:{folder}")
    with pytest.raises(ValueError, match="facts than PaintBall"):
        Scorer(packed(Sizes(3, 4, 5), weights_of(Sizes(3, 4, 5)))).prepare(DRAWN)
    refuses(RuntimeError, "prepare it for a scenario", lambda: Scorer(packed(SIZES, weights_of())).decide(*[None] * 6))
    with pytest.raises(ValueError, match=r"\(3,\), not \(8,\)"):
        policy_folder.scoring(weights_of() | {"bias": np.zeros(3, np.float32)})
    assert sizes_of(weights_of()) == SIZES


def test_a_policy_of_a_scenarios_own_plays_there_alone(folder):
    other = Scenario.load("single-flag-basic")
    place = folder / policy_folder.SCENARIOS
    for scenario, digest in ((DRAWN, DRAWN.digest()), (other, "another's")):
        card = {"rules": {"digest": digest}}
        policy_folder.save(place / scenario.name, PAINTBALL, policy_folder.scoring(weights_of(seed=1)), card)
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
    refuses(ValueError, "no weights of a policy", agent.prepare, DRAWN)


def test_a_policy_may_be_of_several_scenarios(folder):
    family = [Scenario.load(f"single-flag-{kind}") for kind in ("basic", "drawn")]
    card = {"rules": {"digests": {scenario.name: scenario.digest() for scenario in family}}}
    place = folder / policy_folder.SCENARIOS / "single"
    policy_folder.save(place, PAINTBALL, policy_folder.scoring(weights_of(seed=1)), card)
    agent = make(f"trained:{folder}")
    for scenario, seed in ((family[0], 1), (DRAWN, 0), (family[1], 1), (family[1].with_rules(max_turns=9), 0)):
        agent.prepare(scenario)
        assert np.array_equal(agent.player.network, packed(SIZES, weights_of(seed=seed)))


def test_weights_may_be_kept_in_half_the_digits(folder):
    halves = {name: array.astype(np.float16) for name, array in weights_of().items()}
    np.savez(folder / "weights.npz", **halves)
    agent = make(f"trained:{folder}")
    assert all(agent.weights.arrays[name].dtype == np.float32 for name in halves)
    assert all(np.array_equal(agent.weights.arrays[name], halves[name]) for name in halves)
