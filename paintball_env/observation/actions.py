"""The encoding `actions`: the `vector`, which actions are legal, and exact facts about each of them.

One array float32 [D + A + A K] of three parts: `vector` [D]; `legal` [A], 1 for each action that the team may take now;
`actions` [A, K], the features of the table's ACTION of each legal action.  Rows of other actions are 0, and so are all
of a team that doesn't decide.  Row and index of an action are the same.

Chances are `paintball_env.chances`', so the rules' own.  Of a move they are those after it: the mover faces where it
went and is no longer in the way in the hex that it left; Marshals who make room for it (EN5) are taken to stay.
"""

from typing import Any

import numpy as np

from paintball_env.chances import (
    arrives_counted,
    count_in_way,
    falls,
    lands,
    misfires_out,
    paints_out,
    share,
)
from paintball_env.observation.encode import COSINE, SINE, observe, vector_size
from paintball_env.observation.table import ACTION
from paintball_env.observation.table import index_of as _at
from paintball_env.rules.actions import (
    AIM,
    DONE,
    RELOAD,
    ROTATE,
    SENTRY,
    SHOT,
    STAND_DOWN,
    TAKE_SMOKE,
    action_count,
    block,
    charge_action,
    direction_action,
    figure_action,
    hex_action,
    turned_direction,
    turned_hex,
    word_action,
)
from paintball_env.rules.charges import fights_back
from paintball_env.rules.dice import SAVED, STOPPED
from paintball_env.rules.figures import figure_of, is_armed, is_impotent
from paintball_env.rules.flags import goal_of, place_of, prize_of
from paintball_env.rules.legal import legal_actions
from paintball_env.rules.shooting import can_react_in, declared
from paintball_env.rules.sight import is_shielded, sees
from paintball_env.rules.state import (
    ACT,
    CASUALTY,
    CHARGE,
    CHARGER,
    DEPLOY,
    HARD,
    NONE,
    OVER,
    PAINT,
    PICK,
    REACT,
    SCATTER,
    SHOOT,
    SOFT,
    STEP,
    STRIDE,
    THROW,
    VOLLEY,
    Game,
    World,
)
from paintball_env.shoot_out_odds import WINNING
from tabletop.compiling import rule

_MOVE, _TURN, _SHOOT, _SUPPRESS, _AIM = (_at(ACTION, name) for name in ("move", "turn", "shoot", "suppress", "aim"))
_SMOKE, _CHARGE, _HEX, _FIGURE = (_at(ACTION, name) for name in ("smoke", "charge", "hex", "figure"))
_CHOICE, _DONE, _TAKE_FLAG = _at(ACTION, "choice"), _at(ACTION, "done"), _at(ACTION, "take flag")
_WHO, _WHOM, _PLACE, _X, _Y = (_at(ACTION, name) for name in ("who", "whom", "place", "direction x", "direction y"))
_HITS, _PUTS_OUT, _SUPPRESSES = _at(ACTION, "hits"), _at(ACTION, "puts out"), _at(ACTION, "suppresses")
_GOES_OUT, _REACTIONS, _EXPOSURE = _at(ACTION, "goes out"), _at(ACTION, "reactions"), _at(ACTION, "exposure")
_BEFORE, _BEST, _NEAREST = _at(ACTION, "exposure before"), _at(ACTION, "best shot"), _at(ACTION, "nearest enemy")
_TO_PRIZE, _TO_GOAL, _TO_THEIRS = _at(ACTION, "to prize"), _at(ACTION, "to goal"), _at(ACTION, "to their prize")
_SOFT, _HARD, _WORKS, _IN_SMOKE = (_at(ACTION, name) for name in ("soft cover", "hard cover", "works", "in smoke"))
_OWN, _ENEMIES, _POINTS = _at(ACTION, "own there"), _at(ACTION, "enemies there"), _at(ACTION, "points left")
_ARMED, _CARRIES, _TARGET = _at(ACTION, "armed"), _at(ACTION, "carries"), _at(ACTION, "target armed")
_WIDTH = len(ACTION)


def actions_size(figures: int, hexes: int) -> int:
    """Numbers in the encoding `actions`: D + A + A K."""
    return vector_size(figures, hexes) + action_count(figures, hexes) * (1 + _WIDTH)


