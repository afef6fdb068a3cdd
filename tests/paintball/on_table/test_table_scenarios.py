"""Is a scenario's record what its file says and the twin's table, and is what can't be played refused?"""

import random
from typing import Any

import numpy as np
import pytest
from paintball_env.on_table.rules.state import HARD, NONE, OVER, SOFT
from paintball_env.on_table.rules.terrain import BASE, BUNKER, TRENCH
from paintball_env.on_table.start import start_record

from paintball_env.on_table.rules import play
from paintball_env.on_table.rules.ground import has_line, lie_on_each_other, standing
from paintball_env.on_table.scenario import FOLDER, Scenario, presets
from paintball_env.scenario import Scenario as OnHexes
from tabletop.game.chance import new_chance
from tabletop.game.headings import COMPASS
from tabletop.game.open_table import coords
from tabletop.game.open_table import place as point_of
from tests import refuses
from tests.twins.table_reference import Scenario as Twin

HEAD = 'name = "own"\nobjective = "capture"\n'
BATTLES = {"battle-11-table", "battle-22-table"}
TABLES = {
    "works": HEAD
    + """table = [100, 60]
bunkers = [[-10, 20], [0, 20], [20.5, -18.3]]
trenches = [[[-20, 0], [-10, 0], [0.3, 3.1]], [[0, -20], [0, -10], [8, -3.5]], [[30, 20], [30, 9.5]], [[-20, -20]]]
""",
    "hills": HEAD
    + """table = [120, 80]
hills = [
  [[-20, -10], [0, -10], [0, 10], [-20, 10]], [[0, 5], [20, 5], [20, 20], [0, 20]], [[20, 20], [30, 20], [30, 30]],
  [[-40, 20], [-20, 20], [-20, 35], [-40, 35]], [[-25, 30], [-10, 30], [-12, 38], [-20, 39]],
  [[0, -10], [-10, -30], [-20, -10]], [[40, -30], [30, -20], [20, -20], [10, -30], [20, -39], [30, -39]],
]
""",
    "lists": HEAD
    + """flag_at = [[-20, 0], [20, 0]]
marshals_at = [[0, 0], [2.5, -7.5]]
[red]
figures = 2
start = [[-30, 12], [-30, -12.5], [-21, 3], [-29.5, 7]]
near_home = [[-25, 5], [-30, 12]]
[blue]
figures = 2
marshal = false
start = [[30, -12], [30, 12.5], [21, -3], [29.5, -7]]
near_home = [[25, -5]]
[cover]
soft = 1
hard = 1
soft_at = [[10, 10], [-10, -10.1]]
hard_at = [[10, -5, "NE"], [-10, 0, "N"], [-10, 5, "WNW"]]
[rules]
soft_radius = 3
hard_length = 5
""",
}


def scenarios() -> list[Scenario]:
    return [Scenario.load(name) for name in presets()] + [Scenario.parse(text) for text in TABLES.values()]


def millimetres(place: Any) -> tuple[int, int]:
    return round(10 * place[0]), round(10 * place[1])


def twin_of(scenario: Scenario) -> Twin:
    areas = {
        key: tuple([millimetres(place) for place in getattr(team, key)] for team in scenario.teams)
        for key in ("start", "near_home")
        if scenario.red.start is not None
    }
    return Twin(
        table=tuple(10 * length for length in scenario.table),
        bunkers=[millimetres(place) for place in scenario.bunkers],
        trenches=[[millimetres(place) for place in row] for row in scenario.trenches],
        hills=[[millimetres(place) for place in corners] for corners in scenario.hills],
        soft_radius=10 * scenario.rules.soft_radius,
        hard_length=10 * scenario.rules.hard_length,
        soft_at=[millimetres(place) for place in scenario.cover.soft_at],
        hard_at=[(millimetres(piece), piece[2]) for piece in scenario.cover.hard_at],
        objective=scenario.objective,
        team_sizes=(scenario.red.figures, scenario.blue.figures),
        soft_pieces=scenario.cover.soft,
        hard_pieces=scenario.cover.hard,
        start_areas=areas.get("start"),
        near_home=areas.get("near_home"),
    )


def grouping(numbers: Any) -> list[int]:
    """Of each thing the first in its group."""
    numbers = list(numbers)
    return [numbers.index(number) for number in numbers]


