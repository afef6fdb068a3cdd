"""A match from its lot to its end, one decision after another."""

from .board import DIRECTIONS
from .chance import class_of, lot
from .legal import deploy_squares, legal, names_for
from .model import Match
from .passing import answer, knock, make_pass
from .turns import begin_turn, end_turn, kick_off, score_goal


def new_game(scenario, chance):
    """MA3: a new match at its first decision with a choice."""
    game = Match(scenario)
    game.acting = lot(chance, "order", "table", [0, 1])
    if scenario.deployment == "fixed":
        for figure in game.figures[0] + game.figures[1]:
            figure.square = figure.home
    deploy_on(game, chance)
    settle(game, chance)
    return game


def step(game, action, chance):
    """One action, by its name, and every forced one after it."""
    if game.to is None:
        raise ValueError("the match is over")
    if action not in names_for(game):
        raise ValueError(f"{action!r} isn't legal: {game.to} has {legal(game)}")
    apply(game, action, chance)
    settle(game, chance)


def settle(game, chance):
    """A decision with one legal action is taken."""
    while game.to is not None:
        names = names_for(game)
        if len(names) > 1:
            return
        apply(game, names[0], chance)


def apply(game, name, chance):
    """One legal action and all that follows from it, up to the next decision."""
    kind = game.to[1]
    if kind == "deploy":
        figure = game.figure(game.asked)
        figure.square = figure.home = game.board.named[name.split()[1]]
        deploy_on(game, chance)
    elif kind == "intercept":
        answer(game, name == "intercept", chance)
    elif kind == "take":
        take(game, name != "let pass")
    else:
        act(game, name, chance)


def deploy_on(game, chance):
    """DE2, DE3: the next figure is asked for or drawn; after the last one the match kicks off."""
    game.to = game.asked = None
    for number in range(game.scenario.figures):
        for team in (1 - game.acting, game.acting):
            figure = game.figures[team][number]
            if figure.square is not None:
                continue
            if game.scenario.deployment == "chosen":
                game.asked = figure.name
                game.to = (team, "deploy")
                return
            figure.square = figure.home = lot(chance, "place", figure.name, deploy_squares(game, figure))
    kick_off(game)
    begin_turn(game, game.acting, chance)


def act(game, name, chance):
    """AP2: an order of the team in turn."""
    words = name.split()
    if name == "done":
        end_turn(game, chance)
    elif words[0] == "pass":
        make_pass(game, words[1], DIRECTIONS.index(words[2]), chance)
    else:
        figure = game.figure(words[0])
        game.points -= 1
        if words[1] == "move":
            move(game, figure, DIRECTIONS.index(words[2]), chance)
        elif words[1] == "pick":
            game.give(figure)
        elif words[1] == "tackle":
            tackle(game, figure, chance)
        else:
            jostle(game, figure, game.figure(words[2]), chance)


def move(game, figure, direction, chance):
    """MV1, MV2: to the next square, or with the ball over the goal line."""
    there = game.board.beside(figure.square, direction)
    if game.board.in_play(there):
        figure.square = there
    else:
        score_goal(game, figure.team, chance)


def score_of(purpose, game, figure, chance):
    """TA2, JO3: the roll of a tackle or jostle, less what those before it in this turn cost; it is counted, too."""
    score = chance.draw(purpose, figure.name, "123456") - game.tackles
    game.tackles = min(2, game.tackles + 1)
    return score


def tackle(game, figure, chance):
    """TA2 to TA5, TA7."""
    holder = game.held_by()
    first = game.tackles == 0
    score = score_of("tackle", game, figure, chance)
    classes = "".join("1" if face < score else "2" if face == score else "3" for face in range(1, 7))
    outcome = class_of(chance.draw("resist", holder.name, classes), classes)
    if outcome == 2:
        knock(game, figure, holder, chance)
    elif outcome == 3:
        if not first:
            end_turn(game, chance)
    else:
        game.drop(holder.square)
        if game.points >= 1:
            game.asked = figure.name
            game.to = (figure.team, "take")


def take(game, pays):
    """TA3, TA4: the tackler takes the ball for a point, or it stays where it is."""
    if pays:
        game.points -= 1
        game.give(game.figure(game.asked))
    game.asked = None
    game.to = (game.acting, "act")


def jostle(game, figure, enemy, chance):
    """JO3 to JO5."""
    score = score_of("jostle", game, figure, chance)
    classes = "".join("1" if face <= score - 2 else "3" if face >= score + 2 else "2" for face in range(1, 7))
    outcome = class_of(chance.draw("resist", enemy.name, classes), classes)
    if outcome == 1:
        enemy.down = True
    elif outcome == 3:
        end_turn(game, chance)
