"""A recorded game as two episodes, one for each team: its observations, actions and result at its own decisions.

Axes: T decisions of the team, A actions.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop.env.single import CUT_OFF
from tabletop.game.definition import Encoding
from tabletop.game.header import TEAMS, result
from tabletop.play.game import Game
from tabletop.play.records import GameRecord, replay_game

Array = Any

_ROW = np.zeros(1, np.int64)


@dataclass(frozen=True)
class Episode:
    """A game from one team's side.

    Attributes:
      seed: the game's.
      team: 0 or 1.
      player, opponent: names of the players of the team and of the other team.
      result: +1, -1, or 0; also 0 if the game was truncated.
      ending: one of the game's `endings`, or `cut off`.
      turns: the turn it ended in.
      observations: float32 [T + 1, *shape], the team's, at each of its decisions and at the end.
      masks: int8 [T + 1, A], the legal actions there; only `wait` where it doesn't decide.
      actions: int64 [T].
      rewards: float32 [T], 0, except for `result` at the last decision.
      terminations, truncations: bool [T], False, except for one of them at the last decision.
    """

    seed: int
    team: int
    player: str
    opponent: str
    result: float
    ending: str
    turns: int
    observations: Array
    masks: Array
    actions: Array
    rewards: Array
    terminations: Array
    truncations: Array

    def __len__(self) -> int:
        return len(self.actions)


def episodes(record: GameRecord, encoding: Encoding) -> list[Episode]:
    """Play a record again and return each team's episode; a team that never decided has none.

    Args:
      record: of a game.
      encoding: of the observations, made for the record's scenario.

    Raises:
      RecordError: replaying the record gives another game.
    """
    observations: tuple[list[Array], list[Array]] = ([], [])
    masks: tuple[list[Array], list[Array]] = ([], [])
    actions: tuple[list[int], list[int]] = ([], [])
    decider = -1
    for game, action in replay_game(record):
        if decider >= 0:
            actions[decider].append(game.table.index(action, decider))
        decider = game.decider
        if not game.over:
            observations[decider].append(_observation(game, decider, encoding))
            masks[decider].append(game.legal_mask())
    for team in range(TEAMS):
        if team != decider:  # the team that would decide has seen the end already
            observations[team].append(_observation(game, team, encoding))
            masks[team].append(np.eye(1, game.scenario.actions, game.scenario.actions - 1, np.int8)[0])
    return [
        _episode(
            record, game, team, np.stack(observations[team]), np.stack(masks[team]), np.array(actions[team], np.int64)
        )
        for team in range(TEAMS)
        if actions[team]
    ]


def _episode(
    record: GameRecord, game: Game[Any], team: int, observations: Array, masks: Array, actions: Array
) -> Episode:
    last = np.arange(len(actions)) == len(actions) - 1
    outcome = float(result(game.record, team)) if game.over else 0.0
    return Episode(
        record.seed,
        team,
        record.players[team],
        record.players[1 - team],
        outcome,
        game.definition.endings[int(game.record.ending)] if game.over else CUT_OFF,
        game.turn,
        observations,
        masks,
        actions,
        np.where(last, np.float32(outcome), np.float32(0)),
        last & game.over,
        last & (not game.over),
    )


def _observation(game: Game[Any], team: int, encoding: Encoding) -> Array:
    out = np.zeros((1, encoding.size), np.float32)  # some encodings write only values that aren't 0
    game.definition.batch.observe_rows(game.scenario.world, game.games, _ROW, np.full(1, team), encoding.cells, out)
    return out.reshape(encoding.shape)
