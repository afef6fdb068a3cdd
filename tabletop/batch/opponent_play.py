"""Games of one scenario side by side, and the opponents who play on in them until the learner is to decide."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from paintball_env.actions import action_table
from paintball_env.observation import VECTOR, Encoding
from paintball_env.reward import Shaping, check_shaping, shaping_weights
from paintball_env.rules.state import OVER
from paintball_env.start import start_record
from tabletop import kernels as batch
from tabletop.batch.opponents import Opponent, RandomOpponent, check_opponent, read_opponents
from tabletop.chance import new_chance
from tabletop.compiling import announce_first_compilation
from tabletop.reset_options import read_count, read_scenario

Array = Any  # NumPy arrays; shapes and dtypes stand in the docstrings


class Table:
    """B games against opponents: records, masks, and what is called in compiled code for them.

    Attributes:
      scenario, count, encoding, shaping, parallel: as given.
      actions: A.
      opponents: the opponents by number; append with `add_opponent`.
      games: the records, shape (B,).
      sides: int64 [B], the learner's team.
      slots: int64 [B], each game's opponent.
      seeds: uint64 [B], each game's seed.
    """

    def __init__(
        self,
        scenario: Any,
        count: int,
        opponents: Sequence[Opponent] = (),
        weights: Sequence[float] | None = None,
        *,
        encoding: str = VECTOR,
        shaping: Shaping | None = None,
        parallel: bool = False,
    ) -> None:
        """Make the arrays; arguments as in `vector.BatchedGames`."""
        check_shaping(shaping)
        self.scenario, self.count = read_scenario(scenario), read_count("games", count)
        self.shaping, self.parallel = shaping, parallel
        self.encoding = Encoding(self.scenario, encoding)
        self.actions: int = self.scenario.actions
        self.opponents: list[Opponent] = read_opponents(opponents) or [RandomOpponent()]
        self.set_weights(weights if weights is not None else [1.0] * len(self.opponents))
        announce_first_compilation()
        self._worlds, self._chances = self.scenario.world, new_chance()
        self._starts = start_record(self.scenario)
        self._all = np.arange(self.count)
        self.games = np.zeros(self.count, self.scenario.size.game)
        self._decisions = self.games["decision"]
        self.seeds, self._counters, self._keys = (np.zeros(count, np.uint64) for _ in range(3))
        self.sides, self.slots = (np.zeros(count, np.int64) for _ in range(2))
        self._actions, self._waiting = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self._masks, self._illegal = np.zeros((count, self.actions), np.int8), np.zeros(count, np.int8)

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
            raise ValueError(f"game {row}: {self._name(row, int(actions[row]))} is illegal now")

    def _name(self, row: int, action: int) -> str:
        if not 0 <= action < self.actions:
            return f"action {action}"
        table = action_table(self.scenario.figures, self.scenario.board_map.names)
        return f"'{table.name(action, int(self.games['decider'][row]))}'"

    def _step(self, rows: Array) -> int:
        step = batch.step_rows_parallel if self.parallel else batch.step_rows
        return int(step(self._worlds, self._chances, self.games, rows, self._actions, self._masks, self._illegal))

    def _observe(self, rows: Array, out: Array) -> None:
        observe = batch.observe_rows_parallel if self.parallel else batch.observe_rows
        observe(self._worlds, self.games, rows, self.sides, self.encoding.cells, out)

    def _potential(self, rows: Array, out: Array) -> None:
        figures, flag = shaping_weights(self.shaping)
        batch.potential_rows(self._worlds, self.games, rows, self.sides, figures, flag, out)

    def _tell_begun(self, rows: Array) -> None:
        for opponent in self.opponents:
            if begin := getattr(opponent, "begin", None):
                begin(rows)

    def _play_on(self) -> None:
        """Let the opponents decide until every game waits for the learner or is over."""
        while count := batch.waiting_rows(self.games, self.sides, self._waiting):
            rows = self._waiting[:count].copy()
            asked = []
            for number in np.unique(self.slots[rows]) if len(self.opponents) > 1 else (0,):
                own = rows[self.slots[rows] == number]
                opponent = self.opponents[number]
                play = getattr(opponent, "play", None)  # a CompiledOpponent; isinstance would cost microseconds
                if play is not None:
                    play(
                        *(self._worlds, self._chances, self.games, own, self.sides, self.seeds, self._counters),
                        *(self._masks, self.parallel),
                    )
                else:
                    batch.key_rows(own, self.seeds, self._counters, self._keys)
                    opponent.act(self._worlds, self.games, own, self._masks, self._actions, self._keys)
                    asked.append(own)
            if asked:
                rows = np.concatenate(asked)
                if self._step(rows):
                    row = int(rows[np.argmax(self._illegal[rows])])
                    name = self._name(row, int(self._actions[row]))
                    raise RuntimeError(f"opponent {self.slots[row]}, game {row}: {name} is illegal")
