"""The log of a run: `progress.csv` and TensorBoard events; a resumed run continues both."""

import csv
import io
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from tabletop.agents.policy_folder import MOST_CARD
from tabletop.base.errors import blaming, one_line
from tabletop.base.files import read_json, read_text, write_text
from tabletop.game.definition import GameDefinition

PROGRESS = "progress.csv"
NAMES_GAME = ("config.json", "agent/card.json")  # files of a run that name its game
STEP = "step"
MOST_LOG = 256 << 20  # bytes of a log
RECENT = 500  # number of games of each opponent over which the score in the log is computed


def recent_games(saved: Iterable[Iterable[Any]]) -> list[deque[tuple[float, int]]]:
    """Return the last games of each opponent, each game as its result and turn, of those saved."""
    return [deque((tuple(game) for game in games), maxlen=RECENT) for games in saved]


def recent_scores(names: list[str], recent: list[deque[tuple[float, int]]]) -> dict[str, float]:
    """Return the mean score and turn of the last games, of each opponent with any."""
    values = {}
    for name, games in zip(names, recent, strict=True):
        if games:
            values[f"score/{name}"] = float(np.mean([0.5 + 0.5 * result for result, _ in games]))
            values[f"turns/{name}"] = float(np.mean([turn for _, turn in games]))
    return values


class Log:
    """Writes one row of numbers after each update.

    Attributes:
      path: of the CSV file.
    """

    def __init__(self, folder: Path, columns: list[str], step: int) -> None:
        """Open the log.

        Args:
          folder: of the run.
          columns: of the CSV file, besides `step`.
          step: rows after this step belong to lost work and are dropped; 0: all rows are, and the TensorBoard files of
            an earlier run in this folder, whose curves would otherwise be shown among those of this run.
        """
        from torch.utils.tensorboard import SummaryWriter

        self.path = folder / PROGRESS
        self.columns = [STEP, *columns]
        rows = read(self.path) if step else []
        valid_rows = [row for row in rows if float(row[STEP]) <= step]
        text = io.StringIO()
        table = csv.DictWriter(text, self.columns, extrasaction="ignore", restval="")
        table.writeheader()
        table.writerows(valid_rows)
        write_text(self.path, text.getvalue())
        self._file = self.path.open("a", encoding="utf-8", newline="")
        self._table = csv.DictWriter(self._file, self.columns, extrasaction="ignore", restval="")
        events = folder / "tensorboard"
        for old in events.glob("events.out.tfevents.*") if not step else ():
            old.unlink()
        # Files are read in the order of their names: of the second, then of a number in which 10 comes before 9.
        while any(events.glob(f"events.out.tfevents.{int(time.time())}.*")):
            time.sleep(0.01)
        self._events = SummaryWriter(str(events), purge_step=step + 1 if step else None)

    def write(self, step: int, values: dict[str, float]) -> None:
        """Add a row."""
        self._table.writerow({STEP: step} | {key: f"{value:.6g}" for key, value in values.items()})
        self._file.flush()
        for key, value in values.items():
            self._events.add_scalar(key, value, step)

    def close(self) -> None:
        """Close both files."""
        self._file.close()
        self._events.close()


def read(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a log's CSV file; none if there is no file. An incomplete last line is left out.

    Raises:
      ValueError: it is damaged; one line with its name.
    """
    if not path.is_file():
        return []
    with blaming(path):
        try:
            rows = list(csv.DictReader(io.StringIO(read_text(path, MOST_LOG))))
        except csv.Error as error:  # no ValueError, as a cell of more than 131,072 letters
            raise ValueError(error) from None
        whole_rows = [row for row in rows if None not in row.values() and row.get(STEP)]
        for row in whole_rows:
            float(row[STEP])
            if None in row:
                raise ValueError(f"more cells than columns at step {one_line(row[STEP])}")
    return whole_rows


def other_game(folder: Path, game: GameDefinition[Any]) -> str:
    """Return the name of a run's game if it is another one; empty: it is this game, or the folder doesn't say."""
    for name in NAMES_GAME:
        try:
            data = read_json(folder / name, MOST_CARD)
        except ValueError:
            continue
        if isinstance(data, dict) and "game" in data:
            return "" if data["game"] == game.name else one_line(data["game"])
    return ""


def check_game(folder: Path, game: GameDefinition[Any]) -> None:
    """Raise ValueError if the folder belongs to a run of another game."""
    if other := other_game(folder, game):
        raise ValueError(f"{folder} holds a training run of the game {other}, this is {game.name}")
