"""Observations, shaping and soundness: in range, named, and the same for both teams on the map turned by half."""

import random
from functools import cache

import numpy as np
import pytest

from beat_to_quarters.definition import BEAT_TO_QUARTERS
from beat_to_quarters.encoding import Encoding
from beat_to_quarters.notation import DECISIONS
from beat_to_quarters.observation import ACTS, BATTLE, BATTLE_ROW, DECIDES, SHIP, SHIP_ROW, STATES, WEATHERS, observe
from beat_to_quarters.reward import potential
from beat_to_quarters.rules.state import GOES_ON, POOR, TURNED, UNPLACED
from beat_to_quarters.scenario import Scenario
from beat_to_quarters.shaping import Shaping
from beat_to_quarters.soundness import sound
from beat_to_quarters.symmetry import turned
from tabletop.game.encodings import split
from tabletop.play.game import Game
from tabletop.show.showing import showing_of
from tests import refuses

# White's ship lies to windward of Black's, which is fouled with its prize.
FIGHT = (
    "turn=3 wind=NW first=white chips=1,2,0 acting=white to=white:pick "
    "W1=1110E,rate:4,fired:port W2=1412E,prize,holder:black,fouled:B2 W3=0505NE,masts:2,hung:port,acted "
    "B1=2009NW,burning,irons B2=1413E,rate:5,fouled:W2,still B3=sunk"
)


@cache
def scenario_of(name):
    return Scenario.load(name)


def games(name, seeds, limit):
    """A game at decisions of random play."""
    for seed in seeds:
        game, rng = Game(scenario_of(name), seed=seed), random.Random(seed)
        for _ in range(limit):
            if game.over:
                break
            yield game
            game.step(rng.choice(game.legal_actions()))


def seen(game, team):
    encoding = Encoding(game.scenario, "vector")
    out = np.full(encoding.shape, 9, np.float32)
    observe(game.scenario.world[0], game.games[0], team, encoding.cells, out)
    parts = split(encoding, out)
    battle = dict(zip((entry.name for entry in BATTLE), parts["battle"].tolist(), strict=True))
    names = [entry.name for entry in SHIP]
    return battle, lambda side, n: dict(zip(names, parts["ships"][side, n - 1].tolist(), strict=True))


@pytest.mark.parametrize(("name", "limit"), [("first-fight", 80), ("line", 120), ("trafalgar", 60)])
def test_numbers_are_in_range_and_the_same_for_both_on_the_turned_map(name, limit):
    encoding = Encoding(scenario_of(name), "vector")
    both = np.zeros((2, *encoding.shape), np.float32)
    other = np.zeros_like(both)
    for game in games(name, range(2), limit):
        world, back = game.scenario.world[0], turned(game.scenario, game.games)
        for team in (0, 1):
            observe(world, game.games[0], team, encoding.cells, both[team])
            observe(world, back[0], 1 - team, encoding.cells, other[team])
        assert (both == other).all() and (both >= encoding.low).all() and (both <= encoding.high).all()
        assert sound(world, game.games[0]) == 0, game.position()


def test_each_number_is_named():
    for preset in BEAT_TO_QUARTERS.presets():
        table = showing_of(BEAT_TO_QUARTERS).observation_table(scenario_of(preset), "vector")
        assert len(table["entries"]) == Encoding(scenario_of(preset), "vector").size
    assert DECISIONS[1:GOES_ON] == DECIDES, "all kinds of decision but those of nobody"
    assert BATTLE_ROW.itemsize == 4 * len(BATTLE) and SHIP_ROW.itemsize == 4 * len(SHIP), "no hidden padding"
    assert (len(STATES), len(ACTS), len(WEATHERS)) == (UNPLACED, TURNED, POOR + 1), "as the record numbers them"
    refuses(ValueError, "encoding 'pictures':", lambda: Encoding(scenario_of("duel"), "pictures"))


