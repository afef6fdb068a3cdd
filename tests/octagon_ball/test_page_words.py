"""Octagon ball on a web page: what is offered, its odds in words, the guide, the match to learn by."""

import random
import re

import pytest

from octagon_ball import guide
from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.notation import DECISIONS
from octagon_ball.scenario import Scenario
from tabletop.play.game import Game
from tabletop.show.odds import SHOWN, further
from tabletop.show.showing import showing_of
from tests.octagon_ball.table import game_at, scenario_of

page_words = showing_of(OCTAGON_BALL).page_words()
HELD = "points=5 CLOSE ball=B2"
DEPLOYING = "turn=0 to=black:deploy asked=B1 ball=j10"
SHOT = ("pass short E", [4])  # past B2
WON = ("W2 tackle", [6, 1])

MOVE, PASS = {"who": "W2", "cost": "1 point"}, {"who": "W2", "verb": "pass medium", "cost": "3 points"}
TAKE = {"verb": "take", "who": "W2", "cost": "1 point", "dice": False}


@pytest.mark.parametrize(
    ("where", "steps", "action", "offered"),
    [
        ("points=5 CLOSE", (), "W2 move N", MOVE | {"verb": "move", "target": "d4", "short": "d4", "dice": False}),
        ("points=5 CLOSE W2=k5", (), "W2 move E", MOVE | {"verb": "carry in", "target": "", "dice": True}),
        ("points=5 CLOSE", (), "pass medium NE", PASS | {"short": "NE", "target": ""}),
        ("points=5 CLOSE", (), "W2 jostle B2", MOVE | {"target": "B2", "chance": "28% down"}),
        ("points=5 CLOSE", (), "done", {"who": "", "cost": "", "dice": False}),
        (f"{HELD} tackles=1", (), "W2 tackle", MOVE | {"target": "B2", "chance": "28% won"}),  # 10/36
        ("points=5 CLOSE ball=d3", (), "W2 pick up", MOVE | {"target": ""}),
        # In its own square, marked by the passer next to it: 4 to 6, without IN6 3 to 6.
        ("points=5 CLOSE", (SHOT,), "intercept", {"chance": "50% if alone", "cost": "free"}),
        ("points=5 CLOSE", (SHOT,), "let pass", {"verb": "let pass", "cost": ""}),
        # TA4: with the last point a tackle wins no ball.
        ("points=2 HELD", (), "W2 tackle", {"chance": "42% won"}),
        ("points=1 HELD", (), "W2 tackle", {"chance": "58% loose"}),
        ("points=5 HELD", (WON,), "W2 pick up", TAKE),
        ("points=5 HELD", (WON,), "let pass", {"verb": "leave", "who": "W2", "cost": "", "dice": False}),
    ],
)
def test_ta4_actions_say_who_where_and_what_they_cost(where, steps, action, offered):
    (choice,) = (each for each in page_words.choices(game_at(where, *steps)) if each.name == action)
    assert offered.items() <= vars(choice).items()


@pytest.mark.parametrize(
    ("where", "steps", "asked", "helping"),
    [
        ("points=5 CLOSE", (), "What next? 5 points left", "Play my turn for me"),
        ("points=5 CLOSE", (SHOT,), "Does B2 try to intercept?", "Answer for me in this turn"),
        ("points=5 HELD", (WON,), "Does W2 take the ball that it has won?", "Play my turn for me"),
    ],
)
def test_each_decision_is_a_question(where, steps, asked, helping):
    game = game_at(where, *steps)
    assert (page_words.question(game), page_words.helping(game)) == (asked, helping)


@pytest.mark.parametrize(
    ("where", "action", "rows"),
    [
        ("points=5 CLOSE W2=k5", "W2 move E", {"a goal for White": "1"}),
        ("points=1 CLOSE", "W2 move N", {"the turn is over": "1"}),
        (
            "points=5 CLOSE",
            "W2 jostle B2",
            {"nothing changes hands": "4/9", "B2 is on the ground": "5/18", "the turn is over": "5/18"},
        ),
        # With B2 down all of Black lie: their turn passes by itself, and White is in turn again.
        (
            "points=1 tackles=2 START W2=g9 B1=j5,down B3=h3,down",
            "W2 jostle B2",
            {"the turn is over, the next one passes by itself": "1/12", "the turn is over": "11/12"},
        ),
    ],
)
def test_odds_say_what_comes_of_it_exactly(where, action, rows):
    game = game_at(where)
    assert {words: exact for _, exact, words in page_words.odds(game, action).rows} == rows
    told = "\n".join(showing_of(OCTAGON_BALL).play_words().chances(game, action))
    assert told.startswith(f"{action}:") and all(words in told for words in rows), "at the prompt, too"


@pytest.mark.parametrize("points", [1, 2])
def test_ta3_ta4_a_tackle_with_the_last_point_wins_no_ball(points):
    odds = page_words.odds(game_at(f"points={points} HELD"), "W2 tackle")
    rows = {words: exact for _, exact, words in odds.rows}
    assert rows.get("W2 has won and may take the ball") == (None if points == 1 else "5/12")


