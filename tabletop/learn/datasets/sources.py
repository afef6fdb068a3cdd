"""Where the games of a dataset come from: record files, or two agents that play."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from tabletop.agents.base import Agent
from tabletop.base.errors import one_line, read_path
from tabletop.game.definition import Scenario
from tabletop.play.records import GameRecord
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.matches.single import play_recorded


def record_files(paths: Iterable[str | Path], suffix: str) -> list[Path]:
    """Return record files by name: the files given, and all with this suffix in the folders given and their subfolders.

    Raises:
      ValueError: a path doesn't exist, or a folder contains no record.
      TypeError: one of them is no path.
    """
    files: list[Path] = []
    for path in (read_path("source", path) for path in paths):
        if os.path.isdir(path):
            # Who reads a pipe waits for somebody who writes into it.
            inside = sorted(inner for inner in path.rglob(f"*{suffix}") if not inner.is_fifo())
            if not inside:
                raise ValueError(f"{path}: no game records, *{suffix}, in this folder")
            files += inside
        elif os.path.exists(path):
            files.append(path)
        else:
            raise ValueError(f"{one_line(path)}: no such file or folder")
    return files


def play_pairs(first: Agent, second: Agent, scenario: Scenario, pairs: int, seed: int = 0) -> Iterator[GameRecord]:
    """Play pairs of games between two agents, each seed twice with sides swapped, and yield the record of each game.

    The games are those of the command `match` with the same seed, one after the other.

    Args:
      first: an agent.
      second: its opponent.
      scenario: what is played.
      pairs: number of pairs.
      seed: decides everything, including the agents' noise.

    Raises:
      ValueError: a number of pairs that can't be played (`read_pairs`), or an agent that can't play the scenario.
      AgentError: an agent's fault.
    """
    seeds = pair_seeds(seed, pairs).tolist()  # refused now, not when the first game is asked for
    sides = ((first, second), (second, first))
    return (play_recorded(*agents, scenario, number) for number in seeds for agents in sides)
