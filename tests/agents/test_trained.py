"""Does a saved policy play as it was written down, and is one that doesn't fit refused in words?"""

import json
import os
import re
from contextlib import suppress
from itertools import count, pairwise

import numpy as np
import pytest

from paintball_env import BatchedGames, save_agent
from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.observation import Encoding
from paintball_env.scenario import Scenario
from tabletop.agents import policy_folder
from tabletop.base import files
from tabletop.game.definition import encoding_of
from tabletop.rate.matches import match, single
from tests import ROOT, refuses
from tests.agents.held import make
from tests.base.kills import KilledError, kill_at
from tests.called import call, refused

CTF = Scenario.load("capture-the-flag-basic-drawn")
SIZE = Encoding(CTF).size


@pytest.fixture
def folder(tmp_path):
    generator = np.random.default_rng(0)
    sizes = [(16, SIZE), (16,), (CTF.actions, 16), (CTF.actions,)]
    layers = [generator.normal(0, 0.3, size).astype(np.float32) for size in sizes]
    policy_folder.save(tmp_path / "agent", PAINTBALL, policy_folder.perceptron(layers, "relu"), {"scenario": CTF.name})
    return tmp_path / "agent"


def change(folder, **values):
    card = json.loads((folder / policy_folder.CARD).read_text())
    (folder / policy_folder.CARD).write_text(json.dumps(card | values))


def test_plays_legally_and_the_same_again(folder):
    for text in (f"trained:{folder}", f"trained:path={folder},temperature=1", f"trained:{folder / 'card.json'}"):
        one, again = (match.play(make(text), make("random"), CTF, 4, seed=1) for _ in range(2))
        assert np.array_equal(one.decisions, again.decisions) and np.array_equal(one.score, again.score)


def test_single_games_are_those_of_the_batch(folder):
    results = match.play(make(f"trained:{folder}"), make("random"), CTF, 2, seed=3)
    for pair in range(2):
        record = single.play_recorded(make(f"trained:{folder}"), make("random"), CTF, int(results.seeds[pair]))
        assert len(record.lines) == results.decisions[pair, 0]


def test_high_temperature_draws_all_legal_actions_and_no_other(folder):
    agent = make(f"trained:{folder},temperature=1000")
    agent.prepare(CTF)
    games = Game(CTF, seed=3).games
    masks = np.zeros((1, CTF.actions), np.int8)
    masks[0, [3, 50, 200]] = 1
    drawn = set()
    for key in np.random.default_rng(0).integers(0, 2**64, 100, np.uint64):
        actions = np.zeros(1, np.int64)
        agent.decide(CTF.world, games, np.zeros(1, np.int64), masks, actions, np.array([key]))
        drawn.add(int(actions[0]))
    assert drawn == {3, 50, 200}


def test_another_size_is_refused(folder):
    refuses(ValueError, "battle-12", lambda: make(f"trained:{folder}").prepare(Scenario.load("battle-12")))


