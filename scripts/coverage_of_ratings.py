#!/usr/bin/env python3
"""Do the 95 % intervals of ratings cover the truth? Results are drawn from the model and rated, many times.

    .venv/bin/python scripts/coverage_of_ratings.py [--repetitions 400] [--samples 2000] [--seed 0]

For each setting it prints how often an agent's interval covered its planted rating: the mean over agents, the worst
agent, and the number of repetitions; and for comparison the same for percentiles of the bootstrap. Ends with 1 if a
setting's mean is outside 93 to 97 %.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from agents import bradley_terry

# Planted ratings, and pairs of games of each pairing.
SETTINGS = [
    ((-200, -120, -40, 40, 120, 200), 50),
    ((-400, -200, 0, 50, 150, 400), 20),
    ((-600, -100, 0, 200, 500), 100),
    ((0, 30), 200),
    ((-150, 0, 20, 130), 12),
]
BAND = (0.93, 0.97)


def play(truth, pairs, generator):
    """Return points float64[N, K] of the first agents in pairs of independent games, and the agents of the pairings.

    Draws take 0.6 of the lesser side's share, so the expected points are the model's.
    """
    first, second = np.triu_indices(len(truth), 1)
    share = bradley_terry.expected(truth[first] - truth[second])
    draw = 0.6 * np.minimum(share, 1 - share)
    drawn = generator.random((pairs, 2, len(first)))
    scores = np.where(drawn < share - draw / 2, 1.0, np.where(drawn < share + draw / 2, 0.5, 0.0))
    return scores.sum(axis=1), first, second


def coverage(truth, pairs, repetitions, samples, seed):
    """Return how often each agent's interval covers its rating, float64[n], and the same for percentiles."""
    generator = np.random.default_rng(seed)
    truth = np.array(truth, float) - np.mean(truth)
    hits, by_percentiles = np.zeros(len(truth)), np.zeros(len(truth))
    for repetition in range(repetitions):
        points, first, second = play(truth, pairs, generator)
        played = np.full(points.shape, 2.0)
        found = bradley_terry.rate_all(
            points, played, first, second, len(truth), seed=repetition, samples=samples
        )
        hits += (found.low <= truth) & (truth <= found.high)
        drawn = bradley_terry.bootstrap(points, played, first, second, len(truth), repetition, samples)
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        by_percentiles += (low <= truth) & (truth <= high)
    return hits / repetitions, by_percentiles / repetitions


def main():
    """Print the coverage of all settings."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=400)
    parser.add_argument("--samples", type=int, default=bradley_terry.SAMPLES)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    good = True
    print("planted ratings, pairs: covered, mean over agents (worst agent); by percentiles")
    for truth, pairs in SETTINGS:
        ours, other = coverage(truth, pairs, options.repetitions, options.samples, options.seed)
        within = BAND[0] <= ours.mean() <= BAND[1]
        good &= within
        print(
            f"{truth}, {pairs}: {100 * ours.mean():.1f} % ({100 * ours.min():.1f}); "
            f"{100 * other.mean():.1f} % ({100 * other.min():.1f}){'' if within else '  OUTSIDE'}",
            flush=True,
        )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
