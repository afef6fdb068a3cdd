"""Is a position's text written and read by its table, in the ranges that it says, and everything else refused?"""

from types import SimpleNamespace

import numpy as np
import pytest

from tabletop.game.header import NONE, OVER, dice_type, record
from tabletop.game.position_text import (
    Deciding,
    Flags,
    Name,
    NotationError,
    Number,
    Part,
    Pieces,
    PositionText,
    Row,
    Several,
    Token,
    one,
    refuse,
)
from tests import refuses

SHIP = record(("place", "i2"), ("men", "i2"), ("fouled", "i2"), ("down", "i2"), ("gone", "i2"))
GAME = record(
    ("dice", dice_type(4)),
    *((name, "i2") for name in ("turn", "decision", "decider", "ending", "winner", "wind", "smoke", "fog", "asked")),
    ("score", "i2", (2,)),
    ("ship", SHIP, (2, 2)),
    ("sum", "i2"),
)
TEAMS = ("red", "blue")
PLACES = Name(lambda scenario: ["a1", "b2", "c3"][: scenario.places], "there is no place {name}")
NAMES = {0: "R1", 1: "R2", 2: "B1", 3: "B2"}
SHIPS = Name(NAMES, "there is no ship {name}")
SCENARIO = SimpleNamespace(turns=9, places=3)


class Sum(Row):
    """Depends on the ships, so it is read after them."""

    late = True

    def write(self, scenario, game):
        yield "sum", str(game["sum"])

    def read(self, scenario, game, tokens):
        game["sum"] = int(tokens.pop("sum", "0"))
        if game["sum"] != game["ship"]["men"].sum():
            refuse("sum: it isn't the men's")


def start(scenario):
    games = np.zeros(1, GAME)
    games["decider"] = games["winner"] = games["asked"] = games["ship"]["place"] = NONE
    return games


def check(scenario, games):
    if games["wind"][0] == 3 and games["smoke"][0]:
        refuse("the wind blows the smoke away")


TEXT = PositionText(
    (
        one("turn", Number("turns"), given=True),
        one("wind", Number(3, -3)),
        Token("score", (Part("score", Number(99), 0), Part("score", Number(99), 1)), ",", meant="two numbers"),
        Deciding(TEAMS, ("", "move", "hit or miss"), ("", "all sunk")),
        one("for", SHIPS, usual=NONE, field="asked"),
        Flags("air", {"smoke": ("smoke", 1), "fog": ("fog", 1), "dense": ("fog", 2)}),
        Sum(),
        Pieces(
            "ship",
            lambda scenario: [(name, divmod(number, 2)) for number, name in NAMES.items()],
            Part("place", PLACES, None, NONE),
            Flags("", {"down": ("down", 1)}),
            {
                "men": Part("men", Number(lambda scenario: 10 * scenario.places)),
                "fouled": Part("fouled", Several(SHIPS)),
            },
            alone="one ship a place",
        ),
    ),
    start,
    check,
)
WHOLE = (
    "turn=4 wind=-2 score=0,7 to=blue:hit-or-miss for=B2 air=smoke,dense sum=42"
    " R1=a1,down,men:12,fouled:B1+B2 B1=c3,men:30"
)


@pytest.mark.parametrize(
    "text", [WHOLE, "turn=0 sum=0", "turn=9 over=draw:all-sunk sum=0", "turn=1 over=red:all-sunk sum=0"]
)
def test_what_is_read_is_written_alike(text):
    games = TEXT.parse(SCENARIO, text)
    assert games.shape == (1,) and TEXT.format(SCENARIO, games) == text == TEXT.format(SCENARIO, games[0])


