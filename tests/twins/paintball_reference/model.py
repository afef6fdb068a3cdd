"""The state of a game: figures, Marshals, flags, and the rules it is played by (BO, SN, section 5 of the formats).

A place is what the board has: the number of a hex, or a point. What a game asks of its places, hexes.Game answers.
"""

from dataclasses import dataclass, field

TEAMS = ["red", "blue"]
LETTERS = "RB"


@dataclass
class Rules:
    """SN6: what a scenario says but for its board: the teams, all switches and all numbers of the rules."""

    objective: str = "capture"  # capture (SN1), reverse (SN2), single (SN3), elimination (TU7 alone)
    team_sizes: tuple = (6, 6)
    soft_pieces: int = 3  # each player's
    hard_pieces: int = 1
    has_marshals: tuple = (True, True)
    third_marshals: list = field(default_factory=list)  # places of M3, M4
    start_areas: tuple | None = None  # of each team; otherwise the base and its neighbours
    near_home: tuple | None = None  # of each team, for its flag and its Marshal
    flags_at: list = field(default_factory=list)  # places of the flags that lie there from the start
    experts: bool = False
    grenades: bool = False
    blind_spots: bool = False
    activation: str = "free"  # or one_at_a_time (TU5)
    sentry_in_base: bool = False  # EN3
    enter_defended: bool = True  # EN4
    drawn_setup: bool = False  # SN5
    points: int = 2
    expert_points: int = 3
    cost_move: int = 1
    cost_shoot: int = 1
    cost_aim: int = 1
    cost_sentry: int = 2
    cost_grenade: int = 2
    cost_reload: int = 2
    max_moves: int = 2
    throw_range: int = 2
    walk: int = 2
    call_range: int = 2
    works_team: int = 2
    works_all: int = 3
    max_turns: int = 30
    command_dice: int = 1
    extra_experts: int = 0
    extra_grenades: int = 0
    start: str | None = None  # a fixed start position

    def dice(self):
        """LG1: two command dice where a team starts with more than 11 figures."""
        return 2 if self.command_dice == 2 or max(self.team_sizes) > 11 else 1


@dataclass
class Figure:
    """One paintballer; at is None when it isn't on the board."""

    team: int
    number: int
    at: object = None
    facing: int = 0
    expert: bool = False
    smoke: int = 0
    paint: int = 0
    points: int = 0
    moved: int = 0
    used: bool = False
    finished: bool = False
    aim: bool = False
    fired: bool = False
    turned: bool = False
    sentry: bool = False
    empty: bool = False
    jammed: bool = False
    suppressed: bool = False
    dazed: bool = False

    @property
    def name(self):
        return f"{LETTERS[self.team]}{self.number}"

    @property
    def impotent(self):
        """IM1."""
        return self.empty or self.suppressed

    def stop(self):
        """AI2, SE5: out of ammo, jammed or suppressed: aim and sentry go."""
        self.aim = False
        self.sentry = False


@dataclass
class Marshal:
    """M1, M2 of a team; M3, M4 of none."""

    number: int
    at: object = None
    attends: str | None = None

    @property
    def name(self):
        return f"M{self.number}"


@dataclass
class Flag:
    """A flag lies at a place or has a carrier; owner is None for the one flag of SN3."""

    owner: int | None
    at: object = None
    carrier: str | None = None

    @property
    def name(self):
        return "flag" if self.owner is None else f"flag.{TEAMS[self.owner]}"


