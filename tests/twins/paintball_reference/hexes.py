"""What a game asks of a board of hexes: who is where, lines and cover, Marshals' ways, moves, charges."""

from collections import deque
from dataclasses import dataclass, field
from functools import cached_property

from .chance import lot
from .geometry import DIRECTIONS, HEXON26, Board
from .legal import LAST, figure_actions, may_charge, moves_left, number_of
from .model import Rules, State
from .movement import shoot_out, take_flag
from .shooting import ask_sentries

SINGLE = {"aim": 12, "sentry": 13, "stand down": 14, "reload": 15, "take flag": 16}


@dataclass
class Scenario(Rules):
    """SN6: a scenario on a board of hexes, which are given by name."""

    map: str = HEXON26
    cover: dict = field(default_factory=dict)  # hex: "soft" or "hard/NE"

    @cached_property
    def board(self):
        """The board of the map."""
        return Board(self.map)

    def new(self):
        """An empty game of the scenario."""
        return Game(self)

    def near(self, team):
        """SN1: the hexes for a team's flag and its Marshal."""
        if self.near_home is not None:
            return {self.board.index[name] for name in self.near_home[team]}
        return set(self.board.around(self.board.home[team]))

    def start_area(self, team):
        """SN1, SN2: the hexes where a team's figures may start."""
        if self.start_areas is not None:
            return {self.board.index[name] for name in self.start_areas[team]}
        area = set(self.board.around(self.board.home[team]))
        if self.objective != "reverse":
            area.add(self.board.home[team])
        return area


