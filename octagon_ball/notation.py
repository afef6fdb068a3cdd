"""Positions as a line of text and back (docs/octagon-ball.md, "Positions")."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from octagon_ball.actions import LETTERS, TEAMS, figure_name
from octagon_ball.reachable import check, fail
from octagon_ball.rules.board import NAMES
from octagon_ball.rules.passes import FARTHEST
from octagon_ball.rules.state import BLACK, GAME, MOST_TACKLES, NONE, OVER, RUNNING, STRIDE, TRIED, TRYING, WHITE
from octagon_ball.rules.turns import centre_spot
from octagon_ball.scenario import MOST_KEEPING, Scenario
from tabletop.base.arrays import Records
from tabletop.game.header import Record

VERSION = 2  # of the text of positions
DECISIONS = ("", "deploy", "act", "intercept", "take")
ENDINGS = ("", "goals", "time")
STATES = {"down": ("down", 1), "trying": ("tried", TRYING), "tried": ("tried", TRIED)}  # of a figure
MOST_LEFT = FARTHEST - 1  # squares that a ball has still to go once it has entered one (PA1, PA2)


def start_record(scenario: Scenario) -> Records:
    """The record that every game is copied from: nobody is placed, the ball is on the centre spot."""
    games = np.zeros(1, GAME)
    for field in ("decider", "winner", "asked", "passer", "heading", "holder"):
        games[field] = NONE
    games["figure"]["square"] = games["figure"]["home"] = NONE
    games["ball"] = centre_spot(scenario.world[0])
    return games


# Writing.


def format_position(scenario: Scenario, games: Records | Record) -> str:
    """The position of a record, or of an array of one, as a line."""
    game: Any = games[0] if isinstance(games, np.ndarray) and games.ndim else games
    squares = scenario.board.names
    tokens = [("turn", str(game["turn"])), ("acting", TEAMS[game["acting"]])]
    tokens += [(key, str(game[key])) for key in ("points", "tackles") if game[key]]
    if any(game["score"]):
        tokens.append(("score", "{},{}".format(*game["score"])))
    if game["kept"]:
        tokens.append(("kept", str(game["kept"])))
    if game["decision"] != OVER:
        tokens.append(("to", f"{TEAMS[game['decider']]}:{DECISIONS[game['decision']]}"))
    elif game["ending"] != RUNNING:
        winner = "draw" if game["winner"] == NONE else TEAMS[game["winner"]]
        tokens.append(("over", f"{winner}:{ENDINGS[game['ending']]}"))
    if game["asked"] != NONE:
        tokens.append(("asked", figure_name(game["asked"])))
    if game["passer"] != NONE:
        tokens.append(("pass", f"{figure_name(game['passer'])}:{NAMES[game['heading']]}:{game['left']}"))
    if game["turn"] and scenario.deployment != "fixed":
        homes = game["figure"]["home"][:, : scenario.figures]
        tokens += [(TEAMS[team], ",".join(squares[home] for home in homes[team])) for team in (WHITE, BLACK)]
    for who in range(2 * STRIDE):
        figure = game["figure"][divmod(who, STRIDE)]
        if figure["square"] != NONE:
            states = [word for word, (field, value) in STATES.items() if figure[field] == value]
            tokens.append((figure_name(who), ",".join([squares[figure["square"]], *states])))
    if game["ball"] != NONE:
        tokens.append(("ball", squares[game["ball"]] if game["holder"] == NONE else figure_name(game["holder"])))
    return " ".join(f"{key}={value}" for key, value in tokens)


# Reading.


def parse_position(scenario: Scenario, text: str) -> Records:
    """The record of a position's text, shape (1,); ValueError of one line says what is wrong with it."""
    tokens: dict[str, str] = {}
    for token in text.split():
        key, equals, value = token.partition("=")
        if not equals or not value:
            fail(f"no key=value: '{token}'")
        if key in tokens:
            fail(f"{key} is given twice")
        tokens[key] = value
    return _Reader(scenario, tokens).read()


