"""What teams and figures are called."""

from paintball_env.rules.single_orders import SINGLE
from paintball_env.rules.state import STRIDE

TEAMS = ("red", "blue")
TEAM_TITLES = tuple(team.capitalize() for team in TEAMS)
LETTERS = ("R", "B")

# How the orders of one word are told, by the event that is noted of each.
TOLD = {single.event: single.told for single in SINGLE.values()}


def name_of(subject: str) -> str:
    """A team or a figure in a sentence: `Red` for `red`; others as they are."""
    return subject.capitalize() if subject in TEAMS else subject


def figure_name(figure: int) -> str:
    """Name of the figure with this id: `R3`."""
    return f"{LETTERS[figure // STRIDE]}{figure % STRIDE + 1}"
