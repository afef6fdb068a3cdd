"""Positions as text."""

from .board import DIRECTIONS, seen
from .board import turned as turned_square
from .model import LETTERS, TEAMS, Match, Pass

STATES = ["down", "trying", "tried"]


def figure_text(game, figure):
    """A figure's square and states."""
    return ",".join([game.board.names[figure.square], *(state for state in STATES if getattr(figure, state))])


def write(game):
    """The position line."""
    names = game.board.names
    tokens = [("turn", game.turn), ("acting", TEAMS[game.acting])]
    if game.points:
        tokens.append(("points", game.points))
    if game.tackles:
        tokens.append(("tackles", game.tackles))
    if any(game.score):
        tokens.append(("score", f"{game.score[0]},{game.score[1]}"))
    if game.kept:
        tokens.append(("kept", game.kept))
    if game.to:
        tokens.append(("to", f"{TEAMS[game.to[0]]}:{game.to[1]}"))
    if game.over:
        winner, ending = game.over
        tokens.append(("over", f"{'draw' if winner is None else TEAMS[winner]}:{ending}"))
    if game.asked:
        tokens.append(("asked", game.asked))
    if game.under_way:
        way = game.under_way
        tokens.append(("pass", f"{way.sender}:{DIRECTIONS[way.direction]}:{way.left}"))
    if game.turn and game.scenario.deployment != "fixed":
        for team, name in enumerate(TEAMS):
            tokens.append((name, ",".join(names[figure.home] for figure in game.figures[team])))
    tokens += [(figure.name, figure_text(game, figure)) for figure in game.everybody()]
    if game.holder:
        tokens.append(("ball", game.holder))
    elif game.ball is not None:
        tokens.append(("ball", names[game.ball]))
    return " ".join(f"{key}={value}" for key, value in tokens)


def read(scenario, text):
    """The match at a position line; an unknown or repeated key is refused."""
    game = Match(scenario)
    named = game.board.named
    tokens = {}
    for token in text.split():
        key, equals, value = token.partition("=")
        if not equals or key in tokens:
            raise ValueError(f"a position can't have {token!r} here")
        tokens[key] = value
    if not {"turn", "acting"} <= tokens.keys():
        raise ValueError("a position has `turn` and `acting`")
    figures = {figure.name: figure for team in game.figures for figure in team}
    for key, value in tokens.items():
        if key in ("turn", "points", "tackles", "kept"):
            setattr(game, key, int(value))
        elif key == "acting":
            game.acting = TEAMS.index(value)
        elif key == "score":
            game.score = [int(goals) for goals in value.split(",")]
        elif key == "to":
            team, kind = value.split(":")
            game.to = (TEAMS.index(team), kind)
        elif key == "over":
            winner, ending = value.split(":")
            game.over = (None if winner == "draw" else TEAMS.index(winner), ending)
        elif key == "asked":
            game.asked = figures[value].name
        elif key == "pass":
            sender, direction, left = value.split(":")
            game.under_way = Pass(figures[sender].name, DIRECTIONS.index(direction), int(left))
        elif key in TEAMS:
            for figure, name in zip(game.figures[TEAMS.index(key)], value.split(","), strict=True):
                figure.home = named[name]
        elif key in figures:
            read_figure(game, figures[key], value)
        elif key != "ball":
            raise ValueError(f"unknown key {key!r} in a position")
    ball = tokens.get("ball")
    game.holder = ball if ball in figures else None
    game.ball = named[ball] if ball and not game.holder else None
    if game.turn == 0:
        for figure in game.everybody():
            figure.home = figure.square
    return game


def read_figure(game, figure, value):
    """A figure's entry."""
    name, *states = value.split(",")
    figure.square = game.board.named[name]
    for state in states:
        if state not in STATES:
            raise ValueError(f"unknown state {state!r} of {figure.name}")
        setattr(figure, state, True)


def turned(game):
    """W2: the match on the board turned by half, with the teams exchanged."""

    def name(old):
        return old and LETTERS[1 - LETTERS.index(old[0])] + old[1:]

    def square(old):
        return old and turned_square(old)

    new = Match(game.scenario, turn=game.turn, acting=1 - game.acting, points=game.points, tackles=game.tackles)
    new.score = game.score[::-1]
    new.kept = game.kept
    if game.to:
        new.to = (1 - game.to[0], game.to[1])
    if game.over:
        new.over = (None if game.over[0] is None else 1 - game.over[0], game.over[1])
    new.asked, new.holder, new.ball = name(game.asked), name(game.holder), square(game.ball)
    if game.under_way:
        way = game.under_way
        new.under_way = Pass(name(way.sender), seen(way.direction, 1), way.left)
    for team in (0, 1):
        for old, other in zip(game.figures[team], new.figures[1 - team], strict=True):
            other.square, other.home = square(old.square), square(old.home)
            other.down, other.trying, other.tried = old.down, old.trying, old.tried
    return new
