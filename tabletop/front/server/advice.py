"""What a person may ask in a game: the odds of an action, a hint; and an agent that decides for a person."""

import dataclasses
import secrets
from collections.abc import Callable
from typing import Any

from tabletop.agents.base import Agent, ask, copy_for_game, prepare
from tabletop.agents.view import view_of
from tabletop.game.definition import Scenario
from tabletop.play.game import Game
from tabletop.play.search_log import ranked, tried_of
from tabletop.show.page import in_full
from tabletop.show.showing import showing_of

HINTS = "search"  # the agent that gives them
SHOWN_OF_HINT = 3  # results of the action that it gives, the likeliest


class Adviser:
    """Answers about the position of one game; each is computed once, until `forget`.

    Args:
      scenario: of the game.
      make: makes an agent from its name.
    """

    def __init__(self, scenario: Scenario, make: Callable[[str], Agent]) -> None:
        self.scenario, self.make = scenario, make
        self.words = showing_of(scenario.game).page_words()
        self._agents: dict[str, Agent] = {}
        self._hint: dict[str, Any] | None = None
        self._odds: dict[str, dict[str, Any]] = {}

    def forget(self) -> None:
        """The position is another one."""
        self._odds.clear()
        self._hint = None

    @property
    def helper(self) -> str:
        """The agent that decides for a person who wants it to."""
        return next(iter(self.scenario.game.agents), "random")

    def decide(self, game: Game[Any]) -> int:
        """The helper's decision; AgentError: its code failed."""
        return self._decision(self._agent(self.helper), game)

    def odds(self, game: Game[Any], action: str) -> dict[str, Any]:
        """The odds of a legal action."""
        if action not in self._odds:
            odds = self.words.odds(game, action)
            self._odds[action] = {"action": action, **dataclasses.asdict(odds)}
        return self._odds[action]

    def hint(self, game: Game[Any]) -> dict[str, Any]:
        """What a strong agent would do, and why; ValueError, AgentError: it can't play this, or its code failed."""
        if self._hint is None:
            agent = self._agent(HINTS)
            self._hint = self._reasons(agent, game, self._decision(agent, game))
        return self._hint

    def _agent(self, name: str) -> Agent:
        if name not in self._agents:
            agent = self.make(name)
            prepare(agent, self.scenario)
            # Its noise has nothing to do with the game's dice.
            self._agents[name] = copy_for_game(agent, secrets.randbelow(2**32), 0)
        return self._agents[name]

    def _decision(self, agent: Agent, game: Game[Any]) -> int:
        mask = game.legal_mask()
        return ask(agent, view_of(self.scenario, game.games, mask), mask.copy())

    def _reasons(self, agent: Agent, game: Game[Any], action: int) -> dict[str, Any]:
        labels = {choice.name: in_full(choice) for choice in self.words.choices(game)}
        name = game.table.name(action, game.decider)
        tried = [
            {"action": each.action, "label": labels.get(each.action, each.action), "value": value, "weight": weight}
            for each, value, weight in ranked(tried_of(getattr(agent, "thoughts", ()), game), name)
        ]
        odds = self.odds(game, name)["rows"][:SHOWN_OF_HINT]
        return {"action": name, "label": labels.get(name, name), "by": agent.name, "tried": tried, "odds": odds}
