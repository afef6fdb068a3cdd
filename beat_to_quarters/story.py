"""A battle in words: what the rules have noted, a sentence an event (`tabletop.show.story`)."""

import re
from collections.abc import Sequence
from itertools import takewhile, zip_longest

from beat_to_quarters.actions import LETTERS, LOADS, SQUADRON_ORDERS, TEAMS
from beat_to_quarters.battle_lines import WEATHERS, result_line
from beat_to_quarters.cards import TYPES
from beat_to_quarters.rules import events
from beat_to_quarters.rules.tables import CREWS, RESULTS
from beat_to_quarters.scenario import Scenario
from tabletop.base.errors import counted
from tabletop.game.draws import Draw
from tabletop.game.events import CHOSEN, GAME_OVER, TURN_BEGAN, Event
from tabletop.show.story import DECISION, END, PHASE, TURN, StoryEntry, Storyteller

# By kind of event; `{value}` is what it fills, `{count}` a number of hexes or rates, `{how}` what else holds.
SENTENCES = {
    events.WIND_ROSE: "the wind comes from the {value}",
    events.WEATHER: "the weather changes: {weather}",
    events.CREW_DRAWN: "the crew of {who} is {value}",
    events.POINTS: "{who} has {value} points",
    events.HEAVES_TO: "{who} heaves to: it stays where it is",
    events.SET_SAIL: "{who} sails with {dice}",
    events.WAY_CHOSEN: "{who} sails {hexes}",
    events.SAILED: "{who} is at {place}",
    events.PASSED: "{who} sails through {whom} to {place}",
    events.TURNED: "{who} turns to {value}",
    events.TACKED: "{who} {how}",
    events.IN_IRONS: "{who} is in irons: its bow is in the wind, and its sails don't drive it",
    events.RECOVERED: "{who} may sail out of irons in its next act",
    events.WITHDREW: "{who} sails off the map and is gone",
    events.DRIFTED: "{who} drifts to {place}",
    events.AGROUND: "{who} runs aground",
    events.KEDGED: "{who} is hauled off the ground, to {place}",
    events.ANCHORED: "{who} drops anchor by the {value}",
    events.WEIGHS: "{who} begins to weigh its anchor",
    events.WEIGHED: "{who} has its anchor up",
    events.CUT_CABLE: "{who} cuts its anchor cable",
    events.COLLIDED: "{who} collides with {whom}",
    events.FOULED: "{who} and {whom} are fouled: their rigging is entangled",
    events.KEPT_CLEAR: "{who} keeps clear of {whom}",
    events.CLEARED: "{who} is clear again",
    events.CUT_LOOSE: "{who} cuts itself loose",
    events.GRAPPLED: "{who} grapples {whom}",
    events.GRAPPLE_FAILED: "{who} tries to grapple {whom}, but the hooks don't hold",
    events.HOLDS_ON: "{who} holds to the end of this act",
    events.BOARDS: "{who} boards {whom}",
    events.BEATEN_OFF: "{who} beats off the boarders of {whom}",
    events.TAKEN: "{who} is taken by {whom}",
    events.RETAKEN: "{who} is taken back by {whom}",
    events.SECURED: "{who} is secured by its own side",
    events.FIRED: "{who} fires {side}at {whom}, range {value}{how}",
    events.MISSED: "{who} misses {whom}",
    events.HIT: "{who} hits {whom} in column {value}{how}",
    events.WEAKER: "{who} is damaged: {rates} weaker",
    events.MAST_HANGS: "{who} loses a mast, which hangs over its {value} side",
    events.MAST_LOST: "{who} loses a mast, which falls free",
    events.CUT_AWAY: "{who} cuts the wreckage away",
    events.STEERING_HIT: "{who} can't steer: it can't turn until that is repaired",
    events.STEERS_AGAIN: "{who} steers again",
    events.ON_FIRE: "{who} is on fire",
    events.LOADED: "{who} loads {load} on its {how} side",
    events.SET_ABLAZE: "{who} is set ablaze and is a fireship now",
    events.CHASERS_SET: "{who} sets its chasers at bow and stern",
    events.CHASERS_OFF: "{who} removes its chasers",
    events.FIRE_OUT: "{who} puts its fire out",
    events.EXPLODED: "{who} explodes",
    events.STRUCK: "{who} strikes its colours",
    events.SUNK: "{who} sinks",
    events.DRAGGED: "{who} is dragged down by {whom}",
}
OWN = (
    events.CHOSEN,
    events.FORCED,
    events.TURN_BEGAN,
    events.GAME_OVER,
    events.COMMANDS,
    events.ACTS,
    events.BOARDING,
)  # which begin entries of their own
_BY_NAME = {events.KINDS[number - 1].name: text for number, text in SENTENCES.items()}
FORCED, COMMANDS, ACTS, BOARDING = (
    events.KINDS[number - 1].name for number in (events.FORCED, events.COMMANDS, events.ACTS, events.BOARDING)
)
FIRED, TACKED, POINTS, HIT, LOADED = (
    events.KINDS[number - 1].name for number in (events.FIRED, events.TACKED, events.POINTS, events.HIT, events.LOADED)
)
SAILED = events.KINDS[events.SAILED - 1].name
HEAVES_TO = events.KINDS[events.HEAVES_TO - 1].name
LOOSE = tuple(events.KINDS[number - 1].name for number in (events.CUT_LOOSE, events.CLEARED))
STEPWISE = tuple(events.KINDS[number - 1].name for number in (events.SAILED, events.TURNED))
EFFECTS = tuple(
    events.KINDS[number - 1].name
    for number in (
        events.WEAKER,
        events.MAST_HANGS,
        events.MAST_LOST,
        events.STEERING_HIT,
        events.ON_FIRE,
        events.EXPLODED,
        events.STRUCK,
        events.SUNK,
    )
)  # of a shot
# What befalls a ship by the doing of another one.
SUFFERED = (
    *EFFECTS,
    *(
        events.KINDS[number - 1].name
        for number in (events.TAKEN, events.RETAKEN, events.SECURED, events.BEATEN_OFF, events.DRAGGED)
    ),
)
PHASES = {COMMANDS: "{who}'s command phase", ACTS: "{who}'s action phase", BOARDING: "The boarding phase"}
WAYS = {"E": "east", "NE": "north-east", "NW": "north-west", "W": "west", "SW": "south-west", "SE": "south-east"}
# What an action is where no event says it.
SAID = {
    "hold": "waits",
    "steady": "keeps its heading",
    "stay": "leaves it as it is",
    "abandon": "abandons the battle",
    "cut loose": "tries to get loose",
    "kedge": "tries to haul itself off the ground",
    "done": "is done",
}
ACTED = {"sail": "sails out of irons", "hold on": "holds on"}  # the same, where an event may
OF_SHIP, CASTS_OFF = ("steady", "sail", "kedge"), "cut loose"  # actions of the ship that acts; of another one
# By what a die is for; `{who}` rolls `{result}`.
DICE = {
    "wind": "by lot where the wind comes from: {result}",
    "crew": "{who} rolls {result} for its crew (SO1)",
    "chip": "a chip of {team} is drawn (TS1)",
    "shift": "{result} of 8 is rolled for the weather (WE2)",
    "turn": "{result} of 4 is rolled for the wind (WE2)",
    "weather": "{result} of 12 is rolled for what the weather becomes (WE3)",
    "check": "{who} rolls {result} for a check of its crew: {passed} (CC1)",
    "gunnery": "the dice of {who} and its target differ by {result} (GU7)",
    "damage": "the die for damage: {damage} (GU9)",
    "mast": "{result} is rolled for where the mast falls (RG1)",
    "side": "{result} is rolled for the side (RG1)",
    "powder": "{result} is rolled for the powder of {who}, which explodes on a 6 (FI2)",
    "spark": "{result} is rolled for whether {who} catches fire (AM2, FS2)",
    "shots": "{who} rolls {result} for the command phases in which it may load other shot (AM1)",
    "foul": "{who} rolls {result} for fouling, which 1 and 2 are (CF2)",
    "drift": "{who} rolls {result} for its drift (DR3)",
    "melee": "{who} rolls {result} to board (BO2)",
    "resist": "{who} rolls {result} against the boarders (BO2)",
}
DAMAGE = ("no effect", "rate +1", "rate +2", "rate +3", "a mast", "steering", "strikes", "sinks", "explodes", "fire")
RULES_OF_ENDS = {"victory": "VI1", "time": "VI2"}


