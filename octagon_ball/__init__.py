"""Octagon ball, a game of two teams and a ball on an octagon of squares (docs/octagon-ball.md).

Importing it enters the environments' ids in Gymnasium's and PettingZoo's registries. The names below are loaded when
they are first used. They are those of `paintball_env`, except what only PaintBall has.
"""

from typing import TYPE_CHECKING

from octagon_ball.registration import register
from tabletop.lazy_names import lazy_names

if TYPE_CHECKING:
    from octagon_ball.definition import OCTAGON_BALL
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
    from octagon_ball.observation import Encoding
    from octagon_ball.reward import Shaping
    from octagon_ball.scenario import Scenario
    from octagon_ball.story import OctagonStoryteller as Storyteller
    from tabletop.agents.base import Agent, AgentError, Batched, Bot
    from tabletop.agents.noise import uniform
    from tabletop.agents.numbers import Range
    from tabletop.agents.view import View
    from tabletop.batch.episodes import Finished, SelfPlayFinished, SelfPlayStep, Step
    from tabletop.batch.opponents import CompiledOpponent, Opponent, OpponentError
    from tabletop.compiling import rule
    from tabletop.draws import Draw
    from tabletop.encodings import split
    from tabletop.environments.pettingzoo_env import AGENTS
    from tabletop.environments.recording import UnwrittenGameWarning, record_games
    from tabletop.environments.sb3_vec_env import GameVecEnv as OctagonVecEnv
    from tabletop.events import Event
    from tabletop.executors.choice import make_workers
    from tabletop.game import IllegalActionError, Outcome
    from tabletop.matches.balance import lines as balance_lines
    from tabletop.matches.results import Results, balance_of
    from tabletop.odds import Result, outcomes
    from tabletop.records import GameRecord, Recorder, RecordError, replay

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
    "rule",
    "save_agent",
    "split",
    "uniform",
    "write_dataset",
]

# Where each name is; the imports above say the same to editors and type checkers.
_PLACES = {
    "AGENTS": "tabletop.environments.pettingzoo_env:AGENTS",
    "Agent": "tabletop.agents.base:Agent",
    "AgentError": "tabletop.agents.base:AgentError",
    "Batched": "tabletop.agents.base:Batched",
    "BatchedGames": "octagon_ball.environments:BatchedGames",
    "Bot": "tabletop.agents.base:Bot",
    "CompiledOpponent": "tabletop.batch.opponents:CompiledOpponent",
    "Draw": "tabletop.draws:Draw",
    "Encoding": "octagon_ball.observation:Encoding",
    "Event": "tabletop.events:Event",
    "Finished": "tabletop.batch.episodes:Finished",
    "Game": "octagon_ball.game:Game",
    "GameRecord": "tabletop.records:GameRecord",
    "IllegalActionError": "tabletop.game:IllegalActionError",
    "OCTAGON_BALL": "octagon_ball.definition:OCTAGON_BALL",
    "OctagonAECEnv": "octagon_ball.environments:OctagonAECEnv",
    "OctagonEnv": "octagon_ball.environments:OctagonEnv",
    "OctagonParallelEnv": "octagon_ball.environments:OctagonParallelEnv",
    "OctagonVecEnv": "tabletop.environments.sb3_vec_env:GameVecEnv",
    "OctagonVectorEnv": "octagon_ball.environments:OctagonVectorEnv",
    "Opponent": "tabletop.batch.opponents:Opponent",
    "OpponentError": "tabletop.batch.opponents:OpponentError",
    "Outcome": "tabletop.game:Outcome",
    "RandomOpponent": "octagon_ball.environments:RandomOpponent",
    "Range": "tabletop.agents.numbers:Range",
    "RecordError": "tabletop.records:RecordError",
    "Recorder": "tabletop.records:Recorder",
    "Result": "tabletop.odds:Result",
    "Results": "tabletop.matches.results:Results",
    "Scenario": "octagon_ball.scenario:Scenario",
    "SelfPlayFinished": "tabletop.batch.episodes:SelfPlayFinished",
    "SelfPlayGames": "octagon_ball.environments:SelfPlayGames",
    "SelfPlayStep": "tabletop.batch.episodes:SelfPlayStep",
    "Shaping": "octagon_ball.reward:Shaping",
    "Simulator": "octagon_ball.game:Simulator",
    "Step": "tabletop.batch.episodes:Step",
    "Storyteller": "octagon_ball.story:OctagonStoryteller",
    "UnwrittenGameWarning": "tabletop.environments.recording:UnwrittenGameWarning",
    "View": "tabletop.agents.view:View",
    "aec_env": "octagon_ball.environments:aec_env",
    "as_opponent": "octagon_ball.game:as_opponent",
    "balance_lines": "tabletop.matches.balance:lines",
    "balance_of": "tabletop.matches.results:balance_of",
    "env": "octagon_ball.environments:env",
    "format_position": "octagon_ball.game:format_position",
    "make_agent": "octagon_ball.game:make_agent",
    "make_workers": "tabletop.executors.choice:make_workers",
    "open_spiel_game": "octagon_ball.game:open_spiel_game",
    "outcomes": "tabletop.odds:outcomes",
    "parallel_env": "octagon_ball.environments:parallel_env",
    "parse_position": "octagon_ball.game:parse_position",
    "play_match": "octagon_ball.game:play_match",
    "play_pairs": "octagon_ball.game:play_pairs",
    "play_recorded": "octagon_ball.game:play_recorded",
    "presets": "octagon_ball.game:presets",
    "random_games": "octagon_ball.game:random_games",
    "rate": "octagon_ball.game:rate",
    "raw_env": "octagon_ball.environments:raw_env",
    "read_record": "octagon_ball.game:read_record",
    "record_games": "tabletop.environments.recording:record_games",
    "replay": "tabletop.records:replay",
    "rule": "tabletop.compiling:rule",
    "save_agent": "octagon_ball.game:save_agent",
    "split": "tabletop.encodings:split",
    "uniform": "tabletop.agents.noise:uniform",
    "write_dataset": "octagon_ball.game:write_dataset",
}


__getattr__, __dir__ = lazy_names(globals(), _PLACES)

register()
