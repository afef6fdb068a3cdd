"""Positions from the middle of games, for training to begin in: a policy would seldom reach them by itself."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tabletop.base.arrays import Int64
from tabletop.env.batch.opponents import Opponent
from tabletop.env.batch.self_play import SelfPlayGames
from tabletop.game.definition import Scenario
from tabletop.game.header import Record

GAMES = 64  # games played side by side
APART = 40  # mean number of decisions between two positions of a game that are kept


def agents_in(rows: Int64, teams: Int64, count: int) -> Int64:
    """Which of `count` agents decides in each game: int64 [k]. Two play a game; which two changes from row to row."""
    return (rows + (rows // count + 1) * teams) % count


def answers(
    games: SelfPlayGames, asked: Int64, players: Sequence[Opponent | None], noise: np.random.Generator
) -> Int64:
    """Return the players' choices in the games of a batch: int64 [B]; 0 where no player is asked.

    Args:
      games: the batch.
      asked: int64 [B], the number of the player that is asked in each game (`agents_in`); NONE: no player.
      players: opponents; None where nobody is ever asked.
      noise: for their choices.
    """
    actions = np.zeros(games.count, np.int64)
    keys = noise.integers(0, 1 << 63, games.count).astype(np.uint64)
    for number, player in enumerate(players):
        rows = np.flatnonzero(asked == number)
        if len(rows):
            assert player is not None
            player.decide(games.worlds, games.games, rows, games.masks, actions, keys)
    return actions


def middles(scenario: Scenario, players: Sequence[Opponent], number: int, seed: Sequence[int]) -> list[Record]:
    """Play games, and keep positions from any part of them.

    Args:
      scenario: what is played.
      players: opponents that play; all pairs of them meet.
      number: of positions wanted.
      seed: of the games, the noise and the sampling.

    Returns:
      Records of the scenario, scalars.
    """
    noise = np.random.Generator(np.random.PCG64(seed))
    games = SelfPlayGames(scenario, GAMES, seed=int(noise.integers(1 << 63)))
    teams, records = games.reset().teams, list[Any]()
    while len(records) < number:
        records += [games.games[row].copy() for row in np.flatnonzero(noise.random(GAMES) < 1 / APART)]
        numbers = agents_in(np.arange(GAMES), teams, len(players))
        teams = games.step(answers(games, numbers, players, noise)).teams
    return records[:number]
