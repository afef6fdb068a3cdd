"""Does a rule that is changed in its chapter alone change all that follows from it, or is it said twice somewhere?"""

import pytest

from tests.paintball.interpreted import CHANGE, run

COMPARE = """
import numpy as np
from octagon_ball import OCTAGON_BALL, Game, facts, guide, scenes
from octagon_ball.bots.choice import choose
from octagon_ball.bots.temperament import TEMPERAMENTS
from octagon_ball.scenario import Scenario
from tabletop.play.odds import outcomes
from tabletop.show.drawing.shapes import Disc
from tabletop.show.showing import showing_of

SMALL = Scenario.load("octagon-small")
page_words = showing_of(OCTAGON_BALL).page_words()


def at(where, scenario=SMALL):
    return Game(scenario, start=f"turn=8 acting=white {where}")


def facts_of(game, action):
    mask, rows, listed = game.legal_mask(), np.zeros((200, facts.ACTION_FACTS), np.float32), np.zeros(200, np.int16)
    facts.observe_legal(SMALL.world[0], game.games[0], mask, rows, listed)
    return rows.view(facts.ROW)[list(listed).index(game.table.index(action, game.decider)), 0]


def offered(game, action):
    return next(choice for choice in page_words.choices(game) if choice.name == action)


def compare(line):
    # An action, where, and for each fact the words that the positions that it speaks of have (+) and don't have (-).
    action, where, meanings = line.split(" | ")
    game, told = at(where), []
    for name, _, tokens in (meaning.partition("=") for meaning in meanings.split()):
        exact = 0.0
        for result in outcomes(game, action):
            has = result.position.split()
            if all((token[1:] in has) == (token[0] == "+") for token in tokens.split(";")):
                exact += float(result.probability)
        assert abs(facts_of(game, action)[name] - exact) < 1e-6, (line, name, exact)
        told.append(exact)
    chance = offered(game, action).chance
    assert not chance or chance.startswith(f"{told[0]:.0%}"), (line, told, chance)
    print(*(f"{exact:.3f}" for exact in told))
"""
CHANCES = """
from octagon_ball.rules import passes

FIGHT = "to=white:act W1=a6 W2=f6 W3=a8 B1=k6 B2=g6 B3=d1"
for made in ("points=5", "points=5 tackles=1", "points=5 tackles=2"):
    foul = "foul=+ball=B2;+acting=black"
    compare(f"W2 tackle | {made} {FIGHT} ball=B2 | win=+to=white:take level=-to=white:take;-ball=B2 {foul}")
for made in ("points=5", "points=5 tackles=1", "points=5 tackles=2"):
    level = "level=+B2=g6;+acting=white"
    compare(f"W2 jostle B2 | {made} {FIGHT} ball=W2 | win=+B2=g6,down {level} foul=+acting=black")
for beside in ("a5", "h3"):
    for who, other in (("B1", "B2"), ("B2", "B1")):
        for square in ("g3", "g4"):
            places = f"W1=a6 W2=d3 W3={beside} {who}={square} {other}=k6 B3=f11 ball=g3"
            compare(f"intercept | to=black:intercept asked={who} pass=W2:E:4 {places} | intercept=+ball={who}")
for points, kind in zip(passes.COSTS, ("short", "medium", "long")):
    places = "W1=a6 W2=d5 W3=h5 B1=j9 B2=e11 B3=e1 ball=W2"
    compare(f"pass {kind} E | points={points} to=white:act {places} | goal=+score=1,0 received=+ball=W3")
print(scenes.LIKELIEST)
print(*(guide.TOPICS[topic].text for topic in ("intercept", "pass", "jostle")))
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


@pytest.mark.slow
def test_ta2_jo4_in4_pa1_another_roll_is_another_chance_in_facts_and_words():
    before, after = (run(script + COMPARE + CHANCES).splitlines() for script in ("", CHANGE + CHANGES))
    assert before[0] == "0.417 0.167 0.000" and after[1:3] == ["0.167 0.111 0.000", "0.028 0.056 0.917"]
    assert before[3] == "0.278 0.444 0.278" and after[3] == "0.417 0.167 0.417"
    assert " ".join(before[6:14]) == "0.833 0.500 0.667 0.333 0.667 0.333 0.500 0.167"
    assert " ".join(after[6:14]) == "0.833 0.500 0.833 0.500 0.500 0.167 0.500 0.167"
    assert before[17] == "(7, 10, 14)" and after[14:17] == [before[16], before[14], before[15]]
    for was, become in (
        ("3 or more, next to it 5 or more; the goalie one", "2 or more, next to it 4 or more; the goalie none"),
        ("it has 1 less", "it has 2 less"),
        ("2 dice for 1 point, 3 dice for 3, 4 dice for 7.", "4 dice for 1 point, 2 dice for 3, 3 dice for 6."),
        ("With 2 more", "With 1 more"),
    ):
        assert was in before[18] and become in after[18]


# What is changed; a script; what it prints before, if that is of interest, and after.
SCRIPTS = {
    "PA3 a figure on the ground receives, too: chance, fact and answer": (
        'from octagon_ball.rules import passes\nchange(passes.receiver, " and stands(game, who)", "")',
        """
