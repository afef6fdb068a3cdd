"""A game of a person against a bot: who decides, what is typed; where it is stored, and leaving it on a signal."""

import os
import shlex
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import typer

from tabletop.agents.base import AgentError, prepare
from tabletop.agents.registry import levels, make
from tabletop.agents.view import view_of
from tabletop.base.files import data_folder, is_stream, write_text
from tabletop.front.commands.action_list import ActionList, AnswerError
from tabletop.front.commands.files_of_commands import check_file
from tabletop.front.commands.player import PERSON, Player
from tabletop.front.commands.prompt import Prompt
from tabletop.front.commands.questions import Questions, command, plain
from tabletop.front.commands.screen import Screen, summary, take
from tabletop.front.commands.shell import Shell
from tabletop.play.game import Game, IllegalActionError
from tabletop.play.records import GameRecord, Recorder, RecordError, replay
from tabletop.show.showing import showing_of
from tabletop.show.watched import WatchedStep

MOST_LISTED = 20


class PersonLeft(KeyboardInterrupt):  # also while a bot decides: no fault of the bot
    """The person has left the game."""


def kept_folder(shell: Shell) -> Path:
    """Return the folder in which games are saved as they are played, and stay."""
    return data_folder(shell.kept_as) / "games"


def new_file(shell: Shell, seed: int) -> Path:
    """Return the path at which a new game is saved."""
    stem, suffix = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{seed}", shell.game.record_suffix
    names = (f"{stem}{tail}{suffix}" for tail in ("", *(f"-{k}" for k in range(2, 1000))))
    return next(path for path in map(kept_folder(shell).joinpath, names) if not path.exists())


def is_own(file: Path, record: GameRecord) -> bool:
    """Tell whether writing a game to a file loses no other one: it is new, or holds what the game was up to now."""
    if is_stream(file) or not file.exists() or file.stat().st_size == 0:
        return True
    with suppress(ValueError):  # what can't be read is something else
        old = GameRecord.load(file, record.definition)
        actions, old_actions = ([line.action for line in each.lines] for each in (record, old))
        return old.header() == record.header() and old_actions == actions[: len(old_actions)]
    return False


def check_own(file: Path, record: GameRecord) -> None:
    """Check that a game may be written to a file (`is_own`); ValueError: something else is in it; one line."""
    if not is_own(file, record):
        raise ValueError(f"{file} is there already, and something else than this game is in it: choose another name")


def saved_games(shell: Shell) -> list[str]:
    """Return the latest games in that folder, each with a command to show or continue it; unreadable ones left out."""
    lines = []
    paths = kept_folder(shell).glob(f"*{shell.game.record_suffix}")
    for path in sorted(paths, key=lambda path: -path.stat().st_mtime)[:MOST_LISTED]:
        with suppress(ValueError, OSError):
            record = GameRecord.load(path, shell.game)
            players, turn = " against ".join(record.players), record.end.turn
            date = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
            words = f"{date}  {players}, {record.scenario or 'a scenario of its own'}, turn {turn}"
            words += f", over: {record.end.over}" if record.end.over else ""
            lines.append(f"{words}\n  {shell.program} {_next(record)} {shlex.quote(str(path))}")
    return lines


