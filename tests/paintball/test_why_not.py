"""Does a page say why a click on a figure or a hex means no action, with the rule's number?"""

import pytest

from paintball_env.game import Game
from paintball_env.page_words import choices, topics, why_not
from paintball_env.scenario import Scenario
from tests import refuses

ACT = (
    "turn=2 phase=1 acting=red second=blue score=6,6 used=1,0 to=red:act "
    "R1=c3 R2=c2,jammed R3=d3,p0,used R4=b2,sentry R5=d1 "
    "B1=c5 B2=c8 B3=d4,suppressed B4=b7 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
)


@pytest.mark.parametrize(
    ("who", "target", "words"),
    [
        ("R5", "B2", "SH1: B2 is "),
        ("R1", "d4", "MV1: "),
        ("R1", "e1", "MV1: a step leads to a hex next to R1"),
        ("R3", "d4", "AP2: R3 has 0 points left"),
        ("R4", "c3", "SE1: R4 is a sentry"),
        ("", "R3", "AP2: R3 has 0 points left"),
        ("", "R2", "MF3: R2's gun is jammed"),
        ("R1", "R3", "AP2: R3 has 0 points left"),
        ("R1", "B1", ""),  # legal
        ("R1", "M1", ""),
        ("", "B1", ""),  # nobody is chosen
        ("R9", "B1", ""),
        ("R1", "nowhere", ""),
    ],
)
def test_orders(who, target, words):
    why = why_not(Game("capture-the-flag", start=ACT), who, target)
    assert why.startswith(words) and bool(why) == bool(words), why


def test_answers():
    game = Game("capture-the-flag", seed=3)
    seen = set()
    while not game.turn:
        if game.decision in ("cover-hex", "deploy", "flag-hex", "marshal-hex"):
            reasons = {why_not(game, "", name) for name in game.scenario.board_map.names}
            assert all(why == "" or why.startswith("SN") for why in reasons) and len(reasons) > 1
            seen.add(game.decision)
        game.step(game.legal_actions()[0])
    assert {"flag-hex", "marshal-hex", "deploy"} <= seen


def test_a_figure_stands_for_its_hex_where_a_hex_is_asked_for():
    throw = (
        "turn=2 phase=1 acting=red second=blue score=6,6 used=1,0 to=red:throw actor=R1 kind=paint "
        "R1=c2,smoke2,p0,used R2=c3 B1=c8 B2=c5 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
    )
    game = Game("capture-the-flag", start=throw)
    for figure, place in (("B1", "c8"), ("B2", "c5")):
        assert why_not(game, "R1", figure) == why_not(game, "R1", place) != "", figure


def test_a_figure_that_is_clicked_has_no_cost():
    assert why_not(Game("capture-the-flag", start=ACT), "", "R3") == "AP2: R3 has 0 points left"


def test_a_sentry_is_kept_by_what_keeps_it_from_standing_down():
    game = Game("capture-the-flag", start=ACT.replace("used=1", "used=2").replace("sentry", "p0,used,sentry"))
    assert why_not(game, "", "R4").startswith("SE4: ")


def test_only_shots_are_explained_where_only_shots_are_asked_for():
    game = Game("capture-the-flag", start=ACT)
    game.step("R1 shoot B1")
    assert game.decision == "volley" and why_not(game, "R1", "e1") == "R1: another shot?"
    assert why_not(game, "R1", "B2").startswith("SH3: ")


@pytest.mark.parametrize(("in_base", "place"), [(False, "base, bunker or trench"), (True, "bunker or trench")])
def test_where_no_sentry_stands_is_told_as_the_scenario_has_it(in_base, place):
    """EN3: with `sentry_in_base` a base holds one; the board has bunkers."""
    scenario = Scenario.load("battle-12").with_rules(sentry_in_base=in_base)
    start = "turn=3 phase=1 acting=red second=blue score=9,9 to=red:act R1=b4 R2=c3 B1=c5 flag.red=b1 flag.blue=b7"
    game = Game(scenario, start=start)
    refuses(ValueError, f"EN3: .* a {place}$", game.step, "R1 sentry")


