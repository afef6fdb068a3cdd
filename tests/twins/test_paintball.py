"""Does the engine play the rules page?  A second reading of it plays along, draw by draw."""

from pathlib import Path

import pytest

from paintball_env.rules.state import SMALL
from paintball_env.scenario import Scenario, presets
from tests.twins import paintball_reference as reference
from tests.twins.paintball import DisagreementError, compare, twin_of

SWITCHES = [
    {"activation": "one_at_a_time"},
    {"sentry_in_base": True},
    {"enter_defended": False},
    {"max_turns": 8, "expert_points": 4, "points": 3},
]


@pytest.mark.parametrize(("seed", "name"), list(enumerate(presets())))
def test_every_preset(seed: int, name: str) -> None:
    scenario = Scenario.load(name)
    assert compare(scenario, seed) > 50
    if scenario.figures <= SMALL.figures:  # a battle takes the twin seconds
        compare(scenario, 100 + seed, bold=False)


@pytest.mark.parametrize(("seed", "changes"), list(enumerate(SWITCHES)), ids=str)
@pytest.mark.parametrize("name", ["capture-the-flag", "reverse-flag-drawn"])
def test_every_switch(name: str, seed: int, changes: dict[str, object]) -> None:
    compare(Scenario.load(name).with_rules(**changes), seed)


def test_a_difference_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin whose Marshals are called from 1 hex away soon disagrees: the comparison can fail."""
    scenario = Scenario.load("capture-the-flag-basic-drawn")
    broken = twin_of(scenario)
    broken.call_range = 1
    monkeypatch.setattr("tests.twins.paintball.twin_of", lambda _: broken)
    with pytest.raises(DisagreementError, match="seed"):
        for seed in range(20):
            compare(scenario, seed)


def test_the_twin_stands_alone() -> None:
    """It shares no code with the engine."""
    for path in Path(reference.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "paintball_env" not in text, path
        assert "numpy" not in text, path
