"""Training runs and tournaments of a folder, finished ones and those under way: curves, tables, games."""

from pathlib import Path
from typing import Any

from tabletop.agents.registry import make
from tabletop.matches.single import play_recorded
from tabletop.server.live import Refused
from tabletop.tournament.standings import standings
from tabletop.tournament.store import Row, Store
from tabletop.training.log import STEP, read

PROGRESS = "progress.csv"
STORES = (".db", ".sqlite")
MOST = 200  # entries of the folder that are listed
MOST_GAMES = 200  # of a pairing that are listed
MOST_POINTS = 400  # of a curve


class Runs:
    """What lies in a folder; only what a look into it has found can be asked for.

    Args:
      folder: of the runs; it needn't be there.
      game: what they are of.
    """

    def __init__(self, folder: Path, game: Any) -> None:
        self.folder, self.game = folder, game
        self._tables: dict[Path, tuple[tuple[float, int], dict[str, Any]]] = {}

    def listed(self) -> list[dict[str, Any]]:
        """The runs and tournaments, the latest first."""
        found = [{"name": name, "kind": kind, "touched": path.stat().st_mtime} for name, (kind, path) in self._all()]
        return sorted(found, key=lambda each: -each["touched"])

    def _all(self) -> list[tuple[str, tuple[str, Path]]]:
        if not self.folder.is_dir():
            return []
        logs = [("training", path) for path in sorted(self.folder.glob(f"**/{PROGRESS}"))]
        stores = [
            ("tournament", path)
            for ending in STORES
            for path in sorted(self.folder.glob(f"**/*{ending}"))
            if _is_tournament(path)
        ]
        named = [(str((p.parent if k == "training" else p).relative_to(self.folder)), (k, p)) for k, p in logs + stores]
        return named[:MOST]

    def _path(self, name: str, kind: str) -> Path:
        found = dict(self._all()).get(name)
        if found is None or found[0] != kind:
            raise Refused(f"no {kind} {name[:80]!r} is there")
        return found[1]

    def training(self, name: str) -> dict[str, Any]:
        """The curves of a training run: by name, its points [step, value, low, high]; low and high where known."""
        rows = read(self._path(name, "training"))
        curves: dict[str, list[list[float | None]]] = {}
        for key in rows[0] if rows else ():
            base, _, opponent = key.partition("/")
            if key == STEP or base.endswith(("_low", "_high")):
                continue
            tail = f"/{opponent}" if opponent else ""
            points = [
                [_number(row.get(column)) for column in (STEP, key, f"{base}_low{tail}", f"{base}_high{tail}")]
                for row in rows
                if _number(row.get(key)) is not None
            ]
            if points:
                every = -(-len(points) // MOST_POINTS)
                curves[key] = points[::-1][::every][::-1]
        return {"name": name, "rows": len(rows), "curves": curves}

    def tournament(self, name: str) -> dict[str, Any]:
        """The table of a tournament; computed anew when the file has changed."""
        path = self._path(name, "tournament")
        state = path.stat()
        stamp = (state.st_mtime, state.st_size)
        if self._tables.get(path, (None,))[0] != stamp:
            try:
                with Store.open(path, self.game) as store:
                    self._tables = {path: (stamp, standings(store))}
            except ValueError as error:
                raise Refused(str(error)) from None
        table = self._tables[path][1]
        shown = ("agent", "rating", "low", "high", "score", "games", "won", "drawn", "lost", "faults")
        agents = [{key: row[key] for key in shown} for row in table["all"]["agents"]]
        return {
            "name": name,
            "played": table["played"],
            "planned": table["planned"],
            "scenarios": table["scenario_names"],
            "agents": agents,
        }

    def games(self, name: str, agent: str) -> list[dict[str, Any]]:
        """The latest games of an agent in a tournament."""
        with Store.open(self._path(name, "tournament"), self.game) as store:
            names, scenarios = [entrant.name for entrant in store.agents()], store.scenarios()
            rows = [row for row in store.games() if agent in (names[row.first - 1], names[row.second - 1])]
        return [
            {
                "at": "-".join(map(str, row[:5])),
                "scenario": scenarios[row.scenario - 1].name,
                "players": _players(row, names, self.game.teams),
                "score": row.score,
                "first": names[row.first - 1],
                "ending": row.ending,
                "turns": row.turns,
            }
            for row in rows[-MOST_GAMES:]
        ]

    def record(self, name: str, at: str) -> Any:
        """The record of a game of a tournament, which is played again."""
        with Store.open(self._path(name, "tournament"), self.game) as store:
            names, scenarios = [entrant.name for entrant in store.agents()], store.scenarios()
            row = next((row for row in store.games() if "-".join(map(str, row[:5])) == at), None)
        if row is None:
            raise Refused("there is no such game")
        try:
            first, second = (make(player, self.game) for player in _players(row, names, self.game.teams))
            return play_recorded(first, second, scenarios[row.scenario - 1], int(row.seed))
        except (ValueError, OSError, RuntimeError) as error:
            raise Refused(str(error)) from None


def _players(row: Row, names: list[str], teams: tuple[str, str]) -> tuple[str, str]:
    """Who played team 0 and team 1."""
    one, other = names[row.first - 1], names[row.second - 1]
    return (one, other) if row.side == teams[0] else (other, one)


def _is_tournament(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(16).startswith(b"SQLite format 3")
    except OSError:
        return False


def _number(text: Any) -> float | None:
    try:
        return float(text) if text not in (None, "") else None
    except ValueError:
        return None
