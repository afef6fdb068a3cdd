"""The game as one NumPy record, the board and the rules as another: every field, once, with its meaning.

Ids: a figure is `8 * team + number`, White's 0..7, Black's 8..15. Squares are numbered as BO6 says, directions as BO7.
One pair of records serves all sizes: up to 8 figures a team and 19 squares across.
"""

from tabletop.game.header import NONE as NONE  # "no square", "no figure", "nobody", everywhere
from tabletop.game.header import OVER as OVER
from tabletop.game.header import RUNNING as RUNNING
from tabletop.game.header import Record, check_header, check_record, dice_type, record

VERSION = 2  # of the record's layout and of what its fields mean
WHITE, BLACK = 0, 1
STRIDE = 8  # figure id = STRIDE * team + number; also the most figures a team has (TE1)
SQUARES = 301  # most squares that a board has: 19 across
DIRECTIONS = 8
GOALIE = 0  # number of a team's goalie (TE2)

# Kinds of decision.
DEPLOY, ACT, INTERCEPT, TAKE = 1, 2, 3, 4
# How a match ended (MA1, MA2).
GOALS, TIME = 1, 2
# How figures are deployed (DE2, DE3, DE4).
CHOSEN, DRAWN, FIXED = 0, 1, 2
# What a figure has done about the ball under way (IN2, IN3).
IDLE, TRYING, TRIED = 0, 1, 2

# Subjects of draws: figures 0..15, then
TEAM_SUBJECT, TABLE, SUBJECTS = 16, 18, 20
# Purposes of draws, in the order of the page's table.
ORDER, PLACE, DISTANCE, INTERCEPTION, TACKLE, RESIST, SPIDER, KNOCK, JOSTLE = range(1, 10)

ORDER_COST = 1  # points of a move, a tackle, a jostle, of picking up; of passes see `rules.passes.COSTS` (AP2)
TRY_COST = 1  # of a try to intercept by the team in turn (AP2, AP3)
WIN_COST = 1  # of taking the ball won in a tackle, beside the tackle's (TA3)
MOST_TACKLES = 2  # counted in a turn: each later tackle is like the third (TA2)

# Types of the records. (NumPy's types don't name fields; this page does.)
Game = Record
World = Record
Chance = Record

FIGURE = record(
    ("square", "i2"),  # NONE: not placed yet
    ("home", "i2"),  # where it was deployed (DE1); NONE: not yet
    ("down", "i2"),  # 1: on the ground (JO4)
    ("tried", "i2"),  # IDLE, TRYING, TRIED
)
GAME = record(
    ("dice", dice_type(SUBJECTS)),  # the only part that position text, equality and hash leave out
    ("turn", "i2"),  # 0: deployment (DE1)
    ("decision", "i2"),
    ("decider", "i2"),
    ("ending", "i2"),
    ("winner", "i2"),
    ("acting", "i2"),  # team in turn; in turn 0 the one that kicks off
    ("points", "i2"),  # left in this turn (AP1)
    ("tackles", "i2"),  # and jostles made in this turn, 0..MOST_TACKLES (TA2, JO3)
    ("score", "i2", (2,)),
    ("kept", "i2"),  # turns for which the holder, a goalie, has kept the ball, 0..keeping (AP6)
    ("asked", "i2"),  # figure id: to deploy, that may intercept, or that may take the ball
    (
        "passer",
        "i2",
    ),  # figure id that the ball under way has left, by a knock if it isn't of the team in turn; NONE: no ball is
    ("heading", "i2"),  # direction in which the ball has entered its square; NONE: it doesn't move
    ("left", "i2"),  # squares that the ball under way has still to go
    ("ball", "i2"),  # square; NONE: in the goal (GO1)
    ("holder", "i2"),  # figure id; NONE: the ball is loose, or moves
    ("figure", FIGURE, (2, STRIDE)),
    ("spare", "i2", (3,)),
)
RULES = record(
    ("half", "i2"),  # H: squares from the centre to a side (BO1)
    ("squares", "i2"),  # S, in play
    ("figures", "i2"),  # F, a team (TE1)
    ("goal", "i2"),  # G, squares across (BO3)
    ("points", "i2"),  # AP1
    ("turns", "i2"),  # MA1
    ("goals", "i2"),  # MA2; 0: to time
    ("keeping", "i2"),  # AP6; 0: a goalie in its goal zone can never be tackled (TA6)
    ("deployment", "i2"),  # CHOSEN, DRAWN, FIXED
)
BOARD = record(
    ("x", "i2", (SQUARES,)),  # BO1
    ("y", "i2", (SQUARES,)),
    ("ahead", "i2", (SQUARES, DIRECTIONS)),  # next square in a direction; NONE: not in play
    ("onward", "i2", (SQUARES, DIRECTIONS)),  # direction of a ball that goes on from here in a direction (RB)
    ("crosses", "i2", (SQUARES, DIRECTIONS)),  # team whose goal line such a ball crosses (GO2); NONE: none
    ("start", "i2", (2, SQUARES)),  # 1: figures of the team may be deployed here (DE1)
    ("zone", "i2", (2, SQUARES)),  # 1: goal zone of the team (BO4)
    ("formation", "i2", (2, STRIDE)),  # home squares where deployment is FIXED, else NONE
)
WORLD = record(("rules", RULES), ("board", BOARD))

check_header(GAME)
for _dtype in (FIGURE, RULES, BOARD):
    check_record(_dtype)
