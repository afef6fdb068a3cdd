"""A match: the record that the game declares, with figures and squares as the twin knows them."""

from .board import board_of, distance

LETTERS = "WB"
NOBODY = -1
OVER, DEPLOY, ACT, INTERCEPT, TAKE = range(5)  # decisions
BY_GOALS, BY_TIME = 1, 2  # endings
IDLE, TRYING, TRIED = range(3)  # has said yes in the square where the ball is; can't try until it is sent again


def number(key):
    """A number of the record."""
    return property(
        lambda self: int(self.record[key]),
        lambda self, value: self.record.__setitem__(key, value),
    )


def place(key):
    """A square of the record, by its number (BO6), or None."""
    return property(
        lambda self: self.board.squares[self.record[key]] if self.record[key] != NOBODY else None,
        lambda self, square: self.record.__setitem__(
            key, NOBODY if square is None else self.board.squares.index(square)
        ),
    )


def person(key):
    """A figure of the record, 8 numbers a team, or None."""
    return property(
        lambda self: self.figures[self.record[key] // 8][self.record[key] % 8] if self.record[key] != NOBODY else None,
        lambda self, who: self.record.__setitem__(key, 8 * who.team + who.number - 1 if who else NOBODY),
    )


class Figure:
    """A figure; its number counts from 1."""

    square, home = place("square"), place("home")
    down, tried = number("down"), number("tried")

    def __init__(self, board, team, number, record):
        self.board, self.team, self.number, self.record = board, team, number, record
        self.name = f"{LETTERS[team]}{number}"
        self.goalie = number == 1  # TE2

    @property
    def stands(self):
        """W5."""
        return self.square is not None and not self.down


class Match:
    """All that a position says. A ball that is held is in its holder's square; one in the goal is nowhere."""

    turn, acting, points, tackles, kept = map(number, ("turn", "acting", "points", "tackles", "kept"))
    decision, decider, ending, winner = map(number, ("decision", "decider", "ending", "winner"))
    heading, left, ball = number("heading"), number("left"), place("ball")
    asked, holder, passer = map(person, ("asked", "holder", "passer"))

    def __init__(self, scenario, record):
        self.scenario, self.record = scenario, record
        self.board, self.score = board_of(scenario.size, scenario.goal), record["score"]
        numbers = range(1, scenario.figures + 1)
        rows = record["figure"]
        self.figures = [[Figure(self.board, team, n, rows[team, n - 1]) for n in numbers] for team in (0, 1)]

    def figure(self, name):
        """The figure of this name."""
        return self.figures[LETTERS.index(name[0])][int(name[1:]) - 1]

    def standing(self, team):
        """The team's figures that stand, by number."""
        return [figure for figure in self.figures[team] if figure.stands]

    def everybody(self):
        """All figures."""
        return self.figures[0] + self.figures[1]

    def in_square(self, square):
        """The figure there, standing or on the ground, or None."""
        return next((figure for figure in self.everybody() if figure.square == square), None)

    @property
    def knocked(self):
        """TA5: whether the ball under way was knocked free, from a figure of the team that isn't in turn."""
        return self.passer.team != self.acting

    def marked(self, figure):
        """IN6."""
        return any(distance(enemy.square, figure.square) == 1 for enemy in self.standing(1 - figure.team))

    def safe_goalie(self, figure):
        """TA6, JO2: a goalie in its own goal zone."""
        return figure.goalie and self.board.in_goal_zone(figure.square, figure.team)

    def ask(self, team, decision, figure=None):
        """The team decides; `figure` is asked for or about."""
        self.decider, self.decision, self.asked = team, decision, figure

    def give(self, figure):
        """The ball gets a new holder (AP6)."""
        self.holder, self.ball, self.kept = figure, figure.square, 0

    def drop(self, square):
        """The ball is loose, or on its way, in a square, or in the goal (AP6)."""
        self.holder, self.ball, self.kept = None, square, 0
