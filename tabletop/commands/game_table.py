"""A person and a bot at one table: whose decision it is, what is typed, saving and going on."""

from pathlib import Path

import typer

from paintball_env.definition import PAINTBALL
from paintball_env.render.status import decision_line
from paintball_env.render.view import board_of, position_of
from paintball_env.scenario import Scenario
from paintball_env.story import Storyteller
from tabletop.agents.base import AgentError, prepare
from tabletop.agents.registry import make
from tabletop.commands.answers import AnswerError, matching
from tabletop.commands.chances import chances_of
from tabletop.commands.choices import listed, numbered
from tabletop.commands.player import Player
from tabletop.commands.screen import Screen, painted
from tabletop.commands.watching import Step, summary, take
from tabletop.game import Game, IllegalActionError
from tabletop.records import GameRecord, Recorder, RecordError, replay

PERSON = "person"
HELP = """You may type:
  a number of the list, or an action's words, shortened as you like: R3 move NE, r3 m ne, c4, done
  ? R3 shoot B2   the odds of an action        hint      what the bot would do in your place
  list            what you can do              board     the board again
  auto            the bot sets up for you, or plays your phase to its end
  save [FILE]     write the record             position  the position as a line of text
  help            this                         quit      save and leave
There is no undo: the dice are honest."""


class Left(Exception):  # noqa: N818  no error: the person leaves
    """The person has left the table."""


