"""Game records of the games played in an environment, one file each: `record_games` wraps every kind of environment.

A game is written when it ends or is truncated: its seed and all its actions, as a game record (docs/formats.md, "Game
records"). The actions of the caller pass through the wrapper; those of an opponent inside don't:

- an opponent that plays on by itself (`CompiledOpponent`) decides by its arguments alone. The wrapper plays the game
  again and asks it with the same random numbers;
- the answers of every other opponent are noted during play, so an opponent with its own randomness, a clock, or a
  network that is learning meanwhile is recorded as it played.

Before a record is written, the game is played again from it and must end in the same position. If it doesn't, the
caller did something that no record can hold, for example `set_state`: the game is left out with a warning.
"""

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorWrapper
from pettingzoo.utils import BaseParallelWrapper
from pettingzoo.utils.wrappers import BaseWrapper

from tabletop.choices import key_rows
from tabletop.definition import Scenario
from tabletop.environments.kinds import AEC, ONE_TEAM, PARALLEL, VECTOR, kind_of
from tabletop.environments.numeric_infos import has_numeric_infos
from tabletop.environments.pettingzoo_env import AGENTS
from tabletop.environments.recorded_opponents import RecordedOpponent, record_answers
from tabletop.environments.single import CUT_OFF
from tabletop.files import write_text
from tabletop.game import Game
from tabletop.header import NONE, result
from tabletop.mistakes import brief, read_path
from tabletop.records import Recorder
from tabletop.reset_options import is_list, read_count

Infos = Mapping[str, Any]
Wanted = Callable[[Infos], bool]

UNLIKE = "played again it goes another way, as after set_state or where an opponent was replaced"
ROW = np.zeros(1, np.int64)  # the one game of a batch of one


class UnwrittenGameWarning(RuntimeWarning):
    """A game that was left out, because playing its record again doesn't lead to the same end."""


@dataclass
class _GameSoFar:
    """What a game has been played with so far.

    Attributes:
      seed: of the game.
      start: text of the position that it began in; empty: a new game.
      side: the caller's team; NONE: both.
      opponent: who plays the other team.
      answers: the opponent's actions, noted during play; None: it is asked again.
      actions: the caller's actions, without the illegal ones.
    """

    seed: int
    start: str
    side: int = NONE
    opponent: Any = None
    answers: list[int] | None = None
    actions: list[int] = field(default_factory=list)

    @classmethod
    def begin(
        cls, seed: SupportsInt, start: str | None, side: SupportsInt = NONE, opponent: Any = None, row: int = 0
    ) -> "_GameSoFar":
        """A game that has just begun in this row."""
        answers = opponent.answers.setdefault(row, []) if isinstance(opponent, RecordedOpponent) else None
        return cls(int(seed), " ".join((start or "").split()), int(side), opponent, answers)

    def again(self, scenario: Scenario, players: tuple[str, str]) -> Recorder:
        """Play the game again and write it down; ValueError: the actions don't fit."""
        game: Game[Any] = Game(scenario, self.seed, self.start or None)
        recorder = Recorder(game, scenario, self.seed, *players, self.start)
        own, others = iter(self.actions), self._others(game)
        while not game.over:
            action = next(own if self.side in (NONE, game.decider) else others, None)
            if action is None:
                break  # the game was truncated here
            try:
                recorder.step(action)
            except ValueError as error:  # also IllegalActionError
                raise ValueError(f"{UNLIKE}: {error}") from None
        if next(own, None) is not None:
            raise ValueError(UNLIKE)
        return recorder

    def _others(self, game: Game[Any]) -> Iterator[int]:
        """The opponent's actions; it is asked for each when it is to decide."""
        if self.answers is not None:
            yield from self.answers
            return
        seeds, counters, keys = np.full(1, self.seed, np.uint64), np.zeros(1, np.uint64), np.zeros(1, np.uint64)
        actions = np.zeros(1, np.int64)
        while True:
            key_rows(ROW, seeds, counters, keys)
            self.opponent.decide(game.scenario.world, game.games, ROW, game.legal_mask()[None], actions, keys)
            yield int(actions[0])


