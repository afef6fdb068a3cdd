"""The ids of PaintBall's environments in Gymnasium's and PettingZoo's registries; their classes load when used."""

import gymnasium
import pettingzoo

NAME = "paintball_mini_v0"  # of the PettingZoo environments
# By their ids, the scenarios that they play.
ENVIRONMENTS = {
    "PaintballMini/CaptureTheFlag-v0": "capture-the-flag",
    "PaintballMini/CaptureTheFlagBasic-v0": "capture-the-flag-basic",
    "PaintballMini/ReverseFlag-v0": "reverse-flag",
    "PaintballMini/SingleFlag-v0": "single-flag",
}
_CLASSES = "paintball_env.environments"


def register() -> None:
    """Enter the ids in Gymnasium's registry, and in PettingZoo's where it has one (1.27); once is enough."""
    for name, scenario in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{_CLASSES}:PaintballEnv",
                vector_entry_point=f"{_CLASSES}:PaintballVectorEnv",
                kwargs={"scenario": scenario},
            )
    if not hasattr(pettingzoo, "register"):
        return
    for name, scenario in ENVIRONMENTS.items():
        if name not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", name, f"{_CLASSES}:parallel_env", kwargs={"scenario": scenario})
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, f"{_CLASSES}:env", kwargs={"scenario": scenario})
