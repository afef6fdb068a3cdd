"""Playing a tournament: the games missing in the store are played in chunks, and every chunk is stored at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop.agents.base import FAULT
from tabletop.agents.isolation_options import USUAL_TERMS, Terms
from tabletop.base.files import write_text
from tabletop.base.workers.tasks import Died, Workers, answers
from tabletop.rate.matches.parallel import forget_agents
from tabletop.rate.matches.rating import LOSS, WIN
from tabletop.rate.tournament.definition import Definition
from tabletop.rate.tournament.play import Chunk, Games, Recordings
from tabletop.rate.tournament.schedule import Schedule
from tabletop.rate.tournament.store import Row, Store

RECORDS_AT_ONCE = 16

# Called with what is counted, `games` or `records`, how many of these there are, and how many in all.
Report = Callable[[str, int, int], None]


def play(
    definition: Definition,
    store: Store,
    workers: Workers,
    report: Report,
    pairs_of: Mapping[tuple[str, str], int] | None = None,
    luck: bool = False,
) -> None:
    """Play the missing games.

    Args:
      definition: with which the store was opened.
      store: receives the results, chunk by chunk.
      workers: play the games.
      report: called with `games`, the number of games in the store and of games in all.
      pairs_of: by couple, the number of pairs to play; None: those of the definition, for each couple.
      luck: whether to measure luck in each game; stored games without it are played again.

    Raises:
      WorkError: an agent can no longer be made, or a worker dies repeatedly before any agent is asked.
    """
    schedule = Schedule(definition, store, pairs_of, luck)
    if not schedule.has_more:
        return
    games_stored = schedule.total - schedule.missing
    report("games", games_stored, schedule.total)
    while schedule.has_more or workers.busy:
        while schedule.has_more and workers.free:
            workers.give(schedule.next())
        for task, answer in workers.results():
            assert isinstance(task, Games)
            chunk = schedule.died(task, answer) if isinstance(answer, Died) else answer
            if chunk is None:
                continue
            _keep(store, task, chunk)
            games_stored += len(chunk.games)
            report("games", games_stored, schedule.total)
            schedule.done(task, len(chunk.games))
    forget_agents()


def _keep(store: Store, task: Games, chunk: Chunk) -> None:
    """Store a task's games, with what its two agents have thought and ordered in them."""
    agents = task.numbers[1:]
    times = dict(zip(agents, zip(chunk.seconds, chunk.timed_decisions, strict=True), strict=True))
    store.add(chunk.games, times, dict(zip(agents, chunk.orders, strict=True)))


def write_records(
    store: Store,
    folder: Path,
    every: int,
    workers: Workers,
    report: Report,
    terms: Terms = USUAL_TERMS,
    lost_by: str = "",
) -> tuple[list[str], int]:
    """Write records of the games of every n-th pair, if their files don't exist yet.

    A game that an agent has lost by a fault has no record.

    Args:
      store: with the results.
      folder: gets `SCENARIO/FIRST-vs-SECOND/PAIR-SIDE` with the game's suffix; the side is the first agent's.
      every: n; 1: the games of all pairs; 10: those of pairs 0, 10, 20 …
      workers: play the games.
      report: called with `records`, the number of records written and of records in all.
      terms: on which agents that aren't built in take part.
      lost_by: an agent: only the games that it has lost; empty: all.

    Returns:
      The files that were not written, because their games came out differently when played again; and the number of
      these games that have no record, because an agent has lost them by a fault.
    """
    names = [agent.name for agent in store.agents()]
    scenarios, parts = store.scenarios(), _file_names(names)
    paths: dict[Row, Path] = {}
    total = faults = 0
    for row in store.games():
        if row.pair % every:
            continue
        if lost_by and (row.score, lost_by) not in ((LOSS, names[row.first - 1]), (WIN, names[row.second - 1])):
            continue
        if row.ending == FAULT:
            faults += 1
            continue
        total += 1
        pairing = f"{parts[row.first - 1]}-vs-{parts[row.second - 1]}"
        place = folder / scenarios[row.scenario - 1].name / pairing
        path = place / f"{row.pair:05d}-{row.side}{store.game.record_suffix}"
        if not path.exists():
            paths[row] = path
    differing: list[str] = []
    count = total - len(paths)
    for row, text in recorded(store, list(paths), workers, terms):
        if text is None:
            differing.append(str(paths[row]))
        else:
            paths[row].parent.mkdir(parents=True, exist_ok=True)
            write_text(paths[row], text)
        count += 1
        report("records", count, total)
    return sorted(differing), faults


