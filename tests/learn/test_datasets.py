"""Is a dataset what the teams of its games saw, could do and did, however it is written?"""

import json
import os
import random
import re

import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from tabletop.agents.base import Bot
from tabletop.agents.registry import make
from tabletop.env.gymnasium_env import GymnasiumGameEnv
from tabletop.env.recording import record_games
from tabletop.learn.datasets.sources import play_pairs, record_files
from tabletop.learn.datasets.write import write_dataset
from tabletop.play.game import Game
from tabletop.play.records import Recorder
from tabletop.rate.matches.match import play
from tests import ROOT, refuses
from tests.any_game.pig import PIG, Careful
from tests.any_game.pig_names import pig_of
from tests.called import call, refused


class Same(Bot):
    """Does again what a record says its team did."""

    def __init__(self, actions):
        super().__init__()
        self.actions = actions

    def act(self, view):
        return self.actions.pop(0)

    def __deepcopy__(self, memo):
        return self


def pairs(count=2, scenario="short-pig"):
    return play_pairs(Careful(5), make("random", PIG), PIG.load(scenario), count, seed=3)


def cut_off(decisions):
    """A game of Pig that is left after so many decisions."""
    scenario, rng = PIG.load("pig"), random.Random(2)
    recorder = Recorder(Game(scenario, seed=9), scenario, 9, "one", "other")
    for _ in range(decisions):
        recorder.step(rng.choice(recorder.game.legal_indices()))
    return recorder.record()


def of_episodes(data):
    """The rows of each episode."""
    return [slice(*ends) for ends in zip(data["offsets"], data["offsets"][1:], strict=False)]


def same_as_the_environment(game, scenario, data):
    """Play each episode again in the environment for one team; its opponent does what the other episode says."""
    rows = of_episodes(data)
    for number, own in enumerate(rows):
        team, seed = int(data["team"][number]), int(data["seed"][number])
        (other,) = [n for n in np.flatnonzero(data["game"] == data["game"][number]) if n != number]
        env = GymnasiumGameEnv(scenario, opponent=Same(data["actions"][rows[other]].tolist()))
        seen, info = env.reset(seed=seed, options={"side": game.teams[team]})
        for row in range(own.start, own.stop):
            assert np.array_equal(seen, data["observations"][row])
            assert np.array_equal(info["action_mask"], data["action_masks"][row])
            seen, reward, terminated, truncated, info = env.step(data["actions"][row])
            given = data["rewards"][row], data["terminations"][row], data["truncations"][row]
            assert given == (reward, terminated, truncated)
        assert terminated and np.array_equal(seen, data["final_observations"][number])
        assert np.array_equal(info["action_mask"], data["final_action_masks"][number])
        told = info["result"], info["ending"], info["turn"]
        assert told == (data["result"][number], data["ending"][number], data["turns"][number])


def test_a_dataset_holds_what_the_environment_for_one_team_gives(tmp_path):
    written = write_dataset(tmp_path / "pig.npz", pairs(), PIG)
    with np.load(tmp_path / "pig.npz") as data:
        assert {name: data[name].dtype.str for name in data if data[name].dtype.kind != "U"} == {
            "observations": "<f4",
            "action_masks": "|i1",
            "actions": "<i8",
            "rewards": "<f4",
            "terminations": "|b1",
            "truncations": "|b1",
            "final_observations": "<f4",
            "final_action_masks": "|i1",
            "offsets": "<i8",
            "game": "<i8",
            "seed": "<u8",
            "team": "|i1",
            "result": "<f4",
            "turns": "<i8",
        }
        assert written == (4, len(data["team"]), len(data["actions"])) and written.episodes == len(data["offsets"]) - 1
        assert {*data["player"]} == {*data["opponent"]} == {"Careful", "random"}
        assert (data["player"] != data["opponent"]).all()
        about = json.loads(str(data["about"]))
        assert (about["game"], about["scenario"], about["encoding"]) == ("pig", "short-pig", "vector")
        same_as_the_environment(PIG, PIG.load("short-pig"), data)
    assert [path.name for path in tmp_path.iterdir()] == ["pig.npz"]


def test_the_games_are_those_of_a_match():
    match = play(Careful(5), make("random", PIG), PIG.load("short-pig"), 2, seed=3)
    assert [record.seed for record in pairs()] == np.repeat(match.seeds, 2).tolist()
    assert [len(record.lines) for record in pairs()] == match.decisions.ravel().tolist()


