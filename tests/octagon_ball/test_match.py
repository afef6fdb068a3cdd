"""W, TE, MA, DE, AP: the match and its turns, deployment, action points."""

import pytest

from octagon_ball.rules.state import SUBJECTS
from tabletop.front.verify.positions import begin_fault, mask_fault
from tabletop.play.game import Game
from tests.octagon_ball.table import Table, scenario_of

START = "W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=f6"


def act(rest, team="white", **fields):
    """A position of the small board in which a team acts."""
    words = " ".join(f"{key}={value}" for key, value in fields.items() if key != "turn" and value)
    return f"turn={fields.get('turn', 3)} acting={team} {words} to={team}:act {rest}"


def test_ma3_ma4_a_lot_decides_who_kicks_off_and_the_ball_is_on_the_centre_spot():
    table = Table(dice="order=1/2")
    assert table.position == act(START, turn=1, points=7) and table.kinds[-2:] == ["kick-off", "turn began"]
    assert Table(dice="order=2/2").position == act(START, "black", turn=1, points=7)


def test_ma1_ap5_turns_alternate_and_after_the_last_one_who_leads_has_won():
    table = Table(act(START, points=7))
    table.act("done")
    assert table.position == act(START, "black", turn=4, points=7)
    last = Table(act(START, turn=24, points=2, score="0,1")).act("done")
    assert last.position == f"turn=24 acting=white score=0,1 over=black:time {START}"
    assert [(event.kind, event.who, event.value) for event in last.game.events][1:] == [("game over", "black", "time")]
    drawn = Table(act(START, turn=24, points=2, score="1,1")).act("done")
    drawn.has("over=draw:time")


def test_ma2_so_many_goals_win_at_once():
    place = "W1=a6 W2=k5 W3=d9 B1=j7 B2=h9 B3=h3 ball=W2"
    table = Table(act(place, turn=5, points=3, score="1,1")).act("W2 move E")
    assert table.position == ("turn=5 acting=white score=2,1 over=white:goals W1=a6 W2=k5 W3=d9 B1=j7 B2=h9 B3=h3")
    Table(act(place, turn=5, points=3, score="1,1"), "octagon-small?goals=0").act("W2 move E").has("score=2,1", "over=")
    Table(act(place, points=3), "octagon-small?goals=1").act("W2 move E").has("score=1,0", "over=white:goals")


def test_ma4_go1_after_a_goal_all_go_home_and_who_has_conceded_has_the_turn():
    before = act("W1=b6 W2=k5 W3=d9 B1=j7 B2=h9,down B3=h3 ball=W2", points=3, tackles=1)
    table = Table(before).act("W2 move E")
    assert table.position == act(START, "black", turn=4, points=7, score="1,0")
    assert table.kinds == ["chosen", "carried in", "goal", "kick-off", "turn began"]
    own = act("W1=a7 W2=a5 W3=d9 B1=k6 B2=h9 B3=h3 ball=W2", points=3)
    own = Table(own).act("pass short W", "distance:W2=2")
    assert own.kinds[1:5] == ["passed", "distance rolled", "ball went", "goal"]
    assert own.game.events[4].who == "black"
    assert own.position == act(START, turn=4, points=7, score="0,1"), (
        "White has conceded it, and has the next turn, too"
    )


def test_ma5_the_last_turns_goal_ends_the_match_without_a_kick_off():
    table = Table(act("W1=a6 W2=k5 W3=d9 B1=j7 B2=h9 B3=h3 ball=W2", turn=24, points=3)).act("W2 move E")
    assert table.position == "turn=24 acting=white score=1,0 over=white:time W1=a6 W2=k5 W3=d9 B1=j7 B2=h9 B3=h3"


def test_de1_de2_te1_chosen_one_by_one_the_other_team_first():
    table = Table(scenario="octagon", dice="order=1/2")
    assert table.position == "turn=0 acting=white to=black:deploy asked=B1 ball=j10"
    assert len(table.game.legal_indices()) == 301 // 2 - 9 - 10
    assert table.may("square s10") and not table.may("square a10") and not table.may("square k12")
    assert "grey area (DE1)" in table.why_not("square k12") and "(DE1)" in table.why_not("square j1")
    table.act("square s10")
    assert table.position == "turn=0 acting=white to=white:deploy asked=W1 B1=s10 ball=j10"
    table.act("square a10").act("square k15")
    assert table.position == "turn=0 acting=white to=white:deploy asked=W2 W1=a10 B1=s10 B2=k15 ball=j10"
    assert table.game.legal_indices()[0] == table.game.table.index("square f1", 0), "square 0, as each team sees it"
    Table(table.position, "octagon").act("square f1").has("W2=f1", "asked=B3")
    table.act("square c8")
    assert "B2 is there (BO8)" in table.why_not("square k15")
    for number in range(3, 7):
        table.act(f"square l{number + 10}").act(f"square h{number + 10}")
    table.has("turn=1", "to=white:act", "white=a10,c8,h13,h14,h15,h16", "black=s10,k15,l13,l14,l15,l16", "ball=j10")
    table.has("points=10", "asked=")


def test_de3_drawn_in_the_same_order_goalies_in_their_goal_zone():
    dice = "order=2/2 place:W1=3/3 place:B1=1/3 place:W2=39/39 place:B2=1/39 place:W3=1/38 place:B3=38/38"
    table = Table(scenario="first-goal", dice=dice)
    assert table.position == (
        "turn=1 acting=black points=7 to=black:act white=a7,e11,d1 black=k7,h11,g1 "
        "W1=a7 W2=e11 W3=d1 B1=k7 B2=h11 B3=g1 ball=f6"
    )
    assert {event.how for event in table.game.events if event.kind == "deployed"} == {("by lot",)}


