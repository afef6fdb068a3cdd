#!/usr/bin/env python3
"""Does a ladder place a newcomer as a full round robin would, with half of the games? Results are drawn from the model.

    .venv/bin/python benchmarks/lab/ladder_simulation.py [--repetitions 1000] [--pairs 100] [--width 150] [--seed 0]

Standing agents have played each other. A newcomer's pairs of games against all of them are drawn; from all of these
its full rating is made. The ladder plays them in its own order (`tabletop.rate.tournament.formats.place`), until half
are played. Printed for each field: how often the two ratings are within 25 Elo, half of all differences, and 95 % of
them. Also, of a fifth as many newcomers whose ladder ends by itself: how often its interval covers the true rating,
and after how many games it ends. Ends with 1 if less than 95 % are within 25 Elo, or less than 90 % are covered.
"""

import argparse
import sys
from itertools import combinations
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tabletop.rate.matches import bradley_terry
from tabletop.rate.tournament.formats import RUNG, UNKNOWN, is_placed, worth

CLOSE, WANTED, COVERED = 25.0, 0.95, 0.9
FIELDS = {
    "9 agents, 50 apart": np.linspace(-200, 200, 9),
    "7 agents, 100 apart": np.linspace(-300, 300, 7),
    "9 agents, one far below": np.array([-700, -150, -100, -50, 0, 50, 100, 150, 200]),
    "12 agents, 20 apart": np.linspace(-110, 110, 12),
}


def pair_points(lead, pairs, rng):
    """Points of the first agent in pairs of games, float64[..., pairs], 0 to 2, at a lead in Elo, float64[...]."""
    share = bradley_terry.expected(lead)[..., None, None]
    drawn_share = 0.6 * np.minimum(share, 1 - share)  # as in benchmarks/lab/coverage_of_ratings.py
    noise = rng.random((*np.shape(lead), pairs, 2))
    scores = np.where(noise < share - drawn_share / 2, 1.0, np.where(noise < share + drawn_share / 2, 0.5, 0.0))
    return scores.sum(axis=-1)


def over_others(points):
    """The rating of the last agent over the mean of the others, and all ratings with mean 0."""
    ratings = bradley_terry.fit(points)
    return ratings[..., -1] - ratings[..., :-1].mean(axis=-1), ratings


def differences(field, pairs, repetitions, rng):
    """Return the ladder's rating less that of the full round robin, float64[repetitions]."""
    agents, runs = len(field), np.arange(repetitions)
    newcomer = rng.uniform(field.min(), field.max(), repetitions)
    points = np.zeros((repetitions, agents + 1, agents + 1))
    for i in range(agents):
        for j in range(i):
            first_points = pair_points(np.full(repetitions, field[i] - field[j]), pairs, rng).sum(axis=1)
            points[:, i, j], points[:, j, i] = first_points, 2 * pairs - first_points
    pair_scores = pair_points(newcomer[:, None] - field, pairs, rng)  # [repetitions, agents, pairs]
    full_points = points.copy()
    full_points[:, -1, :-1], full_points[:, :-1, -1] = pair_scores.sum(axis=2), 2 * pairs - pair_scores.sum(axis=2)
    target, _ = over_others(full_points)
    so_far = np.concatenate([np.zeros((repetitions, agents, 1)), pair_scores.cumsum(axis=2)], axis=2)
    counts = np.zeros((repetitions, agents), np.int64)
    ratings = np.concatenate([over_others(points[:, :-1, :-1])[1], np.full((repetitions, 1), UNKNOWN)], axis=1)
    while True:
        pairs_left = pairs * agents // 2 - counts.sum(axis=1)
        if (pairs_left <= 0).all():
            break
        lead = ratings[:, :-1] - ratings[:, -1:]
        worths = np.vectorize(worth)(lead, counts / pairs)
        worths[counts >= pairs] = -1.0
        opponent = worths.argmax(axis=1)
        counts[runs, opponent] = np.minimum(pairs, counts[runs, opponent] + np.minimum(RUNG, np.maximum(pairs_left, 0)))
        newcomer_points = np.take_along_axis(so_far, counts[:, :, None], axis=2)[:, :, 0]
        points[:, -1, :-1], points[:, :-1, -1] = newcomer_points, 2 * counts - newcomer_points
        estimates, ratings = over_others(points)
    return estimates - target


def coverage(field, pairs, width, repetitions, rng):
    """Return how often the interval at the ladder's end covers the newcomer's true rating, and its mean games."""
    agents, covered, games = len(field), 0, 0
    first, second = np.array([*combinations(range(agents + 1), 2)]).T
    for _ in range(repetitions):
        truth = np.append(field, rng.uniform(field.min(), field.max()))
        points = pair_points(truth[first] - truth[second], pairs, rng).T
        counts = np.zeros(agents, np.int64)
        while True:
            played = np.full(points.shape, 2.0)
            played[:, second == agents] = 2.0 * (np.arange(pairs)[:, None] < counts)
            table = (points * (played > 0), played, first, second, agents + 1)
            sure = bradley_terry.rate_all(*table, least=bradley_terry.PRIOR)
            rating = sure.elo[-1] if counts.any() else UNKNOWN
            is_known = is_placed(sure.high[-1] - sure.low[-1], counts.max(), width, pairs)
            if counts.min() == pairs or (counts.any() and is_known):
                break
            worths = np.vectorize(worth)(sure.elo[:-1] - rating, counts / pairs)
            worths[counts >= pairs] = -1.0
            opponent = worths.argmax()
            counts[opponent] = min(pairs, counts[opponent] + RUNG)
        rated = bradley_terry.rate_all(*table)
        covered += rated.low[-1] <= truth[-1] - truth[rated.zero].mean() <= rated.high[-1]
        games += 2 * counts.sum()
    return covered / repetitions, games / repetitions


def main():
    """Print how near the ladder comes, for all fields."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--width", type=float, default=150.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    good = True
    for name, field in FIELDS.items():
        errors = np.abs(differences(field, options.pairs, options.repetitions, np.random.default_rng(options.seed)))
        close = float((errors <= CLOSE).mean())
        rng = np.random.default_rng(options.seed)
        covered, games = coverage(field, options.pairs, options.width, max(1, options.repetitions // 5), rng)
        good &= close >= WANTED and covered >= COVERED
        print(
            f"{name}: {100 * close:.1f} % within {CLOSE:.0f} Elo; half within {np.quantile(errors, 0.5):.1f}, "
            f"95 % within {np.quantile(errors, 0.95):.1f}; "
            f"the interval covers {100 * covered:.1f} %, after {games:.0f} games",
            flush=True,
        )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
