"""Octagon ball on a web page: what is offered, its odds in words, the guide, the match to learn by, the story."""

import random
import re

from octagon_ball import guide, page_words, story
from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.notation import DECISIONS
from octagon_ball.rules import events
from octagon_ball.scenario import Scenario
from tabletop.play.game import Game
from tabletop.play.odds import outcomes
from tabletop.show.odds import SHOWN, further
from tabletop.show.showing import showing_of
from tests.octagon_ball.table import scenario_of
from tests.octagon_ball.test_match import act

POSITION = act("W1=a6 W2=d3 W3=d9 B1=k6 B2=e3 B3=h4 ball=W2", points=5)


def game_of(position=POSITION):
    return Game(scenario_of("octagon-small"), start=position)


def offered(game):
    return {choice.name: choice for choice in page_words.choices(game)}


def test_actions_say_who_where_and_what_they_cost():
    game = game_of()
    assert page_words.question(game) == "What next? 5 points left" and "my turn" in page_words.helping(game)
    choices = offered(game)
    move, throw, jostle = choices["W2 move N"], choices["pass medium NE"], choices["W2 jostle B2"]
    assert (move.label, move.who, move.target, move.cost, move.dice) == ("Move to d4", "W2", "d4", "1 point", False)
    assert (throw.label, throw.verb) == ("Medium pass to the NE", "pass medium")
    assert (throw.who, throw.cost) == ("W2", "3 points")
    assert (jostle.target, jostle.chance) == ("B2", "28% down")
    assert choices["done"].label == "End the turn"
    other = game_of(POSITION.replace("ball=W2", "ball=B2").replace("points=5", "points=5 tackles=1"))
    assert offered(other)["W2 tackle"].chance == "28% won"  # 10/36, the second of the turn
    loose = offered(game_of(POSITION.replace("ball=W2", "ball=d3")))["W2 pick up"]
    assert (loose.label, loose.cost) == ("Pick up the ball", "1 point")


def test_a_figure_at_the_line_carries_the_ball_in():
    game = game_of(POSITION.replace("W2=d3", "W2=k5"))
    assert offered(game)["W2 move E"].verb == "carry in"
    odds = page_words.odds(game, "W2 move E")
    ((share, exact, words),) = odds.rows
    assert odds.of == "W2: Carry the ball into the goal, E"
    assert (share, exact) == (1.0, "1") and words == "a goal for White"


def test_an_interception_is_asked_with_its_chance_and_price():
    game = game_of()
    game.step("pass short E", results=[4])
    assert page_words.question(game) == "Does B2 try to intercept?" and "Answer" in page_words.helping(game)
    choices = offered(game)
    # In its own square, marked by the passer next to it.
    assert choices["intercept"].chance == "50% if alone" and choices["intercept"].cost == "free"
    assert choices["let pass"].label == "Let it pass"


def test_odds_say_what_comes_of_it_exactly():
    other = game_of(POSITION.replace("ball=W2", "ball=B2"))
    rows = {words: exact for _, exact, words in page_words.odds(other, "W2 tackle").rows}
    assert rows["W2 has won and may take the ball"] == "5/12" and rows["nothing changes hands"] == "5/12"
    told = showing_of(OCTAGON_BALL).play_words().chances(game_of(), "W2 jostle B2")
    assert told[0] == "W2 jostle B2:" and "   27.78% 5/18         B2 is on the ground" in told, "at the prompt, too"
    rows = {words: exact for _, exact, words in page_words.odds(game_of(), "W2 jostle B2").rows}
    assert rows == {"nothing changes hands": "4/9", "B2 is on the ground": "5/18", "the turn is over": "5/18"}


def test_one_further_thing_is_one():
    assert [further(count) for count in (SHOWN - 1, SHOWN)] == ["", ""]
    assert [further(SHOWN + more) for more in (1, 2)] == ["and 1 further thing", "and 2 further things"]
    position = (
        "turn=11 acting=white points=8 to=white:act white=c16,g15,g11,g5,f3,f15 black=k2,k16,l13,n11,r5,s9 W1=c16 "
        "W2=g13 W3=i9 W4=f3 W5=i3 W6=i18 B1=i7 B2=n18 B3=l18 B4=n11 B5=p3 B6=p7 ball=W2"
    )
    game = Game(scenario_of("octagon"), start=position)
    assert page_words.odds(game, "pass medium N").note == "and 1 further thing"


