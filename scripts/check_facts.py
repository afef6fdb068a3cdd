#!/usr/bin/env python3
"""Are the facts of the encoding `actions` true? Compares them with exact odds, in positions of random games.

    python scripts/check_facts.py --positions 1000 --seed 1

Half of the games are played in presets, half in random scenarios (`variety-SEED-NN`), which have other boards, other
dice and other numbers in the rules. In every fourth position one legal action is looked at: its chances
are compared with `paintball_env.outcomes`' odds, other numbers with the position after it (test_action_facts.py
says which). Prints how many numbers of each kind were compared; the first one that differs ends it, with its
position.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from paintball_env import Scenario
from paintball_env.scenario import presets
from tests.paintball.fights import play_random
from tests.paintball.test_action_facts import Checked

EVERY = 4  # a position in so many decisions
GAMES = 20  # positions of one game at most


def main() -> None:
    """Play, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=200, help="how many are looked at (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the games (default: %(default)s)")
    options = parser.parse_args()
    if options.positions < 1:
        parser.error(f"--positions {options.positions}: at least 1 is needed")
    rng, checked = np.random.default_rng(options.seed), Checked()
    names = presets()
    positions = games = 0
    while positions < options.positions:
        half, odd = divmod(games, 2)
        scenario = Scenario.load(f"variety-{options.seed}-{half % 99 + 1:02}" if odd else names[half % len(names)])
        before = positions
        for step, game in enumerate(play_random(scenario, 1000 * options.seed + games, most=400)):
            if positions == min(options.positions, before + GAMES):
                break
            if step % EVERY == EVERY - 1 and not game.over and game.turn > 0:
                try:
                    checked.position(game, rng)
                except AssertionError as fault:
                    sys.exit(f"{scenario.name}, seed {1000 * options.seed + games}: {fault}")
                positions += 1
        games += 1
        print(f"\r{positions} positions", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{positions} positions of {games} games: {sum(checked.counts.values())} numbers compared, none differs")
    print(", ".join(f"{kind} {count}" for kind, count in checked.counts.items()))


if __name__ == "__main__":
    main()
