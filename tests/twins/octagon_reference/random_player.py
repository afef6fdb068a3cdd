"""Random play in which something happens, and positions that it seldom comes to."""

from .board import DIRECTIONS, distance
from .model import ACT, TAKE

LIKELY = {"pick": 40.0, "tackle": 20.0, "jostle": 1.0, "pass": 1.0, "intercept": 3.0, "done": 0.3}


def choose(game, names, rng, bold):
    """One of the legal actions; `bold`: one by which something happens is likelier."""
    if not bold:
        return rng.choice(names)
    return rng.choices(names, [weight(game, name) for name in names])[0]


def weight(game, name):
    """How likely the action is: figures go to the ball, the holder to the goal, and a goalie keeps the ball."""
    words, holder = name.split(), game.holder
    keeps = holder and holder.team == game.acting and game.safe_goalie(holder) and game.scenario.keeping
    if name == "done" and keeps:
        return 20.0
    if game.decision == TAKE:
        return 1.0
    if words[1:2] != ["move"]:
        return next((weight for word, weight in LIKELY.items() if word in name), 1.0)
    figure = game.figure(words[0])
    if figure is holder:
        goal = (game.board.half * (1 - 2 * figure.team), 0)
        return 3.0 if nearer(game, figure, words[2], goal) else 0.3
    return 3.0 if nearer(game, figure, words[2], game.ball) else 0.1


def nearer(game, figure, word, target):
    """Whether a move brings a figure nearer to a square, or over a line."""
    there = game.board.beside(figure.square, DIRECTIONS.index(word))
    return not game.board.in_play(there) or distance(there, target) < distance(figure.square, target)


def crowd(game, rng):
    """Make of a record before the match a position in which the team in turn acts, with all around the ball."""
    scenario, board = game.scenario, game.board
    game.turn, game.acting = rng.randint(1, scenario.turns), rng.randrange(2)
    game.ask(game.acting, ACT)
    game.points = rng.choice([1, min(2, scenario.points), rng.randint(1, scenario.points), scenario.points])
    game.tackles = min(2, rng.choice([0, 0, 1, 2]), scenario.points - game.points)
    game.score[:] = [rng.randint(0, min((scenario.goals or 100) - 1, 2)) for _ in range(2)]
    middle = rng.choice([rng.choice(board.squares), (rng.choice([-1, 1]) * board.half, rng.choice([-1, 0, 1]))])
    around = sorted(board.squares, key=lambda square: distance(square, middle) + rng.random() * rng.choice([2, 5]))
    squares = rng.sample(around[: 4 * scenario.figures], 2 * scenario.figures)
    for figure in game.everybody():
        figure.square, figure.down = squares.pop(), rng.random() < 0.15
    for goalie, *others in game.figures if scenario.deployment != "fixed" else ():
        zone = [square for square in board.squares if board.in_goal_zone(square, goalie.team)]
        goalie.home = rng.choice(zone)
        allowed = [s for s in board.squares if board.may_deploy(s, goalie.team) and s != goalie.home]
        for figure, home in zip(others, rng.sample(allowed, len(others)), strict=True):
            figure.home = home
    goalie = game.figures[1 - game.acting][0]
    zone = [square for square in board.squares if board.in_goal_zone(square, goalie.team)]
    free = [square for square in zone if game.in_square(square) is None]
    if free and rng.random() < 0.4:
        goalie.square, goalie.down = rng.choice(free), 0
        if rng.random() < 0.6:
            game.give(goalie)
            game.kept = rng.randint(0, scenario.keeping)
    standing = game.standing(0) + game.standing(1)
    if game.holder is None and standing and rng.random() < 0.75:
        game.give(rng.choice(standing))
    elif game.holder is None:
        game.drop(rng.choice(around[: 4 * scenario.figures]))