def test_odds_tell_apart_whose_turn_comes():
    # With B2 down all of Black lie: their turn passes by itself, and White is in turn again.
    game = game_of(act("W1=a6 W2=g9 W3=d9 B1=j5,down B2=h9 B3=h3,down ball=f6", points=1, tackles=2))
    rows = {words: exact for _, exact, words in page_words.odds(game, "W2 jostle B2").rows}
    assert rows == {"the turn is over, the next one passes by itself": "1/12", "the turn is over": "11/12"}
    assert {result.game[0].acting for result in outcomes(game, "W2 jostle B2")} == {0, 1}


def test_a_tackle_with_the_last_point_wins_no_ball():
    """TA4."""
    for points, chance in ((2, "42% won"), (1, "58% loose")):
        game = game_of(act("W1=a6 W2=g6 W3=d9 B1=k6 B2=h6 B3=h3 ball=B2", points=points))
        assert offered(game)["W2 tackle"].chance == chance
        rows = [words for _, _, words in page_words.odds(game, "W2 tackle").rows]
        assert any(words.startswith("W2 has won") for words in rows) == (points == 2)


def test_the_ball_won_may_be_taken_for_a_point_or_left():
    """TA3, TA4."""
    game = game_of(act("W1=a6 W2=g6 W3=d9 B1=k6 B2=h6 B3=h3 ball=B2", points=5))
    game.step("W2 tackle", results=[6, 1])
    assert "W2" in page_words.question(game) and "my turn" in page_words.helping(game)
    take, leave = (offered(game)[name] for name in ("W2 pick up", "let pass"))
    assert (take.verb, take.who, take.cost, leave.verb, leave.cost) == ("take", "W2", "1 point", "leave", "")
    assert told(game)[-1] == "W2 wins against B2 (TA3)" and "(TA3)" in page_words.why_not(game, "W3", "h6")
    left = game.clone()
    left.step("let pass")
    assert told(left) == ["W2 knocks the ball out of the hands of B2: it lies in h6 (TA4)"]
    game.step("W2 pick up")
    assert told(game) == ["W2 takes the ball from B2 (TA3)"]


def test_where_no_dice_fall_odds_say_so():
    deploying = Game(scenario_of("octagon"), start="turn=0 acting=white to=black:deploy asked=B1 ball=j10")
    for game, action in ((game_of(), "W2 move N"), (deploying, "square s10")):
        odds_of_it = showing_of(OCTAGON_BALL).play_words().chances(game, action)
        assert odds_of_it == [f"{action}: no die is rolled before the next decision"]
    last = page_words.odds(game_of(POSITION.replace("points=5", "points=1")), "W2 move N")
    assert last.rows == [(1.0, "1", "the turn is over")], "what it brings is told"


def test_the_guide_names_the_rule_of_marked_figures_where_their_chance_is_said():
    game = game_of()
    game.step("pass short E", results=[4])
    assert offered(game)["intercept"].chance == "50% if alone"  # 4 to 6 on the die, without IN6 3 to 6
    assert "IN6" in guide.TOPICS["intercept"].rules and "1 less on its roll" in guide.TOPICS["intercept"].text


def test_how_one_wins():
    small = scenario_of("octagon-small")
    last = "2 goals win; after turn 24 who has scored more has won, or it is a draw."
    assert f"line on the right. {last}" in page_words.aim(small, 0)
    assert "on the left. 1 goal wins;" in page_words.aim(scenario_of("first-goal"), 1)
    assert ". After turn 24 who" in page_words.aim(scenario_of("octagon-small?goals=0"), 0)


def test_the_rules_are_the_pages():
    rules = page_words.rules()
    assert rules["TA"] == "Tackles" and rules["PA1"].startswith("The holder passes the ball in one of the eight")
    assert len([key for key in rules if key[-1].isdigit()]) > 50


def test_a_rule_says_what_its_switches_are_in_the_scenario():
    usual = page_words.rules()

    def added(name):
        said = page_words.rules(scenario_of(name)).items()
        return {number: text.removeprefix(usual[number]) for number, text in said if text != usual[number]}

    assert added("octagon") == {}
    assert {number: text.removeprefix("\n*In this scenario:* ") for number, text in added("octagon-small").items()} == {
        "BO1": "`size` 11.",
        "TE1": "`figures` 3.",
        "BO3": "`goal` 3.",
        "AP1": "`points` 7.",
        "MA1": "`turns` 24.",
        "MA2": "`goals` 2.",
        "DE2": '`deployment` "fixed".',
        "DE4": '`formation` ["a6", "d3", "d9"].',
    }
    # Each switch is declared with the rules that name it.
    for key in ("size", "figures", "goal", "points", "turns", "goals", "deployment", "formation"):
        named = {number for number, text in usual.items() if f"witch* `{key}`" in text or f"scenario's `{key}`" in text}
        assert named and set(Scenario.said_in(key)) == named, key


