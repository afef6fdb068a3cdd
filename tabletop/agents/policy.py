"""Bots that are a game's own policy with their own numbers (`policy` of the module `GameDefinition.planning`)."""

import inspect
from dataclasses import asdict, replace
from typing import Any, ClassVar, Protocol

from tabletop.agents.compiled import Compiled
from tabletop.agents.registry import GAME
from tabletop.base.arrays import Records
from tabletop.game.definition import GameDefinition


class Temper(Protocol):
    """The numbers of such a bot, as a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def record(self) -> Records:
        """Return the numbers in the form that the policy takes: an array of one record."""
        ...


class PolicyBot(Compiled):
    """A bot that plays by its game's policy.

    Attributes:
      temper: its numbers.
    """

    def __init__(self, name: str, usual: Temper, game: GameDefinition, numbers: dict[str, Any]) -> None:
        """Set its numbers.

        Args:
          name: as the registry knows it.
          usual: its default numbers.
          game: the definition of its game.
          numbers: fields of `usual` with other values, in their ranges.
        """
        self.temper: Any = replace(usual, **numbers)
        others = [f"{key}={value:g}" for key, value in asdict(self.temper).items() if value != getattr(usual, key)]
        super().__init__(f"{name}:{','.join(others)}" if others else name)
        self._game, self._records = game, self.temper.record()

    @property
    def kernels(self) -> Any:
        """The compiled functions that play by the policy."""
        return self._game.policy_kernels

    @property
    def parameters(self) -> tuple[Records]:
        """The numbers, as an array of one record."""
        return (self._records,)


def policy_bot(module: str, name: str, usual: Temper) -> type[PolicyBot]:
    """Make the class of a bot; its arguments are the fields of `usual`.

    Args:
      module: the name of the module in which the class is defined.
      name: as the registry knows the bot.
      usual: its default numbers.
    """

    class NamedPolicy(PolicyBot):
        def __init__(self, *, game: GameDefinition, **numbers: Any) -> None:
            super().__init__(name, usual, game, numbers)

    fields = inspect.signature(type(usual), eval_str=True).parameters.values()
    parameters = [field.replace(default=getattr(usual, field.name)) for field in fields]
    game = inspect.Parameter(GAME, inspect.Parameter.KEYWORD_ONLY)
    NamedPolicy.__signature__ = inspect.Signature([*parameters, game])  # type: ignore[attr-defined]
    NamedPolicy.__name__ = NamedPolicy.__qualname__ = name.title().replace("@", "")
    NamedPolicy.__module__ = module
    return NamedPolicy
