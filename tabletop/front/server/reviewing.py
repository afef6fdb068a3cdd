"""The review of a game that is over, as its pages show it while it is made: grades first, then what was decisive.

It is plain data:

    share      0 … 1, which share of the work is done
    decisions  those judged so far, in order: {decision, turn, team, grade, cost, error}, costs in points of the team;
               of doubtful and costly ones also action, better: as they were offered, name: of the better one
    helped     the decisions that an agent took for a person, by number; nobody is charged with them
    lost       of each team: {decisions, counts, cost, error}, what its own ones have cost; null: not known yet
    causes     of each team: [{kind, words, cost, error, decision}]; null: not known yet
    stands     [{decision, turn, worth, error}], of team 0, when bots play on; null: not known yet
"""

import dataclasses
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from tabletop.game.definition import Scenario
from tabletop.play.game import Game
from tabletop.play.judged import COSTLY, DOUBTFUL, Judged, lost_by
from tabletop.play.records import GameRecord
from tabletop.rate.matches.causes import causes_of, course_of
from tabletop.rate.matches.review import review_of
from tabletop.show.page import in_full
from tabletop.show.showing import showing_of

GRADING = 0.7  # share of the work
MOST_WORDED = 300  # decisions whose actions are said as they were offered, some 5 ms each
DIGITS = 4


class Reviewing:
    """A review that is being made.

    Args:
      record: of the game.
      helped: the decisions that an agent took for a person, by number.

    Attributes:
      share: of the work that is done.
    """

    def __init__(self, record: GameRecord, helped: Iterable[int]) -> None:
        self.record, self.helped, self.share = record, sorted(helped), 0.0
        self._judged: dict[int, Judged] = {}
        self._words: dict[int, dict[str, str]] = {}
        self._known: dict[str, Any] = {"lost": None, "causes": None, "stands": None}

    def shown(self) -> dict[str, Any]:
        """What is known so far, as plain data."""
        rows = [self._row(self._judged[number]) for number in sorted(self._judged)]
        return {"share": round(self.share, 3), "decisions": rows, "helped": self.helped, **self._known}

    def run(self, tell: Callable[[], Any]) -> None:
        """Make it; `tell` is called often, and an exception that it raises ends the review.

        RecordError: replaying the record gives another game.
        """
        scenario = self.record.load_scenario()

        def graded(share: float, news: Sequence[Judged]) -> None:
            self._words |= _worded(scenario, news, self._words)
            self._judged.update((each.decision, each) for each in news)
            self.share = GRADING * share
            tell()

        judged = review_of(self.record, tell=graded)
        own = [[each for each in judged if each.team == team and each.decision not in self.helped] for team in (0, 1)]
        self._known["lost"] = [_plain(lost_by(each)) for each in own]

        def followed(share: float) -> None:
            self.share = GRADING + 0.99 * (1 - GRADING) * share
            tell()

        course = course_of(self.record, tell=followed)
        self._known["stands"] = [_plain(stand) for stand in course.stands]
        self._known["causes"] = [[_plain(cause) for cause in causes_of(course, own[team], team)] for team in (0, 1)]
        self.share = 1.0

    def _row(self, judged: Judged) -> dict[str, Any]:
        row = {name: getattr(judged, name) for name in ("decision", "turn", "team", "grade")}
        row |= {name: round(getattr(judged, name), DIGITS) for name in ("cost", "error")}
        if judged.grade not in (DOUBTFUL, COSTLY):
            return row
        names = {"action": judged.action, "better": judged.better, "name": judged.better}
        return row | names | self._words.get(judged.decision, {})


def _worded(scenario: Scenario, judged: Iterable[Judged], known: Collection[int]) -> dict[int, dict[str, str]]:
    """What was done in doubtful and costly decisions, and what was better, as it was offered; `known` ones left out."""
    words, page = {}, showing_of(scenario.game).page_words()
    asked = [each for each in judged if each.grade in (DOUBTFUL, COSTLY) and each.decision not in known]
    for each in asked[: MOST_WORDED - len(known)]:
        labels = {choice.name: in_full(choice) for choice in page.choices(Game(scenario, start=each.position))}
        names = {"action": each.action, "better": each.better}
        words[each.decision] = {key: labels.get(name, name) for key, name in names.items()}
    return words


def _plain(part: Any) -> dict[str, Any]:
    """A part of a review as plain data, its numbers rounded."""
    facts = dataclasses.asdict(part)
    return {key: round(value, DIGITS) if isinstance(value, float) else value for key, value in facts.items()}
