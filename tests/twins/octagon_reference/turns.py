"""Turns, kick-offs, goals and the end of the match (MA, AP5, AP6, FO, GO)."""


def kick_off(game):
    """MA4: all figures stand on their home squares, the ball lies on the centre spot."""
    for team in game.figures:
        for figure in team:
            figure.square, figure.down = figure.home, False
    game.drop((0, 0))


def clear_pass(game):
    """Nothing of a ball under way is left."""
    game.under_way = game.asked = None
    for figure in game.everybody():
        figure.trying = figure.tried = False


def finish(game, winner, ending):
    """The match ends."""
    game.points = game.tackles = game.kept = 0
    game.to = None
    game.over = (winner, ending)


def begin_turn(game, team, chance):
    """AP5 (3): a turn with full points and no tackles made."""
    game.turn += 1
    game.acting = team
    game.points = game.scenario.points
    game.tackles = 0
    game.to = (team, "act")
    chance.new_turn(game.turn)


def next_turn(game, team, chance):
    """AP5 (3), MA1: the team's turn, or the end after the last one."""
    if game.turn < game.scenario.turns:
        begin_turn(game, team, chance)
    elif game.score[0] == game.score[1]:
        finish(game, None, "time")
    else:
        finish(game, 0 if game.score[0] > game.score[1] else 1, "time")


def end_turn(game, chance):
    """AP5, AP6, JO4: done, no points left, or a foul."""
    for figure in game.figures[game.acting]:
        figure.down = False
    holder = game.held_by()
    if holder and holder.team == game.acting:
        game.kept = min(game.scenario.keeping, game.kept + 1) if game.safe_goalie(holder) else 0
    next_turn(game, 1 - game.acting, chance)


def score_goal(game, team, chance):
    """GO1, MA2, MA4: a goal for the team."""
    clear_pass(game)
    game.drop(None)
    game.score[team] += 1
    if game.score[team] == game.scenario.goals:
        finish(game, team, "goals")
        return
    if game.turn < game.scenario.turns:
        kick_off(game)
    next_turn(game, 1 - team, chance)
