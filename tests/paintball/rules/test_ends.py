"""TU7, TU8: how a game ends."""

import pytest

from paintball_env.notation.words import ENDINGS
from paintball_env.observation.features import GAME
from paintball_env.page_words import rules
from paintball_env.render import status
from paintball_env.story.teller import RULES_OF_ENDS

START = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act"
REST = "M1=d1 M2=d7"
ADVANCED = "capture-the-flag"
COMMAND = "command:red=6 command:blue=5"


def state(table, *keys):
    tokens = dict(token.split("=", 1) for token in table.position.split())
    return " ".join(f"{key}={tokens[key]}" for key in keys if key in tokens)


# TU7.


@pytest.mark.parametrize(("winner", "loser"), [("R", "B"), ("B", "R")])
def test_tu7_a_team_with_no_figure_left_loses(table, winner, loser):
    team = {"R": "red", "B": "blue"}[winner]
    other = {"R": "blue", "B": "red"}[winner]
    there = f"turn=2 phase=1 acting={team} second={other} score=6,6 to={team}:act {winner}1=c4 {loser}1=c5 M1=c5 M2=c5"
    here = (
        table(there).act(f"{winner}1 shoot {loser}1").act("done", f"hit:{winner}1=2 save:{loser}1=2 check:{loser}1=4")
    )
    assert f"over={team}:eliminated" in here.position
    assert "to=" not in here.position
    assert here.game.over and here.legal == []


def test_tu7_by_its_own_misfire(both):
    here = both(f"{START} R1=c4 B1=c5 {REST}").act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=1")
    assert "over=blue:eliminated" in here.position


def test_tu7_both_at_once_is_a_draw(both):
    # The last of both in Blue's base; the paint marks both, and both checks are made.
    there = f"{START} R1=c8,paint B1=c8 M1=c8 M2=b1"
    here = both(there, ADVANCED).act("R1 throw paint")
    here.act("hex c8", "scatter:R1=2 mark:R1=2 mark:B1=3 check:R1=4 check:B1=5")
    assert "over=draw:eliminated" in here.position


def test_tu7_a_paint_grenade_is_resolved_to_its_end(both):
    # R1, the last red, goes first; the check of B1 is made all the same, and it plays on: Blue wins.
    there = f"{START} R1=c8,paint B1=c8 M1=c8 M2=b1"
    here = both(there, ADVANCED).act("R1 throw paint")
    here.act("hex c8", "scatter:R1=2 mark:R1=2 mark:B1=3 check:R1=4 check:B1=3")
    assert "over=blue:eliminated" in here.position


def test_tu7_first_the_teams_then_the_flag(both):
    # R1 brings Blue's flag home; the last blue, a sentry, runs out of gas: Blue is beaten before the flag is judged.
    there = f"{START} R1=c2 R2=d1 B1=c5,sentry {REST} flag.red=b1 flag.blue=R1"
    here = both(there).act("R1 move W").act("B1 shoot R1", "hit:B1=1 misfire:B1=1")
    assert "over=red:eliminated" in here.position
    here = both(there).act("R1 move W").act("B1 shoot R1", "hit:B1=2")
    assert "over=red:flag" in here.position
    assert "to=" not in here.position


def test_tu7_a_volley_is_resolved_to_its_end_first(both):
    # Both last blues are hit: both have their saves and checks, then it is over.
    there = f"{START} R1=c3 B1=c5 B2=c5 M1=c5 M2=c8"
    here = both(there).act("R1 shoot B1")
    here.act("R1 shoot B2", "hit:R1=3 hit:R1=3 save:B1=2 check:B1=4 save:B2=2 check:B2=4")
    assert "over=red:eliminated" in here.position


@pytest.mark.parametrize("state_", ["jammed", "empty", "suppressed"])
def test_tu7_all_neutral_or_impotent_is_not_beaten(table, state_):
    there = f"{START} R1=c3 R2=b1 B1=c8,{state_} B2=b7,{state_} {REST}"
    assert not table(there).act("R1 move E").game.over


# TU8.


def test_tu8_the_turn_limit_is_a_draw(both):
    # No dice of a next turn are rolled; suppression ends with the turn.
    there = f"turn=30 phase=2 acting=blue second=blue score=6,5 to=blue:act R1=c2,suppressed R2=b1 B1=c7 B2=b7 {REST}"
    here = both(there).act("done")
    # The phase has taken all points, and `score` and `phase` are 0 again.
    assert here.position == (
        f"turn=30 acting=blue second=blue over=draw:turns R1=c2,p0 R2=b1,p0 B1=c7,p0 B2=b7,p0 {REST}"
    )


def test_tu8_only_after_the_second_phase_of_that_turn(both):
    there = f"turn=30 phase=1 acting=red second=blue score=6,5 to=red:act R1=c2 R2=b1 B1=c7 B2=b7 {REST}"
    here = both(there).act("done")
    assert state(here, "turn", "phase", "to") == "turn=30 phase=2 to=blue:act"
    before = f"turn=29 phase=2 acting=blue second=blue score=6,5 to=blue:act R1=c2 R2=b1 B1=c7 B2=b7 {REST}"
    here = both(before).act("done", COMMAND)
    assert state(here, "turn", "over") == "turn=30"


def test_tu8_max_turns_is_a_rule_to_set(both):
    there = f"turn=3 phase=2 acting=blue second=blue score=6,5 to=blue:act R1=c2 R2=b1 B1=c7 B2=b7 {REST}"
    here = both(there, "capture-the-flag-basic?max_turns=3").act("done")
    assert state(here, "turn", "over") == "turn=3 over=draw:turns"
    here = both(there, "capture-the-flag-basic?max_turns=4").act("done", COMMAND)
    assert state(here, "turn", "over") == "turn=4"


@pytest.mark.parametrize("turns", [1, 2])
def test_tu8_the_last_turn_may_be_the_first(both, turns):
    there = f"turn=1 phase=2 acting=blue second=blue to=blue:act R1=c2 R2=b1 B1=c7 B2=b7 {REST}"
    here = both(there, f"capture-the-flag-basic?max_turns={turns}").act("done", COMMAND if turns > 1 else "")
    assert state(here, "turn", "over") == ("turn=1 over=draw:turns" if turns == 1 else "turn=2")


def test_tu8_a_win_in_the_last_turn_is_a_win(both):
    there = f"turn=30 phase=2 acting=red second=red score=5,5 to=red:act R1=c2 R2=d1 B1=c7 B2=b7 {REST}"
    here = both(f"{there} flag.red=b1 flag.blue=R1").act("R1 move W")
    assert state(here, "over") == "over=red:flag"


def test_tu7_tu8_fl3_each_ending_has_its_words_its_rule_and_its_feature():
    """TU7, TU8, FL3: without a feature of its own, an ending would be written to the next one's place."""
    assert [*status.ENDINGS] == [*range(1, len(ENDINGS))]
    assert tuple(RULES_OF_ENDS) == ENDINGS[1:] and set(RULES_OF_ENDS.values()) <= set(rules())
    ended = {feature.name: feature.meaning[-4:-1] for feature in GAME if feature.name.startswith("ended ")}
    assert [*ended.items()] == [(f"ended {name}", rule) for name, rule in RULES_OF_ENDS.items()]
