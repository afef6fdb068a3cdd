"""Does an observation hold all that a player may know, in the ranges it promises, alike for both sides?"""

import json
from pathlib import Path

import numpy as np
import pytest

from paintball_env.actions import action_table
from paintball_env.notation import format_position, parse_position
from paintball_env.observation import ENCODINGS, Encoding, action_rows, encode
from paintball_env.observation.encoding import ACTION_KINDS
from paintball_env.observation.page import column_names, observation_table, published_table
from paintball_env.observation.table import FIGURE_ROW, VERSION
from paintball_env.rules.state import HARD, NONE, OVER, STRIDE
from paintball_env.scenario import Scenario
from paintball_env.start import start_record
from tabletop.batch.opponents import NO_CELLS
from tabletop.batch.playouts import random_games
from tabletop.chance import new_chance
from tabletop.choices import result_rows
from tabletop.encodings import split
from tabletop.hexes import DIRECTIONS

from .positions import possible_kinds, random_position

PRESETS = ["capture-the-flag-basic", "capture-the-flag", "reverse-flag", "single-flag"]
# Encodings that hold every field in a way of their own; `actions` has the whole vector in it.
WHOLE = ("vector", "planes", "entities")
LARGE = "battle-12"  # of the larger records; its positions cost more, so there are fewer
HIGHEST = {"turn": 30, "phase": 2, "count": 4, "kind": 6, "score": 6, "facing": 5, "points": 3, "moved": 2, "gun": 2}


def positions(scenario, games, steps=200, seed=5):
    """Positions on the way through random games, one array."""
    count = games
    rows, sides = np.arange(count), np.full(count, NONE)
    records = np.zeros(count, scenario.size.game)
    seeds, counters = np.arange(seed, seed + count).astype(np.uint64), np.zeros(count, np.uint64)
    masks, lengths = np.zeros((count, scenario.actions), np.int8), np.zeros(count, np.int64)
    chances = new_chance()
    scenario.game.batch.begin_rows(scenario.world, chances, records, rows, start_record(scenario), seeds, masks)
    found = [records.copy()]
    for _ in range(steps):
        nothing = np.zeros((count, 0), np.float32)
        scenario.game.batch.play_rows(
            scenario.world, chances, records, rows, sides, seeds, counters, masks, NO_CELLS, nothing, 3, lengths
        )
        found.append(records.copy())
    return np.concatenate(found)


def views(scenario, games, team, encoding="vector"):
    code = Encoding(scenario, encoding)
    out = np.full((len(games), code.size), np.nan, np.float32)
    rows, sides = np.arange(len(games)), np.full(len(games), team)
    scenario.game.batch.observe_rows(scenario.world, games, rows, sides, code.cells, out)
    return out.reshape(len(games), *code.shape)


def view(scenario, game, team):
    return dict(zip(column_names(scenario), views(scenario, game, team)[0].tolist(), strict=True))


def mirrored(scenario, games):
    """The same positions with sides swapped and the board turned by half."""
    hexes = len(scenario.board_map.names)
    single = scenario.objective == "single"
    turned = games.copy()

    def turn(places):
        return np.where(places == NONE, NONE, hexes - 1 - places)

    def other(ids):
        return np.where(ids == NONE, NONE, ids ^ STRIDE)

    for name in ("acting", "second", "decider", "winner"):
        turned[name] = np.where(games[name] == NONE, NONE, 1 - games[name])
    for name in ("actor", "asked", "shot"):
        turned[name] = other(games[name])
    turned["place"] = turn(games["place"])
    for name in ("losses", "side", "figure"):
        turned[name] = games[name][:, ::-1]
    turned["figure"]["hex"] = turn(turned["figure"]["hex"])
    turned["figure"]["facing"] = (turned["figure"]["facing"] + 3) % 6
    turned["marshal"] = games["marshal"][:, [1, 0, 2, 3]]
    turned["marshal"]["hex"] = turn(turned["marshal"]["hex"])
    turned["marshal"]["attends"] = other(turned["marshal"]["attends"])
    turned["flag"] = games["flag"][:, [0, 1] if single else [1, 0]]
    turned["flag"]["hex"] = turn(turned["flag"]["hex"])
    turned["flag"]["carrier"] = other(turned["flag"]["carrier"])
    turned["smoke"][:, :hexes] = games["smoke"][:, :hexes][:, ::-1]
    turned["present"][:, :, :hexes] = games["present"][:, ::-1, :hexes][:, :, ::-1]
    cover = games["cover"][:, :hexes][:, ::-1]
    turned["cover"][:, :hexes] = np.where(cover >= HARD, (cover - HARD + 3) % 6 + HARD, cover)
    return turned


