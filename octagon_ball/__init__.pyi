# The names of this package: the one list of them, also at run time (`tabletop/front/face.py`).

from tabletop.front.core_names import *

from octagon_ball.definition import OCTAGON_BALL as OCTAGON_BALL
from octagon_ball.encoding import Encoding as Encoding
from octagon_ball.environments import (
    BatchedGames as BatchedGames,
    OctagonAECEnv as OctagonAECEnv,
    OctagonEnv as OctagonEnv,
    OctagonParallelEnv as OctagonParallelEnv,
    OctagonVectorEnv as OctagonVectorEnv,
    RandomOpponent as RandomOpponent,
    SelfPlayGames as SelfPlayGames,
    aec_env as aec_env,
    env as env,
    parallel_env as parallel_env,
    raw_env as raw_env,
)
from octagon_ball.game import (
    Game as Game,
    Simulator as Simulator,
    as_opponent as as_opponent,
    format_position as format_position,
    make_agent as make_agent,
    open_spiel_game as open_spiel_game,
    parse_position as parse_position,
    play_match as play_match,
    play_pairs as play_pairs,
    play_recorded as play_recorded,
    presets as presets,
    random_games as random_games,
    rate as rate,
    read_record as read_record,
    save_agent as save_agent,
    write_dataset as write_dataset,
)
from octagon_ball.scenario import Scenario as Scenario
from octagon_ball.shaping import Shaping as Shaping
from octagon_ball.story import OctagonStoryteller
from octagon_ball.view import View as View
from tabletop.env.sb3_vec_env import GameVecEnv

OctagonVecEnv = GameVecEnv
Storyteller = OctagonStoryteller
__version__: str