class GameFiles:
    """A folder to which the wanted games are written.

    Attributes:
      folder: as given.
      finished: number of games that have ended.
      written: number of games that were written.
      left_out: number of games that were wanted and couldn't be written; each was named in a warning.
    """

    def __init__(
        self,
        folder: str | Path,
        scenario: Scenario,
        every: int,
        wanted: Wanted | None,
        players: tuple[str, str],
        prefix: str,
    ) -> None:
        """Make the folder; arguments and errors as in `record_games`."""
        self.folder, every = read_path("folder", folder), read_count("every", every)
        if not isinstance(prefix, str) or not prefix or Path(prefix).name != prefix:
            raise ValueError(f"prefix {brief(prefix)}: the beginning of a file's name")
        if wanted is not None and not callable(wanted):
            raise TypeError(f"wanted {brief(wanted)}: a function of a game's last infos, or None")
        self.finished = self.written = self.left_out = 0
        self._scenario, self._every, self._wanted, self._players = scenario, every, wanted, players
        self._prefix, self._suffix = prefix, scenario.game.record_suffix
        if self.folder.exists() and not self.folder.is_dir():
            raise ValueError(f"folder {self.folder}: it is a file")
        self.folder.mkdir(parents=True, exist_ok=True)
        own_name = re.compile(re.escape(f"{prefix}-") + r"\d{6,}" + re.escape(self._suffix))
        if old := sorted(path.name for path in self.folder.iterdir() if own_name.fullmatch(path.name)):
            raise ValueError(f"{self.folder} holds {old[0]} already: another folder or another prefix")

    def path(self, episode: int) -> Path:
        """The file of the n-th game that has ended, counted from 0."""
        return self.folder / f"{self._prefix}-{episode:06}{self._suffix}"

    def end(self, played: _GameSoFar, infos: Infos, end: bytes) -> None:
        """Write a game that has ended, if it is wanted.

        Args:
          played: what it was played with.
          infos: the last infos of the game.
          end: the bytes of the record at the game's end; empty: they are gone, so turn, ending and result are compared.

        Raises:
          FileExistsError: the game's file is there already; it is left as it is.
        """
        episode, self.finished = self.finished, self.finished + 1
        if episode % self._every or (self._wanted is not None and not self._wanted({**infos, "episode": episode})):
            return
        try:
            text = self._text(played, infos, end)
        except ValueError as error:  # also RecordError
            self.left_out += 1
            warnings.warn(f"game {episode} isn't written: {error}", UnwrittenGameWarning, stacklevel=3)
            return
        if (path := self.path(episode)).exists():
            raise FileExistsError(f"{path} is there already: a copy of this environment, or another process, wrote it")
        write_text(path, text)
        self.written += 1

    def _text(self, played: _GameSoFar, infos: Infos, end: bytes) -> str:
        recorder = played.again(self._scenario, self._names(played))
        game = recorder.game
        if end:
            same = game.games.tobytes() == end
        else:
            ending = self._scenario.game.endings[int(game.record.ending)] if game.over else CUT_OFF
            outcome = game.turn, ending, float(result(game.games[0], played.side))
            same = outcome == (infos["turn"], infos["ending"], infos["result"])
        if not same:
            raise ValueError(UNLIKE)
        return recorder.record().write()

    def _names(self, played: _GameSoFar) -> tuple[str, str]:
        if played.side == NONE:
            return self._players
        own, opponent = self._players[0], _name(played.opponent)
        return (own, opponent) if played.side == 0 else (opponent, own)


def _name(opponent: Any) -> str:
    """An opponent's name in a record: that of the agent, of the function, or of its class."""
    if isinstance(opponent, RecordedOpponent):
        opponent = opponent.opponent
    for owner in (getattr(opponent, "agent", None), opponent):
        name = getattr(owner, "name", None)
        if isinstance(name, str) and name.strip():
            return " ".join(name.split())
    return type(opponent).__name__


def record_games(
    env: Any,
    folder: str | Path,
    *,
    every: int = 1,
    wanted: Wanted | None = None,
    players: str | Sequence[str] = "learner",
    prefix: str = "game",
) -> Any:
    """Wrap an environment so that the games that end in it are written to files, `PREFIX-NUMBER.pbr`.

    The suffix is that of the game's records. The number counts the games that have ended, from 0. A game that `reset`
    breaks off isn't written; one that is truncated is, with an open end. The wrapper is transparent: spaces,
    observations, rewards and infos are the environment's own. Its `games` (`GameFiles`) counts what was written.

    Args:
      env: an environment of this package, wrapped or not: PettingZoo's parallel or AEC environment, Gymnasium's
        environment, or its vector environment.
      folder: for the files; it is made if it doesn't exist.
      every: write only each n-th game: 0, n, 2n …
      wanted: called with the last infos of such a game (with two teams, those of team 0) and `episode`, the game's
        number; says whether to write it.
      players: who plays through the wrapper, for the record's header; with two teams, also two names, by team. An
        opponent inside has its own name there.
      prefix: of the files' names; if several processes write to one folder, each needs its own. A copy of the wrapper
        has the same: where the original has written its file, the copy's step raises FileExistsError.

    Returns:
      The wrapper: an environment of the same kind.

    Raises:
      TypeError: another environment, `wanted` can't be called, or `folder` is no path.
      ValueError: an invalid `every`, `players` or `prefix`; `folder` is a file, or holds files with this prefix.
      OSError: the folder can't be made.
    """
    if has_numeric_infos(env):
        raise TypeError("env: record_games needs the seeds of its infos: put numeric_infos around record_games")
    inner = getattr(env, "unwrapped", None)
    scenario: Any = getattr(getattr(inner, "batch", inner), "scenario", None)
    names = [players] * 2 if isinstance(players, str) else list(players) if is_list(players) else []
    if len(names) != 2 or not all(isinstance(name, str) and name and name == " ".join(name.split()) for name in names):
        raise ValueError(f"players {brief(players)}: a name, or two by team, each of one line")
    kind = kind_of(env)
    if not isinstance(players, str) and kind not in (PARALLEL, AEC):
        raise ValueError(f"players {brief(players)}: one name, the opponents inside have their own")
    recorders: dict[int, Any] = {
        PARALLEL: _ParallelRecorder, AEC: _AECRecorder, ONE_TEAM: _GymnasiumRecorder, VECTOR: _VectorRecorder
    }  # fmt: skip
    return recorders[kind](env, GameFiles(folder, scenario, every, wanted, (names[0], names[1]), prefix))


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
        self._played: _GameSoFar | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        with _begins(self):
            observations, infos = self.env.reset(seed=seed, options=options)
        self._played = _GameSoFar.begin(infos[AGENTS[0]]["seed"], _position(options))
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
            self.games.end(played, infos[AGENTS[0]], self.unwrapped.game.tobytes())
        return transition


