"""Does octagon ball's engine play the rules page?  A second reading of it plays along, die by die."""

import contextlib
import random
from pathlib import Path

import pytest

from octagon_ball.definition import OCTAGON_BALL
from tabletop.play.game import Game
from tests.twins import octagon_reference as reference
from tests.twins.octagon_ball import DisagreementError, compare, follow, legal_indices, twin_at
from tests.twins.octagon_reference import chance
from tests.twins.octagon_reference.random_player import crowd

SWITCHES = [
    {"deployment": "drawn", "turns": 12, "points": 30},
    {"deployment": "chosen", "size": 7, "figures": 8, "goal": 3, "turns": 10, "goals": 0},
    {"deployment": "drawn", "size": 9, "figures": 4, "goal": 5, "turns": 12, "goals": 100},
    {"deployment": "drawn", "size": 13, "figures": 1, "goal": 1, "points": 4, "turns": 40},
    {"deployment": "chosen", "points": 1, "turns": 60},
    {"deployment": "drawn", "keeping": 1, "turns": 30},
    {"deployment": "drawn", "keeping": 9, "figures": 6, "points": 12},
]
every_switch = pytest.mark.parametrize(("seed", "rules"), list(enumerate(SWITCHES)), ids=str)


@pytest.mark.parametrize("name", OCTAGON_BALL.presets())
def test_every_preset(name):
    scenario = OCTAGON_BALL.load(name)
    for seed in range(2 if name == "octagon" else 4):
        assert compare(scenario, seed) > 5
    compare(scenario, 100, bold=False)


@every_switch
def test_every_switch(seed, rules):
    scenario = OCTAGON_BALL.with_rules(OCTAGON_BALL.load("first-goal"), rules)
    for number in range(2):
        assert compare(scenario, 10 * number + seed) > 5


def crowds(scenario, rng):
    """Random positions that a match may come to, as text."""
    while True:
        games = OCTAGON_BALL.start_record(scenario).copy()
        crowd(reference.Match(scenario, games[0]), rng)
        text = OCTAGON_BALL.format_position(scenario, games)
        with contextlib.suppress(ValueError):
            OCTAGON_BALL.parse_position(scenario, text)
            yield text


@every_switch
def test_positions_that_play_seldom_comes_to(seed, rules):
    """Crowds around the ball, near walls and goals, from the position's text on."""
    scenario = OCTAGON_BALL.with_rules(OCTAGON_BALL.load("first-goal"), rules)
    played, starts = 0, crowds(scenario, random.Random(seed))
    for number, start in zip(range(25), starts, strict=False):
        if len(legal_indices(scenario, start)) > 1:
            played += compare(scenario, number, limit=10, start=start)
    assert played > 60


HEAD = "turn=3 acting=white points=5 to=white:act "
RARE = {
    "nobody receives on the ground": ("W1=a6 W2=f6 W3=f3,down B1=k6 B2=k8 B3=k4 ball=W2", ("pass short S", [3])),
    "the passer has it again": ("W1=a6 W2=f6 W3=a8 B1=k6 B2=k8 B3=k4 ball=W2", ("pass medium N", [9, 1])),
    "into the own goal": ("W1=a8 W2=c6 W3=a4 B1=k6 B2=g6 B3=g7 ball=W2", ("pass short W", [3])),
    "knocked into the own goal": (
        "W1=a7 W2=a8 W3=d4 B1=k6 B2=a6 B3=g7 ball=B2",
        ("W2 move E", []),
        ("W1 tackle", [4, 4, 5, 1]),
    ),
    "knocked past three": (
        "W1=a6 W2=f6 W3=h7 B1=i6 B2=g6 B3=i7 ball=B2",
        ("W2 tackle", [3, 3, 1, 3]),
        ("intercept", []),
        ("let pass", []),
        ("intercept", [1, 1]),
        ("intercept", [6]),
    ),
    "won and left": ("W1=a6 W2=f6 W3=h7 B1=i6 B2=g6 B3=i7 ball=B2", ("W2 tackle", [4, 3]), ("let pass", [])),
    "a second jostle": ("tackles=1 W1=a6 W2=f6 W3=h7 B1=i6 B2=g6 B3=i7 ball=i7", ("W2 jostle B2", [4, 1])),
    "a goalie that has kept it": ("turn=9 kept=2 W1=a6 W2=j7 W3=a8 B1=k7 B2=g6 B3=k4 ball=B1", ("W2 tackle", [6, 1])),
    "a score below 1": ("tackles=2 W1=a6 W2=f6 W3=a8 B1=k6 B2=g6 B3=k4 ball=B2", ("W2 tackle", [1, 1])),
    "a ball under one on the ground": ("W1=a6 W2=f6,down W3=g6 B1=k6 B2=b6 B3=k4 ball=f6", ("W3 move N", [])),
    "the last turn's goal": ("turn=24 tackles=1 W1=a6 W2=k6 W3=g6 B1=k8 B2=b6,down B3=k4 ball=W2", ("W2 move E", [])),
}


@pytest.mark.parametrize("case", RARE.values(), ids=RARE)
def test_rare_ends(case):
    """The actions with these results, in both."""
    text, *steps = case
    scenario = OCTAGON_BALL.with_rules(OCTAGON_BALL.load("octagon-small"), {"keeping": 2 if "kept" in text else 0})
    line = " ".join(
        f"{key}={value}" for key, value in dict(token.split("=") for token in (HEAD + text).split()).items()
    )
    game, twin = Game(scenario, start=line), twin_at(scenario, reference.Dice(), line)
    for action, given in steps:
        game.step(action, results=given)
        follow(game, twin, action)


@pytest.mark.parametrize(
    ("place", "name", "other"), [(reference.Match, "marked", lambda *_: False), (chance, "mix", lambda x: x)]
)
def test_a_difference_is_seen(place, name, other, monkeypatch):
    """A twin whose figures are never marked, or with other dice, soon disagrees: the comparison can fail."""
    monkeypatch.setattr(place, name, other)
    scenario = OCTAGON_BALL.load("first-goal")
    with pytest.raises(DisagreementError, match="seed"):
        for seed in range(20):
            compare(scenario, seed)


def test_the_twin_stands_alone():
    """It shares no code with the engine."""
    for path in Path(reference.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for word in ("octagon_ball", "paintball_env", "tabletop", "numpy"):
            assert word not in text, (path, word)
