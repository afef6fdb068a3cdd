"""A game that is being played: whose decision it is, what is taken back, what a player may ask about it."""

import contextlib
import dataclasses
import secrets
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from tabletop.agents.base import Agent, AgentError, prepare
from tabletop.agents.view import view_of
from tabletop.front.commands.player import PERSON, Player
from tabletop.front.server.advice import Adviser
from tabletop.front.server.clock import Clock, Control
from tabletop.front.server.closing import DRAW, Closing
from tabletop.front.server.proposals import SWAPPED, WHEN_OVER, WHILE_PLAYED, Proposals
from tabletop.front.server.store import Next, Store, StoreBusyError, Stored, StoreError, new_game
from tabletop.game.definition import Scenario
from tabletop.play.game import Game
from tabletop.play.records import Recorder
from tabletop.play.search_log import Tried, Weighing, read_tried, write_tried
from tabletop.show.drawing.themes import FIELD
from tabletop.show.showing import showing_of
from tabletop.show.viewer.frames import Frames

if TYPE_CHECKING:
    from tabletop.play.search_log import Thought

Review = dict[str, Any] | str | None
HELPED = "helped"  # instead of what was tried before a decision: an agent took it for a person


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
      closing: how people have ended it before the rules did, if they have.
      names: that people have given themselves, of each team; empty: none.
      came: the teams for which somebody has been there, or has decided.
      clock: of two people; None: they have as much time as they like.
      proposals: what one of two people proposes to the other.
      review: its decisions, graded (`tabletop.front.server.reviewing`), complete or not yet; why that failed, in words;
        None: nobody has asked.
      helped: the decisions that an agent has taken for a person, by number.
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
        self.closing = Closing.read(stored.closed)
        self.names = stored.names
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
        self.proposals = Proposals()
        self.helped = {number for number, (_, tried) in enumerate(stored.decisions, 1) if tried == HELPED}
        self._replay([(action, read_tried("" if tried == HELPED else tried)) for action, tried in stored.decisions])
        self.came = set(stored.came) | {team for team in self.deciders if team in self.persons}
        self.clock: Clock | None = None
        if self.begun.clock:
            self.clock = Clock.read(Control.read(self.begun.clock), stored.clock, (self.game.decider, self._stage()))

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
        """Whether nothing more can be played: it has ended, or people have ended it."""
        return self.game.over or bool(self.closing)

    @property
    def persons(self) -> list[int]:
        """The teams that people play."""
        return [team for team, name in enumerate(self.begun.players) if name == PERSON]

    @property
    def person_decides(self) -> bool:
        """Whether a person is to decide, and lets no agent do it."""
        decider = self.game.decider
        return not self.over and decider not in self.agents and decider not in self._auto

    def apart(self, teams: list[int]) -> bool:
        """Whether who decides for these teams plays against somebody at another place."""
        return len(teams) == 1 and len(self.persons) == 2

    # Playing.

    def decides(self) -> str:
        """Who is to decide: an agent's name, or empty: a person, or nobody any more."""
        if self.over or self.trouble:
            return ""
        team = self.game.decider
        if team in self.agents:
            return self.begun.players[team]
        return self._adviser.helper if team in self._auto else ""

    def act(self, team: int, number: int, action: str, asked: float | None = None) -> None:
        """Take a person's action.

        Args:
          team: whose.
          number: decisions taken before it.
          action: its name.
          asked: when it came in, by the store's time; None: now.

        Raises:
          Refused: it isn't its decision, its time has run out, or the rules don't allow it.
        """
        self._check_turn(team, number)
        if self.clock is not None and asked is not None and self.clock.at(asked)[team] <= 0:
            raise Refused("your time has run out")
        if team in self._auto:
            raise Refused("your decisions are being taken for you; stop that first")
        if action not in self.game.legal_actions():
            try:
                self.game.clone(seed=0).step(action)  # says why not
            except ValueError as error:
                raise Refused(str(error)) from None
        self._step(action, asked=asked)

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
            self._step(self.game.table.name(action, team), thoughts, helped=team not in self.agents)
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
        if self.apart(teams):
            raise Refused("propose it to the other player")
        self._take_back(teams, number)

    def _take_back(self, teams: list[int], number: int) -> None:
        if self.closing:
            raise Refused("the game was ended")
        if number != self.number:
            raise Refused("the game has gone on since")
        own = [k for k, team in enumerate(self.deciders) if team in teams]
        if not own:
            raise Refused("there is no decision of yours to take back")
        clock = self._timed()  # the time that was used stays so
        count = self.taken_back + 1
        then = Next(self.deciders[own[-1]], _text(clock))
        self._keep(partial(self.store.take_back, self.id, number, own[-1], count, then))
        self.taken_back = count
        self.successor = ""  # the game goes on, and ends once more
        self.clock = clock
        self._back_to(own[-1])
        self.clock = self._timed()
        with contextlib.suppress(Refused):  # of a move that begins anew
            self._note_people()

    def _back_to(self, number: int, seen: bool = True) -> None:
        self._auto.clear()
        self.trouble = ""
        self.epoch += seen
        self.helped = {each for each in self.helped if each <= number}
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
        self._close(Closing("gave up", self.definition.teams[team]))

    def _close(self, closing: Closing) -> None:
        clock = self.clock and self.clock.stopped(self.store.now())
        self._keep(
            partial(
                self.store.close_game, self.id, self.number, self.taken_back, closing.write(), Next(-1, _text(clock))
            )
        )
        self.closing, self.clock = closing, clock
        self._forget()

    # The people.

    def arrive(self, teams: list[int], name: str) -> None:
        """Note that somebody is there who decides for these teams; both have come: the clock begins to run.

        Args:
          teams: of people.
          name: of who decides for one team; empty: it stays as it was.
        """
        self.came |= set(teams)
        self.clock = self._timed()
        self._call(teams, name or self.names[teams[0]])
        with contextlib.suppress(Refused):  # it holds as long as the server runs
            self._note_people()

    def call(self, teams: list[int], name: str) -> None:
        """Let who decides for one team be called so; Refused: it decides for both, or that can't be kept."""
        if len(teams) != 1:
            raise Refused("a name is given to who plays one team")
        before = self.names
        self._call(teams, name)
        try:
            self._note_people()
        except Refused:
            self.names = before
            raise

    def _call(self, teams: list[int], name: str) -> None:
        if len(teams) == 1:
            self.names = (name, self.names[1]) if teams == [0] else (self.names[0], name)

    def _note_people(self) -> None:
        self._keep(partial(self.store.note_people, self.id, self.names, tuple(self.came), self._next(self.clock)))

    def _next(self, clock: Clock | None) -> Next:
        return Next(-1 if self.over else self.game.decider, _text(clock))

    def _timed(self, asked: float | None = None) -> Clock | None:
        """The clock from now on; `asked`: when what is done now came in."""
        if self.clock is None:
            return None
        now = self.store.now()
        if self.over or len(self.came) < 2:
            return self.clock.stopped(now)
        return self.clock.running(now if asked is None else asked, now, self.game.decider, self._stage())

    def time_left(self) -> float | None:
        """Seconds until the time of the team that decides has run out; None: no clock runs."""
        clock = self.clock
        team = None if clock is None else clock.runs()
        return None if clock is None or team is None else clock.at(self.store.now())[team]

    def run_out(self) -> None:
        """End the game if a team's time has run out."""
        left, team = self.time_left(), self.game.decider  # whose time it is
        if left is not None and left <= 0:
            self._close(Closing("time", self.definition.teams[team]))

    def propose(self, team: int, what: str, number: int) -> None:
        """Let a person propose something to the other one; where that one has proposed the same, it is done.

        Args:
          team: whose person.
          what: `draw`, `take back`; after the end `again`, `swapped`.
          number: decisions taken so far.

        Raises:
          Refused: not in this game, not now, or it can't be kept.
        """
        if len(self.persons) < 2:
            raise Refused("there is nobody to propose it to")
        if what not in (WHEN_OVER if self.over else WHILE_PLAYED):
            raise Refused("that can't be proposed now")
        if number != self.number:
            raise Refused("the game has gone on since")
        taker = 1 - team if self.proposals.open()[1 - team] == what else team
        if what == "take back" and taker not in self.deciders:
            raise Refused("there is no decision of yours to take back")
        try:
            agreed = self.proposals.make(team, what)
        except ValueError as error:
            raise Refused(str(error)) from None
        if not agreed:
            return
        if what == DRAW:
            self._close(Closing(DRAW))
        elif what == "take back":
            self._take_back([taker], number)
        else:
            self.play_again(what == SWAPPED)
            self.proposals.clear()

    def decline(self) -> None:
        """End what is proposed; Refused: nothing is."""
        if not self.proposals.end():
            raise Refused("nothing is proposed now")

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
        players, keys, names = self.begun.players, self.keys, self.names
        if swapped:
            players, keys, names = players[::-1], keys[::-1], names[::-1]
        begun = dataclasses.replace(self.begun, seed=secrets.randbelow(2**64), players=players, pace=self.pace)
        stored = new_game(begun, keys, names)
        self._keep(partial(self.store.add, stored, self.id))
        self.successor = stored.id

    def _check_turn(self, team: int, number: int) -> None:
        if self.over:
            raise Refused("the game is over")
        if number != self.number:
            raise Refused("the game has gone on since")
        if team != self.game.decider or team in self.agents:
            raise Refused("it is not your decision")

    def _step(
        self,
        action: str,
        thoughts: "Iterable[Weighing | Thought]" = (),
        asked: float | None = None,
        helped: bool = False,
    ) -> None:
        number = self.number + 1
        self._take(action, thoughts)
        outcome = self.game.outcome()
        ending = "" if outcome is None else showing_of(self.definition).summary(self.scenario, self.game.games)
        tried = HELPED if helped else write_tried(self.recorder.lines[-1].tried)
        clock = self._timed(asked)
        write = partial(self.store.step, self.id, number, self.taken_back, action, ending, tried, self._next(clock))
        try:
            self._keep(write)
        except Refused:  # the file has it no more than the players, who haven't seen it
            self._back_to(number - 1, seen=False)
            raise
        self.clock = clock
        if helped:
            self.helped.add(number)

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
        self.proposals.clear()
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


def _text(clock: Clock | None) -> str:
    return "" if clock is None else clock.write()