class Game(State):
    """A game on a board of hexes."""

    def figures_in(self, i, team=None):
        """The figures in a hex."""
        teams = self.figures if team is None else (self.figures[team],)
        return [f for figures in teams for f in figures if f.at == i and i is not None]

    def at_goal(self, figure):
        """FL3: does the figure stand where its team wins with a flag?"""
        return figure.at == self.goal_base(figure.team)

    def on_flag(self, figure, flag, start):
        """FL1."""
        return flag.at == figure.at

    def full(self, i):
        """EN5: a base, bunker or trench hex that holds 3 figures."""
        return self.board.is_works(i) and len(self.figures_in(i)) >= self.scenario.works_all

    # Set-up (SN)

    def place_cover(self):
        """SN6: the cover that stands there from the start."""
        for name, piece in self.scenario.cover.items():
            if piece == "soft":
                self.soft.add(self.board.index[name])
            else:
                self.hard[self.board.index[name]] = DIRECTIONS.index(piece.split("/")[1])

    def half_way(self, chance):
        """SN3, SN4: of the hexes whose distances to the homes differ least those of the smallest sum, one by lot."""
        board = self.board
        reach = {
            i: (abs(board.distance(i, board.home[0]) - board.distance(i, board.home[1])),
                board.distance(i, board.home[0]) + board.distance(i, board.home[1]))
            for i in range(board.size)
        }  # fmt: skip
        places = self.places_in_order(i for i in reach if reach[i] == min(reach.values()))
        return lot(chance, "flag-hex", "table", places)

    # Marshals (EN5, MF3, PC)

    def steps(self, marshal, figure):
        """PC3: a Marshal's distance."""
        return self.board.steps(marshal.at, figure.at)

    def beside(self, marshal, figure):
        """MF3: is he in the figure's hex?"""
        return marshal.at == figure.at

    def in_call(self, marshal, figure):
        """PC1, MF6."""
        return self.steps(marshal, figure) <= self.scenario.call_range

    def come(self, marshal, figure):
        """PC1: he comes straight into the figure's hex."""
        marshal.at = figure.at

    def walk(self, marshal, figure, chance):
        """PC3: he walks a shortest way, each step by lot, as far as he can."""
        board, goal = self.board, figure.at
        for _ in range(self.scenario.walk):
            if marshal.at == goal:
                return
            left = board.steps(marshal.at, goal)
            nearer = self.places_in_order(i for i in board.around(marshal.at) if board.steps(i, goal) == left - 1)
            marshal.at = lot(chance, "step", marshal.name, nearer)

    def step_aside(self, marshal, chance):
        """EN5: a Marshal who isn't attending leaves a base, bunker or trench hex that holds 3 figures."""
        if marshal.attends or not self.full(marshal.at):
            return
        places = self.places_in_order(i for i in self.board.around(marshal.at) if not self.full(i))
        if places:
            marshal.at = lot(chance, "aside", marshal.name, places)

    # Shots and smoke (SH, IW, SC, HC, SM, PG)

    def in_sight(self, shooter, target, aimed):
        """SH1, SH-LOS, BS1, HC3, SH7: can one die be shot at this target?"""
        board = self.board
        distance = board.distance(shooter.at, target.at)
        if distance == 0:
            return True
        if distance > (6 if aimed else 5) or not board.clear(shooter.at, target.at):
            return False
        if self.scenario.blind_spots and not board.sees(shooter.facing, shooter.at, target.at):
            return False
        facing = self.hard.get(target.at)
        return not (target.impotent and facing is not None and board.shields(facing, target.at, shooter.at))

    def further_targets(self, shooter):
        """SH3: all targets of a volley are in one hex."""
        first = self.figure(self.shots[0][0])
        return self.figures_in(first.at, first.team)

    def need(self, shooter, targets, aimed):
        """SH1, SH7, EN1: the least face that hits."""
        i = targets[0].at
        distance = self.board.distance(shooter.at, i)
        if distance == 0:
            return 2
        if self.board.entrenched(i, shooter.at):
            return 6
        return max(2, distance if aimed else distance + 1)

    def in_the_way(self, shooter, target):
        """IW2, IW4, SC1, HC2: what stands in the way of a shot, nearest first."""
        start, i, team = shooter.at, target.at, shooter.team
        if start == i:
            return []
        things = []
        for between in self.board.line(start, i).between:
            things += self.figures_in(between, team) + self.figures_in(between, 1 - team)
            things += [m for m in self.marshals_in_order(team) if m.at == between]
            if between in self.soft:
                things.append("cover")
        if i in self.soft:
            things.append("cover")
        if i in self.hard and self.board.shields(self.hard[i], i, start):
            things.append("cover")
        return things

    def in_soft_cover(self, figure, shooter):
        """SV2."""
        return figure.at in self.soft

    def in_smoke(self, figure):
        """SM2."""
        return figure.at in self.smoke

    def smoke_between(self, shooter, target):
        """SM3."""
        return any(between in self.smoke for between in self.board.line(shooter.at, target.at).between)

    def clouds(self):
        """SM4: the clouds in order, each with its subject of draws."""
        return [(i, self.board.names[i]) for i in self.places_in_order(self.smoke)]

    def add_smoke(self, i):
        """SM1."""
        self.smoke.add(i)

    def in_burst(self, figure, i):
        """PG1."""
        return figure.at == i

    # Moves and charges (MV, EN4, CH)

    def has_room(self, figure, i):
        """EN4: at most 2 of one team in a base, bunker or trench hex, and 3 in all. SN2: never the own base."""
        rules = self.scenario
        if rules.objective == "reverse" and i == self.board.home[figure.team]:
            return False
        if not self.board.is_works(i):
            return True
        return len(self.figures_in(i, figure.team)) < rules.works_team and len(self.figures_in(i)) < rules.works_all

    def may_enter(self, figure, i):
        """MV2, EN4: may the figure enter the hex by an ordinary move?"""
        if not self.has_room(figure, i):
            return False
        if self.figures_in(i, 1 - figure.team):
            return self.board.is_works(i) and self.scenario.enter_defended
        return True

    def moves(self, figure):
        """MV1: the moves of a figure that can pay one."""
        around = enumerate(self.board.neighbours[figure.at])
        return [f"move {DIRECTIONS[d]}" for d, i in around if i is not None and self.may_enter(figure, i)]

    def may_watch(self, figure):
        """EN3: where sentries may stand."""
        board = self.board
        return not board.is_works(figure.at) or (self.scenario.sentry_in_base and board.is_base(figure.at))

    def enter(self, figure, d, chance, joins=False):
        """MV1, AI2, BS2, EN5, FL1: a figure moves one hex and what follows before the sentries."""
        self.spend(figure, self.scenario.cost_move, joins)
        figure.moved += 1
        figure.aim = False
        figure.at = self.board.neighbours[figure.at][d]
        if self.scenario.blind_spots:
            figure.facing = d
        for marshal in self.marshals_in_order():
            if marshal.at == figure.at:
                self.step_aside(marshal, chance)
        take_flag(self, figure)

    def move(self, figure, words, chance):
        """An ordinary move; True if no sentry is asked."""
        self.actor = figure.name
        self.enter(figure, DIRECTIONS.index(words[1]), chance)
        return not ask_sentries(self)

    def ways(self, figure, place):
        """CH2: the directions of a figure's shortest ways to the hex that is charged, or [] if it can't arrive."""
        reach = moves_left(self, figure)
        if self.board.steps(figure.at, place) > reach or not self.has_room(figure, place):
            return []
        lengths = {place: 0}
        queue = deque([place])
        while queue:
            here = queue.popleft()
            for there in self.board.around(here):
                if there not in lengths and (there == figure.at or self.may_enter(figure, there)):
                    lengths[there] = lengths[here] + 1
                    queue.append(there)
        length = lengths.get(figure.at)
        if length is None or length > reach:
            return []
        around = self.board.neighbours[figure.at]
        return [d for d in range(6) if around[d] is not None and lengths.get(around[d]) == length - 1]

    def chargers(self, team, place=None):
        """CH1: the figures that can join a charge of the hex now."""
        place = self.place if place is None else place
        figures = [f for f in self.alive(team) if f.at != place and may_charge(self, f)]
        return [figure for figure in figures if self.ways(figure, place)]

    def chargeable(self, team):
        """CH1: hexes whose enemies are all impotent, with no own figure, that somebody can charge."""
        places = []
        for i in range(self.board.size):
            enemies = self.figures_in(i, 1 - team)
            if not enemies or self.figures_in(i, team):
                continue
            if all(enemy.impotent and not enemy.jammed for enemy in enemies) and self.chargers(team, i):
                places.append(i)
        return places

    def attackers(self):
        """CH3: the chargers that have arrived."""
        return self.figures_in(self.place, self.acting)

    def defenders(self):
        """CH3: the charged figures that are left."""
        return self.figures_in(self.place, 1 - self.acting)

    def charge(self, name, chance):
        """CH1: the hex is declared."""
        self.place = self.place_named(name)
        self.to = (self.acting, "charger")
        return False

    def charger(self, name, chance):
        """CH2: a charger is named, or the shoot-out begins."""
        if name == "done":
            return shoot_out(self, chance)
        self.actor = name.split()[1]
        self.count += 1
        self.to = (self.acting, "step")
        return False

    def charge_step(self, name, chance):
        """CH2: one hex of the charger's way; True if the charge is over."""
        self.enter(self.figure(self.actor), DIRECTIONS.index(name.split()[1]), chance, joins=self.count > 1)
        if ask_sentries(self):
            return False
        return self.charge_goes_on(chance)

    def charge_goes_on(self, chance):
        """CH2: after a step and its reactions; True if the charge is over."""
        walker = self.figure(self.actor)
        if walker.at is not None and walker.at != self.place:
            self.to = (self.acting, "step")
            return False
        self.actor = None
        if self.defenders() and self.chargers(self.acting):
            self.to = (self.acting, "charger")
            return False
        return shoot_out(self, chance)

    decisions = {"charge": charge, "charger": charger, "step": charge_step}

    # Names and numbers of actions (section 4)

    def orders(self, team):
        """All figure actions of the open phase."""
        return [f"{figure.name} {name}" for figure in self.alive(team) for name in figure_actions(self, figure)]

    def order_name(self, figure, words):
        """The name of a figure's order."""
        return f"{figure.name} {words}"

    def place_named(self, name):
        """The hex of `hex c4`."""
        return self.board.index[name.split()[1]]

    def direction_named(self, name):
        """The direction of `direction NE`."""
        return DIRECTIONS.index(name.split()[1])

    def names_of_places(self, team, kind):
        """The legal actions that name a hex or a direction."""
        board = self.board
        if kind == "cover-facing":
            return [f"direction {name}" for name in DIRECTIONS]
        if kind == "step":
            return [f"direction {DIRECTIONS[d]}" for d in self.ways(self.figure(self.actor), self.place)]
        if kind == "cover-hex":  # SN4, BO3
            taken = self.soft | set(self.hard)
            hexes = [i for i in range(board.size) if not board.is_works(i) and i not in taken]
        elif kind in ("flag-hex", "marshal-hex"):
            hexes = self.scenario.near(team)
        elif kind == "deploy":  # SN1, SN2, EN4
            hexes = [i for i in self.scenario.start_area(team) if self.has_room(self.figure(self.actor), i)]
        elif kind == "throw":
            here = self.figure(self.actor).at
            hexes = [i for i in range(board.size) if board.distance(here, i) <= self.scenario.throw_range]
        elif kind == "scatter":
            hexes = board.around(self.place)
        elif kind == "charge":
            hexes = self.chargeable(team)
        else:
            raise ValueError(f"unknown kind of decision {kind!r}")
        return [f"hex {board.names[i]}" for i in hexes]

    def index_of(self, team, name):
        """Section 4: an action's number, seen from the deciding team's own side."""
        board, size = self.board, max(self.scenario.team_sizes)
        width, hexes = 19 + 2 * size, board.size
        base = size * width

        def direction(word):
            return (DIRECTIONS.index(word) + 3 * team) % 6

        words = name.split()
        if name == "charge":
            return base
        if name in LAST:
            return base + 7 + hexes + size + LAST.index(name)
        if words[0] == "hex":
            number = board.index[words[1]]
            return base + 1 + (number if team == 0 else hexes - 1 - number)
        if words[0] == "direction":
            return base + 1 + hexes + direction(words[1])
        if words[0] == "figure":
            return base + 7 + hexes + number_of(words[1], team)
        block = number_of(words[0], team) * width
        rest = " ".join(words[1:])
        if rest in SINGLE:
            return block + SINGLE[rest]
        if words[1] == "move":
            return block + direction(words[2])
        if words[1] == "rotate":
            return block + 6 + direction(words[2])
        if words[1] == "shoot":
            return block + 17 + number_of(words[2], 1 - team)
        if words[1] == "suppress":
            return block + 17 + size + number_of(words[2], 1 - team)
        if words[1] == "throw":
            return block + 17 + 2 * size + ["smoke", "paint"].index(words[2])
        raise ValueError(f"unknown action {name!r}")
