"""Does a review find what was given away, and call nothing costly that is not? Is it told in words and on pages?"""

import json

import pytest

from paintball_env.definition import PAINTBALL
from tabletop.agents.registry import make
from tabletop.front.commands.shell import Shell
from tabletop.play.game import Game
from tabletop.play.records import GameRecord, Recorder, RecordError
from tabletop.rate.matches.review import LEAST, SURE, review_of
from tabletop.rate.matches.single import play_recorded
from tabletop.show.viewer.page import record_data
from tests import refuses
from tests.any_game.pig_worth import PIG_WORTH
from tests.any_game.test_commands import call

SHELL = Shell("pig", "Pig.", "1", "tests.any_game.pig_worth:PIG_WORTH", shown="pig", played="short-pig")
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
    mistakes = review_of(given_away, sims=32, closer=64)
    first = mistakes[0]
    assert first.team == 0 and first.action == "R1 move E" and first.better == "R1 move W" and first.cost > 0.4
    # What is done before the best action, and doesn't hinder it, has cost nothing.
    assert all(each.action != "R2 aim" for each in mistakes)
    assert all(each.cost >= LEAST and each.cost > SURE * each.error for each in mistakes)
    before = Game(PAINTBALL.load("capture-the-flag-basic"), start=first.position)
    assert {first.action, first.better} <= set(before.legal_actions()) and before.turn == first.turn == 30
    assert review_of(given_away, sims=32, closer=64) == mistakes
    assert review_of(given_away, most=1, sims=32, closer=64)[0] == first


def test_a_page_has_the_odds_of_what_was_better(given_away):
    mistakes = review_of(given_away, most=1, sims=32, closer=64)
    data = record_data(given_away, review=mistakes)
    assert [row["decision"] for row in data["review"]] == [each.decision for each in mistakes]
    assert "position" not in data["review"][0] and "review" not in record_data(given_away)


def test_it_is_told_at_the_command_line(tmp_path):
    record = play_recorded(make("random", PIG_WORTH), make("bold", PIG_WORTH), PIG_WORTH.load("pig"), 11)
    path, out = tmp_path / "game.txt", tmp_path / "review.json"
    path.write_text(record.write())
    told = call(SHELL, "review", path, "--most", 2, "--out", out)
    kept = json.loads(out.read_text())
    assert kept and all(f"{100 * each['cost']:.1f}" in told and each["better"] in told for each in kept)
    assert max(sum(each["team"] == team for each in kept) for team in (0, 1)) <= 2
    path.write_text(record.write().replace("throw:first=", "throw:second=", 1))
    assert f"review: {path}: line " in call(SHELL, "review", path, code=1)
    refuses(RecordError, "", lambda: review_of(GameRecord.read(path.read_text(), PIG_WORTH)))


def test_whoever_is_told_of_it_may_end_it(given_away):
    class EnoughError(Exception):
        pass

    shares = []

    def tell(share):
        shares.append(share)
        if share > 0.3:
            raise EnoughError

    with pytest.raises(EnoughError):
        review_of(given_away, sims=8, closer=8, tell=tell)
    assert shares == sorted(shares) and shares[0] == 0
