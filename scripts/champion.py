#!/usr/bin/env python3
"""Put together the shipped agent from its training runs: `champion.py [--runs runs] [--train]`.

`--train` runs the configurations first, one after the other, and goes on with those that were interrupted:
configs/champion.toml, configs/champion-variety.toml, which trains the first one's network further, and
configs/champion-battle.toml (an hour and a half on one core). Then the agent of the second becomes
agents/champion/policy, and that of the third the policy of its own for both battles.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from paintball_env.definition import PAINTBALL
from tabletop.agents import trained

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "agents" / "champion" / "policy"
PARTS = PRESETS, WHOLE, BATTLE = "champion", "champion-variety", "champion-battle"
BATTLES = ("battle-12", "battle-12-drawn")
LEFT_OUT = ("game", "versions", "shapes", "network")  # of a card: `save` adds them


def train(runs: Path) -> None:
    """Train what isn't trained yet."""
    for part in PARTS:
        if (runs / part / "results.json").is_file():
            continue
        config = ["--config", str(ROOT / "configs" / f"{part}.toml"), "--run-dir", str(runs / part)]
        if part == WHOLE:
            config += ["--set", f"scoring.begin=trained:{runs / PRESETS / 'agent'}"]
        what = ["--resume", str(runs / part)] if (runs / part).exists() else config
        subprocess.run([sys.executable, "-m", "paintball_env", "train", *what], check=True, cwd=ROOT)


def copy(source: Path, place: Path, **more: object) -> None:
    """Copy an agent's folder, its weights in half the digits."""
    card, weights = trained.read(source, PAINTBALL)
    halves = {name: array.astype(np.float16) for name, array in weights.arrays.items()}
    kept = {name: value for name, value in card.items() if name not in LEFT_OUT}
    # Where the runs were on this machine is nobody's business.
    told = json.loads(re.sub(r"trained:[^\s\"]*?([^/\s\"]+)/agent", r"trained:runs/\1/agent", json.dumps(kept)))
    trained.save(place, PAINTBALL, weights._replace(arrays=halves), told | more)


def main() -> None:
    """Read the arguments, and do it."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--runs", type=Path, default=ROOT / "runs", help="folder of the runs")
    arguments.add_argument("--train", action="store_true", help="train first")
    given = arguments.parse_args()
    if given.train:
        train(given.runs)
    copy(given.runs / WHOLE / "agent", PLACE)
    for name in BATTLES:
        rules = {"state": PAINTBALL.versions["state"], "digest": PAINTBALL.load(name).digest()}
        copy(given.runs / BATTLE / "agent", PLACE / trained.SCENARIOS / name, scenario=name, rules=rules)


if __name__ == "__main__":
    main()
