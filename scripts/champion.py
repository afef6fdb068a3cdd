#!/usr/bin/env python3
"""Put together the shipped agent from its training runs: `champion.py [--runs runs] [--train] [--jobs N]`.

`--train` runs the configurations first, one after the other, and goes on with those that were interrupted:
of configs/champion/, first.toml; variety.toml, which trains that network further; from there wider.toml, capture.toml,
reverse.toml and single.toml; and battle.toml, from nothing, which battle-longer.toml goes on from. Then the agent of
wider.toml becomes agents/champion/policy, and those at the end of the others policies of their own for the presets they
were trained on; that of variety.toml for the two that are left. Last, this agent learns its opening books (`paintball
opening`), for the presets with six figures a side in which the players set up.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from paintball_env.definition import PAINTBALL
from tabletop.agents import policy_folder

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "agents" / "champion" / "policy"
WHOLE, BASE = "champion-wider", "champion-variety"
# Policies of their own, by the names of their folders.
OWN = {
    "capture": "champion-capture", "reverse": "champion-reverse", "single": "champion-single",
    "battle": "champion-battle-longer", "set-up": BASE,
}  # fmt: skip
# Where a policy is played, if not in all scenarios that it was trained on.
ONLY = {"set-up": ("capture-the-flag", "capture-the-flag-basic")}
# Whose network is trained further in each part; None: nobody's.
PARTS = {
    "champion": None, BASE: "champion", WHOLE: BASE,
    "champion-capture": BASE, "champion-reverse": BASE, "champion-single": BASE,
    "champion-battle": None, "champion-battle-longer": "champion-battle",
}  # fmt: skip
# The scores of the battles' network lie closer together: times this, a temperature makes it about as much weaker as the
# others. Its likeliest action stays the same, but where it depends on how half the digits are rounded.
SPREAD = {"battle": 2.5}
# The presets with opening books, and whom these are learnt against.
BOOKS = [f"{objective}{level}" for objective in ("capture-the-flag", "reverse-flag", "single-flag")
         for level in ("", "-basic")]  # fmt: skip
AGAINST = ("hunter@2", "striker@1", "sentinel@2", "raider@2", "champion")
BOOK_SEED = 5
LEFT_OUT = (*policy_folder.OF_ALL, "network")  # of a card: `save` adds them


def train(runs: Path, jobs: int) -> None:
    """Train what isn't trained yet."""
    for part, parent in PARTS.items():
        if (runs / part / "results.json").is_file():
            continue
        stem = part.removeprefix("champion-").replace("champion", "first")
        file = ROOT / "configs" / "champion" / f"{stem}.toml"
        config = ["--config", str(file), "--run-dir", str(runs / part)]
        if parent:
            config += ["--set", f"scoring.begin=trained:{runs / parent / 'agent'}"]
        options = ["--resume", str(runs / part)] if (runs / part).exists() else config
        command = [sys.executable, "-m", "paintball_env", "train", *options, "--jobs", str(jobs)]
        subprocess.run(command, check=True, cwd=ROOT)


def book_of(runs: Path, preset: str) -> Path:
    """Return the file of a preset's opening book among the runs."""
    return runs / "openings" / f"{preset}.json"


def learn_openings(runs: Path) -> None:
    """Learn the opening books that aren't there; the agent and its namesake among the opponents have none yet."""
    for preset in BOOKS:
        if book_of(runs, preset).is_file():
            continue
        book_of(runs, preset).parent.mkdir(parents=True, exist_ok=True)
        words = ["opening", "champion", "--scenario", preset, "--out", str(book_of(runs, preset))]
        words += [word for name in AGAINST for word in ("--against", name)]
        words += ["--seed", str(BOOK_SEED)]
        subprocess.run([sys.executable, "-m", "paintball_env", *words], check=True, cwd=ROOT)


def copy(source: Path, place: Path, spread: float = 1.0, only: Sequence[str] = ()) -> None:
    """Copy an agent's folder, its weights in half the digits, the actions' scores `spread` times as far apart.

    Its card's `rules` name the scenarios in which it is played: `only` these; none named: all it was trained on.
    """
    card, weights = policy_folder.read(source, PAINTBALL)
    arrays = {**weights.arrays, "last": spread * weights.arrays["last"]}
    halves = {name: array.astype(np.float16) for name, array in arrays.items()}
    fields = {name: value for name, value in card.items() if name not in LEFT_OUT}
    # Where the runs were on this machine is nobody's business.
    new_card = json.loads(re.sub(r"trained:[^\s\"]*?([^/\s\"]+)/agent", r"trained:runs/\1/agent", json.dumps(fields)))
    if only:
        digests = {name: PAINTBALL.load(name).digest() for name in only}
        new_card["rules"] |= {"digest": digests[only[0]], "digests": digests}
    policy_folder.save(place, PAINTBALL, weights._replace(arrays=halves), new_card | {"spread": spread})


def main() -> None:
    """Read the arguments, and do it."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--runs", type=Path, default=ROOT / "runs", help="folder of the runs")
    arguments.add_argument("--train", action="store_true", help="train first")
    arguments.add_argument("--jobs", type=int, default=1, help="workers who collect decisions; the result is the same")
    options = arguments.parse_args()
    runs = options.runs.resolve()
    if options.train:
        train(runs, options.jobs)
    elif missing := [str(book_of(runs, preset)) for preset in BOOKS if not book_of(runs, preset).is_file()]:
        sys.exit(f"no {', '.join(missing)}: --train learns them")
    copy(runs / WHOLE / "agent", PLACE)
    for name in (policy_folder.SCENARIOS, policy_folder.OPENINGS):  # of the earlier champion
        shutil.rmtree(PLACE / name, ignore_errors=True)
    for name, part in OWN.items():
        place = PLACE / policy_folder.SCENARIOS / name
        copy(runs / part / "agent", place, SPREAD.get(name, 1.0), ONLY.get(name, ()))
    if options.train:
        learn_openings(runs)
    (PLACE / policy_folder.OPENINGS).mkdir()
    for preset in BOOKS:
        shutil.copy(book_of(runs, preset), PLACE / policy_folder.OPENINGS)


if __name__ == "__main__":
    main()
