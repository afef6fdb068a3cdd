"""Are parts of a draw refused that would reach into the bits of another part, so that two draws share their dice?"""

import pytest

from tabletop.game.chance import RANGES, new_chance
from tabletop.game.draws import read_draws
from tests import refuses
from tests.any_game.pig import PIG
from tests.paintball.interpreted import run

# What the published function takes of each part (docs/formats.md, "Dice in play").
BITS = {"turn": 24, "subject": 8, "purpose": 8, "number": 16, "part": 8}

# In plain Python: the first and the last value of each part, and those beside them.
EDGES = """
from types import SimpleNamespace

from tabletop.game.chance import RANGES, rolled

for name, count in RANGES.items():
    for value in (0, count - 1, -1, count):
        parts = {"turn": 0, "subject": 0, "purpose": 1, "number": 0, "part": 0} | {name: value}
        game = SimpleNamespace(turn=parts.pop("turn"), dice=SimpleNamespace(seed=__import__("numpy").uint64(7)))
        try:
            rolled(game, sides=6, **parts)
            print(name, value)
        except ValueError as error:
            print(name, value, "refused", f"{name} {value}" in str(error) and f" {count - 1}," in str(error))
"""

WRONG_SUBJECT = """
from tabletop.play.game import Game
from tests.any_game import pig

pig.TABLE = {subject}
try:
    Game(pig.PIG.load("pig"), seed=1)
    print("played")
except ValueError as error:
    print(error)
"""


def test_in_plain_python_every_part_has_its_bits_and_no_more():
    assert {name: 1 << bits for name, bits in BITS.items()} == RANGES
    lines = []
    for name, bits in BITS.items():
        lines += [f"{name} {value}" for value in (0, (1 << bits) - 1)]
        lines += [f"{name} {value} refused True" for value in (-1, 1 << bits)]
    assert run(EDGES).splitlines() == lines


@pytest.mark.parametrize("subject", [256, -1])
def test_a_game_with_such_a_subject_is_not_played_in_plain_python(subject):
    assert f"subject {subject}: " in run(WRONG_SUBJECT.format(subject=subject))
    assert run(WRONG_SUBJECT.format(subject=255)) == "played"


@pytest.mark.parametrize("subject", [256, -1])
def test_draws_that_were_noted_in_compiled_play_are_looked_at_too(subject):
    chances, scenario = new_chance(traced=True), PIG.load("pig")
    chances["used"], chances["purpose"][0, 0], chances["classes"][0, 0], chances["result"][0, 0] = 1, 1, 2, 1
    chances["subject"][0, 0] = 2
    assert [draw.subject for draw in read_draws(chances, scenario)] == ["table"]
    chances["subject"][0, 0] = subject
    refuses(ValueError, f"subject {subject}: 0 to 255", read_draws, chances, scenario)
