"""W6: the places beside a figure, and the nearest free one."""

from state_of_war.rules.figures import BESIDE, figure_of, is_of, men_of, own_heading, radius_of, touches_enemy
from state_of_war.rules.ground import may_stand
from state_of_war.rules.state import FOOT_RADIUS, HEADINGS, STRIDE, UNITS, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.open_table import squared_distance


@rule
def nearest_place(
    world: World, game: Game, who: int, units: int, among: int, most: int, clear: int
) -> tuple[int, int, int]:
    """W6: the nearest free place for a figure beside any of some other figures.

    Args:
      world: the table.
      game: the position.
      who: id of the figure.
      units: the units whose standing figures are looked at, bits by id.
      among: of one unit only these, bits by place in the troop; 0: all of each.
      most: the largest squared distance that matters.
      clear: 1: a place in contact with an enemy isn't free (UN4).

    Returns:
      Its squared distance, -1 if there is none, and the place.
    """
    figure, side = figure_of(game, who), who // STRIDE
    radius = radius_of(figure)
    own = 0 if radius == FOOT_RADIUS else 1
    best, nearest, best_x, best_y = most, HEADINGS, 0, 0
    for unit in range(2 * UNITS):
        if not units >> unit & 1:
            continue
        begin, end = men_of(world, game, unit)
        for whom in range(begin, end):
            if not is_of(game, whom, unit) or whom == who or (among and not among >> (whom - begin) & 1):
                continue
            other = figure_of(game, whom)
            row = own + (0 if radius_of(other) == FOOT_RADIUS else 1)
            for number in range(HEADINGS):
                step = BESIDE[row, own_heading(side, number)]
                x, y = int(other.x) + int(step[0]), int(other.y) + int(step[1])
                squared = squared_distance(figure.x, figure.y, x, y)
                if squared > best or (squared == best and number >= nearest):
                    continue
                if may_stand(world, game, who, x, y, radius, 0):
                    if clear == 0 or not touches_enemy(world, game, side, x, y, radius):
                        best, nearest, best_x, best_y = squared, number, x, y
    return (best if nearest < HEADINGS else -1), best_x, best_y