class Table:
    """One game of a person against a bot.

    Args:
      scenario: what is played.
      bot: its name in the registry.
      side: the person's team, 0 Red, 1 Blue.
      seed: of the dice.
      brief: a line a figure's act instead of every die.
      file: what the game is saved to when the person leaves; None: a new file here.

    Raises:
      ValueError: no such bot, or it can't play the scenario.
      AgentError: the bot's code failed.
    """

    def __init__(
        self, scenario: Scenario, bot: str, side: int, seed: int, brief: bool = False, file: Path | None = None
    ) -> None:
        self.scenario, self.side, self.seed, self.file = scenario, side, seed, file
        agent = make(bot, scenario.game)
        prepare(agent, scenario)
        # The bot plays one side; on the person's side a copy of it looks on, for hints.
        self.players = [Player(agent, seed, team) for team in (0, 1)]
        names = (PERSON, bot) if side == 0 else (bot, PERSON)
        self.recorder = Recorder(Game(scenario, seed=seed), scenario, seed, *names)
        self.names = names
        self.number = 0
        self.screen = Screen(scenario, brief, "never")
        self.teller = Storyteller(scenario)
        self._draw = True  # the board is due
        self._auto: tuple[int, int] | None = None  # phase that the bot plays for the person

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.recorder.game

    def run(self) -> None:
        """Play until the game is over or the person leaves; AgentError: the bot failed, and the game is saved."""
        you, other = ("Red", "Blue") if self.side == 0 else ("Blue", "Red")
        self.say(f"You are {you}, {self.names[1 - self.side]} is {other}. Seed {self.seed}. 'help' says what to type.")
        if self.number == 0:
            told = self.teller.opening(self.game.draws)
            if self.scenario.setup == "drawn" and self.game.turn:
                self.say("The set-up is drawn by lot (SN5).")
                told = [each for each in told if each.turn]
            self._show(Step(0, 0, self.game.position(), told))
        try:
            while not self.game.over:
                self.look()
                self.step(self._next())
        except AgentError:
            self.screen.close()
            self.leave()
            raise
        except (Left, EOFError, KeyboardInterrupt) as reason:
            self.screen.close()
            if not isinstance(reason, Left):
                typer.echo("")
            self.leave()
            return
        self.screen.close()
        self.say("\n" + self.screen.board(self.game.position()))
        self.say(summary(self.game.position(), self.scenario, self.names, self.number))
        if self.file is not None:
            self.save(self.file)

    def look(self) -> None:
        """Show the open decision to the player of its side; once a decision."""
        view = self.scenario.game.view(self.scenario, self.game.games, self.game.legal_mask())
        self.players[self.game.decider].see(view)

    def _next(self) -> int | str:
        """The next action: the bot's, or the person's."""
        if self.game.decider != self.side:
            return self.players[1 - self.side].answer()
        if self._plays_on():
            try:
                return self.players[self.side].answer()
            except AgentError as error:
                typer.echo(str(error))
                self._auto = None
        self.screen.close()
        return self.ask()

    def step(self, action: int | str) -> None:
        """Take an action and tell it."""
        step = take(self.recorder, self.teller, action, self.number + 1)
        self.number = step.number
        self._draw |= any(told.kind == "phase" for told in step.told)
        self._show(step)

    def _show(self, step: Step) -> None:
        """Show a step; the phase in which the person is asked next stands above the board that follows."""
        told = step.told
        if told and told[-1].kind == "phase" and self.game.decider == self.side:
            told = told[:-1]
        if told:
            self.screen.show(step._replace(told=told))

    def advice(self) -> str:
        """What the bot would do in the person's place; AgentError: its code failed."""
        return self.game.table.name(self.players[self.side].answer(), self.side)

    def _plays_on(self) -> bool:
        if self._auto is not None and self._auto != self._stage():
            self._auto = None
        return self._auto is not None

    def _stage(self) -> tuple[int, int]:
        return self.game.turn, int(self.game.record.phase)

    def ask(self) -> str:
        """The person's next action."""
        legal = self.game.legal_actions()
        found = position_of(self.scenario, self.game.games)
        if self._draw or self.screen.colour:
            self.say("\n" + self.screen.board(self.game.position()))
            self._draw = False
        else:
            self.say(decision_line(board_of(self.scenario), found))
        self.say(listed(self.scenario, found, legal))
        while True:
            answer = input("> ").strip()
            try:
                action = self.answer(answer, legal)
            except (AnswerError, IllegalActionError, AgentError) as error:
                typer.echo(str(error))
                continue
            if action:
                return action

    def answer(self, text: str, legal: list[str]) -> str:
        """What is typed: an action's name; empty where it was another word, which is then done.

        Raises:
          AnswerError: one line that says what can be typed.
          IllegalActionError: an action that the rules don't allow; one line that says why.
          AgentError: the bot's code failed where its advice was asked for.
        """
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        if text.startswith("?"):
            if not text[1:].strip():
                self.say(HELP)
            else:
                name = self.action(text[1:].strip(), legal)
                self.say("\n".join(chances_of(self.game, name)))
            return ""
        if word == "save":
            self.save(Path(rest) if rest else self.file or self._new_file())
            return ""
        if word in ("quit", "exit", "q") and not rest:
            raise Left
        if word == "auto" and not rest:
            name = self.advice()
            self._auto = self._stage()
            return name
        if rest or word not in ("help", "hint", "list", "board", "position", "undo"):
            return self.action(text, legal)
        if word == "undo":
            raise AnswerError("there is no undo: the dice are honest. 'save' keeps the game as it stands")
        found = position_of(self.scenario, self.game.games)
        self.say(
            {
                "help": lambda: HELP,
                "hint": lambda: f"the bot would: {self.advice()}",
                "list": lambda: listed(self.scenario, found, legal),
                "board": lambda: self.screen.board(self.game.position()),
                "position": self.game.position,
            }[word]()
        )
        return ""

    def action(self, text: str, legal: list[str]) -> str:
        """The legal action that is meant; AnswerError, IllegalActionError."""
        order = numbered(legal)
        if text.isdecimal():
            if not 1 <= int(text) <= len(order):
                raise AnswerError(f"{text}: the list runs from 1 to {len(order)} ('list' shows it)")
            return order[int(text) - 1]
        name = matching(text, legal, self.game.table.names(self.side), self._fault)
        if name not in legal:
            self.game.clone(seed=0).step(name)  # says why not
        return name

    def _fault(self, text: str) -> str:
        head, *rest = text.split()
        words = [head.upper() if head[0] in "rb" and head[1:].isdecimal() else head, *rest]
        if len(words) == 3 and words[1] in ("move", "rotate", "shoot", "suppress"):
            words[2] = words[2].upper()
        try:
            self.game.table.index(" ".join(words), self.side)
        except ValueError as error:
            fault = str(error).rpartition("': ")[2]
            return "" if fault == "unknown" else fault
        return ""

    def save(self, file: Path) -> None:
        """Write the record."""
        try:
            file.write_text(self.recorder.record().write(), encoding="utf-8")
        except OSError as error:
            raise AnswerError(f"not saved: {error}") from None
        typer.echo(f"{file}: saved")
        self.file = file

    def leave(self) -> None:
        """Save the game, if there is anything to save, and say how to go on."""
        if self.number == 0:
            typer.echo("left; nothing was played")
            return
        try:
            self.save(self.file or self._new_file())
        except AnswerError as error:
            raise OSError(str(error)) from None
        typer.echo(f"go on with: paintball play --resume {self.file}")

    def _new_file(self) -> Path:
        names = (f"paintball-{self.seed}{tail}.pbr" for tail in ("", *(f"-{k}" for k in range(2, 1000))))
        return next(path for path in map(Path, names) if not path.exists())

    def say(self, text: str) -> None:
        """Print, with colours where there are any."""
        for line in text.splitlines() or [""]:
            typer.echo(line if "\033" in line else painted(line, self.screen.colour))


def reopened(path: Path, brief: bool, file: Path) -> Table:
    """The table of a saved game.

    Raises:
      RecordError: the record can't be read, isn't one of a person against a bot, or doesn't come out the same.
      ValueError: the game is over.
      AgentError: the bot's code failed.
    """
    record = GameRecord.read(path.read_text(encoding="utf-8"), PAINTBALL)
    names = record.players
    if (names[0] == PERSON) == (names[1] == PERSON):
        raise RecordError(f"{path}: {names[0]} against {names[1]}: no game of a {PERSON} against a bot")
    if record.start:
        raise RecordError(f"{path}: the game began in a position of its own; only whole games can be gone on with")
    for _ in replay(record):  # a word of it that isn't true is told with its line
        pass
    scenario = Scenario.from_json(record.scenario_json) if record.scenario_json else Scenario.load(record.scenario)
    side = names.index(PERSON)
    table = Table(scenario, names[1 - side], side, record.seed, brief, file)
    for line in record.lines:
        table.look()
        table.recorder.step(line.action)
    table.number = len(record.lines)
    if table.game.over:
        raise ValueError(f"{path}: the game is over: paintball replay {path} shows it")
    return table


