"""Why an action is refused, in words, with the rule's number: the same predicates as the mask, one after the other."""

import numpy as np

from paintball_env.actions import action_table, figure_name
from paintball_env.rules import actions, figures, grenades, moving, shooting, sight, state, terrain
from paintball_env.rules.figure_states import refusal_of
from paintball_env.scenario import Scenario
from tabletop.base.errors import counted

_ARGUMENTS = {
    state.PIECE: "which piece of cover to place: soft or hard",
    state.COVER_HEX: "a hex for the cover",
    state.COVER_FACING: "a direction for the hard cover to face",
    state.FLAG_HEX: "a hex for the flag",
    state.MARSHAL_HEX: "a hex for the Marshal",
    state.DEPLOY: "a hex for the figure to start in",
    state.CARRIER: "the figure that carries the flag",
    state.EXPERT: "the figure that is an expert",
    state.GRENADE: "smoke or paint",
    state.GRENADIER: "the figure that carries the grenade",
    state.FIRST: "first or second",
    state.ACT: "an order to a figure, charge, or done",
    state.VOLLEY: "the volley's next shot, or done",
    state.REACT: "the sentry's shot, or done",
    state.PICK: "a figure that is hit",
    state.THROW: "the hex to throw at",
    state.SCATTER: "the hex where the grenade lands",
    state.CHARGE: "the hex to charge",
    state.CHARGER: "who charges, or nobody more (done)",
    state.STEP: "the charger's next step",
    state.CASUALTY: "the figure that falls",
}

_HEXES = {
    state.COVER_HEX: "SN4: one piece a hex, and none in bases, bunkers and trenches",
    state.FLAG_HEX: "SN1: the flag lies next to the own base",
    state.MARSHAL_HEX: "SN1: the Marshal stands next to the own base",
    state.DEPLOY: "SN1, SN2, EN4: it is not in the start area, or has no room",
    state.THROW: "GR2: it is outside the throw range of {throw_reach}",
    state.SCATTER: "GR3: it is not next to the named one",
    state.CHARGE: "CH1: a charge needs impotent enemies, no own figure there, and a figure that can reach it",
}

_FIGURES = {
    state.EXPERT: "EX1: it is an expert already",
    state.PICK: "SH4: it was not declared more often than picked",
    state.CHARGER: "CH1, CH2: it can't charge that hex now",
    state.CASUALTY: "CH3: it is not in the shoot-out",
}


def why_not(scenario: Scenario, games: np.ndarray, index: int) -> str:
    """Say why the deciding team may not take an action.

    Args:
      scenario: rules and board.
      games: an array of one record, whose game is running.
      index: the action, seen from the deciding team's own side; one that is illegal.
    """
    game = games[0]
    world = scenario.world[0]
    kind = int(game.decision)
    at = action_table(scenario.figures, scenario.board_map.names).layout
    if index < at.charge:
        number, order = divmod(index, at.width)
        return _order(world, game, kind, number, order, at.figures)
    if at.hex <= index < at.direction and kind in _HEXES:
        return _near_home(scenario, game, kind) or _HEXES[kind].format(throw_reach=grenades.throw_reach(world))
    if at.direction <= index < at.figure and kind == state.STEP:
        return "CH2: it is not the first step of a shortest way to the charged hex"
    if at.figure <= index < at.words and kind in _FIGURES:
        if game.figure[game.decider, index - at.figure].hex == state.NONE:
            return "the figure is out of the game"
        return _FIGURES[kind]
    if index == at.charge and kind == state.ACT:
        return _HEXES[state.CHARGE]
    if kind == state.PIECE and index in (at.word("soft"), at.word("hard")):
        return "SN4: no such piece is left"
    if kind == state.CHARGER and index == at.word("done"):
        return "CH2: a charger must be named first"
    return f"what is to be decided is {_asked(game, kind)}"


def _near_home(scenario: Scenario, game: state.Game, kind: int) -> str:
    """Where the flag or the Marshal is put, if the scenario's file names the hexes; else empty."""
    team = int(game.decider)
    if kind not in (state.FLAG_HEX, state.MARSHAL_HEX) or scenario.teams[team].near_home is None:
        return ""
    names = [scenario.board_map.names[place] for place in scenario.near_home[team]]
    first, last = ", ".join(names[:-1]), names[-1]
    thing = "flag" if kind == state.FLAG_HEX else "Marshal"
    return f"SN6: in this scenario the {thing} is put into {f'{first} or {last}' if first else last}"


def _asked(game: state.Game, kind: int) -> str:
    if kind == state.CHARGER and not game.count:
        return "who charges: one has to go (CH2)"
    return _ARGUMENTS[kind]


def _order(world: state.World, game: state.Game, kind: int, number: int, order: int, count: int) -> str:
    """Why an order to a figure is refused."""
    team = int(game.decider)
    who = state.STRIDE * team + number
    name = figure_name(who)
    shoots = actions.SHOT <= order < actions.throw_order(count)
    if kind == state.VOLLEY and shoots:
        return _further_shot(world, game, who, order, count)
    if kind not in (state.ACT, state.VOLLEY) or not (kind == state.ACT or shoots):
        return f"what is to be decided is {_asked(game, kind)}"
    figure = game.figure[team, number]
    if number >= world.rules.team_size[team] or figure.hex == state.NONE:
        return f"{name} is not in the game"
    if refused := refusal_of(figure, name):
        return refused
    if not figures.can_use(game, who):
        if figure.activation == state.FINISHED:
            return f"TU5: {name} has finished: another figure was used after it"
        return f"TU1: the command score of {int(game.side[team].score)} is used up"
    if not figures.may_be_told(figure, order):
        return f"SE1: {name} is a sentry and can only stand down"
    if shoots:
        return _shot(world, game, who, name, order, count)
    return _quiet(world, game, team, who, name, order, count)


