# The names of this package: the one list of them, also at run time (`tabletop/front/face.py`).

from tabletop.front.core_names import *

from state_of_war.definition import STATE_OF_WAR as STATE_OF_WAR
from state_of_war.encoding import Encoding as Encoding
from state_of_war.names import *
from state_of_war.scenario import Scenario as Scenario
from state_of_war.shaping import Shaping as Shaping
from state_of_war.story import SkirmishStoryteller
from state_of_war.view import View as View
from tabletop.env.sb3_vec_env import GameVecEnv

SkirmishVecEnv = GameVecEnv
Storyteller = SkirmishStoryteller
__version__: str
