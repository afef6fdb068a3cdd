"""PaintBall Mini, a tabletop skirmish, as an environment for learning agents.

Importing it enters the environments' ids in Gymnasium's and PettingZoo's registries. The names below are loaded when
they are first used, so the import itself compiles nothing and loads neither Numba nor PyTorch.
"""

from typing import TYPE_CHECKING

from paintball_env.registration import register
from tabletop.lazy_names import lazy_names

if TYPE_CHECKING:
    from paintball_env.environments import (
        AGENTS,
        BatchedGames,
        PaintballAECEnv,
        PaintballEnv,
        PaintballParallelEnv,
        PaintballVectorEnv,
        RandomOpponent,
        SelfPlayGames,
        aec_env,
        env,
        parallel_env,
        raw_env,
    )
    from paintball_env.game import (
        Game,
        Simulator,
        as_opponent,
        make_agent,
        open_spiel_game,
        parse_position,
        play_match,
        play_pairs,
        play_recorded,
        random_games,
        rate,
        read_record,
        save_agent,
        write_dataset,
    )
    from paintball_env.named import (
        PlaneExpander,
        action_rows,
        format_position,
        render_ansi,
        render_rgb,
        render_svg,
        write_png,
    )
    from paintball_env.observation import ACTION_KINDS, Encoding
    from paintball_env.reward import Shaping
    from paintball_env.scenario import Scenario, presets
    from paintball_env.story import Storyteller
    from paintball_env.view import View
    from tabletop.agents.base import Agent, AgentError, Batched, Bot
    from tabletop.agents.noise import uniform
    from tabletop.agents.numbers import Range
    from tabletop.batch.episodes import Finished, SelfPlayFinished, SelfPlayStep, Step
    from tabletop.batch.opponents import CompiledOpponent, Opponent, OpponentError
    from tabletop.compiling import rule
    from tabletop.draws import Draw
    from tabletop.encodings import split
    from tabletop.environments.recording import UnwrittenGameWarning, record_games
    from tabletop.environments.sb3_vec_env import GameVecEnv as PaintballVecEnv
    from tabletop.events import Event
    from tabletop.executors.choice import make_workers
    from tabletop.game import IllegalActionError, Outcome
    from tabletop.matches.balance import lines as balance_lines
    from tabletop.matches.results import Results, balance_of
    from tabletop.odds import Result, outcomes
    from tabletop.records import GameRecord, Recorder, RecordError, replay

__version__ = "0.1.0"

__all__ = [
    "ACTION_KINDS",
    "AGENTS",
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
    "Opponent",
    "OpponentError",
    "Outcome",
    "PaintballAECEnv",
    "PaintballEnv",
    "PaintballParallelEnv",
    "PaintballVecEnv",
    "PaintballVectorEnv",
    "PlaneExpander",
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
    "action_rows",
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
    "render_ansi",
    "render_rgb",
    "render_svg",
    "replay",
    "rule",
    "save_agent",
    "split",
    "uniform",
    "write_dataset",
    "write_png",
]

# Where each name is; the imports above say the same to editors and type checkers.
_PLACES = {
    # Environments.
    "ACTION_KINDS": "paintball_env.observation:ACTION_KINDS",
    "AGENTS": "paintball_env.environments:AGENTS",
    "BatchedGames": "paintball_env.environments:BatchedGames",
    "Encoding": "paintball_env.observation:Encoding",
    "Finished": "tabletop.batch.episodes:Finished",
    "PaintballAECEnv": "paintball_env.environments:PaintballAECEnv",
    "PaintballEnv": "paintball_env.environments:PaintballEnv",
    "PaintballParallelEnv": "paintball_env.environments:PaintballParallelEnv",
    "PaintballVecEnv": "tabletop.environments.sb3_vec_env:GameVecEnv",
    "PaintballVectorEnv": "paintball_env.environments:PaintballVectorEnv",
    "SelfPlayFinished": "tabletop.batch.episodes:SelfPlayFinished",
    "SelfPlayGames": "paintball_env.environments:SelfPlayGames",
    "SelfPlayStep": "tabletop.batch.episodes:SelfPlayStep",
    "Shaping": "paintball_env.reward:Shaping",
    "Step": "tabletop.batch.episodes:Step",
    "UnwrittenGameWarning": "tabletop.environments.recording:UnwrittenGameWarning",
    "PlaneExpander": "paintball_env.named:PlaneExpander",
    "action_rows": "paintball_env.named:action_rows",
    "aec_env": "paintball_env.environments:aec_env",
    "env": "paintball_env.environments:env",
    "open_spiel_game": "paintball_env.game:open_spiel_game",
    "parallel_env": "paintball_env.environments:parallel_env",
    "make_workers": "tabletop.executors.choice:make_workers",
    "random_games": "paintball_env.game:random_games",
    "raw_env": "paintball_env.environments:raw_env",
    "record_games": "tabletop.environments.recording:record_games",
    "split": "tabletop.encodings:split",
    # Single games, their positions, records, odds and pictures.
    "Draw": "tabletop.draws:Draw",
    "Event": "tabletop.events:Event",
    "Game": "paintball_env.game:Game",
    "GameRecord": "tabletop.records:GameRecord",
    "Simulator": "paintball_env.game:Simulator",
    "IllegalActionError": "tabletop.game:IllegalActionError",
    "Outcome": "tabletop.game:Outcome",
    "RecordError": "tabletop.records:RecordError",
    "Recorder": "tabletop.records:Recorder",
    "Result": "tabletop.odds:Result",
    "Scenario": "paintball_env.scenario:Scenario",
    "Storyteller": "paintball_env.story:Storyteller",
    "format_position": "paintball_env.named:format_position",
    "outcomes": "tabletop.odds:outcomes",
    "parse_position": "paintball_env.game:parse_position",
    "presets": "paintball_env.scenario:presets",
    "read_record": "paintball_env.game:read_record",
    "render_ansi": "paintball_env.named:render_ansi",
    "render_rgb": "paintball_env.named:render_rgb",
    "render_svg": "paintball_env.named:render_svg",
    "replay": "tabletop.records:replay",
    "write_dataset": "paintball_env.game:write_dataset",
    "write_png": "paintball_env.named:write_png",
    # Agents and matches.
    "Agent": "tabletop.agents.base:Agent",
    "AgentError": "tabletop.agents.base:AgentError",
    "Batched": "tabletop.agents.base:Batched",
    "Bot": "tabletop.agents.base:Bot",
    "CompiledOpponent": "tabletop.batch.opponents:CompiledOpponent",
    "Opponent": "tabletop.batch.opponents:Opponent",
    "OpponentError": "tabletop.batch.opponents:OpponentError",
    "RandomOpponent": "paintball_env.environments:RandomOpponent",
    "Range": "tabletop.agents.numbers:Range",
    "Results": "tabletop.matches.results:Results",
    "View": "paintball_env.view:View",
    "as_opponent": "paintball_env.game:as_opponent",
    "balance_lines": "tabletop.matches.balance:lines",
    "balance_of": "tabletop.matches.results:balance_of",
    "make_agent": "paintball_env.game:make_agent",
    "play_match": "paintball_env.game:play_match",
    "play_pairs": "paintball_env.game:play_pairs",
    "play_recorded": "paintball_env.game:play_recorded",
    "rate": "paintball_env.game:rate",
    "rule": "tabletop.compiling:rule",
    "save_agent": "paintball_env.game:save_agent",
    "uniform": "tabletop.agents.noise:uniform",
}


__getattr__, __dir__ = lazy_names(globals(), _PLACES)

register()