def test_a_text_fills_the_record():
    game = TEXT.parse(SCENARIO, WHOLE)[0]
    assert (game["turn"], game["wind"], game["score"].tolist(), game["decision"], game["decider"]) == (
        4,
        -2,
        [0, 7],
        2,
        1,
    )
    assert (game["asked"], game["smoke"], game["fog"], game["sum"]) == (3, 1, 2, 42)
    assert game["ship"][0, 0].item() == (0, 12, 0b1100, 1, 0) and game["ship"][0, 1]["place"] == NONE
    over = TEXT.parse(SCENARIO, "turn=9 over=draw:all-sunk")[0]
    assert (over["decision"], over["decider"], over["ending"], over["winner"]) == (OVER, NONE, 1, NONE)


def test_a_token_that_is_left_out_is_the_usual_number_whatever_the_record_begins_with():
    text = PositionText((one("wind", Number(3), usual=2), one("turn", Number(9))), lambda _: np.ones(1, GAME))
    assert text.parse(SCENARIO, "")[0]["wind"] == 2 and text.parse(SCENARIO, "")[0]["turn"] == 0
    assert text.format(SCENARIO, text.parse(SCENARIO, "wind=0")) == "wind=0"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("turn=4 ", "", "turn is missing"),
        ("turn=4", "turn=10", "turn=10: a number from 0 to 9"),
        ("turn=4", "turn=00004", "turn=00004: a number from 0 to 9"),
        ("turn=4", "turn=\N{ARABIC-INDIC DIGIT FOUR}", "a number from 0 to 9"),
        ("turn=4", "turn=4 turn=4", "turn is given twice"),
        ("turn=4", "turn", "no key=value: 'turn'"),
        ("turn=4", "turn=", "no key=value: 'turn='"),
        ("turn=4", "turn=4 tide=1", "unknown key tide"),
        ("wind=-2", "wind=-4", "wind=-4: a number from -3 to 3"),
        ("wind=-2", "wind=3", "the wind blows the smoke away"),
        ("score=0,7", "score=0,7,1", "score=0,7,1: two numbers"),
        ("score=0,7", "score=7", "score=7: two numbers"),
        ("score=0,7", "score=0,100", "score=100: a number from 0 to 99"),
        ("blue:hit", "green:hit", "to=green: known are red, blue"),
        ("hit-or-miss", "hit", "to=hit: known are move, hit-or-miss"),
        ("to=blue:hit-or-miss", "to=blue", "to=: known are move, hit-or-miss"),
        ("to=blue", "over=red:all-sunk to=blue", "to=blue:hit-or-miss: nobody decides when the game is over"),
        ("to=blue:hit-or-miss", "over=green:all-sunk", "over=green: known are red, blue, draw"),
        ("to=blue:hit-or-miss", "over=red:", "over=: known are all-sunk"),
        ("for=B2", "for=B3", "for=B3: there is no ship B3"),
        ("smoke,dense", "smoke,rain", "air: rain is no state (smoke, fog, dense)"),
        ("smoke,dense", "fog,dense", "air: dense doesn't fit another state of it"),
        ("sum=42", "sum=41", "sum: it isn't the men's"),
        ("R1=a1", "R1=d4", "R1=d4: there is no place d4"),
        ("R1=a1", "R1=c3", "one ship a place"),
        ("men:12", "men:31", "R1: men=31: a number from 0 to 30"),
        ("men:12", "men", "R1: men=: a number from 0 to 30"),
        ("men:12", "men:12,men:12", "R1: men is given twice"),
        ("B1+B2", "B1+B1", "R1: fouled=B1+B1: a name is given twice"),
        ("B1+B2", "B1+", "R1: fouled=: there is no ship"),
        ("down", "up", "R1: up is no state (down)"),
        ("down", "down,down", "R1: down doesn't fit another state of it"),
    ],
)
def test_what_the_table_does_not_say_is_refused_in_a_line(old, new, said):
    assert old in WHOLE
    with pytest.raises(ValueError) as refused:
        TEXT.parse(SCENARIO, WHOLE.replace(old, new))
    assert said in str(refused.value) and len(str(refused.value).splitlines()) == 1


