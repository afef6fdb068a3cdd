"""Which games of a tournament a worker gets next: those missing in the store, in chunks, each pairing in turn."""

import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from tabletop.base.workers.tasks import TRIES, Died, WorkError
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.matches.parallel import MOST
from tabletop.rate.tournament.definition import Definition
from tabletop.rate.tournament.play import Chunk, Games
from tabletop.rate.tournament.store import Row, Store

FIRST_CHUNK = 4  # pairs: the first chunk shows how fast a pairing is
SECONDS = 2.0  # intended duration of a chunk: the work that a worker loses if it is killed


@dataclass
class Pairing:
    """The pairs of a pairing that are left to play; the numbers are those of the store."""

    scenario: int
    first: int
    second: int
    left: deque[int]
    chunk: int = FIRST_CHUNK

    def pace(self, pairs: int, seconds: float) -> None:
        """Make chunks longer or shorter, so that one takes about `SECONDS`; results don't depend on it."""
        if seconds < SECONDS / 2 and pairs >= self.chunk:
            self.chunk = min(2 * self.chunk, MOST)
        elif seconds > 2 * SECONDS:
            self.chunk = max(1, min(self.chunk, int(pairs * SECONDS / seconds)))


class Schedule:
    """The games missing in a store, as tasks for workers.

    Attributes:
      total: number of games in all.
      missing: how many of these the store lacked at the beginning.
    """

    def __init__(
        self,
        definition: Definition,
        store: Store,
        pairs_of: Mapping[tuple[str, str], int] | None = None,
        luck: bool = False,
    ) -> None:
        """Look what is missing; arguments as in `tabletop.rate.tournament.run.play`."""
        self._definition, self._luck = definition, luck
        self._names = [agent.name for agent in store.agents()]
        self._texts = [scenario.to_json() for scenario in store.scenarios()]
        self._seeds = pair_seeds(definition.seed, definition.pairs)
        counts = dict.fromkeys(definition.couples, definition.pairs) if pairs_of is None else dict(pairs_of)
        # In a store that was extended, the agents may be in another order.
        counts |= {couple[::-1]: pairs for couple, pairs in counts.items()}
        self._queue = deque(self._pairings(store, counts))
        self._singles: deque[tuple[Pairing, Games]] = deque()  # games in which a process has died
        self._deaths: Counter[Games] = Counter()
        self._running: dict[int, tuple[Pairing, float]] = {}
        self.total = 2 * len(self._texts) * sum(counts.values()) // 2
        self.missing = 2 * sum(len(pairing.left) for pairing in self._queue)

    def _pairings(self, store: Store, counts: Mapping[tuple[str, str], int]) -> Iterator[Pairing]:
        """Yield the pairings of which games are missing; `counts`: by couple, the number of pairs."""
        thought, decisions = store.thought(), store.mean_decisions()
        for scenario in range(1, len(self._texts) + 1):
            for first, second in combinations(range(1, len(self._names) + 1), 2):
                couple = self._names[first - 1], self._names[second - 1]
                count = counts.get(couple, 0)
                done = store.pairs_done(scenario, first, second, self._luck) if count else set()
                left = deque(pair for pair in range(count) if pair not in done)
                if left:
                    yield Pairing(scenario, first, second, left, first_chunk(*couple, thought, decisions))

    @property
    def has_more(self) -> bool:
        """Whether there is a task that no worker has."""
        return bool(self._singles or self._queue)

    def next(self) -> Games:
        """Return the next task, for a worker that begins with it now."""
        if self._singles:
            pairing, task = self._singles.popleft()
        else:
            pairing = self._queue.popleft()
            task = self._chunk(pairing)
            if pairing.left:
                self._queue.append(pairing)  # in turn: a half-played table has something of every pairing
        self._running[id(task)] = (pairing, time.monotonic())
        return task

    def _chunk(self, pairing: Pairing) -> Games:
        pairs = tuple(pairing.left.popleft() for _ in range(min(pairing.chunk, len(pairing.left))))
        return Games(
            self._definition.game,
            self._texts[pairing.scenario - 1],
            self._names[pairing.first - 1],
            self._names[pairing.second - 1],
            pairs,
            tuple(int(self._seeds[pair]) for pair in pairs),
            numbers=(pairing.scenario, pairing.first, pairing.second),
            luck=self._luck,
            terms=self._definition.terms,
        )

    def died(self, task: Games, death: Died) -> Chunk | None:
        """Take a task back in which a process has died: each of its games comes again, by itself.

        Returns:
          What a game has come to in which a process has died repeatedly; None: it is played again.

        Raises:
          WorkError: a worker dies repeatedly before any agent is asked.
        """
        if task.single:
            self._deaths[task] += 1
            if self._deaths[task] >= TRIES:
                return Chunk([_ended(task, death)])
        pairing, _ = self._running.pop(id(task))
        self._singles.extend((pairing, game) for game in ([task] if task.single else task.apart()))
        return None

    def done(self, task: Games, games: int) -> None:
        """Note that so many games of a task are stored: how long it took decides about its pairing's next chunks."""
        pairing, start = self._running.pop(id(task))
        if len(task.sides) == 2:
            pairing.pace(games // 2, time.monotonic() - start)


def _ended(task: Games, death: Died) -> Row:
    """Return a game in which the process died repeatedly: the agent that was asked last has lost it."""
    if death.noted is None:
        raise WorkError(f"a worker has died {TRIES} times over {task.first} against {task.second} ({death.words})")
    player, turn, decisions = death.noted
    name = (task.first, task.second)[player]
    words = f"{name}: in turn {turn}: its process ended ({death.words})"
    return task.forfeit(0, task.sides[0], player, turn, decisions, words)


def first_chunk(first: str, second: str, thought: Mapping[str, tuple[float, int]], decisions: float | None) -> int:
    """Return the number of pairs to begin with: fewer than usual if both agents are known to think for long."""
    if decisions is None or not all(name in thought and thought[name][1] for name in (first, second)):
        return FIRST_CHUNK
    rates = [seconds / count for seconds, count in (thought[first], thought[second])]
    seconds_a_pair = 2 * decisions * sum(rates) / 2
    return max(1, min(FIRST_CHUNK, int(SECONDS / max(seconds_a_pair, 1e-9))))