def test_de4_te2_fixed_by_the_formation_and_turned_for_black():
    scenario = scenario_of("octagon-small")
    names, last = scenario.board.names, len(scenario.board.names) - 1
    turned = [names[last - names.index(name)] for name in scenario.formation]
    assert turned == ["k6", "h9", "h3"] and scenario.formation == ("a6", "d3", "d9")
    assert not Table(dice="order=1/2").game.draws[1:]


def test_de2_de3_de4_only_what_a_lot_has_placed_is_told_as_drawn():
    chosen = Table(scenario="octagon?figures=1", dice="order=1/2").act("square s10")
    for table, placed in ((chosen, ["B1"]), (Table(dice="order=1/2"), ["B1", "W1", "B2", "W2", "B3", "W3"])):
        deployed = [event for event in table.game.events if event.kind == "deployed"]
        assert [event.who for event in deployed] == placed and {event.how for event in deployed} == {()}


def test_ap1_ap2_one_figure_may_use_all_points_and_they_dont_carry_over():
    table = Table(act(START, points=3))
    table.act("W2 move N").has("points=2", "W2=d4")
    table.act("W2 move NE").has("points=1", "W2=e5")
    table.act("W3 move S")
    assert table.position == act("W1=a6 W2=e5 W3=d8 B1=k6 B2=h9 B3=h3 ball=f6", "black", turn=4, points=7)
    for who, game in (("white", table.game), ("black", table.other)):
        (forced,) = (event for event in game.events if event.kind == "forced")
        assert (forced.who, forced.value) == (who, "done"), "without points the turn ends by itself (AP4)"


def test_ap5_jo4_who_lies_on_the_ground_stands_up_at_the_end_of_the_own_turn():
    table = Table(act("W1=a6 W2=d3 W3=d9,down B1=k6 B2=h9,down B3=h3 ball=f6", points=2, tackles=1)).act("done")
    assert table.position == act("W1=a6 W2=d3 W3=d9 B1=k6 B2=h9,down B3=h3 ball=f6", "black", turn=4, points=7)
    assert [event.who for event in table.game.events if event.kind == "stood up"] == ["W3"]
    table.act("done").has("B2=h9")
    assert [event.who for event in table.game.events if event.kind == "stood up"] == ["B2"]


def test_ma3_each_seed_has_its_own_dice():
    starts = [Game(scenario_of("first-goal"), seed=seed).position() for seed in range(6)]
    assert len(set(starts)) == 6 and {text.split()[1] for text in starts} == {"acting=white", "acting=black"}
    assert Game(scenario_of("first-goal"), seed=3).position() == starts[3]


@pytest.mark.parametrize(("points", "passes"), [(1, 8), (2, 8), (3, 16), (6, 16), (7, 24)])
def test_ap2_what_passes_cost(points, passes):
    table = Table(act("W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=W2", points=points))
    assert sum(name.startswith("pass") for name in table.game.legal_actions()) == passes
    if points < 7:
        assert "left, and this pass costs 7 (AP2)" in table.why_not("pass long E")


def test_ap4_a_team_may_end_its_turn_at_any_time():
    table = Table(act(START, points=7))
    assert table.may("done")
    table.act("done").has("turn=4", "acting=black")
    for who, game in (("white", table.game), ("black", table.other)):
        assert [(event.who, event.value) for event in game.events if event.kind == "chosen"] == [(who, "done")]


def test_w2_bo7_actions_are_numbered_from_the_own_side():
    names = Table(act(START, points=7)).game.table
    assert names.name(0, 0) == "W1 move E" and names.name(0, 1) == "B1 move W"
    assert names.index("pass short E", 0) == names.index("pass short W", 1)
    assert names.index("square a6", 0) == names.index("square k6", 1)
    assert names.turn(names.index("W2 move NE", 0)) == names.index("W2 move SW", 0)


def test_w1_a_lot_of_one_is_not_drawn():
    table = Table(scenario="first-goal?goal=1&figures=1", dice="order=1/2")
    table.has("W1=a6", "B1=k6")


def test_w4_counters_of_dice_begin_anew_with_each_turn():
    table = Table(act("W1=a6 W2=d3 W3=d9 B1=k6 B2=e3 B3=h3 ball=W2", points=7))
    table.act("W2 jostle B2", "jostle:W2=3 resist:B2=3")
    assert table.game.record.dice.rolled.sum() == 2 and len(table.game.record.dice.rolled) == SUBJECTS
    table.act("done")
    assert table.game.record.dice.rolled.sum() == 0


@pytest.mark.parametrize("name", ["octagon", "octagon-small", "first-goal"])
def test_ma3_w4_a_match_begins_with_no_dice_rolled_and_nothing_noted(name):
    assert begin_fault(Game(scenario_of(name), seed=5)) == ""


def test_ap4_in2_de2_words_are_legal_only_where_they_are_asked_for():
    acts = Table(act(START, points=7))
    assert "(AP1)" in acts.why_not("intercept") and "(AP1)" in acts.why_not("let pass")
    asked = Table(act(START.replace("ball=f6", "ball=W2"), points=7))
    asked.act("pass short E", "distance:W2=7").has("asked=B3", "ball=g3")
    assert asked.why_not("done") == "'done' is illegal now: intercept or let pass is asked of B3 (IN2)"
    deploys = Table(scenario="octagon", dice="order=1/2")
    for word in ("intercept", "let pass", "done"):
        assert "a square to deploy B1 in is asked for (DE2)" in deploys.why_not(word)
    over = Table(act(START, turn=24, points=2)).act("done")
    assert mask_fault(over.game) == "", "when the match is over, nothing is legal"
