"""The core's classes and functions for PaintBall: they also take names of presets and agents, or a record's text."""

from paintball_env.definition import PAINTBALL
from paintball_env.scenario import Scenario
from tabletop.front.by_name import GameFunctions, NamedGame, NamedSimulator, NamedTreeSearch

FUNCTIONS = GameFunctions(PAINTBALL)


class Game(NamedGame[Scenario]):
    """`tabletop.play.game.Game`; the scenario may also be a preset's name, or the path of a .toml file."""

    functions = FUNCTIONS


class Simulator(NamedSimulator[Scenario]):
    """`tabletop.env.batch.simulator.Simulator`; the scenario may also be a preset's name, or a .toml file's path."""

    functions = FUNCTIONS


class TreeSearch(NamedTreeSearch):
    """`tabletop.env.batch.tree.TreeSearch`; the scenario may also be a preset's name, or a .toml file's path."""

    functions = FUNCTIONS


as_opponent = FUNCTIONS.as_opponent
make_agent = FUNCTIONS.make_agent
open_spiel_game = FUNCTIONS.open_spiel_game
parse_position = FUNCTIONS.parse_position
play_match = FUNCTIONS.play_match
play_pairs = FUNCTIONS.play_pairs
play_recorded = FUNCTIONS.play_recorded
random_games = FUNCTIONS.random_games
rate = FUNCTIONS.rate
read_record = FUNCTIONS.read_record
save_agent = FUNCTIONS.save_agent
write_dataset = FUNCTIONS.write_dataset
