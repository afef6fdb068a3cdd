"""W, TE, MA, DE, AP: the match and its turns, deployment, action points."""

import pytest

from octagon_ball.rules.state import SUBJECTS
from tabletop.front.verify.positions import begin_fault, mask_fault
from tabletop.play.game import Game
from tests.octagon_ball.table import Table, at, cases, play, scenario_of


def act(rest, team="white", **fields):
    """A position in which a team acts; test_observation.py writes positions so."""
    return at(" ".join([f"acting={team}", *(f"{key}={value}" for key, value in fields.items()), rest]))


CASES = cases("""
# MA3 MA4 DE4 a lot decides who kicks off, and the ball is on the centre spot
new order=1/2
is turn=1 points=7 START
kinds kick-off, turn began
new order=2/2
is acting=black turn=1 points=7 START
# MA1 AP4 AP5 turns alternate, and after the last one who leads has won
at points=7 START > done
event chosen: who=white value=done
is acting=black turn=4 points=7 START
at turn=24 points=2 score=0,1 START > done
is turn=24 score=0,1 over=black:time START
event game over: who=black value=time
at turn=24 points=2 score=1,1 START > done => over=draw:time
# MA2 so many goals win at once
at turn=5 points=3 score=1,1 LINE > W2 move E
is turn=5 score=2,1 over=white:goals LINE ball=
on octagon-small?goals=0
at turn=5 points=3 score=1,1 LINE > W2 move E => score=2,1 over=
on octagon-small?goals=1
at points=3 LINE > W2 move E => score=1,0 over=white:goals
# MA4 GO1 after a goal all go home, and who has conceded has the turn, the next one too
at points=3 tackles=1 LINE W1=b6 B2=h9,down > W2 move E
is acting=black turn=4 points=7 score=1,0 START
kinds chosen, carried in, goal, kick-off, turn began
at points=3 LINE W1=a7 W2=a5 B1=k6 > pass short W | distance:W2=2
kinds chosen, passed, distance rolled, ball went, goal, kick-off, turn began
event goal: who=black
is turn=4 points=7 score=0,1 START
# MA5 GO1 the last turn's goal ends the match without a kick-off
at turn=24 points=3 LINE > W2 move E
is turn=24 score=1,0 over=white:time LINE ball=
# DE1 DE2 TE1 BO8 chosen one by one, the other team first
on octagon
new order=1/2
is turn=0 to=black:deploy asked=B1 ball=j10
may square s10
! square a10, square k12, square j1: (DE1)
> square s10
is turn=0 to=white:deploy asked=W1 B1=s10 ball=j10
> square a10 > square k15
is turn=0 to=white:deploy asked=W2 W1=a10 B1=s10 B2=k15 ball=j10
> square c8
! square k15: B2 is there (BO8)
> square l13 > square f1 => W3=f1 asked=B4 > square l14 > square h14 > square l15 > square h15 > square l16
> square h16 => turn=1 to=white:act points=10 asked= ball=j10 white=a10,c8,f1,h14,h15,h16 B6=l16
# DE3 drawn in the same order, goalies in their goal zone
on first-goal
new order=2/2 place:W1=3/3 place:B1=1/3 place:W2=39/39 place:B2=1/39 place:W3=1/38 place:B3=38/38
is turn=1 acting=black points=7 white=a7,e11,d1 black=k7,h11,g1 W1=a7 W2=e11 W3=d1 B1=k7 B2=h11 B3=g1 ball=f6
# AP1 AP4 AP5 one figure may use all points, without one the turn ends by itself
at points=3 START > W2 move N => points=2 W2=d4 > W2 move NE => points=1 W2=e5 > W3 move S
event forced: who=white value=done
is acting=black turn=4 points=7 START W2=e5 W3=d8
# AP5 JO4 who lies on the ground stands up at the end of the own turn
at points=2 tackles=1 START W3=d9,down B2=h9,down > done
event stood up: who=W3
is acting=black turn=4 points=7 START B2=h9,down
> done => B2=h9
event stood up: who=B2
# W1 a lot of one is not drawn
on first-goal?goal=1&figures=1
new order=1/2
is turn=1 points=7 white=a6 black=k6 W1=a6 B1=k6 ball=f6
# AP2 AP4 IN2 words are legal only where they are asked for
at points=6 START ball=W2
! pass long E: left, and this pass costs 7 (AP2)
! intercept, let pass: (AP1)
> pass short E | distance:W2=7 => asked=B3 ball=g3
! done: 'done' is illegal now: intercept or let pass is asked of B3 (IN2)
on octagon
new order=1/2
! intercept, let pass, done: a square to deploy B1 in is asked for (DE2)
""")


