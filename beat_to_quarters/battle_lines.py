"""Where a battle is, how teams stand, who decides what and who has won, in a line each."""

from collections.abc import Sequence

from beat_to_quarters.actions import TEAMS, ship_name
from beat_to_quarters.rules import state, victory
from beat_to_quarters.rules.state import NONE
from beat_to_quarters.scenario import Scenario
from tabletop.base.errors import counted
from tabletop.game.header import Record

WEATHERS = ("", "perfect weather", "heavy seas and fog", "heavy seas", "fog")  # WE3, by their numbers


def turn_line(scenario: Scenario, game: Record) -> str:
    """Where the battle is."""
    if not game["turn"]:
        return "Before the battle"
    words = f"Turn {game['turn']} of {scenario.turns}"
    return words if game["acting"] == NONE else f"{words}, {TEAMS[int(game['acting'])].capitalize()}'s chip"


def team_line(scenario: Scenario, game: Record, team: int) -> str:
    """How a team stands: its ships in action, its points; before the battle what it has bought."""
    rows = game["ships"].reshape(-1)
    if scenario.points and not game["turn"] and game["decider"] != NONE:
        bought, money = int(game["team"][team]["own"]), int(game["team"][team]["money"])
        return f"{counted(bought, 'ship')} bought, {counted(money, 'point')} left"
    count = int(((rows["holder"] == team) & (rows["state"] == state.IN_ACTION)).sum())
    points = int(victory.points_of(scenario.world[0], game, team))
    return f"{count} in action, {points} points"


LOST = "You lost"
ASKS = {
    state.BUY: "buys a ship",
    state.COLUMN: "places {ship}: the column of its bow",
    state.ROW: "places {ship}: the row of its bow",
    state.HEADING: "places {ship}: its heading",
    state.ORDER: "gives orders to squadrons",
    state.MEMBER: "names the ships of an order",
    state.LOAD: "loads {ship}",
    state.ABANDON: "goes on alone, or abandons the battle",
    state.CLEAR: "does {ship} try to get clear?",
    state.LOOSE: "does {ship} try to cut loose?",
    state.CHASERS: "sets the chasers of {ship}",
    state.PICK: "which ship acts?",
    state.SAIL: "{ship} acts: fire, sail or heave to",
    state.ADVANCE: "how far does {ship} sail?",
    state.PASS: "does {ship} grapple {through}?",
    state.MOMENT: "{ship} may fire or grapple",
    state.ANSWER: "who answers {ship}?",
    state.TURN: "how far does {ship} turn?",
    state.TACK: "{ship}: through the wind, or back?",
    state.BOARD: "whom does {ship} board?",
}


def decision_line(scenario: Scenario, game: Record) -> str:
    """Who decides what, or who has won and how."""
    if game["ending"] != state.RUNNING:
        won = "" if game["winner"] == NONE else f"{TEAMS[int(game['winner'])].capitalize()} has won"
        return _result(scenario, game, won)
    if game["decider"] == NONE:
        return "a chip is drawn" if game["turn"] else "nothing has been drawn"
    ship, through = (ship_name(int(game[key])) if game[key] != NONE else "" for key in ("ship", "through"))
    words = ASKS[int(game["decision"])].format(ship=ship, through=through)
    return f"{TEAMS[int(game['decider'])].capitalize()}: {words}"


def ended_line(scenario: Scenario, game: Record, team: int) -> str:
    """How it has ended, to who played `team`."""
    own = "You won" if game["winner"] == team else LOST
    return _result(scenario, game, "" if game["winner"] == NONE else own)


def _result(scenario: Scenario, game: Record, words: str) -> str:
    points = [int(victory.points_of(scenario.world[0], game, team)) for team in (0, 1)]
    return result_line(scenario, words, bool(game["ending"] == state.TIME), points, int(game["winner"]))


def result_line(scenario: Scenario, words: str, by_time: bool, points: Sequence[int], winner: int) -> str:
    """Who has won, in `words`, empty: nobody; and why (VI1, VI2)."""
    end = "no turns are left" if by_time else "the fight is over"
    if not words:
        return f"A draw: {end}, and both have the same points"
    at_once = not by_time and (ends_at_once(scenario) or points[winner] <= points[1 - winner])
    nobody = "no ship of yours" if words == LOST else "no enemy"
    return f"{words}: {nobody} is left in action" if at_once else f"{words}: {end}, and points decide"


def ends_at_once(scenario: Scenario) -> bool:
    """VI1: whether who has nobody left in action has lost: one ship against one, or the switch `victory` says so."""
    sizes = [len(scenario.fleet(team)) + len(scenario.forts(team)) for team in (0, 1)]
    return sizes == [1, 1] or scenario.victory == "field"
