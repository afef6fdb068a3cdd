"""Do the encodings and their published tables say the same, part by part?"""

import hashlib
import json
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import paintball_env
from paintball_env.action_names import action_table
from paintball_env.definition import PAINTBALL
from paintball_env.observation import ENCODINGS, Encoding, action_rows
from paintball_env.observation.encoding import ACTION_KINDS
from paintball_env.observation.expansion import PlaneExpander
from paintball_env.observation.table import FIGURE_ROW, TERRAIN
from paintball_env.rules.state import NONE, STRIDE
from paintball_env.rules.versions import OBSERVATION
from paintball_env.scenario import Scenario
from tabletop.agents.view import view_of
from tabletop.env.batch.playouts import random_games
from tabletop.game.encodings import split
from tabletop.game.hex_grid import DIRECTIONS
from tabletop.show.showing import showing_of
from tests import ROOT, refuses
from tests.paintball.fights import play_random
from tests.paintball.test_chances import FORT
from tests.paintball.test_observation import column_names, every_kind, positions, views


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("preset", ["capture-the-flag-basic", "battle-12"])
def test_the_table_is_json_and_numbers_every_entry(preset, encoding):
    scenario = Scenario.load(preset)
    code = Encoding(scenario, encoding)
    table = json.loads(json.dumps(showing_of(PAINTBALL).observation_table(scenario, encoding)))
    assert table["version"] == OBSERVATION and table["size"] == code.size and table["scenario"] == preset
    assert tuple(table["shape"]) == code.shape
    assert [entry["index"] for entry in table["entries"]] == list(range(code.shape[0]))
    names = [(entry["of"], entry["name"]) for entry in table["entries"]]
    assert len(set(names)) == len(names) or encoding == "planes"
    axes = tuple(range(1, len(code.shape)))
    assert [entry["low"] for entry in table["entries"]] == code.low.min(axis=axes).tolist()
    assert [entry["high"] for entry in table["entries"]] == code.high.max(axis=axes).tolist()
    assert all(entry["meaning"] for entry in table["entries"])


def test_planes_are_where_the_table_says():
    # What is one number in the vector lies on the plane of the same owner and name.
    scenario = Scenario.load("capture-the-flag")
    games = np.concatenate([positions(scenario, 4, steps=60)[::9], every_kind(scenario, np.random.default_rng(2))])
    page = showing_of(PAINTBALL).observation_table(scenario, "planes")
    cells = tuple(np.array(page["cells"]).T)
    for team in (0, 1):
        flat, planes = views(scenario, games, team), views(scenario, games, team, "planes")
        columns = {name: index for index, name in enumerate(column_names(scenario))}
        for entry in page["entries"][len(TERRAIN) :]:
            seen, name = planes[:, entry["index"]][:, *cells], f"{entry['of']} {entry['name']}".strip()
            if name in columns:
                value = flat[:, columns[name]]
                assert np.array_equal(seen.max(axis=1) + seen.min(axis=1) * (value < 0), value) or entry["low"] < 0
                assert (np.isin(seen, 0) | (seen == value[:, None])).all(), name
            else:
                hexes = [columns[f"hex {index} {name}"] for index in range(26)]
                assert np.array_equal(seen, flat[:, hexes]), name


def test_the_published_table_is_this_one():
    page = (ROOT / "docs" / "observation.json").read_text(encoding="utf-8")
    assert json.loads(page) == json.loads(json.dumps(showing_of(PAINTBALL).observation_features()))


def test_planes_lie_on_the_board_and_hold_the_terrain():
    scenario = Scenario.load("capture-the-flag-basic")
    code = Encoding(scenario, "planes")
    games = positions(scenario, 4, steps=40)
    seen = views(scenario, games, 1, "planes")
    board = seen[:, 0]
    assert code.shape[1:] == board.shape[1:] and (board.sum(axis=(1, 2)) == 26).all()
    assert (seen[:, 1].sum(axis=(1, 2)) == 1).all() and (seen[:, 2].sum(axis=(1, 2)) == 1).all()
    assert (seen[np.broadcast_to(board[:, None] == 0, seen.shape)] == 0).all()
    assert (seen >= code.low).all() and (seen <= code.high).all()


class Elsewhere:
    """Numbers that can be read only after they are copied to the processor's memory, as a tensor of a GPU."""

    def __init__(self, numbers):
        self.numbers = numbers

    def __array__(self, *_, **__):
        raise TypeError("can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu()")

    def detach(self):
        return self

    def cpu(self):
        return self.numbers