def test_pipes_in_a_folder_are_left_out(tmp_path):
    (tmp_path / "a.pbr").write_text("")
    os.mkfifo(tmp_path / "b.pbr")
    assert record_files([tmp_path], ".pbr") == [tmp_path / "a.pbr"]


def test_the_same_games_make_the_same_file_whether_from_files_or_played(tmp_path):
    (tmp_path / "records" / "deep").mkdir(parents=True)
    for number, record in enumerate(pairs()):
        (tmp_path / "records" / "deep" / f"{number}.txt").write_text(record.write(), encoding="utf-8")
    write_dataset(tmp_path / "played.npz", pairs(), PIG)
    write_dataset(tmp_path / "read.npz", tmp_path / "records", PIG, "vector")
    assert (tmp_path / "played.npz").read_bytes() == (tmp_path / "read.npz").read_bytes()


def test_a_game_that_was_left_is_truncated_and_a_team_without_decisions_has_no_episode(tmp_path):
    write_dataset(tmp_path / "left.npz", [cut_off(30), cut_off(1)], PIG)
    with np.load(tmp_path / "left.npz") as data:
        assert data["game"].tolist() == [0, 0, 1] and {*data["ending"]} == {"cut off"}
        assert np.flatnonzero(data["truncations"]).tolist() == (data["offsets"][1:] - 1).tolist()
        assert not data["terminations"].any() and not data["rewards"].any()
        masks = data["final_action_masks"]
        # One of the two teams was to decide, the other one waits.
        assert sorted(masks[:2, -1].tolist()) == [0, 1] and masks[:2, :2].sum() == 2


def test_games_that_a_wrapper_has_written_make_a_dataset(tmp_path):
    env = record_games(GymnasiumGameEnv(PIG.load("pig"), opponent=Careful(6)), tmp_path / "games")
    rng, (_, info) = np.random.default_rng(1), env.reset(seed=1)
    actions, over = [], False
    while not over:
        actions.append(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        _, _, over, _, info = env.step(actions[-1])
    assert write_dataset(tmp_path / "games.npz", [tmp_path / "games" / "game-000000.txt"], PIG).games == 1
    with np.load(tmp_path / "games.npz") as data:
        own = of_episodes(data)[data["player"].tolist().index("learner")]
        assert data["actions"][own].tolist() == actions


def test_the_layout_of_minari(tmp_path):
    h5py = pytest.importorskip("h5py")
    scenario, seed = PIG.load("short-pig"), 2**64 - 1
    recorder = Recorder(Game(scenario, seed=seed), scenario, seed, "one", "other")
    recorder.step("roll")
    source = [*pairs(1), recorder.record()]
    write_dataset(tmp_path / "flat.npz", source, PIG)
    written = write_dataset(tmp_path / "pig" / "careful-v3", source, PIG)
    assert sorted(path.name for path in (tmp_path / "pig").rglob("*")) == [
        "careful-v3",
        "data",
        "main_data.hdf5",
        "metadata.json",
    ]
    told = json.loads((tmp_path / "pig" / "careful-v3" / "data" / "metadata.json").read_text())
    assert (told["total_episodes"], told["total_steps"]) == written[1:] and told["dataset_id"] == "careful-v3"
    assert json.loads(told["action_space"]) == {"type": "Discrete", "dtype": "int64", "start": 0, "n": 4}
    assert json.loads(told["observation_space"])["shape"] == [7] and told["data_format"] == "hdf5"
    with (
        np.load(tmp_path / "flat.npz") as flat,
        h5py.File(tmp_path / "pig" / "careful-v3" / "data" / "main_data.hdf5") as file,
    ):
        assert [*file] == [f"episode_{number}" for number in range(written.episodes)]
        lengths = np.diff(flat["offsets"]).tolist()
        for number, rows in enumerate(of_episodes(flat)):
            group = file[f"episode_{number}"]
            for name in ("actions", "rewards", "terminations", "truncations"):
                assert np.array_equal(group[name][()], flat[name][rows]) and group[name].dtype == flat[name].dtype
            whole = np.concatenate([flat["observations"][rows], flat["final_observations"][number : number + 1]])
            assert np.array_equal(group["observations"][()], whole) and group["observations"].dtype == np.float32
            masks = np.concatenate([flat["action_masks"][rows], flat["final_action_masks"][number : number + 1]])
            assert np.array_equal(group["infos"]["action_mask"][()], masks)
            assert group.attrs["id"] == number and group.attrs["total_steps"] == rows.stop - rows.start
            for name in ("team", "player", "opponent", "result", "ending", "turns", "game"):
                assert group.attrs[name] == flat[name][number], name
            seed = int(flat["seed"][number])
            assert group.attrs["game_seed"] == seed and ("seed" in group.attrs) == (seed < 2**63)
    refuses(ValueError, "is there already", lambda: write_dataset(tmp_path / "pig" / "careful-v3", pairs(1), PIG))
    try:
        from minari import MinariDataset
    except ImportError:
        return
    episodes = [*MinariDataset(tmp_path / "pig" / "careful-v3" / "data").iterate_episodes()]
    assert [len(episode.actions) for episode in episodes] == lengths


def test_what_cannot_be_is_refused_and_leaves_nothing(tmp_path):
    folder, out = tmp_path / "records", tmp_path / "out.npz"
    folder.mkdir()
    good, other = next(pairs()), next(pairs(scenario="pig"))
    (folder / "a.txt").write_text(good.write(), encoding="utf-8")
    for text, words in (
        ("nonsense", "b.txt: line 1: "),
        (good.write().replace("digest=", "digest=0")[:-2], r"b\.txt: line \d+: "),
        (good.write().replace("| throw", "| order"), r"b\.txt: line \d+: "),
        (other.write(), r"b\.txt: of another scenario .* short-pig"),
    ):
        (folder / "b.txt").write_text(text, encoding="utf-8")
        refuses(ValueError, words, write_dataset, out, folder, PIG)
    for source, words in (([], "no games"), (tmp_path / "none", "none: no such file"), ([tmp_path], "b.txt")):
        refuses(ValueError, words, write_dataset, out, source, PIG)
    refuses(ValueError, "known are", write_dataset, out, [good], PIG, "pixels")
    refuses(ValueError, r"NAME\.npz", write_dataset, tmp_path / "out.csv", [good], PIG)
    (folder / "b.txt").write_text(good.write(), encoding="utf-8")
    refuses(ValueError, r"a\.txt: .*twice", write_dataset, out, [folder, folder / "a.txt"], PIG)
    (tmp_path / "empty").mkdir()
    refuses(ValueError, "no game records", write_dataset, out, tmp_path / "empty", PIG)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "records"]


