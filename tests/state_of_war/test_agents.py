"""The shipped network plays every preset, and better than a bot; its configuration can be read."""

from pathlib import Path

import pytest

import state_of_war
from state_of_war.definition import STATE_OF_WAR
from tabletop.agents.registry import make
from tabletop.learn.training import config
from tabletop.rate.matches.match import play


@pytest.mark.parametrize(
    "preset",  # records of the company's size are compiled for it alone
    [pytest.param(name, marks=[pytest.mark.slow] * (name == "company")) for name in STATE_OF_WAR.presets()],
)
def test_the_shipped_network_plays_every_preset(preset):
    scenario = STATE_OF_WAR.load(preset)
    played = play(make("colonel", STATE_OF_WAR), make("random", STATE_OF_WAR), scenario, 4, seed=2)
    assert played.score.mean() > 0.7


def test_the_shipped_network_beats_a_bot():
    scenario = STATE_OF_WAR.load("line-and-line")
    played = play(make("colonel", STATE_OF_WAR), make("regular", STATE_OF_WAR), scenario, 40, seed=2)
    assert played.score.mean() > 0.6


@pytest.mark.parametrize("name", ["colonel", "first-skirmish"])
def test_the_configurations_of_training_that_come_along(name):
    settings = config.load(Path(state_of_war.__file__).parent / "configs" / f"{name}.toml", STATE_OF_WAR)
    assert settings.name == name
    for agent in (*settings.opponents, *settings.final.opponents, *settings.scoring.teachers):
        make(agent, STATE_OF_WAR)