@rule
def observe_actions(world: World, game: Game, team: int, out: Any) -> None:
    """Write the `actions` of a position as `team` sees it.

    Args:
      world: rules and board.
      game: the position.
      team: who looks, 0 or 1.
      out: float32 [D + A + A K], overwritten.  What it holds before must be zeros or what this function wrote there: of
        the rows only those are cleared that its part `legal` names.  Where that holds anything but 0 and 1, all are.
    """
    figures, hexes = int(world.rules.figures), int(world.board.hexes)
    first = vector_size(figures, hexes)
    count = action_count(figures, hexes)
    rows = first + count
    for index in range(first, rows):
        if out[index] == 1.0:
            row = rows + (index - first) * _WIDTH
            out[row : row + _WIDTH] = 0.0
        elif out[index] != 0.0:
            out[rows:] = 0.0
            break
    observe(world, game, team, out[:first])
    if game.decision == OVER or game.decider != team:
        out[first:rows] = 0.0
        return
    legal_actions(world, game, out[first:rows])
    # Things in the way in each hex; chance that a hit there puts out, chance to be put out where a figure stands (once
    # asked for).
    known = np.empty(2 * hexes + figures)
    count_in_way(world, game, known)
    known[hexes:] = -1.0
    way = 1.0 - share(world.rules.way, STOPPED)
    for action in range(count):
        if out[first + action] != 0.0:
            _describe(world, game, team, action, rows + action * _WIDTH, known, way, out)


@rule
def _describe(
    world: World, game: Game, team: int, action: int, row: int, known: Any, way: float, out: Any
) -> None:
    """Write the facts about a legal action to its row: what it is first, then what follows from it."""
    rules, board, kind = world.rules, world.board, game.decision
    figures, hexes = int(rules.figures), int(board.hexes)
    who = whom = place = direction = NONE
    cost = 0
    if action < charge_action(figures):
        number, order = action // block(figures), action % block(figures)
        who = STRIDE * team + number
        place = figure_of(game, who).hex
        if order < AIM:
            what, direction = (_MOVE, order) if order < ROTATE else (_TURN, order - ROTATE)
        elif order < SHOT:
            what = _AIM + order - AIM
            cost = _cost_of(rules, order, figure_of(game, who).points)
        elif order < SHOT + 2 * figures:
            what = _SHOOT if order < SHOT + figures else _SUPPRESS
            whom = STRIDE * (1 - team) + (order - SHOT) % figures
            if kind != REACT:
                cost = rules.shoot_cost * (1 + declared(game))
        else:
            what = _SMOKE + order - SHOT - 2 * figures
            cost = rules.throw_cost
    elif action == charge_action(figures):
        what = _CHARGE
    elif action < direction_action(figures, hexes):
        what, place = _HEX, turned_hex(team, hexes, action - hex_action(figures))
        if kind in (THROW, DEPLOY):
            who = int(game.actor)
    elif action < figure_action(figures, hexes):
        what, direction, place = _TURN, action - direction_action(figures, hexes), int(game.place)
        if kind == STEP:
            what, who = _MOVE, int(game.actor)
            place = figure_of(game, who).hex
    elif action < word_action(figures, hexes):
        what, who = _FIGURE, STRIDE * team + action - figure_action(figures, hexes)
        place = figure_of(game, who).hex
    else:
        word = action - word_action(figures, hexes)
        what = _CHOICE
        if word == DONE:
            what = _DONE
            if kind == VOLLEY:
                who, whom = int(game.actor), int(game.shot[0])
            elif kind == REACT:
                who, whom = int(game.asked), int(game.actor)
            if who != NONE:
                place = figure_of(game, who).hex
        elif word >= TAKE_SMOKE:
            what = _SMOKE + word - TAKE_SMOKE

    out[row + what] = 1.0
    if direction != NONE:
        out[row + _X] = COSINE[direction]
        out[row + _Y] = SINE[direction]
    if who != NONE:
        figure = figure_of(game, who)
        start = figure.hex
        if what == _MOVE:
            cost = rules.move_cost
            place = board.neighbour[start, turned_direction(team, direction)]
        out[row + _WHO] = (who % STRIDE + 1) / figures
        out[row + _POINTS] = (figure.points - cost) / max(rules.points, rules.expert_points)
        out[row + _ARMED] = is_armed(figure)
        if kind in (ACT, STEP):
            facing = int(figure.facing)
            if rules.blind_spots == 1 and direction != NONE:
                facing = turned_direction(team, direction)
            _about_fire(world, game, who, what, place, facing, figure.points - cost, row, known, way, out)
    if whom != NONE:
        target = figure_of(game, whom)
        out[row + _WHOM] = (whom % STRIDE + 1) / figures
        out[row + _TARGET] = is_armed(target)
        out[row + _TARGET + 1] = target.sentry
        theirs = prize_of(world, 1 - team)
        out[row + _TARGET + 2] = theirs != NONE and game.flag[theirs].carrier == whom
        if what != _DONE or kind == VOLLEY:
            _about_die(world, game, who, whom, what, row, known, way, out)
    if place != NONE:
        _about_place(world, game, team, who, what, place, row, out)
    _about_end(world, game, team, what, place, row, out)


