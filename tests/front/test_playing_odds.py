"""Do the odds at the prompt say what an action's dice can do, with the exact chance?"""

import re

from paintball_env import play_words
from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from tabletop.front.commands.action_list import ActionList
from tabletop.front.commands.screen import Screen
from tabletop.show.showing import showing_of

PAGE = showing_of(PAINTBALL).page_words()


def test_a_step_past_a_sentry_has_its_risk() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 B1=c5,sentry B2=b7 M1=c3 M2=c6"
    lines = play_words.chances(Game("capture-the-flag-basic", start=at), "R1 move E")
    assert lines[0] == "R1 move E, if B1 shoots:"
    # 3+ hits at range 2, no save on 2 to 5, out on 4+: 4/6 · 4/6 · 1/2.
    assert any("2/9" in line and line.endswith("R1 is out") for line in lines)


def test_odds_of_a_shot() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6"
    lines = play_words.chances(Game("capture-the-flag-basic", start=at), "R1 shoot B1")
    assert lines[0] == "R1 shoot B1, one die:"
    # Hit on 4+, no save on 2 to 5, out on 4+: 1/2 · 4/6 · 1/2.
    assert any("1/6" in line and line.endswith("B1 is out") for line in lines)
    assert any("1/36" in line and line.endswith("R1 has a jam") for line in lines)


def test_odds_of_another_shot_are_those_of_all_declared_dice() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,1 R1=c4,expert B1=c6 M2=c8 to=red:volley actor=R1 kind=shoot"
    game = Game("capture-the-flag-drawn", start=f"{at} shots=B1")
    assert play_words.chances(game, "R1 shoot B1")[0] == "R1 shoot B1, 2 dice:"
    assert play_words.chances(game, "done")[0] == "done:"


def test_odds_name_what_the_dice_leave_to_a_player() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act "
    game = Game("capture-the-flag", start=f"{at}R1=c4,paint R2=c5 B1=c7 M1=c3 M2=c8")
    game.step("R1 throw paint")
    lines = play_words.chances(game, "hex c6")  # GR3: missed on 1 or 2
    assert any("1/3 " in line and line.endswith("it misses: Blue picks the hex where it lands") for line in lines)
    around = "R1=c5 R2=b5 B1=c6,suppressed B2=c6,suppressed B3=e1 M1=c2 M2=c7"
    game = Game("capture-the-flag-basic", start=at + around)
    for action in ("charge", "figure R1"):
        game.step(action)
    lines = play_words.chances(game, "figure R2")  # CH3: one on each side
    assert any("35/108" in line and line.endswith("somebody falls: Blue picks who") for line in lines)
    assert not any(line.endswith("nothing of the kind") for line in lines)  # something always happens


CHARGED = (
    "turn=2 phase=1 acting=red second=blue score=6,6 used=1,0 to=red:charger place=c4 count=1 R1=c4,p1,moved1,used "
    "R2=c2 B1=c4,suppressed B2=c4,empty B4=c6 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
)


def test_what_rolls_the_shoot_out_says_its_chances() -> None:
    game = Game("capture-the-flag", start=CHARGED)
    done = next(choice for choice in PAGE.choices(game) if choice.name == "done")
    assert done.dice and done.chance == "58% to win"
    assert ("7/12", "B1 is out") in [(exact, what) for _, exact, what in PAGE.odds(game, "done").rows]
    assert "58.3% B1 is out" in ActionList(game, Screen(game.scenario, colour=False)).odds("done")


def test_of_all_results_the_list_names_that_of_the_target() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c3 R2=c2 R3=d3 B3=b5 B4=c6 B5=c5 M1=b1 M2=c7"
    game = Game("capture-the-flag-basic", start=at)
    actions = ActionList(game, Screen(game.scenario, colour=False))
    told_by_target = re.findall(r"R\d (?:shoot|suppress) (B\d) +(.*)", actions.odds())
    assert told_by_target
    for target, told in told_by_target:
        (_, first), *others = (each.split(maxsplit=1) for each in told.split(" · "))
        assert first.startswith(target), told
        shares = [float(share.rstrip("%")) for share, _ in others]
        assert shares == sorted(shares, reverse=True), told


def test_smoke_that_lies_where_it_was_thrown_is_named() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c4,smoke B1=c7 M1=c3 M2=c8"
    game = Game("capture-the-flag", start=at)
    game.step("R1 throw smoke")
    told = {what: exact for _, exact, what in PAGE.odds(game, "hex c6").rows}
    assert told == {"smoke lies in c6": "2/3", "it misses: Blue picks the hex where it lands": "1/3"}


def test_things_that_exclude_each_other_are_not_said_to_happen_together() -> None:
    alone = CHARGED.replace(" B2=c4,empty", "")
    odds = PAGE.odds(Game("capture-the-flag", start=alone), "done")
    assert [what for _, _, what in odds.rows] == ["B1 is out", "R1 is out"] and not odds.note
    assert PAGE.odds(Game("capture-the-flag", start=CHARGED), "done").note == "several may happen together"


def test_a_step_that_wins_says_so_and_by_which_rule() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 B1=c7 M1=b1 M2=c8 flag.red=b1 flag.blue=R1"
    assert "(FL3)" in PAGE.odds(Game("capture-the-flag", start=at), "R1 move W").note


def test_paint_that_is_let_land_has_its_odds() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c4,paint B1=c7 B2=b6 M1=c3 M2=c8"
    game = Game("capture-the-flag", start=at)
    game.step("R1 throw paint")
    game.step("hex c6", results=[1])  # GR3: missed
    assert game.decision == "scatter"
    lands = next(choice for choice in PAGE.choices(game) if choice.target == "c7")
    assert lands.dice is True and any(what == "B1 is out" for _, _, what in PAGE.odds(game, lands.name).rows)
