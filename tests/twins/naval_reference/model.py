"""A battle: ships, the map, the wind, and who is who (W, MP, WI, SH)."""

from .hexes import DIRECTIONS, apart, at, named, place, step, turn_between

LEVELS = {"elite": 3, "crack": 2, "average": 1, "green": 0, "poor": -1}  # SH4
SHIPS = {  # SH6: masts, dice in A B C D, turn, cost from elite to poor
    1: (3, 3, 2, 1, 0, 1, 65, 60, 55, 50, 45),
    2: (3, 3, 2, 1, 0, 1, 60, 55, 50, 45, 40),
    3: (3, 3, 2, 2, 0, 2, 55, 50, 45, 40, 35),
    4: (3, 4, 3, 2, 0, 2, 50, 45, 40, 35, 30),
    5: (2, 4, 3, 2, 0, 3, 45, 40, 35, 30, 25),
    6: (3, 2, 2, 1, 0, 1, 40, 35, 30, 25, 20),
    7: (3, 2, 2, 1, 0, 1, 35, 30, 25, 20, 15),
    8: (1, 4, 3, 3, 1, 3, 30, 25, 20, 15, 10),
}
BATTERIES = {3: 15, 2: 20, 1: 25}  # SB1: cost with a poor crew
TEAMS = ("white", "black")
SIDES = {"port": 2, "starboard": -2}  # GU2
OFF = ("sunk", "withdrawn")


def halved(number):
    """W5."""
    return (number + 1) // 2


class OverError(Exception):
    """VI: the battle has ended."""


class Ship:
    """A ship or a battery with its card (SH5); `team` built it."""

    def __init__(self, battle, team, number, rate, crew, masts=0, battery=False):
        self.battle, self.team, self.number, self.battery = battle, team, number, battery
        self.name = f"{'WB'[team]}{number + 1}"
        self.built = self.rate = self.manned = rate
        self.crew = LEVELS[crew]
        self.rigged = self.masts = self.turn = 0
        if not battery:
            most, *dice, turn = battle.ships[rate][:6]
            self.rigged = self.masts = masts or most
            self.turn = turn
            self.dice = [*dice[:3], 1] if rate in (6, 7) and self.rigged == 2 else dice
        self.level = self.crew  # with which it began, for its cost
        self.bow, self.heading = None, 0
        self.state, self.holder = "action", None
        self.hung, self.fouled, self.grappled = set(), set(), set()
        self.fired, self.fired_now = {}, set()  # shots of a side this turn; sides that have fired in this phase
        self.steering = self.burning = self.irons = self.recovered = self.still = self.aground = False
        self.acted = self.tried = self.target = self.drifted = self.boarded = False
        self.anchor, self.weighing, self.swung, self.lost_anchor = "", 0, 0, False
        self.squadron, self.formation, self.wake = 0, "", []
        self.chasers = self.busy = False  # CH1: set; no more shots in this turn
        self.loads, self.loading = {"port": "round", "starboard": "round"}, {}
        self.fireship, self.acts_left, self.steered = False, 0, None
        self.retaken = False

    def __repr__(self):
        return self.name

    @property
    def cost(self):
        """SH6, SB1."""
        if self.battery:
            return BATTERIES[self.built] + 5 * (self.level + 1)
        return self.battle.ships[self.built][6 + 3 - self.level]

    @property
    def side(self):
        """The team for which it counts: its holder's, if it is a prize."""
        return self.team if self.holder is None else self.holder

    @property
    def stern(self):
        return step(self.bow, self.heading, -1)

    @property
    def hexes(self):
        """SH1, SB1."""
        return [self.bow] if self.battery else [self.bow, self.stern]

    @property
    def afloat(self):
        """SH8."""
        return self.state not in OFF

    @property
    def active(self):
        """SH8: in action."""
        return self.state == "action"

    @property
    def ties(self):
        """SH9."""
        return self.fouled | self.grappled

    @property
    def dismasted(self):
        """RG3."""
        return self.masts == 0 and not self.battery

    @property
    def crew_now(self):
        """SH4; ST2: a prize in action is never below poor."""
        level = self.crew - (self.rate - self.manned) // 2
        return max(-1, level) if self.holder is not None and self.active else level

    @property
    def attitude(self):
        """WI3: 0 D, 1 C, 2 A, 3 B."""
        return turn_between(self.heading, self.battle.wind)

    def printed(self):
        """MO1, WE3: the number of dice before masts lost are taken off."""
        number = self.dice["ABCD".index("DCAB"[self.attitude])]
        if self.battle.weather == "perfect":
            return number + 1 if number else 0
        return halved(number) if "heavy" in self.battle.weather else number

    def speed(self):
        """MO1: the number of dice."""
        if self.masts == 0 or self.printed() == 0:
            return 0
        least = 1 if self.battle.rules.last_die == "kept" else 0
        return max(least, self.printed() - (self.rigged - self.masts))

    def lies_still(self):
        """DR1."""
        return self.still or self.dismasted or self.irons

    def stuck(self):
        """DR2, DR4: held by the ground."""
        return self.aground or bool(self.anchor)

    def can_turn(self):
        """TK2."""
        bars = self.steering or self.hung or self.burning or self.dismasted or self.ties or self.aground
        return not bars and not self.irons

    def near(self, other):
        """W2."""
        return min(apart(one, two) for one in self.hexes for two in other.hexes) == 1

    def untie(self):
        """All its ties are let go."""
        for other in self.ties:
            other.fouled.discard(self)
            other.grappled.discard(self)
            self.battle.luff(other)
        self.fouled, self.grappled = set(), set()
        self.battle.luff(self)


