"""Where a battle is, how sides stand, who decides what and who has won, in a line each."""

from state_of_war.actions import TEAMS, unit_name
from state_of_war.roster import losses
from state_of_war.rules import state
from state_of_war.rules.state import NONE
from state_of_war.scenario import Scenario
from tabletop.base.errors import counted
from tabletop.game.header import Record

ASKS = {
    state.SLOT: "places {unit}",
    state.HIDE: "does {asked} hide?",
    state.SPOT: "looks for hidden units, now or later?",
    state.PICK: "which unit is ordered?",
    state.ORDER: "an order for {unit}",
    state.SECOND: "{unit} has moved: does it shoot?",
    state.REACT: "does {asked} fire at {unit}?",
}
ENDS = {
    state.BREAKPOINT: "{loser} has lost too many men",
    state.OBJECTIVE: "{winner} holds the objective",
    state.EXIT: "{winner} has got through",
    state.LOSSES: "no turns are left, and {loser} has lost more men",
    state.CLEARED: "{loser} has nobody left on the table",
}
LOST = "You lost"


def turn_line(scenario: Scenario, game: Record) -> str:
    """Where the battle is."""
    if not game["turn"]:
        return "Before the battle"
    words = f"Turn {game['turn']} of {scenario.turns}"
    if game["acting"] == NONE:
        return words
    return f"{words}, {TEAMS[int(game['acting'])].capitalize()}'s {('first', 'second')[int(game['action']) - 1]} action"


def team_line(scenario: Scenario, game: Record, team: int) -> str:
    """How a side stands: its men on the table, and what it has lost."""
    states = game["figures"][team]["state"]
    _, off, share = losses(scenario, game, team)
    words = f"{counted(int((states == state.STANDING).sum()), 'man').replace('mans', 'men')} stand, {share} % lost"
    return f"{words}, {off} off" if off else words


def decision_line(scenario: Scenario, game: Record) -> str:
    """Who decides what, or who has won and how."""
    if game["ending"] != state.RUNNING:
        won = "" if game["winner"] == NONE else f"{TEAMS[int(game['winner'])].capitalize()} has won"
        return result_line(int(game["ending"]), int(game["winner"]), won)
    if game["decider"] == NONE:
        return "dice fall" if game["turn"] else "nothing has been drawn"
    unit, asked = (unit_name(int(game[key])) if game[key] != NONE else "" for key in ("unit", "asked"))
    words = ASKS[int(game["decision"])].format(unit=unit, asked=asked)
    return f"{TEAMS[int(game['decider'])].capitalize()}: {words}"


def ended_line(game: Record, team: int) -> str:
    """How it has ended, to who played `team`."""
    winner = int(game["winner"])
    return result_line(int(game["ending"]), winner, "You won" if winner == team else LOST)


def result_line(ending: int, winner: int, words: str) -> str:
    """Who has won, in `words`, and why (VI1 to VI5); `winner` NONE: nobody has."""
    if winner == NONE:
        draws = {state.LOSSES: "no turns are left, and losses are about the same"}
        return f"A draw: {draws.get(ending, 'both have lost as much')}"
    sides = [team.capitalize() for team in TEAMS]
    return f"{words}: {ENDS[ending].format(winner=sides[winner], loser=sides[1 - winner])}"
