"""Plays games and prints a digest of how they end: `python -m tests.lanes SCENARIO GAMES`."""

import hashlib
import random
import sys

from paintball_env.game import Game


def digest(name: str, games: int) -> str:
    """SHA-256 over the final records, dice counters included, of `games` random games."""
    total = hashlib.sha256()
    decisions = 0
    for seed in range(games):
        rng = random.Random(seed)
        game = Game(name, seed=seed)
        while not game.over:
            game.step(rng.choice(game.legal_indices()))
            decisions += 1
        total.update(game.games.tobytes())
    return f"{total.hexdigest()} {decisions}"


if __name__ == "__main__":
    print(digest(sys.argv[1], int(sys.argv[2])))
