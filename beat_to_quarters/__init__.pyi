# The names of this package: the one list of them, also at run time (`tabletop/front/face.py`).

from tabletop.front.core_names import *

from beat_to_quarters.definition import BEAT_TO_QUARTERS as BEAT_TO_QUARTERS
from beat_to_quarters.encoding import Encoding as Encoding
from beat_to_quarters.names import *
from beat_to_quarters.scenario import Scenario as Scenario
from beat_to_quarters.shaping import Shaping as Shaping
from beat_to_quarters.story import NavalStoryteller
from beat_to_quarters.view import View as View
from tabletop.env.sb3_vec_env import GameVecEnv

NavalVecEnv = GameVecEnv
Storyteller = NavalStoryteller
__version__: str
