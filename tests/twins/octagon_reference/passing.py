"""The ball on its way: passes, interceptions, balls knocked free (PA, IN, TA5)."""

from .board import distance, seen
from .chance import class_of, lot
from .legal import LENGTHS
from .model import Pass
from .turns import clear_pass, score_goal

DICE = {"short": ["2d6"], "medium": ["2d6", "123456"], "long": ["2d6", "2d6"]}


def make_pass(game, length, direction, chance):
    """PA1, PA2 (1) to (3)."""
    passer = game.held_by()
    game.points -= LENGTHS[length]
    squares = sum(chance.draw("distance", passer.name, classes) for classes in DICE[length])
    game.drop(passer.square)
    game.under_way = Pass(passer.name, direction, squares)
    go_on(game, chance)


def go_on(game, chance):
    """PA2 (4), (5): the ball rolls until somebody is asked, has it, or it lies."""
    way = game.under_way
    while way.left:
        scorer = game.board.goal_across(game.ball, way.direction)
        if scorer is not None:
            score_goal(game, scorer, chance)
            return
        game.ball, way.direction = game.board.onward(game.ball, way.direction)
        way.left -= 1
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
    game.to = (game.acting, "act")


def in_order(game):
    """IN2: the team that isn't in turn by number, then the one in turn."""
    return game.figures[1 - game.acting] + game.figures[game.acting]


def may_try(game, figure):
    """IN1, IN2: is it asked of this figure?"""
    way = game.under_way
    if not figure.stands or distance(figure.square, game.ball) > 1 or figure.tried or figure.name == way.sender:
        return False
    if figure.team != game.acting:
        return True
    receives = way.left == 0 and figure.square == game.ball and not game.knocked
    return game.points >= 1 and not receives


def ask(game, figures):
    """IN2: the first of these figures that may try is asked; False: there is none."""
    for figure in figures:
        if may_try(game, figure):
            game.asked = figure.name
            game.to = (figure.team, "intercept")
            return True
    game.asked = game.to = None
    return False


def answer(game, tries, chance):
    """IN2, AP3: the figure asked tries or lets the ball pass."""
    figure = game.figure(game.asked)
    if tries:
        figure.trying = True
        if figure.team == game.acting:
            game.points -= 1
    figures = in_order(game)
    if ask(game, figures[figures.index(figure) + 1 :]):
        return
    winner = roll(game, [figure for figure in figures if figure.trying], chance)
    if winner:
        game.give(winner)
        end_pass(game)
    else:
        go_on(game, chance)


def meanings(game, figure, alone):
    """IN4 to IN7: what each face means to the figure that tries."""
    need = 3 if figure.square == game.ball else 5
    if figure.goalie:
        need -= 1
    marked = 1 if game.marked(figure) else 0
    text = ""
    for face in range(1, 7):
        score = face - marked
        text += "1" if score < need else "2" if alone else str(score)
    return text


def roll(game, figures, chance):
    """IN3, IN7: the figure that has the ball, or None."""
    scores = []
    for figure in figures:
        classes = meanings(game, figure, alone=len(figures) == 1)
        scores.append(class_of(chance.draw("intercept", figure.name, classes), classes))
        figure.trying, figure.tried = False, True
    best = max(scores, default=1)
    if best == 1 or scores.count(best) > 1:
        return None
    return figures[scores.index(best)]


def knock(game, tackler, holder, chance):
    """TA5, SP1: the ball is knocked out of the holder's hands; IN1: the tackler doesn't get it either."""
    way = lot(chance, "spider", holder.name, [*range(8), None])
    game.drop(holder.square)
    if way is None:
        return
    squares = chance.draw("knock", holder.name, "123456")
    game.under_way = Pass(holder.name, seen(way, tackler.team), squares)
    tackler.tried = True
    go_on(game, chance)