def _next(record: GameRecord) -> str:
    """Return the command for a game: to look at it if it is over, otherwise to continue it."""
    return "view" if record.end.over else "play --resume"


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Leave the game, which is then saved, if the terminal is closed or the process is asked to end."""

    def leave(number: int, frame: Any) -> None:
        raise PersonLeft

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    try:
        before = {name: signal.signal(getattr(signal, name), leave) for name in names}
    except ValueError:  # not in the main thread, which receives no signals
        before = {}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


class PersonGame:
    """One game of a person against a bot.

    Args:
      shell: of the command.
      scenario: what is played.
      bot: its name in the registry.
      side: the person's team, 0 or 1.
      seed: of the dice.
      brief: one line for each act instead of every die.
      file: where the game is saved as it is played; None: a new file in the folder of games.

    Raises:
      ValueError: no such bot, or it can't play the scenario.
      AgentError: the bot's code failed.
    """

    def __init__(
        self,
        shell: Shell,
        scenario: Any,
        bot: str,
        side: int,
        seed: int,
        brief: bool = False,
        file: Path | None = None,
    ) -> None:
        self.shell, self.definition, self.words = shell, scenario.game, showing_of(scenario.game).play_words()
        self.scenario, self.side, self.seed = scenario, side, seed
        self.file, self._unkept = file or new_file(shell, seed), ""
        agent = make(bot, scenario.game)
        self._shown = prepare(agent, scenario)
        # The bot plays one side; a copy of it watches from the person's side, for hints. Where the bot is one of the
        # game's levels, which may be mistaken on purpose, the highest level watches.
        adviser = agent
        if bot in (known := levels(scenario.game)) and bot != known[-1]:
            prepare(adviser := make(known[-1], scenario.game), scenario)
        self.players = [Player(adviser if team == side else agent, seed, team) for team in (0, 1)]
        names = (PERSON, bot) if side == 0 else (bot, PERSON)
        self.recorder = Recorder(Game(scenario, seed=seed), scenario, seed, *names)
        self.names = names
        self.number = 0
        self.screen = Screen(scenario, brief, "never")
        self.list = ActionList(self.recorder.game, self.screen)
        told = "the bot" if adviser is agent else known[-1]
        self.questions = Questions(self.recorder.game, side, self.players[side], told, self.screen, self.list)
        self.prompt = Prompt(self.words.LEFT_OUT)
        self.teller = showing_of(self.definition).storyteller(scenario)
        self._draw = True  # the board must be drawn
        self._part = "phase" if len(self._stage()) > 1 else "turn"  # at whose beginning it must be
        self._auto: tuple[int, ...] | None = None  # stage that the bot plays for the person

    @property
    def game(self) -> Game:
        """The game in its current state."""
        return self.recorder.game

    def run(self) -> None:
        """Play until the game is over or the person leaves; AgentError: the bot failed, and the game is saved."""
        own, rival = (self.definition.teams[team].capitalize() for team in (self.side, 1 - self.side))
        self.say(f"You are {own}, {self.names[1 - self.side]} is {rival}. Seed {self.seed}. 'help' says what to type.")
        words = showing_of(self.definition).page_words()
        self.say(plain(f"To win: {words.aim(self.scenario, self.side)} {words.changes(self.scenario)}".rstrip()))
        if self.number == 0:
            story = self.teller.tell(self.game.events, self.game.draws, self.game.turn)
            set_up_note = self.words.unplayed_set_up(self.scenario)
            if set_up_note and self.game.turn:
                self.say(set_up_note)
                story = [entry for entry in story if entry.turn]
            self._show(WatchedStep(0, 0, self.game.position(), story))
        try:
            with stopped_by_signals():
                while not self.game.over:
                    self.look()
                    self.step(self._next())
        except AgentError:
            self.screen.close()
            self.leave()
            raise
        except (EOFError, KeyboardInterrupt) as reason:
            self.screen.close()
            if not isinstance(reason, PersonLeft):
                typer.echo("")
            self.leave()
            return
        self.screen.close()
        self.say("\n" + self.screen.board(self.game.position()))
        self.say(summary(self.game.position(), self.scenario, self.names, self.number))
        if self.keep():
            program, file = self.shell.program, shlex.quote(str(self.file))
            typer.echo(f"{self.file}: saved; {program} view {file} shows it")
            typer.echo(f"{program} review {file} says which decisions cost most")
            typer.echo(f"{program} luck {file} says what choices and dice have done")

    def look(self) -> None:
        """Show the open decision to the player of its side; once per decision."""
        view = view_of(self._shown, self.game.games, self.game.legal_mask())
        self.players[self.game.decider].see(view)

    def _next(self) -> int | str:
        """Return the next action: the bot's, or the person's."""
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
        """Take an action and describe it."""
        thoughts = self.players[self.game.decider].thoughts() if self.game.decider != self.side else []
        step = take(self.recorder, self.teller, action, self.number + 1, thoughts)
        self.number = step.number
        self._draw |= any(entry.kind == self._part for entry in step.story)
        self._show(step)

    def _show(self, step: WatchedStep) -> None:
        """Show a step; if the person decides next, the phase is left out, because the board that follows shows it."""
        story = step.story
        if story and story[-1].kind == "phase" and self.game.decider == self.side:
            story = story[:-1]
        if story:
            self.screen.show(step._replace(story=story))

    def _plays_on(self) -> bool:
        if self._auto is not None and self._auto != self._stage():
            self._auto = None
        return self._auto is not None

    def _stage(self) -> tuple[int, ...]:
        return self.words.stage(self.game.record)

    def ask(self) -> str:
        """Return the person's next action."""
        self.keep()
        legal = self.game.legal_actions()
        self.say(self.list.table(self._draw))
        self._draw = False
        while True:
            answer = self.prompt.ask(legal)
            try:
                action = self.answer(answer)
            except (AnswerError, IllegalActionError, AgentError) as error:
                typer.echo(str(error))
                continue
            if action:
                return action

    def answer(self, text: str) -> str:
        """Return an action's name for what was typed; empty if it was another command, which has then been carried out.

        Errors are those of `Questions.answer`.
        """
        word, rest = command(text)
        if word == "save":
            if rest.endswith("/"):
                raise AnswerError(f"{rest} is a folder: name a file in it")
            self.save(Path(os.path.expanduser(rest)) if rest else self.file)  # no shell reads this line
            return ""
        if word in ("quit", "exit", "q") and not rest:
            raise PersonLeft
        if word == "auto" and not rest:
            name = self.questions.advice()
            self._auto = self._stage()
            return name
        told = self.questions.answer(text)
        if told is None:
            return self.questions.action(text)
        self.say(told)
        return ""

    def save(self, file: Path) -> None:
        """Write the record to a file; AnswerError: it can't be written, or something else is in it."""
        try:
            check_file(file)
            record, has_folder = self.recorder.record(), file.parent.is_dir()
            check_own(file, record)
            write_text(file, record.write())
        except (OSError, ValueError) as error:
            raise AnswerError(f"not saved: {error}") from None
        typer.echo(f"{file}: saved{'' if has_folder else ', in a new folder'}")

    def keep(self) -> bool:
        """Save the game in its current state: in its file, or, if that can't be written, in the folder of games.

        It can't either if another process has put another game there, or has gone on with this one differently. If a
        file can't be written, this is reported once; False: neither can.
        """
        if not self.number:
            return True
        record = self.recorder.record()
        text = record.write()
        try:
            if not is_own(self.file, record):
                raise FileExistsError(f"another process has changed {self.file}")
            write_text(self.file, text)
        except OSError as error:
            if self._unkept != str(error):
                typer.echo(f"not saved: {error}", err=True)
            self._unkept = str(error)
            if self.file.parent == kept_folder(self.shell) and not isinstance(error, FileExistsError):
                return False
            self.file = new_file(self.shell, self.seed)
            return self.keep()
        return True

    def leave(self) -> None:
        """Save the game, if anything was played, and say how to continue."""
        if self.number == 0:
            typer.echo("left; nothing was played")
            return
        if not self.keep():
            raise OSError(f"the game isn't saved: {self._unkept}")
        typer.echo(f"{self.file}: saved")
        typer.echo(f"go on with: {self.shell.program} play --resume {shlex.quote(str(self.file))}")

    def say(self, text: str) -> None:
        """Print, in colour where that is possible."""
        for line in text.splitlines() or [""]:
            typer.echo(self.screen.painted(line))


def reopened(shell: Shell, path: Path, brief: bool, file: Path) -> PersonGame:
    """Return a saved game, to be continued.

    Raises:
      ValueError: the record can't be read, isn't of a person against a bot, is of a game that is over, or replaying it
        gives another game.
      AgentError: the bot's code failed.
    """
    record = GameRecord.load(path, shell.game)
    names = record.players
    if (names[0] == PERSON) == (names[1] == PERSON):
        raise RecordError(f"{path}: {names[0]} against {names[1]}: no game of a {PERSON} against a bot")
    if record.start:
        raise RecordError(f"{path}: the game began in a position of its own; only whole games can be gone on with")
    try:
        for _ in replay(record):  # an error in the record is reported with its line
            pass
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    scenario = record.load_scenario()
    side = names.index(PERSON)
    game = PersonGame(shell, scenario, names[1 - side], side, record.seed, brief, file)
    for line in record.lines:
        game.look()
        game.recorder.step(line.action, tried=line.tried)
    game.number = len(record.lines)
    if game.game.over:
        raise ValueError(f"{path}: the game is over: {shell.program} replay {path} shows it")
    return game
