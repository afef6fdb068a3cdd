#!/usr/bin/env python3
"""The published ladder: all agents that come with the game against each other in every preset, as a page.

    .venv/bin/python scripts/ladder_page.py play      # writes docs/ladder.md and docs/ladder.json; stop it as you like,
                                                      # the same command goes on
    .venv/bin/python scripts/ladder_page.py check     # plays a sample again, and says which ratings agree

`check` plays two things. The first pair of each pairing with the published seed: it must come out as published, game by
game. And pairs with another seed: each rating of theirs is compared with the published one. It ends with 1 if a game
differs, or if more ratings disagree than one in ten (one in twenty is expected).
"""

import argparse
import hashlib
import json
import math
import platform
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numba
import numpy as np

from tabletop.base.commit import commit_of
from tabletop.base.files import write_text
from tabletop.base.workers.choice import make_workers
from tabletop.front.commands.shell import load_game
from tabletop.rate.matches.progress import Bars
from tabletop.rate.matches.results import thinking
from tabletop.rate.tournament import run
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.standings import standings
from tabletop.rate.tournament.store import Store

ROOT = Path(__file__).resolve().parent.parent
GAME = "paintball_env.definition:PAINTBALL"
AGENTS = (
    *("random", "hunter", "sentinel", "raider", "striker", "hunter@1", "sentinel@1", "raider@1"),
    *("champion", "easy", "medium"),
)
PAIRS, SEED, SAMPLE = 40, 20260, 8
MOST_DISAGREEING = 0.1
COLUMNS = ("agent", "rating", "low", "high", "score", "games")


def play(game, agents, presets, pairs, seed, store, jobs):
    """Play what is missing; return the table, a digest of each preset's first games, and how long each agent thinks."""
    definition = define(list(agents), list(presets), pairs, seed, game)
    with Store.begin(store, definition) as database, Bars() as bars, make_workers("processes", jobs) as workers:
        run.play(definition, database, workers, bars.show)
        times = [thinking(name, *amounts) for name, amounts in database.thought().items()]
        return standings(database), first_games(database), times


def first_games(store):
    """Return by preset a fingerprint of the games of the first pair of each pairing."""
    names, presets = [agent.name for agent in store.agents()], [scenario.name for scenario in store.scenarios()]
    results = {preset: [] for preset in presets}
    for row in store.games():
        if row.pair == 0:
            who = sorted((names[row.first - 1], names[row.second - 1]))
            own = row.side if who[0] == names[row.first - 1] else other_side(store.game, row.side)
            score = row.score if who[0] == names[row.first - 1] else 1 - row.score
            results[presets[row.scenario - 1]].append((*who, own, score, row.ending, row.turns, row.decisions))
    return {preset: hashlib.sha256(repr(sorted(games)).encode()).hexdigest()[:16] for preset, games in results.items()}


def other_side(game, side):
    """The other team's name."""
    return game.teams[1 - game.teams.index(side)]


def tables(results):
    """Return the table of each preset of some standings."""
    (preset, *others) = results["scenario_names"]
    return results["scenarios"] if others else {preset: results["all"]}


def published(results, digests, times, game):
    """Return what is published, as plain data, of a ladder of this game; the first team's share of the points, too."""
    red = game.teams[0]
    about_games = (f"{red}_score", f"{red}_low", f"{red}_high", "drawn", "drawn_low", "drawn_high", "mean_turns")
    by_preset = {
        preset: {
            "agents": [{column: line[column] for column in COLUMNS} for line in table["agents"]],
            **{column: table[column] for column in about_games},
            "first_games": digests[preset],
        }
        for preset, table in tables(results).items()
    }
    return {
        "commit": commit_of(game.package).get("commit", "unknown"),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
        **{key: results["run"][key] for key in ("package", "rules", "formats", "observation", "seed", "pairs")},
        "played": results["played"],
        "agents": results["agents"],
        "thinking": times,
        "all": [{column: line[column] for column in COLUMNS} for line in results["all"]["agents"]],
        "presets": by_preset,
    }


