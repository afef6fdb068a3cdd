"""Examples worked by hand from the rules page, on a tape."""

import pytest

from tests.twins.paintball_reference import Scenario, Tape, TapeError, from_position, legal, new_game, position, step

HEAD = "turn=3 phase=1 acting=red second=blue score=6,6 to=red:act "


def played(text, actions, draws, **switches):
    """The game after the actions, with exactly these draws."""
    game = from_position(Scenario(objective="elimination", **switches), HEAD + text)
    tape = Tape(draws)
    for action in actions:
        step(game, action, tape)
    tape.finish()
    return game


def test_the_examples_of_the_formats_page():
    first = (
        "turn=3 phase=1 acting=red second=blue score=4,2 used=1,0 to=red:act R1=c3,p1,moved1,used R2=b3 R3=d2,sentry "
        "B1=c7 B2=b6,suppressed M1=c2 M2=c7 flag.red=b1 flag.blue=d7 soft=b4,d4"
    )
    second = (
        "turn=5 phase=2 acting=blue second=blue score=3,5 used=0,1 to=red:react actor=B2 asked=R3 R3=d2,p0,sentry "
        "B2=d4,p1,moved1,used M1=c2 M2=c7 flag.red=b1 flag.blue=d7"
    )
    assert position(from_position(Scenario(), first)) == first
    # the second writes p0 where it is the usual value
    assert position(from_position(Scenario(), second)) == second.replace(",p0", "")
    assert legal(from_position(Scenario(), second)) == ["R3 shoot B2", "done"]


def test_a_hit_is_marked_and_checked():
    draws = [
        ("hit", "R1", "123333", 3),
        ("hit", "R1", "123333", 2),
        ("way", "R1", "111222", 1),
        ("save", "B1", "122221", 2),
        ("check", "B1", "111222", 4),
    ]
    game = played("R1=c2 B1=c4 B2=c8 M1=c3", ["R1 shoot B1", "R1 shoot B1"], draws)
    assert [f.name for f in game.alive(1)] == ["B2"]
    assert game.marshals[0].hex == game.board.index["c4"]


def test_the_opponent_picks():
    draws = [
        ("hit", "R1", "133333", 2),
        ("hit", "R1", "133333", 1),
        ("misfire", "R1", "123446", 6),
        ("save", "B2", "122221", 1),
    ]
    actions = ["R1 shoot B1", "R1 shoot B2", "figure B2"]
    game = played("R1=c2 B1=c3 B2=c3", actions, draws)
    assert len(game.alive(1)) == 2


def test_out_of_ammo_ends_the_volley_and_leaves_undeclared_points():
    draws = [("hit", "R1", "133333", 1), ("misfire", "R1", "123446", 2)]
    game = played("R1=c2,expert B1=c3 B2=c3", ["R1 shoot B1", "done"], draws)
    assert game.figure("R1").empty and game.figure("R1").points == 2
    assert "R1 reload" in legal(game)


def test_smoke_dazes():
    draws = [("spot-in", "R1", "111222", 3)]
    game = played("R1=c2 R2=b1 B1=c4 smoke=c2", ["R1 shoot B1", "done"], draws)
    assert game.figure("R1").dazed and game.figure("R1").points == 1
    assert not any(name.startswith("R1") for name in legal(game))


def test_aim_reaches_six_and_only_the_first_die():
    game = played("R1=c1 B1=c7 B2=c8", ["R1 aim"], [])
    assert "R1 shoot B1" in legal(game) and "R1 shoot B2" not in legal(game)
    game = played("R1=c1 R2=c2 B1=c7", ["R1 aim", "R1 shoot B1"], [("hit", "R1", "122223", 5)])
    assert game.figure("R1").points == 0 and game.figure("R1").fired


def test_sentries_are_asked_by_number():
    draws = [("hit", "B1", "123333", 2), ("hit", "B3", "122333", 6), ("save", "R1", "122221", 6)]
    game = played(
        "R1=c2 B1=c5,sentry B2=c6,sentry B3=d5,sentry", ["R1 move E", "B1 shoot R1", "done", "B3 shoot R1"], draws
    )
    assert game.to == (0, "act") and game.figure("R1").moved == 1


def test_a_charge_with_two_chargers_and_a_shoot_out():
    draws = [("shoot-out", "red", "2 v 2", "1-1"), ("shoot-out", "red", "1 v 1", "0-1")]
    actions = ["charge", "figure R1", "figure R2", "figure B2", "figure R1"]
    text = "R1=c3 R2=c2 R3=c1 B1=c4,suppressed B2=c4,suppressed B3=c4,empty B4=c8"
    game = played(text, actions, draws)
    assert [f.name for f in game.alive(0)] == ["R2", "R3"] and [f.name for f in game.alive(1)] == ["B4"]
    assert game.used == [2, 0] and game.figure("R2").points == 0


def test_jams_are_not_charged():
    game = played("R1=c3 B1=c4,suppressed B2=c4,jammed", ["R1 aim"], [])
    assert "charge" not in legal(game)


def test_paint_marks_first_and_checks_then():
    draws = [
        ("scatter", "R1", "122221", 3),
        ("mark", "R2", "122221", 2),
        ("mark", "B1", "122221", 2),
        ("mark", "B2", "122221", 6),
        ("check", "R2", "111222", 6),
        ("check", "B1", "111222", 1),
    ]
    text = "R1=c7,paint R2=c8 R3=c2 B1=c8 B2=c8 M2=b7"
    game = played(text, ["R1 throw paint", "hex c8"], draws)
    assert [f.name for f in game.alive(0)] == ["R1", "R3"]
    assert game.marshals[1].hex == game.board.index["c8"], "two figures are left, he may stay"


def test_a_marshal_makes_room():
    draws = [("aside", "M2", "lot 3", 1)]
    game = played("R1=c7 B1=c8 B2=c8 M2=c8", ["R1 move E"], draws)
    assert game.board.names[game.marshals[1].hex] == "b7"


def test_hard_cover_protects_the_impotent():
    game = played("R1=c2 R2=b3 B1=c4,suppressed hard=c4/W", ["R2 aim"], [])
    assert "R1 shoot B1" not in legal(game) and "R2 shoot B1" not in legal(game)
    game = played("R1=c2 R2=b3 B1=c4,jammed hard=c4/W", ["R2 aim"], [])
    assert "R1 shoot B1" in legal(game) and "R1 suppress B1" not in legal(game)


def test_a_jam_from_turn_to_turn():
    text = "turn=3 phase=2 acting=blue second=blue score=6,5 to=blue:act R1=c4,jammed R2=b1 B1=c8 M1=c1 M2=c8"
    game = from_position(Scenario(objective="elimination"), text)
    tape = Tape([("command", "red", "123456", 4), ("command", "blue", "123456", 2)])
    step(game, "done", tape)
    tape.finish()
    assert game.board.names[game.marshals[0].hex] == "c3" and game.figure("R1").points == 2
    tape = Tape([("command", "red", "123456", 3), ("command", "blue", "123456", 3)])
    step(game, "done", tape)
    step(game, "done", tape)
    assert game.marshals[0].attends == "R1" and game.to == (1, "first")


def test_the_tape_complains():
    with pytest.raises(TapeError, match="the twin asks for"):
        played("R1=c2 B1=c3", ["R1 shoot B1", "done"], [("hit", "R1", "123333", 2)])
    with pytest.raises(ValueError, match="isn't legal"):
        played("R1=c2 B1=c3", ["R1 move E"], [])
    with pytest.raises(TapeError, match="ran out"):
        new_game(Scenario(), Tape())
