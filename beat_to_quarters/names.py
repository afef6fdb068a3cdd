"""Beat to Quarters' environments, games and functions, under the names of every game (`names.pyi` lists them)."""

from beat_to_quarters.definition import BEAT_TO_QUARTERS
from tabletop.front.game_names import names_of

__getattr__, __dir__ = names_of(BEAT_TO_QUARTERS, "Naval", __name__)
