"""A game against an agent by plain data, for language models and other programs: states, actions by name, refusals.

Everything that goes out is JSON: text, whole numbers, lists, dicts. An action is given by its name; a name that is
written a little differently is understood, as in the terminal. What the rules don't allow is refused with the reason,
and nothing changes.
"""

from difflib import get_close_matches
from typing import Any

from tabletop.agents.base import AgentError, prepare
from tabletop.agents.registry import make
from tabletop.agents.view import view_of
from tabletop.base.errors import one_line
from tabletop.front.commands.action_list import SHOWN, AnswerError, fitting
from tabletop.front.commands.player import Player
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.illegal import illegal_words
from tabletop.play.game import Game
from tabletop.play.odds import TooManyWaysError, outcomes
from tabletop.play.records import Recorder
from tabletop.show.showing import showing_of
from tabletop.show.watched import step_taken

LONGEST = 200  # letters of an action's name that are read
MOST_WAYS = 5000  # for the dice to fall, of odds
MOST_ROWS = 40  # results that odds list; the others are summed up


def read_action(text: Any, game: Game[Any]) -> str:
    """Return the name of the action that a text means in a game that isn't over; AnswerError: none, or several."""
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        raise AnswerError("an action is given by its name, such as the ones in `legal`")
    legal, text = game.legal_actions(), text.strip().strip("`'\"").strip()
    if text in legal:
        return text
    words, every = showing_of(game.definition).play_words(), game.table.names(game.decider)
    for names in (legal, every):
        fits = fitting(words.spelled(text).lower().split(), names, words)
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise AnswerError(f"{text!r} could be {', '.join(fits[:SHOWN])}{', …' * (len(fits) > SHOWN)}")
    near = get_close_matches(text, every, SHOWN) or legal[:SHOWN]
    raise AnswerError(f"{text!r} is no action; actions are {', '.join(near)} …")


def why_refused(text: Any, game: Game[Any]) -> str:
    """Say why a text is no action that can be taken now; empty: it is one."""
    try:
        name = read_action(text, game)
    except AnswerError as error:
        return one_line(str(error))
    index = game.table.index(name, game.decider)
    return "" if game.legal_mask()[index] else illegal_words(game.scenario, game.games, index)


class Door:
    """One game against an agent.

    Attributes:
      scenario, opponent, team, seed: as given.
      game: the game in its current state.
      refused: how many actions have been refused so far.
    """

    def __init__(self, scenario: Scenario, opponent: str, team: int = 0, seed: int = 0, name: str = "model") -> None:
        """Begin a game; the opponent plays on until the other team decides.

        Args:
          scenario: what is played.
          opponent: an agent's name.
          team: that is played here, 0 or 1.
          seed: of the dice.
          name: who plays here, in the record.

        Raises:
          ValueError: there is no such agent, team or seed, or the agent can't play this scenario.
          AgentError: the agent's code failed.
        """
        if team not in (0, 1):
            raise ValueError(f"team {team}: 0 or 1")
        self.scenario, self.opponent, self.team, self.seed = scenario, opponent, team, seed
        self.refused = 0
        definition: GameDefinition[Any] = scenario.game
        self._showing = showing_of(definition)
        agent = make(opponent, definition)
        self._shown = prepare(agent, scenario)
        self._player = Player(agent, seed, 1 - team)
        names = (name, opponent) if team == 0 else (opponent, name)
        self._recorder = Recorder(Game(scenario, seed=seed), scenario, seed, *names)
        self._teller = self._showing.storyteller(scenario)
        self._told = [entry.text() for entry in self._teller.tell(self.game.events, self.game.draws, self.game.turn)]
        self._go_on()

    @property
    def game(self) -> Game[Any]:
        """The game in its current state."""
        return self._recorder.game

    @property
    def record(self) -> str:
        """The game so far as a record (docs/formats.md)."""
        return self._recorder.record().write()

    def state(self, legal: bool = True, board: bool = False) -> dict[str, Any]:
        """Return the game as it is now.

        Args:
          legal: list the names of the legal actions.
          board: draw the board as text.
        """
        game, teams = self.game, self.game.definition.teams
        outcome = game.outcome()
        state: dict[str, Any] = {
            "game": game.definition.title,
            "scenario": self.scenario.name,
            "you": teams[self.team],
            "against": self.opponent,
            "turn": game.turn,
            "decision": game.decision,
            "decisions": len(self._recorder.lines),
            "refused": self.refused,
            "position": game.position(),
            "over": outcome is not None,
        }
        if outcome is not None:
            state["result"] = "drawn" if outcome.winner < 0 else "won" if outcome.winner == self.team else "lost"
            state["ending"] = outcome.ending
        if legal:
            state["legal"] = game.legal_actions()
        if board:
            state["board"] = self._showing.draw_text(self.scenario, game.games, colour=False)
        return state

    def act(self, action: Any, **shown: bool) -> dict[str, Any]:
        """Take an action, then let the opponent play until this team decides again.

        Args:
          action: its name.
          shown: as of `state`.

        Returns:
          `accepted`; if it was, `action`, as it is spelled, and `happened`, what came of it and of the opponent's
          actions, in words; else `why`; and the `state`.
        """
        why = "the game is over" if self.game.over else why_refused(action, self.game)
        if why:
            self.refused += 1
            return {"accepted": False, "why": why, "state": self.state(**shown)}
        name = read_action(action, self.game)
        self._take(name)
        self._go_on()
        return {"accepted": True, "action": name, "happened": self.news(), "state": self.state(**shown)}

    def news(self) -> list[str]:
        """Return what has happened since it was last told, in words; it is told once."""
        told, self._told = self._told, []
        return told

    def odds(self, action: Any) -> dict[str, Any]:
        """Return every result of a legal action, with its exact probability, or `why` there is none."""
        if why := "the game is over" if self.game.over else why_refused(action, self.game):
            return {"why": why}
        name = read_action(action, self.game)
        try:
            results = outcomes(self.game, name, MOST_WAYS)
        except TooManyWaysError as error:
            return {"action": name, "why": one_line(str(error))}
        rows = [{"probability": str(each.probability), "position": each.position} for each in results[:MOST_ROWS]]
        rest = sum(each.probability for each in results[MOST_ROWS:])
        return {"action": name, "results": rows} | ({"others": str(rest)} if rest else {})

    def help(self) -> str:
        """Return what is played, how it is won, and how actions are written, in a few lines."""
        definition, words = self.game.definition, self._showing.play_words()
        page = self._showing.page_words()
        aim = f"{page.aim(self.scenario, self.team)} {page.changes(self.scenario)}".strip()
        team = definition.teams[self.team]
        return f"{definition.title}, {self.scenario.name}. You play {team}. To win: {aim}\nActions: {words.EXAMPLES}"

    def _take(self, action: int | str, thoughts: Any = ()) -> None:
        self._recorder.step(action, thoughts)
        step = step_taken(self.game, self._teller, len(self._recorder.lines))
        self._told += [entry.text() for entry in step.story]

    def _go_on(self) -> None:
        while not self.game.over and self.game.decider != self.team:
            self._player.see(view_of(self._shown, self.game.games, self.game.legal_mask()))
            try:
                action = self._player.answer()
            except AgentError as error:
                raise AgentError(f"{self.opponent}: {one_line(str(error))}") from None
            self._take(action, self._player.thoughts())
