"""Does State of War's engine play its page? A second reading of it plays along, die by die, and on tangency."""

import hashlib
import json
import random

import pytest

from state_of_war.definition import STATE_OF_WAR, VARIANTS
from state_of_war.scenario import Scenario
from tabletop.play.game import Game
from tests.paintball.interpreted import run
from tests.twins.state_of_war import DisagreementError, compare, legal_indices
from tests.twins.state_of_war_reference import chance, model
from tests.twins.state_of_war_tangents import compared

from . import state_of_war_cases as cases

ALIKE = ("line-and-line", "militia", "raid", "crossroads")  # records of one size
SMALL = [cases.small(**rules) for rules in cases.VARIANTS]
FEW, MANY = 400, 20_000  # positions on tangency


def small(number: int) -> Scenario:
    """A small table with everything on it, and some switches."""
    return Scenario.read(SMALL[number], "small")


@pytest.mark.parametrize("name", ALIKE)
def test_presets_begin(name):
    rules = VARIANTS[ALIKE.index(name)]
    assert compare(STATE_OF_WAR.with_rules(STATE_OF_WAR.load(name), rules), 1, limit=12) == 12


@pytest.mark.parametrize("number", range(len(SMALL)))
def test_small_battles(number):
    assert compare(small(number), number, limit=25) > 5


HERE = (
    "turn=2 part=blue to=blue:pick "
    "B1.1=-10.0:-12.0 B1.2=-7.2:-12.0 B1.3=-12.8:-12.0 B1.4=-10.0:-14.8 B1.5=-7.2:-14.8 B1.6=-12.8:-14.8 "
    "B2.1=14.0:-24.0 B2.2=18.4:-24.0 B2.3=14.0:-28.4 B2.4=18.4:-28.4 "
    "B3.1=-22.0:-16.0 B3.2=-19.2:-16.0 B3.3=-24.8:-16.0 B3.4=-16.4:-16.0 B3.5=-27.6:-16.0 B4.1=-8.0:-26.0 "
    "G1.1=8.0:12.0 G1.2=5.2:12.0 G1.3=8.0:14.8 G1.4=5.2:14.8 G1.5=8.0:17.6 G1.6=5.2:17.6 G1.7=8.0:20.4 G1.8=5.2:20.4 "
    "G2.1=-12.0:14.0 G2.2=-14.8:14.0 G2.3=-12.0:16.8 G3.1=20.0:24.0 G3.2=16.0:25.7 G3.3=21.7:28.0 "
    "G4.1=-25.0:16.0 G4.2=-27.8:16.0 G4.3=-22.2:16.0 G4.4=-25.0:18.8 G4.5=-27.8:18.8"
)
GONE = "=killed ".join(f"G{unit}.{n}" for unit, men in ((1, 8), (3, 3), (4, 5)) for n in range(1, men + 1)) + "=killed"
# What random play seldom comes to: the small table's switches, what is other than HERE, the first actions.
RARE = {
    "a stop of mounting men": (
        0,
        "B2=horses:14.0:-24.0 B2.1=14.0:-24.0,foot B2.2=9.6:-28.4,foot B2.3=14.0:-28.4,foot B2.4=18.4:-28.4,foot "
        "G1=ready:all",
        ["B2", "mount", "fire"],
    ),
    "stops of a forced move": (
        0,
        "part=grey action=2 to=grey:pick B1=broken B1.1=-10.0:-2.0 B1.2=-7.2:-2.0 B1.3=-12.8:-2.0 B1.4=-10.0:-4.8 "
        "B1.5=-7.2:-4.8 B1.6=-12.8:-4.8 G2=ready:all G2.1=-12.0:-40.0 G2.2=-14.8:-40.0 G2.3=-12.0:-37.2",
        ["end"],
    ),
    "a way through, in the middle of which a third is gone": (
        5,
        "part=grey to=grey:pick G1.1=30.0:-41.0 G1.2=32.8:-41.0 G1.3=30.0:-38.2 G1.4=32.8:-38.2 G1.5=30.0:-35.4 "
        "G1.6=32.8:-35.4 G1.7=30.0:-32.6 G1.8=32.8:-32.6 G2.1=-30.0:-43.0 G2.2=-32.8:-43.0 G2.3=-30.0:-40.2",
        ["G1", "move S three", "G2", "move S full"],
    ),
    "the last enemy is shot at once": (
        1,
        f"B1.6=-40.0:-14.8,arm:1 {GONE} G2.1=-10.0:2.0,wounded G2.2=killed G2.3=killed",
        ["B1", "shoot at G2"],
    ),
    "of a unit only who lies there is in view": (
        1,
        "G2.1=-4.0:10.0,disabled G2.2=-41.0:-4.0 G2.3=-41.0:-1.2",
        ["B1", "shoot at G1"],
    ),
    "horsemen face about": (0, "", ["B2", "move S quarter", "stand"]),
    "hidden men are tested": (
        0,
        "to=blue:spot G4=hidden G4.1=-25.0:-1.0 G4.2=-27.8:-1.0 G4.3=-22.2:-1.0 G4.4=-25.0:1.8 G4.5=-27.8:1.8",
        ["spot"],
    ),
    "a wall is climbed": (0, "B4.1=0.0:1.5 G2=ready:all", ["B4", "move N quarter"]),
    "a wall is climbed by two quarters": (3, "B4.1=0.0:1.5", ["B4", "move N half"]),
    "a fence is jumped": (
        3,
        "B2.1=12.0:-11.0 B2.2=16.4:-11.0 B2.3=12.0:-15.4 B2.4=16.4:-15.4",
        ["B2", "move N half", "stand"],
    ),
    "horsemen are shot at as they charge": (
        0,
        "B2=facing:W B2.1=6.0:36.0 B2.2=6.0:40.4 B2.3=10.4:36.0 B2.4=10.4:40.4 G1=ready:all G1.1=-10.0:36.0 "
        "G1.2=-10.0:38.8 G1.3=-12.8:36.0 G1.4=-12.8:38.8 G1.5=-15.6:36.0 G1.6=-15.6:38.8 G1.7=-18.4:36.0 "
        "G1.8=-18.4:38.8",
        ["B2", "charge G1"],
    ),
    "who falls back goes to an open building": (
        2,
        "part=grey action=2 to=grey:pick B3=falling B3.1=-25.0:-3.0 B3.2=-25.0:-5.8 B3.3=-25.0:-8.6 B3.4=-22.2:-5.8 "
        "B3.5=-22.2:-8.6",
        ["end"],
    ),
}


