"""Positions as a line of text and back (docs/octagon-ball.md, "Positions")."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from octagon_ball.actions import LETTERS, TEAMS, figure_name
from octagon_ball.reachable import check
from octagon_ball.rules.board import NAMES, octagon
from octagon_ball.rules.passes import FARTHEST
from octagon_ball.rules.state import BLACK, GAME, MOST_TACKLES, NONE, STRIDE, TRIED, TRYING, WHITE
from octagon_ball.rules.turns import centre_spot
from octagon_ball.scenario import MOST_KEEPING, Scenario
from tabletop.base.arrays import Records
from tabletop.game.header import Record
from tabletop.game.position_text import (
    Deciding,
    Flags,
    Name,
    Number,
    Part,
    Pieces,
    PositionText,
    Row,
    Token,
    Tokens,
    one,
    refuse,
    taken,
)

VERSION = 2  # of the text of positions
DECISIONS = ("", "deploy", "act", "intercept", "take")
ENDINGS = ("", "goals", "time")
STATES = {"down": ("down", 1), "trying": ("tried", TRYING), "tried": ("tried", TRIED)}  # of a figure
MOST_LEFT = FARTHEST - 1  # squares that a ball has still to go once it has entered one (PA1, PA2)


@lru_cache(maxsize=64)
def _figures(figures: int) -> dict[int, str]:
    return {who: figure_name(who) for team in (WHITE, BLACK) for who in range(STRIDE * team, STRIDE * team + figures)}


@lru_cache(maxsize=64)
def _squares(size: int) -> dict[int, str]:
    return dict(enumerate(octagon(size).names))


SQUARE = Name(lambda scenario: _squares(scenario.size), "there is no square {name} on this board")
FIGURE = Name(lambda scenario: _figures(scenario.figures), "there is no figure {name}")
TEAM = Name(TEAMS)
GOALS = tuple(Part("score", Number(9999), team) for team in (WHITE, BLACK))


def start_record(scenario: Scenario) -> Records:
    """The record that every game is copied from: nobody is placed, the ball is on the centre spot."""
    games = np.zeros(1, GAME)
    for field in ("decider", "winner", "asked", "passer", "heading", "holder"):
        games[field] = NONE
    games["figure"]["square"] = games["figure"]["home"] = NONE
    games["ball"] = centre_spot(scenario.world[0])
    return games


class Homes(Row):
    """DE1, DE4: the home squares of both teams: in turn 0 where figures stand; a scenario may fix them."""

    late = True

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the teams' tokens."""
        if game["turn"] and scenario.deployment != "fixed":
            for team in (WHITE, BLACK):
                homes = game["figure"]["home"][team, : scenario.figures]
                yield TEAMS[team], ",".join(SQUARE.write(scenario, home) for home in homes)

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the teams' tokens."""
        figures = scenario.figures
        if scenario.deployment == "fixed":
            if given := [name for name in TEAMS if name in tokens]:
                refuse(f"{given[0]}: left out where the deployment is fixed: the scenario says the home squares")
            if game["turn"]:
                game["figure"]["home"] = scenario.world["board"]["formation"][0]
            return
        if not game["turn"]:
            game["figure"]["home"] = game["figure"]["square"]
        for team in (WHITE, BLACK) if game["turn"] else ():
            names = taken(tokens, TEAMS[team]).split(",")
            if len(names) != figures or len(set(names)) != figures:
                refuse(f"{TEAMS[team]}: the home squares of {figures} figures (DE1)")
            game["figure"]["home"][team, :figures] = [SQUARE.read(scenario, TEAMS[team], name) for name in names]


class Ball(Row):
    """The ball's square, or who holds it; nowhere: it is in the goal (GO1)."""

    late = True

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token."""
        if game["holder"] != NONE:
            yield "ball", FIGURE.write(scenario, game["holder"])
        elif game["ball"] != NONE:
            yield "ball", SQUARE.write(scenario, game["ball"])

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        name = tokens.pop("ball", "")
        if name and name[0] in LETTERS:
            game["holder"] = holder = FIGURE.read(scenario, "ball", name)
            game["ball"] = game["figure"]["square"][divmod(holder, STRIDE)]
        else:
            game["ball"] = SQUARE.read(scenario, "ball", name) if name else NONE


def _places(scenario: Scenario) -> list[tuple[str, tuple[int, ...]]]:
    return [(name, divmod(who, STRIDE)) for who, name in _figures(scenario.figures).items()]


TEXT = PositionText[Scenario](
    (
        one("turn", Number("turns"), given=True),
        one("acting", TEAM, given=True),
        one("points", Number("points")),
        one("tackles", Number(MOST_TACKLES)),
        Token("score", GOALS, ",", meant="White's goals and Black's, 1,0 for example"),
        one("kept", Number(MOST_KEEPING)),
        Deciding(TEAMS, DECISIONS, ENDINGS, both="nobody decides when the match is over (MA1)"),
        one("asked", FIGURE, usual=NONE),
        Token(
            "pass",
            (
                Part("passer", FIGURE, None, NONE),
                Part("heading", Name(NAMES), None, NONE),
                Part("left", Number(MOST_LEFT)),
            ),
        ),
        Homes(),
        Pieces(
            "figure",
            _places,
            Part("square", SQUARE, None, NONE),
            Flags("", STATES),
            alone="one figure a square (BO8)",
        ),
        Ball(),
    ),
    start_record,
    check,
)
format_position, parse_position = TEXT.format, TEXT.parse