def _shot(world: state.World, game: state.Game, who: int, name: str, order: int, count: int) -> str:
    figure = figures.figure_of(game, who)
    if figures.is_impotent(figure):
        return f"IM1: {name} is impotent and can't shoot"
    if figure.fired == 1:
        return f"SH5: {name} has had its volley this turn"
    cost = int(shooting.volley_cost(world.rules, 1))
    if figure.points < cost:
        return f"AP2: {name} has {counted(int(figure.points), 'point')} left, a shot costs {cost}"
    return _target(world, game, who, order, count)


def _further_shot(world: state.World, game: state.Game, who: int, order: int, count: int) -> str:
    """Why a shot in the middle of a volley is refused."""
    number, target = shooting.declared(game), _aimed_at(who, order, count)
    paid, cost = (int(shooting.volley_cost(world.rules, dice)) for dice in (number, number + 1))
    if (
        who != game.actor
        or _kind(order, count) != game.kind
        or figures.figure_of(game, target).hex != figures.figure_of(game, game.shot[0]).hex
        or figures.figure_of(game, who).points < cost
    ):
        return (
            f"SH3: the volley's next shot is {figure_name(game.actor)}'s, goes at figures in the same hex, is of the "
            f"same kind, and needs {'a point' if cost - paid == 1 else counted(cost - paid, 'point')}"
        )
    return _target(world, game, who, order, count)


def _kind(order: int, count: int) -> int:
    return state.SHOOT if order < actions.SHOT + count else state.SUPPRESS


def _aimed_at(who: int, order: int, count: int) -> int:
    return state.STRIDE * (1 - who // state.STRIDE) + (order - actions.SHOT) % count


def _target(world: state.World, game: state.Game, who: int, order: int, count: int) -> str:
    """Why nothing can be shot at the figure that the order names."""
    figure, name = figures.figure_of(game, who), figure_name(who)
    identity = _aimed_at(who, order, count)
    target, target_name = figures.figure_of(game, identity), figure_name(identity)
    if target.hex == state.NONE:
        return f"{target_name} is not in the game"
    kind = _kind(order, count)
    if kind == state.SUPPRESS and not sight.is_suppressible(target):
        return f"SU2: {target_name} is neutral or suppressed already"
    reach = int(world.board.distance[figure.hex, target.hex])
    aimed = shooting.aim_of_next_die(game, who, kind)
    if sight.least_face(world, figure.hex, target.hex, aimed) == sight.OUT_OF_REACH:
        return f"SH1: {target_name} is {reach} hexes away, out of reach"
    if world.board.line[figure.hex, target.hex] == 0:
        return f"SH-LOS1, SH-LOS3: no clear line from {name} to {target_name}"
    if not sight.sees(world, figure.hex, figure.facing, target.hex):
        return f"BS1: {name} doesn't see {target_name}"
    if sight.is_spared(world, game, figure.hex, target.hex, target):
        return f"HC3: {target_name} is impotent and behind hard cover"
    raise AssertionError(f"nothing that is said here forbids {name} to shoot at {target_name}")


def _quiet(world: state.World, game: state.Game, team: int, who: int, name: str, order: int, count: int) -> str:
    """Why a move, a rotation or another quiet order is refused."""
    figure = game.figure[team, who % state.STRIDE]
    rules = world.rules
    single = actions.SINGLE.get(order)
    cost = 0
    if single:
        cost = int(moving.single_cost(rules, figure, order))
    elif order < actions.ROTATE:
        cost = int(moving.step_cost(rules))
    elif order >= actions.SHOT:
        cost = int(rules.throw_cost)
    if single and order == actions.RELOAD and figure.gun != state.EMPTY:
        return single.refused.format(name)
    if order >= actions.SHOT and (figure.smoke if order == actions.throw_order(count) else figure.paint) == 0:
        return f"GR2: {name} has no such grenade"
    if order == actions.SENTRY and figure.sentry == 1:
        return f"SE1: {name} is a sentry already"
    if figure.points < cost:
        return f"AP2: {name} has {counted(int(figure.points), 'point')} left, this costs {cost}"
    if order < actions.ROTATE:
        if figure.moved >= rules.max_moves:
            return f"AP3: {name} has moved {counted(int(figure.moved), 'hex')} this turn"
        place = world.board.neighbour[figure.hex, actions.turned_direction(team, order)]
        if place == state.NONE:
            return "MV1: there is no hex in that direction"
        if moving.is_closed(world, team, place):
            return "SN2: no figure ever enters its own base"
        if not moving.has_room(world, game, team, place):
            return "EN4: there is no room for another figure"
        if moving.is_held(world, game, team, place):
            return "MV2: enemies hold the hex"
        raise AssertionError(f"nothing that is said here forbids the move of {name}")
    if single is None:
        if rules.blind_spots == 0:
            return "BS: facings don't count in this game"
        return f"BS3: {name} has rotated already, or faces there"
    if single.armed and figures.is_impotent(figure):
        return f"IM1: {name} is impotent"
    if order == actions.SENTRY and figures.carries(game, who):
        return f"SE3: {name} carries a flag"
    works = terrain.works_in_words(terrain.BASE if rules.sentry_in_base == 1 else terrain.OPEN)
    return single.refused.format(name, works=works)
