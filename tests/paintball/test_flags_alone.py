"""If `rules/flags.py` alone says otherwise which flag wins by being brought where, does all else follow?"""

import json
import os
import subprocess
import sys

import pytest

from tests import ROOT

# Before anything else is imported the rule is another one; as plain Python, so that nothing is compiled for it.
SCRIPT = """
import json, sys
from paintball_env.rules import flags
exec(sys.argv[1])

import numpy as np

from paintball_env import Game
from paintball_env.bots.scripted.plan import GOAL, PRIZE, THEIR_GOAL, THREAT, make_plan
from paintball_env.bots.scripted.temperament import HUNTER
from paintball_env.reward import progress
from paintball_env.view import View

scenario, start = "capture-the-flag-basic", sys.argv[2]


def said(at):
    game = Game(scenario, start=at)
    world, record, names = game.scenario.world[0], game.games[0], game.scenario.board_map.names
    view = View(game.scenario, game.games, np.zeros(game.scenario.actions, np.int8))
    plan = make_plan(world, record, 0, HUNTER.record()[0])
    return {
        "view": [view.prize.name, view.goal],
        "plan": [names[plan[part]] for part in (PRIZE, GOAL, THREAT, THEIR_GOAL)],
        "progress": round(float(progress(world, record, 0)), 3),
    }


ends = {}
for action in ("R1 move W", "R1 move E"):
    for place in ("c2", "c7"):
        game = Game(scenario, start=start.replace("R1=c4", f"R1={place}"))
        game.step(action)
        ends[f"{place} {action}"] = ["", "eliminated", "flag", "turns"][game.record.ending]
print(json.dumps({**said(start), "ends": ends}))
"""
AT = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c4 B1=e2 flag.red=b1 flag.blue=d7"
CARRIED = AT.replace("flag.blue=d7", "flag.blue=R1")
OWN_CARRIED = AT.replace("flag.red=b1", "flag.red=R1")
NEVER = dict.fromkeys(("c2 R1 move W", "c7 R1 move W", "c2 R1 move E", "c7 R1 move E"), "")


def answers(change, at):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, change, at],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("change", "at", "view", "plan", "progress", "won"),
    [
        ("", CARRIED, ["flag.blue", "c1"], ["c4", "c1", "b1", "c8"], 0.786, "c2 R1 move W"),
        # SN1 otherwise: the prize is brought into the enemy's base.
        (
            "flags.goal_of = lambda world, team: world.board.home[1 - team]",
            CARRIED,
            ["flag.blue", "c8"],
            ["c4", "c8", "b1", "c1"],
            0.714,
            "c7 R1 move E",
        ),
        # SN1 otherwise: the prize is the own flag.
        (
            "flags.prize_of = lambda world, team: team",
            OWN_CARRIED,
            ["flag.red", "c1"],
            ["c4", "c1", "d7", "c8"],
            0.786,
            "c2 R1 move W",
        ),
    ],
    ids=["as it is", "another goal", "another prize"],
)
def test_sn1_fl3_end_view_plan_and_reward_ask_the_chapter(change, at, view, plan, progress, won):
    said = answers(change, at)
    assert said == {"view": view, "plan": plan, "progress": progress, "ends": {**NEVER, won: "flag"}}
