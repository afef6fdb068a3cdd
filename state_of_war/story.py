"""A battle in words: what the rules have noted, a sentence an event (`tabletop.show.story`)."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from state_of_war.actions import LETTERS, TEAMS
from state_of_war.battle_lines import result_line
from state_of_war.rules import events, state
from state_of_war.rules.dice import result_of
from state_of_war.rules.state import NONE
from state_of_war.scenario import Scenario
from tabletop.base.errors import counted
from tabletop.game.draws import Draw
from tabletop.game.events import CHOSEN, GAME_OVER, TURN_BEGAN, Event
from tabletop.show.story import DECISION, END, PHASE, TURN, StoryEntry, Storyteller

EDGES = ("", "the north half", "the south half", "the west edge", "the east edge", "the south edge", "the north edge")
BANDS = ("short", "medium", "long", "extreme")
# By kind of event; `{value}` is what it fills. What isn't here is told by its dice, or by what is ordered.
SENTENCES = {
    events.ATTACKS: "{who} attacks, from {edge}",
    events.PLACED: "{who} stands at {place}",
    events.HIDES: "{who} is hidden",
    events.SEEN: "{who} isn't hidden any more",
    events.SPOTTED: "{who} is spotted",
    events.NOT_SPOTTED: "{who} isn't spotted",
    events.MOVED: "{who} has moved {value}, to {place}",
    events.FACED: "{who} faces about to {value}",
    events.FORMED: "{who} has formed, facing {value}",
    events.MOUNTED_UP: "{who} mounts",
    events.DISMOUNTED: "{who} dismounts; its horses stand at {place}",
    events.DETACHED: "{who} sends off {men}: unit {whom}",
    events.STANDS: "{who} waits{how}",
    events.PRESSED: "{who} presses{how}",
    events.CHARGED: "{who} charges {whom}",
    events.CHARGE_HOME: "{who} comes into contact with {whom}",
    events.CHARGE_FAILED: "{who} doesn't charge {whom}",
    events.STOPPED: "{who} is stopped by the fire",
    events.FORCED_MOVE: "{who} goes back",
    events.LEFT_TABLE: "{who} leaves the table",
    events.GOT_THROUGH: "{who} gets through",
    events.AIMS: "{who} will shoot at {whom}{how}",
    events.SHOT_FIRED: "{unit} shoots at {target} with {count}",
    events.WOUNDED: "{who} is wounded",
    events.DISABLED: "{who} is disabled",
    events.KILLED: "{who} is killed",
    events.HORSE_HIT: "{who} loses his horse",
    events.HOLDS_FIRE: "{who} holds its fire",
    events.FIRES: "{who} fires at {whom}",
    events.FOUGHT: "{unit} fights {target}",
    events.PUSHED: "{who} is pushed back",
    events.THROWN: "{who} is unhorsed",
    events.CHECKED: "{who} {how}",
    events.RALLIED: "{who} rallies",
}
_BY_NAME = {events.KINDS[number - 1].name: text for number, text in SENTENCES.items()}


def _names(*numbers: int) -> tuple[str, ...]:
    return tuple(events.KINDS[number - 1].name for number in numbers)


FORCED, ACTION = _names(events.FORCED, events.ACTION_BEGAN)
SHOT, FOUGHT, CHECKED, LOADED = _names(events.SHOT_FIRED, events.FOUGHT, events.CHECKED, events.LOADED)
STANDS, AIMS, PRESSED, ATTACKS = _names(events.STANDS, events.AIMS, events.PRESSED, events.ATTACKS)
DETACHED, PUSHED = _names(events.DETACHED, events.PUSHED)
# What an order has said already, of the unit that is ordered.
SAID = _names(
    *(events.MOVED, events.FACED, events.FORMED, events.MOUNTED_UP, events.CHARGED, events.PLACED, events.HIDES),
    *(events.FIRES, events.HOLDS_FIRE),
)
HARM = _names(events.KILLED, events.DISABLED, events.WOUNDED)
CHECKS = (
    "",
    "breaks for good and runs",
    "breaks and runs",
    "will fall back in its next part",
    "mustn't advance to the end of its next part",
    "continues",
)
LENGTHS = {"quarter": "a quarter", "half": "half its way", "three": "three quarters", "full": "its whole way"}
RANKS = {"one": "one rank", "two": "two ranks", "column": "a column"}
WORDS = {
    "stand": "waits",
    "mount": "mounts",
    "dismount": "dismounts",
    "press": "presses",
    "fire": "fires",
    "hold": "holds its fire",
    "hide": "hides",
    "show": "stays in sight",
}
SIDES_DO = {"spot": "looks for hidden units", "decline": "looks for hidden units later", "end": "ends the action"}
EFFECTS = ("misses", "a graze", "a wound", "disables", "kills")  # SH6
# By what a die is for.
DICE = {
    "attacker": "by lot who attacks: {result}",
    "edge": "{who} rolls {result} for where it begins (DE1)",
    "slot": "by lot the slot of {who}: {result}",
    "first": "by lot who begins: {result}",
    "spot": "a die is rolled for {who}: {how} (AM3)",
    "horse": "{result} is rolled for {who}: {how} (SH12)",
    "fall": "{result} is rolled for the fall of {who} (ME7)",
    "rally": "{who} tries to rally, {how}+ (MO7)",
}
RULES_OF_ENDS = ("", "VI1", "VI2", "VI3", "VI4", "VI5")


class SkirmishStoryteller(Storyteller):
    """Tells battles in sentences."""

    OPENING = (*Storyteller.OPENING, FORCED, ACTION)

    def __init__(self, scenario: Scenario) -> None:
        """Tell battles of this scenario."""
        super().__init__(scenario)
        self._turns = scenario.turns
        self._unit = ""  # the one that is ordered
        self._events: Sequence[Event] = ()  # of the step that is told
        # Volleys and melees of the step by the first shot, or blow: how many, whom they are for.
        self._begun: dict[int, tuple[int, str]] = {}
        self._loads: Counter[str] = Counter()  # men of each unit that load in this step

    def tell(self, events: Sequence[Event], draws: Sequence[Draw], turn: int) -> list[StoryEntry]:
        """A decision and what followed, or a battle's beginning (`Storyteller.tell`).

        In short, shots and blows aren't told one by one: who has fallen is, by unit, before all else.
        """
        self._events = events
        self._begun = _begun(events)
        self._loads = Counter(_unit(event.who) for event in events if event.kind == LOADED)
        story = super().tell(events, draws, turn)
        for entry in story:
            if "." in entry.who:  # a volley, or a melee, is an act of its own, of the unit
                entry.who = _unit(entry.who)
                entry.brief = entry.brief.removeprefix(f"{entry.who} ")
            told = [words for number, words in enumerate(entry.outcomes) if number not in entry.dice]
            entry.outcomes = [*_losses(told), *(words for words in told if not _is_small(words))]
        return story

    def is_of_others(self, event: Event, entry: StoryEntry) -> bool:
        """Whether a volley or a melee begins: who was ordered last has nothing to do with it."""
        return entry.kind == DECISION and id(event) in self._begun

    def is_before_dice(self, event: Event) -> bool:
        """A shot is noted before its dice, a blow with its result."""
        return event.kind == SHOT

    def words(self, event: Event) -> str:
        """An event as a sentence; empty: what is ordered, or the dice, say it."""
        if event.kind not in _BY_NAME or (event.kind in SAID and event.who == self._unit and self._is_order()):
            return ""
        if event.kind in (SHOT, FOUGHT) and id(event) not in self._begun:
            return ""
        count, target = self._begun.get(id(event), (0, ""))
        number = event.value if isinstance(event.value, int) else 0
        if event.kind in (STANDS, AIMS, PRESSED) and event.who == self._unit:  # the order itself has said the rest
            return self._how(event, number).removeprefix(": ")
        return _BY_NAME[event.kind].format(
            who=_name(event.who),
            whom=event.whom,
            place=event.place,
            value=event.value,
            edge=EDGES[number] if event.kind == ATTACKS else "",
            men=_men(number),
            count=_men(count),
            unit=_unit(event.who),
            target=target,
            how=self._how(event, number),
        )

    def _how(self, event: Event, number: int) -> str:
        if event.kind == CHECKED:
            return CHECKS[number] if not event.how or number == 1 else f"is {event.how[0]} already, and stays so"
        parts = [f"{_men(self._loads.pop(event.who))} load"] if self._loads[event.who] else []
        if event.kind == STANDS and number:
            parts.append(f"{number} ready to shoot")
        return f": {', '.join(parts)}" if parts else ""

    def _is_order(self) -> bool:
        return bool(self._events) and self._events[0].kind in (CHOSEN, FORCED)

    # Dice.

    def draw_words(self, draw: Draw) -> str:
        """A draw and what it is for, with its rule."""
        if draw.purpose == "shot":
            return self._shot_words(draw)
        if draw.purpose == "melee":
            return self._blow_words(draw)
        if draw.purpose == "morale":
            return self._check_words(draw)
        if draw.purpose not in DICE:
            return super().draw_words(draw)
        result = int(str(draw.result))
        lots = ("", "Blue", "Grey")
        how = draw.classes
        if draw.purpose == "spot":
            how = "spotted" if result == 2 else "not spotted"
        elif draw.purpose == "horse":
            how = "the horse is hit" if result > 3 else "the rider is hit"
        elif draw.purpose == "rally":
            how = how.replace(" at ", " against ")
        shown = lots[result] if draw.purpose in ("attacker", "first") else result
        return DICE[draw.purpose].format(who=_name(draw.subject), result=shown, how=how)

    def _shot_words(self, draw: Draw) -> str:
        """SH4: a shot with its dice: at whom, how far, his cover."""
        event = next((each for each in self._events if each.kind == SHOT and each.who == draw.subject), None)
        quality, far, cover = draw.result if isinstance(draw.result, tuple) else (0, 0, 0)
        lead = int(quality) - max(int(far), int(cover))
        effect = EFFECTS[0 if lead <= 0 else 1 if lead == 1 else 2 if lead <= 3 else 3 if lead <= 5 else 4]
        at = (
            f" at {event.whom}, {BANDS[int(event.value)]} range{''.join(f', {each}' for each in event.how)}"
            if event
            else ""
        )
        return f"{draw.subject} shoots{at}: {quality} against {far} and {cover}, {effect} (SH6)"

    def _blow_words(self, draw: Draw) -> str:
        """ME4: a pair with the dice of both, and who has +1."""
        event = next((each for each in self._events if each.kind == FOUGHT and each.who == draw.subject), None)
        first, _, other = draw.classes.partition(" at ")[0].partition(" v ")
        faces = draw.result if isinstance(draw.result, tuple) else ()
        count, plus = len(first.split()), other.split()[-1]
        own = _score(faces[:count], first.split()[0], plus == "+1")
        theirs = _score(faces[count:], other.split()[0], plus == "-1")
        lead = int(event.value) if event else 0
        won = "neither wins" if not lead else f"{'wins' if lead > 0 else 'loses'} by {abs(lead)}"
        against = f" against {event.whom}" if event else ""
        return f"{draw.subject} fights{against}: {own} to {theirs}, {won} (ME6)"

    def _check_words(self, draw: Draw) -> str:
        """MO2, MO3, MO5: a check with what may have been rolled, its modifiers, and what it takes to continue."""
        die, modifier = draw.classes.removeprefix("morale ").split()
        most, result = int(die[1:]), int(str(draw.result))
        rolled = [face for face in range(1, most + 1) if result_of(face + int(modifier)) == result]
        shown = f"{rolled[0]}" if len(rolled) == 1 else f"{rolled[0]} to {rolled[-1]}"
        needed = 1 - int(modifier)
        then = f"{needed}{' or more' if needed < most else ''} continues" if needed <= most else "no roll continues"
        sums = f"{shown} on a {die}, {int(modifier):+d}" if int(modifier) else f"{shown} on a {die}"
        return f"{_name(draw.subject)} checks its morale: {sums}; {then} (MO3)"

    def _add_draws(self, entry: StoryEntry, draws: Sequence[Draw], first: int) -> None:
        """By lot who is shot at: the shot's own line says it."""
        for number, draw in enumerate(draws, first):
            if draw.purpose != "target":
                super()._add_draws(entry, [draw], number)

    # Entries.

    def _entry(self, event: Event, turn: int) -> StoryEntry:
        if event.kind in (CHOSEN, FORCED):
            return self._deed(event, turn)
        if event.kind == TURN_BEGAN:
            return StoryEntry(TURN, f"Turn {turn} of {self._turns} begins", turn=turn)
        if event.kind == ACTION:
            self._unit = ""
            number = ("first", "second")[int(event.value) - 1]
            return StoryEntry(PHASE, f"{event.who.capitalize()}'s {number} action (TU2)", turn=turn)
        if event.kind == GAME_OVER:
            ending = state.ENDINGS.index(str(event.value))
            winner = TEAMS.index(event.who) if event.who else NONE
            words = result_line(ending, winner, f"{event.who.capitalize()} has won")
            return StoryEntry(END, f"{words} ({RULES_OF_ENDS[ending]})", turn=turn)
        return super()._entry(event, turn)

    def _deed(self, event: Event, turn: int) -> StoryEntry:
        """What was chosen."""
        action, forced, side = str(event.value), event.kind == FORCED, event.who.capitalize()
        if re.fullmatch(r"[BG]\d+", action):
            self._unit = action
            return StoryEntry(DECISION, f"{side} orders {action}", action, "", forced=forced, turn=turn)
        if action in SIDES_DO:
            return StoryEntry(DECISION, f"{side} {SIDES_DO[action]}", side, SIDES_DO[action], forced=forced, turn=turn)
        if action in ("fire", "hold", "hide", "show") or action.startswith("slot"):
            named = (each.who for each in self._events if each.who[:1] == LETTERS[TEAMS.index(event.who)])
            self._unit = next(named, "")
        who, said = self._unit or side, _said(action)
        return StoryEntry(DECISION, f"{who} {said}", who, said, forced=forced, turn=turn)


