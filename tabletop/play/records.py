"""Game records: a game as text; playing it again must give the same game (docs/formats.md, "Game records")."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeAlias

from tabletop.base.errors import check_kind, one_line
from tabletop.base.files import read_text
from tabletop.game.definition import GameDefinition, Scenario, preset_name
from tabletop.game.draws import Draw, read_draw, write_draw
from tabletop.game.header import NONE, RUNNING
from tabletop.play.game import Game
from tabletop.play.reset_options import SEEDS, required_seed
from tabletop.play.search_log import Thought, Tried, Weighing, read_tried, tried_of, write_tried

MOST_BYTES = 16 << 20  # of a record's file
VERSION = 1
DRAWN = "draw"  # written for the winner if no team has won
START = "start"  # written for an action in line 0
RECORD_KEY = re.compile(r"([a-z][a-z0-9_-]*)-record: ")  # the beginning of any game's record
_LINE = re.compile(r"(\d+) ([^|#]*[^|# ])(?: \| ([^\s#](?:[^#]*[^\s#])?))?(?: # (\S.*))?")

Definition: TypeAlias = GameDefinition[Any]
Draws = tuple[Draw, ...]


class RecordError(ValueError):
    """A record that can't be read, or gives another game when replayed: one line, with the line's number."""


class Line(NamedTuple):
    """A decision: the action's name, the draws that followed, what the agent had tried before it, if it tells."""

    action: str
    draws: Draws = ()
    tried: tuple[Tried, ...] = ()

    def __str__(self) -> str:
        text = f"{self.action} | {' '.join(map(write_draw, self.draws))}" if self.draws else self.action
        return f"{text} # {write_tried(self.tried)}" if self.tried else text


class End(NamedTuple):
    """How a record ends.

    Attributes:
      over: winner and ending, for example `red:flag`; empty: the game is unfinished.
      turn: the turn in which it ended or was left.
      digest: of the game's final record (`Game.digest`).
    """

    over: str
    turn: int
    digest: str

    def __str__(self) -> str:
        over = f"over={self.over} " if self.over else ""
        return f"end {over}turn={self.turn} digest={self.digest}"

    @classmethod
    def read(cls, text: str, game: Definition) -> "End":
        """Read the last line of a game's record; ValueError: an explanation."""
        winners, endings = "|".join((*game.teams, DRAWN)), "|".join(filter(None, game.endings))
        parts = re.fullmatch(rf"end (?:over=((?:{winners}):(?:{endings})) )?turn=(\d+) digest=([0-9a-f]{{16}})", text)
        if parts is None:
            example = f"end over={game.teams[0]}:{endings.split('|')[0]} turn=9 digest="
            raise ValueError(f"cut off or changed: the last line is like '{example}' and 16 hex digits")
        return cls(parts[1] or "", int(parts[2]), parts[3])

    @classmethod
    def of(cls, game: Game[Any]) -> "End":
        """Return the end of a game as it is now."""
        record, names = game.record, game.definition
        over = ""
        if record.ending != RUNNING:
            winner = DRAWN if record.winner == NONE else names.teams[int(record.winner)]
            over = f"{winner}:{names.endings[int(record.ending)]}"
        return cls(over, game.turn, game.digest())


def format_versions(game: Definition) -> str:
    """Return the versions of the formats in which a game's records are written, as a line."""
    return ", ".join(f"{name} {number}" for name, number in game.formats.items())