@pytest.mark.parametrize("preset", ["capture-the-flag", "reverse-flag", "battle-12"])
def test_planes_are_made_from_vectors_by_whoever_uses_them(preset):
    scenario, rng = Scenario.load(preset), np.random.default_rng(4)
    games = np.concatenate([positions(scenario, 3, steps=40)[::3], every_kind(scenario, rng)])
    expand, teams = PlaneExpander(scenario), rng.integers(0, 2, len(games))
    assert expand.shape == Encoding(scenario, "planes").shape
    vectors, planes = (
        np.stack([views(scenario, games, team, name) for team in (0, 1)])[teams, np.arange(len(games))]
        for name in ("vector", "planes")
    )
    assert np.array_equal(expand(vectors, teams), planes)
    refuses(ValueError, r"^vectors of shape \(2, 9\)", expand, np.zeros((2, 9), np.float32), [0, 1])
    refuses(ValueError, r"seen by teams of shape \(\):", expand, vectors[0], 0)
    # A mask, and -1 for nobody, would otherwise be taken for team numbers.
    for wrong in ([2, 0], [-1, 0], [0.0, 1.0], [True, False]):
        refuses(ValueError, r"^teams \[.*\]:", expand, vectors[:2], wrong)
    for wrong in (None, 3, [[0.0, 1.0]], "vectors"):
        refuses(TypeError, "^vectors .*:", expand, wrong, [0, 1])
    for kind in (str, object, complex):
        with pytest.raises(ValueError, match=r"^vectors of .*:"):
            expand(vectors[:2].astype(kind), [0, 1])
    refuses(ValueError, r"^teams \[\[0\], \[0, 1\]\]:", expand, vectors[:2], [[0], [0, 1]])
    assert expand(vectors[:0], []).shape == (0, *expand.shape)
    torch = pytest.importorskip("torch")
    assert np.array_equal(expand(torch.from_numpy(vectors), teams).numpy(), planes)
    assert np.array_equal(expand(vectors.astype(np.float64)[::-1], teams[::-1]), planes[::-1])
    assert np.array_equal(expand(torch.tensor(vectors, requires_grad=True), teams).numpy(), planes)
    # On other devices and in other dtypes PyTorch makes them.
    others = torch.tensor(vectors, dtype=torch.float64)
    assert np.array_equal(expand(others, teams).numpy(), planes.astype(np.float64))
    assert np.array_equal(expand(others, torch.from_numpy(teams)).numpy(), planes.astype(np.float64))
    # What is kept for a device doesn't go along to a process that may have none.
    again = pickle.loads(pickle.dumps(expand))
    assert b"torch" not in pickle.dumps(expand) and np.array_equal(again(vectors, teams), planes)
    assert type(pickle.loads(pickle.dumps(paintball_env.PlaneExpander(preset)))) is paintball_env.PlaneExpander
    for none in (torch.zeros(vectors[:0].shape), others[:0]):
        assert expand(none, torch.zeros(0)).shape == (0, *expand.shape)
    assert np.array_equal(expand(vectors, Elsewhere(teams)), planes)
    for wrong in (torch.zeros(2, dtype=torch.bfloat16), torch.zeros(2, requires_grad=True), torch.zeros(2).to("meta")):
        refuses(ValueError, "^teams .*:", expand, vectors[:2], wrong)
    refuses(
        ValueError, "^vectors of torch.complex64:", expand, torch.zeros(vectors.shape, dtype=torch.complex64), teams
    )


def test_an_unknown_encoding_is_refused():
    scenario = Scenario.load("capture-the-flag-basic")
    refuses(ValueError, "encoding 'pixels':", Encoding, scenario, "pixels")
    refuses(ValueError, "encoding 3:", Encoding, scenario, 3)
    for size in ("5x32", "6x25", "17x128", "16x129"):
        refuses(ValueError, f"'entities:{size}':", Encoding, scenario, f"entities:{size}")


@pytest.mark.parametrize("encoding", [*ENCODINGS, "entities:7x40"])
def test_the_parts_are_the_whole(encoding):
    scenario = Scenario.load("capture-the-flag")
    code = Encoding(scenario, encoding)
    games = positions(scenario, 2, steps=20)
    seen = views(scenario, games, 0, encoding)
    parts = split(code, seen)
    assert list(parts) == list(code.parts)
    flat = np.concatenate([part.reshape(len(games), -1) for part in parts.values()], axis=1)
    assert np.array_equal(flat, seen.reshape(len(games), -1))
    for name, part in parts.items():
        assert part.shape == (len(games), *code.parts[name].shape) and np.shares_memory(part, seen)
    if "vector" in parts:
        assert np.array_equal(parts["vector"], views(scenario, games, 0))
    refuses(ValueError, "the last axes must be", split, code, seen[..., :-1])