def _said(action: str) -> str:
    """An order as a predicate."""
    first, _, then = action.partition(" ")
    if first == "move":
        heading, _, length = then.partition(" ")
        return f"moves {heading}, {LENGTHS[length]}"
    if first == "form":
        heading, _, ranks = then.partition(" ")
        return f"forms {RANKS[ranks]}, facing {heading}"
    if first == "shoot":
        return f"will shoot {then}"
    if first == "detach":
        return f"sends off {_men(int(then))}"
    return (
        WORDS.get(action)
        or {"charge": f"charges {then}", "go": f"goes to place {then}", "slot": f"sets up in slot {then}"}[first]
    )


def _score(faces: Sequence[Any], first: str, plus: bool) -> str:
    """ME4: the score of a side with how it comes about; `first`: its first die, of which `d8-2` counts 2 less."""
    less = int(first.partition("-")[2] or 0)
    score = max(int(faces[0]) - less, *map(int, faces[1:]), 0) + plus
    shown = ", ".join([f"{faces[0]}-{less}" if less else f"{faces[0]}", *map(str, faces[1:])])
    words = f"the best of {shown}{',' if plus else ''}" if len(faces) > 1 else shown
    return f"{score} ({words}{' and +1' if plus else ''})" if len(faces) > 1 or less or plus else f"{score}"


