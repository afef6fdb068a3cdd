"""Positions that random play seldom comes to: a crowd around the ball, near walls and goals."""

from .board import distance
from .model import Match


def random_position(scenario, rng):
    """A position in which the team in turn acts."""
    game = Match(scenario, turn=rng.randint(1, scenario.turns), acting=rng.randrange(2))
    game.to = (game.acting, "act")
    game.points = rng.choice([1, min(2, scenario.points), rng.randint(1, scenario.points), scenario.points])
    game.tackles = min(2, rng.choice([0, 0, 1, 2]), scenario.points - game.points)
    most = (scenario.goals or 100) - 1
    game.score = [rng.randint(0, min(most, 2)) for _ in range(2)]
    board = game.board
    middle = rng.choice([rng.choice(board.squares), (rng.choice([-1, 1]) * board.half, rng.choice([-1, 0, 1]))])
    around = sorted(board.squares, key=lambda square: distance(square, middle) + rng.random() * rng.choice([2, 5]))
    squares = rng.sample(around[: 4 * scenario.figures], 2 * scenario.figures)
    for team in game.figures:
        for figure in team:
            figure.square = squares.pop()
            figure.down = rng.random() < 0.15
        if scenario.deployment != "fixed":
            allowed = [square for square in board.squares if board.may_deploy(square, team[0].team)]
            for figure, home in zip(team, rng.sample(allowed, scenario.figures), strict=True):
                figure.home = home
    goalie = game.figures[1 - game.acting][0]
    zone = [square for square in board.squares if board.in_goal_zone(square, goalie.team)]
    free = [square for square in zone if game.in_square(square) is None]
    if free and rng.random() < 0.4:
        goalie.square, goalie.down = rng.choice(free), False
        if rng.random() < 0.6:
            game.give(goalie)
            game.kept = rng.randint(0, scenario.keeping)
    standing = [figure for team in (0, 1) for figure in game.standing(team)]
    if game.holder is None and standing and rng.random() < 0.75:
        game.give(rng.choice(standing))
    elif game.holder is None:
        game.ball = rng.choice(around[: 4 * scenario.figures])
    return game
