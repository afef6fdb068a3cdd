"""What came of a decision, or of a turn's beginning: a line for each event that has one, and a few words for some."""

from collections.abc import Sequence
from typing import NamedTuple

from paintball_env.actions import name_of
from paintball_env.render.words import MISFIRES, draw_words, misfire_number, rolled
from paintball_env.terms import AT, FACING, step_words
from tabletop.game.draws import Draw
from tabletop.game.events import Event
from tabletop.show.story import TURN, StoryEntry


class Line(NamedTuple):
    """How an event is told.

    Attributes:
      words: its line; in braces an attribute of the event or a property of `Words`; empty: none.
      outcome: the same in a few words; empty: none.
    """

    words: str
    outcome: str = ""


SPOTTING = "spotting {way} the smoke: {rolled} ({rule}): "
HIT_ROLL = "hit roll{number}: {rolled} at {where} ({hit_rule}): {kind}"
MISFIRE = "misfire roll: {misfire}"
SAVE = "save of {who}: {rolled} ({save_rule}): "
IN_WAY = f"in the way, {{thing}} {AT} {{place}}{{facing}}: {{rolled}} (IW1, {{rule}}): {{stopped}}"
STOPS = f"{{thing}} {AT} {{place}}{{facing}} stops it"

LINES = {
    # A turn's beginning.
    **dict.fromkeys(("smoke cleared", "smoke stayed", "order drawn", "command rolled"), Line("{draw}")),
    "gun cleared": Line("{whom} has attended {who}: its gun is clear ({rule})"),
    "marshal attends": Line("{who} attends {whom} ({rule})"),
    # Steps of a charger on a table, which follow each other without a decision.
    "moved": Line("{who} {step} (CH2)"),
    # Flags, Marshals, checks.
    "flag taken": Line("{who} takes up {flag} ({rule})", "takes up {flag}"),
    "flag fell": Line(f"{{flag}} falls {AT} {{place}} ({{rule}})"),
    "marshal drawn": Line("which Marshal {comes} to {who}: {lot} ({rule})"),
    "marshal stepped aside": Line("{who} steps aside, to {place}{by_lot} ({rule})"),
    "checked": Line("{came}, paintcheck of {who}: {rolled} ({rule}): {who} {checked}", "{who} {checked}"),
    "wiped": Line(
        "no free Marshal is near enough: {whom} comes nearer, {who} wipes and plays on ({rule})",
        "{who} wipes and plays on",
    ),
    "not checked": Line("no Marshal is free: {who} wipes and plays on ({rule})", "{who} wipes and plays on"),
    # Shots.
    **dict.fromkeys(("saw out of smoke", "saw through smoke"), Line(SPOTTING + "it sees")),
    "lost in smoke": Line(
        SPOTTING + "it sees nothing, no shot, and it does nothing more this turn", "sees nothing in the smoke"
    ),
    "saw nothing": Line(SPOTTING + "it sees nothing, no shot", "sees nothing in the smoke"),
    **dict.fromkeys(("misfire", "miss", "hit"), Line(HIT_ROLL)),
    "no hit": Line("", "{missed}"),
    "out of gas": Line(MISFIRE, "out of gas, {who} is out"),
    "out of ammo": Line(MISFIRE, "{who} is out of ammo and must reload"),
    "jammed": Line(MISFIRE, "{who}'s gun jams: a Marshal must clear it"),
    "minor trouble": Line(MISFIRE, "{trouble}"),
    "goggles steamed up": Line(MISFIRE, "{trouble}"),
    "goggles lifted": Line(MISFIRE),
    "no marshal near": Line("no Marshal is near: it does not matter ({rule})"),
    "not seen": Line("a Marshal is near: {rolled} ({rule}): nobody saw it"),
    "disqualified": Line("a Marshal is near: {rolled} ({rule}): disqualified, out", "{who} is disqualified"),
    "shots lost": Line("the other shots are lost ({rule})"),
    "figure in the way": Line(IN_WAY, "hits {whom} instead"),
    **dict.fromkeys(("marshal in the way", "soft cover in the way", "hard cover in the way"), Line(IN_WAY, STOPS)),
    "pick due": Line("{value} of {shots} shots hit: {who} picks whom ({rule})"),
    "lost on one out": Line("a hit on {whom} is lost: it is out already ({rule})"),
    "lost on one suppressed": Line("a hit on {whom} is lost: it is suppressed already ({rule})"),
    "saved": Line(SAVE + "it is unmarked", "{who} is unmarked"),
    "marked": Line(SAVE + "fails, {who} is marked"),
    "not suppressed": Line(SAVE + "unimpressed", "{who} is not suppressed"),
    "suppressed": Line(SAVE + "suppressed, impotent for the rest of the turn", "{who} is suppressed"),
    # Grenades.
    "throw missed": Line("{draw}", "it misses"),
    "throw hit": Line("{draw}"),
    "smoke appeared": Line(f"smoke {AT} {{place}} ({{rule}})"),
    "smoke there already": Line(f"smoke is {AT} {{place}} already ({{rule}})"),
    "nobody painted": Line(f"nobody is {AT} {{place}} ({{rule}})"),
    "paint missed": Line("{draw}", "{who} is unmarked"),
    "paint marked": Line("{draw}"),
    # Charges.
    "removed": Line("{who}, out of ammo, is removed ({rule})", "{who} is out"),
    "shoot-out": Line("shoot-out, {sides}: the chargers lose {lost}, the defenders {fallen} ({rule})"),
    "fell": Line("{who} is out", "{who} is out"),
}


