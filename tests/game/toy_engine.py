"""A countdown, with all that a game may give to the engine's loop: pieces of its own, halts, decisions by lot."""

from tabletop.compiled.compiling import instantiate, rule
from tabletop.game.chance import lot
from tabletop.game.header import NONE, OVER, dice_type, record

TAKE, COUNTING = 1, 2  # decisions; the second is the engine's own
HALTED = COUNTING
CHOSEN, FORCED, DRAWN, TEAM_SUBJECT = 1, 2, 3, 2
GAME = record(
    ("dice", dice_type(4)),
    ("turn", "i2"),
    ("decision", "i2"),
    ("decider", "i2"),
    ("ending", "i2"),
    ("winner", "i2"),
    ("left", "i2"),  # to be taken, one to `most` at a time
    ("most", "i2"),
    ("lots", "i2"),  # decisions to come that are drawn
    ("pieces", "i2"),  # of the engine's own
    ("spare", "i2", (3,)),
)


@rule
def start(world, game, chance):
    game.left = 9


@rule
def run(world, game, chance):
    """A turn begins, or what has been taken is counted."""
    game.pieces += 1
    game.turn += 1
    if game.left <= 0:
        game.decision, game.decider, game.ending = OVER, NONE, 1
    else:
        game.decision, game.decider = TAKE, game.turn % 2


@rule
def by_lot(world, game, chance, number):
    if game.lots == 0:
        return NONE
    game.lots -= 1
    return lot(game, chance, 1, 0, number)


@rule
def is_legal(world, game, action):
    return game.decision == TAKE and 0 <= action < min(game.left, game.most)


@rule
def legal_actions(world, game, mask):
    mask[:] = 0
    number = max(0, min(game.left, game.most))
    mask[:number] = 1
    return number


@rule
def apply(world, game, chance, action):
    game.left -= action + 1
    game.decision, game.decider = COUNTING, NONE


_engine = instantiate("tabletop.game.templates.engine", __name__)
begin, step, go_on = _engine.begin, _engine.step, _engine.go_on
