"""What a scripted bot thinks of the actions of a position, for tests."""

import numpy as np
from paintball_env.bots.scripted.choice import worths
from paintball_env.bots.scripted.memory import MEMORY, start_memory

from paintball_env.game import Game
from paintball_env.view import View


def scores_of(scenario, position, temperament):
    """Return what a temperament thinks of the legal actions of a position, by their names."""
    game = Game(scenario, start=position)
    view = View(game.scenario, game.games, game.legal_mask())
    legal, values = np.flatnonzero(view.mask).astype(np.int16), np.zeros(int(view.mask.sum()))
    memory = np.empty(1, MEMORY)
    start_memory(view.worlds[0], view.games[0], view.team, memory[0])
    worths(view.worlds[0], view.games[0], legal, len(legal), temperament.record()[0], memory[0], values)
    return {view.table.name(int(a), view.team): x for a, x in zip(legal, values, strict=True)}
