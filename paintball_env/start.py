"""What every game of a scenario begins from: an empty board with what the scenario has placed, or a fixed position."""

from functools import lru_cache

import numpy as np

from paintball_env.rules import entry, state
from paintball_env.scenario import Scenario


@lru_cache(maxsize=64)
def start_record(scenario: Scenario) -> np.ndarray:
    """The record every game of the scenario is copied from before `begin`: shape (1,), dtype `scenario.size.game`.

    The board with what the scenario has placed, or its fixed start position (SN5).

    Raises:
      ValueError: a start position that isn't one of this scenario's, in which the game is over, or the set-up hasn't
        begun.
    """
    if scenario.setup == "fixed":
        from paintball_env.notation import parse_position  # of use for a fixed position alone

        assert scenario.start is not None
        try:
            games = parse_position(scenario, scenario.start)
        except ValueError as error:
            raise ValueError(f"{scenario.name}: start: {error}") from None
        if games[0].ending != state.RUNNING:
            raise ValueError(f"{scenario.name}: start: the game is over in this position")
        if games[0].decision == state.OVER and (games["figure"]["hex"] == state.NONE).all():
            # The rules would begin the whole set-up, and place anew what the position has placed.
            raise ValueError(f"{scenario.name}: start: no figure is placed, and no to= says what is to be decided")
        return games
    games = np.zeros(1, scenario.size.game)
    entry.clear(games)
    scenario.fill_start(games[0])
    return games