@pytest.mark.parametrize("encoding", ["planes", "actions"])
@pytest.mark.parametrize("preset", ["capture-the-flag", "reverse-flag"])
def test_what_was_in_the_array_before_makes_no_difference(preset, encoding):
    """Only what was written is cleared: after another position of either team, and after anything else."""
    scenario = Scenario.load(preset)
    rng = np.random.default_rng(6)
    games = np.concatenate([positions(scenario, 3, steps=60), every_kind(scenario, rng)])
    code = Encoding(scenario, encoding)
    rows = np.arange(len(games))
    for before in (0.0, np.nan, 1.0, 0.5):
        out = np.full((len(games), code.size), before, np.float32)
        for _ in range(4):
            order, team = rng.permutation(len(games)), int(rng.integers(2))
            some = games[order]
            scenario.game.batch.observe_rows(scenario.world, some, rows, np.full(len(games), team), code.cells, out)
            assert np.array_equal(out.reshape(-1, *code.shape), views(scenario, some, team, encoding))


def test_entities_of_a_larger_size_are_the_same_rows():
    scenario = Scenario.load("capture-the-flag")
    games = positions(scenario, 2, steps=30)
    small, large = (
        split(Encoding(scenario, name), views(scenario, games, 1, name)) for name in ("entities", "entities:9x50")
    )
    own, far = slice(0, 6), slice(9, 15)
    indices = [index for index, feature in enumerate(FIGURE_ROW) if not feature.name.startswith("row")]
    assert np.array_equal(small["figures"][:, :6, indices], large["figures"][:, own, indices])
    assert np.array_equal(small["figures"][:, 6:, indices], large["figures"][:, far, indices])
    assert np.array_equal(small["relations"][:, :6, 6:], large["relations"][:, own, far])
    assert np.array_equal(small["reach"][:, 6:], large["reach"][:, far, :32])
    hexes = [FIGURE_ROW.index(feature) for feature in FIGURE_ROW if feature.name == "row of hex"]
    assert np.allclose(small["figures"][:, :6, hexes] * 32, large["figures"][:, own, hexes] * 50)
    assert not large["figures"][:, 6:9].any() and not large["hexes"][:, 26:].any()


@pytest.mark.parametrize("name", ["capture-the-flag", "fort"])
def test_relations_are_the_boards_and_the_rules_chances(name):
    """SH, IW, SM, SV, PC1: what a view answers, whose chances test_chances compares with exact odds."""
    scenario = Scenario.parse(FORT) if name == "fort" else Scenario.load(name)
    code, rng = Encoding(scenario, "entities"), np.random.default_rng(3)
    columns = code.columns["relations"]
    distance, line, seen, hits, out = (columns.index(each) for each in ("distance", "line", "sees", "hits", "puts out"))
    names, compared = scenario.board_map.names, dict.fromkeys(("shots", "hexes", "legal shots"), 0)
    for step, game in enumerate(play_random(scenario, 5, most=400)):
        if step % 4 != 3 or game.over:
            continue
        team, record = game.decider, game.games[0]
        view = view_of(scenario, game.games, game.legal_mask())
        parts = split(code, views(scenario, game.games, team, "entities")[0])
        relations, most = parts["relations"], len(parts["figures"]) // 2
        teams = ((0, team), (most, 1 - team))
        rows = {
            (side, number): first + number
            for first, side in teams
            for number in range(scenario.figures)
            if record.figure[side, number].hex != NONE
        }
        assert not relations[[row for row in range(2 * most) if row not in rows.values()]].any()
        if not rows:
            continue
        for action in view.legal:
            words = action.split()
            if words[1:2] == ["shoot"]:
                pair = relations[rows[team, int(words[0][1:]) - 1], rows[1 - team, int(words[2][1:]) - 1]]
                assert pair[line] == pair[seen] == 1.0 and pair[hits] > 0.0
                compared["legal shots"] += 1
        side, number = sorted(rows)[int(rng.integers(len(rows)))]
        shooter, row = record.figure[side, number], rows[side, number]
        here, aimed = names[shooter.hex], bool(shooter.aim)
        for (other, target), column in rows.items():
            there, pair = names[record.figure[other, target].hex], relations[row, column]
            assert pair[distance] == pytest.approx(min(1.0, view.distance(here, there) / 16))
            assert pair[line] == view.in_line(here, there)
            if other == side:
                assert pair[hits] == pair[out] == 0.0
            else:
                assert pair[hits] == pytest.approx(view.chance_to_hit(here, there, aimed), abs=1e-6)
                assert pair[out] == pytest.approx(view.chance_to_put_out(here, there, aimed), abs=1e-6)
                compared["shots"] += pair[hits] > 0.0
        for place, there in enumerate(names):
            steps, hit = parts["reach"][row, len(names) - 1 - place if team == 1 else place]
            assert steps == pytest.approx(min(1.0, view.steps(here, there) / 16))
            assert hit == pytest.approx(view.chance_to_hit(here, there), abs=1e-6)
            compared["hexes"] += hit > 0.0
    assert min(compared.values()) > 20, compared