@pytest.mark.parametrize("name", presets())
def test_presets_load_and_round_trip(name: str) -> None:
    scenario = Scenario.load(name)
    assert scenario.name == name and scenario.title and scenario.description
    assert scenario.setup == ("drawn" if name.endswith("-drawn") else "players")
    back = Scenario.from_json(scenario.to_json())
    assert back == scenario and back.to_json() == scenario.to_json() and back.digest() == scenario.digest()
    assert start_record(scenario).dtype == scenario.record_type


def test_the_presets_are_those_of_hexes_on_a_table() -> None:
    games = [
        f"{game}{level}" for game in ("capture-the-flag", "reverse-flag", "single-flag") for level in ("", "-basic")
    ]
    assert {path.stem for path in FOLDER.glob("*.toml")} == {f"{game}-table" for game in games} | BATTLES
    for game in games:
        scenario, hexes = Scenario.load(f"{game}-table"), OnHexes.load(game)
        assert (scenario.objective, scenario.cover.soft, scenario.cover.hard) == (
            hexes.objective,
            hexes.cover.soft,
            hexes.cover.hard,
        )
        assert hexes.rules.model_dump().items() <= scenario.rules.model_dump().items()
        assert scenario.actions == 6 * 68 + 248 - (5 if game.startswith("single") else 0)


@pytest.mark.parametrize("scenario", scenarios(), ids=lambda scenario: scenario.name)
def test_the_record_is_the_twins_table(scenario: Scenario) -> None:
    board, twin = scenario.world[0]["board"], twin_of(scenario)
    table = twin.board
    assert (board["length"], board["width"]) == (table.length, table.width)
    assert [coords(place) for place in board["home"]] == table.home
    assert (board["soft_radius"], board["hard_half"]) == (table.soft_radius, table.hard_half)
    parts = int(board["parts"])
    assert [coords(place) for place in board["part"][:parts]] == [middle for middle, _ in table.parts]
    assert board["shelter"][:parts].tolist() == grouping(piece for _, piece in table.parts)
    kinds = {home: BASE for home in table.home} | {millimetres(place): BUNKER for place in scenario.bunkers}
    assert board["terrain"][:parts].tolist() == [kinds.get(middle, TRENCH) for middle, _ in table.parts]
    assert [coords(place) for place in board["spot"][: board["spots"]]] == table.cover_points
    rows = [tuple(map(int, row)) for row in board["row"][: board["rows"]]]
    assert rows == [(*a, *b) for row in table.works for a, b in table._stretches(row)]
    assert board["hills"] == len(table.hills)
    assert grouping(board["group"][: board["hills"]]) == grouping(table.hill)
    for number, corners in enumerate(table.hills):
        hill = board["hill"][number]
        assert list(zip(hill["x"][: len(corners)], hill["y"][: len(corners)], strict=True)) == corners
    assert (board["soft"], board["hard"]) == (twin.soft_total, twin.hard_total)
    listed = [coords(place) for place in board["start"][: board["listed"]]]
    assert listed == twin.listed
    assert board["starts"] == 16 * len(twin.rings) + len(listed)
    for team in (0, 1):
        start = {point for point in twin.start_points(team).values() if table.fits(point, 12)}
        near = set(twin.near_points(team).values())
        assert [coords(place) for place in scenario.start_areas[team]] == sorted(start)
        assert [coords(place) for place in scenario.near_home[team]] == sorted(near)
        if listed:
            assert [point in start for point in listed] == board["may_start"][team][: len(listed)].tolist()
            assert [point in near for point in listed] == board["may_be_near"][team][: len(listed)].tolist()
        assert board["lists_start"][team] == board["lists_near"][team] == bool(listed)
    flags = {"capture": 2, "reverse": 2, "single": 1}[scenario.objective]
    assert board["flag_count"] == flags
    assert board["places"] == 9 * (board["soft"] + parts) + 6 * board["hard"] + flags
    block = 56 + 2 * scenario.figures
    shared = 1 + 2 * scenario.figures + board["places"] + 64 + board["hard"] + board["spots"] + 8 + board["starts"] + 8
    assert scenario.actions == (scenario.figures if scenario.figures <= 11 else 1) * block + shared


