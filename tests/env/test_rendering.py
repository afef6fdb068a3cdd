"""Do environments show the game as text, pixels and in a viewer that follows?"""

import copy
import json
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import numpy as np
import pytest

from paintball_env import AGENTS, PaintballAECEnv, PaintballParallelEnv
from paintball_env.notation import format_position
from paintball_env.render import render_ansi
from tabletop.show.viewer.page import unpacked
from tests.env.test_pettingzoo_env import BASIC, MIDDLE, position_after


def test_rendering_shows_the_position():
    env = PaintballParallelEnv(BASIC, render_mode="ansi")
    position_after(env, 40)
    assert env.render() == render_ansi(env.scenario, env.game)
    assert env.position == format_position(env.scenario, env.game)
    blind = PaintballParallelEnv(BASIC)
    position_after(blind, 40)
    assert blind.render() is None


def test_pixels_have_the_width_asked_for():
    for make in (PaintballParallelEnv, PaintballAECEnv):
        env = make(BASIC, render_mode="rgb_array", render_width=420)
        env.reset(seed=4)
        first = env.render()
        assert first.dtype == np.uint8 and first.shape[1:] == (420, 3) and first.shape[0] > 200
        env.step({env.agents[env.game["decider"]]: 0} if make is PaintballParallelEnv else 0)
        env.reset(seed=4, options={"position": MIDDLE})
        assert env.render().shape == first.shape and not np.array_equal(env.render(), first)


def test_human_opens_a_viewer_that_follows_the_game(capsys, monkeypatch):
    opened = []
    monkeypatch.setattr("tabletop.show.viewer.live.open_page", opened.append)
    env = PaintballParallelEnv(BASIC, render_mode="human")
    env.reset(seed=4, options={"position": MIDDLE})
    (address,) = opened
    assert capsys.readouterr().out == f"viewer: {address}\n"
    env.step({AGENTS[env.game["decider"]]: int(np.argmax(env.observe("team_0")["action_mask"]))})
    assert env.render() is None  # what is shown already doesn't come again
    with urlopen(address) as answer:
        data = unpacked(answer.read().decode())
    assert len(data["frames"]) == 2 and data["frames"][1]["told"]
    seen = len(data["frames"]), len(data["symbols"]), len(data["strings"])
    news = f"{address}news/{data['live']}/{'/'.join(map(str, seen))}"
    with urlopen(news) as answer:
        assert json.load(answer) == {"symbols": [], "strings": [], "frames": []}
    env.reset(seed=5)
    with urlopen(news) as answer:
        assert json.load(answer) == {"anew": True}
    with pytest.raises(HTTPError, match="403"):
        urlopen(Request(news, headers={"Host": "elsewhere.example"}))
    copied = copy.deepcopy(env)
    assert copied.position == env.position
    copied.close()  # it has no viewer: that of `env` goes on
    urlopen(address).close()
    env.close()
    with pytest.raises(URLError):
        urlopen(address)
