"""A review of a game: each decision with what else could have been done, and how much better it would have been.

Each decision is judged by play-outs, as in the agent `search`: the action taken, and those that the game's policies
propose, are played on for some turns, all with the same dice, which aren't the game's own, and the game's own value of
positions rates the outcome. The value of an action's immediate result, by the exact odds, would not be a good judge: it
would charge each action of a phase for what is only done after it.

What seems to be better is played out again with other dice, and only this second result counts: the highest of many
estimates is too high. Where the decision isn't surely a good one by that, there is a third result, of more play-outs,
which counts alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tabletop.agents.search import Search
from tabletop.base.arrays import Int64, Records
from tabletop.play.judged import LITTLE, SURE, Judged
from tabletop.play.records import GameRecord, replay_game

SIMS = 64  # play-outs in which a decision is compared with all others
CLOSE = 128  # play-outs in which it is compared with the best of them
CLOSER = 1024  # the same where it may have cost `LITTLE` or more
LAST = 2  # number of this round
MOST_CLOSER = 80  # decisions that are played out so often
ROUGHLY = 0.4  # share of the work that is done when each decision has its first grade
SEED = 0x526576696577  # of the dice and the noise of all play-outs

Tell = Callable[[float, Sequence[Judged]], Any]


def _key(decision: int, round_number: int) -> np.uint64:
    """Return the key from which a decision's play-outs take their dice: it doesn't depend on the other decisions."""
    return np.random.default_rng((SEED, decision, round_number)).integers(2**64, dtype=np.uint64)


class _Judge:
    """Plays decisions of one record out.

    Args:
      record: of a game.
      sims, close, closer: see `SIMS`, `CLOSE`, `CLOSER`.
    """

    def __init__(self, record: GameRecord, sims: int, close: int, closer: int) -> None:
        self.scenario = record.load_scenario()
        self._searches = [Search(number, game=self.scenario.game) for number in (sims, close, closer)]
        for search in self._searches:
            search.prepare(self.scenario)

    def first(self, decision: int, state: Records, mask: Any, name: str) -> tuple[Judged, Int64 | None]:
        """Judge a decision, and return it with what was done and what seems better, by index; None: nothing does."""
        names, team, turn = self.scenario.game.action_names(self.scenario), int(state["decider"][0]), state["turn"][0]
        action, rough, key = names.index(name, team), self._searches[0], _key(decision, 0)
        judged = Judged(decision, int(turn), team, name)
        others = rough.proposed(self.scenario.world, state, 0, mask[None], key)
        tried = np.concatenate([[action], others[others != action]])[: rough.width]
        if len(tried) < 2:  # all policies would have done the same
            return judged, None
        best = rough.weigh(self.scenario.world, state, 0, tried, key)[1]
        if best.gain <= 0:
            return judged, None
        text = self.scenario.game.format_position(self.scenario, state)
        judged = replace(judged, better=names.name(int(best.action), team), position=text)
        pair = np.array([action, best.action])
        return self.again(judged, state, pair, 1), pair

    def again(self, judged: Judged, state: Records, pair: Int64, round_number: int) -> Judged:
        """Judge a decision with other dice: round 1 or `LAST`."""
        search = self._searches[round_number]
        best = search.weigh(self.scenario.world, state, 0, pair, _key(judged.decision, round_number))[1]
        return replace(judged, cost=float(best.gain) / 2, error=float(best.error) / 2, measured=round_number == LAST)


def review_of(
    record: GameRecord,
    sims: int = SIMS,
    close: int = CLOSE,
    closer: int = CLOSER,
    tell: Tell = lambda share, judged: None,
) -> list[Judged]:
    """Judge each decision of a game after its set-up; the same record always gives the same result.

    Args:
      record: of a game.
      sims: play-outs in which a decision is compared with all others.
      close: play-outs in which it is compared with the one that seems best.
      closer: the same for those that may have cost `LITTLE` or more, at most `MOST_CLOSER`, the likeliest ones.
      tell: called now and then with the share of the work that is done, 0 … 1, and with the decisions that are new, or
        judged anew, since it was called before; an exception that it raises ends the review.

    Returns:
      The decisions in order.

    Raises:
      RecordError: replaying the record gives another game.
    """
    judge = _Judge(record, sims, close, closer)
    decisions: list[Judged] = []
    choices: dict[int, tuple[Records, Int64]] = {}  # by place in `decisions`
    state: Any = None
    mask: Any = None
    tell(0.0, ())
    for number, (game, name) in enumerate(replay_game(record)):
        if state is not None and state["turn"][0] and mask.sum() > 1:
            judged, pair = judge.first(number, state, mask, name)
            if pair is not None and _most(judged) >= LITTLE:
                choices[len(decisions)] = state, pair
            decisions.append(judged)
            tell(ROUGHLY * number / len(record.lines), (judged,))
        state, mask = game.games.copy(), game.legal_mask()
    likely = sorted(choices, key=lambda place: (-_most(decisions[place]), place))[:MOST_CLOSER]
    for done, place in enumerate(likely):
        decisions[place] = judge.again(decisions[place], *choices[place], LAST)
        tell(ROUGHLY + (1 - ROUGHLY) * (done + 1) / len(likely), (decisions[place],))
    return decisions


def _most(judged: Judged) -> float:
    """The most that a decision may have cost."""
    return judged.cost + SURE * judged.error
