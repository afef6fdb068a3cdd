"""What a run has come to, in sentences of what was measured: is it good, against whom not, what to try next.

"For sure" is said of 95 % intervals: a lower bound above one half, or an upper bound below it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

EVEN = 0.5
LITTLE = 0.15  # share of training's games against an opponent that may be too few
LATE = 2 / 3  # share of the evaluations after which a curve should no longer rise
WIDE = 0.1  # width of an interval that leaves much open
MOST_NAMED = 6  # opponents in a sentence


class Score(NamedTuple):
    """A score against an opponent, or against all: 0 to 1, with its 95 % interval."""

    score: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.score:.0f} % ({100 * self.low:.0f} to {100 * self.high:.0f})"


class Conclusion(NamedTuple):
    """Sentences: what the agent is worth, against whom it fails, what to try next."""

    verdict: str
    against: list[str]
    next: list[str]


def conclude(
    config: Mapping[str, Any], scores: Mapping[str, Score], curve: Sequence[tuple[float, Score]], step: float
) -> Conclusion:
    """Say what a run has come to.

    Args:
      config: of the run, as plain data.
      scores: by opponent, from the final ratings; of a run that goes on, those of its last evaluation.
      curve: the evaluations: step, and score against all of their opponents.
      step: decisions so far.
    """
    beaten = [name for name, score in scores.items() if score.low > EVEN]
    lost = sorted((name for name, score in scores.items() if score.high < EVEN), key=lambda name: scores[name].score)
    open_ones = [name for name in scores if name not in (*beaten, *lost)]
    against = [f"It loses to {name} for sure: {scores[name]}." for name in lost[:MOST_NAMED]]
    against += [f"Undecided against {name}: {scores[name]}." for name in open_ones[:MOST_NAMED]]
    return Conclusion(_verdict(scores, beaten, lost), against, _next(config, scores, curve, step, lost, open_ones))


def _verdict(scores: Mapping[str, Score], beaten: Sequence[str], lost: Sequence[str]) -> str:
    if not scores:
        return "Nothing is known yet: it hasn't been measured against anybody."
    if len(beaten) == len(scores):
        hardest = min(scores, key=lambda name: scores[name].low)
        return f"Good: it beats {_all(len(scores))} for sure. Hardest is {hardest}: {scores[hardest]}."
    if not beaten:
        return f"Not good yet: of {len(scores)} opponents it beats none for sure."
    kind = "Partly good" if len(beaten) > len(lost) else "Not good yet"
    return f"{kind}: of {len(scores)} opponents it beats {len(beaten)} for sure ({_named(beaten)})."


def _next(
    config: Mapping[str, Any],
    scores: Mapping[str, Score],
    curve: Sequence[tuple[float, Score]],
    step: float,
    lost: Sequence[str],
    open_ones: Sequence[str],
) -> list[str]:
    total = config["total_steps"]
    found = [f"Go on (--resume): only {step / total:.0%} of total_steps are done."] if step < 0.98 * total else []
    if len(curve) > 2:
        found.append(_of_curve(curve))
    weights: Mapping[str, float] = config.get("opponents") or {}
    played = sum(weights.values()) + sum(config.get("self_play", {}).get(key, 0.0) for key in ("weight", "present"))
    for name in lost:
        if weights and not weights.get(name):
            found.append(f"Train against {name}, too: it loses to it, and it isn't among [opponents].")
        elif weights and weights[name] < LITTLE * played:
            share = f"{weights[name] / played:.0%}"
            found.append(f"Train more against {name}: it loses to it, and only {share} of its games were against it.")
    wide = [name for name in open_ones if scores[name].high - scores[name].low > WIDE]
    if wide:
        found.append(f"Play more pairs of games to know more (final.pairs): the intervals of {_named(wide)} are wide.")
    return found


def _of_curve(curve: Sequence[tuple[float, Score]]) -> str:
    last_step, last = curve[-1]
    best_step, best = max(curve, key=lambda point: point[1].low)
    before_step, before = curve[min(int(LATE * (len(curve) - 1)), len(curve) - 2)]
    if last.low > before.score:
        rose = f"from {before.score:.0%} after {count(before_step)} decisions to {last.score:.0%}"
        return f"Train longer (total_steps): in evaluations its score was still rising, {rose}."
    if best.low > last.score:
        fell = f"{best.score:.0%} after {count(best_step)} decisions, {last.score:.0%} at the end"
        return f"Lower learner.learning_rate or final_learning_rate: it was better before ({fell})."
    return (
        f"More of the same may not help: its score hasn't risen for sure since {count(before_step)} of "
        f"{count(last_step)} decisions. Other opponents, a larger network or other rewards are left to try."
    )


def _all(number: int) -> str:
    return "its only opponent" if number == 1 else f"all {number} opponents"


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def count(number: float) -> str:
    """Return a number of decisions in short: `400 k`, `1.5 M`."""
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.0f}"
