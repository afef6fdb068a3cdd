"""The board turned by half, with the teams exchanged: what is legal and what happens must be the same there."""

from collections.abc import Sequence

import numpy as np

from octagon_ball.rules.state import DIRECTIONS, NONE, STRIDE, TEAM_SUBJECT
from octagon_ball.scenario import Scenario
from tabletop.base.arrays import Records
from tabletop.game.draws import Draw

FIGURES = ("asked", "passer", "holder")  # fields that hold a figure
TEAMS = ("decider", "winner", "acting")  # fields that hold a team


def turned(scenario: Scenario, games: Records) -> Records:
    """The record, shape (1,), of the position turned."""
    other, last = games.copy(), len(scenario.board.places) - 1
    for fields, step in ((TEAMS, 1), (FIGURES, STRIDE)):
        for field in fields:
            other[field] ^= np.where(other[field] == NONE, 0, step).astype(np.int16)
    for field in ("score", "figure"):
        other[field] = games[field][:, ::-1]
    for places in (other["figure"]["square"], other["figure"]["home"], other["ball"]):
        places[places != NONE] = last - places[places != NONE]
    headings = other["heading"]
    headings[headings != NONE] = (headings[headings != NONE] + DIRECTIONS // 2) % DIRECTIONS
    rolled = other["dice"]["rolled"]
    rolled[:, :TEAM_SUBJECT] = np.roll(rolled[:, :TEAM_SUBJECT], STRIDE, axis=1)
    return other


def turned_results(draws: Sequence[Draw]) -> list[object]:
    """The results that play the turned match: the other team kicks off; all else is drawn as its team sees it."""
    return [3 - int(str(draw.result)) if draw.purpose == "order" else draw.result for draw in draws]
