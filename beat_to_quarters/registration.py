"""The ids of Beat to Quarters' environments in Gymnasium's and PettingZoo's registries, and its agents' ratings."""

from tabletop.env import registration

NAME = "beat_to_quarters_v0"  # of the PettingZoo environments
ENVIRONMENTS = {
    "BeatToQuarters/Duel-v0": "duel",
    "BeatToQuarters/FirstFight-v0": "first-fight",
    "BeatToQuarters/Line-v0": "line",
    "BeatToQuarters/Trafalgar-v0": "trafalgar",
    "BeatToQuarters/Port-v0": "port",
}
RATED_BY = "Duel; Gunner has 1000"
RATINGS = {
    "easy": 974,
    "medium": 1014,
    "hard": 1125,
    "commodore": 1088,
    "gunner": 1000,
    "boarder": 1000,
    "admiral": 870,
    "random": 617,
}


def register() -> None:
    """Enter the ids; once is enough."""
    registration.register(ENVIRONMENTS, "beat_to_quarters.names", "NavalEnv", "NavalVectorEnv")