@pytest.mark.parametrize(
    ("values", "word"),
    [
        *(({"versions": {name: 99}}, f"{name} version 99") for name in ("observation", "actions", "format")),
        ({"game": "chess"}, "the game chess"),
        ({"activation": "swish"}, "activation 'swish'"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(folder, values, word):
    if "versions" in values:
        values = {"versions": policy_folder.versions(PAINTBALL) | values["versions"]}
    change(folder, **values)
    refuses(ValueError, word, make, f"trained:{folder}")
    (folder / policy_folder.CARD).write_text("{")
    refuses(ValueError, "card of a trained agent", make, f"trained:{folder}")


def test_a_card_that_names_no_game_is_read(folder):
    card = json.loads((folder / policy_folder.CARD).read_text())
    del card["game"]
    (folder / policy_folder.CARD).write_text(json.dumps(card))
    assert set(card["versions"]) == {"format", "observation", "actions"}
    make(f"trained:{folder}").prepare(CTF)


def test_it_decides_nothing_before_it_is_prepared(folder):
    refuses(RuntimeError, "prepare it for a scenario", lambda: make(f"trained:{folder}").decide(*[None] * 6))


@pytest.mark.parametrize(
    ("arrays", "word"),
    [
        ({"w0": np.array([{"a": 1}], dtype=object), "b0": np.zeros(1)}, "no weights"),  # a pickle
        ({"w0": np.zeros((4, SIZE)), "b0": np.zeros(4), "w1": np.zeros((5, 7)), "b1": np.zeros(5)}, "no weights"),
        ({"w0": np.full((CTF.actions, SIZE), np.nan, np.float32), "b0": np.zeros(CTF.actions, np.float32)}, "finite"),
    ],
)
def test_weights_that_do_not_fit_are_refused(folder, arrays, word):
    np.savez(folder / policy_folder.WEIGHTS, **arrays)
    refuses(ValueError, word, make, f"trained:{folder}")


def network(*widths, seed=0):
    """Layers of a multilayer perceptron, weights and biases by turns."""
    rng = np.random.default_rng(seed)
    return [part for a, b in pairwise(widths) for part in (rng.normal(0, 0.3, (b, a)), rng.normal(0, 0.3, b))]


@pytest.mark.parametrize("encoding", [None, *PAINTBALL.encodings])
@pytest.mark.slow
def test_a_network_of_ones_own_is_saved_and_plays_what_it_says(tmp_path, encoding):
    code = encoding_of(CTF, encoding)
    layers = network(code.size, 8, CTF.actions)
    name = save_agent(tmp_path / "mine", layers, CTF.name, activation="tanh", encoding=encoding, card={"told": 3})
    assert name == f"trained:{tmp_path / 'mine'}"
    agent = make(name)
    agent.prepare(CTF)
    assert agent.card["told"] == 3 and agent.card["encoding"] == code.name and agent.card["scenario"] == CTF.name
    games = BatchedGames(CTF, 5, seed=2, encoding=encoding)
    seen, masks = games.reset()
    for _ in range(10):
        logits = np.tanh(seen.reshape(5, -1) @ layers[0].T + layers[1]) @ layers[2].T + layers[3]
        wanted = np.where(masks > 0, logits, -np.inf).argmax(axis=1)
        actions = np.zeros(5, np.int64)
        agent.decide(CTF.world, games.games, np.arange(5), masks, actions, np.zeros(5, np.uint64))
        assert np.array_equal(actions, wanted)
        step = games.step(actions)
        seen, masks = step.observations, step.masks
    results = match.play(make(name), make("random"), CTF, 2, seed=1)
    assert results.score.shape == (2, 2)


def test_tensors_are_taken_and_an_agent_that_is_there_makes_room(tmp_path):
    torch = pytest.importorskip("torch")
    module = torch.nn.Linear(SIZE, CTF.actions)
    save_agent(tmp_path, network(SIZE, CTF.actions), CTF)
    name = save_agent(tmp_path, [module.weight, module.bias], CTF)
    assert np.allclose(make(name).weights.arrays["w0"], module.weight.detach().numpy())


OTHERS = ("scenarios/notes", "others/own/weights.npz", "openings/book.json", "notes", "states/7/weights.npz")


def put_others(folder):
    """Put beside an agent's card and weights what a user may keep there."""
    for name in OTHERS:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (folder / "newest").symlink_to("states/7")


def check_others(folder):
    """Check that all of it is there, and nothing else beside the card and the weights."""
    assert [(folder / name).read_text() for name in OTHERS] == list(OTHERS)
    assert os.readlink(folder / "newest") == "states/7"
    tops = {name.partition("/")[0] for name in OTHERS} | {"newest", policy_folder.CARD, policy_folder.WEIGHTS}
    assert set(os.listdir(folder)) == tops


def test_what_a_user_keeps_beside_an_agents_card_and_weights_stays_when_it_is_saved_anew(tmp_path, monkeypatch):
    def refuse(*arguments, **more):
        raise OSError("no links")

    folder = tmp_path / "mine"
    save_agent(folder, network(SIZE, CTF.actions), CTF, card={"told": 0})
    put_others(folder)
    for told in (1, 2):
        layers = network(SIZE, CTF.actions, seed=told)
        agent = make(save_agent(folder, layers, CTF, card={"told": told}))
        assert agent.card["told"] == told and np.array_equal(agent.weights.arrays["b0"], layers[1].astype(np.float32))
        check_others(folder)
        monkeypatch.setattr(os, "link", refuse)  # as some file systems do
    assert os.listdir(tmp_path) == ["mine"]


def test_a_network_is_not_saved_where_a_separate_policy_would_play_instead(tmp_path):
    folder = tmp_path / "mine"
    for place in (folder, folder / "scenarios" / "own"):
        save_agent(place, network(SIZE, CTF.actions), CTF)
    refuses(ValueError, "scenarios/", lambda: save_agent(folder, network(SIZE, CTF.actions), CTF, card={"told": 1}))
    assert "told" not in json.loads((folder / "card.json").read_text())


def test_wherever_a_kill_falls_the_agent_is_the_old_or_the_new_one_and_what_lies_beside_stays(tmp_path, monkeypatch):
    folder = tmp_path / "mine"
    layers = [network(SIZE, CTF.actions, seed=seed) for seed in (0, 1)]
    seen = []
    for at in count():
        save_agent(folder, layers[0], CTF, card={"told": 0})
        if at == 0:
            put_others(folder)
        with monkeypatch.context() as patch:
            calls = kill_at(patch, at, (os, "link"), (os, "replace"), (files.shutil, "rmtree"))
            with suppress(KilledError):
                save_agent(folder, layers[1], CTF, card={"told": 1})
        files.settle(folder)
        card, weights = policy_folder.read(folder, PAINTBALL)
        assert np.array_equal(weights.arrays["b0"], layers[card["told"]][1].astype(np.float32))
        check_others(folder)
        seen.append(card["told"])
        if len(calls) <= at:  # it was not killed
            break
    assert seen == sorted(seen) and seen.count(0) > 1 and seen.count(1) > 2


def test_a_file_that_cant_be_kept_is_named_and_nothing_is_changed(tmp_path, monkeypatch):
    def refuse(*arguments, **more):
        raise OSError("no more room")

    folder = tmp_path / "mine"
    save_agent(folder, network(SIZE, CTF.actions), CTF, card={"told": 0})
    put_others(folder)
    with monkeypatch.context() as patch:
        patch.setattr(os, "link", refuse)
        patch.setattr(files.shutil, "copy2", refuse)
        with pytest.raises(OSError, match=rf"^{re.escape(str(folder))}/\S+: .*no more room"):
            save_agent(folder, network(SIZE, CTF.actions), CTF, card={"told": 1})
    assert make(f"trained:{folder}").card["told"] == 0 and os.listdir(tmp_path) == ["mine"]
    check_others(folder)


def test_a_folder_that_is_no_agents_is_left_alone(tmp_path):
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "optimizer.pt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for name in ("work", "file"):
        with pytest.raises(ValueError, match=f"{name}: it is there"):
            save_agent(tmp_path / name, network(SIZE, CTF.actions), CTF)
    assert (tmp_path / "work" / "optimizer.pt").read_text() == (tmp_path / "file").read_text() == "mine"


def test_numbers_of_sixteen_bits_are_taken(tmp_path):
    torch = pytest.importorskip("torch")
    module = torch.nn.Linear(SIZE, CTF.actions, dtype=torch.bfloat16)
    name = save_agent(tmp_path / "mine", [module.weight, module.bias], CTF)
    assert np.array_equal(make(name).weights.arrays["w0"], module.weight.detach().float().numpy())


@pytest.mark.parametrize(
    ("layers", "options", "words"),
    [
        ([], {}, r"layers that don't fit together: \[\]"),
        (network(SIZE, CTF.actions)[:1], {}, "layers that don't fit together"),
        (network(SIZE, 8) + network(9, CTF.actions), {}, "layers that don't fit together"),
        ([layer.T for layer in network(SIZE, 8, CTF.actions)], {}, "layers that don't fit together"),
        (network(7, CTF.actions), {}, f"a network with 7 observations; {CTF.name} has {SIZE}"),
        (network(SIZE, 5), {}, f"a network with 5 actions; {CTF.name} has {CTF.actions}"),
        (network(SIZE, CTF.actions), {"encoding": "planes"}, f"a network with {SIZE} observations"),
        (network(SIZE, CTF.actions), {"encoding": "pixels"}, "encoding 'pixels'"),
        (network(SIZE, CTF.actions), {"activation": "gelu"}, "activation 'gelu': there are tanh, relu"),
        ([np.full((CTF.actions, SIZE), np.nan), np.zeros(CTF.actions)], {}, "not all of their numbers are finite"),
        ([np.ones((CTF.actions, SIZE), complex), np.zeros(CTF.actions)], {}, "layers: complex numbers among them"),
        (["weights", "biases"], {}, "layers: str among them, not an array of numbers; of a PyTorch module: "),
        (network(SIZE, CTF.actions), {"card": {"game": "chess"}}, "card: 'game' is a key of every card"),
        (network(SIZE, CTF.actions), {"card": {"activation": "tanh"}}, "card: 'activation' is a key of every card"),
        (network(SIZE, CTF.actions), {"card": {"encoding": "planes"}}, "card: 'encoding' is a key of every card"),
        (network(SIZE, CTF.actions), {"card": {"run": object()}}, "card: not plain data for JSON"),
        (network(SIZE, CTF.actions), {"card": {"run": float("nan")}}, "card: not plain data for JSON"),
        (network(SIZE, CTF.actions), {"card": {"rules": "x"}}, "card: 'rules' is a key of every card"),
        (network(SIZE, CTF.actions), {"card": {"scenario": "battle-12"}}, "card: 'scenario' is a key of every card"),
        (network(SIZE, 0, CTF.actions), {}, "layers that don't fit together"),
    ],
)
def test_a_network_that_cannot_play_is_refused_before_anything_is_written(tmp_path, layers, options, words):
    refuses(ValueError, words, save_agent, tmp_path / "mine", layers, CTF, **options)
    assert not (tmp_path / "mine").exists()


def test_nothing_is_saved_under_a_name_that_commands_could_not_read(tmp_path):
    for name in ("lr=0.1", "a,b"):
        with pytest.raises(ValueError, match="folder's name"):
            save_agent(tmp_path / name, network(SIZE, CTF.actions), CTF)
    name = save_agent(tmp_path / "lr 0.1", network(SIZE, CTF.actions), CTF)
    assert make(name).name == name and [path.name for path in tmp_path.iterdir()] == ["lr 0.1"]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        *((rules, "its rules are no table") for rules in ("x", [1], None, {"digests": ["x"]})),
        *((rules, "a digest of its rules is no text") for rules in ({"digest": 3}, {"digests": {CTF.name: None}})),
    ],
)
def test_a_card_whose_rules_are_no_table_is_refused(rules, words, tmp_path):
    name = save_agent(tmp_path / "mine", network(SIZE, CTF.actions), CTF)
    change(tmp_path / "mine", rules=rules)
    wanted = f"{tmp_path / 'mine' / 'card.json'}: not the card of a trained agent ({words})"
    refuses(ValueError, rf"^{re.escape(wanted)}$", make, name)
    refused(call("rate", name, "random", "--pairs", 1), f"({words})")
    # So is that of a policy for some scenarios only, which lies in another's folder.
    save_agent(tmp_path / "other", network(SIZE, CTF.actions), CTF)
    (tmp_path / "other" / "scenarios").mkdir()
    (tmp_path / "mine").rename(tmp_path / "other" / "scenarios" / "mine")
    refuses(ValueError, re.escape(words), lambda: make(f"trained:{tmp_path / 'other'}").prepare(CTF))


def test_nothing_is_saved_that_could_not_be_loaded(tmp_path):
    for activation in (None, "gelu"):
        with pytest.raises(ValueError, match=r"activation .*tanh"):
            policy_folder.perceptron(network(SIZE, CTF.actions), activation)
    refuses(ValueError, "don't fit together", lambda: policy_folder.perceptron(network(SIZE, CTF.actions)[:1], "relu"))
    refuses(ValueError, "no weights of a network", policy_folder.scoring, {"bias": np.zeros(3, np.float32)})
    folder = tmp_path / "other"
    save_agent(folder, network(SIZE, CTF.actions), CTF)
    change(folder, encoding="pixels")
    refuses(ValueError, "encoding 'pixels'", lambda: make(f"trained:{folder}").prepare(CTF))


def recipes():
    """The page's code: with a network of one's own, with one of MaskablePPO."""
    page = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    own, masked = (code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "save_agent" in code)
    return own, masked


def test_the_pages_example_leaves_an_agent(tmp_path, monkeypatch, capsys):
    pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    exec(recipes()[0], {})
    assert capsys.readouterr().out == "trained:runs/mine\n"
    make("trained:runs/mine").prepare(CTF)


def test_the_pages_agent_of_maskable_ppo_plays_as_its_policy(tmp_path, monkeypatch, capsys):
    torch = pytest.importorskip("torch")
    pytest.importorskip("sb3_contrib")
    monkeypatch.chdir(tmp_path)
    names, threads = {}, torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        exec(recipes()[1], names)
    finally:
        torch.set_num_threads(threads)
    assert capsys.readouterr().out == "trained:runs/sb3\n"
    agent, games = make("trained:runs/sb3"), BatchedGames(CTF, 30, seed=2)
    agent.prepare(CTF)
    seen, masks = games.reset()
    wanted, _ = names["model"].predict(seen, action_masks=masks, deterministic=True)
    actions = np.zeros(30, np.int64)
    agent.decide(CTF.world, games.games, np.arange(30), masks, actions, np.zeros(30, np.uint64))
    assert np.array_equal(actions, wanted) and len(set(wanted.tolist())) > 5


def test_commands_play_what_the_agent_was_trained_on(folder):
    def played(*arguments):
        return call(*arguments, "--pairs", "1")

    for command in (("rate", f"trained:{folder}", "random"), ("match", "random", f"trained:{folder}")):
        assert f" on {CTF.name} " in " ".join(played(*command).output.split())
    refused(played("match", f"trained:{folder}", "random", "--scenario", "battle-12"), "was trained on")
    change(folder, scenario="my-own")
    refused(played("rate", f"trained:{folder}", "random"), "was made for my-own, which")
    change(folder, scenario=CTF.name, rules={"digest": "0" * 64})
    refused(played("rate", f"trained:{folder}", "random"), f"was made for {CTF.name}, which is")