class Battle:
    """All that a position says, and the course of the battle as a generator."""

    def __init__(self, scenario):
        self.rules = scenario
        self.ships = SHIPS if not scenario.ships else scenario.ships
        self.land = {named(name) for name in scenario.land}
        self.depths = {named(name): depth for name, depth in scenario.depths.items()}
        self.turn, self.wind, self.weather = 0, 0, "normal"
        self.first, self.acting, self.chips = None, None, [0, 0, 0]
        self.used, self.phases = [0, 0], 0  # chips drawn of each team; phases of this turn
        self.decision, self.decider, self.legal = "", None, []
        self.ship, self.left, self.rolled, self.held, self.through = None, 0, [], set(), None
        self.after = ""  # what the open decision follows, where the rest of the position doesn't say it
        self.alone, self.ending, self.winner = False, "", None
        self.shots = [0, 0]  # AM1
        self.pending = None  # FI3: ships that have exploded by an explosion
        self.lines, self.turned = {}, set()  # SQ: squadrons by team and number; those that have turned (SQ6)
        self.teams = [self.fleet(0, scenario.white), self.fleet(1, scenario.black)]
        for built in scenario.batteries:
            team = self.teams[built.team]
            battery = Ship(self, built.team, len(team), built.rate, built.crew, battery=True)
            battery.bow, battery.heading = named(built.place), DIRECTIONS.index(built.heading)
            team.append(battery)
        # Anchors have words only where there is something to anchor at: see the list of actions.
        self.anchors = bool(self.land or self.depths) or any(ship.anchor for ship in self.everybody())
        self.dice, self.process = None, None

    def fleet(self, team, cards):
        """SU1: the ships of a scenario's list."""
        ships = []
        for number, card in enumerate(cards):
            ship = Ship(self, team, number, card.rate, card.crew, card.masts)
            ship.squadron = card.squadron if self.rules.squadrons else 0
            ship.formation = card.formation if ship.squadron else ""
            ship.anchor = card.anchor
            ships.append(ship)
        return ships

    @property
    def size(self):
        """F: the number of ships of the larger team."""
        return max(map(len, self.teams))

    def everybody(self):
        """All ships, White's first."""
        return self.teams[0] + self.teams[1]

    def in_turn(self):
        """W3: all ships, those that the acting team has built first, by number, whoever has them now."""
        return self.teams[self.acting] + self.teams[1 - self.acting]

    def afloat(self):
        return [ship for ship in self.everybody() if ship.afloat]

    def of(self, team):
        """W6: the ships that a team has, by number, its prizes after them."""
        own = [ship for ship in self.teams[team] if ship.holder is None]
        return own + [ship for ship in self.teams[1 - team] if ship.holder == team]

    def active(self, team):
        """The team's ships in action, in order."""
        return [ship for ship in self.of(team) if ship.active]

    def named(self, name):
        """The ship of this name."""
        return self.teams["WB".index(name[0])][int(name[1:]) - 1]

    def on_map(self, hex_):
        """MP1."""
        column, row = place(hex_)
        return 1 <= column <= self.rules.columns and 1 <= row <= self.rules.rows

    def half_turn(self, hex_):
        """W4."""
        column, row = place(hex_)
        return at(self.rules.columns + 1 - column, self.rules.rows + 1 - row)

    def in_hex(self, hex_, besides=()):
        """The ship afloat there, or None."""
        return next((s for s in self.afloat() if s not in besides and hex_ in s.hexes), None)

    def shoal(self, ship, hex_):
        """SL1, SL2: "" passes, "check", or "aground"."""
        depth = self.depths.get(hex_) if self.rules.shoals else None
        if depth is None or ship.built > depth:
            return ""
        return "check" if ship.built == depth else "aground"

    def free_sea(self, ship, hex_):
        """AG2: no land, no other ship, no shoal that counts."""
        return (
            self.on_map(hex_)
            and hex_ not in self.land
            and self.in_hex(hex_, [ship]) is None
            and not self.shoal(ship, hex_)
        )

    def luff(self, ship):
        """TK6: a ship that is left in the wind is in irons."""
        if ship.battery or not ship.active or ship.attitude or ship.printed():
            return
        if not ship.stuck() and not ship.ties:
            ship.irons = True

    def friends(self, team, ship):
        """Whether a ship, struck or not, is the team's or its prize."""
        return ship.side == team

    def check(self, ship):
        """CC1; FS1: a fireship has no crew."""
        if ship.fireship and ship.steered is None:
            return False
        level = ship.crew_now
        classes = "".join("2" if face + level >= 5 else "1" for face in range(1, 7))
        return self.dice.die("check", ship.name, classes) == 2

    def ask(self, team, kind, names):
        """A decision; with one legal action nobody is asked."""
        if len(names) == 1:
            return names[0]
        self.decision, self.decider, self.legal = kind, team, names
        return (yield)
