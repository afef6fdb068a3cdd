"""The encoding `actions`: the `vector`, which actions are legal, and exact facts about each of them.

One array float32 [D + A + A K] of three parts: `vector` [D]; `legal` [A], the action mask, 1 only at `wait` for a team
that doesn't decide; `actions` [A, K], the features of the table's ACTION of each legal action. Rows of other actions
are 0, and so are all of a team that doesn't decide. Row and index of an action are the same.
"""

import numpy as np

from paintball_env.cached_chances import KNOWN, know
from paintball_env.chances import falls, lands, paints_out, pins
from paintball_env.observation.encode import COSINE, SINE, observe, vector_size
from paintball_env.observation.order_facts import (
    NAMES,
    ROW,
    SMOKE,
    TURN,
    about_die,
    about_figure,
    about_order,
    about_place,
    about_target,
    about_who,
)
from paintball_env.rules.actions import (
    DONE,
    TAKE_SMOKE,
    WAIT,
    action_count,
    block,
    charge_action,
    direction_action,
    figure_action,
    hex_action,
    turned_hex,
    word_action,
)
from paintball_env.rules.charges import fights_back
from paintball_env.rules.figures import figure_of
from paintball_env.rules.legal import legal_actions
from paintball_env.rules.shooting import declared, volley_cost
from paintball_env.rules.sight import aim_of_die
from paintball_env.rules.state import (
    CASUALTY,
    CHARGE,
    CHARGER,
    DEPLOY,
    NONE,
    OVER,
    PAINT,
    PICK,
    REACT,
    SCATTER,
    SHOOT,
    STEP,
    STRIDE,
    THROW,
    VOLLEY,
    Game,
    World,
)
from paintball_env.shoot_out_odds import WINNING
from tabletop.base.arrays import Float32, Int8, Int16, Records
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record

_CHARGE, _HEX, _FIGURE = (NAMES.index(name) for name in ("charge", "hex", "figure"))
_CHOICE, _DONE = NAMES.index("choice"), NAMES.index("done")


@rule
def observe_actions(world: World, game: Game, team: int, out: Float32) -> None:
    """Write the `actions` of a position as `team` sees it.

    Args:
      world: rules and board.
      game: the position.
      team: who looks, 0 or 1.
      out: float32 [D + A + A K], overwritten.
    """
    figures, hexes = int(world.rules.figures), int(world.board.hexes)
    first = vector_size(figures, hexes)
    count = action_count(figures, hexes)
    legal, rows = out[first : first + count], out[first + count :].view(ROW)
    mask = np.zeros(count, np.int8)
    decides = game.decision != OVER and game.decider == team
    if decides:
        legal_actions(world, game, mask)
    observe(world, game, team, out[:first])
    out[first + count :] = 0.0
    for action in range(count):
        legal[action] = mask[action]
    legal[word_action(figures, hexes) + WAIT] = 0.0 if decides else 1.0
    write_rows(world, game, team, mask, rows, np.empty(0, np.int16))


@rule
def write_rows(world: World, game: Game, team: int, mask: Int8, rows: Records, listed: Int16) -> int:
    """Write the facts about the legal actions of the team that decides; nothing where nothing is legal.

    Args:
      world: rules and board.
      game: the position.
      team: who looks, 0 or 1.
      mask: int8 [A], the legal actions.
      rows: ROW [A], zeros: row and index of an action are the same. With `listed`, ROW [n or more], whatever it holds:
        a row each legal action, in their order.
      listed: int16 [n or more], written: the legal actions; of length 0: rows are not packed.

    Returns:
      n, how many actions are legal.
    """
    figures, hexes = int(world.rules.figures), int(world.board.hexes)
    count, width, orders = action_count(figures, hexes), block(figures), charge_action(figures)
    packed, legal = listed.shape[0] > 0, 0
    # Arrays of one record: a record alone wouldn't keep its memory.
    known, base, zeros = np.empty(1, KNOWN), np.empty(1, ROW), np.zeros(1, ROW)
    for action in range(count):
        legal += int(mask[action])
    if legal == 0:
        return 0
    know(world, game, known[0])
    n = 0
    for number in range(world.rules.team_size[team]):
        has_base = False
        for order in range(width):
            action = number * width + order
            if mask[action] == 1:
                if not has_base:
                    has_base = True
                    base[0] = zeros[0]
                    about_figure(world, game, team, number, known[0], base[0])
                at = action
                if packed:
                    at = n
                    listed[n] = action
                rows[at] = base[0]  # what is the same in all its orders
                about_order(world, game, team, number, order, known[0], rows[at])
                n += 1
    for action in range(orders, count):
        if mask[action] == 1:
            at = action
            if packed:
                at = n
                listed[n] = action
                rows[n] = zeros[0]
            _about_other(world, game, team, action, known[0], rows[at])
            n += 1
    return n