class Outcomes:
    """Writes the lines and outcomes of one decision, or of a turn's beginning.

    Args:
      entry: where they go.
      events: all that happened in it; one that the head tells is the first.
      draws: those of the whole step.
    """

    def __init__(self, entry: StoryEntry, events: Sequence[Event], draws: Sequence[Draw]) -> None:
        self.entry, self.events, self.draws = entry, events, draws
        self.shots = max(1, sum(event.kind == "shot fired" for event in events))
        self.rolls = 0  # to hit, so far
        self.came = ""  # the Marshal who checks

    def write(self) -> None:
        """Write them all."""
        way: list[Event] = []  # steps of the Marshal who is walking
        for number, event in enumerate(self.events):
            self.rolls += event.kind in ("misfire", "miss", "hit")
            if event.kind == "marshal came":
                words = "is there" if event.start == event.place else f"comes from {event.start}"
                self.came = f"{event.who} {words}"
            elif event.kind == "marshal stepped":
                way.append(event)
                next_event = self.events[number + 1] if number + 1 < len(self.events) else None
                if next_event is None or (next_event.kind, next_event.who) != (event.kind, event.who):
                    self._walked(way)
                    way = []
            elif event.kind in LINES and not (event.kind in ("flag taken", "moved") and number == 0):
                self._add(event)
        scores = [f"{name_of(event.who)} {event.value}" for event in self.events if event.kind == "command rolled"]
        if scores:
            self.entry.outcomes.append(f"command {', '.join(scores)}")

    def _add(self, event: Event) -> None:
        line, words = LINES[event.kind], Words(event, self)
        if line.words:
            text = line.words.format_map(words)
            if words.die_told:
                self.entry.dice[len(self.entry.lines)] = event.drawn - 1
            self.entry.lines.append(text)
        if line.outcome and (line.words != IN_WAY or "stopped" in event.how):
            self.entry.outcomes.append(line.outcome.format_map(words))

    def _walked(self, way: Sequence[Event]) -> None:
        lots = "; ".join(filter(None, (Words(step, self)["lot"] for step in way)))
        steps = f" (its steps: {lots})" if lots else ""
        self.entry.lines.append(f"{way[0].who} walks from {way[0].start} to {way[-1].place}{steps} ({way[0].rule})")


class Words(dict[str, str]):
    """What stands in the braces of a line, made when it is asked for."""

    def __init__(self, event: Event, among: Outcomes) -> None:
        super().__init__()
        self.event, self.among = event, among
        self.die_told = False  # something of the die has been asked for

    def __missing__(self, name: str) -> str:
        method = getattr(self, f"_{name}", None)
        return str(method() if method else getattr(self.event, name))

    def _who(self) -> str:
        return name_of(self.event.who)

    def _step(self) -> str:
        return step_words(self.event)[0]

    def _die(self) -> Draw:
        self.die_told = True
        return self.among.draws[self.event.drawn - 1]

    def _draw(self) -> str:
        return draw_words(self._die())

    def _rolled(self) -> str:
        return rolled(self._die())

    def _flag(self) -> str:
        _, _, team = str(self.event.value).partition(".")
        return f"{name_of(team)}'s flag" if team else "the flag"

    def _lot(self) -> str:
        # Where there was one place to go to, nothing was drawn.
        return lot_words(self._die()) if self.event.value != 1 else ""

    def _by_lot(self) -> str:
        return f": {lot}" if (lot := self._lot()) else ""

    def _comes(self) -> str:
        return "goes" if self.among.entry.kind == TURN else "comes"

    def _came(self) -> str:
        return self.among.came

    def _checked(self) -> str:
        return "is out" if "out" in self.event.how else "plays on"

    def _way(self) -> str:
        return "through" if self.event.rule == "SM3" else "out of"

    def _number(self) -> str:
        return f" {self.among.rolls}" if self.among.shots > 1 else ""

    def _where(self) -> str:
        return ", ".join((f"range {self.event.value}", *self.event.how))

    def _hit_rule(self) -> str:
        if self.event.kind == "misfire":
            return self.event.rule
        if self.event.value == 0:
            return "SH7"
        return "EN1" if "entrenched" in self.event.how else "SH1, AI1" if "aimed" in self.event.how else "SH1"

    def _missed(self) -> str:
        return "misses" if self.event.value == 1 else "all miss"

    def _misfire(self) -> str:
        number = misfire_number(self._die())
        return f"{self._die().result} (MF{number}): {MISFIRES[number - 1].told.format(who=self._who())}"

    def _trouble(self) -> str:
        # In a volley the two come to the same, and the rules don't tell them apart.
        misfire = MISFIRES[misfire_number(self._die()) - 1]
        return misfire.drawn if misfire.event == "minor trouble" else f"{self.event.who}'s goggles steam up"

    def _thing(self) -> str:
        marshal = "Marshal " if self.event.kind.startswith("marshal") else ""
        return f"{marshal}{self.event.whom}" if self.event.whom else self.event.kind.removesuffix(" in the way")

    def _facing(self) -> str:
        return f" {FACING} {self.event.value}" if self.event.rule == "HC2" else ""

    def _stopped(self) -> str:
        return "stopped" if "stopped" in self.event.how else "passes"

    def _shots(self) -> int:
        return self.among.shots

    def _save_rule(self) -> str:
        return "SV2" if "soft cover" in self.event.how else self.event.rule

    def _sides(self) -> str:
        chargers, defenders = self._die().classes.split(" v ")
        return f"{chargers} {'die' if chargers == '1' else 'dice'} of the chargers against {defenders}"

    def _lost(self) -> str:
        return str(self.event.value).split("-")[0]

    def _fallen(self) -> str:
        return str(self.event.value).split("-")[1]


def lot_words(draw: Draw) -> str:
    """`by lot, 2 of 3`."""
    return f"by lot, {draw.result} of {draw.classes.removeprefix('lot ')}"
