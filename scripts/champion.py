#!/usr/bin/env python3
"""Put together a game's shipped agent from its training runs: `champion.py GAME [--runs runs] [--train] [--jobs N]`.

`--train` runs the game's configurations first, one after the other, and goes on with those that were interrupted; parts
that begin with another part's network take it from its run. Then the agent of one part becomes the policy for all
scenarios, and those of others become policies of their own for the presets they were trained on.

Of PaintBall, whose configurations are configs/champion/: first.toml; variety.toml, which trains that network further;
from there wider.toml, capture.toml, reverse.toml and single.toml; and battle.toml, from nothing, which
battle-longer.toml goes on from. The policy of variety.toml is for the two presets that are left. Last, this agent
learns its opening books (`paintball opening`), for the presets with six figures a side in which the players set up.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from beat_to_quarters.definition import BEAT_TO_QUARTERS
from octagon_ball.definition import OCTAGON_BALL
from paintball_env.definition import PAINTBALL
from state_of_war.definition import STATE_OF_WAR
from tabletop.agents import policy_folder
from tabletop.game.definition import GameDefinition

ROOT = Path(__file__).resolve().parent.parent


class Recipe(NamedTuple):
    """What a game's agent is made of. A part is a configuration of training, by its `name`, which is its run's too.

    Attributes:
      game: its definition.
      place: the folder of its policies.
      configs: the folder of its configurations.
      parts: whose network is trained further in each part; None: nobody's.
      whole: the part whose policy is for all scenarios.
      own: parts with policies of their own, by the names of their folders.
      only: where such a policy is played, if not in all scenarios that it was trained on.
      spread: scores of a policy's actions that lie closer together than those of the others are multiplied by this, so
        that a temperature makes it about as much weaker. Its likeliest action stays the same, but where it depends on
        how half the digits are rounded.
      books: presets for which it learns opening books.
      against: whom it learns them against.
    """

    game: GameDefinition[Any]
    place: Path
    configs: Path
    parts: Mapping[str, str | None]
    whole: str
    own: Mapping[str, str] = {}
    only: Mapping[str, Sequence[str]] = {}
    spread: Mapping[str, float] = {}
    books: Sequence[str] = ()
    against: Sequence[str] = ()


def in_package(game: GameDefinition[Any], **parts: Any) -> Recipe:
    """Return the recipe of a game whose agent and configurations are in its package; parts: of `Recipe`."""
    package = ROOT / game.package
    return Recipe(game, package / "bots" / "policy", package / "configs", **parts)


BASE = "champion-variety"
RECIPES = {
    "paintball": Recipe(
        PAINTBALL,
        ROOT / "agents" / "champion" / "policy",
        ROOT / "configs" / "champion",
        parts={
            "champion": None,
            BASE: "champion",
            "champion-wider": BASE,
            "champion-capture": BASE,
            "champion-reverse": BASE,
            "champion-single": BASE,
            "champion-battle": None,
            "champion-battle-longer": "champion-battle",
        },
        whole="champion-wider",
        own={
            "capture": "champion-capture",
            "reverse": "champion-reverse",
            "single": "champion-single",
            "battle": "champion-battle-longer",
            "set-up": BASE,
        },
        only={"set-up": ("capture-the-flag", "capture-the-flag-basic")},
        spread={"battle": 2.5},
        books=[
            f"{objective}{level}"
            for objective in ("capture-the-flag", "reverse-flag", "single-flag")
            for level in ("", "-basic")
        ],
        against=("hunter@2", "striker@1", "sentinel@2", "raider@2", "champion"),
    ),
    "octagon": in_package(
        OCTAGON_BALL,
        parts={"small": None},
        whole="small",
    ),
    "naval": in_package(
        BEAT_TO_QUARTERS,
        parts={
            "line": None,
            "line-longer": "line",
            "duel": None,
            "duel-longer": "duel",
            "trafalgar": "line",
            "trafalgar-longer": "trafalgar",
        },
        whole="line-longer",
        own={"duel": "duel-longer", "trafalgar": "trafalgar-longer"},
    ),
    "war": in_package(
        STATE_OF_WAR,
        parts={"colonel": None},
        whole="colonel",
    ),
}
BOOK_SEED = 5
LEFT_OUT = (*policy_folder.OF_ALL, "network")  # of a card: `save` adds them


def train(recipe: Recipe, runs: Path, jobs: int) -> None:
    """Train what isn't trained yet."""
    files = {tomllib.loads(file.read_text(encoding="utf-8"))["name"]: file for file in recipe.configs.glob("*.toml")}
    for part, parent in recipe.parts.items():
        if (runs / part / "results.json").is_file():
            continue
        config = ["--config", str(files[part]), "--run-dir", str(runs / part)]
        if parent:
            config += ["--set", f"scoring.begin=trained:{runs / parent / 'agent'}"]
        options = ["--resume", str(runs / part)] if (runs / part).exists() else config
        command = [sys.executable, "-m", recipe.game.package, "train", *options, "--jobs", str(jobs)]
        subprocess.run(command, check=True, cwd=ROOT)