class _Reader:
    """Reads the tokens of one position."""

    def __init__(self, scenario: Scenario, tokens: dict[str, str]) -> None:
        self.scenario, self.tokens = scenario, tokens
        self.games = start_record(scenario)
        self.game: Record = self.games[0]
        self.numbers = {name: number for number, name in enumerate(scenario.board.names)}

    def read(self) -> Records:
        """The record."""
        self.game["turn"] = self._number("turn", 0, self.scenario.turns)
        self.game["acting"] = self._one_of("acting", TEAMS, self._taken("acting"))
        self.game["points"] = self._number("points", 0, self.scenario.points, "0")
        self.game["tackles"] = self._number("tackles", 0, MOST_TACKLES, "0")
        self.game["kept"] = self._number("kept", 0, MOST_KEEPING, "0")
        self.game["score"] = self._scores(self.tokens.pop("score", "0,0"))
        self._read_state()
        for team in (WHITE, BLACK):
            self._read_figures(team)
        self._read_homes()
        self._read_ball()
        self._read_questions()
        if self.tokens:
            fail(f"unknown key {next(iter(self.tokens))}")
        check(self.scenario, self.games)
        return self.games

    def _taken(self, key: str) -> str:
        if key not in self.tokens:
            fail(f"{key} is missing")
        return self.tokens.pop(key)

    def _one_of(self, key: str, names: Sequence[str], name: str) -> int:
        if not name or name not in names:
            fail(f"{key}={name}: known are {', '.join(filter(None, names))}")
        return list(names).index(name)

    def _number(self, key: str, low: int, high: int, usual: str | None = None) -> int:
        return self._between(key, self._taken(key) if usual is None else self.tokens.pop(key, usual), low, high)

    def _between(self, key: str, text: str, low: int, high: int) -> int:
        if not re.fullmatch("[0-9]{1,4}", text) or not low <= int(text) <= high:
            fail(f"{key}={text}: a number from {low} to {high}")
        return int(text)

    def _square(self, key: str, name: str) -> int:
        if name not in self.numbers:
            fail(f"{key}={name}: there is no square {name} on this board")
        return self.numbers[name]

    def _figure(self, key: str, name: str) -> int:
        parts = re.fullmatch("([WB])([1-8])", name)
        if not parts or int(parts[2]) > self.scenario.figures:
            fail(f"{key}={name}: there is no figure {name}")
        return STRIDE * LETTERS.index(parts[1]) + int(parts[2]) - 1

    def _scores(self, text: str) -> list[int]:
        scores = text.split(",")
        if len(scores) != 2:
            fail(f"score={text}: White's goals and Black's, 1,0 for example")
        return [self._between("score", score, 0, 9999) for score in scores]

    def _read_state(self) -> None:
        if "over" in self.tokens:
            winner, _, ending = self.tokens.pop("over").partition(":")
            self.game["ending"] = self._one_of("over", ENDINGS, ending)
            names = (*TEAMS, "draw")
            self.game["winner"] = (WHITE, BLACK, NONE)[self._one_of("over", names, winner)]
            if "to" in self.tokens:
                fail(f"to={self.tokens['to']}: nobody decides when the match is over (MA1)")
        elif "to" in self.tokens:
            team, _, kind = self.tokens.pop("to").partition(":")
            self.game["decider"] = self._one_of("to", TEAMS, team)
            self.game["decision"] = self._one_of("to", DECISIONS, kind)

    def _read_figures(self, team: int) -> None:
        for number in range(self.scenario.figures):
            key = f"{LETTERS[team]}{number + 1}"
            if key not in self.tokens:
                continue
            name, *states = self.tokens.pop(key).split(",")
            figure = self.game["figure"][team, number]
            figure["square"] = self._square(key, name)
            if np.count_nonzero(self.game["figure"]["square"] == figure["square"]) > 1:
                fail(f"{key}={name}: one figure a square (BO8)")
            for state in states:
                if state not in STATES:
                    fail(f"{key}: {state} is no state ({', '.join(STATES)})")
                field, value = STATES[state]
                if figure[field]:
                    fail(f"{key}: {state} doesn't fit another state of it")
                figure[field] = value

    def _read_homes(self) -> None:
        figures = self.scenario.figures
        if self.scenario.deployment == "fixed":
            if given := [name for name in TEAMS if name in self.tokens]:
                fail(f"{given[0]}: left out where the deployment is fixed: the scenario says the home squares")
            if self.game["turn"]:
                self.game["figure"]["home"] = self.scenario.world["board"]["formation"][0]
            return
        if not self.game["turn"]:
            self.game["figure"]["home"] = self.game["figure"]["square"]
        for team in (WHITE, BLACK) if self.game["turn"] else ():
            names = self._taken(TEAMS[team]).split(",")
            if len(names) != figures or len(set(names)) != figures:
                fail(f"{TEAMS[team]}: the home squares of {figures} figures (DE1)")
            homes = [self._square(TEAMS[team], name) for name in names]
            self.game["figure"]["home"][team, :figures] = homes

    def _read_ball(self) -> None:
        if "ball" not in self.tokens:
            self.game["ball"] = NONE
            return
        name = self.tokens.pop("ball")
        if name[0] not in LETTERS:
            self.game["ball"] = self._square("ball", name)
            return
        holder = self._figure("ball", name)
        self.game["holder"] = holder
        self.game["ball"] = self.game["figure"]["square"][divmod(holder, STRIDE)]

    def _read_questions(self) -> None:
        if "asked" in self.tokens:
            self.game["asked"] = self._figure("asked", self.tokens.pop("asked"))
        if "pass" in self.tokens:
            text = self.tokens.pop("pass")
            passer, _, rest = text.partition(":")
            heading, _, left = rest.partition(":")
            self.game["passer"] = self._figure("pass", passer)
            self.game["heading"] = self._one_of("pass", NAMES, heading)
            self.game["left"] = self._between("pass", left, 0, MOST_LEFT)
