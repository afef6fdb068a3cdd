"""What must hold in every position of every match, for `verify`."""

from octagon_ball.rules.figures import apart, figure_at, square_of, team_of
from octagon_ball.rules.state import (
    ACT,
    DEPLOY,
    INTERCEPT,
    MOST_TACKLES,
    NONE,
    OVER,
    RUNNING,
    STRIDE,
    TAKE,
    TRIED,
    WIN_COST,
    Game,
    World,
)
from tabletop.compiled.compiling import rule


@rule
def sound(world: World, game: Game) -> int:
    """0, or the number of the first thing that doesn't hold."""
    if game.turn < 0 or game.turn > world.rules.turns or game.points < 0 or game.points > world.rules.points:
        return 1
    if (game.decision == OVER) != (game.ending != RUNNING) or (game.decision == OVER) != (game.decider == NONE):
        return 2
    if game.tackles < 0 or game.tackles > MOST_TACKLES or game.kept < 0 or game.kept > world.rules.keeping:
        return 3
    if (game.decision == DEPLOY) != (game.turn == 0):
        return 4
    if (game.decision == INTERCEPT) != (game.passer != NONE) or (game.passer == NONE) != (game.heading == NONE):
        return 5
    if game.decision == ACT and (game.decider != game.acting or game.left != 0 or game.asked != NONE):
        return 6
    if game.decision == TAKE and (game.decider != game.acting or not _has_won(world, game)):
        return 17
    if game.decision == INTERCEPT and (game.holder != NONE or apart(world, square_of(game, game.asked), game.ball) > 1):
        return 7
    if game.holder != NONE and game.ball != square_of(game, game.holder):
        return 8
    if game.ball == NONE and game.decision != OVER:
        return 9
    wins = world.rules.goals
    for team in range(2):
        if wins > 0 and (game.score[team] >= wins and game.winner != team):
            return 10
        for number in range(STRIDE):
            fault = _figure_fault(world, game, team, number)
            if fault > 0:
                return fault
    return 0


@rule
def _has_won(world: World, game: Game) -> bool:
    """TA3: whether the figure asked may take a ball that lies in an enemy's square next to it."""
    holder = figure_at(world, game, game.ball)
    if game.holder != NONE or game.points < WIN_COST or game.tackles == 0 or holder == NONE:
        return False
    is_enemy = team_of(holder) != game.acting and team_of(game.asked) == game.acting
    return is_enemy and apart(world, square_of(game, game.asked), game.ball) == 1


@rule
def _figure_fault(world: World, game: Game, team: int, number: int) -> int:
    figure = game.figure[team, number]
    who = STRIDE * team + number
    if number >= world.rules.figures:
        return 11 if figure.square != NONE or figure.home != NONE else 0
    if (figure.square == NONE) != (figure.home == NONE) or (game.turn > 0 and figure.square == NONE):
        return 12
    if figure.square == NONE:
        return 0
    if figure_at(world, game, figure.square) != who or world.board.start[team, figure.home] == 0:
        return 13
    if figure.down == 1 and game.holder == who:
        return 14
    if figure.tried > TRIED or (figure.tried != 0 and (game.passer == NONE or figure.down == 1)):
        return 15
    if figure.down == 1 and team_of(who) == game.acting and game.decision == OVER and game.ball != NONE:
        return 16
    return 0
