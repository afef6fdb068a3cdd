"""Plays games and prints by scenario how they end: `python -m tests.compiled.lanes`."""

import hashlib
import json

from paintball_env.observation import Encoding
from paintball_env.scenario import Scenario
from tabletop.env.batch.playouts import random_games

GAMES = {"capture-the-flag-drawn": 1, "capture-the-flag-basic-drawn": 2, "reverse-flag": 1}


def ends(name: str, count: int) -> tuple[str, int]:
    """Return the SHA-256 over the final records, dice counters included, of random games, and their decisions.

    At each decision an observation is made as well.
    """
    scenario = Scenario.load(name)
    games, lengths = random_games(scenario, count, seed=1, encoding=Encoding(scenario))
    return hashlib.sha256(games.tobytes() + lengths.tobytes()).hexdigest(), int(lengths.sum())


if __name__ == "__main__":
    print(json.dumps({name: ends(name, count) for name, count in GAMES.items()}))
