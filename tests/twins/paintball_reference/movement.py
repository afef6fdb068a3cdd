"""Moves (MV, FL1), charges with their shoot-out (CH), and thrown grenades (GR, SM1, PG)."""

from .chance import classes_of
from .legal import chargers
from .marshals import make_room, paintcheck
from .model import TEAMS
from .shooting import ask_sentries


def take_flag(game, figure):
    """FL1, SE3: a figure takes up a flag in its hex; a sentry stops being one."""
    flag = game.flag_for(figure)
    if flag is not None:
        flag.hex, flag.carrier = None, figure.name
        figure.sentry = False


def enter(game, figure, d, chance, joins=False):
    """MV1, AI2, BS2, EN5, FL1: a figure moves one hex and what follows before the sentries."""
    game.spend(figure, game.scenario.cost_move, joins)
    figure.moved += 1
    figure.aim = False
    figure.hex = game.board.neighbours[figure.hex][d]
    if game.scenario.blind_spots:
        figure.facing = d
    make_room(game, figure.hex, chance)
    take_flag(game, figure)


def move(game, figure, d, chance):
    """An ordinary move; True if no sentry is asked."""
    game.actor = figure.name
    enter(game, figure, d, chance)
    return not ask_sentries(game)


def charge_step(game, d, chance):
    """CH2: one hex of a charger's way; True if the charge is over."""
    enter(game, game.figure(game.actor), d, chance, joins=game.count > 1)
    if ask_sentries(game):
        return False
    return charge_goes_on(game, chance)


def charge_goes_on(game, chance):
    """CH2: after a step and its reactions; True if the charge is over."""
    walker = game.figure(game.actor)
    if walker.hex is not None and walker.hex != game.place:
        game.to = (game.acting, "step")
        return False
    game.actor = None
    enemies = game.figures_in(game.place, 1 - game.acting)
    if enemies and chargers(game, game.acting, game.place):
        game.to = (game.acting, "charger")
        return False
    return shoot_out(game, chance)


def shoot_out(game, chance):
    """CH3: the shoot-out; True if it is over, False if somebody has to name a casualty."""
    game.actor, game.count = None, 0
    attackers = game.figures_in(game.place, game.acting)
    if not attackers:
        return True
    for defender in game.figures_in(game.place, 1 - game.acting):
        if defender.empty:
            game.put_out(defender)
    return rounds(game, chance)


def rounds(game, chance):
    """CH3: rounds until one side is gone."""
    team = game.acting
    while True:
        if not casualties(game):
            return False
        attackers = game.figures_in(game.place, team)
        defenders = game.figures_in(game.place, 1 - team)
        if not attackers or not defenders:
            return True
        lost = chance.draw("shoot-out", TEAMS[team], f"{len(attackers)} v {len(defenders)}")
        game.losses[team], game.losses[1 - team] = lost


def casualties(game):
    """CH3: the owners choose who falls, defender first; where all fall nobody is asked. True if all have fallen."""
    for team in (1 - game.acting, game.acting):
        standing = game.figures_in(game.place, team)
        if game.losses[team] and game.losses[team] < len(standing):
            game.to = (team, "casualty")
            return False
        if game.losses[team]:
            for figure in standing:
                game.put_out(figure)
            game.losses[team] = 0
    return True


def scatter(game, chance):
    """GR3: the die of a throw; True if it lands in the hex named."""
    thrower = game.figure(game.actor)
    classes = "122222" if thrower.expert else "122221"
    return classes_of(chance.draw("scatter", thrower.name, classes), classes) == 2


def land(game, i, chance):
    """SM1, PG1: smoke appears; or paint: all marks in order, then all checks in order."""
    if game.kind == "smoke":
        game.smoke.add(i)
        return
    marked = []
    for figure in [f for f in game.in_order() if f.hex == i]:
        if classes_of(chance.draw("mark", figure.name, "122221"), "122221") == 2:
            marked.append(figure)
    for figure in marked:
        paintcheck(game, figure, chance)