def _begun(told: Sequence[Event]) -> dict[int, tuple[int, str]]:
    """The shots, and the blows, of a unit at another one, by the first of them: how many, at whom."""
    found: dict[tuple[str, str, str], list[Event]] = {}
    for event in told:
        if event.kind in (SHOT, FOUGHT):
            found.setdefault((event.kind, _unit(event.who), _unit(event.whom)), []).append(event)
    return {id(shots[0]): (len(shots), target) for (_, _, target), shots in found.items()}


def _losses(told: Sequence[str]) -> list[str]:
    """Who is killed, disabled, wounded among what is told: of each unit how many."""
    counts: dict[str, Counter[str]] = {}
    for words in told:
        if found := re.fullmatch(r"([BG]\d+)\.\d+ is (killed|disabled|wounded)", words):
            counts.setdefault(found[1], Counter())[found[2]] += 1
    return [
        f"{unit}: {', '.join(f'{count[harm]} {harm}' for harm in HARM if count[harm])}"
        for unit, count in counts.items()
    ]


def _is_small(words: str) -> bool:
    """What isn't told in short: men one by one; who just continues, or stays broken."""
    return re.match(r"[BG]\d+\.\d+ ", words) is not None or words.endswith((CHECKS[5], "stays so"))


def _unit(name: str) -> str:
    return name.partition(".")[0]


def _men(number: int) -> str:
    return counted(number, "man").replace("mans", "men")


def _name(who: str) -> str:
    """A unit's or a man's name as it is, a side's with a capital."""
    return who.capitalize() if who in TEAMS else who
