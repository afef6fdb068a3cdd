"""A game from tables that draws from an urn: two teams take marbles in turn, the first red one wins."""

from tabletop.game.declared import DeclaredGame, Field, Option
from tabletop.game.rules import TABLE, ask, begin_turn, end_game, rule
from tabletop.game.urns import Urns, urn

URNS = Urns()
MARBLE = URNS.declare("a red one of four", {1: 3, 2: 1})
ROWS = URNS.rows


@rule
def start(world, game, chance):
    begin_turn(game, chance)
    ask(game, 1, 0)


@rule
def take(world, game, chance, team, more):
    game.taken[team] += 1 + more
    if urn(game, chance, 1, TABLE, ROWS, MARBLE) == 2 or game.taken[team] > 5:
        end_game(game, chance, 1, team)
        return
    if team == 1:
        begin_turn(game, chance)
    ask(game, 1, 1 - team)


MARBLES = DeclaredGame(
    "marbles",
    __name__,
    title="Marbles",
    teams=("left", "right"),
    decisions=("take",),
    endings=("red",),
    options=(Option("one", 1, take, given={"more": 0}), Option("two", 1, take, given={"more": 1})),
    fields=(Field("taken", 9, "marbles taken", each=True),),
    start=start,
    purposes=("marble",),
    symmetric=False,  # the left team always begins
)
