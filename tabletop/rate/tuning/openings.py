"""Learn an opening book by games: what an agent is to decide before the first turn.

A policy gradient (REINFORCE: Williams 1992) on tables. Each thing to decide before the first turn, by the name that the
game gives it, has a logit for each action, whatever else the position is. In a batch of games against one opponent,
these decisions are sampled from the logits, and the agent decides everything later. Then the logits of what was sampled
rise with the game's result, less the batch's mean result, and those of the other legal actions fall.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import Actions, Agent, Batched, Keys, Masks, Records, Rows, prepare
from tabletop.agents.opening_book import BookAgent, Booked, OpeningBook, bookable, read_book, write_book
from tabletop.agents.registry import BOOK, make
from tabletop.base.errors import blaming
from tabletop.base.files import write_json
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.rate.matches import match
from tabletop.rate.matches.pairs import pair_seeds, read_pairs
from tabletop.rate.matches.rating import Rating
from tabletop.rate.matches.results import joined
from tabletop.rate.tournament.definition import versions
from tabletop.rate.tuning.definition import check_seed, described, panel_of
from tabletop.rate.tuning.run import check_numbers, progress_file, read_progress

FORMAT = 2  # of the progress file
FIRST = 3.0  # logit at first of what the agent to begin with decides; all others begin at 0
LEAST_FIRST = 0.45  # if there are many legal actions, its logit is larger, so that its share is this
RATE = 6.0  # of learning: logits move by this, times the mean gradient of a batch's results (-1 … 1)
DEALT, SAMPLED, MEASURED = range(3)  # purposes of random numbers

Report = Callable[[str, float, float, str], None]
Floats = NDArray[np.float64]


class Sampled(NamedTuple):
    """A decision as it was sampled.

    Attributes:
      seed, team: its game, and who decided.
      what: what was decided.
      legal: int64 [n], the legal actions.
      chances: float64 [n], theirs.
      place: of the action among them.
    """

    seed: int
    team: int
    what: str
    legal: NDArray[np.int64]
    chances: Floats
    place: int


class Sampler(Batched):
    """The agent whose book is learnt: before the first turn it samples from the logits.

    Attributes:
      agent: decides the rest.
      first: whose decisions the logits begin with.
      logits: by what is decided, float64 [A].
      known: of the same shapes, whether the action has been legal so far.
      sampled: decisions since the attribute was set.
      random: of the samples.
    """

    def __init__(self, agent: Batched, first: Batched, scenario: Scenario) -> None:
        """Take two agents, prepared for the scenario."""
        super().__init__(agent.name)
        self.agent, self.first, self._scenario = agent, first, scenario
        self.logits: dict[str, Floats] = {}
        self.known: dict[str, NDArray[np.bool_]] = {}
        self.sampled: list[Sampled] = []
        self.random = np.random.default_rng(0)

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`)."""
        early = games["turn"][rows] == 0
        if not early.all():
            self.agent.decide(worlds, games, rows[~early], masks, actions, keys)
        for row in rows[early]:
            legal = np.flatnonzero(masks[row])
            place = 0
            if len(legal) > 1:
                decision = self._scenario.game.opening(self._scenario, games[row])
                if decision not in self.logits:
                    self.first.decide(worlds, games, row[None], masks, actions, keys)
                    self._begin(decision, int(actions[row]), len(legal))
                chances = self._chances(decision, legal)
                place = int(self.random.choice(len(legal), p=chances))
                seed, team = int(games["dice"]["seed"][row]), int(games["decider"][row])
                self.sampled.append(Sampled(seed, team, decision, legal, chances, place))
            actions[row] = legal[place]

    def learn(self, seeds: NDArray[np.uint64], results: Floats) -> None:
        """Move the logits by the results of the games in which `sampled` was decided.

        Args:
          seeds: uint64 [P], of the pairs.
          results: float64 [P, 2], -1 … 1, by the team that the agent was.
        """
        pairs = {int(seed): number for number, seed in enumerate(seeds)}
        better = results - results.mean()
        gradients = {decision: np.zeros_like(logits) for decision, logits in self.logits.items()}
        for sample in self.sampled:
            worth, gradient = better[pairs[sample.seed], sample.team], gradients[sample.what]
            gradient[sample.legal] -= worth * sample.chances
            gradient[sample.legal[sample.place]] += worth
        for decision, gradient in gradients.items():
            self.logits[decision] += RATE * gradient / results.size

    def book(self) -> OpeningBook:
        """Return what has been learnt."""
        shares = {}
        for decision, mask in self.known.items():
            actions = np.flatnonzero(mask)
            shares[decision] = dict(
                zip(actions.tolist(), _softmax(self.logits[decision][actions]).tolist(), strict=True)
            )
        return OpeningBook(self._scenario, shares)

    def state(self) -> dict[str, dict[str, float]]:
        """Return the logits of all actions that have been legal, by what is decided and by the action's index."""
        return {
            decision: {str(action): float(self.logits[decision][action]) for action in np.flatnonzero(mask)}
            for decision, mask in self.known.items()
        }

    def load(self, state: Mapping[str, Mapping[str, float]]) -> None:
        """Go on from what `state` returned."""
        for decision, logits in state.items():
            self.logits[decision], self.known[decision] = self._empty()
            for action, logit in logits.items():
                self.logits[decision][int(action)], self.known[decision][int(action)] = logit, True

    def _empty(self) -> tuple[Floats, NDArray[np.bool_]]:
        return np.zeros(self._scenario.actions), np.zeros(self._scenario.actions, np.bool_)

    def _begin(self, decision: str, action: int, legal: int) -> None:
        self.logits[decision], self.known[decision] = self._empty()
        self.logits[decision][action] = max(FIRST, np.log(LEAST_FIRST / (1 - LEAST_FIRST) * (legal - 1)))

    def _chances(self, decision: str, legal: NDArray[np.int64]) -> Floats:
        self.known[decision][legal] = True
        return _softmax(self.logits[decision][legal])