@pytest.mark.parametrize("name", RARE)
def test_what_seldom_happens(name):
    number, changes, actions = RARE[name]
    words = dict(token.split("=", 1) for token in f"{HERE} {changes}".split())
    start = " ".join("=".join(word) for word in words.items())
    for seed in range(4):
        compare(small(number), seed, limit=len(actions) + 4, start=start, actions=actions)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(VARIANTS)))
@pytest.mark.parametrize("name", [name for name in STATE_OF_WAR.presets() if name != "company"])  # 20 s a decision
def test_every_preset_and_switch(name, number):
    scenario = STATE_OF_WAR.with_rules(STATE_OF_WAR.load(name), VARIANTS[number])
    compare(scenario, number, bold=number % 2 == 1, limit=60)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SMALL)))
def test_whole_small_battles(number):
    for seed in (0, 3):
        compare(small(number), seed, bold=seed < 3)


def test_legal_actions_of_positions():
    """The twin goes on from the engine's positions."""
    game, rng = Game(small(0), seed=1), random.Random(1)
    for _ in range(12):
        assert legal_indices(game.scenario, game.position()) == game.legal_indices(), game.position()
        game.step(rng.choice(game.legal_indices()))


@pytest.mark.parametrize(
    ("place", "name", "other"), [(chance, "mix", lambda x: x), (model, "may_act", lambda *_: False)]
)
def test_a_difference_is_seen(place, name, other, monkeypatch):
    """A twin with other dice, or whose figures may load where they mayn't act, soon disagrees."""
    monkeypatch.setattr(place, name, other)
    with pytest.raises(DisagreementError, match="seed"):
        compare(small(0), 0)


def test_tangents():
    """TA5, W7: lines that touch, distances just at a limit: the twin's whole numbers say the same."""
    answers = compared(1, FEW)
    assert all(len(set(column)) > 1 for column in answers.T.tolist())


@pytest.mark.slow
def test_many_tangents():
    compared(2, MANY)


def digest() -> str:
    """Of what the engine says of some positions on tangency."""
    return hashlib.sha256(compared(1, FEW, with_twin=False).tobytes()).hexdigest()


@pytest.mark.slow
def test_tangents_are_the_same_interpreted():
    script = "import json\nfrom tests.twins.test_state_of_war import digest\nprint(json.dumps(digest()))"
    assert json.loads(run(script)) == digest()
