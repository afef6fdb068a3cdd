"""Moves, turns, the match and deployment: examples worked by hand from the rules page."""

from tests.twins.octagon_reference import PRESETS, Tape, legal, new_game, position, step
from tests.twins.octagon_reference.__main__ import SCENARIOS
from tests.twins.octagon_reference.test_examples import KEEPING, SMALL, played

# Moves, turns, the match.


def test_mv1_mv3():
    text = "W1=a6 W2=f6 W3=f7 B1=k6 B2=g6 B3=g7,down ball=e6"
    moves = [name.split()[2] for name in legal(played(text)) if name.startswith("W2 move")]
    assert moves == ["NW", "W", "SW", "S", "SE"]
    game = played(text, ["W2 move W"])
    assert game.ball == (-1, 0) and game.holder is None and "W2 pick up" in legal(game)
    step(game, "W2 pick up", Tape())
    assert game.holder == "W2" and game.points == 5
    step(game, "W2 move S", Tape())
    assert position(game).endswith("ball=W2") and game.figure("W2").square == (-1, -1)


def test_mv2_carried_over_the_line():
    text = "W1=a6 W2=k5 W3=a8 B1=j8 B2=g6 B3=g7 ball=W2"
    assert [name for name in legal(played(text)) if name.startswith("W2 move") and name.endswith("E")] == [
        "W2 move E",
        "W2 move NE",
    ]
    game = played(text, ["W2 move NE"])
    assert position(game) == (
        "turn=4 acting=black points=7 score=1,0 to=black:act W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=f6"
    )
    assert "W2 move E" not in legal(played(text.replace("ball=W2", "ball=g5")))
    home = "W1=a6 W2=k8 W3=a8 B1=j8 B2=g6 B3=g7 ball=W1"
    assert "W1 move W" not in legal(played(home)), "never over the own line"


def test_go1_own_goal_by_a_pass():
    text = "W1=a8 W2=c6 W3=a4 B1=k6 B2=g6 B3=g7 ball=W2"
    game = played(text + " score=1,1", ["pass short W"], [("distance", "W2", "2d6", 3)])
    assert position(game) == ("turn=3 acting=white score=1,2 over=black:goals W1=a8 W2=c6 W3=a4 B1=k6 B2=g6 B3=g7")
    game = played(text, ["pass short W"], [("distance", "W2", "2d6", 3)])
    assert game.acting == 0 and game.turn == 4 and game.score == [0, 1], "White has conceded it, and has the turn"


def test_ma1_the_last_turn():
    text = "turn=24 score=1,0 W1=a6 W2=f6 W3=a8 B1=k6 B2=g6 B3=k4 ball=W1"
    over = "turn=24 acting=white score=1,0 over=white:time W1=a6 W2=f6 W3=a8 B1=k6 B2=g6 B3=k4 ball=W1"
    assert position(played(text, ["done"])) == over
    level = "turn=24 score=0,1 W1=a6 W2=k6 W3=a8 B1=k8 B2=g6,down B3=k4 ball=W2"
    assert position(played(level, ["W2 move E"])) == (
        "turn=24 acting=white score=1,1 over=draw:time W1=a6 W2=k6 W3=a8 B1=k8 B2=g6,down B3=k4"
    )


def test_ap6_kept():
    game = played("W1=a6 W2=f6 W3=a8 B1=k6 B2=g6 B3=k4 ball=W1", ["done"], scenario=KEEPING)
    assert game.kept == 1
    for kept in (1, 2, 2, 2):
        step(game, "done", Tape())
        assert game.kept == kept
    step(game, "done", Tape())
    step(game, "W1 move E", Tape())
    assert game.kept == 2
    step(game, "done", Tape())
    assert game.kept == 0
    game = played("kept=2 W1=a6 W2=f6 W3=a8 B1=k6 B2=k8 B3=k4 ball=W1", ["pass short E"],
                  [("distance", "W1", "2d6", 2)], KEEPING)  # fmt: skip
    assert game.kept == 0


def test_ap6_nothing_is_counted_without_the_switch():
    game = played("W1=a6 W2=f6 W3=a8 B1=k6 B2=g6 B3=k4 ball=W1", ["done"] * 3)
    assert game.kept == 0 and "kept" not in position(game)


def test_ap4_no_points_no_turn():
    game = played("points=1 W1=a6 W2=f6 W3=a8 B1=k6 B2=g6 B3=k4 ball=e8", ["W3 move E"])
    assert game.turn == 4 and game.acting == 1 and game.points == 7


# Deployment.


def test_de2_chosen():
    scenario = SCENARIOS["chosen small"]
    game = new_game(scenario, Tape([("order", "table", "lot 2", 1)]))
    assert position(game) == "turn=0 acting=white to=black:deploy asked=B1 ball=f6"
    names = legal(game)
    assert len(names) == 40 and names[0] == "square h11" and "square g6" not in names and "square h6" in names
    for square, asked in zip(["k6", "a6", "h9", "d3", "h3"], ["W1", "B2", "W2", "B3", "W3"], strict=True):
        step(game, f"square {square}", Tape())
        assert game.asked == asked
    assert "square d3" not in legal(game)
    step(game, "square d9", Tape())
    assert position(game) == (
        "turn=1 acting=white points=7 to=white:act white=a6,d3,d9 black=k6,h9,h3 "
        "W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=f6"
    )


def test_de3_drawn():
    draws = [
        ("order", "table", "lot 2", 1),
        ("place", "B1", "lot 3", 1),
        ("place", "W1", "lot 3", 1),
        ("place", "B2", "lot 39", 1),
        ("place", "W2", "lot 39", 39),
        ("place", "B3", "lot 38", 1),
        ("place", "W3", "lot 38", 1),
    ]
    tape = Tape(draws)
    game = new_game(PRESETS["first-goal"], tape)
    tape.finish()
    assert position(game) == (
        "turn=1 acting=white points=7 to=white:act white=a5,e11,d1 black=k7,h11,g11 "
        "W1=a5 W2=e11 W3=d1 B1=k7 B2=h11 B3=g11 ball=f6"
    )


def test_de4_fixed():
    game = new_game(SMALL, Tape([("order", "table", "lot 2", 2)]))
    assert position(game) == ("turn=1 acting=black points=7 to=black:act W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=f6")