def _softmax(logits: Floats) -> Floats:
    chances: Floats = np.exp(logits - np.max(logits))
    chances /= chances.sum()
    return chances


@dataclass(frozen=True)
class Opening:
    """What is learnt, and how.

    Attributes:
      agent: its name; prepared, as `player`.
      player: the agent.
      begin_with, first: the name of the agent whose set-up the logits begin with; prepared, that agent.
      scenario: on which.
      opponents: by name; the batches go round them.
      pairs: of games in a batch.
      seed: decides everything.
    """

    agent: str
    player: Batched
    begin_with: str
    first: Batched
    scenario: Scenario
    opponents: Mapping[str, Agent]
    pairs: int
    seed: int

    def key(self) -> dict[str, str]:
        """Return everything that the book depends on, except the number of batches, as text by name."""
        game = self.scenario.game
        return versions(game) | {
            "format": str(FORMAT),
            "agent": described({self.agent: self.player}, game),
            "first set-up": described({self.begin_with: self.first}, game),
            "opponents": described(self.opponents, game),
            "scenario": f"{self.scenario.name} {self.scenario.digest()[:16]}",
            "pairs": str(self.pairs),
            "seed": str(self.seed),
        }


def define(
    agent: str,
    against: list[str],
    scenario: str,
    game: GameDefinition,
    *,
    begin_with: str | None = None,
    pairs: int,
    seed: int,
) -> Opening:
    """Check what is to be learnt before any game is played.

    Args:
      agent: a built-in agent's name, as the registry takes it.
      against: its opponents' names; none: the game's default opponents, except `random`.
      scenario: a preset or a file.
      game: what is played.
      begin_with: a built-in agent's name; None: the agent itself.
      pairs: of games in a batch, 1 or more.
      seed: 0 to 2^63 - 1.

    Raises:
      ValueError: an invalid argument, in one line.
      AgentError: an agent's code failed, in one line.
    """
    read_pairs(pairs, name="--pairs")
    check_seed(seed)
    panel = panel_of(against, game)
    setting, player = game.load(scenario), bookable(make(agent, game), game)
    if isinstance(player, BookAgent):
        raise ValueError(f"agent {agent!r} has a book already: name it without `{BOOK}=`")
    first = player if begin_with is None else bookable(make(begin_with, game), game)
    for participant in (player, first, *panel.values()):
        prepare(participant, setting)
    return Opening(agent, player, begin_with or agent, first, setting, panel, pairs, seed)


@dataclass(frozen=True)
class Outcome:
    """The result of a run.

    Attributes:
      book: what was learnt.
      before, after: scores without and with the book on fresh seeds, by opponent.
      often: share of the last batch's games, of either side, in which something was decided, by what it is.
      games: number of games that it was learnt from.
      cpu_seconds: of the whole run, without interruptions.
    """

    book: OpeningBook
    often: Mapping[str, float]
    before: Mapping[str, Rating]
    after: Mapping[str, Rating]
    games: int
    cpu_seconds: float