def test_the_guide_has_a_word_on_each_decision_and_verb_and_its_rules_are_told():
    topics, verbs, told = guide.TOPICS, set(), ""
    teller, rng = showing_of(OCTAGON_BALL).storyteller(scenario_of("octagon-small")), random.Random(3)
    starts = [POSITION.replace("ball=W2", ball) for ball in ("ball=W2", "ball=B2", "ball=d3")]
    deployed = scenario_of("octagon-small?deployment=chosen")
    games = [Game(deployed, seed=1), *(game_of(start).clone(seed=seed) for start in starts for seed in range(8))]
    for game in games:
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


def test_each_kind_of_event_has_its_sentence():
    kinds = {kind.name for kind in events.KINDS} - {"chosen", "forced", "turn began", "game over"}
    assert set(story._BY_NAME) == kinds
    game = game_of()
    game.step("pass short E", results=[4])
    told = showing_of(OCTAGON_BALL).storyteller(game.scenario).tell(game.events, game.draws, game.turn)
    assert told[0].lines == [
        "W2 passes from d3 to the E (PA2)",
        "W2 rolls 4 for the distance (PA1)",
        "the pass goes 4 squares (PA2)",
        "the ball goes from d3 to e3 (PA2)",
    ]


def told(game):
    """The lines of the last step."""
    story = showing_of(OCTAGON_BALL).storyteller(game.scenario).tell(game.events, game.draws, game.turn)
    return [line for entry in story for line in entry.lines]


def test_what_is_taken_from_a_roll_is_told_beside_it():
    fight = POSITION.replace("ball=W2", "ball=B2")
    for tackles, less in ((0, ""), (1, ", 1 less on its roll"), (2, ", 2 less on its roll")):
        game = game_of(fight.replace("points=5", f"points=5 tackles={tackles}"))
        game.step("W2 tackle", results=[1 + tackles, 1, 9])
        lines = told(game)
        assert lines[0] == f"W2 tackles B2{less} (TA2)" and "W2 and B2 have the same score (TA5)" in lines
    # A jostle counts as a tackle, and its roll is told with its own rule, also where a tackle would have these classes.
    for tackles, less in ((0, ""), (2, ", 2 less on its roll")):
        game = game_of(POSITION.replace("points=5", f"points=5 tackles={tackles}"))
        game.step("W2 jostle B2", results=[2, 1])
        assert told(game)[0] == f"W2 jostles B2{less} (JO3)" and "B2 rolls 1 against it (JO3)" in told(game)
    # Black's two are marked by W2 and W3 beside them: a 6 counts as 5.
    game = game_of(act("W1=a6 W2=d3 W3=g3 B1=k6 B2=f4 B3=e2 ball=W2", points=5))
    game.step("pass short E", results=[3])
    game.step("intercept")
    game.step("intercept", results=[6, 6])
    lines = told(game)
    assert lines[1] == "B2 rolls 6 to intercept, needs 5+ and counts 1 less (IN4, IN6)"
    assert lines[2] == "B2 reaches it, marked: 1 less on its roll (IN3)"
    assert "several have 5, the highest, so nobody has it (IN7)" in lines


def test_a_ball_that_is_over_the_line_at_once_goes_from_nowhere_to_nowhere():
    game = game_of(POSITION.replace("W2=d3", "W2=k6").replace("B1=k6", "B1=h3"))
    game.step("pass short E", results=[4])
    (passed, *_) = showing_of(OCTAGON_BALL).storyteller(game.scenario).tell(game.events, game.draws, game.turn)
    assert any("a goal for White" in line for line in passed.lines)
    assert not any("from k6 to k6" in line for line in passed.lines), passed.lines


def test_why_a_click_means_no_action():
    game = game_of()
    for who, target, words in (
        ("W2", "d8", "a figure moves to a square next to it (MV1)"),
        ("W2", "e3", "B2 is there (MV1)"),
        ("W2", "B3", "B3 isn't next to W2 (JO1)"),
        ("W2", "d4", ""),  # legal
        ("W9", "d4", ""),
        ("", "B3", ""),
        ("W2", "nowhere", ""),
    ):
        assert page_words.why_not(game, who, target) == words, (who, target)
    lying = game_of(POSITION.replace("W3=d9", "W3=d9,down"))
    assert page_words.why_not(lying, "W2", "W3") == "W3 lies on the ground (JO4)"
    begun = Game(scenario_of("octagon"), start="turn=0 acting=white to=black:deploy asked=B1 ball=j10")
    assert "(DE1)" in page_words.why_not(begun, "", "j1")
    begun.step(begun.legal_actions()[0])
    assert page_words.why_not(begun, "", "B1") == "B1 is there (BO8)"