@dataclass
class State:
    """A game at one of its decisions, or over, or (turn 0, nobody to decide) before its first turn."""

    scenario: Rules
    turn: int = 0
    phase: int = 0
    acting: int = 0
    second: int = 0
    score: list = field(default_factory=lambda: [0, 0])
    used: list = field(default_factory=lambda: [0, 0])
    to: tuple | None = None  # team, kind
    over: tuple | None = None  # winner or None, ending
    actor: str | None = None
    asked: str | None = None
    place: object = None
    group: list = field(default_factory=list)  # on a table: names of the charged figures that are left
    goal: object = None  # on a table: where the charger that walks will stand
    kind: str | None = None
    count: int = 0
    shots: list = field(default_factory=list)  # [name, picked]
    losses: list = field(default_factory=lambda: [0, 0])
    left: list = field(default_factory=lambda: [[0, 0], [0, 0]])  # soft, hard
    figures: list = field(default_factory=list)
    marshals: list = field(default_factory=list)
    flags: list = field(default_factory=list)
    soft: set = field(default_factory=set)
    hard: dict = field(default_factory=dict)
    smoke: set = field(default_factory=set)

    def __post_init__(self):
        rules = self.scenario
        if not self.figures:
            self.figures = [[self.new_figure(team, n + 1) for n in range(rules.team_sizes[team])] for team in (0, 1)]
        if not self.marshals:
            self.marshals = [Marshal(team + 1) for team in (0, 1) if rules.has_marshals[team]]
            self.marshals += [Marshal(3 + i) for i in range(len(rules.third_marshals))]
        if not self.flags:
            owners = {"capture": [0, 1], "reverse": [0, 1], "single": [None], "elimination": []}
            self.flags = [Flag(owner) for owner in owners[rules.objective]]

    @property
    def board(self):
        return self.scenario.board

    def new_figure(self, team, number):
        """A figure that isn't on the board."""
        return Figure(team, number, facing=self.board.half * team)

    def figure(self, name):
        """The figure of that name."""
        return self.figures[LETTERS.index(name[0])][int(name[1:]) - 1]

    def alive(self, team):
        """A team's figures on the board, by number."""
        return [f for f in self.figures[team] if f.at is not None]

    def in_order(self):
        """W2: all figures on the board, the acting side's first."""
        return self.alive(self.acting) + self.alive(1 - self.acting)

    def places_in_order(self, places):
        """W2: places in reading order, reversed for Blue."""
        return sorted(places, reverse=self.acting == 1)

    def marshals_in_order(self, first=None):
        """W2: the acting side's Marshal (or that of the team given), the other's, then those of no team."""
        first = self.acting if first is None else first
        rank = {first + 1: 0, 2 - first: 1, 3: 2, 4: 3}
        return sorted((m for m in self.marshals if m.at is not None), key=lambda m: rank[m.number])

    def flag_carried(self, figure):
        """The flag that a figure carries."""
        return next((flag for flag in self.flags if flag.carrier == figure.name), None)

    def may_carry(self, team, flag):
        """SN1 to SN3: whose flag a team may move."""
        objective = self.scenario.objective
        if objective == "capture":
            return flag.owner == 1 - team
        if objective == "reverse":
            return flag.owner == team
        return True

    def flag_for(self, figure, start=None):
        """FL1: a flag lying where the figure stands, or on its way from start, that it may carry."""
        if self.flag_carried(figure) is not None:
            return None
        for flag in self.flags:
            if flag.at is not None and self.on_flag(figure, flag, start) and self.may_carry(figure.team, flag):
                return flag
        return None

    def goal_base(self, team):
        """SN1 to SN3: the base where a team wins with the flag it carries."""
        return self.board.home[team if self.scenario.objective == "capture" else 1 - team]

    def allotment(self, figure):
        """AP1: the points of a turn."""
        return self.scenario.expert_points if figure.expert else self.scenario.points

    def attending(self, figure):
        """The Marshal who attends a figure's jammed gun."""
        return next((m for m in self.marshals if m.attends == figure.name), None)

    def put_out(self, figure):
        """PC4, FL2, MF3: a figure leaves the game; its flag stays, a Marshal who attended it is free."""
        flag = self.flag_carried(figure)
        if flag is not None:
            flag.at, flag.carrier = figure.at, None
        for marshal in self.marshals:
            if marshal.attends == figure.name:
                marshal.attends = None
        self.group = [name for name in self.group if name != figure.name]
        self.figures[figure.team][figure.number - 1] = self.new_figure(figure.team, figure.number)

    def use(self, figure, joins=False):
        """TU2, TU5: a figure is used; one at a time, this finishes the one before, unless it joins a charge."""
        if figure.used:
            return
        if self.scenario.activation == "one_at_a_time" and not joins:
            for other in self.alive(figure.team):
                if other.used:
                    other.used, other.finished = False, True
        figure.used = True
        self.used[figure.team] += 1

    def spend(self, figure, points, joins=False):
        """TU2, BS3: points are paid; the figure is used and may rotate again."""
        self.use(figure, joins)
        figure.points -= points
        if points:
            figure.turned = False

    def clear_tokens(self):
        """An act is resolved: its tokens go."""
        self.actor = self.asked = self.place = self.goal = self.kind = None
        self.group = []
        self.count = 0
        self.shots = []
        self.losses = [0, 0]
