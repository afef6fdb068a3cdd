"""The costliest decisions of a game: what else could have been done, and by how much it would have been better.

Each decision is judged by play-outs, as the agent `search` judges it: what was done, and what the game's policies
propose, are played on for some turns, all with the same dice, which aren't the game's own, and the game's own value of
positions says what came of it. The value of what an action leads to at once, by the exact odds, would be no judge: it
would charge each action of a phase for what is merely done after it.

What seems costliest is played out once more with other dice, and only that counts: the highest of many estimates are
too high.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop.agents.search import Search
from tabletop.records import GameRecord, replay_game

SIMS = 64  # play-outs of each decision
CLOSER = 512  # of those that may be told
MOST = 5  # of a team that are told
LOOKED_AT = 3  # times as many are played out once more
ROUGHLY = 0.5  # share of the work that is done when each decision has been judged once
SURE = 2.0  # standard errors
LEAST = 0.01  # points
SEED = 0x526576696577  # of the dice and the noise of all play-outs


@dataclass(frozen=True)
class Mistake:
    """A decision that gave something away. In points: 1 is a win, 0.5 a draw, 0 a loss.

    Attributes:
      decision: its number, from 1.
      turn: in which it was made.
      team: whose it was.
      action: what was done, by name.
      better: what would have been better.
      position: in which it was made, as text.
      cost: by how much, in points of the team.
      error: standard error of `cost`.
    """

    decision: int
    turn: int
    team: int
    action: str
    better: str
    position: str
    cost: float
    error: float


def _key(decision: int, again: int) -> np.uint64:
    """What the play-outs of a decision take their dice from: the same, whatever else is judged."""
    return np.random.default_rng((SEED, decision, again)).integers(2**64, dtype=np.uint64)


def review_of(
    record: GameRecord,
    most: int = MOST,
    sims: int = SIMS,
    closer: int = CLOSER,
    tell: Callable[[float], Any] = lambda share: None,
) -> list[Mistake]:
    """Find the costliest decisions of each team; the same record has always the same ones. Set-up isn't judged.

    Args:
      record: of a game.
      most: of a team that are found.
      sims: play-outs of each decision.
      closer: play-outs of those that may be told.
      tell: is told now and then which share of the work is done, 0 … 1; what it raises ends the review.

    Returns:
      Those that have cost `LEAST` points or more, and `SURE` standard errors; the costliest first.

    Raises:
      RecordError: a record that doesn't come out the same.
    """
    scenario = record.load_scenario()
    rough, close = (Search(number, game=scenario.game) for number in (sims, closer))
    for search in (rough, close):
        search.prepare(scenario)
    found: list[tuple[float, int, Any, Any]] = []  # gain, decision, the position, what was done and what was better
    before: Any = None
    mask: Any = None
    for number, (game, name) in enumerate(replay_game(record)):
        if before is not None and before["turn"][0] and mask.sum() > 1:
            action = game.table.index(name, int(before["decider"][0]))
            key = _key(number, 0)
            others = rough.proposed(scenario.world, before, 0, mask[None], key)
            tried = np.concatenate([[action], others[others != action]])[: rough.width]
            best = rough.weigh(scenario.world, before, 0, tried, key)[1]
            found.append((best.gain, number, before, np.array([action, best.action])))
        tell(ROUGHLY * number / max(len(record.lines), 1))
        before, mask = game.games.copy(), game.legal_mask()
    found.sort(key=lambda each: (-each[0], each[1]))
    likely = [
        each for team in (0, 1) for each in [own for own in found if own[2]["decider"][0] == team][: LOOKED_AT * most]
    ]
    mistakes = []
    for done, (_, number, position, actions) in enumerate(likely):
        tell(ROUGHLY + (1 - ROUGHLY) * done / len(likely))
        best = close.weigh(scenario.world, position, 0, actions, _key(number, 1))[1]
        if best.gain / 2 >= LEAST and best.gain > SURE * best.error:
            team, turn = int(position["decider"][0]), int(position["turn"][0])
            did, better = (game.table.name(int(each), team) for each in actions)
            text = scenario.game.format_position(scenario, position)
            mistakes.append(Mistake(number, turn, team, did, better, text, float(best.gain) / 2, float(best.error) / 2))
    mistakes.sort(key=lambda each: -each.cost)
    return [each for team in (0, 1) for each in [own for own in mistakes if own.team == team][:most]]
