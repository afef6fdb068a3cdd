"""A game of one action that draws from urns, its own kind of draw: for what PaintBall never does in one action."""

from tabletop.compiled.compiling import rule
from tabletop.game.chance import OWN, PLAYED, die, draw_number, lot, rewind, rolled, settle_draw, two_dice
from tabletop.game.header import OVER, check_record, dice_type, record

GAME = record(("dice", dice_type(4)), ("turn", "i2"), ("decision", "i2"), ("total", "i2"), ("spare", "i2"))
check_record(GAME)
WORLD = record(("urns", "i2"), ("pips", "i2"))
FEW, MANY = OWN + 3, OWN + 7  # an urn holds the odd numbers up to 3, or up to 7
HALTED = 5  # a decision


@rule
def own_next(classes: int, result: int) -> int:
    """The next odd number in the urn."""
    after = result + 1 + result % 2
    return after if after <= classes - OWN else 0


@rule
def urn(game, chance, classes):
    """Draw from an urn; each number has the same chance."""
    number = draw_number(game, 0)
    result = 1
    if chance.mode == PLAYED:
        result = 2 * rolled(game, 1, 0, number, 0, (classes - OWN + 1) // 2) - 1
    result = settle_draw(chance, 1, 0, classes, result)
    if result < 1 or result > classes - OWN or result % 2 == 0:
        chance.short = 1
        result = 1
    return result


@rule
def step(world, game, chance, action, mask):
    """Action 0: the world's urns, a small one and large ones in turn; 1: a die, a lot and two dice, then it halts."""
    rewind(chance)
    game.decision = OVER
    if action == 0:
        for number in range(world.urns):
            game.total += urn(game, chance, FEW if number % 2 == 0 else MANY)
    else:
        game.total += 100 * die(game, chance, 1, 0, 122333) + 1000 * lot(game, chance, 1, 1, 3)
        game.total += two_dice(game, chance, 1, 1)
        game.decision = HALTED
    return 1


@rule
def go_on(world, game, chance, mask):
    """One die more."""
    rewind(chance)
    game.total += die(game, chance, 1, 0, 111112)
    game.decision = OVER
    return 0
