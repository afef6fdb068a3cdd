"""A bot for one side of a game: it sees every decision of that side, once and in order, so it can remember them."""

from typing import Any

from tabletop.agents.base import Agent, AgentError, Batched, ask, copy_for_game

PERSON = "person"  # who plays a side that no bot plays, as games that are kept name it


class Player:
    """A bot for one side of one game, as in a match: reset once, with the match's noise.

    It is asked as late as possible. Decisions that it has missed until then, because a person made them or they come
    from a saved game, are first put to it in order, and these answers are ignored. So its answer depends only on the
    game, not on whether someone asked for a hint, or whether the game was left and continued.
    """

    def __init__(self, agent: Agent, seed: int, team: int) -> None:
        """Begin a game with a copy of a prepared agent; AgentError: its code failed."""
        self._player = copy_for_game(agent, seed, team)
        self._unseen: list[Any] = []
        self._answer: int | AgentError = AgentError(f"{agent.name}: hasn't seen a decision yet")

    def see(self, view: Any) -> None:
        """Register this decision of its side, which is open now."""
        self._unseen.append(view)

    def answer(self) -> int:
        """Return the index of its action in the latest decision it has seen; AgentError: its code failed there.

        A fault in an earlier decision, where its answer would be ignored, is ignored too.
        """
        if isinstance(self._player, Batched) and self._unseen:
            # Only one that plans must have seen what came before, and no more than this turn's.
            turns = [int(view.games["turn"][0]) for view in self._unseen]
            passed = turns.index(turns[-1]) if self._player.plans else len(turns) - 1
            self._player.pass_over(passed)
            del self._unseen[:passed]
        while self._unseen:
            view = self._unseen.pop(0)
            try:
                self._answer = ask(self._player, view, view.mask.copy())
            except AgentError as error:
                self._answer = error
        if isinstance(self._answer, AgentError):
            raise self._answer
        return self._answer

    def thoughts(self) -> list[Any]:
        """Return its thoughts before its latest answer (`tabletop.agents.search.Thought`); empty: it reports none."""
        return list(getattr(self._player, "thoughts", ()))
