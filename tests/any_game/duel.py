"""A duel on an open table, by its rules: whole millimetres, headings, sight, contact, events with points.

Two discs a side, and a wall in the middle. In each turn a lot says who begins; each side moves one of its discs along a
straight line, as far as edge, wall and discs let it, or shoots: its d10 against the highest of two dice, of which one
grows with the distance. Who is beaten is hit, by five or more twice. A side without discs has lost; after the last turn
more hits left win.
"""

import numpy as np

from tabletop.compiled.compiling import jitable, rule
from tabletop.game import chance as core
from tabletop.game.action_table import OWN_REASONS, Actions, Argument, Kind, Option, load
from tabletop.game.chance import EventKinds, lot, note, rewind
from tabletop.game.chance import no_own_draws as own_next  # noqa: F401  a kernel
from tabletop.game.contests import Contests, contest, hand
from tabletop.game.header import NONE, OVER, RUNNING, check_header, dice_type, record
from tabletop.game.headings import circle, half_turned_heading
from tabletop.game.open_table import (
    distance,
    nearer,
    parts_to_piece,
    place,
    share,
    stretch_sign,
    stretches_meet,
    stretches_nearer,
)

ACT = 1  # the only kind of decision
OUT, TURNS = 1, 2  # endings
BARRED, GONE, UNSEEN = range(OWN_REASONS, OWN_REASONS + 3)
ORDER, SHOT = 1, 2  # what is drawn for
MEN, ALL = 2, 4  # discs of a side, and of both
TABLE, SIDES = ALL, ALL + 1  # subjects behind the discs
MOST_HITS = 9
X, Y, RADIUS, FAR = 300, 200, 20, 200  # mm: of the table's half, of a disc, from where a shot is harder
WALL = -30, -80, 30, 80
WAYS, PARTS = 8, 4  # headings, parts of a move
HEADINGS = circle(WAYS, 120, PARTS)
STARTS = ((-200, 90), (-200, -90), (200, -90), (200, 90))  # half a turn takes each disc to the other side's

CONTESTS = Contests()
HIT = CONTESTS.declare(1, 5)
CUTS = CONTESTS.rows
KINDS = EventKinds()
CHOSEN = KINDS.declare(core.CHOSEN, "", who="side", value="action")
TURN_BEGAN = KINDS.declare(core.TURN_BEGAN, "", value="turn")
GAME_OVER = KINDS.declare(core.GAME_OVER, "", who="winner", value="ending")
MOVED = KINDS.declare("moved", "", who="disc", start="from", place="to")
HURT = KINDS.declare("hit", "", who="disc", place="where", value="hits left")

GAME = record(
    ("dice", dice_type(8)),
    ("x", "i4", (ALL,)),  # of who is out 0
    ("y", "i4", (ALL,)),
    ("hits", "i2", (ALL,)),  # left
    *((name, "i2") for name in ("turn", "decision", "decider", "ending", "winner", "first")),
    ("spare", "i2", (2,)),
)
check_header(GAME)


# Rules.


@rule
def free_parts(game, who, heading):
    """How many parts of a move a disc can go: 0 … PARTS."""
    ax, ay, dx, dy = int(game.x[who]), int(game.y[who]), HEADINGS[heading, 0], HEADINGS[heading, 1]
    free = PARTS
    for other in range(ALL):
        if other != who and game.hits[other] > 0:
            free = min(free, parts_to_piece(game.x[other], game.y[other], 2 * RADIUS, ax, ay, dx, dy, PARTS))
    while free > 0 and not _stands(ax, ay, ax + share(dx, free, PARTS), ay + share(dy, free, PARTS)):
        free -= 1
    return free


@rule
def _stands(ax, ay, bx, by):
    """Whether a disc that has gone from a to b is on the table, and came over no wall."""
    on = abs(bx) <= X - RADIUS and abs(by) <= Y - RADIUS
    return on and not stretches_nearer(ax, ay, bx, by, WALL[0], WALL[1], WALL[2], WALL[3], RADIUS)


