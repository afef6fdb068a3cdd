"""The yardstick: OpenSpiel's backgammon by its fast path in Python.

The observation is written into a NumPy buffer, the mask is set by the list of legal actions, one of these is taken at
random.  Chance nodes are drawn and applied, but aren't counted as decisions.
"""

import random
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

from benchmarks.measure import Load

GAMES = 5  # in a go
NOTE = "Like for like with OpenSpiel is `one game`; yet a decision of another game is another amount of play."


def missing() -> str | None:
    """Why there is no OpenSpiel here, in a line; None if there is."""
    if find_spec("pyspiel") is None:
        return 'OpenSpiel is not installed, so there is no comparison: pip install "paintball-mini[bench]"'
    return None


def spiel_version() -> str | None:
    """Its version."""
    for name in ("open_spiel", "open-spiel"):
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return None


class Backgammon(Load):
    """One game of backgammon from Python."""

    yardstick = True
    key = "openspiel-backgammon"
    title = "OpenSpiel backgammon"

    def __init__(self) -> None:
        import numpy as np
        import pyspiel
        from open_spiel.python.observation import make_observation

        self.game: Any = pyspiel.load_game("backgammon")
        self.view: Any = make_observation(self.game)
        self.mask = np.zeros(self.game.num_distinct_actions(), np.int8)
        self.random = random.Random(3).random

    def play(self) -> tuple[int, int]:
        """Some games."""
        pick, view, mask, decisions = self.random, self.view, self.mask, 0
        for _ in range(GAMES):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(_sample(state.chance_outcomes(), pick()))
                    continue
                view.set_from(state, state.current_player())
                legal = state.legal_actions()
                mask.fill(0)
                mask[legal] = 1
                state.apply_action(legal[int(pick() * len(legal))])
                decisions += 1
        return decisions, GAMES


def _sample(outcomes: list[tuple[int, float]], remaining: float) -> int:
    for outcome, chance in outcomes:
        remaining -= chance
        if remaining < 0:
            return outcome
    return outcomes[-1][0]
