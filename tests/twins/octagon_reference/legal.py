"""What may be done: the legal actions of the open decision, by name."""

from .board import DIRECTIONS, distance
from .model import ACT, DEPLOY, INTERCEPT

COSTS = {"short": 1, "medium": 3, "long": 7}  # AP2


def deploy_squares(game, figure):
    """DE1, DE3: the free squares where a figure may be deployed, in order of its team."""
    board = game.board
    squares = [square for square in board.in_order(figure.team) if board.may_deploy(square, figure.team)]
    if game.scenario.deployment == "drawn" and figure.goalie:
        squares = [square for square in squares if board.in_goal_zone(square, figure.team)]
    return [square for square in squares if game.in_square(square) is None]


def moves(game, figure):
    """MV1, MV2: the directions in which a figure may move."""
    directions = []
    for direction in range(8):
        there = game.board.beside(figure.square, direction)
        if game.board.in_play(there):
            if game.in_square(there) is None:
                directions.append(direction)
        elif game.holder is figure and game.board.goal_across(figure.square, direction) == figure.team:
            directions.append(direction)
    return directions


def may_tackle(game, figure):
    """TA1, TA6."""
    holder = game.holder
    if holder is None or holder.team == figure.team or distance(holder.square, figure.square) != 1:
        return False
    return not game.safe_goalie(holder) or 0 < game.scenario.keeping <= game.kept


def may_jostle(game, figure, enemy):
    """JO1, JO2."""
    if distance(enemy.square, figure.square) != 1 or game.holder is enemy:
        return False
    return not game.safe_goalie(enemy)


def orders(game, team):
    """AP2: what the team in turn can pay, and `done`."""
    names = []
    for figure in game.standing(team) if game.points >= 1 else ():
        names += [f"{figure.name} move {DIRECTIONS[direction]}" for direction in moves(game, figure)]
        if game.holder is None and game.ball == figure.square:
            names.append(f"{figure.name} pick up")
        if may_tackle(game, figure):
            names.append(f"{figure.name} tackle")
        enemies = [enemy for enemy in game.standing(1 - team) if may_jostle(game, figure, enemy)]
        names += [f"{figure.name} jostle {enemy.name}" for enemy in enemies]
    if game.holder and game.holder.team == team:
        lengths = [length for length, cost in COSTS.items() if game.points >= cost]
        names += [f"pass {length} {direction}" for length in lengths for direction in DIRECTIONS]
    return [*names, "done"]


def names_for(game):
    """The legal actions of the open decision, in no order."""
    if game.decision == DEPLOY:
        return [f"square {game.board.names[square]}" for square in deploy_squares(game, game.asked)]
    if game.decision == ACT:
        return orders(game, game.decider)
    return ["intercept" if game.decision == INTERCEPT else f"{game.asked.name} pick up", "let pass"]
