"""Does what is stored by its version, in saves, checkpoints and agents, get another version when it changes?"""

import hashlib

from paintball_env.action_names import action_table
from paintball_env.definition import PAINTBALL
from paintball_env.observation.features import ACTION, GAME, RULE
from paintball_env.position_value import COUNT
from paintball_env.rules.state import LARGE, SMALL
from paintball_env.scenario import Scenario
from paintball_env.scoring import ACTION_FACTS
from tabletop.show.showing import showing_of

# Of each version.  Whoever changes a layout raises its version, and writes the new pair here.
DIGESTS = {
    ("state", 1): "d592c78eda4295a5",
    ("observation", 1): "dbc67ca8bf525873",
    ("facts", 3): "81fd2c161b9faa53",
    ("actions", 1): "e180916358f7cfae",
}


def layouts():
    """What is where, by the names of the versions; not what the numbers mean."""
    page = showing_of(PAINTBALL).observation_features()
    features = {kind: [feature["name"] for feature in features] for kind, features in page["features"].items()}
    facts = [[feature.name for feature in part] for part in (GAME, RULE, ACTION)]
    return {
        "state": [size.game.descr for size in (SMALL, LARGE)],
        "observation": [features, page["order"]],
        "facts": [facts, COUNT, ACTION_FACTS],
        "actions": action_table(6, Scenario.load("capture-the-flag").board_map.names).names(0),
    }


def test_another_layout_has_another_version():
    digests = {name: hashlib.sha256(repr(layout).encode()).hexdigest()[:16] for name, layout in layouts().items()}
    assert {(name, PAINTBALL.versions[name]): digest for name, digest in digests.items()} == DIGESTS