@dataclass
class GameRecord:
    """A game: how it was set up, its decisions with their draws, its end.

    Attributes:
      definition: the game that was played.
      scenario: a preset's name; empty if `scenario_json` holds a whole scenario instead.
      seed: of the dice.
      players: who played team 0, who team 1.
      end: the last line.
      start: position in which the game began, empty for a new game.
      scenario_json: a scenario that is not a preset.
      opening: the draws of the start.
      lines: the decisions.
    """

    definition: Definition
    scenario: str
    seed: int
    players: tuple[str, str]
    end: End
    start: str = ""
    scenario_json: str = ""
    opening: Draws = ()
    lines: list[Line] = field(default_factory=list)

    def header(self) -> list[tuple[str, str]]:
        """Keys and values of the header, in order."""
        pairs = [(record_key(self.definition), str(VERSION)), ("versions", format_versions(self.definition))]
        if self.scenario_json:
            pairs.append(("scenario-json", self.scenario_json))
        else:
            pairs.append(("scenario", self.scenario))
        pairs += [("seed", str(self.seed)), *zip(self.definition.teams, self.players, strict=True)]
        return pairs + ([("start", self.start)] if self.start else [])

    def write(self) -> str:
        """Return the record as text; RecordError: a header value is empty or has several lines."""
        header = self.header()
        for key, value in header:
            if not isinstance(value, str) or not value or value != value.strip() or len(value.splitlines()) != 1:
                raise RecordError(f"{key}: '{one_line(value)}' is empty, padded, or more than a line")
        body = [f"{number} {line}" for number, line in enumerate([Line(START, self.opening), *self.lines])]
        return "\n".join([*(f"{key}: {value}" for key, value in header), "", *body, str(self.end), ""])

    def load_scenario(self) -> Scenario:
        """Return the scenario of the game; RecordError: there is no such scenario."""
        try:
            own = self.scenario_json
            scenario: Scenario = self.definition.from_json(own) if own else self.definition.load(self.scenario)
        except ValueError as error:
            raise RecordError(f"the header: {error}") from None
        return scenario

    @classmethod
    def read(cls, text: str, game: Definition) -> "GameRecord":
        """Read a record of a game without playing it.

        Raises:
          RecordError: with the number of the line in the text; or it is no text.
        """
        if not isinstance(text, str):
            raise RecordError(f"a record is a text, not {type(text).__name__}")
        return _Reader(text, game).read()

    @classmethod
    def load(cls, path: Path, game: Definition) -> "GameRecord":
        """Read a record's file; ValueError, RecordError: the file's name and what is wrong with it."""
        try:
            return cls.read(read_text(path, MOST_BYTES), game)
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from None
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    def line_number(self, number: int) -> int:
        """Return the line number of decision `number` in the text, counted from 1."""
        return len(self.header()) + 2 + number


def _refuse(number: int, words: str) -> NoReturn:
    raise RecordError(f"line {number}: {one_line(words, 500)}")


def record_key(game: Definition) -> str:
    """The key that a game's record begins with."""
    return f"{game.name}-record"


class _Reader:
    def __init__(self, text: str, game: Definition) -> None:
        self.lines = text.rstrip().splitlines()
        self.game = game
        self.key = record_key(game)
        self.needed = (self.key, "versions", "seed", *game.teams)
        self.known = (*self.needed, "scenario", "scenario-json", "start")

    def read(self) -> GameRecord:
        header = self.header()
        body = self.lines[len(header) + 1 :]
        first = len(header) + 2
        ends = [number for number, text in enumerate(body, 1) if text.startswith("end")]
        if not ends:
            _refuse(first + max(len(body) - 1, 0), "cut off: its last line, 'end …', is missing")
        if ends[0] < len(body):
            _refuse(first + ends[0], "something stands after the record's last line, 'end …'")
        lines = [self.line(first + index, index, text) for index, text in enumerate(body[:-1])]
        if not lines or lines[0].action != START:
            _refuse(first, f"the first line is '0 {START}' with its draws")
        try:
            end = End.read(body[-1], self.game)
        except ValueError as error:
            _refuse(first + len(body) - 1, str(error))
        return GameRecord(
            self.game,
            header.get("scenario", ""),
            int(header["seed"]),
            (header[self.game.teams[0]], header[self.game.teams[1]]),
            end,
            header.get("start", ""),
            header.get("scenario-json", ""),
            lines[0].draws,
            lines[1:],
        )

    def header(self) -> dict[str, str]:
        header: dict[str, str] = {}
        for number, text in enumerate(self.lines, 1):
            if not text:
                break
            if number == 1 and (key_match := RECORD_KEY.match(text)) and key_match[1] != self.game.name:
                _refuse(1, f"it is a record of the game {key_match[1]}, this is {self.game.name}")
            key, colon, value = text.partition(": ")
            if not colon or not value.strip():
                _refuse(number, "a header's line is 'key: value', and an empty line ends it")
            if key not in self.known or key in header:
                _refuse(number, f"the key '{key}' is {'repeated' if key in header else 'unknown'}")
            header[key] = value.strip()
            self.judge(number, key, header)
        end = len(header) + 1
        for key in self.needed:
            if key not in header:
                _refuse(end, f"the header lacks '{key}'")
        if ("scenario" in header) == ("scenario-json" in header):
            _refuse(end, "the header has either 'scenario' or 'scenario-json'")
        return header

    def judge(self, number: int, key: str, header: dict[str, str]) -> None:
        value = header[key]
        versions = format_versions(self.game)
        if (number == 1) != (key == self.key):
            _refuse(number, f"a record begins with '{self.key}: '")
        if key == self.key and value != str(VERSION):
            _refuse(number, f"records of version {value} are unknown here ({VERSION})")
        if key == "versions" and value != versions:
            _refuse(number, f"formats '{value}' are unknown here ({versions})")
        if key == "seed" and not (re.fullmatch("[0-9]{1,20}", value) and int(value) < SEEDS):
            _refuse(number, f"the seed is a number from 0 to {SEEDS - 1}")

    def line(self, number: int, index: int, text: str) -> Line:
        parts = _LINE.fullmatch(text)
        if parts is None:
            _refuse(number, "a line is a number and an action, after ' | ' its draws, after ' # ' what was tried")
        if parts[1] != str(index):
            _refuse(number, f"is numbered {parts[1]} where {index} follows")
        try:
            draws = tuple(read_draw(word, self.game) for word in (parts[3] or "").split())
            return Line(parts[2], draws, read_tried(parts[4] or ""))
        except ValueError as error:
            _refuse(number, str(error))


