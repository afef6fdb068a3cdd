"""Does a network in ONNX play as it answers, wherever agents are named, and is what cannot play refused in words?"""

import json
import pickle
import subprocess
import sys
from copy import deepcopy

import numpy as np
import pytest

from paintball_env import BatchedGames, PaintballEnv, Simulator, save_agent
from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.observation import Encoding
from paintball_env.scenario import Scenario
from tabletop.agents import policy_folder
from tabletop.agents.scoring import facts_of
from tabletop.agents.view import view_of
from tabletop.rate.matches import match, single
from tests import refuses
from tests.agents.held import games as games_of
from tests.agents.held import hold, make
from tests.called import call

pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: pip install 'paintball-mini[onnx]'")
onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install 'paintball-mini[onnx]'")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

CTF = Scenario.load("capture-the-flag-basic-drawn")
SIZE, ACTIONS = Encoding(CTF).size, CTF.actions
RULES = PAINTBALL.scoring_kernels.rules
P, K = RULES.POSITION_FACTS, RULES.ACTION_FACTS
FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64


def file(nodes, inputs, outputs, **arrays):
    """The bytes of a graph: nodes `output = Operator(inputs)` as tuples, inputs and outputs by name."""
    made = [helper.make_node(kind, list(given), [result], **more) for result, kind, given, more in nodes]
    listed = [[helper.make_tensor_value_info(name, *each) for name, each in side.items()] for side in (inputs, outputs)]
    graph = helper.make_graph(made, "g", *listed, [numpy_helper.from_array(a, name) for name, a in arrays.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return model.SerializeToString()


def weights(*shape, seed=0):
    return np.random.default_rng(seed).normal(0, 0.3, shape).astype(np.float32)


W, V, U = weights(SIZE, 8), weights(8, ACTIONS, seed=1), weights(8, 1, seed=2)
HIDDEN = ("h", "MatMul", ("seen", "w"), {}), ("a", "Relu", ("h",), {})
LOGITS = (*HIDDEN, ("out", "MatMul", ("a", "v"), {}))
VALUES = ("u1", "MatMul", ("a", "u"), {}), ("u2", "Tanh", ("u1",), {}), ("worth", "Squeeze", ("u2", "one"), {})
SEEN, OUT, WORTH = {"seen": (FLOAT, ["k", SIZE])}, {"out": (FLOAT, ["k", ACTIONS])}, {"worth": (FLOAT, ["k"])}


def plain(**changes):
    """A perceptron over observations, with values."""
    arrays = {"w": W, "v": V, "u": U, "one": np.array([1])} | changes.pop("arrays", {})
    parts = {"nodes": (*LOGITS, *VALUES), "inputs": SEEN, "outputs": OUT | WORTH} | changes
    return file(parts["nodes"], parts["inputs"], parts["outputs"], **arrays)


def over_rows():
    """A network over action rows: relu of the position's row and the action's, added."""
    nodes = (
        ("p", "MatMul", ("positions", "of_position"), {}),
        ("g", "Gather", ("p", "rows"), {"axis": 0}),
        ("q", "MatMul", ("actions", "of_action"), {}),
        ("s", "Add", ("g", "q"), {}),
        ("r", "Relu", ("s",), {}),
        ("l", "MatMul", ("r", "last"), {}),
        ("scores", "Squeeze", ("l", "one"), {}),
    )
    inputs = {"positions": (FLOAT, ["k", P]), "actions": (FLOAT, ["n", K]), "rows": (INT64, ["n"])}
    arrays = {"of_position": weights(P, 8), "of_action": weights(K, 8, seed=1), "last": weights(8, 1, seed=2)}
    return file(nodes, inputs, {"scores": (FLOAT, ["n"])}, **arrays, one=np.array([1]))


def saved(folder, content, **options):
    (path := folder / "given.onnx").write_bytes(content)
    return save_agent(folder / "agent", path, CTF, **options)


@pytest.fixture
def name(tmp_path):
    return saved(tmp_path, plain())


def decided(agent, games, rows, masks):
    actions = np.zeros(len(games), np.int64)
    agent.decide(CTF.world, games, rows, masks, actions, np.zeros(len(games), np.uint64))
    return actions[rows]


def test_it_plays_what_the_network_answers_in_any_batch(name):
    agent = make(name)
    agent.prepare(CTF)
    games = BatchedGames(CTF, 70, seed=2)  # more than are asked in one run
    seen, masks = games.reset()
    for _ in range(5):
        logits = np.where(masks > 0, np.maximum(seen @ W, 0) @ V, -np.inf)
        actions = decided(agent, games.games, np.arange(70), masks)
        assert np.allclose(logits[np.arange(70), actions], logits.max(axis=1), atol=1e-3)
        assert [*actions[3:5]] == [int(decided(agent, games.games, np.array([k]), masks)[0]) for k in (3, 4)]
        step = games.step(actions)
        seen, masks = step.observations, step.masks
    assert len(set(actions.tolist())) > 5


def test_action_rows_are_scored_with_the_facts_of_their_own_position(tmp_path):
    agent = make(saved(tmp_path, over_rows(), reads="action rows"))
    assert agent.card["network"] == "onnx over action rows" and "encoding" not in agent.card
    agent.prepare(CTF)
    games = BatchedGames(CTF, 9, seed=2)
    _, masks = games.reset()
    facts = facts_of(PAINTBALL, CTF.world, games.games, np.arange(9), masks)
    hidden = facts.positions[facts.games] @ weights(P, 8) + facts.actions @ weights(K, 8, seed=1)
    scores = (np.maximum(hidden, 0) @ weights(8, 1, seed=2))[:, 0]
    actions = decided(agent, games.games, np.arange(9), masks)
    for k in range(9):
        own = slice(facts.starts[k], facts.starts[k + 1])
        assert scores[own][facts.listed[own] == actions[k]] >= scores[own].max() - 1e-3
    make(agent.name).prepare(Scenario.load("battle-12"))  # the facts are those of every scenario


def test_equal_actions_are_taken_in_their_order(tmp_path):
    """Whatever their last bits are."""
    v = np.zeros((8, ACTIONS), np.float32)
    agent = make(saved(tmp_path, plain(arrays={"v": v + weights(ACTIONS) * 1e-7})))
    agent.prepare(CTF)
    game = Game(CTF, seed=1)
    mask = game.legal_mask()[None, :]
    assert decided(agent, game.games, np.zeros(1, np.int64), mask)[0] == game.legal_indices()[0]


def test_it_plays_wherever_an_agent_is_named(name, tmp_path):
    one, again = (match.play(make(name), make("random"), CTF, 2, seed=3) for _ in range(2))
    assert np.array_equal(one.decisions, again.decisions) and np.array_equal(one.score, again.score)
    for pair in range(2):
        record = single.play_recorded(make(name), make("random"), CTF, int(one.seeds[pair]))
        assert len(record.lines) == one.decisions[pair, 0]
    warm = match.play(make(f"{name},temperature=1"), make("random"), CTF, 1, seed=3)
    assert not np.array_equal(warm.decisions, one.decisions[:1])
    hold(tmp_path / "run", names=[name, "random"], pairs=1, jobs=1)
    assert len(games_of(tmp_path / "run")) == 2
    env = pickle.loads(pickle.dumps(PaintballEnv(CTF, opponents=[name])))
    env.reset(seed=1)
    simulator = Simulator(CTF, 2, seed=1)
    simulator.begin()
    assert simulator.masks[[0, 1], simulator.choose(name)].all()
    env.close()


def test_its_thoughts_are_its_probabilities_and_its_value(name):
    agent = make(name)
    agent.prepare(CTF)
    agent = deepcopy(agent)
    game = Game(CTF, seed=4)
    view = view_of(CTF, game.games, game.legal_mask())
    action = agent.act(view)
    (weighing,) = agent.thoughts
    hidden = np.maximum(view.observation @ W, 0)
    assert weighing.candidates[0].action == action
    assert all(each.value == pytest.approx(float(np.tanh(hidden @ U)[0]), abs=1e-4) for each in weighing.candidates)
    assert sum(each.chance for each in weighing.candidates) <= 1.0001


def test_it_judges_many_positions_for_a_search(name, tmp_path):
    simulator = Simulator(CTF, 3, seed=1)
    simulator.begin()
    found = simulator.evaluate(name)
    seen = simulator.observations(simulator.deciders)
    logits, hidden = np.maximum(seen @ W, 0) @ V, np.maximum(seen @ W, 0)
    assert np.allclose(found.scores, logits[simulator.masks > 0], atol=1e-3)
    assert np.array_equal(found.listed, np.nonzero(simulator.masks)[1])
    assert np.array_equal(np.diff(found.starts), simulator.masks.sum(axis=1))
    assert np.allclose(found.values, np.tanh(hidden @ U)[:, 0], atol=1e-4)
    (tmp_path / "other").mkdir()
    assert np.isnan(simulator.evaluate(saved(tmp_path / "other", plain(outputs=OUT))).values).all()


def test_the_fingerprint_is_that_of_the_network(name, tmp_path):
    (tmp_path / "other").mkdir()
    other = saved(tmp_path / "other", plain(arrays={"w": W * 1.01}))
    prints = [dict(make(each).plays_by)["network.onnx"] for each in (name, name, other)]
    assert prints[0] == prints[1] != prints[2]


def test_a_policy_of_a_folder_for_one_scenario_may_be_of_another_kind(tmp_path):
    """Where the folder's own plays on by itself, the other one is asked all the same."""
    from paintball_env.bots.champion.agents import POLICY

    general = policy_folder.read(POLICY, PAINTBALL)[1]
    policy_folder.save(tmp_path / "mixed", PAINTBALL, general, {"scenario": CTF.name})
    (tmp_path / "mixed" / "scenarios").mkdir()
    name = saved(tmp_path, plain())
    (tmp_path / "agent").rename(tmp_path / "mixed" / "scenarios" / "own")
    mixed = match.play(make(f"trained:{tmp_path / 'mixed'}"), make("random"), CTF, 1, seed=3)
    (tmp_path / "mixed" / "scenarios" / "own").rename(tmp_path / "agent")
    assert np.array_equal(mixed.decisions, match.play(make(name), make("random"), CTF, 1, seed=3).decisions)


NOISE = ("noise", "RandomNormalLike", ("h",), {}), ("a", "Add", ("h", "noise"), {})
MIXED = ("m", "ReduceMean", ("h",), {"axes": [0]}), ("a", "Sub", ("h", "m"), {})
FAULTS = {
    "no ONNX": (lambda: b"network", {}, "given.onnx: no network in ONNX"),
    "a fixed batch": (lambda: plain(inputs={"seen": (FLOAT, [1, SIZE])}), {}, "the first axis has any size"),
    "whole numbers": (
        lambda: file(
            [("out", "Identity", ("seen",), {})], {"seen": (INT64, ["k", SIZE])}, {"out": (INT64, ["k", SIZE])}
        ),
        {},
        r"observations is a tensor\(int64\)",
    ),
    "another size": (
        lambda: plain(inputs={"seen": (FLOAT, ["k", 7])}, arrays={"w": W[:7]}),
        {},
        rf"with observations of shape \[…, 7\]; {CTF.name} has \[…, {SIZE}\]",
    ),
    "fewer actions": (
        lambda: plain(outputs={"out": (FLOAT, ["k", 5])} | WORTH, arrays={"v": V[:, :5]}),
        {},
        rf"logits of shape \[1, 5\], not \[1, {ACTIONS}\]",
    ),
    "no numbers": (lambda: plain(arrays={"v": V * np.nan}), {}, "logits that aren't all finite"),
    "endless values": (lambda: plain(arrays={"u": U * np.nan}), {}, "values that aren't all finite"),
    "noise": (lambda: plain(nodes=(HIDDEN[0], *NOISE, LOGITS[2], *VALUES)), {}, "it draws random numbers"),
    "a mean over the batch": (
        lambda: plain(nodes=(HIDDEN[0], *MIXED, LOGITS[2], *VALUES)),
        {},
        "other positions of the",
    ),
    "rows meant": (plain, {"reads": "action rows"}, "1 inputs and 2 outputs; a network over action rows has positions"),
    "observations meant": (over_rows, {}, "3 inputs and 1 outputs; a network over observations has observations and"),
    "an unknown input": (plain, {"reads": "pixels"}, "reads 'pixels': there are observations, action rows"),
    "rows encoded": (over_rows, {"reads": "action rows", "encoding": "planes"}, "encoding 'planes': a network over"),
    "planes": (plain, {"encoding": "planes"}, r"with observations of shape \[…, 984\]; .* has \[…, "),
}


@pytest.mark.parametrize("content, options, words", FAULTS.values(), ids=FAULTS)
def test_a_network_that_cannot_play_is_refused_before_anything_is_written(tmp_path, content, options, words):
    refuses(ValueError, words, saved, tmp_path, content(), **options)
    assert not (tmp_path / "agent").exists()
    refuses(ValueError, "no such file", save_agent, tmp_path / "agent", tmp_path / "none.onnx", CTF)


@pytest.mark.slow
def test_a_module_plays_as_it_answers_without_its_dropout(tmp_path):
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnxscript", reason="onnxscript is not installed: pip install 'paintball-mini[onnx]'")
    layers = torch.nn.Linear(SIZE, 16), torch.nn.Dropout(0.9), torch.nn.ReLU(), torch.nn.Linear(16, ACTIONS)
    module = torch.nn.Sequential(*layers).double()
    agent = make(save_agent(tmp_path / "agent", module, CTF, card={"told": 3}))
    assert module.training and agent.card["told"] == 3
    agent.prepare(CTF)
    games = BatchedGames(CTF, 9, seed=2)
    seen, masks = games.reset()
    logits = module.eval()(torch.tensor(seen).double()).masked_fill(torch.tensor(masks) == 0, -torch.inf)
    assert decided(agent, games.games, np.arange(9), masks).tolist() == logits.argmax(dim=1).tolist()


@pytest.mark.parametrize(
    "answer, words",
    [
        (lambda seen: (seen, seen, seen), "it returns no logits, a tensor, nor a pair of logits and values"),
        (lambda seen: {"logits": seen}, "it returns no logits"),
        (lambda seen: seen[:, :5], rf"logits of shape \[12, 5\], not \[12, {ACTIONS}\]"),
        (lambda seen: (seen[:, :ACTIONS], seen[:, :1]), r"values of shape \[12, 1\], not \[12\]"),
        (lambda seen: seen[:, :ACTIONS] / 0, "logits that aren't all finite numbers"),
        (lambda seen: seen.no_such_method(), "no attribute 'no_such_method'"),
    ],
)
def test_a_module_that_answers_something_else_is_refused_in_a_line(tmp_path, answer, words):
    torch = pytest.importorskip("torch")

    class Answers(torch.nn.Module):
        def forward(self, seen):
            return answer(seen)

    refuses(ValueError, f"an? Answers that can't be saved: .*{words}", save_agent, tmp_path / "agent", Answers(), CTF)
    assert not (tmp_path / "agent").exists()


def outside():
    """A graph whose weights are to come from another file."""
    model = onnx.load_from_string(plain())
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    entry = tensor.external_data.add()
    entry.key, entry.value = "location", "/etc/passwd"
    return model.SerializeToString()


DAMAGES = {
    "nothing": lambda content: b"",
    "half": lambda content: content[: len(content) // 2],
    "a pickle": lambda content: pickle.dumps(content),
    "weights outside": lambda content: outside(),
    "an unknown operator": lambda content: content.replace(b"MatMul", b"MutMal"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_each_damage_of_the_file_is_told_in_a_line(name, tmp_path, damage):
    path = tmp_path / "agent" / policy_folder.MODEL
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ValueError) as caught:
        make(name)
    assert str(caught.value).startswith(f"{path}: no weights of a policy (") and str(caught.value).isprintable()
    path.unlink()
    done = call("match", name, "random", "--pairs", 1)
    assert done.exit_code == 2 and done.stderr == f"match: {path}: no weights of a policy (no such file)\n"


def test_a_card_about_another_network_is_refused(name, tmp_path):
    path = tmp_path / "agent" / policy_folder.CARD
    card = json.loads(path.read_text())
    path.write_text(json.dumps(card | {"shapes": card["shapes"] | {"out": [None, 7]}}))
    refuses(ValueError, "card.json: its shapes aren't those of the arrays in network.onnx", make, name)
    path.write_text(json.dumps(card | {"versions": card["versions"] | {"observation": 99}}))
    refuses(ValueError, "observation version 99", make, name)
    path.write_text(json.dumps(card | {"network": "onnx over pixels"}))
    refuses(ValueError, "'onnx over pixels' is unknown", make, name)


def test_layers_take_the_place_of_a_network_in_the_folder_and_the_other_way_round(tmp_path):
    name = saved(tmp_path, plain())
    (tmp_path / "agent" / "notes").write_text("mine")
    save_agent(tmp_path / "agent", [np.zeros((ACTIONS, SIZE)), np.zeros(ACTIONS)], CTF)
    make(name)
    assert {path.name for path in (tmp_path / "agent").iterdir()} == {"card.json", "weights.npz", "notes"}
    saved(tmp_path, plain())
    assert {path.name for path in (tmp_path / "agent").iterdir()} == {"card.json", "network.onnx", "notes"}


CHECK = """
import sys
sys.modules[{missing!r}] = None
from paintball_env import make_agent
try:
    print(make_agent({name!r}).name)
except ValueError as error:
    print(error)
print(sorted({{"torch", "onnx", "onnxscript"}} & set(sys.modules)))
"""


@pytest.mark.slow
def test_it_is_loaded_by_onnxruntime_alone_and_without_it_the_error_says_what_to_install(name, tmp_path):
    def said(missing):
        code = CHECK.format(name=name, missing=missing)
        return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert said("nothing") == f"{name}\n[]\n"
    assert said("onnxruntime").startswith(f"{tmp_path / 'agent'}: ") and "pip install 'paintball-mini[onnx]'" in said(
        "onnxruntime"
    )
