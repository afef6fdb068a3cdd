"""Turns, command dice and the end of the game (TU, FL3)."""

from .marshals import begin_to_attend, clear_guns, walk_to_jams
from .model import TEAMS


def finish(game, winner, ending):
    """The game ends."""
    game.clear_tokens()
    game.to = None
    game.over = (winner, ending)


def judge(game):
    """TU7, FL3: after an act with all its reactions: first who is left, then the flag."""
    game.clear_tokens()
    beaten = [not game.alive(team) for team in (0, 1)]
    if all(beaten):
        finish(game, None, "eliminated")
    elif any(beaten):
        finish(game, 0 if beaten[1] else 1, "eliminated")
    else:
        for team in (game.acting, 1 - game.acting):
            for figure in game.alive(team):
                if game.at_goal(figure) and game.flag_carried(figure) is not None:
                    finish(game, team, "flag")
                    return
        game.to = (game.acting, "act")


def begin_turn(game, chance):
    """TU6: smokes, guns, Marshals, points, command dice, up to the first phase or TU3's choice."""
    game.turn += 1
    game.phase = 0
    game.acting = game.second
    for cloud, subject in game.clouds():
        if chance.draw("clear", subject, "122221") in (1, 6):
            game.smoke.discard(cloud)
    clear_guns(game, chance)
    walk_to_jams(game, chance)
    begin_to_attend(game, chance)
    for figure in game.in_order():
        figure.points = game.allotment(figure)
    if game.turn == 1:
        begin_phase(game, 1, chance.draw("order", "table", "lot 2") - 1)
        return
    classes = "2d6" if game.scenario.dice() == 2 else "123456"
    for team in (0, 1):
        game.score[team] = chance.draw("command", TEAMS[team], classes)
    if game.score[0] == game.score[1]:
        game.to = (game.second, "first")
    else:
        begin_phase(game, 1, 0 if game.score[0] > game.score[1] else 1)


def begin_phase(game, phase, team):
    """TU1: a side's phase."""
    game.phase = phase
    game.acting = team
    if phase == 2:
        game.second = team
    game.to = (team, "act")


def end_phase(game, chance):
    """TU6, TU8, AP1, AI2, IM3: what ends with a phase, with a turn, and with the last turn."""
    for figure in game.alive(game.acting):
        figure.points = figure.moved = 0
        figure.used = figure.finished = figure.aim = figure.fired = figure.turned = False
    game.used[game.acting] = 0
    if game.phase == 1:
        begin_phase(game, 2, 1 - game.acting)
        return
    for figure in game.in_order():
        figure.suppressed = figure.dazed = False
    game.score = [0, 0]
    game.phase = 0
    if game.turn >= game.scenario.max_turns:
        finish(game, None, "turns")
        return
    begin_turn(game, chance)
