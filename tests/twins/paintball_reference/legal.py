"""What may be done, on any board: the legal actions of the decision that is open (sections 3 and 4)."""

from .model import LETTERS

LAST = ["first", "second", "soft", "hard", "smoke", "paint", "done", "wait"]


def number_of(word, team):
    """Section 4: the place of a figure's name among those of this team, from 0."""
    if word[0] != LETTERS[team]:
        raise ValueError(f"{word} isn't of that team")
    return int(word[1:]) - 1


def may_act(game, figure):
    """TU1, TU5, MF3, SM2: may the figure be used, or used further?"""
    if figure.at is None or figure.jammed or figure.dazed or figure.finished:
        return False
    limit = game.score[figure.team]
    return figure.used or limit == 0 or game.used[figure.team] < limit


def may_target(game, shooter, target, kind, aimed):
    """SH3, SU2: may a die of this kind of volley be declared at the target?"""
    if target.at is None:
        return False
    if kind == "suppress" and (target.jammed or target.suppressed):
        return False
    return game.in_sight(shooter, target, aimed)


def sentry_may_shoot(game, sentry, mover):
    """SE2: a sentry that isn't dazed, with the mover in line, sight and unaimed reach."""
    return sentry.at is not None and sentry.sentry and not sentry.dazed and game.in_sight(sentry, mover, False)


def may_charge(game, figure):
    """CH1: a figure that isn't impotent, neutral or a sentry, and may be used."""
    return may_act(game, figure) and not figure.impotent and not figure.sentry


def moves_left(game, figure):
    """AP1, AP3: how many steps the figure can still pay and make."""
    rules = game.scenario
    left = rules.max_moves - figure.moved
    return min(left, figure.points // rules.cost_move) if rules.cost_move else left


def figure_actions(game, figure):
    """AP, MV, SH, AI, SE, IM, GR, BS: what a figure may do in its own phase."""
    rules, directions = game.scenario, game.board.directions
    if not may_act(game, figure):
        return []
    names = []
    if game.flag_for(figure) is not None:
        names.append("take flag")
    if figure.sentry:
        if figure.points == game.allotment(figure):
            names.append("stand down")
        return names
    points = figure.points
    if moves_left(game, figure) > 0:
        names += game.moves(figure)
    if rules.blind_spots and not figure.turned:
        names += [f"rotate {name}" for d, name in enumerate(directions) if d != figure.facing]
    if figure.empty and points >= rules.cost_reload:
        names.append("reload")
    if points >= rules.cost_grenade:
        names += [f"throw {kind}" for kind in ("smoke", "paint") if getattr(figure, kind)]
    if figure.impotent:
        return names
    if points >= rules.cost_sentry and game.may_watch(figure) and game.flag_carried(figure) is None:
        names.append("sentry")
    if not figure.fired:
        if points >= rules.cost_aim and not figure.aim:
            names.append("aim")
        if points >= rules.cost_shoot:
            for target in game.alive(1 - figure.team):
                if may_target(game, figure, target, "shoot", figure.aim):
                    names.append(f"shoot {target.name}")
                if may_target(game, figure, target, "suppress", False):
                    names.append(f"suppress {target.name}")
    return names


def more_shots(game):
    """SH3: further dice of the volley that is being declared, at the hex of its first target, unaimed."""
    rules = game.scenario
    shooter = game.figure(game.actor)
    if shooter.points < (len(game.shots) + 1) * rules.cost_shoot:
        return []
    return [
        game.order_name(shooter, f"{game.kind} {target.name}")
        for target in game.further_targets(shooter)
        if may_target(game, shooter, target, game.kind, False)
    ]


def picks(game):
    """SH4: the targets declared more often than picked."""
    return sorted({name for name, picked in game.shots if not picked})


def figures_named(figures):
    return [f"figure {figure.name}" for figure in figures]


def names_for(game):
    """The legal actions of the open decision, in no order."""
    team, kind = game.to
    if kind == "act":
        return [*game.orders(team), *(["charge"] if game.chargeable(team) else []), "done"]
    if kind == "piece":
        return [name for name, left in zip(("soft", "hard"), game.left[team], strict=True) if left]
    if kind in ("carrier", "grenadier"):
        return figures_named(game.alive(team))
    if kind == "expert":
        return figures_named(figure for figure in game.alive(team) if not figure.expert)
    if kind == "grenade":
        return ["smoke", "paint"]
    if kind == "first":
        return ["first", "second"]
    if kind == "volley":
        return [*more_shots(game), "done"]
    if kind == "react":
        return [game.order_name(game.figure(game.asked), f"shoot {game.actor}"), "done"]
    if kind == "pick":
        return [f"figure {name}" for name in picks(game)]
    if kind == "charger":
        return figures_named(game.chargers(team)) + (["done"] if game.count else [])
    if kind == "casualty":
        return figures_named(game.attackers() if team == game.acting else game.defenders())
    return game.names_of_places(team, kind)


def index_of(game, team, name):
    """Section 4: an action's number, seen from the deciding team's own side."""
    return game.index_of(team, name)


def legal(game):
    """The names of the legal actions, by their numbers."""
    if game.to is None:
        return []
    team = game.to[0]
    return sorted(names_for(game), key=lambda name: index_of(game, team, name))


def legal_indices(game):
    """The numbers of the legal actions, ascending."""
    if game.to is None:
        return []
    return sorted(index_of(game, game.to[0], name) for name in names_for(game))