def test_of_one_the_word_is_singular():
    scenario = Scenario.load("capture-the-flag").with_rules(max_moves=1, throw_range=1, reload_cost=2)
    start = (
        "turn=2 phase=1 acting=red second=blue score=6,6 used=2,0 to=red:act R1=c3,moved1,p1,used "
        "R2=d3,empty,moved1,p1,used R3=d2,smoke B1=c7 B2=c8 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
    )
    game = Game(scenario, start=start)
    assert why_not(game, "R1", "c4") == "AP3: R1 has moved 1 hex this turn"
    refuses(ValueError, "1 point .*2$", game.step, "R2 reload")
    assert {choice.chance for choice in choices(game) if choice.verb == "throw smoke"} == {"up to 1 hex"}


def test_a_grenade_reaches_what_the_page_says():
    """GR2: the enemies that are named can be thrown at, others can't, and the refusal has the range."""
    start = (
        "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c3,paint "
        "B1=c4 B2=c5 B3=c6 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
    )
    game = Game("capture-the-flag", start=start)
    (throw,) = (choice for choice in choices(game) if choice.name == "R1 throw paint")
    game.step("R1 throw paint")
    thrown = [f"B{place - 3}" for place in range(4, 7) if f"hex c{place}" in game.legal_actions()]
    assert throw.chance == f"reaches {', '.join(thrown)}"
    reach = max(int(name[-1]) - 3 for name in game.legal_actions() if name.startswith("hex c"))
    assert why_not(game, "", "c8") == f"GR2: it is outside the throw range of {reach}"


def test_where_a_figure_is_asked_for_a_click_elsewhere_says_what_is_asked():
    falls = (
        "turn=2 phase=1 acting=red second=blue score=6,6 used=1,0 to=blue:pick actor=R1 kind=shoot count=1 "
        "shots=B1,B2 R1=c3,p0,fired,used B1=c5 B2=c5 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
    )
    game = Game("capture-the-flag", start=falls)
    assert game.decision == "pick"
    assert why_not(game, "", "R1") == why_not(game, "", "c7") == "Who is hit? 1 to pick"
    assert why_not(game, "", "B1") == ""  # legal


OWN_START = """
name = "own-start"
map = "hexon26"
objective = "capture"
[red]
figures = 1
start = ["c3", "c4"]
near_home = ["c2", "d1", "e1"]
[blue]
figures = 1
"""


def test_where_the_file_names_hexes_for_flag_and_marshal_they_are_named():
    """SN6: also a hex next to the base may be none of them; Blue's file names none."""
    game = Game(Scenario.parse(OWN_START), seed=3)
    told = {}
    while not game.turn:
        told[game.decision, game.decider] = why_not(game, "", "b1" if game.decider == 0 else "c5")
        game.step(game.legal_actions()[0])
    assert told["flag-hex", 0] == "SN6: in this scenario the flag is put into c2, d1 or e1"
    assert told["marshal-hex", 0] == "SN6: in this scenario the Marshal is put into c2, d1 or e1"
    assert told["flag-hex", 1].startswith("SN1: ") and told["marshal-hex", 1].startswith("SN1: ")


def test_the_guide_sends_nobody_to_hexes_that_the_file_leaves_out():
    usual, own = (topics(scenario) for scenario in (Scenario.load("capture-the-flag"), Scenario.parse(OWN_START)))
    assert "next to your base" in usual["flag-hex"].text and "base" not in own["flag-hex"].text
    assert "in your base" in usual["deploy"].text and "base" not in own["deploy"].text
    with_base = topics(Scenario.parse(OWN_START.replace('"c3", "c4"', '"c1", "c4"')))
    assert with_base["deploy"] == usual["deploy"]
