"""Does a rule that is changed in its chapter alone change all that follows from it, or is it said twice somewhere?"""

import pytest

from tests.paintball.interpreted import CHANGE, run

COMPARE = """
import numpy as np
from octagon_ball import facts, guide, page_words, scenes
from octagon_ball.rules import passes
from octagon_ball.scenario import Scenario
from tabletop.play.game import Game
from tabletop.play.odds import outcomes

SMALL = Scenario.load("octagon-small")


def facts_of(game, action):
    mask, rows, listed = game.legal_mask(), np.zeros((200, facts.ACTION_FACTS), np.float32), np.zeros(200, np.int16)
    facts.observe_legal(SMALL.world[0], game.games[0], mask, rows, listed)
    return rows.view(facts.ROW)[list(listed).index(game.table.index(action, game.decider)), 0]


def compare(position, action, **words):
    game = Game(SMALL, start=f"turn=8 acting=white {position}")
    row = facts_of(game, action)
    results = outcomes(game, action)
    told = []
    for name, happened in words.items():
        exact = float(sum(result.probability for result in results if happened(result.position.split())))
        assert abs(row[name] - exact) < 1e-6, (position, action, name, row[name], exact)
        told.append(f"{exact:.3f}")
    chance = next(choice.chance for choice in page_words.choices(game) if choice.name == action)
    print(action, *told, chance)
"""
CHANCES = """
AT = "to=white:act W1=a6 W2=f6 W3=a8 B1=k6 B2=g6 B3=d1"
for made in range(3):
    compare(
        f"points=5 tackles={made} {AT} ball=B2".replace(" tackles=0", ""),
        "W2 tackle",
        win=lambda tokens: "to=white:take" in tokens,
        level=lambda tokens: not {"to=white:take", "ball=B2"} & {*tokens},
        foul=lambda tokens: {"ball=B2", "acting=black"} <= {*tokens},
    )
for made in range(3):
    compare(
        f"points=5 tackles={made} {AT} ball=W2".replace(" tackles=0", ""),
        "W2 jostle B2",
        win=lambda tokens: "B2=g6,down" in tokens,
        level=lambda tokens: "B2=g6" in tokens and "acting=white" in tokens,
        foul=lambda tokens: "acting=black" in tokens,
    )
for beside in ("a5", "h3"):
    for who, other in (("B1", "B2"), ("B2", "B1")):
        for square in ("g3", "g4"):
            compare(
                f"to=black:intercept asked={who} pass=W2:E:4 W1=a6 W2=d3 W3={beside} {who}={square} {other}=k6 "
                "B3=f11 ball=g3",
                "intercept",
                intercept=lambda tokens: f"ball={who}" in tokens,
            )
for points, kind in zip(passes.COSTS, ("short", "medium", "long")):
    compare(
        f"points={points} to=white:act W1=a6 W2=d5 W3=h5 B1=j9 B2=e11 B3=e1 ball=W2",
        f"pass {kind} E",
        goal=lambda tokens: "score=1,0" in tokens,
        received=lambda tokens: "ball=W3" in tokens,
    )
print(scenes.LIKELIEST)
for topic in ("intercept", "pass", "jostle"):
    print(guide.TOPICS[topic].text)
"""
# Tackles and jostles: 2 less for each one made. Tackles: fouls from the third on. A jostle: by 1. Interceptions: all
# are as good as the goalie, marked ones have 2 less. Passes: four, two and three dice; the long one costs 6.
CHANGES = """
from octagon_ball.rules import passes, tackles

change(tackles.less_by, "return made", "return 2 * made")
change(tackles.is_foul, "made > 0", "made > 1")
tackles.BY_TWO = 1
change(passes.need_of, "return 5 if distance == 1 else 3", "return 4 if distance == 1 else 2")
passes.MARKED = 2
passes.DICE, passes.COSTS = (4, 2, 3), (1, 3, 6)
"""
RECEIVED = """
from octagon_ball.bots.choice import choose
from octagon_ball.bots.temperament import TEMPERAMENTS

AT = "W1=f2 W2=d3 W3=h3,down B1=k6 B2=k5 B3=f11"
passed = f"points=1 to=white:act {AT.replace('f2', 'a6')} ball=W2"
compare(passed, "pass short E", received=lambda tokens: "ball=W3" in tokens)
game = Game(SMALL, start=f"turn=8 acting=white points=2 to=white:intercept asked=W1 pass=W2:E:2 {AT} ball=f3")
print(facts_of(game, "let pass")["own_receives"])
temper = TEMPERAMENTS["passer"].record()[0]
action = choose(SMALL.world[0], game.games[0], game.legal_mask(), temper, np.uint64(5))
print(game.table.name(int(action), game.decider))
"""
ROLLS = """
AT = "W1=a6 W2=h5 W3=d9 B1=j5 B2=e11 B3=e1"
compare(
    f"points=1 to=white:act {AT.replace('j5', 'j9')} ball=W2",
    "pass short E",
    goal=lambda tokens: "score=1,0" in tokens,
)
game = Game(SMALL, start=f"turn=8 acting=white to=black:intercept asked=B1 pass=W2:E:4 {AT} ball=i5")
print(facts_of(game, "let pass")["to_own_goal"])
"""
POSITIONS = """
from octagon_ball.rules import passes, setup

change(setup.next_to_place, "second == 1", "second == 0")
change(passes.may_try, "distance > 1", "distance > 2")

from octagon_ball import Game


def read(game):
    assert Game(game.scenario, start=game.position()).position() == game.position()


game = Game("octagon", seed=1)
while game.decision == "deploy":
    read(game)
    game.step(game.legal_actions()[0])
AT = "turn=8 acting=white points=1 to=white:act W1=a6 W2=d3 W3=a8 B1=k6 B2=h5 B3=f11 ball=W2"
game = Game("octagon-small", start=AT)
game.step("pass short E", results=[7])
read(game)
print(game.position())
"""
GOALIES = """
from octagon_ball import Game, guide, scenes

AT = "turn=2 acting=white points=1 to=white:act W1=a6 W2=a5 W3=a8 B1=k6 B2=h5 B3=f11 ball=W2"
keeping = SMALL.with_rules(keeping=2)
game = Game(keeping, start=AT)
game.step("done")
game = Game(keeping, start=game.position())
drawing = scenes.Scenes(game.scenario)
print([thing.title for thing in drawing.scene(game.position()).things if "goalie" in thing.title])
print([who for who in range(16) if len(scenes._figure(who, False, False, 0)) > 2], len(scenes._legend()[0][1]))
print(guide.TOPICS["deploy"].text.partition("the goalie, ")[2])
"""
SPOT = """
from octagon_ball import Game, scenes
from tabletop.show.drawing.shapes import Disc

game = Game("octagon", seed=1)
game = Game("octagon", start=game.position())
(ring,) = [item for item in scenes.Scenes(game.scenario).sheet().ground if isinstance(item, Disc)]
print(game.position().split()[-1], ring.centre == scenes.Scenes(game.scenario).at(game.games["ball"][0]))
"""
POINTS = """
from octagon_ball import Game, page_words

AT = "W1=a6 W2=f6 W3=a7 B1=k6 B2=g6 B3=d1"
ACTIONS = (
    ("to=white:act ball=f7", "W2 move W", ()),
    ("to=white:act ball=f6", "W2 pick up", ()),
    ("to=white:act ball=B2", "W2 tackle", (1, 6)),
    ("to=white:act ball=W3", "W2 jostle B2", (3, 3)),
    ("to=white:intercept asked=W2 pass=W3:E:4 ball=e7", "intercept", (1,)),
    ("tackles=1 to=white:take asked=W2 ball=g6", "W2 pick up", ()),
)
for where, action, results in ACTIONS:
    game = Game("octagon-small", start=f"turn=8 acting=white points=5 {AT} {where}")
    (choice,) = (each for each in page_words.choices(game) if each.name == action)
    left = facts_of(game, action)["points_left"] * SMALL.points
    game.step(action, results)
    print(f"{action}: {choice.cost}, {left:.0f} {game.record.points}")
for points in (5, 3):
    game = Game("octagon-small", start=f"turn=8 acting=white points={points} {AT} to=white:act ball=B2")
    (choice,) = (each for each in page_words.choices(game) if each.name == "W2 tackle")
    game.step("W2 tackle", (6, 1))
    if game.decision == "take":
        game.step("W2 pick up")
    print("won" in choice.chance, game.record.holder, game.record.points)
print(*(f"{number} points" in guide.TOPICS[key].text for key, number in (("move", 2), ("pick up", 2), ("tackle", 2))))
"""
WINNER = """
from octagon_ball import Game, page_words

AT = "turn=24 acting=white points=1 to=white:act W1=a6 W2=a5 W3=a8 B1=k6 B2=h5 B3=f11 ball=W2"
game = Game("octagon-small", start=AT)
game.step("done")
print(Game("octagon-small", start=game.position()).position().split()[2])
print(page_words.aim(game.scenario, 0).partition("more has won, ")[2])
"""


