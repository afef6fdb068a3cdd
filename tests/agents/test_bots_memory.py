"""May several bots think with one memory, one after the other, and does each find what it would find with its own?"""

import numpy as np
import pytest
from paintball_env.bots.scripted.choice import worths
from paintball_env.bots.scripted.memory import MEMORY, start_memory
from paintball_env.bots.scripted.temperament import TEMPERAMENTS

from paintball_env import Scenario, Simulator
from tabletop.compiled.compiling import compiled

# Those of the first version ask for less: they don't mind who steps up, nor what no Marshal checks.
BOTS = ("hunter@1", "hunter", "raider", "striker", "sentinel@1", "sentinel", "raider@1")


def thoughts(world, game, listed, bots, shared):
    """What bots think of the legal actions of a game, with one memory or each with its own: float64 [bots, n]."""
    memory, out = np.empty(1, MEMORY), np.zeros((len(bots), len(listed)))
    for number, bot in enumerate(bots):
        if number == 0 or not shared:
            memory.view(np.uint8)[:] = 0x5A if shared else 0xA5  # what was written there before doesn't matter
            start_memory(world, game, game.decider, memory[0])
        worths(world, game, listed, len(listed), TEMPERAMENTS[bot].record()[0], memory[0], out[number])
    return out


@pytest.mark.parametrize("name", ["capture-the-flag-drawn", "reverse-flag-basic-drawn", "single-flag"])
def test_bots_may_share_a_memory(name):
    scenario = Scenario.load(name)
    games = Simulator(scenario, 24 if compiled() else 3, seed=8)
    games.begin()
    kinds, sentries = set(), 0
    for round_number in range(12 if compiled() else 3):
        games.play("sentinel" if round_number % 2 else "raider", decisions=21)
        for row in np.flatnonzero(~games.over):
            game, listed = games.games[row], np.flatnonzero(games.masks[row]).astype(np.int16)
            kinds.add(int(game["decision"]))
            sentries += int(game["figure"]["sentry"].sum())
            alone = thoughts(scenario.world[0], game, listed, BOTS, False)
            for bots in (BOTS, BOTS[::-1]):
                together = thoughts(scenario.world[0], game, listed, bots, True)
                order = [bots.index(bot) for bot in BOTS]
                assert (together[order] == alone).all(), scenario.game.format_position(scenario, games.games[[row]])
    assert sentries and len(kinds) > (4 if compiled() else 0)
