# The names of this package: the one list of them, also at run time (`tabletop/front/face.py`).

from tabletop.front.core_names import *

from paintball_env.bots.scripted.temperament import Temperament as Temperament
from paintball_env.environments import (
    BatchedGames as BatchedGames,
    PaintballAECEnv as PaintballAECEnv,
    PaintballEnv as PaintballEnv,
    PaintballParallelEnv as PaintballParallelEnv,
    PaintballVectorEnv as PaintballVectorEnv,
    RandomOpponent as RandomOpponent,
    SelfPlayGames as SelfPlayGames,
    aec_env as aec_env,
    env as env,
    parallel_env as parallel_env,
    raw_env as raw_env,
)
from paintball_env.game import (
    Game as Game,
    Simulator as Simulator,
    TreeSearch as TreeSearch,
    as_opponent as as_opponent,
    make_agent as make_agent,
    open_spiel_game as open_spiel_game,
    parse_position as parse_position,
    play_match as play_match,
    play_pairs as play_pairs,
    play_recorded as play_recorded,
    random_games as random_games,
    rate as rate,
    read_record as read_record,
    save_agent as save_agent,
    write_dataset as write_dataset,
)
from paintball_env.named import (
    PlaneExpander as PlaneExpander,
    action_rows as action_rows,
    format_position as format_position,
    render_ansi as render_ansi,
    render_rgb as render_rgb,
    render_svg as render_svg,
    write_png as write_png,
)
from paintball_env.observation import ACTION_KINDS as ACTION_KINDS, Encoding as Encoding
from paintball_env.scenario import Scenario as Scenario, presets as presets
from paintball_env.shaping import Shaping as Shaping
from paintball_env.story import Storyteller as Storyteller
from paintball_env.view import View as View
from tabletop.env.sb3_vec_env import GameVecEnv

PaintballVecEnv = GameVecEnv
__version__: str