@rule
def _cost_of(rules: Any, order: int, points: int) -> int:
    """AP2, SE4: the points that an order of one word takes."""
    if order == AIM:
        return rules.aim_cost
    if order == SENTRY:
        return rules.sentry_cost
    if order == STAND_DOWN:
        return points
    return rules.reload_cost if order == RELOAD else 0


@rule
def _falls(world: World, game: Game, place: int, known: Any) -> float:
    """`chances.falls`, looked up the second time."""
    index = world.board.hexes + place
    if known[index] < 0.0:
        known[index] = falls(world, game, place)
    return known[index]


@rule
def _exposure(world: World, game: Game, team: int, place: int, left: int, known: Any, way: float) -> float:
    """Chance that a figure of the team in `place` is put out if each armed enemy shoots one die, each for itself."""
    fall = _falls(world, game, place, known)
    if fall == 0.0:
        return 0.0
    spared = 1.0
    for number in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, number]
        if enemy.hex != NONE and is_armed(enemy):
            spared *= 1.0 - fall * arrives_counted(world, game, enemy.hex, place, 0, known, left, way)
    return 1.0 - spared


@rule
def _about_fire(
    world: World,
    game: Game,
    who: int,
    what: int,
    place: int,
    facing: int,
    points: int,
    row: int,
    known: Any,
    way: float,
    out: Any,
) -> None:
    """What enemies may do to the figure once it has acted, and it to them."""
    team, figure = who // STRIDE, figure_of(game, who)
    start = figure.hex
    before = 2 * world.board.hexes + who % STRIDE
    if known[before] < 0.0:
        known[before] = _exposure(world, game, team, start, NONE, known, way)
    out[row + _BEFORE] = out[row + _EXPOSURE] = known[before]
    left = NONE
    if what == _MOVE:
        left = start
        out[row + _EXPOSURE] = _exposure(world, game, team, place, left, known, way)
        spared, count = 1.0, 0
        for number in range(world.rules.team_size[1 - team]):
            if can_react_in(world, game, STRIDE * (1 - team) + number, who, place):
                sentry = game.figure[1 - team, number].hex
                spared *= 1.0 - _falls(world, game, place, known) * arrives_counted(
                    world, game, sentry, place, 0, known, left, way
                )
                count += 1
        out[row + _REACTIONS] = count / world.rules.figures
        out[row + _GOES_OUT] = 1.0 - spared
    elif what != _TURN and what != _AIM:
        return
    if not is_armed(figure) or figure.sentry == 1 or figure.fired == 1 or points < world.rules.shoot_cost:
        return
    aimed = 0 if what == _MOVE else 1 if what == _AIM else int(figure.aim)
    best = 0.0
    for number in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, number]
        if enemy.hex == NONE or not sees(world, place, facing, enemy.hex):
            continue
        if is_impotent(enemy) and is_shielded(world, game, place, enemy.hex):
            continue
        fall = _falls(world, game, enemy.hex, known)
        if fall > best:
            best = max(best, fall * arrives_counted(world, game, place, enemy.hex, aimed, known, left, way))
    out[row + _BEST] = best


