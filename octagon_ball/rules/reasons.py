"""Why an action is illegal: a number for each reason, which the rules return, and its words."""

from octagon_ball.rules.state import ACT, DEPLOY, INTERCEPT, TAKE
from tabletop.game.action_table import OWN_REASONS

_WORDS = {
    "DOWN": "{who} lies on the ground (JO4)",
    "NO_POINTS": "{points} (AP2)",
    "OFF_BOARD": "the way is off the board, and only the holder moves into the other team's goal (MV1, MV2)",
    "TAKEN": "{there} is there (MV1)",
    "NO_BALL": "there is no loose ball where {who} stands (MV3)",
    "NOT_HELD": "no enemy holds the ball (TA1)",
    "HOLDER_FAR": "{holder} isn't next to {who} (TA1)",
    "HOLDER_SAFE": "a goalie in its goal zone can't be tackled (TA6)",
    "HOLDS_BALL": "{enemy} holds the ball: it is tackled (JO1)",
    "DOWN_ALREADY": "{enemy} lies on the ground already (JO1)",
    "ENEMY_SAFE": "a goalie in its goal zone can't be jostled (JO2)",
    "ENEMY_FAR": "{enemy} isn't next to {who} (JO1)",
    "NO_PASS": "{team} doesn't hold the ball (PA1)",
    "PASS_COSTS": "{points}, and this pass costs {cost} (AP2)",
    "OUT_OF_START": "{square} is not in the own half, or in the grey area (DE1)",
    "OCCUPIED": "{there} is there (BO8)",
    "OTHER_WON": "whether {asked} takes the ball that it has won is asked: {asked} pick up, or let pass (TA3)",
}
# fmt: off
(
    DOWN, NO_POINTS, OFF_BOARD, TAKEN, NO_BALL, NOT_HELD, HOLDER_FAR, HOLDER_SAFE, HOLDS_BALL, DOWN_ALREADY,
    ENEMY_SAFE, ENEMY_FAR, NO_PASS, PASS_COSTS, OUT_OF_START, OCCUPIED, OTHER_WON,
) = range(OWN_REASONS, OWN_REASONS + len(_WORDS))
# fmt: on
WORDS = dict(enumerate(_WORDS.values(), OWN_REASONS))
# What a decision asks for, where an action is no answer to it.
ASKED = {
    DEPLOY: "a square to deploy {asked} in is asked for (DE2)",
    ACT: "orders, passes and done are what the team in turn may say (AP1)",
    INTERCEPT: "intercept or let pass is asked of {asked} (IN2)",
    TAKE: _WORDS["OTHER_WON"],
}
