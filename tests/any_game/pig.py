"""Pig: in turn a team rolls as often as it dares; the points are kept in a pot, and a 1 loses the pot and the turn.

With two dice at once both count, and any 1 loses. Who holds adds the pot to its score and passes the turn on. 30 points
win; after 20 turns each the game is drawn.
"""

from tabletop.agents.base import Bot
from tabletop.agents.view import View
from tabletop.game.declared import AgentEntry, DeclaredGame, Field, Option, Switch
from tabletop.game.rules import ALLOWED, ANY_FACE, NONE, OWN_REASONS, TABLE, ask, begin_turn, die, end_game, lot, rule

ROLL_OR_HOLD = 1  # a decision
REACHED, TURNS = 1, 2  # endings
ORDER, THROW = 1, 2  # what is drawn for
EMPTY = OWN_REASONS  # a reason


@rule
def start(world, game, chance):
    game.first = lot(game, chance, ORDER, TABLE, 2)
    begin_turn(game, chance)
    ask(game, ROLL_OR_HOLD, game.first)


@rule
def pass_on(world, game, chance, team):
    game.pot = 0
    if team != game.first and game.turn == world.rules.turns:
        end_game(game, chance, TURNS, NONE)
        return
    if team != game.first:
        begin_turn(game, chance)
    ask(game, ROLL_OR_HOLD, 1 - team)


@rule
def roll(world, game, chance, team, dice):
    lost = False
    for _ in range(dice):
        face = die(game, chance, THROW, team, ANY_FACE)
        game.pot += face
        lost = lost or face == 1
    if lost:
        pass_on(world, game, chance, team)


@rule
def no_hold(game):
    return ALLOWED if game.pot > 0 else EMPTY


@rule
def hold(world, game, chance, team):
    game.score[team] += game.pot
    if game.score[team] >= world.rules.goal:
        end_game(game, chance, REACHED, team)
    else:
        pass_on(world, game, chance, team)


class Careful(Bot):
    """Holds at a number of points."""

    def __init__(self, at: int = 12) -> None:
        super().__init__()
        self.at = at

    def act(self, view: View) -> int:
        pot = int(view.games["pot"][0])
        return view.legal["hold"] if pot >= self.at else view.legal["roll"]


PIG = DeclaredGame(
    "pig",
    __name__,
    title="Pig",
    teams=("first", "second"),
    decisions=("roll or hold",),
    endings=("reached", "turns"),
    options=(
        Option("roll", ROLL_OR_HOLD, roll, given={"dice": 1}),
        Option("roll two", ROLL_OR_HOLD, roll, given={"dice": 2}),
        Option("hold", ROLL_OR_HOLD, hold, no_hold),
    ),
    reasons=("there is nothing to hold",),
    fields=(
        Field("first", team=True, meaning="team that begins"),
        Field("pot", 9_999, "points rolled in this turn", share="goal"),
        Field("score", 9_999, "points held", each=True, share="goal"),
    ),
    switches=(Switch("goal", 30, 1, 9_999, "points that win"), Switch("turns", 20, 1, 9_999, "turns of each team")),
    presets={"pig": {}, "short-pig": {"goal": 12, "turns": 6}},
    start=start,
    purposes=("order", "throw"),
    turns="turns",
    lead="score",
    agents={"careful": AgentEntry(f"{__name__}:Careful", "holds at 12 points")},
)
