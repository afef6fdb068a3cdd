"""Do position text and record say the same, whatever the position?"""

import json
import re

import numpy as np
import pytest

from paintball_env.notation import format_position, parse_position, position_key, same_position
from paintball_env.notation.words import KINDS
from paintball_env.rules import state
from paintball_env.scenario import Scenario
from tabletop.game.hex_grid import WEST
from tests import ROOT
from tests.paintball.interpreted import run
from tests.paintball.kinds import possible_kinds
from tests.paintball.positions import random_position

PAGE = ROOT / "docs" / "formats.md"
BASIC, FULL = "capture-the-flag-basic", "capture-the-flag"

H = "turn=3 phase=1 acting=red second=blue score=4,2"
A = H + " to=red:act"
S = "turn=0 acting=red second=red"


def scenarios():
    """All objectives, both size classes, every switch on somewhere and off elsewhere."""
    loaded = [Scenario.load(name) for name in (BASIC, FULL, "single-flag-basic", "battle-12")]
    loaded.append(Scenario.load("reverse-flag").with_rules(activation="one_at_a_time", sentry_in_base=True))
    own = json.loads(loaded[0].to_json()) | {"name": "no-flags", "objective": "elimination"}
    own["red"] |= {"figures": 4, "marshal": False}
    own["blue"] |= {"figures": 5}
    return [*loaded, Scenario.from_json(json.dumps(own))]


SCENARIOS = {scenario.name: scenario for scenario in scenarios()}


def examples():
    return [line.strip() for line in PAGE.read_text("utf-8").splitlines() if line.startswith("    turn=")]


def fields(dtype, values):
    """Each field of a record by its path, with its values."""
    if dtype.names:
        for name in dtype.names:
            for path, value in fields(dtype[name].base, values[name]):
                yield f"{name}.{path}".rstrip("."), value
    else:
        yield "", values


# Text and record.


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.slow
def test_text_and_record_say_the_same_for_every_decision(name):
    scenario, rng = SCENARIOS[name], np.random.default_rng(len(name))
    for kind in possible_kinds(scenario):
        for decider in (state.RED, state.BLUE):
            for _ in range(4):
                games = random_position(scenario, kind, decider, rng)
                text = format_position(scenario, games)
                read = parse_position(scenario, text)
                assert read.dtype == scenario.size.game
                assert read.shape == (1,)
                assert same_position(games, read), text
                assert format_position(scenario, read[0]) == text


def test_the_random_positions_cover_every_decision_and_every_field():
    seen, kinds, rng = {}, set(), np.random.default_rng(1)
    for scenario in SCENARIOS.values():
        for kind in possible_kinds(scenario):
            kinds.add(kind)
            for number in range(4):
                games = random_position(scenario, kind, number % 2, rng)
                for path, values in fields(games.dtype, games):
                    seen.setdefault(path, set()).update(np.unique(values).tolist())
    assert kinds == set(range(len(KINDS)))
    constant = {path for path, values in seen.items() if len(values) < 2}
    assert constant == {"dice.seed", "dice.rolled", "passed", "figure.spare"}
    assert seen["figure.gun"] == {state.LOADED, state.EMPTY, state.JAMMED}
    assert seen["figure.activation"] == {state.FRESH, state.USED, state.FINISHED}
    assert seen["cover"] == set(range(state.HARD + 6))
    assert seen["kind"] == set(range(state.HARD_PIECE + 1))
    assert seen["ending"] == {state.RUNNING, state.ELIMINATED, state.FLAG, state.TURNS}


ANOTHER_STATE = """
import numpy as np
from paintball_env.rules import figure_states
for field, ends, *switch in (("muddy", figure_states.TURN), ("tired", figure_states.OWN_PHASE),
                             ("bold", figure_states.LATER), ("tall", figure_states.NEVER, "blind_spots")):
    figure_states.STATES += (figure_states._binary(field, ends, field, field, *switch),)
figure_states.FIELDS = tuple(one.field for one in figure_states.STATES)
from paintball_env.rules import state
from paintball_env.scenario import Scenario
from tests.paintball.positions import random_position
for name in ("capture-the-flag", "capture-the-flag-basic"):
    scenario, rng = Scenario.load(name), np.random.default_rng(2)
    for field in ("muddy", "tired", "bold", "tall"):
        seen = set()
        for kind in ("DEPLOY", "ACT"):
            for number in range(4):
                game = random_position(scenario, getattr(state, kind), number % 2, rng)[0]
                seen |= {(kind, int(value)) for value in np.unique(game["figure"][field])}
        print(name, field, *sorted(kind for kind, value in seen if value))
"""


