"""State of War on a web page: what is offered, its odds in words, the guide, the skirmish to learn by."""

import re
from types import SimpleNamespace

import pytest

from state_of_war import guide
from state_of_war.definition import STATE_OF_WAR
from state_of_war.rules import state
from tabletop.front.server import reviewing
from tabletop.play.game import Game
from tabletop.play.judged import Judged
from tabletop.play.records import RecordError
from tabletop.show.showing import showing_of
from tests.state_of_war.skirmishes import ORDER, READY, done, game_at

SHOWING = showing_of(STATE_OF_WAR)
page_words = SHOWING.page_words()


@pytest.mark.parametrize(
    ("where", "action", "offered"),
    [
        (ORDER, "shoot at G1", {"who": "B2", "target": "G1", "cost": "3 shots, medium range", "dice": True}),
        (ORDER, "move N full", {"label": "Move N 12 cm", "short": "N 12 cm", "who": "B2", "dice": False}),
        (READY, "move N full", {"dice": True}),
        (ORDER, "form W column", {"label": "Form W column", "verb": "form", "short": "W column"}),
        (ORDER, "stand", {"who": "B2", "target": "", "dice": False}),
        (ORDER.replace("order unit=B2", "pick"), "B1", {"who": "", "target": "B1", "verb": "order"}),
        (ORDER.replace("order unit=B2", "pick"), "end", {"ends": "stage", "dice": False}),
    ],
)
def test_orders_say_who_where_and_what_they_cost(where, action, offered):
    (choice,) = (each for each in page_words.choices(game_at(where)) if each.name == action)
    assert offered.items() <= vars(choice).items()


def test_a_review_says_from_the_first_grade_on_what_the_buttons_said(monkeypatch):
    position = ORDER.replace("order unit=B2", "pick")
    judged = Judged(3, 2, 0, "B1", "end", position, cost=0.03, error=0.001)

    def first(record, tell):
        tell(0.1, [judged])
        raise RecordError

    monkeypatch.setattr(reviewing, "review_of", first)
    review = reviewing.Reviewing(SimpleNamespace(load_scenario=lambda: STATE_OF_WAR.load("first-skirmish")), [])
    with pytest.raises(RecordError):
        review.run(lambda: None)
    (row,) = review.shown()["decisions"]
    offered = {choice.name: choice.label for choice in page_words.choices(game_at(position))}
    assert (row["action"], row["better"], row["name"]) == (offered["B1"], offered["end"], "end")


def test_sh1_who_of_the_loaded_men_does_not_shoot_is_said_and_mo1_who_checks_before_a_charge():
    blocked = ORDER.replace("B2.3=12.2:-35.0", "B2.3=15.0:-37.8").replace("B2.2=17.8:-35.0", "B2.2=15.0:-40.6")
    choices = {choice.name: choice for choice in page_words.choices(game_at(blocked))}
    assert choices["shoot at G1"].cost.startswith("2 of 3 loaded, ") and "others" in choices["shoot at G1"].cost
    near = ORDER.replace("G1.2=12.2:-15.0,wounded", "G1.2=12.2:-28.0")
    many = near.replace("G1.4=killed G1.5=killed", "G1.4=9.4:-28.0 G1.5=6.6:-28.0")
    charge = next(choice for choice in page_words.choices(game_at(many)) if choice.verb == "charge")
    assert charge.cost.startswith("B2 ")


def test_each_decision_is_a_question():
    game = game_at(READY)
    assert page_words.question(game) == "What does B2 do?" and page_words.helping(game) == "Play my part for me"
    done(game, "move N full")
    assert page_words.question(game) == "B2 comes nearer. Does G1 fire?"
    assert page_words.helping(game) == "Answer for me in this part"