class NavalStoryteller(Storyteller):
    """Tells battles in sentences."""

    OPENING = (*Storyteller.OPENING, FORCED, COMMANDS, ACTS, BOARDING)

    def __init__(self, scenario: Scenario) -> None:
        """Tell battles of this scenario."""
        super().__init__(scenario)
        self._battle = scenario
        self._turns, self._fleets = scenario.turns, [len(scenario.fleet(team)) for team in (0, 1)]
        self._has_chasers = scenario.chasers
        self._order = ""  # that is being given to a squadron
        self._points = [0, 0]  # at the end
        self._draws: Sequence[Draw] = ()  # of the step that is told
        self._events: Sequence[Event] = ()  # likewise
        self._unhurt: list[str] = []  # who is hit in it without damage
        self._ship = ""  # the one that acts, or is asked

    def tell(self, events: Sequence[Event], draws: Sequence[Draw], turn: int) -> list[StoryEntry]:
        """A decision and what followed, or a battle's beginning (`Storyteller.tell`).

        The first line is the deed itself, where an event says it. Of a way the hexes between aren't told. In short,
        places on a way and waiting in it aren't told either: they would hide what matters.
        """
        kept = [event for event, then in zip_longest(events, events[1:]) if not _goes_on(event, then)]
        for event in events:
            if event.kind == POINTS:
                self._points[TEAMS.index(event.who)] = int(event.value)
        self._draws, self._events = draws, kept
        hit = (event.whom for event in kept if event.kind == HIT)
        self._unhurt = [whom for whom in hit if not any(each.kind in EFFECTS and each.who == whom for each in kept)]
        story = super().tell(kept, draws, turn)
        places = {self.words(event) for event in kept if event.kind == SAILED}
        for entry in story:
            words = [words for number, words in enumerate(entry.outcomes) if number not in entry.dice]
            words = [said for said in words if said not in places]
            if entry.brief == SAID["hold"] or f"{entry.who} {entry.brief}" in places:
                entry.brief, entry.outcomes = "", words
                continue
            if entry.kind == DECISION and entry.who and not entry.brief:
                if words:
                    number = next(number for number in range(len(entry.lines)) if number not in entry.dice)
                    entry.head = entry.lines.pop(number)
                    entry.dice = {line - (line > number): draw for line, draw in entry.dice.items()}
                    entry.who, _, entry.brief = words.pop(0).partition(" ")
                else:
                    entry.brief = entry.head.removeprefix(f"{entry.who} ")
            entry.outcomes = words
        return story

    def is_of_others(self, event: Event, entry: StoryEntry) -> bool:
        """Whether a ship of the other team goes on with its way, drifts or runs aground; nothing comes of waiting."""
        if entry.kind != DECISION or not entry.who or event.kind in self.OPENING or not event.who[1:].isdigit():
            return False
        return event.who[0] != entry.who[0] and (entry.brief == SAID["hold"] or event.kind not in SUFFERED)

    def words(self, event: Event) -> str:
        """An event as a sentence; one without words of its own by its kind."""
        if event.kind not in _BY_NAME:
            return " ".join(filter(None, (_name(event.who), event.kind, event.whom)))
        if event.who[1:].isdigit() and event.kind in ("sails", "heaves to", "way chosen"):
            self._ship = event.who
        how = ""
        if event.kind == HEAVES_TO and self._is_battery(event.who):
            return f"{event.who} is done"
        if event.kind == FIRED:
            how = ", raking it" if "raking" in event.how else ""
        elif event.kind == HIT:
            how = ", without damage" if event.whom in self._unhurt else ""
        elif event.kind == LOADED:
            how = " and ".join(event.how)
        elif event.kind == TACKED:
            how = "goes through the wind" if event.how else "turns back from the wind"
        number = event.value if isinstance(event.value, int) else 0
        return _BY_NAME[event.kind].format(
            who=_name(event.who),
            whom=_name(event.whom),
            place=event.place,
            value=WAYS.get(str(event.value), event.value),
            dice=counted(number, "die").replace("dies", "dice"),
            hexes=f"{number} hex{'' if number == 1 else 'es'}",
            rates=counted(number, "rate"),
            load=f"{LOADS[number]} shot" if event.kind == LOADED else "",
            weather=WEATHERS[number] or "it is normal again" if event.kind == "weather" else "",
            side=self._side(event),
            how=how,
        )

    def _is_battery(self, who: str) -> bool:
        """Whether a name is a battery's: these are numbered after the ships (SB3); ships that are bought come alone."""
        fleet = self._fleets[LETTERS.index(who[0])]
        return 0 < fleet < int(who[1:])

    def _side(self, event: Event) -> str:
        """From which side a ship has fired; nothing of a battery, and where it may have been a chaser."""
        if event.kind != FIRED or self._has_chasers or self._is_battery(event.who):
            return ""
        return "to port " if "port or bow" in event.how else "to starboard "

    def draw_words(self, draw: Draw) -> str:
        """A draw and what it is for, with its rule."""
        if draw.purpose not in DICE:
            return super().draw_words(draw)
        result = int(str(draw.result))
        by_column = draw.classes.startswith("column")
        passed = draw.classes.isdigit() and draw.classes[result - 1 : result] == "2"
        return DICE[draw.purpose].format(
            who=_name(draw.subject),
            result=result,
            team=("White", "Black", "the weather")[result - 1] if draw.purpose == "chip" else "",
            passed="passed" if passed else "failed",
            damage=DAMAGE[result] if by_column and 0 <= result < len(RESULTS) else f"{result} of 12",
        )

    def _add_draws(self, entry: StoryEntry, draws: Sequence[Draw], first: int) -> None:
        """The dice of a way are one line (MO1)."""
        number = 0
        while number < len(draws):
            if draws[number].purpose != "speed":
                super()._add_draws(entry, draws[number : number + 1], first + number)
                number += 1
                continue
            alike = [*takewhile(lambda draw: draw.purpose == "speed", draws[number:])]
            words = f"{draws[number].subject} rolls {', '.join(str(draw.result) for draw in alike)} (MO1)"
            entry.dice[len(entry.lines)] = first + number
            entry.lines.append(words)
            entry.outcomes.append(words)
            number += len(alike)

    def _entry(self, event: Event, turn: int) -> StoryEntry:
        if event.kind in (CHOSEN, FORCED):
            return self._deed(event, turn)
        if event.kind == TURN_BEGAN:
            return StoryEntry(TURN, f"Turn {turn} of {self._turns} begins", turn=turn)
        if event.kind in PHASES:
            self._order = ""
            words = PHASES[event.kind].format(who=event.who.capitalize())
            return StoryEntry(PHASE, f"{words} ({event.rule})", turn=turn)
        if event.kind == GAME_OVER:
            ending = str(event.value)
            won, winner = (f"{event.who.capitalize()} has won", TEAMS.index(event.who)) if event.who else ("", 0)
            words = result_line(self._battle, won, ending == "time", self._points, winner)
            return StoryEntry(END, f"{words} ({RULES_OF_ENDS[ending]})", turn=turn)
        return super()._entry(event, turn)

    def _who_casts_off(self, event: Event) -> str:
        """CO2, CO3: the ship that tries to get loose: it is checked at once, or it has no need to be."""
        number = next(number for number, each in enumerate(self._events) if each is event)
        for then in self._events[number + 1 : number + 2]:
            if then.kind in LOOSE:
                return then.who
        checks = [draw.subject for draw in self._draws[event.drawn :][:1] if draw.purpose == "check"]
        return checks[0] if checks else ""

    def _deed(self, event: Event, turn: int) -> StoryEntry:
        """What was chosen; what comes of it, if it says it better, takes its place."""
        action, forced = str(event.value), event.kind == FORCED
        is_ship, who = re.fullmatch(r"[WB]\d+", action) is not None, event.who.capitalize()
        if action in SQUADRON_ORDERS or (is_ship and self._order):  # the order, then the ships that it is for
            said = f"names {action}" if is_ship else f"orders: {action}"
            if not is_ship:
                self._order = action
            elif self._order != SQUADRON_ORDERS[0]:  # only a squadron that is formed has several named
                self._order = ""
            return StoryEntry(DECISION, f"{who} {said}", who, said, forced=forced, turn=turn)
        self._order = ""
        if is_ship:
            self._ship = action
            return StoryEntry(DECISION, f"{action} acts", action, "acts", forced=forced, turn=turn)
        said = SAID.get(action, "") or _set_up(action)
        if action in OF_SHIP and self._ship:
            who = self._ship
        elif action == CASTS_OFF:
            who = self._who_casts_off(event) or who
        return StoryEntry(DECISION, f"{who} {said or ACTED.get(action, action)}", who, said, forced=forced, turn=turn)


def _set_up(action: str) -> str:
    """SU1, SU2: what is bought, and where it begins; empty: the action is something else."""
    first, _, then = action.partition(" ")
    if first == "rate":
        return f"buys a {TYPES[int(then)]} of rate {then}"
    if action in CREWS:
        return f"gives it {'an' if action[0] in 'ae' else 'a'} {action} crew"
    if first == "column":
        return f"places the next ship in column {then}"
    return f"chooses {action}" if first in ("row", "heading") else ""


def _goes_on(event: Event, then: Event | None) -> bool:
    """Whether a hex of a way, or a hexside of a turn, is followed by the next one."""
    return then is not None and event.kind in STEPWISE and (event.kind, event.who) == (then.kind, then.who)


def _name(who: str) -> str:
    """A ship's name as it is, a team's with a capital."""
    return who.capitalize() if who in TEAMS else who