def interval(line):
    """A rating with its interval, as a person reads it."""
    rating, low, high = ("…" if line[key] is None else str(round(line[key])) for key in ("rating", "low", "high"))
    return f"{rating} ({low} to {high})"


def command(ladder, game):
    """Return what is typed to play this ladder."""
    words = ["python scripts/ladder_page.py play"]
    agents = [agent["agent"] for agent in ladder["agents"]]
    if agents != list(AGENTS):
        words += ["--agents", *agents]
    if list(ladder["presets"]) != list(game.presets()):
        words += ["--presets", *ladder["presets"]]
    words += ["--pairs", ladder["pairs"], "--seed", ladder["seed"]]
    return " ".join(words)


def page(ladder, game):
    """Return the page as Markdown."""
    names = [line["agent"] for line in ladder["all"]]
    rows = [f"| {i} | `{line['agent']}` | {interval(line)} | {100 * line['score']:.1f} % |"
            for i, line in enumerate(ladder["all"], 1)]  # fmt: skip
    preset_rows = []
    for preset, table in ladder["presets"].items():
        lines = {line["agent"]: line for line in table["agents"]}
        preset_rows.append(f"| `{preset}` | {' | '.join(interval(lines[name]) for name in names)} |")
    sides = []
    red = game.teams[0]
    for preset, table in ladder["presets"].items():
        score, draws = (
            f"{100 * table[name]:.1f} % ({100 * table[low]:.1f} to {100 * table[high]:.1f})"
            for name, low, high in (
                (f"{red}_score", f"{red}_low", f"{red}_high"), ("drawn", "drawn_low", "drawn_high")
            )
        )  # fmt: skip
        sides.append(f"| `{preset}` | {score} | {draws} | {table['mean_turns']:.1f} |")
    agents = [f"| `{agent['agent']}` | `{agent['digest']}` |" for agent in ladder["agents"]]
    manifest = [
        f"- commit `{ladder['commit']}`, package {ladder['package']}",
        f"- rules `{ladder['rules']}`, {ladder['formats']}, observation {ladder['observation']}",
        f"- Python {ladder['python']}, Numba {ladder['numba']}, NumPy {ladder['numpy']}",
        f"- seed {ladder['seed']}, {ladder['pairs']} pairs of games for every two agents in each preset",
    ]
    thinking_times = "\n".join(f"- {words}" for words in ladder["thinking"])
    presets = len(ladder["presets"])
    return f"""# The ladder

Agents that come with {game.title} against each other in {presets} presets: {ladder["played"]:,} games. Those that
search are left out, `hard` among them: they take too long. Ratings are in Elo, with draws as half a point; the 95 %
interval is in parentheses. In each row or column of ratings, the mean of the agents that haven't won or lost everything
is 0. [Tournaments](tournament.md#how-to-read-the-table) says how far to trust the ratings.

|   | agent | rating in all presets together | score |
|---|---|---|---|
{chr(10).join(rows)}

## By preset

| preset | {" | ".join(f"`{name}`" for name in names)} |
|---|{"---|" * len(names)}
{chr(10).join(preset_rows)}

## Sides, draws, length

| preset | {red.capitalize()}'s share of the points | drawn | turns |
|---|---|---|---|
{chr(10).join(sides)}

## Thinking time

Measured while these games were played, on a machine that had other work, too:

{thinking_times}

## What was played

    {command(ladder, game)}

{chr(10).join(manifest)}

| agent | fingerprint |
|---|---|
{chr(10).join(agents)}

`docs/ladder.json` has the same numbers, unrounded. `python scripts/ladder_page.py check` plays a sample again: the
first games, which must come out the same, and games with another seed. Then it says for each rating whether it agrees.
"""


