# Written by `python -m tabletop.front.game_names`; an edit is lost.

from state_of_war.scenario import Scenario
from tabletop.env.arguments import takes_arguments_of
from tabletop.env.batch.games import BatchedGames as CoreBatchedGames
from tabletop.env.batch.opponents import RandomOpponent as CoreRandomOpponent
from tabletop.env.batch.self_play import SelfPlayGames as CoreSelfPlayGames
from tabletop.env.gymnasium_env import GymnasiumGameEnv
from tabletop.env.gymnasium_vector import GameVectorEnv
from tabletop.env.pettingzoo_env import AECGameEnv, ParallelGameEnv, WrappedAECEnv
from tabletop.front.by_name import GameFunctions, NamedGame, NamedSimulator, NamedTreeSearch
from typing import Any

class SkirmishParallelEnv(ParallelGameEnv): ...
class SkirmishAECEnv(AECGameEnv): ...
class SkirmishEnv(GymnasiumGameEnv): ...
class SkirmishVectorEnv(GameVectorEnv): ...
class BatchedGames(CoreBatchedGames): ...
class SelfPlayGames(CoreSelfPlayGames): ...

class RandomOpponent(CoreRandomOpponent):
    def __init__(self) -> None: ...

class Game(NamedGame[Scenario]): ...
class Simulator(NamedSimulator[Scenario]): ...
class TreeSearch(NamedTreeSearch): ...

@takes_arguments_of(SkirmishParallelEnv)
def parallel_env(*arguments: Any, **options: Any) -> SkirmishParallelEnv: ...
@takes_arguments_of(SkirmishAECEnv)
def raw_env(*arguments: Any, **options: Any) -> SkirmishAECEnv: ...
@takes_arguments_of(SkirmishAECEnv)
def env(*arguments: Any, **options: Any) -> WrappedAECEnv: ...

aec_env = env
_functions: GameFunctions[Scenario]
presets = _functions.presets
make_agent = _functions.make_agent
as_opponent = _functions.as_opponent
play_match = _functions.play_match
play_recorded = _functions.play_recorded
play_pairs = _functions.play_pairs
rate = _functions.rate
random_games = _functions.random_games
save_agent = _functions.save_agent
format_position = _functions.format_position
parse_position = _functions.parse_position
read_record = _functions.read_record
write_dataset = _functions.write_dataset
open_spiel_game = _functions.open_spiel_game