@pytest.mark.parametrize("preset", [*PRESETS, LARGE])
@pytest.mark.parametrize("encoding", ["vector", "actions", "entities"])
def test_every_number_is_in_its_range_and_has_a_name_of_its_own(preset, encoding):
    scenario = Scenario.load(preset)
    few = positions(scenario, 4 if preset == LARGE else 20, steps=200 if encoding == "vector" else 60)
    games = np.concatenate([few, every_kind(scenario, np.random.default_rng(4))])
    code = Encoding(scenario, encoding)
    names = column_names(scenario, encoding)
    assert len(set(names)) == len(names) == code.size == code.shape[0]
    for team in (0, 1):
        seen = views(scenario, games, team, encoding)
        assert seen.dtype == np.float32
        for row, column in np.argwhere((seen < code.low) | (seen > code.high) | np.isnan(seen)):
            pytest.fail(f"{names[column]} = {seen[row, column]}: {format_position(scenario, games[row])}")


def test_the_basic_width_is_the_one_the_page_states():
    code = Encoding(Scenario.load("capture-the-flag-basic"))
    assert f"D = {code.size} " in encode.__doc__


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("encoding", WHOLE)
def test_two_positions_look_alike_exactly_when_their_texts_do(preset, encoding):
    scenario = Scenario.load(preset)
    games = positions(scenario, 15, steps=120)
    texts = [format_position(scenario, game) for game in games]
    assert len(set(texts)) > 500
    for team in (0, 1):
        seen = [row.tobytes() for row in views(scenario, games, team, encoding)]
        assert len(set(texts)) == len(set(seen)) == len(set(zip(texts, seen, strict=True)))


def leaves(dtype, path=""):
    """The fields of a record by path: `figure.points`."""
    for name in dtype.names:
        inner = dtype[name].base
        yield from leaves(inner, f"{path}{name}.") if inner.names else [f"{path}{name}"]


# Fields that no observation shows, and why.
UNSHOWN = {
    "dice.seed": "dice to come",
    "dice.rolled": "dice to come",
    "passed": "0 at every decision",
    "figure.spare": "empty",
    "present": "follows from the figures' hexes",
}


