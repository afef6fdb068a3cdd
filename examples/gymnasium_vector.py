"""Many games at once, against two opponents, one of which is sampled for each game."""

import gymnasium
from gymnasium.wrappers.vector import RecordEpisodeStatistics

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
env = RecordEpisodeStatistics(env)
observations, infos = env.reset(seed=7)
while env.episode_count < 16:
    actions = env.action_space.sample(tuple(infos["action_mask"]))
    observations, rewards, terminations, truncations, infos = env.step(actions)
print(sum(env.return_queue) / len(env.return_queue))
