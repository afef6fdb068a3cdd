"""Dash: two runners a team on five by five squares; who brings one to the far row wins.

In turn a team moves a runner one step. Into an enemy's square it comes with 4 or more on a die, and captures it; else
it stays. A team without runners has lost; after 30 turns each the game is drawn.
"""

from tabletop.agents.base import Bot
from tabletop.agents.view import View
from tabletop.game.action_table import Argument, Kind
from tabletop.game.declared import AgentEntry, DeclaredGame, EventKind, Field, Option, Switch
from tabletop.game.rules import (
    ALLOWED,
    NONE,
    OWN_EVENTS,
    OWN_REASONS,
    TABLE,
    ask,
    begin_turn,
    die,
    end_game,
    lot,
    note,
    rule,
)

SIDE, RUNNERS = 5, 2
STEP = 1  # a decision
ARRIVED, CAPTURED, TURNS = 1, 2, 3  # endings
ORDER, FIGHT = 1, 2  # what is drawn for
GONE, EDGE, OWN = range(OWN_REASONS, OWN_REASONS + 3)
TAKEN, HELD = OWN_EVENTS, OWN_EVENTS + 1
FOUR_OR_MORE = 111222  # a die's classes, a digit for each face: 1 is 1 to 3, 2 is 4 to 6
WAYS = ("N", "E", "S", "W")


@rule
def seen(own, team):
    """The direction of the board that a team's own direction is: team 1 sees the board turned by half."""
    return (own + 2 * team) % 4


@rule
def ahead(place, direction):
    x, y = place % SIDE, place // SIDE
    x += (direction == 1) - (direction == 3)
    y += (direction == 0) - (direction == 2)
    return y * SIDE + x if 0 <= x < SIDE and 0 <= y < SIDE else NONE


@rule
def start(world, game, chance):
    for runner in range(RUNNERS):
        game.at[0, runner] = 1 + 2 * runner
        game.at[1, runner] = SIDE * SIDE - 2 - 2 * runner
    game.first = lot(game, chance, ORDER, TABLE, 2)
    begin_turn(game, chance)
    ask(game, STEP, game.first)


@rule
def no_step(game, team, who, direction):
    if game.at[team, who] == NONE:
        return GONE
    to = ahead(int(game.at[team, who]), direction)
    if to == NONE:
        return EDGE
    return OWN if game.at[team, 1 - who] == to else ALLOWED


@rule
def step(world, game, chance, team, who, direction):
    to, enemy = ahead(int(game.at[team, who]), direction), 1 - team
    for other in range(RUNNERS):
        if game.at[enemy, other] == to:
            if die(game, chance, FIGHT, team, FOUR_OR_MORE) == 1:
                note(chance, HELD, who=team)
                to = int(game.at[team, who])
            else:
                note(chance, TAKEN, who=team)
                game.at[enemy, other] = NONE
    game.at[team, who] = to
    if to // SIDE == (SIDE - 1) * (1 - team):
        end_game(game, chance, ARRIVED, team)
    elif game.at[enemy, 0] == NONE and game.at[enemy, 1] == NONE:
        end_game(game, chance, CAPTURED, team)
    elif team == game.first:
        ask(game, STEP, enemy)
    elif game.turn == world.rules.turns:
        end_game(game, chance, TURNS, NONE)
    else:
        begin_turn(game, chance)
        ask(game, STEP, enemy)


def fault(scenario, game):
    places = [int(place) for place in game["at"].ravel() if place != NONE]
    if len(set(places)) < len(places):
        return "two runners are in the same square"
    return "" if game["ending"] or all(max(side) != NONE for side in game["at"]) else "a team without runners has lost"


class Racer(Bot):
    """Goes ahead where it can."""

    def act(self, view: View) -> int:
        ahead = [index for name, index in view.legal.items() if name.endswith("NS"[view.team])]
        return ahead[0] if ahead else min(view.legal.values())


DASH = DeclaredGame(
    "dash",
    __name__,
    title="Dash",
    teams=("south", "north"),
    decisions=("step",),
    endings=("arrived", "captured", "turns"),
    actors=Argument(RUNNERS),
    arguments={"direction": Argument(4, seen)},
    kinds=(Kind("step", "direction", actor=True),),
    options=(Option("step", STEP, step, no_step),),
    names={"actors": (("S1", "S2"), ("N1", "N2")), "direction": (WAYS, WAYS[2:] + WAYS[:2])},
    reasons=("{who} is captured", "the board ends there", "your other runner is there"),
    events=(EventKind("captures a runner", who="team"), EventKind("can't capture", who="team")),
    fields=(
        Field("first", team=True, meaning="team that begins"),
        Field("at", low=NONE, each=True, many=RUNNERS, place=SIDE * SIDE, meaning="where the runners are"),
    ),
    switches=(Switch("turns", 30, 1, 9_999, "turns of each team"),),
    presets={"dash": {}, "short-dash": {"turns": 10}},
    start=start,
    purposes=("order", "fight"),
    turns="turns",
    fault=fault,
    agents={"racer": AgentEntry(f"{__name__}:Racer", "goes ahead where it can")},
)
