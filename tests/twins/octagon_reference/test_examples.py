"""Examples worked by hand from the rules page, on a tape."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.twins.octagon_reference import PRESETS, Tape, from_position, legal, legal_indices, position, step
from tests.twins.octagon_reference.board import DIRECTIONS, STEPS, Board

SMALL = PRESETS["octagon-small"]
KEEPING = replace(SMALL, keeping=2)
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
    assert position(game) == (
        "turn=3 acting=white points=6 tackles=1 to=white:take asked=W2 W1=a6 W2=f6 W3=a8 B1=k6 B2=g6 B3=k4 ball=g6"
    )
    assert legal(game) == ["W2 pick up", "let pass"] and legal_indices(game) == [21, 161]
    other = from_position(SMALL, position(game))
    step(game, "W2 pick up", Tape())
    assert game.holder == "W2" and game.points == 5 and game.tackles == 1
    assert game.to == (0, "act") and game.asked is None
    step(other, "let pass", Tape())
    assert other.holder is None and other.ball == (1, 0) and other.points == 6
    assert other.to == (0, "act") and other.asked is None
    assert "W2 pick up" not in legal(other), "it isn't in the ball's square"
    step(other, "done", Tape())
    assert "B2 pick up" in legal(other)


def test_ap6_a_ball_that_is_won_was_not_kept():
    text = "W1=a6 W2=j7 W3=a8 B1=k7 B2=g6 B3=k4 kept=2 ball=B1"
    draws = [("tackle", "W2", "123456", 5), ("resist", "B1", "111123", 4)]
    assert played(text, ["W2 tackle"], draws, KEEPING).kept == 0


def test_ta4_won_without_a_point():
    draws = [("tackle", "W2", "123456", 5), ("resist", "B2", "111123", 1)]
    game = played(DUEL + " points=1", ["W2 tackle"], draws)
    assert position(game).startswith("turn=4 acting=black points=7 to=black:act") and game.ball == (1, 0)


def test_ta5_knocked_free():
    rolls = [("tackle", "W2", "123456", 4), ("resist", "B2", "112333", 3)]
    text = DUEL + " tackles=1"
    game = played(text, ["W2 tackle"], [*rolls, ("spider", "B2", "lot 9", 9)])
    assert game.ball == (1, 0) and game.tackles == 2 and game.to == (0, "act")
    assert "tried" not in position(game), "no ball is under way"
    draws = [*rolls, ("spider", "B2", "lot 9", 3), ("knock", "B2", "123456", 6)]
    game = played(text, ["W2 tackle"], draws)
    assert position(game).endswith("ball=g10"), "five to the north, one back"
    goalie = ["W2 tackle", "let pass", "let pass"]
    draws = [*rolls, ("spider", "B2", "lot 9", 1), ("knock", "B2", "123456", 4)]
    assert played(text, goalie, draws).ball == (5, 0), "B1 is there, but nobody receives"
    draws = [*rolls, ("spider", "B2", "lot 9", 1), ("knock", "B2", "123456", 5)]
    assert position(played(text, goalie, draws)) == (
        "turn=4 acting=black points=7 score=1,0 to=black:act W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=f6"
    )


KNOCK = "W1=a6 W2=f6 W3=j7 B1=k6 B2=g6 B3=h5 ball=B2"
KNOCKED = [
    ("tackle", "W2", "123456", 3),
    ("resist", "B2", "112333", 3),
    ("spider", "B2", "lot 9", 1),
    ("knock", "B2", "123456", 3),
]


def test_in1_a_ball_knocked_free_is_intercepted():
    """B2 is next to h6, too, but the ball was knocked from it; W2 has knocked it free."""
    game = played(KNOCK, ["W2 tackle"], KNOCKED)
    assert position(game) == (
        "turn=3 acting=white points=6 tackles=1 to=black:intercept asked=B3 pass=B2:E:2 "
        "W1=a6 W2=f6,tried W3=j7 B1=k6 B2=g6 B3=h5 ball=h6"
    )
    game = from_position(SMALL, position(game))
    step(game, "intercept", Tape([("intercept", "B3", "111122", 5)]))
    assert position(game) == (
        "turn=3 acting=white points=6 tackles=1 to=white:act W1=a6 W2=f6 W3=j7 B1=k6 B2=g6 B3=h5 ball=B3"
    )


def test_in2_after_a_knock_the_team_in_turn_is_asked_last_and_pays():
    game = played(KNOCK, ["W2 tackle", *["let pass"] * 3, "intercept"], KNOCKED)
    assert "asked=W3 pass=B2:E:0" in position(game) and "B1=k6,trying" in position(game) and game.points == 6
    step(game, "intercept", Tape([("intercept", "B1", "111145", 5), ("intercept", "W3", "111115", 6)]))
    assert game.holder == "W3" and game.points == 5 and game.to == (0, "act")


def test_in2_after_a_knock_no_point_no_question():
    game = played(KNOCK + " points=1", ["W2 tackle", *["let pass"] * 3], KNOCKED)
    assert position(game) == ("turn=4 acting=black points=7 to=black:act W1=a6 W2=f6 W3=j7 B1=k6 B2=g6 B3=h5 ball=j6")


def test_ta5_in1_nobody_receives_a_ball_knocked_free():
    """W3 stands where the ball stops: after a pass it would have it; here it is asked, and needs 3+."""
    text = KNOCK.replace("j7", "j6").replace("h5", "b5")
    game = played(text, ["W2 tackle", "let pass", "let pass"], KNOCKED)
    assert "asked=W3 pass=B2:E:0" in position(game)
    other = from_position(SMALL, position(game))
    step(game, "let pass", Tape())
    assert game.holder is None and game.ball == (4, 0) and "W3 pick up" in legal(game)
    step(other, "intercept", Tape([("intercept", "W3", "111222", 4)]))
    assert other.holder == "W3"


def test_in1_the_two_of_a_tackle_never_get_it_back():
    """The ball goes from d9 to c10 and comes back from the wall through both their squares."""
    text = "W1=a6 W2=e8 W3=a8 B1=k6 B2=d9 B3=k4 ball=B2"
    draws = [
        ("tackle", "W2", "123456", 3),
        ("resist", "B2", "112333", 3),
        ("spider", "B2", "lot 9", 4),
        ("knock", "B2", "123456", 3),
    ]
    game = played(text, ["W2 tackle"], draws)
    assert position(game).endswith("W2=e8 W3=a8 B1=k6 B2=d9 B3=k4 ball=e8") and "W2 pick up" in legal(game)


def test_ta5_a_knock_into_the_goal():
    text = KNOCK.replace("j7", "a8").replace("h5", "b5").replace("k6", "k8")
    game = played(text, ["W2 tackle"], [*KNOCKED[:3], ("knock", "B2", "123456", 5)])
    assert game.score == [1, 0] and not [figure for figure in game.everybody() if figure.tried]


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


def test_ta6_goalies_are_safe():
    text = "W1=a6 W2=j7 W3=a8 B1=k7 B2=g6 B3=k4 ball="
    for keeping, kept, safe in ((0, "", True), (2, "", True), (2, " kept=1", True), (2, " kept=2", False)):
        names = legal(played(text + "B1" + kept, scenario=replace(SMALL, keeping=keeping)))
        assert ("W2 tackle" not in names) == safe and "W2 jostle B1" not in names
    assert "W2 jostle B1" not in legal(played(text + "g6"))
    assert "W2 tackle" in legal(played(text.replace("k7", "k8") + "B1"))
    assert "W2 jostle B1" in legal(played(text.replace("k7", "j8") + "g6"))


def test_jo4_jo5():
    text = DUEL.replace("ball=B2", "ball=a8")
    draws = [("jostle", "W2", "123456", 4), ("resist", "B2", "112223", 2)]
    game = played(text, ["W2 jostle B2"], draws)
    assert "B2=g6,down" in position(game) and game.points == 6 and game.tackles == 1
    assert "W2 move E" not in legal(game) and "W2 jostle B2" not in legal(game)
    step(game, "done", Tape())
    assert "B2=g6,down" in position(game) and not [name for name in legal(game) if name.startswith("B2")]
    step(game, "done", Tape())
    assert "B2=g6 " in position(game)
    for face in (3, 4, 5):
        game = played(text, ["W2 jostle B2"], [draws[0], ("resist", "B2", "112223", face)])
        assert game.acting == 0 and not game.figure("B2").down
    assert played(text, ["W2 jostle B2"], [draws[0], ("resist", "B2", "112223", 6)]).acting == 1
    for tackles, rolled, classes in ((1, 1, "233333"), (2, 2, "233333"), (2, 1, "333333"), (2, 6, "112223")):
        draws = [("jostle", "W2", "123456", rolled), ("resist", "B2", classes, 1)]
        game = played(f"{text} tackles={tackles}", ["W2 jostle B2"], draws)
        assert game.figure("B2").down == (rolled == 6)
        assert (game.turn, game.tackles) == ((4, 0) if classes == "333333" else (3, 2))
    assert "W2 jostle B2" not in legal(played(DUEL)), "the holder is tackled"
    assert "B2 jostle W2" in legal(played(DUEL + " acting=black to=black:act"))


def test_jo3_a_jostle_is_counted_and_a_failed_tackle_after_it_is_a_foul():
    text = "W1=a6 W2=f6 W3=j5 B1=k6 B2=g6 B3=k4 ball=B2"
    draws = [("jostle", "W3", "123456", 3), ("resist", "B3", "122233", 4), ("tackle", "W2", "123456", 5)]
    game = played(text, ["W3 jostle B3"], draws[:2])
    assert game.to == (0, "act") and game.tackles == 1, "lower by 1 is no foul"
    step(game, "W2 tackle", Tape([draws[2], ("resist", "B2", "111233", 5)]))
    assert game.acting == 1 and game.holder == "B2"
    draws = [("jostle", "W3", "123456", 4), ("resist", "B3", "122233", 4)]
    game = played(text + " tackles=1", ["W3 jostle B3"], draws)
    assert game.to == (0, "act") and game.tackles == 2, "nor is it in the second"
