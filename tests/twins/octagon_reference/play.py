"""A match from its lot to its end, one decision after another."""

from .board import DIRECTIONS, turned
from .legal import deploy_squares, names_for
from .model import ACT, DEPLOY, INTERCEPT, OVER, TAKE
from .passing import answer, knock, make_pass
from .turns import end_turn, kick_off, next_turn, score_goal


def begin(game, dice):
    """MA3: from the record before the match to its first decision with a choice."""
    game.acting = dice.lot("order", "table", [0, 1])
    deploy_on(game, dice)
    settle(game, dice)


def step(game, action, dice):
    """One legal action, by its name, and every forced one after it."""
    assert action in names_for(game), action
    apply(game, action, dice)
    settle(game, dice)


def settle(game, dice):
    """A decision with one legal action is taken."""
    while game.decision != OVER and len(names := names_for(game)) == 1:
        apply(game, names[0], dice)


def apply(game, name, dice):
    """One legal action and all that follows from it, up to the next decision."""
    if game.decision == DEPLOY:
        figure = game.asked
        figure.square = figure.home = game.board.named[name.split()[1]]
        deploy_on(game, dice)
    elif game.decision == INTERCEPT:
        answer(game, name == "intercept", dice)
    elif game.decision == TAKE:
        take(game, name != "let pass")
    else:
        act(game, name, dice)


def deploy_on(game, dice):
    """DE2 to DE4: the next figure is asked for or placed; after the last one the match kicks off."""
    for number in range(game.scenario.figures):
        for team in (1 - game.acting, game.acting):
            figure = game.figures[team][number]
            if figure.square is not None:
                continue
            if game.scenario.deployment == "chosen":
                game.ask(team, DEPLOY, figure)
                return
            if game.scenario.deployment == "fixed":
                square = game.board.named[game.scenario.formation[number]]
                figure.square = figure.home = square if team == 0 else turned(square)
            else:
                figure.square = figure.home = dice.lot("place", figure.name, deploy_squares(game, figure))
    kick_off(game)
    next_turn(game, game.acting, dice)


def act(game, name, dice):
    """AP2: an order of the team in turn."""
    words = name.split()
    if name == "done":
        end_turn(game, dice)
    elif words[0] == "pass":
        make_pass(game, words[1], DIRECTIONS.index(words[2]), dice)
    else:
        figure = game.figure(words[0])
        game.points -= 1
        if words[1] == "move":
            move(game, figure, DIRECTIONS.index(words[2]), dice)
        elif words[1] == "pick":
            game.give(figure)
        elif words[1] == "tackle":
            tackle(game, figure, dice)
        else:
            jostle(game, figure, game.figure(words[2]), dice)


def move(game, figure, direction, dice):
    """MV1, MV2: to the next square, or with the ball over the goal line."""
    there = game.board.beside(figure.square, direction)
    if not game.board.in_play(there):
        score_goal(game, figure.team, dice)
        return
    figure.square = there
    if game.holder is figure:
        game.ball = there


def score_of(purpose, game, figure, dice):
    """TA2, JO3: the roll of a tackle or jostle, less what those before it in this turn cost; it is counted, too."""
    score = dice.draw(purpose, figure.name, "123456") - game.tackles
    game.tackles = min(2, game.tackles + 1)
    return score


def tackle(game, figure, dice):
    """TA2 to TA5, TA7."""
    holder, first = game.holder, game.tackles == 0
    score = score_of("tackle", game, figure, dice)
    classes = "".join("1" if face < score else "2" if face == score else "3" for face in range(1, 7))
    outcome = dice.meant("resist", holder.name, classes)
    if outcome == 2:
        knock(game, figure, dice)
    elif outcome == 3:
        if not first:
            end_turn(game, dice)
    else:
        game.drop(holder.square)
        if game.points >= 1:
            game.ask(figure.team, TAKE, figure)


def take(game, pays):
    """TA3, TA4: the tackler takes the ball for a point, or it stays where it is."""
    if pays:
        game.points -= 1
        game.give(game.asked)
    game.ask(game.acting, ACT)


def jostle(game, figure, enemy, dice):
    """JO3 to JO5."""
    score = score_of("jostle", game, figure, dice)
    classes = "".join("1" if face <= score - 2 else "3" if face >= score + 2 else "2" for face in range(1, 7))
    outcome = dice.meant("resist", enemy.name, classes)
    if outcome == 1:
        enemy.down = 1
    elif outcome == 3:
        end_turn(game, dice)