@pytest.mark.parametrize(
    ("preset", "goals", "prizes"),
    [("capture-the-flag", [1, 2], [1, 0]), ("reverse-flag", [2, 1], [0, 1]), ("single-flag", [2, 1], [0, 0])],
)
def test_entities_tell_which_flag_wins_where(preset, goals, prizes):
    """SN1-SN3: the rows of flags are those of mine (or the only one) and of the enemy's."""
    scenario = Scenario.load(preset)
    code, games = Encoding(scenario, "entities"), positions(scenario, 2, steps=60)[-2:]
    board, flags = code.columns["hexes"].index("board"), code.columns["flags"]
    for team in (0, 1):
        parts = split(code, views(scenario, games, team, "entities"))
        for name, base in zip(("goal", "their goal"), goals, strict=True):
            goal = parts["hexes"][:, :, code.columns["hexes"].index(name)]
            assert np.array_equal(goal, parts["hexes"][:, :, board + base]) and goal.any()
        for name, row in zip(("prize", "their prize"), prizes, strict=True):
            prize = parts["flags"][:, :, flags.index(name)]
            assert prize[:, row].all() and not prize[:, 1 - row].any()


def test_entities_tell_which_shots_are_declared_and_which_count():
    scenario = Scenario.load("capture-the-flag")
    code, rng = Encoding(scenario, "entities"), np.random.default_rng(5)
    games = np.concatenate([every_kind(scenario, rng) for _ in range(12)])
    first, counted = code.columns["figures"].index("shot 1"), {0: 0, 1: 0}
    for team in (0, 1):
        for game, figures in zip(games, split(code, views(scenario, games, team, "entities"))["figures"], strict=True):
            for number, (shot, taken) in enumerate(zip(game["shot"], game["taken"], strict=True)):
                seen = np.zeros(len(figures))
                if shot != NONE:
                    seen[scenario.figures * (int(shot) // STRIDE ^ team) + int(shot) % STRIDE] = (1 + taken) / 2
                    counted[int(taken)] += 1
                assert np.array_equal(figures[:, first + number], seen)
    assert min(counted.values()) > 5, counted


def test_rows_of_actions_point_to_rows_of_entities():
    scenario = Scenario.load("capture-the-flag")
    rows, table = action_rows(scenario), action_table(6, scenario.board_map.names)
    assert rows.shape == (scenario.actions, 5)
    assert all(type(kind) is str for kind in ACTION_KINDS) and len(set(ACTION_KINDS)) == len(ACTION_KINDS)
    for index, name in enumerate(table.names(0)):
        words = name.split()
        kind, own, enemy, place, direction = rows[index].tolist()
        assert name.partition(" ")[2 if words[0].startswith("R") else 0].startswith(ACTION_KINDS[kind]), name
        named = words[1] if words[0] == "figure" else words[0]
        assert own == (int(named[1:]) - 1 if named.startswith("R") else -1)
        assert enemy == (int(words[2][1:]) - 1 if words[1:2] in (["shoot"], ["suppress"]) else -1)
        assert place == (scenario.board_map.names.index(words[1]) if words[0] == "hex" else -1)
        assert direction == (DIRECTIONS.index(words[-1]) if words[-1] in DIRECTIONS else -1)


def test_observing_changes_nothing_in_play():
    scenario = Scenario.load("capture-the-flag-basic")
    blind, lengths = random_games(scenario, 8, 3)
    seeing, same = random_games(scenario, 8, 3, encoding=Encoding(scenario))
    assert blind.tobytes() == seeing.tobytes() and lengths.tolist() == same.tolist()


def test_only_arrays_and_tensors_are_split_and_only_by_an_encoding():
    code = Encoding(Scenario.load("capture-the-flag"), "vector")
    for wrong in (None, 3, [0.0], {"observation": np.zeros(code.shape)}):
        refuses(TypeError, "^observations .*:", split, code, wrong)
    for wrong in (None, "vector", np.zeros(code.shape)):
        refuses(TypeError, "^encoding .*:", split, wrong, np.zeros(code.shape))
    refuses(ValueError, r"^observations of shape \(\):", split, code, np.float32(1))


def seen(encoding):
    """What both teams see of a board with twelve figures a side, as a digest."""
    env = paintball_env.parallel_env(scenario="battle-12-drawn", encoding=encoding)
    observations, _ = env.reset(seed=3)
    return hashlib.sha256(b"".join(each["observation"].tobytes() for each in observations.values())).hexdigest()


INTERPRETED = """
from tests.game.test_encodings import ENCODINGS, seen
print(*map(seen, ENCODINGS))
"""


@pytest.mark.slow
def test_plain_python_sees_the_same_of_the_largest_board():
    command, environment = [sys.executable, "-c", INTERPRETED], os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, list(map(seen, ENCODINGS))), done.stderr[-2000:]
