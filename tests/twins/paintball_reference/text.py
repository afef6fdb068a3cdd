"""Positions as text (section 5 of the formats)."""

import re

from .model import TEAMS

FLAGS = ["expert", "used", "finished", "aim", "fired", "turned", "sentry", "empty", "jammed", "suppressed", "dazed"]


def usual_points(game, figure):
    """The points that aren't written."""
    if game.turn == 0 or (game.phase == 2 and figure.team != game.acting):
        return 0
    return game.allotment(figure)


def figure_text(game, figure):
    """A figure's hex, facing and states."""
    board = game.board
    text = board.write(figure.at)
    if figure.facing != board.half * figure.team:
        text += "/" + board.directions[figure.facing]
    words = [text]
    if figure.expert:
        words.append("expert")
    for kind in ("smoke", "paint"):
        number = getattr(figure, kind)
        if number:
            words.append(kind if number == 1 else f"{kind}{number}")
    if figure.points != usual_points(game, figure):
        words.append(f"p{figure.points}")
    if figure.moved:
        words.append(f"moved{figure.moved}")
    words += [word for word in FLAGS[1:] if getattr(figure, word)]
    return ",".join(words)


def write(game):
    """The position line."""
    board = game.board
    tokens = [("turn", game.turn)]
    if game.phase:
        tokens.append(("phase", game.phase))
    tokens += [("acting", TEAMS[game.acting]), ("second", TEAMS[game.second])]
    if any(game.score):
        tokens.append(("score", f"{game.score[0]},{game.score[1]}"))
    if any(game.used):
        tokens.append(("used", f"{game.used[0]},{game.used[1]}"))
    if game.to:
        tokens.append(("to", f"{TEAMS[game.to[0]]}:{game.to[1]}"))
    if game.over:
        winner, ending = game.over
        tokens.append(("over", f"{'draw' if winner is None else TEAMS[winner]}:{ending}"))
    if game.actor:
        tokens.append(("actor", game.actor))
    if game.asked:
        tokens.append(("asked", game.asked))
    if game.place is not None:
        tokens.append(("place", board.write(game.place)))
    if game.group:
        tokens.append(("group", ",".join(game.group)))
    if game.goal is not None:
        tokens.append(("goal", board.write(game.goal)))
    if game.kind:
        tokens.append(("kind", game.kind))
    if game.count:
        tokens.append(("count", game.count))
    if game.shots:
        tokens.append(("shots", ",".join(name + "*" * picked for name, picked in game.shots)))
    if any(game.losses):
        tokens.append(("losses", f"{game.losses[0]},{game.losses[1]}"))
    if any(game.left[0] + game.left[1]):
        tokens.append(("left", ",".join(f"{soft}+{hard}" for soft, hard in game.left)))
    for team in (0, 1):
        tokens += [(figure.name, figure_text(game, figure)) for figure in game.alive(team)]
    for marshal in game.marshals:
        if marshal.at is not None:
            attends = f",attends={marshal.attends}" if marshal.attends else ""
            tokens.append((marshal.name, board.write(marshal.at) + attends))
    for flag in game.flags:
        if flag.at is not None or flag.carrier:
            tokens.append((flag.name, flag.carrier or board.write(flag.at)))
    if game.soft:
        tokens.append(("soft", ",".join(board.write(i) for i in sorted(game.soft))))
    if game.hard:
        pieces = sorted(game.hard.items())
        tokens.append(("hard", ",".join(f"{board.write(i)}/{board.directions[facing]}" for i, facing in pieces)))
    if game.smoke:
        tokens.append(("smoke", ",".join(board.write(i) for i in sorted(game.smoke))))
    return " ".join(f"{key}={value}" for key, value in tokens)


def read_figure(game, figure, text):
    """A figure's entry; True if its points were given."""
    where, *states = text.split(",")
    name, _, facing = where.partition("/")
    figure.at = game.board.read(name)
    if facing:
        figure.facing = game.board.directions.index(facing)
    given = False
    for state in states:
        number = re.fullmatch(r"(smoke|paint|p|moved)(\d*)", state)
        if state in FLAGS:
            setattr(figure, state, True)
        elif number and number[1] in ("smoke", "paint"):
            setattr(figure, number[1], int(number[2] or 1))
        elif number and number[2]:
            setattr(figure, {"p": "points", "moved": "moved"}[number[1]], int(number[2]))
            given = given or number[1] == "p"
        else:
            raise ValueError(f"unknown state {state!r} of {figure.name}")
    return given


def pair(text):
    """Two numbers."""
    first, second = text.split(",")
    return [int(first), int(second)]


def read(scenario, text):
    """The game at a position line; an unknown or repeated key is refused."""
    game = scenario.new()
    board = game.board
    given = set()
    seen = set()
    for token in text.split():
        key, equals, value = token.partition("=")
        if not equals or key in seen:
            raise ValueError(f"a position can't have {token!r} here")
        seen.add(key)
        if key in ("turn", "phase", "count"):
            setattr(game, key, int(value))
        elif key in ("acting", "second"):
            setattr(game, key, TEAMS.index(value))
        elif key in ("score", "used", "losses"):
            setattr(game, key, pair(value))
        elif key == "to":
            team, kind = value.split(":")
            game.to = (TEAMS.index(team), kind)
        elif key == "over":
            winner, ending = value.split(":")
            game.over = (None if winner == "draw" else TEAMS.index(winner), ending)
        elif key in ("actor", "asked", "kind"):
            setattr(game, key, value)
        elif key in ("place", "goal"):
            setattr(game, key, board.read(value))
        elif key == "group":
            game.group = value.split(",")
        elif key == "shots":
            game.shots = [[name.rstrip("*"), name.endswith("*")] for name in value.split(",")]
        elif key == "left":
            game.left = [[int(n) for n in part.split("+")] for part in value.split(",")]
        elif re.fullmatch(r"[RB]\d+", key):
            figure = game.figure(key)
            if read_figure(game, figure, value):
                given.add(key)
        elif re.fullmatch(r"M[1-4]", key):
            read_marshal(game, int(key[1]), value)
        elif key in ("flag", "flag.red", "flag.blue"):
            read_flag(game, key, value)
        elif key in ("soft", "smoke"):
            setattr(game, key, {board.read(name) for name in value.split(",")})
        elif key == "hard":
            for piece in value.split(","):
                name, facing = piece.split("/")
                game.hard[board.read(name)] = board.directions.index(facing)
        else:
            raise ValueError(f"unknown key {key!r} in a position")
    missing = {"turn", "acting", "second"} - seen
    if missing:
        raise ValueError(f"a position must have {sorted(missing)}")
    for team in (0, 1):
        for figure in game.alive(team):
            if figure.name not in given:
                figure.points = usual_points(game, figure)
    return game


def read_marshal(game, number, value):
    """A Marshal's entry."""
    marshal = next((m for m in game.marshals if m.number == number), None)
    if marshal is None:
        raise ValueError(f"the scenario has no M{number}")
    where, _, attends = value.partition(",")
    marshal.at = game.board.read(where)
    if attends:
        key, _, name = attends.partition("=")
        if key != "attends":
            raise ValueError(f"unknown state {attends!r} of M{number}")
        marshal.attends = name


def read_flag(game, key, value):
    """A flag's entry: its hex or its carrier."""
    flag = next((flag for flag in game.flags if flag.name == key), None)
    if flag is None:
        raise ValueError(f"the scenario has no {key}")
    if re.fullmatch(r"[RB]\d+", value):
        flag.carrier = value
    else:
        flag.at = game.board.read(value)
