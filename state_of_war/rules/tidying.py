"""TU6: what belongs to an action, or to a part, is forgotten when it ends."""

from state_of_war.rules.figures import units_touch
from state_of_war.rules.state import NONE, UNITS, Game, World
from tabletop.compiled.compiling import rule


@rule
def end_of_action(world: World, game: Game) -> None:
    """TU6 (5): an action is finished; who shot or fought in it is known for one more (AM4), who charged on (ME4)."""
    for side in range(2):
        for number in range(UNITS):
            unit = game.units[side, number]
            if unit.origin == NONE:
                continue
            unit.fought = unit.fights
            charged = int(unit.charged)
            for other in range(UNITS):
                if charged >> other & 1:
                    if not units_touch(world, game, side * UNITS + number, (1 - side) * UNITS + other):
                        charged &= ~(1 << other)
            unit.charged = charged
    forget_action(world, game)


@rule
def forget_action(world: World, game: Game) -> None:
    """TU6 (5): orders, shots and ways are forgotten."""
    for side in range(2):
        for number in range(UNITS):
            unit = game.units[side, number]
            if unit.origin == NONE:
                continue
            unit.fights = unit.given = unit.charges = unit.hurt = unit.won = 0
            unit.shoots = NONE
            troop = world.troops[side, number]
            for at in range(troop.first, troop.first + troop.men):
                figure = game.figures[side, at]
                figure.went = figure.from_x = figure.from_y = figure.aims = figure.with_pistol = figure.busy = 0


@rule
def end_of_part(game: Game) -> None:
    """AC2, AM3: what was done in a part is forgotten."""
    game.declined = 0
    for side in range(2):
        for number in range(UNITS):
            game.units[side, number].fresh = 0
        for at in range(game.figures.shape[1]):
            game.figures[side, at].acted = 0