def test_odds_without_dice_and_with_more_than_is_shown():
    for game, action in (
        (game_at("points=5 CLOSE"), "W2 move N"),
        (game_at(DEPLOYING, scenario="octagon"), "square s10"),
    ):
        odds_of_it = showing_of(OCTAGON_BALL).play_words().chances(game, action)
        assert odds_of_it == [f"{action}: no die is rolled before the next decision"]
    assert [further(SHOWN + more) for more in (-1, 0, 1, 2)] == ["", "", "and 1 further thing", "and 2 further things"]
    crowded = (
        "turn=11 points=8 white=c16,g15,g11,g5,f3,f15 black=k2,k16,l13,n11,r5,s9 W1=c16 W2=g13 W3=i9 W4=f3 W5=i3 "
        "W6=i18 B1=i7 B2=n18 B3=l18 B4=n11 B5=p3 B6=p7 ball=W2"
    )
    assert page_words.odds(game_at(crowded, scenario="octagon"), "pass medium N").note == further(SHOWN + 1)


def test_how_one_wins():
    for name, team, words in (
        ("octagon-small", 0, "on the right. 2 goals win; after turn 24 "),
        ("first-goal", 1, "on the left. 1 goal wins; after turn 30 "),
        ("octagon-small?goals=0", 0, "on the right. After turn 24 "),
    ):
        assert words in page_words.aim(scenario_of(name), team)


def test_a_rule_says_what_its_switches_are_in_the_scenario():
    usual = page_words.rules()
    assert usual["TA"] == "Tackles" and len([key for key in usual if key[-1].isdigit()]) > 50
    assert page_words.rules(scenario_of("octagon")) == usual
    said = page_words.rules(scenario_of("octagon-small")).items()
    added = {number: text.removeprefix(usual[number]).split("`")[1:] for number, text in said if text != usual[number]}
    assert {number: (key, value.strip(" .")) for number, (key, value) in added.items()} == {
        "BO1": ("size", "11"),
        "TE1": ("figures", "3"),
        "BO3": ("goal", "3"),
        "AP1": ("points", "7"),
        "MA1": ("turns", "24"),
        "MA2": ("goals", "2"),
        "DE2": ("deployment", '"fixed"'),
        "DE4": ("formation", '["a6", "d3", "d9"]'),
    }
    # Each switch is declared with the rules that name it.
    for key in ("size", "figures", "goal", "points", "turns", "goals", "deployment", "formation"):
        named = {number for number, text in usual.items() if f"witch* `{key}`" in text or f"scenario's `{key}`" in text}
        assert named and set(Scenario.said_in(key)) == named, key


def test_the_guide_has_a_word_on_each_decision_and_verb_and_its_rules_are_told():
    topics, verbs, told = guide.TOPICS, set(), ""
    teller, rng = showing_of(OCTAGON_BALL).storyteller(scenario_of("octagon-small")), random.Random(3)
    starts = [game_at(f"points=5 CLOSE ball={ball}") for ball in ("W2", "B2", "d3")]
    deployed = Game(scenario_of("octagon-small?deployment=chosen"), seed=1)
    for game in [deployed, *(start.clone(seed=seed) for start in starts for seed in range(8))]:
        for _ in range(40):
            if game.over:
                break
            choices = page_words.choices(game)
            named = {choice.verb: choice.name for choice in rng.sample(choices, len(choices))}
            verbs |= named.keys()
            # Each kind of action as often as any other, so that much happens.
            game.step(named[rng.choice(sorted(named.keys() - {"done"} or named))])
            told += " ".join(line for each in teller.tell(game.events, game.draws, game.turn) for line in each.lines)
    explained = {verb for topic in topics.values() for verb in topic.verbs}
    assert verbs - {"done", "let pass", "intercept", "deploy"} <= explained <= verbs | {"carry in"}
    assert {name for topic in topics.values() for name in topic.decisions} == set(filter(None, DECISIONS))
    for topic in topics.values():
        assert set(topic.rules) <= set(page_words.rules()) and len(topic.text) < 300
        for rule in topic.said:
            assert re.search(rf"\({rule}\d*\)", told), rule


@pytest.mark.parametrize(
    ("where", "who", "target", "words"),
    [
        ("points=5 CLOSE", "W2", "d8", "a figure moves to a square next to it (MV1)"),
        ("points=5 CLOSE", "W2", "e3", "B2 is there (MV1)"),
        ("points=5 CLOSE", "W2", "B3", "B3 isn't next to W2 (JO1)"),
        ("points=5 CLOSE", "W2", "d4", ""),  # legal
        ("points=5 CLOSE", "W9", "d4", ""),
        ("points=5 CLOSE", "", "B3", ""),
        ("points=5 CLOSE", "W2", "nowhere", ""),
        ("points=5 CLOSE W3=d9,down", "W2", "W3", "W3 lies on the ground (JO4)"),
        (DEPLOYING, "", "j1", "j1 is not in the own half, or in the grey area (DE1)"),
        ("turn=0 to=white:deploy asked=W1 B1=s10 ball=j10", "", "B1", "B1 is there (BO8)"),
        ("points=4 tackles=1 to=white:take asked=W2 HELD ball=h6", "W3", "h6", "(TA3)"),
    ],
)
def test_why_a_click_means_no_action(where, who, target, words):
    game = game_at(where, scenario="octagon" if "turn=0" in where else "octagon-small")
    told = page_words.why_not(game, who, target)
    assert told == words or (words[:1] == "(" and told.endswith(words))
