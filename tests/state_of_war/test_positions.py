"""Positions as text (the page's "Positions"), and those that no battle reaches, each refused by its rule."""

import re
from functools import lru_cache

import pytest

from state_of_war.notation import format_position, parse_position, start_record
from state_of_war.rules import state, turns
from tests import refuses
from tests.state_of_war.setting_table import BLUE, GREY, HORSE, PICKS, small

ORDERS = PICKS.replace("blue:pick", "blue:order unit=B1 near=G1")
REACTS = PICKS.replace("blue:pick", "grey:react unit=B1 act=move:N:4 at=2 near=G1 asked=G1")
# At a stop a figure may stand on the base of a friend that stays (RE3).
PAST = REACTS.replace("B1.1=0.0:-30.0", "B1.1=0.0:-30.0,from:0.0:-36.0").replace("=0.0:-32.8", "=0.0:-31.5,wounded")
SHOOTS = f"{PICKS} B1=given,shoots:G1".replace("B1.2=2.8:-30.0", "B1.2=2.8:-30.0,arm:3,aims:1+2")
SENT = f"{PICKS} B3=of:1,men:4+5"
HIDES = f"turn=0 to=blue:hide asked=B1 {BLUE} {HORSE} {GREY}"
OVER = f"turn=12 part=grey action=2 over=draw:losses {BLUE} {HORSE} {GREY}"
OUT = "G1.1=10.0:35.0 G1.2=7.2:35.0 G1.3=12.8:35.0 G1.4=10.0:37.8 G1.5=7.2:37.8"
ALL_OUT = "G1.1=killed G1.2=killed G1.3=off G1.4=killed G1.5=disabled"
LEFT = f"{PICKS} B2=horses:-30.0:-35.0".replace("B2.2=-25.6:-35.0", "B2.2=-25.6:-35.0,foot")

FELLED = PICKS.replace("G1.1=10.0:35.0", "G1.1=10.0:35.0,disabled").replace("pick", "pick fallen=grey")

# Texts that come back as they are, with the scenario's rules.
COME_BACK = [
    ("turn=0", {}),
    (HIDES, {}),
    (PICKS, {}),
    (PICKS.replace("pick", "pick declined=1").replace("B1.1", "B1=hidden,last:toward,course:NNW,fought B1.1"), {}),
    (ORDERS, {}),
    (REACTS.replace("asked=G1", "asked=G2 fires=G1"), {}),
    (PAST, {}),
    (REACTS.replace("act=move:N:4 at=2", "act=charge:G2:WNW:120 at=90"), {}),
    (REACTS.replace("act=move:N:4 at=2", "act=form"), {}),
    (REACTS.replace("B1.1=0.0:-30.0", "B1.1=-30.0:-34.0,from:-30.0:-40.0"), {}),  # it passes a friend
    (REACTS.replace("B1.1=0.0:-30.0", "B1.1=-8.0:0.0,from:-8.0:-6.0"), {}),  # over a wall
    (PICKS.replace("B1.1", "B1=given,ready:1+3,acted:all B1.1"), {}),
    (PICKS.replace("G1.1", "G1=routed,ready:all,charged:B1+B2,hurt G1.1"), {}),
    (PICKS.replace("G1.1", "G1=broken G1.1").replace("B1.1=", "B1=halted,fresh B1.1="), {}),
    (SHOOTS.replace(" B1=given,shoots:G1", "").replace("B1.1", "B1=given,shoots:G1 B1.1"), {}),
    (PICKS.replace("B2.1=-30.0:-35.0", "B2=facing:SE,horses:-30.0:-35.0 B2.1=-30.0:-35.0,foot,arm:2,pistol:1"), {}),
    (PICKS.replace("B2.2=-25.6:-35.0", "B2.2=-25.6:-35.0,wounded,unhorsed,from:-28.0:-35.0"), {}),
    (PICKS.replace(OUT, ALL_OUT), {}),
    (PICKS.replace(" G1.4=10.0:37.8 G1.5=7.2:37.8", "") + " G3=of:1,men:4+5 G1.4=10.0:37.8 G1.5=7.2:37.8", {}),
    (FELLED, {"fallen": "targets"}),
    (PICKS.replace("turn=2", "turn=3").replace("pick", "pick held=grey:2"), {"objective": [0, 0]}),
    (PICKS.replace("turn=2", "turn=2 first=grey"), {"first": "by_lot"}),
    (PICKS.replace("G2.1=-40.0:35.0", "G2.1=through"), {"exit": True, "attacker": "grey"}),
    (PICKS.replace("to=blue:pick", "action=2 to=nobody:morale").replace("B1.1", "B1=won B1.1"), {}),
    (OVER, {}),
]  # fmt: skip