def test_what_stands_there_from_the_start() -> None:
    scenario = Scenario.parse(TABLES["lists"])
    game = start_record(scenario)[0]
    soft, hard = [point_of(-100, -101), point_of(100, 100)], [point_of(-100, 0), point_of(-100, 50), point_of(100, -50)]
    headings = [COMPASS.index(name) for name in ("N", "WNW", "NE")]
    assert game["soft"].tolist() == soft + [NONE] * (len(game["soft"]) - 2)
    assert game["hard"].tolist() == hard + [NONE] * (len(game["hard"]) - 3)
    assert game["heading"][:3].tolist() == headings
    assert scenario.placed_cover == dict.fromkeys(soft, SOFT) | {
        place: HARD + heading for place, heading in zip(hard, headings, strict=True)
    }
    assert game["flag"]["hex"].tolist() == [point_of(-200, 0), point_of(200, 0)]
    assert game["marshal"]["hex"].tolist() == [NONE, NONE, point_of(0, 0), point_of(25, -75)]


@pytest.mark.slow  # rules are compiled
@pytest.mark.parametrize("name", ["hills", "battle-11-table"])
def test_hills_bar_the_lines_that_they_bar_for_the_twin(name: str) -> None:
    scenario = Scenario.parse(TABLES[name]) if name in TABLES else Scenario.load(name)
    table, world, lot = twin_of(scenario).board, scenario.world[0], random.Random(1)
    x, y = table.length // 2, table.width // 2
    points = [corner for corners in table.hills for corner in corners]
    points += [(a, b) for a in range(-x, x + 1, 50) for b in range(-y, y + 1, 50)]
    points += [(lot.randint(-x, x), lot.randint(-y, y)) for _ in range(50)]
    seen = set()
    along_edges = [(a, b) for a in points for b in points if a[0] == b[0] == 0 or a[1] == b[1] == 200]
    for a, b in along_edges + [(lot.choice(points), lot.choice(points)) for _ in range(10_000)]:
        near = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= 600**2
        if a != b and near and table.part(a, 0) is None:
            clear = table.clear(a, b)
            assert has_line(world, standing(world, 0, point_of(*a)), standing(world, 1, point_of(*b))) == clear, (a, b)
            seen.add(clear)
    assert seen == {True, False}


@pytest.mark.slow  # rules are compiled
@pytest.mark.parametrize("scenario", scenarios(), ids=lambda scenario: scenario.name)
def test_games_are_played_to_their_end(scenario: Scenario) -> None:
    lot = np.random.default_rng(3)
    game, chance, mask = start_record(scenario).copy(), new_chance(traced=True), np.zeros(scenario.actions, np.int8)
    play.begin(scenario.world[0], game[0], chance[0], np.uint64(7), mask)
    while game[0].decision != OVER:
        assert play.step(scenario.world[0], game[0], chance[0], int(lot.choice(np.flatnonzero(mask))), mask) == 1
    assert game[0].ending


LISTS = "[red]\nfigures = 1\nstart = [[-30, 0]]\n[blue]\nfigures = 1\nstart = [[30, 0]]\n"
BUNKERS = ", ".join(f"[{20 * n}, {20 * m}]" for n in range(-4, 4) for m in range(4))
MANY = ", ".join(f"[{x}, {y}]" for x in range(-33, -15, 3) for y in range(-12, 13, 2))


