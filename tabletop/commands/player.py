"""A bot for one side of a game: it sees every decision of that side, once and in order, and so may remember them."""

from typing import Any

from tabletop.agents.base import Agent, AgentError, Batched, ask, begun


class Player:
    """A bot for one side of one game, as a match has it: begun once, with the match's noise.

    It is asked as late as can be. What it has missed until then, decisions that a person took or that come from a
    saved game, it is asked in their order first, and those answers count for nothing: so what it says depends on the
    game alone, not on who asked for a hint, or whether the game was left and gone on with.
    """

    def __init__(self, agent: Agent, seed: int, team: int) -> None:
        """Begin a game with a prepared agent's copy; AgentError: its code failed."""
        self._player = begun(agent, seed, team)
        self._unseen: list[Any] = []
        self._answer: int | AgentError = AgentError(f"{agent.name}: hasn't seen a decision yet")

    def see(self, view: Any) -> None:
        """Learn that this decision of its side is open now."""
        self._unseen.append(view)

    def answer(self) -> int:
        """Return the index of its action in the latest decision it has seen; AgentError: its code failed there.

        A fault in an earlier decision that it was only to look at is passed over.
        """
        if isinstance(self._player, Batched) and self._unseen:
            self._player.pass_over(len(self._unseen) - 1)
            del self._unseen[:-1]
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
        """What it has weighed before its latest answer (`tabletop.agents.search.Thought`); empty: it doesn't tell."""
        return list(getattr(self._player, "thoughts", ()))
