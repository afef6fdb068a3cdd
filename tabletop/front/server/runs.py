"""Training runs and tournaments of a folder, finished ones and those under way: curves, tables, games."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tabletop.agents.registry import make
from tabletop.front.server.live import Refused
from tabletop.game.definition import GameDefinition
from tabletop.learn.training.log import PROGRESS, STEP, other_game, read
from tabletop.learn.training.panel import stages
from tabletop.play.records import GameRecord
from tabletop.rate.matches.rating import DRAW, WIN
from tabletop.rate.matches.single import play_recorded
from tabletop.rate.tournament.standings import standings
from tabletop.rate.tournament.store import Row, Store, is_tournament

RESULTS = "results.json"  # of a run that is over
STORES = (".db", ".sqlite")
MOST = 200  # entries of the folder that are listed
MOST_GAMES = 200  # of an agent that are listed at once
MOST_POINTS = 400  # of a curve
MOST_RECORDS = 32  # kept in memory


class Runs:
    """What lies in a folder; only what a look into it has found can be asked for.

    Args:
      folder: of the runs; it needn't be there.
      game: what they are of.
    """

    def __init__(self, folder: Path, game: GameDefinition[Any]) -> None:
        self.folder, self.game = folder, game
        self._tables: dict[Path, tuple[list[tuple[int, int]], dict[str, Any]]] = {}
        self._records: dict[tuple[Path, Row], GameRecord] = {}

    def listed(self) -> list[dict[str, Any]]:
        """The runs and tournaments, the latest first."""
        runs = [{"name": name, "kind": kind, "touched": path.stat().st_mtime} for name, (kind, path) in self._all()]
        return sorted(runs, key=lambda run: -run["touched"])

    def _all(self) -> list[tuple[str, tuple[str, Path]]]:
        if not self.folder.is_dir():
            return []
        logs = [
            ("training", path)
            for path in sorted(self.folder.glob(f"**/{PROGRESS}"))
            if not other_game(path.parent, self.game)
        ]
        stores = [
            ("tournament", path)
            for ending in STORES
            for path in sorted(self.folder.glob(f"**/*{ending}"))
            if is_tournament(path, self.game)
        ]
        entries = [
            (str((p.parent if k == "training" else p).relative_to(self.folder)), (k, p)) for k, p in logs + stores
        ]
        return entries[:MOST]

    def _path(self, name: str, kind: str) -> Path:
        entry = dict(self._all()).get(name)
        if entry is None or entry[0] != kind:
            raise Refused(f"no {kind} {name[:80]!r} is there")
        return entry[1]

    def training(self, name: str) -> dict[str, Any]:
        """A training run: the curves by name, whether it is over, the policy's games at its evaluations by steps.

        A curve is its points [step, value, low, high]; low and high where known.
        """
        path = self._path(name, "training")
        try:
            rows = read(path)
        except ValueError as error:
            # Who looks at the page may not know this computer's folders.
            raise Refused(str(error).replace(str(path), f"the log of {name}")) from None
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
        over = (path.parent / RESULTS).is_file()
        return {"name": name, "rows": len(rows), "over": over, "curves": curves, "games": [*self._stages(path)]}

    def _stages(self, path: Path) -> dict[str, Path]:
        """The games that a run's policy has played at its evaluations, by steps, the latest first."""
        return {file.stem: file for file in stages(path.parent, self.game)[::-1]}

    def tournament(self, name: str) -> dict[str, Any]:
        """The table of a tournament; computed anew when the file has changed."""
        path = self._path(name, "tournament")
        # While it is played, what is new lies in the log beside it alone.
        parts = [part for part in (path, path.with_name(f"{path.name}-wal")) if part.exists()]
        stamp = [(part.stat().st_mtime_ns, part.stat().st_size) for part in parts]
        if self._tables.get(path, (None,))[0] != stamp:
            with self._store(path, name) as store:
                self._tables = {path: (stamp, standings(store))}
        table = self._tables[path][1]
        columns = ("agent", "rating", "low", "high", "score", "games", "won", "drawn", "lost", "faults")
        agents = [{key: row[key] for key in columns} for row in table["all"]["agents"]]
        return {
            "name": name,
            "played": table["played"],
            "planned": table["planned"],
            "scenarios": table["scenario_names"],
            "agents": agents,
        }

    def games(self, name: str, agent: str, later: int = 0) -> dict[str, Any]:
        """Games of an agent in a tournament, from its side; and how many are left.

        The latest come first, without so many that came later.
        """
        with self._store(self._path(name, "tournament"), name) as store:
            names, scenarios = [entrant.name for entrant in store.agents()], store.scenarios()
            rows = [row for row in store.games() if agent in (names[row.first - 1], names[row.second - 1])]
        rows = rows[: max(0, len(rows) - later)]
        games = [self._told(row, names, agent, scenarios[row.scenario - 1].name) for row in rows[-MOST_GAMES:][::-1]]
        return {"games": games, "left": len(rows) - len(games)}

    @contextmanager
    def _store(self, path: Path, name: str) -> Iterator[Store]:
        """Open a tournament's file; Refused: it is damaged, in words that don't tell this computer's folders."""
        try:
            with Store.open(path, self.game) as store:
                yield store
        except ValueError as error:
            raise Refused(str(error).replace(str(path), name)) from None

    def _told(self, row: Row, names: list[str], agent: str, scenario: str) -> dict[str, Any]:
        """A game as an agent's."""
        players = _players(row, names, self.game.teams)
        team = players.index(agent)
        own = row.score if agent == names[row.first - 1] else 1 - row.score
        return {
            "at": "-".join(map(str, row[:5])),
            "scenario": scenario,
            "team": self.game.teams[team].capitalize(),
            "opponent": players[1 - team],
            "result": "drawn" if own == DRAW else "won" if own == WIN else "lost",
            "ending": self.game.ending_nouns.get(row.ending, row.ending),
            "turns": row.turns,
            "pair": row.pair,
        }

    def record(self, name: str, at: str) -> GameRecord:
        """The record of a game: at an evaluation of a training run, or of a tournament, where it is played again.

        Agents may think for a minute in a game, and each look at one of its positions asks for it: the last are kept.
        """
        kind, path = dict(self._all()).get(name, ("", self.folder))
        if kind == "training":
            return self._stage(path, at)
        path = self._path(name, "tournament")
        with self._store(path, name) as store:
            names, scenarios = [entrant.name for entrant in store.agents()], store.scenarios()
            row = next((row for row in store.games() if "-".join(map(str, row[:5])) == at), None)
        if row is None:
            raise Refused("there is no such game")
        if (path, row) not in self._records:
            try:
                first, second = (make(player, self.game) for player in _players(row, names, self.game.teams))
                record = play_recorded(first, second, scenarios[row.scenario - 1], int(row.seed))
            except (ValueError, OSError, RuntimeError) as error:
                raise Refused(str(error)) from None
            recent_items = list(self._records.items())[1 - MOST_RECORDS :]
            self._records = dict([*recent_items, ((path, row), record)])
            return record
        return self._records[path, row]

    def _stage(self, path: Path, at: str) -> GameRecord:
        stages = self._stages(path)
        if at not in stages:
            raise Refused("there is no such game")
        try:
            return GameRecord.load(stages[at], self.game)
        except ValueError as error:
            # Who looks at the page may not know this computer's folders.
            raise Refused(str(error).replace(str(stages[at]), f"the game at {at}")) from None


def _players(row: Row, names: list[str], teams: tuple[str, str]) -> tuple[str, str]:
    """Who played team 0 and team 1."""
    first, second = names[row.first - 1], names[row.second - 1]
    return (first, second) if row.side == teams[0] else (second, first)


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text not in (None, "") else None
    except ValueError:
        return None
