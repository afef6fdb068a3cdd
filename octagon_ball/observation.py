"""What a policy sees: the match from its own side (W2), as numbers from -1 to 1.

`vector` is the match's row, then a row for each figure, the own ones first, by number. `planes` is the match's row,
then the board as planes of N by N squares, in rows from the south as the own side sees it. The tables name every number
in the order in which it is written.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from octagon_ball.rules.board import NAMES
from octagon_ball.rules.figures import apart, is_marked, is_safe, stands, team_of
from octagon_ball.rules.passes import FARTHEST
from octagon_ball.rules.state import (
    ACT,
    DEPLOY,
    DIRECTIONS,
    GOALIE,
    INTERCEPT,
    MOST_KEPT,
    NONE,
    STRIDE,
    TRIED,
    TRYING,
    WHITE,
    Game,
    World,
)
from octagon_ball.scenario import Scenario
from tabletop.compiling import rule
from tabletop.encodings import Part
from tabletop.mistakes import brief

VERSION = 1
ENCODINGS = ("vector", "planes")
MOST_GOALS = 5  # a lead is shown up to


class Entry(NamedTuple):
    """A number of an observation: its name, what it means, its lowest value (the highest is 1)."""

    name: str
    meaning: str
    low: float = 0.0


MATCH = (
    Entry("turns left", "turns after this one, as a share of all (MA1)"),
    Entry("own turn", "1: the own team is in turn"),
    Entry("act", "1: the own team decides what to do"),
    Entry("intercept", "1: the own team decides whether a figure tries to intercept"),
    Entry("deploy", "1: the own team decides where to deploy a figure"),
    Entry("other decides", "1: the other team decides"),
    Entry("points", "points left, as a share of a turn's (AP1)"),
    Entry("one tackle", "1: one tackle has been made in this turn (TA2)"),
    Entry("two tackles", "1: two tackles or more"),
    Entry("own goals", "own goals, as a share of those that win, or of 5 (MA2)"),
    Entry("other goals", "likewise the other team's"),
    Entry("lead", "the lead in goals, as a share likewise", -1.0),
    Entry("kept", "turns for which the goalie has kept the ball, as a share of two (AP6)"),
    Entry("ball x", "of the ball, from the own goal's side to the other's", -1.0),
    Entry("ball y", "of the ball, across, seen from the own side", -1.0),
    Entry("own ball", "1: an own figure holds it"),
    Entry("other ball", "1: an enemy holds it"),
    Entry("loose", "1: nobody holds it, and no pass is under way"),
    Entry("squares left", f"squares that the pass has still to go, as a share of {FARTHEST}"),
    *(Entry(f"heads {name}", f"1: the pass goes to {name} as the own side sees it") for name in NAMES),
)
FIGURE = (
    Entry("there", "1: it has been placed"),
    Entry("x", "from the own goal's side to the other's", -1.0),
    Entry("y", "across, seen from the own side", -1.0),
    Entry("down", "1: on the ground (JO4)"),
    Entry("goalie", "1: the goalie (TE2)"),
    Entry("holds", "1: it holds the ball"),
    Entry("passer", "1: the pass under way is its (PA2)"),
    Entry("asked", "1: it is asked, or to be deployed"),
    Entry("trying", "1: it tries to intercept in this square (IN2)"),
    Entry("tried", "1: it has tried in this pass (IN3)"),
    Entry("to ball x", "to the ball, along the board, as a share of its width", -1.0),
    Entry("to ball y", "to the ball, across", -1.0),
    Entry("near ball", "1: in the ball's square or an adjacent one (IN1)"),
    Entry("marked", "1: an enemy stands in an adjacent square (IN6)"),
    Entry("safe", "1: its goal zone protects it (TA6)"),
)
PLANES = (
    Entry("in play", "1: a square in play (BO2)"),
    Entry("own zone", "1: the own goal zone (BO4)"),
    Entry("other zone", "1: the other team's goal zone"),
    Entry("start", "1: own figures may be deployed there (DE1)"),
    Entry("own", "1: an own figure stands there"),
    Entry("other", "1: an enemy stands there"),
    Entry("own down", "1: an own figure lies there (JO4)"),
    Entry("other down", "1: an enemy lies there"),
    Entry("goalie", "1: a goalie is there (TE2)"),
    Entry("ball", "1: the ball is there"),
    Entry("held", "1: its holder is there"),
    Entry("passer", "1: the passer is there (PA2)"),
    Entry("asked", "1: who is asked is there"),
    Entry("trying", "1: a figure there tries to intercept (IN2)"),
    Entry("tried", "1: a figure there has tried in this pass (IN3)"),
)
_MATCH, _FIGURE, _PLANES = len(MATCH), len(FIGURE), len(PLANES)
_GROUND = 4  # planes of squares; the others are of figures and the ball
_HEADING = _MATCH - DIRECTIONS
PLANE_ROWS = 2  # of the array that the encoding `planes` is known by


@rule(shared=True)
def observe(world: World, game: Game, team: int, cells: Any, out: Any) -> None:
    """Write an observation as `team` sees it; `cells` is the encoding's; out float32 [D]."""
    out[:] = 0.0
    observe_match(world, game, team, out)
    figures = int(world.rules.figures)
    if cells.shape[0] == PLANE_ROWS:
        observe_planes(world, game, team, out)
        return
    for side in range(2):
        for number in range(figures):
            at = _MATCH + (side * figures + number) * _FIGURE
            observe_figure(world, game, team, STRIDE * (team ^ side) + number, out[at : at + _FIGURE])


