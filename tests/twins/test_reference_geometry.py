"""The twin's board against the exact geometry of hexon26 that was made apart from it."""

import json

import pytest

from tests import ROOT
from tests.twins.paintball_reference.chance import shoot_out
from tests.twins.paintball_reference.geometry import DIRECTIONS, HEXON26, Board

TRUTH = json.loads((ROOT / "tests" / "data" / "hexon26.json").read_text())


@pytest.fixture(scope="module")
def board():
    return Board(HEXON26)


def named(board, indices):
    return [None if i is None else board.names[i] for i in indices]


def test_names_and_homes(board):
    assert board.names == TRUTH["names"]
    assert [board.names[i] for i in board.home] == TRUTH["homes"]
    q0, r0 = board.coords[board.index["c1"]]
    for name, (q, r) in TRUTH["coords"].items():
        assert board.coords[board.index[name]] == (q + q0, r + r0)


def test_neighbours(board):
    for name, around in TRUTH["neighbours"].items():
        neighbours = named(board, board.neighbours[board.index[name]])
        assert dict(zip(DIRECTIONS, neighbours, strict=True)) == around


def test_distances(board):
    order = [board.index[name] for name in TRUTH["distance_order"]]
    for a, row in zip(order, TRUTH["distance"], strict=True):
        for b, distance in zip(order, row, strict=True):
            assert board.distance(a, b) == board.steps(a, b) == distance
    assert board.distance(*board.home) == TRUTH["checks"]["home_distance"] == 7


def test_lines(board):
    assert len(TRUTH["lines"]) == board.size**2
    for pair, truth in TRUTH["lines"].items():
        a, b = (board.index[name] for name in pair.split("-"))
        line = board.line(a, b)
        assert named(board, line.on_line) == truth["on_line"], pair
        assert named(board, line.between) == truth["between"], pair
        assert line.legal == board.clear(a, b) == truth["legal"], pair
        edges = [set(named(board, edge)) for edge in line.edges]
        assert edges == [set(edge) for edge in truth["edges"]], pair
        assert board.distance(a, b) == truth["range"], pair


def test_illegal_pairs(board):
    illegal = {frozenset(pair[:2]) for pair in TRUTH["illegal_pairs"]}
    for a in range(board.size):
        for b in range(board.size):
            pair = frozenset((board.names[a], board.names[b]))
            assert board.clear(a, b) == (pair not in illegal)


def test_half_turn(board):
    for name, other in TRUTH["half_turn"].items():
        assert board.index[other] == board.size - 1 - board.index[name]


def test_hills_and_trenches():
    board = Board("R . ^ . . B\n . ^ ^ . t\n  . . . t .")
    at = board.index
    assert not board.clear(at["a2"], at["a4"])
    assert board.clear(at["a2"], at["a3"])
    assert board.clear(at["b2"], at["a3"]), "on one hill"
    assert not board.clear(at["b1"], at["b4"])
    assert board.entrenched(at["b5"], at["b4"])
    assert not board.entrenched(at["b5"], at["c4"]), "in one trench"
    assert board.entrenched(at["a1"], at["a2"])


def test_edge_between_two_hill_hexes_is_blocked():
    board = Board("R . ^ .\n . ^ . B")
    a, b = board.index["a2"], board.index["b3"]
    assert board.line(a, b).on_line == [a, b]
    assert [set(edge) for edge in board.line(a, b).edges] == [{board.index["a3"], board.index["b2"]}]
    assert not board.clear(a, b)


@pytest.mark.parametrize(
    ("attack", "defence", "lost"),
    [((5, 2), (3, 5), (1, 1)), ((6,), (6,), (0, 1)), ((6,), (5, 4), (1, 1)), ((2, 2), (3, 3), (2, 0))],
)
def test_a_round_of_a_shoot_out(attack, defence, lost):
    assert shoot_out(list(attack), list(defence)) == lost
