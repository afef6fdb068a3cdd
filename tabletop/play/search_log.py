"""What an agent has weighed before a decision, as a game record keeps it (docs/formats.md, "Game records")."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tabletop.play.game import Game

EXACT = "exact"
_TRIED = re.compile(
    rf"(?:(?P<visits>\d{{1,9}}|{EXACT}) |(?P<chance>\d{{1,3}}\.\d)% )"
    r"(?P<value>[+-]\d\.\d{3} )?(?P<action>[^\s+-](?:.*\S)?)"
)


class Weighed(NamedTuple):
    """An action that an agent has weighed without playing it out.

    Attributes:
      action: its index.
      value: the expected result for the deciding team, -1 … 1; None: the agent expects nothing.
      chance: that the agent takes it, 0 … 1; 0: it takes the best one.
      visits: 0: nothing is played out.
    """

    action: int
    value: float | None
    chance: float = 0.0
    visits: int = 0


class Weighing(NamedTuple):
    """What such an agent has thought before a decision.

    Attributes:
      candidates: the likeliest or best actions, in this order; none where only one was legal.
    """

    candidates: tuple[Weighed, ...]


class Candidate(NamedTuple):
    """An action, or a plan, that the search has tried.

    Attributes:
      action: its index; the number of a plan.
      visits: play-outs.
      value: their mean, -1 … 1: the expected result for the deciding team.
      gain: mean difference to the policy's own choice with the same dice.
      error: standard error of `gain`.
      chance: 0: only agents without play-outs have one (`Weighed`).
    """

    action: int
    visits: int
    value: float
    gain: float
    error: float
    chance: float = 0.0


class Thought(NamedTuple):
    """The search's evaluation of a decision.

    Attributes:
      row: of the game in its batch; 0 for a single game.
      action: the action taken.
      candidates: the actions tried: the policy's own choice first, then the others, the likeliest to be better first.
        Where nothing was tried (a network that is sure of one action; an opening book): the actions that it finds
        likely.
    """

    row: int
    action: int
    candidates: tuple[Candidate | Weighed, ...]


class Tried(NamedTuple):
    """An action that an agent has tried in its head, or thought likely, or weighed by exact odds.

    Attributes:
      action: its name.
      visits: how often it was played out; 0: it was not.
      value: the expected result for the deciding team, -1 … 1, of three decimals; None: the agent expects nothing.
      chance: that an agent that plays nothing out would take it, in per cent of one decimal; 0: it was played out, or
        weighed by exact odds.
    """

    action: str
    visits: int
    value: float | None
    chance: float = 0.0

    @property
    def weight(self) -> str:
        """The visits, the chance with its sign, or EXACT: `96`, `37.2%`, `exact`."""
        return str(self.visits) if self.visits else f"{self.chance:.1f}%" if self.chance else EXACT

    @property
    def words(self) -> str:
        """The same for people: `96 play-outs`, `37.2% likely` or `by exact odds`."""
        if self.visits:
            return f"{self.visits} play-out{'' if self.visits == 1 else 's'}"
        return f"{self.weight} likely" if self.chance else "by exact odds"

    def __str__(self) -> str:
        return " ".join(filter(None, (self.weight, "" if self.value is None else f"{self.value:+.3f}", self.action)))


def tried_of(thoughts: Iterable[Weighing | Thought], game: "Game[Any]") -> tuple[Tried, ...]:
    """What an agent's thoughts (`Weighing`, or a search's `Thought`) say of the decision that is open in the game."""
    return tuple(
        Tried(
            game.table.name(int(candidate.action), game.decider),
            int(candidate.visits),
            None if candidate.value is None else round(float(candidate.value), 3) + 0.0,
            round(100 * float(candidate.chance), 1),
        )
        for thought in thoughts
        for candidate in thought.candidates
    )


def ranked(tried: Iterable[Tried], advised: str) -> list[tuple[Tried, float | None, str]]:
    """What a hint shows of what was tried: each with a number and words; the advised action first, the others in order.

    A number stands where it can be compared with the advised action's, and none is higher. Play-outs of several actions
    have the same dice, so as many of them can be compared; an action that was given up before had fewer, and its mean
    says more of their dice than of the action. A higher number of as many play-outs is no clear difference: for a clear
    one the agent would have taken that action.

    Args:
      tried: in the agent's order, the likeliest to be good first.
      advised: the action that it takes.
    """
    by_name = {each.action: each for each in tried}
    if advised not in by_name:
        return [(each, each.value, each.words) for each in by_name.values()]
    best = by_name.pop(advised)
    rows = [(best, best.value, best.words)]
    for each in by_name.values():
        value, words = each.value, each.words
        if each.visits != best.visits:
            value, words = None, f"given up after {words}"
        elif best.visits and value is not None and best.value is not None and value > best.value:
            value, words = None, f"{words}, no clear difference"
        rows.append((each, value, words))
    return rows


def write_tried(tried: Iterable[Tried]) -> str:
    """Write `40 +0.310 R1 aim, 12 -0.050 done`; others `37.2% +0.310 done`, `37.2% done` or `exact +0.310 done`."""
    return ", ".join(map(str, tried))


def read_tried(text: str) -> tuple[Tried, ...]:
    """Read what `write_tried` has written; ValueError in words."""
    if not text:
        return ()
    tried = []
    for part in text.split(", "):
        words = _TRIED.fullmatch(part)
        if words is None or not (words["value"] or words["chance"]):
            raise ValueError(f"'{part}' is no action that was tried, like '40 +0.310' and its name")
        visits = 0 if words["visits"] in (None, EXACT) else int(words["visits"])
        value = float(words["value"]) if words["value"] else None
        tried.append(Tried(words["action"], visits, value, float(words["chance"] or 0)))
    return tuple(tried)
