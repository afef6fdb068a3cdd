"""What the PettingZoo environments refuse: each in one line that says what and why."""

from dataclasses import replace

import numpy as np
import pytest
from pettingzoo.utils import aec_to_parallel

from paintball_env import AGENTS, PaintballAECEnv, PaintballParallelEnv, paintball_mini_v0
from tabletop.game import IllegalActionError

from .test_env import BASIC, position_after


def test_misuse_is_refused():
    with pytest.raises(RuntimeError, match="call reset"):
        PaintballParallelEnv(BASIC).step({})
    with pytest.raises(ValueError, match="render mode 'rgb': known are human ansi rgb_array"):
        PaintballParallelEnv(BASIC, render_mode="rgb")
    for width in (10, 10**6, "wide"):
        with pytest.raises(ValueError, match=f"render width {width!r}: 200 to 4000 pixels"):
            PaintballParallelEnv(BASIC, render_width=width)
    with pytest.raises(ValueError, match="scenario 3: a preset's name"):
        PaintballParallelEnv(3)
    env = PaintballParallelEnv(BASIC)
    for call in (env.render, env.clone_state, env.state, lambda: env.position, lambda: env.observe("team_0")):
        with pytest.raises(RuntimeError, match="call reset"):
            call()
    with pytest.raises(ValueError, match="seed -1: 0 to"):
        env.reset(seed=-1)
    with pytest.raises(ValueError, match="seed 'x': a whole number"):
        env.reset(seed="x")
    env.reset(seed=1)
    decider = AGENTS[env.game["decider"]]
    with pytest.raises(KeyError, match=f"no action of {decider}, which decides"):
        env.step({AGENTS[1 - env.game["decider"]]: 0})
    for action in ("done", 1.5, None):
        with pytest.raises(TypeError, match=f"action {action!r}: a whole number, 0 to 232"):
            env.step({decider: action})
    with pytest.raises(ValueError, match="another scenario"):
        env.set_state(replace(env.clone_state(), game=b"of another size"))


@pytest.mark.parametrize("make", [PaintballParallelEnv, PaintballAECEnv])
@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        *(({"max_cycles": wrong}, ValueError, f"max_cycles {wrong!r}: a whole number") for wrong in (-1, 0, 2.5, "x")),
        ({"shaping": {"figures": 1}}, TypeError, "shaping {'figures': 1}: a Shaping"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(make, options, kind, words):
    with pytest.raises(kind, match=words) as found:
        make(BASIC, **options)
    assert "\n" not in str(found.value)


def test_agents_that_are_not_there():
    env = paintball_mini_v0.raw_env(scenario=BASIC, max_cycles=1)
    with pytest.raises(RuntimeError, match="call reset first"):
        env.last()
    env.reset(seed=1)
    for one in (env, PaintballParallelEnv(BASIC)):
        one.reset(seed=1)
        with pytest.raises(ValueError, match="agent 'team_2': known are team_0 team_1"):
            one.observe("team_2")
    for action in (int(env.last()[0]["action_mask"].argmax()), None, None):
        env.step(action)
    for call in (env.last, lambda: env.step(None), lambda: env.step(0)):
        with pytest.raises(RuntimeError, match="both agents have left: call reset"):
            call()


def test_the_aec_environment_cannot_be_made_parallel():
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(paintball_mini_v0.env(scenario=BASIC))
    assert PaintballParallelEnv.metadata["is_parallelizable"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turn=2 nonsense", "position: .*nonsense"),
        (7, "position 7: a line of text"),
        (
            "turn=3 phase=1 acting=red second=blue score=4,2 over=red:eliminated R1=c8",
            "position: the game is over in it",
        ),
    ],
)
def test_positions_that_cannot_be_are_refused(text, words):
    env = PaintballParallelEnv(BASIC)
    env.reset(seed=1)
    before = env.clone_state()
    with pytest.raises(ValueError, match=words) as found:
        env.reset(seed=2, options={"position": text})
    assert "\n" not in str(found.value) and env.clone_state() == before


def test_strict_raises_in_words():
    env = PaintballParallelEnv(BASIC, strict=True)
    team = position_after(env, 60)
    before = env.clone_state().game
    with pytest.raises(IllegalActionError, match=r"team_\d: 'wait': what is to be decided is .*"):
        env.step({AGENTS[team]: env.action_space("team_0").n - 1})
    with pytest.raises(IllegalActionError, match="action 9999: the actions of this game are numbered 0 to 232"):
        env.step({AGENTS[team]: 9999})
    action = int(np.argmax(env.observe(AGENTS[team])["action_mask"]))
    with pytest.raises(IllegalActionError, match="the other team decides, only 'wait' is legal"):
        env.step({AGENTS[team]: action, AGENTS[1 - team]: 0})
    assert env.clone_state().game == before
