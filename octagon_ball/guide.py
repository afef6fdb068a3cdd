"""The guide beside the board: what is explained when it first matters, in a few short sentences; and the first match.

The rules themselves stand in docs/octagon-ball.md; here are only their numbers.
"""

from collections.abc import Mapping
from pathlib import Path

from octagon_ball.notation import DECISIONS
from octagon_ball.rules.passes import COSTS, DICE, MARKED, need_of
from octagon_ball.rules.state import ACT, GOALIE, ORDER_COST, WIN_COST
from octagon_ball.rules.tackles import BY_TWO
from octagon_ball.scenario import Scenario
from tabletop.base.errors import counted
from tabletop.show.page import GUIDED, Lesson, Step, Topic

FIRST_GAME = Path(__file__).with_name("first_game.toml")
_IN_SQUARE, _BESIDE = (need_of(GOALIE + 1, distance) for distance in (0, 1))
_LESS = ("none", "one", "two", "three")[_BESIDE - need_of(GOALIE, 1)]

TOPICS: Mapping[str, Topic] = {
    "deploy": Topic(
        "Placing figures",
        "Click a marked square of your own half. A figure comes back to this square after every goal. Put the goalie, "
        f"figure {GOALIE + 1}, in front of your goal.",
        ("DE1", "TE2", "MA4"),
        decisions=("deploy",),
    ),
    # Answers in the middle of something.
    "intercept": Topic(
        "The ball comes by",
        f"A figure in the ball's square or next to it may try to catch it. In its own square it needs {_IN_SQUARE} or "
        f"more, next to it {_BESIDE} or more; the goalie {_LESS} less. With an enemy next to it, it has {MARKED} less "
        "on its roll. It may try once on the ball's way. In the other team's turn this is free.",
        ("IN1", "IN4", "IN5", "IN6", "AP3"),
        decisions=("intercept",),
    ),
    "take": Topic(
        "The ball is won",
        f"Pay {counted(WIN_COST, 'point')}, and the figure that has won the tackle has the ball. Leave it, and it lies "
        "in the square of who has lost it.",
        ("TA3", "TA4"),
        decisions=("take",),
        verbs=("take", "leave"),
    ),
    # The turn.
    "act": Topic(
        "Your turn",
        "Your team has some points for this turn; the line above the board says how many are left. One figure may use "
        "them all. Click one of your figures to see what it can do. Without points the turn ends by itself.",
        ("AP1", "AP2", "AP4"),
        decisions=("act",),
    ),
    "move": Topic(
        "Moving",
        f"A step to any of the eight squares around costs {counted(ORDER_COST, 'point')}. Nobody walks through a "
        "figure. Who holds the ball takes it along, and may walk into the goal.",
        ("MV1", "MV2", "BO8"),
        verbs=("move",),
    ),
    "pick up": Topic(
        "The ball is loose",
        f"Walk into its square, then pick it up for {counted(ORDER_COST, 'point')}. Walking onto it isn't enough.",
        ("MV3",),
        verbs=("pick up",),
    ),
    "pass": Topic(
        "Passing",
        f"The ball flies in one of eight directions. How far is rolled: {DICE[0]} dice for "
        f"{counted(COSTS[0], 'point')}, {DICE[1]} dice for {COSTS[1]}, {DICE[2]} dice for {COSTS[2]}. "
        "If it stops exactly at a figure of yours, that figure has it. A pass over the goal line is a goal.",
        ("PA1", "PA2", "PA3", "GO1"),
        verbs=("pass short", "pass medium", "pass long"),
    ),
    "goal": Topic(
        "Into the goal",
        "A figure with the ball that steps over the other team's goal line scores.",
        ("MV2", "GO1", "GO2"),
        verbs=("carry in",),
    ),
    "tackle": Topic(
        "Tackling",
        f"Both roll a die, and the higher one has the ball. Taking it costs {counted(WIN_COST, 'point')} more. On "
        "equal dice the ball flies off. The first tackle of a turn is safe; later ones roll worse, and one that fails "
        "is a foul. A goalie in its goal zone is safe.",
        ("TA1", "TA2", "TA3", "TA5", "TA6", "TA7"),
        verbs=("tackle",),
    ),
    "jostle": Topic(
        "Jostling",
        f"Both roll. With {BY_TWO} more you push the other figure to the ground; with {BY_TWO} less it is a foul, and "
        "your turn is over. It counts as a tackle: the next one in the turn rolls worse.",
        ("JO1", "JO3", "JO4", "JO5"),
        verbs=("jostle",),
    ),
    # What has happened.
    "rebound": Topic(
        "Off the wall",
        "The ball never leaves the board: a wall turns it, and it goes on as far as it was rolled.",
        ("RB1", "RB2", "RB3"),
        said=("RB",),
    ),
    "contested": Topic(
        "Two of them tried",
        "The higher roll has the ball. If the highest is rolled twice, nobody has it, and it flies on.",
        ("IN7",),
        said=("IN7",),
    ),
    "knocked": Topic(
        "Knocked free",
        "Equal dice in a tackle: the ball flies up to six squares in a direction of chance. Figures next to its way "
        "may catch it, but not the two of the tackle.",
        ("TA5", "SP1", "IN1"),
        said=("SP",),
    ),
    "down": Topic(
        "On the ground",
        "A figure on the ground does nothing until the end of its own team's next turn.",
        ("JO4",),
        said=("JO4",),
    ),
    "foul": Topic(
        "A foul", "The turn of the team that fouls is over at once. The ball stays where it is.", ("FO1",), said=("FO",)
    ),
    "scored": Topic(
        "A goal",
        "Everybody goes back to where they began, and the ball to the middle. The team that let it in has the next "
        "turn.",
        ("GO1", "MA4"),
        said=("GO",),
    ),
}


