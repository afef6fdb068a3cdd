"""State of War's environments, games and functions, under the names of every game (`names.pyi` lists them)."""

from state_of_war.definition import STATE_OF_WAR
from tabletop.front.game_names import names_of

__getattr__, __dir__ = names_of(STATE_OF_WAR, "Skirmish", __name__)