@lru_cache
def table(rules: tuple = ()):
    return small(**dict(rules))


def scenario_of(rules):
    return table(tuple((key, tuple(value) if isinstance(value, list) else value) for key, value in rules.items()))


@pytest.mark.parametrize(("text", "rules"), COME_BACK, ids=range(len(COME_BACK)))
def test_a_position_comes_back(text, rules):
    scenario = scenario_of(rules)
    read = parse_position(scenario, text)
    assert format_position(scenario, read) == text
    assert parse_position(scenario, format_position(scenario, read)).tobytes() == read.tobytes()


def test_what_a_text_says_is_in_the_record():
    """UN5, MO1, W4, MV7, SH2: fields that follow from words."""
    scenario = scenario_of({})
    game = parse_position(scenario, SENT)[0]
    assert game["units"]["strength"][0, :4].tolist() == [3, 2, 2, 0] and game["units"]["origin"][0, 2] == 0
    assert game["figures"]["unit"][0, :7].tolist() == [0, 0, 0, 2, 2, 1, 1]
    game = parse_position(scenario, SHOOTS)[0]
    assert (game["units"][0, 0]["shoots"], game["figures"][0, 1]["aims"]) == (0, 3)
    game = parse_position(scenario, LEFT)[0]
    assert game["figures"]["horse"][0, 5:7].tolist() == [state.MOUNTED, state.LEFT_HORSE]
    assert game["units"][0, 1].tolist()[9:12] == (1, -300, -350)
    game = parse_position(scenario, PICKS.replace(OUT, ALL_OUT))[0]
    assert game["figures"][1, 0].tolist()[:4] == (state.KILLED, 0, 0, 0)
    game = parse_position(scenario, PICKS.replace("to=blue:pick", "to=nobody:shots"))[0]
    assert (game["stage"], game["decider"]) == (turns.SHOOTING, state.NONE)


def test_a_battle_that_hasnt_begun():
    """DE1: nobody is placed; the start record is read from the text of it."""
    scenario = scenario_of({})
    start = start_record(scenario)
    assert format_position(scenario, start) == "turn=0"
    assert parse_position(scenario, "turn=0").tobytes() == start.tobytes()
    refuses(ValueError, r"\(DE1\)$", parse_position, scenario, f"turn=0 {BLUE}")