@CASES
def test_it_is_played_so(script):
    play(script)


def test_de1_w2_as_many_squares_as_the_page_says_counted_from_the_own_side():
    table = Table(scenario="octagon", dice="order=1/2")
    assert len(table.game.legal_indices()) == 301 // 2 - 9 - 10
    table.act("square s10")
    assert table.game.legal_indices()[0] == table.game.table.index("square f1", 0)


def test_de2_de3_de4_only_what_a_lot_has_placed_is_told_as_drawn():
    drawn = "order=2/2 place:W1=3/3 place:B1=1/3 place:W2=39/39 place:B2=1/39 place:W3=1/38 place:B3=38/38"
    for table, placed, how in (
        (Table(scenario="octagon?figures=1", dice="order=1/2").act("square s10"), ["B1"], ()),
        (Table(dice="order=1/2"), ["B1", "W1", "B2", "W2", "B3", "W3"], ()),
        (Table(scenario="first-goal", dice=drawn), ["W1", "B1", "W2", "B2", "W3", "B3"], ("by lot",)),
    ):
        deployed = [event for event in table.game.events if event.kind == "deployed"]
        assert [event.who for event in deployed] == placed and {event.how for event in deployed} == {how}


def test_ma3_each_seed_has_its_own_dice():
    starts = [Game(scenario_of("first-goal"), seed=seed).position() for seed in range(6)]
    assert len(set(starts)) == 6 and {text.split()[1] for text in starts} == {"acting=white", "acting=black"}
    assert Game(scenario_of("first-goal"), seed=3).position() == starts[3]


@pytest.mark.parametrize(("points", "passes"), [(1, 8), (2, 8), (3, 16), (6, 16), (7, 24)])
def test_ap2_what_passes_cost(points, passes):
    legal = Table(at(f"points={points} START ball=W2")).game.legal_actions()
    assert sum(name.startswith("pass") for name in legal) == passes


def test_w2_bo7_actions_are_numbered_from_the_own_side():
    names = Table(at("points=7 START")).game.table
    assert names.name(0, 0) == "W1 move E" and names.name(0, 1) == "B1 move W"
    assert names.index("pass short E", 0) == names.index("pass short W", 1)
    assert names.index("square a6", 0) == names.index("square k6", 1)
    assert names.turn(names.index("W2 move NE", 0)) == names.index("W2 move SW", 0)


def test_w4_counters_of_dice_begin_anew_with_each_turn():
    table = Table(at("points=7 START B2=e3 ball=W2")).act("W2 jostle B2", "jostle:W2=3 resist:B2=3")
    assert table.game.record.dice.rolled.sum() == 2 and len(table.game.record.dice.rolled) == SUBJECTS
    assert table.act("done").game.record.dice.rolled.sum() == 0


@pytest.mark.parametrize("name", ["octagon", "octagon-small", "first-goal"])
def test_ma3_w4_a_match_begins_with_no_dice_rolled_and_nothing_noted(name):
    assert begin_fault(Game(scenario_of(name), seed=5)) == ""


def test_ma1_when_the_match_is_over_nothing_is_legal():
    assert mask_fault(Table(at("turn=24 points=2 START")).act("done").game) == ""
