"""W3, W5, BO8, IN6, TA6: where figures are, who stands next to whom, and what the goal zone protects."""

from octagon_ball.rules.state import GOALIE, NONE, STRIDE, Game, World
from tabletop.compiled.compiling import jitable, rule


@jitable
def team_of(who: int) -> int:
    """The team of a figure."""
    return who // STRIDE


@rule
def figure_of(game: Game, who: int):
    """The record of a figure."""
    return game.figure[who // STRIDE, who % STRIDE]


@rule
def square_of(game: Game, who: int) -> int:
    """The square of a figure; NONE: it isn't placed yet."""
    return int(game.figure[who // STRIDE, who % STRIDE].square)


@rule
def stands(game: Game, who: int) -> bool:
    """W5: whether a figure is on the board and not on the ground."""
    figure = game.figure[who // STRIDE, who % STRIDE]
    return figure.square != NONE and figure.down == 0


@rule
def apart(world: World, one: int, other: int) -> int:
    """W3: the distance of two squares."""
    board = world.board
    return max(abs(int(board.x[one]) - int(board.x[other])), abs(int(board.y[one]) - int(board.y[other])))


@rule
def figure_at(world: World, game: Game, square: int) -> int:
    """BO8: the figure in a square, standing or not; NONE: there is none."""
    for team in range(2):
        for number in range(world.rules.figures):
            if game.figure[team, number].square == square:
                return STRIDE * team + number
    return NONE


@rule
def is_marked(world: World, game: Game, who: int) -> bool:
    """IN6: whether an enemy stands in a square adjacent to a figure's."""
    enemy = STRIDE * (1 - team_of(who))
    for number in range(world.rules.figures):
        if stands(game, enemy + number) and apart(world, square_of(game, who), square_of(game, enemy + number)) == 1:
            return True
    return False


@rule
def is_safe(world: World, game: Game, who: int) -> bool:
    """TA6, JO2: whether a figure is a goalie that its own goal zone protects."""
    if who % STRIDE != GOALIE or world.board.zone[team_of(who), square_of(game, who)] == 0:
        return False
    keeping = world.rules.keeping
    return keeping == 0 or game.holder != who or game.kept < keeping
