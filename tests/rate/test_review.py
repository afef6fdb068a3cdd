"""Does a review find what was given away, and grade it with its doubt? What was it due to? Is it told in words?"""

import json

import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from tabletop.agents.registry import make
from tabletop.front.commands.shell import Shell
from tabletop.play.game import Game
from tabletop.play.judged import BEST, COSTLY, DOUBTFUL, GOOD, Judged, costliest, grade_of, lost_by
from tabletop.play.records import GameRecord, Recorder, RecordError
from tabletop.rate.matches.causes import PLAY, SET_UP, causes_of, course_of
from tabletop.rate.matches.course import PlayedOn
from tabletop.rate.matches.review import review_of
from tabletop.rate.matches.single import play_recorded
from tabletop.show.viewer.page import record_data
from tests import refuses
from tests.any_game.pig_worth import PIG_WORTH
from tests.any_game.test_commands import call

SHELL = Shell("pig", "Pig.", "1", "tests.any_game.pig_worth:PIG_WORTH", shown="pig", played="short-pig")
FEW = {"sims": 32, "close": 32, "closer": 64}
# The last turn. R1 stands beside its base with Blue's flag: one step wins, two of them lead back to where it is.
WON = "turn=30 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b2 B1=d6 B2=d7 M1=b1 M2=c6 flag.blue=R1"


@pytest.fixture(scope="module")
def given_away():
    """A game in which Red doesn't win where it could."""
    scenario = PAINTBALL.load("capture-the-flag-basic")
    game = Game(scenario, seed=3, start=WON)
    recorder = Recorder(game, scenario, 3, "one", "other", start=WON)
    for action in ("R2 aim", "R1 move E", "done"):
        recorder.step(action)
    return recorder.record()


def test_what_was_given_away_is_found(given_away):
    told = []
    judged = review_of(given_away, **FEW, tell=lambda _, news: told.extend(news))
    aimed, first, _ = judged
    assert first.team == 0 and first.action == "R1 move E" and first.better == "R1 move W" and first.cost > 0.4
    # What is done before the best action, and doesn't hinder it, has cost nothing.
    assert aimed.action == "R2 aim" and aimed.grade != COSTLY
    assert costliest(judged) == [first] and first.measured
    before = Game(PAINTBALL.load("capture-the-flag-basic"), start=first.position)
    assert {first.action, first.better} <= set(before.legal_actions()) and before.turn == first.turn == 30
    # Each is told when it is judged, and again when it is judged anew.
    assert [each.decision for each in told[:3]] == [1, 2, 3] and {each.decision: each for each in told} == {
        each.decision: each for each in judged
    }
    assert review_of(given_away, **FEW) == judged
    causes = causes_of(course_of(given_away, games=16), judged, 0)
    assert causes[0].cost > 0.4 and causes[-1].kind == PLAY and not any(cause.kind == SET_UP for cause in causes)


def test_a_grade_is_costly_only_without_doubt():
    assert [grade_of(cost, 0.01) for cost in (-0.1, 0.0, 0.005, 0.02, 0.029, 0.031)] == [
        BEST, BEST, GOOD, DOUBTFUL, DOUBTFUL, COSTLY,
    ]  # fmt: skip
    assert grade_of(0.02, 0.03) == GOOD, "its error is larger"
    decisions = [
        Judged(1, 1, 0, "a"),
        Judged(2, 1, 0, "a", "b", "", 0.005, 0.001),
        Judged(3, 1, 0, "a", "b", "", 0.03, 0.004, True),
        Judged(4, 1, 1, "a", "b", "", 0.05, 0.003, True),
    ]
    lost = lost_by(decisions)
    assert lost.counts == (1, 1, 0, 2) and lost.cost == pytest.approx(0.08) and lost.error == pytest.approx(0.005)
    assert [each.decision for each in costliest(decisions)] == [3, 4] and costliest(decisions, 0) == []


def test_a_poor_set_up_is_named():
    """A side that has set up as badly as it can: without any costly decision after it, the set-up is what cost it."""
    scenario = PAINTBALL.load("capture-the-flag-basic")
    game = Game(scenario, seed=4)
    recorder = Recorder(game, scenario, 4, "one", "other")
    played = PlayedOn(scenario)
    while not game.over:
        legal = game.legal_actions()
        if game.turn == 0 and game.decider == 0 and game.decision == "deploy":
            recorder.step(legal[0])  # all in one hex
        elif game.turn < 2:
            recorder.step(game.table.name(played.answer(game, 0, np.uint64(game.turn)), game.decider))
        else:
            break
    course = course_of(recorder.record(), games=64)
    (own,) = [each for each in course.set_ups if each.team == 0]
    (other,) = [each for each in course.set_ups if each.team == 1]
    assert own.cost > other.cost and 0 <= own.worth <= 1
    assert next(cause.cost for cause in causes_of(course, [], 0) if cause.kind == SET_UP) == own.cost


def test_a_page_has_the_odds_of_what_was_better(given_away):
    mistakes = costliest(review_of(given_away, **FEW), 1)
    data = record_data(given_away, review=mistakes)
    assert [row["decision"] for row in data["review"]] == [each.decision for each in mistakes]
    assert "position" not in data["review"][0] and "review" not in record_data(given_away)


def test_it_is_told_at_the_command_line(tmp_path):
    record = play_recorded(make("random", PIG_WORTH), make("bold", PIG_WORTH), PIG_WORTH.load("pig"), 11)
    path, out = tmp_path / "game.txt", tmp_path / "review.json"
    path.write_text(record.write())
    told = call(SHELL, "review", path, "--most", 2, "--out", out)
    kept = json.loads(out.read_text())
    costly = [each for each in kept["decisions"] if each["grade"] == COSTLY]
    shown = [each for each in costly if f"{100 * each['cost']:.1f}" in told and each["better"] in told]
    assert costly and len(shown) >= min(2, len(costly)) and len(kept["causes"]) == 2
    path.write_text(record.write().replace("throw:first=", "throw:second=", 1))
    assert f"review: {path}: line " in call(SHELL, "review", path, code=1)
    refuses(RecordError, "", lambda: review_of(GameRecord.read(path.read_text(), PIG_WORTH)))


def test_whoever_is_told_of_it_may_end_it(given_away):
    class EnoughError(Exception):
        pass

    shares = []

    def tell(share, _):
        shares.append(share)
        if share > 0.3:
            raise EnoughError

    with pytest.raises(EnoughError):
        review_of(given_away, sims=8, close=8, closer=8, tell=tell)
    assert shares == sorted(shares) and shares[0] == 0
