"""What moves lead to on any board: flags (FL1), the shoot-out of a charge (CH3), and thrown grenades (GR, SM1, PG)."""

from .chance import classes_of
from .marshals import paintcheck
from .model import TEAMS


def take_flag(game, figure, start=None):
    """FL1, SE3: a figure takes up a flag where it stands, or on its way; a sentry stops being one."""
    flag = game.flag_for(figure, start)
    if flag is not None:
        flag.at, flag.carrier = None, figure.name
        figure.sentry = False


def shoot_out(game, chance):
    """CH3: the shoot-out; True if it is over, False if somebody has to name a casualty."""
    game.actor, game.goal, game.count = None, None, 0
    if not game.attackers():
        return True
    for defender in game.defenders():
        if defender.empty:
            game.put_out(defender)
    return rounds(game, chance)


def rounds(game, chance):
    """CH3: rounds until one side is gone."""
    team = game.acting
    while True:
        if not casualties(game):
            return False
        attackers, defenders = game.attackers(), game.defenders()
        if not attackers or not defenders:
            return True
        lost = chance.draw("shoot-out", TEAMS[team], f"{len(attackers)} v {len(defenders)}")
        game.losses[team], game.losses[1 - team] = lost


def casualties(game):
    """CH3: the owners choose who falls, defender first; where all fall nobody is asked. True if all have fallen."""
    for team in (1 - game.acting, game.acting):
        standing = game.attackers() if team == game.acting else game.defenders()
        if game.losses[team] and game.losses[team] < len(standing):
            game.to = (team, "casualty")
            return False
        if game.losses[team]:
            for figure in standing:
                game.put_out(figure)
            game.losses[team] = 0
    return True


def lands_there(game, chance):
    """GR3: the die of a throw; True if it lands at the place named."""
    thrower = game.figure(game.actor)
    classes = "122222" if thrower.expert else "122221"
    return classes_of(chance.draw("scatter", thrower.name, classes), classes) == 2


def land(game, place, chance):
    """SM1, PG1: smoke appears; or paint: all marks in order, then all checks in order."""
    if game.kind == "smoke":
        game.add_smoke(place)
        return
    marked = []
    for figure in [f for f in game.in_order() if game.in_burst(f, place)]:
        if classes_of(chance.draw("mark", figure.name, "122221"), "122221") == 2:
            marked.append(figure)
    for figure in marked:
        paintcheck(game, figure, chance)
