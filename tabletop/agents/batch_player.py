"""An agent in a batch of games: asked for many games at once, or by separate copies, one for each game.

Axes: B games, k rows of them, A actions.
"""

import pickle
import time
from collections.abc import Callable
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import (
    FAULTS,
    Actions,
    Agent,
    AgentError,
    Batched,
    ForeignCode,
    Keys,
    Masks,
    Records,
    Rows,
    Separate,
    ask,
    copy_for_game,
    fault,
    illegal,
    one_line_of,
    prepare,
)
from tabletop.agents.view import view_of
from tabletop.base.errors import brief
from tabletop.game.definition import Scenario
from tabletop.game.header import TEAMS


class BatchPlayer:
    """An agent that plays in a batch of games (`tabletop.env.batch.opponents.Opponent`); its answers are checked.

    If an agent has only `act`, a separate copy of it plays each game, reset once with `noise_seed`: so it plays as in a
    single game with the same seed (`tabletop.rate.matches.single.play`), and may keep any state during a game.

    An agent that isn't built in is shown only copies: what it writes to them changes no game and no rule.

    Attributes:
      agent, scenario: as given.
      seconds: thinking time so far: CPU time of a bot in a separate process, otherwise elapsed time. Without the first
        time that it was asked, when code is compiled or loaded.
      timed_decisions: number of the decisions that took this time.
    """

    def __init__(self, agent: Agent, scenario: Scenario, tolerant: bool = False) -> None:
        """Prepare the agent for the scenario.

        Args:
          agent: to be asked.
          scenario: what is played.
          tolerant: a bot in a separate process that fails here is started again for each game, and loses those for
            which it isn't ready.

        Raises:
          ValueError: it can't play the scenario.
          AgentError: its code failed.
        """
        self.agent, self.scenario = agent, scenario
        try:
            self._shown = prepare(agent, scenario)
        except (ValueError, AgentError):
            if not (tolerant and isinstance(agent, Separate)):
                raise
            self._shown = scenario
        self._trusted = self._shown is scenario
        self._players: dict[tuple[int, int], Agent] = {}  # by row and team
        self.seconds, self.timed_decisions = 0.0, 0
        self._asked_before = False

    def begin(self, rows: Rows) -> None:
        """Note that in these rows (int64[k]) a game begins, or one continues that the agent hasn't seen so far.

        Raises:
          AgentError: a fault in the code of an agent that is asked for several games at once.
        """
        if isinstance(self.agent, Batched):
            self._call(self.agent.begin, rows if self._trusted else rows.copy())
        for row in rows if self._players else ():
            for team in range(TEAMS):
                self.end(int(row), team)

    def end(self, row: int, team: int, score: float | None = None, ending: str = "") -> None:
        """Note that the agent's game in a row is over, with its score, if known: its copy is no longer needed."""
        player = self._players.pop((row, team), None)
        if isinstance(player, Separate):
            player.end(score, ending)

    def close(self) -> None:
        """End the agent's processes, if it is in separate ones; when it is asked again, it starts others."""
        for agent in (*self._players.values(), self.agent):
            if isinstance(agent, Separate):
                agent.close()

    def memory(self) -> bytes:
        """Return the state of the agent, or of its copies, in the running games.

        Raises:
          AgentError: what a copy keeps can't be pickled; the agent's `kept` fails, or returns no bytes.
        """
        if isinstance(self.agent, Batched):
            kept = self._call(self.agent.kept)
            if not isinstance(kept, bytes):
                raise fault(self.agent, TypeError(f"`kept` returned {brief(kept)}, no bytes"))
            return kept
        try:
            # Only attributes: the class of a bot from a file is a different object in each process.
            return pickle.dumps({place: player.__dict__ for place, player in self._players.items()})
        except Exception as error:
            words = one_line_of(error)
            raise AgentError(f"{self.agent.name}: what it keeps in a game can't be pickled: {words}") from error

    def remember(self, memory: bytes) -> None:
        """Continue the running games from this result of `memory`; they are in the same rows.

        Raises:
          AgentError: the agent's `restore` fails.
        """
        if isinstance(self.agent, Batched):
            self._call(self.agent.restore, memory)
            return
        self._players = {}
        for place, attributes in pickle.loads(memory).items():
            self._players[place] = player = copy(self.agent)
            player.__dict__ = attributes

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`); AgentError: a fault in code or answer."""
        for error in self.answer(worlds, games, rows, masks, actions, keys).values():
            raise error

    def answer(
        self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys
    ) -> dict[int, AgentError]:
        """Fill the actions of the rows, and return the faults by row: those rows have no valid action.

        Raises:
          AgentError: a fault in the code of an agent that was asked for several games at once: it affects all of them.
        """
        if len(rows) == 0:
            return {}
        start, cpu_seconds = time.perf_counter(), 0.0
        if isinstance(self.agent, Batched):
            faults = self._together(worlds, games, rows, masks, actions, keys)
        else:
            faults = {}
            for row in rows.tolist():
                try:
                    actions[row] = self._ask(games[row : row + 1], masks[row], row)
                except AgentError as error:
                    faults[row] = error
                player = self._players.get((row, int(games["decider"][row])))
                if isinstance(player, Separate):
                    cpu_seconds += player.last_used
        if self._asked_before:
            self.seconds += cpu_seconds if isinstance(self.agent, Separate) else time.perf_counter() - start
            self.timed_decisions += len(rows)
        self._asked_before = True
        return faults

    def _together(
        self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys
    ) -> dict[int, AgentError]:
        """Ask an agent that decides for many games at once."""
        assert isinstance(self.agent, Batched)
        arguments: tuple[Any, ...] = (worlds, games, rows, masks, actions, keys)
        if not self._trusted:
            copies = (rows.copy(), masks.copy(), actions.copy(), keys.copy())
            arguments = (self._shown.world.copy(), _without_seeds(games, rows), *copies)
        self._call(self.agent.decide, *arguments)
        answers = arguments[4][rows]
        actions[rows] = answers
        in_range = np.clip(answers, 0, masks.shape[1] - 1)
        wrong = np.flatnonzero((answers != in_range) | (masks[rows, in_range] == 0))
        return {
            row: illegal(self.agent, self.scenario, games[row : row + 1], int(actions[row]))
            for row in rows[wrong].tolist()
        }

    def _call(self, method: Callable[..., Any], *arguments: Any) -> Any:
        """Call a method of the agent; AgentError: its code failed."""
        try:
            with ForeignCode():
                return method(*arguments)
        except FAULTS as error:
            raise fault(self.agent, error) from error

    def _ask(self, games: Records, mask: NDArray[np.int8], row: int) -> int:
        key = row, int(games["decider"][0])
        if key not in self._players:
            self._players[key] = copy_for_game(self.agent, int(games["dice"]["seed"][0]), key[1])
        return ask(self._players[key], view_of(self._shown, games, mask), mask)


def batch_player(agent: Agent, scenario: Scenario) -> BatchPlayer:
    """Return an agent as a player in a batch of games; errors as there.

    If an agent that is prepared can `play` on by itself, so can its player: a
    `tabletop.env.batch.opponents.CompiledOpponent`.
    """
    player = BatchPlayer(agent, scenario)
    if isinstance(agent, Batched) and hasattr(agent, "play"):
        player.play = agent.play  # type: ignore[attr-defined]
    return player


def _without_seeds(games: Records, rows: Rows) -> Records:
    """Return the games as a `View` has them: a copy of these rows only, without the seeds of the future dice."""
    copies = np.zeros_like(games)
    copies[rows] = games[rows]
    copies["dice"]["seed"] = 0
    return copies
