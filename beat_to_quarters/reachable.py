"""Which positions no battle reaches, or would lead the rules astray: they are refused, each with its rule."""

from collections.abc import Iterator

import numpy as np

from beat_to_quarters.actions import ship_name
from beat_to_quarters.rules import actions, sailing, ships, state, victory
from beat_to_quarters.rules.lines import APART, LONGEST, members
from beat_to_quarters.rules.loads import BLAZING, SPECIAL
from beat_to_quarters.rules.squadrons import DISSOLVE, FORM, MOST_ORDERS
from beat_to_quarters.rules.state import NONE, SHIPS, STRIDE
from beat_to_quarters.rules.turns import EACH
from beat_to_quarters.scenario import Scenario
from tabletop.base.arrays import Records
from tabletop.game.header import Record
from tabletop.game.hex_grid import DIRECTIONS, STEPS, inside
from tabletop.game.position_text import refuse

Claims = dict[str, object]  # what holds of a sound position, by its words: each is true, or not empty
BUYS, PLACES = (state.BUY,), (state.COLUMN, state.ROW, state.HEADING)
COMMANDS = (state.ORDER, state.MEMBER, state.LOAD, state.ABANDON, state.CLEAR, state.LOOSE, state.CHASERS)
ON_THE_WAY = (state.ADVANCE, state.PASS, state.MOMENT, state.ANSWER, state.TURN, state.TACK)
ASKED_OF_NOBODY = (*BUYS, state.ORDER, state.MEMBER, state.ABANDON, state.PICK, state.NEXT_CHIP)
# What an act may be where something is asked of a ship alone, and of a squadron.
ACTS = {
    state.ADVANCE: (state.SAILS,),
    state.PASS: (state.SAILS, state.TURNED),
    state.MOMENT: (state.SAILS, state.KEDGES, state.TURNED),
    state.ANSWER: (state.SAILS, state.KEDGES, state.TURNED, state.BLAZES),
    state.TURN: (state.SAILS, state.RECOVERS, state.KEDGES, state.SWINGS, state.BLAZES),
    state.TACK: (state.TURNED, state.BLAZES),
}
LINE_ACTS = (state.SAILS, state.CATCHES_UP, state.TURNED)
# Legal actions that there are at least; a question that has fewer isn't asked.
FEWEST = {state.PASS: 2, state.MOMENT: 3, state.ANSWER: 3, state.BOARD: 2, state.CHASERS: 2}
SETS = state.LINE_SETS[1:]
FLAGS = (
    *("hung", "steering", "burning", "irons", "still", "aground", "anchor", "weighing", "cut", "swung", "fired"),
    *("again", "phase", "acted", "tried", "target", "drifted", "boarded", "manned", "chasers", "ablaze", "steered"),
    *("fouled", "grappled"),
)
AT_SEA = ("hung", "steering", "irons", "aground", "anchor", "weighing", "cut", "swung", "tried", "target", "boarded")


def check(scenario: Scenario, games: Records) -> None:
    """Refuse, by a ValueError, a position that would lead the rules astray.

    Args:
      scenario: of the battle.
      games: the position's record, shape (1,), each field within its range.
    """
    position = _Position(scenario, games)
    game = position.game
    if game.decision == state.OVER and game.ending == state.RUNNING:
        _claim({"nothing is said of a battle that hasn't begun (SU1)": position.is_new()})
        return
    _claim(position.time())
    _claim(position.switches())
    for who in range(SHIPS):
        if position.ship(who)["state"]:
            for words, holds in position.ship_claims(who):
                if not holds:
                    refuse(f"{ship_name(who)}: {words}")
    _claim(position.fleets())
    position.check_places()
    position.check_ties()
    position.check_squadrons()
    if game.decision == state.OVER:
        _claim(position.end())
        return
    _claim(position.question())
    if position.decision == state.NEXT_CHIP:
        return
    if game.turn and game.decision in (state.SAIL, *ON_THE_WAY):
        _claim(position.act())
    if game.turn:
        _claim(position.who_fights())
    position.check_answers()


