"""Does a view tell everything that a position's text tells, in plain words, and nothing else?"""

import json
from dataclasses import fields
from itertools import product

import numpy as np
import pytest

from paintball_env.game import Game
from paintball_env.rules.figures import is_armed, is_impotent
from paintball_env.rules.flags import goal_of, prize_of
from paintball_env.rules.state import EMPTY, JAMMED, LOADED, NONE
from paintball_env.scenario import Scenario, presets
from paintball_env.view import Figure, Flag, Marshal, View
from tests import ROOT, refuses

PAGE = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
HEAD = "turn=4 phase=1 acting=red second=blue score=4,2 used=2,0 to=red:act "
TAIL = (
    "R1=c3/NE,expert,smoke2,paint,p1,moved1,used,aim,turned R2=b3,p1,used,fired R3=d2,sentry R4=d3,empty "
    "R5=d4,suppressed,dazed R6=e1,jammed B1=c7 B2=b6 M1=c2 M3=e1,attends=R6 flag.red=b1 flag.blue=R1 "
    "soft=b4 hard=d5/SW smoke=c4,c5"
)


def view_of(scenario, position):
    game = Game(scenario, start=position)
    return View(game.scenario, game.games, game.legal_mask())


@pytest.fixture
def view():
    return view_of("capture-the-flag", HEAD + TAIL)


def plain(name, hex, **states):
    """A figure with its usual values but for these."""
    usual = {"facing": "E", "points": 2, "moved": 0, "gun": "loaded", "smoke": 0, "paint": 0}
    usual |= {field.name: False for field in fields(Figure) if field.type == "bool" or field.type is bool}
    return Figure(**{"name": name, "hex": hex, **usual, **states})


def test_every_state_of_a_figure(view):
    first, second, third, fourth, fifth, sixth = view.figures(0)
    assert first == plain(
        "R1",
        "c3",
        facing="NE",
        expert=True,
        smoke=2,
        paint=1,
        points=1,
        moved=1,
        used=True,
        aim=True,
        turned=True,
        carries=True,
    )
    assert second == plain("R2", "b3", points=1, fired=True, used=True)
    assert third == plain("R3", "d2", sentry=True)
    assert fourth == plain("R4", "d3", gun="empty") and fourth.impotent
    assert fifth == plain("R5", "d4", suppressed=True, dazed=True) and fifth.impotent
    assert sixth == plain("R6", "e1", gun="jammed") and not sixth.impotent and not first.impotent
    assert [figure.armed for figure in view.figures(0)] == [True, True, True, False, False, False]
    assert [figure.name for figure in view.figures(1)] == ["B1", "B2"]
    assert view.figures(1)[0].facing == "W"


def test_im1_mf3_who_is_impotent_or_armed_is_what_the_rules_say():
    game = Game("capture-the-flag", start=HEAD + TAIL)
    games = game.games.copy()
    for states in product((LOADED, EMPTY, JAMMED), *[(0, 1)] * 4):
        figure = games["figure"][0, 0, 1:2]
        for field, value in zip(("gun", "suppressed", "dazed", "sentry", "fired"), states, strict=True):
            figure[field] = value
        seen = View(game.scenario, games, game.legal_mask()).figures(0)[1]
        assert (seen.impotent, seen.armed) == (is_impotent(figure[0]), is_armed(figure[0])), states


def test_only_red_and_blue_have_figures(view):
    for wrong in (2, -1, "R", None):
        refuses(ValueError, r"^team .*: 0 Red or 1 Blue$", view.figures, wrong)


def test_a_figure_that_may_act_no_more():
    data = json.loads(Scenario.load("capture-the-flag").to_json())
    data["rules"]["activation"] = "one_at_a_time"
    scenario = Scenario.from_json(json.dumps(data))
    figures = view_of(scenario, HEAD + TAIL.replace("p1,used,fired", "p1,moved1,finished")).figures(0)
    assert (figures[1].used, figures[1].finished, figures[0].finished) == (True, True, False)


def test_what_lies_and_stands_on_the_board(view):
    assert (view.decision, view.turn, view.phase, view.team) == ("act", 4, 1, 0)
    assert view.last_turn == int(view.worlds["rules"]["max_turns"][0]) > 4
    assert (view.scores, view.used, view.bases) == ((4, 2), (2, 0), ("c1", "c8"))
    assert view.flags == [Flag("flag.red", "b1", ""), Flag("flag.blue", "c3", "R1")]
    assert view.marshals == [Marshal("M1", "c2", ""), Marshal("M3", "e1", "R6")]
    assert view.cover == {"b4": "soft", "d5": "hard SW"} and view.smoke == ["c4", "c5"]
    assert view.steps("c1", "c4") == view.distance("c1", "c4") == 3
    assert view.position == Game("capture-the-flag", start=HEAD + TAIL).position()