STEPS = (
    Step(
        "Run to the ball",
        "The ball, the red disc, lies loose in the middle, two squares from W2 and W3. Click one of these two white "
        "discs, then a square with a green outline next to it. A step costs "
        f"{counted(ORDER_COST, 'point')} of your turn's points, which stand above the board. Walk on to the ball.",
        ("move",),
        rules=("AP1", "MV1"),
    ),
    Step(
        "Get the ball",
        "Walk until a figure of yours stands on the loose ball, then click it and choose “Pick up the ball”. If Black "
        "has the ball, walk next to who holds it, and tackle.",
        ("pick up", "tackle", "take", "intercept"),
        verbs=("move",),
        rules=("MV3", "TA1"),
    ),
    Step(
        "Pass",
        "Your figure with the ball can pass. Click it, and point at a pass in the list: its odds say who may catch the "
        f"ball, and whether it is a goal. A short pass rolls {DICE[0]} dice and flies so many squares.",
        ("pass short", "pass medium", "pass long"),
        rules=("PA1", "PA3"),
    ),
    Step(
        "Score",
        "Bring the ball over the thick line on the right: walk over it with the ball, or pass it over. One goal wins. "
        "If the ball is lost, get it back as before. The turn ends without points, or when you end it.",
        ("carry in",),
        rules=("GO1", "MV2"),
    ),
)


def lesson() -> Lesson:
    """The match to learn by."""
    return Lesson(
        "Your first match",
        Scenario.load(FIRST_GAME),
        "easy",
        0,
        welcome=(
            "You are White, with three figures; your goal is on the left. Black has three, too.",
            "Bring the ball over the line on the right: walk with it, or pass it in. One goal wins.",
            GUIDED,
        ),
        after="octagon-small",
        # The learner kicks off, and the ball lies loose two squares away.
        start="turn=1 acting=white points=7 to=white:act W1=a6 W2=d5 W3=d8 B1=k6 B2=h7 B3=h4 ball=f6",
        decision=DECISIONS[ACT],
        steps=STEPS,
    )
