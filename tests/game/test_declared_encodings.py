"""Do shape, parts, ranges, names and tables follow from the blocks that an encoding is declared by?"""

import numpy as np
import pytest

from tabletop.game.check import encoding_faults
from tabletop.game.encodings import Block, DeclaredEncoding, Entry, Part, row_fields, split
from tabletop.game.header import record
from tests import refuses

PIECE = (Entry("x", "where", -1.0), Entry("has it", "1: it does", high=2.0))
ROWS = ["own 1", "own 2", "other 1"]
LAND = (Entry("wet", "1: a swamp"), Entry("height", "of it", -0.5))


def test_blocks_say_what_each_number_is():
    code = DeclaredEncoding("vector", [Block("table", LAND[:1]), Block("pieces", PIECE, ROWS)])
    assert code.shape == (code.size,) == (7,) and not list(encoding_faults(code))
    assert code.parts == {"table": Part(0, (1,)), "pieces": Part(1, (3, 2))}
    assert code.columns == {"table": ("wet",), "pieces": ("x", "has it")}
    assert [owner for owner, _ in code.entries] == ["", *np.repeat(ROWS, 2)]
    assert [entry.low for _, entry in code.entries] == code.low.tolist() == [0, -1, 0, -1, 0, -1, 0]
    assert [entry.high for _, entry in code.entries] == code.high.tolist() == [1, 1, 2, 1, 2, 1, 2]


def test_an_entry_of_all_rows_may_lie_together():
    squares = [f"{x},{y}" for y in range(3) for x in range(2)]
    code = DeclaredEncoding("planes", [Block("planes", LAND, squares, (2, 3, 2), by_entry=True)])
    assert code.parts == {"planes": Part(0, (2, 3, 2))} and not code.columns and not list(encoding_faults(code))
    assert [owner for owner, _ in code.entries] == squares * 2
    assert code.low.tolist() == [0] * 6 + [-0.5] * 6 == [entry.low for _, entry in code.entries]
    planes = split(code, np.arange(12, dtype=np.float32))["planes"]
    assert code.entries[int(planes[1, 2, 0])] == ("0,2", LAND[1])


def test_blocks_of_one_name_are_one_part():
    blocks = [Block("all", LAND), Block("all", PIECE, ROWS), Block("legal", LAND[:1], ROWS, (3,), by_entry=True)]
    code = DeclaredEncoding("vector", blocks)
    assert code.parts == {"all": Part(0, (8,)), "legal": Part(8, (3,))} and not code.columns
    assert [entry.name for _, entry in code.entries] == ["wet", "height", *["x", "has it"] * 3, *["wet"] * 3]


def test_on_a_grid_each_number_is_a_plane():
    code = DeclaredEncoding("planes", [Block("planes", LAND), Block("planes", PIECE)], grid=(3, 5))
    assert code.shape == (4, 3, 5) and code.size == 60 and not list(encoding_faults(code))
    assert code.parts == {"planes": Part(0, (4, 3, 5))} and len(code.entries) == 4
    assert (code.low == np.array([0, -0.5, -1, 0])[:, None, None]).all() and code.high[3].min() == 2


@pytest.mark.parametrize("rows", [[], ["alone"]])
def test_a_block_may_have_one_row_or_none(rows):
    code = DeclaredEncoding("vector", [Block("table", LAND), Block("pieces", PIECE, rows), Block("nothing", ())])
    assert code.size == 2 + 2 * len(rows) == len(code.entries) and not list(encoding_faults(code))
    assert [part.shape for part in code.parts.values()] == [(2,), (len(rows), 2), (0,)]


def test_blocks_that_dont_fit_are_refused():
    for blocks in ([Block("a", LAND), Block("b", LAND), Block("a", LAND)], [Block("pieces", PIECE, ROWS, (2, 2))]):
        refuses(ValueError, r"^encoding vector: .*(a|pieces) ", DeclaredEncoding, "vector", blocks)


def test_a_record_has_a_field_for_each_number():
    numbers = np.zeros(2, np.float32)
    row = numbers.view(record(*row_fields(PIECE)))[0]
    row.has_it = 1.0
    assert numbers.tolist() == [0, 1] and row.x == 0
