"""Random games in which figures fight more than they walk."""

import numpy as np

from paintball_env.game import Game

LIKED = ("shoot", "suppress", "throw", "charge", "figure")


def play_random(name, seed, most=10_000):
    """A random game: yields it at its start and after each decision."""
    game, rng = Game(name, seed=seed), np.random.default_rng(seed)
    yield game
    for _ in range(most):
        if game.over:
            return
        legal = game.legal_actions()
        weights = np.array([5.0 if any(word in a for word in LIKED) else 0.1 if a == "done" else 1 for a in legal])
        game.step(str(rng.choice(legal, p=weights / weights.sum())))
        yield game