def replay(record: GameRecord) -> Iterator[tuple[str, str, Draws]]:
    """Play a record again, from its seed.

    Args:
      record: what to play.

    Yields:
      Each position reached, with the action and the draws that led there; the first one is the start, by `start`.

    Raises:
      RecordError: a draw, an action or the end differs from the record.
    """
    for game, action in replay_game(record):
        yield game.position(), action, game.draws


def replay_game(record: GameRecord) -> Iterator[tuple[Game[Any], str]]:
    """Like `replay`, but yield the game itself, one object that is played on, and the action that led there."""
    check_kind("record", record, GameRecord)
    game = _begin(record)
    _check_draws(record, 0, game)
    yield game, START
    for number, line in enumerate(record.lines, 1):
        if game.over:
            _differs(record, number, "the game is over before it")
        try:
            game.step(line.action)
        except ValueError as error:
            _differs(record, number, f"is refused: {error}")
        _check_draws(record, number, game)
        yield game, line.action
    end = End.of(game)
    for word, ours, theirs in zip(("ending", "turn", "digest"), end, record.end, strict=True):
        if ours != theirs:
            where = record.line_number(len(record.lines) + 1)
            _refuse(where, f"the {word} is {ours or 'open'}, in the record {theirs or 'open'}")


def _begin(record: GameRecord) -> Game[Any]:
    scenario = record.load_scenario()
    try:
        return Game(scenario, seed=record.seed, start=record.start or None)
    except ValueError as error:
        raise RecordError(f"the header: {error}") from None


class Recorder:
    """Records a game while it is played: call `step` here instead of on the game.

    Args:
      game: a game at its start, before its first step.
      scenario: the scenario that it is played by.
      seed: its seed.
      first: who plays team 0.
      second: who plays team 1.
      start: the position in which it began, if any.
    """

    def __init__(
        self, game: Game[Any], scenario: Scenario, seed: int, first: str, second: str, start: str = ""
    ) -> None:
        check_kind("game", game, Game)
        self.game = game
        definition = game.definition
        preset = preset_name(scenario)
        self._record = GameRecord(
            definition,
            preset,
            required_seed(seed),
            (first, second),
            End.of(game),
            start,
            "" if preset else scenario.to_json(),
            game.draws,
        )

    def step(
        self, action: str | int, thoughts: Iterable[Weighing | Thought] = (), tried: tuple[Tried, ...] = ()
    ) -> None:
        """Take an action, by name or index, and record it once the game has taken it.

        Args:
          action: a legal one.
          thoughts: the agent's thoughts before it, only of this game (`Thought`).
          tried: the content of these thoughts, if that is known instead.
        """
        name = action if isinstance(action, str) else self.game.table.name(action, self.game.decider)
        tried = tried or tried_of(thoughts, self.game)
        self.game.step(name)
        self._record.lines.append(Line(name, self.game.draws, tried))

    @property
    def lines(self) -> list[Line]:
        """The decisions so far."""
        return self._record.lines

    def record(self) -> GameRecord:
        """Return the record so far."""
        self._record.end = End.of(self.game)
        return self._record


def _check_draws(record: GameRecord, number: int, game: Game[Any]) -> None:
    ours = [write_draw(draw) for draw in game.draws]
    theirs = [write_draw(draw) for draw in (record.lines[number - 1].draws if number else record.opening)]
    if ours != theirs:
        at = next((i for i, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]), None)
        at = min(len(ours), len(theirs)) if at is None else at
        drawn, recorded = ([*texts, "nothing"][min(at, len(texts))] for texts in (ours, theirs))
        _differs(record, number, f"draw {at + 1} is {drawn}, in the record {recorded}")


def _differs(record: GameRecord, number: int, words: str) -> NoReturn:
    action = record.lines[number - 1].action if number else START
    _refuse(record.line_number(number), f"decision {number} ({action}): {words}")
