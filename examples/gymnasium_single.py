"""One team against an opponent inside the environment, here one that plays at random."""

import gymnasium

import paintball_env

gymnasium.register_envs(paintball_env)
env = gymnasium.make("PaintballMini/CaptureTheFlagBasic-v0", side="alternate")
observation, info = env.reset(seed=7)
terminated = truncated = False
while not (terminated or truncated):
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
print(reward, info["ending"])