@rule
def _about_die(
    world: World, game: Game, who: int, whom: int, what: int, row: int, known: Any, way: float, out: Any
) -> None:
    """A shot's chances: of this die alone; of `done` in a volley, of its first."""
    figure = figure_of(game, who)
    goal = figure_of(game, whom).hex
    fires = what == _SHOOT or (what == _DONE and game.kind == SHOOT)
    first = game.decision == ACT or what == _DONE
    chance = arrives_counted(world, game, figure.hex, goal, int(figure.aim) if fires and first else 0, known, NONE, way)
    out[row + _HITS] = chance
    if fires:
        out[row + _PUTS_OUT] = chance * _falls(world, game, goal, known)
    else:
        out[row + _SUPPRESSES] = chance * (1.0 - share(world.rules.suppress_save, SAVED))
    out[row + _GOES_OUT] = misfires_out(world, game, who, goal)


@rule
def _about_place(
    world: World, game: Game, team: int, who: int, what: int, place: int, row: int, out: Any
) -> None:
    """The hex: cover, company, and how far it is to what counts."""
    board = world.board
    figures, hexes = world.rules.figures, board.hexes
    scale = 1.0 / max(board.steps[board.home[0], board.home[1]], 1)
    out[row + _PLACE] = (turned_hex(team, hexes, place) + 1) / hexes
    cover = game.cover[place]
    out[row + _SOFT] = cover == SOFT
    out[row + _HARD] = cover >= HARD
    out[row + _WORKS] = board.works[place] != NONE
    out[row + _IN_SMOKE] = game.smoke[place]
    stays = who != NONE and figure_of(game, who).hex == place
    out[row + _OWN] = (game.present[team, place] - int(stays)) / figures
    out[row + _ENEMIES] = game.present[1 - team, place] / figures
    nearest = NONE
    for number in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, number].hex
        if enemy != NONE and (nearest == NONE or board.distance[place, enemy] < nearest):
            nearest = int(board.distance[place, enemy])
    if nearest != NONE:
        out[row + _NEAREST] = min(1.0, scale * nearest)
    prize, theirs = prize_of(world, team), prize_of(world, 1 - team)
    if prize != NONE:
        there = place_of(game, prize)
        carries = who != NONE and game.flag[prize].carrier == who
        carries |= what == _TAKE_FLAG or (what == _MOVE and game.flag[prize].hex == place)
        out[row + _CARRIES] = carries
        if not carries and there != NONE:
            out[row + _TO_PRIZE] = min(1.0, scale * board.steps[place, there])
        out[row + _TO_GOAL] = min(1.0, scale * board.steps[place, goal_of(world, team)])
    there = place_of(game, theirs)
    if there != NONE:
        out[row + _TO_THEIRS] = min(1.0, scale * board.steps[place, there])


@rule
def _about_end(world: World, game: Game, team: int, what: int, place: int, row: int, out: Any) -> None:
    """What naming a hex or a figure may lead to: falls, grenades, shoot-outs."""
    kind = game.decision
    if kind == PICK:
        out[row + _GOES_OUT] = falls(world, game, place)
    elif kind == CASUALTY:
        out[row + _GOES_OUT] = 1.0
    elif kind in (THROW, SCATTER):
        chance = lands(world, game, game.actor) if kind == THROW else 1.0
        out[row + _HITS] = chance
        if game.kind == PAINT:
            chance *= paints_out(world, game, place)
            out[row + _PUTS_OUT] = chance if game.present[1 - team, place] > 0 else 0.0
            out[row + _GOES_OUT] = chance if game.present[team, place] > 0 else 0.0
    elif kind in (CHARGE, CHARGER):
        goal = place if kind == CHARGE else int(game.place)
        chargers = game.present[team, goal] + (0 if what == _DONE else 1)
        if chargers > 0:
            defenders = 0
            for number in range(world.rules.team_size[1 - team]):
                enemy = game.figure[1 - team, number]
                if enemy.hex == goal and fights_back(enemy):
                    defenders += 1
            chance = WINNING[min(chargers, len(WINNING) - 1)][min(defenders, len(WINNING) - 1)]
            out[row + _PUTS_OUT] = chance
            out[row + _GOES_OUT] = 1.0 - chance
