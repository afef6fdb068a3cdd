"""Do the scripted bots play on a table, alike from both sides, with chances that are the rules' own?"""

import json

import numpy as np
import pytest
from paintball_env.on_table.bots.scripted.choice import choose, worths
from paintball_env.on_table.bots.scripted.memory import MEMORY, start_memory
from paintball_env.on_table.bots.scripted.temperament import TEMPERAMENTS
from paintball_env.on_table.rules.play import begin, legal_actions, step
from paintball_env.on_table.rules.state import ACT, FLAG, NONE, OVER, STRIDE
from paintball_env.on_table.start import start_record

from paintball_env.on_table import cached_chances, chances, position_value, reward
from paintball_env.on_table.bots.scripted.lattice import spot, spot_count
from paintball_env.on_table.rules.ground import standing
from paintball_env.on_table.rules.shape import POINT
from paintball_env.on_table.scenario import Scenario
from tabletop.compiled.compiling import compiled, rule
from tabletop.game.chance import new_chance
from tabletop.game.choices import choose as choose_any
from tabletop.game.open_table import PLACES
from tabletop.game.open_table import place as point_of

BOTS = ("hunter", "sentinel", "raider", "striker")


def small_battle():
    """The battle's hills, trenches and cover with as few figures as in the other presets."""
    data = json.loads(Scenario.load("battle-11-table").to_json())
    data["red"]["figures"] = data["blue"]["figures"] = 6
    return Scenario.from_json(json.dumps(data))


class Played:
    """A game that bots play, or chance (`random`), Red's and Blue's."""

    def __init__(self, scenario, seed):
        self.scenario = Scenario.load(scenario) if isinstance(scenario, str) else scenario
        self.world, self.chance = self.scenario.world[0], new_chance()
        self.games, self.mask = start_record(self.scenario).copy(), np.zeros(self.scenario.actions, np.int8)
        begin(self.world, self.games[0], self.chance[0], np.uint64(seed), self.mask)
        self.keys = np.random.default_rng(seed)

    def over(self):
        return self.games[0]["decision"] == OVER

    def play(self, *bots, decisions=5000):
        for _ in range(decisions):
            if self.over():
                break
            bot, key = bots[self.games[0]["decider"] % len(bots)], self.keys.integers(1 << 60, dtype=np.uint64)
            if bot == "random":
                action = choose_any(self.mask, key)
            else:
                action = choose(self.world, self.games[0], self.mask, TEMPERAMENTS[bot].record()[0], key)
            assert step(self.world, self.games[0], self.chance[0], action, self.mask)

    def positions(self, *bots, every):
        while not self.over():
            yield self.games[0]
            self.play(*bots, decisions=every)


