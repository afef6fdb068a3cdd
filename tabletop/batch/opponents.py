"""Who plays the other side inside a batch of games: the protocol, and the opponent that plays at random."""

from typing import Any, Protocol

import numpy as np

from tabletop.choices import choose_rows
from tabletop.definition import GameDefinition

Array = Any  # NumPy arrays; their shapes and dtypes are in the docstrings

# For kernels that are to make no observations.
NO_CELLS, NO_OBSERVATIONS = np.zeros((2, 0), np.int16), np.zeros((1, 0), np.float32)
FOREVER = 1 << 62  # no limit of decisions


class Opponent(Protocol):
    """Decides in many games at once.

    It may have a method `begin(rows)`, rows int64 [k], which is called where a game begins or is put in another's place
    (`BatchedGames.set_state`). One that keeps something during a game needs it; one that is to be the same after
    `set_state` keeps nothing: its answers depend on the arguments alone.
    """

    def decide(self, worlds: Array, games: Array, rows: Array, masks: Array, actions: Array, keys: Array) -> None:
        """Choose an action in each of these games; the own team is `games["decider"]`.

        Args:
          worlds: rules and board, shape (1,).
          games: records of all games, shape (B,); only read.
          rows: int64 [k], the games in question.
          masks: int8 [B, A], legal actions; only read.
          actions: int64 [B], to be written for `rows`.
          keys: uint64 [B], a fresh random number for each of these choices.
        """


class CompiledOpponent(Opponent, Protocol):
    """An opponent that can play on by itself, which spares a call a decision."""

    def play(
        self,
        worlds: Array,
        chances: Array,
        games: Array,
        rows: Array,
        sides: Array,
        seeds: Array,
        counters: Array,
        masks: Array,
        parallel: bool,
    ) -> None:
        """Play these games on until team `sides[row]` decides or they are over; renew their masks.

        The arguments are those of `tabletop.templates.batch`; with `parallel` all cores may be used.
        """


def check_opponent(opponent: Any) -> None:
    """Refuse what can't be asked to decide; TypeError."""
    if isinstance(opponent, type) or not callable(getattr(opponent, "decide", None)):
        alone = "; `act` is not enough: many games are decided at once" if hasattr(opponent, "act") else ""
        raise TypeError(
            f"opponent {opponent!r}: an object with the method `decide` of tabletop.batch.opponents.Opponent{alone}"
        )


def read_opponents(opponents: Any) -> list[Any]:
    """Opponents as a list, each of which can be asked; TypeError."""
    try:
        listed = list(opponents)
    except TypeError:
        raise TypeError(f"opponents {opponents!r}: a list of them") from None
    for opponent in listed:
        check_opponent(opponent)
    return listed


class RandomOpponent:
    """Takes any legal action, uniformly at random."""

    def __init__(self, game: GameDefinition[Any]) -> None:
        """Play games of this kind."""
        self._kernels = game.batch

    def decide(self, worlds: Array, games: Array, rows: Array, masks: Array, actions: Array, keys: Array) -> None:
        """See `Opponent`."""
        choose_rows(rows, masks, keys, actions)

    def play(
        self,
        worlds: Array,
        chances: Array,
        games: Array,
        rows: Array,
        sides: Array,
        seeds: Array,
        counters: Array,
        masks: Array,
        parallel: bool,
    ) -> None:
        """See `CompiledOpponent`."""
        play = self._kernels.play_rows_parallel if parallel else self._kernels.play_rows
        unseen, lengths = NO_OBSERVATIONS, np.empty(len(games), np.int64)
        play(worlds, chances, games, rows, sides, seeds, counters, masks, NO_CELLS, unseen, FOREVER, lengths)