@rule
def sees(game, who, enemy):
    """Whether no wall and no other disc is between the middles of two discs."""
    ax, ay, bx, by = game.x[who], game.y[who], game.x[enemy], game.y[enemy]
    for other in range(ALL):
        if other not in (who, enemy) and game.hits[other] > 0:
            if stretch_sign(game.x[other], game.y[other], ax, ay, bx, by, RADIUS) < 0:
                return False
    return not stretches_meet(ax, ay, bx, by, WALL[0], WALL[1], WALL[2], WALL[3])


@rule
def no_order(game, who):
    return 0 if game.hits[who] > 0 else GONE


@rule
def no_move(game, who, heading, least):
    return 0 if free_parts(game, who, heading) >= least else BARRED


@rule
def no_shot(game, who, enemy):
    if game.hits[enemy] == 0:
        return GONE
    return 0 if sees(game, who, enemy) else UNSEEN


@rule
def move(world, game, chance, who, heading, parts):
    parts = min(parts, free_parts(game, who, heading))
    start = place(game.x[who], game.y[who])
    game.x[who] += share(HEADINGS[heading, 0], parts, PARTS)
    game.y[who] += share(HEADINGS[heading, 1], parts, PARTS)
    note(chance, MOVED, who=who, start=start, place=place(game.x[who], game.y[who]))
    _pass_on(world, game, chance)


@rule
def shoot(world, game, chance, who, enemy):
    away = distance(game.x[who], game.y[who], game.x[enemy], game.y[enemy])
    lost = contest(game, chance, SHOT, who, CUTS, HIT, hand(10), hand(6, 8 if away > FAR else 4)) - 1
    if lost > 0:
        game.hits[enemy] = max(0, game.hits[enemy] - lost)
        note(chance, HURT, who=enemy, place=place(game.x[enemy], game.y[enemy]), value=game.hits[enemy])
        if game.hits[enemy] == 0:
            game.x[enemy] = game.y[enemy] = 0
    _pass_on(world, game, chance)


@rule
def _pass_on(world, game, chance):
    """The other side's action; after the second one the next turn."""
    left = game.hits[0] + game.hits[1] - game.hits[2] - game.hits[3]
    winner = NONE if left == 0 else 0 if left > 0 else 1
    if game.hits[0] + game.hits[1] == 0 or game.hits[2] + game.hits[3] == 0:
        _end(game, chance, OUT, winner)
    elif game.decider == game.first:
        game.decider = 1 - game.first
    elif game.turn == world.turns:
        _end(game, chance, TURNS, winner)
    else:
        _begin_turn(game, chance)


@rule
def _end(game, chance, ending, winner):
    game.decision, game.decider, game.ending, game.winner = OVER, NONE, ending, winner
    note(chance, GAME_OVER, who=NONE if winner == NONE else SIDES + winner, value=ending)


@rule
def _begin_turn(game, chance):
    game.turn += 1
    game.dice.rolled[:] = 0
    note(chance, TURN_BEGAN, value=game.turn)
    game.first = lot(game, chance, ORDER, TABLE, 2)
    game.decision, game.decider = ACT, game.first


@jitable
def own_disc(team, own):
    return MEN * team + own


@jitable
def enemy_disc(team, own):
    return MEN * (1 - team) + own


@jitable
def own_heading(team, own):
    return half_turned_heading(WAYS, own) if team == 1 else own


@rule
def hold(world, game, chance):
    _pass_on(world, game, chance)