def changes(scenario, game, rng, values=3):
    """Copies of a position with one public field changed each, with its path; at most so many values a field."""
    hexes, figures = len(scenario.board_map.names), scenario.figures
    ids = [STRIDE * team + number for team in (0, 1) for number in range(figures)]
    rules = scenario.rules

    def varied(path, choices, *indices):
        names = path.split(".")
        left = values
        for value in rng.permutation(choices):
            copy = np.array([game])
            place = copy[0]
            for name, index in zip(names[:-1], indices[: len(names) - 1], strict=True):
                place = place[name][index]
            if len(indices) == len(names):
                place = place[names[-1]]
                place[indices[-1]] = value
            else:
                place[names[-1]] = value
            if copy.tobytes() != np.array([game]).tobytes():
                yield path, copy
                left -= 1
            if left == 0:
                return

    for name in ("turn", "phase", "count", "kind"):
        yield from varied(name, range(HIGHEST[name] + 1))
    for name in ("acting", "second"):
        yield from varied(name, (0, 1))
    if game["decision"] != OVER:
        yield from varied("decision", range(1, 22))
        yield from varied("decider", (0, 1))
    elif game["ending"] > 0:
        yield from varied("ending", (1, 2, 3))
        yield from varied("winner", (NONE, 0, 1))
    for name in ("actor", "asked"):
        yield from varied(name, [NONE, *ids])
    yield from varied("place", range(-1, hexes))
    for number in range(4):
        if game["shot"][number] != NONE:
            enemies = [STRIDE * (game["shot"][number] // STRIDE) + f for f in range(figures)]
            yield from varied("shot", [NONE, *enemies], number)
            yield from varied("taken", (0, 1), number)
    for team in (0, 1):
        yield from varied("losses", range(figures), team)
        for name in ("score", "used", "soft", "hard"):
            highest = {"score": 6 * scenario.command_dice, "used": figures}
            highest |= {"soft": scenario.cover.soft, "hard": scenario.cover.hard}
            yield from varied(f"side.{name}", range(highest[name] + 1), team)
        for number in range(figures):
            if game["figure"][team, number]["hex"] == NONE:
                continue
            for name in game.dtype["figure"].base.names:
                grenades = 3 if rules.grenades else 1
                highest = {"hex": hexes - 1, "activation": 2, "smoke": grenades, "paint": grenades} | HIGHEST
                highest["points"] = rules.expert_points
                if name != "spare":
                    lowest = -1 if name == "hex" else 0
                    yield from varied(f"figure.{name}", range(lowest, highest.get(name, 1) + 1), (team, number))
    for number in range(4):
        yield from varied("marshal.hex", range(-1, hexes), number)
        yield from varied("marshal.attends", [NONE, *ids], number)
    for number in range(1 if scenario.objective == "single" else 2):
        yield from varied("flag.hex", range(-1, hexes), number)
        yield from varied("flag.carrier", [NONE, *ids], number)
    for index in range(hexes):
        yield from varied("cover", range(8), index)
        yield from varied("smoke", (0, 1), index)


def every_kind(scenario, rng):
    """Positions made up at random, one for each kind of decision and decider, the end of a game included."""
    found = []
    for kind in possible_kinds(scenario):
        for decider in (0, 1):
            if kind != OVER:
                found.append(random_position(scenario, kind, decider, rng))
            else:
                found += [random_position(scenario, kind, winner, rng) for winner in (decider, NONE)]
    games = np.concatenate(found)
    for name in ("smoke", "paint"):  # text can say more grenades than a team can ever have
        games["figure"][name] = np.minimum(games["figure"][name], 3)
    return games


@pytest.mark.parametrize("preset", [*PRESETS, LARGE])
def test_changing_any_public_field_shows(preset):
    scenario = Scenario.load(preset)
    rng = np.random.default_rng(1)
    played = positions(scenario, 8, steps=60)
    chosen = [*played[:8:2], *played[rng.permutation(len(played))[:4]]]  # the first ones are of the set-up
    if preset == LARGE:
        chosen = chosen[:3]
    assert min(game["turn"] for game in chosen) == 0
    changed = set()
    for game in [*chosen, *every_kind(scenario, rng)]:
        names, copies = zip(*changes(scenario, game, rng, 1 if preset == LARGE else 3), strict=True)
        changed |= set(names)
        copies = np.concatenate([np.array([game]), *copies])
        for team in (0, 1):
            for encoding in WHOLE:
                seen = views(scenario, copies, team, encoding).reshape(len(copies), -1)
                same = (seen[1:] == seen[0]).all(axis=1)
                assert not same.any(), (names[int(np.argmax(same))], team, encoding, format_position(scenario, game))
    assert changed | set(UNSHOWN) == set(leaves(scenario.size.game)) and not changed & set(UNSHOWN)


@pytest.mark.parametrize("preset", [*PRESETS, LARGE])
def test_masks_rewards_and_potentials_turn_with_the_board(preset):
    scenario = Scenario.load(preset)
    rng = np.random.default_rng(3)
    made_up = [every_kind(scenario, rng) for _ in range(4)]  # won games among them
    games = np.concatenate([positions(scenario, 3 if preset == LARGE else 12, steps=100), *made_up])
    turned = mirrored(scenario, games)
    rows = np.arange(len(games))
    masks, other = (np.zeros((len(games), scenario.actions), np.int8) for _ in range(2))
    scenario.game.batch.mask_rows(scenario.world, games, rows, masks)
    scenario.game.batch.mask_rows(scenario.world, turned, rows, other)
    running = games["decision"] != OVER
    assert np.array_equal(masks, other) and masks[running].any() and not masks[~running].any()
    batch, weights, some = scenario.game.batch, np.array([0.3, 0.4]), False
    for team in (0, 1):
        here, there = np.full(len(games), team), np.full(len(games), 1 - team)
        one, two = np.zeros(len(games)), np.zeros(len(games))
        batch.potential_rows(scenario.world, games, rows, here, weights, one)
        batch.potential_rows(scenario.world, turned, rows, there, weights, two)
        assert np.array_equal(one, two)
        batch.potential_rows(scenario.world, games, rows, there, weights, two)
        assert np.allclose(one, -two, atol=1e-15)
        some |= bool(one.any())
        won, lost = np.zeros(len(games), np.float32), np.zeros(len(games), np.float32)
        result_rows(games, rows, here, won)
        result_rows(turned, rows, there, lost)
        assert np.array_equal(won, lost) and won.any() and set(won.tolist()) <= {-1.0, 0.0, 1.0}
    assert some


def test_which_marshal_attends_which_figure_shows():
    # Two Marshals in one hex with two jammed figures: only the pairing differs.
    scenario = Scenario.load("capture-the-flag-basic")
    games = np.repeat(positions(scenario, 1, steps=60)[-1:], 2)
    games["marshal"]["hex"][:, :2] = 5
    games["marshal"]["attends"][:, :2] = [[0, STRIDE], [STRIDE, 0]]
    for team in (0, 1):
        for encoding in ENCODINGS:
            one, two = views(scenario, games, team, encoding)
            assert not np.array_equal(one, two)


def test_dice_do_not_show():
    scenario = Scenario.load("capture-the-flag-basic")
    games = positions(scenario, 2, steps=5)
    other = games.copy()
    other["dice"]["seed"] += 1
    other["dice"]["rolled"] += 1
    assert np.array_equal(views(scenario, games, 0), views(scenario, other, 0))


@pytest.mark.parametrize("preset", [*PRESETS, LARGE])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_both_sides_see_the_mirrored_game_alike(preset, encoding):
    scenario = Scenario.load(preset)
    games = positions(scenario, 3 if preset == LARGE else 12, steps=100)
    turned = mirrored(scenario, games)
    assert np.array_equal(mirrored(scenario, turned), games)
    for team in (0, 1):
        assert np.array_equal(views(scenario, games, team, encoding), views(scenario, turned, 1 - team, encoding))


def test_what_red_and_blue_see_of_one_position():
    scenario = Scenario.load("capture-the-flag-basic")
    game = parse_position(
        scenario,
        "turn=3 phase=1 acting=red second=blue score=4,2 used=1,0 to=red:act R1=c3,p1,moved1,used R2=b3 R3=d2,sentry "
        "B1=c7 B2=b6,suppressed M1=c2 M2=c7 flag.red=b1 flag.blue=d7 soft=b4,d4",
    )
    names = scenario.board_map.names
    red, blue = view(scenario, game, 0), view(scenario, game, 1)
    c3 = names.index("c3")
    turned = len(names) - 1 - c3
    assert red[f"own 1 hex {c3}"] == blue[f"enemy 1 hex {turned}"] == 1
    assert red["own 1 points"] == blue["enemy 1 points"] and red["own 1 moved"] == 0.5
    assert red["own 1 from own base"] == blue["enemy 1 from enemy base"] == np.float32(2 / 7)
    assert red["mine"] == blue["theirs"] == red["decision act"] == blue["decision act"] == 1
    assert red["own 3 sentry"] == blue["own 2 suppressed"] == 1
    assert red["own 1 facing x"] == blue["own 1 facing x"] == 1
    assert red[f"hex {names.index('d7')} enemy flag"] == 1
    assert (
        red["own score"] == np.float32(4 / 6)
        and red["own uses left"] == 0.5
        and blue["own uses left"] == np.float32(2 / 6)
    )


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("preset", ["capture-the-flag-basic", "battle-12"])
def test_the_table_is_json_and_numbers_every_entry(preset, encoding):
    scenario = Scenario.load(preset)
    code = Encoding(scenario, encoding)
    table = json.loads(json.dumps(observation_table(scenario, encoding)))
    assert table["version"] == VERSION and table["size"] == code.size and table["scenario"] == preset
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
    page = observation_table(scenario, "planes")
    cells = tuple(np.array(page["cells"]).T)
    for team in (0, 1):
        flat, planes = views(scenario, games, team), views(scenario, games, team, "planes")
        columns = {name: index for index, name in enumerate(column_names(scenario))}
        for entry in page["entries"][6:]:
            seen, name = planes[:, entry["index"]][:, *cells], f"{entry['of']} {entry['name']}".strip()
            if name in columns:
                value = flat[:, columns[name]]
                assert np.array_equal(seen.max(axis=1) + seen.min(axis=1) * (value < 0), value) or entry["low"] < 0
                assert (np.isin(seen, 0) | (seen == value[:, None])).all(), name
            else:
                hexes = [columns[f"hex {index} {name}"] for index in range(26)]
                assert np.array_equal(seen, flat[:, hexes]), name


def test_the_published_table_is_this_one():
    page = (Path(__file__).parents[1] / "docs" / "observation.json").read_text(encoding="utf-8")
    assert json.loads(page) == json.loads(json.dumps(published_table()))
    assert f"version {VERSION}" in (Path(__file__).parents[1] / "docs" / "environments.md").read_text()


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


def test_an_unknown_encoding_is_refused():
    scenario = Scenario.load("capture-the-flag-basic")
    with pytest.raises(ValueError, match="encoding 'pixels': known are vector planes actions entities"):
        Encoding(scenario, "pixels")
    for size in ("5x32", "6x25", "17x128", "16x129"):
        with pytest.raises(ValueError, match=f"'entities:{size}': .*basic takes 6 to 16 figures and 26 to 128 hexes"):
            Encoding(scenario, f"entities:{size}")


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
    with pytest.raises(ValueError, match="the last axes must be"):
        split(code, seen[..., :-1])


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


def test_rows_of_actions_point_to_rows_of_entities():
    scenario = Scenario.load("capture-the-flag")
    rows, table = action_rows(scenario), action_table(6, scenario.board_map.names)
    assert rows.shape == (scenario.actions, 5)
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
