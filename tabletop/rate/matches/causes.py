"""Why a game went as it did, in sentences of measured facts: set-up, turns, single decisions, dice, the game's own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tabletop.base.arrays import Records
from tabletop.play.judged import GRADES, SURE, Judged, lost_by
from tabletop.play.records import GameRecord, replay_game
from tabletop.rate.matches.course import GAMES, PlayedOn, SetUp, Stand, set_up_of, stand_of
from tabletop.rate.matches.luck import luck_of
from tabletop.show.showing import showing_of

LONG = 400  # decisions: from positions of longer games fewer games are played on
FEWEST = 32
LEAST = 0.02  # points: what cost or gained less isn't said of a turn or of the dice
SET_UP, TURN, DECISIONS, DICE, PLAY = KINDS = ("set-up", "turn", "decisions", "dice", "play")


@dataclass(frozen=True)
class Cause:
    """Something that a game's result is due to, for one team.

    Attributes:
      kind: one of `KINDS`.
      words: a sentence or two.
      cost: what it cost the team, in points; below 0: it gained that; None: it can't be counted.
      error: standard error of `cost`; 0: it was computed.
      decision: that the sentence is about, of a turn its first one; 0: none.
    """

    kind: str
    words: str
    cost: float | None = None
    error: float = 0.0
    decision: int = 0


@dataclass(frozen=True)
class Course:
    """What became of a game.

    Attributes:
      stands: what it was worth at its beginning, after the set-up, at each turn's beginning and at its end.
      set_ups: of each team whose set-up could be compared with those of bots.
      luck: what the dice of each turn gave team 0, in points; empty: the game has no value of positions for it.
      facts: sentences of the game's own, of each team.
    """

    stands: list[Stand]
    set_ups: list[SetUp]
    luck: dict[int, float]
    facts: tuple[list[str], list[str]]


def course_of(
    record: GameRecord, games: int | None = None, tell: Callable[[float], Any] = lambda share: None
) -> Course:
    """Follow a game; the same record always gives the same result.

    Args:
      record: of a game.
      games: that are played on from each position; None: `GAMES`, of a long game fewer.
      tell: called now and then with the share of the work that is done, 0 … 1; an exception that it raises ends it.

    Raises:
      RecordError: replaying the record gives another game.
    """
    scenario = record.load_scenario()
    played, steps, stands = PlayedOn(scenario), [], []
    after: Records | None = None
    turn, total = -1, max(len(record.lines), 1)
    games = games or max(FEWEST, round(GAMES * min(1.0, LONG / total)))
    for number, (game, _) in enumerate(replay_game(record)):
        steps.append((game.games.copy(), game.events))
        if game.over or game.turn != turn:
            turn = game.turn
            stands.append(stand_of(played, game.games, number, games))
            if number and turn and after is None:
                after = game.games.copy()
        tell(0.6 * number / total)
    set_ups = []
    for team in (0, 1):
        found = set_up_of(played, record, team, after, games) if after is not None else None
        set_ups += [found] if found else []
        tell(0.7 + 0.1 * team)
    luck: dict[int, float] = {}
    if scenario.game.value_title:
        for draw in luck_of(record).draws:
            luck[draw.turn] = luck.get(draw.turn, 0.0) + draw.luck
    tell(1.0)
    facts = [showing_of(scenario.game).plan_facts(scenario, team, steps) for team in (0, 1)]
    return Course(stands, set_ups, luck, (facts[0], facts[1]))


def causes_of(course: Course, decisions: Sequence[Judged], team: int) -> list[Cause]:
    """Return what a game's result is due to for a team: what cost most comes first, what can't be counted last."""
    causes = [_set_up(each) for each in course.set_ups if each.team == team]
    causes += [cause for cause in (_turn(course, team), _decisions(decisions, team), _dice(course, team)) if cause]
    counted = sorted(causes, key=lambda cause: -(cause.cost or 0.0))
    return counted + [Cause(PLAY, words) for words in course.facts[team]]


def _set_up(found: SetUp) -> Cause:
    words = (
        f"Played on by bots from this set-up, this side wins {_share(found.worth)} of the games; with set-ups of bots "
        f"in its place {_share(found.usual)} (± {_share(SURE * found.error)})."
    )
    return Cause(SET_UP, words, found.cost, found.error)


def _turn(course: Course, team: int) -> Cause | None:
    """The turn in which a team's chances fell most."""
    worst: Cause | None = None
    for before, later in pairwise(course.stands):
        one, other = (stand.worth if team == 0 else 1 - stand.worth for stand in (before, later))
        cost, error = one - other, (before.error**2 + later.error**2) ** 0.5
        if before.turn and cost > max(LEAST, SURE * error) and (worst is None or cost > (worst.cost or 0.0)):
            words = f"Turn {before.turn} cost most: played on by bots from its beginning, this side wins {_share(one)} "
            words += f"of the games, from its end {_share(other)} (± {_share(SURE * error)})."
            if course.luck:
                dice = course.luck.get(before.turn, 0.0) * (1 if team == 0 else -1)
                if abs(dice) >= LEAST:
                    words += f" Luck in this turn: {_signed(dice)}."
            worst = Cause(TURN, words, cost, error, before.decision + 1)
    return worst


def _decisions(decisions: Sequence[Judged], team: int) -> Cause | None:
    own = [each for each in decisions if each.team == team]
    if not own:
        return None
    lost = lost_by(own)
    doubtful, costly = lost.counts[GRADES.index("doubtful")], lost.counts[GRADES.index("costly")]
    if costly:
        words = f"{_many(costly, 'costly decision')} and {_many(doubtful, 'doubtful one')}"
    elif doubtful:
        words = f"No decision was costly for sure; {_many(doubtful, 'doubtful one')}"
    else:
        words = "No decision was costly or doubtful by itself"
    words += f"; all {len(own)} together cost {_share(max(0.0, lost.cost))} (± {_share(SURE * lost.error)})."
    worst = max(own, key=lambda each: each.cost)
    return Cause(DECISIONS, words, lost.cost, lost.error, worst.decision if worst.better else 0)


def _dice(course: Course, team: int) -> Cause | None:
    luck = sum(course.luck.values()) * (1 if team == 0 else -1)
    if not course.luck or abs(luck) < LEAST:
        return None
    words = f"Luck: {_signed(luck)}, what the dice did for this side against what was to be expected."
    return Cause(DICE, words, -luck)


def _many(count: int, words: str) -> str:
    return f"{count} {words}{'' if count == 1 else 's'}"


def _signed(points: float) -> str:
    return f"{'+' if points > 0 else '−'}{_share(abs(points))}"


def _share(points: float) -> str:
    return f"{100 * points:.{0 if points >= 0.0995 or points == 0 else 1}f}\u00a0%"
