"""Ids of a game's environments in Gymnasium's and PettingZoo's registries; classes are loaded when first used."""

from collections.abc import Mapping

import gymnasium
import pettingzoo


def register(environments: Mapping[str, str], module: str, single: str, vector: str) -> None:
    """Enter the ids in Gymnasium's registry, and in PettingZoo's if it has one (1.27); repeated calls do nothing.

    Args:
      environments: the scenario of each, by id.
      module: import name of the game's module with `single`, `vector`, `parallel_env` and `env`.
      single: its Gymnasium class.
      vector: its vector class.
    """
    for name, scenario in environments.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{module}:{single}",
                vector_entry_point=f"{module}:{vector}",
                kwargs={"scenario": scenario},
            )
    if not hasattr(pettingzoo, "register"):
        return
    for name, scenario in environments.items():
        if name not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", name, f"{module}:parallel_env", kwargs={"scenario": scenario})
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, f"{module}:env", kwargs={"scenario": scenario})
