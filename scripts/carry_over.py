"""Write the hexes' shipped networks as networks of the table, to begin training with: `runs/table-begin/`.

The facts that they are given have the same names on both grounds, but for decisions that only the table has: these get
weights of 0. A network that plays well on hexes plays on the table about as well as the best scripted bot, at once.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from paintball_env.bots.champion.agents import POLICY
from paintball_env.on_table.definition import PAINTBALL
from paintball_env.on_table.observation.features import GAME as GAME_ON_TABLE

from paintball_env.observation.features import GAME

ROOT = Path(__file__).resolve().parent.parent
OF_POSITION = "of_position", "value_first"  # layers with a row for each fact about the position


def carry_over(source: Path, target: Path) -> None:
    """Write a folder with a network of the hexes as one of the table."""
    known = {entry.name for entry in GAME}
    added = [number for number, entry in enumerate(GAME_ON_TABLE) if entry.name not in known]
    weights = dict(np.load(source / "weights.npz"))
    for layer in OF_POSITION:
        for number in added:  # rising, so each is where it belongs
            weights[layer] = np.insert(weights[layer], number, 0.0, axis=0)
    card = json.loads((source / "card.json").read_text(encoding="utf-8"))
    card |= {"game": PAINTBALL.name, "shapes": {name: list(values.shape) for name, values in weights.items()}}
    card |= {"scenario": PAINTBALL.default_scenario, "scenarios": [PAINTBALL.default_scenario]}
    target.mkdir(parents=True, exist_ok=True)
    np.savez(target / "weights.npz", **weights)
    (target / "card.json").write_text(json.dumps(card), encoding="utf-8")


def main() -> None:
    """Carry over all networks that are for some scenarios alone."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "runs" / "table-begin")
    folder = parser.parse_args().out
    for name in ("capture", "reverse", "single"):
        carry_over(POLICY / "scenarios" / name, folder / name)


if __name__ == "__main__":
    main()
