"""PaintBall Mini, a tabletop skirmish, as an environment for learning agents.

Importing it enters the environments' ids in Gymnasium's and PettingZoo's registries. The names below are loaded when
they are first used, so the import itself compiles nothing and loads neither Numba nor PyTorch.
"""

from typing import TYPE_CHECKING

from paintball_env.registration import register
from tabletop.front.lazy_names import lazy_names

if TYPE_CHECKING:
    from paintball_env.bots.scripted.temperament import Temperament
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
    from paintball_env.scenario import Scenario, presets
    from paintball_env.shaping import Shaping
    from paintball_env.story import Storyteller
    from paintball_env.view import View
    from tabletop.agents.base import Agent, AgentError, Batched, Bot
    from tabletop.agents.noise import uniform
    from tabletop.agents.numbers import Range
    from tabletop.base.workers.choice import make_workers
    from tabletop.compiled.compiling import rule
    from tabletop.env.batch.episodes import Finished, Step
    from tabletop.env.batch.opponents import CompiledOpponent, Opponent, OpponentError
    from tabletop.env.game_files import UnwrittenGameWarning
    from tabletop.env.numeric_infos import numeric_infos
    from tabletop.env.recording import record_games
    from tabletop.env.sb3_vec_env import GameVecEnv as PaintballVecEnv
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
    "Temperament",
    "TooManyWaysError",
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
    "render_ansi",
    "render_rgb",
    "render_svg",
    "replay",
    "replay_game",
    "rule",
    "save_agent",
    "split",
    "uniform",
    "write_dataset",
    "write_png",
]

# The names in each module, beside `CORE_NAMES`; the imports above say the same to editors and type checkers.
_NAMES = {
    "paintball_env.bots.scripted.temperament": "Temperament",
    "paintball_env.environments": (
        "AGENTS BatchedGames PaintballAECEnv PaintballEnv PaintballParallelEnv PaintballVectorEnv RandomOpponent "
        "SelfPlayGames aec_env env parallel_env raw_env"
    ),
    "paintball_env.game": (
        "Game Simulator as_opponent make_agent open_spiel_game parse_position play_match play_pairs "
        "play_recorded random_games rate read_record save_agent write_dataset"
    ),
    "paintball_env.named": "PlaneExpander action_rows format_position render_ansi render_rgb render_svg write_png",
    "paintball_env.observation": "ACTION_KINDS Encoding",
    "paintball_env.scenario": "Scenario presets",
    "paintball_env.shaping": "Shaping",
    "paintball_env.story": "Storyteller",
    "paintball_env.view": "View",
}
_RENAMED = {
    "PaintballVecEnv": "tabletop.env.sb3_vec_env:GameVecEnv",
    "balance_lines": "tabletop.rate.matches.balance:lines",
}


__getattr__, __dir__ = lazy_names(globals(), _NAMES, _RENAMED, {"PaintballVecEnv": "stable_baselines3"})

register()
