"""The `planes` made from `vector`s where they are used: a sixteenth of the numbers to write, to store and to send.

All that planes hold is in the vector, but the terrain, which never changes within a scenario.
"""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paintball_env.observation.encode import expand_rows, vector_size
from paintball_env.observation.encoding import Encoding
from paintball_env.observation.features import FIGURE, GAME, SHOT, index_of
from paintball_env.observation.table import HEX, PLANES, TERRAIN
from paintball_env.rules.state import SHOTS
from paintball_env.scenario import Scenario
from tabletop.base.errors import brief
from tabletop.game.encodings import check_array

Array = Any  # NumPy arrays or PyTorch tensors
_BOARD = index_of(FIGURE, "on board")


def _numbers_of(teams: Any) -> NDArray[Any]:
    """Teams as an array, also those of a tensor on another device; ValueError: they can't be one."""
    try:
        return np.asarray(teams.detach().cpu() if hasattr(teams, "detach") else teams)
    except (TypeError, ValueError, RuntimeError):
        raise ValueError(f"teams {brief(teams)}: whole numbers, 0 or 1") from None


class PlaneExpander:
    """Makes the `planes` of a scenario from observations of the encoding `vector`: the same numbers.

    Attributes:
      shape: (P, rows, columns), of one observation.
    """

    def __init__(self, scenario: Scenario) -> None:
        """Read the board.

        Args:
          scenario: a Scenario.

        Raises:
          ValueError: it is none.
        """
        code = Encoding(scenario, PLANES)
        self.shape = code.shape
        self._world, self._cells, self._size = scenario.world, code.cells, code.size
        self._figures, self._hexes = code.figures, code.hexes
        self._scenario = scenario
        self._kept: dict[Any, tuple[Array, Array]] = {}  # by device and dtype

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it as its scenario: what it keeps on a GPU can't be read where there is none."""
        return type(self), (self._scenario,)

    def __call__(self, vectors: Array, teams: Array) -> Array:
        """Return the planes, float32 [B, P, rows, columns], of what teams see; without a gradient.

        Args:
          vectors: float32 [B, D], a NumPy array or a PyTorch tensor on any device, as the games have written them:
            neither scaled nor with noise.
          teams: integers [B], 0 or 1, who sees it: `SelfPlayStep.teams`, `BatchedGames.sides`, infos' `side`; a list,
            an array, or a tensor on any device.

        Raises:
          ValueError: another shape, vectors that aren't real numbers, or teams that are neither 0 nor 1.
          TypeError: the vectors are neither an array nor a tensor.
        """
        check_array("vectors", vectors)
        width, numbers = vector_size(self._figures, self._hexes), _numbers_of(teams)
        count = vectors.shape[0] if len(vectors.shape) else 0
        if tuple(vectors.shape) != (count, width) or numbers.shape != (count,):
            raise ValueError(
                f"vectors of shape {tuple(vectors.shape)} seen by teams of shape {numbers.shape}: shape "
                f"[B, {width}] is wanted, and B teams"
            )
        if count and (numbers.dtype.kind not in "iu" or not np.isin(numbers, (0, 1)).all()):
            raise ValueError(f"teams {brief(numbers.tolist())}: whole numbers, 0 or 1")
        numbers = numbers.astype(np.int64)
        is_array = isinstance(vectors, np.ndarray)
        if vectors.dtype.kind not in "fiu" if is_array else vectors.dtype.is_complex:
            raise ValueError(f"vectors of {vectors.dtype}: float32 is wanted")
        if not is_array and (vectors.device.type, str(vectors.dtype)) != ("cpu", "torch.float32"):
            return self._by_tensors(vectors.detach(), numbers).reshape(count, *self.shape)
        planes = np.empty((count, self._size), np.float32)
        array = np.ascontiguousarray(vectors if is_array else vectors.detach().numpy(), np.float32)
        expand_rows(self._world[0], numbers, self._cells, array, planes)
        planes = planes.reshape(count, *self.shape)
        return planes if is_array else sys.modules["torch"].from_numpy(planes)

    def _by_team(self, like: Array) -> tuple[Array, Array]:
        """By team, kept where tensors such as this one are: the own-side hex of each cell, and the planes of terrain.

        Off the board the hex is any. Copied to a GPU at each call, these took longer than all that is computed there.
        """
        key = like.device, like.dtype
        if key not in self._kept:
            cells = self.shape[1] * self.shape[2]
            hex_of, planes = np.zeros((2, cells), np.int64), np.empty((2, self._size), np.float32)
            for team in range(2):
                hex_of[team, self._cells[team]] = np.arange(self._hexes)
            nothing = np.zeros((2, vector_size(self._figures, self._hexes)), np.float32)
            expand_rows(self._world[0], np.arange(2), self._cells, nothing, planes)
            terrain = planes.reshape(2, -1, cells)[:, : len(TERRAIN)]
            self._kept[key] = sys.modules["torch"].tensor(hex_of, device=like.device), like.new_tensor(terrain)
        return self._kept[key]

    def _by_tensors(self, vectors: Array, teams: NDArray[np.int64]) -> Array:
        """The planes by PyTorch's own operations, on the tensor's device and in its dtype."""
        torch = sys.modules["torch"]
        figures, hexes, count = self._figures, self._hexes, len(vectors)
        whose = torch.from_numpy(teams).to(vectors.device)
        hex_of, terrain = (each[whose] for each in self._by_team(vectors))
        board, width, cells = terrain[:, :1], len(FIGURE), hex_of.shape[1]
        of_game = len(GAME) + SHOTS * (len(SHOT) + figures)
        of_hexes = of_game + 2 * figures * (width + hexes)
        planes = vectors.new_empty((count, self.shape[0], cells))
        of_terrain, on_hexes, on_figures, on_all = planes.split(
            (len(TERRAIN), len(HEX), 2 * figures * width, of_game), dim=1
        )
        of_terrain.copy_(terrain)
        # What lies on hexes: by cell.
        features = vectors[:, of_hexes:].reshape(count, len(HEX), hexes)
        torch.mul(_on_cells(features, hex_of), board, out=on_hexes)
        # What a figure has lies on its hex; of a figure without a hex, on all.
        rows = vectors[:, of_game:of_hexes].reshape(count, 2 * figures, width + hexes)
        places = _on_cells(rows[:, :, width:], hex_of) + (rows[:, :, _BOARD, None] == 0)
        places *= board
        by_figure = on_figures.unflatten(1, (2 * figures, width))
        torch.mul(rows[:, :, :width, None], places[:, :, None], out=by_figure)
        torch.mul(vectors[:, :of_game, None], board, out=on_all)
        return planes


def _on_cells(features: Array, hex_of: Array) -> Array:
    """Features [B, k, H] by cell, [B, k, cells]; off the board any hex's."""
    return features.gather(2, hex_of[:, None].expand(-1, features.shape[1], -1))
