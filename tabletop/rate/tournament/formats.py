"""Formats that decide during play which games are played: a sequential test of two agents, and a newcomer's ladder.

What is played next depends only on the stored games, never on time or the number of processes. So these formats can be
interrupted, and still end with the same result.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from tabletop.base.arrays import Float64
from tabletop.base.workers.tasks import Workers
from tabletop.rate.matches.sprt import Sprt, share
from tabletop.rate.tournament.definition import Definition
from tabletop.rate.tournament.run import Report, play
from tabletop.rate.tournament.standings import standings, sure_width
from tabletop.rate.tournament.store import Store

PAIRS_AT_ONCE = 16  # between two checks of the test
RUNG = 6  # pairs that a newcomer plays before the next opponent is chosen
FEWEST = 12  # seeds that a newcomer plays at least: fewer say too little about their own spread
UNKNOWN = 0.0  # rating of a newcomer before its first game


def pair_scores(store: Store, agent: str) -> Float64:
    """Return an agent's score in each pair of a store of two agents, float64[N], up to the first missing.

    The store's first agent may be the other one: the same two may have been named in another order.
    """
    is_first = store.agents()[0].name == agent
    games: dict[tuple[int, int], list[float]] = {}
    for row in store.games():
        score = row.score if is_first else 1.0 - row.score
        games.setdefault((row.pair, row.scenario), []).append(score)
    scores: list[float] = []
    scenarios = range(1, len(store.scenarios()) + 1)
    for pair in count():
        for scenario in scenarios:
            game_scores = games.get((pair, scenario), [])
            if len(game_scores) < 2:
                return np.array(scores, np.float64)
            scores.append(sum(game_scores) / 2)
    raise AssertionError


def play_sprt(definition: Definition, store: Store, sprt: Sprt, workers: Workers, report: Report) -> dict[str, Any]:
    """Play two agents until a hypothesis is accepted, or all pairs are played.

    Args:
      definition: of two agents, of which the first may be better; its pairs are the maximum number of pairs.
      store: for the games.
      sprt: what is tested.
      workers: play the games.
      report: called with `games`, the number of games in the store and the number planned so far.

    Returns:
      `accepted`: 0, 1 or -1; `pairs`: after how many pairs; `ratio`; `bounds`; `scores`: how often a pair had each
      score; `score`: the mean.
    """
    couple, max_pairs = definition.couples[0], definition.pairs
    while True:
        scores = pair_scores(store, couple[0])
        accepted, pairs = sprt.decided(scores) if len(scores) else (-1, 0)
        pairs_done = len(scores) // len(definition.scenarios)
        if accepted >= 0 or pairs_done >= max_pairs:
            break
        pairs_done = min(max_pairs, pairs_done - pairs_done % PAIRS_AT_ONCE + PAIRS_AT_ONCE)
        play(definition, store, workers, report, {couple: pairs_done})
    test_scores = scores[:pairs]
    return {
        "accepted": accepted,
        "pairs": pairs,
        "ratio": round(float(sprt.ratios(test_scores)[-1]), 4),
        "bounds": [round(bound, 4) for bound in sprt.bounds],
        "scores": {str(value): int((test_scores == value).sum()) for value in (0.0, 0.25, 0.5, 0.75, 1.0)},
        "score": round(float(test_scores.mean()), 6),
    }


def place(
    definition: Definition,
    store: Store,
    newcomer: str,
    width: float,
    workers: Workers,
    report: Report,
    notify: Callable[[str, dict[str, Any]], None] | None = None,
) -> dict[str, Any]:
    """Rate a newcomer relative to agents that have played each other, with few games.

    It plays some pairs against the agent against which a game is most informative, one with a rating near its own so
    far, until its rating is known well enough.

    Args:
      definition: including the newcomer; its pairs are the maximum against one agent.
      store: with the games of the others.
      newcomer: by name.
      width: of the 95 % interval of its rating, in Elo, as far as it doesn't depend on luck (`is_placed`).
      workers: play the games.
      report: called with `games`, the number of games in the store and the number planned so far.
      notify: called with each opponent before it is played, and with the newcomer's line of the table, if it has one.

    Returns:
      The table (`tabletop.rate.tournament.standings.standings`).
    """
    others = [agent.name for agent in store.agents() if agent.name != newcomer]
    planned = dict.fromkeys(definition.couples, 0)
    couple_of = {frozenset(couple): couple for couple in definition.couples}
    while True:
        table = standings(store, spans=False)
        lines = {line["agent"]: line for line in table["all"]["agents"]}
        entry = lines[newcomer]
        numbers = {agent.name: number for number, agent in enumerate(store.agents(), 1)}
        counts = {
            name: [
                len(store.pairs_done(scenario, *_in_order(numbers[name], numbers[newcomer])))
                for scenario in range(1, len(definition.scenarios) + 1)
            ]
            for name in others
        }
        # Numbers of pairs to be played with each agent: a rung that was interrupted is finished first.
        targets = {name: min(definition.pairs, -(-max(pairs) // RUNG) * RUNG) for name, pairs in counts.items()}
        for name in others:
            planned[couple_of[frozenset((name, newcomer))]] = targets[name]
        if any(min(counts[name]) < targets[name] for name in others):
            play(definition, store, workers, report, planned)
            continue
        has_games = entry["games"] > 0
        if has_games and is_placed(*sure_width(store, newcomer), width, definition.pairs):
            return standings(store)
        candidates = [name for name in others if targets[name] < definition.pairs]
        if not candidates:
            return standings(store)
        rating = entry["rating"] if has_games else UNKNOWN

        worths = [
            (round(worth(lines[name]["rating"] - rating, targets[name] / definition.pairs), 9), -numbers[name], name)
            for name in candidates
        ]
        opponent = max(worths)[2]
        if notify is not None:
            notify(opponent, entry)
        planned[couple_of[frozenset((opponent, newcomer))]] = min(definition.pairs, targets[opponent] + RUNG)
        play(definition, store, workers, report, planned)


def is_placed(sure: float, seeds: int, width: float, pairs: int) -> bool:
    """Tell whether a newcomer's rating is known well enough.

    What stops the ladder must not depend on how wide its interval happens to look: it would stop at those moments at
    which the games look more even than they are, and too many of its intervals would be too narrow.

    Args:
      sure: the width of its interval if no game were more even than an independent trial.
      seeds: how many it has played.
      width: the width wanted.
      pairs: most pairs against one agent.
    """
    return seeds >= min(FEWEST, pairs) and sure <= width


def worth(lead: float, met: float) -> float:
    """Return how informative a game is about a newcomer.

    Args:
      lead: of the opponent's rating over the newcomer's, in Elo.
      met: share of the pairs against this opponent that have been played already.
    """
    expected = share(lead)
    return expected * (1 - expected) / (1 + met)


def _in_order(first: int, second: int) -> tuple[int, int]:
    return min(first, second), max(first, second)