places = "W1=f2 W2=d3 W3=h3,down B1=k6 B2=k5 B3=f11"
compare(f"pass short E | points=1 to=white:act {places.replace('f2', 'a6')} ball=W2 | received=+ball=W3")
game = at(f"points=2 to=white:intercept asked=W1 pass=W2:E:2 {places} ball=f3")
action = choose(SMALL.world[0], game.games[0], game.legal_mask(), TEMPERAMENTS["passer"].record()[0], np.uint64(5))
print(facts_of(game, "let pass")["own_receives"], game.table.name(int(action), game.decider))
""",
        ["0.000", "0.0 intercept"],
        ["0.083", "1.0 let pass"],
    ),
    "GO2 what would cross Black's goal line rebounds: chance and fact": (
        'from octagon_ball.rules import passes\nchange(passes.roll, "conceding != NONE:", "conceding == 0:")',
        """
places = "W1=a6 W2=h5 W3=d9 B1=j5 B2=e11 B3=e1"
compare(f"pass short E | points=1 to=white:act {places.replace('j5', 'j9')} ball=W2 | goal=+score=1,0")
print(facts_of(at(f"to=black:intercept asked=B1 pass=W2:E:4 {places} ball=i5"), "let pass")["to_own_goal"])
""",
        ["0.917", "1.0"],
        ["0.000", "0.0"],
    ),
    "DE2 IN1 the team that kicks off begins, figures two squares away may try: such positions are read": (
        """
from octagon_ball.rules import passes, setup
change(setup.next_to_place, "second == 1", "second == 0")
change(passes.may_try, "distance > 1", "distance > 2")
""",
        """
game = Game("octagon", seed=1)
while game.decision == "deploy":
    assert Game(game.scenario, start=game.position()).position() == game.position()
    game.step(game.legal_actions()[0])
game = at("points=1 to=white:act W1=a6 W2=d3 W3=a8 B1=k6 B2=h5 B3=f11 ball=W2")
game.step("pass short E", results=[7])
print(*Game(game.scenario, start=game.position()).position().split()[2:5])
""",
        None,
        ["to=black:intercept asked=B2 pass=W2:E:5"],
    ),
    "TE2 AP6 another goalie is told and drawn, and keeps the ball": (
        "from octagon_ball.rules import state\nstate.GOALIE = 1",
        """
