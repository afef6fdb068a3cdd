"""Is a game what its tables say: records, texts, observations, reasons, events, boards, and faults of the tables?"""

import pickle
import random

import numpy as np
import pytest

from tabletop.front.verify import check_plain, work
from tabletop.front.verify.plan import Unit
from tabletop.game.declared import Argument, DeclaredGame, Field, Kind, Switch
from tabletop.game.header import NONE
from tabletop.play.game import Game
from tabletop.play.odds import outcomes
from tabletop.show.numbers import observation_table
from tests import refuses
from tests.any_game.pig import PIG
from tests.game.toy_declared import ROW
from tests.game.toy_urn import MARBLES

PLACE = "tests.game.toy_declared:ROW"
TEXT = "turn=4 to=blue:move-a-piece weather=storm piece=2,1,6,4 last=0 mover=red"


@pytest.mark.parametrize("preset", ["row", "long-row"])
@pytest.mark.slow
def test_it_has_no_fault_in_plain_python_nor_compiled(preset):
    assert check_plain.look(PLACE, preset, 1, 80)["fault"] == ""
    for unit in (Unit("sound", preset, 0, 1, 2000), Unit("states", preset, 0, 2, 40), Unit("text", preset, 0, 3, 3)):
        entry = work.run(PLACE, unit)
        assert entry["decisions"] and not entry.get("fault"), entry


def test_a_position_is_its_fields():
    scenario = ROW.load("row")
    games = ROW.parse_position(scenario, TEXT)
    game = games[0]
    assert ROW.format_position(scenario, games) == TEXT
    assert game["piece"].tolist() == [[2, 1], [6, 4]] and (game["last"], game["mover"], game["weather"]) == (0, 0, 1)
    start = ROW.start_record(scenario)[0]
    assert (start["piece"] == NONE).all() and start["last"] == start["mover"] == NONE and start["weather"] == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("turn=4", "turn=31", "turn=31: a number from 0 to 30"),
        ("weather=storm", "weather=rain", "weather=rain: known are calm, storm"),
        ("piece=2,1,6,4", "piece=2,1,6", "piece=2,1,6: 4 numbers, with commas between them"),
        ("piece=2,1,6,4", "piece=2,1,6,12", "piece=12: a number from -1 to 6"),
        ("piece=2,1,6,4", "piece=6,1,6,4", "who has arrived has won"),
        ("mover=red", "mover=green", "mover=green: known are red, blue, nobody"),
        ("to=blue:move-a-piece ", "", "who decides (to=), or how the game has ended (over=), is missing"),
        (TEXT, "turn=0 weather=storm", "turn=0: the game hasn't begun, so nothing has happened yet"),
    ],
)
def test_what_no_game_reaches_is_refused(old, new, said):
    with pytest.raises(ValueError) as refused:
        ROW.parse_position(ROW.load("row"), TEXT.replace(old, new))
    assert str(refused.value) == said


def test_actions_are_named_and_refused_in_words():
    game = Game(ROW.load("row"), start=TEXT)
    assert game.legal_actions()[:2] == ["B1 step", "B1 leap p5"] and game.table.size == 2 * 8 + 3
    words = {
        "B1 leap p1": "p1 is too far for B1",
        "B2 leap p6": "p6 isn't ahead of B2",
        "go": "this is no answer to what is asked: move a piece",
        "wait": "to wait is for the team that doesn't decide",
    }
    for action, said in words.items():
        assert ROW.why_not(game.scenario, game.games, game.table.index(action, 1)) == said
    stuck = Game(ROW.load("row"), start=TEXT.replace("mover=red", "mover=blue"))
    assert ROW.why_not(stuck.scenario, stuck.games, stuck.table.index("B1 step", 1)) == "B1 has moved, and it storms"


def test_a_policy_sees_the_fields_as_its_own_side_does():
    scenario = ROW.load("row")
    games, encoding = ROW.parse_position(scenario, TEXT), ROW.encoding(scenario, "vector")
    seen = {}
    for team in (0, 1):
        out = np.full((1, encoding.size), np.nan, np.float32)
        ROW.batch.observe_rows(scenario.world, games, np.zeros(1, np.int64), np.array([team]), encoding.cells, out)
        assert ((encoding.low <= out) & (out <= encoding.high)).all()
        seen[team] = dict(zip([entry.name for _, entry in encoding.entries], out[0].tolist(), strict=True))
    own, other = seen[1], seen[0]
    assert own["decides move a piece"] == 1 and own["other decides"] == 0 and other["other decides"] == 1
    assert (own["weather calm"], own["weather storm"]) == (0, 1) and own["turns left"] == pytest.approx(1 - 4 / 30)
    assert (own["own piece 1"], own["own piece 2"], other["other piece 1"]) == (0, pytest.approx(1 / 3), 1)
    assert (own["own mover"], own["other mover"], other["own mover"]) == (0, 1, 1) and "last" not in own
    table = observation_table(scenario, "vector")["entries"]
    assert {entry["name"]: entry["low"] for entry in table}["own piece 2"] == -1 and table[0]["meaning"]


def test_scenarios_are_values_of_switches():
    scenario = ROW.load("long-row")
    assert (scenario.places, scenario.title, scenario.actions) == (12, "A long row", 2 * 13 + 3)
    assert scenario.world["board"]["slippery"].sum() == 0 < ROW.load("row").world["board"]["slippery"].sum()
    assert ROW.from_json(scenario.to_json()) == scenario == pickle.loads(pickle.dumps(scenario))
    assert ROW.with_rules(scenario, {"title": "other"}).digest() == scenario.digest() != ROW.load("row").digest()
    refuses(ValueError, "row: places: 4 is not 5 or more", ROW.with_rules, ROW.load("row"), {"places": 4})


