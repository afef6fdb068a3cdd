"""Opponents whose answers are noted during play, for game records (`tabletop.env.recording`)."""

from typing import Any

from tabletop.base.arrays import Int8, Int64, Records, UInt64
from tabletop.env.batch.opponents import Opponent


class RecordedOpponent:
    """An opponent whose answers are noted, by row of the batch; each game begins a new list."""

    def __init__(self, opponent: Opponent) -> None:
        self.opponent = opponent
        self.answers: dict[int, list[int]] = {}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in ("opponent", "play"):
            raise AttributeError(name)
        return getattr(self.opponent, name)

    def begin(self, rows: Int64) -> None:
        """See `Opponent`."""
        for row in rows.tolist():
            self.answers[row] = []
        if begin := getattr(self.opponent, "begin", None):
            begin(rows)

    def decide(self, worlds: Records, games: Records, rows: Int64, masks: Int8, actions: Int64, keys: UInt64) -> None:
        """See `Opponent`."""
        self.opponent.decide(worlds, games, rows, masks, actions, keys)
        for row in rows.tolist():
            self.answers.setdefault(row, []).append(int(actions[row]))


def record_answers(opponents: list[Any]) -> None:
    """From now on, note the answers of those opponents that can't be asked again; None in the list is the caller."""
    for number, opponent in enumerate(opponents):
        is_known = opponent is None or isinstance(opponent, RecordedOpponent)
        if not is_known and getattr(opponent, "play", None) is None:
            opponents[number] = RecordedOpponent(opponent)
