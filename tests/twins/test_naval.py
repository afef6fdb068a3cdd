"""Does the naval engine play its rules page?  A second reading of it plays along, die by die."""

import random
from pathlib import Path

import pytest

from beat_to_quarters.definition import BEAT_TO_QUARTERS, VARIANTS
from tabletop.play.game import Game
from tests.twins import naval_reference as reference
from tests.twins.naval import DisagreementError, compare, goes_on, legal_indices
from tests.twins.naval_reference import chance, model
from tests.twins.naval_reference.random_player import LIKELY


@pytest.mark.parametrize("name", BEAT_TO_QUARTERS.presets())
def test_every_preset(name):
    """Every second seed begins in a crowd."""
    scenario = BEAT_TO_QUARTERS.load(name)
    for seed in range(2 if name == "trafalgar" else 4):
        assert compare(scenario, seed, limit=400) >= 0
    compare(scenario, 100, bold=False, limit=200)


@pytest.mark.parametrize(("number", "rules"), list(enumerate(VARIANTS)), ids=str)
def test_every_switch(number, rules):
    scenario = BEAT_TO_QUARTERS.with_rules(BEAT_TO_QUARTERS.load(("line", "port")[number % 2]), rules)
    assert sum(compare(scenario, seed, limit=300) for seed in (10 * number, 10 * number + 1)) > 20


@pytest.mark.parametrize("number", [0, 3, 5, 9])
def test_legal_actions_of_positions(number):
    """The twin goes on from the engine's positions, whatever is asked there."""
    scenario, asked = BEAT_TO_QUARTERS.with_rules(BEAT_TO_QUARTERS.load("port"), VARIANTS[number]), set()
    game, rng = Game(scenario, seed=number), random.Random(number)
    for _ in range(150):
        if game.over:
            break
        assert legal_indices(scenario, game.position()) == game.legal_indices(), game.position()
        asked |= {game.decision} if goes_on(game) else set()
        names = game.legal_actions()
        game.step(rng.choices(names, [LIKELY.get(name.split()[0], 1.0) for name in names])[0])
    assert {"sail", "advance", "pick"} <= asked


@pytest.mark.parametrize(
    ("place", "name", "other"),
    [(model.Ship, "speed", lambda self: 1), (chance, "mix", lambda x: x), (model.Ship, "near", lambda *_: False)],
)
def test_a_difference_is_seen(place, name, other, monkeypatch):
    """A twin whose ships roll one die, with other dice, or never next to each other, soon disagrees."""
    monkeypatch.setattr(place, name, other)
    scenario = BEAT_TO_QUARTERS.load("line")
    with pytest.raises(DisagreementError, match="seed"):
        for seed in range(0, 20, 2):
            compare(scenario, seed)


def test_the_twin_stands_alone():
    """It shares no code with the engine."""
    for path in Path(reference.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for word in ("beat_to_quarters", "paintball_env", "tabletop", "numpy"):
            assert word not in text, (path, word)
