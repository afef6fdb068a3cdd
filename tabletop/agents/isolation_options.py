"""The terms on which agents that aren't built in take part: where their code runs, and what it may use."""

from contextlib import suppress
from dataclasses import dataclass

from tabletop.agents.base import Agent, Separate
from tabletop.agents.from_file import ISOLATED, is_file
from tabletop.agents.programs.limits import USUAL, Limits
from tabletop.agents.registry import make
from tabletop.game.definition import GameDefinition


@dataclass(frozen=True)
class Terms:
    """The terms on which agents that aren't built in take part.

    Attributes:
      limits: of those in separate processes.
      in_process: whether bots from files run in this program's processes: faster, and without any protection.
    """

    limits: Limits = USUAL
    in_process: bool = False

    def agent(self, name: str, game: GameDefinition) -> Agent:
        """Make an agent by its name as typed; ValueError, AgentError: as in `registry.make`.

        A bot that isn't built in gets that name: classes in two files, such as an old and a new version, may be
        called alike, and messages must tell them apart.
        """
        is_isolated = is_file(name) and not self.in_process
        agent = make(f"{ISOLATED}{name}" if is_isolated else name, game, self.limits)
        if isinstance(agent, Separate) or is_file(name):
            with suppress(AttributeError):  # a bot's own property `name`
                agent.name = name
        return agent


USUAL_TERMS = Terms()
