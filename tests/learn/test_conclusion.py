"""Does a run's conclusion follow from the bounds that were measured, and from nothing else?"""

import pytest

from tabletop.learn.training.conclusion import Score, conclude, count

GOOD, BAD, OPEN, NARROW = Score(0.7, 0.6, 0.8), Score(0.3, 0.2, 0.4), Score(0.55, 0.4, 0.7), Score(0.5, 0.46, 0.54)
RUN = {"total_steps": 1000, "opponents": {"hunter": 0.9, "raider": 0.1}, "self_play": {"weight": 0.0, "present": 0.0}}


def curve(*scores):
    return [(100.0 * number, Score(score, score - 0.03, score + 0.03)) for number, score in enumerate(scores, 1)]


@pytest.mark.parametrize(
    ("scores", "verdict", "against"),
    [
        ({}, "Nothing is known", 0),
        ({"hunter": GOOD, "raider": GOOD}, "Good", 0),
        ({"hunter": GOOD, "raider": OPEN}, "Partly good", 1),
        ({"hunter": GOOD, "raider": BAD}, "Not good yet", 1),
        ({"hunter": OPEN, "raider": NARROW}, "Not good yet", 2),
    ],
)
def test_the_verdict_is_of_lower_bounds(scores, verdict, against):
    found = conclude(RUN, scores, [], 1000)
    assert found.verdict.startswith(verdict) and len(found.against) == against


def advice(config=RUN, scores=None, evaluations=(), step=1000):
    return " ".join(conclude({**RUN, **config}, scores or {"hunter": GOOD}, evaluations, step).next)


def test_what_to_try_next_follows_from_the_curve():
    assert advice() == "" and advice(evaluations=curve(0.4, 0.6)) == "", "two evaluations are no curve"
    rising, fallen, flat = (
        curve(*scores) for scores in ((0.3, 0.4, 0.5, 0.6), (0.4, 0.7, 0.6, 0.5), (0.5, 0.5, 0.51, 0.5))
    )
    assert "total_steps" in advice(evaluations=rising)
    assert "learning_rate" in advice(evaluations=fallen)
    told = advice(evaluations=flat)
    assert "total_steps" not in told and "learning_rate" not in told and told
    assert "--resume" in advice(step=500) and "--resume" not in advice(step=990)


def test_what_to_try_next_follows_from_who_wins():
    assert "raider" in advice(scores={"raider": BAD}), "one game in ten was against it"
    assert advice(scores={"hunter": BAD}) == "", "nearly all games were against it already"
    assert "[opponents]" in advice(scores={"sentinel": BAD})
    assert "final.pairs" in advice(scores={"hunter": OPEN}) and advice(scores={"hunter": NARROW}) == ""


def test_decisions_are_counted_in_short():
    assert [count(number) for number in (12, 400_000, 1_500_000)] == ["12", "400 k", "1.5 M"]