def thoughts(world, game, mask, bot):
    """What a bot thinks of the legal actions of a position."""
    memory, listed = np.empty(1, MEMORY), np.flatnonzero(mask).astype(np.int16)
    memory.view(np.uint8)[:] = 0x5A  # what was written there before doesn't matter
    start_memory(world, game, game["decider"], memory[0])
    out = np.zeros(len(listed))
    worths(world, game, listed, len(listed), TEMPERAMENTS[bot].record()[0], memory[0], out)
    return out


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS)
def test_bots_beat_chance(bot):
    names = [f"{name}-table" for name in ("capture-the-flag", "reverse-flag-basic", "single-flag")]
    won = 0
    for number in range(6 if compiled() else 0):
        game, side = Played(names[number // 2], number), number % 2
        game.play(*((bot, "random") if side == 0 else ("random", bot)))
        won += game.over() and game.games[0]["winner"] == side
    assert won >= 5 or not compiled()


@rule
def differences(world, game, points, known):
    """How many of the lines between two of these points have kept chances that aren't the rules' own."""
    count = 0
    for start in points:
        for goal in points:
            count += cached_chances.puts_out_known(world, game, start, goal, known) != chances.puts_out(
                world, game, start, goal, 0
            )
            count += cached_chances.arrives_known(world, game, start, goal, known) != chances.arrives(
                world, game, start, goal, 0
            )
    return count


def test_kept_chances_are_the_rules_own():
    rng = np.random.default_rng(7)
    looked = 0
    for seed, scenario in enumerate((Scenario.load("capture-the-flag-table"), small_battle()) if compiled() else ()):
        game = Played(scenario, seed)
        length, width = (int(side) // 2 - 12 for side in game.world["board"][["length", "width"]])
        for record in game.positions("raider", "random", every=40):
            figures = [int(place) for place in record["figure"]["hex"].ravel() if place != NONE]
            free = [point_of(*rng.integers((-length, -width), (length, width))) for _ in range(12)]
            points = np.array([*figures, *(standing(game.world, 0, point) for point in free)], np.int64)
            known = np.empty(1, cached_chances.KNOWN)
            cached_chances.know(game.world, record, known[0])
            assert differences(game.world, record, points, known[0]) == 0
            looked += 1
    assert looked > 5 or not compiled()


def turned(scenario, game):
    """The position turned by half, with the teams exchanged; shape (1,)."""
    parts, result = int(scenario.world[0]["board"]["parts"]), np.array([game])
    new = result[0]

    def turn(places):
        part = places // POINT - 1
        there = PLACES - 1 - places % POINT + POINT * np.where(part == NONE, 0, parts - part)
        return np.where(places == NONE, NONE, there)

    def other(ids):
        return np.where(ids == NONE, NONE, ids ^ STRIDE)

    for name in ("acting", "second", "decider"):
        new[name] = 1 - game[name]
    for name in ("actor", "asked", "shot"):
        new[name] = other(game[name])
    for name in ("side", "figure", "losses"):
        new[name] = game[name][::-1]
    new["figure"]["hex"] = turn(new["figure"]["hex"])
    new["figure"]["facing"] = np.where(new["figure"]["hex"] == NONE, 0, (new["figure"]["facing"] + 8) % 16)
    new["marshal"] = game["marshal"][[1, 0, 2, 3]]
    new["flag"] = game["flag"][[0, 1] if scenario.objective == "single" else [1, 0]]
    new["marshal"]["attends"], new["flag"]["carrier"] = other(new["marshal"]["attends"]), other(new["flag"]["carrier"])
    for name in ("marshal", "flag"):
        new[name]["hex"] = turn(new[name]["hex"])
    new["place"], new["goal"], new["stood"] = turn(game["place"]), turn(game["goal"]), turn(game["stood"])
    for name in ("soft", "hard", "cloud"):
        count = int((game[name] != NONE).sum())
        new[name][:count] = turn(game[name][:count])[::-1]
        if name == "hard":
            new["heading"][:count] = game["heading"][:count][::-1]
    return result


def test_both_sides_think_alike():
    kinds, values, weights = set(), np.zeros((2, position_value.COUNT)), np.array([0.3, 0.3])
    names = ("capture-the-flag-table", "reverse-flag-table", "single-flag-basic-table")
    for seed, name in enumerate(names if compiled() else names[:1]):
        game, mask = Played(name, seed), np.zeros(Scenario.load(name).actions, np.int8)
        for record in game.positions("raider", "striker", every=7):
            if record["turn"] > 0 and not compiled():
                break
            there = turned(game.scenario, record)[0]
            legal_actions(game.world, there, mask)
            assert (mask == game.mask).all()
            for bot in BOTS if compiled() else BOTS[:1]:
                assert (thoughts(game.world, record, game.mask, bot) == thoughts(game.world, there, mask, bot)).all()
            position_value.features(game.world, record, 0, values[0])
            position_value.features(game.world, there, 1, values[1])
            assert (values[0] == values[1]).all()
            assert reward.potential(game.world, record, 0, weights) == reward.potential(game.world, there, 1, weights)
            kinds.add(int(record["decision"]))
    assert len(kinds) > 8 or not compiled()


def test_a_carrier_beside_its_base_goes_in():
    for bot in BOTS if compiled() else BOTS[:1]:
        game = Played("capture-the-flag-basic-table-drawn", 3)
        record, world = game.games[0], game.world
        assert record["decision"] == ACT
        team = int(record["decider"])
        x = int(1 - 2 * team) * -255
        record["flag"][1 - team] = (NONE, STRIDE * team)
        record["figure"][team]["hex"][0] = standing(world, team, point_of(x, 33))
        record["figure"][1 - team]["hex"][1:] = NONE
        record["figure"][1 - team]["hex"][0] = standing(world, 1 - team, point_of(-x, 100))
        legal_actions(world, record, game.mask)
        game.play(bot, decisions=12)
        assert game.over() and (record["ending"], record["winner"]) == (FLAG, team), bot


def test_spots_are_few_and_the_same_from_both_sides():
    world = Scenario.load("battle-11-table").world[0]
    count = spot_count(world)
    for x, y in ((600, 400), (-600, 400), (0, 0), (588, -13), (12, 13)):
        here, there = spot(world, point_of(x, y)), spot(world, point_of(-x, -y))
        assert 0 <= here < count and here == count - 1 - there