def recorded(
    store: Store, rows: Sequence[Row], workers: Workers, terms: Terms = USUAL_TERMS
) -> Iterator[tuple[Row, str | None]]:
    """Play games of a store again, and yield the record of each as text; None if it came out differently.

    Args:
      store: with the results.
      rows: the games; none of them lost by a fault.
      workers: play the games.
      terms: on which agents that aren't built in take part.
    """
    names, scenarios = [agent.name for agent in store.agents()], store.scenarios()
    by_pairing: dict[tuple[int, int, int], list[Row]] = {}
    for row in rows:
        by_pairing.setdefault(row[:3], []).append(row)
    tasks = []
    for (number, first, second), pairing_rows in by_pairing.items():
        text = scenarios[number - 1].to_json()
        for start in range(0, len(pairing_rows), RECORDS_AT_ONCE):
            games = tuple(pairing_rows[start : start + RECORDS_AT_ONCE])
            tasks.append(Recordings(store.game, text, names[first - 1], names[second - 1], games, terms=terms))
    for task, texts in answers(workers, tasks):
        assert isinstance(task, Recordings)
        yield from zip(task.games, texts, strict=True)
    forget_agents()


def worst_lost(store: Store, table: dict[str, Any]) -> dict[str, Row]:
    """Return, by name, each agent's worst loss; losses by a fault don't count.

    The worst loss is the one to the agent with the lowest rating; of several such games, the shortest.

    Args:
      store: with the games.
      table: of all of them (`tabletop.rate.tournament.standings.standings`, `all`).
    """
    names = [agent.name for agent in store.agents()]
    ratings = {line["agent"]: line["rating"] for line in table["agents"]}
    losses: dict[str, list[tuple[float, int, Row]]] = {name: [] for name in ratings}
    for row in store.games():
        if row.ending != FAULT and row.score in (WIN, LOSS):
            couple = names[row.first - 1], names[row.second - 1]
            loser, winner = couple if row.score == LOSS else couple[::-1]
            losses[loser].append((ratings[winner], row.turns, row))
    return {name: min(games, key=lambda game: (*game[:2], game[2][:5]))[2] for name, games in losses.items() if games}


def first_games(store: Store, most: int) -> list[Row]:
    """Return the first game of each pairing in each scenario that wasn't lost by a fault.

    If these are more than `most`, only those of each pairing's first scenario; if these are still more, none.
    """
    first: dict[tuple[int, ...], Row] = {}
    teams, games = store.game.teams, [row for row in store.games() if row.ending != FAULT]
    for row in sorted(games, key=lambda row: (row[:4], teams.index(row.side))):
        first.setdefault(row[:3], row)
    of_first_scenario: dict[tuple[int, ...], Row] = {}
    for (_, *pairing), row in first.items():
        of_first_scenario.setdefault(tuple(pairing), row)
    return next((list(rows.values()) for rows in (first, of_first_scenario) if len(rows) <= most), [])


def _file_names(agents: Sequence[str]) -> list[str]:
    """The agents' names as parts of a file's: where several come out the same, a number stands behind the later ones.

    A `-` is in none of them otherwise. None begins with a dot, which would hide the folder: `./my_bot.py`.
    """
    plain = ["".join(char if char.isalnum() or char in "=.,_" else "_" for char in agent) for agent in agents]
    plain = [name.lstrip("._") for name in plain]
    counts = [plain[:number].count(name) for number, name in enumerate(plain)]
    return [f"{name}-{count + 1}" if count else name for name, count in zip(plain, counts, strict=True)]
