"""The costliest decisions of a game: what else could have been done, and how much better it would have been.

Each decision is judged by play-outs, as in the agent `search`: the action taken, and those that the game's policies
propose, are played on for some turns, all with the same dice, which aren't the game's own, and the game's own value of
positions rates the outcome. The value of an action's immediate result, by the exact odds, would not be a good judge: it
would charge each action of a phase for what is only done after it.

The decisions that seem costliest are played out again with other dice, and only this second result counts: the highest
of many estimates are too high.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tabletop.agents.search import Search
from tabletop.play.mistake import Mistake
from tabletop.play.records import GameRecord, replay_game

SIMS = 64  # play-outs of each decision
CLOSER = 512  # play-outs of each decision that may be reported
MOST = 5  # decisions of a team that are reported
LOOKED_AT = 3  # times as many of a team are played out again
ROUGHLY = 0.5  # share of the work that is done when each decision has been judged once
SURE = 2.0  # standard errors
LEAST = 0.01  # points
SEED = 0x526576696577  # of the dice and the noise of all play-outs


def _key(decision: int, round_number: int) -> np.uint64:
    """Return the key from which a decision's play-outs take their dice: it doesn't depend on the other decisions."""
    return np.random.default_rng((SEED, decision, round_number)).integers(2**64, dtype=np.uint64)


def review_of(
    record: GameRecord,
    most: int = MOST,
    sims: int = SIMS,
    closer: int = CLOSER,
    tell: Callable[[float], Any] = lambda share: None,
) -> list[Mistake]:
    """Find the costliest decisions of each team; the same record always gives the same ones. Set-up isn't judged.

    Args:
      record: of a game.
      most: maximum number of decisions of a team.
      sims: play-outs of each decision.
      closer: play-outs of each decision that may be reported.
      tell: called now and then with the share of the work that is done, 0 … 1; an exception that it raises ends the
        review.

    Returns:
      Those that cost at least `LEAST` points and more than `SURE` standard errors; for each team the costliest first.

    Raises:
      RecordError: replaying the record gives another game.
    """
    scenario = record.load_scenario()
    rough, close = (Search(number, game=scenario.game) for number in (sims, closer))
    for search in (rough, close):
        search.prepare(scenario)
    choices: list[tuple[float, int, Any, Any]] = []  # gain, decision, the position, what was done and what was better
    state: Any = None
    mask: Any = None
    for number, (game, name) in enumerate(replay_game(record)):
        if state is not None and state["turn"][0] and mask.sum() > 1:
            action = game.table.index(name, int(state["decider"][0]))
            key = _key(number, 0)
            others = rough.proposed(scenario.world, state, 0, mask[None], key)
            candidates = np.concatenate([[action], others[others != action]])[: rough.width]
            if len(candidates) > 1:  # else all policies would have done the same
                best = rough.weigh(scenario.world, state, 0, candidates, key)[1]
                choices.append((best.gain, number, state, np.array([action, best.action])))
        tell(ROUGHLY * number / max(len(record.lines), 1))
        state, mask = game.games.copy(), game.legal_mask()
    choices.sort(key=lambda choice: (-choice[0], choice[1]))
    likely = [
        top
        for team in (0, 1)
        for top in [item for item in choices if item[2]["decider"][0] == team][: LOOKED_AT * most]
    ]
    mistakes = []
    for done, (_, number, position, actions) in enumerate(likely):
        tell(ROUGHLY + (1 - ROUGHLY) * done / len(likely))
        best = close.weigh(scenario.world, position, 0, actions, _key(number, 1))[1]
        if best.gain / 2 >= LEAST and best.gain > SURE * best.error:
            team, turn = int(position["decider"][0]), int(position["turn"][0])
            did, better = (game.table.name(int(action), team) for action in actions)
            text = scenario.game.format_position(scenario, position)
            mistakes.append(Mistake(number, turn, team, did, better, text, float(best.gain) / 2, float(best.error) / 2))
    mistakes.sort(key=lambda mistake: -mistake.cost)
    return [top for team in (0, 1) for top in [item for item in mistakes if item.team == team][:most]]