class _AECRecorder(BaseWrapper):
    """See `record_games`."""

    def __init__(self, env: Any, games: GameFiles) -> None:
        super().__init__(env)
        self.games = games
        self._played: _GameSoFar | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        with _begins(self):
            super().reset(seed=seed, options=options)
        self._played = _GameSoFar.begin(self.infos[AGENTS[0]]["seed"], _position(options))

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        super().step(action)
        if self._played is None:
            return
        if not self.infos[agent]["illegal"]:
            self._played.actions.append(int(action))
        if self.terminations[agent] or self.truncations[agent]:
            played, self._played = self._played, None
            self.games.end(played, self.infos[AGENTS[0]], self.unwrapped.game.tobytes())


class _GymnasiumRecorder(gymnasium.Wrapper[Any, Any, Any, Any]):
    """See `record_games`."""

    def __init__(self, env: Any, games: GameFiles) -> None:
        super().__init__(env)
        self.games = games
        self._played: _GameSoFar | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        opponents = self.unwrapped.opponents  # type: ignore[attr-defined]
        record_answers(opponents)
        with _begins(self):
            observation, info = self.env.reset(seed=seed, options=options)
        self._played = _GameSoFar.begin(info["seed"], _position(options), info["side"], opponents[info["opponent"]])
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
            self.games.end(played, info, self.unwrapped.game.tobytes())  # type: ignore[attr-defined]
        return transition


class _VectorRecorder(VectorWrapper):
    """See `record_games`."""

    def __init__(self, env: Any, games: GameFiles) -> None:
        super().__init__(env)
        self.games = games
        self._batch = self.unwrapped.batch  # type: ignore[attr-defined]
        self._played: list[_GameSoFar | None] = [None] * self.num_envs

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> Any:
        record_answers(self._batch.opponents)
        observations, infos = self.env.reset(seed=seed, options=options)
        position = _position(options)
        chosen = (options or {}).get("reset_mask")
        for row in range(self.num_envs) if chosen is None else np.flatnonzero(chosen).tolist():
            self._begin(row, infos, position if position is None or isinstance(position, str) else position[row])
        return observations, infos

    def _begin(self, row: int, infos: Infos, start: str | None = None) -> None:
        opponent = self._batch.opponents[int(infos["opponent"][row])]
        self._played[row] = _GameSoFar.begin(infos["seed"][row], start, infos["side"][row], opponent, row)

    def step(self, actions: Any) -> Any:
        record_answers(self._batch.opponents)
        restarts = self._batch.ended
        transition = self.env.step(actions)
        _, _, terminations, truncations, infos = transition
        next_begun = self.unwrapped.autoreset_mode == AutoresetMode.SAME_STEP  # type: ignore[attr-defined]
        for row in range(self.num_envs):
            if restarts[row]:
                self._begin(row, infos)
                continue
            played = self._played[row]
            over = bool(terminations[row] or truncations[row])
            last = infos["final_info"] if over and next_begun else infos
            if played is not None and not last["illegal"][row]:
                played.actions.append(int(actions[row]))
            if over and played is not None:
                self._played[row] = None
                row_infos = {name: values[row] for name, values in last.items() if not name.startswith("_")}
                self.games.end(played, row_infos, b"" if next_begun else self._batch.games[row].tobytes())
            if over and next_begun:
                self._begin(row, infos)
        return transition