def test_re1_the_odds_of_a_move_say_who_may_fire_and_those_of_a_volley_what_falls():
    rows = [words for _, _, words in page_words.odds(game_at(READY), "move N full").rows]
    assert rows == ["G1 may fire at it after a quarter of the way"]
    game = game_at(READY)
    done(game, "move N full")
    rows = {words: share for share, _, words in page_words.odds(game, "fire").rows}
    assert {"nobody is hurt", "1 out"} <= rows.keys() and sum(rows.values()) == pytest.approx(1)
    (fires,) = (choice for choice in page_words.choices(game) if choice.name == "fire")
    assert fires.chance.endswith(" wounded") and fires.target == "B2"
    odds = page_words.odds(game, "hold")
    assert [words for _, _, words in odds.rows] == ["G1 may fire at it after half of the way"]


def test_sh6_the_odds_of_shots_hold_until_they_fall():
    game = game_at(ORDER)
    rows = {words: share for share, _, words in page_words.odds(game, "shoot at G1").rows}
    assert sum(rows.values()) == pytest.approx(1)
    done(game, "shoot at G1")
    (row,) = page_words.odds(game, "end").rows
    out = sum(share for words, share in rows.items() if re.fullmatch(r"\d out", words))
    assert row[0] == pytest.approx(out) and row[2] == "B2 puts somebody of G1 out"


def test_why_a_click_means_no_action():
    assert page_words.why_not(game_at(ORDER), "B2", "G2").endswith("(SH1, SH2)") or "G2" in page_words.why_not(
        game_at(ORDER), "B2", "G2"
    )
    picks = game_at(ORDER.replace("order unit=B2", "pick"))
    done(picks, "B2", "stand")
    assert page_words.why_not(picks, "", "B2").startswith("B2 can't be ordered")


def test_the_guide_has_a_word_on_each_decision_and_its_rules_are_on_the_page():
    asked = {name for topic in guide.TOPICS.values() for name in topic.decisions}
    assert asked == {*state.DECISIONS[1 : state.GOES_ON]}, "all but those of nobody"
    rules = page_words.rules()
    for each in [*guide.TOPICS.values(), *guide.STEPS]:
        assert {*each.rules} <= rules.keys() and len(each.text) < 300, each.title


@pytest.mark.parametrize("name", ["raid", "crossroads"])
def test_every_choice_can_be_offered(name):
    game, verbs = Game(STATE_OF_WAR.load(name), seed=5), set()
    for number in range(30):
        choices = page_words.choices(game)
        for choice in choices:
            assert choice.label and choice.label.endswith(choice.short) and choice.label[0].isupper()
            assert isinstance(choice.dice, bool), "a page is sent as JSON"
        verbs |= {choice.verb for choice in choices}
        assert page_words.question(game)
        names = [choice.name for choice in choices if choice.verb in ("move", "order", "slot", "hide")]
        game.step((names or [choices[0].name])[number % len(names or [0])])
    assert {"order", "move", "form", "go", "stand"} <= verbs


def test_the_terminal_lists_a_hundred_orders_in_few_lines():
    game, words = game_at(ORDER), SHOWING.play_words()
    full, brief = words.listed(game.scenario, game.games, game.legal_actions())
    assert len(game.legal_actions()) > 90 and full.count("\n") < 16 and brief.count("\n") < 8
    assert "N: 30 quarter, 31 half, 32 three, 33 full" in " ".join(full.split())


def test_how_one_wins_and_what_the_game_is():
    aim = page_words.aim(STATE_OF_WAR.load("line-and-line"), 0)
    assert (
        aim.startswith("Grey has lost 50 % or more at the end of a turn; or after turn ") and "10 %" in aim
    )  # VI1, VI4
    assert "flag" in page_words.aim(STATE_OF_WAR.load("crossroads"), 1) and "rifle" in page_words.pitch()


def test_the_first_skirmish_can_be_won_by_its_steps():
    lesson = page_words.lesson()
    game = Game(lesson.scenario, seed=1)
    assert game.decider == lesson.team
    done(game, "B1")
    assert game.decision == lesson.decision
    verbs = {choice.verb for choice in page_words.choices(game)}
    assert {lesson.steps[0].done[0], *lesson.steps[0].verbs} <= verbs
    assert all(step.done and step.rules for step in lesson.steps)
