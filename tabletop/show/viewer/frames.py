"""The frames of a game as plain data for the browser: each says what is new against the one before.

What comes again and again, shapes and words, is in two tables and is sent once; frames hold its number. In the browser
`static/film.js` makes whole frames of this (it says what each field is), and `static/board.js` draws them.
"""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from tabletop.game.definition import Scenario
from tabletop.game.draws import Draw
from tabletop.game.events import CHOSEN
from tabletop.play.game import Game
from tabletop.play.search_log import Tried
from tabletop.show.drawing.scale_bar import scale_bar
from tabletop.show.drawing.shapes import Item, Shape, box
from tabletop.show.drawing.svg import fragment
from tabletop.show.drawing.themes import AS_DRAWN, FIELD, PAPER, Tones
from tabletop.show.drawing.things import ITSELF, NOBODY, Aim, Moment, Scene, Thing
from tabletop.show.showing import showing_of
from tabletop.show.story import DECISION, PHASE, TURN, StoryEntry

FORMAT = 1
LATELY = 20  # parts, and acts of each
WEIGHTY = "out", "take", "lose", "score"  # kinds of moments that are told before all else


class Lately(NamedTuple):
    """What a side did in a row.

    Attributes:
      team: the side; NOBODY: it is no side's doing, such as a turn's beginning.
      weighty: what weighs most of it, such as who is out, in a few words each.
      acts: all of it, a line an act.
    """

    team: int
    weighty: list[str]
    acts: list[str]


class Table:
    """Values by number: each is kept once.

    Attributes:
      values: all of them.
    """

    def __init__(self, tones: Tones = AS_DRAWN) -> None:
        self.values: list[str] = []
        self._tones = tones
        self._numbers: dict[Any, int] = {}

    def number(self, value: str) -> int:
        """The number of a text."""
        return self._numbered(value, value)

    def shapes(self, items: tuple[Item, ...]) -> int:
        """The number of shapes, kept as SVG."""
        if items not in self._numbers:
            self._numbers[items] = self.number(fragment(items, self._tones))
        return self._numbers[items]

    def _numbered(self, key: Any, value: str) -> int:
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


