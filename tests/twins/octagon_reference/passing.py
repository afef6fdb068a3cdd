"""The ball on its way: passes, interceptions, balls knocked free (PA, IN, TA5)."""

from .board import distance, seen
from .legal import COSTS
from .model import ACT, INTERCEPT, TRIED, TRYING
from .turns import clear_pass, score_goal

DICE = {"short": ["2d6"], "medium": ["2d6", "123456"], "long": ["2d6", "2d6"]}


def make_pass(game, length, direction, dice):
    """PA1, PA2 (1) to (3)."""
    game.points -= COSTS[length]
    squares = sum(dice.draw("distance", game.holder.name, classes) for classes in DICE[length])
    send(game, direction, squares, dice)


def send(game, direction, squares, dice):
    """PA2 (3), TA5: the ball leaves its holder."""
    game.passer, game.heading, game.left = game.holder, direction, squares
    game.drop(game.ball)
    go_on(game, dice)


def go_on(game, dice):
    """PA2 (4), (5): the ball rolls until somebody is asked, has it, or it lies."""
    while game.left:
        scorer = game.board.goal_across(game.ball, game.heading)
        if scorer is not None:
            score_goal(game, scorer, dice)
            return
        game.ball, game.heading = game.board.onward(game.ball, game.heading)
        game.left -= 1
        if ask(game, in_order(game)):
            return
    receive(game)


def receive(game):
    """PA3: a standing figure of the passing team in the last square has a passed ball; else it is loose (TA5)."""
    there = game.in_square(game.ball)
    if there and there.stands and there.team == game.acting and not game.knocked:
        game.give(there)
    end_pass(game)


def end_pass(game):
    """IN8: the team in turn goes on."""
    clear_pass(game)
    game.ask(game.acting, ACT)


def in_order(game):
    """IN2: the team that isn't in turn by number, then the one in turn."""
    return game.figures[1 - game.acting] + game.figures[game.acting]


def may_try(game, figure):
    """IN1, IN2: is it asked of this figure?"""
    if not figure.stands or distance(figure.square, game.ball) > 1 or figure.tried or figure is game.passer:
        return False
    if figure.team != game.acting:
        return True
    receives = game.left == 0 and figure.square == game.ball and not game.knocked
    return game.points >= 1 and not receives


def ask(game, figures):
    """IN2: the first of these figures that may try is asked; False: there is none."""
    figure = next((figure for figure in figures if may_try(game, figure)), None)
    if figure:
        game.ask(figure.team, INTERCEPT, figure)
    return figure is not None


def answer(game, tries, dice):
    """IN2, AP3: the figure asked tries or lets the ball pass."""
    figure, figures = game.asked, in_order(game)
    if tries:
        figure.tried = TRYING
        game.points -= figure.team == game.acting
    if ask(game, figures[figures.index(figure) + 1 :]):
        return
    winner = roll(game, [figure for figure in figures if figure.tried == TRYING], dice)
    if winner:
        game.give(winner)
        end_pass(game)
    else:
        go_on(game, dice)


def meanings(game, figure, alone):
    """IN4 to IN7: what each face means to the figure that tries."""
    need = 3 if figure.square == game.ball else 5
    if figure.goalie:
        need -= 1
    scores = [face - game.marked(figure) for face in range(1, 7)]
    return "".join("1" if score < need else "2" if alone else str(score) for score in scores)


def roll(game, figures, dice):
    """IN3, IN7: the figure that has the ball, or None."""
    scores = []
    for figure in figures:
        scores.append(dice.meant("intercept", figure.name, meanings(game, figure, alone=len(figures) == 1)))
        figure.tried = TRIED
    best = max(scores, default=1)
    return figures[scores.index(best)] if best > 1 and scores.count(best) == 1 else None


def knock(game, tackler, dice):
    """TA5, SP1: the ball is knocked out of the holder's hands; IN1: the tackler doesn't get it either."""
    way = dice.lot("spider", game.holder.name, [*range(8), None])
    if way is None:
        game.drop(game.ball)
        return
    tackler.tried = TRIED
    send(game, seen(way, tackler.team), dice.draw("knock", game.holder.name, "123456"), dice)
