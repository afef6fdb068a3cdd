"""PettingZoo's module of this environment: `parallel_env`, `env`, `raw_env`."""

from paintball_env.environments import env, parallel_env, raw_env

__all__ = ["env", "parallel_env", "raw_env"]