def book_of(runs: Path, preset: str) -> Path:
    """Return the file of a preset's opening book among the runs."""
    return runs / "openings" / f"{preset}.json"


def learn_openings(recipe: Recipe, runs: Path) -> None:
    """Learn the opening books that aren't there; the agent and its namesake among the opponents have none yet."""
    for preset in recipe.books:
        if book_of(runs, preset).is_file():
            continue
        book_of(runs, preset).parent.mkdir(parents=True, exist_ok=True)
        words = ["opening", "champion", "--scenario", preset, "--out", str(book_of(runs, preset))]
        words += [word for name in recipe.against for word in ("--against", name)]
        words += ["--seed", str(BOOK_SEED)]
        subprocess.run([sys.executable, "-m", recipe.game.package, *words], check=True, cwd=ROOT)


def copy(game: GameDefinition[Any], source: Path, place: Path, spread: float = 1.0, only: Sequence[str] = ()) -> None:
    """Copy an agent's folder, its weights in half the digits, the actions' scores `spread` times as far apart.

    Its card's `rules` name the scenarios in which it is played: `only` these; none named: all it was trained on.
    """
    card, weights = policy_folder.read(source, game)
    arrays = {**weights.arrays, "last": spread * weights.arrays["last"]}
    halves = {name: array.astype(np.float16) for name, array in arrays.items()}
    fields = {name: value for name, value in card.items() if name not in LEFT_OUT}
    # Where the runs were on this machine is nobody's business.
    new_card = json.loads(re.sub(r"trained:[^\s\"]*?([^/\s\"]+)/agent", r"trained:runs/\1/agent", json.dumps(fields)))
    if only:
        digests = {name: game.load(name).digest() for name in only}
        new_card["rules"] |= {"digest": digests[only[0]], "digests": digests}
    policy_folder.save(place, game, weights._replace(arrays=halves), new_card | {"spread": spread})


def main() -> None:
    """Read the arguments, and do it."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("game", choices=RECIPES, nargs="?", default="paintball")
    arguments.add_argument("--runs", type=Path, default=ROOT / "runs", help="folder of the runs")
    arguments.add_argument("--train", action="store_true", help="train first")
    arguments.add_argument("--jobs", type=int, default=1, help="workers who collect decisions; the result is the same")
    options = arguments.parse_args()
    recipe, runs = RECIPES[options.game], options.runs.resolve()
    if options.train:
        train(recipe, runs, options.jobs)
    elif missing := [str(book_of(runs, preset)) for preset in recipe.books if not book_of(runs, preset).is_file()]:
        sys.exit(f"no {', '.join(missing)}: --train learns them")
    copy(recipe.game, runs / recipe.whole / "agent", recipe.place)
    for name in (policy_folder.SCENARIOS, policy_folder.OPENINGS):  # of the earlier agent
        shutil.rmtree(recipe.place / name, ignore_errors=True)
    for name, part in recipe.own.items():
        place = recipe.place / policy_folder.SCENARIOS / name
        spread, only = recipe.spread.get(name, 1.0), recipe.only.get(name, ())
        copy(recipe.game, runs / part / "agent", place, spread, only)
    if options.train:
        learn_openings(recipe, runs)
    if recipe.books:
        (recipe.place / policy_folder.OPENINGS).mkdir()
    for preset in recipe.books:
        shutil.copy(book_of(runs, preset), recipe.place / policy_folder.OPENINGS)


if __name__ == "__main__":
    main()
