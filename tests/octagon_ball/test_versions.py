"""What is stored by its version gets another version when it changes, and what is of another version is refused."""

import hashlib

import gymnasium
import pytest

import octagon_ball
from octagon_ball import facts, observation
from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.notation import DECISIONS, STATES
from octagon_ball.rules.state import GAME, RULES
from tests.octagon_ball.table import scenario_of

# Of each version.  Whoever changes a layout raises its version, and writes the new pair here.
DIGESTS = {
    ("state", 2): "1ece7a3a3bfdc49d",
    ("observation", 2): "b88fdc435bbb9265",
    ("facts", 2): "4f296abe74b12d8b",
    ("actions", 1): "2047d0ad4f9f34c7",
    ("positions", 2): "a80045ee244c10a0",
}


def layouts():
    """What is where, by the names of the versions."""
    tables = (observation.MATCH, observation.FIGURE, observation.PLANES)
    return {
        "state": [GAME.descr, RULES.descr],
        "observation": [[entry.name for entry in table] for table in tables],
        "facts": [
            facts.KINDS,
            [entry.name for table in (observation.MATCH, facts.TEAM, facts.ACTION) for entry in table],
        ],
        "actions": OCTAGON_BALL.action_names(scenario_of("octagon-small")).names(0),
        "positions": [DECISIONS, sorted(STATES)],
    }


def test_another_layout_has_another_version():
    versions = {**OCTAGON_BALL.formats, **OCTAGON_BALL.versions}
    digests = {name: hashlib.sha256(repr(layout).encode()).hexdigest()[:16] for name, layout in layouts().items()}
    assert {(name, versions[name]): digest for name, digest in digests.items()} == DIGESTS


def test_a_record_of_the_rules_before_is_refused():
    text = octagon_ball.play_recorded("random", "random", "octagon-small", 3).write()
    assert octagon_ball.read_record(text).write() == text
    with pytest.raises(octagon_ball.RecordError, match=r"'positions 1, .* \(positions 2, "):
        octagon_ball.read_record(text.replace("positions 2", "positions 1"))


@pytest.mark.parametrize("name", ["Octagon", "Small", "FirstGoal"])
def test_the_environments_have_the_version_of_these_rules(name):
    gymnasium.register_envs(octagon_ball)
    assert gymnasium.make(f"OctagonBall/{name}-v1").spec.version == 1
    assert f"OctagonBall/{name}-v0" not in gymnasium.registry
    assert octagon_ball.parallel_env("first-goal").metadata["name"] == "octagon_ball_v1"
