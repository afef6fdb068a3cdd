"""Game records of the games played in an environment, one file each: `record_games` takes every kind of environment.

A game is written when it ends or is truncated: its seed and all its actions, as a game record (docs/formats.md, "Game
records"). The actions of the caller pass through a wrapper, or in a batch through the batch, which tells of them
(`tabletop.env.batch_recording`). Those of an opponent inside don't:

- an opponent that plays on by itself (`CompiledOpponent`) decides by its arguments alone. The game is played again,
  and it is asked with the same random numbers;
- the answers of every other opponent are noted during play, so an opponent with its own randomness, a clock, or a
  network that is learning meanwhile is recorded as it played.

Before a record is written, the game is played again from it and must end in the same position. If it doesn't, the
caller did something that no record can hold, for example `set_state`: the game is left out with a warning.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gymnasium
from gymnasium.vector import VectorEnv, VectorWrapper
from pettingzoo.utils import BaseParallelWrapper
from pettingzoo.utils.wrappers import BaseWrapper

from tabletop.base.errors import brief
from tabletop.env.batch.opponent_play import OpponentGames
from tabletop.env.batch.self_play import SelfPlayGames
from tabletop.env.batch_recording import BatchRecorder
from tabletop.env.game_files import GameFiles, GameSoFar, Wanted
from tabletop.env.kinds import AEC, ONE_TEAM, PARALLEL, VECTOR, kind_of
from tabletop.env.numeric_infos import has_numeric_infos
from tabletop.env.pettingzoo_env import AGENTS
from tabletop.env.recorded_opponents import record_answers
from tabletop.play.reset_options import is_list


def record_games(
    env: Any,
    folder: str | Path,
    *,
    every: int = 1,
    wanted: Wanted | None = None,
    players: str | Sequence[str] = "learner",
    prefix: str = "game",
) -> Any:
    """Write the games that end in an environment to files, `PREFIX-NUMBER.pbr`.

    The suffix is that of the game's records. The number counts the games that have ended, from 0. A game that `reset`
    breaks off isn't written; one that is truncated is, with an open end. Spaces, observations, rewards and infos stay
    as they are.

    Args:
      env: an environment of this package, wrapped or not: PettingZoo's parallel or AEC environment, Gymnasium's
        environment or its vector environment, SB3's; or a BatchedGames or SelfPlayGames.
      folder: for the files; it is made if it doesn't exist.
      every: write only each n-th game: 0, n, 2n …
      wanted: called with the last infos of such a game (with two teams, those of team 0; of SelfPlayGames, those of
        player 0) and `episode`, the game's number; says whether to write it.
      players: for whom the caller decides, for the record's header; with two teams, also two names, by team, and with
        SelfPlayGames those of players 0 and 1. An opponent inside has its own name there.
      prefix: of the files' names; if several processes write to one folder, each needs its own. A copy of the
        environment has the same: where the original has written its file, the copy's step raises FileExistsError.

    Returns:
      A wrapper, an environment of the same kind, whose `games` (`GameFiles`) counts what was written. Of a batch and of
      SB3's environment, `env` itself: the last of the batch's `recorders` has its `files`, which count.

    Raises:
      TypeError: another environment, `wanted` can't be called, or `folder` is no path.
      ValueError: an invalid `every`, `players` or `prefix`; `folder` is a file, or holds files with this prefix.
      OSError: the folder can't be made.
    """
    if has_numeric_infos(env):
        raise TypeError("env: record_games needs the seeds of its infos: put numeric_infos around record_games")
    batch = _batch_of(env)
    kind = kind_of(env, "; this package's VecEnv of SB3; or a batch of games") if batch is None else VECTOR
    names = [players] * 2 if isinstance(players, str) else list(players) if is_list(players) else []
    if len(names) != 2 or not all(isinstance(name, str) and name and name == " ".join(name.split()) for name in names):
        raise ValueError(f"players {brief(players)}: a name, or two by team, each of one line")
    if not isinstance(players, str) and kind not in (PARALLEL, AEC) and not isinstance(batch, SelfPlayGames):
        raise ValueError(f"players {brief(players)}: one name, the opponents inside have their own")
    scenario = env.unwrapped.scenario if batch is None else batch.scenario
    games = GameFiles(folder, scenario, every, wanted, (names[0], names[1]), prefix)
    if batch is not None:
        batch.recorders.append(BatchRecorder(batch, games))
        return _VectorRecorder(env, games) if isinstance(env, VectorEnv) else env
    recorders: dict[int, Any] = {PARALLEL: _ParallelRecorder, AEC: _AECRecorder, ONE_TEAM: _GymnasiumRecorder}
    return recorders[kind](env, games)


def _batch_of(env: Any) -> OpponentGames | None:
    """The batch that an environment is, or is made of, wrapped or not; None: there is none."""
    batch = env if isinstance(env, OpponentGames) else getattr(getattr(env, "unwrapped", None), "batch", None)
    return batch if isinstance(batch, OpponentGames) else None


def _position(options: Mapping[str, Any] | None) -> Any:
    return (options or {}).get("position")


@contextmanager
def _begins(recorder: Any) -> Iterator[None]:
    """The game so far is no more, unless the reset is refused: then it goes on."""
    played, recorder._played = recorder._played, None
    try:
        yield
    except (TypeError, ValueError):
        recorder._played = played
        raise


class _ParallelRecorder(BaseParallelWrapper):
    """See `record_games`."""

    def __init__(self, env: Any, games: GameFiles) -> None:
        super().__init__(env)
        self.games = games
        self._played: GameSoFar | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        with _begins(self):
            observations, infos = self.env.reset(seed=seed, options=options)
        self._played = GameSoFar.begin(infos[AGENTS[0]]["seed"], _position(options), self.games.players)
        return observations, infos

    def step(self, actions: Any) -> Any:
        team = int(self.unwrapped.game["decider"])
        transition = self.env.step(actions)
        _, _, terminations, truncations, infos = transition
        if self._played is None or not infos:
            return transition
        if not infos[AGENTS[team]]["illegal"]:
            self._played.actions.append(int(actions[AGENTS[team]]))
        if terminations[AGENTS[0]] or truncations[AGENTS[0]]:
            played, self._played = self._played, None
            self.games.end(played, infos[AGENTS[0]], self.games.is_record(self.unwrapped.game))
        return transition


class _AECRecorder(BaseWrapper):
    """See `record_games`."""

    def __init__(self, env: Any, games: GameFiles) -> None:
        super().__init__(env)
        self.games = games
        self._played: GameSoFar | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        with _begins(self):
            super().reset(seed=seed, options=options)
        self._played = GameSoFar.begin(self.infos[AGENTS[0]]["seed"], _position(options), self.games.players)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        super().step(action)
        if self._played is None:
            return
        if not self.infos[agent]["illegal"]:
            self._played.actions.append(int(action))
        if self.terminations[agent] or self.truncations[agent]:
            played, self._played = self._played, None
            self.games.end(played, self.infos[AGENTS[0]], self.games.is_record(self.unwrapped.game))


class _GymnasiumRecorder(gymnasium.Wrapper[Any, Any, Any, Any]):
    """See `record_games`."""

    def __init__(self, env: Any, games: GameFiles) -> None:
        super().__init__(env)
        self.games = games
        self._played: GameSoFar | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        opponents = self.unwrapped.opponents  # type: ignore[attr-defined]
        record_answers(opponents)
        with _begins(self):
            observation, info = self.env.reset(seed=seed, options=options)
        opponent = opponents[info["opponent"]]
        self._played = GameSoFar.begin(info["seed"], _position(options), self.games.players, info["side"], opponent)
        return observation, info

    def step(self, action: Any) -> Any:
        transition = self.env.step(action)
        _, _, terminated, truncated, info = transition
        if self._played is None:
            return transition
        if not info["illegal"]:
            self._played.actions.append(int(action))
        if terminated or truncated:
            played, self._played = self._played, None
            self.games.end(played, info, self.games.is_record(self.unwrapped.game))  # type: ignore[attr-defined]
        return transition


class _VectorRecorder(VectorWrapper):
    """See `record_games`; the games are the batch's, and so is who writes them."""

    def __init__(self, env: Any, games: GameFiles) -> None:
        super().__init__(env)
        self.games = games
