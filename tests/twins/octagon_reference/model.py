"""A scenario and the state of a match."""

from dataclasses import dataclass, field

from .board import board_of, distance, turned

TEAMS = ["white", "black"]
LETTERS = "WB"


@dataclass(frozen=True)
class Scenario:
    """The switches of a scenario."""

    size: int = 19
    figures: int = 6
    goal: int = 5
    points: int = 10
    turns: int = 40
    goals: int = 3
    keeping: int = 0
    deployment: str = "chosen"
    formation: tuple = ()

    @property
    def board(self):
        """The board of its size."""
        return board_of(self.size, self.goal)

    def formation_of(self, team):
        """DE4: the squares of White's formation, for Black turned by half."""
        squares = [self.board.named[name] for name in self.formation]
        return squares if team == 0 else [turned(square) for square in squares]


PRESETS = {
    "octagon": Scenario(),
    "octagon-small": Scenario(
        size=11, figures=3, goal=3, points=7, turns=24, goals=2, deployment="fixed", formation=("a6", "d3", "d9")
    ),
    "first-goal": Scenario(size=11, figures=3, goal=3, points=7, turns=30, goals=1, deployment="drawn"),
}


@dataclass
class Figure:
    """A figure; `trying` has said yes in the square where the ball is, `tried` can't try until it is sent again."""

    team: int
    number: int
    square: tuple | None = None
    home: tuple | None = None
    down: bool = False
    trying: bool = False
    tried: bool = False

    @property
    def name(self):
        """W3."""
        return f"{LETTERS[self.team]}{self.number}"

    @property
    def goalie(self):
        """TE2."""
        return self.number == 1

    @property
    def stands(self):
        """W5."""
        return self.square is not None and not self.down


@dataclass
class Pass:
    """A ball passed or knocked free by a figure; the direction is that in which it has entered its square."""

    sender: str
    direction: int
    left: int


@dataclass
class Match:
    """All that a position says. The ball is held, or lies or moves in `ball`, or is in the goal."""

    scenario: Scenario
    turn: int = 0
    acting: int = 0
    points: int = 0
    tackles: int = 0
    score: list = field(default_factory=lambda: [0, 0])
    kept: int = 0
    to: tuple | None = None
    over: tuple | None = None
    asked: str | None = None
    under_way: Pass | None = None
    figures: list = field(default_factory=list)
    holder: str | None = None
    ball: tuple | None = (0, 0)

    def __post_init__(self):
        if not self.figures:
            numbers = range(1, self.scenario.figures + 1)
            self.figures = [[Figure(team, number) for number in numbers] for team in (0, 1)]
        if self.scenario.deployment == "fixed":
            for team in (0, 1):
                for figure, home in zip(self.figures[team], self.scenario.formation_of(team), strict=True):
                    figure.home = home

    @property
    def board(self):
        """Its scenario's."""
        return self.scenario.board

    def figure(self, name):
        """The figure of this name."""
        return self.figures[LETTERS.index(name[0])][int(name[1:]) - 1]

    def standing(self, team):
        """The team's figures that stand, by number."""
        return [figure for figure in self.figures[team] if figure.stands]

    def everybody(self):
        """All figures on the board."""
        return [figure for team in self.figures for figure in team if figure.square is not None]

    def in_square(self, square):
        """The figure there, standing or on the ground, or None."""
        return next((figure for figure in self.everybody() if figure.square == square), None)

    def held_by(self):
        """The figure that holds the ball, or None."""
        return self.figure(self.holder) if self.holder else None

    @property
    def knocked(self):
        """TA5: whether the ball under way was knocked free, from a figure of the team that isn't in turn."""
        return self.figure(self.under_way.sender).team != self.acting

    def marked(self, figure):
        """IN6."""
        return any(distance(enemy.square, figure.square) == 1 for enemy in self.standing(1 - figure.team))

    def safe_goalie(self, figure):
        """TA6, JO2: a goalie in its own goal zone."""
        return figure.goalie and self.board.in_goal_zone(figure.square, figure.team)

    def give(self, figure):
        """The ball gets a new holder (AP6)."""
        self.holder, self.ball, self.kept = figure.name, None, 0

    def drop(self, square):
        """The ball is loose, or on its way, in a square (AP6)."""
        self.holder, self.ball, self.kept = None, square, 0
