"""PettingZoo's module of this environment: `parallel_env`, `env`, `raw_env`; importing it registers the ids."""

from tabletop.environments.pettingzoo_env import env, parallel_env, raw_env, register

__all__ = ["env", "parallel_env", "raw_env"]

register()