def test_a_state_that_the_table_gets_comes_up_in_random_positions():
    """Else no test would see one, and each would go on passing: without compiled code, in a process of its own."""
    assert run(ANOTHER_STATE).splitlines() == [
        "capture-the-flag muddy ACT",
        "capture-the-flag tired ACT",
        "capture-the-flag bold ACT",
        "capture-the-flag tall ACT DEPLOY",
        "capture-the-flag-basic muddy ACT",
        "capture-the-flag-basic tired ACT",
        "capture-the-flag-basic bold ACT",
        "capture-the-flag-basic tall",
    ]


def test_the_kinds_are_those_of_the_page_and_of_the_record():
    rows = PAGE.read_text("utf-8").split("## 3. Decisions")[1].split("## 4.")[0]
    assert tuple(re.findall(r"^\| `([a-z-]+)` \|", rows, re.MULTILINE)) == KINDS[1:]
    for number, kind in enumerate(KINDS[1:], 1):
        assert getattr(state, kind.upper().replace("-", "_")) == number


@pytest.mark.parametrize("text", examples())
def test_the_pages_examples_are_positions(text):
    scenario = SCENARIOS[BASIC]
    games = parse_position(scenario, text)
    written = format_position(scenario, games)
    assert set(written.split()) - {"R3=d2,sentry"} <= set(text.split())
    assert same_position(parse_position(scenario, written), games)


def test_the_page_has_examples():
    assert len(examples()) >= 2


def test_an_example_field_by_field():
    (game,) = parse_position(SCENARIOS[BASIC], examples()[0])
    assert (game.turn, game.phase, game.acting, game.second) == (3, 1, state.RED, state.BLUE)
    assert (game.decision, game.decider, game.ending, game.winner) == (state.ACT, state.RED, state.RUNNING, state.NONE)
    assert [side.score for side in game.side] == [4, 2]
    assert [side.used for side in game.side] == [1, 0]
    red = game.figure[state.RED]
    names = SCENARIOS[BASIC].board_map.names
    assert [names[figure.hex] for figure in red[:3]] == ["c3", "b3", "d2"]
    assert [figure.hex for figure in red[3:]] == [state.NONE] * 3
    assert [figure.points for figure in red] == [1, 2, 2, 0, 0, 0]
    assert [figure.sentry for figure in red] == [0, 0, 1, 0, 0, 0]
    assert (red[0].moved, red[0].activation) == (1, state.USED)
    assert [figure.suppressed for figure in game.figure[state.BLUE]] == [0, 1, 0, 0, 0, 0]
    assert [figure.facing for figure in game.figure[state.BLUE]] == [WEST, WEST, 0, 0, 0, 0]
    assert [names[flag.hex] for flag in game.flag] == ["b1", "d7"]
    assert [marshal.hex for marshal in game.marshal][2:] == [state.NONE, state.NONE]
    assert [names[place] for place in np.flatnonzero(game.cover)] == ["b4", "d4"]
    assert (game.actor, game.asked, game.place, game.count) == (state.NONE, state.NONE, state.NONE, 0)
    assert list(game.shot) == [state.NONE] * state.SHOTS
    assert [(int(team), names[place]) for team, place in np.argwhere(game.present)] == [
        *((0, place) for place in ("b3", "c3", "d2")),
        *((1, place) for place in ("b6", "c7")),
    ]


