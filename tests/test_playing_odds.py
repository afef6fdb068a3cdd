"""Do the odds at the prompt say what an action's dice can do, with the exact chance?"""

from paintball_env import play_words
from paintball_env.game import Game


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
    assert lines[-1].split()[:2] == ["0.00%", "0/1"]
