"""Games of one scenario side by side, and the opponents who play on in them until the learner is to decide."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from tabletop.batch.opponents import Opponent, RandomOpponent, check_opponent, read_opponents
from tabletop.batch.turn_loop import TurnLoop
from tabletop.definition import GameDefinition
from tabletop.header import OVER
from tabletop.reset_options import read_count, read_scenario
from tabletop.shaping import Shaping, check_shaping, weights_of

Array = Any  # NumPy arrays; their shapes and dtypes are in the docstrings


class OpponentGames(TurnLoop):
    """B games of a learner against opponents.

    Attributes:
      definition: the game whose presets and files are taken as `scenario`; None: Scenarios alone, of any game.
      encoding, shaping: as given.
      opponents: the opponents by number; append with `add_opponent`.
      sides: int64 [B], the learner's team.
      slots: int64 [B], each game's opponent.
      seeds: uint64 [B], each game's seed.
      Others: see `TurnLoop`.
    """

    definition: ClassVar[GameDefinition[Any] | None] = None

    def __init__(
        self,
        scenario: Any,
        count: int,
        opponents: Sequence[Opponent] = (),
        weights: Sequence[float] | None = None,
        *,
        encoding: str | None = None,
        shaping: Shaping | None = None,
        parallel: bool = False,
    ) -> None:
        """Make the arrays; arguments as in `tabletop.batch.games.BatchedGames`."""
        scenario = read_scenario(scenario, self.definition)
        check_shaping(shaping, scenario)
        count, game = read_count("games", count), scenario.game
        super().__init__(scenario, count, read_opponents(opponents) or [RandomOpponent(game)], parallel=parallel)
        self.shaping, self._shaping_weights = shaping, weights_of(shaping)
        self.encoding = game.encoding(scenario, game.encodings[0] if encoding is None else encoding)
        self.set_weights(weights if weights is not None else [1.0] * len(self.opponents))
        self._decisions = self.games["decision"]
        self.slots = np.zeros(count, np.int64)

    @property
    def opponents(self) -> list[Opponent]:
        """The players, all of them opponents."""
        return self.players

    @opponents.setter
    def opponents(self, opponents: list[Opponent]) -> None:
        self.players = opponents

    def set_weights(self, weights: Sequence[float]) -> None:
        """How often each opponent is drawn; games that run keep theirs. ValueError if negative, or all 0."""
        shares = np.asarray(weights, np.float64)
        if shares.shape != (len(self.opponents),) or not np.isfinite(shares).all() or (shares < 0).any():
            raise ValueError(f"weights {list(weights)}: {len(self.opponents)} numbers, none negative")
        if shares.sum() <= 0:
            raise ValueError("weights: all 0")
        self._shares = shares
        self._weights = np.cumsum(shares) / shares.sum()
        self._weights[np.flatnonzero(shares)[-1] :] = 1.0

    def add_opponent(self, opponent: Opponent, weight: float = 1.0) -> int:
        """Add an opponent, to be drawn with this weight from the next games on, and return its number."""
        check_opponent(opponent)
        self.opponents.append(opponent)
        self.set_weights([*self._shares, weight])
        return len(self.opponents) - 1

    def players_of(self, rows: Array) -> Array:
        """The numbers of these games' opponents."""
        return self.slots[rows]

    def __getstate__(self) -> dict[str, Any]:
        # A view of the games must not become an array of its own.
        return {name: value for name, value in self.__dict__.items() if name != "_decisions"}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self._decisions = self.games["decision"]

    def _shown(self, masks: Array, rows: Array) -> Array:
        """Masks of these rows, with `wait` where a game is over."""
        masks[self._decisions[rows] == OVER, -1] = 1
        return masks

    def _refuse_illegal(self, actions: Array, rows: Array) -> None:
        chosen = actions[rows]
        outside = (chosen < 0) | (chosen >= self.actions)
        wrong = outside if outside.any() else self._masks[rows, chosen] == 0
        if wrong.any():
            row = int(rows[np.argmax(wrong)])
            raise ValueError(f"game {row}: {self.action_name(row, int(actions[row]))} is illegal now")

    def _observe(self, rows: Array, out: Array) -> None:
        observe = self._kernels.observe_rows_parallel if self.parallel else self._kernels.observe_rows
        observe(self._worlds, self.games, rows, self.sides, self.encoding.cells, out)

    def _potential(self, rows: Array, out: Array) -> None:
        self._kernels.potential_rows(self._worlds, self.games, rows, self.sides, self._shaping_weights, out)

    def _announce_begun(self, rows: Array) -> None:
        for opponent in self.opponents:
            if begin := getattr(opponent, "begin", None):
                begin(rows)