@pytest.mark.parametrize(
    "text",
    [
        S,
        "turn=0 acting=blue second=blue to=red:piece left=3+1,2+1",
        S + " to=blue:cover-hex kind=hard left=1+1,2+1",
        S + " to=red:cover-facing place=b4 kind=hard left=0+1,1+0 soft=c5",
        S + " to=blue:deploy actor=B2 R1=c1 R2=c1 R3=b1 R4=c2 R5=d1 R6=d1 B1=c8 M1=b1 M2=b7 flag.red=b1 flag.blue=d7",
        "turn=1 phase=2 acting=blue second=blue used=0,1 to=blue:act R1=c2 B1=c7,p1,moved1,used",
        "turn=4 acting=blue second=blue score=3,3 to=blue:first R1=c2 B1=c7",
        "turn=3 phase=1 acting=red second=red score=4,2 used=1,0 to=red:volley actor=R1 kind=suppress shots=B1"
        " R1=c3 R2=d3,p0,used,fired B1=c5,empty",
        "turn=3 phase=2 acting=blue second=blue score=4,2 used=0,1 to=red:pick actor=B1 kind=shoot count=1"
        " shots=R1,R2 R1=c4 R2=c4 B1=c6,p0,used,fired",
        "turn=3 phase=1 acting=red second=blue score=4,2 to=red:charger place=c5 R1=c4 B1=c5,empty",
        "turn=3 phase=1 acting=red second=blue score=4,2 used=1,0 to=red:charger place=c5 count=1"
        " R1=c5,p1,moved1,used R2=b4 B1=c5,empty",
        "turn=3 phase=1 acting=red second=blue score=4,2 used=1,0 to=blue:react actor=R1 asked=B2 place=c5 count=1"
        " R1=c4,p1,moved1,used B1=c5,suppressed B2=d5,sentry",
        "turn=3 phase=1 acting=red second=blue score=4,2 used=2,0 to=blue:casualty place=c5 losses=1,1"
        " R1=c5,p1,moved1,used R2=c5,p0,moved2,used B1=c5,suppressed B2=c5,suppressed",
        "turn=5 phase=1 acting=red second=blue score=4,2 used=1,0 over=red:flag R1=c1,p1,moved1,used B1=c5"
        " flag.red=b1 flag.blue=R1",
        "turn=5 phase=2 acting=blue second=blue score=4,2 used=0,1 over=blue:eliminated B1=c5",
        "turn=5 phase=2 acting=blue second=blue score=4,2 used=0,1 over=draw:eliminated",
        "turn=30 acting=red second=blue over=draw:turns R1=c3,p0 B1=c5,p0",
        "turn=2 phase=1 acting=red second=blue score=4,2 to=red:act R1=c3,jammed R2=c1 R3=c1 B1=c1"
        " M1=c3,attends=R1 M2=c7 M3=c4",
    ],
)
def test_hand_made_positions_are_canonical(text):
    scenario = SCENARIOS[BASIC]
    assert format_position(scenario, parse_position(scenario, text)) == text


def test_a_figures_states_in_their_order():
    text = "turn=2 phase=1 acting=blue second=red score=2,4 used=0,4 to=blue:act"
    first = "B1=c5/NE,expert,smoke2,paint,p0,moved1,finished,fired,turned,empty"
    second = "B2=c6,smoke,p0,finished,sentry B3=c7,p1,used,aim B4=c7/E,jammed"
    third = "B5=d5,p1,finished,fired,dazed B6=d5,suppressed"
    rest = f"{third} M2=c7,attends=B4 flag.red=B1 soft=c5 hard=a1/SW,e2/NW smoke=a2,b1"
    scenario = SCENARIOS[FULL].with_rules(activation="one_at_a_time")
    assert format_position(scenario, parse_position(scenario, f"{text} R1=c2 {first} {second} {rest}")) == (
        f"{text} R1=c2 {first} {second} {rest}"
    )


def test_a_picked_shot_has_its_mark():
    text = "turn=2 phase=1 acting=red second=blue score=6,1 used=1,0 to=blue:pick actor=R1 kind=shoot count=1"
    text += " shots=B1,B2*,B1 R1=c4,expert,p0,used,fired B1=c6 B2=c6"
    (game,) = parse_position(SCENARIOS[FULL], text)
    assert [int(taken) for taken in game.taken] == [0, 1, 0, 0]
    assert format_position(SCENARIOS[FULL], game) == text


def test_tokens_and_states_are_read_in_any_order_and_usual_values_may_stand():
    scenario = SCENARIOS[FULL]
    text = H + " used=1,0 to=red:act R1=c3,smoke,p1,moved1,used B1=c5"
    other = "B1=c5/W,p2 R1=c3/E,used,moved1,p1,smoke1  used=1,0\tto=red:act score=4,2 second=blue acting=red"
    other += " turn=3 phase=1\n"
    assert same_position(parse_position(scenario, text), parse_position(scenario, other))
    assert format_position(scenario, parse_position(scenario, other)) == text


def test_dice_are_no_part_of_a_position():
    games = parse_position(SCENARIOS[BASIC], A + " R1=c3 B1=c5")
    other = games.copy()
    other[0].dice.seed = 5
    other[0].dice.rolled[3] = 1
    assert same_position(games, other)
    assert position_key(games[0]) == position_key(other)
    assert format_position(SCENARIOS[BASIC], other) == A + " R1=c3 B1=c5"
    other[0].figure[1][5].points = 1
    assert not same_position(games[0], other[0])
