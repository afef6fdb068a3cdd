# The names of this package: the one list of them, also at run time (`tabletop/front/face.py`).

from tabletop.front.core_names import *

from octagon_ball.definition import OCTAGON_BALL as OCTAGON_BALL
from octagon_ball.encoding import Encoding as Encoding
from octagon_ball.names import *
from octagon_ball.scenario import Scenario as Scenario
from octagon_ball.shaping import Shaping as Shaping
from octagon_ball.story import OctagonStoryteller
from octagon_ball.view import View as View
from tabletop.env.sb3_vec_env import GameVecEnv

OctagonVecEnv = GameVecEnv
Storyteller = OctagonStoryteller
__version__: str