def test_what_is_written_to_rules_and_board_of_a_view_changes_none_of_its_answers(view):
    scenario, before = view.scenario, view.scenario.world.copy()
    answers = lambda of: (of.chance_to_hit("b3", "b6"), of.distance("b3", "b6"), of.prize, of.observation.tolist())  # noqa: E731
    view.worlds.view(np.uint8)[:] = 255
    assert answers(view) == answers(view_of("capture-the-flag", HEAD + TAIL)) and answers(view)[0] > 0
    assert np.array_equal(scenario.world, before)


def test_a_reaction_and_the_set_up_are_told():
    react = (
        "turn=5 phase=2 acting=blue second=blue score=5,3 used=0,1 to=red:react actor=B2 asked=R3 "
        "R3=d2,sentry B2=d4,p1,moved1,used M1=c2 M2=c7 flag.red=b1 flag.blue=d7"
    )
    given = view_of("capture-the-flag-basic", react)
    assert (given.decision, given.phase, given.team, given.scores, given.used) == ("react", 2, 0, (5, 3), (0, 1))
    assert (given.actor, given.asked, given.kind, given.place) == ("B2", "R3", "", "")
    game = Game("capture-the-flag", seed=2)
    given = View(game.scenario, game.games, game.legal_mask())
    assert (given.decision, given.turn, given.phase) == ("piece", 0, 0)
    assert (given.flags, given.prize, given.figures(0), given.cover, given.marshals) == ([], None, [], {}, [])
    assert (given.actor, given.asked, given.kind, given.place) == ("", "", "", "")


@pytest.mark.parametrize(
    ("open_decision", "actor", "kind", "place"),
    [
        ("to=red:throw actor=R1 kind=smoke", "R1", "smoke", ""),
        ("to=blue:scatter actor=R1 kind=paint place=c4", "R1", "paint", "c4"),
        ("to=red:volley actor=R1 kind=shoot shots=B2", "R1", "shoot", ""),
    ],
)
def test_what_a_decision_is_about(open_decision, actor, kind, place):
    head = "turn=4 phase=1 acting=red second=blue score=4,2 used=2,0 "
    points = "p2" if "volley" in open_decision else "p1"  # with one point left the shot would be rolled at once
    text = TAIL.replace("B1=c7 B2=b6", "B1=c7 B2=c4").replace("p1,moved1,used,aim,turned", f"{points},used")
    view = view_of("capture-the-flag", f"{head}{open_decision} {text}")
    assert (view.actor, view.kind, view.place, view.asked) == (actor, kind, place, "")


@pytest.mark.parametrize("preset", presets())
def test_prize_and_goal_are_the_scenarios(preset):
    game, rng = Game(preset, seed=3), np.random.default_rng(3)
    world, seen = game.scenario.world[0], set()
    for _ in range(150):
        if game.over:
            break
        view = View(game.scenario, game.games, game.legal_mask())
        number = int(prize_of(world, view.team))
        if number == NONE:
            assert view.prize is None and view.flags == []
        elif view.prize is not None:
            assert view.prize.name in ("flag", ("flag.red", "flag.blue")[number])
            assert view.goal == game.scenario.board_map.names[int(goal_of(world, view.team))]
            seen.add(view.team)
        other = View(game.scenario, game.games, game.legal_mask())
        other.team = 1 - view.team
        assert (view.enemy_prize, view.enemy_goal) == (other.prize, other.goal)
        game.step(str(rng.choice(game.legal_actions())))
    assert seen == ({0, 1} if number != NONE else set())


def test_nothing_done_to_a_view_counts():
    game = Game("capture-the-flag", start=HEAD + TAIL)
    mask = game.legal_mask()
    view = View(game.scenario, game.games, mask)
    view.mask[:] = 0
    view.games["turn"] = 9
    assert mask.any() and game.turn == 4


def test_what_a_bot_does_to_its_table_of_actions_changes_no_other_table(view):
    legal, done = dict(view.legal), view.table.index("done", 0)
    table = view.table
    for value in vars(table).values():
        for mapping in value if isinstance(value, list) else [value]:
            if isinstance(mapping, dict):
                mapping.clear()
    vars(table).clear()
    other = view_of("capture-the-flag", HEAD + TAIL)
    assert view.table is table and other.legal == legal and other.table.index("done", 0) == done
    engines_own = view.scenario.game.action_names(view.scenario)
    assert other.table.name(done, 0) == "done" and engines_own.index("done", 1) == done