@pytest.mark.parametrize(
    ("text", "key", "word"),
    [
        # the table
        ('map = "hexon26"', "unknown key", "map"),
        ("table = [81, 30]", "table.0", "multiple"),
        ("table = [80.5, 30]", "table.0", "whole number"),
        ("table = [202, 30]", "table.0", "200"),
        ("table = [80, 8]", "table.1", "10"),
        ("table = [80]", "table", "missing"),
        ("table = [18, 30]", "table", "overlap"),
        ("table = [36, 30]", "table", "meets"),
        # points
        ("bunkers = [[0, 0.25]]", "bunkers.0.1", "one decimal"),
        ("bunkers = [[0, 101]]", "bunkers.0.1", "100"),
        ('bunkers = [["a", 0]]', "bunkers.0.0", "'a'"),
        ("marshals_at = [[0, 15.1]]", "marshals_at", "0.0:15.1 isn't on the table"),
        ("marshals_at = [[0, 0], [1, 1], [2, 2]]", "marshals_at", "at most 2"),
        ("flag_at = [[0, 16], [0, 0]]", "flag_at", "isn't on the table"),
        ("flag_at = [[0, 0]]", "flag_at", "takes 2 points, not 1"),
        ("flag_at = [[-33, 0], [0, 0]]", "flag_at", "-33.0:0.0 is in a base"),
        # works
        ("bunkers = [[0, 10.1]]", "bunkers", "0.0:10.1 doesn't lie wholly on the table"),
        ("bunkers = [[0, 0], [9.9, 0]]", "bunkers", "the bunker at 9.9:0.0 and the bunker at 0.0:0.0 overlap"),
        ("bunkers = [[-25.1, 0]]", "bunkers", "the base at -35.0:0.0 overlap"),
        ("trenches = [[]]", "trenches.0", "1 or more"),
        ("trenches = [[[0, 0], [9.9, 0]]]", "trenches", "10 to 11 cm apart"),
        ("trenches = [[[0, 0], [11.1, 0]]]", "trenches", "10 to 11 cm apart"),
        ("trenches = [[[0, 0], [10, 0], [5, 8.7], [0, 0]]]", "trenches", "less than 10 cm apart"),
        ("trenches = [[[0, 0], [10, 0]], [[5, 6]]]", "trenches", "less than 10 cm apart"),
        ("bunkers = [[5, 9.9]]\ntrenches = [[[0, 0], [10, 0]]]", "trenches", "the bunker at 5.0:9.9 overlap"),
        (
            f"table = [200, 200]\nbunkers = [{BUNKERS}]",
            "trenches",
            "34 parts of works",
        ),
        # hills
        ("hills = [[[0, 0], [10, 0]]]", "hills.0", "3 or more"),
        ("hills = [[[0, 0], [10, 0], [20, 0]]]", "hills.0", "convex"),
        ("hills = [[[0, 0], [10, 0], [0, 10], [0, 0]]]", "hills.0", "convex"),
        ("hills = [[[0, 0], [10, 10], [10, 0], [0, 10]]]", "hills.0", "convex"),
        ("hills = [[[0, 0], [10, 0], [2, 2], [0, 10]]]", "hills.0", "convex"),
        ("hills = [[[0, 0], [10, 0], [0, 16]]]", "hills.0", "isn't on the table"),
        ("hills = [[[-30.1, 0], [0, 1], [0, 10]]]", "hills.0", "overlaps the base"),
        ("bunkers = [[0, 0]]\nhills = [[[-20, -10], [20, -10], [0, 15]]]", "hills.0", "overlaps the bunker at 0.0:0.0"),
        # start areas
        (LISTS.replace("-30, 0", "-30, 14"), "red.start", "at -30.0:14.0 no base fits"),
        (LISTS.replace("[-30, 0]", "[-30, 0], [-30, 0]"), "red.start", "-30.0:0.0 is listed twice"),
        (LISTS.replace("[-30, 0]", "[31, 0]"), "red.start", "31.0:0.0 is in the enemy's base"),
        (LISTS.replace("[-30, 0]", "[29, 2]"), "red.start", "29.0:2.0 meets 30.0:0.0"),
        ("[blue]\nfigures = 1\nstart = [[-26.5, 8.5]]", "blue.start", "meets -26.5:8.5"),
        (LISTS.replace("[[-30, 0]]", "[]"), "red.start", "room for 0 figures"),
        (LISTS + "near_home = []", "blue.near_home", "no point"),
        (LISTS + "near_home = [[30.1, 0.5]]", "blue.near_home", "30.1:0.5 is in a base"),
        (LISTS + "near_home = [[0, 20]]", "blue.near_home", "isn't on the table"),
        (LISTS.replace("figures = 1\nstart = [[3", "figures = 3\nstart = [[31, 0], [3"), "blue.start", "not for 3"),
        (LISTS.replace("figures = 1\nstart = [[3", "figures = 2\nstart = [[20, 2], [2"), "blue.start", "not for 2"),
        (
            LISTS.replace("[[-30", "[[-20").replace("[[30", "[[20") + "[cover]\nhard = 1",
            "red.start",
            "room for 0 figures",
        ),
        (LISTS.replace("[[-30", "[[-20") + '[cover]\nhard_at = [[-20, 2, "N"]]', "red.start", "room for 0 figures"),
        ("[rules]\nown_base_closed = true", "rules.own_base_closed", "own base"),
        (LISTS.replace("[-30, 0]", MANY), "start and near_home", "at most 64"),
        ("[red]\nfigures = 23", "red.figures", "22"),
        # cover
        ("[cover]\nsoft_at = [[0, 11.1]]", "cover.soft_at", "0.0:11.1 doesn't lie wholly on the table"),
        ("[cover]\nsoft_at = [[-26.1, 0]]", "cover.soft_at", "-26.1:0.0 overlaps works"),
        ("[cover]\nsoft_at = [[0, 0], [7.9, 0]]", "cover.soft_at", "7.9:0.0 overlaps the one at 0.0:0.0"),
        ('[cover]\nhard_at = [[0, 10.1, "N"]]', "cover.hard_at", "doesn't lie wholly on the table"),
        ('[cover]\nhard_at = [[-25.1, 0, "E"]]', "cover.hard_at", "overlaps works"),
        ('[cover]\nhard_at = [[0, 0, "E"], [9.9, 0, "E"]]', "cover.hard_at", "overlaps the one"),
        ('[cover]\nhard_at = [[0, 0, "E"], [0, 0, "N"]]', "cover.hard_at", "overlaps the one"),
        ('[cover]\nsoft_at = [[8.9, 0]]\nhard_at = [[0, 0, "E"]]', "cover.hard_at", "overlaps the one at 8.9:0.0"),
        ('[cover]\nhard_at = [[0, 0, "W"]]', "cover.hard_at.0.2", "'W'"),
        ("[cover]\nsoft = 17", "cover", "34 pieces of soft cover, at most 32"),
        ("[cover]\nhard = 9", "cover", "18 pieces of hard cover, at most 16"),
        ("[cover]\nsoft = 8\nhard = 2", "cover", "19 points for soft cover, of which the other 19 pieces"),
        ("[cover]\nsoft = 5\nhard = 1\n[rules]\nhard_length = 30", "cover", "points for hard cover"),
        ("[rules]\nsoft_radius = 11", "rules.soft_radius", "10"),
        ("[rules]\nhard_length = 31", "rules.hard_length", "30"),
        # what is alike on hexes
        ("[rules]\nworks_all = 2", "rules.works_all", "2"),
        ('setup = "fixed"\nstart = "turn=1"\nmarshals_at = [[0, 0]]', "marshals_at", "leave marshals_at out"),
    ],
)
def test_what_cannot_be_played_is_refused(text: str, key: str, word: str) -> None:
    assert refuses(ValueError, word, Scenario.parse, HEAD + text).startswith(f"scenario: {key}")


