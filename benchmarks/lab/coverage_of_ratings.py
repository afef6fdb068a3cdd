#!/usr/bin/env python3
"""Do the 95 % intervals of ratings cover the truth? Results are drawn from the model and rated, many times.

    .venv/bin/python benchmarks/lab/coverage_of_ratings.py [--repetitions 400] [--seed 0]

For each setting it prints how often an agent's interval covered its planted rating: the mean over agents, the least and
the most of an agent, and how often some interval was open, as all games between two groups went one way. Ratings are
compared with the truth from the same zero, the mean of the same agents. Ends with 1 if an agent or a setting's mean is
covered in less than 93 %, by more than the luck of so many repetitions, or if the mean of all settings is above 97 %
(99.9 % where one is far off).
"""

import argparse
import math
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tabletop.rate.matches import bradley_terry

# Planted ratings, and pairs of games of each pairing. Settings with one agent far off, as `random` is:
FAR = [
    ((-1100, 0, 50, 100), 30),
    ((-1100, 0, 50, 100), 100),
    ((-900, 0, 60, 120), 100),
    ((0, 100, 900), 50),
    ((0, 1100), 100),
    ((0, 900), 250),
    ((0, 700), 60),
]
# And with all of them near each other.
NEAR = [
    ((-200, -120, -40, 40, 120, 200), 50),
    ((-400, -200, 0, 50, 150, 400), 20),
    ((-600, -100, 0, 200, 500), 100),
    ((0, 30), 200),
    ((-150, 0, 20, 130), 12),
]
LEAST, MOST_NEAR, MOST_FAR = 0.93, 0.97, 0.999


def play(truth, pairs, generator):
    """Return points float64[N, K] of the first agents in pairs of independent games, and the agents of the pairings.

    Draws take 0.6 of the lesser side's share, so the expected points are the model's.
    """
    first, second = np.triu_indices(len(truth), 1)
    share = bradley_terry.expected(truth[first] - truth[second])
    draw = 0.6 * np.minimum(share, 1 - share)
    noise = generator.random((pairs, 2, len(first)))
    scores = np.where(noise < share - draw / 2, 1.0, np.where(noise < share + draw / 2, 0.5, 0.0))
    return scores.sum(axis=1), first, second


def coverage(truth, pairs, repetitions, seed, anchor=None):
    """Return how often each agent's interval covers its rating, float64[n], and how often some interval is open."""
    generator = np.random.default_rng(seed)
    truth = np.array(truth, float)
    hits, open_count = np.zeros(len(truth)), 0
    for _ in range(repetitions):
        points, first, second = play(truth, pairs, generator)
        pinned = None if anchor is None else (anchor, 0.0)
        ratings = bradley_terry.rate_all(points, np.full(points.shape, 2.0), first, second, len(truth), pinned)
        target = truth - truth[ratings.zero].mean()
        hits += (ratings.low <= target) & (target <= ratings.high)
        open_count += not (np.isfinite(ratings.low).all() and np.isfinite(ratings.high).all())
    return hits / repetitions, open_count / repetitions


def main():
    """Print the coverage of all settings."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    luck = 2.5 * math.sqrt(0.05 * 0.95 / options.repetitions)  # of an agent; the mean has less of it
    good = True
    print("planted ratings, pairs: covered, mean over agents (least to most); some interval open")
    for settings, limit in ((FAR, MOST_FAR), (NEAR, MOST_NEAR)):
        means = []
        for truth, pairs in settings:
            ours, open_share = coverage(truth, pairs, options.repetitions, options.seed)
            mean_luck = luck / math.sqrt(len(truth))
            in_range = ours.min() >= min(LEAST, 0.95 - luck) and ours.mean() >= min(LEAST, 0.95 - mean_luck)
            means.append(ours.mean())
            good &= in_range
            print(
                f"{truth}, {pairs}: {100 * ours.mean():.1f} % ({100 * ours.min():.1f} to {100 * ours.max():.1f}); "
                f"{100 * open_share:.0f} %{'' if in_range else '  OUTSIDE'}",
                flush=True,
            )
        mean = sum(means) / len(means)
        good &= mean <= limit
        print(f"mean of these settings: {100 * mean:.1f} %, at most {100 * limit:.1f} %")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
