"""A game that is being played: whose decision it is, what is taken back, what a player may ask about it."""

import dataclasses
import secrets
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from tabletop.agents.base import Agent, AgentError, prepare
from tabletop.agents.view import view_of
from tabletop.front.commands.player import PERSON, Player
from tabletop.front.server.advice import Adviser
from tabletop.front.server.store import Store, StoreBusyError, Stored, StoreError, new_game
from tabletop.game.definition import Scenario
from tabletop.play.game import Game
from tabletop.play.records import Recorder
from tabletop.play.search_log import Tried, Weighing, read_tried, write_tried
from tabletop.show.drawing.themes import FIELD
from tabletop.show.showing import showing_of
from tabletop.show.viewer.frames import Frames

if TYPE_CHECKING:
    from tabletop.play.search_log import Thought

Review = list[dict[str, Any]] | float | str | None


class Refused(ValueError):  # noqa: N818  the message was understood, what it asks for can't be done
    """What a client has asked for isn't allowed now; one line says why."""


class NotSaved(Refused):
    """It can't be written to the file now; later perhaps it can."""


def check_pace(pace: Any) -> None:
    """Refuse, by `Refused`, what is no time between the decisions of agents: 0 to 10 seconds."""
    if isinstance(pace, bool) or not isinstance(pace, int | float) or not 0 <= pace <= 10:
        raise Refused("pace: 0 to 10 seconds are meant")


class LiveGame:
    """A game as the server plays it; every method is called by one thread at a time.

    Attributes:
      id: its name in addresses.
      begun: what it was begun with.
      scenario: what is played.
      number: decisions taken so far.
      epoch: grows when decisions are taken back: frames that somebody has don't hold any more.
      frames: the game's beginning and each decision as the board shows it (`tabletop.show.viewer.frames`).
      maker: has made these frames, and has the tables that they refer to.
      trouble: an agent's fault, which has stopped the game; empty: none.
      unsaved: why an agent's decision couldn't be saved, which is tried again; empty: all that is done is saved.
      paused: no agent decides until it goes on; for games without people.
      successor: id of the game that its players play next; empty: none yet.
      review: its costliest decisions (`rows`); while they are looked for, which share of that is done; why that failed,
        in words; None: nobody has asked.
    """

    def __init__(
        self, stored: Stored, scenario: Scenario, make: Callable[[str], Agent], store: Store, theme: str = FIELD
    ) -> None:
        """Play a stored game up to where it stands.

        Args:
          stored: the game.
          scenario: its scenario.
          make: makes an agent from its name.
          store: where it is kept.
          theme: how its board looks.

        Raises:
          ValueError: no such agent, or it can't play the scenario; the game doesn't come out as it was kept.
          AgentError: an agent's code failed.
        """
        self.id = stored.id
        self.begun = stored.begun
        self.keys = stored.keys
        self.closed = stored.closed
        self.taken_back = stored.taken_back
        self.successor = stored.successor
        self.scenario = scenario
        self.definition = scenario.game
        self.words = showing_of(self.definition).page_words()
        self.store = store
        self.epoch = secrets.randbelow(2**31)
        self.trouble = self.unsaved = ""
        self.paused = False
        self.pace = stored.begun.pace
        self.review: Review = None
        self.agents: dict[int, Agent] = {}
        for team, name in enumerate(self.begun.players):
            if name != PERSON:
                self.agents[team] = make(name)
                prepare(self.agents[team], scenario)
        self._adviser = Adviser(scenario, make)
        self._auto: dict[int, tuple[int, ...]] = {}  # team and the stage that an agent plays for it
        self.frames: list[dict[str, Any]] = []
        self.maker = Frames(scenario, theme)
        self._marks: list[Any] = []  # behind each frame
        self.deciders: list[int] = []  # of each decision taken
        self._replay([(action, read_tried(tried)) for action, tried in stored.decisions])

    def _replay(self, decisions: list[tuple[str, tuple[Tried, ...]]]) -> None:
        """Begin anew and take these actions, each with what was tried; frames that are there already are kept."""
        begun = self.begun
        game = Game(self.scenario, seed=begun.seed, start=begun.start or None)
        self.recorder = Recorder(game, self.scenario, begun.seed, *begun.players, start=begun.start)
        self.players = {team: Player(agent, begun.seed, team) for team, agent in self.agents.items()}
        self.deciders = []
        del self.frames[len(decisions) + 1 :]
        del self._marks[len(decisions) + 1 :]
        if self._marks:
            self.maker.back(self._marks[-1])
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

    @property
    def person_decides(self) -> bool:
        """Whether a person is to decide, and lets no agent do it."""
        decider = self.game.decider
        return not self.over and decider not in self.agents and decider not in self._auto

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
        """Let the agent whose decision it is take it; a fault of its code stops the game and is reported.

        A decision that can't be saved is reported, too; then the agent is still to decide.
        """
        team = self.game.decider
        thoughts: list[Weighing | Thought] = []
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
        except NotSaved as error:
            self.unsaved = f"{error}; it is tried again" if team in self.agents else str(error)
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
        self._keep(partial(self.store.take_back, self.id, number, own[-1], self.taken_back + 1))
        self.taken_back += 1
        self.successor = ""  # the game goes on, and ends once more
        self._back_to(own[-1])

    def _back_to(self, number: int, seen: bool = True) -> None:
        self._auto.clear()
        self.trouble = ""
        self.epoch += seen
        self._forget()
        self._replay([(line.action, line.tried) for line in self.recorder.lines[:number]])

    def _keep(self, write: Callable[[], None]) -> None:
        """Change the file; Refused: it can't be written."""
        try:
            write()
            self.unsaved = ""
        except StoreBusyError as error:
            raise NotSaved(f"{error}; nothing was done") from None
        except StoreError as error:
            raise Refused(f"{error}; nothing was done") from None

    def give_up(self, team: int) -> None:
        """End the game without an ending of the rules."""
        if self.over:
            raise Refused("the game is over")
        self._keep(partial(self.store.give_up, self.id, self.number, self.taken_back, self.definition.teams[team]))
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

    def _step(self, action: str, thoughts: "Iterable[Weighing | Thought]" = ()) -> None:
        number = self.number + 1
        self._take(action, thoughts)
        outcome = self.game.outcome()
        ending = "" if outcome is None else showing_of(self.definition).summary(self.scenario, self.game.games)
        tried = write_tried(self.recorder.lines[-1].tried)
        try:
            self._keep(partial(self.store.step, self.id, number, self.taken_back, action, ending, tried))
        except Refused:  # the file has it no more than the players, who haven't seen it
            self._back_to(number - 1, seen=False)
            raise

    def _take(self, action: str, thoughts: "Iterable[Weighing | Thought]" = (), tried: tuple[Tried, ...] = ()) -> None:
        team = self.game.decider
        self.recorder.step(action, thoughts, tried)
        self.deciders.append(team)
        self._forget()
        self._show()
        self._look()

    def _show(self) -> None:
        if len(self.frames) <= self.number:
            self.frames.append(self.maker.add(self.game))
            self._marks.append(self.maker.mark())

    def _forget(self) -> None:
        self._adviser.forget()
        self.review = None
        for team in [team for team, stage in self._auto.items() if self.over or stage != self._stage()]:
            del self._auto[team]

    def _look(self) -> None:
        if not self.game.over and self.game.decider in self.players:
            view = view_of(self.scenario, self.game.games, self.game.legal_mask())
            self.players[self.game.decider].see(view)

    def _stage(self) -> tuple[int, ...]:
        return tuple(showing_of(self.definition).play_words().stage(self.game.record))

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