@rule
def observe_match(world: World, game: Game, team: int, out: Any) -> None:
    """Write the row MATCH; out float32, all 0 before."""
    rules, board = world.rules, world.board
    goal_limit = rules.goals if rules.goals > 0 else MOST_GOALS
    half = float(rules.half)
    out[0] = 1.0 - game.turn / rules.turns
    out[1] = 1.0 if game.acting == team else 0.0
    if game.decider == team:
        out[2] = 1.0 if game.decision == ACT else 0.0
        out[3] = 1.0 if game.decision == INTERCEPT else 0.0
        out[4] = 1.0 if game.decision == DEPLOY else 0.0
    elif game.decider != NONE:
        out[5] = 1.0
    out[6] = game.points / rules.points
    out[7] = 1.0 if game.tackles == 1 else 0.0
    out[8] = 1.0 if game.tackles > 1 else 0.0
    out[9] = min(1.0, game.score[team] / goal_limit)
    out[10] = min(1.0, game.score[1 - team] / goal_limit)
    out[11] = max(-1.0, min(1.0, (int(game.score[team]) - int(game.score[1 - team])) / goal_limit))
    out[12] = game.kept / MOST_KEPT
    if game.ball != NONE:
        sign = 1.0 if team == WHITE else -1.0
        out[13] = sign * board.x[game.ball] / half
        out[14] = sign * board.y[game.ball] / half
    if game.holder != NONE:
        out[15 if team_of(game.holder) == team else 16] = 1.0
    elif game.passer == NONE and game.ball != NONE:
        out[17] = 1.0
    if game.passer != NONE:
        out[18] = min(1.0, game.left / FARTHEST)
        heading = game.heading if team == WHITE else (game.heading + DIRECTIONS // 2) % DIRECTIONS
        out[_HEADING + heading] = 1.0


@rule
def observe_figure(world: World, game: Game, team: int, who: int, out: Any) -> None:
    """Write the row FIGURE of a figure; out float32, all 0 before."""
    figure = game.figure[who // STRIDE, who % STRIDE]
    out[4] = 1.0 if who % STRIDE == GOALIE else 0.0
    out[7] = 1.0 if game.asked == who else 0.0
    if figure.square == NONE:
        return
    board = world.board
    sign = 1.0 if team == WHITE else -1.0
    half = float(world.rules.half)
    out[0] = 1.0
    out[1] = sign * board.x[figure.square] / half
    out[2] = sign * board.y[figure.square] / half
    out[3] = figure.down
    out[5] = 1.0 if game.holder == who else 0.0
    out[6] = 1.0 if game.passer == who else 0.0
    out[8] = 1.0 if figure.tried == TRYING else 0.0
    out[9] = 1.0 if figure.tried == TRIED else 0.0
    if game.ball != NONE:
        out[10] = sign * (int(board.x[game.ball]) - int(board.x[figure.square])) / (2 * half)
        out[11] = sign * (int(board.y[game.ball]) - int(board.y[figure.square])) / (2 * half)
        out[12] = 1.0 if apart(world, figure.square, game.ball) <= 1 else 0.0
    if stands(game, who) and is_marked(world, game, who):
        out[13] = 1.0
    out[14] = 1.0 if is_safe(world, game, who) else 0.0


@rule
def observe_planes(world: World, game: Game, team: int, out: Any) -> None:
    """Write PLANES behind the match's row; out float32 [D], all 0 there before."""
    board, rules = world.board, world.rules
    wide = 2 * int(rules.half) + 1
    for square in range(rules.squares):
        at = _cell(world, team, square)
        out[at] = 1.0
        out[at + wide * wide] = board.zone[team, square]
        out[at + 2 * wide * wide] = board.zone[1 - team, square]
        out[at + 3 * wide * wide] = board.start[team, square]
    for side in range(2):
        for number in range(rules.figures):
            figure = game.figure[team ^ side, number]
            who = STRIDE * (team ^ side) + number
            if figure.square == NONE:
                continue
            at = _cell(world, team, figure.square) + _GROUND * wide * wide
            out[at + (side + 2 * figure.down) * wide * wide] = 1.0
            out[at + 4 * wide * wide] = 1.0 if number == GOALIE else 0.0
            out[at + 6 * wide * wide] = 1.0 if game.holder == who else 0.0
            out[at + 7 * wide * wide] = 1.0 if game.passer == who else 0.0
            out[at + 8 * wide * wide] = 1.0 if game.asked == who else 0.0
            out[at + 9 * wide * wide] = 1.0 if figure.tried == TRYING else 0.0
            out[at + 10 * wide * wide] = 1.0 if figure.tried == TRIED else 0.0
    if game.ball != NONE:
        out[_cell(world, team, game.ball) + (_GROUND + 5) * wide * wide] = 1.0


@rule
def _cell(world: World, team: int, square: int) -> int:
    """The place of a square in the first plane."""
    half = int(world.rules.half)
    sign = 1 if team == WHITE else -1
    x, y = sign * int(world.board.x[square]), sign * int(world.board.y[square])
    return _MATCH + (y + half) * (2 * half + 1) + x + half


class Encoding:
    """An encoding of a scenario's positions (`tabletop.definition.Encoding`)."""

    def __init__(self, scenario: Scenario, name: str) -> None:
        if name not in ENCODINGS:
            raise ValueError(f"encoding {brief(name)}: known are {', '.join(ENCODINGS)}")
        self.name = name
        figures, wide = scenario.figures, scenario.size
        by_name = {
            "vector": ("figures", (2, figures, _FIGURE), 2 * figures * [entry.low for entry in FIGURE]),
            "planes": ("planes", (_PLANES, wide, wide), _PLANES * wide * wide * [0.0]),
        }
        part, shape, lows = by_name[name]
        self.size = _MATCH + len(lows)
        self.shape: tuple[int, ...] = (self.size,)
        self.parts: Mapping[str, Part] = {"match": Part(0, (_MATCH,)), part: Part(_MATCH, shape)}
        # What the kernel `observe` knows the encoding by is the number of its rows.
        self.cells: Any = np.zeros((PLANE_ROWS if name == "planes" else 1, 0), np.int16)
        self.low: Any = np.array([entry.low for entry in MATCH] + lows, np.float32)
        self.high: Any = np.ones(self.shape, np.float32)


# Every number by its place.


def observation_table(scenario: Scenario, encoding: str) -> dict[str, Any]:
    """Every number of a scenario's observation as plain data (`GameDefinition.observation_table`)."""
    code = Encoding(scenario, encoding)
    rows = [("match", entry) for entry in MATCH]
    if encoding == "vector":
        names = [f"{side} figure {n}" for side in ("own", "other") for n in range(1, scenario.figures + 1)]
        rows += [(name, entry) for name in names for entry in FIGURE]
    else:
        squares = [f"{x},{y}" for y in range(scenario.size) for x in range(scenario.size)]
        rows += [(square, entry) for entry in PLANES for square in squares]
    return {
        "scenario": scenario.name,
        "encoding": encoding,
        "version": VERSION,
        "dtype": "float32",
        "shape": list(code.shape),
        "parts": {name: {"start": part.start, "shape": list(part.shape)} for name, part in code.parts.items()},
        "entries": [{"index": index, "of": of, **_told(entry)} for index, (of, entry) in enumerate(rows)],
    }


def observation_features() -> dict[str, Any]:
    """What the observations of all scenarios are made of (`GameDefinition.observation_features`)."""
    tables = {"match": MATCH, "figure": FIGURE, "planes": PLANES}
    features = {name: [_told(entry) for entry in table] for name, table in tables.items()}
    return {"version": VERSION, "dtype": "float32", "features": features}


def _told(entry: Entry) -> dict[str, Any]:
    return {"name": entry.name, "meaning": entry.meaning, "low": entry.low, "high": 1.0}
