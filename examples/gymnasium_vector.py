"""Many games at once, against two opponents drawn game by game."""

import gymnasium
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import paintball_env
from paintball_env import Scenario, as_opponent, make_agent

scenario = Scenario.load("capture-the-flag-basic-drawn")
opponents = [as_opponent(make_agent(name), scenario) for name in ("random", "hunter")]
gymnasium.register_envs(paintball_env)
env = gymnasium.make_vec(
    "PaintballMini/CaptureTheFlagBasic-v0",
    num_envs=16,
    scenario=scenario,
    opponents=opponents,
    weights=[0.3, 0.7],
    autoreset_mode="SameStep",
)
env = RecordEpisodeStatistics(env)
observations, infos = env.reset(seed=7)
while env.episode_count < 16:
    actions = env.action_space.sample(tuple(infos["action_mask"]))
    observations, rewards, terminations, truncations, infos = env.step(actions)
print(sum(env.return_queue) / len(env.return_queue))
