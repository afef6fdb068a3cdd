"""Do the functions that are written from a table of actions say and do what the table says, for every action?"""

import copy
import itertools

import numpy as np
import pytest

from tabletop.compiled.written import load_written
from tabletop.game.action_table import ALLOWED, NEVER_ASKED, NOT_ASKED, Actions, Argument, Kind, Option, source_of
from tabletop.game.actions import DeclaredNames
from tabletop.game.header import record
from tests.game import toy_actions as toy
from tests.game.toy_actions import ACTIONS, ASK, PIECES, PLACES, REPLY

GAME = record(("decider", "i2"), ("decision", "i2"), ("tired", "i2"), ("reach", "i2"), ("done", "i2", (3,)))
WORLD = record(("rules", record(("pieces", "i2"), ("places", "i2"))))
COUNTS = {"pieces": PIECES, "places": PLACES}
SIZE = PIECES * (PLACES + 1) + 2 * PLACES + 3
WRITTEN = load_written("tests.game.toy_written", source_of(ACTIONS, "The toy"))


def world():
    made = np.zeros(1, WORLD)
    made[0]["rules"] = (PIECES, PLACES)
    return made[0]


def games(team, decision, tired, reach):
    made = np.zeros(1, GAME)
    made[0]["decider"], made[0]["decision"], made[0]["tired"], made[0]["reach"] = team, decision, tired, reach
    return made


SITUATIONS = list(itertools.product((0, 1), (ASK, REPLY), (-1, 0, 2), (0, 1, 3)))


def meant(team, decision, tired, reach, row):
    """By the table, read by a person: the reason, what is done, option and order of an action."""
    kind, number, own = ACTIONS.kinds[row[0]].name, row[1], row[2]
    place = own if team == 0 or own < 0 else PLACES - 1 - own
    who = 10 * team + number
    if kind == "wait":
        return NEVER_ASKED, None, -1, -1
    if decision == ASK:
        if kind in ("step", "rest"):
            far = kind == "step" and abs(place - number) > reach
            reason = toy.TIRED if number == tired else toy.FAR if far else ALLOWED
            return (reason, (1, who, place), 0, 0) if kind == "step" else (reason, (2, who, -1), 1, 1)
        if kind.startswith("call"):
            size = 1 if kind == "call low" else 2
            return ALLOWED if reach >= size else toy.SMALL, (3 + size, team, place), 1 + size, 2
    elif kind == "yes":
        return ALLOWED, (6, 1, -1), 4, -1
    elif kind == "no":
        return ALLOWED, (6, 0, -1), 5, 3
    elif kind == "rest":
        return toy.TIRED if number == tired else ALLOWED, (6, 2, -1), 6, 4
    return NOT_ASKED, None, -1, -1


@pytest.mark.parametrize("situation", SITUATIONS)
def test_mask_reason_deed_option_and_order_of_each_action_are_those_of_the_table(situation):
    team, decision, _, _ = situation
    rows, mask = ACTIONS.rows(COUNTS), np.ones(SIZE, np.int8)
    before = games(*situation)
    assert len(rows) == SIZE == ACTIONS.size(**COUNTS)
    assert {number for row in rows for number in row[1:] if number < 0} == {-1}
    assert WRITTEN.legal_actions(world(), before[0], mask) == mask.sum()
    for action, row in enumerate(rows):
        reason, done, option, order = meant(*situation, row)
        assert WRITTEN.no_action(world(), before[0], action) == reason
        assert mask[action] == (reason == ALLOWED) == WRITTEN.is_legal(world(), before[0], action)
        assert WRITTEN.order_of(world(), decision, action) == order
        found, who, place = WRITTEN.decode(world(), before[0], action)
        assert found == option and who == (-1 if option < 0 or row[1] < 0 else 10 * team + row[1])
        assert place == (-1 if option < 0 or row[2] < 0 else row[2] if team == 0 else PLACES - 1 - row[2])
        if reason == ALLOWED:
            after = before.copy()
            WRITTEN.apply(world(), after[0], np.zeros(1), action)
            assert tuple(after[0]["done"]) == done
    for outside in (-1, SIZE, SIZE + 7):
        assert WRITTEN.no_action(world(), before[0], outside) == NEVER_ASKED
        assert WRITTEN.decode(world(), before[0], outside) == (-1, -1, -1)


