"""Games at random by which figures or ships meet: a game's own tests choose what is bold."""

import random

from tabletop.play.game import Game


def battles(scenario, seeds, limit, choose):
    """A game at each decision up to a limit, and its random numbers, by which `choose(game, rng)` names an action."""
    for seed in seeds:
        game, rng = Game(scenario, seed=seed), random.Random(seed)
        for _ in range(limit):
            yield game, rng
            if game.over:
                break
            game.step(choose(game, rng))
