"""The ids of State of War's environments in Gymnasium's and PettingZoo's registries, and its agents' ratings."""

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
RATED_BY = "Line against line; Careful has 1000"
RATINGS = {
    "easy": 666,
    "medium": 947,
    "hard": 1084,
    "colonel": 1036,
    "careful": 1000,
    "aggressive": 945,
    "regular": 774,
    "random": 284,
}


def register() -> None:
    """Enter the ids; once is enough."""
    registration.register(ENVIRONMENTS, "state_of_war.names", "SkirmishEnv", "SkirmishVectorEnv")
