"""Beat to Quarters on a web page: what is offered, its odds in words, the guide, the fight to learn by."""

from collections import defaultdict
from fractions import Fraction

import pytest

from beat_to_quarters import guide
from beat_to_quarters.definition import BEAT_TO_QUARTERS
from beat_to_quarters.notation import DECISIONS
from beat_to_quarters.rules import state
from beat_to_quarters.shot_odds import Effect, boarding_chance, shot_effects
from tabletop.play.game import Game
from tabletop.play.odds import outcomes
from tabletop.show.showing import showing_of
from tests.beat_to_quarters.sea_fights import ANSWERS, BOARDS, ROLLED, SAILS, TURNS, battle, game_at, scenario_of

page_words = showing_of(BEAT_TO_QUARTERS).page_words()
TACKS = TURNS.replace("wind=W", "wind=E").replace("1309E", "1309SE")
RAKING = SAILS.replace("B1=0806E", "B1=0406NW")
WEAK = SAILS.replace("B1=0806E", "B1=0708E,rate:8,masts:1")


@pytest.mark.parametrize(
    ("where", "scenario", "action", "offered"),
    [
        (
            SAILS,
            "duel",
            "fire at B1",
            {"who": "W1", "target": "B1", "cost": "range 3", "chance": "30% damage, 10% mast"},
        ),
        (RAKING, "duel", "fire at B1", {"cost": "range 2, stern rake", "chance": "78% damage, 10% mast, 8% beaten"}),
        (SAILS, "duel", "sail", {"label": "Sail: roll 3 dice", "target": "0809", "dice": True}),
        (SAILS, "duel", "sail", {"chance": ""}),
        (
            SAILS.replace("0709E", "2509E"),
            "duel",
            "sail",
            {"chance": "42% off the map: lost"},
        ),
        (SAILS.replace("0709E", "2609E"), "duel", "sail", {"chance": "off the map: lost"}),
        (SAILS, "duel", "heave to", {"who": "W1", "target": "", "dice": False}),
        (ROLLED, "duel", "advance 11", {"label": "Sail 11 hexes", "short": "11 hexes", "chance": "", "dice": False}),
        (ROLLED.replace("0312NE", "0604NE"), "duel", "advance 11", {"chance": "off the map: lost", "dice": False}),
        (ROLLED.replace("1406SE", "0509SE"), "duel", "advance 4", {"chance": "runs into B1", "dice": True}),
        (TURNS, "duel", "port 1", {"label": "Turn left 1, to NE", "target": "1308", "chance": ""}),
        (TACKS, "duel", "port 1", {"chance": "into the wind, 50% works"}),
        (TURNS, "duel", "steady", {"label": "Keep the heading, E", "verb": "steady", "dice": False}),
        (ANSWERS, "duel", "W1 fires", {"label": "Fire at B1", "who": "W1", "target": "B1"}),
        (ANSWERS, "duel", "hold on", {"label": "Not while B1 sails by", "who": ""}),
        (BOARDS, "line", "board B1", {"who": "W1", "target": "B1", "chance": "83% taken"}),
    ],
)
def test_actions_say_who_where_and_how_likely(where, scenario, action, offered):
    (choice,) = (each for each in page_words.choices(game_at(where, scenario=scenario)) if each.name == action)
    assert offered.items() <= vars(choice).items()


@pytest.mark.parametrize(
    ("where", "asked", "helping"),
    [
        (SAILS, "What does W1 do? The wind comes from behind", "Play my turn for me"),
        (ROLLED, "How far does W1 sail? The dice: 4, 3, 3, 1", "Play my turn for me"),
        (ANSWERS, "B1 sails by. Does anybody fire at it?", "Answer for me in this turn"),
    ],
)
def test_each_decision_is_a_question(where, asked, helping):
    game = game_at(where)
    assert (page_words.question(game), page_words.helping(game)) == (asked, helping)


@pytest.mark.parametrize("where", [SAILS, WEAK])
def test_gu7_gu9_the_odds_of_a_shot_are_those_of_the_engine(where):
    game = game_at(where)
    expected: dict[Effect, Fraction] = defaultdict(Fraction)
    before = game.record.ships[1, 0]
    for result in outcomes(game, "fire at B1"):
        ship = result.game[0].ships[1, 0]
        effect = Effect(sunk=True)
        if ship.state != state.SUNK:
            lost = int(ship.rate - before.rate), int(before.masts - ship.masts)
            effect = Effect(*lost, bool(ship.steering), bool(ship.burning), ship.state == state.STRUCK)
        expected[effect] += result.probability
    found: dict[Effect, Fraction] = defaultdict(Fraction)
    for effect, chance in shot_effects(game.scenario.world[0], game.record, 0, 10).items():
        found[Effect(sunk=True) if effect.sunk else effect] += chance
    assert found == expected and sum(found.values()) == 1


