"""A game that is being played: whose decision it is, what is taken back, what is told; what its players are shown."""

import dataclasses
import secrets
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from tabletop.agents.base import Agent, AgentError, prepare
from tabletop.commands.player import Player
from tabletop.game import Game
from tabletop.header import NONE
from tabletop.records import GameRecord, Recorder
from tabletop.server.advice import Adviser
from tabletop.server.store import Store, Stored, StoreError, new_game
from tabletop.thoughts import Tried, read_tried, write_tried
from tabletop.web.frames import Frames

PERSON = "person"
SLOWEST = 10.0  # seconds, of the pace


class Refused(ValueError):  # noqa: N818  the message was understood, what it asks for can't be done
    """What a client has asked for isn't allowed now; one line says why."""


class Have(NamedTuple):
    """What a client has of a game: frames, and entries of their two tables, of an epoch."""

    epoch: int
    frames: int = 0
    symbols: int = 0
    strings: int = 0


class LiveGame:
    """A game as the server plays it; every method is called by one thread at a time.

    Attributes:
      id: its name in addresses.
      begun: what it was begun with.
      scenario: what is played.
      number: decisions taken so far.
      epoch: grows when decisions are taken back: frames that somebody has don't hold any more.
      frames: the game's beginning and each decision as the board shows it (`tabletop.web.frames`).
      trouble: an agent's fault, which has stopped the game; empty: none.
      paused: no agent decides until it goes on; for games without people.
      successor: id of the game that its players play next; empty: none yet.
      review: its costliest decisions (`rows`); while they are looked for, which share of that is done; None: nobody has
        asked.
    """

    def __init__(self, stored: Stored, scenario: Any, make: Callable[[str], Agent], store: Store) -> None:
        """Play a stored game up to where it stands.

        Args:
          stored: the game.
          scenario: its scenario.
          make: makes an agent from its name.
          store: where it is kept.

        Raises:
          ValueError: no such agent, or it can't play the scenario; the game doesn't come out as it was kept.
          AgentError: an agent's code failed.
        """
        self.id, self.begun, self.keys = stored.id, stored.begun, stored.keys
        self.scenario, self.store, self.definition = scenario, store, scenario.game
        self.words = self.definition.page_words()
        self.closed, self.taken_back, self.successor = stored.closed, stored.taken_back, stored.successor
        self.epoch, self.trouble, self.paused, self.pace = secrets.randbelow(2**31), "", False, stored.begun.pace
        self.review: list[dict[str, Any]] | float | None = None
        self.agents: dict[int, Agent] = {}
        for team, name in enumerate(self.begun.players):
            if name != PERSON:
                self.agents[team] = make(name)
                prepare(self.agents[team], scenario)
        self._adviser = Adviser(scenario, make)
        self._auto: dict[int, tuple[int, ...]] = {}  # team and the stage that an agent plays for it
        self.frames: list[dict[str, Any]] = []
        self._maker = Frames(scenario)
        self._marks: list[Any] = []  # behind each frame
        self.deciders: list[int] = []  # of each decision taken
        self._replay([(action, read_tried(tried)) for action, tried in stored.decisions])

    def _replay(self, decisions: list[tuple[str, tuple[Tried, ...]]]) -> None:
        """Begin anew and take these actions, each with what was tried; what was told of them already is kept."""
        begun = self.begun
        game = Game(self.scenario, seed=begun.seed, start=begun.start or None)
        self.recorder = Recorder(game, self.scenario, begun.seed, *begun.players, start=begun.start)
        self.players = {team: Player(agent, begun.seed, team) for team, agent in self.agents.items()}
        self.deciders = []
        del self.frames[len(decisions) + 1 :]
        del self._marks[len(decisions) + 1 :]
        if self._marks:
            self._maker.back(self._marks[-1])
        self._show()
        self._look()
        for action, tried in decisions:
            self._take(action, tried=tried)

    @property
    def game(self) -> Game[Any]:
        """The game as it stands."""
        return self.recorder.game

    @property
    def number(self) -> int:
        """Decisions taken so far."""
        return len(self.recorder.lines)

    @property
    def over(self) -> bool:
        """Whether nothing more can be played: it has ended, or somebody has given it up."""
        return self.game.over or bool(self.closed)

    @property
    def persons(self) -> list[int]:
        """The teams that people play."""
        return [team for team, name in enumerate(self.begun.players) if name == PERSON]

    # Playing.

    def decides(self) -> str:
        """Who is to decide: an agent's name, or empty: a person, or nobody any more."""
        if self.over or self.trouble:
            return ""
        team = self.game.decider
        if team in self.agents:
            return self.begun.players[team]
        return self._adviser.helper if team in self._auto else ""

    def act(self, team: int, number: int, action: str) -> None:
        """Take a person's action; Refused: it isn't its decision, or the rules don't allow it."""
        self._check_turn(team, number)
        if team in self._auto:
            raise Refused("your decisions are being taken for you; stop that first")
        if action not in self.game.legal_actions():
            try:
                self.game.clone(seed=0).step(action)  # says why not
            except ValueError as error:
                raise Refused(str(error)) from None
        self._step(action)

    def agent_acts(self) -> None:
        """Let the agent whose decision it is take it; a fault of its code stops the game and is told."""
        team = self.game.decider
        thoughts: list[Any] = []
        try:
            if team in self.agents:
                action = self.players[team].answer()
                thoughts = self.players[team].thoughts()
            else:
                action = self._adviser.decide(self.game)
        except AgentError as error:
            self._auto.pop(team, None)
            if team in self.agents:
                self.trouble = str(error)
            return
        try:
            self._step(self.game.table.name(action, team), thoughts)
        except Refused as error:
            self.trouble = str(error)

    def pause(self, paused: bool) -> None:
        """Let the agents wait, or go on; Refused: people play, for whom a game waits anyway."""
        if self.persons:
            raise Refused("only a game between bots can be paused")
        self.paused = paused

    def one_decision(self, number: int) -> None:
        """Let the agent whose decision it is take this one, in a paused game."""
        if not self.paused or number != self.number:
            raise Refused("the game isn't paused, or has gone on since")
        if self.decides():
            self.agent_acts()

    def play_on(self, team: int, number: int) -> None:
        """Let an agent decide for a person up to the end of the stage: the set-up, or the phase."""
        self._check_turn(team, number)
        self._auto[team] = self._stage()

    def stop(self, team: int) -> None:
        """Let nobody decide for a person any more."""
        self._auto.pop(team, None)

    def take_back(self, teams: list[int], number: int) -> None:
        """Take back all decisions since the last one of these teams, and this one; Refused: not in this game."""
        if not self.begun.practice:
            raise Refused("decisions are taken back only in practice games")
        if self.closed:
            raise Refused("the game was given up")
        if number != self.number:
            raise Refused("the game has gone on since")
        own = [k for k, team in enumerate(self.deciders) if team in teams]
        if not own:
            raise Refused("there is no decision of yours to take back")
        self._keep(partial(self.store.take_back, self.id, own[-1], self.taken_back + 1))
        self.taken_back += 1
        self.successor = ""  # the game goes on, and ends once more
        self._back_to(own[-1])

    def _back_to(self, number: int) -> None:
        self._auto.clear()
        self.trouble, self.epoch = "", self.epoch + 1
        self._forget()
        self._replay([(line.action, line.tried) for line in self.recorder.lines[:number]])

    def _keep(self, write: Callable[[], None]) -> None:
        """Change the file; Refused: it can't be written."""
        try:
            write()
        except StoreError as error:
            raise Refused(f"{error}; nothing was done") from None

    def give_up(self, team: int) -> None:
        """End the game without an ending of the rules."""
        if self.over:
            raise Refused("the game is over")
        self._keep(partial(self.store.give_up, self.id, self.definition.teams[team]))
        self.closed = self.definition.teams[team]
        self._forget()

    def play_again(self, swapped: bool) -> None:
        """Begin another game of the same kind for the same players, once: who asks later gets to the same game.

        Args:
          swapped: each plays the other side. Who holds a key holds the same player's key in the new game.

        Raises:
          Refused: the game isn't over, or another one can't be kept.
        """
        if not self.over:
            raise Refused("another game is begun when this one is over")
        if self.successor:
            return
        players, keys = self.begun.players, self.keys
        if swapped:
            players, keys = (players[1], players[0]), (keys[1], keys[0])
        begun = dataclasses.replace(self.begun, seed=secrets.randbelow(2**64), players=players, pace=self.pace)
        stored = new_game(begun, keys)
        self._keep(partial(self.store.add, stored, self.id))
        self.successor = stored.id

    def _check_turn(self, team: int, number: int) -> None:
        if self.over:
            raise Refused("the game is over")
        if number != self.number:
            raise Refused("the game has gone on since")
        if team != self.game.decider or team in self.agents:
            raise Refused("it is not your decision")

    def _step(self, action: str, thoughts: Iterable[Any] = ()) -> None:
        number = self.number + 1
        self._take(action, thoughts)
        outcome = self.game.outcome()
        ending = "" if outcome is None else self.definition.summary(self.scenario, self.game.games)
        tried = write_tried(self.recorder.lines[-1].tried)
        try:
            self._keep(partial(self.store.step, self.id, number, action, ending, tried))
        except Refused:  # the file has it no more than the players
            self._back_to(number - 1)
            raise

    def _take(self, action: str, thoughts: Iterable[Any] = (), tried: tuple[Tried, ...] = ()) -> None:
        team = self.game.decider
        self.recorder.step(action, thoughts, tried)
        self.deciders.append(team)
        self._forget()
        self._show()
        self._look()

    def _show(self) -> None:
        if len(self.frames) <= self.number:
            self.frames.append(self._maker.add(self.game))
            self._marks.append(self._maker.mark())

    def _forget(self) -> None:
        self._adviser.forget()
        self.review = None
        for team in [team for team, stage in self._auto.items() if self.over or stage != self._stage()]:
            del self._auto[team]

    def _look(self) -> None:
        if not self.game.over and self.game.decider in self.players:
            view = self.definition.view(self.scenario, self.game.games, self.game.legal_mask())
            self.players[self.game.decider].see(view)

    def _stage(self) -> tuple[int, ...]:
        return tuple(self.definition.play_words().stage(self.game.record))

    # What is asked.

    def odds(self, action: str, number: int) -> dict[str, Any]:
        """The odds of a legal action."""
        if number != self.number or self.over:
            raise Refused("the game has gone on since")
        if action not in self.game.legal_actions():
            raise Refused("no legal action")
        return self._adviser.odds(self.game, action)

    def hint(self, team: int, number: int) -> dict[str, Any]:
        """What a strong agent would do, and why."""
        self._check_turn(team, number)
        try:
            return self._adviser.hint(self.game)
        except (AgentError, ValueError) as error:
            raise Refused(str(error)) from None

    def why_not(self, team: int, number: int, who: str, target: str) -> str:
        """Why a click on something means no action of a person."""
        self._check_turn(team, number)
        return self.words.why_not(self.game, who, target)

    # What is shown.

    def state(self, teams: list[int], have: "Have") -> dict[str, Any]:
        """The game for someone who decides for these teams, as plain data; nothing of it tells dice to come.

        Args:
          teams: for whom the client may decide.
          have: what it has of the game.
        """
        if have.epoch != self.epoch or have.frames > len(self.frames):
            have = Have(self.epoch)
        game = self.game
        mine = game.decider in teams and not self.over and game.decider not in self.agents
        choices = self.words.choices(game) if mine and game.decider not in self._auto else []
        return {
            "type": "state",
            "number": self.number,
            "epoch": self.epoch,
            "from": have.frames,
            "frames": self.frames[have.frames :],
            "tried": [self._tried(number) for number in range(have.frames, len(self.frames))],
            **self._maker.news_since(have.symbols, have.strings),
            "lately": self._maker.lately(),
            "summary": self.definition.summary(self.scenario, game.games),
            "turn": game.turn,
            "decision": game.decision,
            "question": self.words.question(game),
            "helping": self.words.helping(game),
            "decider": game.decider,
            "thinking": self.decides(),
            "yours": teams,
            "choices": [dataclasses.asdict(choice) for choice in choices],
            "over": self.over,
            "winner": int(game.record.winner) if game.over else NONE,
            "closed": self.closed,
            "trouble": self.trouble,
            "paused": self.paused,
            "successor": self.successor,
            "takenBack": self.taken_back,
            "canTakeBack": self.begun.practice and not self.closed and any(t in teams for t in self.deciders),
            "pace": self.pace,
            "review": self.review,
        }

    def _tried(self, number: int) -> list[list[Any]]:
        """What was tried before decision `number`: action, play-outs or chance, expected result. It tells no dice."""
        tried = self.recorder.lines[number - 1].tried if number else ()
        return [[candidate.action, candidate.words, candidate.value] for candidate in tried]

    def about(self) -> dict[str, Any]:
        """What doesn't change in the game."""
        title = getattr(self.scenario, "title", "") or self.scenario.name
        return {
            "type": "about",
            "game": self.id,
            "title": title,
            "scenario": self.begun.scenario,
            "teams": [team.capitalize() for team in self.definition.teams],
            "players": list(self.begun.players),
            "practice": self.begun.practice,
            "again": self._wish(),
            "sheet": self._maker.sheet(),
            "aims": [self.words.aim(self.scenario, team) for team in (0, 1)],
            "topics": {key: dataclasses.asdict(topic) for key, topic in self.words.topics(self.scenario).items()},
        }

    def _wish(self) -> dict[str, Any]:
        """What another game like this one is asked for by (`Offers.game_start`)."""
        lesson, begun = self.words.lesson(), self.begun
        if lesson is not None and (begun.scenario, begun.start) == (lesson.scenario.name, lesson.start):
            return {"lesson": True}
        request = {"scenario": begun.scenario, "players": list(begun.players), "practice": begun.practice}
        return request | ({"start": begun.start} if begun.start else {})

    def record(self) -> GameRecord:
        """The game's record; Refused while it runs: a record names the seed of the dice to come."""
        if not self.over:
            raise Refused("the record is given out when the game is over: it names the seed of the dice")
        record = self.recorder.record()
        return dataclasses.replace(record, players=(self._played(0), self._played(1)))

    def _played(self, team: int) -> str:
        name = self.begun.players[team]
        if name != PERSON or not self.begun.practice:
            return name
        times = {0: "nothing taken back", 1: "taken back once"}.get(self.taken_back)
        return f"{name} (practice: {times or f'taken back {self.taken_back} times'})"
