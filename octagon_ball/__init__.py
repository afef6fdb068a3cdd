"""Octagon ball, a game of two teams and a ball on an octagon of squares (docs/octagon-ball.md).

Importing it enters the environments' ids in Gymnasium's and PettingZoo's registries. The names below are loaded when
they are first used. They are those of `paintball_env`, except what only PaintBall has.
"""

from typing import TYPE_CHECKING

from octagon_ball.registration import register
from tabletop.front.lazy_names import lazy_names

if TYPE_CHECKING:
    from octagon_ball.definition import OCTAGON_BALL
    from octagon_ball.encoding import Encoding
    from octagon_ball.environments import (
        BatchedGames,
        OctagonAECEnv,
        OctagonEnv,
        OctagonParallelEnv,
        OctagonVectorEnv,
        RandomOpponent,
        SelfPlayGames,
        aec_env,
        env,
        parallel_env,
        raw_env,
    )
    from octagon_ball.game import (
        Game,
        Simulator,
        as_opponent,
        format_position,
        make_agent,
        open_spiel_game,
        parse_position,
        play_match,
        play_pairs,
        play_recorded,
        presets,
        random_games,
        rate,
        read_record,
        save_agent,
        write_dataset,
    )
    from octagon_ball.scenario import Scenario
    from octagon_ball.shaping import Shaping
    from octagon_ball.story import OctagonStoryteller as Storyteller
    from octagon_ball.view import View
    from tabletop.agents.base import Agent, AgentError, Batched, Bot
    from tabletop.agents.noise import uniform
    from tabletop.agents.numbers import Range
    from tabletop.base.workers.choice import make_workers
    from tabletop.compiled.compiling import rule
    from tabletop.env.batch.episodes import Finished, Step
    from tabletop.env.batch.opponents import CompiledOpponent, Opponent, OpponentError
    from tabletop.env.game_files import UnwrittenGameWarning
    from tabletop.env.numeric_infos import numeric_infos
    from tabletop.env.pettingzoo_env import AGENTS
    from tabletop.env.recording import record_games
    from tabletop.env.sb3_vec_env import GameVecEnv as OctagonVecEnv
    from tabletop.game.arrays import SelfPlayFinished, SelfPlayStep
    from tabletop.game.draws import Draw
    from tabletop.game.encodings import split
    from tabletop.game.events import Event
    from tabletop.play.game import IllegalActionError, Outcome
    from tabletop.play.odds import Result, TooManyWaysError, outcomes
    from tabletop.play.records import GameRecord, Recorder, RecordError, replay, replay_game
    from tabletop.rate.matches.balance import lines as balance_lines
    from tabletop.rate.matches.results import Results, balance_of

__version__ = "0.1.0"

__all__ = [
    "AGENTS",
    "OCTAGON_BALL",
    "Agent",
    "AgentError",
    "Batched",
    "BatchedGames",
    "Bot",
    "CompiledOpponent",
    "Draw",
    "Encoding",
    "Event",
    "Finished",
    "Game",
    "GameRecord",
    "IllegalActionError",
    "OctagonAECEnv",
    "OctagonEnv",
    "OctagonParallelEnv",
    "OctagonVecEnv",
    "OctagonVectorEnv",
    "Opponent",
    "OpponentError",
    "Outcome",
    "RandomOpponent",
    "Range",
    "RecordError",
    "Recorder",
    "Result",
    "Results",
    "Scenario",
    "SelfPlayFinished",
    "SelfPlayGames",
    "SelfPlayStep",
    "Shaping",
    "Simulator",
    "Step",
    "Storyteller",
    "TooManyWaysError",
    "UnwrittenGameWarning",
    "View",
    "aec_env",
    "as_opponent",
    "balance_lines",
    "balance_of",
    "env",
    "format_position",
    "make_agent",
    "make_workers",
    "numeric_infos",
    "open_spiel_game",
    "outcomes",
    "parallel_env",
    "parse_position",
    "play_match",
    "play_pairs",
    "play_recorded",
    "presets",
    "random_games",
    "rate",
    "raw_env",
    "read_record",
    "record_games",
    "replay",
    "replay_game",
    "rule",
    "save_agent",
    "split",
    "uniform",
    "write_dataset",
]

# The names in each module, beside `CORE_NAMES`; the imports above say the same to editors and type checkers.
_NAMES = {
    "octagon_ball.definition": "OCTAGON_BALL",
    "octagon_ball.encoding": "Encoding",
    "octagon_ball.environments": (
        "BatchedGames OctagonAECEnv OctagonEnv OctagonParallelEnv OctagonVectorEnv RandomOpponent SelfPlayGames "
        "aec_env env parallel_env raw_env"
    ),
    "octagon_ball.game": (
        "Game Simulator as_opponent format_position make_agent open_spiel_game parse_position play_match "
        "play_pairs play_recorded presets random_games rate read_record save_agent write_dataset"
    ),
    "octagon_ball.scenario": "Scenario",
    "octagon_ball.shaping": "Shaping",
    "octagon_ball.view": "View",
    "tabletop.env.pettingzoo_env": "AGENTS",
}
_RENAMED = {
    "OctagonVecEnv": "tabletop.env.sb3_vec_env:GameVecEnv",
    "Storyteller": "octagon_ball.story:OctagonStoryteller",
    "balance_lines": "tabletop.rate.matches.balance:lines",
}


__getattr__, __dir__ = lazy_names(globals(), _NAMES, _RENAMED, {"OctagonVecEnv": "stable_baselines3"})

register()
