"""Does an observation hold all that a player may know, in the ranges it promises, alike for both sides?"""

from functools import cache

import numpy as np
import pytest

from paintball_env.game import Game
from paintball_env.notation import format_position, parse_position
from paintball_env.observation import ENCODINGS, Encoding
from paintball_env.page_words import question
from paintball_env.rules.figures import left_to_use
from paintball_env.rules.state import NONE, OVER, STRIDE
from paintball_env.scenario import Scenario
from paintball_env.start import start_record
from tabletop.env.batch.opponents import NO_CELLS
from tabletop.game.chance import new_chance
from tabletop.game.choices import result_rows
from tests.paintball.kinds import possible_kinds
from tests.paintball.positions import random_position
from tests.paintball.symmetry import turned

PRESETS = ["capture-the-flag-basic", "capture-the-flag", "reverse-flag", "single-flag"]
# Encodings that hold every field in a way of their own; `actions` has the whole vector in it.
WHOLE = ("vector", "planes", "entities")
LARGE = "battle-12"  # of the larger records; its positions cost more, so there are fewer
NUMBERS = 500_000  # looked at together: they fit the processor's cache
HIGHEST = {"turn": 30, "phase": 2, "count": 4, "kind": 6, "score": 6, "facing": 5, "points": 3, "moved": 2, "gun": 2}
scenario_of, encoding_of = cache(Scenario.load), cache(Encoding)


def column_names(scenario, encoding="vector"):
    """Each number, or each plane: "own 3 points", "enemy 2 hex 14", "hex 5 smoke"; "smoke"; "action 7 hits"."""
    return [f"{owner} {entry.name}".strip() for owner, entry in Encoding(scenario, encoding).entries]


def positions(scenario, games, steps=200, seed=5):
    """Positions on the way through random games, one array."""
    count = games
    rows, sides = np.arange(count), np.full(count, NONE)
    records = np.zeros(count, scenario.size.game)
    seeds, counters = np.arange(seed, seed + count).astype(np.uint64), np.zeros(count, np.uint64)
    masks, lengths = np.zeros((count, scenario.actions), np.int8), np.zeros(count, np.int64)
    chances = new_chance()
    scenario.game.batch.begin_rows(scenario.world, chances, records, rows, start_record(scenario), seeds, masks)
    reached = [records.copy()]
    for _ in range(steps):
        nothing = np.zeros((count, 0), np.float32)
        deciding = (sides, seeds, counters, masks)
        scenario.game.batch.play_rows(scenario.world, chances, records, rows, deciding, NO_CELLS, nothing, 3, lengths)
        reached.append(records.copy())
    return np.concatenate(reached)


def views(scenario, games, team, encoding="vector", room=None):
    """What a team sees of each game, written to `room`, float32 [at least k, D], where that is given."""
    code = encoding_of(scenario, encoding)
    out = np.full((len(games), code.size), np.nan, np.float32) if room is None else room[: len(games)]
    rows, sides = np.arange(len(games)), np.full(len(games), team)
    scenario.game.batch.observe_rows(scenario.world, games, rows, sides, code.cells, out)
    return out.reshape(len(games), *code.shape)


def view(scenario, game, team):
    return dict(zip(column_names(scenario), views(scenario, game, team)[0].tolist(), strict=True))


@cache
def played_and_made_up(preset):
    """Positions of 20 games, those of each step together, and of every kind."""
    scenario = scenario_of(preset)
    count = 4 if preset == LARGE else 20
    return positions(scenario, count).reshape(-1, count), every_kind(scenario, np.random.default_rng(4))


@pytest.mark.parametrize("preset", [*PRESETS, LARGE])
@pytest.mark.parametrize("encoding", ["vector", "actions", "entities"])
@pytest.mark.slow
def test_every_number_is_in_its_range_and_has_a_name_of_its_own(preset, encoding):
    scenario = scenario_of(preset)
    played, made_up = played_and_made_up(preset)
    games = np.concatenate([played[: 201 if encoding == "vector" else 61].ravel(), made_up])
    code = Encoding(scenario, encoding)
    names = column_names(scenario, encoding)
    assert len(set(names)) == len(names) == code.size == code.shape[0]
    for team in (0, 1):
        seen = views(scenario, games, team, encoding)
        assert seen.dtype == np.float32
        for row, column in np.argwhere(~((seen >= code.low) & (seen <= code.high))):  # those that are no numbers, too
            pytest.fail(f"{names[column]} = {seen[row, column]}: {format_position(scenario, games[row])}")


