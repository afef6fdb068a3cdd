"""Are the tables of a board the exact truth of its map?"""

import itertools
import json
import time
from typing import Any

import numpy as np
import pytest

from paintball_env.rules.board import HEXON26, BoardMap, build_board, parse_map
from paintball_env.rules.state import LARGE, NONE, SMALL
from paintball_env.rules.terrain import BASE, BUNKER, HILL, OPEN, TRENCH
from tabletop.game import hexes
from tabletop.game.hex_grid import DIRECTIONS
from tabletop.game.hexes import grid_distance, hex_index
from tests import ROOT, refuses

TRUTH = json.loads((ROOT / "tests" / "data" / "hexon26.json").read_text(encoding="utf-8"))
NAMES = TRUTH["names"]
STANDARD = parse_map(HEXON26)
NOWHERE: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


def tables(board_map: BoardMap, size: Any = SMALL) -> Any:
    return build_board(board_map, size, NOWHERE, NOWHERE)[0]


def small(text: str) -> tuple[Any, Any]:
    """Tables of a hand-drawn map, and a function that gives the index of a hex by name."""
    board_map = parse_map(text)
    return tables(board_map), lambda name: hex_index(board_map, name)


def lines(text: str, *pairs: str) -> list[int]:
    """`line` of each pair "a1-a4", which is the same both ways."""
    board, at = small(text)
    given = []
    for pair in pairs:
        first, second = (at(name) for name in pair.split("-"))
        assert board["line"][first, second] == board["line"][second, first]
        given.append(int(board["line"][first, second]))
    return given


# The standard board (BO2).


def test_names_coordinates_homes_and_half_turn() -> None:
    assert list(STANDARD.names) == NAMES
    q, r = STANDARD.coords[NAMES.index("c1")]
    assert {name: [a - q, b - r] for name, (a, b) in zip(NAMES, STANDARD.coords, strict=True)} == TRUTH["coords"]
    assert [NAMES[home] for home in STANDARD.homes] == TRUTH["homes"]
    assert dict(zip(NAMES, reversed(NAMES), strict=True)) == TRUTH["half_turn"]
    board = tables(STANDARD)
    assert board["hexes"] == 26
    assert board["home"].tolist() == [NAMES.index("c1"), NAMES.index("c8")]
    assert board["terrain"][:26].tolist() == [BASE if name in TRUTH["homes"] else OPEN for name in NAMES]


def test_neighbours_and_distances() -> None:
    board = tables(STANDARD)
    for name, beside in TRUTH["neighbours"].items():
        neighbours = [NAMES[place] if place != NONE else None for place in board["neighbour"][NAMES.index(name)]]
        assert neighbours == [beside[direction] for direction in DIRECTIONS]
    assert TRUTH["distance_order"] == NAMES
    assert board["distance"][:26, :26].tolist() == TRUTH["distance"]
    assert board["steps"][:26, :26].tolist() == TRUTH["distance"]  # BO4: on this board the same


def test_every_line() -> None:
    board = tables(STANDARD)
    legal = 0
    for pair, truth in TRUTH["lines"].items():
        first, second = (NAMES.index(name) for name in pair.split("-"))
        if truth["range"] == 0:
            assert board["line"][first, second] == (NAMES[first] in TRUTH["homes"])
            assert board["crossed"][first, second] == 0
            continue
        assert board["line"][first, second] == (truth["legal"] and truth["range"] <= 6), pair
        between = [NAMES.index(name) for name in truth["between"]] if board["line"][first, second] else []
        legal += int(board["line"][first, second])
        assert board["crossed"][first, second] == len(between)
        width = board["between"].shape[-1]
        assert board["between"][first, second].tolist() == between + [NONE] * (width - len(between)), pair
    assert legal > 500


def test_illegal_pairs_and_lines_along_the_rim() -> None:
    board = tables(STANDARD)
    near = board["distance"][:26, :26] <= 6
    np.fill_diagonal(near, False)
    blocked = {(NAMES[a], NAMES[b]) for a, b in np.argwhere(near & (board["line"][:26, :26] == 0)) if a < b}
    assert blocked == {(first, second) for first, second, _, _ in TRUTH["illegal_pairs"]}
    for first, second, _ in TRUTH["along_perimeter_but_legal"]:
        assert board["line"][NAMES.index(first), NAMES.index(second)] == 1


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_tables_are_symmetric_by_half_turn_and_empty_beyond_the_board(size: Any) -> None:
    board = tables(STANDARD, size)
    for name in ("distance", "steps", "line", "crossed"):
        table = board[name][:26, :26]
        assert (table == table[::-1, ::-1]).all() and (table == table.T).all(), name
    for name, beyond in (("distance", NONE), ("steps", NONE), ("line", 0), ("crossed", 0), ("sees", 0), ("shields", 0)):
        assert (board[name][26:] == beyond).all() and (board[name][:, 26:] == beyond).all(), name
    for name, beyond in (("between", NONE), ("neighbour", NONE), ("works", NONE), ("terrain", OPEN)):
        assert (board[name][26:] == beyond).all(), name


