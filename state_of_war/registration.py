"""The ids of State of War's environments in Gymnasium's and PettingZoo's registries."""

from tabletop.env import registration

NAME = "state_of_war_v0"  # of the PettingZoo environments
ENVIRONMENTS = {
    "StateOfWar/FirstSkirmish-v0": "first-skirmish",
    "StateOfWar/LineAndLine-v0": "line-and-line",
    "StateOfWar/Militia-v0": "militia",
    "StateOfWar/Raid-v0": "raid",
    "StateOfWar/Crossroads-v0": "crossroads",
    "StateOfWar/Company-v0": "company",
}


def register() -> None:
    """Enter the ids; once is enough."""
    registration.register(ENVIRONMENTS, "state_of_war.names", "SkirmishEnv", "SkirmishVectorEnv")