game = at("points=1 to=white:act W1=a6 W2=a5 W3=a8 B1=k6 B2=h5 B3=f11 ball=W2", SMALL.with_rules(keeping=2))
game.step("done")
game = Game(game.scenario, start=game.position())
things = scenes.Scenes(game.scenario).scene(game.position()).things
print([thing.key for thing in things if "goalie" in thing.title], game.record.kept)
print([who for who in range(16) if len(scenes._figure(who, False, False, 0)) > 4], len(scenes._legend()[0][1]))
print(guide.TOPICS["deploy"].text.partition("the goalie, ")[2])
""",
        None,
        ["['W2', 'B2'] 1", "[1, 9] 5", "figure 2, in front of your goal."],
    ),
    "BO1 MA4 another centre spot is drawn, and the ball's until the match begins": (
        'from octagon_ball.rules import turns\nchange(turns.centre_spot, "// 2", "// 2 + 1")',
        """
game = Game("octagon", seed=1)
game, drawn = Game("octagon", start=game.position()), scenes.Scenes(game.scenario)
(ring,) = [item for item in drawn.sheet().ground if isinstance(item, Disc) and not item.fill]
print(game.position().split()[-1], ring.centre == drawn.at(game.games["ball"][0]))
""",
        None,
        ["ball=k10 True"],
    ),
    "MA1 Black has won a level match: this is told, and his positions are read": (
        'from octagon_ball.rules import turns\nchange(turns.winner_of, "return NONE", "return BLACK")',
        """
game = Game(SMALL, start="turn=24 acting=white points=1 to=white:act W1=a6 W2=a5 W3=a8 B1=k6 B2=h5 B3=f11 ball=W2")
game.step("done")
print(Game(SMALL, start=game.position()).position().split()[2])
print(page_words.aim(game.scenario, 0).partition("more has won, ")[2])
""",
        None,
        ["over=black:time", "and Black if nobody has."],
    ),
    "AP2 AP3 TA3 what an order costs, 2, a try of the passing team, 3, and a ball won, 2, is said as it is paid": (
        "from octagon_ball.rules import state\nstate.ORDER_COST, state.TRY_COST, state.WIN_COST = 2, 3, 2",
        """
PLACES = "W1=a6 W2=f6 W3=a7 B1=k6 B2=g6 B3=d1"
for where, action, results in (
    ("to=white:act ball=f7", "W2 move W", ()),
    ("to=white:act ball=f6", "W2 pick up", ()),
    ("to=white:act ball=B2", "W2 tackle", (1, 6)),
    ("to=white:act ball=W3", "W2 jostle B2", (3, 3)),
    ("to=white:intercept asked=W2 pass=W3:E:4 ball=e7", "intercept", (1,)),
    ("tackles=1 to=white:take asked=W2 ball=g6", "W2 pick up", ()),
):
    game = at(f"points=5 {PLACES} {where}")
    cost, left = offered(game, action).cost, facts_of(game, action)["points_left"] * SMALL.points
    game.step(action, results)
    print(f"{cost}, {left:.0f} {game.record.points}")
for points in (5, 3):
    game = at(f"points={points} {PLACES} to=white:act ball=B2")
    chance = offered(game, "W2 tackle").chance
    game.step("W2 tackle", (6, 1))
    if game.decision == "take":
        game.step("W2 pick up")
    print("won" in chance, game.record.holder, game.record.points)
print(*(f"2 points" in guide.TOPICS[key].text for key in ("move", "pick up", "tackle")))
""",
        None,
        [
            *["2 points, 3 3"] * 4,
            "3 points, 2 2",
            "2 points, 3 3",
            "True 1 1",
            "False -1 7",  # no point is left for an order: it is the other team's turn
            "True True True",
        ],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("changes", "script", "before", "after"), SCRIPTS.values(), ids=SCRIPTS)
def test_what_follows_from_a_rule_changes_with_it(changes, script, before, after):
    """PA3, GO2, DE2, IN1, TE2, AP6, BO1, MA4, MA1, AP2, AP3, TA3."""
    if before:
        assert run(COMPARE + script).splitlines() == before
    assert run(CHANGE + changes + COMPARE + script).splitlines() == after
