"""Turns, kick-offs, goals and the end of the match (MA, AP5, AP6, FO, GO)."""

from .model import ACT, BY_GOALS, BY_TIME, IDLE, NOBODY, OVER


def kick_off(game):
    """MA4: all figures stand on their home squares, the ball lies on the centre spot."""
    for figure in game.everybody():
        figure.square, figure.down = figure.home, 0
    game.drop((0, 0))


def clear_pass(game):
    """Nothing of a ball under way is left."""
    game.passer = game.asked = None
    game.heading, game.left = NOBODY, 0
    for figure in game.everybody():
        figure.tried = IDLE


def finish(game, winner, ending):
    """The match ends."""
    game.ask(NOBODY, OVER)
    game.points = game.tackles = game.kept = 0
    game.winner, game.ending = winner, ending


def next_turn(game, team, dice):
    """AP5 (3), MA1: the team's turn with full points and no tackles made, or the end after the last one."""
    white, black = game.score
    if game.turn == game.scenario.turns:
        finish(game, NOBODY if white == black else int(black > white), BY_TIME)
        return
    game.turn += 1
    game.acting = team
    game.points, game.tackles = game.scenario.points, 0
    game.ask(team, ACT)
    dice.new_turn(game.turn)


def end_turn(game, dice):
    """AP5, AP6, JO4: done, no points left, or a foul."""
    for figure in game.figures[game.acting]:
        figure.down = 0
    if game.holder and game.holder.team == game.acting:
        game.kept = min(game.scenario.keeping, game.kept + 1) if game.safe_goalie(game.holder) else 0
    next_turn(game, 1 - game.acting, dice)


def score_goal(game, team, dice):
    """GO1, MA2, MA4: a goal for the team."""
    clear_pass(game)
    game.drop(None)
    game.score[team] += 1
    if game.score[team] == game.scenario.goals:
        finish(game, team, BY_GOALS)
        return
    if game.turn < game.scenario.turns:
        kick_off(game)
    next_turn(game, 1 - team, dice)
