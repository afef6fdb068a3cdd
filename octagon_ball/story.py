"""A match in words: what the rules have noted, a sentence an event (`tabletop.show.story`)."""

from collections.abc import Sequence
from itertools import product

from octagon_ball.actions import LETTERS, TEAMS
from octagon_ball.rules import events
from octagon_ball.rules.passes import MARKED, interception_classes, need_of
from octagon_ball.rules.state import GOALIE, STRIDE
from octagon_ball.scenario import Scenario
from octagon_ball.scenes import ending_line, nth_goal
from tabletop.game.draws import Draw
from tabletop.game.events import CHOSEN, GAME_OVER, TURN_BEGAN, Event
from tabletop.show.story import DECISION, END, TURN, StoryEntry, Storyteller

# By kind of event; `{how}` is what else holds, behind a comma, `{less}` what a die counts less than it shows, `{dice}`
# what the dice of the two count, `{way}` a direction.
SENTENCES = {
    events.ORDER_DRAWN: "{who} kicks off",
    events.DEPLOYED: "{who} stands in {place}{how}",
    events.KICKED_OFF: "kick-off: the ball lies in {place}",
    events.STOOD_UP: "{who} stands up",
    events.GOAL: "{who} scores its {nth}",
    events.MOVED: "{who} runs {way} to {place}{how}",
    events.CARRIED_IN: "{who} carries the ball from {start} over the line",
    events.PICKED_UP: "{who} picks up the ball in {place}",
    events.PASSED: "{who} passes {way} from {start}",
    events.WENT_FAR: "the pass goes {value} squares",
    events.ROLLED: "the ball goes from {start} to {place}",
    events.REBOUNDED: "it rebounds in {place}, and goes on {way}",
    events.RECEIVED: "{who} receives the ball in {place}",
    events.CAME_LOOSE: "the ball lies loose in {place}",
    events.TRIES: "{who} tries to intercept in {place}",
    events.LETS_PASS: "{who} lets the ball pass",
    events.MISSED: "{who} misses it{how}",
    events.REACHED: "{who} reaches it{how}",
    events.CONTESTED: "several have {value}, the highest, so nobody has it",
    events.INTERCEPTED: "{who} intercepts the ball of {whom} in {place}",
    events.TACKLED: "{who} tackles {whom}{less}",
    events.WON: "{who} wins against {whom}{dice}",
    events.TAKEN: "{who} takes the ball from {whom}",
    events.SPILT: "{who} knocks the ball out of the hands of {whom}: it lies in {place}",
    events.LEVEL: "{who} and {whom} have the same score{dice}",
    events.FAILED: "{who} fails against {whom}{dice}",
    events.KNOCKED: "the ball is knocked free, {way}",
    events.DROPPED: "the ball drops in {place}",
    events.JOSTLED: "{who} jostles {whom}{less}",
    events.FELLED: "{who} pushes {whom} to the ground{dice}",
    events.HELD: "{whom} holds its ground against {who}",
    events.FOUL: "{who} fouls: the turn is over",
}
WAYS = {"N": "north", "NE": "north-east", "E": "east", "SE": "south-east"}
WAYS |= {"S": "south", "SW": "south-west", "W": "west", "NW": "north-west"}
# By what a die is for; `{who}` rolls `{result}`.
DICE = {
    "distance": "{who} rolls {result} for the distance (PA1)",
    "tackle": "{who} rolls {result} to tackle (TA2)",
    "knock": "{result} is rolled for the distance (TA5)",
    "jostle": "{who} rolls {result} to jostle (JO3)",
    "place": "by lot the square of {who}: {result} (DE3)",
    "spider": "by lot the way that the ball goes: {result} (SP1)",
}
RULES_OF_ENDS = {"time": "MA1", "goals": "MA2"}
LESS = "{} less on its roll"
LESSENED = tuple(events.KINDS[number - 1].name for number in (events.TACKLED, events.JOSTLED))  # rolls, by their event
FORCED = events.KINDS[events.FORCED - 1].name
_BY_NAME = {events.KINDS[number - 1].name: text for number, text in SENTENCES.items()}