@rule
def _about_other(world: World, game: Game, team: int, action: int, known: Record, row: Record) -> None:
    """Write about an action that is no order to a figure: a hex, a direction, a figure, a word."""
    figures, hexes, kind = int(world.rules.figures), int(world.board.hexes), game.decision
    place = who = NONE
    action_kind = _CHARGE
    if action == charge_action(figures):
        pass
    elif action < direction_action(figures, hexes):
        action_kind, place = _HEX, turned_hex(team, hexes, action - hex_action(figures))
        if kind in (THROW, DEPLOY):
            who = int(game.actor)
    elif action < figure_action(figures, hexes):
        direction = action - direction_action(figures, hexes)
        if kind == STEP:
            about_figure(world, game, team, game.actor % STRIDE, known, row)
            about_order(world, game, team, game.actor % STRIDE, direction, known, row)
            return
        action_kind, place = TURN, int(game.place)
        row.direction_x, row.direction_y = COSINE[direction], SINE[direction]
    elif action < word_action(figures, hexes):
        action_kind, who = _FIGURE, STRIDE * team + action - figure_action(figures, hexes)
        place = int(figure_of(game, who).hex)
    else:
        word = action - word_action(figures, hexes)
        action_kind = _CHOICE
        if word == DONE:
            action_kind = _DONE
            if kind == VOLLEY:
                who = int(game.actor)
                place = int(figure_of(game, who).hex)
                aimed = aim_of_die(figure_of(game, who).aim, game.kind, 0)
                target, fires = game.shot[0] % STRIDE, game.kind == SHOOT
                about_die(world, game, team, who % STRIDE, target, fires, aimed, known, row)
            elif kind == REACT:
                who = int(game.asked)
                place = int(figure_of(game, who).hex)
                about_target(world, game, team, game.actor % STRIDE, row)
        elif word >= TAKE_SMOKE:
            action_kind = SMOKE + word - TAKE_SMOKE
    row.kind[action_kind] = 1.0
    if who != NONE:
        figure = figure_of(game, who)
        cost = volley_cost(world.rules, declared(game)) if kind == VOLLEY else 0
        about_who(world, figure, who % STRIDE, figure.points - cost, row)
    if place != NONE:
        about_place(world, game, team, who, place, False, row)
    _about_end(world, game, team, action_kind, place, row)


@rule
def _about_end(world: World, game: Game, team: int, action_kind: int, place: int, row: Record) -> None:
    """Write what naming a hex or a figure may lead to: falls, grenades, shoot-outs."""
    kind = game.decision
    if kind == PICK and game.kind == SHOOT:
        row.goes_out = falls(world, game, place)
    elif kind == PICK:
        row.suppresses = pins(world, game, place)
    elif kind == CASUALTY:
        row.goes_out = 1.0
    elif kind in (THROW, SCATTER):
        chance = lands(world, game, game.actor) if kind == THROW else 1.0
        row.hits = chance
        if game.kind == PAINT:
            chance *= paints_out(world, game, place)
            row.puts_out = chance if game.present[1 - team, place] > 0 else 0.0
            row.goes_out = chance if game.present[team, place] > 0 else 0.0
    elif kind in (CHARGE, CHARGER):
        goal = place if kind == CHARGE else int(game.place)
        chargers = game.present[team, goal] + (0 if action_kind == _DONE else 1)
        if chargers > 0:
            defenders = 0
            for number in range(world.rules.team_size[1 - team]):
                enemy = game.figure[1 - team, number]
                if enemy.hex == goal and fights_back(enemy):
                    defenders += 1
            chance = WINNING[min(chargers, len(WINNING) - 1)][min(defenders, len(WINNING) - 1)]
            row.puts_out = chance
            row.goes_out = 1.0 - chance