@pytest.mark.slow
def test_ta2_jo4_in4_pa1_another_roll_is_another_chance_in_facts_and_words():
    before, after = (run(script + COMPARE + CHANCES).splitlines() for script in ("", CHANGE + CHANGES))
    assert before[:6] == [
        "W2 tackle 0.417 0.167 0.000 42% won",
        "W2 tackle 0.278 0.139 0.583 28% won",
        "W2 tackle 0.167 0.111 0.722 17% won",
        "W2 jostle B2 0.278 0.444 0.278 28% down",
        "W2 jostle B2 0.167 0.417 0.417 17% down",
        "W2 jostle B2 0.083 0.333 0.583 8% down",
    ]
    assert after[1:6] == [
        "W2 tackle 0.167 0.111 0.000 17% won",
        "W2 tackle 0.028 0.056 0.917 3% won",
        "W2 jostle B2 0.417 0.167 0.417 42% down",
        "W2 jostle B2 0.167 0.111 0.722 17% down",
        "W2 jostle B2 0.028 0.056 0.917 3% down",
    ]
    caught = [" ".join(line.split()[1] for line in lines[6:14]) for lines in (before, after)]
    assert caught[0] == "0.833 0.500 0.667 0.333 0.667 0.333 0.500 0.167"
    assert caught[1] == "0.833 0.500 0.833 0.500 0.500 0.167 0.500 0.167"
    assert before[17] == "(7, 10, 14)"
    assert after[14:17] == [
        before[16].replace("long", "short"),
        before[14].replace("short", "medium"),
        before[15].replace("medium", "long"),
    ]
    told = [" ".join(lines[18:]) for lines in (before, after)]
    for was, become in (
        ("3 or more, next to it 5 or more; the goalie one", "2 or more, next to it 4 or more; the goalie none"),
        ("it has 1 less", "it has 2 less"),
        ("2 dice for 1 point, 3 dice for 3, 4 dice for 7.", "4 dice for 1 point, 2 dice for 3, 3 dice for 6."),
        ("With 2 more", "With 1 more"),
    ):
        assert was in told[0] and become in told[1]