def test_its_own_events_and_subjects_have_names():
    for seed in range(20):
        game, rng = Game(ROW.load("row"), seed=seed), random.Random(seed)
        while not game.over:
            game.step(rng.choice(game.legal_indices()))
            if fell := [event for event in game.events if event.kind == "fell"]:
                assert fell[0].who in ("R1", "R2", "B1", "B2") and game.draws[0].subject == fell[0].who
                return
    raise AssertionError("nobody fell")


NORTH = {"where": (("a", "b", "c"), ("a", "b"))}
SIZES = (Switch("size", 3, 1, 4),)


def _named(tables, switches=MARBLES.switches):
    """The names of the actions of a game with these tables."""
    game = DeclaredGame("other", "tests.game.toy_urn", **MARBLES.tables | tables | {"switches": switches})
    return game.action_names(game.load(game.presets()[0]))


def other(**tables):
    return lambda: DeclaredGame("other", __name__, **PIG.tables | tables)


POT = Field("pot", 9)


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({"fields": [POT, POT]}, "field pot: it is there already"),
        ({"fields": [Field("turn")]}, "field turn: it is there already"),
        ({"fields": [Field("pot", "gaol")]}, "field pot: gaol is no switch"),
        ({"fields": [Field("pot", 9, share="gaol")]}, "field pot: gaol is no switch"),
        ({"fields": [Field("pot", 9, low=10)]}, "field pot: 10 to 9, at the beginning 0, can't be"),
        ({"fields": [Field("pot", 9, names=("a", "b"))]}, "field pot: of 2 names the values are 0 to 1"),
        ({"fields": [Field("pot", team=True, each=True)]}, "field pot: a team is 0 or 1, or NONE, and one number"),
        ({"lead": "pot"}, "lead: pot is no field with one number of each team"),
        ({"turns": "goals"}, "turns: goals is no switch"),
        ({"switches": [Switch("goal", 5, 6, 9), Switch("turns", 1, 1, 9)]}, "switch goal: 6 to 9, usually 5, can't be"),
        ({"switches": [*PIG.switches, Switch("world", 1, 1, 9)]}, "switch world: scenarios have this already"),
    ],
)
def test_faults_of_tables_are_told(tables, said):
    refuses(
        ValueError,
        f"the game other: .*{said}".replace("(", r"\("),
        other(lead="", **tables) if "fields" in tables else other(**tables),
    )


def test_what_is_no_part_of_a_game_is_refused():
    refuses(TypeError, "^DeclaredGame: colour is no part of a game", other(colour="red"))


def test_a_games_attributes_are_keywords():
    assert PIG.tables.keys() >= {"fields", "options", "agents"} and other(record_suffix=".pg")().record_suffix == ".pg"


def test_a_game_from_tables_draws_from_urns_and_needs_no_symmetry():
    game = Game(MARBLES.load("marbles"), seed=1)
    assert sorted(str(each.probability) for each in outcomes(game, "one")) == ["1/4", "3/4"]
    game.step("one", results=[2])
    assert game.over and str(game.draws[0].result) == "2"
    assert MARBLES.turned(game.scenario, game.games) is None


@pytest.mark.parametrize(
    ("change", "kind", "word"),
    [
        ({"endings": ()}, ValueError, "endings"),
        ({"fields": (Field("over"),)}, ValueError, "field over"),
        ({"kinds": (Kind("one", actor=True), Kind("two"))}, TypeError, "actors"),
        (
            {"arguments": {"where": Argument("count")}, "kinds": (Kind("one", "where"), Kind("two"))},
            ValueError,
            "named count",
        ),
    ],
)
def test_tables_that_would_break_are_refused(change, kind, word):
    refuses(kind, word, lambda: DeclaredGame("other", "tests.game.toy_urn", **MARBLES.tables | change))


@pytest.mark.parametrize("names", [NORTH, lambda scenario: NORTH], ids=["in a table", "of a function"])
def test_too_few_names_are_refused_where_they_are_declared(names):
    tables = {"arguments": {"where": Argument(3)}, "kinds": (Kind("one", "where"), Kind("two")), "names": names}
    said = "names: where has 2 names of team 1, and 3 numbers"
    refuses(ValueError, said, lambda: _named(tables))


def test_too_few_names_for_a_switch_at_its_most_are_refused():
    few = {"size": [["a"] * 3, ["a"] * 3]}
    tables = {"arguments": {"size": Argument("size")}, "kinds": (Kind("one", "size"), Kind("two")), "names": few}
    refuses(ValueError, "names: size has 3 names of team 0, and 4 numbers", lambda: _named(tables, SIZES))
    assert len(_named(tables | {"names": {"size": [["a", "b", "c", "d"]] * 2}}, SIZES)) == 5


def test_the_names_of_actions_are_made_once_a_scenario():
    scenario = ROW.load("row")
    assert ROW.action_names(scenario) is ROW.action_names(scenario)
    assert ROW.action_names(scenario) is not ROW.action_names(ROW.load("long-row"))


def test_numbers_below_zero_are_read_again_and_a_place_may_begin_anywhere():
    fields = (Field("balance", 5, low=-100_000), Field("ball", place=25, usual=12))
    game = DeclaredGame("other", "tests.game.toy_urn", **MARBLES.tables | {"fields": (*MARBLES.fields, *fields)})
    scenario = game.load("other") if "other" in game.presets() else game.load(game.presets()[0])
    games = game.start_record(scenario)
    assert games["balance"][0] == 0 and games["ball"][0] == 12
    games["turn"], games["decision"], games["decider"], games["balance"] = 1, 1, 0, -12_345
    text = game.format_position(scenario, games)
    assert game.parse_position(scenario, text).tobytes() == games.tobytes()
