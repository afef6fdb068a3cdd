"""MA3, DE: who kicks off, and how the teams are deployed."""

from octagon_ball.rules import events
from octagon_ball.rules.board import turned_square
from octagon_ball.rules.figures import figure_at, figure_of, team_of
from octagon_ball.rules.reasons import OCCUPIED, OUT_OF_START
from octagon_ball.rules.state import (
    CHOSEN,
    DEPLOY,
    DRAWN,
    GOALIE,
    NONE,
    ORDER,
    PLACE,
    STRIDE,
    TABLE,
    TEAM_SUBJECT,
    Chance,
    Game,
    World,
)
from octagon_ball.rules.turns import begin_turn, kick_off
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import lot, note


@rule
def no_place(world: World, game: Game, who: int, square: int) -> int:
    """DE1, BO8: what forbids to deploy a figure in a square."""
    if figure_at(world, game, square) != NONE:
        return OCCUPIED
    return ALLOWED if world.board.start[team_of(who), square] == 1 else OUT_OF_START


@rule
def no_deployment(world: World, game: Game, square: int) -> int:
    """DE2: what forbids to deploy the figure asked in a square."""
    return no_place(world, game, int(game.asked), square)


@rule
def deploy(world: World, game: Game, chance: Chance, square: int) -> None:
    """DE2: the figure asked is deployed; on to the next one."""
    place(game, chance, int(game.asked), square, 0)
    go_on_deploying(world, game, chance)


@rule
def place(game: Game, chance: Chance, who: int, square: int, drawn: int) -> None:
    """DE1: a figure's home square."""
    figure = figure_of(game, who)
    figure.square = square
    figure.home = square
    note(chance, events.DEPLOYED, who=who, place=square, how=drawn)


@rule
def next_to_place(world: World, game: Game) -> int:
    """DE2: the figure to deploy next; NONE: all are."""
    for number in range(world.rules.figures):
        for second in range(2):
            team = game.acting if second == 1 else 1 - game.acting
            if game.figure[team, number].square == NONE:
                return STRIDE * team + number
    return NONE


@rule
def draw_place(world: World, game: Game, chance: Chance, who: int) -> None:
    """W1, DE3: a figure's square by lot; a goalie's in its goal zone."""
    team = team_of(who)
    squares = int(world.rules.squares)
    candidates = 0
    for square in range(squares):
        candidates += int(is_candidate(world, game, who, square))
    skip = lot(game, chance, PLACE, who, candidates)
    for n in range(squares):
        square = turned_square(team, squares, n)
        if is_candidate(world, game, who, square):
            if skip == 0:
                place(game, chance, who, square, 1)
                return
            skip -= 1


@rule
def is_candidate(world: World, game: Game, who: int, square: int) -> bool:
    """DE3: whether a figure's lot may fall on a square."""
    if who % STRIDE == GOALIE and world.board.zone[team_of(who), square] == 0:
        return False
    return no_place(world, game, who, square) == ALLOWED


@rule
def go_on_deploying(world: World, game: Game, chance: Chance) -> None:
    """DE2-DE4, MA4: the next figure to deploy, or the first kick-off."""
    who = next_to_place(world, game)
    while who != NONE:
        if world.rules.deployment == CHOSEN:
            game.asked = who
            game.decision = DEPLOY
            game.decider = team_of(who)
            return
        if world.rules.deployment == DRAWN:
            draw_place(world, game, chance, who)
        else:
            place(game, chance, who, world.board.formation[team_of(who), who % STRIDE], 0)
        who = next_to_place(world, game)
    game.asked = NONE
    kick_off(world, game, chance)
    begin_turn(world, game, chance, game.acting)


@rule
def begin_match(world: World, game: Game, chance: Chance) -> None:
    """MA3: a lot decides who kicks off; then deployment."""
    game.acting = lot(game, chance, ORDER, TABLE, 2)
    note(chance, events.ORDER_DRAWN, who=TEAM_SUBJECT + game.acting)
    go_on_deploying(world, game, chance)