# The rule; a position that is read; what is changed in it and becomes what is refused; the scenario's rules.
TABLE = [
    ("TU5", PICKS, "turn=2 part=blue to=blue:pick", "turn=0 part=blue to=blue:pick", {}),
    ("TU6", PICKS, "to=blue:pick", "", {}),
    ("TU6", PICKS, "blue:pick", "blue:goes-on", {}),
    ("TU2", PICKS, "part=blue ", "", {}),
    ("TU2", PICKS, "to=blue", "to=grey", {}),
    ("TU2", REACTS, "to=grey", "to=blue", {}),
    ("DE1", PICKS, "turn=2", "turn=2 turned=1", {}),
    ("DE1", PICKS, "turn=2", "turn=2 zones=short", {}),
    ("TU1", PICKS, "turn=2", "turn=2 first=grey", {}),
    ("AM3", PICKS, "pick", "pick declined=1 action=2", {}),
    ("AM3", PICKS, "pick", "spot action=2", {}),
    ("AM1", HIDES, "asked=B1", "asked=B1 B1=hidden", {}),
    ("AM2", PICKS, "pick", "pick B1=hidden", {"ambush": False}),
    ("AM1", PICKS.replace("G2.1=-40.0:35.0", "G2.1=2.8:-27.3"), "pick", "pick B1=hidden", {}),
    ("TU2", ORDERS, "unit=B1", "unit=G1", {}),
    ("TU2", ORDERS, "unit=B1 ", "", {}),
    ("TU2", ORDERS, "unit=B1", "unit=B1 B1=given", {}),
    ("TU2", ORDERS, "unit=B1", "unit=B4", {}),
    ("MO4", ORDERS, "near=G1", "near=B2", {}),
    ("MO4", PICKS, "pick", "pick near=G1", {}),
    ("RE2", REACTS, "asked=G1", "", {}),
    ("RE2", REACTS, "at=2", "at=5", {}),
    ("RE2", REACTS, "act=move:N:4 ", "", {}),
    ("RE2", REACTS, "asked=G1", "asked=G1 fires=G4", {}),
    ("RE2", PICKS, "pick", "pick fires=G1", {}),
    ("MO3", PICKS, "pick", "pick fallen=grey", {}),
    ("VI2", PICKS, "pick", "pick held=blue:1", {}),
    ("VI2", PICKS, "pick", "pick held=blue:3", {"objective": [0, 0]}),
    ("VI5", PICKS, f"{BLUE} {HORSE}", re.sub(r"=\S+", "=killed", f"{BLUE} {HORSE}"), {}),
    ("UN5", SENT, "of:1,men:4+5", "of:1,men:4+9", {}),
    ("UN5", SENT, "of:1,men:4+5", "of:3,men:4+5", {}),
    ("UN5", SENT, "B3=of", "B4=of", {}),
    ("UN5", SENT, "men:4+5", "men:1+2+3+4+5", {}),
    ("UN5", PICKS, "pick", "pick B3=hidden", {}),
    ("UN6", SENT, "pick", "pick", {"detachments": False}),
    ("UN6", PICKS.replace(OUT, ALL_OUT), "pick", "pick G1=broken", {}),
    ("MO6", PICKS, "pick", "pick G1=broken,fresh", {}),
    ("MO6", PICKS, "pick", "pick B1=fresh", {}),
    ("MV4", PICKS, "pick", "pick B1=facing:N", {}),
    ("MV7", LEFT, " B2=horses:-30.0:-35.0", "", {}),
    ("MV7", PICKS, "pick", "pick B2=horses:-30.0:-35.0", {}),
    ("MV7", PICKS, "B1.1=0.0:-30.0", "B1.1=0.0:-30.0,foot", {}),
    ("MV7", LEFT, "pick", "pick", {"dismount": False}),
    ("TU2", PICKS, "pick", "pick G1=given", {}),
    ("SH1", SHOOTS, "given,shoots:G1", "given", {}),
    ("SH1", SHOOTS, ",aims:1+2", "", {}),
    ("SH2", SHOOTS, "aims:1+2", "aims:1+6", {}),
    ("SH2", SHOOTS, "G1.2=7.2:35.0", "G1.2=killed", {}),
    ("LD2", SHOOTS, "arm:3,", "", {}),
    ("LD2", SHOOTS, "aims:1+2", "aims:1+2,with:pistol", {}),
    ("ME4", PICKS, "pick", "pick B1=charged:G3", {}),
    ("MO4", PICKS, "pick", "pick B1=won", {}),
    ("DE3", HIDES, "B1.5=2.8:-32.8", "B1.5=2.8:-32.9", {}),
    ("DE3", HIDES, "B1.5=2.8:-32.8", "B1.5=2.8:-32.8,wounded", {}),
    ("DE3", HIDES, "asked=B1", "asked=B1 B1=halted", {}),
    ("W4", PICKS, "B1.1=0.0:-30.0", "B1.1=killed,wounded", {}),
    ("W4", PICKS, "B1.1=0.0:-30.0", "B1.1=0.0:-30.0,disabled", {}),
    ("AC2", PICKS.replace("B1.1=0.0:-30.0", "B1.1=killed"), "pick", "pick B1=acted:1", {}),
    ("VI3", PICKS, "G2.1=-40.0:35.0", "G2.1=through", {"exit": True}),
    ("TA2", PICKS, "G2.1=-40.0:35.0", "G2.1=-58.9:35.0", {}),
    ("MV3", PICKS, "G2.1=-40.0:35.0", "G2.1=30.0:5.0", {}),
    ("MV3", PICKS, "G2.1=-40.0:35.0", "G2.1=0.0:24.0", {}),
    ("MV3", PICKS, "G2.1=-40.0:35.0", "G2.1=-10.0:0.0", {}),
    ("TA2", PICKS, "G2.1=-40.0:35.0", "G2.1=4.0:-31.0", {}),
    ("LD1", PICKS, "G1.1=10.0:35.0", "G1.1=10.0:35.0,arm:1", {}),
    ("LD1", PICKS, "B2.1=-30.0:-35.0", "B2.1=-30.0:-35.0,pistol:2", {}),
    ("RE1", PICKS.replace("B1.2=2.8:-30.0", "B1.2=2.8:-30.0,arm:1"), "pick", "pick B1=ready:2", {}),
    ("AC2", PICKS, "pick", "pick G1=acted:1", {}),
    ("TU3", PICKS, "B1.1=0.0:-30.0", "B1.1=0.0:-30.0,from:70.0:0.0", {}),
    ("TU6", OVER, "draw:losses", "draw:losses B1=hurt", {}),
    ("TU6", OVER, "draw:losses", "draw:losses G1=acted:all", {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "text", "old", "new", "rules"), TABLE, ids=[f"{r[0]} {n}" for n, r in enumerate(TABLE)]
)
def test_a_position_that_no_battle_reaches_is_refused_with_its_rule(rule, text, old, new, rules):
    if old != new:
        parse_position(scenario_of(rules), text)
    assert old in text, text
    refuses(ValueError, rf"\((\w+, )*{rule}(, \w+)*\)$", parse_position, scenario_of(rules), text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("B1.1=0.0:-30.0", "B1.1=0:-30", "no point '0:-30'"),
        ("B1.1=0.0:-30.0 ", "", "B1.1 is missing"),
        ("B1.1=", "B1.9=0.0:0.0 B1.1=", "unknown key B1.9"),
        ("-30.0 B1.2", "-30.0,brave B1.2", "is nothing that a figure has"),
        ("-30.0 B1.2", "-30.0,wounded,wounded B1.2", "wounded is given twice"),
        ("pick", "pick B1=brave", "is nothing that a unit has"),
        ("pick", "pick B1=halted,broken", "morale is given twice"),
        ("pick", "pick B1=course:NNNW", "course"),
        ("pick", "pick unit=B15", "there is no unit B15"),
        ("pick", "pick act=move:N", "act=move:N"),
        ("pick", "pick act=fly", "act=fly"),
        ("pick", "pick wind=W", "unknown key wind"),
        ("to=blue:pick", "to=nobody:pick", "to=nobody"),
        ("turn=2", "turn=2 action=3", "action=3"),
    ],
)
def test_words_that_say_nothing(old, new, said):
    assert old in PICKS
    refuses(ValueError, re.escape(said), parse_position, scenario_of({}), PICKS.replace(old, new, 1))
