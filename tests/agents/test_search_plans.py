"""Searches for plans and actions: what plays on, and how much is played out for each."""

import numpy as np
import pytest

from paintball_env import Game
from tabletop.agents.view import view_of
from tabletop.game.header import NONE
from tests.agents.held import CTF, make

SIMS = 32


def watched(search):
    """Note of each call of compiled code its plan (NONE: it tries plans) and its play-outs."""
    calls, play_outs = [], search.play_outs

    def noting(*given):
        play, plan = play_outs(*given), given[-1]

        def noted(tried, active, first, number, sums):
            calls.append((plan, active * number))
            play(tried, active, first, number, sums)

        return noted

    search.play_outs = noting
    return calls


@pytest.mark.parametrize("name", [f"champion:search={SIMS}", f"search:sims={SIMS},planning=0.5"])
@pytest.mark.slow
def test_half_is_played_out_for_a_phases_plan_and_half_for_the_actions_that_the_plan_goes_on_with(name):
    agent = make(name)
    agent.prepare(CTF)
    agent.reset(1)
    search = getattr(agent, "player", agent)
    calls, game = watched(search), Game(CTF, seed=5)
    phases, for_actions, outside = {}, [], set()
    while not game.over and len(for_actions) < 40:
        calls.clear()
        action = agent.act(view_of(CTF, game.games, game.legal_mask()))
        stage, plans = search.own_stage(game.games, 0), {plan for plan, _ in calls} - {NONE}
        if stage == NONE:
            outside |= {plan for plan, _ in calls}
        elif calls:
            phase = phases.setdefault((stage, game.decider), {"tried": [], "followed": set()})
            phase["followed"] |= plans
            if tried := sum(number for plan, number in calls if plan == NONE):
                phase["tried"].append(tried)
            if plans:
                for_actions.append(sum(number for plan, number in calls if plan != NONE))
        game.step(action)
    assert outside <= {0}
    assert all(len(phase["tried"]) == 1 and len(phase["followed"]) <= 1 for phase in phases.values())
    assert len(set.union(*(phase["followed"] for phase in phases.values()))) > 1  # it's not always the first policy
    assert np.mean([phase["tried"] for phase in phases.values()]) == pytest.approx(4 * SIMS, rel=0.25)
    assert np.mean(for_actions) == pytest.approx(SIMS / 2, rel=0.4)
