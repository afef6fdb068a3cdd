"""Who plays the other side inside a batch of games: the protocol, and the opponent that plays at random."""

from typing import Any, Protocol

import numpy as np

from tabletop import kernels as batch

Array = Any  # NumPy arrays; shapes and dtypes stand in the docstrings

NO_CELLS = np.zeros((2, 0), np.int16)  # observations as vectors
FOREVER = 1 << 62  # no limit of decisions


class Opponent(Protocol):
    """Decides in many games at once.

    It may have a method `begin(rows)`, rows int64 [k], which is told where a game begins or is put in another's place
    (`BatchedGames.set_state`). One that keeps something during a game needs it; one that is to be the same after
    `set_state` keeps nothing: its answers depend on the arguments alone.
    """

    def act(self, worlds: Array, games: Array, rows: Array, masks: Array, actions: Array, keys: Array) -> None:
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

        The arguments are those of `batch`; with `parallel` all cores may be used.
        """


def check_opponent(opponent: Any) -> None:
    """Refuse what can't be asked for an action; TypeError."""
    if isinstance(opponent, type) or not callable(getattr(opponent, "act", None)):
        raise TypeError(f"opponent {opponent!r}: an object with the method `act` of tabletop.batch.opponents.Opponent")


def read_opponents(opponents: Any) -> list[Any]:
    """Opponents as a list, each of which can be asked; TypeError."""
    try:
        found = list(opponents)
    except TypeError:
        raise TypeError(f"opponents {opponents!r}: a list of them") from None
    for opponent in found:
        check_opponent(opponent)
    return found


class RandomOpponent:
    """Takes any legal action, all alike."""

    def act(self, worlds: Array, games: Array, rows: Array, masks: Array, actions: Array, keys: Array) -> None:
        """See `Opponent`."""
        batch.choose_rows(rows, masks, keys, actions)

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
        play = batch.play_rows_parallel if parallel else batch.play_rows
        play(
            *(worlds, chances, games, rows, sides, seeds, counters, masks),
            *(NO_CELLS, np.empty((len(games), 0), np.float32), FOREVER, np.empty(len(games), np.int64)),
        )
