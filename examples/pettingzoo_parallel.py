"""Both teams in every step; the one that doesn't decide sends `wait`, its only legal action."""

from paintball_env import parallel_env

env = parallel_env(scenario="capture-the-flag-drawn")
observations, infos = env.reset(seed=7)
while env.agents:
    actions = {name: env.action_space(name).sample(observations[name]["action_mask"]) for name in env.agents}
    observations, rewards, terminations, truncations, infos = env.step(actions)
print(rewards, infos["team_0"]["ending"])