def test_the_vector_says_what_is_there():
    game = Game(scenario_of("line"), start=FIGHT)
    battle, ship = seen(game, 1)
    assert battle["other phase"] == battle["other decides"] == battle["other first"] == 1
    assert battle["wind SE"] == 1 and battle["wind NW"] == 0, "as Black sees it"
    assert battle["own chips"] == pytest.approx(2 / 3) and battle["other chips"] == pytest.approx(1 / 3)
    assert battle["lead"] == 0 and battle["own points"] == battle["other points"] == pytest.approx(1 / 3)
    own = ship(0, 2)
    assert own["own"] == own["tied own"] == own["still"] == 1 and own["tied other"] == 0
    assert own["heading W"] == own["attitude A"] == 1 and own["rate"] == pytest.approx(5 / 9)
    assert own["crew"] == pytest.approx(0.25), "average, and lower by one for two rates"
    prize = ship(1, 2)
    assert prize["own"] == prize["state prize"] == 1
    assert ship(0, 1)["burning"] == 1 and ship(0, 1)["attitude D"] == 1
    assert ship(0, 3)["state sunk"] == 1 and ship(0, 3)["column"] == ship(0, 3)["water ahead"] == 0
    assert ship(1, 1)["fired port"] == 1 and ship(1, 3)["acted"] == ship(1, 3)["hung port"] == 1


def test_a_fireship_sails():
    start = "turn=2 wind=W first=black chips=2,1,0 acting=black to=black:turn ship=W1 act=blazes "
    start += "W1=1312E,fireship,holder:black,ablaze:2,steered W2=0505E W3=0510E B1=2020E B2=2520E B3=3020E"
    game = Game(scenario_of("line").with_rules(fireships=True, deployment="corners"), start=start)
    battle, ship = seen(game, 1)
    assert {name for name in battle if battle[name] and name.split()[0] in ("act", "decides")} == {
        "act sails",
        "decides turn",
    }
    assert ship(1, 1)["ablaze"] == pytest.approx(0.5) and ship(1, 1)["state fireship"] == 1


def test_free_water_ends_at_ships_and_edges():
    _, ship = seen(Game(scenario_of("line"), start=FIGHT), 0)
    three = ship(0, 3)
    # From its stern, 0406: 0407, 0308, 0309, 0210, 0211, 0112, 0113, and then the edge.
    assert three["water astern"] == pytest.approx(0.7) and three["water port quarter"] == pytest.approx(0.4)
    assert three["water ahead"] == pytest.approx(0.4) and three["water starboard bow"] == 1, "NE to the edge; E"
    # B2 lies to starboard of the prize W2, along its whole length.
    assert ship(0, 2)["water starboard quarter"] == 0 and ship(1, 2)["water port bow"] == 0


def test_shaping():
    game = Game(scenario_of("line"), start=FIGHT)
    weights = np.array(Shaping(points=1.0, strength=0.0).weights())
    assert potential(game.scenario.world[0], game.games[0], 1, weights) == 0
    weights = np.array(Shaping(points=0.0, strength=1.0).weights())
    # Of six rates each could lose White's have 5 and 6 left, Black's 6 and 4, of three ships of one cost.
    white = potential(game.scenario.world[0], game.games[0], 0, weights)
    assert white == pytest.approx((5 / 6 + 1 - 1 - 4 / 6) / 3)
    assert potential(game.scenario.world[0], game.games[0], 1, weights) == pytest.approx(-white)
    refuses(ValueError, "points", Shaping, points=float("nan"))
    refuses(ValueError, "gamma", Shaping, gamma=0.0)


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [("q", -9, 28), ("masts", 4, 23), ("fouled", 1, 32), ("grappled", 1 << 11, 34), ("loads", 7, 27), ("skill", 5, 21)],
)
def test_what_no_battle_reaches_is_found(field, value, fault):
    game = Game(scenario_of("line"), start=FIGHT)
    game.games["ships"][field][0, 0, 0] = value
    assert sound(game.scenario.world[0], game.games[0]) == fault


def test_two_ships_in_one_hex_are_found():
    game = Game(scenario_of("line"), start=FIGHT)
    ships = game.games["ships"][0]
    ships["q"][0, 2], ships["r"][0, 2] = ships["q"][0, 0], ships["r"][0, 0]
    assert sound(game.scenario.world[0], game.games[0]) == 31
