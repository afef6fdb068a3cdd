#!/usr/bin/env python3
"""How often has a unit of State of War that is picked no legal move and no form? Bots against themselves.

    python benchmarks/lab/frozen_picks.py --games 200

In all presets but `company`. Units in contact aren't asked for an order; those that morale forbids to advance aren't
counted.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from state_of_war.bots.choice import choose
from state_of_war.bots.temperament import TEMPERAMENTS
from state_of_war.definition import STATE_OF_WAR
from state_of_war.rules.state import HALTED, UNITS
from tabletop.play.game import Game

MOVES = slice(14, 126)  # block moves and forms (docs/state-of-war.md, "Actions")


def count(bot: str, preset: str, games: int) -> tuple[int, int]:
    """Return the picks of units that may advance, and of these the ones without a move or form."""
    temper, noise = TEMPERAMENTS[bot].record()[0], np.random.default_rng(5)
    scenario, picks, frozen = STATE_OF_WAR.load(preset), 0, 0
    for seed in range(games):
        game = Game(scenario, seed=910_000 + seed)
        while not game.over:
            mask, record = game.legal_mask(), game.games[0]
            if game.decision == "order":
                side, number = divmod(int(record["unit"]), UNITS)
                if record["units"][side, number]["morale"] < HALTED:
                    picks += 1
                    frozen += not mask[MOVES].any()
            game.step(int(choose(scenario.world[0], record, mask, temper, noise.integers(2**63, dtype=np.uint64))))
    return picks, frozen


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="of each bot in each preset")
    options = parser.parse_args()
    for bot in TEMPERAMENTS:
        presets = [preset for preset in STATE_OF_WAR.presets() if preset != "company"]
        counts = np.array([count(bot, preset, options.games) for preset in presets]).sum(axis=0)
        print(f"{bot}: {counts[1]} of {counts[0]} picks, {100 * counts[1] / counts[0]:.2f} %", flush=True)


if __name__ == "__main__":
    main()