def test_start_and_near_home_are_the_callers() -> None:
    board = build_board(STANDARD, SMALL, ((0, 1), (25,)), ([2], [3, 4]))[0]
    assert np.argwhere(board["start"]).tolist() == [[0, 0], [0, 1], [1, 25]]
    assert np.argwhere(board["near_home"]).tolist() == [[0, 2], [1, 3], [1, 4]]
    assert not tables(STANDARD)["start"].any()  # nothing is left of it in the next board of this map


# Walking (BO4).


def test_walks_go_round_gaps() -> None:
    board, at = small("R .   . B\n . . . .\n")
    assert board["distance"][at("a2"), at("a3")] == 2
    assert board["steps"][at("a2"), at("a3")] == 3
    assert board["steps"][at("a1"), at("a4")] == 5
    assert board["distance"][at("a1"), at("a4")] == 4


# Lines and the rim (SH-LOS1, SH-LOS2).


def test_a_line_runs_along_the_same_edges_from_either_end() -> None:
    for q, r in itertools.product(range(-6, 7), repeat=2):
        crossed, edges = hexes.line(q, r)
        assert [(q - a, r - b) for a, b in reversed(crossed)] == list(crossed)
        other_end = {frozenset(((q - a, r - b), (q - c, r - d))) for (a, b), (c, d) in edges}
        assert other_end == {frozenset(edge) for edge in edges}
        # Two of three hexes apart along a row of corners, one edge; else none but on that row.
        assert len(edges) == (max(abs(q), abs(r), abs(q + r)) // 2 if 0 in (q - r, q + 2 * r, 2 * q + r) else 0)


def test_a_line_leaves_the_board_only_where_both_hexes_of_an_edge_are_off_it() -> None:
    rim = "R . . .\n       .\n. . . B\n"
    assert lines(rim, "a4-c4", "a2-c2") == [1, 0]
    assert lines("R .   . B\n . . . .\n", "a2-a3") == [0]  # the interior of a hex that is missing


# Hills (SH-LOS3).


def test_a_hill_blocks_through_its_interior_unless_one_stands_on_it() -> None:
    assert lines("R . ^ . B", "a1-a5", "a2-a4", "a1-a3", "a3-a5", "a1-a2") == [0, 0, 1, 1, 1]


def test_touching_hill_hexes_are_one_hill() -> None:
    assert lines("R ^ ^ ^ . B", "a2-a4", "a2-a5", "a1-a4", "a1-a5", "a3-a6") == [1, 1, 1, 0, 1]


def test_another_hill_blocks_also_who_stands_on_a_hill() -> None:
    assert lines("R ^ . ^ . B", "a2-a4", "a2-a5", "a1-a4", "a2-a3") == [1, 0, 0, 1]


def test_a_hill_blocks_along_the_edge_of_two_of_its_hexes() -> None:
    assert lines("R . . B\n . . .\n. . . .\n", "a3-c3", "a2-c2") == [1, 1]
    assert lines("R . . B\n . ^ ^\n. . . .\n", "a3-c3", "a2-c2", "a4-c4") == [0, 1, 1]  # of one hex: both its edges
    assert lines("R . ^ B\n . ^ ^\n. . . .\n", "a3-c3") == [1]  # the shooter stands on this hill
    assert lines("R . . B\n . ^ ^\n. . ^ .\n", "a3-c3", "a2-c4") == [1, 0]  # the target does


def test_the_length_of_the_hill_blocks_both_ways_of_blocking_at_once() -> None:
    tall = "R . . . B\n . ^ ^ .\n. . . . .\n . ^ ^ .\n. . . . .\n"
    assert lines(tall, "a3-c3", "c3-e3", "a3-e3", "b2-b3", "b2-d2", "c3-d2") == [0, 0, 0, 1, 1, 1]
    assert lines(tall, "b2-d3") == [1]


# Facing (BS1) and hard cover (HC1).


def facings(mask: int) -> set[str]:
    return {direction for f, direction in enumerate(DIRECTIONS) if mask >> f & 1}


@pytest.mark.parametrize(
    ("second", "sees", "shields"),
    [
        ("c5", {"E", "NE", "SE"}, {"E", "NE", "SE"}),  # straight E
        ("c8", {"E", "NE", "SE"}, {"E", "NE", "SE"}),
        ("b4", {"E", "NE", "NW"}, {"E", "NE", "NW"}),  # straight NE
        ("b5", {"NW", "NE", "E", "SE"}, {"NE", "E"}),  # along the edge: two borders are seen, but not shielded
        ("a1", {"E", "NE", "NW", "W"}, {"NE", "NW"}),  # straight up
        ("b6", {"E", "NE", "SE"}, {"E", "NE", "SE"}),
        ("d3", {"W", "SW", "SE"}, {"W", "SW", "SE"}),
        ("c4", set(DIRECTIONS), set()),  # the own hex (SH7)
    ],
)
def test_sees_and_shields(second: str, sees: set[str], shields: set[str]) -> None:
    board = tables(STANDARD)
    pair = NAMES.index("c4"), NAMES.index(second)
    assert facings(int(board["sees"][pair])) == sees
    assert facings(int(board["shields"][pair])) == shields


# Bases, bunkers, trenches (EN4, EN6).


def test_works_count_bases_and_bunkers_each_and_a_trench_once() -> None:
    board, _ = small("R t t . t u u B\n . . . t . . .\n")
    #                                 a1 a2 a3  a4   a5 a6 a7 a8  b1-b3      b4 b5-b7
    assert board["works"][:15].tolist() == [0, 1, 1, NONE, 2, 3, 4, 5, NONE, NONE, NONE, 2, NONE, NONE, NONE]
    assert board["terrain"][:8].tolist() == [BASE, TRENCH, TRENCH, OPEN, TRENCH, BUNKER, BUNKER, BASE]
    assert np.diag(board["line"])[:15].tolist() == [1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0]


def test_a_trench_joins_hexes_that_touch_only_through_others() -> None:
    board, at = small("R t . t B\n . t t .\n")
    assert len({int(board["works"][at(name)]) for name in ("a2", "b2", "b3", "a4")}) == 1


# Reading a map.


def test_drawing_may_be_indented_and_is_kept_without() -> None:
    shifted = "\n\n" + "\n".join("       " + line for line in HEXON26.splitlines()) + "\n   \n"
    assert parse_map(shifted) == STANDARD
    assert parse_map(STANDARD.text) == STANDARD
    assert STANDARD.text == HEXON26
    shorter = parse_map("   . B\n  R .")  # the first row may be the one that is shifted
    assert shorter.names == ("a1", "a2", "b1", "b2")
    assert [grid_distance(shorter.coords[2], place) for place in shorter.coords] == [1, 2, 0, 1]
    assert parse_map(shorter.text) == shorter


def test_glyphs() -> None:
    assert parse_map("R . u t ^ B").terrain == (BASE, OPEN, BUNKER, TRENCH, HILL, BASE)
    assert parse_map("B . R").homes == (2, 0)


def test_names_and_indices() -> None:
    for index, name in enumerate(NAMES):
        assert hex_index(STANDARD, name) == index
    refuses(ValueError, r"^no hex 'c9' on this board$", hex_index, STANDARD, "c9")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n  \n", "the map is empty"),
        ("\n".join("R" if i == 0 else " " * (i % 2) + "." for i in range(27)), "27 rows; a board has at most 26"),
        ("R . x B", "row a, column 5: unknown glyph 'x'; known are . R B u t ^"),
        ("R\t. B", "row a, column 2: unknown glyph '\\t'; known are . R B u t ^"),
        ("R . B\n. .", "row b, column 1: '.' is out of line: hexes are two columns apart, rows shifted by one in turn"),
        ("R . .B", "row a, column 6: 'B' is out of line: "),
        (". . B", "no base 'R' on the board"),
        ("R . .", "no base 'B' on the board"),
        ("R . B R", "row a, column 7: a second base 'R'; the first is a1"),
        ("R B\n . B", "row b, column 4: a second base 'B'; the first is a2"),
        ("R .   . B", "hex a3 can't be reached from a1"),
        ("R . B\n\n. . .", "hex c1 can't be reached from a1"),
        ("R " + ". " * 127 + "B", "129 hexes; a board has at most 128"),
    ],
)
def test_errors_say_what_and_where(text: str, message: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_map(text)
    assert str(error.value).startswith(message)
    assert len(str(error.value).splitlines()) == 1


def test_too_large_for_the_size_class() -> None:
    board_map = parse_map("R" + " ." * 31 + " B")
    refuses(ValueError, "33 hexes .* 32", build_board, board_map, SMALL, NOWHERE, NOWHERE)
    assert build_board(board_map, LARGE, NOWHERE, NOWHERE).shape == (1,)


def test_the_largest_board_is_built_quickly_and_fits_every_line() -> None:
    rows = [" " * (r % 2) + " ".join("." * 16) for r in range(8)]
    board_map = parse_map("\n".join(["R" + rows[0][1:], *rows[1:7], rows[7][:-1] + "B"]))
    began = time.perf_counter()
    board = tables(board_map, LARGE)
    assert time.perf_counter() - began < 2
    assert board["hexes"] == 128 and board["crossed"].max() == 6  # a line of range 6 can cross six hexes between
    near = board["distance"] <= 6
    np.fill_diagonal(near, False)
    first, second = np.nonzero(near & (board["line"] == 1))
    back = board["between"][second, first]
    for there, here, count in zip(board["between"][first, second], back, board["crossed"][first, second], strict=True):
        assert there[:count].tolist() == here[:count][::-1].tolist()