def agrees(there, again):
    """Whether two independent ratings differ by no more than both intervals allow together; None: an open interval."""
    higher = again["rating"] > there["rating"]
    ends = (there["high"], again["low"]) if higher else (there["low"], again["high"])
    if None in ends:
        return None
    halves = math.hypot(ends[0] - there["rating"], ends[1] - again["rating"])
    return abs(again["rating"] - there["rating"]) <= halves


def check(game, ladder, presets, pairs, sample_seed, folder, jobs):
    """Play a sample again; return lines that say what came of it, and whether it agrees.

    The sample's seed is the one that is given, or the one after the published.
    """
    agents, presets = [agent["agent"] for agent in ladder["agents"]], presets or list(ladder["presets"])
    if unknown := [name for name in presets if name not in ladder["presets"]]:
        raise ValueError(f"not on the ladder: {', '.join(unknown)}")
    seed = int(ladder["seed"])
    sample_seed = seed + 1 if sample_seed is None else sample_seed
    if sample_seed == seed:
        raise ValueError(f"--seed {seed}: the ladder's own, by which ratings would agree whatever they are worth")
    _, digests, _ = play(game, agents, presets, 1, seed, folder / "first.db", jobs)
    results, _, _ = play(game, agents, presets, pairs, sample_seed, folder / f"sample-{sample_seed}.db", jobs)
    lines, differences, comparisons, disagreements = [], 0, 0, 0
    for preset, table in tables(results).items():
        same = digests[preset] == ladder["presets"][preset]["first_games"]
        differences += not same
        lines.append(f"{preset}: the first games are {'the same' if same else 'OTHERS'}")
        by_agent = {line["agent"]: line for line in ladder["presets"][preset]["agents"]}
        for line in table["agents"]:
            agreement = agrees(by_agent[line["agent"]], line)
            comparisons += agreement is not None
            disagreements += agreement is False
            word = {True: "agrees", False: "DISAGREES", None: "open, can't be compared"}[agreement]
            lines.append(f"  {line['agent']}: {interval(by_agent[line['agent']])}, now {interval(line)}: {word}")
    good = not differences and disagreements <= max(1, MOST_DISAGREEING * comparisons)
    lines.append(f"{disagreements} of {comparisons} ratings disagree, one in twenty is expected")
    lines.append(f"{differences} of {len(presets)} presets play otherwise")
    return lines, good


def main(arguments=None):
    """Play and write the page, or check it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("play", "check"))
    parser.add_argument("--presets", nargs="*", help="left out: all")
    parser.add_argument("--agents", nargs="*", help="of play; left out: all. check plays those of the page")
    parser.add_argument("--pairs", type=int, help=f"of each pairing in each preset; {PAIRS}, for check {SAMPLE}")
    parser.add_argument("--seed", type=int, help=f"{SEED}; of check's sample: the one after the page's")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("runs/ladder"), help="for the games")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "ladder.md", help="the page; beside it the .json")
    parser.add_argument("--game", default=GAME, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    game, data = load_game(options.game), options.out.with_suffix(".json")
    try:
        if options.what == "check":
            if options.agents is not None:
                raise ValueError("--agents: check plays those of the page: leave it out")
            ladder, pairs = json.loads(data.read_text(encoding="utf-8")), options.pairs or SAMPLE
            lines, good = check(game, ladder, options.presets, pairs, options.seed, options.folder, options.jobs)
            print("\n".join(lines))
            return 0 if good else 1
        presets = options.presets or list(game.presets())
        agents, seed = options.agents or AGENTS, SEED if options.seed is None else options.seed
        results, digests, times = play(
            game, agents, presets, options.pairs or PAIRS, seed, options.folder / "ladder.db", options.jobs
        )
        ladder = published(results, digests, times, game)
        write_text(options.out, page(ladder, game))
        write_text(data, json.dumps(ladder, indent=1) + "\n")
        print(f"{options.out}: {results['played']} games")
        return 0
    except (OSError, ValueError) as error:
        print(f"ladder_page: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