def named():
    pieces = [[f"{letter}{number + 1}" for number in range(PIECES)] for letter in "AB"]
    places = ("p", "q", "r", "s")
    return DeclaredNames(ACTIONS, COUNTS, pieces, {"place": (places, places[::-1])}, ("alpha", "beta"))


def test_a_mask_finds_what_is_known_once():
    mask, rest = source_of(ACTIONS, "The toy").split("def no_action(")
    assert mask.count("reach_of(") == 1 and rest.split("def apply(")[0].count("reach_of(") == 2, "one for each kind"


def test_names_are_found_again_and_turned_by_half():
    table = named()
    for team, index in itertools.product((0, 1), range(SIZE)):
        assert table.index(table.name(index, team), team) == index
        assert table.turn(table.turn(index)) == index
    assert table.name(0, 0) == "A1 step p" and table.name(0, 1) == "B1 step s"
    assert table.name(table.turn(0), 0) == "A1 step s"
    assert table.parts(0, 1) == (ACTIONS.kinds[0], "B1", "s")
    assert table.option(PLACES, ASK) == 1 and table.option(PLACES, REPLY) == 6 and table.option(SIZE - 1, ASK) == -1


def test_a_bot_that_empties_its_copy_changes_no_other():
    table = named()
    own = copy.copy(table)
    assert own.names(1) == table.names(1) and own.index("B1 step s", 1) == 0 and own.parts(0, 1) == table.parts(0, 1)
    for value in vars(own).values():
        if isinstance(value, dict | list):
            value.clear()
    assert table.parts(0, 1) == (ACTIONS.kinds[0], "B1", "s") and table.index("A1 step p", 0) == 0


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("A1 step x", "x is no place"),
        ("A9 rest", "no A9"),
        ("B1 rest", "Beta's"),
        ("A1 sing", "'sing'"),
        ("A1", "A1"),
        ("call low", "call low"),
        ("hum", "unknown"),
        ("a1 STEP p", "A1 step p"),
    ],
)
def test_a_wrong_name_is_refused_with_what_is_wrong(name, word):
    with pytest.raises(ValueError) as caught:
        named().index(name, 0)
    assert word in str(caught.value) and "\n" not in str(caught.value)


def test_of_many_names_the_first_and_the_last_are_said():
    places = tuple(f"p{number}" for number in range(12))
    table = DeclaredNames(
        Actions([Kind("go", "place")], [], Argument(0), {"place": Argument(12)}),
        {},
        [[], []],
        {"place": (places, places)},
        ("alpha", "beta"),
    )
    with pytest.raises(ValueError, match=r"x is no place \(p0 to p11\)"):
        table.index("go x", 0)


KIND, OPTION = Kind("go"), Option("go", 1, toy.rest)


@pytest.mark.parametrize(
    ("kinds", "options", "word"),
    [
        ([KIND, KIND], [], "'go'"),
        ([Kind("go", "where")], [], "'where'"),
        ([KIND], [Option("stay", 1, toy.rest)], "'stay'"),
        ([KIND], [OPTION, OPTION], "decision 1"),
    ],
)
def test_a_wrong_table_is_refused_when_it_is_made(kinds, options, word):
    with pytest.raises(ValueError, match=word):
        Actions(kinds, options, Argument(2), {})


def test_a_function_that_asks_for_what_it_cant_have_is_refused_when_source_is_written():
    with pytest.raises(ValueError, match="who"):  # nobody acts in `go`
        source_of(Actions([KIND], [OPTION], Argument(2), {}), "")
