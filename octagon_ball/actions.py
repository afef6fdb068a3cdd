"""The names of actions, and why one is illegal (docs/octagon-ball.md, "Actions")."""

from functools import lru_cache

from octagon_ball.rules.actions import ACTIONS, LONG, MOVE, SHORT, decode, no_action
from octagon_ball.rules.board import NAMES, octagon
from octagon_ball.rules.figures import figure_at, square_of
from octagon_ball.rules.passes import COSTS
from octagon_ball.rules.reasons import ASKED, WORDS
from octagon_ball.rules.state import DIRECTIONS, NONE, ORDER_COST, STRIDE
from octagon_ball.scenario import Scenario
from tabletop.base.arrays import Records
from tabletop.game.action_table import NEVER_ASKED, NOT_ASKED
from tabletop.game.actions import DeclaredNames

TEAMS = ("white", "black")
LETTERS = ("W", "B")


def figure_name(who: int) -> str:
    """Name of a figure: `W3`."""
    return f"{LETTERS[who // STRIDE]}{who % STRIDE + 1}"


@lru_cache(maxsize=64)
def action_table(figures: int, size: int) -> DeclaredNames:
    """The actions of games with so many figures a team on a board so many squares across, made once."""
    squares = octagon(size).names
    own = [[figure_name(STRIDE * team + number) for number in range(figures)] for team in (0, 1)]
    names = {
        "direction": (NAMES, NAMES[DIRECTIONS // 2 :] + NAMES[: DIRECTIONS // 2]),
        "enemy": own[::-1],
        "square": (squares, squares[::-1]),
    }
    return DeclaredNames(ACTIONS, {"figures": figures, "squares": len(squares)}, own, names, TEAMS)


def why_not(scenario: Scenario, games: Records, action: int) -> str:
    """Say why the deciding team may not take an action that is illegal; the match runs."""
    world, game = scenario.world[0], games[0]
    reason = int(no_action(world, game, action))
    if reason == NEVER_ASKED:
        return "to wait is for the team that doesn't decide"
    words = ASKED[int(game.decision)] if reason == NOT_ASKED else WORDS[reason]
    parts = action_table(scenario.figures, scenario.size).parts(action, int(game.decider))
    option, who, value = decode(world, game, action)
    square = world.board.ahead[square_of(game, who), value] if option == MOVE else value
    return words.format_map(
        {
            "who": parts.who,
            parts.kind.argument: parts.argument,
            "there": _name(figure_at(world, game, square)) if square != NONE else "",
            "asked": _name(game.asked),
            "holder": _name(game.holder),
            "team": TEAMS[game.decider].capitalize(),
            "points": "there is 1 point left" if game.points == 1 else f"there are {game.points} points left",
            "cost": COSTS[option - SHORT] if SHORT <= option <= LONG else ORDER_COST,
        }
    )


def _name(who: int) -> str:
    return figure_name(int(who)) if who != NONE else ""