@cache
def played_with_texts(preset):
    scenario = scenario_of(preset)
    games = positions(scenario, 15, steps=120)
    return games, [format_position(scenario, game) for game in games]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("encoding", WHOLE)
def test_two_positions_look_alike_exactly_when_their_texts_do(preset, encoding):
    scenario = scenario_of(preset)
    games, texts = played_with_texts(preset)
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
    """Copies of a position with one public field changed, by path; at most so many values a field."""
    hexes, figures = len(scenario.board_map.names), scenario.figures
    ids = [STRIDE * team + number for team in (0, 1) for number in range(figures)]
    rules, base = scenario.rules, np.array([game])

    def varied(path, choices, *index):
        first, *inner = path.split(".")

        def field(games):
            value = games[first][:, *index]
            return value[inner[0]] if inner else value

        now = field(base)[0]
        chosen = [value for value in rng.permutation(choices) if value != now][:values]
        copies = np.repeat(base, len(chosen))
        field(copies)[:] = chosen
        yield path, copies

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
                    yield from varied(f"figure.{name}", range(lowest, highest.get(name, 1) + 1), team, number)
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
    made = []
    for kind in possible_kinds(scenario):
        for decider in (0, 1):
            if kind != OVER:
                made.append(random_position(scenario, kind, decider, rng))
            else:
                made += [random_position(scenario, kind, winner, rng) for winner in (decider, NONE)]
    games = np.concatenate(made)
    for name in ("smoke", "paint"):  # text can say more grenades than a team can ever have
        games["figure"][name] = np.minimum(games["figure"][name], 3)
    return games


