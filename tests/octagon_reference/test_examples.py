"""Examples worked by hand from the rules page, on a tape."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.octagon_reference import (
    PRESETS,
    Dice,
    Match,
    Tape,
    TapeError,
    from_position,
    index_of,
    legal,
    legal_indices,
    new_game,
    position,
    step,
    turned,
)
from tests.octagon_reference.__main__ import SCENARIOS
from tests.octagon_reference.board import DIRECTIONS, STEPS, Board
from tests.octagon_reference.chance import GOLDEN, mix

PAGE = Path(__file__).parents[2] / "docs" / "octagon-ball.md"
SMALL = PRESETS["octagon-small"]
HEAD = "turn=3 acting=white points=7 "
APART = "W1=a6 W3=a8 B1=k6 B2=k8 B3=k4 "


def played(text, actions=(), draws=(), scenario=SMALL):
    """The match after the actions, with exactly these draws; the text's own keys go before the usual head's."""
    tokens = dict(token.split("=") for token in (HEAD + "to=white:act " + text).split())
    game = from_position(scenario, " ".join(f"{key}={value}" for key, value in tokens.items()))
    tape = Tape(draws)
    for action in actions:
        step(game, action, tape)
    tape.finish()
    return game


def near(name, game, square):
    """Where the ball rolls to from a square, in one step, as square and direction in words."""
    there, direction = game.onward(game.named[square], DIRECTIONS.index(name))
    return f"{game.names[there]} {DIRECTIONS[direction]}"


# The board.


def test_bo2_sizes():
    assert len(Board(19, 5).squares) == 301 and len(Board(11, 3).squares) == 97
    for size in range(7, 20, 2):
        board = Board(size, 1)
        across = range(-size, size + 1)
        inside = {
            (x, y)
            for x in across
            for y in across
            if 2 * abs(x) < size and 2 * abs(y) < size and 2 * (abs(x) + abs(y)) ** 2 < size * size
        }
        assert inside == set(board.squares)
    side = [square for square in Board(19, 5).squares if square[0] == 9]
    assert len(side) == 9


def test_bo6_names_and_numbers():
    board = Board(19, 5)
    assert board.names[(0, 0)] == "j10" and "a1" not in board.named
    assert [board.names[square] for square in board.squares[:2]] == ["f1", "g1"]
    assert board.names[board.squares[-1]] == "n19"
    assert [board.number(board.named[name], 1) for name in ("n19", "m19", "f1")] == [0, 1, 300]


def test_bo4_bo5_zones():
    board = Board(19, 5)
    zones = [sorted(board.names[s] for s in board.squares if board.in_goal_zone(s, team)) for team in (0, 1)]
    assert zones[0] == sorted(column + row for column in "ab" for row in ["8", "9", "10", "11", "12"])
    assert zones[1] == sorted(column + row for column in "rs" for row in ["8", "9", "10", "11", "12"])
    areas = [[s for s in board.squares if board.may_deploy(s, team)] for team in (0, 1)]
    assert [len(area) for area in areas] == [(301 - 19) // 2 - 2 * 5] * 2
    assert board.may_deploy((-3, 0), 0) and not board.may_deploy((-2, 2), 0) and board.may_deploy((-2, 3), 0)
    assert [s for s in Board(7, 1).squares if Board(7, 1).in_goal_zone(s, 1)] == [(3, 0)]


def test_go2_goal_line_and_posts():
    board = Board(19, 5)
    east = {(board.names[s], DIRECTIONS[d]) for s in board.squares for d in range(8) if board.goal_across(s, d) == 0}
    assert east == {
        ("s8", "E"), ("s8", "NE"), ("s9", "E"), ("s9", "NE"), ("s9", "SE"), ("s10", "E"), ("s10", "NE"), ("s10", "SE"),
        ("s11", "E"), ("s11", "NE"), ("s11", "SE"), ("s12", "E"), ("s12", "SE"),
    }  # fmt: skip
    assert near("NE", board, "s12") == "r13 NW" and near("SE", board, "s13") == "r12 SW"
    assert {(s, d) for s in board.squares for d in range(8) if board.goal_across(s, d) == 1} == {
        ((-x, -y), (d + 4) % 8) for (x, y) in board.squares for d in range(8) if board.goal_across((x, y), d) == 0
    }


def test_rb3_walls():
    board = Board(19, 5)
    assert near("E", board, "s14") == "r14 W" and near("NE", board, "s14") == "r13 SW"
    assert near("N", board, "s14") == "r14 W" and near("SE", board, "s14") == "r13 SW"
    assert near("E", board, "q16") == "q15 S" and near("NE", board, "q16") == "p15 SW"
    assert near("N", board, "q16") == "p16 W" and near("N", board, "j19") == "j18 S"
    assert near("W", board, "c16") == "c15 S" and near("SW", board, "c4") == "d5 NE"
    assert near("NE", board, "q15") == "p14 SW"  # the sum is 12, the next one 14
    assert near("NE", board, "s13") == "r14 NW"


@pytest.mark.parametrize("size", range(7, 20, 2))
def test_rb2_is_the_wall_reached_first(size):
    """The rule in squares comes to the same as a ball among eight walls, each with its exact distance."""
    board = Board(size, 1)
    straight, slanted = Fraction(size, 2), board.slant + Fraction(1, 2)
    for square in board.squares:
        for number, step_ in enumerate(STEPS):
            if board.in_play(board.beside(square, number)):
                continue
            times = []
            for nx, ny, reach in (
                [(nx, ny, straight) for nx, ny in ((1, 0), (-1, 0), (0, 1), (0, -1))]
                + [(nx, ny, slanted) for nx in (1, -1) for ny in (1, -1)]
            ):  # fmt: skip
                speed = nx * step_[0] + ny * step_[1]
                if speed > 0:
                    times.append(((reach - nx * square[0] - ny * square[1]) / speed, (nx, ny)))
            first = min(time for time, _ in times)
            results = set()
            for nx, ny in (normal for time, normal in times if time == first):
                k = nx * step_[0] + ny * step_[1]
                twice = 2 * k // (nx * nx + ny * ny)
                results.add((step_[0] - twice * nx, step_[1] - twice * ny))
            here, direction = board.onward(square, number)
            assert STEPS[direction] in results, (square, number)
            assert board.in_play(here) and abs(here[0] - square[0]) <= 1 and abs(here[1] - square[1]) <= 1


# Passes.


def test_pa2_a_pass_that_nobody_is_near():
    game = played(APART + "W2=f6 ball=W2", ["pass short N"], [("distance", "W2", "2d6", 4)])
    assert position(game) == ("turn=3 acting=white points=6 to=white:act W1=a6 W2=f6 W3=a8 B1=k6 B2=k8 B3=k4 ball=f10")


@pytest.mark.parametrize(
    ("action", "rolled", "ball"),
    [
        ("pass short N", 7, "f9"),
        ("pass short N", 10, "W2"),
        ("pass short N", 12, "f4"),
        ("pass short NE", 5, "g7"),
        ("pass short NE", 3, "i9"),
        ("pass short S", 5, "f1"),
        ("pass short SW", 4, "d4"),
    ],
)
def test_rb1_passes_that_rebound(action, rolled, ball):
    game = played(APART + "W2=f6 ball=W2", [action], [("distance", "W2", "2d6", rolled)])
    assert position(game).endswith(f"ball={ball}")


def test_pa1_medium_and_long():
    draws = [("distance", "W2", "2d6", 2), ("distance", "W2", "123456", 1)]
    game = played(APART + "W2=f6 ball=W2", ["pass medium S"], draws)
    assert game.points == 4 and position(game).endswith("ball=f3")
    draws = [("distance", "W2", "2d6", 5), ("distance", "W2", "2d6", 5)]
    assert position(played(APART + "W2=f6 ball=W2 points=7", ["pass long S"], draws)).startswith(
        "turn=4 acting=black points=7 to=black:act"
    ), "the passer has it again, but no point is left"
    names = legal(played(APART + "W2=f6 ball=W2 points=6"))
    assert "pass medium S" in names and not [name for name in names if "long" in name]


def test_pa3_received():
    text = "W1=a6 W2=f6 W3=f3 B1=k6 B2=k8 B3=k4 ball=W2"
    game = played(text, ["pass short S"], [("distance", "W2", "2d6", 3)])
    assert game.to == (0, "intercept") and game.asked == "W3" and game.board.names[game.ball] == "f4"
    step(game, "let pass", Tape())
    assert game.holder == "W3" and game.points == 6
    draws = [("distance", "W2", "2d6", 3), ("intercept", "W3", "111122", 2)]
    game = played(text, ["pass short S", "intercept"], draws)
    assert game.holder == "W3" and game.points == 5
    text = text.replace("f3", "f3,down")
    game = played(text, ["pass short S"], [("distance", "W2", "2d6", 3)])
    assert game.holder is None and game.to == (0, "act")


# Interceptions.


def test_in1_in5_a_goalie_on_its_line():
    draws = [("distance", "W2", "2d6", 5)]
    game = played(APART + "W2=f6 ball=W2", ["pass short E"], draws)
    line = (
        "turn=3 acting=white points=6 to=black:intercept asked=B1 pass=W2:E:1 "
        "W1=a6 W2=f6 W3=a8 B1=k6 B2=k8 B3=k4 ball=j6"
    )
    assert position(game) == line and legal(game) == ["intercept", "let pass"]
    step(game, "let pass", Tape())
    assert position(game) == line.replace("E:1", "E:0").replace("ball=j6", "ball=k6")
    other = from_position(SMALL, position(game))
    step(game, "intercept", Tape([("intercept", "B1", "122222", 1)]))
    assert game.ball == (5, 0) and game.to == (0, "act")
    step(other, "intercept", Tape([("intercept", "B1", "122222", 2)]))
    assert other.holder == "B1" and other.to == (0, "act") and other.points == 6
    game = played(APART + "W2=f6 ball=W2", ["pass short E", "intercept"], [*draws, ("intercept", "B1", "111222", 3)])
    assert game.ball == (5, 0), "who has tried isn't asked again"


CONTEST = "W1=a6 W2=c6 W3=e7 B1=k6 B2=e5 B3=k4 ball=W2"


def test_in7_the_highest_wins():
    draws = [("distance", "W2", "2d6", 3)]
    rolls = [("intercept", "B2", "111156", 5), ("intercept", "W3", "111156", 6)]
    game = played(CONTEST, ["pass short E", "intercept", "intercept"], draws + rolls)
    assert game.holder == "W3" and game.points == 5
    asked = played(CONTEST, ["pass short E", "intercept"], draws)
    assert "B2=e5,trying" in position(asked) and asked.asked == "W3" and asked.points == 6


def test_in7_a_draw_lets_the_ball_go_on():
    draws = [("distance", "W2", "2d6", 4)]
    rolls = [("intercept", "B2", "111156", 6), ("intercept", "W3", "111156", 6)]
    game = played(CONTEST, ["pass short E", "intercept", "intercept"], draws + rolls)
    assert position(game).endswith("W3=e7 B1=k6 B2=e5 B3=k4 ball=g6") and game.points == 5
    rolls = [("intercept", "B2", "111122", 4)]
    game = played(CONTEST, ["pass short E", "intercept", "let pass"], draws + rolls)
    assert "pass=W2:E:2" in position(game) and "B2=e5,tried" in position(game) and game.asked == "W3"


def test_in2_no_point_no_question():
    draws = [("distance", "W2", "2d6", 2), ("intercept", "B2", "111122", 1)]
    game = played(CONTEST + " points=1", ["pass short E", "intercept"], draws)
    assert position(game).startswith("turn=4 acting=black points=7 to=black:act")


def test_in6_marked():
    text = "W1=a6 W2=c6 W3=e6 B1=k6 B2=e5 B3=k4 ball=W2"
    draws = [("distance", "W2", "2d6", 2), ("intercept", "B2", "111112", 5)]
    game = played(text, ["pass short E", "let pass", "let pass", "intercept"], draws)
    assert game.holder == "W3", "it isn't asked in its own square, and receives"
    draws = [
        ("distance", "W2", "2d6", 3),
        ("intercept", "B2", "111115", 6),
        ("intercept", "W3", "111345", 5),
    ]
    game = played(text, ["pass short E", *["let pass"] * 2, *["intercept"] * 2], draws)
    assert game.holder == "B2", "5 beats 4 after the -1"
    down = text.replace("W3=e6", "W3=e6,down")
    draws = [("distance", "W2", "2d6", 2), ("intercept", "B2", "111122", 5)]
    assert played(down, ["pass short E", "intercept"], draws).holder == "B2", "one on the ground marks nobody"


def test_in8_the_turn_goes_on():
    draws = [("distance", "W2", "2d6", 2), ("intercept", "B2", "111122", 5)]
    game = played(CONTEST, ["pass short E", "intercept", "let pass"], draws)
    assert game.holder == "B2" and game.to == (0, "act") and game.points == 6
    assert "pass short E" not in legal(game)


# Tackles and jostles.

DUEL = "W1=a6 W2=f6 W3=a8 B1=k6 B2=g6 B3=k4 ball=B2"


def test_ta3_won():
    draws = [("tackle", "W2", "123456", 5), ("resist", "B2", "111123", 4)]
    game = played(DUEL, ["W2 tackle"], draws)
    assert game.holder == "W2" and game.points == 5 and game.tackles == 1


def test_ta4_won_without_a_point():
    draws = [("tackle", "W2", "123456", 5), ("resist", "B2", "111123", 1)]
    game = played(DUEL + " points=1", ["W2 tackle"], draws)
    assert position(game).startswith("turn=4 acting=black points=7 to=black:act") and game.ball == (1, 0)


def test_ta5_knocked_free():
    rolls = [("tackle", "W2", "123456", 4), ("resist", "B2", "112333", 3)]
    text = DUEL + " tackles=1"
    game = played(text, ["W2 tackle"], [*rolls, ("spider", "B2", "lot 9", 9)])
    assert game.ball == (1, 0) and game.tackles == 2 and game.to == (0, "act")
    draws = [*rolls, ("spider", "B2", "lot 9", 3), ("knock", "B2", "123456", 6)]
    game = played(text, ["W2 tackle"], draws)
    assert position(game).endswith("ball=g10"), "five to the north, one back"
    draws = [*rolls, ("spider", "B2", "lot 9", 1), ("knock", "B2", "123456", 4)]
    assert played(text, ["W2 tackle"], draws).ball == (5, 0), "nobody intercepts, nobody receives"
    draws = [*rolls, ("spider", "B2", "lot 9", 1), ("knock", "B2", "123456", 5)]
    assert position(played(text, ["W2 tackle"], draws)) == (
        "turn=4 acting=black points=7 score=1,0 to=black:act W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=f6"
    )


def test_sp1_as_the_tackler_sees_it():
    text = "acting=black to=black:act W1=a6 W2=f6 W3=a8 B1=k6 B2=g6 B3=k4 ball=W2"
    rolls = [("tackle", "B2", "123456", 3), ("resist", "W2", "112333", 3)]
    draws = [*rolls, ("spider", "W2", "lot 9", 2), ("knock", "W2", "123456", 2)]
    assert position(played(text, ["B2 tackle"], draws)).endswith("ball=d4")


def test_ta7_fouls():
    game = played(DUEL, ["W2 tackle"], [("tackle", "W2", "123456", 1), ("resist", "B2", "233333", 6)])
    assert game.to == (0, "act") and game.points == 6 and game.holder == "B2"
    draws = [("tackle", "W2", "123456", 6), ("resist", "B2", "111233", 5)]
    game = played(DUEL.replace("ball", "tackles=2 ball"), ["W2 tackle"], draws)
    assert position(game).startswith("turn=4 acting=black points=7 to=black:act") and game.holder == "B2"
    draws = [("tackle", "W2", "123456", 2), ("resist", "B2", "333333", 1)]
    assert played(DUEL + " tackles=2", ["W2 tackle"], draws).acting == 1
    draws = [("tackle", "W2", "123456", 1), ("resist", "B2", "333333", 1)]
    assert played(DUEL + " tackles=1", ["W2 tackle"], draws).acting == 1


def test_ta6_goalies_are_safe_for_two_turns():
    text = "W1=a6 W2=j7 W3=a8 B1=k7 B2=g6 B3=k4 ball="
    for kept, safe in (("", True), (" kept=1", True), (" kept=2", False)):
        names = legal(played(text + "B1" + kept))
        assert ("W2 tackle" not in names) == safe and "W2 jostle B1" not in names
    assert "W2 jostle B1" not in legal(played(text + "g6"))
    assert "W2 tackle" in legal(played(text.replace("k7", "k8") + "B1"))
    assert "W2 jostle B1" in legal(played(text.replace("k7", "j8") + "g6"))


def test_jo4_jo5():
    text = DUEL.replace("ball=B2", "ball=a8")
    draws = [("jostle", "W2", "123456", 4), ("resist", "B2", "112223", 2)]
    game = played(text, ["W2 jostle B2"], draws)
    assert "B2=g6,down" in position(game) and game.points == 6 and game.tackles == 0
    assert "W2 move E" not in legal(game) and "W2 jostle B2" not in legal(game)
    step(game, "done", Tape())
    assert "B2=g6,down" in position(game) and not [name for name in legal(game) if name.startswith("B2")]
    step(game, "done", Tape())
    assert "B2=g6 " in position(game)
    for face in (3, 4, 5):
        game = played(text, ["W2 jostle B2"], [draws[0], ("resist", "B2", "112223", face)])
        assert game.acting == 0 and not game.figure("B2").down
    assert played(text, ["W2 jostle B2"], [draws[0], ("resist", "B2", "112223", 6)]).acting == 1
    assert "W2 jostle B2" not in legal(played(DUEL)), "the holder is tackled"
    assert "B2 jostle W2" in legal(played(DUEL + " acting=black to=black:act"))


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
    game = played("W1=a6 W2=f6 W3=a8 B1=k6 B2=g6 B3=k4 ball=W1", ["done"])
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
                  [("distance", "W1", "2d6", 2)])  # fmt: skip
    assert game.kept == 0


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


# The page's own examples.

EXAMPLES = re.findall(r"^```example\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


class Rolled(Tape):
    """A tape of draws as the page writes them, without their classes."""

    def __init__(self, text):
        draws = [re.fullmatch(r"(\w+)(?::(\w+))?=(\d+)(?:/(\d+))?", word).groups() for word in text.split()]
        super().__init__((what, whom or "table", of and f"lot {of}", int(result)) for what, whom, result, of in draws)

    def draw(self, purpose, subject, classes):
        if self.at < len(self.draws):
            what, whom, lot, result = self.draws[self.at]
            self.draws[self.at] = (what, whom, lot or (classes if "lot" not in classes else "die"), result)
        return super().draw(purpose, subject, classes)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_page(example):
    assert len(EXAMPLES) >= 6
    game = None
    for line in example.splitlines():
        if line.startswith("scenario: "):
            scenario = PRESETS[line.removeprefix("scenario: ")]
        elif line.startswith("turn=") and game is None:
            game = from_position(scenario, line)
        elif line.startswith("turn="):
            assert position(game) == line
        elif line.startswith("! "):
            assert line[2:] not in legal(game)
        else:
            action, _, draws = line.removeprefix("> ").partition(" | ")
            tape = Rolled(draws)
            step(game, action, tape)
            tape.finish()
    assert position(game) == line


# Numbers and text.


def test_action_numbers():
    game = Match(SMALL)
    numbers = {
        (0, "W3 move NE"): 27, (1, "B3 move SW"): 27, (0, "W1 pick up"): 8, (1, "B2 tackle"): 22,
        (0, "W1 jostle B2"): 11, (0, "pass short E"): 39, (1, "pass medium W"): 47, (1, "pass long SE"): 58,
        (0, "square d1"): 63, (1, "square h11"): 63, (1, "square d1"): 159, (0, "intercept"): 160, (0, "let pass"): 161,
        (1, "done"): 162, (1, "wait"): 163,
    }  # fmt: skip
    assert {key: index_of(game, *key) for key in numbers} == numbers
    assert index_of(Match(PRESETS["octagon"]), 0, "wait") == 424


def test_w2_turned():
    game = played(CONTEST, ["pass short E", "intercept"], [("distance", "W2", "2d6", 3)])
    assert position(turned(game)) == (
        "turn=3 acting=black points=6 to=black:intercept asked=B3 pass=B2:W:2 "
        "W1=a6 W2=g7,trying W3=a8 B1=k6 B2=i6 B3=g5 ball=h6"
    )
    assert legal_indices(turned(game)) == legal_indices(game)


def test_positions_are_read_in_any_order():
    line = (
        "turn=5 acting=black points=3 tackles=1 score=1,0 kept=1 to=white:intercept asked=W2 pass=B3:NW:4 "
        "white=a6,d3,d9 black=k6,h9,h3 W1=a6 W2=d3,tried W3=d9,down B1=k6 B2=h9,trying B3=h3 ball=e4"
    )
    scenario = SCENARIOS["chosen small"]
    game = from_position(scenario, line)
    assert position(game) == line
    assert from_position(scenario, " ".join(line.split()[::-1])) == game
    for wrong in (" turn=5", " colour=red", " W4=a7", " ball"):
        with pytest.raises(ValueError, match="a position"):
            from_position(scenario, line + wrong)
    with pytest.raises(ValueError, match="sleeping"):
        from_position(scenario, line.replace("tried", "sleeping"))
    with pytest.raises(ValueError, match="has `turn`"):
        from_position(scenario, "acting=white")


def test_before_the_lot():
    for name in ("octagon-small", "chosen small", "first-goal"):
        assert position(Match(SCENARIOS[name])) == "turn=0 acting=white ball=f6"
        assert from_position(SCENARIOS[name], "turn=0 acting=white ball=f6") == Match(SCENARIOS[name])


def test_the_tape_complains():
    with pytest.raises(TapeError, match="the twin asks for"):
        played(DUEL, ["W2 tackle"], [("jostle", "W2", "123456", 2)])
    with pytest.raises(TapeError, match="no result"):
        played(DUEL, ["W2 tackle"], [("tackle", "W2", "123456", 7)])
    with pytest.raises(TapeError, match="ran out"):
        played(DUEL, ["W2 tackle"])
    with pytest.raises(TapeError, match="are left"):
        played(DUEL, ["done"], [("tackle", "W2", "123456", 2)])
    with pytest.raises(ValueError, match="isn't legal"):
        played(DUEL, ["W2 move E"])


def test_dice():
    assert mix(GOLDEN) == 0xE220A8397B1DCDAF  # splitmix64's first number for seed 0
    logs = []
    for seed in (1, 1, 2):
        dice = Dice(seed)
        new_game(PRESETS["first-goal"], dice)
        logs.append(dice.log)
    assert logs[0] == logs[1] != logs[2]
    rolls = [dice.draw("knock", "B3", "123456") for _ in range(600)]
    assert all(60 < rolls.count(face) < 140 for face in range(1, 7))
    dice.new_turn(9)
    first = dice.draw("distance", "W1", "2d6")
    dice.new_turn(9)
    assert dice.draw("distance", "W1", "2d6") == first
