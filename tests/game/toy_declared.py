"""A row of places on which two pieces a team walk towards each other's end: what tables of a declared game may have."""

from tabletop.game.action_table import ALLOWED, Argument, Kind, Option
from tabletop.game.declared import DeclaredGame, EventKind, Field, Switch
from tabletop.game.header import record
from tabletop.game.rules import (
    ANY_FACE,
    NONE,
    OWN_EVENTS,
    OWN_REASONS,
    OWN_SUBJECTS,
    TABLE,
    ask,
    begin_turn,
    die,
    end_game,
    jitable,
    lot,
    note,
    rule,
)

MOVE, STAY = 1, 2
ARRIVED, LATE = 1, 2
WEATHER, LEAP = 1, 2
FAR, BACK, STUCK = range(OWN_REASONS, OWN_REASONS + 3)
FELL = OWN_EVENTS
PIECES = 2
STORM = 1
BOARD = record(("slippery", "i4", (2, 12)))


@jitable
def piece_id(team, own):
    return PIECES * team + own


@jitable
def place_seen(team, count, own):
    return own if team == 0 else count - 1 - own


@jitable
def along(world, team, place):
    return place if team == 0 else world.rules.places - 1 - place


@rule
def turn(world, game, chance, team):
    if game.turn == world.rules.turns:
        end_game(game, chance, LATE, NONE)
        return
    begin_turn(game, chance)
    game.weather = lot(game, chance, WEATHER, TABLE, 2)
    ask(game, MOVE, team)


@rule
def start(world, game, chance):
    for own in range(PIECES):
        game.piece[0, own], game.piece[1, own] = own, world.rules.places - 1 - own
    turn(world, game, chance, lot(game, chance, WEATHER, TABLE, 2))


@rule
def arrive(world, game, chance, team, own, place):
    game.piece[team, own] = place
    game.last, game.mover = own, team
    if along(world, team, place) == world.rules.places - 1:
        end_game(game, chance, ARRIVED, team)
    elif game.weather == STORM:
        ask(game, STAY, 1 - team)
    else:
        turn(world, game, chance, 1 - team)


@rule
def no_piece(game, team, who):
    return STUCK if game.mover == team and game.last == who % PIECES and game.weather == STORM else ALLOWED


@rule
def step(world, game, chance, team, who):  # a name that the kernels have, too
    own = who % PIECES
    arrive(world, game, chance, team, own, game.piece[team, own] + (1 if team == 0 else -1))


@rule
def no_leap(world, game, team, who, place):
    way = along(world, team, place) - along(world, team, game.piece[team, who % PIECES])
    return BACK if way <= 0 else FAR if way > 3 else ALLOWED


@rule
def leap(world, game, chance, team, who, place):
    own = who % PIECES
    if (
        die(game, chance, LEAP, OWN_SUBJECTS + who, ANY_FACE)
        <= 1 + world.board.slippery[team, along(world, team, place)]
    ):
        note(chance, FELL, who=OWN_SUBJECTS + who)
        arrive(world, game, chance, team, own, game.piece[team, own])
    else:
        arrive(world, game, chance, team, own, place)


@rule
def apply(world, game, chance, team, goes):  # this one, too
    turn(world, game, chance, team if goes else 1 - team)


def lay_out(scenario, board):
    board["slippery"][:, 1 : scenario.places : 2] = scenario.slippery


def fault(scenario, game):
    if game["ending"]:
        return ""
    homes = (scenario.places - 1, 0)
    arrived = [team for team in (0, 1) if homes[team] in game["piece"][team]]
    return "who has arrived has won" if arrived or (game["piece"] == NONE).any() else ""


ROW = DeclaredGame(
    "row",
    __name__,
    title="Row of places",
    teams=("red", "blue"),
    decisions=("move a piece", "go or stay"),
    endings=("arrived", "late"),
    kinds=(Kind("step", actor=True), Kind("leap", "place", actor=True), Kind("go"), Kind("stay")),
    options=(
        Option("step", MOVE, step),
        Option("leap", MOVE, leap, no_leap),
        Option("go", STAY, apply, given={"goes": 1}),
        Option("stay", STAY, apply, given={"goes": 0}),
    ),
    ready={MOVE: no_piece},
    actors=Argument(PIECES, piece_id),
    arguments={"place": Argument("places", place_seen)},
    names=lambda scenario: {
        "actors": (("R1", "R2"), ("B1", "B2")),
        "place": ([f"p{n}" for n in range(scenario.places)], [f"p{n}" for n in reversed(range(scenario.places))]),
    },
    reasons=("{argument} is too far for {who}", "{argument} isn't ahead of {who}", "{who} has moved, and it storms"),
    fields=(
        Field("weather", 1, "weather", names=("calm", "storm")),
        Field("piece", place="places", meaning="where a piece is", low=NONE, each=True, many=PIECES),
        Field("last", PIECES - 1, "piece that moved last", low=NONE, hidden=True),
        Field("mover", team=True, low=NONE, meaning="team that moved last"),
    ),
    switches=(Switch("places", 7, 5, 12), Switch("turns", 30, 1, 200), Switch("slippery", 1, 0, 3, "more to fall")),
    presets={"row": {}, "long-row": {"places": 12, "title": "A long row", "slippery": 0}},
    start=start,
    purposes=("weather", "leap"),
    subjects=("R1", "R2", "B1", "B2"),
    events=(EventKind("fell", who="piece"),),
    turns="turns",
    board=BOARD,
    lay_out=lay_out,
    fault=fault,
)
