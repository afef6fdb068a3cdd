"""Random play in which something happens."""

from .board import DIRECTIONS, distance

LIKELY = {"pick": 40.0, "tackle": 20.0, "jostle": 1.0, "pass": 1.0, "intercept": 3.0, "done": 0.3}


def choose(game, names, rng, bold):
    """One of the legal actions; `bold`: one by which something happens is likelier."""
    if not bold:
        return rng.choice(names)
    return rng.choices(names, [weight(game, name) for name in names])[0]


def weight(game, name):
    """How likely the action is: figures go to the ball, the holder to the goal, and a goalie keeps the ball."""
    words = name.split()
    holder = game.held_by()
    keeps = holder and holder.team == game.acting and game.safe_goalie(holder) and game.scenario.keeping
    if name == "done" and keeps:
        return 20.0
    if game.to[1] == "take":
        return 1.0
    if words[1:2] != ["move"]:
        return next((weight for word, weight in LIKELY.items() if word in name), 1.0)
    figure = game.figure(words[0])
    if figure is holder:
        goal = (game.board.half * (1 - 2 * figure.team), 0)
        return 3.0 if nearer(game, figure, words[2], goal) else 0.3
    return 3.0 if nearer(game, figure, words[2], holder.square if holder else game.ball) else 0.1


def nearer(game, figure, word, target):
    """Whether a move brings a figure nearer to a square, or over a line."""
    there = game.board.beside(figure.square, DIRECTIONS.index(word))
    return not game.board.in_play(there) or distance(there, target) < distance(figure.square, target)
