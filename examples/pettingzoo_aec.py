"""Only the team that has to decide is asked."""

from paintball_env import paintball_mini_v0

env = paintball_mini_v0.env(scenario="capture-the-flag-drawn")
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    over = terminated or truncated
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
print(env.unwrapped.position)