def test_own_scenarios_that_are_not_the_same_make_no_dataset(tmp_path):
    """They have no preset's name; what they say themselves tells them apart."""
    records = []
    for goal in (11, 11, 13):
        scenario = pig_of("own", goal, 4)
        records.append(next(play_pairs(Careful(5), make("random", PIG), scenario, 1, seed=3)))
        assert records[-1].scenario == ""
    assert write_dataset(tmp_path / "alike.npz", records[:2], PIG).games == 2
    refuses(ValueError, "^game 1: .* own$", write_dataset, tmp_path / "unlike.npz", records[1:], PIG)


def test_the_code_on_the_page_runs(tmp_path, monkeypatch, capsys):
    page = (ROOT / "docs" / "datasets.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(compile(block, "docs/datasets.md", "exec"), {})
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == ["game-000000.pbr", "game-000002.pbr"]
    assert "3 games, 2 written" in capsys.readouterr().out and (tmp_path / "games.npz").exists()


def test_the_command(tmp_path):
    out = tmp_path / "games.npz"
    for arguments, words in (
        ([], "either game records, or --first"),
        (["records", "--first", "random"], "either game records, or --first"),
        (["records", "--second", "random"], "--second, --pairs, --scenario and --seed are"),
        (["records", "--seed", "0"], "--second, --pairs, --scenario and --seed are"),
        (["--first", "nobody"], "no agent 'nobody'"),
    ):
        refused(call("dataset", out, *arguments), "dataset: ", words)
    assert not out.exists()


@pytest.mark.parametrize("encoding", PAINTBALL.encodings)
def test_paintball_in_every_encoding(encoding, tmp_path):
    quick = PAINTBALL.load("capture-the-flag-basic-drawn")
    random_agent = make("random", PAINTBALL)
    record = next(play_pairs(random_agent, random_agent, quick, 1))
    write_dataset(tmp_path / "games.npz", [record], PAINTBALL, encoding)
    with np.load(tmp_path / "games.npz") as data:
        shape = PAINTBALL.encoding(quick, encoding).shape
        assert data["observations"].shape[1:] == shape and data["observations"].any()
        if encoding == PAINTBALL.encodings[0]:
            same_as_the_environment(PAINTBALL, quick, data)
