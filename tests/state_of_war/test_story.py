"""Skirmishes in words."""

import pytest

from state_of_war.definition import STATE_OF_WAR
from tabletop.game.draws import Draw
from tabletop.play.game import Game
from tabletop.show.showing import showing_of
from tests.state_of_war.skirmishes import ORDER, READY, done, game_at

SHOWING, SKIRMISH = showing_of(STATE_OF_WAR), STATE_OF_WAR.load("first-skirmish")


def told(game, *actions):
    """The story of the last of these actions; all of them are told."""
    teller = SHOWING.storyteller(SKIRMISH)
    for action in actions:
        done(game, action)
        story = teller.tell(game.events, game.draws, game.turn)
    return story


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("move N half", "B2 moves N, half its way"),
        ("form ENE one", "B2 forms one rank, facing ENE"),
        ("shoot at G1", "B2 will shoot at G1"),
        ("go 5", "B2 goes to place 5"),
        ("stand", "B2 waits"),
    ],
)
def test_an_order_is_a_sentence(action, words):
    picks = ORDER.replace("order unit=B2", "pick")
    assert told(game_at(picks), "B2", action)[0].head == words


def test_sh6_a_volley_is_an_act_of_its_own_and_its_losses_come_first():
    story = told(game_at(ORDER.replace("to=blue:order unit=B2", "to=blue:pick"), seed=3), "B2", "shoot at G1", "end")
    volley = next(entry for entry in story if entry.head.startswith("B2 shoots at G1 with 3 men"))
    assert volley.who == "B2" and volley.brief == "shoots at G1 with 3 men"
    shots = [line for line in volley.lines if (" against " in line and "short range" in line) or "medium range" in line]
    assert len(shots) == 3 and all(line.endswith("(SH6)") for line in shots)
    assert not any("." in words for words in volley.outcomes), "in short nobody is named"
    if any("(SH7)" in line for line in volley.lines):
        assert volley.outcomes[0].startswith("G1: ")


def test_each_volley_has_the_dice_of_its_own_men_the_last_shot_too():
    for seed in range(4):
        game = Game(SKIRMISH, seed=seed)
        story = told(game, "B1", "shoot at G1", "B2", "shoot at G2")
        volleys = [entry for entry in story if " shoots at " in entry.head]
        assert len(volleys) == 2
        for entry in volleys:
            shots = [line for line in entry.lines if line.endswith("(SH6)")]
            assert {line.partition(".")[0] for line in shots} == {entry.who}


def test_tu2_actions_are_parts_of_the_story_and_waiting_is_told_with_what_is_loaded():
    story = told(game_at(ORDER.replace("to=blue:order unit=B2", "to=blue:pick")), "end")
    assert [entry.head for entry in story if entry.kind == "phase"] == ["Blue's second action (TU2)"]
    assert "B2 waits: 3 ready to shoot (RE1)" in story[0].lines


@pytest.mark.parametrize(
    ("classes", "result", "words"),
    [
        ("morale d10 -8", 3, "6 on a d10, -8; 9 or more continues"),
        ("morale d10 -9", 4, "8 to 9 on a d10, -9; 10 continues"),
        ("morale d6 -6", 1, "1 to 2 on a d6, -6; no roll continues"),
        ("morale d6 +0", 5, "1 to 6 on a d6; 1 or more continues"),
    ],
)
def test_mo3_a_check_says_what_was_rolled_with_what_and_what_it_takes(classes, result, words):
    line = SHOWING.storyteller(SKIRMISH).draw_words(Draw("morale", "G2", classes, result))
    assert line == f"G2 checks its morale: {words} (MO3)"


def test_me4_the_scores_of_a_melee_are_those_of_which_the_lead_is_the_difference():
    teller = SHOWING.storyteller(SKIRMISH)
    for classes, faces, words in (
        ("d10 d6 v d8-2 d6 +1 at 0", (3, 4, 6, 3), "5 (the best of 3, 4, and +1) to 4 (the best of 6-2, 3)"),
        ("d6 v d8 -1 at 0", (3, 4), "3 to 5 (4 and +1)"),
    ):
        assert f": {words}, " in teller.draw_words(Draw("melee", "G1.2", classes, faces))


def test_re2_fire_at_a_stop_is_told():
    game = game_at(READY)
    assert game.decision == "order"
    done(game, "move N full")
    assert game.decision == "react"
    story = told(game, "fire")
    assert story[0].head == "G1 fires" and any(entry.head.startswith("G1 shoots at B2 with 2 men") for entry in story)


def test_the_end_says_who_has_won_and_why():
    game = game_at(ORDER.replace("turn=2", "turn=8"))
    ends = []
    while not game.over:
        ends = told(game, game.legal_actions()[-1] if game.decision != "order" else "stand")
    assert ends[-1].kind == "end" and ends[-1].head.startswith("Blue has won: ") and ends[-1].head.endswith("(VI1)")


def test_in_short_an_order_is_told_once():
    brief, lines = SHOWING.brief(), []
    for entry in told(game_at(ORDER.replace("order unit=B2", "pick")), "B2", "stand"):
        lines += brief.add(entry)
    waits = next(line for line in [*lines, *brief.flush()] if line.startswith("B2 waits"))
    assert waits.count("B2") == 1 and "ready to shoot" in waits


@pytest.mark.parametrize("word", ["broken", "routed"])
def test_mo6_a_broken_unit_stays_so_whatever_else_it_rolls(word):
    said = set()
    for seed in range(12):
        text = (
            ORDER.replace(" G1=", f" G1={word},hurt,")
            if " G1=" in ORDER
            else ORDER.replace(" G1.1=", f" G1={word},hurt G1.1=")
        )
        story = told(game_at(text.replace("to=blue:order unit=B2", "to=blue:pick"), seed=seed), "end")
        said |= {line.partition(" (MO5)")[0] for entry in story for line in entry.lines if line.endswith("(MO5)")}
    stays = f"G1 is {'broken for good' if word == 'routed' else 'broken'} already, and stays so"
    assert stays in said and said <= {stays, "G1 breaks for good and runs"}, said
