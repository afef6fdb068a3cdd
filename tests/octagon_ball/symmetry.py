"""The board turned by half, with the teams exchanged: what is legal and what happens must be the same there."""

from octagon_ball.rules.state import DIRECTIONS, NONE, STRIDE, TEAM_SUBJECT
from octagon_ball.scenario import Scenario

FIGURES = ("asked", "passer", "holder")  # fields that hold a figure
TEAMS = ("decider", "winner", "acting")  # fields that hold a team


def turned(scenario: Scenario, games):
    """The record, shape (1,), of the position turned."""
    other = games.copy()
    game, last = other[0], len(scenario.board.places) - 1
    for field in TEAMS:
        if game[field] != NONE:
            game[field] = 1 - game[field]
    for field in FIGURES:
        if game[field] != NONE:
            game[field] = (game[field] + STRIDE) % (2 * STRIDE)
    game["score"] = game["score"][::-1].copy()
    game["figure"] = game["figure"][::-1].copy()
    for field in ("square", "home"):
        places = game["figure"][field]
        places[places != NONE] = last - places[places != NONE]
    if game["ball"] != NONE:
        game["ball"] = last - game["ball"]
    if game["heading"] != NONE:
        game["heading"] = (game["heading"] + DIRECTIONS // 2) % DIRECTIONS
    rolled = game["dice"]["rolled"]
    rolled[:TEAM_SUBJECT] = [*rolled[STRIDE:TEAM_SUBJECT], *rolled[:STRIDE]]
    return other


def turned_results(draws):
    """The results that play the turned game as these draws have played the game itself."""
    return [3 - draw.result if draw.purpose == "order" else draw.result for draw in draws]