def test_own_bases_are_closed_where_flags_are_carried() -> None:
    text = HEAD.replace("capture", "reverse") + LISTS.replace("-30, 0", "-31, 3")
    refuses(ValueError, r"red\.start: -31\.0:3\.0 is in the own base", Scenario.parse, text)


def test_what_may_touch() -> None:
    text = """bunkers = [[-25, 0], [-15, 0]]
trenches = [[[10, 0], [21, 0]], [[10, -10]]]
hills = [[[-10, -5], [-10, 15], [0, 15]]]
[cover]
soft_at = [[-2, -11], [-10, -11]]
hard_at = [[-2, -2, "N"], [5, -10, "N"], [7, 5, "E"]]
"""
    scenario = Scenario.parse(HEAD + text)
    assert len(scenario.placed_cover) == 5
    assert scenario.with_rules(hard_length=4).placed_cover == scenario.placed_cover


def test_nothing_is_drawn_by_lot_of_such_names() -> None:
    refuses(ValueError, "no scenario 'variety-1-01'", Scenario.load, "variety-1-01")


@pytest.mark.parametrize(
    ("line", "seam", "lie"),
    [
        ((0, 0, 10, 0), (5, 0, 15, 0), True),
        ((0, 0, 10, 0), (10, 0, 15, 0), False),
        ((0, 0, 10, 0), (0, 0, -5, 0), False),
        ((0, 0, 1, 0), (-5, 0, 5, 0), True),
        ((0, 0, 10, 0), (5, 1, 15, 0), False),
        ((0, 0, 10, 0), (5, 0, 15, 1), False),
    ],
)
def test_sh_los3_stretches_lie_on_each_other_with_more_than_a_point(line, seam, lie):
    assert lie_on_each_other(*line, seam) == lie