def alike(scenario, games, team, encoding):
    """Which games but the first look as the first one does."""
    unchanged, same = views(scenario, games[:1], team, encoding), []
    few = max(1, NUMBERS // unchanged.size)
    room = np.zeros((few, unchanged.size), np.float32)
    for begin in range(1, len(games), few):
        seen = views(scenario, games[begin : begin + few], team, encoding, room)
        same.append((seen == unchanged).reshape(len(seen), -1).all(axis=1))
    return np.concatenate(same)


@pytest.mark.parametrize("preset", [*PRESETS, LARGE])
@pytest.mark.slow
def test_changing_any_public_field_shows(preset):
    scenario = scenario_of(preset)
    rng = np.random.default_rng(1)
    played = positions(scenario, 8, steps=60)
    chosen = [*played[:8:2], *played[rng.permutation(len(played))[:4]]]  # the first ones are of the set-up
    if preset == LARGE:
        chosen = chosen[:3]
    assert min(game["turn"] for game in chosen) == 0
    changed = set()
    made = every_kind(scenario, rng)
    if preset == LARGE:
        made = made[np.isin(np.arange(len(made)) % 4, (0, 3))]  # each kind for one team, the teams in turn
    for game in [*chosen, *made]:
        copies = list(changes(scenario, game, rng, 1 if preset == LARGE else 3))
        names = [name for name, some in copies for _ in some]
        changed |= set(names)
        # Joined as bytes: NumPy would compare the records' types once a field.
        copies = np.frombuffer(b"".join([game.tobytes(), *(some.tobytes() for _, some in copies)]), game.dtype)
        for team in (0, 1):
            for encoding in WHOLE:
                same = alike(scenario, copies, team, encoding)
                assert not same.any(), (names[int(np.argmax(same))], team, encoding, format_position(scenario, game))
    assert changed | set(UNSHOWN) == set(leaves(scenario.size.game)) and not changed & set(UNSHOWN)


@pytest.mark.parametrize("preset", [*PRESETS, LARGE])
@pytest.mark.slow
def test_masks_rewards_and_potentials_turn_with_the_board(preset):
    scenario = scenario_of(preset)
    rng = np.random.default_rng(3)
    made_up = [every_kind(scenario, rng) for _ in range(4)]  # won games among them
    games = np.concatenate([positions(scenario, 3 if preset == LARGE else 12, steps=100), *made_up])
    other_end = turned(scenario, games)
    rows = np.arange(len(games))
    masks, other = (
        np.array([Game.of_record(scenario, records[row : row + 1]).legal_mask() for row in rows])
        for records in (games, other_end)
    )
    running = games["decision"] != OVER
    assert np.array_equal(masks, other) and masks[running].any() and not masks[~running].any()
    batch, weights, some = scenario.game.batch, np.array([0.3, 0.4]), False
    for team in (0, 1):
        here, there = np.full(len(games), team), np.full(len(games), 1 - team)
        one, two = np.zeros(len(games)), np.zeros(len(games))
        batch.potential_rows(scenario.world, games, rows, here, weights, one)
        batch.potential_rows(scenario.world, other_end, rows, there, weights, two)
        assert np.array_equal(one, two)
        batch.potential_rows(scenario.world, games, rows, there, weights, two)
        assert np.allclose(one, -two, atol=1e-15)
        some |= bool(one.any())
        won, lost = np.zeros(len(games), np.float32), np.zeros(len(games), np.float32)
        result_rows(games, rows, here, won)
        result_rows(other_end, rows, there, lost)
        assert np.array_equal(won, lost) and won.any() and set(won.tolist()) <= {-1.0, 0.0, 1.0}
    assert some


def test_which_marshal_attends_which_figure_shows():
    # Two Marshals in one hex with two jammed figures: only the pairing differs.
    scenario = scenario_of("capture-the-flag-basic")
    games = np.repeat(positions(scenario, 1, steps=60)[-1:], 2)
    games["marshal"]["hex"][:, :2] = 5
    games["marshal"]["attends"][:, :2] = [[0, STRIDE], [STRIDE, 0]]
    for team in (0, 1):
        for encoding in ENCODINGS:
            one, two = views(scenario, games, team, encoding)
            assert not np.array_equal(one, two)


@pytest.mark.parametrize("preset", [*PRESETS, LARGE])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_both_sides_see_the_mirrored_game_alike(preset, encoding):
    scenario = scenario_of(preset)
    games = positions(scenario, 3 if preset == LARGE else 12, steps=100)
    other_end = turned(scenario, games)
    assert np.array_equal(turned(scenario, other_end), games)
    for team in (0, 1):
        assert np.array_equal(views(scenario, games, team, encoding), views(scenario, other_end, 1 - team, encoding))


def test_what_red_and_blue_see_of_one_position():
    scenario = scenario_of("capture-the-flag-basic")
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


def test_in_turn_1_all_figures_may_be_used():
    """TU4: there is no command score then."""
    scenario = scenario_of("capture-the-flag-basic")
    figures = "R1=c3 R2=c2,p1,moved1,used B1=c7 flag.red=b1 flag.blue=d7"
    game = parse_position(scenario, f"turn=1 phase=1 acting=red second=blue used=1,0 to=red:act {figures}")
    for team, (own, enemy) in enumerate(((5, 6), (6, 5))):
        seen = view(scenario, game, team)
        assert seen["own uses left"] == np.float32(own / 6) and seen["enemy uses left"] == np.float32(enemy / 6)


def test_how_many_may_still_be_used_is_told_as_the_rules_count_them():
    """TU1: in an observation and in the question of a page."""
    scenario = scenario_of("capture-the-flag-basic")
    head = "turn=2 phase=1 acting=red second=blue used=1,0 to=red:act"
    figures = "R1=c3,p1,moved1,used R2=c2 R3=d2 R4=b3 B1=c7 B2=c6 B3=d5 flag.red=b1 flag.blue=d7"
    for score in range(2, 7):
        game = Game(scenario, start=f"{head} score={score},1 {figures}")
        left = [int(left_to_use(game.record, team)) for team in (0, 1)]
        seen = view(scenario, game.games, 0)
        assert seen["own uses left"] == np.float32(left[0] / 6) and seen["enemy uses left"] == np.float32(left[1] / 6)
        words = "" if left[0] >= 3 else f"{left[0] or 'No further'} figure"
        assert question(game).startswith(f"What next? {words}" if words else "What next?"), score