def test_of_a_text_of_any_length_a_line_is_quoted():
    with pytest.raises(ValueError) as refused:
        TEXT.parse(SCENARIO, "turn=" + "9" * 10**6)
    assert len(str(refused.value)) < 400
    refuses(ValueError, "no key=value", TEXT.parse, SCENARIO, "nonsense")


SIDE = record(("soft", "i2"), ("hard", "i2"))
STOCK = record(
    ("dice", dice_type(4)),
    *((name, "i2") for name in ("turn", "asked", "decision", "decider", "ending", "winner", "wind", "smoke")),
    *(("side", SIDE, (2,)), ("ship", SHIP, (2,))),
    ("spare", "i2", (2,)),
)


def empty(scenario):
    games = np.zeros(1, STOCK)
    games["ship"]["place"] = NONE
    return games


LEFT = [Part(field, Number(9), within=("side", team)) for team in (0, 1) for field in ("soft", "hard")]
WHOLE_TOKENS = PositionText(
    (
        one("turn", Number(99)),
        Token("left", LEFT, ("+", ",", "+"), meant="soft+hard of both"),
        one("asked", Name(NAMES, lambda scenario, name: f"{scenario.places} ships, no {name}"), usual=NONE),
        Deciding(TEAMS, ("", "move"), ("", "all sunk")),
        Flags("air", {"smoke": ("smoke", 1)}),
        Pieces(
            "ship",
            lambda scenario: [("R", (0,)), ("B", (1,))],
            Part("place", PLACES, usual=NONE),
            flags=Flags("", {"down": ("down", 1)}),
            more={"men": Part("men", Number(9)), "fouled": Part("fouled", Several(SHIPS))},
            alone="one ship a place",
        ),
        one("wind", Number(3), given=True),
    ),
    empty,
    whole=True,
)


def test_a_field_within_a_record_and_signs_of_its_own_between_parts():
    games = WHOLE_TOKENS.parse(SCENARIO, "left=3+1,0+2 wind=1")
    assert games["side"][0].tolist() == [(3, 1), (0, 2)]
    assert WHOLE_TOKENS.format(SCENARIO, games).split()[0] == "left=3+1,0+2"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("left=3+1,2", "left=3+1,2: soft+hard of both"),
        ("left=3,1+2+2", "left=3,1+2+2: soft+hard of both"),
        ("asked=R9", "asked=R9: 3 ships, no R9"),
        ("R=z9,men:1", "R=z9,men:1: there is no place z9"),
        ("R=a1,men:99", "R=a1,men:99: men=99: a number from 0 to 9"),
        ("R=a1,men:1,men:2", "R=a1,men:1,men:2: men is given twice"),
        ("R=a1,fouled:B1+B1", "R=a1,fouled:B1+B1: fouled=B1+B1: a name is given twice"),
        ("R=a1 B=a1,down", "B=a1,down: one ship a place"),
        ("R=a1,up", "R=a1,up: up is no state (down)"),
        ("R=a1,down,down", "R=a1,down,down: down doesn't fit another state of it"),
        ("air=smoke,rain", "air=smoke,rain: rain is no state (smoke)"),
        ("to=red:move over=red:all-sunk", "to=red:move: nobody decides when the game is over"),
        ("turn=4", "wind: is missing"),
        ("turn=4 turn=5", "turn=5: turn is given twice"),
        ("turn", "turn: a token is key=value"),
        ("=4", "=4: a token is key=value"),
        ("tide=4 wind=1", "tide=4: unknown key"),
    ],
)
def test_a_text_that_quotes_its_tokens_whole(text, said):
    with pytest.raises(NotationError) as refused:
        WHOLE_TOKENS.parse(SCENARIO, text)
    key, fault = refused.value.key, refused.value.fault
    assert str(refused.value) == said and key and said.startswith(key) and said.endswith(fault)