MOVE, STEP, SHOOT, HOLD = range(4)  # options
ACTIONS = Actions(
    kinds=(
        Kind("move", "heading", actor=True),
        Kind("step", "heading", actor=True),
        Kind("shoot", "enemy", actor=True),
        Kind("hold"),
        Kind("wait"),
    ),
    options=(
        Option("move", ACT, move, no_move, "move", {"parts": PARTS, "least": PARTS // 2 + 1}),
        Option("step", ACT, move, no_move, "step", {"parts": PARTS // 2, "least": 1}),
        Option("shoot", ACT, shoot, no_shot, "shot"),
        Option("hold", ACT, hold, None, "hold"),
    ),
    actors=Argument(MEN, own_disc),
    arguments={"heading": Argument(WAYS, own_heading), "enemy": Argument(MEN, enemy_disc)},
    ready={ACT: no_order},
)
_made = load("tests.any_game.duel_actions", ACTIONS)
legal_actions, is_legal, apply = _made.legal_actions, _made.is_legal, _made.apply
no_action, decode, order_of = _made.no_action, _made.decode, _made.order_of


@rule
def begin(world, game, chance, seed, mask):
    game.dice.seed = seed
    game.dice.rolled[:] = 0
    rewind(chance)
    if game.turn == 0:
        _begin_turn(game, chance)
    return legal_actions(world, game, mask)


@rule
def step(world, game, chance, action, mask):
    if not is_legal(world, game, action):
        return 0
    rewind(chance)
    note(chance, CHOSEN, who=SIDES + game.decider, value=action)
    apply(world, game, chance, action)
    legal_actions(world, game, mask)
    return 1


@rule
def go_on(world, game, chance, mask):
    return legal_actions(world, game, mask)


@rule
def observe(world, game, team, cells, out):
    """Places as shares of the table's half, hits as shares of all, own discs first; turns left, who decides, began."""
    for own in range(ALL):
        who, turned = (own + MEN * team) % ALL, 1 - 2 * team
        out[own], out[ALL + own] = turned * game.x[who] / X, turned * game.y[who] / Y
        out[2 * ALL + own] = game.hits[who] / world.goal
    out[12], out[13] = 1.0 - game.turn / world.turns, 1.0 if game.decider == team else 0.0
    out[14], out[15] = 1.0 if game.decider == 1 - team else 0.0, 1.0 if game.first == team else 0.0


@rule
def potential(world, game, team, weights):
    """The lead in hits, and a little for being nearer to the middle than the other side."""
    lead = 0.0
    for who in range(ALL if game.decision != OVER else 0):
        own = (1 - 2 * team) * (1 - who // MEN * 2)
        lead += own * (game.hits[who] / world.goal - 0.1 * abs(game.x[who]) / X)
    return weights[0] * lead / MEN


@rule
def sound(world, game):
    if (game.decision == OVER) != (game.ending != RUNNING) or game.turn < 1 or game.turn > world.turns:
        return 1
    if (game.decider == NONE) != (game.decision == OVER) or game.first not in (0, 1):
        return 2
    for who in range(ALL):
        x, y = int(game.x[who]), int(game.y[who])
        if game.hits[who] < 0 or game.hits[who] > world.goal or (game.hits[who] == 0 and (x != 0 or y != 0)):
            return 3
        if game.hits[who] > 0 and not _stands(x, y, x, y):
            return 4
        for other in range(who):
            if min(game.hits[who], game.hits[other]) > 0 and nearer(x, y, game.x[other], game.y[other], 2 * RADIUS):
                return 5
    is_out = game.hits[0] + game.hits[1] == 0 or game.hits[2] + game.hits[3] == 0
    return 6 if is_out != (game.ending == OUT) else 0


def turned(games):
    """The record on the table turned by half, where each side has the other's discs."""
    other = games.copy()
    for field in ("x", "y", "hits"):
        other[field] = np.roll(games[field], MEN, axis=-1) * (1 if field == "hits" else -1)
    other["dice"]["rolled"][..., :ALL] = np.roll(games["dice"]["rolled"][..., :ALL], MEN, axis=-1)
    for field in ("decider", "winner", "first"):
        other[field] = np.where(games[field] == NONE, NONE, 1 - games[field])
    return other