def test_su1_who_buys_is_told_what_there_is_to_spend_and_what_each_crew_costs():
    game = Game(scenario_of("duel").with_rules(points=90, white=[], black=[], deployment="chosen"))
    assert "90 points" in page_words.question(game)
    game.step("rate 4")
    offered = [page_words.choice(game, name) for name in game.legal_actions()]
    assert [choice.cost for choice in offered] == [f"{points} points" for points in (30, 35, 40, 45, 50)]
    game.step("average")
    assert (
        showing_of(BEAT_TO_QUARTERS).scenes(game.scenario).scene(game.games).teams[0] == "1 ship bought, 50 points left"
    )


def test_odds_say_what_comes_of_it_exactly():
    rows = {words: exact for _, exact, words in page_words.odds(game_at(SAILS), "fire at B1").rows}
    assert rows["no damage"] == "19/27" and rows["burns"] == "1/144"
    rows = {words: exact for _, exact, words in page_words.odds(game_at(SAILS), "sail").rows}
    assert rows["you may sail 4"] == "5/8" and rows["you may sail 8"] == "3/16" and rows["you may sail 1"] == "37/64"
    game = game_at(BOARDS, scenario="line")
    taken = sum(result.probability for result in outcomes(game, "board B1") if "B1=1613E,prize" in result.position)
    assert taken == boarding_chance(game.record, 0, 10) == Fraction(5, 6)
    rows = {words: exact for _, exact, words in page_words.odds(game, "board B1").rows}
    assert rows == {"B1 is taken": "5/6", "the boarders are beaten off": "1/6"}


def test_the_guide_has_a_word_on_each_decision_and_its_rules_are_on_the_page():
    asked = {name for topic in guide.TOPICS.values() for name in topic.decisions}
    assert asked == {*DECISIONS[1 : state.GOES_ON]}, "all but those of nobody"
    rules = page_words.rules()
    for each in [*guide.TOPICS.values(), *guide.STEPS]:
        assert {*each.rules} <= rules.keys() and len(each.text) < 300, each.title


@pytest.mark.parametrize("name", ["line", "port"])
def test_every_choice_of_a_battle_can_be_offered(name):
    verbs = set()
    for game, _ in battle(name, 2, 150):
        for choice in page_words.choices(game):
            assert isinstance(choice.dice, bool), "a page is sent as JSON"
            assert choice.label and choice.label.endswith(choice.short) and choice.label[0].isupper()
            verbs.add(choice.verb)
        assert bool(page_words.question(game)) != game.over
    assert {"fire at", "sail", "advance", "turn", "hold", "act"} <= verbs


@pytest.mark.parametrize(
    ("where", "target", "words"),
    [
        (SAILS.replace("B1=0806E", "B1=1506E"), "B1", "(GU3, GU4)"),
        (SAILS.replace("still", "fired:port,still"), "B1", "W1 has fired this side in this turn (GU1)"),
        (ROLLED, "B1", "(MO3)"),
        (ANSWERS, "W1", ""),
    ],
)
def test_why_a_click_means_no_action(where, target, words):
    told = page_words.why_not(game_at(where), "W1", target)
    assert told.endswith(words) if words else not told


def test_how_one_wins_and_what_the_game_is():
    assert page_words.aim(scenario_of("duel"), 0).startswith("Sink or take Black's last ship, or make it strike")
    assert page_words.aim(scenario_of("line"), 1).startswith("Sink White's ships, or board and take them")
    assert "broadside" in page_words.pitch() and page_words.primer().text.startswith("# Your first fight")


def test_the_first_fight_begins_with_a_shot_that_may_be_fired():
    lesson = page_words.lesson()
    game = Game(lesson.scenario, start=lesson.start)
    assert game.decision == lesson.decision and game.decider == lesson.team
    assert {choice.verb for choice in page_words.choices(game)} >= {*lesson.steps[0].done, "sail"}
    assert all(step.done and step.rules for step in lesson.steps)