class Run:
    """A run that begins or goes on; its progress is kept after each batch."""

    def __init__(self, opening: Opening, out: Path) -> None:
        """Read the run's progress.

        Args:
          opening: what is learnt.
          out: file for the book.

        Raises:
          ValueError: the progress file holds another run; the message says what differs.
        """
        self.opening, self.out, self.path = opening, out, progress_file(out)
        self._sampler = Sampler(opening.player, opening.first, opening.scenario)
        initial = {"key": opening.key(), "scores": [], "logits": {}, "often": {}, "cpu_seconds": 0.0}
        self._kept = read_progress(out, initial, "run that learns an opening book")
        with blaming(self.path):
            self._sampler.load(self._kept["logits"])
            for numbers in (self._kept["scores"], list(self._kept["often"].values())):
                check_numbers(numbers, len(numbers))
            self._before, self._begun = float(self._kept["cpu_seconds"]), time.process_time()

    def play(self, batches: int, measured: int, report: Report) -> Outcome:
        """Learn, write the book, and measure it.

        Args:
          batches: 1 or more; a longer run begins with the same batches.
          measured: pairs of games of each measurement.
          report: called with a part, how much of it is done, its total, and a note.

        Raises:
          ValueError: nothing is decided before the first turn; or the run already has more batches.
        """
        scores: list[float] = self._kept["scores"]
        if len(scores) > batches:
            raise ValueError(f"{self.path} has {len(scores)} batches already, not {batches}; or choose another --out")
        names = list(self.opening.opponents)
        for batch in range(len(scores), batches):
            scores.append(self._batch(batch, self.opening.opponents[names[batch % len(names)]]))
            cpu_seconds = self._before + time.process_time() - self._begun
            self._kept |= {"logits": self._sampler.state(), "often": self._often(), "cpu_seconds": cpu_seconds}
            write_json(self.path, self._kept)
            report("learning", batch + 1, batches, f"score {100 * np.mean(scores[-len(names) :]):.1f} %")
        games, cpu_seconds = 2 * self.opening.pairs * batches, float(self._kept["cpu_seconds"])
        learnt = {
            "agent": self.opening.agent,
            "begin_with": self.opening.begin_with,
            "against": names,
            "batches": batches,
            "pairs": self.opening.pairs,
            "seed": self.opening.seed,
            "games": games,
        }
        write_book(self.out, self._sampler.book(), learnt)
        book = read_book(self.out, self.opening.scenario)  # measured is what was written
        before, after = self._measure(book, measured, report)
        return Outcome(book, self._kept["often"], before, after, games, cpu_seconds)

    def _batch(self, batch: int, opponent: Agent) -> float:
        """Play and learn from a batch; return the mean score."""
        sampler, seed = self._sampler, self.opening.seed
        sampler.sampled, sampler.random = [], np.random.Generator(np.random.PCG64(number(seed, batch, SAMPLED)))
        deal_seed = number(seed, batch, DEALT)
        # Samples follow the order in which games are played. If a bot is asked game by game, how many are played side
        # by side depends on the time they take, except in a part of this size.
        part = self.opening.pairs if isinstance(opponent, Batched) else match.FIRST
        seeds = pair_seeds(deal_seed, self.opening.pairs)
        starts = range(0, self.opening.pairs, part)
        results = joined(
            [match.play_seeds(sampler, opponent, self.opening.scenario, seeds[at : at + part]) for at in starts]
        )
        if not sampler.sampled:
            words = f"an agent has nothing to decide before the first turn{_reason(self.opening.scenario)}"
            raise ValueError(f"{self.opening.scenario.name}: {words}")
        sampler.learn(results.seeds, 2 * results.score - 1)
        return float(results.score.mean())

    def _often(self) -> dict[str, float]:
        games = {decision: set[tuple[int, int]]() for decision in self._sampler.logits}
        for sample in self._sampler.sampled:
            games[sample.what].add((sample.seed, sample.team))
        return {decision: len(keys) / (2 * self.opening.pairs) for decision, keys in games.items()}

    def _measure(self, book: OpeningBook, pairs: int, report: Report) -> tuple[dict[str, Rating], dict[str, Rating]]:
        """Rate the agent without and with the book, in the same games."""
        player, scenario = self.opening.player, self.opening.scenario
        without_and_with: tuple[dict[str, Rating], dict[str, Rating]] = ({}, {})
        for place, (name, opponent) in enumerate(self.opening.opponents.items()):
            for agent, ratings in zip((player, Booked(player, player.name, book)), without_and_with, strict=True):
                seed = number(self.opening.seed, place, MEASURED)
                ratings[name] = match.play(agent, opponent, scenario, pairs, seed).rating()
            report("measuring", place + 1, len(self.opening.opponents), "")
        return without_and_with


def number(seed: int, place: int, purpose: int) -> int:
    """Return a random number of 64 bits for one place in a run; it depends only on these arguments."""
    return int(np.random.SeedSequence([seed, place, purpose]).generate_state(1, np.uint64)[0])


def _reason(scenario: Scenario) -> str:
    """Say who decides what comes before the first turn: ` (setup = "drawn")`; empty where the game doesn't say it."""
    key = scenario.game.set_up_by
    return f' ({key} = "{getattr(scenario, key)}")' if key else ""