class Frames:
    """Makes the frames of one game, in order.

    Args:
      scenario: what is played.
      theme: how the board looks, one of `tabletop.show.drawing.themes.THEMES`.

    Attributes:
      scenario: what is played.
      height: of the sheet, as the highest frame so far needs it.
    """

    def __init__(self, scenario: Scenario, theme: str = FIELD) -> None:
        self.scenario = scenario
        self._scenes = showing_of(scenario.game).scenes(scenario, theme=theme)
        self._teller = showing_of(scenario.game).storyteller(scenario)
        self._words = showing_of(scenario.game).play_words()
        self._weights = scenario.game.value_weights(scenario)
        self._sheet = self._scenes.sheet()
        self.height = self._sheet.height
        self._symbols, self._strings = Table(self._sheet.tones), Table()
        self._sent = 0, 0
        self._things: dict[str, list[Any]] = {}
        self._text: list[str] = []
        self._sides: dict[str, int] = {}
        self._stories: list[tuple[list[StoryEntry], list[str]]] = []  # of each frame, and what weighs most in it
        self._before: Any = None

    def sheet(self) -> dict[str, Any]:
        """What stays the same through the game, for `Board`."""
        sheet = self._sheet
        middle = sheet.width / 2, sheet.most_height / 2
        # A board that doesn't follow the page's colours brings its paper along.
        paper = () if sheet.tones.dark else (Shape(box(middle, *middle), PAPER),)
        return {
            "width": _round(sheet.width),
            "height": _round(self.height),
            "ground": fragment((*paper, *sheet.ground, *scale_bar(sheet)), sheet.tones),
            "labels": fragment(sheet.labels, sheet.tones),
            "places": [
                [
                    place.name,
                    place.title,
                    *map(_round, place.at),
                    " ".join(f"{x:.1f},{y:.1f}" for x, y in place.corners),
                ]
                for place in sheet.places
            ],
            "sides": self._sides,
            "colours": list(sheet.colours),
            "long": sheet.is_long,
            "legend": [[name, fragment(items, sheet.tones)] for name, items in sheet.legend],
            **({"measure": [_round(sheet.measure.unit), sheet.measure.name]} if sheet.measure else {}),
        }

    def add(self, game: Game[Any], odds: Iterable[str] = (), tried: Iterable[Tried] = ()) -> dict[str, Any]:
        """The frame of a game as it is now: its position, and what the last step was and led to.

        Args:
          game: the game.
          odds: names of legal actions whose odds the frame says.
          tried: legal actions that the agent to decide has tried in its head.
        """
        scene = self._scenes.scene(game.games)
        self.height = max(self.height, scene.height)
        events, draws = game.events, game.draws
        over: Sequence[Thing] = ()
        before = self._before
        first = before is None
        if not first:
            over = self._scenes.happened(before, events, draws)
        self._before = game.games.copy()
        # Games without events may not know what happened.
        story = self._teller.tell(events, draws, game.turn) if first or events else []
        moments = () if first else self._scenes.moments(before, events)
        weighty = dict.fromkeys(moment.words for moment in moments if moment.kind in WEIGHTY and moment.words)
        self._stories.append((story, list(weighty)))
        word = self._strings.number
        frame: dict[str, Any] = {
            "turn": game.turn,
            "words": [word(scene.turn), *map(word, scene.teams), word(scene.decision)],
            "things": self._moved(scene),
            "text": self._spliced(game.position().split(" ")),
            "told": self._told(draws),
        }
        if over:
            frame["over"] = {thing.key: self._row(thing) for thing in over}
        if moments:
            frame["moments"] = [self._moment(moment) for moment in moments]
        if ways := {key: word(" ".join(way)) for key, way in self._scenes.walked(events).items() if len(way) > 2}:
            frame["walked"] = ways
        if scene.height > self._sheet.height:
            frame["height"] = _round(scene.height)
        if events and events[0].kind == CHOSEN:
            frame["by"] = game.definition.teams.index(events[0].who)
            frame["action"] = word(str(events[0].value))
        if not game.over:
            frame["decider"] = game.decider
            frame.update(self._legal(game))
            if odds_lines := {word(name): lines for name in odds if (lines := self._odds(game, name))}:
                frame["odds"] = odds_lines
            if weighed := [
                [word(candidate.action), candidate.visits or candidate.weight, candidate.value] for candidate in tried
            ]:
                frame["tried"] = weighed
        if game.definition.value_title:
            frame["value"] = round(self._value(game), 3)
        return frame

    def _legal(self, game: Game[Any]) -> dict[str, Any]:
        """The legal actions, each with its aim if it has one: `c5 c4:1` goes to c5, past 1 thing in c4.

        `acting` says by whom so many of them are, one after the other; `lines` has aims that are lines: the points, the
        ghost and its scale.
        """
        names, word = game.legal_actions(), self._strings.number
        aims = self._scenes.aims(game.games, names)
        said: dict[str, Any] = {
            "legal": [
                [word(name), word(" ".join((aims[name].place, *map(":".join, aims[name].way))))]
                if name in aims and aims[name].place
                else word(name)
                for name in names
            ]
        }
        definition, scenario, team = game.definition, self.scenario, game.decider
        actors = [definition.actor_name(scenario, number, team) for number in game.legal_indices()]
        if any(actors):
            said["acting"] = [[word(who), len(list(alike))] for who, alike in groupby(actors)]
        if lines := {word(name): self._line(aim) for name, aim in aims.items() if aim.points}:
            said["lines"] = lines
        return said

    def _line(self, aim: Aim) -> list[Any]:
        points = [_round(number) for point in aim.points for number in point]
        return [points, self._symbols.shapes(aim.ghost), round(aim.scale, 3)] if aim.ghost else [points]

    def _odds(self, game: Game[Any], name: str) -> list[int]:
        """The odds of an action; nothing where no die is rolled."""
        lines = self._words.chances(game, name)
        return list(map(self._strings.number, map(str.strip, lines))) if len(lines) > 1 else []

    def _value(self, game: Game[Any]) -> float:
        """The expected result for team 0, -1 … 1."""
        value = np.zeros(1)
        rows = np.zeros(1, np.int64)
        planning, world = game.definition.planning_kernels, self.scenario.world
        planning.value_rows(world, game.games, rows, 0, self._weights, value)
        return float(value[0])

    def news(self) -> dict[str, Any]:
        """What the two tables have won since this was last asked for."""
        symbols, strings = self._sent
        self._sent = len(self._symbols.values), len(self._strings.values)
        return {"symbols": self._symbols.values[symbols:], "strings": self._strings.values[strings:]}

    def news_since(self, symbols: int, strings: int) -> dict[str, Any]:
        """The two tables without what somebody has of them already: so many symbols, so many strings."""
        return {"symbols": self._symbols.values[symbols:], "strings": self._strings.values[strings:]}

    def mark(self) -> Any:
        """What `back` goes back to: the frames up to here."""
        return self.height, self._things, self._text, self._before, len(self._stories)

    def back(self, mark: Any) -> None:
        """Forget the frames added since a mark was made; the tables keep what they have."""
        self.height, self._things, self._text, self._before, stories = mark
        del self._stories[stories:]

    def lately(self) -> list[Lately]:
        """What happened in this phase and the two before it, in the order of time; at most `LATELY` parts.

        The other side may have had both of those. Where a game has no phases, it is this turn and the one before. That
        they begin isn't said, but for what is drawn then. The set-up is told only while it lasts.
        """
        kinds = [{entry.kind for entry in story} for story, _ in self._stories]
        part, before = (PHASE, 2) if PHASE in set().union(*kinds) else (TURN, 1)
        begins = [n for n, seen in enumerate(kinds) if part in seen]
        start = begins[-before - 1] if len(begins) > before else 0
        plays = any(TURN in seen for seen in kinds)
        brief = showing_of(self.scenario.game).brief()
        parts: list[Lately] = []
        for frame, (story, weighty) in enumerate(self._stories[start:]):
            first = 0
            if start and not frame:  # what ended the phase before is in the same step
                first = next(number for number, entry in enumerate(story) if entry.kind in (TURN, PHASE))
            for number, entry in enumerate(story[first:], first):
                if (plays and not entry.turn) or (entry.kind == TURN and not entry.outcomes):
                    continue
                if not parts or entry.opens or entry.kind != DECISION:
                    team = self._team(entry)
                    if parts and parts[-1].team != team:
                        parts[-1].acts.extend(brief.flush())
                    if not parts or parts[-1].team != team:
                        parts.append(Lately(team, [], []))
                parts[-1].acts.extend(brief.flush() if entry.kind == PHASE else brief.add(entry))
                # It came of what is told first: who waited has done nothing.
                if weighty and (entry.brief or entry.outcomes or number == len(story) - 1):
                    parts[-1].weighty.extend(weighty)
                    weighty = []
        if parts:
            parts[-1].acts.extend(brief.flush())
        return [part._replace(acts=part.acts[-LATELY:]) for part in parts if part.acts][-LATELY:]

    def _team(self, entry: StoryEntry) -> int:
        """Whose act it is."""
        if entry.kind != DECISION:
            return NOBODY
        teams = [team.capitalize() for team in self.scenario.game.teams]
        return teams.index(entry.who) if entry.who in teams else self._sides.get(entry.who, NOBODY)

    def _row(self, thing: Thing) -> list[Any]:
        words = self._strings.number
        row = [thing.layer, self._symbols.shapes(thing.shapes), _round(thing.at[0]), _round(thing.at[1])]
        row += [round(thing.scale, 3), words(thing.title), words(" ".join(thing.places) or thing.place)]
        if thing.motion is not None:
            way = [_round(number) for point in thing.motion.way for number in point]
            motion = [thing.motion.kind, thing.motion.beat, way, thing.motion.colour, int(thing.motion.splash)]
            return [*row, thing.means, motion]
        return row if thing.means == ITSELF else [*row, thing.means]

    def _moment(self, moment: Moment) -> list[Any]:
        at = list(map(_round, moment.at)) if moment.at else None
        return [moment.kind, moment.beat, self._strings.number(moment.words), at, moment.team]

    def _moved(self, scene: Scene) -> dict[str, list[Any] | None]:
        """Things that are new or otherwise than before; None: it has gone."""
        self._sides.update((thing.key, thing.side) for thing in scene.things if thing.side != NOBODY)
        rows = {thing.key: self._row(thing) for thing in scene.things}
        changed: dict[str, list[Any] | None] = {key: row for key, row in rows.items() if self._things.get(key) != row}
        changed.update((key, None) for key in self._things if key not in rows)
        self._things = rows
        return changed

    def _spliced(self, text: list[str]) -> list[list[Any]]:
        """The words of the position's text that change: from the last place to the first, where, how many, which."""
        matcher = SequenceMatcher(None, self._text, text, autojunk=False)
        parts = [
            [start, end - start, *text[first:last]]
            for kind, start, end, first, last in matcher.get_opcodes()
            if kind != "equal"
        ]
        self._text = text
        return parts[::-1]

    def _told(self, draws: Sequence[Draw]) -> list[list[Any]]:
        """Of the latest step: kind, head, whether there was no choice; the lines, each with its die's face or 0."""
        word = self._strings.number
        rows = []
        for entry in self._stories[-1][0]:
            lines = [[word(line), _face(draws, entry.dice.get(number))] for number, line in enumerate(entry.lines)]
            rows.append([entry.kind, word(entry.head), int(entry.forced), lines])
        return rows


def _face(draws: Sequence[Draw], number: int | None) -> int:
    """What a d6 shows; 0: it is another draw, or none."""
    if number is None or len(draws[number].classes) != 6 or not draws[number].classes.isdigit():
        return 0
    return int(draws[number].result)  # type: ignore[arg-type]


def _round(value: float) -> float:
    """One decimal; whole numbers without."""
    short = round(value, 1)
    return int(short) if short == int(short) else short
