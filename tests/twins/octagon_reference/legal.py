"""What may be done: the legal actions of the open decision, by name and by number."""

from .board import DIRECTIONS, distance, seen
from .model import LETTERS

LENGTHS = {"short": 1, "medium": 3, "long": 7}  # AP2
LAST = ["intercept", "let pass", "done", "wait"]


def index_of(game, team, name):
    """An action's number, seen from the deciding team's own side."""
    size = game.scenario.figures
    width = 10 + size
    words = name.split()
    passes = size * width
    if name in LAST:
        return passes + 24 + len(game.board.squares) + LAST.index(name)
    if words[0] == "square":
        return passes + 24 + game.board.number(game.board.named[words[1]], team)
    if words[0] == "pass":
        return passes + 8 * list(LENGTHS).index(words[1]) + seen(DIRECTIONS.index(words[2]), team)
    if words[0][0] != LETTERS[team]:
        raise ValueError(f"{words[0]} isn't of the deciding team")
    block = (int(words[0][1:]) - 1) * width
    if words[1] == "move":
        return block + seen(DIRECTIONS.index(words[2]), team)
    if words[1:] == ["pick", "up"]:
        return block + 8
    if words[1:] == ["tackle"]:
        return block + 9
    if words[1] == "jostle" and words[2][0] == LETTERS[1 - team]:
        return block + 10 + int(words[2][1:]) - 1
    raise ValueError(f"unknown action {name!r}")


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
        elif game.holder == figure.name and game.board.goal_across(figure.square, direction) == figure.team:
            directions.append(direction)
    return directions


def may_tackle(game, figure):
    """TA1, TA6."""
    holder = game.held_by()
    if holder is None or holder.team == figure.team or distance(holder.square, figure.square) != 1:
        return False
    return not game.safe_goalie(holder) or 0 < game.scenario.keeping <= game.kept


def may_jostle(game, figure, enemy):
    """JO1, JO2."""
    if distance(enemy.square, figure.square) != 1 or game.holder == enemy.name:
        return False
    return not game.safe_goalie(enemy)


def orders(game, team):
    """AP2: what the team in turn can pay, and `done`."""
    names = []
    if game.points >= 1:
        for figure in game.standing(team):
            names += [f"{figure.name} move {DIRECTIONS[direction]}" for direction in moves(game, figure)]
            if game.ball == figure.square:
                names.append(f"{figure.name} pick up")
            if may_tackle(game, figure):
                names.append(f"{figure.name} tackle")
            for enemy in game.standing(1 - team):
                if may_jostle(game, figure, enemy):
                    names.append(f"{figure.name} jostle {enemy.name}")
    if game.holder and game.held_by().team == team:
        for length, cost in LENGTHS.items():
            if game.points >= cost:
                names += [f"pass {length} {direction}" for direction in DIRECTIONS]
    return [*names, "done"]


def names_for(game):
    """The legal actions of the open decision, in no order."""
    team, kind = game.to
    if kind == "deploy":
        return [f"square {game.board.names[square]}" for square in deploy_squares(game, game.figure(game.asked))]
    if kind == "act":
        return orders(game, team)
    if kind == "intercept":
        return ["intercept", "let pass"]
    if kind == "take":
        return [f"{game.asked} pick up", "let pass"]
    raise ValueError(f"unknown kind of decision {kind!r}")


def legal(game):
    """The names of the legal actions, by their numbers."""
    if game.to is None:
        return []
    return sorted(names_for(game), key=lambda name: index_of(game, game.to[0], name))


def legal_indices(game):
    """The numbers of the legal actions, ascending."""
    return [index_of(game, game.to[0], name) for name in legal(game)]