def _marks(ship: Record) -> set[str]:
    """The fields in which a ship isn't as it was built."""
    changed = {field for field in (*FLAGS, "loads", "loading") if np.any(ship[field])}
    return changed | {now for now, built in (("rate", "built"), ("masts", "rigged")) if ship[now] != ship[built]}


def _claim(claims: Claims) -> None:
    for words, holds in claims.items():
        if not holds:
            refuse(words)


class _Position:
    """A position that is asked whether a battle comes to it."""

    def __init__(self, scenario: Scenario, games: Records) -> None:
        self.scenario, self.games, self.game = scenario, games, games[0]
        self.world = scenario.world[0]
        self.start, self.sea = self.world["sea"]["start"], self.world["sea"]
        self.decision, self.acting = int(self.game.decision), int(self.game.acting)
        self.who, self.turn = int(self.game.ship), int(self.game.turn)
        self.line, self.act_is = int(self.game.line), int(self.game.act)
        self.chips = [int(team["chips"]) for team in self.game.team]

    def ship(self, who: int) -> Record:
        """The record of a ship."""
        return self.game.ships[divmod(who, STRIDE)]

    def ships(self) -> Iterator[tuple[int, Record]]:
        """The ships that are on the map, by id."""
        for who in range(SHIPS):
            ship = self.ship(who)
            if (0 < ship.state <= state.FIRESHIP and self.turn) or ship.state == state.IN_ACTION:
                yield who, ship

    def hexes(self, ship: Record) -> list[tuple[int, int]]:
        """SH1, SB1: the hexes of a ship, the bow's first."""
        bow = int(ship.q), int(ship.r)
        if ship.battery:
            return [bow]
        back = STEPS[(int(ship.heading) + 3) % 6]
        return [bow, (bow[0] + back[0], bow[1] + back[1])]

    def is_new(self) -> bool:
        """Whether nothing is said but a turn 0 and a wind."""
        new = np.zeros(1, state.GAME)
        for field in ("decider", "winner", "acting", "first", "alone", "ship", "through"):
            new[field] = NONE
        new["wind"], new["dice"] = self.games["wind"], self.games["dice"]
        return new.tobytes() == self.games.tobytes()

    # The turn, and what the switches allow.

    def time(self) -> Claims:
        """TS, WI1, WE, SU: the turn, the wind, the chips."""
        game, scenario, decision, chips = self.game, self.scenario, self.decision, self.chips
        winds = {"corners": (0, 3), "chosen": (0, 3), "lines": (1, 2, 4, 5), "fixed": range(6)}[scenario.deployment]
        may_blow = range(6) if scenario.weather else winds
        if scenario.wind != "drawn" and not scenario.weather:
            may_blow = (DIRECTIONS.index(scenario.wind),)
        before, between = decision in (*BUYS, *PLACES), decision in (state.OVER, state.NEXT_CHIP)
        first, acting = int(game.first), self.acting
        return {
            "turn 0 is that of buying and placing (SU)": (self.turn == 0) == before,
            "ships are bought where there are points (SU1)": decision not in BUYS or scenario.points > 0,
            "only where deployment is chosen (SU2)": decision not in PLACES or scenario.deployment == "chosen",
            "the wind doesn't come from there (WI1)": game.wind in may_blow,
            "the weather is normal (WE1)": scenario.weather or not (game.weather or game.storm),
            "there is no weather before the battle (WE1)": not before or not (game.weather or game.storm),
            "no chips before the battle (TS1)": not before or (sum(chips) == 0 and first == NONE),
            "the first team is the one whose chip came first (TS2)": before
            or ((first == NONE) == (chips == [EACH, EACH]) and (first == NONE or chips[first] < EACH)),
            "a chip has come before anything is asked (TS1)": before or between or first != NONE,
            "whose phase it is has been drawn (TS1)": before
            or between
            or decision == state.BOARD
            or (acting != NONE and chips[acting] < EACH),
            "nobody acts in the boarding phase, after the last chip (TS2)": decision != state.BOARD
            or (acting == NONE and sum(chips) == 0 and game.storm == 0),
            "the first chip of a team is its command phase (TS1)": decision not in COMMANDS
            or chips[acting] == EACH - 1,
            "the second and third chip of a team are its action phases (TS1)": decision
            not in (state.PICK, state.SAIL, *ON_THE_WAY)
            or chips[acting] < EACH - 1,
        }

    def switches(self) -> Claims:
        """The page's "Switches": fields that only some scenarios have."""
        game, scenario = self.game, self.scenario
        teams = game.team
        sets = any(game[field] for field in ("line", *SETS, "entering", "side"))
        return {
            "squadrons are not on (SQ)": scenario.squadrons
            or (
                not (sets or any(teams[field].any() for field in ("abreast", "wheeled", "orders")))
                and self.decision not in (state.ORDER, state.MEMBER)
            ),
            "squadrons have the numbers 1 to 4 (SQ1)": not ((teams["abreast"] | teams["wheeled"]) & 1).any(),
            "shot is not on (AM1)": scenario.shot or not teams["shots"].any(),
            "loads and fires are not on (AM1, FS1)": self.decision != state.LOAD
            or (scenario.fireships if game.asked == BLAZING else scenario.shot),
            "chasers are not on (CH1)": self.decision != state.CHASERS or scenario.chasers,
            "who has passed, or has money, buys (SU1)": scenario.points > 0
            or not (teams["money"] | teams["passed"]).any(),
            "orders are given in the command phase, two at most (SQ3)": not teams["orders"].any()
            or (
                self.decision in (state.ORDER, state.MEMBER)
                and teams["orders"][self.acting] < MOST_ORDERS
                and not teams["orders"][1 - self.acting]
            ),
        }

    # Ships, one by one.

    def ship_claims(self, who: int) -> Iterator[tuple[str, object]]:
        """SH, ST, SI, AN, CH, AM, FS: what is true of each ship."""
        ship, scenario = self.ship(who), self.scenario
        what, built = int(ship.state), self.start[divmod(who, STRIDE)]
        own = int(ship.holder) == who // STRIDE
        yield "there is no such ship (SH2)", (scenario.points or built.state)
        yield "built and rigged as the scenario says (SH3, SH7)", self._is_as_built(ship, built)
        is_free = scenario.points or scenario.crews == "drawn"
        yield "the crew as it came aboard is the scenario's (SH4)", is_free or ship.skill == built.skill
        before = self.turn == 0
        yield "ships are placed when the battle begins (SU2)", what != state.UNPLACED or before
        yield "before the battle nothing has happened to a ship (SU3)", not before or self._is_whole(ship, what, own)
        yield "off the map nothing but its card is left of it (SI1)", self._is_gone(ship, what, own)
        if what >= state.SUNK:
            return
        yield "the rate is that as built or higher, 9 at most (SH3, DA2)", ship.built <= ship.rate <= state.RATES + 1
        fit = ship.rate <= state.RATES and ships.crew_of(ship) >= -1
        was_taken = self.scenario.prizes == "sail"  # and is in action as it was then (ST2)
        yield "with this rate, or crew, it has struck (DA2)", what != state.IN_ACTION or was_taken or fit
        lost = int(ship.rigged) - int(ship.masts)
        yield "no more masts than as built (SH7)", lost >= 0
        yield "only a mast that is lost hangs over a side (RG1)", int(ship.hung).bit_count() <= lost
        yield from self._claims_of_state(who, ship, what, own)
        yield from self._claims_of_options(ship)
        if ship.battery:
            place = all(ship[field] == built[field] for field in ("q", "r", "heading"))
            yield "a battery never moves (SB1)", place
            yield "nothing of this happens to a battery (SB3, SB4)", not any(ship[field] for field in AT_SEA) and own
            yield "a battery fires its only side (SB2)", int(ship.fired) in (0, state.BOW)
        yield from self._claims_of_phases(ship)

    def _is_as_built(self, ship: Record, built: Record) -> bool:
        if self.scenario.points:
            return ship.built and ship.rigged == self.sea["rig"][ship.built]
        return ship.built == built.built and ship.rigged == built.rigged

    def _is_whole(self, ship: Record, what: int, own: bool) -> bool:
        """Whether a ship is as it begins, at anchor perhaps."""
        in_action = what in (state.IN_ACTION, state.UNPLACED)
        return in_action and own and not _marks(ship) - {"anchor"}

    def _is_gone(self, ship: Record, what: int, own: bool) -> bool:
        """Whether a ship is as it is off the map, if it is there."""
        return what not in (state.SUNK, state.WITHDRAWN) or (own and not _marks(ship))

    def _claims_of_state(self, who: int, ship: Record, what: int, own: bool) -> Iterator[tuple[str, object]]:
        sails, manned = self.scenario.prizes == "sail", bool(ship.manned)
        yield "a prize that sails is one of the other team's, with that switch (ST2)", not manned or (sails and not own)
        yield "a ship in action of the enemy's is a prize that sails (ST2)", own or what != state.IN_ACTION or manned
        given_up = what in (state.STRUCK, state.SECURED)
        yield "struck and secured ships are their own team's (ST1, BO7)", own or not given_up
        yield "a prize is the other team's (ST2)", what != state.PRIZE or not own or sails
        yield "a battery strikes or sinks, no more (SB3)", not ship.battery or what in (state.IN_ACTION, state.STRUCK)
        burns = what == state.FIRESHIP
        yield "fireships are not on (FS1)", not burns or self.scenario.fireships
        told = ship.ablaze or ship.steered
        yield "only a fireship has acts left, or is steered by boarders (FS1, FS3)", burns or not told
        if what == state.IN_ACTION and self.decision not in (state.NEXT_CHIP, state.OVER):  # where it is looked at next
            in_wind = bool(ship.heading == self.game.wind)
            yield "a ship in irons lies in the wind (TK6)", not ship.irons or in_wind or self._tacks(who)
            yield "a ship left in the wind is in irons (TK6)", not in_wind or not self._is_left_in_wind(who, ship)

    def _tacks(self, who: int) -> bool:
        """TK4: whether a ship is in the middle of a tack, in which it may come upon another one."""
        asked = self.decision in (state.TACK, state.PASS) and self.who == who
        return asked or int(self.game.tacking) >> who & 1 == 1

    def _is_left_in_wind(self, who: int, ship: Record) -> bool:
        if ship.battery or ship.irons or self._tacks(who):
            return False
        if not self.turn or ship.anchor or ship.aground or ship.fouled or ship.grappled:
            return False
        return ships.printed(self.world, self.game, ship) == 0

    def _claims_of_options(self, ship: Record) -> Iterator[tuple[str, object]]:
        scenario, battery = self.scenario, bool(ship.battery)
        anchors = ("anchor", "weighing", "cut", "swung")
        yield "there is nothing to anchor at (AN1)", scenario.has_anchors or not any(ship[field] for field in anchors)
        yield "only an anchor that is down is weighed (AN3)", not ship.weighing or ship.anchor
        yield "who has cut its cable has no anchor (AN4)", not ship.cut or not ship.anchor
        is_loaded = ship.loads.any() or ship.loading.any()
        yield "loads are not on, or not for batteries (AM1)", (scenario.shot and not battery) or not is_loaded
        yield "a side that is being loaded has nothing else in it (AM4)", not (ship.loads * ship.loading).any()
        yield "chasers are not on, or not for batteries (CH1)", (scenario.chasers and not battery) or not ship.chasers
        ends, chases = state.BOW | state.STERN, battery or scenario.chasers
        yield "without chasers nothing is fired by the ends (CH3)", chases or not ship.fired & ends
        fired, again, phase = (int(ship[field]) for field in ("fired", "again", "phase"))
        yield "a side that fired twice, or in this phase, has fired (GU1)", not (again | phase) & ~fired
        twice = "british" in scenario.nations and not again & ends
        yield "only British ships fire a side twice (NA3)", not again or twice

    def _claims_of_phases(self, ship: Record) -> Iterator[tuple[str, object]]:
        commands = self.decision in COMMANDS
        in_phase = ship.acted or ship.tried or ship.target or ship.phase
        yield "in a command phase nothing has been done in the phase (AC1, GR1)", not commands or not in_phase
        ended = self.decision in (state.BOARD, state.OVER)
        yield "who was boarded was so in the boarding phase (BO4)", not ship.boarded or ended

    # All ships together.

    def fleets(self) -> Claims:
        """SU1, SU2: which ships there are."""
        game, scenario = self.game, self.scenario
        states = game.ships["state"]
        own = np.count_nonzero(states, axis=1)
        teams = range(2)
        placed = [STRIDE * (at % 2) + at // 2 for at in range(SHIPS)]
        placed = [who for who in placed if self.ship(who).state]
        before = placed[: placed.index(self.who)] if self.who in placed else placed
        in_turn = all((self.ship(who).state == state.IN_ACTION) == (who in before) for who in placed)
        claims = {
            "ships have the numbers from 1 on (SH2)": all(states[team, : own[team]].all() for team in teams),
            "ships are placed in turn (SU2)": self.decision not in PLACES or in_turn,
            "ships are bought before they are placed (SU1)": self.decision not in BUYS
            or (states[states != 0] == state.UNPLACED).all(),
        }
        if not scenario.points:
            named = np.count_nonzero(self.start["state"], axis=1)
            claims["all ships of the scenario are there (SH2)"] = bool((own == named).all())
        else:
            costs = [self._cost(team) for team in teams]
            paid = all(costs[team] + game.team[team].money == scenario.points for team in teams)
            buys, fits = self.decision in BUYS, max(own) <= scenario.most
            claims["the money is what the ships haven't cost (SU1)"] = paid
            claims["a team has a ship at least, and no more than F (SU1, SU4)"] = fits and (buys or min(own) > 0)
            claims["who has passed buys nothing (SU1)"] = not buys or not game.team[self.acting].passed
        return claims

    def _cost(self, team: int) -> int:
        """SU1: what a team's ships have cost."""
        ships = [ship for ship in self.game.ships[team] if ship.state]
        return sum(int(self.sea["cost"][0, ship.built, ship.skill + 1]) for ship in ships)

    def check_places(self) -> None:
        """MP1, MP4, CF1, AG1: refuse ships off the map, on land, in a hex of another one, or aground at sea."""
        taken: dict[tuple[int, int], int] = {}
        scenario = self.scenario
        for who, ship in self.ships():
            for q, r in self.hexes(ship):
                if not inside(scenario.columns, scenario.rows, q, r):
                    refuse(f"{ship_name(who)} lies off the map (MP5)")
                if not ship.battery and scenario.is_land(q, r):
                    refuse(f"{ship_name(who)} lies on land (MP4)")
                if (q, r) in taken:
                    refuse(f"{ship_name(who)} lies in a hex of {ship_name(taken[q, r])} (CF1)")
                taken[q, r] = who
            if ship.aground and not self._is_by_ground(ship):
                refuse(f"{ship_name(who)} is aground where there is no ground (AG1)")

    def _is_by_ground(self, ship: Record) -> bool:
        """AG1, SL2: whether land, or a shoal that concerns a ship, is in one of its hexes or next to one."""
        scenario = self.scenario
        for q, r in self.hexes(ship):
            for step in ((0, 0), *STEPS):
                near = q + step[0], r + step[1]
                if inside(scenario.columns, scenario.rows, *near):
                    depth = self.sea["depth"][near[1] * scenario.columns + near[0] + (near[1] >> 1)]
                    if scenario.is_land(*near) or 0 < ship.built <= depth:
                        return True
        return False

    def check_ties(self) -> None:
        """SH9: refuse ties that only one of two ships has, or ships that can't be tied to each other."""
        afloat = dict(self.ships())
        for who, ship in afloat.items():
            for field in ("fouled", "grappled"):
                for other in range(SHIPS):
                    if not int(ship[field]) >> other & 1:
                        continue
                    pair = f"{ship_name(who)} is {field} with {ship_name(other)}"
                    if other == who or other not in afloat:
                        refuse(f"{pair}, which isn't another ship afloat (SH9)")
                    if ship.battery or afloat[other].battery:
                        refuse(f"{pair}, and batteries aren't tied (SB4)")
                    if not int(afloat[other][field]) >> who & 1:
                        refuse(f"{pair}, but not the other way round (SH9)")
                    if not self.scenario.squadrons and not ships.adjacent(self.game, who, other):
                        refuse(f"{pair}, which isn't next to it (SH9, W2)")

    # Squadrons.

    def check_squadrons(self) -> None:
        """SQ1, SQ2, SQ7: refuse squadrons without an order, and wakes that can't be followed."""
        lining = int(self.game.lining)
        for team in (0, 1):
            ships = self.game.ships[team]
            for number in range(1, state.SQUADRONS + 1):
                line = ships[ships["squadron"] == number]
                if len(line) == 1:
                    refuse("a squadron of one is dissolved (SQ4)")
                if sorted(line["order"]) != [*range(len(line))]:
                    refuse("the places of a squadron's ships are 0, 1, 2 … (SQ1)")
                abreast = int(self.game.team[team].abreast) >> number & 1
                for ship in line if self.turn else ():
                    self._check_wake(ship, bool(abreast))
        for who in range(SHIPS):
            ship = self.ship(who)
            name = ship_name(who)
            if ship.squadron and (not self.scenario.squadrons or ship.battery or not ship.state):
                refuse(f"{name} is in no squadron (SQ1)")
            if ship.squadron and ship.holder != who // STRIDE:
                refuse(f"{name} is a prize, which is in no squadron (SQ4)")
            if not ship.squadron and (ship.trail or (ship.order and not lining >> who & 1)):
                refuse(f"{name} has no place in a squadron, and no wake (SQ1, SQ7)")
        named = [int(self.ship(who).order) for who in range(SHIPS) if lining >> who & 1]
        if len(set(named)) < len(named):
            refuse("ships that are to be a line have places one after the other (SQ3, SQ9)")

    def _check_wake(self, ship: Record, abreast: bool) -> None:
        if abreast and ship.trail:
            refuse("in line abreast nobody follows a wake (SQ7)")
        if not abreast and ship.order and not APART <= ship.trail <= LONGEST:
            refuse(f"a wake has {APART} to {LONGEST} directions (SQ2, SQ7)")

    # What is asked.

    def question(self) -> Claims:
        """The page's "Decisions": who is asked what."""
        game, decision, who, acting = self.game, self.decision, self.who, self.acting
        decider, asked = int(game.decider), int(game.asked)
        ship = self.ship(who) if who != NONE else None
        exists = ship is not None and bool(ship.state)
        in_action = exists and ship is not None and ship.state == state.IN_ACTION
        holder = int(ship.holder) if ship is not None else NONE
        by = {state.ANSWER: 1 - acting, state.BOARD: holder, state.NEXT_CHIP: NONE}
        by |= dict.fromkeys(PLACES, who // STRIDE if exists else NONE)
        acts = decision in (state.SAIL, *ON_THE_WAY)
        told = {
            state.BUY: range(state.RATES + 1),
            state.ROW: range(1, self.scenario.columns + 1),
            state.HEADING: range(1, self.scenario.columns + 1),
            state.MEMBER: range(FORM, DISSOLVE + 1),
            state.LOAD: (*range(3), *range(SPECIAL, SPECIAL + 3), BLAZING),
        }
        rows = range(1, self.scenario.rows + 1) if decision == state.HEADING else (0,)
        return {
            "the battle doesn't halt there (CO10)": decision != state.GOES_ON,
            "a ship is named exactly where one is asked or acts (AC2)": exists != (decision in ASKED_OF_NOBODY),
            "the team whose phase it is decides, or who is asked (AC1, AC3, BO1)": decider == by.get(decision, acting),
            "nobody acts while ships are placed (SU2)": decision not in PLACES or acting == NONE,
            "a ship in action is asked (CO)": in_action
            or decision in (*ASKED_OF_NOBODY, *PLACES, state.ANSWER, state.TURN, state.TACK),
            "the ship is one of the team whose phase it is (AC1)": not (acts or decision in COMMANDS)
            or who == NONE
            or holder == acting,
            "what is asked for says what has been told (SQ3, SU1, SU2, AM1)": (acts and self.line)
            or asked in told.get(decision, (0,)),
            "a row is told before a heading (SU2)": int(game.place) in rows,
            "ships act in an action phase (AC2)": acts or not self._is_acting(),
            "ships are named for an order to form a squadron (SQ3)": decision != state.MEMBER
            or asked == FORM
            or not game.lining,
            "through is the ship of the question whether it is grappled (CF2)": (game.through != NONE)
            == (decision == state.PASS),
            "who goes on alone is asked whether it abandons (VI1)": decision != state.ABANDON or game.alone == acting,
            "only a fouled ship clears itself (CO2)": decision != state.CLEAR or (ship is not None and ship.fouled),
            "only a grappled ship cuts loose (CO3)": decision != state.LOOSE or (ship is not None and ship.grappled),
        }

    def _is_acting(self) -> bool:
        game = self.game
        sets = any(game[field] for field in SETS if field != "lining" or self.decision != state.MEMBER)
        fields = ("act", "left", "turned", "held", "side", "entering", "line")
        return sets or any(game[field] for field in fields) or game.rolled.any()

    def act(self) -> Claims:
        """AC2 to AC4, MO, TK: how far the acting ship, or squadron, is in its act."""
        game, decision, line = self.game, self.decision, self.line
        ship, held = self.ship(self.who), int(game.held)
        what, left, turned = self.act_is, int(game.left), int(game.turned)
        sails = decision == state.SAIL
        acts = LINE_ACTS if line and decision != state.ADVANCE else ACTS.get(decision, (state.NO_ACT,))
        rolled = [int(die) for die in game.rolled if die]
        number = 0
        if decision == state.ADVANCE:
            number = int(sailing.fewest_dice(self.world, game) if line else sailing.dice_of(self.world, game, self.who))
        ablaze = ship.state == state.FIRESHIP
        on_way = decision in (state.PASS, state.MOMENT, state.ANSWER) and what in (state.SAILS, state.BLAZES)
        claims = {
            "a ship acts once in a phase (AC1)": not ship.acted,
            "the act isn't so far (AC2)": what == state.NO_ACT if sails else what in acts,
            "a fireship is in action of its own kind (FS1)": ablaze == (what == state.BLAZES)
            and (ablaze or ship.state == state.IN_ACTION),
            "nobody is asked how a fireship turns that nobody steers (FS3)": not ablaze
            or decision == state.ANSWER
            or ship.steered,
            "so many dice are rolled, and lie there until the way is chosen (MO1, MO3)": len(rolled) == number
            and (number > 0) == (decision == state.ADVANCE),
            "a way has hexes left while the ship is on it (MO4)": line or left == 0 or on_way,
            "a ship in the way is come upon with hexes left (CF2)": line
            or decision != state.PASS
            or (left > 0) == (what == state.SAILS),
            "a ship that acts lies still so far (DR1)": not sails or line or ship.still,
            "who holds on isn't asked in this act (AC3)": not (
                decision in (state.MOMENT, state.ANSWER) and held >> int(game.decider) & 1
            ),
            "there are moments on the way only (AC3)": not held or decision not in (state.SAIL, state.ADVANCE),
            "turned is what a tack, or a turn that was stopped, has turned (TK3, TK4)": (line and abs(turned) < 2)
            or (
                turned != 0
                if decision == state.TACK
                else turned == 0 or (decision == state.PASS and what == state.TURNED)
            ),
            "who tacks is in the wind (TK4)": decision != state.TACK or ship.heading == game.wind,
            "at anchor a ship swings, and only there, unless it kedges off (AN2)": decision != state.TURN
            or line
            or what == state.KEDGES
            or (what == state.SWINGS) == bool(ship.anchor),
            "only who has passed the check leaves its irons by a turn (TK5)": what != state.RECOVERS
            or ship.irons == state.RECOVERED,
        }
        return claims | (self._line_claims(line) if line else self._lone_claims(ship))

    def _lone_claims(self, ship: Record) -> Claims:
        """AC2: of a ship that acts alone."""
        game = self.game
        gone = [who for who in range(SHIPS) if int(game.gone) >> who & 1]
        is_open = any(game[field] for field in (*SETS, "side", "entering", "asked") if field != "gone")
        return {
            "a squadron acts as one (SQ6)": not ship.squadron,
            "of a ship alone no squadron's act is open (SQ6)": not is_open
            and all(self.ship(who).state and who != self.who for who in gone),
        }

    def _line_claims(self, line: int) -> Claims:
        """SQ6 to SQ9: of a squadron that acts."""
        game, decision, who = self.game, self.decision, self.who
        bits = {field: int(game[field]) for field in SETS}
        begins = decision in (state.SAIL, state.ADVANCE)
        squadron = int(self.ship(who).squadron)
        whole = int(members(game, who // STRIDE, squadron)) if squadron else 0
        existing = sum(1 << other for other in range(SHIPS) if self.ship(other).state)
        pending = bits["swinging"] or bits["tacking"] or game.asked
        lining = bits["lining"]
        claims: Claims = {
            "who acts as one are ships of a team (SQ6)": line & ~existing == 0
            and line & (1 << STRIDE) - 1 << STRIDE * (1 - self.acting) == 0
            and line.bit_count() > 1,
            "a ship of the squadron acts (SQ6)": (line >> who & 1),
            "only ships of the squadron act in it (SQ7)": all(some & ~line == 0 for some in bits.values()),
            "a squadron begins to act with all its ships (SQ6)": not begins
            or (line == bits["moving"] == whole and not any(bits[field] for field in SETS if field != "moving")),
            "ships enter a hex while there are hexes left (SQ7)": not game.entering or game.left > 0,
            "only those enter a hex that have it left (SQ7)": game.entering or not bits["going"],
            "a squadron turns to a side (SQ8)": game.side or not pending,
            "a squadron turns together or in succession (SQ8)": int(game.asked) in (0, 1, 2),
        }
        if decision == state.TURN:
            ended = not pending and not game.entering
            claims |= {
                "a squadron's turn is asked of its leader (SQ6, SQ9)": (lining or bits["moving"]) >> who & 1,
                "a squadron turns at the end of its way, or to get clear (SQ8, SQ9)": lining or ended,
                "a squadron's turn is asked of a squadron (SQ8)": lining or squadron > 0,
            }
        return claims

    def who_fights(self) -> Claims:
        """VI1: who has ships in action, and goes on alone."""
        alone = int(self.game.alone)
        fight = [bool(victory.fights(self.world, self.game, team)) for team in (0, 1)]
        loose = any(ship.state == state.STRUCK and not ship.battery for _, ship in self.ships())
        one_each = all(np.count_nonzero(team) == 1 for team in self.game.ships["state"])
        goes_on = loose and self.scenario.victory == "points" and not one_each
        return {
            "without ships in action the battle is over (VI1)": any(fight),
            "a team goes on alone exactly where the other has no ship in action (VI1)": (alone == NONE) == all(fight)
            and (alone == NONE or fight[alone]),
            "a team goes on alone while enemies that have struck are loose (VI1)": alone == NONE or goes_on,
        }

    def end(self) -> Claims:
        """VI: a battle that is over."""
        game = self.game
        lead = int(victory.points_of(self.world, game, 0)) - int(victory.points_of(self.world, game, 1))
        fields = ("asked", "place", "side", "entering", "act", "left", "turned", "held", "line", *SETS)
        clear = not any(game[field] for field in fields) and not game.rolled.any()
        nobody = all(game[field] == NONE for field in ("ship", "through", "alone"))
        by_points = NONE if lead == 0 else int(lead < 0)
        in_time = game.ending == state.TIME
        return {
            "at the end nothing is left of an act (VI1)": clear and nobody,
            "a battle ends after it has begun (VI1)": self.turn > 0,
            "it ends by time after the last turn (VI2)": not in_time or self.turn == self.scenario.turns,
            "more points win, equal ones are a draw (VI2)": not in_time or game.winner == by_points,
        }

    def check_answers(self) -> None:
        """Refuse a question that has no answer, or fewer than those for which it is asked."""
        mask = np.zeros(self.scenario.actions, np.int8)
        count = int(actions.legal_actions(self.world, self.game, mask))
        if count < FEWEST.get(self.decision, 1):
            refuse("that isn't asked here: there is nothing to choose (AC3)")
