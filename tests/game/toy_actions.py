"""A table of actions with all that a table may have, for tests: actors, arguments, two decisions, reasons, deeds."""

from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED, OWN_REASONS, Actions, Argument, Kind, Option

ASK, REPLY = 1, 2
TIRED, FAR, SMALL = range(OWN_REASONS, OWN_REASONS + 3)
PIECES, PLACES = 3, 4


@jitable
def piece_id(team, own):
    return 10 * team + own


@jitable
def place_seen(team, count, own):
    return own if team == 0 else count - 1 - own


@rule
def no_order(game, who):
    return TIRED if who % 10 == game.tired else ALLOWED


@rule
def no_step(game, who, place):
    return ALLOWED if abs(place - who % 10) <= game.reach else FAR


@rule
def reach_of(game):
    return int(game.reach)


@rule
def no_call(known, size):
    return ALLOWED if known >= size else SMALL


@rule
def step(game, who, place):
    game.done[:] = (1, who, place)


@rule
def rest(game, who):
    game.done[:] = (2, who, -1)


@rule
def call(game, team, size, place):
    game.done[:] = (3 + size, team, place)


@rule
def agree(game, yes):
    game.done[:] = (6, yes, -1)


ACTIONS = Actions(
    kinds=(
        Kind("step", "place", actor=True),
        Kind("rest", actor=True),
        Kind("call low", "place"),
        Kind("call high", "place"),
        Kind("yes"),
        Kind("no"),
        Kind("wait"),
    ),
    options=(
        Option("step", ASK, step, no_step, "step"),
        Option("rest", ASK, rest, None, "rest"),
        Option("call low", ASK, call, no_call, "call", {"size": 1}),
        Option("call high", ASK, call, no_call, "call", {"size": 2}),
        Option("yes", REPLY, agree, None, "", {"yes": 1}),
        Option("no", REPLY, agree, None, "no", {"yes": 0}),
        Option("rest", REPLY, agree, no_order, "sleep", {"yes": 2}),
    ),
    actors=Argument("pieces", piece_id),
    arguments={"place": Argument("places", place_seen)},
    ready={ASK: no_order},
    known={ASK: reach_of},
)
