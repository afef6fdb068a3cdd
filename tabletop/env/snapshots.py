"""Snapshots of a single game, with a checksum: what `clone_state` returns and `set_state` takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self
from zlib import crc32

FORMAT = 3


@dataclass(frozen=True)
class EnvState:
    """A snapshot of a game as `clone_state` returns it; immutable.

    Attributes:
      format: version of the snapshot's format, and of the game's records (its version `state`).
      checksum: of all other fields, as `make` computes it.
      scenario: digest of the scenario it belongs to.
      game: the record's bytes; in a snapshot without dice their seed is 0.
      cycles: decisions since the game began, illegal actions included.
      illegal: illegal actions of teams 0 and 1 in this game.
      flags: whether the last step's actions of teams 0 and 1 were illegal.
      ended: whether the environment counts the game as ended.
      shaping: the weights of the environment's shaping; none where there was none.
      worth: the shaping's potential for team 0 from which the next step's shaping begins.
      seeds: state of the generator that gives the next games' seeds; None: a snapshot without dice.
    """

    format: tuple[int, int]
    checksum: int
    scenario: str
    game: bytes
    cycles: int
    illegal: tuple[int, int]
    flags: tuple[bool, bool]
    ended: bool
    shaping: tuple[float, ...]
    worth: float
    seeds: Mapping[str, Any] | None

    @classmethod
    def make(cls, version: int, **fields: Any) -> Self:
        """Make a snapshot of a game whose records have this version; the fields are all but format and checksum."""
        snapshot = cls(format=(FORMAT, version), checksum=0, **fields)
        object.__setattr__(snapshot, "checksum", snapshot._sum())
        return snapshot

    def _sum(self) -> int:
        # A snapshot may come from a file. The rules trust a record: a flipped bit could crash the process.
        others = [value for name, value in vars(self).items() if name not in ("game", "checksum")]
        return crc32(repr(others).encode(), crc32(self.game))

    def check(self, version: int, scenario: str, size: int) -> None:
        """Refuse, by a ValueError, a snapshot that doesn't fit a scenario with this digest.

        Args:
          version: of the game's records.
          scenario: the digest.
          size: of a record in bytes.
        """
        if self.format != (FORMAT, version):
            raise ValueError(f"a state of format {self.format}, this is {(FORMAT, version)}")
        if self.scenario != scenario or len(self.game) != size:
            raise ValueError("a state of another scenario")
        if self.checksum != self._sum():
            raise ValueError("a damaged state: its checksum doesn't fit")


@dataclass(frozen=True)
class AecState(EnvState):
    """A snapshot of an AEC environment.

    Attributes:
      agents: those that haven't left yet.
      rewards: of teams 0 and 1 for the last step.
      pending: rewards of teams 0 and 1 since each last acted.
      decided: the shaping's potential for teams 0 and 1 where each last acted, 0 if nothing was shaped; None: it hasn't
        acted yet.
    """

    agents: tuple[str, ...]
    rewards: tuple[float, float]
    pending: tuple[float, float]
    decided: tuple[float | None, float | None]


@dataclass(frozen=True)
class GymState(EnvState):
    """A snapshot of an environment for one team.

    Attributes:
      side: the learner's team.
      episodes: games begun since the last seed.
      choices: number of random numbers that the opponent has drawn in this game; 0 without dice.
      seed: the game's; 0 without dice.
      opponent: the number of the opponent in this game.
    """

    side: int
    episodes: int
    choices: int
    seed: int
    opponent: int


def check_snapshot(snapshot: Any) -> None:
    """Raise TypeError for what is not a snapshot of a single game."""
    if not isinstance(snapshot, EnvState):
        raise TypeError(f"a state as `clone_state` gives it, not {type(snapshot).__name__}")
