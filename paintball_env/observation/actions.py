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
    TURN,
    about_die,
    about_figure,
    about_order,
    about_place,
    about_target,
    about_who,
)
from paintball_env.rules.actions import ACTIONS, decode
from paintball_env.rules.charges import fights_back
from paintball_env.rules.figures import figure_of
from paintball_env.rules.legal import legal_actions
from paintball_env.rules.numbering import action_count, turned_direction
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

_HEX, _FIGURE, _DONE = (NAMES.index(name) for name in ("hex", "figure", "done"))
# The feature of each option that is no order to a figure: of its kind's name, but that of a direction, and of a choice.
KIND_OF = np.array(
    [
        TURN if option.kind == "direction" else NAMES.index(option.kind if option.kind in NAMES else "choice")
        for option in ACTIONS.options
    ]
)


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
    legal[count - 1] = 0.0 if decides else 1.0
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
    packed, legal = listed.shape[0] > 0, 0
    # Arrays of one record: a record alone wouldn't keep its memory.
    known, base, zeros = np.empty(1, KNOWN), np.empty(1, ROW), np.zeros(1, ROW)
    for action in range(mask.shape[0]):
        legal += int(mask[action])
    if legal == 0:
        return 0
    know(world, game, known[0])
    n, last = 0, NONE
    for action in range(mask.shape[0]):
        if mask[action] == 1:
            at = action
            if packed:
                at = n
                listed[n] = action
            option, who, value = decode(world, game, action)
            if who == NONE:
                rows[at] = zeros[0]
                _about_other(world, game, team, option, value, known[0], rows[at])
            else:
                if who != last:  # what is the same in all orders to a figure
                    last = who
                    base[0] = zeros[0]
                    about_figure(world, game, team, who % STRIDE, known[0], base[0])
                rows[at] = base[0]
                about_order(world, game, team, who % STRIDE, option, value, known[0], rows[at])
            n += 1
    return n


@rule
def _about_other(world: World, game: Game, team: int, option: int, value: int, known: Record, row: Record) -> None:
    """Write about an action that is no order to a figure: a hex, a direction, a figure, a word."""
    kind = game.decision
    place = who = NONE
    if kind == STEP:
        about_figure(world, game, team, game.actor % STRIDE, known, row)
        about_order(world, game, team, game.actor % STRIDE, option, value, known, row)
        return
    action_kind = KIND_OF[option]
    if action_kind == _HEX:
        place = value
        if kind in (THROW, DEPLOY):
            who = int(game.actor)
    elif action_kind == TURN:
        place, own = int(game.place), turned_direction(team, value)
        row.direction_x, row.direction_y = COSINE[own], SINE[own]
    elif action_kind == _FIGURE:
        who = value
        place = int(figure_of(game, who).hex)
    elif kind == VOLLEY:
        who = int(game.actor)
        place = int(figure_of(game, who).hex)
        aimed = aim_of_die(figure_of(game, who).aim, game.kind, 0)
        target, fires = game.shot[0] % STRIDE, game.kind == SHOOT
        about_die(world, game, team, who % STRIDE, target, fires, aimed, known, row)
    elif kind == REACT:
        who = int(game.asked)
        place = int(figure_of(game, who).hex)
        about_target(world, game, team, game.actor % STRIDE, row)
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