@pytest.mark.slow
def test_pa3_another_receiver_is_another_chance_fact_and_answer():
    """PA3: a figure on the ground receives, too."""
    changes = (
        CHANGE
        + """
from octagon_ball.rules import passes

change(passes.receiver, " and stands(game, who)", "")
"""
    )
    before, after = (run(script + COMPARE + RECEIVED).splitlines() for script in ("", changes))
    assert before == ["pass short E 0.000 ", "0.0", "intercept"]
    assert after == ["pass short E 0.083 ", "1.0", "let pass"]


@pytest.mark.slow
def test_go2_another_way_of_the_ball_is_another_chance_and_fact():
    """GO2: what would cross Black's goal line rebounds."""
    changes = (
        CHANGE
        + """
from octagon_ball.rules import passes

change(passes.roll, "conceding != NONE:", "conceding == 0:")
"""
    )
    before, after = (run(script + COMPARE + ROLLS).splitlines() for script in ("", changes))
    assert before == ["pass short E 0.917 ", "1.0"]
    assert after == ["pass short E 0.000 ", "0.0"]


@pytest.mark.slow
def test_de2_in1_positions_of_another_order_and_another_reach_are_read():
    """DE2: the team that kicks off begins. IN1: figures two squares away may try, too."""
    assert "to=black:intercept asked=B2 pass=W2:E:5 " in run(CHANGE + POSITIONS)


def test_te2_ap6_another_goalie_is_told_and_drawn_and_keeps_the_ball():
    """TE2: figure 2."""
    changes = """
from octagon_ball.rules import state

state.GOALIE = 1
"""
    assert run(changes + COMPARE + GOALIES).splitlines() == [
        "['W2, goalie, with the ball, has kept it for 1 turn', 'B2, goalie']",
        "[1, 9] 3",
        "figure 2, in front of your goal.",
    ]


def test_bo1_ma4_another_centre_spot_is_drawn_and_the_balls_until_the_match_begins():
    changes = (
        CHANGE
        + """
from octagon_ball.rules import turns

change(turns.centre_spot, "// 2", "// 2 + 1")
"""
    )
    assert run(changes + SPOT) == "ball=k10 True"


def test_ma1_another_winner_of_a_level_match_is_told_and_his_positions_are_read():
    """MA1: Black has won."""
    changes = (
        CHANGE
        + """
from octagon_ball.rules import turns

change(turns.winner_of, "return NONE", "return BLACK")
"""
    )
    assert run(changes + WINNER).splitlines() == ["over=black:time", "and Black if nobody has."]


def test_ap2_ap3_what_an_order_costs_is_said_as_it_is_paid():
    """AP2, AP3, TA3: orders cost 2 points, a try of the passing team 3, and a ball won in a tackle 2 more."""
    changes = "from octagon_ball.rules import state\nstate.ORDER_COST, state.TRY_COST, state.WIN_COST = 2, 3, 2\n"
    assert run(changes + COMPARE + POINTS).splitlines() == [
        *(f"W2 {order}: 2 points, 3 3" for order in ("move W", "pick up", "tackle", "jostle B2")),
        "intercept: 3 points, 2 2",
        "W2 pick up: 2 points, 3 3",
        "True 1 1",
        "False -1 7",  # no point is left for an order: it is the other team's turn
        "True True True",
    ]
