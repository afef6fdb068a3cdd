"""Many games at once, against two opponents, one of which is sampled for each game."""

import gymnasium
import numpy as np

import paintball_env

gymnasium.register_envs(paintball_env)
env = gymnasium.make_vec(
    "PaintballMini/CaptureTheFlagBasic-v0",
    num_envs=16,
    scenario="capture-the-flag-basic-drawn",
    opponents=["random", "hunter"],
    weights=[0.3, 0.7],
    autoreset_mode="SameStep",
)
observations, infos = env.reset(seed=7)
# Of each row's first game: the mean of the first 16 games that end would be that of short games.
returns, played = np.zeros(16), np.zeros(16, bool)
while not played.all():
    actions = env.action_space.sample(tuple(infos["action_mask"]))
    observations, rewards, terminations, truncations, infos = env.step(actions)
    returns += np.where(played, 0.0, rewards)
    played |= terminations | truncations
print(returns.mean())
