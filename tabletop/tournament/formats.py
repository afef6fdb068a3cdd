"""Formats that decide during play which games are played: a sequential test of two agents, and a newcomer's ladder.

What is played next depends only on the stored games, never on time or the number of processes. So these formats can be
interrupted, and still end with the same result.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from tabletop.executors.tasks import Workers
from tabletop.matches.sprt import Sprt, share
from tabletop.tournament.definition import Definition
from tabletop.tournament.run import Report, play
from tabletop.tournament.standings import standings
from tabletop.tournament.store import Store

PAIRS_AT_ONCE = 16  # between two checks of the test
RUNG = 6  # pairs that a newcomer plays before the next opponent is chosen
UNKNOWN = 0.0  # rating of a newcomer before its first game


def pair_scores(store: Store) -> Any:
    """Return the first agent's score in each pair of a store of two agents, float64[N], up to the first missing."""
    games: dict[tuple[int, int], list[float]] = {}
    for row in store.games():
        games.setdefault((row.pair, row.scenario), []).append(row.score)
    scores: list[float] = []
    scenarios = range(1, len(store.scenarios()) + 1)
    for pair in count():
        for scenario in scenarios:
            both = games.get((pair, scenario), [])
            if len(both) < 2:
                return np.array(scores, np.float64)
            scores.append(sum(both) / 2)
    raise AssertionError


def play_sprt(definition: Definition, store: Store, sprt: Sprt, workers: Workers, report: Report) -> dict[str, Any]:
    """Play two agents until a hypothesis is accepted, or all pairs are played.

    Args:
      definition: of two agents; its pairs are the maximum number of pairs.
      store: for the games.
      sprt: what is tested.
      workers: play the games.
      report: called with the number of games in the store and the maximum number of games.

    Returns:
      `accepted`: 0, 1 or -1; `pairs`: after how many pairs; `ratio`; `bounds`; `scores`: how often a pair had each
      score; `score`: the mean.
    """
    couple, most = definition.couples[0], definition.pairs
    while True:
        scores = pair_scores(store)
        accepted, pairs = sprt.decided(scores) if len(scores) else (-1, 0)
        done = len(scores) // len(definition.scenarios)
        if accepted >= 0 or done >= most:
            break
        done = min(most, done - done % PAIRS_AT_ONCE + PAIRS_AT_ONCE)
        play(definition, store, workers, report, {couple: done})
    used = scores[:pairs]
    return {
        "accepted": accepted,
        "pairs": pairs,
        "ratio": round(float(sprt.ratios(used)[-1]), 4),
        "bounds": [round(bound, 4) for bound in sprt.bounds],
        "scores": {str(value): int((used == value).sum()) for value in (0.0, 0.25, 0.5, 0.75, 1.0)},
        "score": round(float(used.mean()), 6),
    }


def place(
    definition: Definition,
    store: Store,
    newcomer: str,
    width: float,
    workers: Workers,
    report: Report,
    told: Callable[[str, dict[str, Any]], None] | None = None,
) -> dict[str, Any]:
    """Rate a newcomer relative to agents that have played each other, with few games.

    It plays some pairs against the agent against which a game is most informative, one with a rating near its own so
    far, until its rating is known well enough.

    Args:
      definition: including the newcomer; its pairs are the maximum against one agent.
      store: with the games of the others.
      newcomer: by name.
      width: of the 95 % interval of its rating, in Elo.
      workers: play the games.
      report: called with the number of games in the store and the number planned so far.
      told: called with each opponent before it is played, and with the newcomer's line of the table, if it has one.

    Returns:
      The table (`tabletop.tournament.standings.standings`).
    """
    others = [agent.name for agent in store.agents() if agent.name != newcomer]
    planned = dict.fromkeys(definition.couples, 0)
    known = {frozenset(couple): couple for couple in definition.couples}
    while True:
        table = standings(store, spans=False)
        lines = {line["agent"]: line for line in table["all"]["agents"]}
        own = lines[newcomer]
        numbers = {agent.name: number for number, agent in enumerate(store.agents(), 1)}
        counts = {
            name: [
                len(store.pairs_done(scenario, *_in_order(numbers[name], numbers[newcomer])))
                for scenario in range(1, len(definition.scenarios) + 1)
            ]
            for name in others
        }
        # Numbers of pairs to be played with each agent: a rung that was interrupted is finished first.
        had = {name: min(definition.pairs, -(-max(each) // RUNG) * RUNG) for name, each in counts.items()}
        for name in others:
            planned[known[frozenset((name, newcomer))]] = had[name]
        if any(min(counts[name]) < had[name] for name in others):
            play(definition, store, workers, report, planned)
            continue
        played = own["games"] > 0
        if played and None not in (own["low"], own["high"]) and own["high"] - own["low"] <= width:
            return standings(store)
        left = [name for name in others if had[name] < definition.pairs]
        if not left:
            return standings(store)
        rating = own["rating"] if played else UNKNOWN

        worths = [
            (round(worth(lines[name]["rating"] - rating, had[name] / definition.pairs), 9), -numbers[name], name)
            for name in left
        ]
        chosen = max(worths)[2]
        if told is not None:
            told(chosen, own)
        planned[known[frozenset((chosen, newcomer))]] = min(definition.pairs, had[chosen] + RUNG)
        play(definition, store, workers, report, planned)


def worth(lead: float, met: float) -> float:
    """Return how informative a game is about a newcomer.

    Args:
      lead: of the opponent's rating over the newcomer's, in Elo.
      met: share of the pairs against this opponent that have been played already.
    """
    expected = share(lead)
    return expected * (1 - expected) / (1 + met)


def _in_order(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)
