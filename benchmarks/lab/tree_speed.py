"""How many positions a second are evaluated in tree searches: compiled, and the docs' own in plain Python.

    python benchmarks/lab/tree_speed.py

Both search the same positions of 256 games with the same PyTorch network, in turn, in one process on one core; the
median of the ratios counts.
"""

import argparse
import runpy
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from paintball_env import Simulator, TreeSearch

ROOT = Path(__file__).resolve().parent.parent.parent
ZERO = runpy.run_path(str(ROOT / "examples" / "alphazero.py"))
PLAIN = runpy.run_path(str(ROOT / "docs" / "examples" / "tree_search.py"))


class Counting:
    """A network that counts the positions about which it is asked, and the time that it takes."""

    def __init__(self, network: torch.nn.Module) -> None:
        self.network, self.leaves, self.seconds = network, 0, 0.0

    def __call__(self, leaves: Simulator, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Evaluate positions."""
        began = time.process_time()
        answer: tuple[np.ndarray, np.ndarray] = self.network.evaluate(leaves, rows)  # type: ignore[operator]
        self.leaves, self.seconds = self.leaves + len(rows), self.seconds + time.process_time() - began
        return answer


def speed(search: Callable[[np.ndarray, Counting], object], games: np.ndarray, network: torch.nn.Module) -> list[float]:
    """Leaves a second of processor time: in all, and without the network."""
    counting, began = Counting(network), time.process_time()
    search(games, counting)
    seconds = time.process_time() - began
    return [counting.leaves / seconds, counting.leaves / (seconds - counting.seconds)]


def main() -> None:
    """Measure, and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--scenario", default="capture-the-flag-basic-drawn")
    options.add_argument("--games", type=int, default=256)
    options.add_argument("--simulations", type=int, default=16)
    options.add_argument("--repeats", type=int, default=5)
    options.add_argument("--width", type=int, default=128, help="of the network's layers")
    args = options.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    simulator = Simulator(args.scenario, args.games, seed=1)
    simulator.begin()
    simulator.play("hunter", decisions=30)
    running = simulator.games[~simulator.over].copy()
    network = ZERO["Network"](simulator.observations(0).shape[1], simulator.scenario.actions, args.width)
    same = {"simulations": args.simulations, "considered": 8}
    compiled = TreeSearch(args.scenario, len(running), noise=False, **same)
    plain = PLAIN["PythonTreeSearch"](simulator.scenario, len(running), **same)
    compiled.search(running, network.evaluate)  # compiles
    rows = []
    for number in range(args.repeats):
        fast, slow = speed(compiled.search, running, network), speed(plain.search, running, network)
        rows.append([fast[0] / slow[0], fast[1] / slow[1]])
        print(
            f"{number + 1}: leaves a second, compiled {fast[0]:,.0f} ({fast[1]:,.0f} without the network),"
            f" plain {slow[0]:,.0f} ({slow[1]:,.0f}); ratio {rows[-1][0]:.1f} ({rows[-1][1]:.1f})",
            flush=True,
        )
    ratios = [statistics.median(row[i] for row in rows) for i in (0, 1)]
    print(f"{len(running)} games: {ratios[0]:.1f} times as many; {ratios[1]:.1f} without the network")


if __name__ == "__main__":
    main()