class OctagonStoryteller(Storyteller):
    """Tells matches in sentences."""

    OPENING = (*Storyteller.OPENING, FORCED)

    def __init__(self, scenario: Scenario) -> None:
        """Tell matches of this scenario."""
        super().__init__(scenario)
        self._turns = scenario.turns
        self._draws: Sequence[Draw] = ()  # of the step that is told
        self._less = 0  # taken from the roll of the tackle or jostle told last
        self._goals = 0  # of the team that has scored last
        self._contest = ""  # rule of the tackle or jostle told last: of a draw alone, read from a text, it isn't known

    def tell(self, events: Sequence[Event], draws: Sequence[Draw], turn: int) -> list[StoryEntry]:
        """A decision and what followed, or a match's beginning (`Storyteller.tell`).

        The first line is the deed itself. The short form is that, and what came of it without the dice.
        """
        self._draws = draws
        story = super().tell(events, draws, turn)
        for entry in story:
            words = [words for number, words in enumerate(entry.outcomes) if number not in entry.dice]
            if entry.kind == DECISION and not entry.brief and words:
                # The first sentence is the deed itself, and begins with who does it; a match's beginning has none.
                if entry.who:
                    entry.head, entry.dice = entry.lines.pop(0), {line - 1: draw for line, draw in entry.dice.items()}
                entry.who, _, entry.brief = words.pop(0).partition(" ")
            entry.outcomes = words
        return story

    def words(self, event: Event) -> str:
        """An event as a sentence; empty: what follows says it."""
        if event.kind in LESSENED:
            self._contest, self._less = event.rule, int(event.value or 0)
        # The dice beside the sentence show what was rolled, before anything is taken from it.
        how = "".join(f", {word}: {LESS.format(MARKED)}" if word == "marked" else f", {word}" for word in event.how)
        less = f", {LESS.format(event.value)}" if event.kind in LESSENED and event.value else ""
        if event.kind == "goal":
            self._goals = int(event.value)
        if event.start and event.start == event.place:
            return ""  # the ball is where it was: that it is over the line, or loose, follows
        return _BY_NAME[event.kind].format(
            who=_name(event.who),
            whom=event.whom,
            start=event.start,
            place=event.place,
            value=event.value,
            how=how,
            less=less,
            way=WAYS.get(str(event.value), ""),
            nth=nth_goal(self._goals) if event.kind == "goal" else "",
            dice=self._dice(event),
        )

    def _dice(self, event: Event) -> str:
        """What a tackle's or a jostle's dice count, behind a comma; of events alone it isn't known."""
        rolled = self._draws[max(0, event.drawn - 2) : event.drawn]
        if [draw.purpose for draw in rolled] not in (["tackle", "resist"], ["jostle", "resist"]):
            return ""
        return f", {int(str(rolled[0].result)) - self._less} to {rolled[1].result}"

    def draw_words(self, draw: Draw) -> str:
        """A draw and what it needs, with its rule; what came of it follows."""
        if draw.purpose == "order":
            return f"by lot who kicks off: {TEAMS[int(str(draw.result)) - 1].capitalize()} (MA3)"
        if draw.purpose == "intercept":
            return f"{draw.subject} rolls {draw.result} to intercept{_needed(draw)}"
        if draw.purpose == "resist":
            return f"{draw.subject} rolls {draw.result} against it{f' ({self._contest})' if self._contest else ''}"
        result = str(draw.result)
        if draw.classes.startswith("lot "):
            result += f" of {draw.classes.removeprefix('lot ')}"
        return DICE[draw.purpose].format(who=draw.subject, result=result)

    def _entry(self, event: Event, turn: int) -> StoryEntry:
        who = _name(event.who)
        if event.kind in (CHOSEN, FORCED):
            brief = "ends its turn" if event.value == "done" else ""
            head = f"{who} {brief or event.value}"  # what is done takes its place
            return StoryEntry(DECISION, head, who, brief, forced=event.kind == FORCED, turn=turn)
        if event.kind == TURN_BEGAN:
            return StoryEntry(TURN, f"Turn {turn} of {self._turns} begins: {who}", turn=turn)
        if event.kind == GAME_OVER:
            ending = str(event.value)
            return StoryEntry(
                END, f"{ending_line(event.who, ending, self._goals)} ({RULES_OF_ENDS[ending]})", turn=turn
            )
        return super()._entry(event, turn)


def _needed(draw: Draw) -> str:
    """What an interception needs, behind a comma, with its rules (IN4 to IN6)."""
    who = STRIDE * LETTERS.index(draw.subject[0]) + int(draw.subject[1:]) - 1
    rule = "IN5" if who % STRIDE == GOALIE else "IN4"
    for distance, less, is_alone in product((0, 1), (0, MARKED), (True, False)):
        need = need_of(who, distance)
        if draw.classes == str(interception_classes(need, less, is_alone)):
            return f", needs {need}+ and counts {less} less ({rule}, IN6)" if less else f", needs {need}+ ({rule})"
    return f" ({rule})"  # of a draw alone, read from a text, it isn't known


def _name(who: str) -> str:
    """A figure's name as it is, a team's with a capital."""
    return who.capitalize() if who.islower() else who
