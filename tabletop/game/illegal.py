"""Why an action is illegal, in the words that single games, simulators, batches and environments share."""

from tabletop.base.arrays import Records
from tabletop.game.definition import Scenario
from tabletop.game.header import OVER, RUNNING


def illegal_words(scenario: Scenario, games: Records, action: int, team: int | None = None) -> str:
    """Say in one line which action is illegal in a game, and why.

    Args:
      scenario: what is played.
      games: the game's record, in an array of one.
      action: an illegal one, as its team numbers it; a number that no action has is told, too.
      team: whose action it is; None: of the one that decides.
    """
    if games["decision"][0] == OVER:
        return "the game has not begun" if games["ending"][0] == RUNNING else "the game is over"
    decider = int(games["decider"][0])
    try:
        name = scenario.game.action_names(scenario).name(action, decider if team is None else team)
    except ValueError as error:  # no action of the game
        return str(error)
    if team not in (None, decider):
        return f"'{name}' is illegal now: the other team decides, only 'wait' is legal"
    return f"'{name}' is illegal now: {scenario.game.why_not(scenario, games, action)}"
