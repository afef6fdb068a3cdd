"""Is every action numbered as docs/formats.md says, named both ways, and every wrong name refused in words?"""

import pytest

from paintball_env.action_names import action_table
from paintball_env.rules import numbering, single_orders
from paintball_env.rules.board import HEXON26, parse_map
from paintball_env.rules.state import BLUE, RED
from tests import refuses

NAMES = parse_map(HEXON26).names
TABLE = action_table(6, NAMES)
WORDS = ("first", "second", "soft", "hard", "smoke", "paint", "done", "wait")
W = 31  # of six a side
SIZES = [(1, 3), (4, 26), (6, 26), (6, 32), (12, 103), (16, 128)]


def table(figures, hexes):
    return action_table(figures, tuple(f"a{number}" for number in range(1, hexes + 1)))


@pytest.mark.parametrize("team", [RED, BLUE])
def test_all_names_lead_back_to_their_index(team):
    assert len(TABLE) == TABLE.size == 233
    names = [TABLE.name(index, team) for index in range(233)]
    assert len(set(names)) == 233
    assert [TABLE.index(name, team) for name in names] == list(range(233))
    assert TABLE.names(team) == tuple(names)


@pytest.mark.parametrize(("figures", "hexes"), SIZES)
def test_the_number_of_actions(figures, hexes):
    assert table(figures, hexes).size == figures * (19 + 2 * figures) + 15 + hexes + figures


@pytest.mark.parametrize(("figures", "hexes"), SIZES)
def test_throws_stand_where_the_rules_look_for_them(figures, hexes):
    names, first = table(figures, hexes).names(RED), numbering.throw_order(figures)
    assert names[first : first + 3] == ("R1 throw smoke", "R1 throw paint", "R2 move E" if figures > 1 else "charge")


@pytest.mark.parametrize(
    ("index", "red", "blue"),
    [
        (0, "R1 move E", "B1 move W"),
        (1, "R1 move NE", "B1 move SW"),
        (W + 8, "R2 rotate NW", "B2 rotate SE"),
        (2 * W + 12, "R3 aim", "B3 aim"),
        (2 * W + 13, "R3 sentry", "B3 sentry"),
        (2 * W + 14, "R3 stand down", "B3 stand down"),
        (2 * W + 15, "R3 reload", "B3 reload"),
        (2 * W + 16, "R3 take flag", "B3 take flag"),
        (2 * W + 18, "R3 shoot B2", "B3 shoot R2"),
        (2 * W + 24, "R3 suppress B2", "B3 suppress R2"),
        (5 * W + 29, "R6 throw smoke", "B6 throw smoke"),
        (5 * W + 30, "R6 throw paint", "B6 throw paint"),
        (186, "charge", "charge"),
        (187, "hex a1", "hex e2"),
        (187 + 9, "hex c1", "hex c8"),
        (187 + 25, "hex e2", "hex a1"),
        (213, "direction E", "direction W"),
        (218, "direction SE", "direction NW"),
        (219, "figure R1", "figure B1"),
        (224, "figure R6", "figure B6"),
        *((225 + number, word, word) for number, word in enumerate(WORDS)),
    ],
)
def test_names_by_hand(index, red, blue):
    assert (TABLE.name(index, RED), TABLE.name(index, BLUE)) == (red, blue)


@pytest.mark.parametrize(("figures", "hexes"), SIZES)
def test_the_rules_number_alike(figures, hexes):
    names = table(figures, hexes).names(RED)
    at = {
        "R1 move E": numbering.MOVE,
        "R1 rotate E": numbering.ROTATE,
        "R1 aim": single_orders.AIM,
        "R1 shoot B1": numbering.SHOT,
        "charge": numbering.charge_action(figures),
        "hex a1": numbering.hex_action(figures),
        "direction E": numbering.direction_action(figures, hexes),
        "figure R1": numbering.figure_action(figures, hexes),
        "first": numbering.word_action(figures, hexes),
        "done": numbering.word_action(figures, hexes) + numbering.DONE,
        "wait": numbering.action_count(figures, hexes) - 1,
    }
    assert {name: names.index(name) for name in at} == at
    if figures > 1:
        assert names.index("R2 move E") == numbering.block(figures)


def test_turning_the_board_twice_changes_nothing_and_once_gives_the_other_sides_name():
    letters = str.maketrans("RB", "BR")
    for index in range(233):
        turned = TABLE.turn(index)
        assert TABLE.turn(turned) == index
        assert TABLE.name(index, BLUE) == TABLE.name(turned, RED).translate(letters)


def test_tables_are_made_once():
    assert action_table(6, NAMES) is action_table(6, tuple(NAMES))
    assert action_table(5, NAMES) is not action_table(6, NAMES)


@pytest.mark.parametrize("index", [-1, 233])
def test_an_index_outside_is_refused(index):
    for call in (lambda: TABLE.name(index, RED), lambda: TABLE.turn(index)):
        refuses(ValueError, f"^action {index}:", call)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "unknown"),
        ("jump", "unknown"),
        ("done now", "unknown"),
        ("r3 move NE", "did you mean 'R3 move NE'?"),
        ("R3 Move ne ", "did you mean 'R3 move NE'?"),
        ("r9 move NE", "unknown"),
        ("R0 move NE", "there is no R0 in this game (6 figures a team)"),
        ("hex", "unknown"),
        ("hex c9", "c9 is no hex (a1 to e2)"),
        ("direction N", "N is no direction (E NE NW W SW SE)"),
        ("figure 3", "3 is no figure (R1 R2 R3 R4 R5 R6)"),
        ("figure R7", "R7 is no figure (R1 R2 R3 R4 R5 R6)"),
        ("figure B3", "B3 is no figure (R1 R2 R3 R4 R5 R6)"),
        ("R7 move NE", "there is no R7 in this game (6 figures a team)"),
        ("B3 move NE", "B3 is Blue's and Red decides"),
        ("R3 move N", "N is no direction (E NE NW W SW SE)"),
        ("R3 rotate", "R3 knows no 'rotate'"),
        ("R3", "what is R3 to do?"),
        ("R3 shoot R2", "R2 is no enemy (B1 B2 B3 B4 B5 B6)"),
        ("R3 shoot B7", "B7 is no enemy (B1 B2 B3 B4 B5 B6)"),
        ("R3 suppress c4", "c4 is no enemy (B1 B2 B3 B4 B5 B6)"),
        ("R3 throw stones", "stones is no kind of throw (smoke paint)"),
        ("R3 charge", "'charge' is said alone, without R3"),
        ("R3 stand up", "R3 knows no 'stand up'"),
        ("R3 sing loudly", "R3 knows no 'sing loudly'"),
    ],
)
def test_a_wrong_name_is_refused_in_words(name, message):
    with pytest.raises(ValueError) as error:
        TABLE.index(name, RED)
    assert str(error.value) == f"action '{name}': {message}"


def test_the_other_team_is_named_rightly_for_blue():
    refuses(ValueError, "R1 is Red's .*Blue", TABLE.index, "R1 aim", BLUE)
