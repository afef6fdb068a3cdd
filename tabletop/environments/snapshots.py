"""Moments of a single game: what `clone_state` of its doors gives and `set_state` takes, sealed by a checksum."""

from dataclasses import dataclass
from typing import Any, Self
from zlib import crc32

from paintball_env.rules import state

FORMAT = 1


@dataclass(frozen=True)
class EnvState:
    """A moment of a game, dice included, as `clone_state` gives it; nothing in it changes any more.

    Attributes:
      format: of moments, and of records (rules/state.py).
      checksum: of all other fields, as `seal` makes it.
      scenario: digest of the scenario it belongs to.
      game: the record's bytes.
      cycles: decisions since the game began, illegal actions included.
      illegal: illegal actions of Red and Blue in this game.
      flags: whether the last step's actions of Red and Blue were illegal.
      ended: the environment counts the game as ended.
      seeds: state of the generator that gives the next games' seeds.
    """

    format: tuple[int, int]
    checksum: int
    scenario: str
    game: bytes
    cycles: int
    illegal: tuple[int, int]
    flags: tuple[bool, bool]
    ended: bool
    seeds: Any

    @classmethod
    def seal(cls, **fields: Any) -> Self:
        """A moment of these fields, which are all but format and checksum."""
        moment = cls(format=(FORMAT, state.VERSION), checksum=0, **fields)
        object.__setattr__(moment, "checksum", moment._sum())
        return moment

    def _sum(self) -> int:
        # A moment may come from a file. The rules trust a record: one with a bit turned over could crash the process.
        others = [value for name, value in vars(self).items() if name not in ("game", "checksum")]
        return crc32(repr(others).encode(), crc32(self.game))

    def check(self, scenario: str, size: int) -> None:
        """Refuse, by a ValueError, what doesn't fit a scenario of this digest with records of `size` bytes."""
        if self.format != (FORMAT, state.VERSION):
            raise ValueError(f"a state of format {self.format}, this is {(FORMAT, state.VERSION)}")
        if self.scenario != scenario or len(self.game) != size:
            raise ValueError("a state of another scenario")
        if self.checksum != self._sum():
            raise ValueError("a damaged state: its checksum doesn't fit")


@dataclass(frozen=True)
class AecState(EnvState):
    """A moment of an AEC environment.

    Attributes:
      agents: who hasn't left yet.
      rewards: of Red and Blue by the last step.
      pending: what Red and Blue have been given since each last acted.
    """

    agents: tuple[str, ...]
    rewards: tuple[float, float]
    pending: tuple[float, float]


@dataclass(frozen=True)
class GymState(EnvState):
    """A moment of a one-team environment.

    Attributes:
      side: the own team.
      episodes: games begun since the last seed.
      choices: random numbers that the opponent has had in this game.
      seed: the game's.
    """

    side: int
    episodes: int
    choices: int
    seed: int


def check_moment(moment: Any) -> None:
    """TypeError for what is no moment of a single game."""
    if not isinstance(moment, EnvState):
        raise TypeError(f"a state as `clone_state` gives it, not {type(moment).__name__}")
